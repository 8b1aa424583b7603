"""Sums of expenses, by month, type, category and always by currency."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from . import _abi
from ._call import call, lib, rows
from ._expense import _Value
from ._values import decimal_of, string
from .errors import InvalidError

if TYPE_CHECKING:
    from ._store import Store

_GROUPS = {
    "month": _abi.IEX_GROUP_MONTH,
    "type": _abi.IEX_GROUP_TYPE,
    "category": _abi.IEX_GROUP_CATEGORY,
}


@dataclass(frozen=True)
class Total(_Value):
    """One sum: `month` is "2026-03"; what the totals are not grouped by is None."""

    __slots__ = ("amount", "category", "count", "currency", "month", "type")

    month: str | None
    type: str | None
    category: str | None
    amount: Decimal
    currency: str
    count: int


def totals(store: Store, groups: Iterable[str], query: _abi.iex_query) -> list[Total]:
    """Reads the totals; sums wider than 64 bits are exact too."""
    bits = 0
    for group in groups:
        if group not in _GROUPS:
            raise InvalidError(f"totals are by {', '.join(_GROUPS)}, not by {group!r}")
        bits |= _GROUPS[group]
    handle = ctypes.c_void_p()
    try:
        call(lib.iex_store_totals, store._use(), query, bits, _abi.IEX_TOTALS_WIDE, handle)
        with store._guard:
            found = rows(_abi.iex_total, lib.iex_totals_rows, handle)
            return [_total_from(row, bits) for row in found]
    finally:
        lib.iex_totals_close(handle)


def _total_from(row: _abi.iex_total, bits: int) -> Total:
    # The low half is the bits 0 to 63 of a signed 128-bit sum.
    minor = (row.amount_high << 64) | (row.amount_minor & (2**64 - 1))
    return Total(
        f"{row.month // 100:04}-{row.month % 100:02}" if bits & _abi.IEX_GROUP_MONTH else None,
        string(row.type) if bits & _abi.IEX_GROUP_TYPE else None,
        string(row.category) if bits & _abi.IEX_GROUP_CATEGORY else None,
        decimal_of(minor, row.currency_digits),
        string(row.currency),
        row.count,
    )

"""Sums of expenses, by type, category, account or a period of time, and always by currency."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from . import _abi
from ._call import call, lib, rows
from ._expense import _Value
from ._guard import Guard
from ._html import totals_html
from ._query import level_number
from ._values import date_of, decimal_of, string
from .errors import InvalidError
from .money import iso_week

_GROUPS = {
    "month": _abi.IEX_GROUP_MONTH,
    "type": _abi.IEX_GROUP_TYPE,
    "category": _abi.IEX_GROUP_CATEGORY,
    "account": _abi.IEX_GROUP_ACCOUNT,
    "day": _abi.IEX_GROUP_DAY,
    "week": _abi.IEX_GROUP_WEEK,
    "quarter": _abi.IEX_GROUP_QUARTER,
    "year": _abi.IEX_GROUP_YEAR,
}
GROUPS = tuple(_GROUPS)
"""What totals can be grouped by."""

_PERIODS = (
    _abi.IEX_GROUP_MONTH
    | _abi.IEX_GROUP_DAY
    | _abi.IEX_GROUP_WEEK
    | _abi.IEX_GROUP_QUARTER
    | _abi.IEX_GROUP_YEAR
)
_DATED = ("day", "week", "quarter", "year")
_LEVEL_SHIFT = 24


@dataclass(frozen=True)
class Total(_Value):
    """One sum: what the totals are not grouped by is None.

    `month` is "2026-03", `date` the first day of the day, week, month, quarter or year.
    """

    __slots__ = ("account", "amount", "category", "count", "currency", "date", "month", "type")

    month: str | None
    type: str | None
    category: str | None
    amount: Decimal
    currency: str
    count: int
    account: str | None
    date: datetime.date | None

    def text(self, group: str) -> str:
        """What it says of one of its groups, as people write it: 2026-03, 2026-W11, Food."""
        date = self.date
        if group not in _DATED or date is None:
            return getattr(self, group, None) or ""
        if group == "week":
            year, week = iso_week(date)
            return f"{year:04}-W{week:02}"
        if group == "quarter":
            return f"{date.year:04}-Q{(date.month + 2) // 3}"
        return f"{date.year:04}" if group == "year" else date.isoformat()


class Totals(list[Total]):
    """Totals in a list; a notebook shows them as a table."""

    def __init__(self, rows: Iterable[Total] = (), groups: Iterable[str] = ()) -> None:
        super().__init__(rows)
        self.groups = tuple(groups)
        """What they are grouped by."""

    def _repr_html_(self) -> str:
        return totals_html(self)


def group_bits(groups: Iterable[str], level: int | None = None) -> int:
    """Makes the library's number of what to group by."""
    bits = 0
    for group in groups:
        if group not in _GROUPS:
            raise InvalidError(f"totals are by {', '.join(_GROUPS)}, not by {group!r}")
        bits |= _GROUPS[group]
    if level is not None:
        if not bits & _abi.IEX_GROUP_CATEGORY:
            raise InvalidError("level is for totals by category")
        bits |= level_number(level) << _LEVEL_SHIFT
    return bits


def totals(
    guard: Guard, groups: Iterable[str], level: int | None, function: Any, *arguments: Any
) -> Totals:
    """Calls a function that gives totals; sums wider than 64 bits are exact too."""
    groups = tuple(dict.fromkeys(groups))
    bits = group_bits(groups, level)
    handle = ctypes.c_void_p()
    try:
        call(function, *arguments, bits, _abi.IEX_TOTALS_WIDE, handle)
        with guard:
            found = rows(_abi.iex_total, lib.iex_totals_rows, handle)
            return Totals([total_from(row, bits) for row in found], groups)
    finally:
        lib.iex_totals_close(handle)


def total_from(row: _abi.iex_total, bits: int) -> Total:
    """Copies a total of what was grouped by `bits`."""
    # The low half is the bits 0 to 63 of a signed 128-bit sum.
    minor = (row.amount_high << 64) | (row.amount_minor & (2**64 - 1))
    return Total(
        f"{row.month // 100:04}-{row.month % 100:02}" if bits & _abi.IEX_GROUP_MONTH else None,
        string(row.type) if bits & _abi.IEX_GROUP_TYPE else None,
        string(row.category) if bits & _abi.IEX_GROUP_CATEGORY else None,
        decimal_of(minor, row.currency_digits),
        string(row.currency),
        row.count,
        string(row.account) if bits & _abi.IEX_GROUP_ACCOUNT else None,
        date_of(row.date) if bits & _PERIODS else None,
    )

"""Which expenses, and in which order: the keywords of a query as the library's iex_query."""

from __future__ import annotations

import calendar
import ctypes
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

from . import _abi
from ._pack import category_text
from ._values import Date, date_number, optional_text
from .errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import TypedDict

    class Filter(TypedDict, total=False):
        """Which expenses: all that fit every keyword given."""

        month: str | None
        first: Date | None
        last: Date | None
        type: str | None
        category: str | Iterable[str] | None
        account: str | None
        currency: str | None
        text: str | None


Sort = Union[str, Sequence[str], None]
"""One or two keys such as "date" or "-amount"."""

_SORT_PREFIX = "IEX_SORT_"
_SORTS = {
    name[len(_SORT_PREFIX) :].lower(): number
    for name, number in vars(_abi).items()
    if name.startswith(_SORT_PREFIX) and number
}


def query(
    sort: Sort = None,
    *,
    month: str | None = None,
    first: Date | None = None,
    last: Date | None = None,
    type: str | None = None,
    category: Any = None,
    account: str | None = None,
    currency: str | None = None,
    text: str | None = None,
) -> _abi.iex_query:
    """Makes the query; without keywords it is for all expenses."""
    result = _abi.iex_query()
    result.struct_size = ctypes.sizeof(_abi.iex_query)
    if month is not None:
        if first is not None or last is not None:
            raise InvalidError("a query takes either month, or first and last")
        result.first_date, result.last_date = _month_dates(month)
    if first is not None:
        result.first_date = date_number(first, "first")
    if last is not None:
        result.last_date = date_number(last, "last")
    result.type = optional_text(type, "type")
    result.category = category_text(category)
    result.account = optional_text(account, "account")
    result.currency = optional_text(currency, "currency")
    result.text = optional_text(text, "text")
    result.sort, result.then_sort = _sort_numbers(sort)
    return result


def _month_dates(month: object) -> tuple[int, int]:
    if not isinstance(month, str):
        raise TypeError(f'month must be a str such as "2026-03", not {month.__class__.__name__}')
    match = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", month)
    if not match or match[1] == "0000":
        raise InvalidError(f'month is {month!r}, and not of the form "2026-03"')
    year, number = int(match[1]), int(match[2])
    start = year * 10000 + number * 100
    return start + 1, start + calendar.monthrange(year, number)[1]


def _sort_numbers(sort: object) -> tuple[int, int]:
    keys = [sort] if isinstance(sort, str) else [] if sort is None else sort
    if not isinstance(keys, Sequence):
        raise TypeError(f"sort must be a str or up to two of them, not {type(sort).__name__}")
    if len(keys) > 2:
        raise InvalidError("a query sorts by at most two keys")
    numbers = [0, 0]
    for index, key in enumerate(keys):
        if not isinstance(key, str):
            raise TypeError(f"a sort key must be a str, not {type(key).__name__}")
        descending, name = key.startswith("-"), key.lstrip("-")
        if name not in _SORTS or len(key) - len(name) > 1:
            raise InvalidError(f"can't sort by {key!r}, only by {', '.join(_SORTS)}")
        numbers[index] = -_SORTS[name] if descending else _SORTS[name]
    return numbers[0], numbers[1]

"""Which expenses, in which order: the keywords of a query as the library's iex_query."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union

from . import _abi
from ._expense import Reimbursement
from ._pack import category_text, parse_money, reimbursement_of
from ._values import Amount, Date, date_number, optional_text, whole
from ._values import text as c_text
from .errors import InvalidError

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    from ._store import Store

    class Filter(TypedDict, total=False):
        """Which expenses: all that fit every keyword given."""

        month: str | None
        first: Date | None
        last: Date | None
        type: Names
        category: str | Iterable[str] | None
        account: Names
        currency: Names
        tags: Names
        all_tags: Names
        without_tags: Names
        min_amount: Amount | None
        max_amount: Amount | None
        reimbursement: Reimbursement | str | Iterable[Reimbursement | str] | None
        text: str | None


Sort = Union[str, Sequence[str], None]
"""Keys such as "date" or "-amount"."""

Names = Union[str, Iterable[str], None]
"""One name, or several of which one is enough."""

_MOST_KEYS = 8


def _constants(prefix: str) -> dict[str, int]:
    names = {
        name[len(prefix) :].lower(): number
        for name, number in vars(_abi).items()
        if name.startswith(prefix)
    }
    names.pop("none", None)
    return names


_SORTS = _constants("IEX_SORT_")
_SECTIONS = _constants("IEX_SECTION_")


def query(
    store: Store,
    sort: Sort = None,
    section: str | None = None,
    level: int | None = None,
    limit: int | None = None,
    flags: int = 0,
    *,
    month: str | None = None,
    first: Date | None = None,
    last: Date | None = None,
    type: Names = None,
    category: Any = None,
    account: Names = None,
    currency: Names = None,
    tags: Names = None,
    all_tags: Names = None,
    without_tags: Names = None,
    min_amount: Amount | None = None,
    max_amount: Amount | None = None,
    reimbursement: Any = None,
    text: str | None = None,
) -> _abi.iex_query:
    """Makes the query; without keywords it is for all expenses."""
    result = _abi.iex_query()
    result.struct_size = ctypes.sizeof(_abi.iex_query)
    result.flags = flags
    result.month = _month_number(month)
    if first is not None:
        result.first_date = date_number(first, "first")
    if last is not None:
        result.last_date = date_number(last, "last")
    result.types, result.type_count = _names(type, "type")
    result.category = category_text(category)
    result.accounts, result.account_count = _names(account, "account")
    result.currencies, result.currency_count = _names(currency, "currency")
    result.tags_any, result.tags_any_count = _names(tags, "tags")
    result.tags_all, result.tags_all_count = _names(all_tags, "all_tags")
    result.tags_none, result.tags_none_count = _names(without_tags, "without_tags")
    single = currency if isinstance(currency, str) else None
    if min_amount is not None:
        result.min_amount = parse_money(store, min_amount, single, "min_amount").amount_minor
        result.flags |= _abi.IEX_QUERY_MIN_AMOUNT
    if max_amount is not None:
        result.max_amount = parse_money(store, max_amount, single, "max_amount").amount_minor
        result.flags |= _abi.IEX_QUERY_MAX_AMOUNT
    result.reimbursements = _reimbursement_bits(reimbursement)
    result.text = optional_text(text, "text")
    keys = _sort_numbers(sort)
    sorts: Any = (ctypes.c_int32 * len(keys))(*keys)
    result.more_sorts = sorts
    result.more_sort_count = len(keys)
    result.section, result.section_level = _section_numbers(section, level)
    if limit is not None:
        result.limit = _limit_number(limit)
    return result


def _month_number(month: object) -> int:
    if month is None:
        return 0
    if not isinstance(month, str):
        raise TypeError(f'month must be a str such as "2026-03", not {month.__class__.__name__}')
    match = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", month)
    if not match or match[1] == "0000":
        raise InvalidError(f'month is {month!r}, and no month in the form "2026-03"')
    return int(match[1]) * 100 + int(match[2])


def _names(names: Names, field: str) -> tuple[Any, int]:
    """Makes a C array of one name or several; None is no condition."""
    if names is None:
        return None, 0
    if isinstance(names, str):
        names = [names]
    elif not isinstance(names, Iterable):
        raise TypeError(f"{field} must be a str or several, not {type(names).__name__}")
    texts = [c_text(name, field) for name in names]
    if not texts:
        raise InvalidError(f"{field} is empty: None is for any")
    return (ctypes.c_char_p * len(texts))(*texts), len(texts)


def _reimbursement_bits(states: object) -> int:
    if states is None:
        return 0
    if isinstance(states, (Reimbursement, str)) or not isinstance(states, Iterable):
        return 1 << reimbursement_of(states).value
    bits = 0
    for state in states:
        bits |= 1 << reimbursement_of(state).value
    if not bits:
        raise InvalidError("reimbursement is empty: None is for any")
    return bits


def _sort_numbers(sort: object) -> list[int]:
    keys = [sort] if isinstance(sort, str) else [] if sort is None else sort
    if not isinstance(keys, Sequence):
        raise TypeError(f"sort must be a str or several of them, not {type(sort).__name__}")
    if len(keys) > _MOST_KEYS:
        raise InvalidError(f"a query sorts by at most {_MOST_KEYS} keys")
    numbers = []
    for key in keys:
        if not isinstance(key, str):
            raise TypeError(f"a sort key must be a str, not {type(key).__name__}")
        numbers.append(_signed(key, _SORTS, "sort by"))
    return numbers


def _section_numbers(section: object, level: object) -> tuple[int, int]:
    if section is None:
        if level is not None:
            raise InvalidError("level is for sections, and there is no section")
        return 0, 0
    if not isinstance(section, str):
        raise TypeError(f'section must be a str such as "month", not {type(section).__name__}')
    return _signed(section, _SECTIONS, "make sections by"), level_number(level)


def level_number(level: object) -> int:
    """Makes the number of names of a category path; 0 is all of them."""
    if level is None:
        return 0
    number = whole(level, "level")
    if not 1 <= number <= 16:
        raise InvalidError(f"level is {number}: a category has 1 to 16 names")
    return number


def _signed(key: str, numbers: dict[str, int], what: str) -> int:
    descending, name = key.startswith("-"), key.lstrip("-")
    if name not in numbers or len(key) - len(name) > 1:
        raise InvalidError(f"can't {what} {key!r}, only by {', '.join(numbers)}")
    return -numbers[name] if descending else numbers[name]


def _limit_number(limit: object) -> int:
    number = whole(limit, "limit")
    if not 1 <= number < 2**63:
        raise InvalidError(f"limit is {number}: at least 1, or None for all")
    return number

"""Python values as the library takes them, and back: text, money, dates, ids.

Strict on the way in: a float is never money, a datetime never a civil date, and a text with an
embedded NUL never reaches C, which would see only its beginning.
"""

from __future__ import annotations

import datetime
import operator
import os
from decimal import Decimal
from typing import Any, Union

from . import _abi
from ._call import call, lib
from .errors import EncodingError, InvalidError, NotFoundError, OverflowError_

Amount = Union[str, Decimal, int]
"""Money going in: text such as "12.50" or "9 USD", a Decimal, or an int of whole units."""

Date = Union[datetime.date, str]
"""A civil date going in: a date, or ISO 8601 text."""

Path = Union[str, "os.PathLike[str]"]

_MOST_DIGITS = 20
"""More than any amount of 64 bits has, so that a huge number is refused before it is printed."""


def text(value: object, field: str) -> bytes:
    """Makes NUL-terminated UTF-8 of a str."""
    if not isinstance(value, str):
        raise TypeError(f"{field} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise InvalidError(f"{field} has an embedded NUL character", field=field)
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise EncodingError(f"{field} can't be written as UTF-8: {error}", field=field) from None


def string(value: bytes | None) -> str:
    """Copies a text that the library lent; NULL and "" are the same."""
    return value.decode() if value else ""


def optional_text(value: object, field: str) -> bytes | None:
    """Like `text`; None stays None."""
    return None if value is None else text(value, field)


def path_bytes(path: Path) -> bytes:
    """Makes the bytes of a file's path."""
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"a path must be a str or os.PathLike[str], not {type(path).__name__}")
    if "\0" in name:
        raise InvalidError("the path has an embedded NUL character")
    return os.fsencode(name)


def amount_text(amount: object, field: str = "amount") -> bytes:
    """Writes money as the library's own decimal text, without rounding it."""
    if isinstance(amount, str):
        return text(amount, field)
    if isinstance(amount, int) and not isinstance(amount, bool):
        if abs(amount) >= 10**_MOST_DIGITS:
            raise OverflowError_(f"{field} does not fit 64 bits of minor units", field=field)
        return b"%d" % amount
    if isinstance(amount, Decimal):
        return _decimal_text(amount, field)
    raise TypeError(
        f"{field} must be a str, a Decimal or an int of whole units, not {type(amount).__name__}"
    )


def _decimal_text(amount: Decimal, field: str) -> bytes:
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int):
        raise InvalidError(f"{field} is {amount}, which is no amount", field=field)
    if not amount:
        return b"0"
    if amount.adjusted() >= _MOST_DIGITS:
        raise OverflowError_(f"{field} does not fit 64 bits of minor units", field=field)
    if exponent < -3 * _MOST_DIGITS:
        raise InvalidError(f"{field} has more digits than any currency", field=field)
    # Zeros at the end add nothing to a number: 12.500 euros are 12.50 euros.
    digits = format(amount, "f")
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits).encode()


def decimal_of(minor: int, digits: int) -> Decimal:
    """Makes the exact Decimal, with all digits of its currency, in any decimal context."""
    return Decimal(f"{minor}E-{digits}") if digits else Decimal(minor)


def minor_of(amount: Decimal) -> int:
    """The minor units of an amount with all digits of its currency, in any decimal context."""
    sign, digits, _ = amount.as_tuple()
    number = int("".join(map(str, digits)))
    return -number if sign else number


def date_number(value: object, field: str = "date") -> int:
    """Makes the library's yyyymmdd."""
    if isinstance(value, datetime.datetime):
        raise TypeError(f"{field} must be a date without a time: call .date() on the datetime")
    if isinstance(value, datetime.date):
        return value.year * 10000 + value.month * 100 + value.day
    if isinstance(value, str):
        import ctypes

        number = ctypes.c_int32()
        call(lib.iex_date_parse, text(value, field), number)
        return number.value
    raise TypeError(f"{field} must be a datetime.date or a str, not {type(value).__name__}")


def date_of(number: int) -> datetime.date:
    """Makes the date of the library's yyyymmdd."""
    return datetime.date(number // 10000, number // 100 % 100, number % 100)


def id_number(value: object) -> int:
    """Checks an expense's id: ctypes would cut a wide int to 64 bits without a word."""
    number = whole(value, "an id")
    if not 0 < number < 2**63:
        raise NotFoundError(f"no expense has the id {number}")
    return number


def whole(value: Any, what: str) -> int:
    """Makes an int of anything that is one; a bool is not."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an int, not bool")
    return operator.index(value)


def own_currency(amount: object, currency: str) -> str | None:
    """The currency of the expense, unless the text of the amount names one itself."""
    if isinstance(amount, str) and any(map(str.isalpha, amount)):
        return None
    return currency


def money_of(money: _abi.iex_money) -> tuple[Decimal, str]:
    """Reads an iex_money: the amount and its currency."""
    return decimal_of(money.amount_minor, money.digits), money.currency.decode()

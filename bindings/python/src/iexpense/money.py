"""Exact arithmetic with money and civil dates, as the library does it, without a store.

Amounts are str, Decimal or int (whole units) going in and Decimal coming out, with all digits of
their currency; a float is a TypeError. What does not fit 64 bits of minor units is an error.
"""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from . import _abi
from ._call import call, lib
from ._values import (
    Amount,
    Date,
    amount_text,
    date_number,
    date_of,
    decimal_of,
    money_of,
    optional_text,
    text,
    whole,
)
from .errors import InvalidError, OverflowError_

__all__ = [
    "Money",
    "add_amounts",
    "add_days",
    "add_months",
    "add_years",
    "convert",
    "currency_digits",
    "format_amount",
    "iso_week",
    "parse_amount",
    "parse_date",
    "split",
    "today",
]


class Money(NamedTuple):
    """An amount and its currency."""

    amount: Decimal
    currency: str

    def __str__(self) -> str:
        # Never with an exponent, which str puts to an amount of 7 digits and more.
        return f"{self.amount:f} {self.currency}"


def parse_amount(amount: Amount, currency: str | None = None) -> Money:
    """Reads an amount: "12.50" with a currency beside it, or "12.50 USD"."""
    return Money(*money_of(_parse(amount, currency)))


def format_amount(amount: Amount, currency: str | None = None) -> str:
    """Writes an amount with all digits of its currency: "12.50"."""
    return format(parse_amount(amount, currency).amount, "f")


def currency_digits(currency: str) -> int:
    """Tells how many digits a currency of ISO 4217 has behind the point."""
    digits = ctypes.c_int32()
    call(lib.iex_currency_digits, text(currency, "currency"), digits)
    return digits.value


def add_amounts(first: Amount, second: Amount, currency: str) -> Decimal:
    """Adds two amounts of one currency; a sum that does not fit is an OverflowError."""
    left, right = _parse(first, currency), _parse(second, currency)
    total = ctypes.c_int64()
    call(lib.iex_amount_add, left.amount_minor, right.amount_minor, total)
    return decimal_of(total.value, left.digits)


def split(amount: Amount, currency: str, parts: int | Iterable[int]) -> list[Decimal]:
    """Splits an amount into equal parts, or by weights, so that the parts add up exactly.

    What can't be divided goes to the largest remainders, and among equals to the earlier part.
    """
    money = _parse(amount, currency)
    weights = None
    if isinstance(parts, Iterable):
        numbers = [whole(weight, "a weight") for weight in parts]
        count = len(numbers)
        if any(not 0 <= number < 2**63 for number in numbers):
            raise InvalidError("a weight is a whole number from 0 to 2^63 - 1")
        weights = (ctypes.c_int64 * count)(*numbers)
    else:
        count = whole(parts, "parts")
    if not 1 <= count <= 1_000_000:
        raise InvalidError(f"an amount is split into 1 to 1,000,000 parts, not {count}")
    shares = (ctypes.c_int64 * count)()
    call(lib.iex_amount_split, money.amount_minor, weights, count, shares)
    return [decimal_of(share, money.digits) for share in shares]


def convert(
    amount: Amount, source: str, target: str, rate: str | Decimal | int | Fraction
) -> Decimal:
    """Converts an amount at `rate` units of `target` for one of `source`, rounded half to even."""
    money = _parse(amount, source)
    if isinstance(rate, (bool, float)) or not isinstance(rate, (str, Decimal, int, Fraction)):
        raise TypeError(f"rate must be a str, Decimal, int or Fraction, not {type(rate).__name__}")
    try:
        ratio = Fraction(rate)
    except (ValueError, OverflowError):
        raise InvalidError(f"rate is {rate!r}, which is no number") from None
    if abs(ratio.numerator) >= 2**63 or ratio.denominator >= 2**63:
        raise OverflowError_(f"rate {rate} does not fit a ratio of two 64-bit numbers")
    converted = ctypes.c_int64()
    call(
        lib.iex_amount_convert,
        money.amount_minor,
        text(source, "source"),
        text(target, "target"),
        ratio.numerator,
        ratio.denominator,
        converted,
    )
    return decimal_of(converted.value, currency_digits(target))


def parse_date(written: str) -> datetime.date:
    """Reads a date of ISO 8601: "2026-03-14", "20260314" or "2026-W11-6"."""
    if not isinstance(written, str):
        raise TypeError(f"a written date is a str, not {type(written).__name__}")
    return date_of(date_number(written))


def today() -> datetime.date:
    """Tells today's date in the host's time zone."""
    return date_of(lib.iex_date_today())


def add_years(date: Date, years: int) -> datetime.date:
    """Steps by years: 29 February becomes 28 February in a common year."""
    return _step(date, years, 0, 0)


def add_months(date: Date, months: int) -> datetime.date:
    """Steps by months and keeps the day where the month has it: 31 January, 28 February.

    Step from the first date each time (1, 2, 3 months), so that 31 March follows 28 February.
    """
    return _step(date, 0, months, 0)


def add_days(date: Date, days: int) -> datetime.date:
    """Steps by days."""
    return _step(date, 0, 0, days)


def iso_week(date: Date) -> tuple[int, int]:
    """Tells the year and number of a date's week by ISO 8601."""
    year, week = ctypes.c_int32(), ctypes.c_int32()
    call(lib.iex_date_week, date_number(date), year, week)
    return year.value, week.value


def _parse(amount: Amount, currency: str | None) -> _abi.iex_money:
    money = _abi.iex_money()
    written = amount_text(amount)
    call(lib.iex_amount_parse, written, optional_text(currency, "currency"), money)
    return money


def _step(date: Date, years: int, months: int, days: int) -> datetime.date:
    steps = [whole(step, "a step") for step in (years, months, days)]
    if any(abs(step) >= 2**31 for step in steps):
        raise OverflowError_("the date would be outside the years 1 to 9999")
    result = ctypes.c_int32()
    call(lib.iex_date_add, date_number(date), *steps, result)
    return date_of(result.value)

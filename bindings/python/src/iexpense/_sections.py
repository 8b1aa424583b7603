"""Sections of a view, and the rows by which a view shows them."""

from __future__ import annotations

import ctypes
import datetime
from dataclasses import dataclass
from typing import Any

from . import _abi
from ._expense import _Value
from ._totals import Total, total_from
from ._values import date_of, string


@dataclass(frozen=True)
class Section(_Value):
    """Neighbours of a view that have the same type, month, …

    `date` is the first day of the period, where sections are made by dates; `position` is that of
    the first row; `count` and `totals` are of the expenses, one total for each currency.
    """

    __slots__ = ("count", "date", "position", "title", "totals")

    title: str
    date: datetime.date | None
    position: int
    count: int
    totals: tuple[Total, ...]


@dataclass(frozen=True)
class SectionRow(_Value):
    """The row at the head of a section, in a view with `section_rows`."""

    __slots__ = ("date", "title")

    title: str
    date: datetime.date | None


def date_or_none(number: int) -> datetime.date | None:
    """Makes the date of a period; 0 is none."""
    return date_of(number) if number else None


def totals_at(first: Any, count: int) -> tuple[Total, ...]:
    """Copies an array of totals that stands in another struct."""
    if not count:
        return ()
    step = first.contents.struct_size
    address = ctypes.addressof(first.contents)
    rows = (_abi.iex_total.from_address(address + step * index) for index in range(count))
    return tuple(total_from(row, 0) for row in rows)


def section_from(row: _abi.iex_section) -> Section:
    """Copies a section."""
    return Section(
        string(row.title),
        date_or_none(row.date),
        row.position,
        row.count,
        totals_at(row.totals, row.total_count),
    )

"""Names of the columns of a chart: days, months, quarters and years."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._chart import CurrencyChart

_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_STEPS = {"day": (1, 2, 5), "month": (1, 2, 3, 6, 12), "quarter": (1, 2, 4)}
_MOST_LABELS = 12


def period_labels(period: str, times: range) -> tuple[list[int], list[str]]:
    """Where columns have names beneath them, a dozen at most, and the names: a month or a year
    stands below the first of each."""
    steps = _STEPS.get(period, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000))
    step = next((size for size in steps if len(times) <= _MOST_LABELS * size), steps[-1])
    places = [place for place in times if _number(period, place) % step == 0]
    places = places if len(places) > 1 else list(times)[:: len(times)]
    labels = []
    before = ""
    for place in places:
        name, below = _names(period, place)
        labels.append(name if below in ("", before) else f"{name}\n{below}")
        before = below
    return places, labels


def time_range(charts: Sequence[CurrencyChart]) -> range:
    """From the first to the last column of any chart; of days, the whole month."""
    places = [place for chart in charts for place in chart.columns]
    first, last = min(places), max(places)
    if charts[0].period == "day":
        first -= datetime.date.fromordinal(first).day - 1
        date = datetime.date.fromordinal(last)
        last += calendar.monthrange(date.year, date.month)[1] - date.day
    return range(first, last + 1)


def time_title(charts: Sequence[CurrencyChart]) -> str:
    """What charts are of: "Spending from Feb 2025 to Mar 2026"."""
    places = [place for chart in charts for place in chart.columns]
    if not places:
        return "Spending"
    period = charts[0].period
    first, last = _months(period, min(places))[0], _months(period, max(places))[1]
    start, end = (f"{_NAMES[month % 12]} {month // 12}" for month in (first, last))
    return f"Spending in {start}" if start == end else f"Spending from {start} to {end}"


def _number(period: str, place: int) -> int:
    return datetime.date.fromordinal(place).day if period == "day" else place


def _names(period: str, place: int) -> tuple[str, str]:
    if period == "day":
        date = datetime.date.fromordinal(place)
        return str(date.day), f"{_NAMES[date.month - 1]} {date.year}"
    if period == "month":
        return _NAMES[place % 12], str(place // 12)
    if period == "quarter":
        return f"Q{place % 4 + 1}", str(place // 4)
    return str(place), ""


def _months(period: str, place: int) -> tuple[int, int]:
    """The first and the last month of a column, since the year 0."""
    if period == "day":
        date = datetime.date.fromordinal(place)
        return (date.year * 12 + date.month - 1,) * 2
    size = {"month": 1, "quarter": 3, "year": 12}[period]
    return place * size, place * size + size - 1

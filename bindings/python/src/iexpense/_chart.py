"""What a chart shows: exact sums of one currency each, by period, type and category.

Drawing is elsewhere; nothing here knows of pictures.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from . import _abi
from ._call import lib
from ._import_values import Phase, Progress
from ._query import query
from ._totals import Total, totals

if TYPE_CHECKING:
    from ._progress import ProgressCallback
    from ._query import Filter
    from ._store import Store

_MOST_TYPES = 6
_MOST_CATEGORIES = 10
_MOST_COLUMNS = 42
"""How many columns can be told from each other; above it, months become quarters, then years."""

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


@dataclass
class Bar:
    """A sum of what was spent, and one of what came back; both are 0 or more."""

    label: str
    spent: Decimal = Decimal()
    refunded: Decimal = Decimal()

    def add(self, amount: Decimal) -> None:
        """Takes in a sum: below 0 it came back."""
        if amount < 0:
            self.refunded -= amount
        else:
            self.spent += amount

    @property
    def size(self) -> Decimal:
        """What it is compared with others by."""
        return max(self.spent, self.refunded)


@dataclass
class CurrencyChart:
    """All that is shown of one currency."""

    currency: str
    period: str
    """What a column stands for: day, month, quarter or year."""

    count: int = 0
    whole: Bar = field(default_factory=lambda: Bar(""))
    columns: dict[int, dict[str, Bar]] = field(default_factory=dict)
    """The bars of the types by where their column stands: see `position`."""

    types: list[Bar] = field(default_factory=list)
    categories: list[Bar] = field(default_factory=list)


def charts(
    store: Store, level: int, filter: Filter, progress: ProgressCallback
) -> list[CurrencyChart]:
    """Reads what there is to show, the currency of most expenses first."""
    rows = _read(store, "month", level, filter, progress)
    # One scale of time, so that what stands below each other was at the same time.
    period = _period([position("month", row) for row in rows])
    if period == "day":
        rows = _read(store, "day", level, filter, progress)
    found: dict[str, list[Total]] = {}
    for row in rows:
        found.setdefault(row.currency, []).append(row)
    result = [_chart(currency, period, rows) for currency, rows in found.items()]
    return sorted(result, key=lambda chart: (-chart.count, chart.currency))


def position(period: str, row: Total) -> int:
    """Where a column stands: days, months, quarters or years since the year 0."""
    date = row.date or datetime.date.min
    if period == "day":
        return date.toordinal()
    return (date.year * 12 + date.month - 1) // _MONTHS[period]


def _read(
    store: Store, period: str, level: int, filter: Filter, progress: ProgressCallback
) -> list[Total]:
    """Reads sums of what was spent, and sums of what came back."""
    rows: list[Total] = []
    groups = (period, "type", "category")
    for refunds in (False, True):
        progress(Progress(Phase.READ, int(refunds), 2))
        asked = query(store, **filter)
        if _only(asked, refunds):
            handle = store._use()
            rows += totals(store._guard, groups, level, lib.iex_store_totals, handle, asked)
    return rows


def _only(asked: _abi.iex_query, refunds: bool) -> bool:
    """Narrows a query to refunds, or to the rest; False: it asks for none of them."""
    if refunds:
        most = asked.max_amount if asked.flags & _abi.IEX_QUERY_MAX_AMOUNT else -1
        asked.max_amount = min(most, -1)
        asked.flags |= _abi.IEX_QUERY_MAX_AMOUNT
        return not asked.flags & _abi.IEX_QUERY_MIN_AMOUNT or asked.min_amount < 0
    least = asked.min_amount if asked.flags & _abi.IEX_QUERY_MIN_AMOUNT else 0
    asked.min_amount = max(least, 0)
    asked.flags |= _abi.IEX_QUERY_MIN_AMOUNT
    return not asked.flags & _abi.IEX_QUERY_MAX_AMOUNT or asked.max_amount >= 0


def _chart(currency: str, period: str, rows: list[Total]) -> CurrencyChart:
    chart = CurrencyChart(currency, period)
    types: dict[str, Bar] = {}
    categories: dict[str, Bar] = {}
    for row in rows:
        chart.count += row.count
        chart.whole.add(row.amount)
        types.setdefault(row.type or "", Bar(row.type or "")).add(row.amount)
        name = row.category or ""
        categories.setdefault(name, Bar(name or "(no category)")).add(row.amount)
    chart.types, kept = _largest(types, _MOST_TYPES, "other types")
    chart.categories, _ = _largest(categories, _MOST_CATEGORIES, "other categories")
    for row in rows:
        name = row.type or ""
        label = name if name in kept else chart.types[-1].label
        column = chart.columns.setdefault(position(period, row), {})
        column.setdefault(label, Bar(label)).add(row.amount)
    return chart


def _period(months: Sequence[int]) -> str:
    """The smallest period whose columns can be told from each other."""
    if len(set(months)) < 2:
        return "day"
    for period, size in _MONTHS.items():
        if (max(months) - min(months)) // size < _MOST_COLUMNS:
            return period
    return "year"


def _largest(bars: dict[str, Bar], most: int, rest: str) -> tuple[list[Bar], set[str]]:
    """The largest bars, and what the others come to as the last one; and which they are."""
    names = sorted(bars, key=lambda name: (-bars[name].size, name))
    if len(names) <= most:
        return [bars[name] for name in names], set(names)
    kept = names[: most - 1]
    others = Bar(f"{len(names) - len(kept)} {rest}")
    for name in names[most - 1 :]:
        others.spent += bars[name].spent
        others.refunded += bars[name].refunded
    return [*(bars[name] for name in kept), others], set(kept)

"""What is known of a file, and what becomes of its rows, as tables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import iexpense
from iexpense import FindingState, RowStatus

from ._answers import said
from ._output import Output, shown
from ._table import CURRENCY, Column, aligned
from ._values import status_name

_PAGE = 500
_SHOWN = 10
"""How many rows of each status are shown without `--all`."""

_STATES = {
    FindingState.GIVEN: "given",
    FindingState.CERTAIN: "certain",
    FindingState.AMBIGUOUS: "ambiguous",
}
_FINDINGS = (
    Column("", "dim", marks={"ambiguous": "bold yellow"}),
    Column("", "bold"),
    Column("", gives_way=True),
)
_MARKS = {"new": "green", "rejected": "red", "suspected": "yellow", "differing": "yellow"}
_ROWS = (
    Column("line", "dim", right=True),
    Column("status", marks=_MARKS),
    Column("date"),
    Column("name", "bold", gives_way=True),
    Column("amount", right=True),
    CURRENCY,
    Column("why", "yellow", gives_way=True),
)
_MANY = (RowStatus.NEW, RowStatus.DUPLICATE)
_ORDER = (*_MANY, *(status for status in RowStatus if status not in _MANY))
WORTH_SHOWING = _ORDER[len(_MANY) :]
"""What a person should see of a file: not what is new or known, which are the many."""


def show_findings(out: Output, findings: Iterable[iexpense.Finding]) -> None:
    """Shows how a file is read, and what it leaves open."""
    rows = [[f"  {_STATES[one.state]}", one.key, shown(said(one))] for one in findings]
    out.table(_FINDINGS, rows)


def show_head(out: Output, summary: iexpense.ImportSummary) -> None:
    """Shows what a file is."""
    facts = [fact for fact in (summary.format, summary.encoding) if fact]
    if not summary.questions:
        facts.insert(0, "1 row" if summary.rows == 1 else f"{summary.rows:,} rows")
    if summary.profile_name:
        facts.append(f"profile {shown(summary.profile_name)}")
    out.line((shown(summary.name), "bold"), f": {', '.join(facts)}")


def statuses_to_show(everything: bool, new: bool) -> tuple[tuple[RowStatus, ...], int | None]:
    """Which rows are shown, and at most how many of each status."""
    if everything:
        return _ORDER, None
    return ((RowStatus.NEW, *WORTH_SHOWING) if new else WORTH_SHOWING), _SHOWN


def show_rows(
    out: Output, file: iexpense.Import, statuses: tuple[RowStatus, ...], most: int | None
) -> None:
    """Shows what becomes of the rows of these statuses, or of the first of each."""
    summary = file.summary
    if most is None:
        out.table(_ROWS, _cells_of(file.rows_with(*statuses)))
        return
    out.table(_ROWS, _cells_of(_first_rows(file, statuses, most)))
    for status in statuses:
        hidden = count_of(summary, status) - most
        if hidden > 0:
            out.note((f"and {hidden:,} more {status_name(status)}; --all shows them", "dim"))


def _first_rows(
    file: iexpense.Import, statuses: tuple[RowStatus, ...], most: int
) -> Iterator[iexpense.ImportRow]:
    """Gives the first rows of each status, in the file's order, and looks no further."""
    summary = file.summary
    left = {status: min(most, count_of(summary, status)) for status in statuses}
    left = {status: count for status, count in left.items() if count}
    if not left:
        return
    for row in file.rows_with(*left):
        if row.status in left:
            yield row
            left[row.status] -= 1
            if not left[row.status]:
                del left[row.status]
        if not left:
            return


def count_of(summary: iexpense.ImportSummary, status: RowStatus) -> int:
    """How many rows of a file have a status."""
    names = {RowStatus.DUPLICATE: "duplicates"}
    count: int = getattr(summary, names.get(status, status.name.lower()))
    return count


def _cells_of(rows: Iterable[iexpense.ImportRow]) -> Iterator[list[str]]:
    source = iter(rows)
    while page := list(itertools.islice(source, _PAGE)):
        amounts = iter(aligned(row.expense.amount for row in page if row.expense))
        for row in page:
            yield _cells(row, next(amounts) if row.expense else "")


def _cells(row: iexpense.ImportRow, amount: str) -> list[str]:
    expense = row.expense
    return [
        str(row.line),
        status_name(row.status),
        expense.date.isoformat() if expense else "",
        shown(expense.name) if expense else "",
        amount,
        expense.currency if expense else "",
        shown(_why(row)),
    ]


def _why(row: iexpense.ImportRow) -> str:
    place = row.column_name or (f"column {row.column}" if row.column else "")
    where = f'{place} "{row.cell}": ' if place else ""
    said = [f"{where}{row.reason}"] if row.reason else []
    return "; ".join([*said, *map(effect_text, row.effects)])


def effect_text(effect: iexpense.RuleEffect) -> str:
    """What a rule has done to a row."""
    if effect.field is None:
        return f"by rule {effect.rule}"
    return f"{effect.field} {effect.new or 'empty'} by rule {effect.rule}"

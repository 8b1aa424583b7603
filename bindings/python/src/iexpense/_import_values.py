"""What an import tells of a file: findings, rows, sums."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _abi
from ._expense import Expense, _Value, expense_from
from ._rules import RuleEffect, effect_from
from ._values import string

if TYPE_CHECKING:
    from collections.abc import Iterable


class RowStatus(enum.Enum):
    """What will become of a row of a file."""

    NEW = _abi.IEX_ROW_NEW
    DUPLICATE = _abi.IEX_ROW_DUPLICATE
    SUSPECTED = _abi.IEX_ROW_SUSPECTED
    LEFT_OUT = _abi.IEX_ROW_LEFT_OUT
    REMOVED_EARLIER = _abi.IEX_ROW_REMOVED_EARLIER
    REJECTED = _abi.IEX_ROW_REJECTED
    EXCLUDED = _abi.IEX_ROW_EXCLUDED
    DIFFERING = _abi.IEX_ROW_DIFFERING


class FindingState(enum.Enum):
    """How sure it is how a file is to be read."""

    GIVEN = _abi.IEX_FINDING_GIVEN
    CERTAIN = _abi.IEX_FINDING_CERTAIN
    AMBIGUOUS = _abi.IEX_FINDING_AMBIGUOUS


class Phase(enum.Enum):
    """What an import, an export or a chart is doing."""

    READ = _abi.IEX_PROGRESS_READ
    MATCH = _abi.IEX_PROGRESS_MATCH
    STORE = _abi.IEX_PROGRESS_STORE
    WRITE = _abi.IEX_PROGRESS_WRITE
    DRAW = -1  # not the library's: only this package draws


@dataclass(frozen=True)
class Progress(_Value):
    """How far it is: `done` of `total`, in bytes of a file while it is read, in expenses
    of the store while it is compared or written, in rows while they are stored, in parts of a chart
    while they are read and drawn. A `total` of 0 is not known.
    """

    __slots__ = ("done", "phase", "total")

    phase: Phase
    done: int
    total: int


@dataclass(frozen=True)
class Finding(_Value):
    """One thing that must be known to read a file: `str` is one readable line.

    `key` is the profile's key, such as "decimal" or "columns.amount", and `value` what would stand
    there, "" when it is ambiguous; then `candidates` are the values to answer with, none when any
    will do, such as a currency code. `line` and `example` show it; None and "" when none does.
    """

    __slots__ = ("candidates", "example", "key", "line", "state", "text", "value")

    key: str
    state: FindingState
    value: str
    candidates: tuple[str, ...]
    line: int | None
    example: str
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ImportRow(_Value):
    """One row of a file. `index` is its place in `rows`; `expense` is what it will be stored as
    (its id is 0), None when rejected; `column` counts from 1 and is 0 when the whole row is at
    fault; `duplicate_of` is the id of the expense that it is, or may be, the same as; `effects` are
    what the rules have done to it."""

    __slots__ = (
        "cell",
        "column",
        "column_name",
        "duplicate_of",
        "effects",
        "expense",
        "index",
        "line",
        "reason",
        "status",
    )

    index: int
    status: RowStatus
    line: int
    column: int
    duplicate_of: int | None
    expense: Expense | None
    column_name: str
    cell: str
    reason: str
    effects: tuple[RuleEffect, ...]


@dataclass(frozen=True)
class ImportSummary(_Value):
    """What is known of a file: `str` is one readable line. The numbers behind `rows`, from `new` to
    `differing`, add up to it; `questions` are open when it can't be committed; `profile_name` is
    the saved profile that it was read with, or None."""

    __slots__ = (
        "differing",
        "duplicates",
        "encoding",
        "excluded",
        "format",
        "left_out",
        "name",
        "new",
        "profile_name",
        "questions",
        "rejected",
        "removed_earlier",
        "rows",
        "suspected",
        "text",
    )

    rows: int
    new: int
    duplicates: int
    suspected: int
    left_out: int
    removed_earlier: int
    rejected: int
    excluded: int
    differing: int
    format: str
    encoding: str
    name: str
    text: str
    questions: tuple[str, ...]
    profile_name: str | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ImportResult(_Value):
    """What a commit stored: `str` is the summary's line; `revision` is 0 when nothing was new."""

    __slots__ = ("label", "revision", "summary")

    summary: ImportSummary
    revision: int
    label: str

    def __str__(self) -> str:
        return self.summary.text


def finding_from(raw: _abi.iex_finding) -> Finding:
    """Copies a finding that the library lent."""
    return Finding(
        string(raw.key),
        FindingState(raw.state),
        string(raw.value),
        tuple(string(raw.candidates[index]) for index in range(raw.candidate_count)),
        raw.line or None,
        string(raw.example),
        string(raw.text),
    )


def summary_from(raw: _abi.iex_import_summary) -> ImportSummary:
    """Copies a summary that the library lent."""
    return ImportSummary(
        raw.rows,
        raw.fresh,
        raw.duplicates,
        raw.suspected,
        raw.left_out,
        raw.removed_earlier,
        raw.rejected,
        raw.excluded,
        raw.differing,
        string(raw.format),
        string(raw.encoding),
        string(raw.name),
        string(raw.text),
        tuple(string(raw.question_text).splitlines()),
        string(raw.profile_name) or None,
    )


def rows_from(
    raws: Iterable[_abi.iex_import_row], first: int, wanted: frozenset[int] | None = None
) -> list[ImportRow]:
    """Copies rows that the library lent, or those whose status is wanted; the first row lent has
    the number `first`."""
    return [
        ImportRow(
            index,
            RowStatus(row.status),
            row.line,
            row.column,
            row.duplicate_of or None,
            expense_from(row.expense.contents) if row.expense else None,
            string(row.column_name),
            string(row.cell),
            string(row.reason),
            tuple(effect_from(row.effects[number]) for number in range(row.effect_count)),
        )
        for index, row in enumerate(raws, first)
        if wanted is None or row.status in wanted
    ]

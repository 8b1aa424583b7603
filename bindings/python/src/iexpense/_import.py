"""Reading files: open, look at what would become of each row, commit."""

from __future__ import annotations

import ctypes
import enum
import json
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union, overload

from . import _abi
from ._call import call, lib, rows
from ._closing import Closing
from ._expense import Expense, _Value, expense_from
from ._guard import Guard
from ._values import Path, optional_text, path_bytes, string
from .errors import AmbiguousFileError

if TYPE_CHECKING:
    from ._store import Store

_PAGE = 512

Profile = Mapping[str, Any]
"""How a file is to be read; what stands in it is described in iexpense.h, section File."""

Content = Union[bytes, bytearray, memoryview]


class RowStatus(enum.Enum):
    """What will become of a row of a file."""

    NEW = _abi.IEX_ROW_NEW
    DUPLICATE = _abi.IEX_ROW_DUPLICATE
    SUSPECTED = _abi.IEX_ROW_SUSPECTED
    LEFT_OUT = _abi.IEX_ROW_LEFT_OUT
    REMOVED_EARLIER = _abi.IEX_ROW_REMOVED_EARLIER
    REJECTED = _abi.IEX_ROW_REJECTED


@dataclass(frozen=True)
class ImportRow(_Value):
    """One row of a file. `expense` is what it will be stored as (its id is 0), None when rejected;
    `column` counts from 1 and is 0 when the whole row is at fault."""

    __slots__ = (
        "cell",
        "column",
        "column_name",
        "duplicate_of",
        "expense",
        "line",
        "reason",
        "status",
    )

    status: RowStatus
    line: int
    column: int
    duplicate_of: int | None
    expense: Expense | None
    column_name: str
    cell: str
    reason: str


@dataclass(frozen=True)
class ImportSummary(_Value):
    """What is known of a file: `str` is one readable line. The six numbers behind `rows` add up
    to it; `questions` are open when it can't be committed."""

    __slots__ = (
        "duplicates",
        "encoding",
        "format",
        "left_out",
        "name",
        "new",
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
    format: str
    encoding: str
    name: str
    text: str
    questions: tuple[str, ...]

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


class ImportRows(Sequence[ImportRow]):
    """The rows of an open import, read as they are asked for."""

    def __init__(self, owner: Import) -> None:
        self._import = owner

    def __len__(self) -> int:
        return self._import.summary.rows

    @overload
    def __getitem__(self, index: int) -> ImportRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[ImportRow]: ...

    def __getitem__(self, index: int | slice) -> ImportRow | list[ImportRow]:
        if isinstance(index, slice):
            wanted = range(*index.indices(len(self)))
            if wanted.step == 1:
                return self._import._read(wanted.start, len(wanted))
            return [self[offset] for offset in wanted]
        offset = index if index >= 0 else len(self) + index
        page = self._import._read(offset, 1) if 0 <= offset < 2**63 else []
        if not page:
            raise IndexError(f"the file has no row {index}")
        return page[0]

    def __iter__(self) -> Iterator[ImportRow]:
        offset = 0
        while page := self._import._read(offset, _PAGE):
            yield from page
            offset += len(page)


class Import(Closing):
    """A file that was opened for import: nothing is stored before `commit`."""

    def __init__(
        self,
        store: Store,
        source: Path | Content,
        profile: Profile | None = None,
        account: str | None = None,
        format: str | None = None,
        name: str | None = None,
    ) -> None:
        self._store = store
        options = _abi.iex_import_options()
        options.struct_size = ctypes.sizeof(_abi.iex_import_options)
        options.profile = _profile_text(profile)
        options.account = optional_text(account, "account")
        options.format = optional_text(format, "format")
        options.name = optional_text(name, "name")
        handle = ctypes.c_void_p()
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
            call(lib.iex_import_open_bytes, store._use(), content, len(content), options, handle)
        else:
            call(lib.iex_import_open, store._use(), path_bytes(source), options, handle)
        self._guard = Guard("import", lib.iex_import_close, handle.value)
        weakref.finalize(self, self._guard.close)

    @property
    def summary(self) -> ImportSummary:
        """What is known of the file."""
        raw = _abi.iex_import_summary()
        raw.struct_size = ctypes.sizeof(_abi.iex_import_summary)
        call(lib.iex_import_describe, self._use(), raw)
        with self._store._guard, self._guard:
            return _summary_from(raw)

    @property
    def questions(self) -> tuple[str, ...]:
        """What the file leaves open, and the profile can settle."""
        return self.summary.questions

    @property
    def rows(self) -> ImportRows:
        """What would become of each row."""
        return ImportRows(self)

    def commit(self) -> ImportResult:
        """Stores the new rows as one change, which one undo takes back."""
        summary = self.summary
        if summary.questions:
            raise AmbiguousFileError(
                f"{summary.name} leaves open: " + "; ".join(summary.questions),
                questions=summary.questions,
            )
        step = _abi.iex_step()
        call(lib.iex_import_commit, self._use(), step)
        return ImportResult(summary, step.revision, step.label.decode())

    def close(self) -> None:
        """Lets the file go; what was not committed is forgotten."""
        self._guard.close()

    def _read(self, offset: int, limit: int) -> list[ImportRow]:
        page = ctypes.c_void_p()
        try:
            call(lib.iex_import_read, self._use(), offset, limit, page)
            with self._store._guard:
                found = rows(_abi.iex_import_row, lib.iex_import_page_rows, page)
                return [_row_from(row) for row in found]
        finally:
            lib.iex_import_page_close(page)

    def _use(self) -> int | None:
        self._store._use()
        return self._guard.use()


def _profile_text(profile: object) -> bytes | None:
    if profile is None:
        return None
    if not isinstance(profile, Mapping):
        raise TypeError(f"profile must be a mapping, not {type(profile).__name__}")
    return json.dumps(dict(profile)).encode()


def _summary_from(raw: _abi.iex_import_summary) -> ImportSummary:
    return ImportSummary(
        raw.rows,
        raw.fresh,
        raw.duplicates,
        raw.suspected,
        raw.left_out,
        raw.removed_earlier,
        raw.rejected,
        string(raw.format),
        string(raw.encoding),
        string(raw.name),
        string(raw.text),
        tuple(string(raw.question_text).splitlines()),
    )


def _row_from(row: _abi.iex_import_row) -> ImportRow:
    return ImportRow(
        RowStatus(row.status),
        row.line,
        row.column,
        row.duplicate_of or None,
        expense_from(row.expense.contents) if row.expense else None,
        string(row.column_name),
        string(row.cell),
        string(row.reason),
    )

"""Reading files: open, answer what is open, look at what would become of each row, commit."""

from __future__ import annotations

import contextlib
import ctypes
import json
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, overload

from . import _abi
from ._call import call, lib, rows
from ._closing import Closing
from ._guard import Guard
from ._import_values import (
    Finding,
    FindingState,
    ImportResult,
    ImportRow,
    ImportSummary,
    RowStatus,
    finding_from,
    rows_from,
    summary_from,
)
from ._pack import pack_update
from ._profiles import Profile, json_text, profile_text
from ._progress import ProgressCallback, Watcher
from ._rules import RuleRun, effects_from, run_flags
from ._values import Path, optional_text, path_bytes, string, whole
from .errors import AmbiguousFileError, HandleError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._expense import Fields
    from ._store import Store

_PAGE = 512

_SCAN = 8192
"""How many rows are looked at at a time when few of them are wanted."""

Content = Union[bytes, bytearray, memoryview]


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
    """A file that was opened for import: nothing is stored before `commit`.

    While there are `questions`, it can't be committed: `answer` them. Then `rows` shows what would
    become of each row, and `exclude`, `include` and `edit` change that.
    """

    def __init__(
        self,
        store: Store,
        source: Path | Content,
        profile: Profile | None = None,
        account: str | None = None,
        format: str | None = None,
        name: str | None = None,
        progress: ProgressCallback | None = None,
    ) -> None:
        self._store = store
        self._watcher = Watcher(progress)
        options = _abi.iex_import_options()
        options.struct_size = ctypes.sizeof(_abi.iex_import_options)
        options.profile = profile_text(profile)
        options.account = optional_text(account, "account")
        options.format = optional_text(format, "format")
        options.name = optional_text(name, "name")
        self._watcher.register(options)
        handle = ctypes.c_void_p()
        opened = self._watcher.call
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
            size = len(content)
            opened(lib.iex_import_open_bytes, store._use(), content, size, options, handle)
        else:
            opened(lib.iex_import_open, store._use(), path_bytes(source), options, handle)
        self._guard = Guard("import", lib.iex_import_close, handle.value)
        # How many rows there are; only an answer changes that, and the library counts them all.
        self._count: int | None = None
        weakref.finalize(self, self._guard.close)

    @property
    def summary(self) -> ImportSummary:
        """What is known of the file."""
        raw = _abi.iex_import_summary()
        raw.struct_size = ctypes.sizeof(_abi.iex_import_summary)
        call(lib.iex_import_describe, self._use(), raw)
        with self._store._guard, self._guard:
            return summary_from(raw)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """How the file is read: what was given, what the whole file shows, and what is open."""
        handle = self._use()
        with self._store._guard, self._guard:
            found = rows(_abi.iex_finding, lib.iex_import_findings, handle)
            return tuple(finding_from(finding) for finding in found)

    @property
    def questions(self) -> tuple[Finding, ...]:
        """What the file leaves open, and `answer` settles."""
        return tuple(f for f in self.findings if f.state is FindingState.AMBIGUOUS)

    def answer(self, answers: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        """Answers questions and reads the file again: `answer(decimal=",")`.

        What is said is put over what was given before. `answers` may have the keys of questions
        as they are: `answer({"columns.amount": "Net"})`. What `exclude`, `include` and `edit` did
        is forgotten. When an answer is refused, everything is as it was.
        """
        profile = _profile_of({**(answers or {}), **more})
        try:
            self._watcher.call(lib.iex_import_answer, self._use(), json_text(profile, "answers"))
        finally:
            self._count = None

    @property
    def profile(self) -> dict[str, Any]:
        """The profile that the file is read with: all that is given and certain, and its header.

        `store.profiles["Visa"] = file.profile` saves it for the next file with this header.
        """
        handle = self._use()
        with self._store._guard, self._guard:
            profile: dict[str, Any] = json.loads(string(lib.iex_import_profile(handle)))
            return profile

    @property
    def rows(self) -> ImportRows:
        """What would become of each row."""
        return ImportRows(self)

    def rows_with(self, *statuses: RowStatus) -> Iterator[ImportRow]:
        """The rows of these statuses, in the file's order: quick also where they are few of
        millions. What becomes of rows meanwhile is seen from one page of them to the next."""
        wanted = frozenset(status.value for status in statuses)
        offset = 0
        while wanted:
            count, page = self._read_page(offset, _SCAN, wanted)
            yield from page
            offset += count
            if not count:
                return

    def exclude(self, *wanted: int | ImportRow) -> None:
        """Takes rows out of what will be stored; a row is one of `rows` or its index there."""
        for row in wanted:
            self._set(row, RowStatus.EXCLUDED)

    def include(self, *wanted: int | ImportRow) -> None:
        """Takes rows in that were suspected, left out, removed earlier or excluded; of another
        store, one that differs is stored with the values that it has there."""
        for row in wanted:
            self._set(row, RowStatus.NEW)

    def edit(self, row: int | ImportRow, /, **fields: Unpack[Fields]) -> None:
        """Changes what a row will be stored as; the fields are those of `Store.update`."""
        index = self._index(row)
        raw, bits = pack_update(self._store, fields, lambda: self.rows[index].expense)
        call(lib.iex_import_edit_row, self._use(), index, raw, bits)

    def apply_rules(self, *, dry_run: bool = False) -> RuleRun:
        """Runs the rules of the store on the rows; with `dry_run` only tells what would change.

        Each row then says in its `effects` which rule has set which field. It takes the place of an
        earlier run. What `edit`, `exclude` and `include` have said of a row stands over the rules.
        """
        effects = effects_from(
            self._store, lib.iex_import_apply_rules, self._use(), run_flags(dry_run)
        )
        return RuleRun(effects, dry_run)

    def take_back_rules(self) -> None:
        """Takes back what `apply_rules` has done to the rows."""
        call(lib.iex_import_apply_rules, self._use(), _abi.IEX_RULES_TAKE_BACK, None)

    def commit(self) -> ImportResult:
        """Stores the new and suspected rows as one change, which one undo takes back."""
        summary = self.summary
        if questions := self.questions:
            raise AmbiguousFileError(
                f"{summary.name} leaves open: " + "; ".join(map(str, questions)),
                questions=questions,
            )
        step = _abi.iex_step()
        self._watcher.call(lib.iex_import_commit, self._use(), step)
        # What was stored, unless a subscriber has closed the import or the store meanwhile.
        with contextlib.suppress(HandleError):
            summary = self.summary
        return ImportResult(summary, step.revision, step.label.decode())

    def close(self) -> None:
        """Lets the file go; what was not committed is forgotten."""
        self._guard.close()

    def _set(self, row: int | ImportRow, status: RowStatus) -> None:
        call(lib.iex_import_set_row, self._use(), self._index(row), status.value)

    def _index(self, row: int | ImportRow) -> int:
        if isinstance(row, ImportRow):
            return row.index
        index = whole(row, "row")
        if self._count is None:
            self._count = len(self.rows)
        count = self._count
        if not -count <= index < count:
            raise IndexError(f"the file has no row {index}")
        return index % count

    def _read(self, offset: int, limit: int) -> list[ImportRow]:
        return self._read_page(offset, limit)[1]

    def _read_page(
        self, offset: int, limit: int, wanted: frozenset[int] | None = None
    ) -> tuple[int, list[ImportRow]]:
        """Reads rows; tells how many there are, and gives those of the statuses wanted."""
        page = ctypes.c_void_p()
        try:
            call(lib.iex_import_read, self._use(), offset, limit, page)
            with self._store._guard:
                found = rows(_abi.iex_import_row, lib.iex_import_page_rows, page)
                return len(found), rows_from(found, offset, wanted)
        finally:
            lib.iex_import_page_close(page)

    def _use(self) -> int | None:
        self._store._use()
        return self._guard.use()


def _profile_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Puts the keys of columns, such as "columns.amount", into one object."""
    profile: dict[str, Any] = {}
    columns: dict[str, Any] = {}
    for key, value in answers.items():
        if key == "columns" and isinstance(value, Mapping):
            columns.update(value)
        elif key.startswith("columns."):
            columns[key.partition(".")[2]] = value
        else:
            profile[key] = value
    if columns:
        profile["columns"] = columns
    return profile

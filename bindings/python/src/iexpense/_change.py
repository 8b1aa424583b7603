"""What a subscriber is told, and what the history keeps."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import _abi
from ._call import ids_array, lib, rows
from ._expense import Expense, _Value, read_page
from ._guard import Guard
from ._values import id_number, string
from .errors import HandleError, NotFoundError, field_names


class ChangeKind(enum.Enum):
    """What made a change."""

    EDIT = _abi.IEX_CHANGE_EDIT
    UNDO = _abi.IEX_CHANGE_UNDO
    REDO = _abi.IEX_CHANGE_REDO
    SETTINGS = _abi.IEX_CHANGE_SETTINGS
    INITIAL = _abi.IEX_CHANGE_INITIAL
    RESET = _abi.IEX_CHANGE_RESET


class Ids(Sequence[int]):
    """Ids of expenses in order, kept as ranges: a change of millions of neighbours is one range."""

    __slots__ = ("_length", "ranges")

    def __init__(self, ranges: Sequence[range] = ()) -> None:
        self.ranges = tuple(ranges)
        self._length = sum(map(len, self.ranges))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        for part in self.ranges:
            yield from part

    def __contains__(self, number: object) -> bool:
        return any(number in part for part in self.ranges)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(self)[index]
        offset = index if index >= 0 else self._length + index
        for part in self.ranges:
            if 0 <= offset < len(part):
                return part[offset]
            offset -= len(part)
        raise IndexError(f"there is no id {index}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ids):
            return self.ranges == other.ranges
        if isinstance(other, (list, tuple, range)):
            return list(self) == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __repr__(self) -> str:
        parts = (
            f"{part[0]}" if len(part) == 1 else f"{part[0]}…{part[-1]}" for part in self.ranges
        )
        return f"<Ids {', '.join(parts)}>"


@dataclass(frozen=True)
class Revision(_Value):
    """One entry of the history.

    `expense` is there in the history of one expense: its state after this change, and for its
    removal the state before. `undone_by` is the revision that undid this one, or 0.
    """

    __slots__ = (
        "added",
        "expense",
        "fields",
        "instance",
        "kind",
        "label",
        "origin",
        "removed",
        "revisions",
        "target",
        "time",
        "undone_by",
        "updated",
    )

    kind: ChangeKind
    revisions: range
    time: datetime.datetime
    instance: int
    origin: str
    label: str
    added: int
    updated: int
    removed: int
    fields: frozenset[str]
    target: int
    undone_by: int
    expense: Expense | None

    @property
    def revision(self) -> int:
        """The last revision it covers."""
        return self.revisions[-1]


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def revision_from(row: _abi.iex_revision, expense: Expense | None = None) -> Revision:
    """Copies the head of a change."""
    return Revision(
        ChangeKind(row.kind),
        range(row.first_revision, row.last_revision + 1),
        _EPOCH + datetime.timedelta(milliseconds=row.time_ms),
        row.instance,
        string(row.origin),
        string(row.label),
        row.added,
        row.updated,
        row.removed,
        field_names(row.fields),
        row.target,
        row.undone_by,
        expense,
    )


class Change:
    """One change, as a subscriber is told of it.

    All of it is a copy that stays, but for `old` and `new`, which read the store: for a subscriber
    until it returns, in a loop over `store.changes()` until the store is closed. `str(change)` is
    one readable line.
    """

    def __init__(self, pointer: int, guard: Guard) -> None:
        self._pointer: int | None = pointer
        self._guard = guard
        head = revision_from(lib.iex_change_info(pointer).contents)
        self.kind = head.kind
        self.revisions = head.revisions
        self.time = head.time
        self.instance = head.instance
        self.origin = head.origin
        self.label = head.label
        self.target = head.target
        self.fields = head.fields
        self._text = string(lib.iex_change_describe(pointer))
        self._updates: list[tuple[range, int]] = []
        ranges: dict[int, list[range]] = {}
        for item in rows(_abi.iex_change_item, lib.iex_change_items, pointer):
            part = range(item.first_id, item.first_id + item.count)
            ranges.setdefault(item.kind, []).append(part)
            if item.kind == _abi.IEX_ITEM_UPDATED:
                self._updates.append((part, item.fields))
        self.added = Ids(ranges.get(_abi.IEX_ITEM_ADDED, ()))
        self.updated = Ids(ranges.get(_abi.IEX_ITEM_UPDATED, ()))
        self.removed = Ids(ranges.get(_abi.IEX_ITEM_REMOVED, ()))

    @classmethod
    def _reset(cls, first: Change, last: Change) -> Change:
        """One reset in place of many changes that nobody has taken."""
        change = cls.__new__(cls)
        change._pointer = None
        change._guard = first._guard
        change.kind = ChangeKind.RESET
        change.revisions = range(first.revisions.start, last.revisions.stop)
        change.time = last.time
        change.instance = change.target = 0
        change.origin = ""
        change.label = "more changes than wait for a loop"
        change.fields = frozenset()
        revisions = f"#{first.revisions.start}–{last.revision}"  # noqa: RUF001, as the library
        change._text = f"{revisions}: everything may have changed"
        change._updates = []
        change.added = change.updated = change.removed = Ids()
        return change

    @property
    def revision(self) -> int:
        """The last revision it covers."""
        return self.revisions[-1]

    def fields_of(self, id: int) -> frozenset[str]:
        """Names the fields that this change gave another value in an updated expense."""
        for part, bits in self._updates:
            if id in part:
                return field_names(bits)
        return frozenset()

    def old(self, id: int) -> Expense | None:
        """Reads an expense as it was before the change; None when it was not there."""
        return self._read(lib.iex_change_read_old, id, self.added)

    def new(self, id: int) -> Expense | None:
        """Reads an expense as it is after the change; None when it is gone."""
        return self._read(lib.iex_change_read_new, id, self.removed)

    def _read(self, function: Any, id: int, absent: Ids) -> Expense | None:
        self._use()
        number = id_number(id)
        if number in absent:
            return None
        if not any(number in part for part in (self.added, self.updated, self.removed)):
            raise NotFoundError(f"the change has no expense {number}")
        return self._value(function, number)

    def _value(self, function: Any, number: int) -> Expense | None:
        """Reads an expense before or after the change, touched by it or not; None: not there."""
        try:
            return read_page(self._guard, function, self._use(), ids_array([number]), 1)[0]
        except NotFoundError:
            return None

    def _use(self) -> int:
        if self._pointer is None:
            raise HandleError("the change is over, or a reset: it has no old and new values")
        return self._pointer

    def _end(self) -> None:
        self._pointer = None

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Change {self._text}>"

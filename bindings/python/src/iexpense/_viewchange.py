"""What a view's subscriber is told: how its rows and sections have changed."""

from __future__ import annotations

import datetime
import enum
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _abi
from ._call import lib, rows
from ._change import Change
from ._expense import Expense, _Value
from ._guard import Guard
from ._sections import date_or_none, totals_at
from ._totals import Total
from ._values import id_number, string
from .errors import field_names

if TYPE_CHECKING:
    from ._view import Expenses


class RowChangeKind(enum.Enum):
    """What happened to a row or a section of a view."""

    REMOVED = _abi.IEX_VIEW_REMOVED
    INSERTED = _abi.IEX_VIEW_INSERTED
    MOVED = _abi.IEX_VIEW_MOVED
    UPDATED = _abi.IEX_VIEW_UPDATED


@dataclass(frozen=True)
class RowChange(_Value):
    """One row: where it was and where it is, None for nowhere; `id` is None for a section row."""

    __slots__ = ("fields", "id", "kind", "new_position", "old_position")

    kind: RowChangeKind
    old_position: int | None
    new_position: int | None
    id: int | None
    fields: frozenset[str]


@dataclass(frozen=True)
class SectionChange(_Value):
    """One section that came, went, or has another count or other totals.

    The positions are among the sections; None for nowhere.
    """

    __slots__ = (
        "date",
        "kind",
        "new_count",
        "new_position",
        "new_totals",
        "old_count",
        "old_position",
        "old_totals",
        "title",
    )

    kind: RowChangeKind
    title: str
    date: datetime.date | None
    old_position: int | None
    new_position: int | None
    old_count: int
    new_count: int
    old_totals: tuple[Total, ...]
    new_totals: tuple[Total, ...]


class ViewChange:
    """How one change of the store has changed a view. `str(change)` is one readable line.

    `rows` has those removed first, in order of their old position, and then the others, in order of
    their new one. With `reset` there are none: read the view again. `change` is the store's; as
    with that, everything but `old` and `new` is a copy that stays.
    """

    def __init__(self, pointer: int, guard: Guard) -> None:
        self.change = Change(lib.iex_view_change_change(pointer), guard)
        head = lib.iex_view_change_info(pointer).contents
        self.old_count: int = head.old_count
        self.new_count: int = head.new_count
        self.reset = bool(head.flags & _abi.IEX_DIFFERENCE_RESET)
        self._text = string(lib.iex_view_change_describe(pointer))
        items = rows(_abi.iex_view_item, lib.iex_view_change_items, pointer)
        self.rows = tuple(_row_change_from(row) for row in items)
        sections = rows(_abi.iex_section_change, lib.iex_view_change_sections, pointer)
        self.sections = tuple(_section_change_from(row) for row in sections)

    @property
    def revision(self) -> int:
        """The last revision it covers."""
        return self.change.revision

    def old(self, id: int) -> Expense | None:
        """Reads an expense as it was before the change; None when it was not there."""
        return self.change._value(lib.iex_change_read_old, id_number(id))

    def new(self, id: int) -> Expense | None:
        """Reads an expense as it is after the change; None when it is not there."""
        return self.change._value(lib.iex_change_read_new, id_number(id))

    def apply(self, shown: MutableSequence[Any], view: Expenses[Any] | Sequence[Any]) -> None:
        """Makes of a list of the view's old rows one of its new ones, reading only those that
        changed; to be called while the view stands at this change."""
        if self.reset:
            shown[:] = view[:]
            return
        gone = {RowChangeKind.REMOVED, RowChangeKind.MOVED}
        leaving = [row.old_position for row in self.rows if row.kind in gone]
        for position in sorted((p for p in leaving if p is not None), reverse=True):
            del shown[position]
        for row in self.rows:
            if row.new_position is None:
                continue
            if row.kind is RowChangeKind.UPDATED:
                shown[row.new_position] = view[row.new_position]
            else:
                shown.insert(row.new_position, view[row.new_position])

    def _end(self) -> None:
        self.change._end()

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<ViewChange {self._text}>"


def _position(number: int) -> int | None:
    return None if number < 0 else number


def _row_change_from(row: _abi.iex_view_item) -> RowChange:
    return RowChange(
        RowChangeKind(row.kind),
        _position(row.old_position),
        _position(row.new_position),
        row.id or None,
        field_names(row.fields),
    )


def _section_change_from(row: _abi.iex_section_change) -> SectionChange:
    return SectionChange(
        RowChangeKind(row.kind),
        string(row.title),
        date_or_none(row.date),
        _position(row.old_position),
        _position(row.new_position),
        row.old_count,
        row.new_count,
        totals_at(row.old_totals, row.old_total_count),
        totals_at(row.new_totals, row.new_total_count),
    )

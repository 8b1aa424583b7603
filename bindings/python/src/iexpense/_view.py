"""The live view: a query that stays true by itself, and says how it has changed."""

from __future__ import annotations

import ctypes
import operator
import weakref
from collections.abc import Collection, Iterable, Iterator, Reversible
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from . import _abi, _arrow
from ._call import call, ids_array, lib, number, rows
from ._closing import Closing
from ._columns import Columns
from ._expense import Expense, _Value, expense_from
from ._guard import Guard
from ._html import view_html
from ._pack import pack_update
from ._rows import Rows, Walk
from ._rules import RuleRun, effects_from, run_flags
from ._sections import Section, SectionRow, date_or_none, section_from
from ._subscription import Subscription, ViewSubscriber, subscribe_view
from ._totals import Totals, totals
from ._values import id_number, string, whole
from .errors import HandleError, InvalidError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._expense import Fields
    from ._store import Store

_PAGE = 512
"""How many rows an iteration makes at a time."""

_ALL = 2**63 - 1

_count = lib.iex_view_count

Row = TypeVar("Row", covariant=True)


@dataclass(frozen=True)
class Splice(_Value):
    """One step of a queued view: at `position`, `removed` rows went and `added` ones came; or,
    where both are 0, `updated` rows from there on have other values."""

    __slots__ = ("added", "position", "removed", "updated")

    position: int
    removed: int
    added: int
    updated: int


class Expenses(Closing, Collection[Row], Reversible[Row]):
    """The expenses that fit a query, in its order: a live sequence, and a table.

    `pyarrow.table(view)`, `polars.DataFrame(view)`, `pandas.DataFrame.from_arrow(view)` and
    `duckdb.sql("… from view")` read it as an Arrow table, and `column` reads one of its columns
    into numpy. It has all that a sequence has, but is no `collections.abc.Sequence`: whoever takes
    tables would take it for a list of rows.

    Length, indexes and slices tell what the last commit of any program has left, never what an open
    transaction has written; a slice is a list and stays as it is. An iteration gives what was in
    the view when it began, each expense once, but for what was removed before its turn came; so
    that a loop may change what it walks over. A view with subscribers stands at the change that it
    has told last, and a `queued` one stands still until it is stepped or the store dispatches.
    """

    def __init__(self, store: Store, query: _abi.iex_query) -> None:
        self._store = store
        self._columns = Columns()
        self._queued = bool(query.flags & _abi.IEX_QUERY_QUEUED)
        self._has_section_rows = bool(query.flags & _abi.IEX_QUERY_SECTION_ROWS)
        handle = ctypes.c_void_p()
        call(lib.iex_view_open, store._use(), query, handle)
        self._handle = handle.value
        self._owners = store._gate._owners
        self._guard = Guard("view", lib.iex_view_close, handle.value)
        weakref.finalize(self, self._guard.close)

    def close(self) -> None:
        """Gives the view back and ends its subscriptions. Not needed: a view that is forgotten is
        closed, as is one of a store that is closed."""
        self._guard.close()

    def __len__(self) -> int:
        # Asked for most often: what `_use` checks is left to the library, which can't tell tasks
        # apart.
        if self._owners:
            self._store._use()
        try:
            return number(_count, self._handle)
        except HandleError:
            # It says better what was closed.
            self._use()
            raise

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return self._slice(range(*index.indices(len(self))))
        try:
            offset = operator.index(index)
        except TypeError:
            kind = type(index).__name__
            raise TypeError(
                f"a view is indexed by whole numbers and slices, not by {kind}"
            ) from None
        if offset < 0:
            offset += len(self)
        page = self._read(offset, 1) if 0 <= offset < 2**63 else []
        if not page:
            raise IndexError(f"the view has no row {index}")
        return page[0]

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(self._blocks(1))

    def __reversed__(self) -> Iterator[Row]:
        return chain.from_iterable(self._blocks(-1))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The first position of a row that equals a value; ValueError where there is none."""
        for position in range(*slice(start, stop).indices(len(self))):
            if self[position] == value:
                return position
        raise ValueError(f"the view has no row {value!r}")

    def count(self, value: object) -> int:
        """How many rows equal a value: of an expense 1 or 0."""
        return sum(row == value for row in self)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Expense):
            return isinstance(value, SectionRow) and any(row == value for row in self)
        position = self.position(value)
        return position is not None and self._read(position, 1) == [value]

    def __repr__(self) -> str:
        if self._guard.closed or self._store.closed:
            return "<Expenses, closed>"
        return f"<Expenses of {self._store!r}>"

    def _repr_html_(self) -> str | None:
        """A table of the first rows, for notebooks; None for a view that is closed."""
        return None if self._guard.closed or self._store.closed else view_html(self)

    # Where, and what it adds up to.

    @property
    def revision(self) -> int:
        """The change that the view has taken in last."""
        return number(lib.iex_view_revision, self._use())

    def position(self, expense: Expense | int) -> int | None:
        """Finds the row of an expense, or of an id; None when it is not in the view."""
        id = expense.id if isinstance(expense, Expense) else id_number(expense)
        position = ctypes.c_int64()
        call(lib.iex_view_position, self._use(), id, position)
        return None if position.value < 0 else position.value

    @property
    def sections(self) -> list[Section]:
        """The sections, in order; none in a view that was asked for without."""
        handle = ctypes.c_void_p()
        try:
            call(lib.iex_view_sections, self._use(), 0, _ALL, handle)
            with self._store._guard:
                found = rows(_abi.iex_section, lib.iex_sections_rows, handle)
                return [section_from(row) for row in found]
        finally:
            lib.iex_sections_close(handle)

    def totals(self, *groups: str, level: int | None = None) -> Totals:
        """Sums up the expenses of the view; the groups are those of `Store.totals`."""
        return totals(self._store._guard, groups, level, lib.iex_view_totals, self._use())

    # As a table.

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The expenses of the view as an Arrow table, in its order and without section rows.

        Amounts are decimals, all with as many digits behind the point as the currency of the store
        that has the most; what an expense does not have is null. The table is of this moment, and
        stays as it is when the store changes or closes. Of a `requested_schema` with the same
        columns, texts in place of dictionaries are given, and "amount_minor" (whole numbers of
        minor units) in place of "amount"; one with other columns is a ValueError.
        """
        return _arrow.export(requested_schema, _arrow.VIEW, self._use())

    def column(self, name: str) -> NDArray[Any]:
        """One column as a numpy array that can't be written to, in the view's order.

        It is named as in Expense. "id" and "amount_minor" (whole numbers of minor units, whatever
        the currency) are int64 and the memory of the library itself; "date" is datetime64[D]; the
        others hold what the expenses have. The array stays as it is when the view or the store
        changes or closes; until the view changes, the same one is returned again. Several columns
        of one moment are those of a table.
        """
        return self._columns.read(name, self.revision, self._store, self._use())

    # Telling how it has changed.

    def subscribe(self, callback: ViewSubscriber) -> Subscription:
        """Calls `callback(view_change)` after each change that changes the view.

        It is called as a subscriber of the store is: at once, or for a `queued` view in `wait` and
        loops over `changes()`. While it runs, the view stands at that change. The store keeps the
        subscription, and the subscription the view, until it is cancelled or one of them is closed.
        """
        return subscribe_view(self._store, self, callback)

    def step(self) -> Splice | None:
        """Moves a `queued` view without subscribers on by one splice; None: nothing waits.

        Before the call the view is as a list shows it, after it as the list has to show it.
        """
        splice = _abi.iex_splice()
        call(lib.iex_view_step, self._use(), splice)
        if not splice.told:
            return None
        return Splice(splice.position, splice.removed, splice.added, splice.updated)

    # Changing what is shown.

    def remove_at(self, *positions: int) -> None:
        """Removes the expenses of these rows as one change: those that were shown there, whatever
        the store has become since. NotFoundError: one is gone, and nothing was removed."""
        numbers = [self._offset(position) for position in positions]
        handle = self._use()
        if numbers:
            call(lib.iex_view_remove_at, handle, ids_array(numbers), len(numbers))

    def update_at(self, position: int, **fields: Unpack[Fields]) -> None:
        """Changes fields of the expense of a row, as `Store.update` does."""
        offset = self._offset(position)
        handle = self._use()

        def stored() -> Expense:
            # Of what was shown there: to read the row could move the view on.
            ids = self._ids(offset, 1)
            if not ids or not ids[0]:
                raise InvalidError(f"the view has no expense at {position}")
            return self._store.get(ids[0])

        row, bits = pack_update(self._store, fields, stored)
        call(lib.iex_view_update_at, handle, offset, row, bits)

    def apply_rules(self, *, dry_run: bool = False) -> RuleRun:
        """Runs the rules of the store on the expenses that were shown, as one change, which one
        undo takes back; with `dry_run` only tells what would change. What is gone since is passed
        over."""
        step = _abi.iex_step()
        effects = effects_from(
            self._store, lib.iex_view_apply_rules, self._use(), run_flags(dry_run), step
        )
        return RuleRun(effects, dry_run, step.revision, step.label.decode())

    # For the other modules, and these.

    def _offset(self, position: int) -> int:
        offset = whole(position, "a position")
        if not 0 <= offset < 2**63:
            # Counted from the end it would be of another moment than what was shown.
            raise IndexError(f"the view has no row {position}: positions count from 0")
        return offset

    def _slice(self, wanted: range) -> list[Row]:
        if not wanted:
            return []
        first, last = min(wanted[0], wanted[-1]), max(wanted[0], wanted[-1])
        span: list[Row] = []
        for offset in range(first, last + 1, _PAGE):
            page = self._read(offset, min(_PAGE, last + 1 - offset))
            # Every step-th row from the first one wanted, whichever way the slice runs.
            span += page[(first - offset) % abs(wanted.step) :: abs(wanted.step)]
        return span if wanted.step > 0 else span[::-1]

    def _blocks(self, direction: int) -> Iterator[list[Row]]:
        """Gives the rows of this moment, some at a time, from the library's columns.

        Once the store has changed, the rest is read by their ids: what was removed is left out.
        """
        if self._has_section_rows:
            # A section row has no columns.
            yield self._read(0, _ALL)[::direction]
            return
        revision, stream = self._snapshot()
        names = _arrow.names_of(stream)
        walk = Walk(names, self._store._digits)
        batches: Iterable[_arrow.Held] = iter(lambda: _arrow.next_batch(stream), None)
        if direction < 0:
            batches = reversed(list(batches))
        for batch in batches:
            walk.learn(batch)
            length = batch.struct.length
            for first in range(0, length, _PAGE)[::direction]:
                rows = Rows(walk, batch, first, min(_PAGE, length - first))
                if self._queued or self._store._stands_at(revision):
                    expenses = cast("list[Row]", rows.expenses())
                    yield expenses if direction > 0 else expenses[::-1]
                else:
                    ids = rows.column("id")[::direction]
                    yield cast("list[Row]", self._store._get_present(ids))

    def _snapshot(self) -> tuple[int, _arrow.Held]:
        """The table of this moment, and the revision that it is of."""
        while True:
            revision = self.revision
            stream = _arrow.open_stream(_arrow.VIEW, self._use(), flags=_abi.IEX_ARROW_MINOR)
            if self._queued or self.revision == revision:
                return revision, stream

    def _ids(self, offset: int, limit: int) -> list[int]:
        """The ids of rows as they were shown last; 0 for a section row."""
        ids, count = (ctypes.c_int64 * limit)(), ctypes.c_int64()
        call(lib.iex_view_ids, self._use(), offset, limit, ids, count)
        return ids[: count.value]

    def _read(self, offset: int, limit: int) -> list[Row]:
        page = ctypes.c_void_p()
        try:
            call(lib.iex_view_read, self._use(), offset, limit, page)
            with self._store._guard:
                found = rows(_abi.iex_expense, lib.iex_page_rows, page)
                return [cast("Row", _row_from(row)) for row in found]
        finally:
            lib.iex_page_close(page)

    def _use(self) -> int | None:
        # What these calls would do, without the calls: every reading of a view comes this way.
        store, guard = self._store, self._guard
        if store._guard._closing or store._gate._owners:
            store._use()
        return guard.use() if guard._closing else guard._handle


def _row_from(row: _abi.iex_expense) -> Expense | SectionRow:
    if row.id:
        return expense_from(row)
    return SectionRow(string(row.name), date_or_none(row.date))

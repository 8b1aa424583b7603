"""The live view: a query that answers with what the store holds at each look."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from . import _abi
from ._call import call, lib
from ._expense import Expense, read_page
from ._guard import Guard

if TYPE_CHECKING:
    from ._store import Store

_PAGE = 512
"""How many rows an iteration reads at a time; a view with fewer is read at one moment."""


class Expenses(Sequence[Expense]):
    """The expenses that fit a query, in its order: a live sequence.

    Length, indexes and slices tell what the store holds when they are asked; a slice is a list
    and stays as it is. An iteration gives each expense that is in the view all along exactly once,
    whatever is added, changed or removed meanwhile, so that a loop may change what it walks over.
    """

    def __init__(self, store: Store, query: _abi.iex_query) -> None:
        self._store = store
        handle = ctypes.c_void_p()
        call(lib.iex_view_open, store._use(), query, handle)
        self._guard = Guard("view", lib.iex_view_close, handle.value)
        weakref.finalize(self, self._guard.close)

    def close(self) -> None:
        """Gives the view back. Not needed: a view that is forgotten is closed, as is one of a
        store that is closed."""
        self._guard.close()

    def __len__(self) -> int:
        count = ctypes.c_int64()
        call(lib.iex_view_count, self._use(), count)
        return count.value

    @overload
    def __getitem__(self, index: int) -> Expense: ...

    @overload
    def __getitem__(self, index: slice) -> list[Expense]: ...

    def __getitem__(self, index: int | slice) -> Expense | list[Expense]:
        if isinstance(index, slice):
            return self._slice(range(*index.indices(len(self))))
        offset = index if index >= 0 else len(self) + index
        page = self._read(offset, 1) if 0 <= offset < 2**63 else []
        if not page:
            raise IndexError(f"the view has no expense {index}")
        return page[0]

    def __iter__(self) -> Iterator[Expense]:
        return _walk(self)

    def __reversed__(self) -> Iterator[Expense]:
        end = len(self)
        while end > 0:
            start = max(0, end - _PAGE)
            yield from reversed(self._read(start, end - start))
            end = start

    def __repr__(self) -> str:
        if self._guard.closed or self._store.closed:
            return "<Expenses, closed>"
        return f"<Expenses of {self._store!r}>"

    def _slice(self, wanted: range) -> list[Expense]:
        if not wanted:
            return []
        first, last = min(wanted[0], wanted[-1]), max(wanted[0], wanted[-1])
        span: list[Expense] = []
        for offset in range(first, last + 1, _PAGE):
            page = self._read(offset, min(_PAGE, last + 1 - offset))
            # Every step-th row from the first one wanted, whichever way the slice runs.
            span += page[(first - offset) % abs(wanted.step) :: abs(wanted.step)]
        return span if wanted.step > 0 else span[::-1]

    def _read(self, offset: int, limit: int) -> list[Expense]:
        return read_page(self._store._guard, lib.iex_view_read, self._use(), offset, limit)

    def _use(self) -> int | None:
        self._store._use()
        return self._guard.use()


def _walk(view: Expenses) -> Iterator[Expense]:
    """Walks over a view that may change at any step.

    While nothing changes, it reads page after page. After a change it looks backwards for the
    place up to which it has seen everything; and at the end, if anything has changed, it looks
    through the whole view again for what moved behind its back.
    """
    store = view._store
    state = _state(store)
    page = view._read(0, _PAGE)
    if len(page) < _PAGE:
        yield from page
        return
    # What is added from now on is not part of this walk: a loop that adds would never end.
    newest = store._newest_id()
    seen = _Seen()
    changed = False
    offset = 0
    while page:
        for expense in page:
            if expense.id <= newest and seen.add(expense.id):
                yield expense
        offset += len(page)
        # Inside a transaction of this thread rows change without a new revision.
        if state != (state := _state(store)) or state[1]:
            changed = True
            offset = _first_unseen(view, seen, newest, offset)
        page = view._read(offset, _PAGE)
    while changed:
        changed = False
        for offset in range(0, len(view), _PAGE):
            for expense in view._read(offset, _PAGE):
                if expense.id <= newest and seen.add(expense.id):
                    changed = True
                    yield expense


def _state(store: Store) -> tuple[int, bool]:
    """What is equal before and after when nothing has changed outside of a transaction."""
    return store.revision, store._gate.is_entered()


def _first_unseen(view: Expenses, seen: _Seen, newest: int, offset: int) -> int:
    """Steps back from `offset` over pages that hold something not seen yet."""
    offset = min(offset, len(view))
    while offset > 0:
        start = max(0, offset - _PAGE)
        page = view._read(start, offset - start)
        if all(expense.id > newest or expense.id in seen for expense in page):
            break
        offset = start
    return offset


class _Seen:
    """A set of ids, as bits: ids are dense, and a store may hold millions."""

    _SHIFT = 12

    def __init__(self) -> None:
        self._bits: dict[int, int] = {}

    def __contains__(self, number: int) -> bool:
        word = self._bits.get(number >> self._SHIFT, 0)
        return bool(word >> (number & ((1 << self._SHIFT) - 1)) & 1)

    def add(self, number: int) -> bool:
        """Adds an id; False when it was there."""
        key, bit = number >> self._SHIFT, 1 << (number & ((1 << self._SHIFT) - 1))
        word = self._bits.get(key, 0)
        self._bits[key] = word | bit
        return not word & bit

"""Transactions, and who may use a store while one is open."""

from __future__ import annotations

import contextlib
import sys
import threading
from typing import TYPE_CHECKING, Any

from ._call import call, lib
from ._values import text
from .errors import BusyError, IExpenseError

if TYPE_CHECKING:
    from types import TracebackType

    from ._store import Store


def current_task() -> Any:
    """Tells which asyncio task runs on this thread; None outside of a loop."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


class Gate:
    """Keeps other tasks of a thread out while one of them has a transaction open.

    The library keeps other threads out by itself. It can't tell tasks apart: to it, a task that
    runs while another waits inside its transaction would be part of that transaction.
    """

    def __init__(self) -> None:
        self._owners: dict[int, Any] = {}

    def admit(self) -> None:
        """Refuses the call of a task that does not own the open transaction of this thread."""
        if not self._owners:
            return
        owner = self._owners.get(threading.get_ident())
        # Without an owner, or with one from outside of any loop, whoever runs now is inside.
        if owner is not None and owner is not current_task():
            raise BusyError("another task of this thread has a transaction open on this store")

    def holds(self) -> bool:
        """Tells whether this thread has a transaction open."""
        return threading.get_ident() in self._owners

    def admits(self) -> bool:
        """Tells whether a call of the running task would be admitted."""
        try:
            self.admit()
        except BusyError:
            return False
        return True

    def enter(self) -> int:
        """Makes the running task the owner; tells for which thread."""
        number = threading.get_ident()
        self._owners[number] = current_task()
        return number

    def is_entered(self) -> bool:
        """Tells whether a transaction of this thread is open."""
        return threading.get_ident() in self._owners

    def leave(self, number: int) -> None:
        """Lets everyone in again."""
        self._owners.pop(number, None)


class Transaction:
    """One change of several steps: all of them, or after an exception none."""

    def __init__(self, store: Store, label: str) -> None:
        self._store = store
        self._label = text(label, "label")
        self._thread = 0

    def __enter__(self) -> Store:
        store = self._store
        call(lib.iex_store_begin, store._use(), self._label)
        self._thread = store._gate.enter()
        return store

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        store = self._store
        # Before the commit: the subscribers that it runs may use the store.
        store._gate.leave(self._thread)
        store._feed.wake()
        if kind is None:
            call(lib.iex_store_commit, store._use())
            return
        # What was raised inside says more than that nothing was left to roll back.
        with contextlib.suppress(IExpenseError):
            call(lib.iex_store_rollback, store._use())

"""Loops over the changes of a store: `for change in store.changes()`, and `async for`."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ._call import thread
from ._change import Change
from ._closing import Closing
from ._feed import deadline_in, left_until

if TYPE_CHECKING:
    from ._store import Store

_LIMIT = 1024
"""How many changes wait for a loop before they become one reset, as in the library itself."""


class Changes(Closing):
    """The changes of a store from the moment of `store.changes()` on, for one loop at a time.

    Each such object gets every change. A loop ends when its timeout has passed and nothing waits,
    and when the store is closed; another loop over the same object goes on where it ended.
    """

    def __init__(self, store: Store, timeout: float | None) -> None:
        self._store = store
        self._feed = store._feed
        self._timeout = timeout
        self._waiting: deque[Change] = deque()
        self._closed = False
        self._heard = store.revision
        self._begin()
        self._feed.join(self)

    def close(self) -> None:
        """Ends it, and the loop over it; again is nothing. Letting it go is enough."""
        self._closed = True
        self._feed.leave(self)
        self._feed.wake()

    def __iter__(self) -> Changes:
        self._begin()
        return self

    def __next__(self) -> Change:
        """The next change; waits for it. Raises what a subscriber raises meanwhile."""
        while (change := self._take()) is None:
            # In a callback it would wait for itself.
            if self._is_over() or thread.callbacks:
                raise StopIteration
            self._feed.run(self._deadline, self._is_done)
            self._has_looked = True
        return change

    def __aiter__(self) -> Changes:
        self._begin()
        return self

    async def __anext__(self) -> Change:
        """The next change; other tasks run until it comes."""
        while (change := self._take()) is None:
            if self._is_over() or thread.callbacks:
                raise StopAsyncIteration
            with self._feed.sleeper() as sleeper:
                left = left_until(self._deadline)
                sleeper.follows = not self._feed.look()
                self._has_looked = not sleeper.follows or not left
                if not self._is_done() and not self._is_over():
                    await sleeper.sleep(left)
        return change

    def _begin(self) -> None:
        self._deadline = deadline_in(self._timeout)
        self._has_looked = False

    def _take(self) -> Change | None:
        # Before the lock: in a forked child another thread may hold it for ever.
        self._feed.check()
        with self._feed.turn:
            return self._waiting.popleft() if self._waiting else None

    def _is_done(self, told: int = 0) -> bool:
        return bool(self._waiting) or self._closed

    def _is_over(self) -> bool:
        """Whether nothing can come any more. A loop looks once after its time has passed, and no
        more, so that it ends also where others write all the time."""
        passed = self._has_looked and not left_until(self._deadline)
        return passed or self._closed or self._store.closed

    def _offer(self, change: Change) -> None:
        with self._feed.turn:
            if change.revision <= self._heard:
                return
            self._heard = change.revision
            self._waiting.append(change)
            if len(self._waiting) > _LIMIT:
                reset = Change._reset(self._waiting[0], change)
                self._waiting.clear()
                self._waiting.append(reset)

    def __repr__(self) -> str:
        return f"<Changes of {self._store!r}{', closed' if self._closed else ''}>"

"""Brings what this and other programs change to those who wait for it in this program.

One thread at a time is in the lead: it sleeps on the store's descriptor, runs the callbacks and
hands the changes to the loops. The others sleep until it has left, or has something for them.
It sleeps here and not inside the library, so that Python's signal handlers run, and so that it
wakes for callbacks and loops alike.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import select
import threading
import time
import weakref
from typing import TYPE_CHECKING, Callable

from ._call import Told, call, lib, thread
from ._change import Change
from .errors import HandleError, IExpenseError

if TYPE_CHECKING:
    from types import TracebackType

    from ._changes import Changes
    from ._guard import Guard
    from ._transaction import Gate

_SLICE = 0.25
"""How many seconds to sleep at once. The descriptor wakes earlier, and so does a signal, but for
one that comes just before; and a descriptor that another thread closes wakes nobody."""

_AT_ONCE = 1024
"""How many changes to take before those who wait get them."""


def deadline_in(seconds: float | None) -> float | None:
    """The moment that many seconds from now; None for never."""
    return None if seconds is None else time.monotonic() + max(0.0, seconds)


def left_until(deadline: float | None) -> float:
    """How many seconds are left."""
    return math.inf if deadline is None else max(0.0, deadline - time.monotonic())


class Feed:
    """Who waits for the changes of one store, and how they get them."""

    def __init__(self, guard: Guard, gate: Gate) -> None:
        self._guard = guard
        self._gate = gate
        self.turn = threading.Condition(threading.RLock())
        self._leader: int | None = None
        self._beginning = threading.RLock()
        self._pulls = False
        # The change that was taken and not handed out yet: an interrupt must not lose it.
        self._taken = ctypes.c_void_p()
        self._loops: dict[int, weakref.ref[Changes]] = {}
        self._sleepers: set[Sleeper] = set()

    def descriptor(self) -> int:
        """The store's descriptor; raises what is wrong with the store before any lock is taken."""
        number = ctypes.c_int32()
        call(lib.iex_store_fd, self._guard.use(), number)
        return number.value

    def check(self) -> None:
        """Raises what is wrong with the store, but for that it is closed."""
        try:
            if not self._guard.closed:
                self.descriptor()
        except HandleError:
            if not self._guard.closed:
                raise

    def copy(self) -> int | None:
        """A descriptor of one's own, to be closed; None when the store is closed."""
        try:
            return os.dup(self.descriptor())
        except (HandleError, OSError):
            if not self._guard.closed:
                raise
            return None

    def run(self, deadline: float | None, done: Callable[[int], bool]) -> bool:
        """Tells what there is, and sleeps, until `done` says so or the time has passed.

        `done` gets the number of callbacks that ran. False when the store was closed.
        """
        if thread.callbacks:
            # In a callback nothing can be told: it would have to wait for itself.
            return True
        while not self._guard.closed:
            told, over = Told(), False
            try:
                descriptor = self.descriptor()
                self._gate.admit()
                leads = self._lead(min(_SLICE, left_until(deadline)))
                if leads:
                    self._pump(told)
                over = bool(told.error) or done(told.count) or not left_until(deadline)
                if leads and not over and not self._guard.closed:
                    poll = select.poll()
                    poll.register(descriptor, select.POLLIN)
                    poll.poll(math.ceil(min(_SLICE, left_until(deadline)) * 1000))
            except HandleError:
                if not self._guard.closed:
                    raise
            finally:
                self._leave()
            if told.error is not None:
                raise told.error
            if over:
                return True
        return False

    def look(self) -> bool:
        """Tells what there is without waiting; False when another thread or task is at it."""
        told, leads = Told(), False
        try:
            self.descriptor()
            if self._gate.admits():
                leads = self._lead(0)
            if leads:
                self._pump(told)
        except HandleError:
            if not self._guard.closed:
                raise
        finally:
            self._leave()
        if told.error is not None:
            raise told.error
        return leads

    def join(self, loop: Changes) -> None:
        """Lets a loop have the changes from now on."""
        with self._beginning:
            if not self._pulls:
                # The first call takes nothing; should it have been made before, nothing is lost.
                call(lib.iex_store_next_change, self._guard.use(), 0, self._taken)
                self._pulls = True
        key = id(loop)
        self._loops[key] = weakref.ref(loop, lambda _: self._loops.pop(key, None))

    def leave(self, loop: Changes) -> None:
        """Lets a loop have no more."""
        self._loops.pop(id(loop), None)

    def sleeper(self) -> Sleeper:
        """What a task sleeps in: `with` registers it, before looking, so that no wake is lost."""
        return Sleeper(self)

    def wake(self) -> None:
        """Wakes the tasks that sleep, of every event loop."""
        for sleeper in list(self._sleepers):
            sleeper.wake()

    def _lead(self, seconds: float) -> bool:
        """Takes the lead; where another thread has it, waits for its end and answers False."""
        me = threading.get_ident()
        with self.turn:
            # What an interrupt has left to this thread is its own.
            if self._leader in (None, me):
                self._leader = me
                return True
            if seconds:
                self.turn.wait(seconds)
            return False

    def _leave(self) -> None:
        me = threading.get_ident()
        if self._leader == me:
            with self.turn:
                self._leader = None
                self.turn.notify_all()
            for sleeper in list(self._sleepers):
                if sleeper.follows and sleeper.thread != me:
                    sleeper.wake()

    def _pump(self, told: Told) -> None:
        """Runs the callbacks, and hands the changes out."""
        thread.told = told
        try:
            call(lib.iex_store_dispatch, self._guard.use(), 0, None)
            for _ in range(_AT_ONCE):
                if not self._pulls or not self._pull():
                    break
        except IExpenseError as error:
            closed = self._guard.closed and isinstance(error, HandleError)
            if told.error is None and not closed:
                raise
        except BaseException as stop:
            stop.__context__ = told.error
            raise
        finally:
            thread.told = None

    def _pull(self) -> bool:
        """Hands out the next change; False when there is none."""
        taken = self._taken
        if not taken.value:
            call(lib.iex_store_next_change, self._guard.use(), 0, taken)
        if not taken.value:
            return False
        with self._guard:
            change = Change(taken.value, self._guard)
        for reference in list(self._loops.values()):
            loop = reference()
            if loop is not None:
                loop._offer(change)
        pointer, taken.value = taken.value, None
        # With the last who has it; the store closes those that are left.
        weakref.finalize(change, lib.iex_change_close, pointer).atexit = False
        with self.turn:
            self.turn.notify_all()
        self.wake()
        return True


class Sleeper:
    """One sleep of one asyncio task. It has a descriptor of its own, because an event loop keeps
    one callback for each, and the program may watch the store's too."""

    def __init__(self, feed: Feed) -> None:
        import asyncio  # here, since most programs do without

        self.follows = True
        """Whether another thread or task is at it, so that the descriptor is not to be watched."""
        self.thread = threading.get_ident()
        self._feed = feed
        self._loop = asyncio.get_running_loop()
        self._future: asyncio.Future[None] = self._loop.create_future()

    def __enter__(self) -> Sleeper:
        self._feed._sleepers.add(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._feed._sleepers.discard(self)

    def wake(self) -> None:
        """Ends the sleep; on any thread."""
        # RuntimeError: the loop is closed.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if not self._future.done():
            self._future.set_result(None)

    async def sleep(self, seconds: float) -> None:
        """Sleeps until there is something to look at."""
        loop = self._loop
        if self.follows:
            seconds = min(seconds, _SLICE)
        timer = loop.call_later(seconds, self._end) if seconds < math.inf else None
        copy = None if self.follows else self._feed.copy()
        try:
            if copy is not None:
                loop.add_reader(copy, self._end)
            await self._future
        finally:
            if timer is not None:
                timer.cancel()
            if copy is not None:
                loop.remove_reader(copy)
                os.close(copy)

"""Keeps what the library lent alive while Python copies it.

Closing a store frees its pages, whatever thread is reading them: in C that is the caller's care.
Here a reader holds the guard while it copies, and closing waits for the readers. They only copy,
and never wait for anything, so neither does closing for long.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from .errors import HandleError


class Guard:
    """A handle, who is reading what it lent, and its closing, which happens once."""

    def __init__(self, what: str, close: Any, handle: int | None) -> None:
        self._what = what
        self._close = close
        self._handle = handle
        # Reentrant, since the collector may run a finalizer that closes at any point.
        self._idle = threading.Condition(threading.RLock())
        self._readers: dict[int, int] = {}
        self._closing = False
        self._owed = False
        self._process = os.getpid()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closing

    def use(self) -> int | None:
        """The handle, unless it is closed."""
        if self._closing:
            raise HandleError(f"the {self._what} is closed")
        return self._handle

    def close(self) -> None:
        """Closes the handle once no other thread is reading; again is nothing."""
        if self._process != os.getpid():
            # A forked child: a thread that it does not have may hold the lock.
            closing, self._closing = self._closing, True
            if not closing:
                self._close(self._handle)
            return
        number = threading.get_ident()
        with self._idle:
            if self._closing:
                return
            self._closing = True
            if number in self._readers:
                # A finalizer of this very thread, in the middle of its reading: at its end.
                self._owed = True
                return
            try:
                while self._readers:
                    self._idle.wait()
            except BaseException:
                # Interrupted: the last reader closes it.
                self._owed = True
                raise
        self._close(self._handle)

    def __enter__(self) -> None:
        number = threading.get_ident()
        with self._idle:
            self._readers[number] = self._readers.get(number, 0) + 1
            if not self._closing:
                return
        self.__exit__()
        raise HandleError(f"the {self._what} is closed")

    def __exit__(self, *_: object) -> None:
        number = threading.get_ident()
        with self._idle:
            self._readers[number] -= 1
            if not self._readers[number]:
                del self._readers[number]
                self._idle.notify_all()
            owed = self._owed and not self._readers
            if owed:
                self._owed = False
        if owed:
            self._close(self._handle)

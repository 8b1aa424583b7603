"""Progress of imports and exports: one C callback, which finds the Python callable by a number.

What the callable raises stops the call, and is raised itself from there.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any, Callable

from . import _abi
from ._call import call, thread
from ._import_values import Phase, Progress
from .errors import CancelledError

ProgressCallback = Callable[[Progress], object]

_known: weakref.WeakValueDictionary[int, Watcher] = weakref.WeakValueDictionary()
_numbers = itertools.count(1)


def checked(callback: ProgressCallback | None) -> ProgressCallback | None:
    """Refuses what can't be called, before any work is done."""
    if callback is not None and not callable(callback):
        raise TypeError(f"progress must be callable, and {callback!r} is not")
    return callback


class Watcher:
    """Who is told how far an import or an export is, and what that raised."""

    def __init__(self, callback: ProgressCallback | None) -> None:
        self._callback = checked(callback)
        self._key = next(_numbers)
        self._raised: dict[int, BaseException] = {}
        """What was raised, by the number of the thread on which it was."""

    def register(self, options: _abi.iex_import_options | _abi.iex_export_options) -> None:
        """Puts itself into the options of an import or export, which it must outlive."""
        if self._callback is not None:
            _known[self._key] = self
            options.progress = _PROGRESS
            options.progress_context = self._key

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls a function of the library that reports progress, and raises what stopped it."""
        try:
            call(function, *arguments)
        except CancelledError:
            raised = self._raised.pop(threading.get_ident(), None)
            if raised is None:
                raise
        else:
            return
        # Out here, so that the error of the library is no part of its story.
        raise raised

    def tell(self, pointer: Any) -> int:
        """Runs the callable; 0 to go on."""
        if self._callback is None:
            return 0
        try:
            raw = pointer.contents
            self._callback(Progress(Phase(raw.phase), raw.done, raw.total))
        except BaseException as error:
            self._raised[threading.get_ident()] = error
            return 1
        return 0


def _progress(key: int | None, pointer: Any) -> int:
    watcher = _known.get(key or 0)
    if watcher is None:
        return 0
    thread.callbacks += 1
    try:
        return watcher.tell(pointer)
    finally:
        thread.callbacks -= 1


_PROGRESS = _abi.iex_progress_callback(_progress)

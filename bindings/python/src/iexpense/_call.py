"""Calls into the library: statuses become exceptions, and rows become Python objects.

Also keeps what a subscriber raised to stop the program (KeyboardInterrupt, SystemExit) until the
call that was running has ended: what that call did is done and must not look undone.
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any, TypeVar

from . import _abi
from ._library import lib
from .errors import error_from

Row = TypeVar("Row", bound=ctypes.Structure)


class Told:
    """What the callbacks did that ran because this thread waits for changes."""

    def __init__(self) -> None:
        self.count = 0
        self.error: Exception | None = None
        """What the first that failed has raised."""


class _Thread(threading.local):
    callbacks = 0
    """How many callbacks run on this thread, one inside the other."""

    told: Told | None = None
    """Where those callbacks are counted; None while this thread does not wait."""

    stop: BaseException | None = None
    """What a callback raised that is to be raised once the running call has ended."""


thread = _Thread()


_stopping: list[None] = []
"""One for each thread that has a `stop`: to look here costs less than to look at the thread."""

_spare: list[Any] = []
"""References to errors that no call uses at the moment: to make one costs more than a call."""


def call(function: Any, *arguments: Any) -> None:
    """Calls a function that returns a status and takes an iex_error last."""
    try:
        error = _spare.pop()
    except IndexError:
        error = ctypes.byref(_abi.iex_error())
    status = function(*arguments, error)
    if _stopping:
        raise_stop()
    if status:
        raise error_from(status, error._obj)
    _spare.append(error)


_numbers: list[Any] = []
"""The same with a number before it, and a reference to that."""


def number(function: Any, handle: int | None) -> int:
    """Calls a function that gives an int64 of what a handle stands for."""
    try:
        spare = _numbers.pop()
    except IndexError:
        value = ctypes.c_int64()
        spare = (value, ctypes.byref(value), ctypes.byref(_abi.iex_error()))
    status = function(handle, spare[1], spare[2])
    if status or _stopping:
        raise_stop()
        if status:
            raise error_from(status, spare[2]._obj)
    result: int = spare[0].value
    _numbers.append(spare)
    return result


def keep_stop(stop: BaseException) -> None:
    """Keeps what a callback has raised until the call that it runs in has ended. The first
    counts."""
    if thread.stop is None:
        thread.stop = stop
        _stopping.append(None)


def raise_stop() -> None:
    """Raises what a callback of the call that has just ended wanted to stop the program with."""
    stop = thread.stop
    if stop is not None and not thread.callbacks:
        thread.stop = None
        _stopping.pop()
        raise stop


def rows(kind: type[Row], getter: Any, handle: Any) -> list[Row]:
    """Reads the array that `getter` returns; valid as long as what `handle` stands for."""
    count = ctypes.c_size_t()
    first = getter(handle, count)
    if not count.value:
        return []
    # Rows of a newer library may be longer: the step is what the first one says.
    step = first.contents.struct_size
    address = ctypes.addressof(first.contents)
    return [kind.from_address(address + step * index) for index in range(count.value)]


def ids_array(ids: list[int]) -> Any:
    """Makes a C array of ids that were checked."""
    return (ctypes.c_int64 * len(ids))(*ids)


__all__ = [
    "Told",
    "call",
    "ids_array",
    "keep_stop",
    "lib",
    "number",
    "raise_stop",
    "rows",
    "thread",
]

"""Mapped bindings: one C callback for each direction, which finds the Python callable by a number.

The library asks it for what it tells the subscribers of a mapped binding, and for sheets. In Python
a mapped binding is read and written without it, so that what its callables raise is raised itself.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
import weakref
from typing import Any, Callable

from . import _abi
from ._call import call, keep_stop, lib, thread
from ._state_value import Form, kind_of, pack_value
from .errors import IExpenseError, ReadOnlyError

_known: weakref.WeakValueDictionary[int, Mapping] = weakref.WeakValueDictionary()
_numbers = itertools.count(1)

_ROOM = int(vars(_abi.iex_error)["message"].size) - 1
"""How many bytes a message may have."""

_HEAD = ctypes.sizeof(ctypes.c_uint32)
"""How many bytes of a struct tell its size."""


class _Kept(threading.local):
    value: Any = None
    """What was handed to the library last: it copies the text once the callback has returned."""


_kept = _Kept()


class Mapping:
    """How a value reads on the other side, and how it is written back."""

    def __init__(
        self, beneath: Form, to: Callable[[Any], Any], back: Callable[[Any], Any] | None
    ) -> None:
        for function in (to, to if back is None else back):
            if not callable(function):
                raise TypeError(f"a mapping takes callables, and {function!r} is not")
        self._beneath = beneath
        self._to = to
        self._back = back
        self.form = Form(object, beneath.store)
        """What the mapped values are: of the type that `to` has made last."""
        self._key = next(_numbers)

    def open(self, handle: int | None) -> int | None:
        """Opens the mapped binding of a binding. The mapping must outlive it."""
        _known[self._key] = self
        mapped = ctypes.c_void_p()
        back = _NO_WAY if self._back is None else _BACK
        call(lib.iex_binding_map, handle, _TO, back, self._key, _NO_FREE, mapped)
        return mapped.value

    def to(self, value: Any) -> Any:
        """Makes the value on this side."""
        mapped = self._to(value)
        self.form.kind = kind_of(mapped)
        return mapped

    def back(self, value: Any) -> Any:
        """Makes the value beneath."""
        if self._back is None:
            raise ReadOnlyError("this binding has no way back to what it maps")
        return self._back(value)

    def raw_to(self, raw: _abi.iex_value) -> _abi.iex_value:
        """`to`, from the library's value to the library's value."""
        return pack_value(self.to(self._beneath.read(raw)), self.form.store)

    def raw_back(self, raw: _abi.iex_value) -> _abi.iex_value:
        """`back`, from the library's value to the library's value."""
        return self._beneath.pack(self.back(self.form.read(raw)))


def _run(
    method: Callable[[Mapping, Any], Any], key: int, value: Any, mapped: Any, error: Any
) -> int:
    thread.callbacks += 1
    try:
        made = _kept.value = method(_known[key], value.contents)
        there = mapped.contents
        ctypes.memmove(
            ctypes.addressof(there) + _HEAD,
            ctypes.addressof(made) + _HEAD,
            min(there.struct_size, made.struct_size) - _HEAD,
        )
        return _abi.IEX_OK
    except Exception as problem:
        # Whoever reads the binding meets it again, as itself.
        error.contents.message = _words(problem).encode("utf-8", "replace")[:_ROOM]
        status = problem.status if isinstance(problem, IExpenseError) else 0
        return status or _abi.IEX_ERROR_INVALID
    except BaseException as stop:
        keep_stop(stop)
        return _abi.IEX_ERROR_CANCELLED
    finally:
        thread.callbacks -= 1


def _words(problem: Exception) -> str:
    """The text of an exception, which is the host's code too: where that fails, the name of its
    class. An exception that left the callback would be success to the library."""
    try:
        return str(problem)
    except Exception:
        return type(problem).__name__
    except BaseException as stop:
        keep_stop(stop)
        return type(problem).__name__


def _run_to(key: int, value: Any, mapped: Any, error: Any) -> int:
    return _run(Mapping.raw_to, key, value, mapped, error)


def _run_back(key: int, value: Any, mapped: Any, error: Any) -> int:
    return _run(Mapping.raw_back, key, value, mapped, error)


_TO = _abi.iex_map_callback(_run_to)
_BACK = _abi.iex_map_callback(_run_back)
_NO_WAY = _abi.iex_map_callback()
_NO_FREE = _abi.iex_free_callback()

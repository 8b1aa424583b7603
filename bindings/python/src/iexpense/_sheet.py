"""Sheets: a screen over another one, shown while its binding is true."""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable

from . import _abi
from ._binding import Binding
from ._call import call, lib
from ._closing import Closing
from ._guard import Guard
from ._object import Shared
from ._state_value import Form, kind_of, pack_value
from ._subscription import FREE, Keeper, Kept, Subscription, deliver, known

if TYPE_CHECKING:
    from ._draft import Draft


class Sheet(Shared, Closing, Kept):
    """A screen over another one: presented while its binding is true, whoever set it.

    It may be about a value, and have a draft that is edited in it: that keeps it from being
    dismissed while there are changes that are not saved. `on_dismiss()` runs once after each
    dismissal; what it raises goes to `on_error(exception, subscription)`, or where that is None to
    `sys.unraisablehook`. Any thread may use it.
    """

    def __init__(
        self,
        is_presented: Binding[bool],
        *,
        draft: Draft | None = None,
        on_dismiss: Callable[[], object] | None = None,
    ) -> None:
        if not isinstance(is_presented, Binding):
            raise TypeError(f"a sheet takes a Binding, not {type(is_presented).__name__}")
        self._is_presented = is_presented
        self._draft = draft
        self._keeper = Keeper()
        self._form = Form(object, None if draft is None else draft._store)
        handle = ctypes.c_void_p()
        what = is_presented._use(), None if draft is None else draft._use()
        if on_dismiss is None:
            call(lib.iex_sheet_open, *what, _NOTHING, None, _NO_FREE, handle)
        else:
            key = known(_Dismissal(self._keeper, on_dismiss))
            call(lib.iex_sheet_open, *what, _DISMISSED, key, FREE, handle)
        # What the library lends of the value lives until the next look: copied under this lock.
        self._reading = threading.RLock()
        self._guard = Guard("sheet", lib.iex_sheet_close, handle.value)
        weakref.finalize(self, self._guard.close)

    def close(self) -> None:
        """Ends it; its binding stays as it is. Not needed: a sheet that is forgotten is closed."""
        self._guard.close()

    @property
    def is_presented(self) -> bool:
        """Whether it is shown: what its binding says."""
        return bool(self._state().flags & _abi.IEX_SHEET_PRESENTED)

    @property
    def is_unsaved(self) -> bool:
        """Whether its draft has changes that are not saved, which keep it from being dismissed."""
        return bool(self._state().flags & _abi.IEX_SHEET_UNSAVED)

    @property
    def value(self) -> Any:
        """What it was presented with; None: nothing."""
        with self._reading, self._guard:
            pointer = self._state().value
            return self._form.read(pointer.contents) if pointer else None

    def present(self, value: Any = None) -> None:
        """Presents it, about a value such as a binding may have, or about nothing in particular."""
        raw = None
        if value is not None:
            raw = pack_value(value, self._form.store)
            self._form.kind = kind_of(value)
        call(lib.iex_sheet_present, self._guard.use(), raw)

    def dismiss(self, discard: bool = False) -> None:
        """Sets its binding to false; again is nothing.

        UnsavedError: its draft has changes that are not saved, and it stays; `discard` forgets
        them. The same goes for whoever sets the binding to false.
        """
        flags = _abi.IEX_DISMISS_DISCARD if discard else 0
        call(lib.iex_sheet_dismiss, self._guard.use(), flags)

    def __repr__(self) -> str:
        if self._guard.closed:
            return "<Sheet, closed>"
        return f"<Sheet of {self._is_presented!r}>"

    def _state(self) -> _abi.iex_sheet_state:
        state = _abi.iex_sheet_state(struct_size=ctypes.sizeof(_abi.iex_sheet_state))
        call(lib.iex_sheet_describe, self._guard.use(), state)
        return state


class _Dismissal(Subscription):
    def _run(self, callback: Any, event: Any) -> None:
        callback()


def _dismissed(key: int) -> None:
    deliver(key, True)


_DISMISSED = _abi.iex_dismiss_callback(_dismissed)
_NOTHING = _abi.iex_dismiss_callback()
_NO_FREE = _abi.iex_free_callback()

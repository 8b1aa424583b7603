"""Bindings: one value that can be read, written and watched, wherever it stands."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar

from . import _abi
from ._call import call, lib
from ._guard import Guard
from ._mapping import Mapping
from ._state_value import Form, kind_of, new_value, pack_value
from ._subscription import Keeper, Source, Subscription, deliver, register
from .errors import HandleError, NotFoundError

if TYPE_CHECKING:
    from ._state import State

T = TypeVar("T")
U = TypeVar("U")

_GONE = object()
"""Told where there is no value any more."""


class Binding(Generic[T]):
    """A value that stands elsewhere: in a State, an ObservableObject, a Draft or a Store.

    Whoever is handed a binding reads and writes the value without knowing where it stands. Its type
    stays the one that it began with: bool, int, str, Money, datetime.date or an Enum. What a
    subscriber raises goes to `on_error(exception, subscription)` of what the value stands in (for a
    draft, its store), or where that is None to `sys.unraisablehook`. Any thread may use it.
    """

    def __init__(
        self, handle: int | None, form: Form, source: Source, lenders: tuple[Guard, ...] = ()
    ) -> None:
        """For what makes bindings: `source` keeps the subscriptions, and when one of the `lenders`
        is closed, so is the binding."""
        self._form = form
        self._source = source
        # The text that the library lends lives until the next reading: copied under this lock.
        self._reading = threading.RLock()
        self._guard = Guard("binding", lib.iex_binding_close, handle)
        self._guards = (*lenders, self._guard)
        weakref.finalize(self, self._guard.close)

    @property
    def value(self) -> T:
        """The value now. Setting another one tells those who have subscribed."""
        value: T = self._get()
        return value

    @value.setter
    def value(self, value: T) -> None:
        self.set(value)

    def set(self, value: T) -> None:
        """What an assignment to `value` does, where a function is called for."""
        call(lib.iex_binding_set, self._use(), self._form.pack(value))

    def subscribe(
        self, callback: Callable[[T], object], gone: Callable[[], object] | None = None
    ) -> Subscription:
        """Calls `callback(value)` after each change of the value, whoever made it.

        Each is told in order; what a callback sets is told once it has returned. When there is no
        value any more, because its expense was removed, `gone()` is called once. What the value
        stands in keeps the subscription until it is cancelled.
        """
        subscription = _ValueSubscription(self, callback, gone)
        return register(subscription, lib.iex_binding_subscribe, self._use(), _DELIVER)

    def map(self, to: Callable[[T], U], back: Callable[[U], T] | None = None) -> MappedBinding[U]:
        """Shows the value as another one: `to(value)` is read, and `back(value)` written.

        What `back` raises comes out of the assignment, and nothing is written; without it the
        binding can't be written. Both run on any thread, and use neither of the two bindings.
        """
        return MappedBinding(self, to, back)

    def copy(self) -> State[T]:
        """A state of its own that begins with the value now: what becomes of one is nothing to
        the other, and nobody has subscribed to it."""
        from ._state import State

        return State(self.value)

    @staticmethod
    def constant(value: U) -> Binding[U]:
        """A binding to a value that never changes: to set it is a ReadOnlyError."""
        handle = ctypes.c_void_p()
        call(lib.iex_binding_constant, pack_value(value), handle)
        return Binding(handle.value, Form(kind_of(value)), Keeper())

    def __repr__(self) -> str:
        try:
            return f"<{type(self).__name__} of {self.value!r}>"
        except Exception as error:
            return f"<{type(self).__name__}: {error}>"

    def __copy__(self) -> Binding[T]:
        # It leads to the same value, which is not its own.
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Binding[T]:
        return self

    def _get(self) -> Any:
        handle, raw = self._use(), new_value()
        with self._reading, contextlib.ExitStack() as held:
            for guard in self._guards:
                held.enter_context(guard)
            call(lib.iex_binding_get, handle, raw)
            return self._form.read(raw)

    def _use(self) -> int | None:
        if self._form.store is not None:
            self._form.store._use()
        return self._guard.use()


class MappedBinding(Binding[U]):
    """Another binding, shown as something else."""

    def __init__(
        self, beneath: Binding[Any], to: Callable[[Any], U], back: Callable[[U], Any] | None
    ) -> None:
        self._beneath = beneath
        self._mapping = mapping = Mapping(beneath._form, to, back)
        handle = mapping.open(beneath._use())
        super().__init__(handle, mapping.form, beneath._source)

    def set(self, value: U) -> None:
        """What an assignment to `value` does, where a function is called for."""
        self._use()
        self._beneath.set(self._mapping.back(value))

    def _get(self) -> Any:
        self._use()
        return self._mapping.to(self._beneath.value)


class _ValueSubscription(Subscription):
    def __init__(
        self, binding: Binding[Any], callback: Any, gone: Callable[[], object] | None
    ) -> None:
        super().__init__(binding._source, callback, binding)
        if gone is not None and not callable(gone):
            raise TypeError(f"gone must be callable, and {gone!r} is not")
        self._gone = gone

    def _read(self, pointer: Any) -> Any:
        binding: Binding[Any] | None = self._keeps
        if binding is None:
            return None
        if pointer:
            return binding._form.read(pointer.contents)
        try:
            # That there is none has its reason, which reading tells.
            return binding.value
        except NotFoundError:
            return _GONE
        except HandleError:
            # Another thread is closing the store.
            return None

    def _run(self, callback: Any, event: Any) -> None:
        if event is not _GONE:
            callback(event)
        elif self._gone is not None:
            self._gone()

    def _free(self) -> None:
        super()._free()
        self._gone = None


_DELIVER = _abi.iex_value_callback(deliver)

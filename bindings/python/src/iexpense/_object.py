"""Objects with published fields: whoever holds one sees each change, and can be told of it."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Callable, Generic, NoReturn, overload

from . import _abi
from ._binding import Binding, T
from ._call import call, lib
from ._guard import Guard
from ._state_value import Form, kind_of, pack_value
from ._subscription import Keeper, Kept, Subscription, deliver, register
from ._values import string, text


class Published(Generic[T]):
    """A field of an ObservableObject, with the value that it begins with: `count = Published(0)`.

    It reads and writes like any attribute, and its type stays.
    """

    def __init__(self, value: T) -> None:
        self._form = Form(kind_of(value))
        self._initial = value
        self._name = ""

    def binding(self, owner: ObservableObject) -> Binding[T]:
        """The binding to the field of an object."""
        return owner._fields[self._name]

    def __set_name__(self, owner: type, name: str) -> None:
        if not issubclass(owner, ObservableObject):
            raise TypeError(
                f"{name} is Published, and so {owner.__name__} must inherit from ObservableObject"
            )
        self._name = name

    def __repr__(self) -> str:
        return f"<Published {self._name}, {self._initial!r} to begin with>"

    @overload
    def __get__(self, owner: None, kind: type) -> Published[T]: ...

    @overload
    def __get__(self, owner: ObservableObject, kind: type | None = None) -> T: ...

    def __get__(self, owner: ObservableObject | None, kind: type | None = None) -> Published[T] | T:
        return self if owner is None else self.binding(owner).value

    def __set__(self, owner: ObservableObject, value: T) -> None:
        # The default of a dataclass is the descriptor itself.
        if value is not self:
            self.binding(owner).value = value

    def _publish(self, owner: int | None, source: Keeper) -> Binding[T]:
        """Gives an object of the library the field."""
        handle = ctypes.c_void_p()
        name, value = text(self._name, "a field"), pack_value(self._initial)
        call(lib.iex_object_publish, owner, name, value, handle)
        return Binding(handle.value, self._form, source)


class Shared:
    """What can't be copied or pickled: a copy would have the handle of the library closed when the
    other one goes."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is shared by those who hold it, and not copied")


class ObservableObject(Shared, Kept):
    """Inherit from it to have fields that all who hold the object share.

        class Counter(ObservableObject):
            count = Published(0)

    What a subscriber raises goes to `on_error(exception, subscription)`, or where that is None to
    `sys.unraisablehook`. Any thread may use it. It can't be copied: an object is shared, and a
    State is what is copied.
    """

    _fields: dict[str, Binding[Any]]

    if not TYPE_CHECKING:
        # In __new__, so that a class may have an __init__ that does not call this one's; and only
        # __init__ says what arguments there are.
        def __new__(cls, *arguments, **keywords):
            if (arguments or keywords) and cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__}() takes no arguments")
            self = super().__new__(cls)
            self._publish_fields()
            return self

    def binding(self, field: str) -> Binding[Any]:
        """The binding to a field, by its name; `Counter.count.binding(counter)` knows its type."""
        if field not in self._fields:
            raise KeyError(
                f"{type(self).__name__} publishes no {field!r}: {', '.join(self._fields)}"
            )
        return self._fields[field]

    def subscribe(self, callback: Callable[[str], object]) -> Subscription:
        """Calls `callback(field)` after each change of any field, with its name.

        The object keeps the subscription until it is cancelled.
        """
        subscription = _FieldSubscription(self._keeper, callback)
        return register(subscription, lib.iex_object_subscribe, self._guard.use(), _DELIVER)

    def __repr__(self) -> str:
        name = type(self).__name__
        try:
            fields = ", ".join(f"{field}={it.value!r}" for field, it in self._fields.items())
        except Exception as error:
            return f"<{name}: {error}>"
        return f"{name}({fields})"

    def _publish_fields(self) -> None:
        handle = ctypes.c_void_p()
        call(lib.iex_object_open, type_name(type(self)), handle)
        self._guard = Guard("object", lib.iex_object_close, handle.value)
        weakref.finalize(self, self._guard.close)
        self._keeper = Keeper()
        fields = _published(type(self)).items()
        self._fields = {name: field._publish(handle.value, self._keeper) for name, field in fields}


def type_name(kind: type[ObservableObject]) -> bytes:
    """The name of a class in an environment; that of the program's own needs no module."""
    module = kind.__module__
    name = kind.__qualname__ if module == "__main__" else f"{module}.{kind.__qualname__}"
    return text(name, "a class name")


def _published(kind: type) -> dict[str, Published[Any]]:
    """The fields of a class and of those that it inherits from."""
    found: dict[str, Published[Any]] = {}
    for base in reversed(kind.__mro__):
        for name, field in vars(base).items():
            found.pop(name, None)
            if isinstance(field, Published):
                found[name] = field
    return found


class _FieldSubscription(Subscription):
    def _read(self, pointer: bytes) -> str:
        return string(pointer)


_DELIVER = _abi.iex_object_callback(deliver)

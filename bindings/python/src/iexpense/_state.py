"""State: a value that others are bound to, by itself or as an attribute of a class."""

from __future__ import annotations

import copyreg
import ctypes
from typing import Any, TypeVar, overload

from ._binding import Binding, T
from ._call import call, lib
from ._state_value import Form, kind_of, pack_value
from ._subscription import Keeper, Kept

_Owner = TypeVar("_Owner")


class State(Binding[T], Kept):
    """A value of its own, and the binding to it: `State(False)`, then `value` and `subscribe`.

    In the body of a class it gives each instance such a value, which reads and writes like any
    attribute:

        class Screen:
            shows_hint = State(False)

        screen = Screen()
        screen.shows_hint = True
        switch = Switch(Screen.shows_hint.binding(screen))

    It is a value: `copy.copy` of a state, or of an object whose class has states, gives others that
    begin with the same.
    """

    def __init__(self, value: T) -> None:
        # Of the class, before it is of any of its instances.
        self._name: str | None = None
        self._initial = value
        self._keeper = Keeper()
        super().__init__(_open(value), Form(kind_of(value)), self._keeper)

    def binding(self, owner: object) -> Binding[T]:
        """The binding to the state that an instance has, for a state in the body of its class."""
        if self._name is None:
            raise TypeError("a state outside of a class is itself its binding")
        try:
            states = vars(owner)
        except TypeError:
            raise TypeError(
                f"{type(owner).__name__} has no __dict__ for its state {self._name}"
            ) from None
        if self._name not in states:
            # When two threads are here for the first time, one state is the instance's.
            states.setdefault(self._name, State(self._initial))
        state: State[T] = states[self._name]
        return state

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._guard.close()
        if not hasattr(owner, "__copy__"):
            # The instances have their states in __dict__, and a plain copy would share them.
            owner.__copy__ = _copy_with_states  # type: ignore[attr-defined]

    @overload
    def __get__(self, owner: None, kind: type) -> State[T]: ...

    @overload
    def __get__(self, owner: object, kind: type | None = None) -> T: ...

    def __get__(self, owner: object | None, kind: type | None = None) -> State[T] | T:
        return self if owner is None else self.binding(owner).value

    def __set__(self, owner: object, value: T) -> None:
        # The default of a dataclass is the descriptor itself.
        if value is not self:
            self.binding(owner).value = value

    def _use(self) -> int | None:
        if self._name is not None:
            raise TypeError(f"each instance has its own {self._name}: binding(owner) gives it")
        return super()._use()

    def __copy__(self) -> State[T]:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State[T]:
        return self.copy()

    def __repr__(self) -> str:
        if self._name is not None:
            return f"<State {self._name}, {self._initial!r} to begin with>"
        return super().__repr__()


def _open(value: object) -> int | None:
    handle = ctypes.c_void_p()
    call(lib.iex_state_open, pack_value(value), handle)
    return handle.value


def _copy_with_states(owner: _Owner) -> _Owner:
    """What `copy.copy` does, with states of its own for the copy."""
    other = type(owner).__new__(type(owner))
    for name, value in vars(owner).items():
        vars(other)[name] = value.copy() if isinstance(value, State) else value
    for name in copyreg._slotnames(type(owner)):  # type: ignore[attr-defined]
        if hasattr(owner, name):
            # Past the __setattr__ of what is frozen.
            object.__setattr__(other, name, getattr(owner, name))
    return other

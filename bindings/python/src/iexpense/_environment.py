"""Environments: how screens find the objects that they share."""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import Any, TypeVar

from ._call import call, lib
from ._guard import Guard
from ._object import ObservableObject, Shared, type_name
from ._values import text
from .errors import MissingObjectError, NotFoundError

_Object = TypeVar("_Object", bound=ObservableObject)


class Environment(Shared):
    """Objects by their class: `env.put(counter)`, and below it `env[Counter]` is that very object.

    A `child` is for a screen that is pushed: it finds what its parent has, also what is put there
    later. A `modal` finds only what was put into itself. The names are for messages.
    """

    def __init__(self, name: str = "") -> None:
        self._open(lib.iex_environment_open, name)

    def _open(
        self, function: Any, name: str, *above: Any, parent: Environment | None = None
    ) -> None:
        handle = ctypes.c_void_p()
        call(function, *above, text(name, "name"), handle)
        self.name = name
        self._parent = parent
        # The library keeps its objects, and this the Python objects that they are of.
        self._objects: dict[bytes, ObservableObject] = {}
        self._putting = threading.RLock()
        self._guard = Guard("environment", lib.iex_environment_close, handle.value)
        weakref.finalize(self, self._guard.close)

    def child(self, name: str = "") -> Environment:
        """The environment of a screen that is pushed: it inherits."""
        below = Environment.__new__(Environment)
        below._open(lib.iex_environment_child, name, self._guard.use(), parent=self)
        return below

    def modal(self, name: str = "") -> Environment:
        """The environment of a modal screen: it inherits nothing, and is handed what it needs."""
        below = Environment.__new__(Environment)
        below._open(lib.iex_environment_modal, name, self._guard.use())
        return below

    def put(self, *objects: ObservableObject) -> None:
        """Puts objects into it, each in place of another one of its class."""
        for thing in objects:
            if not isinstance(thing, ObservableObject):
                raise TypeError(f"an environment has ObservableObjects, not {thing!r}")
            name = type_name(type(thing))
            with self._putting:
                # First here, so that what the library finds is here too.
                self._objects[name] = thing
                call(lib.iex_environment_put, self._guard.use(), thing._guard.use())

    def __getitem__(self, kind: type[_Object]) -> _Object:
        """The object of a class; MissingObjectError names it and where it was looked for."""
        name = type_name(kind)
        found = ctypes.c_void_p()
        try:
            call(lib.iex_environment_find, self._guard.use(), name, found)
        except NotFoundError as error:
            raise MissingObjectError(str(error)) from None
        lib.iex_object_close(found)
        environment: Environment | None = self
        while environment is not None:
            thing = environment._objects.get(name)
            if isinstance(thing, kind):
                return thing
            environment = environment._parent
        raise MissingObjectError(f"the {name.decode()} there is of another class of this name")

    def get(self, kind: type[_Object]) -> _Object | None:
        """The object of a class, or None."""
        try:
            return self[kind]
        except MissingObjectError:
            return None

    def __contains__(self, kind: object) -> bool:
        return (
            isinstance(kind, type)
            and issubclass(kind, ObservableObject)
            and self.get(kind) is not None
        )

    def __repr__(self) -> str:
        return f"<Environment {self.name}>"

"""Finds and loads libiexpense.so.1, and proves that it is the library this package was made for.

It is looked for in three places, and never in the working folder: where $IEXPENSE_LIBRARY says
(then nowhere else), beside this file (where `pip install` puts it), and where the system's loader
looks.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from . import _abi

NAME = "libiexpense.so.1"
VARIABLE = "IEXPENSE_LIBRARY"


def places() -> list[str]:
    """What is tried, in this order."""
    named = os.environ.get(VARIABLE)
    if named:
        if not os.path.isabs(named):
            # A relative path would mean another file in every working folder.
            raise ImportError(f"{VARIABLE} must be an absolute path, and is {named!r}")
        return [named]
    return [str(Path(__file__).resolve().parent / NAME), NAME]


def check_interpreter() -> None:
    """Refuses a subinterpreter: ctypes runs callbacks as those of the main interpreter, whichever
    has made them, and shares its types among all."""
    api = ctypes.pythonapi
    # Functions of their own, so that nobody else's declarations change.
    current = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyInterpreterState_Get", api))
    number = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(("PyInterpreterState_GetID", api))
    if number(current()):
        raise ImportError("iexpense works in the main interpreter only, not in a subinterpreter")


def load() -> ctypes.CDLL:
    """Loads the library from the first place that has it."""
    check_interpreter()
    looked = []
    for place in places():
        if os.path.isabs(place) and not os.path.exists(place):
            looked.append(f"{place}: not there")
            continue
        try:
            library = ctypes.CDLL(place)
        except OSError as error:
            looked.append(f"{place}: {error}")
            continue
        declare(library, place)
        return library
    raise ImportError(
        "iexpense can't load its library. It looked for\n  "
        + "\n  ".join(looked)
        + f"\nSet {VARIABLE} to the absolute path of {NAME}."
    )


def declare(library: ctypes.CDLL, place: str) -> None:
    """Gives every function its types, and checks version and layout."""
    for name, result, arguments in _abi.FUNCTIONS:
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(
                f"{place} has no function {name}: it is another version of the library"
            ) from None
        function.restype = result
        function.argtypes = arguments
    check_version(library.iex_version().decode(), place)
    check_layout(library, place)


def check_version(version: str, place: str) -> None:
    """Takes the version that this package was made for, and later ones with the same first
    number."""
    there = [int(part) for part in version.split(".")]
    here = [int(part) for part in _abi.VERSION.split(".")]
    if there[0] != here[0] or there < here:
        raise ImportError(f"{place} is version {version}; this package needs {_abi.VERSION}")


def check_layout(library: ctypes.CDLL, place: str) -> None:
    """Compares each structure here with the one that the library was compiled with."""
    offset, size = ctypes.c_size_t(), ctypes.c_size_t()
    for structure, fields in _abi.LAYOUT:
        name = structure.__name__
        known = library.iex_abi_layout(name.encode(), None, offset, size)
        expected = ctypes.sizeof(structure)
        # A newer library may have more fields at the end of a structure that tells its size.
        longer = size.value > expected and fields[0] != "struct_size"
        if known != _abi.IEX_OK or size.value < expected or longer:
            raise ImportError(
                f"{place} does not fit this package: {name} has {size.value} bytes there and "
                f"{expected} here"
            )
        for field in fields:
            here = getattr(structure, field)
            known = library.iex_abi_layout(name.encode(), field.encode(), offset, size)
            if known != _abi.IEX_OK or (offset.value, size.value) != (here.offset, here.size):
                raise ImportError(
                    f"{place} does not fit this package: {name}.{field} is at {offset.value} "
                    f"with {size.value} bytes there, at {here.offset} with {here.size} here"
                )


lib = load()

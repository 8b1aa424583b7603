"""Compares where each field of a struct is, as programs see it, with what the library says.

Programs see it as a compiler of C or of C++ does, or as Python's declarations have it. Which
structs and fields there are is read from what a compiler has made of the header, so that none is
left out.
"""

import ctypes
import importlib
import sys
from pathlib import Path
from typing import Any, NamedTuple

from interface import Struct, must

ROOT = Path(__file__).resolve().parents[2]
COMPILERS = {
    "gcc": "-std=c99",
    "clang": "-std=c99",
    "g++": "-std=c++11",
    "clang++": "-std=c++11",
}


class Place(NamedTuple):
    struct: str
    field: str  # "" for the whole struct
    offset: int
    size: int


def program(header: Path, structs: list[Struct]) -> str:
    """A program in C and C++ that prints the place of each field."""
    lines = [f'#include "{header}"', "#include <stdio.h>", "int main(void) {"]
    for struct in structs:
        name = struct.name
        lines.append(f'  printf("{name} - 0 %u\\n", (unsigned)sizeof({name}));')
        for field in struct.fields:
            lines.append(
                f'  printf("{name} {field.name} %u %u\\n",'
                f" (unsigned)offsetof({name}, {field.name}),"
                f" (unsigned)sizeof((({name} *)0)->{field.name}));"
            )
    return "\n".join([*lines, "  return 0;", "}", ""])


def compiled(compiler: str, header: Path, structs: list[Struct], folder: Path) -> list[Place]:
    """The places as a compiler sees them."""
    kind = "c++" if compiler.endswith("++") else "c"
    source, built = folder / f"layout.{kind}", folder / f"layout-{compiler}"
    source.write_text(program(header, structs))
    must(compiler, COMPILERS[compiler], "-x", kind, source, "-o", built)
    found = []
    for line in must(built).splitlines():
        struct, field, offset, size = line.split()
        found.append(Place(struct, field.strip("-"), int(offset), int(size)))
    return found


def declarations() -> Any:
    """Python's declarations, without the package around them."""
    sys.path.append(str(ROOT / "bindings/python/src/iexpense"))
    return importlib.import_module("_abi")


def in_python() -> list[Place]:
    """The places in Python's declarations."""
    found = []
    for structure, fields in declarations().LAYOUT:
        found.append(Place(structure.__name__, "", 0, ctypes.sizeof(structure)))
        for field in fields:
            place = getattr(structure, field)
            found.append(Place(structure.__name__, field, place.offset, place.size))
    return found


def in_library(library: Path, structs: list[Struct]) -> list[Place]:
    """What the library says of each field that the header has."""
    call = ctypes.CDLL(str(library)).iex_abi_layout
    call.argtypes = (ctypes.c_char_p, ctypes.c_char_p, *[ctypes.POINTER(ctypes.c_size_t)] * 2)
    found = []
    for struct in structs:
        for field in [None, *(field.name for field in struct.fields)]:
            offset, size = ctypes.c_size_t(), ctypes.c_size_t()
            status = call(struct.name.encode(), field and field.encode(), offset, size)
            found.append(
                Place(struct.name, field or "", offset.value, size.value if status == 0 else -1)
            )
    return found


def differences(one: list[Place], other: list[Place]) -> list[str]:
    """What stands in one list and not in the other, one line each."""
    return [f"{each}" for each in sorted(set(one) ^ set(other))]

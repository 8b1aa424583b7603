"""Compares the numbers of the header with numbers.txt, which says what each is and stays.

Programs have these numbers compiled in: one that changes, or that a new name takes over from an old
one, means something else to them. So a name that is gone stays in the list, marked "retired".
"""

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from interface import must

LIST = Path(__file__).resolve().parent / "numbers.txt"


class Pinned(NamedTuple):
    name: str
    number: int
    retired: bool
    group: str  # what it is one of: no two of a group have the same number


# The group whose numbers may be equal.
SIZES = "sizes"


def compiled(header: Path, folder: Path) -> dict[str, int]:
    """Every number that the header defines, as a compiler computes it."""
    named = must("gcc", "-dM", "-E", "-x", "c", header)
    names = sorted(set(re.findall(r"^#define (IEX_[A-Z0-9_]+) \(?-?\d", named, re.MULTILINE)))
    names = [name for name in names if not name.startswith("IEX_VERSION")]
    lines = "".join(f'  printf("{name} %lld\\n", (long long){name});\n' for name in names)
    source, program = folder / "numbers.c", folder / "numbers"
    source.write_text(
        f'#include "{header}"\n#include <stdio.h>\nint main(void) {{\n{lines}  return 0;\n}}\n'
    )
    must("gcc", "-std=c99", source, "-o", program)
    return {name: int(number) for name, number in map(str.split, must(program).splitlines())}


def pinned(text: str) -> list[Pinned]:
    """Reads the list: groups, and in each a name, a number, and perhaps "retired", one a line."""
    found = []
    group = ""
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1]
        elif line and not line.startswith("#"):
            name, number, *rest = line.split()
            found.append(Pinned(name, int(number), rest == ["retired"], group))
    return found


def compare(there: dict[str, int], listed: list[Pinned]) -> list[str]:
    """Every number that is not what the list says, and every one that the list lacks."""
    problems = []
    known: dict[str, Pinned] = {}
    for each in listed:
        if each.name in known:
            problems.append(f"{each.name} is listed twice")
        known[each.name] = each
        if each.retired and each.name in there:
            problems.append(f"{each.name} was retired, and is there again")
        elif not each.retired and each.name not in there:
            problems.append(
                f"{each.name} is gone: mark it as retired, so that {each.number} is not reused"
            )
        elif not each.retired and there[each.name] != each.number:
            problems.append(f"{each.name} is {there[each.name]}, and was {each.number}")
    problems += [
        f"{name} {number} is not in {LIST.name}: add it there"
        for name, number in there.items()
        if name not in known
    ]
    taken: dict[tuple[str, int], str] = {}
    for each in listed:
        before = taken.setdefault((each.group, each.number), each.name)
        if before != each.name and each.group != SIZES:
            problems.append(f"{each.name} has the number {each.number}, which is that of {before}")
    return problems


def in_python(there: dict[str, int], declarations: Any) -> list[str]:
    """The numbers that Python's declarations lack, or have otherwise."""
    return [
        f"{name} is {getattr(declarations, name, 'missing')} there and {number} in the header"
        for name, number in there.items()
        if getattr(declarations, name, None) != number
    ]


def statuses(there: dict[str, int], library: Path) -> list[str]:
    """The statuses that the library calls by another name."""
    call = ctypes.CDLL(str(library)).iex_status_name
    call.restype = ctypes.c_char_p
    named = {name: (call(number) or b"").decode() for name, number in there.items()
             if name == "IEX_OK" or name.startswith("IEX_ERROR_")}  # fmt: skip
    return [f"{name} is {said} to the library" for name, said in named.items() if said != name]


def made_up(there: dict[str, int], listed: list[Pinned]) -> Iterator[tuple[str, list[str]]]:
    """Changes that have to be refused, each with what the comparison says."""
    name, other = "IEX_ERROR_BUSY", "IEX_ERROR_NEW_ONE"
    without = {key: number for key, number in there.items() if key != name}
    retired = [each._replace(retired=each.retired or each.name == name) for each in listed]
    added = Pinned(other, there[name], retired=False, group="statuses")
    yield "a number that has changed", compare(there | {name: 99}, listed)
    yield "a number that is gone", compare(without, listed)
    yield "a number that no list has", compare(there | {other: 99}, listed)
    yield "a number that comes back", compare(there, retired)
    yield "a number used again", compare(without | {other: there[name]}, [*retired, added])
    if compare(without, retired) or compare(
        there | {other: 99}, [*listed, added._replace(number=99)]
    ):
        yield "nothing that it should let through", []

"""What a header declares, as a compiler sees it: a library of empty functions, with its types.

The library itself has no C types in it: it is written in Swift, and stripped. So each function of
the header is defined once, with the prototype that gcc reads from it, and abidw and abidiff read
the types of that. That the real library has the functions is compared by their names.
"""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

SONAME = "libiexpense.so.1"
# The bits of abidiff's status: 1 and 2 are trouble of its own.
TROUBLE, CHANGE = 1 | 2, 4 | 8


class Field(NamedTuple):
    name: str
    offset: int  # in bytes


class Struct(NamedTuple):
    name: str
    size: int
    fields: list[Field]

    @property
    def grows(self) -> bool:
        """Whether it says its size, and so may get fields at its end."""
        return bool(self.fields) and self.fields[0].name == "struct_size"


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command and keeps all that it prints."""
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def must(*command: str | Path) -> str:
    """Runs a command that has to succeed; what it printed."""
    done = run(*command)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}")
    return done.stdout


def stub_library(header: Path, folder: Path) -> Path:
    """Compiles what a header declares, with nothing in it, in a folder of its own."""
    folder.mkdir(parents=True)
    source, prototypes = folder / "stub.c", folder / "prototypes.txt"
    source.write_text(f'#include "{header}"\n')
    must("gcc", "-std=gnu2x", "-fsyntax-only", "-aux-info", prototypes, source)
    declared = re.findall(
        rf"^/\* {re.escape(str(header))}:\d+:NC \*/ extern (.*?);",
        prototypes.read_text(),
        re.MULTILINE,
    )
    if not declared:
        raise SystemExit(f"{header} declares no function")
    with source.open("a") as file:
        file.writelines(f"{each} {{ __builtin_trap(); }}\n" for each in declared)
    library = folder / SONAME
    must(
        "gcc",
        "-std=gnu2x",
        "-g",
        "-fPIC",
        "-shared",
        f"-Wl,-soname,{SONAME}",
        source,
        "-o",
        library,
    )
    (folder / "libiexpense.so").symlink_to(SONAME)
    return library


def functions(library: Path) -> set[str]:
    """The functions that a library exports."""
    listed = must("nm", "--dynamic", "--defined-only", "--extern-only", "--format=posix", library)
    return {line.split()[0].partition("@")[0] for line in listed.splitlines()}


def structs(library: Path) -> dict[str, Struct]:
    """The structs that its functions reach, from the debug information of a library."""
    written = must("abidw", "--no-show-locs", library)
    found = {}
    for each in ElementTree.fromstring(written).iter("class-decl"):
        if each.get("is-declaration-only") == "yes":
            continue
        fields = [
            Field(member[0].get("name", ""), int(member.get("layout-offset-in-bits", "0")) // 8)
            for member in each.findall("data-member")
        ]
        name = each.get("name", "")
        found[name] = Struct(name, int(each.get("size-in-bits", "0")) // 8, fields)
    return found


def misgrown(old: dict[str, Struct], new: dict[str, Struct]) -> list[str]:
    """What is wrong with the structs that have grown.

    A field that begins where the struct ended in padding can't be told from the garbage that a
    program of before has there, since its struct_size is the same.
    """
    problems = []
    for name, before in old.items():
        after = new.get(name)
        if after is None or not before.grows:
            continue
        if after.fields[: len(before.fields)] != before.fields:
            problems.append(f"{name}: its fields are not those of before with others behind them")
        problems += [
            f"{name}.{field.name}: begins within the {before.size} bytes that {name} had before"
            for field in after.fields[len(before.fields) :]
            if field.offset < before.size
        ]
    return problems


def without_comments(header: Path) -> str:
    """A header as the compiler needs it: a sixth as long."""
    return must("gcc", "-fpreprocessed", "-dD", "-E", "-P", "-w", "-std=c99", header)


def trimmed(header: str, fields: dict[str, int]) -> str:
    """A header without comments, of whose structs those that are named have so many fields only."""

    def trim(match: re.Match[str]) -> str:
        body, name = match[1], match[2]
        if name not in fields:
            return match[0]
        return f"{{{';'.join(body.split(';')[: fields[name]])};\n}} {name};"

    return re.sub(r"\{([^{}]*)\} (iex_\w+);", trim, header)


def compatible(old: Path, new: Path, folder: Path) -> list[str]:
    """Compares two headers: why a program of the old one may not run with the new library.

    What structs have got at their end is looked at here, and taken away before abidiff compares:
    every other difference is one too many.
    """
    before = structs(stub_library(old, folder / "then"))
    problems = misgrown(before, structs(stub_library(new, folder / "now")))
    grown = {name: len(each.fields) for name, each in before.items() if each.grows}
    header = folder / "trimmed.h"
    header.write_text(trimmed(without_comments(new), grown))
    stub_library(header, folder / "trimmed")
    done = run(
        "abidiff",
        "--no-added-syms",
        folder / "then" / SONAME,
        folder / "trimmed" / SONAME,
    )
    if done.returncode & TROUBLE:
        problems.append(f"abidiff could not compare: {done.stdout}")
    elif done.returncode & CHANGE:
        problems.append(done.stdout)
    return problems

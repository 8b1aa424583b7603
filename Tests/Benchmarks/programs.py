"""The programs that take part: how they are built, and which of them can't take part here.

A C program is built when its sources changed; what can't be built or imported is missing, and the
report names it with the reason.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from contest import Contender

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = ROOT / "build" / "libiexpense.so.1"
COMMON = ("c/party.c", "c/rows.c", "c/observers.c")


class Program(NamedTuple):
    """How a party is run; `sources` of C are built into one program, others are run by `runner`."""

    sources: tuple[str, ...]
    flags: tuple[str, ...] = ()
    runner: str = ""  # the Python that runs it; "": it is C
    needs: str = ""  # a statement in Python that fails where it can't run
    of_library: bool = False
    database: str = "all"  # "variant": each of its variants has one of its own; "": it has none
    database_of: str = ""  # the program that makes its database; "": itself


PYTHON = sys.executable


def parts(name: str, *rest: str) -> tuple[str, ...]:
    return (f"c/{name}.c", *(f"c/{name}_{part}.c" for part in rest))


def needs_command(name: str) -> str:
    return f"import shutil; assert shutil.which({name!r}), 'there is no {name}'"


PROGRAMS = {
    "iexpense": Program(
        parts("ours", "reading", "writing", "views", "files", "observers"),
        (f"-I{ROOT / 'include'}", f"-L{LIBRARY.parent}", "-liexpense"),
        of_library=True,
    ),
    "sqlite": Program(
        (*parts("lite", "reading", "writing", "views", "files", "observers"), "c/csv.c"),
        ("-lsqlite3",),
        database="variant",
    ),
    "c-arrays": Program((*parts("arrays", "more", "files"), "c/csv.c"), ("-O3",), database=""),
    "lmdb": Program(("c/lmdb.c",), ("-llmdb",)),
    "json-c": Program(("c/json.c",), ("-ljansson",)),
    "json-swift": Program(("swift/Tutorial.swift",)),
    "iexpense-python": Program(
        ("python/ours.py",),
        runner=PYTHON,
        needs="import iexpense",
        of_library=True,
        database_of="iexpense",
    ),
    "python-sqlite3": Program(("python/lite.py",), runner=PYTHON, needs="import sqlite3"),
    "apsw": Program(("python/lite.py",), runner=PYTHON, needs="import apsw"),
    "numpy": Program(("python/arrays.py",), runner=PYTHON, needs="import numpy", database=""),
    "ledger": Program(("python/journal.py",), runner=PYTHON, needs=needs_command("ledger")),
    "hledger": Program(("python/journal.py",), runner=PYTHON, needs=needs_command("hledger")),
    "beancount": Program(("python/journal.py",), runner=PYTHON, needs=needs_command("bean-query")),
    "sqlite3-shell": Program(
        ("python/shell.py",), runner=PYTHON, needs=needs_command("sqlite3"), database=""
    ),
    "duckdb": Program(("python/duck.py",), runner=PYTHON, needs="import duckdb"),
}
TOOLS = {"make_rows": ("c/make_rows.c",), "whole": ("c/whole.c",)}


class Programs:
    """What was built, and what is missing and why."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.missing: dict[str, str] = {}
        self._stamps: dict[str, str] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for name, sources in TOOLS.items():
            if problem := self._build(name, sources, ()):
                raise SystemExit(f"{name} can't be built: {problem}")

    def has(self, name: str) -> bool:
        """Builds a program, or tries its module, at its first use."""
        if name not in self._stamps and name not in self.missing:
            program = PROGRAMS[name]
            problem = (
                self._try(program)
                if program.runner
                else self._build(name, program.sources, program.flags)
            )
            if problem:
                self.missing[name] = problem
            else:
                self._stamps[name] = self._stamp(program)
        return name not in self.missing

    def database(self, contender: Contender) -> str:
        """Names the file of a contender's database after what it was made with."""
        kind = PROGRAMS[contender.program].database
        if not kind:
            return f"{contender.program}-none"
        variant = contender.variant if kind == "variant" else "all"
        return f"{contender.program}-{variant}-{self._stamps[contender.program][:8]}.db"

    def owner(self, contender: Contender) -> Contender:
        """Whoever makes the database of a contender."""
        name = PROGRAMS[contender.program].database_of
        return Contender(name) if name and self.has(name) else contender

    def command(self, contender: Contender, workload: str, rows: int, folder: Path) -> list[str]:
        program = PROGRAMS[contender.program]
        start = (
            [program.runner, str(HERE / program.sources[0])]
            if program.runner
            else [str(self.folder / contender.program)]
        )
        return [*start, workload, contender.variant, str(rows), str(folder)]

    def whole(self, contender: Contender, workload: str, rows: int, folder: Path) -> list[str]:
        command = self.command(contender, workload, rows, folder)
        at = len(command) - 4
        return [str(self.folder / "whole"), *command[:at], "--whole", *command[at:]]

    def _build(self, name: str, sources: tuple[str, ...], flags: tuple[str, ...]) -> str:
        target = self.folder / name
        common = () if sources[0].endswith(".swift") else COMMON
        files = [HERE / source for source in (*sources, *common)]
        newest = max(path.stat().st_mtime for path in [*files, *(HERE / "c").glob("*.h")])
        if target.exists() and target.stat().st_mtime > newest:
            return ""
        command = [os.environ.get("CC", "cc"), "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror"]
        if files[0].suffix == ".swift":
            command = [os.environ.get("SWIFT", "swift") + "c", "-O"]
        command += [*map(str, files), "-o", str(target), *flags]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return "" if result.returncode == 0 else first_error(result.stderr)

    def _try(self, program: Program) -> str:
        command = [program.runner, "-c", program.needs]
        try:
            result = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            return str(error)
        return "" if result.returncode == 0 else result.stderr.strip().splitlines()[-1]

    def _stamp(self, program: Program) -> str:
        digest = hashlib.sha256()
        sources = [HERE / source for source in program.sources]
        for path in [*sources, HERE / "c" / "rows.c", *([LIBRARY] if program.of_library else [])]:
            digest.update(path.read_bytes())
        return digest.hexdigest()


def first_error(output: str) -> str:
    lines = [line for line in output.splitlines() if "error" in line] or output.splitlines()
    return lines[0] if lines else "no message"

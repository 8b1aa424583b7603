"""Reads the fenced blocks of the documents and runs them.

A block of text that follows another one is what that must print. Programs in C, Python and Swift
each run in a folder of their own; shell blocks and SQL (which sqlite3 reads for spending.db) go on
in the folder of the program before. A comment `<!-- before … -->` above a block is code that stands
before it; a block in another language is an error, since nobody would run it.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PRELUDE = Path(__file__).with_name("prelude.sh")
FENCE = r"(?:^<!-- before\n(.*?)^-->\n\s*)?^```([\w-]*)\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?"
# The languages, and whether a block of each begins in a new folder.
LANGUAGES = {"c": True, "cpp": True, "python": True, "swift": True, "sh": False, "sql": False}

ENVIRONMENT = {
    "PYTHONPATH": str(ROOT / "bindings" / "python" / "src"),
    "IEXPENSE_LIBRARY": str(ROOT / "build" / "libiexpense.so.1"),
    "LD_LIBRARY_PATH": str(ROOT / "build"),
    **os.environ,
    "TOP": str(ROOT),
    "PYTHON": sys.executable,
}


class Block(NamedTuple):
    name: str
    language: str
    text: str
    output: str | None

    @property
    def begins(self) -> bool:
        return LANGUAGES[self.language]


def blocks(document: str) -> Iterator[Block]:
    """Yields the blocks of a document."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for match in re.finditer(FENCE, text, re.MULTILINE | re.DOTALL):
        before, language, body, output = match.groups()
        name = f"{document} line {text.count(chr(10), 0, match.start(2)) + 1}"
        if language not in LANGUAGES:
            raise RuntimeError(f"{name}: nobody runs a block of {language or 'no language'}")
        yield Block(name, language, (before or "") + body, output)


def run(command: list[str], folder: str, seconds: int = 120) -> str:
    """Runs a command in a folder; returns what it printed, or raises with all of it."""
    result = subprocess.run(
        command,
        cwd=folder,
        env=ENVIRONMENT | {"PWD": folder},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if result.returncode != 0:
        raise RuntimeError(
            f"{command[0]} ended with {result.returncode}\n{result.stdout}{result.stderr}"
        )
    return result.stdout


def run_shell(text: str, folder: str) -> str:
    """Runs lines of a shell behind the prelude."""
    return run(["bash", "-c", f"source {PRELUDE}\n{text}"], folder)


def run_sql(text: str, folder: str) -> str:
    """Asks the store in a folder, as the sqlite3 shell does."""
    if not (Path(folder) / "spending.db").exists():
        raise RuntimeError("there is no spending.db of a block before")
    return run(["sqlite3", "-readonly", "-bail", "spending.db", text], folder)

"""Compiles and runs every C and Python block of the README, and checks what the documents name.

A block of text right after a program (```text) is what the program must print. Programs run in an
empty folder. `make NAME` in a document must be a target, and a path in backquotes must exist.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
COMPILERS = ["gcc", "clang"]
BUILD = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
LINK = [f"-L{ROOT / 'build'}", "-liexpense", f"-Wl,-rpath,{ROOT / 'build'}"]


class Block(NamedTuple):
    language: str
    line: int
    text: str
    output: str | None


def blocks(document: str) -> Iterator[Block]:
    """Yields the fenced blocks of a document, each with the output that follows it, if any."""
    text = (ROOT / document).read_text(encoding="utf-8")
    pattern = r"^```(\w+)\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?"
    for match in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start()) + 1
        yield Block(match[1], line, match[2], match[3])


def run(command: list[str], folder: str) -> str:
    """Runs a command in a folder; returns what it printed, or raises with all of it."""
    result = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if result.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {result.returncode}\n{result.stderr}")
    return result.stdout


def run_block(block: Block, compiler: str | None) -> None:
    """Runs a program in an empty folder and compares what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        if compiler is not None:
            source = Path(folder) / "program.c"
            source.write_text(block.text, encoding="utf-8")
            run([compiler, *BUILD, str(source), "-o", f"{folder}/program", *LINK], folder)
            source.unlink()
            printed = run([f"{folder}/program"], folder)
        else:
            printed = run([sys.executable, "-c", block.text], folder)
    if block.output is not None and printed != block.output:
        raise RuntimeError(f"it printed\n{printed}and not\n{block.output}")


def check_names(document: str) -> None:
    """Raises when a document names a make target or a path that is not there."""
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    unknown = [
        f"make {name}" for name in re.findall(r"`make ([a-z]+)", text) if name not in targets
    ]
    for path in re.findall(r"`([A-Za-z.][\w.+-]*/[\w./+-]*)`", text):
        generated = path.startswith("build/")
        if not generated and not (ROOT / path).exists():
            unknown.append(path)
    if unknown:
        raise RuntimeError(f"not there: {', '.join(unknown)}")


def main() -> int:
    os.environ.setdefault("PYTHONPATH", str(ROOT / "bindings" / "python" / "src"))
    os.environ.setdefault("LD_LIBRARY_PATH", str(ROOT / "build"))
    cases: list[tuple[str, Callable[[], None]]] = []
    for block in blocks("README.md"):
        if block.language == "c":
            for compiler in COMPILERS:
                name = f"README line {block.line}, {compiler}"
                cases.append((name, partial(run_block, block, compiler)))
        elif block.language == "python":
            name = f"README line {block.line}, python"
            cases.append((name, partial(run_block, block, None)))
    cases += [(f"names in {document}", partial(check_names, document)) for document in DOCUMENTS]
    failed = 0
    for name, case in cases:
        try:
            case()
            print(f"  ok      {name}")
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
            failed += 1
            print(f"  FAILED  {name}: {problem}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

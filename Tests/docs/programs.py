"""Runs the programs of the documents and the examples, and checks what the documents name.

The documents are the README and its companions, and the articles of the documentation: each of
their blocks is run (see blocks.py) and prints the block of text behind it; with an argument, only
those whose names have it. The examples are those with a .txt file beside them, which is what they
must print, and a program in Python what that of the same name in C prints; and the programs at
the top of the header's sections. C is compiled by gcc and clang without a warning. `make NAME` in
a document must be a target, and a path in backquotes must exist.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import swift_programs
from blocks import ROOT, Block, blocks, run, run_shell, run_sql

ARTICLES = sorted(
    str(path.relative_to(ROOT)) for path in (ROOT / "Sources" / "IExpense.docc").rglob("*.md")
)
READMES = ["README.md", "bindings/README.md", "bindings/python/README.md"]
NAMING = ["README.md", "bindings/README.md", "CONTRIBUTING.md", "CHANGELOG.md", *ARTICLES]
COMPILERS = {"c": ["gcc", "clang"], "cpp": ["g++", "clang++"]}
INCLUDE = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'examples' / 'c'}"]
DIALECTS = {"c": "-std=c11", "cpp": "-std=c++17"}
BUILD = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", *INCLUDE]
LINK = [f"-L{ROOT / 'build'}", "-liexpense", f"-Wl,-rpath,{ROOT / 'build'}"]


class Program(NamedTuple):
    name: str
    language: str
    text: str
    output: str | None


def example_programs() -> Iterator[Program]:
    """Yields the examples that need no argument: those with their output, and the header's own."""
    examples = ROOT / "examples"
    outputs = [path for folder in ("c", "python") for path in examples.glob(f"{folder}/*.txt")]
    programs = {path: path.with_suffix(".txt") for path in examples.glob("c/sections/*.c")}
    for output in outputs:
        programs[output.with_suffix("." + output.parent.name.replace("python", "py"))] = output
        twin = examples / "python" / f"{output.stem}.py"
        if output.parent.name == "c" and twin.exists():
            programs[twin] = output
    for source, output in sorted(programs.items()):
        yield Program(
            str(source.relative_to(ROOT)),
            source.suffix.removeprefix("."),
            source.read_text(encoding="utf-8"),
            output.read_text(encoding="utf-8") if output.exists() else None,
        )


def expect(printed: str, expected: str | None) -> None:
    """Compares what a program printed with what it must print, if that is known."""
    if expected is not None and printed != expected:
        raise RuntimeError(f"it printed\n{printed}and not\n{expected}")


def compile_and_run(compiler: str, name: str, text: str, folder: str, language: str = "c") -> str:
    """Compiles and runs a program under its own name, which is the origin of its changes."""
    executable = Path(folder) / name
    source = executable.with_suffix(f".{language}")
    source.write_text(text, encoding="utf-8")
    run([compiler, DIALECTS[language], *BUILD, str(source), "-o", str(executable), *LINK], folder)
    source.unlink()
    return run([str(executable)], folder)


def check_program(program: Program, compiler: str | None) -> None:
    """Runs an example in an empty folder and compares what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        if compiler is not None:
            printed = compile_and_run(compiler, Path(program.name).stem, program.text, folder)
        else:
            printed = run([sys.executable, "-c", program.text], folder)
    expect(printed, program.output)


class Reader:
    """Goes through a document, as someone does who tries out what it says."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()

    def check(self, block: Block) -> None:
        """Runs a block, in a new folder if it is a program, and compares what it prints."""
        if block.begins:
            self.folder = tempfile.TemporaryDirectory()
        folder = self.folder.name
        if block.language in COMPILERS:
            for compiler in COMPILERS[block.language]:
                if compiler != COMPILERS[block.language][0]:
                    self.folder = tempfile.TemporaryDirectory()
                printed = compile_and_run(
                    compiler, "program", block.text, self.folder.name, block.language
                )
                expect(printed, block.output)
            return
        runners = {
            "python": lambda: run([sys.executable, "-c", block.text], folder),
            "swift": lambda: swift_programs.compile_and_run(block.text, folder),
            "sh": lambda: run_shell(block.text, folder),
            "sql": lambda: run_sql(block.text, folder),
        }
        expect(runners[block.language](), block.output)


def check_names(document: str) -> None:
    """Raises when a document names a make target or a path that is not there."""
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    unknown = [f"make {name}" for name in re.findall(r"`make ([a-z-]+)", text)]
    unknown = [name for name in unknown if name.removeprefix("make ") not in targets]
    for path in re.findall(r"`([A-Za-z.][\w.+-]*/[\w./+-]*)`", text):
        generated = path.startswith(("build/", "../"))
        if not generated and not (ROOT / path).exists():
            unknown.append(path)
    if unknown:
        raise RuntimeError(f"not there: {', '.join(unknown)}")


def cases() -> Iterator[tuple[str, Callable[[], None]]]:
    """Yields every check with its name."""
    for document in [*READMES, *ARTICLES]:
        reader = Reader()
        for block in blocks(document):
            yield f"{block.name}, {block.language}", partial(reader.check, block)
    for program in example_programs():
        for compiler in COMPILERS.get(program.language, [None]):
            name = f"{program.name}, {compiler or 'python'}"
            yield name, partial(check_program, program, compiler)
    for document in NAMING:
        yield f"names in {document}", partial(check_names, document)


def main() -> int:
    passed = failed = 0
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, check in cases():
        if wanted not in name:
            continue
        try:
            check()
            passed += 1
            print(f"  ok      {name}")
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
            failed += 1
            print(f"  FAILED  {name}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compiles and runs the programs of the documents, and checks what the documents name.

The programs are every C and Python block of the README, with the block of text after it (```text)
as what it must print; the examples with a .txt file beside them, which is what they must print, and
a program in Python what that of the same name in C prints; and the programs at the top of the
header's sections. Each runs in an empty folder; C is compiled by gcc and clang without a warning.
`make NAME` in a document must be a target, and a path in backquotes must exist.
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
INCLUDE = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'examples' / 'c'}"]
BUILD = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *INCLUDE]
LINK = [f"-L{ROOT / 'build'}", "-liexpense", f"-Wl,-rpath,{ROOT / 'build'}"]


class Program(NamedTuple):
    name: str
    language: str
    text: str
    output: str | None


def readme_programs() -> Iterator[Program]:
    """Yields the fenced programs of the README, each with the output that follows it, if any."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pattern = r"^```(c|python)\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?"
    for match in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start()) + 1
        yield Program(
            f"README.md line {line}", match[1].replace("python", "py"), match[2], match[3]
        )


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


def check_program(program: Program, compiler: str | None) -> None:
    """Runs a program in an empty folder and compares what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        if compiler is not None:
            # The program's own name, since that is the origin of its changes.
            executable = Path(folder) / Path(program.name).stem
            source = executable.with_suffix(".c")
            source.write_text(program.text, encoding="utf-8")
            run([compiler, *BUILD, str(source), "-o", str(executable), *LINK], folder)
            source.unlink()
            printed = run([str(executable)], folder)
        else:
            printed = run([sys.executable, "-c", program.text], folder)
    if program.output is not None and printed != program.output:
        raise RuntimeError(f"it printed\n{printed}and not\n{program.output}")


def check_names(document: str) -> None:
    """Raises when a document names a make target or a path that is not there."""
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    unknown = [f"make {name}" for name in re.findall(r"`make ([a-z]+)", text)]
    unknown = [name for name in unknown if name.removeprefix("make ") not in targets]
    for path in re.findall(r"`([A-Za-z.][\w.+-]*/[\w./+-]*)`", text):
        generated = path.startswith(("build/", "../"))
        if not generated and not (ROOT / path).exists():
            unknown.append(path)
    if unknown:
        raise RuntimeError(f"not there: {', '.join(unknown)}")


def cases() -> Iterator[tuple[str, Callable[[], None]]]:
    """Yields every check with its name."""
    for program in [*readme_programs(), *example_programs()]:
        for compiler in COMPILERS if program.language == "c" else [None]:
            name = f"{program.name}, {compiler or 'python'}"
            yield name, partial(check_program, program, compiler)
    for document in DOCUMENTS:
        yield f"names in {document}", partial(check_names, document)


def main() -> int:
    os.environ.setdefault("PYTHONPATH", str(ROOT / "bindings" / "python" / "src"))
    os.environ.setdefault("IEXPENSE_LIBRARY", str(ROOT / "build" / "libiexpense.so.1"))
    passed = failed = 0
    for name, check in cases():
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

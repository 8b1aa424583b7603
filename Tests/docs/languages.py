"""Runs the examples in other languages, each as its own head says, against an installed copy.

A program stands in examples/LANGUAGE with what it prints in a .txt file beside it. The indented
lines of its first comment are the commands that build and run it: they run in an empty folder that
holds the program, and find the library by pkg-config. One file, at most 40 lines. A language that
is not on this machine is skipped, aloud.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"
OWN_TESTS = {"c", "cli", "cpp", "data", "demo", "gtk", "python"}
LINES = 40


class MissingError(Exception):
    """A program that an example needs is not on this machine."""


def commands(source: str) -> list[str]:
    """Gives the indented lines of the comment that a program begins with."""
    head = re.split(r"\n(?![-#/ \n])", source, maxsplit=1)[0]
    return re.findall(r"^(?:#|//!?|--)?(?:    +|\t)(\S.*?)(?: \]\])?$", head, re.MULTILINE)


def check(program: Path, environment: dict[str, str]) -> None:
    """Runs a program as its head says and compares what it prints."""
    source = program.read_text(encoding="utf-8")
    if source.count("\n") > LINES:
        raise RuntimeError(f"it has more than {LINES} lines")
    lines = commands(source)
    if not lines:
        raise RuntimeError("its head does not say how to run it")
    for command in (part.split()[0] for line in lines for part in line.split(" && ")):
        if "=" not in command and "/" not in command and not shutil.which(command):
            raise MissingError(f"there is no {command}")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(program, folder)
        result = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
            cwd=folder,
            env=environment | {"PWD": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    if result.returncode != 0:
        raise RuntimeError(f"it ended with {result.returncode}\n{result.stderr}{result.stdout}")
    expected = program.with_suffix(".txt").read_text(encoding="utf-8")
    if result.stdout != expected:
        raise RuntimeError(f"it printed\n{result.stdout}and not\n{expected}")


def main() -> int:
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run(
            ["make", "-s", "install", f"PREFIX={prefix}"],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        environment = os.environ | {
            "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig",
            "LD_LIBRARY_PATH": f"{prefix}/lib",
        }
        for folder in sorted(path for path in EXAMPLES.iterdir() if path.name not in OWN_TESTS):
            for program in sorted(set(folder.iterdir()) - set(folder.glob("*.txt"))):
                name = program.relative_to(ROOT)
                try:
                    check(program, environment)
                    passed += 1
                    print(f"  ok      {name}")
                except MissingError as problem:
                    skipped += 1
                    print(f"  SKIPPED {name}: {problem}")
                except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
                    failed += 1
                    print(f"  FAILED  {name}: {problem}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

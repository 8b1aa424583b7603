"""What of the Swift modules the tests run: the Swift, C and Python suites together, instrumented.

    coverage.py           builds, runs the three suites, and prints a table
    coverage.py report    the table of the last run again
    coverage.py lines     names each line that did not run besides; report lines: of the last run

Ends with an error when a suite fails, when a line of ExpenseStore or IExpenseC did not run that
Tests/coverage.txt has no reason for, or when a reason there is for a line that is gone or does run.
The build is without -O and stands in build/coverage, apart from the library's (COVERAGE_SCRATCH
sets another place).

Counters are in files that all processes of a suite share in their memory (%c), so that what ran
before a kill -9 and in forked children counts too. The Swift compiler counts lines and regions: a
region is what runs as one, so each way of an if, a guard or a ?? is one; branches, which clang
counts too, it does not write.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from run import environment_with

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = Path(os.environ.get("COVERAGE_SCRATCH", ROOT / "build" / "coverage")).resolve()
SWIFT = os.environ.get("SWIFT", "swift")
TOOLS = Path(shutil.which(SWIFT) or SWIFT).resolve().parent
BUILT = SCRATCH / "debug"
PROFILES = SCRATCH / "profiles"
MERGED = SCRATCH / "all.profdata"
OBJECTS = [BUILT / "iexpensePackageTests.xctest", BUILT / "libiexpense.so"]
REASONS = ROOT / "Tests" / "coverage.txt"
HELD = ["ExpenseStore", "IExpenseC"]  # the modules whose lines all run, or have a reason
# What takes long and shows only how fast, or of an optimised library how little memory it takes.
NOT_RUN = {"test", "bombs", "leeds", "size_cost", "view_cost", "rule_cost"}
# A library that is not optimised takes its time.
SLOW = {"IEX_TEST_TIMEOUT": "2400"}


class Reason(NamedTuple):
    file: str  # the end of its path
    text: str  # the whole line, without the blanks around it
    at_times: bool  # it may run all the same


def build() -> None:
    """Builds the tests and the shared library from the same instrumented objects."""
    flags = ["--enable-code-coverage"]
    flags += ["-Xswiftc", "-Xllvm", "-Xswiftc", "-runtime-counter-relocation"]  # for %c
    command = [SWIFT, "build", "--scratch-path", SCRATCH, "--build-tests", *flags]
    subprocess.run(command, cwd=ROOT, check=True)


def suites() -> Iterator[tuple[str, list[str | Path]]]:
    programs = {path.stem for path in (ROOT / "Tests" / "C").glob("*.c")} - NOT_RUN
    runner = ["bash", "Tests/C/run.sh", "--library", SCRATCH / "library", "--compilers", "gcc"]
    yield "swift", [SWIFT, "test", "--scratch-path", SCRATCH, "--skip-build", "--disable-xctest"]
    yield "c", [*runner, "--no-valgrind", "--quick", *sorted(programs)]
    yield "python", [sys.executable, "-m", "pytest", "-q", "bindings/python"]


def run() -> list[str]:
    """Runs the suites and merges what they counted; the names of those that failed."""
    library = SCRATCH / "library"
    library.mkdir(exist_ok=True)
    for name in ("libiexpense.so", "libiexpense.so.1"):
        (library / name).unlink(missing_ok=True)
        (library / name).symlink_to(OBJECTS[1])
    shutil.rmtree(PROFILES, ignore_errors=True)
    PROFILES.mkdir()
    failed = []
    for name, command in suites():
        environment = environment_with(library)
        environment.update(SLOW)
        environment["LLVM_PROFILE_FILE"] = f"{PROFILES}/{name}-%m%c.profraw"
        print(f"\n== {name}", flush=True)
        if subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL).returncode:
            failed.append(name)
    tool(["llvm-profdata", "merge", "-sparse", *PROFILES.glob("*.profraw"), "-o", MERGED])
    return failed


def tool(command: list[str | Path]) -> str:
    """Runs a tool of Swift's own toolchain: others do not read what its compiler writes."""
    program, *arguments = command
    return subprocess.run(
        [TOOLS / program, *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def export(*options: str) -> str:
    more = [argument for path in OBJECTS[1:] for argument in ("-object", path)]
    return tool(["llvm-cov", "export", OBJECTS[0], *more, "-instr-profile", MERGED, *options])


def uncovered() -> dict[str, dict[int, str]]:
    """Of each file in Sources the lines that did not run, by their numbers."""
    found: dict[str, dict[int, str]] = {}
    lines: list[str] = []
    file = ""
    for entry in export("-format=lcov").splitlines():
        kind, _, value = entry.partition(":")
        if kind == "SF":
            path = Path(value)
            file = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT / "Sources") else ""
            lines = path.read_text(encoding="utf-8").splitlines() if file else []
        elif kind == "DA" and file and value.endswith(",0"):
            number = int(value.partition(",")[0])
            text = lines[number - 1].strip()
            # A line of brackets belongs to the one before it.
            if re.search(r"\w", text) and not text.startswith("//"):
                found.setdefault(file, {})[number] = text
    return found


def table() -> None:
    """Prints for each module, and for each file of those held, what ran."""
    kinds = ("lines", "regions", "branches")
    summary = json.loads(export("-summary-only"))["data"][0]["files"]
    rows: dict[str, list[int]] = {}
    for entry in summary:
        path = Path(entry["filename"])
        if not path.is_relative_to(ROOT / "Sources"):
            continue
        name = path.relative_to(ROOT / "Sources")
        numbers = [entry["summary"][kind][key] for kind in kinds for key in ("covered", "count")]
        names = [name.parts[0], "all"] + [str(name)] * (name.parts[0] in HELD)
        for row in names:
            sums = rows.setdefault(row, [0] * len(numbers))
            rows[row] = [left + right for left, right in zip(sums, numbers, strict=True)]
    width = max(map(len, rows))
    print(f"\n{'':{width}}", *(f"{kind:>20}" for kind in kinds))
    modules = [row for row in rows if "/" not in row and row != "all"]
    for row in [name for name in rows if "/" in name] + sorted(modules) + ["all"]:
        numbers = rows[row]
        if "/" in row and numbers[0] == numbers[1]:
            continue
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        print(f"{row:{width}}", *(f"{share(ran, count):>20}" for ran, count in pairs))


def share(ran: int, count: int) -> str:
    """As "9 of 10  90.0 %", rounded down so that only all of them are 100."""
    return f"{ran} of {count} {ran * 1000 // count / 10:5.1f} %" if count else "-"


def reasons() -> Counter[Reason]:
    """The lines that need not run: under each reason (#) one a line, as "File.swift: the line".

    Each stands for one line of the source; where the reason begins with "At times", it may run too.
    """
    known: Counter[Reason] = Counter()
    at_times = False
    heading = ""
    for line in REASONS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = heading or line
            at_times = heading.startswith("# At times")
        elif line:
            file, _, text = line.partition(": ")
            known[Reason(file, text, at_times)] += 1
        else:
            heading = ""
    return known


def check(found: dict[str, dict[int, str]]) -> list[str]:
    """What is wrong: lines that neither run nor have a reason, and reasons for no line."""
    left, wrong = reasons(), []
    for file, lines_of_file in sorted(found.items()):
        if file.split("/")[1] not in HELD:
            continue
        for number, text in lines_of_file.items():
            fits = [at for at in left if at.text == text and file.endswith(f"/{at.file}")]
            if fits:  # rather one that has to fit than one that may
                left -= Counter([min(fits, key=lambda at: at.at_times)])
            else:
                wrong.append(f"{file}:{number}: does not run: {text}")
    sources = list((ROOT / "Sources").rglob("*.swift"))
    for reason in sorted(left):
        files = [path for path in sources if str(path).endswith(f"/{reason.file}")]
        lines = [line.strip() for path in files for line in path.read_text("utf-8").splitlines()]
        if reason.text not in lines:
            wrong.append(f"coverage.txt: {reason.file} has no such line: {reason.text}")
        elif not reason.at_times:
            wrong.append(f"coverage.txt: {reason.file} runs, and has a reason: {reason.text}")
    return wrong


def main() -> int:
    failed: list[str] = []
    if "report" not in sys.argv:
        build()
        failed = run()
    found = uncovered()
    if "lines" in sys.argv:
        for file, lines in sorted(found.items()):
            for number, text in lines.items():
                print(f"{file}:{number}: {text}")
    table()
    wrong = check(found)
    print(*(["", *wrong] if wrong else []), sep="\n")
    for name in failed:
        print(f"The suite {name} failed")
    print(f"{len(wrong)} lines to look at" if wrong else "Every line runs, or has its reason")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())

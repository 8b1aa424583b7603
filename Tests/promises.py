"""Compares the page of promises with the tests, and breaks the promises to show that a test fails.

    promises.py              every promise names tests that there are
    promises.py break [N …]  breaks each promise that BREAKS has a way for, or those named, in a
                             copy of the source, builds it, and runs the tests that the page names

A break that no test notices is a failure: either the promise has no test, or it does not need the
code.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources" / "IExpense.docc" / "Promises.md"


class Promise(NamedTuple):
    number: int
    text: str
    tests: list[tuple[str, str]]  # the program, the test


class Break(NamedTuple):
    promise: int
    file: str  # in Sources
    before: str
    after: str


BREAKS = [
    Break(1, "ExpenseStore/SQL/LogFile.swift", "} else if isLastFrame {", "} else if size < 0 {"),
    Break(
        3,
        "ExpenseStore/Transactions/FileConnections.swift",
        '"NORMAL" : "FULL"',
        '"NORMAL" : "OFF"',
    ),
    Break(
        4,
        "ExpenseStore/SQL/LogFiles.swift",
        "faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0",
        "faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 1",
    ),
    Break(
        5,
        "ExpenseStore/SQL/StoreFile.swift",
        "code == cannotBeRead ? reading : code",
        "code == reading ? cannotBeRead : code",
    ),
    Break(
        6,
        "ExpenseStore/Store+Check.swift",
        "if kept == counted { return }",
        "if kept == counted || !path.isEmpty { return }",
    ),
    Break(
        9,
        "ExpenseStore/Internals/FileGuard.swift",
        "lock(Int16(F_RDLCK), FileGuard.sharedStart, FileGuard.sharedSize)",
        "lock(Int16(F_UNLCK), FileGuard.sharedStart, FileGuard.sharedSize)",
    ),
    Break(
        10,
        "ExpenseStore/SQL/IndexLocks.swift",
        "opening.load(ordering: .sequentiallyConsistent) == UInt(pthread_self())",
        "opening.load(ordering: .sequentiallyConsistent) == UInt(descriptor)",
    ),
    Break(
        11,
        "ExpenseStore/SQL/Totals.swift",
        "replace.bind(7, cell.count)",
        "replace.bind(7, cell.count &+ 1)",
    ),
    Break(13, "ExpenseStore/Store+Backup.swift", 'for suffix in ["", ', 'for suffix in ["-none", '),
    Break(
        14,
        "IExpenseC/Internals/HandleSlots.swift",
        "slots[index].generation == token.generation && ",
        "slots[index].generation >= 0 && ",
    ),
    Break(
        16,
        "IExpenseC/Internals/HostContext.swift",
        "unsafe freeContext?(pointer)",
        "if unsafe pointer == nil { unsafe freeContext?(pointer) }",
    ),
    Break(
        18,
        "IExpenseC/Internals/SubscriptionObject.swift",
        "    subscription?.cancel()\n  }",
        "    if isIdle { subscription?.cancel() }\n  }",
    ),
    Break(
        19,
        "IExpenseC/Internals/HandleSlots.swift",
        "while let lent = slots[index].firstLent {",
        "while index < 0, let lent = slots[index].firstLent {",
    ),
    Break(
        20,
        "IExpenseC/Internals/ForkGuard.swift",
        "{ forked.load(ordering: .relaxed) }",
        "{ forked.load(ordering: .relaxed) && !hasRoots }",
    ),
    Break(
        27,
        "ExpenseFiles/Import/ProgressMeter.swift",
        "done: min(done, total), total: total)) else {",
        "done: min(done, total), total: total)) || total >= 0 else {",
    ),
]


def promises() -> list[Promise]:
    """Reads the page."""
    found = []
    for number, text, tests in re.findall(
        r"^\| (\d+) \| (.*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    ):
        named = [(p, t) for p, t in re.findall(r"`(\w+) (\w+)`", tests)]
        found.append(Promise(int(number), text, named))
    return found


def has_test(program: str, test: str) -> bool:
    """Whether a program in Tests/C, or the one about the ABI, has the test."""
    places = {
        ROOT / "Tests" / "C" / f"{program}.c": f"TEST_CASE({test})",
        ROOT / "Tests" / "ABI" / f"{program}.py": f"def {test}(",
    }
    return any(
        source.exists() and mark in source.read_text(encoding="utf-8")
        for source, mark in places.items()
    )


def compare() -> tuple[int, int]:
    """Whether the promises are numbered through, and each test is one of its program."""
    passed = failed = 0
    for place, promise in enumerate(promises(), 1):
        problems = [] if promise.number == place else [f"its number should be {place}"]
        if not promise.tests:
            problems.append("it names no test")
        for program, test in promise.tests:
            if not has_test(program, test):
                problems.append(f"{program} has no test {test}")
        for problem in problems:
            print(f"promise {promise.number}: {problem}")
        passed, failed = (passed, failed + 1) if problems else (passed + 1, failed)
    for each in BREAKS:
        if each.before not in (ROOT / "Sources" / each.file).read_text(encoding="utf-8"):
            print(f"promise {each.promise}: {each.file} has no {each.before!r} to break")
            failed += 1
    return passed, failed


def copied_source() -> Path:
    """A copy of what is built and of its tests, in build, where what was built before stays."""
    copy = ROOT / "build" / "promises"
    for name in ("Package.swift", "Makefile", "Sources", "Tests/C", "include", ".ci"):
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy2(source, target)
    # SwiftPM wants every target's folder to be there.
    for folder in (each for each in (ROOT / "Tests").iterdir() if each.is_dir()):
        if not (copy / "Tests" / folder.name).exists():
            shutil.copytree(folder, copy / "Tests" / folder.name)
    return copy


def run(copy: Path, log: Path, *command: str) -> bool:
    """Runs a command in the copy; what it prints goes into a file."""
    environment = os.environ | {"SCRATCH": ".build", "IEX_TEST_SECONDS": "2"}
    environment |= {
        "LD_LIBRARY_PATH": str(copy / "build"),
        "IEX_TEST_SEQUENCES": "100",
        "IEX_TEST_BITS": "3000",
    }
    with log.open("a", encoding="utf-8") as file:
        done = subprocess.run(
            command, cwd=copy, env=environment, stdout=file, stderr=file, check=False
        )
    return done.returncode == 0


def break_one(each: Break, copy: Path) -> bool:
    """Whether a test fails once the promise is broken."""
    tests = next(p.tests for p in promises() if p.number == each.promise)
    path = copy / "Sources" / each.file
    log = copy / f"promise-{each.promise}.txt"
    log.unlink(missing_ok=True)
    source = path.read_text(encoding="utf-8")
    assert each.before in source
    path.write_text(source.replace(each.before, each.after, 1), encoding="utf-8")
    try:
        if not run(copy, log, "make", "build", "SCRATCH=.build"):
            print(f"promise {each.promise}: what is broken does not build: see {log}")
            return False
        programs = list(dict.fromkeys(program for program, _ in tests))
        arguments = ["--compilers", "gcc", "--no-valgrind", "--quick", *programs]
        kept = run(copy, log, "bash", "Tests/C/run.sh", *arguments)
    finally:
        path.write_text(source, encoding="utf-8")
    print(f"promise {each.promise}: broken, and {'no test fails' if kept else 'a test fails'}")
    return not kept


def main() -> int:
    passed, failed = compare()
    if sys.argv[1:2] == ["break"]:
        wanted = [int(number) for number in sys.argv[2:]]
        copy = copied_source()
        for each in BREAKS:
            if not wanted or each.promise in wanted:
                good = break_one(each, copy)
                passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compares the page of promises with the tests, and breaks the promises to show that a test fails.

    promises.py              every promise names tests that there are, and has a way to be broken
    promises.py break [N …]  breaks each promise, or those named, in every way of breaks.py, in a
                             copy of the source, and runs the tests that the page names

A break that no test notices is a failure: either the promise has no test, or it does not need the
code.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from breaking import break_all
from breaks import BREAKS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "Sources" / "IExpense.docc" / "Promises.md"


class Promise(NamedTuple):
    number: int
    text: str
    tests: list[tuple[str, str]]  # the program, the test


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
    """Whether a program in Tests/C, the one about the ABI, or a suite in Swift has the test."""
    places = {
        ROOT / "Tests" / "C" / f"{program}.c": f"TEST_CASE({test})",
        ROOT / "Tests" / "ABI" / f"{program}.py": f"def {test}(",
    }
    for source in (ROOT / "Tests").glob(f"*Tests/**/{program}.swift"):
        places[source] = f"func {test}("
    return any(
        source.exists() and mark in source.read_text(encoding="utf-8")
        for source, mark in places.items()
    )


def problems_of(promise: Promise) -> list[str]:
    """What is missing: a test of it, or a way to break it."""
    problems = [] if promise.tests else ["it names no test"]
    problems += [f"{p} has no test {t}" for p, t in promise.tests if not has_test(p, t)]
    # One that is shown in Swift is not broken: its tests would be built anew each time.
    in_swift = all(program.endswith("Tests") for program, _ in promise.tests)
    if not in_swift and all(each.promise != promise.number for each in BREAKS):
        problems.append("breaks.py has no way to break it")
    return problems


def compare() -> tuple[int, int]:
    """Whether the page, the tests and the ways to break the promises go together."""
    passed = failed = 0
    page = promises()
    for place, promise in enumerate(page, 1):
        problems = problems_of(promise)
        if promise.number != place:
            problems.append(f"its number should be {place}")
        for problem in problems:
            print(f"promise {promise.number}: {problem}")
        passed, failed = (passed, failed + 1) if problems else (passed + 1, failed)
    for each in BREAKS:
        source = (ROOT / "Sources" / each.file).read_text(encoding="utf-8")
        found = source.count(each.before)
        good = found == 1 and each.before != each.after and each.promise <= len(page)
        if not good:
            print(
                f"promise {each.promise}: {each.file} has {each.before!r} {found} times, not once"
            )
        passed, failed = (passed + 1, failed) if good else (passed, failed + 1)
    told = re.search(
        r"\| (\d+) \| `python Tests/Promises/promises.py break`", PAGE.read_text("utf-8")
    )
    if told is None or int(told[1]) != len(BREAKS):
        print(f"the page's figures do not say that there are {len(BREAKS)} breaks")
        failed += 1
    return passed, failed


def main() -> int:
    passed, failed = compare()
    if sys.argv[1:2] == ["break"]:
        wanted = {int(number) for number in sys.argv[2:]}
        tests = {p.number: p.tests for p in promises()}
        chosen = [each for each in BREAKS if not wanted or each.promise in wanted]
        caught = break_all(chosen, tests)
        passed, failed = passed + caught, failed + len(chosen) - caught
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

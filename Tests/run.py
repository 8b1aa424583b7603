"""Runs every suite, or those named, and ends in one line: N passed, N failed[, N skipped].

A suite is a command. How many of its tests passed is read from its own closing line (pytest, Swift
Testing, or a plain "N passed, N failed"); one that prints no such line counts as one test.
A command that ends with an error has at least one failure, whatever it printed.

Suites that leave processors idle run beside each other, and show what they print when they end.
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
SCRATCH = os.environ.get("SCRATCH", ".build")
# Users' Python goes back to 3.9; the tests' own tools run in the environment of `make setup`.
RUFF_USERS = "--config bindings/python/pyproject.toml bindings/python examples/python"
RUFF_TOOLS = "--config bindings/python/pyproject.toml --target-version py311 Tests .ci"


class Suite(NamedTuple):
    name: str
    command: str
    needs: str  # a path; without it the suite is skipped


class Count(NamedTuple):
    passed: int
    failed: int
    skipped: int


# These use all processors, or measure time: each runs alone.
FIRST_SUITES = [
    Suite("library", "make build && bash Tests/Package/library.sh", "Makefile"),
    Suite(
        "bindgen",
        f"{SWIFT} run --scratch-path {SCRATCH} iexpense-bindgen"
        " --check --library build/libiexpense.so.1",
        "include/iexpense.h",
    ),
]
# These run beside each other; the longest one begins.
LIGHT_SUITES = [
    Suite("python", "python -m pytest -q -rs bindings/python", "bindings/python/tests"),
    Suite("header", "bash Tests/C/header/check_header.sh", "include/iexpense.h"),
    Suite("handles", "python Tests/C/header/handle_kinds.py", "include/iexpense.h"),
    Suite("abi", "python Tests/ABI/abi.py", "Tests/ABI/abi.py"),
    Suite("boundary", "python Tests/boundary.py", "Sources/IExpenseC"),
    Suite("promises", "python Tests/Promises/promises.py", "Tests/Promises/promises.py"),
    Suite("loops", "bash Tests/C/loops.sh", "examples/c/loops"),
    Suite("gtk", "bash Tests/GTK/run.sh", "examples/gtk"),
    Suite(
        "mypy",
        "cd bindings/python && python -m mypy --strict src ../../examples/python",
        "bindings/python/src",
    ),
    Suite("cpp", "bash Tests/CPP/run.sh", "include/iexpense.hpp"),
    Suite("consumers", "bash Tests/Package/consumers.sh", "bindings/cmake"),
    Suite("install", "bash Tests/Package/install.sh", "include/iexpense.h"),
    Suite("demo", "bash Tests/docs/demo.sh", "examples/demo/transcript.txt"),
    Suite("docs", "python Tests/docs/programs.py", "README.md"),
    Suite("notebooks", "python Tests/docs/notebooks.py", "examples/python/notebook.ipynb"),
    Suite("languages", "python Tests/docs/languages.py", "examples/lua"),
    Suite(
        "layout",
        f"{SWIFT} format lint --strict --recursive --parallel Package.swift Sources Tests"
        f" && ruff check {RUFF_USERS} && ruff format --check {RUFF_USERS}"
        f" && ruff check {RUFF_TOOLS} && ruff format --check {RUFF_TOOLS}",
        ".swift-format",
    ),
]
LAST_SUITES = [
    Suite("swift", f"{SWIFT} test --scratch-path {SCRATCH} --disable-xctest", "Package.swift"),
    Suite("fuzz", "bash Tests/Fuzz/run.sh 200000", "Tests/Fuzz/run.sh"),
    Suite("c", "bash Tests/C/run.sh", "Tests/C/run.sh"),
    Suite("pages", "bash Tests/docs/pages.sh", ".ci/docs/build"),
    Suite("bench", "python Tests/Benchmarks/bench.py --small", "Tests/Benchmarks/bench.py"),
]
SUITES = FIRST_SUITES + LIGHT_SUITES + LAST_SUITES
LONG_SUITES = [
    Suite("soak", "bash Tests/C/run.sh --big", "Tests/C/run.sh"),
    Suite(
        "observers",
        "IEX_TEST_ROUNDS=10000 IEX_TEST_TIMEOUT=6000 IEX_TEST_ADDS=100000"
        " IEX_TEST_SECONDS=${IEX_TEST_SECONDS:-120}"
        " bash Tests/C/run.sh --compilers gcc processes stress",
        "Tests/C/run.sh",
    ),
    Suite("memory", "bash Tests/C/run.sh --valgrind processes stress", "Tests/C/run.sh"),
    Suite(
        "seeds",
        f"IEXPENSE_SEEDS=20 {SWIFT} test --scratch-path {SCRATCH} --disable-xctest"
        " --filter ViewPropertyTests --filter ColumnLoopsTests --filter ColumnsTests"
        " --filter ColumnCacheTests",
        "Tests/ExpenseStoreTests",
    ),
    Suite(
        "bombs",
        "TMPDIR=${TMPDIR:-/tmp} IEX_TEST_BOMB_MB=1024 IEX_TEST_TIMEOUT=4000"
        " bash Tests/C/run.sh --compilers gcc --no-valgrind bombs",
        "Tests/C/bombs.c",
    ),
    Suite("deb", "bash Tests/Package/deb.sh", ".ci/debian"),
    Suite("wheel", "make wheel && bash Tests/Package/wheel.sh", ".ci/wheel/build"),
    Suite("fuzz-long", "bash Tests/Fuzz/run.sh 5000000", "Tests/Fuzz/run.sh"),
    Suite("tsan", "bash Tests/C/sanitize.sh thread", "Tests/C/sanitize.sh"),
    Suite("asan", "bash Tests/C/sanitize.sh address", "Tests/C/sanitize.sh"),
    Suite("broken", "python Tests/Promises/promises.py break", "Tests/Promises/promises.py"),
    Suite(
        "misuse",
        "IEX_TEST_MINUTES=60 IEX_TEST_TIMEOUT=4000"
        " bash Tests/C/run.sh --compilers gcc --no-valgrind misuse crowd",
        "Tests/C/misuse.c",
    ),
    Suite(
        "disk",
        "IEX_TEST_STRIDE=1 IEX_TEST_BITS=100000 IEX_TEST_TIMEOUT=4000"
        " bash Tests/C/run.sh --compilers gcc --no-valgrind disk damage",
        "Tests/C/disk.c",
    ),
]


# What the tools print where a test failed: Swift Testing, pytest, the C tests, compilers, a crash.
CAUSE = re.compile(
    r"^✘ |^ *FAILED |^ERROR |\bfail(ed)?: | error: |^error: |crashed: |signal code"
    r"|Sanitizer: |^SUMMARY: |^\S+\.(c|cpp|py|swift):\d+: "
)
CAUSES_SHOWN = 20


def count(output: str, status: int) -> Count:
    """Reads how many tests passed, failed and were skipped from what a suite printed."""
    passed = failed = skipped = 0
    found = False
    plain = re.findall(
        r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", output, re.MULTILINE
    )
    for run in re.finditer(r"Test run with (\d+) tests?.* (passed|failed) after", output):
        bad = len(re.findall(r"^\S+ Test (?!run with)\S.* failed after", output, re.MULTILINE))
        left_out = len(
            re.findall(r"^\S+ Test (?!run with)\S.* skipped(?:\.|:)", output, re.MULTILINE)
        )
        passed += int(run[1]) - bad - left_out
        failed += bad
        skipped += left_out
        found = True
    for line in re.findall(r"^=* ?((?:\d+ \w+(?:, )?)+) in [\d.]+s", output, re.MULTILINE):
        numbers = {word.rstrip("s"): int(n) for n, word in re.findall(r"(\d+) (\w+)", line)}
        passed += numbers.get("passed", 0)
        failed += numbers.get("failed", 0) + numbers.get("error", 0)
        skipped += numbers.get("skipped", 0)
        found = True
    if plain and not found:
        passed, failed, skipped = (int(n or 0) for n in plain[-1])
        found = True
    if not found:
        passed, failed = (1, 0) if status == 0 else (0, 1)
    if status != 0 and failed == 0:
        failed = 1
    return Count(passed, failed, skipped)


def causes(name: str) -> list[str]:
    """The lines of a failed suite's log that say why, or its last ones."""
    lines = (ROOT / "build" / "log" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if CAUSE.search(line)]
    return [line[:300] for line in (found or lines)[-CAUSES_SHOWN:]]


def run(suite: Suite, environment: dict[str, str], quietly: bool = False) -> Count:
    """Runs a suite, showing what it prints and keeping it in build/log.

    Quietly, it shows that when the suite has ended.
    """
    title = f"\n== {suite.name}: {suite.command}"
    if not (ROOT / suite.needs).exists():
        print(f"{title}\nSKIPPED {suite.name}: there is no {suite.needs}", flush=True)
        return Count(0, 0, 1)
    if not quietly:
        print(title, flush=True)
    log = ROOT / "build" / "log" / f"{suite.name}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with (
        log.open("w", encoding="utf-8") as file,
        subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", suite.command],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            file.write(line)
            if not quietly:
                print(line, end="", flush=True)
        status = process.wait()
    printed = log.read_text(encoding="utf-8")
    result = count(printed, status)
    end = f"-- {suite.name}: {status=}, {time.monotonic() - started:.0f} s"
    print(f"{title}\n{printed}{end}" if quietly else end, flush=True)
    return result


def environment_with(library: Path) -> dict[str, str]:
    """What the tests need to find of themselves, and the library in a folder."""
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "IEXPENSE_LIBRARY": str(library / "libiexpense.so.1"),
        "LD_LIBRARY_PATH": str(library),
        "PYTHONPATH": str(ROOT / "bindings" / "python" / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run_all(suites: list[Suite], environment: dict[str, str]) -> dict[str, Count]:
    """Runs suites, the light ones as many at a time as there are processors."""
    light = [suite for suite in suites if suite in LIGHT_SUITES]
    results = {}
    for suite in suites:
        if suite not in light:
            results[suite.name] = run(suite, environment)
        elif suite is light[0]:
            print("\n== beside each other:", *(s.name for s in light), flush=True)
            with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
                counts = pool.map(lambda s: run(s, environment, len(light) > 1), light)
                results |= zip((s.name for s in light), counts, strict=True)
    return results


def main() -> int:
    names = sys.argv[1:]
    if "all" in names:  # and some of the long ones besides
        names = [suite.name for suite in SUITES] + [name for name in names if name != "all"]
    unknown = set(names) - {suite.name for suite in SUITES + LONG_SUITES}
    if unknown:
        print(f"No suite is named {', '.join(sorted(unknown))}")
        return 2
    suites = [s for s in SUITES + LONG_SUITES if s.name in names] if names else SUITES
    results = run_all(suites, environment_with(ROOT / "build"))
    total = Count(*(sum(numbers) for numbers in zip(*results.values(), strict=True)))
    print()
    for name, result in results.items():
        mark = "FAILED" if result.failed else "skipped" if result.passed == 0 else "ok"
        print(f"{mark:8} {name:8} {result.passed:5} passed {result.failed:3} failed", end="")
        print(f" {result.skipped:3} skipped" if result.skipped else "")
    for name in [name for name, result in results.items() if result.failed]:
        print(f"\n{name} failed:", *causes(name), sep="\n  ")
    print(f"\n{total.passed} passed, {total.failed} failed", end="")
    print(f", {total.skipped} skipped" if total.skipped else "")
    return 1 if total.failed or total.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

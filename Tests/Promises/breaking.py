"""Breaks promises in a copy of the source, and runs their tests.

One build is kept for all of them, without optimisation: a break compiles one file again and links.
While the tests of one break run, the next is built.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from breaks import Break

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "Tests" / "C"
COPY = ROOT / "build" / "promises"
SCRATCH = COPY / ".build"
PROGRAMS = COPY / "programs"
# In memory where a disk makes no difference, as in Tests/C/run.sh.
MEMORY = os.environ.get("TMPDIR", "/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
# The tests in a small form.
SMALL = {
    "IEX_TEST_BOMB": "arrays",
    "IEX_TEST_LOOKING": "20",
    "IEX_TEST_QUICK": "1",
    "IEX_TEST_ROUNDS": "40",
    "IEX_TEST_SECONDS": "2",
    "IEX_TEST_SEQUENCES": "100",
}
# A test hangs that takes so many times as long as with nothing broken, and so many seconds more.
TIMES, SECONDS = 10, 20
# What the tests print of what fails.
COMPLAINT = re.compile(r" +\w+\.[ch]:\d+: |  FAILED (?!\w+: )")

Test = tuple[str, str]  # the program, the test


class Outcome(NamedTuple):
    good: bool
    why: str  # the line that says what failed
    output: str
    seconds: float


def copy_source() -> None:
    """Makes the copy what the source is now. Only what differs is written: the rest stays built."""
    wanted = {Path("Package.swift")}
    wanted |= {p.relative_to(ROOT) for p in (ROOT / "Sources").rglob("*") if p.is_file()}
    for path in wanted:
        source, target = ROOT / path, COPY / path
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    for path in (COPY / "Sources").rglob("*"):
        if path.is_file() and path.relative_to(COPY) not in wanted:
            path.unlink()
    # SwiftPM wants the folders of all targets to be there.
    if not (COPY / "Tests").exists():
        (COPY / "Tests").symlink_to(ROOT / "Tests")


def build(log: Path) -> bool:
    """Builds the library in the copy; what the compiler says goes into a file."""
    command = [os.environ.get("SWIFT", "swift"), "build", "--scratch-path", str(SCRATCH)]
    command += ["--product", "iexpense", "--disable-index-store", "--disable-local-rpath"]
    command += ["-Xswiftc", "-static-stdlib", "-Xswiftc", "-gnone", "-Xswiftc", "-use-ld=lld"]
    command += ["-Xlinker", "-soname=libiexpense.so.1"]
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run(command, cwd=COPY, stdout=file, stderr=file, check=False)
    return done.returncode == 0


def build_programs(names: list[str]) -> list[str]:
    """Builds the C programs with the tests; those that do not compile."""
    shutil.rmtree(PROGRAMS, ignore_errors=True)
    PROGRAMS.mkdir(parents=True)
    header = ROOT / "include" / "iexpense.h"
    for script, arguments, name in [
        ("coverage.py", ["macros", str(header)], "calls.h"),
        ("random_calls.py", [str(header)], "random_calls.h"),
    ]:
        with (PROGRAMS / name).open("w", encoding="utf-8") as file:
            subprocess.run(["python3", TESTS / script, *arguments], stdout=file, check=True)

    def compile_one(name: str) -> bool:
        command = ["gcc", "-std=c99", "-O1", "-g", "-I", header.parent, "-I", PROGRAMS]
        command += [TESTS / f"{name}.c", TESTS / "test.c", "-o", PROGRAMS / name]
        command += ["-L", SCRATCH / "debug"]
        command += [f"-l{each}" for each in ["iexpense", "jansson", "sqlite3", "pthread", "dl"]]
        return subprocess.run(command, check=False).returncode == 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        good = list(pool.map(compile_one, names))
    return [name for name, compiled in zip(names, good, strict=True) if not compiled]


def run_test(test: Test, library: Path, limit: float) -> Outcome:
    """Runs one test with a library. What it has started ends with it, also when it hangs."""
    started = time.monotonic()
    program, name = test
    command = [PROGRAMS / program, name]
    if (ROOT / "Tests" / "ABI" / f"{program}.py").exists():
        command = [sys.executable, ROOT / "Tests" / "ABI" / f"{program}.py", name]
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        output = Path(folder) / "output"
        environment = os.environ | SMALL | {"LD_LIBRARY_PATH": str(library), "TMPDIR": folder}
        environment["IEXPENSE_LIBRARY"] = str(library / "libiexpense.so.1")
        with output.open("wb") as file:
            process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
            try:
                status: int | None = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            with contextlib.suppress(ProcessLookupError):  # nobody is left
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        text = output.read_text(encoding="utf-8", errors="replace")
    seconds = time.monotonic() - started
    if status is None:
        return Outcome(False, "it hangs", text, seconds)
    ending = f"it ends with signal {-status}" if status < 0 else f"it ends with status {status}"
    complaints = [line.strip() for line in text.splitlines() if COMPLAINT.match(line)]
    return Outcome(status == 0, (complaints or [ending])[0], text, seconds)


def is_caught(each: Break, tests: list[Test], library: Path, whole: dict[Test, Outcome]) -> bool:
    """Whether one of the tests fails with a broken library, which is removed.

    `whole` is what the tests said with nothing broken.
    """
    title = f"promise {each.promise}, {each.what}"
    log = library / "output.txt"
    started = time.monotonic()
    for test in tests:
        outcome = run_test(test, library, SECONDS + TIMES * whole[test].seconds)
        log.write_text(outcome.output, encoding="utf-8")
        if not outcome.good:
            took = time.monotonic() - started
            print(f"{title}: {' '.join(test)} fails ({took:.0f} s)\n    {outcome.why}", flush=True)
            shutil.rmtree(library)
            return True
    print(f"{title}: NO TEST FAILS, see {log}", flush=True)
    return False


def build_broken(each: Break, number: int) -> Path | None:
    """The folder of a library in which a promise is broken; nil when it does not build."""
    path = COPY / "Sources" / each.file
    source = path.read_text(encoding="utf-8")
    folder = COPY / "broken" / str(number)
    folder.mkdir(parents=True)
    path.write_text(source.replace(each.before, each.after, 1), encoding="utf-8")
    try:
        if not build(folder / "build.txt"):
            print(f"promise {each.promise}, {each.what}: DOES NOT BUILD, see {folder}/build.txt")
            return None
        shutil.copy2(SCRATCH / "debug" / "libiexpense.so", folder / "libiexpense.so.1")
    finally:
        path.write_text(source, encoding="utf-8")
    return folder


def break_all(breaks: list[Break], tests: dict[int, list[Test]]) -> int:
    """Breaks the promises one after the other; how many breaks a test has noticed."""
    started = time.monotonic()
    copy_source()
    shutil.rmtree(COPY / "broken", ignore_errors=True)
    if not build(COPY / "build.txt"):
        print(f"the library does not build: see {COPY}/build.txt")
        return 0
    whole = COPY / "broken" / "whole"
    whole.mkdir(parents=True)
    shutil.copy2(SCRATCH / "debug" / "libiexpense.so", whole / "libiexpense.so.1")
    needed = list(dict.fromkeys(test for each in breaks for test in tests[each.promise]))
    sources = {program for program, _ in needed if (TESTS / f"{program}.c").exists()}
    missing = build_programs(sorted(sources))
    if missing:
        print(f"{', '.join(missing)}: does not compile")
        return 0
    # What fails with the library as it is shows nothing.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda test: run_test(test, whole, 600), needed))
    outcomes = dict(zip(needed, said, strict=True))
    for test, outcome in outcomes.items():
        if not outcome.good:
            print(f"{' '.join(test)} fails with nothing broken: {outcome.why}\n{outcome.output}")
            return 0
    print(f"{len(needed)} tests pass with nothing broken ({time.monotonic() - started:.0f} s)")
    running: list[Future[bool]] = []
    with ThreadPoolExecutor(1) as pool:
        for number, each in enumerate(breaks, 1):
            library = build_broken(each, number)
            if library:
                named = tests[each.promise]
                running.append(pool.submit(is_caught, each, named, library, outcomes))
    caught = sum(future.result() for future in running)
    print(f"{caught} of {len(breaks)} breaks are noticed ({time.monotonic() - started:.0f} s)")
    return caught

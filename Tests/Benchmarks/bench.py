"""Measures the library beside what one would use instead, in turns, and checks all answers.

    bench.py [WORKLOAD ...] [--rows N] [--rounds N] [--data made] [--readme] [--small] [--list]

Without names every workload runs. "size" runs ours alone at 10,000 to 10 million rows. --rows
overrides how many expenses there are; --readme writes the README's tables and pictures; --small is
the form of continuous integration: fewer rows, the peers that come with the machine, and a failure
where a ratio is three times worse than promised, or than today where that is not reached yet,
twice. Results stand in build/bench.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chart
from contest import Workload
from data import Data
from measure import Result, run
from programs import LIBRARY, ROOT, Programs
from readme import replace_section, table
from readme import sizes as size_table
from report import print_result, write_json
from workloads import FLAT, GROWING, SIZES, WORKLOADS

FOLDER = ROOT / "build" / "bench"
PICTURES = ROOT / "Tests" / "Benchmarks"
PICTURE = {
    "results": "![Everybody's cost beside iexpense's, workload by workload]"
    "(Tests/Benchmarks/results.png)",
    "sizes": "![Cost against the number of expenses](Tests/Benchmarks/sizes.png)",
}
SMALL_ROWS = 100_000
SMALL_PEERS = {"iexpense", "sqlite", "python-sqlite3", "c-arrays", "json-c"}
ALLOWANCE = 3.0  # how many times worse than promised a ratio may be in the small form


def small(workload: Workload) -> Workload:
    peers = tuple(peer for peer in workload.peers if peer.program in SMALL_PEERS)
    goals = tuple(goal for goal in workload.goals if not goal.at_scale)
    rows = min(workload.rows, SMALL_ROWS)
    return workload._replace(
        peers=peers, goals=goals, rows=rows, rounds=max(workload.rounds // 2, 1)
    )


def chosen(names: list[str]) -> list[Workload]:
    known = {workload.name: workload for workload in WORKLOADS}
    for name in names:
        if name not in known:
            raise SystemExit(f"there is no workload {name}; there are {', '.join(known)}")
    return [known[name] for name in names] if names else list(WORKLOADS)


def machine() -> dict[str, str]:
    about = {"processor": f"{os.cpu_count()} processors", "system": f"Linux {platform.release()}"}
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            about["processor"] += f" ({line.partition(':')[2].strip()})"
            break
    return about


def failures(result: Result, allowance: float | None) -> list[str]:
    """Wrong answers; and, where there is an allowance, ratios that are that much worse."""
    name = result.workload.name
    found = [f"{name}: {problem}" for problem in result.problems]
    if allowance is not None:
        for judged in result.judge():
            if judged.figure is None or not judged.against:
                continue
            if judged.figure > (judged.goal.today or judged.goal.limit) * allowance:
                found.append(
                    f"{name}: {judged.goal.text}: {judged.figure:.3g} times {judged.against}"
                )
    return found


def plan(options: argparse.Namespace) -> Iterator[tuple[Workload, int, int]]:
    """Which workloads, with how many rows, in how many rounds."""
    if options.workloads == ["size"]:
        for workload in chosen([*FLAT, *GROWING]):
            for rows in SIZES if not options.rows else (options.rows,):
                yield workload._replace(peers=(), goals=()), rows, options.rounds or 3
        return
    for workload in chosen(options.workloads):
        if options.small and not workload.small:
            continue
        asked = small(workload) if options.small else workload
        yield asked, options.rows or asked.rows, options.rounds or asked.rounds


def keep(results: list[Result], rows: str, *, sized: bool, readme: bool) -> None:
    """Writes results, table and picture beside each other and, if asked to, into the README."""
    name = "sizes" if sized else "results"
    text = size_table(results) if sized else table(results, machine(), rows)
    write_json(results, machine(), FOLDER / f"{name}.json")
    (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
    picture = (PICTURES if readme else FOLDER) / f"{name}.png"
    if not (chart.sizes if sized else chart.comparison)(results, picture):
        print("no picture: there is no matplotlib")
    if readme:
        replace_section(ROOT / "README.md", name, f"{text}\n{PICTURE[name]}\n")


def measure(options: argparse.Namespace, data: Data, programs: Programs) -> list[Result]:
    """Runs what was asked for. In the small form what fails runs once more: machines are busy."""
    results = []
    for workload, rows, rounds in plan(options):
        for _ in range(2 if options.small else 1):
            result = run(workload, rows, data, programs, rounds)
            print_result(result)
            if not failures(result, ALLOWANCE):
                break
        results.append(result)
    return results


def conclude(results: list[Result], programs: Programs, allowance: float | None) -> int:
    """Names who is missing and what failed, and ends with the count of workloads."""
    found = [failures(result, allowance) for result in results]
    for name, reason in programs.missing.items():
        print(f"missing: {name}: {reason}")
    for text in (text for texts in found for text in texts):
        print(f"FAILED {text}")
    bad = sum(map(bool, found))
    print(f"{len(results) - bad} passed, {bad} failed")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workloads", nargs="*")
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--data", choices=["leeds", "made"], default="leeds")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for workload in WORKLOADS:
            print(f"{workload.name:18} {workload.title}")
        return 0
    if options.readme and options.workloads not in ([], ["size"]):
        parser.error("the README has all workloads, or size")
    started = time.monotonic()
    os.environ["LD_LIBRARY_PATH"] = str(LIBRARY.parent)
    os.environ["IEXPENSE_LIBRARY"] = str(LIBRARY)
    os.environ["PYTHONPATH"] = str(ROOT / "bindings" / "python" / "src")
    programs = Programs(FOLDER / "bin")
    data = Data(FOLDER / "data", programs, options.data)
    results = measure(options, data, programs)
    right = not any(result.problems for result in results)
    sized = options.workloads == ["size"]
    keep(results, data.about(), sized=sized, readme=options.readme and right)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = used.ru_utime + used.ru_stime
    print(f"{time.monotonic() - started:.0f} s, of which the programs computed for {busy:.0f} s")
    return conclude(results, programs, ALLOWANCE if options.small else None)


if __name__ == "__main__":
    sys.exit(main())

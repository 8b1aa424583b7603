"""Measures the library beside what one would use instead, in turns, and checks all answers.

    bench.py [WORKLOAD ...] [--rows N] [--rounds N] [--data made] [--readme] [--small] [--list]

Without names every workload runs. --rows overrides how many expenses there are; --readme writes
the table and the chart of the README; --small is the form of continuous integration: fewer rows,
the peers that come with the machine, and a failure where a ratio is three times worse than
promised.
Results stand in build/bench/results.json.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path

from data import Data
from measure import Result, run
from programs import LIBRARY, ROOT, Programs
from report import markdown, print_result, replace_section, write_json
from workloads import WORKLOADS, Workload

FOLDER = ROOT / "build" / "bench"
SMALL_ROWS = 100_000
SMALL_PEERS = {"iexpense", "sqlite", "python-sqlite3", "c-arrays", "json-c"}
ALLOWANCE = 3.0  # how many times worse than promised a ratio may be in the small form


def small(workload: Workload) -> Workload:
    peers = tuple(peer for peer in workload.peers if peer.program in SMALL_PEERS)
    return workload._replace(peers=peers, rows=min(workload.rows, SMALL_ROWS), rounds=3)


def chosen(names: list[str]) -> list[Workload]:
    known = {workload.name: workload for workload in WORKLOADS}
    for name in names:
        if name not in known:
            raise SystemExit(f"there is no workload {name}; there are {', '.join(known)}")
    return [known[name] for name in names] if names else list(WORKLOADS)


def machine() -> dict[str, str]:
    about = {"processors": str(os.cpu_count()), "system": f"Linux {platform.release()}"}
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            about["processor"] = line.partition(":")[2].strip()
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
            if judged.figure > judged.goal.limit * allowance:
                found.append(
                    f"{name}: {judged.goal.text}: {judged.figure:.3g} times {judged.against}"
                )
    return found


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
    started = time.monotonic()
    os.environ["LD_LIBRARY_PATH"] = str(LIBRARY.parent)
    os.environ["IEXPENSE_LIBRARY"] = str(LIBRARY)
    os.environ["PYTHONPATH"] = str(ROOT / "bindings" / "python" / "src")
    programs = Programs(FOLDER / "bin")
    data = Data(FOLDER / "data", programs, options.data)
    results = []
    for workload in chosen(options.workloads):
        asked = small(workload) if options.small else workload
        rounds = options.rounds or asked.rounds
        results.append(run(asked, options.rows or asked.rows, data, programs, rounds))
        print_result(results[-1])
    bad = [
        text for result in results for text in failures(result, ALLOWANCE * options.small or None)
    ]
    write_json(results, machine(), FOLDER / "results.json")
    table = markdown(results, machine())
    (FOLDER / "results.md").write_text(table, encoding="utf-8")
    if options.readme:
        replace_section(ROOT / "README.md", table)
    for name, reason in programs.missing.items():
        print(f"missing: {name}: {reason}")
    for text in bad:
        print(f"FAILED {text}")
    print(f"{time.monotonic() - started:.0f} s")
    print(f"{len(results) - bool(bad)} passed, {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the parties that are written in Python share: answers, and how they speak with the driver.

A party is `PROGRAM [--whole] WORKLOAD VARIANT ROWS FOLDER`; see c/party.h.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

MASK = (1 << 64) - 1
CURRENCY = "GBP"


class Setup(NamedTuple):
    workload: str
    variant: str
    count: int
    folder: Path
    database: Path  # the party's file; where a workload changes it, a copy
    program: str  # the party's name: one file may be several

    def head(self) -> Head:
        with (self.folder / "rows.bin").open("rb") as file:
            return Head(*struct.unpack("<QqqqiiiI", file.read(48)))


class Head(NamedTuple):
    magic: int
    count: int
    text_count: int
    text_bytes: int
    type_count: int
    type: int
    first_day: int
    last_day: int

    def period(self, days: int) -> tuple[int, int]:
        """The period of the filters: from no first and to no last day of a month."""
        start = mid_month(self.first_day + (self.last_day - self.first_day) // 5 * 2)
        end = start + days - 1
        return start, end + (date(end + 1).day == 1)

    def most(self) -> tuple[int, int]:
        tenth = (self.last_day - self.first_day) // 10
        return mid_month(self.first_day + tenth), mid_month(self.last_day - tenth)


def date(day: int) -> Any:
    import datetime

    return datetime.date.fromordinal(day + 719_163)


def mid_month(day: int) -> int:
    return int(date(day).replace(day=11).toordinal()) - 719_163


def groups(rows: Iterable[tuple[int, int, int]]) -> str:
    """The answer for groups of sum, count and month, in whatever order."""
    number = total = mix = 0
    for amount, count, month in rows:
        number += 1
        total += amount
        mix += amount * count + amount * month * 31
    return f"{number}:{total}:{mix & MASK:016x}"


def numbers(values: Iterable[int]) -> str:
    """The answer for numbers whose order counts."""
    mixed, count = 0xCBF29CE484222325, 0
    for value in values:
        mixed = ((mixed ^ (value & MASK)) * 0x100000001B3) & MASK
        mixed ^= mixed >> 29
        count += 1
    return f"{count}:{mixed:016x}"


def timed(operation: Callable[[], str]) -> tuple[float, str]:
    """Runs an operation for some hundredths of a second: the middle of its times."""
    times: list[float] = []
    answer = ""
    while len(times) < 2 or (sum(times) < 0.03 and len(times) < 1000):
        started = time.perf_counter()
        answer = operation()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2], answer


def first_byte(text: str) -> int:
    """The first byte of a text as C's char; 0 of an empty one."""
    byte = text.encode()[0] if text else 0
    return byte - 256 if byte > 127 else byte


def next_random(state: int) -> tuple[int, int]:
    """splitmix64: the next state, and the number."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return state, z ^ (z >> 31)


Round = Callable[[], tuple[float, str]]


def reading(count: int, fetch: Callable[[int], tuple[int, str, str]]) -> Round:
    """Rounds that read rows by their numbers, as in C: the same numbers in the same order.

    `fetch` gives amount, name and note of a row.
    """

    def run() -> tuple[float, str]:
        total, state, costs = 0, 5, []
        for _ in range(100):
            ids = []
            for _ in range(200):
                state, value = next_random(state)
                ids.append(1 + value % count)
            started = time.perf_counter()
            found = [fetch(number) for number in ids]
            costs.append((time.perf_counter() - started) / len(ids))
            total += sum(
                amount + first_byte(name) + first_byte(note) for amount, name, note in found
            )
        return sorted(costs)[50], str(total)

    return run


def adding(adds: int, add: Callable[[], object]) -> Round:
    """Rounds of so many adds: the middle of their times."""

    def run() -> tuple[float, str]:
        costs = []
        for _ in range(adds):
            started = time.perf_counter()
            add()
            costs.append(time.perf_counter() - started)
        return sorted(costs)[adds // 2], str(adds)

    return run


def main(workloads: dict[str, Callable[[Setup], Round]], imported: float = 0.0) -> None:
    """Each workload is a function that prepares and returns what runs a round.

    A whole process prints how long it took from `imported` on, when its imports had been run.
    """
    whole = sys.argv[1] == "--whole"
    name, variant, count, folder = sys.argv[1 + whole :]
    setup = Setup(
        name,
        variant,
        int(count),
        Path(folder),
        Path(os.environ["BENCH_DATABASE"]),
        os.environ["BENCH_PROGRAM"],
    )
    run = workloads[name](setup)
    if whole:
        cost, answer = run()
        if imported and not cost:
            cost = time.perf_counter() - imported
        print(answer)
        if cost:
            print(f"cost {cost:.9g}")
        return
    print("ready", flush=True)
    for _ in sys.stdin:
        cost, answer = run()
        print(f"{cost:.9g} {answer}", flush=True)

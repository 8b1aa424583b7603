"""What the benchmark measures, who takes part in it, and what is promised.

This is the one table of goals. A goal is a ratio of ours to the best of some peers in the same
run, or a plain number of seconds or bytes. The small form of the benchmark, which continuous
integration runs, fails where a ratio is three times worse than what stands here.
"""

from __future__ import annotations

from typing import NamedTuple

MILLION = 1_000_000
LEEDS = 2_830_020  # real payments
PLAIN_TEXT = 100_000  # what programs of plain-text accounting are asked to read


class Contender(NamedTuple):
    """A program in one of its forms, such as SQLite with a table of sums."""

    program: str
    variant: str = "-"

    @property
    def name(self) -> str:
        return self.program if self.variant == "-" else f"{self.program} {self.variant}"


class Goal(NamedTuple):
    """Ours is at most `limit` times the best of `against`; of nobody: at most `limit` itself."""

    text: str
    limit: float
    against: tuple[str, ...] = ()


class Workload(NamedTuple):
    name: str
    title: str
    ours: Contender
    peers: tuple[Contender, ...]
    goals: tuple[Goal, ...]
    rows: int = MILLION
    unit: str = "s"  # "rows/s": the cost is seconds for all rows; "bytes"
    whole: bool = False  # a whole process, from its start to its end, is timed
    rounds: int = 7
    kind: str = ""  # "made": generated rows, each with a name of its own; "": real ones
    stored: bool = True  # it works on a database that was made before


def lite(*variants: str) -> tuple[Contender, ...]:
    return tuple(Contender("sqlite", variant) for variant in variants)


OURS = Contender("iexpense")
ARRAYS = Contender("c-arrays")
DUCK = Contender("duckdb", "1-thread")
DUCK2 = Contender("duckdb", "2-threads")

WORKLOADS = (
    Workload(
        "start-totals",
        "process start → totals by type and month",
        OURS,
        (*lite("summary", "indexed", "plain"), DUCK2),
        (
            Goal(
                "at least 15 times faster than the best without a table of sums",
                1 / 15,
                ("sqlite indexed", "sqlite plain", "duckdb 2-threads"),
            ),
            Goal("≤ 1.5 times SQLite with sums kept by triggers", 1.5, ("sqlite summary",)),
        ),
        rows=LEEDS,
        whole=True,
    ),
    Workload(
        "start-filter",
        "process start → first answer of a filtered view",
        OURS,
        (*lite("indexed", "plain"), DUCK2),
        (Goal("faster than DuckDB", 1.0, ("duckdb 2-threads",)),),
        whole=True,
    ),
    Workload(
        "sum-filter",
        "sum by type under a filter, resident",
        OURS,
        (ARRAYS, *lite("indexed", "plain"), DUCK),
        (
            Goal("≤ 1.3 times the C loop", 1.3, ("c-arrays",)),
            Goal("at least 8 times faster than DuckDB on one thread", 1 / 8, ("duckdb 1-thread",)),
        ),
    ),
    Workload(
        "sum-month",
        "sum by type and month",
        OURS,
        (ARRAYS, *lite("summary", "indexed"), DUCK),
        (
            Goal("≤ 1.3 times the C loop", 1.3, ("c-arrays",)),
            Goal("at least 20 times faster than DuckDB", 1 / 20, ("duckdb 1-thread",)),
        ),
    ),
    Workload(
        "sum-month-filter",
        "sum by type and month under a filter",
        OURS,
        (ARRAYS, *lite("indexed"), DUCK),
        (
            Goal("≤ 1.3 times the C loop", 1.3, ("c-arrays",)),
            Goal("at least 20 times faster than DuckDB", 1 / 20, ("duckdb 1-thread",)),
        ),
    ),
    Workload(
        "top50",
        "first 50 by amount of one type in a date range",
        OURS,
        (ARRAYS, *lite("indexed", "plain"), DUCK),
        (Goal("≤ 1.5 ms without an index", 1.5e-3),),
    ),
)

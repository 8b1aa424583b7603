"""What a workload is: who takes part, with how many rows, and what is promised."""

from __future__ import annotations

from typing import NamedTuple

MILLION = 1_000_000


class Contender(NamedTuple):
    """A program in one of its forms, such as SQLite with a table of sums."""

    program: str
    variant: str = "-"
    rows: int = 0  # so many, where its way can't do as many as the others

    @property
    def name(self) -> str:
        name = self.program if self.variant == "-" else f"{self.program} {self.variant}"
        return f"{name} ({self.rows:,} rows)" if self.rows else name


class Goal(NamedTuple):
    """Ours is at most `limit` times the best of `against`; of nobody: at most `limit` itself."""

    text: str
    limit: float
    against: tuple[str, ...] = ()
    at_scale: bool = False  # it says nothing of few rows: the small form leaves it out
    # The ratio of today where the goal is not reached yet: what the small form then holds to.
    today: float | None = None


class Workload(NamedTuple):
    name: str
    title: str
    ours: Contender
    peers: tuple[Contender, ...]
    goals: tuple[Goal, ...]
    rows: int = MILLION
    unit: str = "s"  # "rows/s": the cost is seconds for all rows; "bytes/row"; "MB"
    whole: bool = False  # a whole process, from its start to its end, is timed
    rounds: int = 7
    kind: str = ""  # "named": generated, each with a name of its own; "": real payments
    stored: bool = True  # it works on a database that was made before
    changes: bool = False  # … or on a copy, since it changes it
    small: bool = True  # the small form has it too

"""A running party: a program that does one round of its workload for each line it is sent."""

from __future__ import annotations

import os
import select
import subprocess
from pathlib import Path
from types import TracebackType

LIMIT = 1800.0  # seconds: a party that says nothing for so long is ended


class PartyError(Exception):
    pass


class Party:
    """Starts the program and waits until it has prepared itself."""

    def __init__(self, program: str, command: list[str], database: Path) -> None:
        self.command = command
        self.database = database
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"BENCH_DATABASE": str(database), "BENCH_PROGRAM": program},
        )
        if self._line() != "ready":
            self.close()
            raise PartyError(f"{self} did not get ready")

    def __str__(self) -> str:
        return " ".join(word.rpartition("/")[2] for word in self.command)

    def round(self) -> tuple[float, str]:
        """Runs one round: its cost, in seconds or bytes, and its answer."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("round\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise PartyError(f"{self} has ended") from None
        cost, _, answer = self._line().partition(" ")
        try:
            return float(cost), answer
        except ValueError:
            raise PartyError(f"{self} ended, or said {cost!r}") from None

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _line(self) -> str:
        """The next line; a party says one at a time, so that nothing waits in the buffer."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], LIMIT)[0]:
            self.process.kill()
        return self.process.stdout.readline().rstrip("\n")

    def __enter__(self) -> Party:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

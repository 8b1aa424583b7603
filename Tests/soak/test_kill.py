"""kill -9 at a random moment of 1,000 adds, 200 times: what had returned is there, no more."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import iexpense

ADDS = 1000
ROUNDS = int(os.environ.get("IEXPENSE_KILLS", "200"))

# Tells each expense's number through the pipe once its add has returned.
WRITER = """
import sys, iexpense
store = iexpense.open(sys.argv[1], currency="EUR")
print("open", flush=True)
for number in range(int(sys.argv[2])):
    store.add(f"Row {number}", "1.00", date="2026-03-14")
    print(number, flush=True)
"""


def run_writer(path: Path, seconds: float | None) -> list[int]:
    """Runs the writer, kills it that long after it opened the store, returns what it told."""
    command = [sys.executable, "-c", WRITER, str(path), str(ADDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        if seconds is not None:
            time.sleep(seconds)
            writer.send_signal(signal.SIGKILL)
        lines = writer.stdout.read().split("\n")
    return [int(line) for line in lines[:-1]]  # a line that was cut off tells nothing


def test_kill(tmp_path: Path) -> None:
    started = time.perf_counter()
    assert run_writer(tmp_path / "whole.db", None) == list(range(ADDS))
    whole = time.perf_counter() - started
    chance = random.Random(20260314)
    killed_inside = in_flight = 0
    for number in range(ROUNDS):
        path = tmp_path / f"{number}.db"
        told = run_writer(path, chance.uniform(0, whole))
        with iexpense.open(path) as store:
            found = [int(expense.name.split()[1]) for expense in store.expenses()]
            store.check()
        killed_inside += 0 < len(told) < ADDS
        in_flight += len(found) - len(told)
        assert found == list(range(len(found)))
        assert len(told) <= len(found) <= len(told) + 1
        for file in tmp_path.glob(f"{number}.db*"):
            file.unlink()
    print(f"\n  {ROUNDS} kills, {killed_inside} amid the adds; {in_flight} committed, not returned")
    assert killed_inside > ROUNDS / 2

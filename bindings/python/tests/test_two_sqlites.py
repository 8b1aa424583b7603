"""The host's own sqlite3 module on the store's file, which in a wheel is a second SQLite.

SQLite's locks belong to the process: whoever opens and closes the file drops those of everybody in
it. Nothing that was acknowledged may be lost, whatever the host does, and nothing it does may hurt.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import iexpense
import pytest

ADD = "import iexpense, sys; iexpense.open(sys.argv[1]).add('Other', 1)"
ROUNDS = 12


def other_program(path: Path) -> None:
    """Another process adds one expense, and closes last as far as locks tell."""
    subprocess.run([sys.executable, "-c", ADD, str(path)], check=True, timeout=120)


def names(path: Path, query: str = "SELECT name FROM expense_readable ORDER BY id") -> list[str]:
    """Reads with the host's SQLite, which opens and closes the file."""
    with contextlib.closing(sqlite3.connect(path)) as host:
        return [row[0] for row in host.execute(query)]


def count(path: Path) -> int:
    with iexpense.open(path) as store:
        store.check()
        return len(store.expenses())


def test_what_the_host_reads_is_what_was_stored(store: iexpense.Store, path: Path) -> None:
    for number in range(ROUNDS):
        store.add(f"Row {number}", 1)
        assert len(names(path)) == number + 1
    assert names(path) == [expense.name for expense in store.expenses()]


@pytest.mark.parametrize("host_stays", [False, True])
def test_no_commit_is_lost_when_the_host_closes_and_the_program_is_killed(
    path: Path, host_stays: bool
) -> None:
    script = f"""
import os, sqlite3, subprocess, sys, iexpense
path = sys.argv[1]
store = iexpense.open(path, currency="EUR")
store.add("First", 1)
kept = []
for number in range(4):
    host = sqlite3.connect(path)
    host.execute("SELECT count(*) FROM expense").fetchone()
    kept.append(host) if {host_stays} else host.close()
    subprocess.run([sys.executable, "-c", {ADD!r}, path], check=True)
    for _ in range(5):
        store.add("Mine", 1)
assert len(store.expenses()) == 1 + 4 * 6
os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False, timeout=300)
    assert done.returncode == 9
    assert count(path) == 1 + 4 * 6


def test_host_program_and_another_program_at_once(path: Path) -> None:
    iexpense.open(path, currency="EUR").close()
    stop = threading.Event()
    failures: list[BaseException] = []

    def read_as_host() -> None:
        try:
            while not stop.is_set():
                names(path, "SELECT count(*) FROM expense")
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read_as_host) for _ in range(2)]
    with iexpense.open(path) as store:
        for reader in readers:
            reader.start()
        try:
            for _ in range(3):
                for _ in range(20):
                    store.add("Mine", 1)
                other_program(path)
        finally:
            stop.set()
            for reader in readers:
                reader.join()
        assert len(store.expenses()) == 63
    assert not failures
    assert count(path) == 63


@pytest.mark.parametrize("mode", ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
def test_the_host_moves_the_log_while_the_store_reads_and_writes(path: Path, mode: str) -> None:
    with iexpense.open(path, currency="EUR") as store:
        view = store.expenses()
        host = sqlite3.connect(path, timeout=0)
        for number in range(ROUNDS):
            store.add_many([{"name": f"Row {number}.{i}", "amount": 1} for i in range(200)])
            rows = iter(view)
            assert next(rows).name == "Row 0.0"
            # It may be told that the file is in use; that is an answer too.
            with contextlib.suppress(sqlite3.OperationalError):
                host.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
            assert len(list(rows)) == (number + 1) * 200 - 1
        host.close()
        other_program(path)
        assert len(view) == ROUNDS * 200 + 1
    assert count(path) == ROUNDS * 200 + 1


def test_a_host_that_is_reading_keeps_its_moment(store: iexpense.Store, path: Path) -> None:
    store.add("Before", 1)
    host = sqlite3.connect(path)
    host.execute("BEGIN")
    assert host.execute("SELECT count(*) FROM expense").fetchone() == (1,)
    store.add("After", 1)
    other_program(path)
    assert host.execute("SELECT count(*) FROM expense").fetchone() == (1,)
    host.execute("COMMIT")
    assert host.execute("SELECT count(*) FROM expense").fetchone() == (3,)
    store.close()
    assert host.execute("SELECT count(*) FROM expense").fetchone() == (3,)
    host.close()
    assert count(path) == 3


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM expense",
        "UPDATE expense SET amount = 0",
        "INSERT INTO expense(name) VALUES ('mine')",
        "PRAGMA journal_mode = DELETE",
    ],
)
def test_a_host_that_would_change_the_file_is_refused(
    store: iexpense.Store, path: Path, sql: str
) -> None:
    store.add("Lunch", "12.50")
    with contextlib.closing(sqlite3.connect(path, timeout=0)) as host:
        if sql.startswith("PRAGMA"):
            with contextlib.suppress(sqlite3.OperationalError):
                assert host.execute(sql).fetchone() == ("wal",)
        else:
            with pytest.raises(sqlite3.DatabaseError):
                host.execute(sql)
    other_program(path)
    assert [expense.name for expense in store.expenses()] == ["Lunch", "Other"]
    store.check()


def test_the_host_opens_the_file_as_any_file(store: iexpense.Store, path: Path) -> None:
    for number in range(ROUNDS):
        store.add("Row", 1)
        assert path.read_bytes()[:15] == b"SQLite format 3"
        if number % 4 == 0:
            other_program(path)
    assert len(store.expenses()) == ROUNDS + 3
    assert os.path.exists(f"{path}-wal")

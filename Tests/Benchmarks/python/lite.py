"""SQLite from Python: the standard library's module or, when the driver says so, apsw."""

from __future__ import annotations

import csv
import datetime
import random
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from talk import CURRENCY, Round, Setup, adding, groups, main, reading, timed

SCHEMA = (
    "CREATE TABLE IF NOT EXISTS expense(id INTEGER PRIMARY KEY, uuid BLOB NOT NULL,"
    " name TEXT NOT NULL, type TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL,"
    " day INTEGER NOT NULL, note TEXT NOT NULL)"
)
INSERT = "INSERT INTO expense VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
COLUMNS = "id, name, type, amount, currency, day, note"


def connect(setup: Setup, *, full: bool = False) -> Any:
    path = str(setup.database)
    if setup.program == "apsw":
        import apsw

        connection = apsw.Connection(path)
    else:
        connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if full else 'NORMAL'}"):
        list(connection.execute(f"PRAGMA {pragma}"))
    return connection


def fresh(setup: Setup) -> Any:
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            setup.database.with_name(setup.database.name + suffix).unlink()
    connection = connect(setup)
    connection.execute(SCHEMA)
    return connection


def read_rows(setup: Setup) -> Iterator[tuple[Any, ...]]:
    epoch = datetime.date(1970, 1, 1).toordinal()
    day = datetime.date.fromisoformat
    with (setup.folder / "rows.csv").open(newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        next(reader)
        for number, (date, amount, kind, name, note) in enumerate(reader, 1):
            minor = int(amount.replace(".", ""))
            days = day(date).toordinal() - epoch
            yield number, random.randbytes(16), name, kind, minor, CURRENCY, days, note


def store(setup: Setup, rows: Any) -> Any:
    connection = fresh(setup)
    connection.execute("BEGIN")
    connection.executemany(INSERT, rows)
    connection.execute("COMMIT")
    return connection


def make(setup: Setup) -> Round:
    def run() -> tuple[float, str]:
        store(setup, read_rows(setup)).close()
        return 1.0, str(setup.count)

    return run


def bulk(setup: Setup) -> Round:
    rows = list(read_rows(setup))

    def run() -> tuple[float, str]:
        started = time.perf_counter()
        connection = store(setup, rows)
        seconds = time.perf_counter() - started
        connection.close()
        return seconds, str(len(rows))

    return run


def import_(setup: Setup) -> Round:
    def run() -> tuple[float, str]:
        started = time.perf_counter()
        connection = store(setup, read_rows(setup))
        seconds = time.perf_counter() - started
        answer = groups(connection.execute("SELECT sum(amount), count(*), 0 FROM expense"))
        connection.close()
        return seconds, answer

    return run


def adder(adds: int, *, full: bool) -> Callable[[Setup], Round]:
    def prepare(setup: Setup) -> Round:
        connection = connect(setup, full=full)

        def add() -> None:
            row = (None, uuid.uuid4().bytes, "Coffee", "Food", 240, CURRENCY, 20_000, "")
            connection.execute(INSERT, row)

        return adding(adds, add)

    return prepare


def read(setup: Setup) -> Round:
    connection = connect(setup)
    sql = f"SELECT {COLUMNS} FROM expense WHERE id = ?"

    def fetch(number: int) -> tuple[int, str, str]:
        row = connection.execute(sql, (number,)).fetchone()
        return row[3], row[1], row[6]

    return reading(setup.count, fetch)


def start_add(setup: Setup) -> Round:
    def run() -> tuple[float, str]:
        connection = connect(setup)
        connection.execute(SCHEMA)
        row = (None, uuid.uuid4().bytes, "Coffee", "Food", 240, CURRENCY, 20_000, "")
        connection.execute(INSERT, row)
        connection.close()
        return 0.0, "1"

    return run


def iterate(setup: Setup) -> Round:
    connection = connect(setup)

    def run() -> tuple[float, str]:
        started = time.perf_counter()
        total = 0
        for row in connection.execute(f"SELECT {COLUMNS} FROM expense"):
            total += row[3]
        return time.perf_counter() - started, str(total)

    return run


def column(setup: Setup) -> Round:
    connection = connect(setup)
    sql = "SELECT sum(amount) FROM expense"
    return lambda: timed(lambda: str(next(iter(connection.execute(sql)))[0]))


if __name__ == "__main__":
    main(
        {
            "make": make,
            "bulk": bulk,
            "import": import_,
            "add-durable": adder(20, full=True),
            "add-relaxed": adder(500, full=False),
            "read": read,
            "start-add": start_add,
            "python-iterate": iterate,
            "python-sum": column,
        }
    )

"""DuckDB, through its Python module. Of a whole process the import of the module is not counted."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import duckdb
from talk import Round, Setup, adding, groups, main, numbers, timed

IMPORTED = time.perf_counter()

SCHEMA = (
    "CREATE TABLE expense(id BIGINT, uuid UUID, name VARCHAR, type VARCHAR, amount BIGINT,"
    " currency VARCHAR, day DATE, note VARCHAR)"
)
COLUMNS = (
    "{'day': 'DATE', 'amount': 'DECIMAL(18,2)', 'type': 'VARCHAR', 'name': 'VARCHAR',"
    " 'note': 'VARCHAR'}"
)


def connect(setup: Setup, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(setup.database), read_only=read_only)
    connection.execute("SET enable_progress_bar = false")
    connection.execute(f"SET threads = {1 if setup.variant == '1-thread' else 2}")
    return connection


def day(number: int) -> str:
    return f"(DATE '1970-01-01' + {number})"


def read_csv(setup: Setup) -> str:
    """The file as a table; types and quote are given, since DuckDB guesses them wrong here."""
    return (
        f"read_csv('{setup.folder / 'rows.csv'}', header = true, quote = '\"', escape = '\"',"
        f" columns = {COLUMNS})"
    )


def make(setup: Setup) -> Round:
    def run() -> tuple[float, str]:
        setup.database.unlink(missing_ok=True)
        started = time.perf_counter()
        connection = connect(setup, read_only=False)
        connection.execute(SCHEMA)
        connection.execute(
            "INSERT INTO expense SELECT row_number() OVER (), uuidv7(), coalesce(name, ''), type,"
            " (amount * 100)::BIGINT, 'GBP', day, coalesce(note, '')"
            f" FROM {read_csv(setup)}"
        )
        connection.execute("CHECKPOINT")
        answer = connection.execute("SELECT count(*) FROM expense").fetchone()
        connection.close()
        return time.perf_counter() - started, str(answer[0] if answer else 0)

    return run


def import_(setup: Setup) -> Round:
    """Reads the file into a bare table of a new database."""

    def run() -> tuple[float, str]:
        setup.database.unlink(missing_ok=True)
        started = time.perf_counter()
        connection = connect(setup, read_only=False)
        connection.execute(f"CREATE TABLE payment AS SELECT * FROM {read_csv(setup)}")
        connection.execute("CHECKPOINT")
        seconds = time.perf_counter() - started
        sql = "SELECT (sum(amount) * 100)::BIGINT, count(*), 0 FROM payment"
        answer = groups(connection.execute(sql).fetchall())
        connection.close()
        return seconds, answer

    return run


def bulk(setup: Setup) -> Round:
    """From an Arrow table in memory, into a table with a key."""
    source = duckdb.connect()
    source.execute("SET enable_progress_bar = false")
    rows = source.sql(
        "SELECT row_number() OVER () AS id, uuidv7() AS uuid, coalesce(name, '') AS name, type,"
        " (amount * 100)::BIGINT AS amount, 'GBP' AS currency, day, coalesce(note, '') AS note"
        f" FROM {read_csv(setup)}"
    ).to_arrow_table()

    def run() -> tuple[float, str]:
        setup.database.unlink(missing_ok=True)
        connection = connect(setup, read_only=False)
        connection.execute(SCHEMA.replace("id BIGINT", "id BIGINT PRIMARY KEY"))
        started = time.perf_counter()
        connection.execute("INSERT INTO expense SELECT * FROM rows")
        seconds = time.perf_counter() - started
        connection.close()
        return seconds, str(rows.num_rows)

    return run


def export(setup: Setup) -> Round:
    connection = connect(setup)
    path = setup.folder / f"exported-duckdb-{setup.variant}.csv"

    def run() -> tuple[float, str]:
        started = time.perf_counter()
        connection.execute(f"COPY (SELECT * FROM expense ORDER BY id) TO '{path}' (HEADER)")
        seconds = time.perf_counter() - started
        with path.open("rb") as file:
            lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        path.unlink()
        return seconds, str(lines - 1)

    return run


def disk(setup: Setup) -> Round:
    return lambda: (float(setup.database.stat().st_size), str(setup.count))


MONTH = "year(day) * 12 + month(day) - 1"


def group(where: str, by: str, month: str) -> str:
    return f"SELECT sum(amount)::BIGINT, count(*), {month} FROM expense {where} GROUP BY {by}"


def resident(query: Callable[[Setup], str]) -> Callable[[Setup], Round]:
    def prepare(setup: Setup) -> Round:
        connection = connect(setup)
        sql = query(setup)
        return lambda: timed(lambda: groups(connection.execute(sql).fetchall()))

    return prepare


def whole(query: Callable[[Setup], str]) -> Callable[[Setup], Round]:
    return lambda setup: lambda: (0.0, groups(connect(setup).execute(query(setup)).fetchall()))


def between(period: tuple[int, int]) -> str:
    return f"WHERE day BETWEEN {day(period[0])} AND {day(period[1])}"


def top50(setup: Setup) -> Round:
    connection = connect(setup)
    head = setup.head()
    found = connection.execute("SELECT type FROM expense GROUP BY type ORDER BY min(id)").fetchall()
    sql = (
        "SELECT id, name, type, amount, currency, day, note FROM expense"
        f" {between(head.period(365))} AND type = ? ORDER BY amount DESC LIMIT 50"
    )
    chosen = [found[head.type][0]]
    return lambda: timed(lambda: numbers(r[3] for r in connection.execute(sql, chosen).fetchall()))


def add(setup: Setup) -> Round:
    connection = connect(setup, read_only=False)
    sql = "INSERT INTO expense VALUES(?, uuidv7(), 'Coffee', 'Food', 240, 'GBP', '2024-10-04', '')"
    ids = itertools.count(setup.count + 1)
    return adding(20, lambda: connection.execute(sql, [next(ids)]))


LIKE = "WHERE name LIKE '%offee%'"


def search_count(setup: Setup) -> Round:
    connection = connect(setup)
    sql = f"SELECT count(*) FROM expense {LIKE}"

    def count() -> str:
        found = connection.execute(sql).fetchone()
        return str(found[0] if found else 0)

    return lambda: timed(count)


def search_first(setup: Setup) -> Round:
    connection = connect(setup)
    sql = (
        "SELECT id, name, type, amount, currency, day, note FROM expense"
        f" {LIKE} ORDER BY id LIMIT 50"
    )

    def first() -> str:
        found = connection.execute(sql).fetchall()
        return f"{len(found)}:{sum(row[3] for row in found)}"

    return lambda: timed(first)


def sum_filter(setup: Setup) -> str:
    return group(between(setup.head().most()), "type", "0")


def sum_month(setup: Setup) -> str:
    return group("", f"type, {MONTH}", MONTH)


def sum_month_filter(setup: Setup) -> str:
    return group(between(setup.head().most()), f"type, {MONTH}", MONTH)


def start_filter(setup: Setup) -> str:
    return group(between(setup.head().period(365)) + " AND amount >= 100000", "type", "0")


if __name__ == "__main__":
    main(
        {
            "make": make,
            "import": import_,
            "bulk": bulk,
            "export": export,
            "add-durable": add,
            "disk": disk,
            "disk-made": disk,
            "sum-filter": resident(sum_filter),
            "sum-month": resident(sum_month),
            "sum-month-filter": resident(sum_month_filter),
            "top50": top50,
            "search-count": search_count,
            "search-first": search_first,
            "start-totals": whole(sum_month),
            "start-filter": whole(start_filter),
        },
        IMPORTED,
    )

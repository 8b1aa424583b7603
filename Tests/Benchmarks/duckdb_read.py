"""Reads a CSV file of payments into a table of a new DuckDB file, as a measure for the import.

    duckdb_read.py PAYMENTS.csv NEW.duckdb

Prints the threads used, the seconds until the table is on the disk, the rows and the exact total in
pence. Types and quote are given: left to itself, DuckDB takes the amounts for floating point, and
finds no quotes, since the first of them stands in line 62,878, where it then fails.
"""

import sys
import time

import duckdb

COLUMNS = (
    "{'Payment Date': 'DATE', 'Amount': 'DECIMAL(18,2)', 'Organisational Unit': 'VARCHAR',"
    " 'Beneficiary Name': 'VARCHAR'}"
)


def main() -> None:
    file, database = sys.argv[1:3]
    connection = duckdb.connect(database)
    connection.execute("SET enable_progress_bar = false")
    started = time.perf_counter()
    connection.execute(
        "CREATE TABLE payment AS SELECT * FROM"
        f" read_csv(?, header = true, quote = '\"', escape = '\"', columns = {COLUMNS})",
        [file],
    )
    connection.execute("CHECKPOINT")
    seconds = time.perf_counter() - started
    threads = connection.execute("SELECT current_setting('threads')").fetchone()
    answer = connection.execute(
        "SELECT count(*), (sum(Amount) * 100)::HUGEINT FROM payment"
    ).fetchone()
    assert threads is not None
    assert answer is not None
    print(threads[0], seconds, *answer)


if __name__ == "__main__":
    main()

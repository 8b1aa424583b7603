"""What the benchmark measures, who takes part in it, and what is promised.

This is the one table of goals. A goal is a ratio of ours to the best of some peers in the same
run, or a plain number of seconds or bytes. The small form of the benchmark, which continuous
integration runs, fails where a ratio is three times worse than what stands here, or than that of
today where a goal is not reached yet.
"""

from __future__ import annotations

from contest import MILLION, Contender, Goal, Workload

LEEDS = 2_830_020  # real payments
PLAIN_TEXT = 100_000  # what programs of plain-text accounting are asked to read
SIZES = (10_000, 100_000, MILLION, LEEDS, 10_000_000)
# What "size" runs at each of them, ours alone: what should be flat, then what has to grow.
FLAT = (
    "start-totals",
    "start-add",
    "add-relaxed",
    "update",
    "read",
    "view-totals",
    "view-top50",
)
GROWING = ("sum-filter", "start-filter")


def lite(*variants: str) -> tuple[Contender, ...]:
    return tuple(Contender("sqlite", variant) for variant in variants)


OURS = Contender("iexpense")
ARRAYS = Contender("c-arrays")
OURS_PYTHON = Contender("iexpense-python")
PYTHON_SQLITE = Contender("python-sqlite3")
APSW = Contender("apsw")
NUMPY = Contender("numpy")
LMDB = Contender("lmdb")
JSON_C = Contender("json-c")
JSON_SWIFT = Contender("json-swift")
DUCK = Contender("duckdb", "1-thread")
DUCK2 = Contender("duckdb", "2-threads")

C_LOOP = Goal("≤ 1.3 times the C loop", 1.3, ("c-arrays",))

WORKLOADS = (
    Workload(
        "start-totals",
        "process start → totals by type and month",
        OURS,
        (*lite("summary", "indexed"), DUCK2),
        (
            Goal(
                "at least 15 times faster than the best without a table of sums",
                1 / 15,
                ("sqlite indexed", "duckdb 2-threads"),
                at_scale=True,
            ),
            Goal(
                "≤ 1.5 times SQLite with sums kept by triggers",
                1.5,
                ("sqlite summary",),
                today=3.6,
            ),
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
            C_LOOP,
            Goal("at least 8 times faster than DuckDB on one thread", 1 / 8, ("duckdb 1-thread",)),
        ),
    ),
    Workload(
        "sum-month",
        "sum by type and month",
        OURS,
        (ARRAYS, *lite("summary", "indexed"), DUCK),
        (
            C_LOOP._replace(at_scale=True),
            Goal("at least 20 times faster than DuckDB", 1 / 20, ("duckdb 1-thread",)),
        ),
    ),
    Workload(
        "sum-month-filter",
        "sum by type and month under a filter",
        OURS,
        (ARRAYS, *lite("indexed"), DUCK),
        (
            C_LOOP._replace(at_scale=True),
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
    Workload(
        "view-totals",
        "totals of a live view, read after a change",
        OURS,
        (ARRAYS, *lite("summary")),
        (Goal("≤ 2 µs", 2e-6),),
        changes=True,
    ),
    Workload(
        "view-top50",
        "first 50 of a live view sorted by amount, read after a change",
        OURS,
        lite("indexed"),
        (
            Goal("≤ 15 µs", 15e-6),
            Goal("ahead of SQLite with an index by amount", 1.0, ("sqlite indexed",)),
        ),
        changes=True,
    ),
    Workload(
        "search-count",
        "substring of the name, counted",
        OURS,
        (ARRAYS, *lite("plain"), DUCK),
        (
            Goal("≤ 6 ms", 6e-3),
            Goal("at least 8 times faster than DuckDB", 1 / 8, ("duckdb 1-thread",)),
        ),
        kind="named",
    ),
    Workload(
        "search-first",
        "substring of the name, the first 50",
        OURS,
        (ARRAYS, *lite("plain"), DUCK),
        (Goal("≤ 0.1 ms", 1e-4),),
        kind="named",
    ),
    Workload(
        "add-durable",
        "one durable add, a subscriber told",
        OURS,
        (
            ARRAYS,
            *lite("journal", "plain", "uuid"),
            LMDB,
            PYTHON_SQLITE,
            APSW,
            DUCK2,
            JSON_C._replace(rows=10_000),
            JSON_SWIFT._replace(rows=10_000),
        ),
        (Goal("≤ 1.1 times SQLite doing the same rows and hook", 1.1, ("sqlite journal",)),),
        rounds=15,
        changes=True,
    ),
    Workload(
        "add-relaxed",
        "one relaxed add, a subscriber and a view of all told",
        OURS,
        (*lite("uuid", "plain", "journal"), LMDB, PYTHON_SQLITE, APSW),
        (
            Goal(
                "≤ 1.3 times SQLite alone, which nobody is told of",
                1.3,
                ("sqlite uuid",),
                today=5.0,
            ),
        ),
        changes=True,
    ),
    Workload(
        "update",
        "update by id",
        OURS,
        lite("journal", "uuid", "plain", "indexed"),
        (Goal("≤ SQLite doing the same rows", 1.0, ("sqlite journal",)),),
        changes=True,
    ),
    Workload(
        "delete",
        "delete by id",
        OURS,
        lite("journal", "uuid", "plain", "indexed"),
        (Goal("≤ SQLite doing the same rows", 1.0, ("sqlite journal",)),),
        changes=True,
    ),
    Workload(
        "read",
        "read by id, from the file",
        OURS,
        (*lite("uuid", "plain"), LMDB, PYTHON_SQLITE, APSW),
        (Goal("≤ SQLite", 1.0, ("sqlite uuid", "sqlite plain")),),
    ),
    Workload(
        "read-resident",
        "read by id, from columns in memory",
        OURS,
        (*lite("uuid", "plain"), LMDB),
        (
            Goal("≤ SQLite", 1.0, ("sqlite uuid", "sqlite plain")),
            Goal("≤ 1 µs", 1e-6),
        ),
    ),
    Workload(
        "bulk",
        "bulk add in one transaction, with totals and journal",
        OURS,
        (*lite("indexed", "uuid", "plain"), DUCK2, LMDB, PYTHON_SQLITE),
        (
            Goal("at least 450,000 rows/s", 1 / 450_000),
            Goal(
                "at least 3 times faster than SQLite with its indexes", 1 / 3, ("sqlite indexed",)
            ),
        ),
        unit="rows/s",
        rounds=3,
        stored=False,
        changes=True,
    ),
    Workload(
        "start-add",
        "process start, open, one add, close",
        OURS,
        (*lite("plain", "uuid"), PYTHON_SQLITE, LMDB),
        (Goal("≤ 1.5 times SQLite", 1.5, ("sqlite plain", "sqlite uuid")),),
        whole=True,
        changes=True,
    ),
    Workload(
        "memory",
        "memory with all rows open and one view",
        OURS,
        lite("plain"),
        (Goal("≤ 60 MB", 60e6),),
        unit="MB",
        whole=True,
        rounds=3,
    ),
    Workload(
        "import",
        "CSV → store, with duplicate detection and full checks",
        OURS,
        (ARRAYS, *lite("plain"), DUCK2, PYTHON_SQLITE, Contender("sqlite3-shell")),
        (Goal("≥ DuckDB's bare import on two threads", 1.0, ("duckdb 2-threads",)),),
        unit="rows/s",
        rounds=3,
        stored=False,
        changes=True,
    ),
    Workload(
        "export",
        "store → CSV",
        OURS,
        (*lite("plain"), DUCK2),
        (Goal("≥ SQLite in C", 1.0, ("sqlite plain",)),),
        unit="rows/s",
        rounds=3,
    ),
    Workload(
        "disk",
        "size on disk",
        OURS,
        (*lite("plain", "uuid", "indexed"), DUCK2),
        (Goal("≤ 90 bytes a row", 90),),
        unit="bytes/row",
        rounds=1,
    ),
    Workload(
        "disk-made",
        "size on disk, each row with a name and a note of its own",
        OURS,
        (*lite("plain", "uuid", "indexed"), DUCK2, LMDB, JSON_C),
        (Goal("≤ 90 bytes a row", 90),),
        kind="made",
        unit="bytes/row",
        rounds=1,
    ),
    Workload(
        "python-call",
        "Python: one call, beyond what ctypes takes for it",
        OURS_PYTHON,
        (),
        (Goal("≤ 1 µs", 1e-6),),
    ),
    Workload(
        "python-iterate",
        "Python: all rows as objects, one by one",
        OURS_PYTHON,
        (PYTHON_SQLITE, APSW),
        (Goal("at least 2 times faster than sqlite3", 1 / 2, ("python-sqlite3",), today=1.8),),
        rounds=3,
    ),
    Workload(
        "python-sum",
        "Python: the sum of a column",
        OURS_PYTHON,
        (NUMPY, PYTHON_SQLITE),
        (Goal("≤ 2 times numpy on a bare array", 2.0, ("numpy",)),),
        small=False,
    ),
    Workload(
        "view-add",
        "one add in a view of 2.8 million",
        OURS,
        (Contender("iexpense", rows=10_000),),
        (Goal("≤ 2 times one in a view of 10,000", 2.0, ("iexpense (10,000 rows)",)),),
        rows=LEEDS,
        changes=True,
    ),
    Workload(
        "plain-text",
        "process start → totals by type, of programs that read journals",
        OURS,
        (Contender("ledger"), Contender("hledger"), Contender("beancount"), JSON_C, JSON_SWIFT),
        (),
        rows=PLAIN_TEXT,
        whole=True,
        rounds=2,
    ),
    Workload(
        "observers",
        "one commit, until eight other processes have heard of it",
        OURS,
        lite("plain"),
        (),
        rows=PLAIN_TEXT,
        changes=True,
    ),
)

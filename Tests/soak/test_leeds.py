"""2,830,020 real payments: one change, undone, redone; and what one more add costs then.

The file is not part of the project: the folder that holds it is IEXPENSE_DATA.
"""

import lzma
import os
import resource
import shutil
import statistics
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest

DATA = Path(os.environ.get("IEXPENSE_DATA", "../shared/data"))
SOURCE = DATA / "leeds-payments.csv.xz"
ROWS = 2_830_020
TOTAL = Decimal("14911830480.68")
PROFILE = {
    "columns": {
        "date": "Payment Date",
        "name": "Beneficiary Name",
        "category": "Organisational Unit",
        "amount": "Amount",
    },
    "delimiter": ",",
    "decimal": ".",
    "date": "YMD",
    "encoding": "utf-8",
    "currency": "GBP",
    "spending": "positive",
    "income": "refund",
}

pytestmark = pytest.mark.skipif(not SOURCE.exists(), reason=f"there is no {SOURCE}")


class Measure:
    """Times a step and prints it with the memory that the process has needed at most so far."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        self.started = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        seconds = time.perf_counter() - self.started
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {self.name:28} {seconds:8.2f} s   at most {megabytes:6.0f} MB", flush=True)


def written() -> int:
    """How many bytes this process has written to files."""
    fields = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(fields["wchar"])


def cost_of_one_add(path: Path) -> tuple[float, float]:
    """The median seconds and bytes of one add with a subscriber, in the store at a path."""
    heard: list[object] = []
    seconds, sizes = [], []
    with iexpense.open(path) as store:
        store.subscribe(heard.append)
        for number in range(200):
            bytes_before, time_before = written(), time.perf_counter()
            store.add(f"Coffee {number}", "2.40", date="2026-03-14")
            seconds.append(time.perf_counter() - time_before)
            sizes.append(written() - bytes_before)
        assert len(heard) == 200
        for _ in range(200):
            store.undo()
    return statistics.median(seconds), statistics.median(sizes)


@pytest.fixture(scope="module")
def csv(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The payments, unpacked."""
    path = tmp_path_factory.mktemp("leeds") / "leeds-payments.csv"
    with lzma.open(SOURCE) as source, path.open("wb") as target:
        shutil.copyfileobj(source, target)
    yield path
    path.unlink()


def test_import_undo_redo_and_one_more_add(csv: Path, tmp_path: Path) -> None:
    path = tmp_path / "leeds.db"
    changes: list[iexpense.Change] = []
    print()
    with iexpense.open(path, currency="GBP") as store:
        store.subscribe(changes.append)
        with Measure("import"):
            result = store.import_file(csv, profile=PROFILE)
        print(f"  {result}")
        assert len(changes) == 1
        assert len(store.expenses()) == ROWS
        assert [row.amount for row in store.totals()] == [TOTAL]
        with Measure("undo"):
            assert store.undo() is not None
        assert len(changes) == 2
        assert len(store.expenses()) == 0
        with Measure("redo"):
            assert store.redo() is not None
        assert len(changes) == 3
        assert [(row.amount, row.count) for row in store.totals()] == [(TOTAL, ROWS)]
        with Measure("totals by month and category"):
            assert len(store.totals("month", "category")) > 1000
        with Measure("check"):
            store.check()

    small = tmp_path / "small.db"
    with iexpense.open(small, currency="GBP") as store, store.transaction("A thousand rows"):
        for number in range(1000):
            store.add(f"Row {number}", "12.50", date="2026-03-14")
    # The two are measured in turns, so that a busy machine slows both.
    few, many = [], []
    for _ in range(3):
        few.append(cost_of_one_add(small))
        many.append(cost_of_one_add(path))
    few_seconds, few_bytes = min(few)
    many_seconds, many_bytes = min(many)
    print(f"  one add at 1,000 rows      {few_seconds * 1e3:8.3f} ms {few_bytes:8.0f} bytes")
    print(f"  one add at {ROWS:,} rows  {many_seconds * 1e3:8.3f} ms {many_bytes:8.0f} bytes")
    assert many_seconds <= 2 * few_seconds
    assert many_bytes <= 1.2 * few_bytes

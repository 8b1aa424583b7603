"""A laptop's store and a desktop's, imported into each other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import iexpense
import pytest
from iexpense import RowStatus


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[iexpense.Store]:
    with iexpense.open(tmp_path / "laptop.db", currency="EUR", relaxed=True) as opened:
        yield opened


def names(store: iexpense.Store) -> list[str]:
    return sorted(expense.name for expense in store.expenses())


def test_laptop_and_desktop_both_edited(
    store: iexpense.Store, laptop: iexpense.Store, tmp_path: Path
) -> None:
    file = tmp_path / "laptop.db"
    tea = laptop.add("Tea", "2.50", note="two\nlines", extra={"a": 1}, tags=["x"])
    laptop.add("Bread", "4.20")
    result = store.import_file(file)
    assert (result.summary.format, result.summary.new) == ("store", 2)
    assert store.expenses()[0].uuid == tea.uuid
    assert store.expenses()[0].extra == tea.extra

    laptop.update(tea.id, amount="2.70")
    laptop.add("Cake", "3.00")
    store.update(2, name="Rye bread")
    with pytest.raises(iexpense.AmbiguousFileError) as problem:
        store.import_file(file)
    (question,) = problem.value.questions
    assert question.key == "differing"
    assert question.candidates == ("keep", "take")
    with store.read(file) as opened:
        assert [row.status for row in opened.rows] == [
            RowStatus.DIFFERING,
            RowStatus.DIFFERING,
            RowStatus.NEW,
        ]
        assert opened.rows[0].reason == "amount 2.50 EUR here, 2.70 EUR there"
        assert opened.summary.differing == 2
        opened.answer(differing="keep")
        opened.include(opened.rows[0])  # of this one the laptop's
        result = opened.commit()
    assert "2 with other values" in str(result)
    assert names(store) == ["Cake", "Rye bread", "Tea"]
    assert str(store.get(1).amount) == "2.70"
    assert store.undo() is not None
    assert names(store) == ["Rye bread", "Tea"]
    assert str(store.get(1).amount) == "2.50"
    store.redo()

    assert laptop.import_file(tmp_path / "spending.db", profile={"differing": "take"}).revision
    assert names(laptop) == names(store)
    assert store.import_file(file).revision == 0


def test_a_store_is_no_bytes_and_not_itself(
    store: iexpense.Store, path: Path, tmp_path: Path
) -> None:
    store.add("Tea", 1)
    (tmp_path / "soft.db").symlink_to(path)
    os.link(path, tmp_path / "hard.db")
    for same in (path, tmp_path / "soft.db", tmp_path / "hard.db"):
        with pytest.raises(iexpense.ArgumentError, match="is the open store itself"):
            store.read(same)
    with pytest.raises(iexpense.ArgumentError, match="by its path"):
        store.read(b"SQLite format 3\0" + bytes(100))
    assert len(store.expenses()) == 1


WRITER = """
import sys, iexpense
with iexpense.open(sys.argv[1], currency="EUR") as store:
    for number in range(200):
        store.add("Tea", number)
        if number == 10:
            print("begun", flush=True)
"""


def test_another_program_writes_meanwhile(store: iexpense.Store, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    command = [sys.executable, "-c", WRITER, str(other)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        while writer.poll() is None:
            store.import_file(other)
        assert writer.returncode == 0
    store.import_file(other)
    assert sorted(int(one.amount) for one in store.expenses()) == list(range(200))
    store.check()
    with iexpense.open(other) as opened:
        assert len(opened.expenses()) == 200
        opened.check()


def test_a_store_that_was_killed_while_writing(store: iexpense.Store, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    killed = WRITER + "\n    import os\n    os.kill(os.getpid(), 9)\n"
    done = subprocess.run(
        [sys.executable, "-c", killed, str(other)], check=False, stdout=subprocess.DEVNULL
    )
    assert done.returncode == -9
    assert store.import_file(other).summary.new == 200


CARD = b"Date,Description,Amount\n2026-03-04,Cafe,-3.50\n2026-03-04,Cafe,-3.50\n"
CARD_AS = {"currency": "EUR", "spending": "negative"}
BANK = (
    b"<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM>"
    b"<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-9.00<FITID>a<NAME>Rent"
    b"</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
)


@pytest.mark.parametrize("file", [CARD, BANK], ids=["csv", "ofx"])
def test_a_statement_that_both_have_imported(
    store: iexpense.Store, laptop: iexpense.Store, tmp_path: Path, file: bytes
) -> None:
    profile = CARD_AS if file is CARD else None
    for each in (store, laptop):
        each.import_file(file, account="Visa", profile=profile)
    count = len(store.expenses())
    with store.read(tmp_path / "laptop.db") as opened:
        assert {row.status for row in opened.rows} == {RowStatus.DUPLICATE}
        assert {row.duplicate_of for row in opened.rows} == {e.id for e in store.expenses()}
    laptop.update(laptop.expenses()[0].id, category="Food")
    with store.read(tmp_path / "laptop.db") as opened:
        assert opened.summary.differing == 1
        opened.answer(differing="take")
        opened.commit()
    assert len(store.expenses()) == count
    assert [e.category for e in store.expenses()].count("Food") == 1
    with store.read(tmp_path / "laptop.db") as opened:
        assert {row.status for row in opened.rows} == {RowStatus.DUPLICATE}


def test_equal_rows_that_one_of_them_has_twice(
    store: iexpense.Store, laptop: iexpense.Store, tmp_path: Path
) -> None:
    laptop.import_file(CARD, account="Visa", profile=CARD_AS)
    store.import_file(tmp_path / "laptop.db")
    assert store.import_file(CARD, account="Visa", profile=CARD_AS).revision == 0
    laptop.import_file(CARD + b"2026-03-04,Cafe,-3.50\n", account="Visa", profile=CARD_AS)
    assert store.import_file(tmp_path / "laptop.db").summary.new == 1
    assert len(store.expenses()) == 3


def test_a_row_that_one_of_them_has_removed(
    store: iexpense.Store, laptop: iexpense.Store, tmp_path: Path
) -> None:
    for each in (store, laptop):
        each.import_file(CARD, account="Visa", profile=CARD_AS)
    store.remove(store.expenses()[0].id)
    with store.read(tmp_path / "laptop.db") as opened:
        assert sorted(row.status.name for row in opened.rows) == ["DUPLICATE", "REMOVED_EARLIER"]
        opened.commit()
    assert len(store.expenses()) == 1

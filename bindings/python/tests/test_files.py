"""Imports and exports; the numbered cases are those that other software got wrong."""

from __future__ import annotations

import json
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from iexpense import RowStatus

ITEMS = {"currency": "USD", "defaultDate": "2026-01-31"}
CARD = {
    "columns": {"date": "Date", "name": "Merchant", "amount": "Amount"},
    "delimiter": ";",
    "decimal": ",",
    "date": "DMY",
    "spending": "negative",
    "income": "leave out",
    "currency": "EUR",
    "encoding": "utf-8",
}
STATEMENT = """Date;Merchant;Amount
14.03.2026;Café;-3,50
14.03.2026;Café;-3,50
15.03.2026;Salary;2.000,00
16.03.2026;Train;-89,90
17.03.2026;Typo;12,34,5
"""


def items(store: iexpense.Store, text: str, **more: Any) -> iexpense.Import:
    return store.read(text.encode(), profile={**ITEMS, **more}, name="Items.json")


def test_a_statement_twice(store: iexpense.Store, tmp_path: Path) -> None:  # cases 8, 16, 17
    file = tmp_path / "visa-05.csv"
    file.write_text(STATEMENT, encoding="utf-8")
    changes: list[iexpense.Change] = []
    store.subscribe(changes.append)
    result = store.import_file(file, profile=CARD, account="Visa")
    assert str(result).startswith("visa-05.csv: 3 new")
    assert "line 6" in str(result)
    assert "12,34,5" in str(result)
    summary = result.summary
    assert (summary.rows, summary.new, summary.left_out, summary.rejected) == (5, 3, 1, 1)
    assert [(c.label, len(c.added)) for c in changes] == [(result.label, 3)]
    assert [(str(e.amount), e.account, str(e.date)) for e in store.expenses()] == [
        ("3.50", "Visa", "2026-03-14"),
        ("3.50", "Visa", "2026-03-14"),
        ("89.90", "Visa", "2026-03-16"),
    ]
    source = store.expenses()[2].source
    assert source is not None
    assert source.line == 5
    again = store.import_file(file, profile=CARD, account="Visa")
    assert (again.summary.new, again.summary.duplicates, again.revision) == (0, 3, 0)
    assert len(changes) == 1
    assert store.undo() is not None
    assert len(store.expenses()) == 0


def test_rows_before_the_commit(store: iexpense.Store) -> None:
    with store.read(STATEMENT.encode(), profile=CARD, account="Visa", name="visa.csv") as opened:
        assert opened.questions == ()
        assert len(opened.rows) == 5
        assert [row.status for row in opened.rows] == [
            RowStatus.NEW,
            RowStatus.NEW,
            RowStatus.LEFT_OUT,
            RowStatus.NEW,
            RowStatus.REJECTED,
        ]
        rejected = opened.rows[-1]
        assert (rejected.line, rejected.column, rejected.column_name, rejected.cell) == (
            6,
            3,
            "Amount",
            "12,34,5",
        )
        assert rejected.reason
        assert rejected.expense is None
        first = opened.rows[0].expense
        assert first is not None
        assert (first.id, first.name, first.amount) == (0, "Café", Decimal("3.50"))
        assert opened.rows[1:3] == [opened.rows[1], opened.rows[2]]
        assert opened.rows[::-2] == [opened.rows[4], opened.rows[2], opened.rows[0]]
        for index in (5, -6, 2**70):
            with pytest.raises(IndexError):
                opened.rows[index]
    assert len(store.expenses()) == 0


@pytest.mark.parametrize("left_out", ["decimal", "date", "spending", "currency"])
def test_what_is_open_is_asked_and_nothing_stored(store: iexpense.Store, left_out: str) -> None:
    profile = {key: value for key, value in CARD.items() if key != left_out}
    with iexpense.open(memory=True) as bare:
        text = "Date;Merchant;Amount\n03/04/2026;Café;-3.000\n"
        with bare.read(text.encode(), profile=profile, name="visa.csv") as opened:
            assert opened.questions
            with pytest.raises(iexpense.AmbiguousFileError):
                opened.commit()
        with pytest.raises(iexpense.AmbiguousFileError) as caught:
            bare.import_file(text.encode(), profile=profile)
        assert caught.value.questions == opened_questions(bare, text, profile)
        assert isinstance(caught.value, ValueError)
        assert len(bare.expenses()) == 0


def opened_questions(
    store: iexpense.Store, text: str, profile: Any
) -> tuple[iexpense.Finding, ...]:
    with store.read(text.encode(), profile=profile) as opened:
        return opened.questions


def test_wrong_profiles(store: iexpense.Store) -> None:
    for profile in ({**CARD, "colour": "red"}, {**CARD, "date": "XYZ"}, {**CARD, "columns": 5}):
        with pytest.raises(iexpense.IExpenseError):
            store.read(STATEMENT.encode(), profile=profile)
    for profile in (5, [("date", "DMY")], b"{}"):
        with pytest.raises(TypeError):
            store.read(STATEMENT.encode(), profile=profile)  # type: ignore[arg-type]
    with pytest.raises(iexpense.IExpenseError):
        store.read(STATEMENT.encode(), profile=CARD, format="doc")


@pytest.mark.parametrize(
    ("amount", "right"),
    [
        ("12", "12.00"),
        ("12.5", "12.50"),
        ("19.99", "19.99"),
        ("9.7", "9.70"),
        ('"12.50"', "12.50"),
        ("1e2", "100.00"),
        ("-0", "0.00"),
        ("-0.0", "0.00"),
        ("-59.95", "-59.95"),
    ],
)
def test_an_item_is_read_exactly(store: iexpense.Store, amount: str, right: str) -> None:
    """Cases 4, 14 and 35."""
    for text in (
        '[{"id":"7C0E1C5A-3B52-4D0E-9C55-6C8E6D0B9A01","name":"Lunch","type":"Personal",'
        f'"amount":{amount}}}]',
        f'[{{"amount":{amount},"type":"Personal","name":"Lunch"}}]',
    ):
        with items(store, text) as opened:
            assert opened.commit().revision == store.revision
        lunch = store.expenses()[-1]
        assert str(lunch.amount) == right
        assert (lunch.name, lunch.currency, str(lunch.date)) == ("Lunch", "USD", "2026-01-31")


@pytest.mark.parametrize("amount", ["1e+21", "92233720368547758.08", "12.345", "null", '"12,50"'])
def test_an_item_that_can_not_be_stored(store: iexpense.Store, amount: str) -> None:  # case 35
    text = f'[{{"name":"Ship","type":"Personal","amount":{amount}}}]'
    with items(store, text) as opened:
        (row,) = opened.rows
        assert row.status is RowStatus.REJECTED
        assert row.reason
        opened.commit()
    assert len(store.expenses()) == 0


def test_ids_of_items(store: iexpense.Store) -> None:  # case 36
    known = "7c0e1c5a-3b52-4d0e-9c55-6c8e6d0b9a01"
    text = json.dumps(
        [
            {"name": "No id", "type": "Personal", "amount": 1},
            {"id": known, "name": "Lower case", "type": "Personal", "amount": 2},
            {"id": "no uuid", "name": "External", "type": "Personal", "amount": 3},
            {"id": "twice", "name": "Same", "type": "Personal", "amount": 4},
            {"id": "twice", "name": "Same", "type": "Personal", "amount": 4},
        ]
    )
    with items(store, text) as opened:
        result = opened.commit()
    assert result.summary.new == 5
    stored = list(store.expenses())
    assert stored[0].uuid.version == 7
    assert stored[1].uuid == uuid.UUID(known)
    assert [e.source.external_id for e in stored[2:] if e.source] == ["no uuid", "twice", "twice"]
    with items(store, text) as again:
        assert again.summary.new == 0


def test_unknown_fields_of_items_are_kept(store: iexpense.Store) -> None:  # case 37
    text = (
        '[{"name":"Trip","type":"Travel","amount":5,'
        '"date":700000000.5,"currencyCode":"GBP","image":null}]'
    )
    with items(store, text) as opened:
        opened.commit()
    (trip,) = store.expenses()
    assert trip.type == "Travel"
    assert set(json.loads(trip.extra)) <= {"date", "currencyCode", "image"}
    assert "image" in trip.extra


def test_a_file_that_is_cut_off(store: iexpense.Store) -> None:  # case 38
    whole = json.dumps([{"name": f"n{i}", "type": "Personal", "amount": i} for i in range(500)])
    revision = store.revision
    cut = whole[: whole.rindex('"amount"')]
    with pytest.raises(iexpense.FormatError, match=str(len(cut))):
        items(store, cut)
    for text in ("", "{", "[1]", '[{"name":1}]', "nonsense"):
        try:
            with items(store, text) as opened:
                opened.commit()
        except iexpense.IExpenseError:
            pass
    assert len(store.expenses()) == 0
    assert store.revision == revision


@pytest.mark.parametrize("format", ["json", "csv"])
def test_export_and_back(store: iexpense.Store, tmp_path: Path, format: str) -> None:  # case 31
    store.register_currency("MILES", 0)
    store.add(
        "=SUM(A1)",
        "12.50",
        note='line\nbreak, "quote"; and\ttab',
        tags=["a,b", 'c"d', "e;f"],
        category=("AA / BB : CC", "back\\slash"),
        conversion=("11.60", "USD", "0.9280"),
        reimbursement="submitted",
        extra='{"n": 1.10, "x": [1, {"y": "ž"}]}',
        account="Visa, the second",
    )
    store.add("Miles", "-10 MILES", type="Travel", date="0001-01-01")
    store.add("  blanks  ", "0.001 KWD", date="9999-12-31")
    exported = store.export(format, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == exported
    with iexpense.open(tmp_path / "other.db") as other:
        result = other.import_file(tmp_path / "out")
        assert result.summary.new == 3
        for left, right in zip(store.expenses(), other.expenses()):
            for name in left.__slots__:
                if name not in ("id", "source"):
                    assert getattr(left, name) == getattr(right, name), name
        assert other.export(format) == exported
    assert b"12.50" in exported
    assert len(store.export(format, type="Travel")) < len(exported)


def test_export_refuses(store: iexpense.Store, path: Path, tmp_path: Path) -> None:
    with pytest.raises(iexpense.InvalidError):
        store.export("doc")
    with pytest.raises(iexpense.InvalidError):
        store.export("json", path)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(iexpense.InvalidError):
        store.export("json", tmp_path / "link")
    with pytest.raises(FileNotFoundError):
        store.export("json", tmp_path / "missing" / "out.json")
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith(".ie")) == []
    store.check()


def test_files_that_are_not_there(store: iexpense.Store, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        store.import_file(tmp_path / "missing.csv", profile=CARD)
    with pytest.raises(iexpense.NotAFileError):
        store.import_file(tmp_path, profile=CARD)

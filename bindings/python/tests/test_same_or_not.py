"""Which rows of a file are the same as what the store has: cases 16 to 20 and 44 to 46."""

from __future__ import annotations

from typing import Any

import iexpense
import pytest
from iexpense import RowStatus
from reading import table

PROFILE = {
    "columns": {"date": "Date", "name": "Payee", "amount": "Amount"},
    "delimiter": ",",
    "decimal": ".",
    "date": "YMD",
    "spending": "positive",
    "income": "refund",
    "currency": "EUR",
}
WITH_IDS = {**PROFILE, "columns": {**PROFILE["columns"], "id": "Id"}}  # type: ignore[dict-item]
ROWS = [
    ("2026-03-01", "Cafe", "3.50"),
    ("2026-03-01", "Cafe", "3.50"),
    ("2026-03-02", "Train", "89.90"),
    ("2026-03-03", "Hotel", "214.00"),
]
COFFEES = table(("Date", "Payee", "Amount"), *ROWS)


def statuses(store: iexpense.Store, file: bytes, **options: Any) -> list[str]:
    options.setdefault("profile", PROFILE)
    with store.read(file, **options) as opened:
        return [row.status.name.lower() for row in opened.rows]


def imported(store: iexpense.Store, file: bytes, **options: Any) -> int:
    options.setdefault("profile", PROFILE)
    before = len(store.expenses())
    store.import_file(file, **options)
    return len(store.expenses()) - before


def test_16_two_coffees_are_two(store: iexpense.Store) -> None:
    assert imported(store, COFFEES) == 4
    assert imported(store, COFFEES) == 0
    third = table(("Date", "Payee", "Amount"), ROWS[0], *ROWS)
    assert statuses(store, third) == ["duplicate", "duplicate", "new", "duplicate", "duplicate"]
    assert imported(store, third) == 1
    assert imported(store, third) == 0


def test_17_the_same_statement_twice(store: iexpense.Store) -> None:
    revision = store.revision
    first = store.import_file(COFFEES, profile=PROFILE)
    assert (first.summary.new, first.revision) == (4, revision + 1)
    again = store.import_file(COFFEES, profile=PROFILE)
    assert (again.summary.new, again.summary.duplicates, again.revision) == (0, 4, 0)
    with store.read(COFFEES, profile=PROFILE) as opened:
        assert [row.duplicate_of for row in opened.rows] == [e.id for e in store.expenses()]
    assert "4 duplicates" in str(again)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_17_overlapping_files_in_any_order_are_the_union(
    store: iexpense.Store, order: tuple[int, int]
) -> None:
    parts = [table(("Date", "Payee", "Amount"), *rows) for rows in (ROWS[:3], ROWS[1:])]
    for part in order:
        imported(store, parts[part])
    assert sorted(str(e.amount) for e in store.expenses()) == ["214.00", "3.50", "3.50", "89.90"]
    assert statuses(store, COFFEES) == ["duplicate"] * 4


def test_18_an_id_that_comes_again_for_something_else(store: iexpense.Store) -> None:
    header = ("Id", "Date", "Payee", "Amount")
    march = table(header, ("TX-1", "2026-03-01", "Rent", "900.00"))
    april = table(header, ("TX-1", "2026-04-01", "Rent", "905.00"))
    assert imported(store, march, profile=WITH_IDS) == 1
    assert statuses(store, april, profile=WITH_IDS) == ["new"]
    assert imported(store, april, profile=WITH_IDS) == 1
    assert statuses(store, march, profile=WITH_IDS) == ["duplicate"]
    renamed = table(header, ("TX-1", "2026-03-01", "RENT MARCH", "900.00"))
    assert statuses(store, renamed, profile=WITH_IDS) == ["duplicate"]


def test_19_a_late_row_is_imported(store: iexpense.Store) -> None:
    imported(store, COFFEES)
    late = table(("Date", "Payee", "Amount"), ("2025-12-24", "Late", "1.00"), *ROWS)
    assert statuses(store, late) == ["new", *["duplicate"] * 4]
    assert imported(store, late) == 1


@pytest.mark.parametrize(
    ("row", "allowed"),
    [
        (("2026-03-04", "Train", "89.90"), {"new", "suspected"}),
        (("2026-03-03", "TRAIN 4711 ROMA", "89.90"), {"new", "suspected"}),
        (("2026-06-02", "Train", "89.90"), {"new"}),
        (("2026-03-02", "Train", "89.91"), {"new"}),
    ],
)
def test_20_what_is_alike_is_no_duplicate(
    store: iexpense.Store, row: tuple[str, str, str], allowed: set[str]
) -> None:
    imported(store, COFFEES)
    file = table(("Date", "Payee", "Amount"), row)
    with store.read(file, profile=PROFILE) as opened:
        (found,) = opened.rows
        assert found.status.name.lower() in allowed
        if found.status is RowStatus.SUSPECTED:
            assert found.reason
            assert found.duplicate_of == store.expenses(text="Train")[0].id
    assert imported(store, file) == 1


def test_20_what_was_typed_in_by_hand_is_suspected(store: iexpense.Store) -> None:
    typed = store.add("Lunch with Anna", "12.50", date="2026-03-02")
    file = table(("Date", "Payee", "Amount"), ("2026-03-04", "TRATTORIA ROMA", "12.50"))
    with store.read(file, profile=PROFILE) as opened:
        (row,) = opened.rows
        assert (row.status, row.duplicate_of) == (RowStatus.SUSPECTED, typed.id)
        assert row.reason
        assert opened.summary.suspected == 1
        opened.exclude(row)
        assert opened.summary.excluded == 1
        assert opened.commit().revision == 0
    assert len(store.expenses()) == 1
    assert imported(store, file) == 1


def test_44_an_edited_row_stays_a_duplicate(store: iexpense.Store) -> None:
    imported(store, COFFEES)
    for expense in store.expenses():
        store.update(expense.id, name="Edited", date="2020-01-01", amount="7 USD", account="Cash")
    assert statuses(store, COFFEES) == ["duplicate"] * 4
    assert imported(store, COFFEES) == 0


def test_44_edited_before_it_was_stored(store: iexpense.Store) -> None:
    with store.read(COFFEES, profile=PROFILE) as opened:
        opened.edit(2, name="Train to Rome", category="Travel", amount="45 USD")
        row = opened.rows[2]
        assert row.expense is not None
        assert (row.expense.name, row.expense.currency) == ("Train to Rome", "USD")
        opened.commit()
    (train,) = store.expenses(category="Travel")
    assert (train.name, str(train.amount), train.currency) == ("Train to Rome", "45.00", "USD")
    assert statuses(store, COFFEES) == ["duplicate"] * 4


def test_45_a_removed_row_is_left_out_until_its_import_is_undone(store: iexpense.Store) -> None:
    imported(store, COFFEES)
    hotel = store.expenses(text="Hotel")[0]
    store.remove(hotel.id)
    assert statuses(store, COFFEES) == [*["duplicate"] * 3, "removed_earlier"]
    result = store.import_file(COFFEES, profile=PROFILE)
    assert (result.summary.removed_earlier, result.revision) == (1, 0)
    store.undo()  # the removal
    assert statuses(store, COFFEES) == ["duplicate"] * 4
    store.redo()
    assert statuses(store, COFFEES)[3] == "removed_earlier"
    store.undo()
    store.undo()  # the import
    assert len(store.expenses()) == 0
    assert statuses(store, COFFEES) == ["new"] * 4


def test_45_undoing_the_import_frees_what_was_removed(store: iexpense.Store) -> None:
    result = store.import_file(COFFEES, profile=PROFILE)
    store.remove(*(e.id for e in store.expenses(text="Cafe")))
    assert statuses(store, COFFEES)[:2] == ["removed_earlier"] * 2
    store.undo(revision=result.revision)
    assert len(store.expenses()) == 0
    assert statuses(store, COFFEES) == ["new"] * 4


def test_45_a_removed_row_can_be_taken_in(store: iexpense.Store) -> None:
    imported(store, COFFEES)
    store.remove(store.expenses(text="Hotel")[0].id)
    with store.read(COFFEES, profile=PROFILE) as opened:
        opened.include(3)
        assert opened.summary.new == 1
        opened.commit()
    assert statuses(store, COFFEES) == ["duplicate"] * 4


def test_46_equal_rows_of_two_cards_are_two(store: iexpense.Store) -> None:
    assert imported(store, COFFEES, account="Visa") == 4
    assert imported(store, COFFEES, account="Amex") == 4
    assert imported(store, COFFEES, account="Visa") == 0
    assert statuses(store, COFFEES, account="Amex") == ["duplicate"] * 4
    header = ("Date", "Payee", "Amount", "Card")
    cards = {**PROFILE, "columns": {**PROFILE["columns"], "account": "Card"}}  # type: ignore[dict-item]
    file = table(header, (*ROWS[0], "Visa"), (*ROWS[0], "Amex"), (*ROWS[0], "Third"))
    assert imported(store, file, profile=cards) == 3

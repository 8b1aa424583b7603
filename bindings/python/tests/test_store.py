"""Adding, reading, changing and removing; opening and the files that are no stores."""

from __future__ import annotations

import copy
import dataclasses
import datetime
import os
import pickle
import sqlite3
import uuid
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest


def test_an_expense_comes_back_with_every_field(store: iexpense.Store) -> None:
    number = uuid.uuid4()
    added = store.add(
        "  Café Zoë 🍰 ",
        "12.50",
        type="Business",
        category="Travel:Food",
        date="2026-03-14",
        currency="USD",
        account="Visa",
        note='two\nlines and a "quote"',
        tags=["client", "rome"],
        reimbursement=iexpense.Reimbursement.OPEN,
        conversion=("11.60", "EUR", "0.928"),
        extra={"shop": "Zoë", "nested": {"n": 1}},
        uuid=number,
    )
    assert added == store.get(added.id)
    assert added.name.strip() == "Café Zoë 🍰"
    assert (added.type, added.category, added.account) == ("Business", "Travel:Food", "Visa")
    assert (added.amount, added.currency) == (Decimal("12.50"), "USD")
    assert added.date == datetime.date(2026, 3, 14)
    assert added.note == 'two\nlines and a "quote"'
    assert added.tags == ("client", "rome")
    assert added.reimbursement is iexpense.Reimbursement.OPEN
    assert added.conversion == iexpense.Conversion(Decimal("11.60"), "EUR", Decimal("0.928"))
    assert "Zoë" in added.extra
    assert added.uuid == number
    assert added.source is None


def test_defaults(store: iexpense.Store) -> None:
    before = datetime.date.today()
    added = store.add("Lunch", 12)
    assert before <= added.date <= datetime.date.today()
    assert (added.type, added.category, added.currency) == ("Personal", "", "EUR")
    assert (added.account, added.note, added.tags, added.extra) == ("", "", (), "")
    assert added.reimbursement is iexpense.Reimbursement.NONE
    assert added.uuid.version == 7
    assert store.default_currency == "EUR"


def test_an_expense_is_a_value(store: iexpense.Store) -> None:
    added = store.add("Lunch", "12.50", tags=["a"], conversion=("1", "USD", "1"))
    assert pickle.loads(pickle.dumps(added)) == added
    assert copy.deepcopy(added) == added
    assert len({added, store.get(added.id)}) == 1
    assert dataclasses.replace(added, name="Dinner").name == "Dinner"
    assert not hasattr(added, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        added.name = "Dinner"  # type: ignore[misc]


def test_category_names_are_lossless(store: iexpense.Store) -> None:  # case 32, in the store
    added = store.add("Rent", 1, category=("AA / BB : CC", "back\\slash"))
    assert added.category == r"AA / BB \: CC:back\\slash"
    assert len(store.expenses(category=["AA / BB : CC"])) == 1
    assert len(store.expenses(category="AA / BB ")) == 0


def test_update_changes_the_fields_given(store: iexpense.Store) -> None:
    added = store.add("Lunch", "12.50", note="n", tags=["a"], category="Food", account="Visa")
    store.update(added.id, amount="13.50", note="with tip")
    after = store.get(added.id)
    assert after == dataclasses.replace(added, amount=Decimal("13.50"), note="with tip")
    store.update(added.id, note=None, tags=None, category=None, account=None)
    assert store.get(added.id) == dataclasses.replace(
        after, note="", tags=(), category="", account=""
    )
    revision = store.revision
    store.update(added.id, name="Lunch")
    store.update(added.id)
    assert store.revision == revision


def test_an_amount_stays_in_the_expenses_own_currency(store: iexpense.Store) -> None:
    added = store.add("Book", "10.00 USD")
    store.update(added.id, amount="11")
    assert (store.get(added.id).amount, store.get(added.id).currency) == (Decimal(11), "USD")
    store.update(added.id, amount="12 GBP")
    assert store.get(added.id).currency == "GBP"
    store.update(added.id, currency="JPY")
    assert (str(store.get(added.id).amount), store.get(added.id).currency) == ("12", "JPY")
    store.update(added.id, amount="1.50", currency="EUR")
    with pytest.raises(iexpense.InvalidError):
        store.update(added.id, currency="JPY")
    assert str(store.get(added.id).amount) == "1.50"


def test_update_refuses(store: iexpense.Store) -> None:
    added = store.add("Lunch", 12)
    with pytest.raises(TypeError):
        store.update(added.id, colour="red")  # type: ignore[call-arg]
    for field in ("name", "amount", "date", "uuid"):
        with pytest.raises(TypeError):
            store.update(added.id, **{field: None})  # type: ignore[misc]
    for name in ("", "   ", "n" * 1025):
        with pytest.raises(iexpense.InvalidError) as caught:
            store.update(added.id, name=name)
        assert caught.value.field == "name"
    with pytest.raises(iexpense.NotFoundError):
        store.update(added.id + 1, note="x")
    assert store.get(added.id) == added


def test_remove(store: iexpense.Store) -> None:
    ids = store.add_many({"name": f"n{i}", "amount": i} for i in range(5))
    store.remove(ids[0], ids[3])
    assert [e.name for e in store.expenses()] == ["n1", "n2", "n4"]
    revision = store.revision
    store.remove()
    assert store.revision == revision
    with pytest.raises(iexpense.NotFoundError):
        store.remove(ids[1], ids[0])
    assert len(store.expenses()) == 3


@pytest.mark.parametrize("number", [0, -1, 99, 2**63, 2**64 + 1, 10**30])
def test_an_id_that_is_not_there(number: int, store: iexpense.Store) -> None:
    store.add("Lunch", 1)
    for attempt in (store.get, store.remove, store.update):
        if attempt == store.update and number == 99:
            continue
        with pytest.raises(LookupError) as caught:
            attempt(number)  # type: ignore[operator]
        assert isinstance(caught.value, iexpense.NotFoundError)


@pytest.mark.parametrize("number", ["1", 1.0, True, None])
def test_what_is_no_id(number: object, store: iexpense.Store) -> None:
    store.add("Lunch", 1)
    for attempt in (store.get, store.remove, store.update):
        with pytest.raises(TypeError):
            attempt(number)  # type: ignore[operator]


def test_add_many(store: iexpense.Store) -> None:
    seen: list[iexpense.Change] = []
    store.subscribe(seen.append)
    one = store.add("One", "1.50", tags=["t"])
    ids = store.add_many([{"name": "Two", "amount": 2}, one, {"name": "Three", "amount": "3 USD"}])
    assert [store.get(number).name for number in ids] == ["Two", "One", "Three"]
    assert store.get(ids[1]) == dataclasses.replace(one, id=ids[1])
    assert [len(change.added) for change in seen] == [1, 3]
    assert list(store.add_many([])) == []
    revision = store.revision
    for bad in ({"name": "x"}, {"amount": 1}, ("x", 1), {"name": "x", "amount": 1, "y": 2}):
        with pytest.raises(TypeError):
            store.add_many([{"name": "good", "amount": 1}, bad])  # type: ignore[list-item]
    with pytest.raises(iexpense.InvalidError):
        store.add_many([{"name": "good", "amount": 1}, {"name": " ", "amount": 1}])
    assert store.revision == revision


@pytest.mark.parametrize("field", ["name", "type", "category", "account", "note", "extra"])
def test_an_embedded_nul_never_reaches_c(field: str, store: iexpense.Store) -> None:
    said = {"name": "Lunch", "amount": 1, field: "a\0b"}
    with pytest.raises(ValueError, match=field) as caught:
        store.add(**said)  # type: ignore[arg-type]
    assert isinstance(caught.value, iexpense.InvalidError)
    assert caught.value.field == field
    said[field] = "a\ud800b"
    with pytest.raises(iexpense.EncodingError):
        store.add(**said)  # type: ignore[arg-type]
    said[field] = 5
    with pytest.raises(TypeError):
        store.add(**said)  # type: ignore[arg-type]
    assert len(store.expenses()) == 0


@pytest.mark.parametrize(
    "attempt",
    [
        lambda s: s.add("x", "1\0"),
        lambda s: s.add("x", 1, currency="EUR\0"),
        lambda s: s.add("x", 1, tags=["a\0"]),
        lambda s: s.add("x", 1, date="2026-03-14\0"),
        lambda s: s.expenses(text="\0"),
        lambda s: s.totals(type="a\0"),
        lambda s: s.transaction("a\0"),
        lambda s: s.register_currency("AB\0", 2),
        lambda s: s.backup("a\0"),
        lambda s: s.read("a\0"),
        lambda s: s.export("json", "a\0"),
        lambda s: iexpense.open("a\0b"),
    ],
)
def test_an_embedded_nul_anywhere(attempt: object, store: iexpense.Store) -> None:
    with pytest.raises(iexpense.InvalidError):
        attempt(store)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"tags": "client"}, TypeError),
        ({"tags": [1]}, TypeError),
        ({"tags": [""]}, iexpense.InvalidError),
        ({"reimbursement": "maybe"}, iexpense.InvalidError),
        ({"reimbursement": 1}, TypeError),
        ({"conversion": "9 EUR"}, TypeError),
        ({"conversion": ("9", "EUR", "x")}, iexpense.InvalidError),
        ({"extra": "[1]"}, iexpense.InvalidError),
        ({"extra": "{"}, iexpense.InvalidError),
        ({"extra": {"a": float("nan")}}, iexpense.InvalidError),
        ({"extra": [1]}, TypeError),
        ({"uuid": "no"}, iexpense.InvalidError),
        ({"uuid": 5}, TypeError),
        ({"category": ":"}, iexpense.InvalidError),
        ({"category": 5}, TypeError),
        ({"category": ["a", 5]}, TypeError),
        ({"currency": "ZZZ"}, iexpense.CurrencyError),
    ],
)
def test_bad_fields(said: dict[str, object], kind: type, store: iexpense.Store) -> None:
    with pytest.raises(kind):
        store.add("Lunch", 1, **said)  # type: ignore[arg-type]
    assert len(store.expenses()) == 0


def test_without_a_default_currency(path: Path) -> None:
    with iexpense.open(path) as store:
        assert store.default_currency is None
        with pytest.raises(iexpense.CurrencyError):
            store.add("Lunch", "12.50")
        assert store.add("Lunch", "12.50 EUR").currency == "EUR"
        assert store.add("Lunch", "12.50", currency="USD").currency == "USD"


def test_a_store_is_kept_and_reopened(path: Path) -> None:
    with iexpense.open(path, currency="EUR") as store:
        added = store.add("Lunch", "12.50")
    with iexpense.open(path) as store:
        assert store.get(added.id) == added
        assert store.default_currency == "EUR"
    with iexpense.open(os.fspath(path), currency="EUR", existing=True) as store:
        assert len(store.expenses()) == 1
    with pytest.raises(iexpense.IExpenseError), iexpense.open(path, currency="USD"):
        pass


def test_read_only(path: Path) -> None:
    with iexpense.open(path, currency="EUR") as store:
        added = store.add("Lunch", "12.50")
    with iexpense.open(path, read_only=True) as store:
        assert store.get(added.id) == added
        with pytest.raises(PermissionError) as caught:
            store.add("Dinner", 1)
        assert isinstance(caught.value, iexpense.ReadOnlyError)
        with pytest.raises(iexpense.ReadOnlyError):
            store.remove(added.id)


def test_in_memory() -> None:
    with iexpense.open(memory=True, currency="EUR") as store:
        store.add("Lunch", 1)
        assert len(store.expenses()) == 1
        assert "memory" in repr(store)
    with pytest.raises(TypeError):
        iexpense.open()


def test_paths_that_are_no_stores(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, and long enough to be sure of that\n" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("create table t(x)")
    connection.close()
    before = {file: file.read_bytes() for file in (text, other)}
    for place, kinds in (
        (tmp_path / "missing" / "x.db", (iexpense.MissingError, FileNotFoundError)),
        (tmp_path, (iexpense.NotAFileError, OSError)),
        (text, (iexpense.NotAStoreError, ValueError)),
        (other, (iexpense.NotAStoreError, ValueError)),
    ):
        with pytest.raises(kinds[0]) as caught:
            iexpense.open(place)
        assert isinstance(caught.value, kinds[1])
        assert isinstance(caught.value, iexpense.IExpenseError)
        assert str(place) in str(caught.value)
    with pytest.raises(iexpense.MissingError):
        iexpense.open(tmp_path / "new.db", existing=True)
    assert {file: file.read_bytes() for file in before} == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["notes.txt", "other.db"]


def test_a_locked_store_is_busy(path: Path) -> None:
    with iexpense.open(path, currency="EUR") as store:
        store.add("Lunch", 1)
        with iexpense.open(path, busy_timeout=0.05) as other, store.transaction("long"):
            with pytest.raises(TimeoutError) as caught:
                other.add("Dinner", 1)
            assert isinstance(caught.value, iexpense.BusyError)
    for seconds in (-1, 10**9):
        with pytest.raises(iexpense.InvalidError):
            iexpense.open(path, busy_timeout=seconds)


def test_backup_and_check(store: iexpense.Store, tmp_path: Path) -> None:
    added = store.add("Lunch", "12.50")
    store.backup(tmp_path / "copy.db")
    store.check()
    with iexpense.open(tmp_path / "copy.db") as copied:
        assert list(copied.expenses()) == [added]


def test_totals(store: iexpense.Store) -> None:
    store.add("Train", "89.90", date="2026-03-14", category="Travel:Rail", type="Business")
    store.add("Hotel", 214, date="2026-03-15", category="Travel")
    store.add("Refund", "-14", date="2026-04-01", category="Travel")  # case 43
    store.add("Book", "10 USD", date="2026-04-02")
    by_month = [(t.month, str(t.amount), t.currency, t.count) for t in store.totals("month")]
    assert sorted(by_month) == [
        ("2026-03", "303.90", "EUR", 2),
        ("2026-04", "-14.00", "EUR", 1),
        ("2026-04", "10.00", "USD", 1),
    ]
    by_category = {
        (t.category, t.currency): (str(t.amount), t.month, t.type) for t in store.totals("category")
    }
    assert by_category == {
        ("", "USD"): ("10.00", None, None),
        ("Travel", "EUR"): ("200.00", None, None),
        ("Travel:Rail", "EUR"): ("89.90", None, None),
    }
    assert {(t.month, t.type, t.category) for t in store.totals("type", "month", "category")} == {
        ("2026-03", "Business", "Travel:Rail"),
        ("2026-03", "Personal", "Travel"),
        ("2026-04", "Personal", "Travel"),
        ("2026-04", "Personal", ""),
    }
    assert [str(t.amount) for t in store.totals(month="2026-03", category="Travel")] == ["303.90"]
    assert [str(t.amount) for t in store.totals(text="train")] == ["89.90"]
    with pytest.raises(iexpense.InvalidError):
        store.totals("hour")


def test_errors_say_what_they_are() -> None:
    kinds = iexpense.IExpenseError.__subclasses__()
    assert sorted(kind.status for kind in kinds) == list(range(1, 25))
    for kind in kinds:
        assert len([base for base in kind.__bases__ if base is not iexpense.IExpenseError]) == 1
        error = kind("what went wrong", field="name", system_code=2)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.field) == (kind, "what went wrong", "name")

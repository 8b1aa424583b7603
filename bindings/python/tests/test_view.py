"""Live views: what they hold, and that they may change under whoever looks at them."""

from __future__ import annotations

import datetime
import random
from collections.abc import Collection, Reversible

import iexpense
import pytest
from iexpense import _view

START = datetime.date(2026, 1, 1)


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages so small that a handful of expenses takes several."""
    monkeypatch.setattr(_view, "_PAGE", 4)


def fill(store: iexpense.Store, count: int, seed: int = 1) -> list[iexpense.Expense]:
    chance = random.Random(seed)
    store.add_many(
        {
            "name": chance.choice(["Lunch", "Train", "Book", "lunch box"]),
            "amount": chance.randint(-500, 5000),
            "currency": chance.choice(["EUR", "EUR", "USD"]),
            "date": START + datetime.timedelta(days=chance.randint(0, 120)),
            "type": chance.choice(["Personal", "Business"]),
            "category": chance.choice(["", "Food", "Travel", "Travel:Rail"]),
            "account": chance.choice(["", "Visa"]),
            "note": chance.choice(["", "with LUNCH", "the cafe"]),
            "tags": chance.choice([(), ("a",), ("a", "b"), ("b",)]),
            "reimbursement": chance.choice(["none", "open", "paid"]),
        }
        for _ in range(count)
    )
    return [store.get(number) for number in range(1, count + 1)]


def test_it_is_a_sequence(store: iexpense.Store) -> None:
    everything = fill(store, 30)
    view = store.expenses()
    assert isinstance(view, Collection)
    assert isinstance(view, Reversible)
    assert len(view) == 30
    assert list(view) == everything
    assert list(reversed(view)) == everything[::-1]
    assert view[0] == everything[0]
    assert view[-1] == everything[-1]
    assert everything[7] in view
    assert view.index(everything[7]) == 7
    for index in (30, -31, 10**6, 2**63, 2**64, -(2**70)):
        with pytest.raises(IndexError):
            view[index]
    for wrong in ("0", 1.0, None):
        with pytest.raises(TypeError, match="a view is indexed by whole numbers and slices"):
            view[wrong]  # type: ignore[call-overload]


@pytest.mark.parametrize("size", [0, 1, 4, 5, 30])
def test_slices(store: iexpense.Store, size: int, small_pages: None) -> None:
    everything = fill(store, size) if size else []
    view = store.expenses()
    bounds = [None, 0, 1, 3, 4, 5, 29, 100, -1, -4, -100]
    for start in bounds:
        for stop in bounds:
            for step in (None, 1, 2, 3, 7, -1, -2, -5):
                assert view[start:stop:step] == everything[start:stop:step]


@pytest.mark.parametrize(
    ("filter", "test"),
    [
        ({"type": "Business"}, lambda e: e.type == "Business"),
        ({"category": "Travel"}, lambda e: e.category.startswith("Travel")),
        ({"category": "Travel:Rail"}, lambda e: e.category == "Travel:Rail"),
        ({"currency": "USD"}, lambda e: e.currency == "USD"),
        ({"account": "Visa"}, lambda e: e.account == "Visa"),
        ({"text": "LuNcH"}, lambda e: "lunch" in (e.name + e.note).lower()),
        ({"month": "2026-02"}, lambda e: e.date.month == 2),
        ({"first": "2026-02-10"}, lambda e: e.date >= datetime.date(2026, 2, 10)),
        ({"last": datetime.date(2026, 2, 10)}, lambda e: e.date <= datetime.date(2026, 2, 10)),
        (
            {"month": "2026-03", "type": "Personal", "currency": "EUR"},
            lambda e: e.date.month == 3 and e.type == "Personal" and e.currency == "EUR",
        ),
        ({"type": "None of them"}, lambda e: False),
        (
            {"month": "2026-03", "first": "2026-03-10"},
            lambda e: e.date.month == 3 and e.date.day >= 10,
        ),
        ({"type": ["Business", "Other"]}, lambda e: e.type == "Business"),
        ({"account": ["", "Cash"]}, lambda e: e.account == ""),
        ({"account": ""}, lambda e: e.account == ""),
        ({"currency": ("EUR", "USD")}, lambda e: True),
        ({"tags": ["a", "b"]}, lambda e: {"a", "b"} & set(e.tags)),
        ({"all_tags": ["a", "b"]}, lambda e: {"a", "b"} <= set(e.tags)),
        ({"without_tags": "a"}, lambda e: "a" not in e.tags),
        (
            {"min_amount": "1000", "currency": "EUR"},
            lambda e: e.amount >= 1000 and e.currency == "EUR",
        ),
        ({"min_amount": 5, "max_amount": 3000}, lambda e: 5 <= e.amount <= 3000),
        ({"reimbursement": "open"}, lambda e: e.reimbursement is iexpense.Reimbursement.OPEN),
        (
            {"reimbursement": ["open", iexpense.Reimbursement.PAID]},
            lambda e: e.reimbursement.name in ("OPEN", "PAID"),
        ),
        ({"text": "CAFÉ"}, lambda e: "cafe" in e.note),
    ],
)
def test_filters(filter: dict[str, object], test: object, store: iexpense.Store) -> None:
    everything = fill(store, 200)
    view = store.expenses(**filter)  # type: ignore[arg-type]
    right = [expense for expense in everything if test(expense)]  # type: ignore[operator]
    assert list(view) == right
    assert len(view) == len(right)


def test_sorting(store: iexpense.Store) -> None:
    everything = fill(store, 200)
    for sort, key in (
        ("date", lambda e: (e.date, e.id)),
        ("-amount", lambda e: (-e.amount, e.id)),
        (("date", "-amount"), lambda e: (e.date, -e.amount, e.id)),
        (["type", "date"], lambda e: (e.type, e.date, e.id)),
        (
            ["tags", "-date", "note", "amount"],
            lambda e: (e.tags, -e.date.toordinal(), e.note.lower(), e.amount, e.id),
        ),
        ("uuid", lambda e: e.uuid.bytes),
        ("-id", lambda e: -e.id),
    ):
        view = store.expenses(currency="EUR", sort=sort)
        assert list(view) == sorted((e for e in everything if e.currency == "EUR"), key=key)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"sort": "colour"}, iexpense.InvalidError),
        ({"sort": "--amount"}, iexpense.InvalidError),
        ({"sort": "none"}, iexpense.InvalidError),
        ({"sort": ("date",) * 9}, iexpense.InvalidError),
        ({"sort": 4}, TypeError),
        ({"sort": [4]}, TypeError),
        ({"month": "2026-13"}, iexpense.InvalidError),
        ({"month": "2026-3"}, iexpense.InvalidError),
        ({"month": 202603}, TypeError),
        ({"type": 5}, TypeError),
        ({"type": [5]}, TypeError),
        ({"type": []}, iexpense.InvalidError),
        ({"tags": [None]}, TypeError),
        ({"currency": "eur"}, iexpense.CurrencyError),
        ({"min_amount": 1.5}, TypeError),
        ({"max_amount": "1,5"}, iexpense.InvalidError),
        ({"reimbursement": "later"}, iexpense.InvalidError),
        ({"reimbursement": 4}, TypeError),
        ({"reimbursement": ()}, iexpense.InvalidError),
        ({"colour": "red"}, TypeError),
        ({"text": 5}, TypeError),
    ],
)
def test_bad_queries(said: dict[str, object], kind: type, store: iexpense.Store) -> None:
    with pytest.raises(kind):
        store.expenses(**said)  # type: ignore[call-overload]
    if "sort" not in said:
        with pytest.raises(kind):
            store.totals(**said)  # type: ignore[arg-type]


def test_it_is_live(store: iexpense.Store) -> None:
    view = store.expenses(category="Travel", sort="-amount")
    assert list(view) == []
    train = store.add("Train", "89.90", category="Travel:Rail")
    assert list(view) == [train]
    hotel = store.add("Hotel", 214, category="Travel")
    assert [e.id for e in view] == [hotel.id, train.id]
    store.update(train.id, amount=300)
    assert [e.id for e in view] == [train.id, hotel.id]
    store.remove(train.id)
    assert len(view) == 1
    store.undo()
    assert len(view) == 2


@pytest.mark.parametrize("sort", [None, "-id", "-amount", ("date", "-amount")])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 9, 40, 41])
def test_a_loop_may_remove_what_it_walks_over(
    store: iexpense.Store, small_pages: None, sort: object, count: int
) -> None:
    everything = fill(store, count)
    seen = []
    for expense in store.expenses(sort=sort):  # type: ignore[arg-type]
        seen.append(expense)
        store.remove(expense.id)
    assert sorted(seen, key=lambda e: e.id) == everything
    assert len(store.expenses()) == 0


@pytest.mark.parametrize("sort", [None, "-amount", "amount", "-date"])
def test_a_loop_may_move_what_it_walks_over(
    store: iexpense.Store, small_pages: None, sort: object
) -> None:
    fill(store, 41)
    seen = []
    for expense in store.expenses(sort=sort):  # type: ignore[arg-type]
        seen.append(expense.id)
        store.update(expense.id, amount=-expense.amount * 3 + 1)
    assert sorted(seen) == list(range(1, 42))


def test_a_loop_may_add(store: iexpense.Store, small_pages: None) -> None:
    fill(store, 41)
    for sort in (None, "-amount", "name"):
        before = len(store.expenses())
        for expense in store.expenses(sort=sort):
            store.add("next " + expense.name, expense.amount)
        assert len(store.expenses()) == 2 * before


@pytest.mark.parametrize("seed", range(20))
def test_a_walk_sees_once_what_stays(store: iexpense.Store, small_pages: None, seed: int) -> None:
    chance = random.Random(seed)
    fill(store, 60, seed)
    sort = chance.choice([None, "-amount", ("date", "amount"), "-id", "name"])
    seen = []
    removed = set()
    for expense in store.expenses(sort=sort):
        seen.append(expense.id)
        alive = [e.id for e in store.expenses()]
        action = chance.random()
        if action < 0.3 and alive:
            number = chance.choice(alive)
            store.remove(number)
            removed.add(number)
        elif action < 0.6 and alive:
            store.update(chance.choice(alive), amount=chance.randint(-500, 5000))
        elif action < 0.8:
            store.add("another", chance.randint(-500, 5000))
    assert len(seen) == len(set(seen))
    assert set(range(1, 61)) - removed <= set(seen) <= set(range(1, 61))


def test_a_walk_inside_a_transaction(store: iexpense.Store, small_pages: None) -> None:
    fill(store, 30)
    with store.transaction("Clear"):
        for expense in store.expenses():
            store.remove(expense.id)
    assert len(store.expenses()) == 0


@pytest.mark.parametrize("asked", [(), ("amount",), ("currency", "note"), ("id", "tags", "amount")])
def test_a_row_answers_what_its_loop_has_not_asked(
    asked: tuple[str, ...], store: iexpense.Store, small_pages: None
) -> None:
    expected = fill(store, 30)
    found = []
    for expense in store.expenses():
        assert len([getattr(expense, name) for name in asked]) == len(asked)
        found.append(expense)
    assert found[::-1] == expected[::-1]
    assert [expense.amount_minor for expense in found] == [each.amount_minor for each in expected]
    assert not [name for name in iexpense.Expense.__slots__ if name.startswith("_")]


def test_many_rows(store: iexpense.Store) -> None:
    everything = fill(store, 2000)
    assert list(store.expenses()) == everything
    assert list(reversed(store.expenses())) == everything[::-1]
    assert store.expenses()[100:1900] == everything[100:1900]
    assert store.expenses()[::100] == everything[::100]

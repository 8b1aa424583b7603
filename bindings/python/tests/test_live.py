"""Live views that tell how they changed: subscriptions, steps, sections, positions."""

from __future__ import annotations

import datetime
import gc
import json
import os
import random
import subprocess
import sys
import threading
import weakref
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from iexpense import Expense, RowChangeKind, SectionRow, ViewChange
from iexpense._library import lib


def names(rows: Any) -> list[str]:
    return [row.name for row in rows]


def test_a_subscriber_is_told_what_changed(store: iexpense.Store) -> None:
    view = store.expenses(type="Business", sort="-amount")
    shown = list(view)
    told: list[ViewChange] = []
    values: list[tuple[Any, Any]] = []

    def tell(change: ViewChange) -> None:
        told.append(change)
        change.apply(shown, view)
        for row in change.rows:
            assert row.id is not None
            values.append((change.old(row.id), change.new(row.id)))
        assert shown == list(view)

    view.subscribe(tell)
    store.add("Private", 5)
    assert told == []
    lunch = store.add("Lunch", "12.50", type="Business")
    hotel = store.add("Hotel", 214, type="Business")
    assert names(shown) == ["Hotel", "Lunch"]
    assert [row.kind for row in told[-1].rows] == [RowChangeKind.INSERTED]
    assert (told[-1].old_count, told[-1].new_count, told[-1].reset) == (1, 2, False)
    assert values[-1] == (None, hotel)
    store.update(lunch.id, note="with tip")
    assert told[-1].rows == (
        iexpense.RowChange(RowChangeKind.UPDATED, 1, 1, lunch.id, frozenset({"note"})),
    )
    assert values[-1] == (lunch, store.get(lunch.id))
    store.update(lunch.id, amount=300)
    assert RowChangeKind.MOVED in {row.kind for row in told[-1].rows}
    assert names(shown) == ["Lunch", "Hotel"]
    store.update(lunch.id, type="Personal")
    assert [row.kind for row in told[-1].rows] == [RowChangeKind.REMOVED]
    store.undo()
    assert names(shown) == ["Lunch", "Hotel"]
    assert told[-1].revision == store.revision == view.revision
    assert told[-1].change.kind is iexpense.ChangeKind.UNDO
    assert "1 inserted" in str(told[-1])
    assert "1 inserted" in repr(told[-1])


def test_what_does_not_change_a_view_tells_nothing(store: iexpense.Store) -> None:
    view = store.expenses(category="Travel")
    told: list[ViewChange] = []
    view.subscribe(told.append)
    train = store.add("Train", 5, category="Travel:Rail")
    del told[:]
    store.update(train.id, name="Train")
    with pytest.raises(ZeroDivisionError), store.transaction("no"):
        store.add("Taxi", 5, category="Travel")
        raise ZeroDivisionError
    with store.transaction("there and back"):
        store.update(train.id, name="Bus")
        store.update(train.id, name="Train")
    store.add("Tea", 5)
    assert told == []


def test_a_view_never_shows_an_open_transaction(store: iexpense.Store) -> None:
    view = store.expenses()
    with store.transaction("later"):
        store.add("Tea", 5)
        assert len(view) == 0
    assert len(view) == 1


def test_exceptions_go_where_those_of_the_store_go(store: iexpense.Store) -> None:
    wrong: list[tuple[Exception, iexpense.Subscription]] = []
    store.on_error = lambda error, subscription: wrong.append((error, subscription))

    def fail(change: ViewChange) -> None:
        raise LookupError(str(change))

    subscription = store.expenses().subscribe(fail)
    store.add("Tea", 5)  # which has succeeded
    assert [type(error) for error, _ in wrong] == [LookupError]
    assert wrong[0][1] is subscription
    queued = store.expenses(queued=True)
    queued.subscribe(fail)
    subscription.cancel()
    store.add("Tea", 5)
    with pytest.raises(LookupError, match="1 inserted"):
        store.wait(0)


def test_old_and_new_are_for_the_callback(store: iexpense.Store) -> None:
    told: list[ViewChange] = []
    view = store.expenses()
    view.subscribe(told.append)
    lunch = store.add("Lunch", 5)
    with pytest.raises(iexpense.HandleError):
        told[0].new(lunch.id)
    with pytest.raises(TypeError):
        view.subscribe(None)  # type: ignore[arg-type]


def test_a_subscription_keeps_its_view(store: iexpense.Store) -> None:
    told: list[ViewChange] = []
    before = lib.iex_handle_count()
    subscription = store.expenses().subscribe(told.append)
    gc.collect()
    store.add("Tea", 5)
    assert len(told) == 1
    subscription.cancel()
    gc.collect()
    assert lib.iex_handle_count() == before
    store.add("Tea", 5)
    assert len(told) == 1
    assert not subscription.active


def test_closing_a_view_ends_its_subscriptions(store: iexpense.Store) -> None:
    class Listener:
        def __call__(self, change: ViewChange) -> None:
            raise AssertionError

    with store.expenses() as view:
        listener = Listener()
        gone = weakref.ref(listener)
        subscription = view.subscribe(listener)
        del listener
    assert not subscription.active
    gc.collect()
    assert gone() is None
    store.add("Tea", 5)
    with pytest.raises(iexpense.HandleError):
        len(view)
    assert "closed" in repr(view)


def test_callbacks_may_do_anything(store: iexpense.Store) -> None:
    view = store.expenses(limit=3)
    done: list[str] = []

    def act(change: ViewChange) -> None:
        done.append(str(change))
        if len(done) == 1:
            store.add("From inside", 1)
        elif len(done) == 2:
            store.expenses().subscribe(lambda change: done.append("another"))
            view.close()

    view.subscribe(act)
    store.add("Tea", 5)
    assert len(done) == 2
    store.add("Tea", 5)
    assert done[2:] == ["another"]


def test_sections(store: iexpense.Store) -> None:
    store.add("Train", "89.90", date="2026-03-14")
    store.add("Sushi", 2000, date="2026-03-15", currency="JPY")
    store.add("Refund", "-0.90", date="2026-03-31")
    store.add("Lunch", "12.50", date="2026-04-02")
    view = store.expenses(section="-month", sort="amount")
    april, march = view.sections
    assert (april.title, april.date) == ("2026-04", datetime.date(2026, 4, 1))
    assert (march.title, march.position, march.count) == ("2026-03", 1, 3)
    assert [(t.amount, t.currency, t.count) for t in march.totals] == [
        (Decimal("89.00"), "EUR", 2),
        (Decimal(2000), "JPY", 1),
    ]
    assert names(view[march.position : march.position + march.count]) == [
        "Refund",
        "Train",
        "Sushi",
    ]
    with_rows = store.expenses(section="-month", sort="amount", section_rows=True)
    assert len(with_rows) == 6
    assert with_rows[0] == SectionRow("2026-04", datetime.date(2026, 4, 1))
    assert with_rows[2] == SectionRow("2026-03", datetime.date(2026, 3, 1))
    assert with_rows[2] in with_rows
    assert [isinstance(row, Expense) for row in with_rows] == [False, True, False, *[True] * 3]
    assert [s.position for s in with_rows.sections] == [0, 2]
    assert store.expenses().sections == []
    told: list[ViewChange] = []
    view.subscribe(told.append)
    store.add("Book", 10, date="2026-03-01")
    (change,) = told[-1].sections
    assert (change.kind, change.title) == (RowChangeKind.UPDATED, "2026-03")
    assert (change.old_count, change.new_count) == (3, 4)
    assert [t.amount for t in change.old_totals] == [Decimal("89.00"), Decimal(2000)]
    assert [t.amount for t in change.new_totals] == [Decimal("99.00"), Decimal(2000)]
    levels = store.expenses(section="category", level=1)
    store.add("Tea", 3, category="Food:Cafe")
    assert [s.title for s in levels.sections] == ["", "Food"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"section": "colour"}, iexpense.InvalidError),
        ({"section": "none"}, iexpense.InvalidError),
        ({"section": 5}, TypeError),
        ({"level": 1}, iexpense.InvalidError),
        ({"section": "category", "level": 0}, iexpense.InvalidError),
        ({"section": "category", "level": 17}, iexpense.InvalidError),
        ({"section": "month", "level": 1}, iexpense.ArgumentError),
        ({"section_rows": True}, iexpense.ArgumentError),
        ({"limit": 0}, iexpense.InvalidError),
        ({"limit": 2**63}, iexpense.InvalidError),
        ({"limit": "5"}, TypeError),
    ],
)
def test_bad_orders(said: dict[str, Any], kind: type, store: iexpense.Store) -> None:
    with pytest.raises(kind):
        store.expenses(**said)


def test_totals_of_a_view(store: iexpense.Store) -> None:
    store.add("Tea", 3, category="Food:Cafe", account="Visa", date="2026-03-14")
    store.add("Rice", 4, category="Food", date="2026-03-16")
    store.add("Train", 50, category="Travel", date="2026-05-01")
    view = store.expenses(category="Food")
    (total,) = view.totals()
    assert (total.amount, total.count, total.category, total.date) == (7, 2, None, None)
    assert [(t.category, t.amount) for t in view.totals("category")] == [
        ("Food", 4),
        ("Food:Cafe", 3),
    ]
    assert [(t.category, t.amount) for t in store.totals("category", level=1)] == [
        ("Food", 7),
        ("Travel", 50),
    ]
    assert {(t.account, t.amount) for t in view.totals("account")} == {("", 4), ("Visa", 3)}
    assert [t.date for t in store.totals("week")] == [
        datetime.date(2026, 3, 9),
        datetime.date(2026, 3, 16),
        datetime.date(2026, 4, 27),
    ]
    assert [(t.date, t.amount) for t in store.totals("quarter")] == [
        (datetime.date(2026, 1, 1), 7),
        (datetime.date(2026, 4, 1), 50),
    ]
    assert [t.month for t in store.totals("month", tags="none")] == []
    for groups, level in ((("month", "day"), None), (("month",), 1), (("colour",), None)):
        with pytest.raises((iexpense.InvalidError, iexpense.ArgumentError)):
            store.totals(*groups, level=level)


def test_positions(store: iexpense.Store) -> None:
    ids = store.add_many({"name": str(n), "amount": n} for n in range(1, 6))
    view = store.expenses(sort="-amount", limit=4)
    assert view.position(ids[4]) == 0
    assert view.position(view[2]) == 2
    assert view.position(ids[0]) is None
    assert view[2] in view
    assert store.get(ids[0]) not in view
    assert "text" not in view
    with pytest.raises(iexpense.NotFoundError):
        view.position(0)


def test_what_was_shown_is_what_goes(store: iexpense.Store, path: Path) -> None:
    """Case 40: whatever another program has put on top meanwhile."""
    store.add_many({"name": f"Tea {n}", "amount": n} for n in (1, 2, 3))
    with iexpense.open(path, origin="other") as other:
        view = store.expenses(text="tea", sort="-amount")
        shown = list(view)
        other.add("Tea 9", 9)
        view.update_at(0, note="this one", amount="3.50")
        assert store.get(shown[0].id).note == "this one"
        assert store.get(shown[0].id).amount == Decimal("3.50")
        view = store.expenses(text="tea", sort="-amount")
        shown = list(view)
        other.add("Tea 99", 99)
        view.remove_at(0, 3)
        assert names(store.expenses(sort="amount")) == ["Tea 2", "Tea 3", "Tea 99"]
        store.undo()  # one change
        assert len(store.expenses()) == 5
        view = store.expenses(sort="-amount")
        shown = list(view)
        other.remove(shown[1].id)
        with pytest.raises(iexpense.NotFoundError):
            view.remove_at(0, 1)
        assert len(store.expenses()) == 4
    for wrong in ((9,), (0, 0)):
        with pytest.raises((iexpense.ArgumentError, IndexError)):
            store.expenses().remove_at(*wrong)
    with pytest.raises(IndexError):
        store.expenses().remove_at(-1)
    with pytest.raises(TypeError):
        store.expenses().remove_at("0")  # type: ignore[arg-type]
    store.expenses().remove_at()
    with pytest.raises((iexpense.ArgumentError, IndexError)):
        store.expenses().update_at(9, note="nothing")
    with pytest.raises(iexpense.InvalidError):
        store.expenses(section="month", section_rows=True).update_at(0, amount=5)


def test_stepping_a_queued_view(store: iexpense.Store) -> None:
    store.add("First", 1)
    view = store.expenses(queued=True)
    shown: list[Expense] = list(view)
    store.add_many({"name": f"n{n}", "amount": n} for n in range(3))
    store.update(1, name="Changed")
    store.remove(3)
    assert list(view) == shown  # it stands still, with the values that were told
    view.update_at(0, note="of the first")
    while splice := view.step():
        at = splice.position
        shown[at : at + splice.removed] = view[at : at + splice.added]
        for position in range(at, at + splice.updated):
            shown[position] = view[position]
        assert shown == list(view)
    assert shown == list(store.expenses())
    assert shown[0].note == "of the first"
    assert view.step() is None
    view.subscribe(lambda change: None)
    with pytest.raises(iexpense.ArgumentError):
        view.step()
    with pytest.raises(iexpense.ArgumentError):
        store.expenses().step()


def test_a_queued_view_is_told_in_wait(store: iexpense.Store) -> None:
    view = store.expenses(queued=True)
    told: list[int] = []
    view.subscribe(lambda change: told.append(threading.get_ident()))
    thread = threading.Thread(target=lambda: store.add("Tea", 1))
    thread.start()
    thread.join()
    assert (told, len(view)) == ([], 0)
    assert store.wait(10) == 1
    assert (told, len(view)) == ([threading.get_ident()], 1)


def test_a_long_walk_of_a_queued_view(store: iexpense.Store) -> None:
    store.add_many({"name": "Tea", "amount": n} for n in range(2000))
    view = store.expenses(queued=True, sort="-amount")
    before = list(view)
    assert [e.amount for e in before] == list(range(1999, -1, -1))
    seen = []
    for expense in view:
        seen.append(expense)
        if len(seen) % 100 == 0:
            store.remove(expense.id)
    assert seen == before
    assert list(reversed(view)) == before[::-1]


# A property test: queries, changes, and another program at work on the same file.

TYPES = ["Personal", "Business", "Travel"]
CATEGORIES = ["", "Food", "Food:Cafe", "Travel:Rail"]
OTHER = """
import random, sys
import iexpense
from test_live import some_expense, some_edit
chance = random.Random(int(sys.argv[2]))
with iexpense.open(sys.argv[1], origin="other", relaxed=True) as store:
    for line in sys.stdin:
        some_edit(chance, store)
        print(store.revision, flush=True)
"""


def some_expense(chance: random.Random) -> dict[str, Any]:
    return {
        "name": chance.choice(["Lunch", "lunch", "Café", "Train"]),
        "amount": chance.randint(-100, 2000),
        "currency": chance.choice(["EUR", "EUR", "JPY"]),
        "type": chance.choice(TYPES),
        "category": chance.choice(CATEGORIES),
        "date": datetime.date(2026, 1, 1) + datetime.timedelta(days=chance.randint(0, 80)),
        "account": chance.choice(["", "Visa"]),
        "note": chance.choice(["", "the café"]),
        "tags": chance.choice([(), ("a",), ("a", "b")]),
    }


def some_edit(chance: random.Random, store: iexpense.Store) -> None:
    ids = [expense.id for expense in store.expenses()]
    action = chance.random()
    if action < 0.35 or not ids:
        store.add_many(some_expense(chance) for _ in range(chance.randint(1, 5)))
    elif action < 0.7:
        said = some_expense(chance)
        fields = chance.sample(sorted(said.keys() - {"currency", "amount"}), 2)
        store.update(chance.choice(ids), **{name: said[name] for name in fields})
    elif action < 0.75:
        items = [{"name": "Lunch", "type": chance.choice(TYPES), "amount": chance.randint(0, 50)}]
        profile = {"currency": "EUR", "defaultDate": "2026-02-14"}
        store.import_file(json.dumps(items).encode(), profile=profile)
    elif action < 0.8:
        store.remove(*chance.sample(ids, min(len(ids), chance.randint(1, 4))))
    elif action < 0.9:
        store.undo(any=True, skip=True)
    else:
        store.redo(any=True, skip=True)


def some_query(chance: random.Random) -> tuple[dict[str, Any], Any, Any]:
    """Keywords, and what they mean in plain Python: a filter and a sort."""
    said: dict[str, Any] = {}
    tests = []
    if chance.random() < 0.3:
        said["month"] = "2026-02"
        tests.append(lambda e: e.date.month == 2)
    if chance.random() < 0.3:
        wanted = chance.sample(TYPES, chance.randint(1, 2))
        said["type"] = wanted
        tests.append(lambda e: e.type in wanted)
    if chance.random() < 0.2:
        said["category"] = "Food"
        tests.append(lambda e: e.category.split(":")[0] == "Food")
    if chance.random() < 0.2:
        said["without_tags"] = "b"
        tests.append(lambda e: "b" not in e.tags)
    if chance.random() < 0.2:
        said["text"] = "CAFE"
        tests.append(lambda e: "Café" in (e.name, e.note) or "café" in e.note)
    if chance.random() < 0.2:
        said["currency"] = "EUR"
        said["min_amount"] = 100
        tests.append(lambda e: e.currency == "EUR" and e.amount >= 100)
    keys = {
        "date": lambda e: e.date.toordinal(),
        "id": lambda e: e.id,
        "reimbursement": lambda e: e.reimbursement.value,
        "amount": lambda e: (e.amount, e.currency),
        "type": lambda e: e.type.lower(),
        "name": lambda e: (e.name.lower().replace("é", "e"), e.name.encode()),
    }
    order = []
    for name in chance.sample(sorted(keys), chance.randint(0, 3)):
        order.append((name, chance.random() < 0.5))
    said["sort"] = ["-" * descending + name for name, descending in order]
    section = chance.choice([None, None, "month", "-month", "type"])
    if section is not None:
        said["section"] = section
        first = keys["type"] if section == "type" else lambda e: (e.date.year, e.date.month)
    if chance.random() < 0.3:
        said["limit"] = chance.randint(1, 12)

    def arrange(expenses: list[Expense]) -> list[Expense]:
        rows = sorted(expenses, key=lambda e: e.id)
        for name, descending in reversed(order):
            rows.sort(key=keys[name], reverse=descending)
            # Python keeps what is equal in its order, also when it sorts backwards.
        if section is not None:
            rows.sort(key=first, reverse=section.startswith("-"))
        return rows[: said.get("limit")]

    return said, lambda e: all(test(e) for test in tests), arrange


@pytest.mark.parametrize("seed", range(int(os.environ.get("IEX_TEST_SEEDS", "6"))))
def test_differences_of_random_changes(path: Path, seed: int) -> None:
    """Differences and steps keep lists that equal a plain filter and sort of all expenses, while
    another program changes the same file."""
    chance = random.Random(seed)
    wrong: list[Exception] = []
    store = iexpense.open(path, currency="EUR", relaxed=True, origin="test")
    store.on_error = lambda error, subscription: wrong.append(error)
    some_edit(chance, store)
    folder = str(Path(__file__).parent)
    program = f"import sys; sys.path.insert(0, {folder!r})\n{OTHER}"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path), str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for _ in range(3):
            kept = []
            for number in range(4):
                said, test, arrange = some_query(chance)
                view = store.expenses(queued=number % 2 == 1, **said)
                shown = list(view)
                if number < 3:
                    view.subscribe(lambda change, s=shown, v=view: change.apply(s, v))
                kept.append((said, test, arrange, view, shown))
            for _ in range(25):
                if chance.random() < 0.3:
                    other.stdin.write("go\n")
                    other.stdin.flush()
                    other.stdout.readline()
                else:
                    some_edit(chance, store)
                if chance.random() < 0.3:
                    continue
                store.wait(0)
                assert wrong == []
                everything = [store.get(expense.id) for expense in store.expenses()]
                for said, test, arrange, view, shown in kept:
                    if view is kept[3][3]:
                        while splice := view.step():
                            at = splice.position
                            shown[at : at + splice.removed] = view[at : at + splice.added]
                            shown[at : at + splice.updated] = view[at : at + splice.updated]
                    right = arrange([e for e in everything if test(e)])
                    assert shown == right, said
                    assert list(view) == right, said
                    assert [s.count for s in view.sections] == _counts(right, said.get("section"))
            for *_, view, _ in kept:
                view.close()
        other.stdin.close()
    store.check()
    store.close()


def _counts(rows: list[Expense], section: str | None) -> list[int]:
    counts: dict[Any, int] = {}
    for row in rows:
        key = row.type if section == "type" else (row.date.year, row.date.month)
        counts[key] = counts.get(key, 0) + 1
    return list(counts.values()) if section else []

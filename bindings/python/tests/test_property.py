"""Random operations on a store, compared at every step with a plain dictionary."""

from __future__ import annotations

import datetime
import random
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest

Rows = dict[int, dict[str, Any]]

START = datetime.date(2026, 1, 1)


class Model:
    """What a store should hold: the rows now, and before and after each step that can be undone."""

    def __init__(self) -> None:
        self.rows: Rows = {}
        self.done: list[tuple[Rows, Rows]] = []
        self.undone: list[tuple[Rows, Rows]] = []

    def commit(self, after: Rows) -> None:
        if after != self.rows:
            self.done.append((self.rows, after))
            self.undone.clear()
        self.rows = after

    def undo(self) -> bool:
        if not self.done:
            return False
        step = self.done.pop()
        self.undone.append(step)
        self.rows = step[0]
        return True

    def redo(self) -> bool:
        if not self.undone:
            return False
        step = self.undone.pop()
        self.done.append(step)
        self.rows = step[1]
        return True


def some_fields(chance: random.Random) -> dict[str, Any]:
    """The keywords of an expense, in the form in which they come back."""
    currency, step = chance.choice([("EUR", "0.01"), ("JPY", "1"), ("KWD", "0.001")])
    return {
        "name": chance.choice(["Lunch", "Žluťoučký kůň", "a" * 40, "x\ny", "🍰"]),
        "amount": Decimal(chance.randint(-(10**6), 10**9)) * Decimal(step),
        "currency": currency,
        "type": chance.choice(["Personal", "Business", "Travel"]),
        "category": chance.choice(["", "Food", "Travel", "Travel:Rail", "A\\:B:C"]),
        "date": START + datetime.timedelta(days=chance.randint(-1000, 1000)),
        "account": chance.choice(["", "Visa"]),
        "note": chance.choice(["", "n" * 300, 'quote " and \\']),
        "tags": chance.choice([(), ("a",), ("client", "rome")]),
        "reimbursement": chance.choice(list(iexpense.Reimbursement)),
    }


def change(chance: random.Random, store: iexpense.Store, rows: Rows) -> Rows:
    """Does one thing to the store and to a copy of the rows."""
    rows = dict(rows)
    action = chance.random()
    if action < 0.35 or not rows:
        said = some_fields(chance)
        rows[store.add(**said).id] = said
    elif action < 0.5:
        many = [some_fields(chance) for _ in range(chance.randint(0, 6))]
        for number, said in zip(store.add_many(many), many):  # type: ignore[arg-type]
            rows[number] = said
    elif action < 0.8:
        number = chance.choice(list(rows))
        said = some_fields(chance)
        names = chance.sample(list(said), chance.randint(1, 4))
        if {"amount", "currency"} & set(names):
            names = [*names, "amount", "currency"]
        part = {name: said[name] for name in names}
        store.update(number, **part)
        rows[number] = {**rows[number], **part}
    else:
        numbers = chance.sample(list(rows), chance.randint(1, min(4, len(rows))))
        store.remove(*numbers)
        for number in numbers:
            del rows[number]
    return rows


class RolledBackError(Exception):
    """Leaves a transaction."""


def step(chance: random.Random, store: iexpense.Store, model: Model) -> None:
    action = chance.random()
    if action < 0.55:
        model.commit(change(chance, store, model.rows))
    elif action < 0.7:
        rows = model.rows
        fails = chance.random() < 0.3
        try:
            with store.transaction("several"):
                for _ in range(chance.randint(0, 4)):
                    rows = change(chance, store, rows)
                if fails:
                    raise RolledBackError
            model.commit(rows)
        except RolledBackError:
            pass
    elif action < 0.88:
        assert (store.undo() is not None) == model.undo()
    else:
        assert (store.redo() is not None) == model.redo()


def told(expense: iexpense.Expense) -> dict[str, Any]:
    names = ("name", "amount", "currency", "type", "category", "date", "account", "note", "tags")
    return {name: getattr(expense, name) for name in (*names, "reimbursement")}


def compare(store: iexpense.Store, rows: Rows) -> None:
    assert {expense.id: told(expense) for expense in store.expenses()} == rows
    sums: dict[tuple[str, str, str, str], list[Any]] = defaultdict(lambda: [Decimal(0), 0])
    for row in rows.values():
        cell = sums[f"{row['date']:%Y-%m}", row["type"], row["category"], row["currency"]]
        cell[0] += row["amount"]
        cell[1] += 1
    assert {
        (t.month, t.type, t.category, t.currency): [t.amount, t.count]
        for t in store.totals("month", "type", "category")
    } == sums


class Follower:
    """Keeps a copy of the store from its changes alone."""

    def __init__(self) -> None:
        self.rows: Rows = {}
        self.revision = 0

    def __call__(self, change: iexpense.Change) -> None:
        assert self.revision in (0, change.revisions[0] - 1) or change.kind.name == "INITIAL"
        self.revision = change.revision
        for number in [*change.added, *change.updated]:
            new = change.new(number)
            assert new is not None
            old = change.old(number)
            assert (None if old is None else told(old)) == self.rows.get(number)
            self.rows[number] = told(new)
        for number in change.removed:
            old = change.old(number)
            assert old is not None
            assert told(old) == self.rows.pop(number)


@pytest.mark.parametrize("seed", range(12))
def test_a_store_is_what_was_done_to_it(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    model, follower = Model(), Follower()
    wrong: list[Exception] = []
    store = iexpense.open(path, currency="EUR", relaxed=True, origin="test")
    store.on_error = lambda error, subscription: wrong.append(error)
    store.subscribe(follower, initial=True)
    for number in range(120):
        step(chance, store, model)
        assert wrong == []
        assert follower.rows == model.rows
        if number % 5 == 0:
            compare(store, model.rows)
        if number % 40 == 39:
            # Undo and redo go on where they were, and so does who follows.
            store.check()
            store.close()
            store = iexpense.open(path, relaxed=True, origin="test")
            store.on_error = lambda error, subscription: wrong.append(error)
            store.subscribe(follower)
    compare(store, model.rows)
    assert follower.rows == model.rows
    while model.undo():
        assert store.undo() is not None
    assert store.undo() is None
    compare(store, {})
    while model.redo():
        assert store.redo() is not None
    compare(store, model.rows)
    store.check()
    store.on_error = None
    store.close()

"""Bindings to the fields of drafts and of stored expenses."""

from __future__ import annotations

import datetime
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable

import iexpense
import pytest
from iexpense import Money, NotFoundError, Store
from iexpense._field import TEXT_FIELDS

LONG = 30.0


def test_a_field_of_a_draft(store: Store) -> None:
    draft = store.draft(decimal_mark=",")
    amount, told = draft.binding("amount"), []
    amount.subscribe(told.append)
    draft["amount"] = "12,50"
    amount.value = "13,50"
    amount.value = "13,50"
    assert (draft["amount"], told) == ("13,50", ["12,50", "13,50"])
    draft.discard()
    assert told == ["12,50", "13,50", ""]
    for field in TEXT_FIELDS:
        assert draft.binding(field).value == draft[field]
    with pytest.raises(KeyError):
        draft.binding("uuid")


def test_a_draft_tells_what_it_takes_over(store: Store, path: Path) -> None:
    lunch = store.add("Lunch", "12.50")
    draft, told = store.draft(lunch, decimal_mark="."), []
    draft.binding("amount").subscribe(told.append)
    store.update(lunch.id, amount="13.50")
    with iexpense.open(path, origin="other") as other:
        other.update(lunch.id, amount="14.50")
    store.wait(LONG)
    assert told == ["13.50", "14.50"]


def test_a_field_of_a_stored_expense(store: Store) -> None:
    lunch = store.add("Lunch", "12.50", date="2026-03-13", tags=["a,b", "c"])
    amount, told = store.binding(lunch, "amount"), []
    amount.subscribe(told.append)
    amount.value = Money(Decimal("13.50"), "EUR")
    store.update(lunch.id, name="Dinner")
    assert store.get(lunch.id).amount == Decimal("13.50")
    assert str(store.undo()) == 'undid "updated 1 expense"'
    assert str(store.undo()) == 'undid "changed amount of Lunch"'
    store.update(lunch.id, currency="USD")
    assert [str(money) for money in told] == ["13.50 EUR", "12.50 EUR", "12.50 USD"]
    date = store.binding(lunch.id, "date")
    assert date.value == datetime.date(2026, 3, 13)
    date.value = datetime.date(2026, 4, 1)
    assert store.get(lunch.id).date == datetime.date(2026, 4, 1)
    assert store.binding(lunch.id, "tags").value == "a\\,b, c"
    name = store.binding(lunch.id, "name")
    with pytest.raises(iexpense.InvalidError) as caught:
        name.value = "  "
    assert (caught.value.field, name.value) == ("name", "Lunch")
    with pytest.raises(TypeError):
        amount.value = "13.50"  # type: ignore[assignment]
    with pytest.raises(KeyError):
        store.binding(lunch, "uuid")
    with pytest.raises(NotFoundError):
        store.binding(lunch.id + 1, "name")


def test_a_currency_of_ones_own(store: Store) -> None:
    store.register_currency("XBT", 8)
    coin = store.add("Coin", "0.5 XBT")
    amount, told = store.binding(coin, "amount"), []
    amount.subscribe(told.append)
    assert str(amount.value) == "0.50000000 XBT"
    amount.value = Money(Decimal("0.25"), "XBT")
    assert [str(money) for money in told] == ["0.25000000 XBT"]


def test_what_others_do_is_told_while_the_program_waits(store: Store, path: Path) -> None:
    lunch = store.add("Lunch", "12.50")
    told: list[Any] = []
    store.binding(lunch, "note").subscribe(told.append)
    with iexpense.open(path, origin="other") as other:
        other.update(lunch.id, note="theirs")
        assert told == []
        assert store.wait(LONG) == 1
    assert told == ["theirs"]


def test_an_expense_that_is_removed_is_told_once(store: Store) -> None:
    lunch = store.add("Lunch", "12.50")
    name = store.binding(lunch, "name")
    told: list[str] = []
    name.subscribe(told.append, gone=lambda: told.append("(gone)"))
    name.subscribe(told.append)
    store.remove(lunch.id)
    assert told == ["(gone)"]
    with pytest.raises(NotFoundError):
        name.value  # noqa: B018
    with pytest.raises(NotFoundError):
        name.value = "Dinner"
    assert repr(name).startswith("<Binding: ")
    store.add("Tea", 1)
    assert told == ["(gone)"]
    store.undo()
    store.undo()
    assert told == ["(gone)", "Lunch", "Lunch"]
    assert name.value == "Lunch"


def test_a_mapping_of_a_stored_amount(store: Store) -> None:
    lunch = store.add("Lunch", "12.50")
    amount = store.binding(lunch, "amount")
    text = amount.map(lambda money: str(money.amount), lambda text: Money(Decimal(text), "EUR"))
    told: list[str] = []
    text.subscribe(told.append)
    text.value = "13.5"
    store.update(lunch.id, note="not told")
    assert (store.get(lunch.id).amount, told) == (Decimal("13.50"), ["13.50"])
    with pytest.raises(iexpense.InvalidError) as caught:
        text.value = "13.555"
    assert caught.value.field == "amount"
    with pytest.raises(ArithmeticError):
        text.value = "much"
    assert told == ["13.50"]


def test_a_subscriber_writes_undoes_and_removes(store: Store) -> None:
    lunch = store.add("Lunch", "12.50")
    name = store.binding(lunch, "name")
    shown = name.map(str.upper, str.lower).map(lambda text: text + "!", lambda text: text[:-1])
    told: list[str] = []
    actions: list[Callable[[], object]] = [
        lambda: shown.set("COFFEE!"),
        store.undo,
        lambda: store.remove(lunch.id),
    ]

    def act(value: str) -> None:
        told.append(value)
        if actions:
            actions.pop(0)()
            told.append("(end)")  # what it did is told after it

    shown.subscribe(act, gone=lambda: told.append("(gone)"))
    name.value = "tea"
    assert told == ["TEA!", "(end)", "COFFEE!", "(end)", "TEA!", "(end)", "(gone)"]
    store.undo()
    assert (told[-1], shown.value) == ("TEA!", "TEA!")


def test_what_a_subscriber_raises(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with the subscribers of the store: of the store's fields, and of its drafts'."""
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hook: unraisable.append(hook.exc_value))
    lunch, draft = store.add("Lunch", "12.50"), store.draft()
    errors = [ZeroDivisionError("stored"), ValueError("draft")]

    def fail(index: int) -> None:
        raise errors[index]

    store.binding(lunch, "name").subscribe(lambda name: fail(0))
    draft.binding("name").subscribe(lambda name: fail(1))
    store.update(lunch.id, name="Dinner")
    draft["name"] = "Tea"
    assert unraisable == errors
    handled: list[Exception] = []
    store.on_error = lambda error, subscription: handled.append(error)
    store.update(lunch.id, name="Lunch")
    draft["name"] = "Cake"
    assert (handled, unraisable) == (errors, errors)
    with iexpense.open(store._path, origin="other") as other:
        other.update(lunch.id, name="Theirs")
    with pytest.raises(ZeroDivisionError) as caught:
        store.wait(LONG)
    assert caught.value is errors[0]


def test_closed(store: Store) -> None:
    lunch, draft = store.add("Lunch", 1), store.draft()
    name, note = draft.binding("name"), draft.binding("note")
    stored = store.binding(lunch, "name")
    mapped = stored.map(str.upper, str.lower)
    told: list[str] = []
    for binding in (name, note, stored, mapped):
        binding.subscribe(told.append, lambda: told.append("gone"))
    draft.close()
    store.close()
    for binding in (name, note, stored, mapped):
        with pytest.raises(iexpense.HandleError):
            binding.value  # noqa: B018
        with pytest.raises(iexpense.HandleError):
            binding.value = "x"
        with pytest.raises(iexpense.HandleError):
            binding.subscribe(print)
        assert "closed" in repr(binding)
    assert told == []


def test_in_a_transaction(store: Store) -> None:
    lunch = store.add("Lunch", 1)
    name, told = store.binding(lunch, "name"), []
    name.subscribe(told.append)
    with pytest.raises(ZeroDivisionError), store.transaction("Both"):
        name.value = "Dinner"
        raise ZeroDivisionError
    assert (name.value, told) == ("Lunch", [])
    with store.transaction("Both"):
        name.value = "Dinner"
        name.value = "Supper"
    assert (name.value, told) == ("Supper", ["Supper"])

"""Sheets: shown while a binding is true, and careful with what is not saved."""

from __future__ import annotations

import datetime
import sys
from decimal import Decimal
from enum import Enum
from typing import Any

import iexpense
import pytest
from iexpense import (
    Binding,
    Money,
    ObservableObject,
    Published,
    Sheet,
    State,
    Store,
    UnsavedError,
)


class Kind(Enum):
    ADD = "add"


class Dismissals:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def test_presented_while_the_binding_is_true() -> None:
    shown, dismissals = State(False), Dismissals()
    sheet = Sheet(shown, on_dismiss=dismissals)
    assert (sheet.is_presented, sheet.value) == (False, None)
    shown.value = True  # from outside
    assert sheet.is_presented
    shown.value = False
    assert (sheet.is_presented, dismissals.count) == (False, 1)
    sheet.present()  # from inside
    assert shown.value
    sheet.dismiss()
    sheet.dismiss()
    assert (shown.value, dismissals.count) == (False, 2)
    assert repr(sheet) == "<Sheet of <State of False>>"
    sheet.close()
    sheet.close()
    assert repr(sheet) == "<Sheet, closed>"
    shown.value = True
    shown.value = False
    assert dismissals.count == 2
    with pytest.raises(iexpense.HandleError):
        sheet.present()


@pytest.mark.parametrize(
    "value",
    [True, 7, "Lunch", Money(Decimal("1.50"), "EUR"), datetime.date(2026, 3, 14), Kind.ADD],
    ids=str,
)
def test_it_carries_a_value(value: Any) -> None:
    with Sheet(State(False)) as sheet:
        sheet.present(value)
        assert sheet.value == value
        assert type(sheet.value) is type(value)
        sheet.present("other")
        assert sheet.value == "other"
    with pytest.raises(TypeError):
        Sheet(State(False)).present(1.5)


def test_on_dismiss_sees_that_it_is_gone() -> None:
    shown = State(False)
    seen: list[bool] = []
    sheet = Sheet(shown, on_dismiss=lambda: seen.append(sheet.is_presented))
    sheet.present()
    sheet.dismiss()
    assert seen == [False]


def test_on_dismiss_may_dismiss_and_present() -> None:
    seen: list[Any] = []

    def dismissed() -> None:
        seen.append(sheet.value)
        sheet.dismiss()  # it is gone: nothing happens
        if seen.count(None) < 3:
            sheet.present("again")
            sheet.dismiss()
            seen.append("end")  # it is told of that after this

    sheet = Sheet(State(False), on_dismiss=dismissed)
    sheet.present("first")
    sheet.dismiss()
    assert seen == [None, "end", None, "end", None]
    assert not sheet.is_presented


def test_the_original_way() -> None:
    """A screen shows it by its own attribute, and so may an object that several screens hold."""

    class Screen:
        shows_sheet = State(False)

    class Shared(ObservableObject):
        shows_sheet = Published(False)

    for screen, binding in (
        (one := Screen(), Screen.shows_sheet.binding(one)),
        (two := Shared(), Shared.shows_sheet.binding(two)),
    ):
        dismissals = Dismissals()
        sheet = Sheet(binding, on_dismiss=dismissals)
        screen.shows_sheet = True
        assert sheet.is_presented
        sheet.dismiss()
        assert (screen.shows_sheet, dismissals.count) == (False, 1)


def test_what_on_dismiss_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hook: unraisable.append(hook.exc_value))
    error, handled = ZeroDivisionError("on purpose"), []

    def fail() -> None:
        raise error

    sheet = Sheet(State(True), on_dismiss=fail)
    sheet.dismiss()
    sheet.present()
    sheet.on_error = lambda error, subscription: handled.append(error)
    sheet.dismiss()
    assert (unraisable, handled) == ([error], [error])
    assert not sheet.is_presented


def test_a_mapped_binding_presents_it() -> None:
    count, dismissals = State(0), Dismissals()
    sheet = Sheet(count.map(bool, int), on_dismiss=dismissals)
    count.value = 3
    assert sheet.is_presented
    sheet.dismiss()
    assert (count.value, dismissals.count) == (0, 1)
    sheet.present()
    assert count.value == 1


def test_what_is_no_binding_of_a_bool() -> None:
    with pytest.raises(iexpense.ArgumentError):
        Sheet(State(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Sheet(True)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Sheet(State(True), on_dismiss=7)  # type: ignore[arg-type]
    with Sheet(Binding.constant(True)) as sheet:
        assert sheet.is_presented
        with pytest.raises(iexpense.ReadOnlyError):
            sheet.dismiss()


def test_a_draft_that_is_not_saved_keeps_it(store: Store) -> None:
    shown, dismissals = State(False), Dismissals()
    draft = store.draft(decimal_mark=".")
    sheet = Sheet(shown, draft=draft, on_dismiss=dismissals)
    sheet.present()
    assert not sheet.is_unsaved
    draft["name"] = "Lunch"
    assert sheet.is_unsaved
    with pytest.raises(UnsavedError):
        sheet.dismiss()
    with pytest.raises(UnsavedError):
        shown.value = False
    with pytest.raises(UnsavedError):
        shown.map(lambda value: not value, lambda value: not value).value = True
    assert (shown.value, draft["name"], dismissals.count) == (True, "Lunch", 0)
    draft["amount"] = "12.50"
    draft.save()
    shown.value = False
    assert dismissals.count == 1
    sheet.present()
    draft["name"] = "Dinner"
    sheet.dismiss(discard=True)
    assert (shown.value, draft["name"], dismissals.count) == (False, "Lunch", 2)
    draft.close()
    with pytest.raises(iexpense.HandleError):
        sheet.present()


def test_the_value_knows_the_currencies_of_the_store(store: Store) -> None:
    store.register_currency("XBT", 8)
    with store.draft() as draft, Sheet(State(False), draft=draft) as sheet:
        sheet.present(Money(Decimal("0.00000001"), "XBT"))
        assert sheet.value == Money(Decimal("0.00000001"), "XBT")

"""States and bindings: values that others are bound to."""

from __future__ import annotations

import copy
import datetime
import gc
import os
import pickle
import signal
import sys
import threading
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

import iexpense
import pytest
from iexpense import Binding, Money, State


class Colour(Enum):
    GREEN = "green"
    RED = "red"


class Screen:
    shows_hint = State(False)
    colour = State(Colour.GREEN)

    def __init__(self) -> None:
        self.shows_hint_at_once = self.shows_hint


VALUES: list[tuple[Any, Any]] = [
    (False, True),
    (0, -(2**63)),
    ("", "Käse \N{GRINNING FACE}"),
    (Money(Decimal("12.50"), "EUR"), Money(Decimal("1"), "JPY")),
    (datetime.date(2026, 3, 14), datetime.date.min),
    (Colour.GREEN, Colour.RED),
]


@pytest.mark.parametrize(("first", "second"), VALUES)
def test_a_state_of_each_kind(first: Any, second: Any) -> None:
    state = State(first)
    told: list[Any] = []
    subscription = state.subscribe(told.append)
    assert state.value == first
    assert type(state.value) is type(first)
    state.value = second
    state.value = second
    assert (state.value, told) == (second, [second])
    assert type(told[0]) is type(first)
    state.set(first)
    assert told == [second, first]
    subscription.cancel()
    state.value = second
    assert told == [second, first]
    assert repr(state) == f"<State of {second!r}>"


def test_money_has_all_digits_of_its_currency() -> None:
    state = State(Money(Decimal("1.5"), "KWD"))
    assert str(state.value) == "1.500 KWD"
    with pytest.raises(iexpense.InvalidError):
        state.value = Money(Decimal("0.123"), "EUR")
    with pytest.raises(iexpense.CurrencyError):
        State(Money(Decimal(1), "ZZZ"))


class Nested(Enum):
    COLOUR = Colour.GREEN


@pytest.mark.parametrize(
    "value",
    [None, 1.5, Decimal(1), b"text", datetime.datetime(2026, 3, 14), [], Nested.COLOUR],
)
def test_what_is_no_value(value: Any) -> None:
    for make in (State, Binding.constant, iexpense.Published):
        with pytest.raises(TypeError):
            make(value)
    state = State(0)
    with pytest.raises(TypeError):
        state.value = value
    assert state.value == 0


def test_a_state_keeps_its_type() -> None:
    number, flag = State(1), State(True)
    with pytest.raises(TypeError, match="int, not of bool"):
        number.value = True
    with pytest.raises(TypeError, match="bool, not of int"):
        flag.value = 0  # type: ignore[assignment]
    with pytest.raises(TypeError, match="Colour, not of str"):
        State(Colour.RED).value = "green"  # type: ignore[assignment]
    with pytest.raises(OverflowError):
        number.value = 2**63
    with pytest.raises(iexpense.InvalidError):
        State("").value = "a\0b"
    with pytest.raises(iexpense.EncodingError):
        State("").value = "\ud800"
    with pytest.raises(TypeError):
        number.subscribe(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        number.subscribe(print, 7)  # type: ignore[arg-type]


def test_states_of_a_class_are_those_of_its_instances() -> None:
    one, other = Screen(), Screen()
    told: list[bool] = []
    binding = Screen.shows_hint.binding(one)
    binding.subscribe(told.append)
    one.shows_hint = True
    assert (one.shows_hint, other.shows_hint, one.shows_hint_at_once) == (True, False, False)
    binding.value = False
    assert (one.shows_hint, told) == (False, [True, False])
    assert binding is Screen.shows_hint.binding(one)
    assert repr(Screen.shows_hint) == "<State shows_hint, False to begin with>"
    with pytest.raises(TypeError, match="each instance has its own shows_hint"):
        Screen.shows_hint.value = True
    with pytest.raises(TypeError, match="each instance has its own"):
        Screen.shows_hint.subscribe(print)
    with pytest.raises(TypeError, match="itself its binding"):
        State(1).binding(one)
    with pytest.raises(TypeError):
        one.colour = "red"  # type: ignore[assignment]


def test_a_dataclass_may_have_states() -> None:
    @dataclass
    class Order:
        name: str
        is_open: State[bool] = State(True)  # noqa: RUF009

    one, other = Order("Tea"), Order("Cake", False)
    one.is_open = False
    assert (one.is_open, other.is_open, Order("Pie").is_open) == (False, False, True)


def test_a_state_needs_a_place() -> None:
    class Slots:
        __slots__ = ()
        flag = State(False)

    with pytest.raises(TypeError, match="Slots has no __dict__ for its state flag"):
        Slots().flag  # noqa: B018


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, State.copy])
def test_a_copy_is_independent(how: Any) -> None:
    state = State("Ada")
    told: list[str] = []
    state.subscribe(told.append)
    other = how(state)
    other.value = "Grace"
    assert (state.value, other.value, told) == ("Ada", "Grace", [])
    state.value = "Hedy"
    assert (other.value, told) == ("Grace", ["Hedy"])


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_a_copy_of_what_has_states_is_independent(how: Any) -> None:
    class Special(Screen):
        size = State(1)

    one = Special()
    told: list[Any] = []
    one.colour = Colour.RED
    Screen.colour.binding(one).subscribe(told.append)
    other = how(one)
    other.size = 2
    other.colour = Colour.GREEN
    assert (one.colour, one.size, told) == (Colour.RED, 1, [])
    assert (other.colour, other.size, other.shows_hint_at_once) == (Colour.GREEN, 2, False)
    assert type(other) is Special


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_a_copy_has_what_stands_in_slots(how: Any) -> None:
    class Slots:
        __slots__ = ("__dict__", "__own", "empty", "name")
        flag = State(False)

        def __init__(self) -> None:
            self.name, self.__own = "Ada", 1

        def own(self) -> int:
            return self.__own

    one = Slots()
    one.flag = True
    other = how(one)
    one.flag = False
    assert (other.flag, other.name, other.own()) == (True, "Ada", 1)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_binding_outlives_it(how: Any) -> None:
    state = State(1)
    mapped = state.map(str, int)
    other = how(mapped)
    del mapped
    gc.collect()
    other.value = "2"
    assert state.value == 2


def test_a_copied_binding_leads_to_the_same_value() -> None:
    class Child:
        def __init__(self, binding: Binding[str]) -> None:
            self.binding = binding

    class Counter(iexpense.ObservableObject):
        name = iexpense.Published("a")

    counter = Counter()
    child = Child(Counter.name.binding(counter))
    for other in (copy.copy(child), copy.deepcopy(child)):
        other.binding.value += "b"
    assert counter.name == "abb"
    taken = child.binding.copy()
    taken.value = "c"
    assert (counter.name, type(taken)) == ("abb", State)
    with pytest.raises(TypeError):
        pickle.dumps(child.binding)


def test_a_constant() -> None:
    binding = Binding.constant("preview")
    binding.subscribe(print)
    assert binding.value == "preview"
    with pytest.raises(iexpense.ReadOnlyError):
        binding.value = "other"
    assert binding.value == "preview"


# Telling.


def test_a_change_inside_a_callback_is_told_after_it() -> None:
    state = State(0)
    told: list[tuple[str, int]] = []

    def first(value: int) -> None:
        told.append(("first", value))
        if value < 3:
            state.value = value + 1
            told.append(("first still", value))

    state.subscribe(first)
    state.subscribe(lambda value: told.append(("second", value)))
    state.value = 1
    assert [value for who, value in told if who == "first"] == [1, 2, 3]
    assert [value for who, value in told if who == "second"] == [1, 2, 3]
    for value in (1, 2):
        at = told.index(("first", value))
        assert told[at + 1] == ("first still", value)


def test_two_that_follow_each_other() -> None:
    one, other = State(0), State(0)
    told: list[int] = []
    one.subscribe(other.set)
    other.subscribe(one.set)
    one.subscribe(told.append)
    one.value = 5
    other.value = 6
    assert (one.value, other.value, told) == (6, 6, [5, 6])


def test_subscribers_end() -> None:
    state = State(0)
    told: list[int] = []
    with state.subscribe(told.append) as subscription:
        state.value = 1
        assert subscription.active
    state.value = 2
    assert (told, subscription.active) == ([1], False)

    def once(value: int) -> None:
        told.append(value)
        second.cancel()

    second = state.subscribe(once)
    state.value = 3
    state.value = 4
    assert told == [1, 3]


def test_what_a_subscriber_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hook: unraisable.append(hook.exc_value))
    state = State(0)
    error, told = ZeroDivisionError("on purpose"), []

    def fail(value: int) -> None:
        raise error

    subscription = state.subscribe(fail)
    state.subscribe(told.append)
    state.value = 1
    assert (unraisable, told, state.value) == ([error], [1], 1)
    handled: list[Any] = []
    state.on_error = lambda error, subscription: handled.append((error, subscription))
    state.value = 2
    assert handled == [(error, subscription)]
    assert (unraisable, told) == ([error], [1, 2])


def test_an_interrupt_comes_after_the_call() -> None:
    state = State(0)
    told: list[int] = []
    state.subscribe(lambda value: os.kill(os.getpid(), signal.SIGINT))
    state.subscribe(told.append)
    with pytest.raises(KeyboardInterrupt):
        state.value = 1
    assert (state.value, told) == (1, [1])


# Mapping.


def parse(text: str) -> int:
    if not text.isdigit():
        raise ValueError(f"{text!r} is no number")
    return int(text)


def test_a_mapping_reads_and_writes() -> None:
    number = State(1)
    text = number.map(str, parse)
    told: list[str] = []
    text.subscribe(told.append)
    assert text.value == "1"
    text.value = "7"
    assert (number.value, text.value, told) == (7, "7", ["7"])
    number.value = 8
    assert told == ["7", "8"]
    with pytest.raises(ValueError, match="'x' is no number") as caught:
        text.value = "x"
    assert type(caught.value) is ValueError
    assert (number.value, told) == (8, ["7", "8"])


def test_a_mapping_tells_only_what_differs() -> None:
    number = State(1)
    even = number.map(lambda value: value % 2 == 0)
    told: list[bool] = []
    even.subscribe(told.append)
    for value in (3, 5, 6, 8, 9):
        number.value = value
    assert told == [True, False]
    with pytest.raises(iexpense.ReadOnlyError):
        even.value = True


def test_a_mapping_of_a_mapping_and_of_an_enum() -> None:
    text = State("green")
    colour = text.map(Colour, lambda colour: colour.value)
    label = colour.map(lambda colour: colour.name.title(), lambda name: Colour[name.upper()])
    told: list[Any] = []
    colour.subscribe(told.append)
    label.subscribe(told.append)
    assert (colour.value, label.value) == (Colour.GREEN, "Green")
    label.value = "Red"
    assert text.value == "red"
    assert sorted(told, key=str) == [Colour.RED, "Red"]
    with pytest.raises(KeyError):
        label.value = "Blue"
    assert repr(text.map(parse)) == "<MappedBinding: 'red' is no number>"
    with pytest.raises(TypeError):
        State(1).map(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        State(1).map(float).value  # type: ignore[call-overload]  # noqa: B018


def test_a_mapping_that_fails_while_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hook: unraisable.append(hook.exc_value))
    text = State("1")
    number = text.map(parse)
    told: list[int] = []
    number.subscribe(told.append)
    text.value = "x"
    text.value = "2"
    assert told == [2]
    assert [str(error) for error in unraisable] == ["'x' is no number"]


def test_a_mapping_that_fails_for_a_sheet() -> None:
    """There the library runs it: the error has the text of what was raised."""

    def back(shown: bool) -> int:
        raise error

    error: BaseException = LookupError("no way back, " + "ä" * 1000)
    sheet = iexpense.Sheet(State(1).map(bool, back))
    with pytest.raises(iexpense.InvalidError, match=r"^no way back, ä+$"):
        sheet.dismiss()
    error = iexpense.OverflowError_("too large")
    with pytest.raises(iexpense.OverflowError_, match=r"^too large$"):
        sheet.dismiss()
    error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        sheet.dismiss()
    assert sheet.is_presented


def test_an_interrupt_in_a_mapping() -> None:
    number = State(1)

    def stop(value: int) -> str:
        if value == 2:
            raise KeyboardInterrupt
        return str(value)

    text = number.map(stop)
    text.subscribe(print)
    with pytest.raises(KeyboardInterrupt):
        number.value = 2
    assert number.value == 2


# Threads.


def test_threads_count_in_one_state_and_each_change_is_told_in_order() -> None:
    state = State(0)
    seen: list[list[int]] = [[], []]
    for numbers in seen:
        state.subscribe(numbers.append)

    def work(first: int) -> None:
        for number in range(first, 2000, 4):
            state.value = number + 1

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Another thread may still have been telling when the last set returned.
    assert seen[0] == seen[1]
    assert sorted(seen[0]) == list(range(1, 2001))
    assert seen[0][-1] == state.value


def test_threads_read_a_text_that_others_write() -> None:
    state = State("a" * 10)
    wrong: list[str] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            text = state.value
            if len(set(text)) != 1 or len(text) != 10:
                wrong.append(text)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for thread in readers:
        thread.start()
    for number in range(2000):
        state.value = chr(ord("a") + number % 26) * 10
    over.set()
    for thread in readers:
        thread.join()
    assert wrong == []


def test_cancelling_waits_for_the_callback_of_another_thread() -> None:
    state = State(0)
    runs, may_end = threading.Event(), threading.Event()
    told: list[str] = []

    def slow(value: int) -> None:
        runs.set()
        may_end.wait(30)
        told.append("ended")

    subscription = state.subscribe(slow)
    setting = threading.Thread(target=state.set, args=(1,))
    setting.start()
    assert runs.wait(30)

    def cancel() -> None:
        subscription.cancel()
        told.append("cancelled")

    cancelling = threading.Thread(target=cancel)
    cancelling.start()
    # Another thread may set meanwhile: it does not wait, and its change is told to nobody.
    state.value = 2
    assert told == []
    may_end.set()
    for thread in (setting, cancelling):
        thread.join()
    assert told == ["ended", "cancelled"]


def test_callbacks_that_cancel_each_other_do_not_wait() -> None:
    one, other = State(0), State(0)
    barrier = threading.Barrier(2)
    ended: list[int] = []
    subscriptions: list[iexpense.Subscription] = []

    def cancel(index: int) -> None:
        barrier.wait(30)
        subscriptions[index].cancel()
        ended.append(index)

    subscriptions.append(one.subscribe(lambda value: cancel(1)))
    subscriptions.append(other.subscribe(lambda value: cancel(0)))
    threads = [threading.Thread(target=state.set, args=(1,)) for state in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(ended) == [0, 1]


def test_threads_find_one_state_of_an_instance() -> None:
    for _ in range(50):
        screen = Screen.__new__(Screen)
        barrier = threading.Barrier(4)
        found: list[Binding[bool]] = []

        def look(screen: Screen = screen, barrier: Any = barrier, found: Any = found) -> None:
            barrier.wait()
            found.append(Screen.shows_hint.binding(screen))

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(map(id, found))) == 1

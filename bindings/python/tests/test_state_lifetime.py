"""The state model and the collector: nothing leaks, nothing is collected too early."""

from __future__ import annotations

import gc
import os
import threading
import weakref
from pathlib import Path
from typing import Any

import iexpense
import pytest
from iexpense import Binding, Environment, ObservableObject, Published, Sheet, State
from iexpense._library import lib
from test_lifetime import run


class Counter(ObservableObject):
    count = Published(0)


class Screen:
    """It refers to what refers to it, in every way there is."""

    flag = State(False)

    def __init__(self) -> None:
        self.counter = Counter()
        self.counter.holder = self  # type: ignore[attr-defined]
        self.environment = Environment()
        self.environment.put(self.counter)
        self.child = self.environment.child()
        self.modal = self.child.modal()
        self.modal.put(self.child[Counter])
        Screen.flag.binding(self).subscribe(self.changed)
        self.counter.subscribe(self.changed)
        self.text = self.counter.binding("count").map(self.to, int)
        self.text.subscribe(self.changed)
        self.sheet = Sheet(Screen.flag.binding(self), on_dismiss=self.dismissed)
        self.constant = Binding.constant(self.flag)

    def to(self, value: int) -> str:
        return str(value)

    def changed(self, value: object) -> None:
        self.seen = value

    def dismissed(self) -> None:
        self.seen = None


def test_cycles_are_collected() -> None:
    gc.collect()
    before = lib.iex_handle_count()
    screen = Screen()
    screen.counter.count = 5
    screen.sheet.present("value")
    screen.sheet.dismiss()
    gone = weakref.ref(screen)
    assert lib.iex_handle_count() > before
    del screen
    gc.collect()
    assert gone() is None
    assert lib.iex_handle_count() == before


def test_cycles_through_a_store_are_collected(path: Path) -> None:
    gc.collect()
    before = lib.iex_handle_count()

    class Form:
        def __init__(self) -> None:
            self.store = iexpense.open(path, currency="EUR")
            self.lunch = self.store.add("Lunch", 1)
            self.store.binding(self.lunch, "name").subscribe(self.changed)
            self.draft = self.store.draft(self.lunch)
            self.draft.binding("name").map(str.upper).subscribe(self.changed)
            self.sheet = Sheet(State(True), draft=self.draft, on_dismiss=self.dismissed)

        def changed(self, value: str) -> None:
            self.seen = value

        def dismissed(self) -> None:
            self.seen = ""

    form = Form()
    gone = weakref.ref(form)
    form.store.update(form.lunch.id, name="Dinner")
    assert form.seen in ("Dinner", "DINNER")
    del form
    gc.collect()
    assert gone() is None
    assert lib.iex_handle_count() == before


def test_plain_states_need_no_collector() -> None:
    gc.collect()
    before = lib.iex_handle_count()
    gc.disable()
    try:
        for _ in range(100):
            state = State(0)
            state.subscribe(print).cancel()
            counter = Counter()
            counter.count += 1
            home = Environment()
            home.put(counter)
            with Sheet(State(True)) as sheet:
                sheet.dismiss()
            del state, counter, home, sheet
        assert lib.iex_handle_count() == before
    finally:
        gc.enable()


def test_what_is_bound_lives_on() -> None:
    told: list[Any] = []
    state = State(1)
    state.map(str).map(len).subscribe(told.append)
    counter = Counter()
    count = counter.binding("count")
    count.subscribe(told.append)
    del counter
    gc.collect()
    state.value = 10
    count.value = 7
    assert told == [2, 7]
    sheet = Sheet(state.map(lambda value: value > 5, int), on_dismiss=lambda: told.append("gone"))
    gc.collect()
    state.value = 1
    assert told[2:] == [1, "gone"] or told[2:] == ["gone", 1]
    assert not sheet.is_presented


def test_a_subscriber_drops_what_it_is_told_of() -> None:
    holder: dict[str, Any] = {"state": State(0), "counter": Counter()}
    told: list[object] = []

    def drop(value: object) -> None:
        told.append(value)
        holder.clear()
        gc.collect()

    holder["state"].subscribe(drop)
    holder["counter"].subscribe(drop)
    counter = holder["counter"]
    holder["state"].value = 1
    counter.count = 1
    assert told == [1, "count"]


def test_threads_make_and_drop_all_of_it(store: iexpense.Store) -> None:
    lunch = store.add("Lunch", 1)
    home = Environment("home")
    home.put(Counter())
    wrong: list[BaseException] = []

    def work() -> None:
        kept: list[iexpense.Subscription] = []
        try:
            for number in range(60):
                screen, counter = Screen(), home[Counter]
                kept.append(Screen.flag.binding(screen).subscribe(counter.count.__add__))
                kept.append(counter.binding("count").map(str).subscribe(screen.changed))
                kept.append(store.binding(lunch, "note").subscribe(screen.changed))
                sheet = Sheet(Screen.flag.binding(screen), on_dismiss=lambda: home.put(Counter()))
                sheet.present(number)
                counter.count = number
                sheet.dismiss()
                if number % 10 == 0:
                    store.binding(lunch, "note").value = f"note {number}"
                    gc.collect()
                    while kept:
                        kept.pop().cancel()
        except BaseException as error:
            wrong.append(error)
        for subscription in kept:
            subscription.cancel()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_left_open_at_the_end_of_the_program(path: Path) -> None:
    output = run(
        """
        import sys, threading, iexpense
        from iexpense import Environment, ObservableObject, Published, Sheet, State

        class Counter(ObservableObject):
            count = Published(0)

        class Screen:
            flag = State(False)

        store = iexpense.open(sys.argv[1], currency="EUR")
        lunch = store.add("Lunch", 1)
        draft = store.draft()
        screen, counter, home = Screen(), Counter(), Environment("home")
        home.put(counter)
        child = home.child()
        flag = Screen.flag.binding(screen)
        flag.subscribe(print)
        counter.subscribe(print)
        name = store.binding(lunch, "name")
        name.subscribe(print)
        draft.binding("name").map(str.upper).subscribe(print)
        sheet = Sheet(flag, draft=draft, on_dismiss=lambda: print("dismissed"))
        sheet.present()
        counter.count += 1
        name.value = "Dinner"
        draft["name"] = "tea"

        class Late:
            def __del__(self):
                try:
                    flag.value
                except (iexpense.HandleError, TypeError):
                    pass

        late = Late()
        late.itself = late

        def work():
            number = State(0)
            number.subscribe(lambda value: None)
            while True:
                try:
                    number.value += 1
                    counter.count += 1
                except iexpense.HandleError:
                    return

        counter.on_error = print
        counter.subscribe(lambda field: None).cancel()
        for subscription in list(counter._keeper._subscriptions.values()):
            subscription.cancel()
        threading.Thread(target=work, daemon=True).start()
        """,
        path,
    )
    assert output == "True\ncount\nDinner\nTEA\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_refused(path: Path) -> None:
    output = run(
        """
        import os, sys, iexpense
        from iexpense import ObservableObject, Published, Sheet, State

        class Counter(ObservableObject):
            count = Published(0)

        store = iexpense.open(sys.argv[1], currency="EUR")
        state, counter = State(0), Counter()
        state.subscribe(print)
        sheet = Sheet(State(True))
        child = os.fork()
        if child == 0:
            refused = 0
            for attempt in (
                lambda: state.value,
                lambda: state.set(1),
                lambda: state.subscribe(print),
                lambda: state.map(str),
                lambda: counter.count,
                lambda: counter.subscribe(print),
                lambda: State(1),
                lambda: Counter(),
                lambda: sheet.dismiss(),
            ):
                try:
                    attempt()
                except iexpense.ForkedError:
                    refused += 1
            print(refused, flush=True)
            sys.exit(0)
        assert os.waitpid(child, 0)[1] == 0
        state.value = 7
        """,
        path,
    )
    assert output == "9\n7\n"

"""Objects with published fields, and the environments that hand them on."""

from __future__ import annotations

import copy
import datetime
import pickle
import sys
import threading
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

import iexpense
import pytest
from iexpense import Environment, MissingObjectError, Money, ObservableObject, Published


class Size(Enum):
    SMALL = 1
    LARGE = 2


class Counter(ObservableObject):
    count = Published(0)
    title = Published("counter")


class Sized(Counter):
    title = Published("sized")
    size = Published(Size.SMALL)

    def __init__(self, count: int, *, size: Size = Size.LARGE) -> None:
        # It does not call the one that it inherits.
        self.count = count
        self.size = size


def test_each_holder_sees_each_change_and_is_told_after_it() -> None:
    counter = Counter()
    holders = [counter, counter]
    told: list[tuple[int, str, int]] = []
    for number, holder in enumerate(holders):
        holder.subscribe(
            lambda field, number=number, holder=holder: told.append((number, field, holder.count))
        )
    counter.count += 1
    counter.count = 1
    assert told == [(0, "count", 1), (1, "count", 1)]
    told.clear()
    counter.title = "other"
    assert told == [(0, "title", 1), (1, "title", 1)]
    assert Counter().count == 0


def test_fields_by_their_bindings() -> None:
    counter = Counter()
    told: list[int] = []
    counter.binding("count").subscribe(told.append)
    Counter.count.binding(counter).value = 5
    counter.title = "not told"
    assert (counter.count, told) == (5, [5])
    counter.binding("count").map(str).subscribe(lambda text: told.append(len(text)))
    counter.count = 10
    assert sorted(told) == [2, 5, 10]
    with pytest.raises(KeyError, match="Counter publishes no 'nothing': count, title"):
        counter.binding("nothing")
    with pytest.raises(TypeError):
        counter.count = "one"  # type: ignore[assignment]


def test_a_field_of_each_kind() -> None:
    class Everything(ObservableObject):
        flag = Published(False)
        number = Published(0)
        text = Published("")
        amount = Published(Money(Decimal("12.50"), "EUR"))
        date = Published(datetime.date(2026, 3, 14))
        size = Published(Size.SMALL)

    it, told = Everything(), []
    it.subscribe(lambda field: told.append((field, getattr(it, field))))
    new: dict[str, Any] = {
        "flag": True,
        "number": -(2**63),
        "text": "Käse",
        "amount": Money(Decimal(3), "JPY"),
        "date": datetime.date(2027, 1, 1),
        "size": Size.LARGE,
    }
    for field, value in new.items():
        setattr(it, field, value)
        setattr(it, field, value)
        assert type(getattr(it, field)) is type(value)
    assert told == list(new.items())


def test_how_they_show_themselves() -> None:
    counter = Counter()
    counter.count = 3
    assert repr(counter) == "Counter(count=3, title='counter')"
    assert repr(Counter.count) == "<Published count, 0 to begin with>"

    class Empty(ObservableObject):
        pass

    assert repr(Empty()) == "Empty()"


def test_inherited_fields_and_arguments() -> None:
    sized = Sized(3)
    assert (sized.count, sized.title, sized.size) == (3, "sized", Size.LARGE)
    sized.size = Size.SMALL
    assert sized.binding("size").value is Size.SMALL
    with pytest.raises(TypeError):
        Counter(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Sized()  # type: ignore[call-arg]


def test_a_dataclass_may_publish() -> None:
    @dataclass(eq=False)
    class Order(ObservableObject):
        name: str
        count: Published[int] = Published(1)  # noqa: RUF009

    assert Order("Tea").count == 1
    assert Order("Tea", 2).binding("count").value == 2


def test_only_objects_publish() -> None:
    # Python 3.12 raises the TypeError itself, older ones a RuntimeError because of it.
    with pytest.raises((TypeError, RuntimeError)) as caught:

        class Plain:
            count = Published(0)

    error = caught.value.__cause__ or caught.value
    assert "count is Published, and so Plain must inherit from ObservableObject" in str(error)


def test_an_object_is_shared_and_not_copied() -> None:
    counter = Counter()
    for how in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="Counter is shared by those who hold it"):
            how(counter)  # type: ignore[operator]
        for shared in (Environment("home"), iexpense.Sheet(iexpense.State(True))):
            with pytest.raises(TypeError, match="is shared by those who hold it"):
                how(shared)  # type: ignore[operator]


def test_what_a_subscriber_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    unraisable: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hook: unraisable.append(hook.exc_value))
    counter, handled = Counter(), []
    error = ZeroDivisionError("on purpose")

    def fail(field: str) -> None:
        raise error

    subscription = counter.subscribe(fail)
    counter.count = 1
    counter.on_error = lambda error, subscription: handled.append((error, subscription))
    counter.count = 2
    assert (unraisable, handled) == ([error], [(error, subscription)])
    subscription.cancel()
    with counter.binding("count").map(str).subscribe(fail) as subscription:
        counter.count = 1
    assert handled.pop() == (error, subscription)
    counter.count = 3
    assert len(handled) == 1


def test_children_inherit_and_modals_do_not() -> None:
    home = Environment("home")
    detail = home.child("detail")
    below = detail.child("below")
    settings = below.modal("settings")
    counter = Counter()
    home.put(counter)  # later than its children
    for environment in (home, detail, below):
        assert environment[Counter] is counter
        assert Counter in environment
    assert settings.get(Counter) is None
    assert Counter not in settings
    settings.put(below[Counter])
    assert settings[Counter] is counter
    assert settings.child()[Counter] is counter
    # The nearest is found, and below its own place only.
    other = Counter()
    detail.put(other)
    assert (home[Counter], detail[Counter], below[Counter]) == (counter, other, other)
    detail.put(counter)
    assert below[Counter] is counter
    assert repr(detail) == "<Environment detail>"


def test_what_is_missing_is_named() -> None:
    home = Environment("home")
    detail = home.child("detail")
    home.put(Sized(1))
    with pytest.raises(MissingObjectError) as caught:
        detail[Counter]
    for part in ("Counter", "detail", "home"):
        assert part in str(caught.value)
    assert isinstance(caught.value, iexpense.NotFoundError)
    assert isinstance(caught.value, KeyError)
    with pytest.raises(MissingObjectError) as caught:
        detail.modal("settings")[Counter]
    assert "settings" in str(caught.value)
    assert detail[Sized].count == 1
    assert int not in detail
    assert "Counter" not in detail
    with pytest.raises(TypeError):
        home.put(7)  # type: ignore[arg-type]


def test_two_classes_of_one_name() -> None:
    def make() -> type[ObservableObject]:
        class Twin(ObservableObject):
            pass

        return Twin

    one, other = make(), make()
    environment = Environment()
    environment.put(one())
    assert one in environment
    with pytest.raises(MissingObjectError, match="another class of this name"):
        environment[other]


def test_an_environment_keeps_what_it_has() -> None:
    home = Environment("home")
    home.put(Counter())
    home[Counter].count = 4
    detail = home.child()
    del home
    assert detail[Counter].count == 4


def test_threads_put_and_find() -> None:
    home = Environment("home")
    home.put(Counter())
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            child = home.child()
            for _ in range(200):
                home.put(Counter())
                child[Counter].count += 1
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []

"""Subscriptions: what they are told, and what they may do and raise."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import weakref
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest
from iexpense import Change, ChangeKind


def test_a_change_says_what_happened(store: iexpense.Store) -> None:
    changes: list[Change] = []
    store.subscribe(changes.append)
    lunch = store.add("Lunch", "12.50")
    store.update(lunch.id, amount="13.50", note="with tip")
    ids = store.add_many({"name": f"n{i}", "amount": i} for i in range(10))
    store.remove(ids[0], ids[1], ids[5])
    assert [(list(c.added), list(c.updated), list(c.removed)) for c in changes] == [
        ([lunch.id], [], []),
        ([], [lunch.id], []),
        (list(ids), [], []),
        ([], [], [ids[0], ids[1], ids[5]]),
    ]
    assert changes[1].fields == {"amount", "note"} == changes[1].fields_of(lunch.id)
    assert changes[1].fields_of(99) == frozenset()
    assert len(changes[2].added.ranges) == 1
    assert [c.revision for c in changes] == list(
        range(changes[0].revision, changes[0].revision + 4)
    )
    assert all(c.kind is ChangeKind.EDIT for c in changes)
    assert changes[0].label == "added 1 expense"
    assert changes[3].label == "removed 3 expenses"
    assert all(str(change) for change in changes)
    assert "removed 3 expenses" in repr(changes[3])
    assert len({c.instance for c in changes}) == 1
    assert abs((changes[0].time - changes[3].time).total_seconds()) < 60


def test_old_and_new_values(store: iexpense.Store) -> None:
    told: list[tuple[object, object]] = []

    def look(change: Change) -> None:
        for number in [*change.added, *change.updated, *change.removed]:
            told.append((change.old(number), change.new(number)))
        with pytest.raises(iexpense.NotFoundError):
            change.old(999)
        with pytest.raises(iexpense.NotFoundError):
            change.new(2**70)

    store.subscribe(look)
    first = store.add("Lunch", "12.50")
    store.update(first.id, amount="13.50")
    second = store.get(first.id)
    store.remove(first.id)
    assert told == [(None, first), (first, second), (second, None)]


def test_values_are_there_in_the_callback_only(store: iexpense.Store) -> None:
    changes: list[Change] = []
    store.subscribe(changes.append)
    added = store.add("Lunch", 1)
    with pytest.raises(iexpense.HandleError):
        changes[0].new(added.id)
    with pytest.raises(iexpense.HandleError):
        changes[0].old(added.id)
    store.close()
    assert list(changes[0].added) == [added.id]
    assert str(changes[0])


def test_options(store: iexpense.Store, path: Path) -> None:
    store.add("Before", 1)
    initial: list[Change] = []
    foreign: list[Change] = []
    amounts: list[Change] = []
    store.subscribe(initial.append, initial=True)
    store.subscribe(foreign.append, skip_own=True)
    store.subscribe(amounts.append, fields=["amount"])
    assert [(c.kind, list(c.added)) for c in initial] == [(ChangeKind.INITIAL, [1])]
    store.update(1, note="x")
    assert len(amounts) == 0
    store.update(1, amount=5)
    assert len(amounts) == 1
    assert foreign == []
    assert len(initial) == 3
    for fields, kind in ((["colour"], iexpense.InvalidError), ("amount", TypeError)):
        with pytest.raises(kind):
            store.subscribe(print, fields=fields)
    with pytest.raises(TypeError):
        store.subscribe("print")  # type: ignore[arg-type]


def test_cancel(store: iexpense.Store) -> None:
    changes: list[Change] = []
    subscription = store.subscribe(changes.append)
    assert subscription.active
    store.add("One", 1)
    subscription.cancel()
    subscription.cancel()
    store.add("Two", 2)
    assert len(changes) == 1
    assert not subscription.active
    with store.subscribe(changes.append):
        store.add("Three", 3)
    store.add("Four", 4)
    assert len(changes) == 2


def test_a_subscriber_cancels_itself_and_others(store: iexpense.Store) -> None:
    told: list[str] = []

    def first(change: Change) -> None:
        told.append("first")
        one.cancel()
        two.cancel()

    one = store.subscribe(first)
    two = store.subscribe(lambda change: told.append("second"))
    store.add("One", 1)
    store.add("Two", 2)
    assert told == ["first"]


def test_a_subscriber_writes(store: iexpense.Store) -> None:
    told: list[str] = []

    def copy(change: Change) -> None:
        told.append(change.label)
        if len(told) == 1:
            for number in change.added:
                name = store.get(number).name
                store.add(f"copy of {name}", 1)
            told.append("callback ends")

    store.subscribe(copy)
    store.add("Lunch", 1)
    assert [e.name for e in store.expenses()] == ["Lunch", "copy of Lunch"]
    assert told == ["added 1 expense", "callback ends", "added 1 expense"]


def test_a_subscriber_removes_what_is_being_added(store: iexpense.Store) -> None:
    store.subscribe(lambda change: [store.remove(number) for number in change.added])
    added = store.add("Lunch", "12.50", tags=["x"])
    assert (added.name, added.amount, added.tags) == ("Lunch", Decimal("12.50"), ("x",))
    assert len(store.expenses()) == 0


def test_a_subscriber_closes_the_store(store: iexpense.Store, path: Path) -> None:
    told: list[Change] = []

    def close(change: Change) -> None:
        told.append(change)
        store.close()

    store.subscribe(close)
    # Stored; but the store can't be asked how it looks any more.
    with pytest.raises(iexpense.HandleError, match="expense 1 is stored, but the store was closed"):
        store.add("Lunch", 1)
    assert len(told) == 1
    assert store.closed
    with iexpense.open(path) as again:
        assert again.get(1).name == "Lunch"
        draft = again.draft(name="Tea", amount=2)
        again.subscribe(lambda _: again.close())
        with pytest.raises(iexpense.HandleError, match="expense 2 is stored"):
            draft.save()
    with iexpense.open(path) as again:
        assert [expense.name for expense in again.expenses()] == ["Lunch", "Tea"]


def test_a_store_that_is_closed_in_a_transaction_has_stored_nothing(path: Path) -> None:
    store = iexpense.open(path, currency="EUR")
    with pytest.raises(iexpense.HandleError, match="the store is closed"), store.transaction("x"):
        store._guard.close()
        store._just_added(1)
    with iexpense.open(path) as again:
        assert len(again.expenses()) == 0


def test_a_subscriber_subscribes(store: iexpense.Store) -> None:
    told: list[Change] = []

    def more(change: Change) -> None:
        subscription.cancel()
        store.subscribe(told.append)

    subscription = store.subscribe(more)
    store.add("One", 1)
    store.add("Two", 2)
    assert [list(change.added) for change in told] == [[2]]


def test_what_a_subscriber_raises_goes_to_on_error(store: iexpense.Store) -> None:
    raised: list[tuple[Exception, iexpense.Subscription]] = []
    told: list[Change] = []
    store.on_error = lambda error, subscription: raised.append((error, subscription))

    def fail(change: Change) -> None:
        raise ZeroDivisionError("on purpose")

    failing = store.subscribe(fail)
    store.subscribe(told.append)
    added = store.add("Lunch", 1)
    assert store.get(added.id) == added
    assert [(str(error), who) for error, who in raised] == [("on purpose", failing)]
    assert len(told) == 1
    assert failing.active
    store.on_error = None


def test_or_else_to_the_unraisable_hook(
    store: iexpense.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: unraisable.append(args.exc_value))

    def fail(change: Change) -> None:
        raise error

    def fail_again(error: Exception, subscription: iexpense.Subscription) -> None:
        raise second

    error, second = ZeroDivisionError("on purpose"), KeyError("handler")
    store.subscribe(fail)
    store.add("Lunch", 1)
    assert unraisable == [error]
    store.on_error = fail_again
    store.add("Lunch", 1)
    assert unraisable == [error, second]
    store.on_error = None
    assert len(store.expenses()) == 2


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_is_raised_after_the_call(
    store: iexpense.Store, stop: type[BaseException]
) -> None:
    told: list[Change] = []

    def interrupt(change: Change) -> None:
        if len(told) == 0:
            raise stop

    def count(change: Change) -> None:
        # Runs after the interrupt, inside the same call: not the place to raise it.
        told.append(change)
        store.add("From the callback", 1) if len(told) == 1 else None

    store.subscribe(interrupt)
    store.subscribe(count)
    with pytest.raises(stop):
        store.add("Lunch", 1)
    assert [e.name for e in store.expenses()] == ["Lunch", "From the callback"]
    assert len(told) == 2
    store.add("Dinner", 1)


def test_a_signal_in_a_callback(store: iexpense.Store) -> None:
    store.subscribe(lambda change: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        store.add("Lunch", 1)
    assert len(store.expenses()) == 1


def test_an_interrupt_while_subscribing(store: iexpense.Store) -> None:
    def interrupt(change: Change) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.subscribe(interrupt, initial=True)


def test_the_store_keeps_the_subscriber(store: iexpense.Store) -> None:
    told: list[str] = []

    class Listener:
        def __call__(self, change: Change) -> None:
            told.append(str(change))

    store.subscribe(Listener())
    gc.collect()
    store.add("Lunch", 1)
    assert len(told) == 1


def test_a_subscriber_is_let_go(store: iexpense.Store) -> None:
    class Listener:
        def __call__(self, change: Change) -> None:
            pass

    one, two = Listener(), Listener()
    gone = [weakref.ref(one), weakref.ref(two)]
    subscription = store.subscribe(one)
    store.subscribe(two)
    del one, two
    subscription.cancel()
    gc.collect()
    assert gone[0]() is None
    assert gone[1]() is not None
    store.close()
    gc.collect()
    assert gone[1]() is None


def test_changes_of_another_thread(store: iexpense.Store) -> None:
    told: list[int] = []
    store.subscribe(lambda change: told.extend(change.added))

    def add(name: str) -> None:
        for _ in range(50):
            store.add(name, 1)

    threads = [threading.Thread(target=add, args=(f"thread {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == list(range(1, 201))
    assert len(store.expenses()) == 200


def test_undo_and_redo_are_changes(store: iexpense.Store) -> None:
    changes: list[Change] = []
    added = store.add("Lunch", 1)
    store.subscribe(changes.append)
    store.undo()
    store.redo()
    assert [(c.kind, list(c.added), list(c.removed)) for c in changes] == [
        (ChangeKind.UNDO, [], [added.id]),
        (ChangeKind.REDO, [added.id], []),
    ]


def test_ids() -> None:
    ids = iexpense.Ids([range(1, 4), range(7, 8)])
    assert list(ids) == [1, 2, 3, 7] == ids
    assert len(ids) == 4
    assert (ids[0], ids[3], ids[-1], ids[-4]) == (1, 7, 7, 1)
    assert ids[1:3] == [2, 3]
    assert 7 in ids
    assert 4 not in ids
    assert repr(ids) == "<Ids 1…3, 7>"
    assert ids == iexpense.Ids([range(1, 4), range(7, 8)])
    assert ids != [1]
    for index in (4, -5):
        with pytest.raises(IndexError):
            ids[index]

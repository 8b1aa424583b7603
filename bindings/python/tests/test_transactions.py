"""Transactions, undo, redo and the history."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import iexpense
import pytest
from iexpense import Change, ChangeKind


def names(store: iexpense.Store) -> list[str]:
    return [expense.name for expense in store.expenses()]


def test_one_change(store: iexpense.Store) -> None:
    changes: list[Change] = []
    store.subscribe(changes.append)
    with store.transaction("Trip to Rome") as same:
        assert same is store
        train = store.add("Train", "89.90")
        store.update(train.id, note="window seat")
        store.add("Hotel", 214)
        assert store.get(train.id).note == "window seat"
        assert changes == []
    assert [(c.label, len(c.added)) for c in changes] == [("Trip to Rome", 2)]
    assert str(store.undo()) == 'undid "Trip to Rome"'
    assert names(store) == []


def test_an_exception_rolls_back(store: iexpense.Store) -> None:
    store.add("Lunch", 1)
    revision = store.revision
    for error in (ZeroDivisionError, KeyboardInterrupt):
        with pytest.raises(error), store.transaction("Trip"):
            store.add("Train", 1)
            raise error
    assert names(store) == ["Lunch"]
    assert store.revision == revision
    with store.transaction("Trip"):
        store.add("Train", 1)
    assert names(store) == ["Lunch", "Train"]


def test_a_refused_call_fails_the_whole(store: iexpense.Store) -> None:
    with pytest.raises(iexpense.NotFoundError), store.transaction("Trip"):
        store.add("Train", 1)
        with pytest.raises(iexpense.NotFoundError):
            store.remove(99)
    assert names(store) == []


def test_nested(store: iexpense.Store) -> None:
    with (
        pytest.raises(iexpense.TransactionError),
        store.transaction("Outer"),
        store.transaction("Inner"),
    ):
        pass
    with store.transaction("After"):
        store.add("Train", 1)
    assert names(store) == ["Train"]


def test_closed_inside(store: iexpense.Store) -> None:
    with pytest.raises(iexpense.HandleError), store.transaction("Trip"):
        store.add("Train", 1)
        store.close()
    with pytest.raises(iexpense.HandleError), store.transaction("Trip"):
        pass


def test_an_empty_transaction_is_no_change(store: iexpense.Store) -> None:
    revision = store.revision
    with store.transaction("Nothing"):
        pass
    assert store.revision == revision


def test_a_subscriber_may_use_the_store_at_the_end(store: iexpense.Store) -> None:
    def answer(change: Change) -> None:
        if change.label == "Trip":
            with store.transaction("Answer"):
                store.add("Answer", 1)

    store.subscribe(answer)
    with store.transaction("Trip"):
        store.add("Train", 1)
    assert names(store) == ["Train", "Answer"]


def test_other_tasks_are_kept_out(store: iexpense.Store) -> None:
    async def outside(inside: asyncio.Event, done: asyncio.Event) -> list[type]:
        await inside.wait()
        caught = []
        view_count = len
        for attempt in (
            lambda: store.add("Intruder", 1),
            lambda: store.get(1),
            lambda: store.undo(),
            lambda: store.expenses(),
            lambda: view_count(view),
            lambda: store.totals(),
            lambda: store.transaction("Other").__enter__(),
        ):
            try:
                attempt()
            except iexpense.BusyError as error:
                caught.append(type(error))
        done.set()
        return caught

    async def main() -> list[type]:
        inside, done = asyncio.Event(), asyncio.Event()
        task = asyncio.ensure_future(outside(inside, done))
        with store.transaction("Trip"):
            store.add("Train", 1)
            inside.set()
            await done.wait()
            store.add("Hotel", 1)
        caught = await task
        store.add("Afterwards", 1)
        return caught

    view = store.expenses()
    assert len(asyncio.run(main())) == 7
    assert names(store) == ["Train", "Hotel", "Afterwards"]


def test_a_loop_inside_a_transaction(store: iexpense.Store) -> None:
    async def main() -> None:
        store.add("Train", 1)

    with store.transaction("Trip"):
        asyncio.run(main())
    assert names(store) == ["Train"]


def test_a_cancelled_task_rolls_back(store: iexpense.Store) -> None:
    async def slow() -> None:
        with store.transaction("Trip"):
            store.add("Train", 1)
            await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.ensure_future(slow())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        store.add("Lunch", 1)

    asyncio.run(main())
    assert names(store) == ["Lunch"]


def test_other_threads_wait(store: iexpense.Store) -> None:
    started, seen = threading.Event(), []

    def other() -> None:
        seen.append(len(store.expenses()))
        started.set()
        store.add("Other", 1)

    thread = threading.Thread(target=other)
    with store.transaction("Trip"):
        store.add("Train", 1)
        thread.start()
        started.wait(10)
        store.add("Hotel", 1)
    thread.join()
    assert seen == [0]
    assert names(store) == ["Train", "Hotel", "Other"]


# Undo and redo.


def test_undo_and_redo(store: iexpense.Store) -> None:
    assert store.undo() is None
    assert store.redo() is None
    ids = store.add_many({"name": f"n{i}", "amount": i} for i in range(3))
    everything = list(store.expenses())
    store.remove(*ids)
    step = store.undo()
    assert step is not None
    assert str(step) == 'undid "removed 3 expenses"'
    assert (step.label, step.revision) == ("removed 3 expenses", store.revision)
    assert list(store.expenses()) == everything
    assert str(store.redo()) == 'redid "removed 3 expenses"'
    assert names(store) == []
    assert store.redo() is None


def test_undo_after_reopening(path: Path) -> None:
    with iexpense.open(path, currency="EUR", origin="me") as store:
        store.add("Lunch", 1)
    with iexpense.open(path, origin="someone else") as store:
        assert store.undo() is None
        step = store.undo(any=True)
        assert str(step) == 'undid "added 1 expense"'
    with iexpense.open(path, origin="me") as store:
        store.add("Dinner", 1)
        assert str(store.undo()) == 'undid "added 1 expense"'
        assert names(store) == []


def test_undo_of_one_revision_and_conflicts(store: iexpense.Store) -> None:
    one = store.add("Lunch", "12.50")
    store.update(one.id, amount=13)
    thirteen = store.revision
    store.add("Train", 1)
    assert store.undo(revision=thirteen) is not None
    assert store.get(one.id) == one
    store.update(one.id, amount=20)
    twenty = store.revision
    store.update(one.id, amount=21)
    with pytest.raises(iexpense.ConflictError, match=str(one.id)):
        store.undo(revision=twenty)
    for bad in (10**6, 0, -1, 2**63):
        with pytest.raises(LookupError):
            store.undo(revision=bad)
    with pytest.raises(TypeError):
        store.undo(revision=True)


def test_history(store: iexpense.Store) -> None:
    (first,) = store.history()
    assert first.kind is ChangeKind.SETTINGS  # the default currency
    one = store.add("Lunch", "12.50")
    store.update(one.id, amount=13, note="x")
    with store.transaction("Clear"):
        store.remove(one.id)
    store.undo()
    store.add("Train", 1)
    entries = store.history()
    assert [entry.revision for entry in entries] == list(range(store.revision, 0, -1))
    assert entries[2].label == "Clear"
    assert entries[2].undone_by == entries[1].revision
    assert entries[1].kind is ChangeKind.UNDO
    assert entries[1].target == entries[2].revision
    assert entries[3].fields == {"amount", "note"}
    assert (entries[0].added, entries[3].updated, entries[2].removed) == (1, 1, 1)
    assert entries[0].expense is None
    assert entries[-1] == first
    assert store.history(limit=2) == entries[:2]
    assert store.history(limit=0) == []
    own = store.history(one.id)
    assert [str(entry.expense.amount) for entry in own if entry.expense] == [
        "13.00",
        "13.00",
        "13.00",
        "12.50",
    ]


def test_a_long_history(store: iexpense.Store) -> None:
    one = store.add("Lunch", 1)
    with store.transaction("many"):
        pass
    for number in range(600):
        store.update(one.id, amount=number + 2)
    assert len(store.history()) == store.revision
    assert len(store.history(one.id)) == 601
    assert store.history(one.id, limit=300) == store.history(one.id)[:300]

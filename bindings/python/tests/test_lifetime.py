"""Anything is collected or closed in any order, on any thread, and at the program's end."""

from __future__ import annotations

import gc
import itertools
import os
import subprocess
import sys
import textwrap
import threading
import weakref
from pathlib import Path

import iexpense
import pytest
from iexpense._guard import Guard
from iexpense._library import lib


def test_a_closed_store_says_so(store: iexpense.Store) -> None:  # case 42
    added = store.add("Lunch", 1)
    view = store.expenses()
    opened = store.read(b"[]", profile={"currency": "EUR", "defaultDate": "2026-01-31"})
    subscription = store.subscribe(print)
    store.close()
    store.close()
    for attempt in (
        lambda: store.add("Dinner", 1),
        lambda: store.add_many([{"name": "x", "amount": 1}]),
        lambda: store.update(added.id, note="x"),
        lambda: store.remove(added.id),
        lambda: store.get(added.id),
        lambda: store.expenses(),
        lambda: store.totals(),
        lambda: store.undo(),
        lambda: store.redo(),
        lambda: store.undo(revision=1),
        lambda: store.history(),
        lambda: store.subscribe(print),
        lambda: store.transaction("x").__enter__(),
        lambda: store.revision,
        lambda: store.default_currency,
        lambda: store.register_currency("ABC", 2),
        lambda: store.parse_amount("1"),
        lambda: store.export(),
        lambda: store.backup("x"),
        lambda: store.check(),
        lambda: store.read(b"[]"),
        lambda: len(view),
        lambda: view[0],
        lambda: list(view),
        lambda: view[:5],
        lambda: opened.summary,
        lambda: opened.rows[0],
        lambda: opened.commit(),
    ):
        with pytest.raises(iexpense.HandleError) as caught:
            attempt()
        assert isinstance(caught.value, ValueError)
    view.close()
    opened.close()
    subscription.cancel()
    assert not subscription.active
    for thing in (store, view, subscription):
        assert repr(thing)


def test_the_library_checks_handles_itself(store: iexpense.Store) -> None:  # case 42
    """Also when Python's own check is passed by."""
    from iexpense import _abi
    from iexpense._call import call

    view = store.expenses()
    wrong = store._guard.use()
    store._guard._handle = view._guard.use()
    with pytest.raises(iexpense.HandleError):
        store.add("Lunch", 1)
    store._guard._handle = wrong
    for handle in (None, 1, 2**64 - 1, 0xDEADBEEF, wrong):
        count = __import__("ctypes").c_int64()
        with pytest.raises(iexpense.HandleError):
            call(lib.iex_view_count, handle, count)
    assert lib.iex_view_close(view._guard._handle) == _abi.IEX_OK
    assert lib.iex_view_close(view._guard._handle) == _abi.IEX_ERROR_HANDLE
    view.close()


class Follower:
    """A subscriber that refers to its store, as most do."""

    def __init__(self, store: iexpense.Store) -> None:
        self.store = store

    def changed(self, change: iexpense.Change) -> None:
        self.revision = self.store.revision


def test_a_forgotten_store_is_closed(path: Path) -> None:
    before = lib.iex_handle_count()
    store = iexpense.open(path, currency="EUR")
    gone = weakref.ref(store)
    store.subscribe(Follower(store).changed)
    view = store.expenses()
    opened = store.read(b"[]", profile={"currency": "EUR", "defaultDate": "2026-01-31"})
    assert lib.iex_handle_count() > before
    del store
    gc.collect()
    assert gone() is not None  # the view and the import still need it
    assert len(view) == 0
    del view, opened
    gc.collect()
    assert gone() is None
    assert lib.iex_handle_count() == before


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_any_order(order: tuple[int, ...], path: Path) -> None:
    store = iexpense.open(path, currency="EUR")
    store.add("Lunch", 1)
    things = [
        store,
        store.expenses(),
        store.read(b"[]", profile={"currency": "EUR", "defaultDate": "2026-01-31"}),
        store.subscribe(lambda change: None),
    ]
    walk = iter(store.expenses())
    next(walk)
    for index in order:
        thing = things[index]
        thing.cancel() if isinstance(thing, iexpense.Subscription) else thing.close()
    del store, things, walk, thing
    gc.collect()


def test_closed_in_a_finalizer_and_in_a_thread(path: Path) -> None:
    class Owner:
        def __init__(self) -> None:
            self.store = iexpense.open(path, currency="EUR")

        def __del__(self) -> None:
            self.store.add("From __del__", 1)
            self.store.close()

    owner = Owner()
    weakref.finalize(owner, lambda: None)
    del owner
    gc.collect()
    store = iexpense.open(path)
    assert [e.name for e in store.expenses()] == ["From __del__"]
    thread = threading.Thread(target=store.close)
    thread.start()
    thread.join()
    assert store.closed


@pytest.mark.parametrize("turn", range(5))
def test_threads_close_while_others_work(path: Path, turn: int) -> None:
    store = iexpense.open(path, currency="EUR", relaxed=True)
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            while True:
                store.add("Lunch", 1)
                store.expenses()[:]
                store.totals("month")
                store.history(limit=10)
        except iexpense.HandleError:
            pass
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    while store.closed is False:
        if len(store.expenses()) > 20:
            store.close()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_closing_waits_for_readers_and_not_for_itself() -> None:
    closed: list[object] = []
    guard = Guard("thing", closed.append, 7)
    with guard, guard:
        thread = threading.Thread(target=guard.close)
        thread.start()
        while not guard.closed:
            pass
        assert closed == []
    thread.join()
    assert closed == [7]
    with pytest.raises(iexpense.HandleError), guard:
        pass
    assert closed == [7]
    guard = Guard("thing", closed.append, 8)
    with guard:
        guard.close()  # as a finalizer may
        assert closed == [7]
    assert closed == [7, 8]


def run(script: str, path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(script), str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def test_left_open_at_the_end_of_the_program(path: Path) -> None:
    output = run(
        """
        import sys, threading, iexpense
        store = iexpense.open(sys.argv[1], currency="EUR")
        store.subscribe(lambda change: print(change.label))
        view = store.expenses()
        walk = iter(view)
        opened = store.read(b"[]", profile={"currency": "EUR", "defaultDate": "2026-01-31"})
        store.add("Lunch", 1)
        next(walk)
        class Late:
            def __del__(self):
                try:
                    self.view[0]
                except iexpense.HandleError:
                    print("late, and told so")
        late = Late()
        late.view = view
        late.itself = late
        def count():
            try:
                len(view)
            except iexpense.HandleError:
                pass
        threading.Thread(target=count, daemon=True).start()
        """,
        path,
    )
    assert output.startswith("added 1 expense\n")
    assert sorted(file.name for file in path.parent.iterdir() if "wal" in file.name) == []
    with iexpense.open(path) as store:
        assert len(store.expenses()) == 1


def test_a_daemon_thread_at_the_end_of_the_program(path: Path) -> None:
    run(
        """
        import sys, threading, time, iexpense
        store = iexpense.open(sys.argv[1], currency="EUR", relaxed=True)
        store.subscribe(lambda change: change.label)
        def work():
            try:
                while True:
                    store.add("Lunch", 1)
            except iexpense.HandleError:
                pass
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.2)
        """,
        path,
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_refused(path: Path) -> None:
    output = run(
        """
        import os, sys, iexpense
        store = iexpense.open(sys.argv[1], currency="EUR")
        store.add("Parent", 1)
        child = os.fork()
        if child == 0:
            try:
                store.add("Child", 1)
            except iexpense.ForkedError as error:
                print("refused", flush=True)
            store.close()
            sys.exit(0)
        os.waitpid(child, 0)
        store.add("Parent again", 1)
        print(len(store.expenses()))
        """,
        path,
    )
    assert output.split() == ["refused", "2"]

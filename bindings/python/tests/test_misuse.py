"""What a host does wrong, or at the wrong moment: nothing ends the program, and the store is whole.

Callbacks raise whatever can be raised, write, cancel, close and collect from inside, on several
threads; objects are used when they are gone; a store is used at random beside a plain model.
"""

from __future__ import annotations

import ctypes
import gc
import os
import random
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import iexpense
import pytest
from iexpense import State
from test_property import Model, compare, step

ITEMS = b'[{"name": "Lunch", "amount": "12.50"}, {"name": "Tea", "amount": "3"}]'
PROFILE = {"currency": "EUR", "defaultDate": "2026-01-31"}


class NoTextError(Exception):
    """Can't be shown."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


class StopsInItsTextError(Exception):
    """Who shows it is interrupted."""

    def __str__(self) -> str:
        raise KeyboardInterrupt

    __repr__ = __str__


class NotTextError(Exception):
    """Says what is no text."""

    def __str__(self) -> str:
        return 7  # type: ignore[return-value]


class Stop(BaseException):
    """As a host's own way to end the program."""


ERRORS: list[Callable[[], BaseException]] = [
    lambda: ValueError("on purpose"),
    lambda: ValueError("\ud800 \x00 %s " + "x" * 10_000),
    lambda: KeyError(object()),
    lambda: StopIteration(1),
    lambda: StopAsyncIteration(),
    lambda: RecursionError("deep"),
    lambda: MemoryError(),
    lambda: iexpense.HandleError("not ours"),
    lambda: iexpense.CancelledError("not ours"),
    NoTextError,
    StopsInItsTextError,
    NotTextError,
]
STOPS: list[Callable[[], BaseException]] = [
    KeyboardInterrupt,
    lambda: SystemExit(3),
    lambda: GeneratorExit(),
    Stop,
]


KINDS: tuple[type[BaseException], ...] = tuple({type(make()) for make in ERRORS + STOPS})


class Thrower:
    """A callable for anything that raises one thing, once for each time that it is armed."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.calls = 0

    def __call__(self, *_: Any) -> Any:
        self.calls += 1
        error, self.error = self.error, None
        if error is not None:
            raise error
        return _[0] if _ else None


class Screen(iexpense.ObservableObject):
    note: iexpense.Published[str] = iexpense.Published("")


def everywhere(store: iexpense.Store, thrower: Thrower) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each kind of callback, and what has it run. What is changed is changed although it raises."""
    count = iter(range(1, 1000))

    def add() -> None:
        store.add(f"number {next(count)}", 1)

    with store.subscribe(thrower):
        yield "told now", add
    with store.subscribe(thrower, queued=True):
        yield "queued", lambda: (add(), store.wait(0))
    yield "initial", lambda: store.subscribe(thrower, initial=True).cancel()
    with store.expenses() as view, view.subscribe(thrower):
        yield "of a view", add
    state = State(0)
    with state.subscribe(thrower):
        yield "of a state", lambda: state.set(next(count))
    text = State("")
    mapped = text.map(lambda value: thrower(value), lambda value: thrower(value))
    yield "the way to", lambda: mapped.value
    yield "the way back", lambda: mapped.set(f"{next(count)}")
    with mapped.subscribe(lambda value: None):
        yield "the way to, for who is told", lambda: text.set(f"{next(count)}")
    screen = Screen()
    with screen.subscribe(thrower):
        yield "of an object", lambda: setattr(screen, "note", f"{next(count)}")
    shown = State(False)
    with iexpense.Sheet(shown, on_dismiss=thrower) as sheet:
        yield "dismissed", lambda: (sheet.present(), sheet.dismiss())
    yield (
        "progress of an import",
        lambda: store.read(ITEMS, profile=PROFILE, progress=thrower).close(),
    )
    yield "progress of an export", lambda: store.export(progress=thrower)
    store.on_error = lambda error, subscription: thrower()
    with store.subscribe(lambda change: 1 // 0):
        yield "on_error", add
    store.on_error = None


@pytest.mark.parametrize("make", ERRORS + STOPS)
def test_whatever_a_callback_raises(
    store: iexpense.Store, monkeypatch: pytest.MonkeyPatch, make: Callable[[], BaseException]
) -> None:
    unraisable: list[BaseException | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: unraisable.append(args.exc_value))
    thrower = Thrower()
    for where, act in everywhere(store, thrower):
        unraisable.clear()
        calls = thrower.calls
        error = thrower.error = make()
        raised: BaseException | None = None
        try:
            act()
        except BaseException as caught:
            raised = caught
        assert thrower.calls > calls, where
        assert thrower.error is None
        # A library's error stands for one whose way it has crossed: there the text is not shown.
        told = [raised, *unraisable]
        stands_for = where == "the way to, for who is told" or isinstance(
            raised, (KeyboardInterrupt, iexpense.IExpenseError)
        )
        assert error in told or stands_for, (where, told)
        if isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit, Stop)):
            assert raised is error, where
        # And it is over: the next call knows nothing of it.
        act()
        del raised, told
    store.check()


def test_callbacks_do_anything_on_many_threads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Subscribers that raise, write, undo, cancel, close views and collect, on several threads."""
    unraisable: list[BaseException | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: unraisable.append(args.exc_value))
    store = iexpense.open(path, currency="EUR", relaxed=True)
    revisions: list[int] = []
    store.subscribe(lambda change: revisions.extend(change.revisions))
    first = store.revision + 1
    wrong: list[BaseException] = []
    handled: list[Exception] = []
    store.on_error = lambda error, subscription: handled.append(error)
    deep = threading.local()

    def work(seed: int) -> None:
        chance = random.Random(seed)

        def anything(event: Any) -> None:
            if getattr(deep, "level", 0) > 3:
                return
            deep.level = getattr(deep, "level", 0) + 1
            try:
                actions[chance.randrange(len(actions))]()
            finally:
                deep.level -= 1

        def fail() -> None:
            raise chance.choice(ERRORS)()

        def stop() -> None:
            raise chance.choice(STOPS)()

        subscriptions: list[iexpense.Subscription] = []
        views: list[Any] = []
        state = State(0)

        def subscribe() -> None:
            subscriptions.append(store.subscribe(anything, queued=chance.random() < 0.3))
            views.append(store.expenses(limit=10))
            subscriptions.append(views[-1].subscribe(anything))
            subscriptions.append(state.subscribe(anything))

        def cancel() -> None:
            for _ in range(chance.randint(0, len(subscriptions))):
                subscriptions.pop(chance.randrange(len(subscriptions))).cancel()
            for _ in range(chance.randint(0, len(views))):
                views.pop(chance.randrange(len(views))).close()

        def cycle() -> None:
            ring: list[Any] = [store, store.expenses(limit=3), iexpense.State(1)]
            ring.append(ring)
            ring.append(store.subscribe(lambda change: len(ring)))
            subscriptions.append(ring[-1])

        actions = [
            lambda: store.add("Row", chance.randint(1, 9)),
            lambda: store.add("Row", chance.randint(1, 9)),
            store.undo,
            fail,
            stop,
            subscribe,
            cancel,
            cycle,
            gc.collect,
            lambda: state.set(chance.randint(0, 3)),
            lambda: [view[:3] for view in views],
            lambda: store.totals("month"),
        ]
        for _ in range(60):
            try:
                anything(None)
                if chance.random() < 0.2:
                    store.wait(0)
            except (iexpense.IExpenseError, *KINDS):
                pass
            except BaseException as error:
                wrong.append(error)
        for subscription in list(subscriptions):
            subscription.cancel()
        for _ in range(3):
            try:
                store.revision  # noqa: B018, what was to stop is raised here at the latest
            except tuple(KINDS):
                pass

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    while store.wait(0):
        pass
    assert revisions == list(range(first, store.revision + 1))
    rows = list(store.expenses())
    assert sum(total.count for total in store.totals()) == len(rows)
    store.check()
    store.on_error = None
    store.close()


@pytest.mark.parametrize("make", [lambda: ValueError("no way"), *ERRORS[-3:]])
def test_a_way_that_fails_from_now_on(
    make: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is told of a mapped binding gets the error itself, and never a value that is none."""
    unraisable: list[BaseException | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: unraisable.append(args.exc_value))
    error = make()
    told: list[Any] = []
    handled: list[Exception] = []

    def way(value: int) -> int:
        if value:
            raise error
        return 7

    state = State(0)
    state.on_error = lambda error, subscription: handled.append(error)
    with state.map(way).subscribe(told.append):
        try:
            state.set(1)
        except KeyboardInterrupt:
            assert isinstance(error, StopsInItsTextError)
        assert (told, unraisable) == ([], [])
        assert handled == [error]
    assert state.value == 1
    error.__traceback__ = None  # whose frames hold the state


def test_the_collector_runs_at_every_step(path: Path) -> None:
    """Whatever is forgotten is closed in the middle of whatever runs just then."""
    chance = random.Random(5)
    model = Model()
    store = iexpense.open(path, currency="EUR", relaxed=True)
    thresholds = gc.get_threshold()

    def forget(change: iexpense.Change) -> None:
        ring: list[Any] = [change, store.expenses(limit=3), State(0), store.changes(timeout=0)]
        ring.extend([ring, iter(ring[1]), ring[1].subscribe(lambda event: len(ring))])

    store.subscribe(forget)
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(60):
            step(chance, store, model)
    finally:
        gc.set_threshold(*thresholds)
    compare(store, model.rows)
    store.check()
    store.close()


# What a host may pass for anything.
PALETTE: list[Any] = [
    None, True, 0, 1, -1, 2**31, 2**63 - 1, 2**63, -(2**63), 2**200, 1.5, float("nan"), "", "x",
    "12.50", "EUR", "XXX", "month", "2026-02-29", "\ud800", "a\x00b", b"", b"\xff\xfe", ITEMS, [],
    [1, 1], [None], (), {}, {"name": "x"}, [{"name": "Tea", "amount": 1}], object(), type, print,
    lambda *_: 1 // 0, slice(0, 3), slice(None, None, -2), iexpense.Reimbursement.OPEN, 7, 20260314,
]  # fmt: skip
# What a wrong use may come to. No AssertionError, no SystemError, no error of ctypes.
REFUSED = (
    iexpense.IExpenseError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError,
    OSError, ImportError, StopIteration, NotImplementedError,
)  # fmt: skip
# They wait, or stand for what the test itself needs.
LEFT_OUT = {"wait", "fileno", "backup", "plot", "import_file", "on_error"}


def misuse(chance: random.Random, things: list[Any]) -> None:
    """Uses anything in any way, and keeps what comes of it."""
    thing = chance.choice(things)
    palette = [*PALETTE, *things[-20:]]
    names = [name for name in dir(thing) if name[0] != "_" and name not in LEFT_OUT]
    names += ["__len__", "__iter__", "__repr__", "__enter__", "__getitem__", "__eq__", "__hash__"]
    name = chance.choice(names)
    try:
        found = getattr(thing, name)
        if callable(found):
            arguments = [chance.choice(palette) for _ in range(chance.randint(0, 3))]
            words = {}
            if chance.random() < 0.3:
                words[chance.choice(["limit", "sort", "amount", "text", "queued", "timeout"])] = (
                    chance.choice(palette)
                )
            if name == "changes":
                arguments, words = [], {"timeout": 0}
            found = found(*arguments, **words)
        if hasattr(found, "__next__"):
            found = next(found, None)
        if type(found).__module__.startswith("iexpense") and len(things) < 200:
            things.append(found)
    except REFUSED as error:
        refused = error
        assert not isinstance(refused, ctypes.ArgumentError)
        assert isinstance(str(refused), str)


@pytest.mark.parametrize("seed", range(6))
def test_used_at_random_beside_a_plain_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", lambda args: None)
    monkeypatch.setattr("builtins.print", lambda *_: None)
    chance = random.Random(seed)
    model = Model()
    with iexpense.open(tmp_path / "right.db", currency="EUR", relaxed=True) as right:
        for _ in range(12):
            things: list[Any] = []
            misused = iexpense.open(tmp_path / "misused.db", currency="EUR", relaxed=True)
            misused.add("Lunch", 1)
            things += [
                misused, misused, misused.expenses(), misused.draft(), misused.totals("type"),
                misused.read(ITEMS, profile=PROFILE), misused.rules, misused.profiles, State(0),
                misused.transaction("wrong"), misused.changes(timeout=0), iexpense.Environment(),
                misused.subscribe(lambda change, kept=things: misuse(chance, kept)),
            ]  # fmt: skip
            for _ in range(120):
                misuse(chance, things)
            step(chance, right, model)
            compare(right, model.rows)
            things.clear()
            misused.close()
            with iexpense.open(tmp_path / "misused.db") as again:
                again.check()
        right.check()


def run(script: str, *arguments: object) -> str:
    """What a program prints; it ends well and has no complaint."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(script), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.parametrize("after", [0.0, 0.03, 0.1])
def test_everything_is_at_work_when_the_program_ends(path: Path, after: float) -> None:
    run(
        """
        import atexit, sys, threading, time, iexpense

        store = iexpense.open(sys.argv[1], currency="EUR", relaxed=True)
        store.on_error = lambda error, subscription: None
        state = iexpense.State(0)

        def quietly(work):
            def endless():
                try:
                    while True:
                        try:
                            work()
                        except ZeroDivisionError:
                            pass
                except iexpense.HandleError:
                    pass
            threading.Thread(target=endless, daemon=True).start()

        # Who tells goes on as long as others change more: at some time they are done.
        def few(work):
            left = iter(range(300))
            return lambda: work() if next(left, None) is not None else time.sleep(0.01)

        def subscriber(change):
            state.set(change.revision)
            with store.expenses(limit=3) as view, view.subscribe(print):
                len(view)

        store.subscribe(subscriber)
        store.subscribe(lambda change: 1 // 0, queued=True)
        state.subscribe(lambda value: store.revision)
        quietly(few(lambda: store.add("Row", 1)))
        quietly(lambda: store.wait(0.01))
        quietly(lambda: list(store.changes(timeout=0.01)))
        quietly(lambda: store.totals("month"))
        quietly(few(lambda: state.set(state.value + 1)))
        quietly(lambda: store.read(b"[]", profile={"currency": "EUR"}).close())

        class Late:
            def __del__(self):
                try:
                    store.add("Late", 1)
                except (iexpense.HandleError, TypeError, AttributeError, NameError):
                    pass

        late = Late()
        kept = [late, store, store.expenses(), iexpense.Environment()]
        kept.append(kept)

        @atexit.register
        def at_the_end():
            try:
                store.add("At the end", 1)
            except iexpense.HandleError:
                pass

        time.sleep(float(sys.argv[2]))
        """,
        path,
        after,
    )
    with iexpense.open(path) as store:
        store.check()


def test_a_subinterpreter_is_refused(path: Path) -> None:
    """ctypes runs callbacks as the main interpreter's; the program goes on."""
    output = run(
        """
        import sys, textwrap
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import iexpense

        script = textwrap.dedent('''
        try:
            import iexpense
        except ImportError:
            pass
        else:
            raise AssertionError("it was loaded")
        ''')
        with iexpense.open(sys.argv[1], currency="EUR") as store:
            store.add("Before", 1)
            for _ in range(2):
                number = interpreters.create()
                wrong = interpreters.run_string(number, script)
                assert wrong is None, wrong
                interpreters.destroy(number)
            store.add("After", 1)
            store.check()
            print(sorted(expense.name for expense in store.expenses()))
        """,
        path,
    )
    assert output == "['After', 'Before']\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forks_amid_it_all(path: Path) -> None:
    """Whatever threads hold just then, a child is told so by every call, and comes to its end."""
    output = run(
        """
        import gc, os, sys, threading, warnings, iexpense

        # Python 3.12 warns of a fork beside threads, which is what this is about.
        warnings.simplefilter("ignore", DeprecationWarning)
        store = iexpense.open(sys.argv[1], currency="EUR", relaxed=True)
        view, state = store.expenses(), iexpense.State(0)
        view.subscribe(lambda change: state.set(change.revision))
        going = True

        def repeat(work):
            def run():
                while going:
                    work()
            thread = threading.Thread(target=run)
            thread.start()
            return thread

        threads = [
            repeat(lambda: store.add("Row", 1)),
            repeat(lambda: view[:5]),
            repeat(lambda: store.wait(0)),
            repeat(lambda: store.read(b"[]", profile={"currency": "EUR"}).close()),
            repeat(lambda: state.subscribe(lambda value: None).cancel()),
        ]

        def child(number):
            for call in (lambda: store.add("Child", 1), lambda: len(view), lambda: store.undo()):
                try:
                    call()
                    return 1
                except iexpense.ForkedError:
                    pass
            view.close()
            gc.collect()
            if number % 2:
                store.close()
            return 0

        ends = []
        for number in range(12):
            process = os.fork()
            if process == 0:
                status = 2
                try:
                    status = child(number)
                finally:
                    os._exit(status)
            ends.append(os.waitpid(process, 0)[1])
        going = False
        for thread in threads:
            thread.join()
        store.check()
        print(ends, store.get(1).name)
        """,
        path,
    )
    assert output == f"{[0] * 12} Row\n"

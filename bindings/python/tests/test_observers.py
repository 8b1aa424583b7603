"""Waiting for changes: callbacks, loops, event loops, threads, other processes, Ctrl+C."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import select
import selectors
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Callable

import iexpense
import pytest
from iexpense import Change, ChangeKind
from iexpense._library import lib

LONG = 30.0
"""Seconds that no test takes: what is waited for comes at once."""


@pytest.fixture
def other(store: iexpense.Store, path: Path) -> Any:
    """The same file, opened by someone else."""
    with iexpense.open(path, origin="phone", relaxed=True) as opened:
        yield opened


def start(script: str, *arguments: object, **more: Any) -> subprocess.Popen[str]:
    """Starts a program in which every warning is an error."""
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(script)]
        + [str(argument) for argument in arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def end(program: subprocess.Popen[str]) -> str:
    """What the program printed; it has no complaint."""
    output, errors = program.communicate(timeout=60)
    assert errors == ""
    assert program.returncode == 0
    return output


# Waiting.


def test_wait_tells_what_was_queued(store: iexpense.Store) -> None:
    told: list[str] = []
    store.subscribe(lambda change: told.append(f"queued {change.label}"), queued=True)
    store.subscribe(lambda change: told.append("now"))
    store.add("Lunch", 1)
    assert told == ["now"]
    assert store.wait(0) == 1
    assert told == ["now", "queued added 1 expense"]
    assert store.wait(0) == 0
    store.add("Tea", 1)
    store.add("Tea", 1)
    assert store.wait() == 2


def test_the_present_state_may_be_queued(store: iexpense.Store) -> None:
    store.add("Lunch", 1)
    told: list[Change] = []
    store.subscribe(told.append, queued=True, initial=True)
    assert told == []
    assert store.wait(0) == 1
    assert [(change.kind, list(change.added)) for change in told] == [(ChangeKind.INITIAL, [1])]


def test_wait_takes_its_time(store: iexpense.Store) -> None:
    for seconds in (0, -1, 0.05, 0.3):
        started, used = time.monotonic(), time.process_time()
        assert store.wait(seconds) == 0
        took = time.monotonic() - started
        assert max(0, seconds) <= took < max(0, seconds) + 5
        assert time.process_time() - used < 0.2
    with pytest.raises(TypeError):
        store.wait("long")  # type: ignore[arg-type]


def test_wait_hears_of_others(store: iexpense.Store, other: iexpense.Store) -> None:
    told: list[Change] = []
    store.subscribe(told.append)
    other.add("Taxi", 18)
    assert told == []
    assert store.wait(LONG) == 1
    assert [(change.origin, list(change.added)) for change in told] == [("phone", [1])]


def test_wait_of_a_store_in_memory() -> None:
    with iexpense.open(memory=True, currency="EUR") as store:
        told: list[Change] = []
        store.subscribe(told.append, queued=True)
        store.add("Lunch", 1)
        assert store.wait(LONG) == 1
        assert store.wait(0.05) == 0


def test_wait_in_a_callback_does_nothing(store: iexpense.Store) -> None:
    counts: list[int] = []
    left: list[Change] = []
    changes = store.changes()
    store.subscribe(lambda change: counts.append(store.wait()), queued=True)
    store.subscribe(lambda change: left.extend(changes))
    store.add("Lunch", 1)
    assert store.wait() == 1
    assert counts == [0]
    assert left == []
    assert next(changes).added == [1]


def test_what_a_subscriber_raises_comes_from_wait_once(
    store: iexpense.Store, other: iexpense.Store
) -> None:
    handled: list[Exception] = []
    store.on_error = lambda error, subscription: handled.append(error)
    raised = [ZeroDivisionError("queued"), KeyError("another"), OSError("now"), ValueError("own")]

    def fail(error: Exception) -> Callable[[Change], None]:
        def subscriber(change: Change) -> None:
            raise error

        return subscriber

    def copy(change: Change) -> None:
        if [expense.name for expense in store.expenses()].count("Copy") == 0:
            store.add("Copy", 1)

    with (
        store.subscribe(fail(raised[0]), queued=True),
        store.subscribe(fail(raised[1]), queued=True),
    ):
        store.add("Lunch", 1)
        assert handled == []
        with pytest.raises(ZeroDivisionError) as caught:
            store.wait(LONG)
        assert caught.value is raised[0]
        assert handled == [raised[1]]
        assert store.wait(0) == 0
    with store.subscribe(fail(raised[2])):
        # Told while waiting, because another program has changed something.
        other.add("Taxi", 18)
        with pytest.raises(OSError, match="now"):
            store.wait(LONG)
        assert handled == [raised[1]]
        # Told in the call that makes the change.
        store.add("Tea", 1)
        assert handled == [raised[1], raised[2]]
    with store.subscribe(fail(raised[3])) as failing, store.subscribe(copy, queued=True):
        store.add("Tea", 1)
        handled.clear()
        # What a callback of wait changes is told once it has returned, and so in wait.
        with pytest.raises(ValueError, match="own") as own:
            store.wait(LONG)
        assert own.value is raised[3]
        assert handled == []
        assert failing.active
        assert store.wait(0) == 0
    store.on_error = None


def test_an_interrupt_of_a_subscriber_comes_from_wait(store: iexpense.Store) -> None:
    store.subscribe(lambda change: os.kill(os.getpid(), signal.SIGINT), queued=True)
    store.add("Lunch", 1)
    with pytest.raises(KeyboardInterrupt):
        store.wait(LONG)
    assert store.wait(0) == 0


def test_a_subscriber_closes_the_store_that_waits(store: iexpense.Store) -> None:
    store.subscribe(lambda change: store.close(), queued=True)
    store.add("Lunch", 1)
    assert store.wait(LONG) == 1
    with pytest.raises(iexpense.HandleError):
        store.wait(0)
    with pytest.raises(iexpense.HandleError):
        store.fileno()
    with pytest.raises(iexpense.HandleError):
        store.changes()


def test_the_store_is_a_file_to_selectors(store: iexpense.Store, other: iexpense.Store) -> None:
    told: list[Change] = []
    store.subscribe(told.append, queued=True)
    assert store.fileno() == store.fileno() >= 0
    with selectors.DefaultSelector() as selector:
        selector.register(store, selectors.EVENT_READ)
        assert selector.select(0) == []
        other.add("Taxi", 18)
        while not told:
            assert selector.select(LONG)
            store.wait(0)
        assert selector.select(0) == []
    store.add("Tea", 1)
    assert select.select([store], [], [], LONG)[0] == [store]
    assert store.wait(0) == 1


# Loops.


def test_a_loop_over_changes(store: iexpense.Store, other: iexpense.Store) -> None:
    store.add("Before", 1)
    changes = store.changes(timeout=LONG)
    lunch = store.add("Lunch", "12.50")
    other.update(lunch.id, amount="13.50")
    seen: list[Change] = []
    for change in changes:
        seen.append(change)
        if len(seen) == 1:
            assert change.new(lunch.id) == lunch
        else:
            assert change.old(lunch.id) == lunch
            break
    assert [(c.origin, list(c.added), list(c.updated)) for c in seen] == [
        (seen[0].origin, [lunch.id], []),
        ("phone", [], [lunch.id]),
    ]
    # As long as the change is kept, and the store is open.
    assert seen[0].new(lunch.id) == lunch
    store.close()
    with pytest.raises(iexpense.HandleError):
        seen[0].new(lunch.id)
    assert list(changes) == []


def test_a_loop_ends_with_its_time(store: iexpense.Store) -> None:
    started = time.monotonic()
    assert list(store.changes(timeout=0.2)) == []
    assert 0.2 <= time.monotonic() - started < 5
    polled = store.changes(timeout=0)
    assert list(polled) == []
    store.add("Lunch", 1)
    store.add("Tea", 1)
    assert [list(change.added) for change in polled] == [[1], [2]]
    assert list(polled) == []
    assert "Changes" in repr(polled)
    with polled:
        pass
    store.add("Cake", 1)
    assert list(polled) == []


def test_a_loop_ends_where_others_write_all_the_time(store: iexpense.Store) -> None:
    seen: list[int] = []
    changes = store.changes(timeout=0.1)
    store.add("First", 1)
    for change in changes:
        seen.extend(change.added)
        store.add("More", 1)
    assert seen == list(range(1, len(seen) + 1))


def test_change_handles_are_closed(store: iexpense.Store) -> None:
    before = lib.iex_handle_count()
    changes = store.changes(timeout=0)
    for _ in range(100):
        store.add("Lunch", 1)
    assert sum(1 for _ in changes) == 100
    gc.collect()
    assert lib.iex_handle_count() == before
    store.add("Lunch", 1)
    store.wait(0)
    assert lib.iex_handle_count() == before + 1
    del changes
    gc.collect()
    assert lib.iex_handle_count() == before


def test_nothing_waits_for_a_loop_that_was_left(store: iexpense.Store) -> None:
    store.add("Before", 1)
    for _ in store.changes(timeout=0):
        break
    store.add("Lunch", 1)
    store.wait(0)
    assert select.select([store], [], [], 0)[0] == []
    store.add("Tea", 1)
    assert list(store.changes(timeout=0)) == []


def test_every_loop_gets_every_change(store: iexpense.Store) -> None:
    first = store.changes(timeout=0)
    store.add("Lunch", 1)
    second = store.changes(timeout=0)
    store.add("Tea", 1)
    assert [list(change.added) for change in first] == [[1], [2]]
    assert [list(change.added) for change in second] == [[2]]


def test_many_changes_that_nobody_takes_are_a_reset(store: iexpense.Store) -> None:
    slow, quick = store.changes(timeout=0), store.changes(timeout=0)
    seen, first = 0, store.revision + 1
    for _ in range(12):
        for _ in range(100):
            store.add("Lunch", 1)
        seen += sum(1 for _ in quick)
    assert seen == 1200
    taken = list(slow)
    assert [change.kind for change in taken[:2]] == [ChangeKind.RESET, ChangeKind.EDIT]
    revisions = [number for change in taken for number in change.revisions]
    assert revisions == list(range(first, first + 1200))
    assert str(taken[0]) == f"#{first}–{first + 1024}: everything may have changed"  # noqa: RUF001
    with pytest.raises(iexpense.HandleError):
        taken[0].new(1)


def test_a_loop_raises_what_a_subscriber_raises_and_loses_nothing(store: iexpense.Store) -> None:
    error = ZeroDivisionError("on purpose")

    def fail(change: Change) -> None:
        raise error

    store.subscribe(fail, queued=True)
    changes = store.changes(timeout=LONG)
    store.add("Lunch", 1)
    with pytest.raises(ZeroDivisionError) as caught:
        next(changes)
    assert caught.value is error
    assert next(changes).added == [1]


def test_a_loop_hears_of_its_own_transaction(store: iexpense.Store) -> None:
    with store.transaction("Trip"):
        store.add("Train", 1)
        changes = store.changes(timeout=0)
    assert [change.label for change in changes] == ["Trip"]


# asyncio.


def run(main: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(main, LONG)

    asyncio.run(limited())


async def take(changes: iexpense.Changes, count: int) -> list[Change]:
    taken = []
    async for change in changes:
        taken.append(change)
        if len(taken) == count:
            break
    return taken


def test_async_for_in_several_tasks(store: iexpense.Store, other: iexpense.Store) -> None:
    async def main() -> None:
        tasks = [asyncio.create_task(take(store.changes(), 3)) for _ in range(5)]
        await asyncio.sleep(0.05)
        other.add("Taxi", 18)
        await asyncio.sleep(0.05)
        store.add("Lunch", 1)
        await asyncio.to_thread(other.add, "Tea", 1)
        for taken in await asyncio.gather(*tasks):
            assert [list(change.added) for change in taken] == [[1], [2], [3]]
            assert taken[0].origin == "phone"

    run(main())


def test_async_for_ends_with_its_time_and_sleeps(store: iexpense.Store) -> None:
    async def main() -> None:
        started, used = time.monotonic(), time.process_time()
        assert await take(store.changes(timeout=0), 1) == []
        assert await take(store.changes(timeout=0.3), 1) == []
        assert 0.3 <= time.monotonic() - started < 5
        assert time.process_time() - used < 0.2

    run(main())


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_async_for_may_be_cancelled(store: iexpense.Store) -> None:
    async def main() -> None:
        changes = store.changes()
        for _ in range(2):
            task = asyncio.create_task(take(changes, 1))
            await asyncio.sleep(0.01)
            before = descriptors()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert descriptors() == before - 1  # its own, which the event loop has watched
            assert store._feed._sleepers == set()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(take(changes, 1), 0.01)
        store.add("Lunch", 1)
        assert [list(change.added) for change in await take(changes, 1)] == [[1]]

    run(main())


def test_async_for_beside_the_programs_own_reader(
    store: iexpense.Store, other: iexpense.Store
) -> None:
    told: list[Change] = []

    async def main() -> None:
        store.subscribe(told.append, queued=True)
        loop = asyncio.get_running_loop()
        loop.add_reader(store, store.wait, 0)
        taking = asyncio.create_task(take(store.changes(), 1))
        await asyncio.sleep(0.01)
        other.add("Taxi", 18)
        assert [list(change.added) for change in await taking] == [[1]]
        other.add("Tea", 1)
        while len(told) < 2:
            await asyncio.sleep(0.001)
        assert loop.remove_reader(store)

    run(main())


def test_async_for_ends_when_the_store_is_closed(path: Path) -> None:
    async def main() -> None:
        for close in (lambda s: s.close(), lambda s: threading.Thread(target=s.close).start()):
            store = iexpense.open(path, currency="EUR")
            tasks = [asyncio.create_task(take(store.changes(), 1)) for _ in range(3)]
            await asyncio.sleep(0.02)
            started = time.monotonic()
            close(store)
            assert await asyncio.gather(*tasks) == [[], [], []]
            assert time.monotonic() - started < 5

    run(main())


def test_async_for_waits_for_the_transaction_of_another_task(store: iexpense.Store) -> None:
    async def main() -> None:
        taking = asyncio.create_task(take(store.changes(), 1))
        await asyncio.sleep(0.01)
        with store.transaction("Trip"):
            store.add("Train", 1)
            await asyncio.sleep(0.05)
            assert not taking.done()
        assert [change.label for change in await taking] == ["Trip"]

    run(main())


def test_async_for_raises_what_a_subscriber_raises(store: iexpense.Store) -> None:
    async def main() -> None:
        error = ZeroDivisionError("on purpose")

        def fail(change: Change) -> None:
            raise error

        store.subscribe(fail, queued=True)
        changes = store.changes()
        store.add("Lunch", 1)
        with pytest.raises(ZeroDivisionError) as caught:
            await take(changes, 1)
        assert caught.value is error
        assert [list(change.added) for change in await take(changes, 1)] == [[1]]

    run(main())


# Threads.


@pytest.mark.parametrize("turn", range(3))
def test_closing_while_threads_wait(path: Path, turn: int) -> None:
    store = iexpense.open(path, currency="EUR")
    ends: list[str] = []

    def wait() -> None:
        try:
            store.wait()
        except iexpense.HandleError:
            ends.append("told so")

    def loop() -> None:
        for _ in store.changes():
            pass
        ends.append("ended")

    threads = [threading.Thread(target=target) for target in (wait, loop, wait, loop)]
    for thread in threads:
        thread.start()
    while store._feed._leader is None or len(store._feed._loops) < 2:
        time.sleep(0.001)
    store.close()
    for thread in threads:
        thread.join(LONG)
    assert sorted(ends) == ["ended", "ended", "told so", "told so"]


def test_threads_loop_wait_and_write(store: iexpense.Store, other: iexpense.Store) -> None:
    told: list[int] = []
    store.subscribe(lambda change: told.extend(change.added), queued=True)
    loops = [store.changes(timeout=LONG) for _ in range(3)]
    seen: list[list[int]] = [[] for _ in loops]
    total = 120

    def follow(index: int) -> None:
        for change in loops[index]:
            seen[index].extend(change.added)
            if seen[index][-1] == total:
                return

    async def follow_too() -> None:
        taken = await take(changes, total)
        assert [number for change in taken for number in change.added] == every

    def write(target: iexpense.Store) -> None:
        for _ in range(total // 2):
            target.add("Lunch", 1)

    every = list(range(1, total + 1))
    changes = store.changes(timeout=LONG)
    wrong: list[BaseException] = []

    def asynchronous() -> None:
        try:
            run(follow_too())
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=follow, args=(index,)) for index in range(len(loops))]
    threads += [threading.Thread(target=write, args=(target,)) for target in (store, other)]
    threads += [threading.Thread(target=asynchronous)]
    for thread in threads:
        thread.start()
    while len(told) < total:
        store.wait(0.1)
    for thread in threads:
        thread.join(LONG)
    assert wrong == []
    assert told == every
    assert seen == [every] * len(loops)


# Other processes.


def test_ctrl_c_ends_waiting(path: Path) -> None:
    script = """
        import signal, sys, time, iexpense
        # A program that a script starts in the background begins with SIGINT ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with iexpense.open(sys.argv[1], currency="EUR") as store:
            for wait in (store.wait, lambda: next(store.changes())):
                print("waits", flush=True)
                try:
                    wait()
                except KeyboardInterrupt:
                    print("stopped", flush=True)
            store.add("Lunch", 1)
            print(len(store.expenses()))
    """
    program = start(script, path)
    assert program.stdout is not None
    for _ in range(2):
        assert program.stdout.readline() == "waits\n"
        time.sleep(0.05)
        started = time.monotonic()
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "stopped\n"
        assert time.monotonic() - started < 5
    assert end(program) == "1\n"


def test_a_spawned_process_opens_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "family.py").write_text(
        textwrap.dedent(
            """
            import multiprocessing, sys
            import iexpense

            def add(path, name):
                with iexpense.open(path, origin=name) as store:
                    store.add(name, 1)

            if __name__ == "__main__":
                spawn = multiprocessing.get_context("spawn")
                with iexpense.open("spending.db", currency="EUR", origin="parent") as store:
                    changes = store.changes(timeout=60)
                    children = [
                        spawn.Process(target=add, args=("spending.db", f"child {n}"))
                        for n in range(2)
                    ]
                    for child in children:
                        child.start()
                    heard = sorted(next(changes).origin for _ in children)
                    for child in children:
                        child.join()
                    print(heard, [child.exitcode for child in children])
            """
        )
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "family.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "['child 0', 'child 1'] [0, 0]\n"


def test_a_store_is_not_sent_to_another_process(store: iexpense.Store) -> None:
    with pytest.raises(TypeError, match="the other process opens its file by itself"):
        pickle.dumps(store)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("how", ["process", "fork"])
def test_a_forked_child_is_refused_and_the_parent_goes_on(path: Path, how: str) -> None:
    script = """
        import multiprocessing, os, sys, threading, time, warnings
        import iexpense

        # Python 3.12 warns of a fork beside threads, which is what this is about.
        warnings.simplefilter("ignore", DeprecationWarning)
        store = iexpense.open(sys.argv[1], currency="EUR")
        store.subscribe(lambda change: None, queued=True)
        kept = store.changes(timeout=1)
        store.add("Parent", 1)
        first = next(kept)
        store.add("Parent", 1)
        store.wait(0)
        view = store.expenses()

        def work():
            # At the fork, it holds whatever it may hold.
            try:
                for _ in store.changes():
                    pass
            except iexpense.HandleError:
                pass

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)

        def child():
            refused = 0
            for call in (
                lambda: store.wait(0),
                lambda: store.wait(),
                lambda: store.changes(),
                lambda: next(kept),
                lambda: store.fileno(),
                lambda: store.add("Child", 1),
                lambda: first.new(1),
                lambda: len(view),
                lambda: iexpense.open(sys.argv[1]),
            ):
                try:
                    call()
                except iexpense.ForkedError:
                    refused += 1
            print(refused, "refused", flush=True)

        if sys.argv[2] == "process":
            process = multiprocessing.get_context("fork").Process(target=child)
            process.start()
            process.join()
            print(process.exitcode, flush=True)
        else:
            # This one leaves through the interpreter's whole end.
            number = os.fork()
            if number == 0:
                child()
                threading._shutdown = lambda: None
                sys.exit(0)
            print(os.waitpid(number, 0)[1], flush=True)
        store.add("Parent again", 1)
        print([list(change.added) for change in kept])
        store.close()
    """
    program = start(script, path, how)
    assert end(program) == "9 refused\n0\n[[2], [3]]\n"
    with iexpense.open(path) as store:
        assert [expense.name for expense in store.expenses()] == [
            "Parent",
            "Parent",
            "Parent again",
        ]

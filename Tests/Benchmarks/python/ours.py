"""iexpense from Python."""

from __future__ import annotations

import ctypes
import time

import iexpense
from iexpense._call import lib
from talk import Round, Setup, main, timed

CALLS = 2000


def open_store(setup: Setup) -> iexpense.Store:
    return iexpense.open(setup.database, relaxed=True)


def call(setup: Setup) -> Round:
    """What one call costs beyond the same function called through ctypes alone."""
    store = open_store(setup)
    view = store.expenses()
    handle, number = ctypes.c_void_p(view._use()), ctypes.c_int64()
    problem = ctypes.create_string_buffer(512)
    bare, reference = lib.iex_view_count, ctypes.byref(number)

    def run() -> tuple[float, str]:
        costs = []
        for _ in range(9):
            started = time.perf_counter()
            for _ in range(CALLS):
                bare(handle, reference, problem)
            middle = time.perf_counter()
            for _ in range(CALLS):
                len(view)
            costs.append((time.perf_counter() - middle - (middle - started)) / CALLS)
        return sorted(costs)[len(costs) // 2], str(len(view))

    return run


def iterate(setup: Setup) -> Round:
    view = open_store(setup).expenses()

    def run() -> tuple[float, str]:
        started = time.perf_counter()
        total = 0
        for expense in view:
            total += expense.amount_minor
        return time.perf_counter() - started, str(total)

    return run


def total(setup: Setup) -> Round:
    import numpy

    view = open_store(setup).expenses()
    return lambda: timed(lambda: str(numpy.asarray(view.column("amount_minor")).sum()))


if __name__ == "__main__":
    main({"python-call": call, "python-iterate": iterate, "python-sum": total})

"""iexpense from Python."""

from __future__ import annotations

import ctypes
import time
from decimal import Decimal

import iexpense
from iexpense import _abi
from iexpense._call import lib
from talk import Round, Setup, main, timed

CALLS = 2000


def open_store(setup: Setup) -> iexpense.Store:
    return iexpense.open(setup.database, relaxed=True)


def call(setup: Setup) -> Round:
    """What one call costs beyond the same function through ctypes alone, in processor time."""
    store = open_store(setup)
    view = store.expenses()
    handle, number, error = view._use(), ctypes.c_int64(), _abi.iex_error()
    bare = lib.iex_view_count

    def run() -> tuple[float, str]:
        costs = []
        for _ in range(9):
            started = time.thread_time()
            for _ in range(CALLS):
                bare(handle, number, error)
            middle = time.thread_time()
            for _ in range(CALLS):
                len(view)
            costs.append((time.thread_time() - middle - (middle - started)) / CALLS)
        return sorted(costs)[len(costs) // 2], str(len(view))

    return run


def iterate(setup: Setup) -> Round:
    view = open_store(setup).expenses()

    def run() -> tuple[float, str]:
        started = time.perf_counter()
        total = Decimal()
        for expense in view:
            total += expense.amount
        return time.perf_counter() - started, str(int(total * 100))

    return run


def total(setup: Setup) -> Round:
    import numpy

    view = open_store(setup).expenses()
    return lambda: timed(lambda: str(numpy.asarray(view.column("amount_minor")).sum()))


if __name__ == "__main__":
    main({"python-call": call, "python-iterate": iterate, "python-sum": total})

"""numpy over a bare array: what a column can be added up in at most."""

from __future__ import annotations

import numpy
from talk import Round, Setup, main, timed


def total(setup: Setup) -> Round:
    amounts = numpy.fromfile(
        setup.folder / "rows.bin", dtype=numpy.int64, count=setup.count, offset=48
    )
    return lambda: timed(lambda: str(amounts.sum()))


if __name__ == "__main__":
    main({"python-sum": total})

"""Finds the library for the tests, and gives each test a store of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
TOP = PACKAGE.parent.parent
BUILT = TOP / "build" / "libiexpense.so.1"
# The folder of an installed package to test, with the library inside; else what stands here.
INSTALLED = os.environ.get("IEXPENSE_INSTALLED")

# Before the first import of iexpense, and for every program that a test starts.
if INSTALLED:
    os.environ.pop("IEXPENSE_LIBRARY", None)
elif not os.environ.get("IEXPENSE_LIBRARY") and BUILT.exists():
    os.environ["IEXPENSE_LIBRARY"] = str(BUILT)
SOURCE = INSTALLED or str(PACKAGE / "src")
if SOURCE not in sys.path:
    sys.path.insert(0, SOURCE)
os.environ["PYTHONPATH"] = SOURCE

import iexpense  # noqa: E402
from iexpense._library import lib  # noqa: E402


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's store stands."""
    return tmp_path / "spending.db"


@pytest.fixture
def store(path: Path) -> Iterator[iexpense.Store]:
    """A new store of euros. Relaxed, since no test here pulls the plug."""
    with iexpense.open(path, currency="EUR", relaxed=True) as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_handle_is_left() -> Iterator[None]:
    """What a test opens is closed again, by itself or by the collector."""
    import gc

    before = lib.iex_handle_count()
    yield
    if lib.iex_handle_count() > before:  # it takes long: all modules are looked through
        gc.collect()
    assert lib.iex_handle_count() <= before

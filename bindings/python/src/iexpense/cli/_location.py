"""Where the store stands, and how a command opens it."""

from __future__ import annotations

import os
from pathlib import Path

import iexpense

from ._problem import Problem

ORIGIN = "iexpense"
"""Who makes the changes; `iexpense undo` undoes those of this name."""


def store_path(named: str | None) -> Path:
    """What `--store` says, else `$IEXPENSE_STORE`, else the folder of the XDG specification."""
    said = named or os.environ.get("IEXPENSE_STORE")
    if said:
        return Path(said)
    return _default()


def open_store(path: Path, *, write: bool = False) -> iexpense.Store:
    """Opens the store, which must be there."""
    try:
        return iexpense.open(path, origin=ORIGIN, existing=True, read_only=not write)
    except iexpense.MissingError as error:
        raise Problem(f"there is no store at {path} yet", _how_to_make_one()) from error


def make_store(path: Path, currency: str) -> iexpense.Store:
    """Makes a new store; the default folder is made too, for this user alone."""
    if path == _default():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return iexpense.open(path, origin=ORIGIN, currency=currency)


def _default() -> Path:
    data = os.environ.get("XDG_DATA_HOME", "")
    # The specification: a relative path is to be ignored.
    folder = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return folder / "iexpense" / "expenses.db"


def _how_to_make_one() -> str:
    return (
        "iexpense add Lunch 12.50 --currency EUR makes it, and so does an import; --store or "
        "$IEXPENSE_STORE names another"
    )

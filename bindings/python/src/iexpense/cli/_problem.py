"""What a command could not do, and what to do next."""

from __future__ import annotations

import iexpense


class Problem(Exception):
    """Why a command failed: one message, and a hint that may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class WrongUsage(Problem):
    """What argparse can't see is wrong with the command line."""


_HINTS: tuple[tuple[type[BaseException], str], ...] = (
    (iexpense.NotFoundError, "iexpense list shows the ids, iexpense history the changes"),
    (iexpense.NotAStoreError, "to read it into a store: iexpense import FILE"),
    (iexpense.NewerVersionError, "pip install --upgrade 'iexpense[cli]'"),
    (iexpense.DamagedError, "put the latest backup in its place; iexpense backup FILE makes one"),
    (iexpense.BusyError, "another program is writing: try again when it is done"),
    (iexpense.ReadOnlyError, "to change a copy: iexpense backup FILE, then --store FILE"),
    (iexpense.ConflictError, "iexpense history ID shows what changed it; --skip passes over it"),
    (iexpense.FullError, "nothing was stored: make room and try again"),
)


def problem_of(error: Exception) -> Problem:
    """Makes the problem that an exception of the library or of the system is."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, iexpense.CurrencyError) and error.field != "currency":
        hint = "--currency EUR says which currency, or write it behind the amount: '12.50 EUR'"
    else:
        hint = next((hint for kind, hint in _HINTS if isinstance(error, kind)), "")
    if isinstance(error, OSError) and not isinstance(error, iexpense.IExpenseError):
        place = f"{error.filename}: " if error.filename else ""
        return Problem(f"{place}{error.strerror or error}", hint)
    return Problem(str(error), hint)

"""Undo, redo and the history that both stand on."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _abi
from ._call import call, lib, rows
from ._change import Revision, revision_from
from ._expense import _Value, expense_from
from ._values import id_number, whole
from .errors import NotFoundError

if TYPE_CHECKING:
    from ._store import Store

_PAGE = 256


@dataclass(frozen=True)
class Undo(_Value):
    """What an undo or a redo did: `str` reads as a line, such as undid "removed 3 expenses"."""

    __slots__ = ("label", "revision", "target", "verb")

    revision: int
    target: int
    label: str
    verb: str

    def __str__(self) -> str:
        return f'{self.verb} "{self.label}"'


def undo(store: Store, any: bool, skip: bool, revision: int | None) -> Undo | None:
    """Undoes the latest change, or one past change; None when there is nothing to undo."""
    step = _abi.iex_step()
    if revision is None:
        call(lib.iex_store_undo, store._use(), _flags(any, skip), step)
    else:
        call(lib.iex_store_undo_revision, store._use(), revision_number(revision), step)
    return _undo_from(step, "undid")


def redo(store: Store, any: bool, skip: bool) -> Undo | None:
    """Does again what was undone last; None when there is nothing to redo."""
    step = _abi.iex_step()
    call(lib.iex_store_redo, store._use(), _flags(any, skip), step)
    return _undo_from(step, "redid")


def history(store: Store, id: int | None, limit: int | None) -> list[Revision]:
    """Reads the history, the latest change first."""
    number = 0 if id is None else id_number(id)
    most = None if limit is None else max(0, whole(limit, "limit"))
    entries: list[Revision] = []
    before = 0
    while most is None or len(entries) < most:
        want = _PAGE if most is None else min(_PAGE, most - len(entries))
        page = _history_page(store, number, before, want)
        entries += page
        if len(page) < want:
            break
        before = page[-1].revisions[0]
    return entries


def revision_number(value: object) -> int:
    """Checks a revision's number, which ctypes would cut to 64 bits without a word."""
    number = whole(value, "a revision")
    if not 0 < number < 2**63:
        raise NotFoundError(f"there is no revision {number}")
    return number


def _history_page(store: Store, number: int, before: int, limit: int) -> list[Revision]:
    handle = ctypes.c_void_p()
    try:
        call(lib.iex_store_history, store._use(), number, before, limit, handle)
        with store._guard:
            entries = rows(_abi.iex_revision, lib.iex_history_rows, handle)
            if not number:
                return [revision_from(entry) for entry in entries]
            expenses = rows(_abi.iex_expense, lib.iex_history_expenses, handle)
            return [
                revision_from(entry, expense_from(expense))
                for entry, expense in zip(entries, expenses)
            ]
    finally:
        lib.iex_history_close(handle)


def _flags(any: bool, skip: bool) -> int:
    flags = _abi.IEX_UNDO_ANY if any else _abi.IEX_UNDO_MINE
    return flags | (_abi.IEX_UNDO_SKIP if skip else 0)


def _undo_from(step: _abi.iex_step, verb: str) -> Undo | None:
    if not step.revision:
        return None
    return Undo(step.revision, step.target, step.label.decode(), verb)

"""`undo`, `redo`, `history`: what was changed, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import iexpense

from ._output import shown
from ._parser import Commands, Parser, add_limit
from ._problem import Problem
from ._session import Session
from ._table import CURRENCY, Column, aligned
from ._values import revision_value

_FIRST = 20
_COLUMNS = (
    Column("#", "dim", right=True),
    Column("when"),
    Column("by", "cyan"),
    Column("what", "bold", gives_way=True),
    Column("added", "green", right=True),
    Column("changed", "yellow", right=True),
    Column("removed", "red", right=True),
    Column("", "dim"),
)


def register(commands: Commands) -> None:
    """Adds the commands."""
    parser = commands.add(
        "undo",
        _undo,
        "take the latest change back",
        "Of this command's own changes, also those of earlier runs.",
    )
    parser.add_argument(
        "revision", metavar="REVISION", type=int, nargs="?", help="that one change of the history"
    )
    _add_which(parser)
    parser = commands.add("redo", _redo, "do again what was undone")
    _add_which(parser)
    parser = commands.add(
        "history", _history, "list the changes of the store or of one expense", json=True
    )
    parser.add_argument("id", metavar="ID", type=int, nargs="?", help="an expense, also a removed")
    add_limit(parser, _FIRST)


def _add_which(parser: Parser) -> None:
    parser.add_argument("--any", action="store_true", help="also what other programs changed")
    parser.add_argument("--skip", action="store_true", help="pass over what later changes touched")


def _undo(session: Session) -> int:
    arguments = session.arguments
    with session.open(write=True) as store:
        step = store.undo(arguments.any, arguments.skip, revision=arguments.revision)
        _tell(session, store, step, "undo")
    return 0


def _redo(session: Session) -> int:
    with session.open(write=True) as store:
        _tell(session, store, store.redo(session.arguments.any, session.arguments.skip), "redo")
    return 0


def _tell(session: Session, store: iexpense.Store, step: iexpense.Undo | None, verb: str) -> None:
    if step is None:
        hint = "" if session.arguments.any else "--any looks at other programs' changes too"
        raise Problem(f"there is nothing to {verb}", hint)
    (entry,) = store.history(limit=1)
    counts = _counts(entry) if entry.revision == step.revision else ""
    session.out.line((shown(str(step)), "bold"), f": {counts}" if counts else "")
    if verb == "undo":
        session.out.note(("iexpense redo does it again", "dim"))


def _counts(entry: iexpense.Revision) -> str:
    parts = ((entry.added, "added"), (entry.updated, "changed"), (entry.removed, "removed"))
    said = [f"{verb} {count:,}" for count, verb in parts if count]
    return f"{', '.join(said)} expense{'' if said[-1].endswith(' 1') else 's'}" if said else ""


def _history(session: Session) -> int:
    arguments = session.arguments
    with session.open() as store:
        entries = store.history(arguments.id, limit=arguments.limit)
    if arguments.json:
        session.out.json_array(map(revision_value, entries))
        return 0
    if arguments.id is None:
        session.out.table(_COLUMNS, map(_cells, entries))
    else:
        session.out.table(_OF_ONE, _states(entries))
    return 0


def _cells(entry: iexpense.Revision) -> list[str]:
    return [
        str(entry.revision),
        f"{entry.time.astimezone():%Y-%m-%d %H:%M}",
        shown(entry.origin),
        shown(_label(entry)),
        *(f"{count:,}" if count else "" for count in (entry.added, entry.updated, entry.removed)),
        f"undone by #{entry.undone_by}" if entry.undone_by else "",
    ]


def _label(entry: iexpense.Revision) -> str:
    verb = {iexpense.ChangeKind.UNDO: "undid", iexpense.ChangeKind.REDO: "redid"}.get(entry.kind)
    return f'{verb} "{entry.label}"' if verb else entry.label


_OF_ONE = (
    *_COLUMNS[:4],
    Column("date"),
    Column("name", "bold", gives_way=True),
    Column("amount", right=True),
    CURRENCY,
    Column("changed", "yellow"),
)


def _states(entries: Iterable[iexpense.Revision]) -> Iterator[list[str]]:
    """What one expense was after each change."""
    known = [(entry, entry.expense) for entry in entries if entry.expense]
    amounts = aligned(expense.amount for _, expense in known)
    for (entry, expense), amount in zip(known, amounts):
        changed = "removed" if entry.removed else ", ".join(sorted(entry.fields))
        state = [expense.date.isoformat(), shown(expense.name), amount, expense.currency]
        yield [*_cells(entry)[:4], *state, changed]

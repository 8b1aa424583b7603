"""`watch`: the changes of any program, one line each, as they happen."""

from __future__ import annotations

import sys

import iexpense

from ._output import shown
from ._parser import Commands
from ._session import Session
from ._values import change_value


def register(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add(
        "watch",
        _watch,
        "print the changes of any program as they happen",
        "One line each, until Ctrl-C; with --json one object a line.",
        json=True,
    )
    parser.add_argument(
        "--seconds", metavar="N", type=int, help="end after so long, with exit status 0"
    )


def _watch(session: Session) -> int:
    with session.open() as store:
        changes = store.changes(session.arguments.seconds)
        session.out.note((f"watching {shown(str(session.path))}; Ctrl-C ends it", "dim"))
        for change in changes:
            _print(session, change)
            sys.stdout.flush()
    return 0


def _print(session: Session, change: iexpense.Change) -> None:
    if session.arguments.json:
        session.out.json(change_value(change))
        return
    time = change.time.astimezone()
    session.out.line((f"{time:%H:%M:%S} ", "dim"), shown(str(change)))

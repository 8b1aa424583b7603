"""`import`: reads files, one after the other; each becomes one change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import iexpense

from ._answers import parse_answers
from ._choice import Choice
from ._importing import FileImport
from ._location import ORIGIN
from ._output import shown
from ._parser import Commands
from ._problem import Problem, problem_of
from ._session import Session

_ABOUT = (
    "Each file becomes one change, which one undo takes back. What a file leaves open is asked on "
    "a terminal, else it is an error that says how to answer. What was imported before is not "
    "imported again."
)
_CHOICE = "lines such as 7,9-12, or a kind such as suspected"


def register(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("import", _import, "import files of banks and others", _ABOUT, json=True)
    parser.add_argument("files", metavar="FILE", nargs="+", help="- is standard input")
    parser.add_argument("--account", metavar="NAME", help="what all of it was paid from")
    parser.add_argument(
        "--profile", metavar="NAME", help="how to read it: a saved profile, or a .json file"
    )
    parser.add_argument(
        "--answer", metavar="KEY=VALUE", action="append", default=[], help="answer a question"
    )
    parser.add_argument(
        "--currency", metavar="CODE", help="of amounts that name none, and of a new store"
    )
    parser.add_argument("--format", metavar="NAME", help="what it is, where its content misleads")
    parser.add_argument(
        "--exclude", metavar="ROWS", action="append", default=[], help=f"leave out {_CHOICE}"
    )
    parser.add_argument(
        "--include", metavar="ROWS", action="append", default=[], help=f"take in {_CHOICE}"
    )
    parser.add_argument("--rules", action="store_true", help="run the rules on the rows first")
    parser.add_argument("--save-profile", metavar="NAME", help="keep the answers for later files")
    parser.add_argument("--dry-run", action="store_true", help="show all this and store nothing")
    parser.add_argument("--all", action="store_true", help="show every row, not the first of each")


def _import(session: Session) -> int:
    run = _Run(session)
    if session.arguments.json:
        session.out.json_array(run.reports())
    else:
        for _ in run.reports():
            pass
    return run.status


class _Run:
    """All files of one command line, and whether any of them failed."""

    def __init__(self, session: Session) -> None:
        self.status = 0
        self._session = session
        arguments = session.arguments
        self._answers = parse_answers(arguments.answer)
        self._excluded = Choice(arguments.exclude)
        self._included = Choice(arguments.include)

    def reports(self) -> Iterator[dict[str, Any]]:
        """Imports the files, and tells of each what became of it."""
        with self._open() as store:
            for name in self._session.arguments.files:
                file = FileImport(self._session, store, name)
                try:
                    file.run(self._answers, self._excluded, self._included)
                except BrokenPipeError:
                    raise
                except (iexpense.IExpenseError, Problem, OSError) as error:
                    self.status = 1
                    file.failed(problem_of(error))
                except KeyboardInterrupt:
                    self._session.out.note(f"nothing of {shown(name)} was stored")
                    raise
                yield file.report
                if file.was_stopped:
                    raise KeyboardInterrupt

    def _open(self) -> iexpense.Store:
        """The store; for a dry run where there is none, one in memory."""
        arguments = self._session.arguments
        if not arguments.dry_run:
            return self._session.open_or_make()
        if os.path.lexists(self._session.path):
            return self._session.open()
        return iexpense.open(memory=True, currency=arguments.currency, origin=ORIGIN)

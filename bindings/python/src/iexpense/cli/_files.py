"""`export`, `backup`, `check`, `completion`: the store as a whole."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import iexpense

from . import NEEDS
from ._filters import add_filters, filter_of
from ._fish import fish_completion
from ._output import shown
from ._parser import Commands, all_actions
from ._problem import Problem, WrongUsage
from ._session import Session
from ._working import Working

_ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".qif": "qif",
    ".ledger": "ledger",
    ".hledger": "hledger",
    ".journal": "hledger",
    ".beancount": "beancount",
}


def register(commands: Commands) -> None:
    """Adds the commands."""
    parser = commands.add(
        "export", _export, "write expenses to a file, or to standard output", _KEEPS
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="whole or not at all")
    parser.add_argument(
        "--format",
        choices=iexpense.EXPORT_FORMATS,
        help="else what the name of FILE ends in",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    parser.add_argument(
        "--guard", action="store_true", help="keep spreadsheets from taking a CSV's text as formula"
    )
    add_filters(parser)
    parser = commands.add("backup", _backup, "copy the whole store, also while it is in use")
    parser.add_argument("file", metavar="FILE", help="a new file")
    commands.add("check", _check, "check the file, and recount its totals")
    parser = commands.add(
        "completion", _completion, "print the script that completes commands in a shell", _SHELLS
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"))
    parser.set_defaults(parser=commands.parser)


_KEEPS = "json and csv keep everything, so that an import gives the same expenses again."
_SHELLS = (
    "For bash: iexpense completion bash > ~/.local/share/bash-completion/completions/iexpense; for "
    "fish: iexpense completion fish > ~/.config/fish/completions/iexpense.fish"
)


def _export(session: Session) -> int:
    arguments = session.arguments
    file: str | None = arguments.file if arguments.file != "-" else None
    kind = arguments.format or _format_of(file)
    if file is not None and not arguments.force and os.path.lexists(file):
        raise Problem(f"{file} is there already", "--force writes over it")
    working = Working(session.out.notes, shown(os.path.basename(file or f"expenses.{kind}")))
    try:
        with session.open() as store, working:
            content = store.export(
                kind, file, guard=arguments.guard, progress=working, **filter_of(arguments)
            )
    except iexpense.CurrencyError as error:
        raise Problem(str(error), "--currency EUR chooses those of one") from error
    if working.stopped:
        # Too late for the file, which is whole.
        if file is not None:
            session.out.note(f"wrote {shown(file)}: {len(content):,} bytes")
        raise KeyboardInterrupt
    if file is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        session.out.note(f"wrote {shown(file)}: {len(content):,} bytes")
    return 0


def _format_of(file: str | None) -> str:
    known = _ENDINGS.get(Path(file).suffix.lower() if file else "")
    if known is None:
        raise WrongUsage(
            f"the name {file!r} does not say the format" if file else "which format is it to be?",
            f"--format is one of {', '.join(iexpense.EXPORT_FORMATS)}",
        )
    return known


def _backup(session: Session) -> int:
    target = session.arguments.file
    if os.path.lexists(target):
        raise Problem(f"{target} is there already", "a backup is a new file: give another name")
    with session.open() as store:
        store.backup(target)
    session.out.note(f"copied {shown(str(session.path))} to {shown(target)}")
    return 0


def _check(session: Session) -> int:
    with session.open() as store:
        store.check()
        count = len(store.expenses())
        expenses = "1 expense" if count == 1 else f"{count:,} expenses"
        session.out.line(f"ok: {expenses}, {store.revision:,} changes")
    return 0


def _completion(session: Session) -> int:
    if session.arguments.shell == "fish":
        session.out.write(fish_completion(session.arguments.parser))
        return 0
    try:
        import shtab
    except ModuleNotFoundError:
        raise Problem("completion needs shtab, which is missing", NEEDS) from None
    parser = session.arguments.parser
    for action in all_actions(parser):
        if action.metavar == "FILE":
            # Where shtab looks for it; argparse knows no such thing.
            vars(action)["complete"] = shtab.FILE
    session.out.write(shtab.complete(parser, session.arguments.shell) + "\n")
    return 0

"""`profiles`: how files are to be read, by names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import iexpense

from ._output import shown
from ._parser import Actions, Commands
from ._problem import Problem
from ._session import Session
from ._table import Column

_COLUMNS = (Column("name", "bold"), Column("how a file is read", gives_way=True))


def register(commands: Commands) -> None:
    """Adds the command and its actions."""
    parser = commands.add(
        "profiles",
        _list,
        "list the saved profiles: how a bank's files are read",
        "iexpense import --save-profile NAME saves what was answered.",
        json=True,
    )
    actions = Actions(parser)
    action = actions.add("show", _show, "print a profile as JSON, to keep or to edit")
    action.add_argument("name", metavar="NAME")
    action = actions.add("save", _save, "save a profile from a JSON file")
    action.add_argument("name", metavar="NAME")
    action.add_argument("file", metavar="FILE")
    action = actions.add("remove", _remove, "forget a profile")
    action.add_argument("name", metavar="NAME")


def read_json(file: str) -> dict[str, Any]:
    """Reads the object of a JSON file."""
    try:
        value = json.loads(Path(file).read_text("utf-8"))
    except ValueError as error:
        raise Problem(f"{file} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise Problem(f"{file} is not a JSON object")
    return value


def _list(session: Session) -> int:
    with session.open() as store:
        profiles = dict(store.profiles)
    if session.arguments.json:
        session.out.json(profiles)
        return 0
    rows = [[shown(name), shown(_summary(profile))] for name, profile in profiles.items()]
    session.out.table(_COLUMNS, rows)
    if not rows:
        session.out.note("no profile is saved; iexpense import --save-profile NAME saves one")
    return 0


def _summary(profile: dict[str, Any]) -> str:
    columns = profile.get("columns", {})
    parts = [f"{key} {value}" for key, value in columns.items()]
    left_out = ("columns", "header")
    parts += [f"{key} {value}" for key, value in profile.items() if key not in left_out]
    return ", ".join(parts)


def _show(session: Session) -> int:
    with session.open() as store:
        profile = _named(store, session.arguments.name)
    session.out.write(json.dumps(profile, indent=2) + "\n")
    return 0


def _save(session: Session) -> int:
    profile = read_json(session.arguments.file)
    with session.open(write=True) as store:
        store.profiles[session.arguments.name] = profile
    session.out.note(f"saved profile {shown(session.arguments.name)}")
    return 0


def _remove(session: Session) -> int:
    name = session.arguments.name
    with session.open(write=True) as store:
        _named(store, name)
        del store.profiles[name]
    session.out.note(f"removed profile {shown(name)}")
    return 0


def _named(store: iexpense.Store, name: str) -> dict[str, Any]:
    try:
        return store.profiles[name]
    except KeyError:
        raise Problem(f"there is no profile {name!r}", "iexpense profiles lists them") from None

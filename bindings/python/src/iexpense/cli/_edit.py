"""`add`, `edit`, `remove`: expenses one by one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, cast

import iexpense

from ._list import EXPENSE_COLUMNS, expense_rows
from ._parser import Commands
from ._problem import Problem, WrongUsage
from ._session import Session
from ._values import expense_value

if TYPE_CHECKING:
    from iexpense._expense import Fields

_OPTIONS: tuple[tuple[str, str, str], ...] = (
    ("--date", "DATE", "2026-03-14, or today where nothing is said"),
    ("--type", "TYPE", "Personal, Business, or any text"),
    ("--category", "A:B", "a category path"),
    ("--account", "NAME", "what it was paid from"),
    ("--note", "TEXT", "more about it"),
    ("--reimbursement", "STATE", "none, open, submitted or paid"),
)


def register(commands: Commands) -> None:
    """Adds the commands."""
    parser = commands.add(
        "add", _add, "add an expense", "A refund has a negative amount.", json=True
    )
    parser.add_argument("name", metavar="NAME", help="the payee, or what it was")
    parser.add_argument("amount", metavar="AMOUNT", help="12.50, or '12.50 USD'")
    parser.add_argument(
        "--currency", metavar="CODE", help="of the amount, and of a store that is yet to be made"
    )
    _add_fields(parser)

    parser = commands.add(
        "edit", _edit, "change expenses", "What is not said stays; '' empties a field."
    )
    parser.add_argument("ids", metavar="ID", type=int, nargs="+", help="as list shows them")
    parser.add_argument("--name", metavar="NAME", help="the payee, or what it was")
    parser.add_argument("--amount", metavar="AMOUNT", help="12.50, or '12.50 USD'")
    parser.add_argument("--currency", metavar="CODE", help="another currency, the same number")
    _add_fields(parser)

    parser = commands.add("remove", _remove, "remove expenses", "iexpense undo brings them back.")
    parser.add_argument("ids", metavar="ID", type=int, nargs="+", help="as list shows them")


def _add_fields(parser: argparse.ArgumentParser) -> None:
    for option, metavar, help in _OPTIONS:
        parser.add_argument(option, metavar=metavar, help=help)
    parser.add_argument(
        "--tag", dest="tags", metavar="TAG", action="append", help="a tag; again for several"
    )


def _fields(arguments: argparse.Namespace) -> Fields:
    """What the options say of an expense."""
    names = ("name", "amount", "currency", "date", "type", "category", "account", "note", "tags")
    said = {
        name: value
        for name in (*names, "reimbursement")
        if (value := getattr(arguments, name)) is not None
    }
    if "tags" in said:
        said["tags"] = [tag for tag in said["tags"] if tag]
    for name in ("date", "currency"):
        if said.get(name) == "":
            raise WrongUsage(f"--{name} is empty", "leave the option out")
    return cast("Fields", said)


def _add(session: Session) -> int:
    with session.open_or_make() as store:
        expense = store.add(**_fields(session.arguments))
    if session.arguments.json:
        session.out.json(expense_value(expense))
    else:
        _show(session, [expense], "added")
    return 0


def _edit(session: Session) -> int:
    fields = _fields(session.arguments)
    if not fields:
        raise WrongUsage("there is nothing to change", "say what, such as --amount 12.50")
    ids = list(dict.fromkeys(session.arguments.ids))
    with session.open(write=True) as store:
        _must_be_there(store, ids)
        with store.transaction(f"updated {_count(ids)}"):
            for number in ids:
                store.update(number, **fields)
        _show(session, [store.get(number) for number in ids], "updated")
    return 0


def _remove(session: Session) -> int:
    ids = list(dict.fromkeys(session.arguments.ids))
    with session.open(write=True) as store:
        removed = _must_be_there(store, ids)
        store.remove(*ids)
    _show(session, removed, "removed")
    session.out.note(("iexpense undo brings back what was removed", "dim"))
    return 0


def _must_be_there(store: iexpense.Store, ids: list[int]) -> list[iexpense.Expense]:
    found = []
    for number in ids:
        try:
            found.append(store.get(number))
        except iexpense.NotFoundError as error:
            raise Problem(
                f"there is no expense {number}",
                "iexpense list shows the ids, iexpense history ID what became of one",
            ) from error
    return found


def _show(session: Session, expenses: list[iexpense.Expense], what: str) -> None:
    session.out.note(f"{what} {_count(expenses)}")
    session.out.table(EXPENSE_COLUMNS, expense_rows(expenses))


def _count(several: list[int] | list[iexpense.Expense]) -> str:
    return "1 expense" if len(several) == 1 else f"{len(several)} expenses"

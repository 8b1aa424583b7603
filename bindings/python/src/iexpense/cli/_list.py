"""`list`, `find`, `totals`: what is in the store."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable, Iterator, Sequence

import iexpense

from ._bars import SHADES, bar_columns
from ._filters import add_filters, filter_of
from ._output import shown
from ._parser import Commands, add_limit
from ._problem import WrongUsage
from ._session import Session
from ._table import CURRENCY, Column, aligned, table_width
from ._values import expense_value, total_value

_PAGE = 500
_FIRST = 30
EXPENSE_COLUMNS = (
    Column("id", "dim", right=True),
    Column("date"),
    Column("name", "bold", gives_way=True, least=16),
    Column("amount", right=True),
    CURRENCY,
    Column("type", gives_way=True, goes=4),
    Column("category", "cyan", gives_way=True, goes=6),
    Column("account", gives_way=True, goes=5),
    Column("tags", "magenta", gives_way=True, goes=2),
    Column("reimbursement", gives_way=True, goes=3),
    Column("note", "dim", gives_way=True, goes=1),
)


def register(commands: Commands) -> None:
    """Adds the commands."""
    parser = commands.add("list", _list, "list expenses, the latest first", json=True)
    _add_order(parser)
    add_filters(parser, text=False)
    parser = commands.add(
        "find", _list, "find expenses by a text in their name or note", _FOLDED, json=True
    )
    parser.add_argument("filter_text", metavar="TEXT", nargs="+")
    _add_order(parser)
    add_filters(parser, text=False)
    parser = commands.add(
        "totals", _totals, "add up expenses, by currency and by what is named", json=True
    )
    parser.add_argument("by", metavar="BY", nargs="*", help=", ".join(iexpense.GROUPS))
    parser.add_argument("--level", type=int, metavar="N", help="the first N names of a category")
    parser.add_argument(
        "--bars", action=argparse.BooleanOptionalAction, help="bars beside them; else on a terminal"
    )
    add_filters(parser)


_FOLDED = 'Case and accents do not matter: "cafe" finds "Café".'


def _add_order(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sort", metavar="KEYS", default="-date,-id", help="such as name or -amount,date"
    )
    add_limit(parser, _FIRST)


def _list(session: Session) -> int:
    arguments, out = session.arguments, session.out
    chosen = filter_of(arguments)
    with session.open() as store:
        keys = [key for key in arguments.sort.split(",") if key]
        view = store.expenses(sort=keys, **chosen)
        count = len(view)
        wanted = count if arguments.limit is None else min(arguments.limit, count)
        found = itertools.islice(view, wanted)
        if arguments.json:
            out.json_array(map(expense_value, found))
            return 0
        out.table(EXPENSE_COLUMNS, expense_rows(found))
        if not count:
            out.note("no expense fits" if chosen else "the store has no expenses")
        elif wanted < count:
            out.note((f"{wanted} of {count:,}; -n {count} or -n all shows more", "dim"))
    return 0


def expense_rows(expenses: Iterable[iexpense.Expense]) -> Iterator[Sequence[str]]:
    """The cells of expenses, with their amounts aligned page by page."""
    source = iter(expenses)
    while page := list(itertools.islice(source, _PAGE)):
        for expense, amount in zip(page, aligned(expense.amount for expense in page)):
            yield expense_cells(expense, amount)


def expense_cells(expense: iexpense.Expense, amount: str) -> list[str]:
    """The cells of one expense."""
    state = expense.reimbursement
    return [
        str(expense.id),
        expense.date.isoformat(),
        shown(expense.name),
        amount,
        expense.currency,
        shown(expense.type),
        shown(expense.category),
        shown(expense.account),
        shown(", ".join(expense.tags)),
        "" if state is iexpense.Reimbursement.NONE else state.name.lower(),
        shown(expense.note),
    ]


def _totals(session: Session) -> int:
    arguments, out = session.arguments, session.out
    by = list(dict.fromkeys(arguments.by))
    if unknown := [group for group in by if group not in iexpense.GROUPS]:
        known = ", ".join(iexpense.GROUPS)
        raise WrongUsage(f"totals are not by {unknown[0]!r}", f"they are by {known}")
    with session.open() as store:
        totals = store.totals(*by, level=arguments.level, **filter_of(arguments))
    if arguments.json:
        out.json_array(map(total_value, totals))
        return 0
    columns = [
        *(Column(group, gives_way=group in ("category", "account", "type")) for group in by),
        Column("amount", right=True),
        CURRENCY,
        Column("count", "dim", right=True),
    ]
    rows = [
        [
            *(shown(total.text(group)) or "-" for group in by),
            amount,
            total.currency,
            f"{total.count:,}",
        ]
        for total, amount in zip(totals, aligned(total.amount for total in totals))
    ]
    if out.width is not None if arguments.bars is None else arguments.bars:
        room = None if out.width is None else out.width - table_width(columns, rows)
        bars, cells = bar_columns(totals, room, out.can_write(SHADES))
        columns += bars
        rows = [row + bar for row, bar in zip(rows, cells)]
    out.table(columns, rows)
    if not rows:
        out.note("no expense fits")
    return 0

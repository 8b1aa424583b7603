"""Tables for notebooks: HTML that shows what came from files as text, and never as markup."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ._expense import Expense, Reimbursement

if TYPE_CHECKING:
    from ._totals import Totals
    from ._view import Expenses

_MOST = 30
"""How many rows a table has at most; a notebook keeps every output in its file."""

_REFUND = "color:#1a7f37"
_RIGHT = "text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"
_LEFT = "text-align:left"
_HEAD = "text-align:left;font-weight:bold;border-top:1px solid"
_COLUMNS = ("date", "name", "amount", "", "type", "category", "account", "tags", "reimbursement")


def view_html(view: Expenses[Any]) -> str:
    """The first rows of a view, with those of its columns that say something."""
    rows = list(islice(view, _MOST + 1))
    more = len(view) - _MOST if len(rows) > _MOST else 0
    cells = [_expense_cells(row) if isinstance(row, Expense) else None for row in rows[:_MOST]]
    used = [
        index
        for index, title in enumerate(_COLUMNS)
        if title in ("date", "name", "amount", "") or any(line and line[index] for line in cells)
    ]
    body = []
    for row, line in zip(rows, cells):
        if line is None:
            span = f' colspan="{len(used)}"'
            body.append(f"<tr>{_cell('td', row.title, _HEAD, span)}</tr>")
        else:
            body.append(_row([(line[i], _style(_COLUMNS[i], line[2])) for i in used]))
    head = [(_COLUMNS[i], _RIGHT if _COLUMNS[i] == "amount" else _LEFT) for i in used]
    return _table(head, body, f"{more:,} more" if more > 0 else "" if rows else "no expenses")


def totals_html(totals: Totals) -> str:
    """Totals, with what they are grouped by."""
    head = [(group, _LEFT) for group in totals.groups]
    head += [("amount", _RIGHT), ("", _LEFT), ("count", _RIGHT)]
    body = []
    for total in totals[:_MOST]:
        amount = format(total.amount, ",f")
        line = [(total.text(group), _LEFT) for group in totals.groups]
        line += [(amount, _style("amount", amount)), (total.currency, _LEFT)]
        body.append(_row([*line, (f"{total.count:,}", _RIGHT)]))
    more = len(totals) - _MOST
    return _table(head, body, f"{more:,} more" if more > 0 else "" if totals else "no expenses")


def _expense_cells(expense: Expense) -> list[str]:
    state = expense.reimbursement
    return [
        expense.date.isoformat(),
        expense.name,
        format(expense.amount, ",f"),
        expense.currency,
        expense.type,
        expense.category,
        expense.account,
        ", ".join(expense.tags),
        "" if state is Reimbursement.NONE else state.name.lower(),
    ]


def _style(title: str, amount: str) -> str:
    if title != "amount":
        return _LEFT
    return f"{_RIGHT};{_REFUND}" if amount.startswith("-") else _RIGHT


def _row(cells: Iterable[tuple[str, str]]) -> str:
    return f"<tr>{''.join(_cell('td', text, style) for text, style in cells)}</tr>"


def _table(head: Iterable[tuple[str, str]], body: Sequence[str], note: str) -> str:
    titles = "".join(_cell("th", text, style) for text, style in head)
    below = f"<p>{note}</p>" if note else ""
    lines = "\n".join(body)
    return f"<table><thead><tr>{titles}</tr></thead>\n<tbody>\n{lines}\n</tbody></table>{below}"


def _cell(kind: str, text: str, style: str, more: str = "") -> str:
    return f'<{kind} style="{style}"{more}>{html.escape(text)}</{kind}>'

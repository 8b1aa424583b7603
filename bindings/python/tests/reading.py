"""What the tests of files share: small files, and what would become of their rows."""

from __future__ import annotations

import csv
import io
from typing import Any

import iexpense
from iexpense import RowStatus


def table(*rows: tuple[str, ...], delimiter: str = ",") -> bytes:
    """A CSV file of these rows, quoted where a cell needs it."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def column(*cells: str, name: str = "Amount", delimiter: str = ",") -> bytes:
    """A file whose dates and names leave nothing open, with these cells as its amounts."""
    rows = [(f"2026-01-{day:02}", f"Payee {day}", cell) for day, cell in enumerate(cells, 1)]
    return table(("Date", "Payee", name), *rows, delimiter=delimiter)


def dates(*cells: str) -> bytes:
    """A file whose names and amounts leave nothing open, with these cells as its dates."""
    rows = [(cell, f"Payee {row}", f"{row}.50") for row, cell in enumerate(cells, 1)]
    return table(("Date", "Payee", "Amount"), *rows)


def keys(opened: iexpense.Import) -> list[str]:
    """What is asked."""
    return [question.key for question in opened.questions]


def outcome(opened: iexpense.Import) -> list[str]:
    """Of each row what would be stored of its money, else its status."""
    assert opened.questions == (), [str(question) for question in opened.questions]
    return [
        f"{row.expense.amount} {row.expense.currency}"
        if row.expense is not None and row.status is not RowStatus.REJECTED
        else row.status.name.lower()
        for row in opened.rows
    ]


def money(file: bytes, **profile: Any) -> list[str]:
    """The same for a whole file, in a store without a currency."""
    given = {"spending": "positive", "income": "refund", **profile}
    with iexpense.open(memory=True) as store, store.read(file, profile=given) as opened:
        return outcome(opened)


def asked(file: bytes, **profile: Any) -> list[str]:
    """What a file leaves open beside what is said."""
    with iexpense.open(memory=True) as store, store.read(file, profile=profile or None) as opened:
        return keys(opened)


def days(file: bytes, **profile: Any) -> list[str]:
    """Of each row its date, else its status."""
    given = {"spending": "positive", "currency": "EUR", **profile}
    with iexpense.open(memory=True) as store, store.read(file, profile=given) as opened:
        assert opened.questions == (), [str(question) for question in opened.questions]
        return [
            str(row.expense.date) if row.expense is not None else row.status.name.lower()
            for row in opened.rows
        ]

"""What the library gives, as JSON for scripts: amounts are texts, dates ISO 8601."""

from __future__ import annotations

from typing import Any

import iexpense

from ._table import plain


def expense_value(expense: iexpense.Expense) -> dict[str, Any]:
    """An expense, as the library's JSON export writes it, with its id."""
    conversion, source = expense.conversion, expense.source
    return {
        "id": expense.id or None,
        "uuid": str(expense.uuid) if expense.uuid.int else None,
        "date": expense.date.isoformat(),
        "name": expense.name,
        "type": expense.type,
        "category": expense.category,
        "amount": plain(expense.amount),
        "currency": expense.currency,
        "conversion": conversion
        and {
            "amount": plain(conversion.amount),
            "currency": conversion.currency,
            "rate": conversion.rate and plain(conversion.rate),
        },
        "account": expense.account,
        "note": expense.note,
        "tags": list(expense.tags),
        "reimbursement": expense.reimbursement.name.lower(),
        "source": source
        and {
            "import": source.import_number,
            "line": source.line,
            "fingerprint": f"{source.fingerprint & (2**64 - 1):016x}",
            "id": source.external_id,
        },
        # As the text that it is: its numbers may have more digits than Python's JSON keeps.
        "extra": expense.extra or None,
    }


def total_value(total: iexpense.Total) -> dict[str, Any]:
    """A total, with what it is grouped by."""
    groups = {
        "month": total.month,
        "date": total.date and total.date.isoformat(),
        "type": total.type,
        "category": total.category,
        "account": total.account,
    }
    return {
        **{name: value for name, value in groups.items() if value is not None},
        "amount": plain(total.amount),
        "currency": total.currency,
        "count": total.count,
    }


def revision_value(entry: iexpense.Revision) -> dict[str, Any]:
    """One entry of the history."""
    return {
        "revision": entry.revision,
        "first_revision": entry.revisions[0],
        "time": entry.time.isoformat(timespec="milliseconds"),
        "origin": entry.origin,
        "kind": entry.kind.name.lower(),
        "label": entry.label,
        "added": entry.added,
        "updated": entry.updated,
        "removed": entry.removed,
        "fields": sorted(entry.fields),
        "target": entry.target or None,
        "undone_by": entry.undone_by or None,
        **({"expense": expense_value(entry.expense)} if entry.expense else {}),
    }


def change_value(change: iexpense.Change) -> dict[str, Any]:
    """A change of the store, for `watch`."""
    return {
        "revision": change.revision,
        "first_revision": change.revisions[0],
        "time": change.time.isoformat(timespec="milliseconds"),
        "origin": change.origin,
        "kind": change.kind.name.lower(),
        "label": change.label,
        "added": list(change.added),
        "updated": list(change.updated),
        "removed": list(change.removed),
        "fields": sorted(change.fields),
        "text": str(change),
    }


def finding_value(finding: iexpense.Finding) -> dict[str, Any]:
    """One thing that must be known to read a file."""
    return {
        "key": finding.key,
        "state": finding.state.name.lower(),
        "value": finding.value or None,
        "candidates": list(finding.candidates),
        "line": finding.line,
        "example": finding.example,
        "text": finding.text,
    }


def row_value(row: iexpense.ImportRow) -> dict[str, Any]:
    """One row of a file, and what becomes of it."""
    return {
        "line": row.line,
        "status": status_name(row.status),
        "reason": row.reason,
        "column": row.column_name or row.column or None,
        "cell": row.cell,
        "duplicate_of": row.duplicate_of,
        "expense": expense_value(row.expense) if row.expense else None,
        "rules": list(map(effect_value, row.effects)),
    }


def effect_value(effect: iexpense.RuleEffect) -> dict[str, Any]:
    """What one rule does to one field."""
    return {
        "id": effect.id,
        "rule": effect.rule,
        "kind": effect.kind.name.lower().replace("_", "-"),
        "field": effect.field,
        "old": effect.old,
        "new": effect.new,
        "problem": effect.problem,
    }


def status_name(status: iexpense.RowStatus) -> str:
    """What a status is called on the command line: `left-out`."""
    return status.name.lower().replace("_", "-")

"""Bindings to the fields of drafts and of stored expenses."""

from __future__ import annotations

import ctypes
import datetime
from typing import TYPE_CHECKING, Any

from ._binding import Binding
from ._call import call, lib
from ._expense import Expense
from ._state_value import Form
from ._values import id_number
from .errors import FIELDS
from .money import Money

if TYPE_CHECKING:
    from typing import Literal, Union

    from ._draft import Draft
    from ._store import Store

    TextField = Union[
        Literal["name", "type", "category", "currency"],
        Literal["account", "note", "tags", "reimbursement"],
    ]

TEXT_FIELDS = (
    "name",
    "type",
    "category",
    "amount",
    "currency",
    "date",
    "account",
    "note",
    "tags",
    "reimbursement",
)
"""The fields that have a text in a draft."""

_KINDS: dict[str, type] = {"amount": Money, "date": datetime.date}


def text_field(field: str) -> int:
    """The number of a field that has a text in a draft."""
    if field not in TEXT_FIELDS:
        raise KeyError(f"there is no text for {field!r}: {', '.join(TEXT_FIELDS)}")
    return FIELDS[field]


def draft_binding(draft: Draft, field: str) -> Binding[str]:
    """Binds to the text of a field of a draft."""
    handle = ctypes.c_void_p()
    call(lib.iex_draft_binding, draft._use(), text_field(field), handle)
    lenders = draft._store._guard, draft._guard
    return Binding(handle.value, Form(str, draft._store), draft, lenders)


def store_binding(store: Store, expense: int | Expense, field: str) -> Binding[Any]:
    """Binds to a field of a stored expense."""
    number = expense.id if isinstance(expense, Expense) else id_number(expense)
    handle = ctypes.c_void_p()
    call(lib.iex_store_binding, store._use(), number, text_field(field), handle)
    form = Form(_KINDS.get(field, str), store)
    return Binding(handle.value, form, store, (store._guard,))

"""Fills the library's iex_expense from what a Python caller says of an expense."""

from __future__ import annotations

import ctypes
import json
import uuid
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable

from . import _abi
from ._call import call, lib
from ._expense import Conversion, Expense, Reimbursement
from ._values import amount_text, date_number, optional_text, own_currency, text
from .errors import FIELDS, InvalidError

if TYPE_CHECKING:
    from ._store import Store

_TEXTS = ("name", "type", "account", "note")
_NEVER_NONE = ("name", "amount", "uuid")
_KNOWN = frozenset(FIELDS) - {"source"}


def category_text(category: object, field: str = "category") -> bytes | None:
    """Makes a category path; from names, it escapes what would separate them."""
    if category is None or isinstance(category, str):
        return optional_text(category, field)
    if not isinstance(category, Iterable):
        raise TypeError(f"{field} must be a str or names, not {type(category).__name__}")
    names = []
    for name in category:
        if not isinstance(name, str):
            raise TypeError(f"a name of {field} must be a str, not {type(name).__name__}")
        names.append(name.replace("\\", "\\\\").replace(":", "\\:"))
    return text(":".join(names), field)


def parse_money(store: Store, amount: object, currency: object, field: str) -> _abi.iex_money:
    """Lets the library read an amount: it knows the currencies of the store."""
    money = _abi.iex_money()
    written = amount_text(amount, field)
    call(
        lib.iex_store_parse_amount,
        store._use(),
        written,
        optional_text(currency, "currency"),
        money,
    )
    return money


def said_of(expense: Any) -> Mapping[str, Any]:
    """Makes the keywords of `add` from one entry of `add_many`."""
    if isinstance(expense, Expense):
        # Not its id and source: both belong to the store that it was read from.
        names = ("uuid", "name", "type", "category", "amount", "currency", "date", "account")
        more = ("note", "tags", "reimbursement", "conversion", "extra")
        return {name: getattr(expense, name) for name in names + more}
    if isinstance(expense, Mapping):
        return expense
    raise TypeError(
        f"add_many takes mappings of the keywords of add, or Expense, not {type(expense).__name__}"
    )


def pack(store: Store, row: _abi.iex_expense, said: Mapping[str, Any]) -> int:
    """Fills `row`, and returns the bits of the fields that it filled.

    `amount` needs `currency` beside it where the store's default is not meant; both are filled
    together, so that a number never ends up in a currency that it was not said in.
    """
    if unknown := said.keys() - _KNOWN:
        raise TypeError(f"an expense has no field {', '.join(sorted(map(str, unknown)))}")
    row.struct_size = ctypes.sizeof(_abi.iex_expense)
    bits = 0
    for name, value in said.items():
        if value is None and name in _NEVER_NONE:
            raise TypeError(f"{name} can't be None")
        bits |= 1 << FIELDS[name]
        if name in _TEXTS:
            setattr(row, name, optional_text(value, name))
        elif name == "category":
            row.category = category_text(value)
        elif name == "date":
            row.date = 0 if value is None else date_number(value)
        elif name == "tags":
            _pack_tags(row, value)
        elif name == "reimbursement":
            row.reimbursement = reimbursement_of(value).value
        elif name == "conversion":
            _pack_conversion(store, row, value)
        elif name == "extra":
            row.extra = _extra_text(value)
        elif name == "uuid":
            _pack_uuid(row, value)
    if "amount" in said:
        money = parse_money(store, said["amount"], said.get("currency"), "amount")
        row.amount_minor = money.amount_minor
        row.currency = money.currency
        bits |= 1 << FIELDS["currency"]
    return bits


def pack_update(
    store: Store, fields: Mapping[str, Any], stored: Callable[[], Expense | None]
) -> tuple[_abi.iex_expense, int]:
    """Makes a row of what an update says, and the bits of its fields.

    `stored` reads the expense, where an amount or a currency alone is meant in its own; None
    where there is none, as for a rejected row of a file.
    """
    said = dict(fields)
    if "date" in said and said["date"] is None:
        raise TypeError("date can't be None")
    if "amount" in said or "currency" in said:
        before = stored()
        if before is not None:
            said.setdefault("amount", before.amount)
            if said.get("currency") is None:
                said["currency"] = own_currency(said["amount"], before.currency)
    row = _abi.iex_expense()
    bits = pack(store, row, said)
    row.struct_size = ctypes.sizeof(_abi.iex_expense)
    return row, bits


def _pack_tags(row: _abi.iex_expense, tags: object) -> None:
    if tags is None:
        return
    if isinstance(tags, str) or not isinstance(tags, Iterable):
        raise TypeError(f"tags must be an iterable of str, not {type(tags).__name__}")
    texts = [text(tag, "tags") for tag in tags]
    array: Any = (ctypes.c_char_p * len(texts))(*texts)
    row.tags = array
    row.tag_count = len(texts)


def reimbursement_of(value: object) -> Reimbursement:
    """Makes the state of a member or its name; None is none."""
    if value is None:
        return Reimbursement.NONE
    if isinstance(value, Reimbursement):
        return value
    if isinstance(value, str):
        for member in Reimbursement:
            if member.name.lower() == value:
                return member
        raise InvalidError(
            f"reimbursement is {value!r}, and not none, open, submitted or paid",
            field="reimbursement",
        )
    raise TypeError(f"reimbursement must be a Reimbursement, not {type(value).__name__}")


def _pack_conversion(store: Store, row: _abi.iex_expense, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, Conversion):
        amount, currency, rate = value.amount, value.currency, value.rate
    elif isinstance(value, tuple) and len(value) == 3:
        amount, currency, rate = value
    else:
        raise TypeError("conversion must be a Conversion or (amount, currency, rate or None)")
    money = parse_money(store, amount, currency, "conversion")
    row.conversion_amount_minor = money.amount_minor
    row.conversion_currency = money.currency
    if rate is None:
        return
    # A rate is kept as it was recorded, so a Decimal keeps its zeros.
    written = format(rate, "f") if isinstance(rate, Decimal) and rate.is_finite() else rate
    row.conversion_rate = amount_text(written, "conversion")


def _extra_text(value: object) -> bytes | None:
    if value is None or isinstance(value, str):
        return optional_text(value, "extra")
    if not isinstance(value, Mapping):
        raise TypeError(f"extra must be a mapping or JSON text, not {type(value).__name__}")
    try:
        return text(json.dumps(dict(value), ensure_ascii=False, allow_nan=False), "extra")
    except ValueError as error:
        raise InvalidError(f"extra can't be written as JSON: {error}", field="extra") from None


def _pack_uuid(row: _abi.iex_expense, value: object) -> None:
    if isinstance(value, str):
        try:
            value = uuid.UUID(value)
        except ValueError:
            raise InvalidError(f"uuid is {value!r}, which is no UUID", field="uuid") from None
    if not isinstance(value, uuid.UUID):
        raise TypeError(f"uuid must be a uuid.UUID or a str, not {type(value).__name__}")
    row.uuid[:] = list(value.bytes)

"""The values of the state model as the library takes them, and back.

A value is a bool, an int, a str, a Money, a date, or a member of an Enum whose values are such: the
library keeps what stands in the Enum, and the binding gives the member.
"""

from __future__ import annotations

import ctypes
import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from . import _abi
from ._pack import parse_money
from ._values import date_number, date_of, decimal_of, string, text
from .errors import CurrencyError, OverflowError_
from .money import Money, _parse, currency_digits

if TYPE_CHECKING:
    from ._store import Store

_KINDS: dict[type, int] = {
    bool: _abi.IEX_VALUE_BOOL,
    int: _abi.IEX_VALUE_INTEGER,
    str: _abi.IEX_VALUE_TEXT,
    Money: _abi.IEX_VALUE_AMOUNT,
    datetime.date: _abi.IEX_VALUE_DATE,
}
"""The library's number of each type, the narrower type before the wider."""


class Form:
    """What the values of one binding are, and which store knows their currencies."""

    def __init__(self, kind: type, store: Store | None = None) -> None:
        self.kind = kind
        self.store = store

    def pack(self, value: object) -> _abi.iex_value:
        """Fills the library's iex_value; a TypeError for another type than the binding's."""
        if kind_of(value) is not self.kind:
            raise TypeError(
                f"this holds a value of {self.kind.__name__}, not of {type(value).__name__}"
            )
        return pack_value(value, self.store)

    def read(self, raw: _abi.iex_value) -> Any:
        """Copies a value that the library lent."""
        value: Any = raw.integer
        if raw.kind == _abi.IEX_VALUE_TEXT:
            value = string(raw.text)
        elif raw.kind == _abi.IEX_VALUE_AMOUNT:
            currency = string(raw.currency)
            value = Money(decimal_of(raw.integer, self._digits(currency)), currency)
        elif raw.kind == _abi.IEX_VALUE_DATE:
            value = date_of(raw.integer)
        elif raw.kind == _abi.IEX_VALUE_BOOL:
            value = bool(raw.integer)
        return self.kind(value) if issubclass(self.kind, Enum) else value

    def _digits(self, currency: str) -> int:
        try:
            return currency_digits(currency)
        except CurrencyError:
            if self.store is None:
                raise
            # One of its own.
            return int(parse_money(self.store, 0, currency, "amount").digits)


def kind_of(value: object) -> type:
    """Tells the type that a binding of this value has for ever."""
    if isinstance(value, Enum):
        if isinstance(value.value, Enum):
            raise TypeError(f"the value of {value!r} is itself a member of an Enum")
        kind_of(value.value)
        return type(value)
    if not isinstance(value, datetime.datetime):
        for kind in _KINDS:
            if isinstance(value, kind):
                return kind
    raise TypeError(
        "a value is a bool, an int, a str, a Money, a date or a member of an Enum, not "
        f"{type(value).__name__}"
    )


def pack_value(value: Any, store: Store | None = None) -> _abi.iex_value:
    """Fills the library's iex_value; a store knows the currencies of its own."""
    kind = kind_of(value)
    if issubclass(kind, Enum):
        return pack_value(value.value, store)
    raw = new_value()
    raw.kind = _KINDS[kind]
    if kind is str:
        raw.text = text(value, "a value")
    elif kind is Money:
        amount, currency = value
        if store is None:
            money = _parse(amount, currency)
        else:
            money = parse_money(store, amount, currency, "amount")
        raw.integer, raw.currency = money.amount_minor, money.currency
    elif kind is datetime.date:
        raw.integer = date_number(value)
    elif not -(2**63) <= value < 2**63:
        raise OverflowError_(f"{value} does not fit 64 bits")
    else:
        raw.integer = value
    return raw


def new_value() -> _abi.iex_value:
    """Makes an iex_value that the library can fill."""
    return _abi.iex_value(struct_size=ctypes.sizeof(_abi.iex_value))

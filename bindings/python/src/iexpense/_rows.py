"""The rows of a view as expenses, many at a time, from the columns of an Arrow batch.

Each expense is made with a reference to its rows alone; a value is made when it is asked for, for
all of these rows at once, by functions that are written in C. What a loop has asked for is set in
its next expenses from the start.
"""

from __future__ import annotations

import ctypes
import datetime
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Context, Decimal
from itertools import repeat
from typing import Any, Callable
from uuid import UUID

from ._arrow import Array, Held
from ._expense import (
    Conversion,
    Expense,
    Reimbursement,
    Source,
    rate_of,
    set_index,
    set_rows,
    setter_of,
)

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_exactly = Context(prec=40)
_REIMBURSEMENTS = [Reimbursement(number) for number in range(4)]


class _Dates(dict[int, datetime.date]):
    """Dates by their days since 1970-01-01."""

    def __missing__(self, day: int) -> datetime.date:
        date = self[day] = datetime.date.fromordinal(_EPOCH + day)
        return date


class Walk:
    """What the rows of one loop share: the names of the columns, and what has been asked for."""

    def __init__(self, names: list[bytes], digits: Callable[[str], int]) -> None:
        self.places = {name.decode(): place for place, name in enumerate(names)}
        self.wanted: dict[str, Any] = {}
        self.dates = _Dates()
        self._digits = digits
        self._units: dict[str, Decimal] = {}

    def learn(self, batch: Held) -> None:
        """Asks for the digits of the currencies of a batch, while there is a store to be asked."""
        for column in ("currency", "conversion_currency"):
            place = self.places.get(column)
            if place is None:
                continue
            for code in _dictionary(batch.struct.children[place].contents):
                if code not in self._units:
                    self._units[code] = Decimal((0, (1,), -self._digits(code)))

    def unit(self, currency: str) -> Decimal:
        """One minor unit of a currency."""
        return self._units[currency]


class Rows:
    """Some neighbouring rows of a batch."""

    def __init__(self, walk: Walk, batch: Held, start: int, count: int) -> None:
        self._walk = walk
        self._batch = batch
        self._start = start
        self._count = count
        self._columns: dict[str, Any] = {}
        self._places: dict[int, int] = {}

    def expenses(self) -> list[Expense]:
        """The rows as expenses."""
        expenses = list(map(object.__new__, repeat(Expense, self._count)))
        # Nothing is made for an expense besides itself: the collector would have to look at it.
        _run(map(set_rows, expenses, repeat(self)))
        if "amount" not in self._walk.wanted:
            # Else its amount, an object of its own, tells which one it is.
            _run(map(set_index, expenses, _indexes(self._count)))
        for name, setter in list(self._walk.wanted.items()):
            _run(map(setter, expenses, self._values(name)))
        return expenses

    def index(self, amount: Decimal) -> int:
        """The index of the expense whose amount is this object."""
        if not self._places:
            self._places = {id(each): index for index, each in enumerate(self._columns["amount"])}
        return self._places[id(amount)]

    def column(self, name: str) -> Any:
        """The values of a column that an expense is asked for."""
        if name not in self._walk.wanted:
            self._walk.wanted[name] = setter_of(name)
        return self._values(name)

    def _values(self, name: str) -> Any:
        values = self._columns.get(name)
        if values is None:
            values = self._columns[name] = getattr(self, f"_{name}")()
        return values

    def _array(self, name: str) -> Array:
        array: Array = self._batch.struct.children[self._walk.places[name]].contents
        return array

    def _numbers(self, array: Array, kind: Any, buffer: int = 1, more: int = 0) -> list[int]:
        count, size = self._count + more, ctypes.sizeof(kind)
        if not count:
            return []
        address = array.buffers[buffer] + self._start * size
        data = (ctypes.c_char * (count * size)).from_address(address)
        # A third faster than the slice of an array of numbers.
        return memoryview(data).cast("B").cast(kind._type_).tolist()

    def _bytes(self, array: Array, kind: Any) -> bytes:
        size = ctypes.sizeof(kind)
        return ctypes.string_at(array.buffers[1] + self._start * size, self._count * size)

    def _is_there(self, array: Array) -> list[bool] | bool:
        """Which values there are; one answer for all where it is the same."""
        if not array.null_count:
            return True
        if array.null_count == array.length:
            return False
        first, last = self._start // 8, (self._start + self._count + 7) // 8
        bits = int.from_bytes(ctypes.string_at(array.buffers[0] + first, last - first), "little")
        skipped = self._start - 8 * first
        return [bool(bits >> place & 1) for place in range(skipped, skipped + self._count)]

    def _texts(self, array: Array) -> list[str]:
        ends = self._numbers(array, ctypes.c_int32, more=1)
        return _slices(array, ends)

    def _named(self, name: str) -> list[str]:
        array = self._array(name)
        there = self._is_there(array)
        if there is False:
            return [""] * self._count
        names = _dictionary(array)
        codes = self._numbers(array, ctypes.c_int32)
        if there is True:
            return list(map(names.__getitem__, codes))
        return [names[code] if known else "" for code, known in zip(codes, there)]

    # The fields of an expense.

    def _id(self) -> list[int]:
        return self._numbers(self._array("id"), ctypes.c_int64)

    def _amount_minor(self) -> list[int]:
        return self._numbers(self._array("amount_minor"), ctypes.c_int64)

    def _amount(self) -> list[Decimal]:
        minors = self._values("amount_minor")
        array = self._array("currency")
        data = self._bytes(array, ctypes.c_int32)
        if not array.null_count and data == data[:4] * self._count:
            # One currency, as in most stores.
            code = int.from_bytes(data[:4], sys.byteorder)
            units: Iterable[Decimal] = repeat(self._walk.unit(_dictionary(array)[code]))
        else:
            units = map(self._walk.unit, self._values("currency"))
        return list(map(_exactly.multiply, minors, units))

    def _date(self) -> list[datetime.date]:
        days = self._numbers(self._array("date"), ctypes.c_int32)
        return list(map(self._walk.dates.__getitem__, days))

    def _name(self) -> list[str]:
        return self._texts(self._array("name"))

    def _note(self) -> list[str]:
        return self._texts(self._array("note"))

    def _extra(self) -> list[str]:
        return self._texts(self._array("extra"))

    def _type(self) -> list[str]:
        return self._named("type")

    def _category(self) -> list[str]:
        return self._named("category")

    def _currency(self) -> list[str]:
        return self._named("currency")

    def _account(self) -> list[str]:
        return self._named("account")

    def _reimbursement(self) -> list[Reimbursement]:
        codes = self._numbers(self._array("reimbursement"), ctypes.c_int32)
        return list(map(_REIMBURSEMENTS.__getitem__, codes))

    def _tags(self) -> list[tuple[str, ...]]:
        array = self._array("tags")
        ends = self._numbers(array, ctypes.c_int32, more=1)
        if ends[0] == ends[-1]:
            return [()] * self._count
        texts = array.children[0].contents
        offsets = (ctypes.c_int32 * (ends[-1] - ends[0] + 1)).from_address(
            texts.buffers[1] + 4 * ends[0]
        )
        tags = _slices(texts, offsets[:])
        first = ends[0]
        return [tuple(tags[a - first : b - first]) for a, b in zip(ends, ends[1:])]

    def _uuid(self) -> list[UUID]:
        address = self._array("uuid").buffers[1] + 16 * self._start
        data = ctypes.string_at(address, 16 * self._count)
        return [UUID(bytes=data[at : at + 16]) for at in range(0, len(data), 16)]

    def _conversion(self) -> list[Conversion | None]:
        currencies = self._named("conversion_currency")
        if not any(currencies):
            return [None] * self._count
        minors = self._numbers(self._array("conversion_minor"), ctypes.c_int64)
        rates = self._texts(self._array("conversion_rate"))
        return [
            Conversion(_exactly.multiply(minor, self._walk.unit(code)), code, rate_of(rate))
            if code
            else None
            for code, minor, rate in zip(currencies, minors, rates)
        ]

    def _source(self) -> list[Source | None]:
        arrays = [
            self._array(f"source_{name}")
            for name in ("import", "line", "fingerprint", "external_id")
        ]
        if all(array.null_count == array.length for array in arrays):
            return [None] * self._count
        return [
            Source(*values) if any(values) else None
            for values in zip(
                self._numbers(arrays[0], ctypes.c_int64),
                self._numbers(arrays[1], ctypes.c_int64),
                self._numbers(arrays[2], ctypes.c_uint64),
                self._texts(arrays[3]),
            )
        ]


_ALL_INDEXES: list[int] = []


def _indexes(count: int) -> list[int]:
    """The whole numbers below a count, or more of them; they are made once."""
    if len(_ALL_INDEXES) < count:
        _ALL_INDEXES[:] = range(count)
    return _ALL_INDEXES


def _run(steps: Iterator[object]) -> None:
    """Goes through an iterator for what its steps do."""
    deque(steps, maxlen=0)


def _dictionary(array: Array) -> list[str]:
    """What the codes of an array stand for."""
    values = array.dictionary.contents
    ends = (ctypes.c_int32 * (values.length + 1)).from_address(values.buffers[1])[:]
    return _slices(values, ends)


def _slices(array: Array, ends: list[int]) -> list[str]:
    """The texts of an array between some ends."""
    first = ends[0]
    if ends[-1] == first:
        return [""] * (len(ends) - 1)
    data = ctypes.string_at(array.buffers[2] + first, ends[-1] - first)
    text = data.decode()
    if first:
        ends = [end - first for end in ends]
    if len(text) == len(data):
        return [text[a:b] for a, b in zip(ends, ends[1:])]
    return [data[a:b].decode() for a, b in zip(ends, ends[1:])]

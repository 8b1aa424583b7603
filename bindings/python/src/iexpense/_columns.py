"""Columns of a view as numpy arrays."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from . import _abi, _arrow
from ._rows import Rows, Walk
from .errors import FIELDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._store import Store

_FLAGS = _abi.IEX_ARROW_WHOLE | _abi.IEX_ARROW_MINOR

_NUMBERS = {
    "id": (_abi.IEX_FIELD_AMOUNT, 0, ctypes.c_int64),
    "amount_minor": (_abi.IEX_FIELD_AMOUNT, 1, ctypes.c_int64),
    "date": (_abi.IEX_FIELD_DATE, 1, ctypes.c_int32),
}
"""Of each: the field that brings it, its place among the columns, and what its values are."""


class Columns:
    """The columns of a view that were read last, for as long as it stays at that revision."""

    def __init__(self) -> None:
        self._revision = -1
        self._arrays: dict[str, NDArray[Any]] = {}

    def read(self, name: str, revision: int, store: Store, handle: int | None) -> NDArray[Any]:
        """The column as it is now, which is not older than the revision."""
        if revision == self._revision:
            known = self._arrays.get(name)
            if known is not None:
                return known
        array = _read(name, store, handle)
        array.flags.writeable = False
        if revision != self._revision:
            self._arrays = {}
            self._revision = revision
        self._arrays[name] = array
        return array


def _read(name: str, store: Store, handle: int | None) -> NDArray[Any]:
    import numpy

    if name in _NUMBERS:
        field, place, kind = _NUMBERS[name]
        _, batch = _table(handle, 1 << field)
        # Python 3.9 gives an empty ctypes array a format that numpy warns of.
        empty = not batch.struct.length
        buffer = numpy.empty(0, kind) if empty else _arrow.column_buffer(batch, place, kind)
        array = numpy.asarray(buffer)
        return array.astype("datetime64[D]") if name == "date" else array
    if name not in FIELDS:
        raise ValueError(f"no column {name!r}, only id, amount_minor, {', '.join(FIELDS)}")
    bits = 1 << FIELDS[name]
    if name == "amount":
        bits |= 1 << _abi.IEX_FIELD_CURRENCY
    names, batch = _table(handle, bits)
    walk = Walk(names, store._digits)
    walk.learn(batch)
    rows = Rows(walk, batch, 0, batch.struct.length)
    # Not numpy.array: it would make a table of tuples.
    return numpy.fromiter(rows.column(name), dtype=object, count=batch.struct.length)


def _table(handle: int | None, fields: int) -> tuple[list[bytes], _arrow.Held]:
    """The names of some columns, and all rows in one batch."""
    stream = _arrow.open_stream(_arrow.VIEW, handle, fields=fields, flags=_FLAGS)
    batch = _arrow.next_batch(stream)
    if batch is None:
        raise RuntimeError("the library gave no batch")
    return _arrow.names_of(stream), batch

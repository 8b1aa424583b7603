"""Tables of expenses for other libraries and from them, by the Arrow C data interface.

The structs are those that Arrow publishes, and so are the names of the capsules and what
`requested_schema` means: https://arrow.apache.org/docs/format/CDataInterface.html and
PyCapsuleInterface.html.
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Protocol

from . import _abi
from ._call import call, lib

VIEW = lib.iex_view_arrow_stream
STORE = lib.iex_store_arrow_stream

_STREAM = b"arrow_array_stream"
_SCHEMA = b"arrow_schema"


class Schema(ctypes.Structure):
    """struct ArrowSchema."""


class Array(ctypes.Structure):
    """struct ArrowArray."""


class Stream(ctypes.Structure):
    """struct ArrowArrayStream."""


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Next = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_Error = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", _Next),
    ("get_next", _Next),
    ("get_last_error", _Error),
    ("release", _Release),
    ("private_data", ctypes.c_void_p),
]


class ArrowTable(Protocol):
    """What can be read as an Arrow table: one of pyarrow, Polars, pandas or DuckDB, or a view."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Held:
    """A schema, an array or a stream that was handed over, released when nobody holds it."""

    def __init__(self, struct: Any) -> None:
        self.struct = struct
        self.address = ctypes.addressof(struct)

    def __del__(self) -> None:
        if self.struct.release:
            self.struct.release(self.address)


def open_stream(function: Any, *arguments: Any, fields: int = 0, flags: int = 0) -> Held:
    """Calls a function that gives a stream."""
    held = Held(Stream())
    call(function, *arguments, fields, flags, held.address)
    return held


def schema_of(stream: Held) -> Held:
    """The type of a stream's batches."""
    held = Held(Schema())
    _check(stream, stream.struct.get_schema(stream.address, held.address))
    return held


def names_of(stream: Held) -> list[bytes]:
    """The names of a stream's columns."""
    schema = schema_of(stream)
    return [column.name for column in _columns(schema.struct)]


def _columns(schema: Any) -> list[Any]:
    """The types of the columns of a table, valid as long as the schema."""
    return [schema.children[index].contents for index in range(schema.n_children)]


def next_batch(stream: Held) -> Held | None:
    """The next batch of a stream; None at its end."""
    held = Held(Array())
    _check(stream, stream.struct.get_next(stream.address, held.address))
    return held if held.struct.release else None


def _check(stream: Held, code: int) -> None:
    if code:
        message = stream.struct.get_last_error(stream.address)
        raise OSError(code, message.decode() if message else "the Arrow stream failed")


# Capsules.


class _Capsules:
    """Python's functions for capsules, which are there in CPython alone."""

    def __init__(self) -> None:
        api = ctypes.pythonapi
        prototype = ctypes.PYFUNCTYPE(
            ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
        )
        self.new = prototype(("PyCapsule_New", api))
        get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
        self.get: Callable[[object, bytes], int] = get(("PyCapsule_GetPointer", api))
        # In a destructor the capsule is no object any more that could be held.
        get_last = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
            ("PyCapsule_GetPointer", api)
        )
        lent: dict[int, Held] = {}
        self.lent = lent

        def end(capsule: int, name: bytes = _STREAM) -> None:
            # What a consumer has taken has no release left here.
            lent.pop(get_last(capsule, name), None)

        self.end = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(end)
        # The last capsule may be forgotten after this module.
        for kept in (self, self.end, _STREAM):
            api.Py_IncRef(ctypes.py_object(kept))


_capsules: _Capsules | None = None


def capsules() -> _Capsules:
    """Python's functions for capsules."""
    global _capsules
    if _capsules is None:
        _capsules = _Capsules()
    return _capsules


def export(requested: object, function: Any, *arguments: Any) -> Any:
    """Makes the capsule that `__arrow_c_stream__` returns.

    Of the forms that the same table can have, the one that is requested is given where there is
    one: texts in place of dictionaries, minor units in place of decimals.
    """
    flags = 0 if requested is None else _flags_for(requested, function, *arguments)
    held = open_stream(function, *arguments, flags=flags)
    functions = capsules()
    functions.lent[held.address] = held
    return functions.new(held.address, _STREAM, ctypes.cast(functions.end, ctypes.c_void_p))


def _flags_for(requested: object, function: Any, *arguments: Any) -> int:
    """The form of the table that fits a requested schema best.

    Raises ValueError for a schema of other columns: that is no other form of the same table.
    """
    schema = Schema.from_address(capsules().get(requested, _SCHEMA))
    if not schema.release or schema.format != b"+s":
        raise ValueError("requested_schema is no schema of a table")
    wanted = _columns(schema)
    names = [column.name for column in wanted]
    for flags in (0, _abi.IEX_ARROW_MINOR):
        stream = open_stream(function, *arguments, flags=flags)
        own = schema_of(stream)
        columns = _columns(own.struct)
        if [column.name for column in columns] == names:
            break
    else:
        shown = ", ".join(str((name or b"").decode(errors="replace")) for name in names)
        raise ValueError(f"requested_schema has other columns than expenses: {shown}")
    repeating = [there for there, here in zip(wanted, columns) if here.dictionary]
    plain = all(not column.dictionary for column in repeating)
    return flags | (_abi.IEX_ARROW_PLAIN if plain else 0)


def add_arrow(handle: int | None, table: ArrowTable) -> range:
    """Adds the rows of an Arrow table; tells their ids."""
    capsule = table.__arrow_c_stream__()
    first, count = ctypes.c_int64(), ctypes.c_int64()
    call(lib.iex_store_add_arrow, handle, capsules().get(capsule, _STREAM), first, count)
    return range(first.value, first.value + count.value)


# Columns in place.


def column_buffer(batch: Held, index: int, kind: Any) -> memoryview:
    """The values of a column of a batch in place, for reading; they keep the batch alive."""
    child = batch.struct.children[index].contents
    array = (kind * batch.struct.length).from_address(child.buffers[1])
    # A ctypes array is what has room for a reference besides its memory.
    array._batch = batch
    return memoryview(array).toreadonly()

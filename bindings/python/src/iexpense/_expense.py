"""The expense as Python sees it: an immutable value, read from the library's rows."""

from __future__ import annotations

import ctypes
import datetime
import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Union
from uuid import UUID

from . import _abi
from ._call import call, lib, rows
from ._guard import Guard
from ._values import Amount, Date, date_of, decimal_of, minor_of, string

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    class Fields(TypedDict, total=False):
        """What can be said of an expense when adding or updating it."""

        name: str
        amount: Amount
        type: str | None
        category: str | Iterable[str] | None
        date: Date | None
        currency: str | None
        account: str | None
        note: str | None
        tags: Iterable[str] | None
        reimbursement: Reimbursement | str | None
        conversion: Conversion | tuple[Amount, str, Amount] | None
        extra: Mapping[str, Any] | str | None
        uuid: UUID | str


class Reimbursement(enum.Enum):
    """How far the employer has paid an expense back."""

    NONE = _abi.IEX_REIMBURSEMENT_NONE
    OPEN = _abi.IEX_REIMBURSEMENT_OPEN
    SUBMITTED = _abi.IEX_REIMBURSEMENT_SUBMITTED
    PAID = _abi.IEX_REIMBURSEMENT_PAID


class _Value:
    """A frozen dataclass with slots; pickled and copied by its fields, in Python 3.9 too."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        names = [field.name for field in fields(self)]  # type: ignore[arg-type]
        return type(self), tuple(getattr(self, name) for name in names)


@dataclass(frozen=True)
class Conversion(_Value):
    """An amount in another currency, as it was recorded on the day; never recomputed. The rate is
    None where none was recorded."""

    __slots__ = ("amount", "currency", "rate")

    amount: Decimal
    currency: str
    rate: Decimal | None


@dataclass(frozen=True)
class Source(_Value):
    """Where an imported expense came from."""

    __slots__ = ("external_id", "fingerprint", "import_number", "line")

    import_number: int
    line: int
    fingerprint: int
    external_id: str


class _OfRows(_Value):
    """What the rows of a loop, and a place among them, may stand behind."""

    __slots__ = ("_index", "_rows")


@dataclass(frozen=True)
class Expense(_OfRows):
    """One expense. Spending is positive, a refund is negative; `extra` is JSON text or "".

    `amount_minor` is the amount as an int of minor units, such as cents. An expense of a loop over
    a view makes its values of the library's columns when they are asked for first.
    """

    __slots__ = (
        "account",
        "amount",
        "amount_minor",
        "category",
        "conversion",
        "currency",
        "date",
        "extra",
        "id",
        "name",
        "note",
        "reimbursement",
        "source",
        "tags",
        "type",
        "uuid",
    )

    id: int
    uuid: UUID
    name: str
    type: str
    category: str
    amount: Decimal
    currency: str
    date: datetime.date
    account: str
    note: str
    tags: tuple[str, ...]
    reimbursement: Reimbursement
    conversion: Conversion | None
    source: Source | None
    extra: str

    if TYPE_CHECKING:

        @property
        def amount_minor(self) -> int: ...

    else:

        def __getattr__(self, name: str) -> Any:
            # Asked for what has no value yet, and for what there is not.
            setter = _SETTERS.get(name)
            if setter is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            try:
                rows = _rows_of(self)
            except AttributeError:
                value = minor_of(self.amount)
            else:
                value = rows.column(name)[_place(self, rows)]
            setter(self, value)
            return value


_rows_of: Any = _OfRows.__dict__["_rows"].__get__
_index_of: Any = _OfRows.__dict__["_index"].__get__
_amount_of: Any = Expense.__dict__["amount"].__get__
set_rows: Any = _OfRows.__dict__["_rows"].__set__
set_index: Any = _OfRows.__dict__["_index"].__set__


def _place(expense: Expense, rows: Any) -> int:
    """The place of an expense among the rows that stand behind it."""
    try:
        index: int = _index_of(expense)
    except AttributeError:
        index = rows.index(_amount_of(expense))
        set_index(expense, index)
    return index


_SETTERS: dict[str, Any] = {
    name: Expense.__dict__[name].__set__
    for name in (*(field.name for field in fields(Expense)), "amount_minor")
}
"""By name, what sets a value of a frozen expense once."""


def setter_of(name: str) -> Any:
    """What sets a value of an expense that a row of columns stands behind."""
    return _SETTERS[name]


ExpenseLike = Union[Expense, "Fields"]


def rate_of(text: str) -> Decimal | None:
    """The rate of a conversion; None where none was recorded."""
    return Decimal(text) if text else None


def expense_from(row: _abi.iex_expense) -> Expense:
    """Copies a row of a page."""
    conversion = source = None
    if row.conversion_currency:
        conversion = Conversion(
            decimal_of(row.conversion_amount_minor, row.conversion_digits),
            string(row.conversion_currency),
            rate_of(string(row.conversion_rate)),
        )
    if row.source_import or row.source_line or row.source_fingerprint or row.source_external_id:
        source = Source(
            row.source_import,
            row.source_line,
            row.source_fingerprint,
            string(row.source_external_id),
        )
    return Expense(
        row.id,
        UUID(bytes=bytes(row.uuid)),
        string(row.name),
        string(row.type),
        string(row.category),
        decimal_of(row.amount_minor, row.currency_digits),
        string(row.currency),
        date_of(row.date),
        string(row.account),
        string(row.note),
        tuple(string(row.tags[index]) for index in range(row.tag_count)),
        Reimbursement(row.reimbursement),
        conversion,
        source,
        string(row.extra),
    )


def read_page(guard: Guard, function: Any, *arguments: Any) -> list[Expense]:
    """Calls a function that fills a page, copies its expenses and gives the page back."""
    page = ctypes.c_void_p()
    try:
        call(function, *arguments, page)
        with guard:
            return [expense_from(row) for row in rows(_abi.iex_expense, lib.iex_page_rows, page)]
    finally:
        lib.iex_page_close(page)

"""The exceptions: one class per status of the library, each also the built-in that it resembles.

What goes wrong before the library is asked (a text with an embedded NUL, a bad sort key) raises
the same classes; a value of the wrong Python type is a plain TypeError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _abi

if TYPE_CHECKING:
    from ._import_values import Finding

__all__ = [
    "AmbiguousFileError",
    "ArgumentError",
    "BusyError",
    "CancelledError",
    "ConflictError",
    "CurrencyError",
    "DamagedError",
    "EncodingError",
    "ForkedError",
    "FormatError",
    "FullError",
    "HandleError",
    "IExpenseError",
    "InvalidError",
    "MissingError",
    "MissingObjectError",
    "NewerVersionError",
    "NotAFileError",
    "NotAStoreError",
    "NotFoundError",
    "OverflowError_",
    "PermissionError_",
    "ReadOnlyError",
    "StorageError",
    "TransactionError",
    "UnsavedError",
]

_FIELD_PREFIX = "IEX_FIELD_"

FIELDS: dict[str, int] = {
    name[len(_FIELD_PREFIX) :].lower(): number
    for name, number in vars(_abi).items()
    if name.startswith(_FIELD_PREFIX)
}
"""The number of each field of an expense, by its name."""

FIELD_NAMES = {number: name for name, number in FIELDS.items()}


class IExpenseError(Exception):
    """What every error of this package is.

    `status` is the number of the library's status (IEX_ERROR_… in iexpense.h), `field` the name of
    the expense's field at fault or None, `sqlite_code` SQLite's extended code and `system_code`
    the errno, each 0 when it has no part in it.
    """

    status: int = 0

    def __init__(
        self,
        message: str,
        *,
        field: str | None = None,
        sqlite_code: int = 0,
        system_code: int = 0,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.sqlite_code = sqlite_code
        self.system_code = system_code

    def __str__(self) -> str:
        # OSError's own __str__ would put the errno in front of a message that says it already.
        return str(self.args[0]) if self.args else ""


class ArgumentError(IExpenseError, ValueError):
    """An argument is out of its range or of an unknown value."""

    status = _abi.IEX_ERROR_ARGUMENT


class HandleError(IExpenseError, ValueError):
    """The store, view, import, change or sheet is closed or over."""

    status = _abi.IEX_ERROR_HANDLE


class EncodingError(IExpenseError, ValueError):
    """A text is not UTF-8 or can't be written as UTF-8."""

    status = _abi.IEX_ERROR_ENCODING


class InvalidError(IExpenseError, ValueError):
    """A value breaks a rule of its field, which `field` names."""

    status = _abi.IEX_ERROR_INVALID


class OverflowError_(IExpenseError, OverflowError):
    """A sum, a product or an amount does not fit 64 bits."""

    status = _abi.IEX_ERROR_OVERFLOW


class CurrencyError(IExpenseError, ValueError):
    """The currency is unknown, or a bare amount has none."""

    status = _abi.IEX_ERROR_CURRENCY


class NotFoundError(IExpenseError, LookupError):
    """No expense or revision has this number."""

    status = _abi.IEX_ERROR_NOT_FOUND


class MissingObjectError(NotFoundError, KeyError):
    """An environment has no object of the class; the message names it and where it was sought."""


class ConflictError(IExpenseError, RuntimeError):
    """Later changes touched what was to be undone: the message names the expenses."""

    status = _abi.IEX_ERROR_CONFLICT


class BusyError(IExpenseError, TimeoutError):
    """Another task, thread or program is writing."""

    status = _abi.IEX_ERROR_BUSY


class ReadOnlyError(IExpenseError, PermissionError):
    """The store, its file or its folder can only be read."""

    status = _abi.IEX_ERROR_READ_ONLY


class TransactionError(IExpenseError, RuntimeError):
    """A transaction inside a transaction, or the end of one that has not begun."""

    status = _abi.IEX_ERROR_TRANSACTION


class NotAStoreError(IExpenseError, ValueError):
    """The file is not an iexpense store."""

    status = _abi.IEX_ERROR_NOT_A_STORE


class NewerVersionError(IExpenseError, RuntimeError):
    """The store was written by a newer version of the library."""

    status = _abi.IEX_ERROR_NEWER


class DamagedError(IExpenseError, RuntimeError):
    """The file is damaged; nothing in it was changed."""

    status = _abi.IEX_ERROR_DAMAGED


class FullError(IExpenseError, OSError):
    """The disk is full."""

    status = _abi.IEX_ERROR_FULL


class StorageError(IExpenseError, OSError):
    """Reading or writing failed: `system_code` and `sqlite_code` say how."""

    status = _abi.IEX_ERROR_IO


class MissingError(IExpenseError, FileNotFoundError):
    """The file, or the folder that it should stand in, does not exist."""

    status = _abi.IEX_ERROR_MISSING


class NotAFileError(IExpenseError, OSError):
    """The path is a directory, or no regular file."""

    status = _abi.IEX_ERROR_NOT_A_FILE


class PermissionError_(IExpenseError, PermissionError):
    """The system does not let this user open the file."""

    status = _abi.IEX_ERROR_PERMISSION


class ForkedError(IExpenseError, RuntimeError):
    """The store was opened before a fork, and this is the child."""

    status = _abi.IEX_ERROR_FORKED


class FormatError(IExpenseError, ValueError):
    """A file to import is not of its format: the message says where."""

    status = _abi.IEX_ERROR_FORMAT


class CancelledError(IExpenseError, RuntimeError):
    """A progress callback asked to stop; nothing was stored."""

    status = _abi.IEX_ERROR_CANCELLED


class UnsavedError(IExpenseError, RuntimeError):
    """A sheet's draft has changes that are not saved, and so it was not dismissed."""

    status = _abi.IEX_ERROR_UNSAVED


class AmbiguousFileError(IExpenseError, ValueError):
    """A file leaves questions open, which `questions` lists; nothing was stored."""

    status = _abi.IEX_ERROR_AMBIGUOUS

    def __init__(self, message: str, *, questions: tuple[Finding, ...] = (), **more: Any) -> None:
        super().__init__(message, **more)
        self.questions = questions


_BY_STATUS = {kind.status: kind for kind in IExpenseError.__subclasses__()}


def error_from(status: int, error: _abi.iex_error) -> IExpenseError:
    """Makes the exception that says what `error` says."""
    kind = _BY_STATUS.get(status, IExpenseError)
    exception = kind(
        # A message that was cut to fit may end inside a character.
        error.message.decode("utf-8", "ignore"),
        field=FIELD_NAMES.get(error.field),
        sqlite_code=error.sqlite_code,
        system_code=error.system_code,
    )
    exception.status = status
    if isinstance(exception, OSError) and exception.system_code:
        exception.errno = exception.system_code
    return exception


def field_bits(names: Any) -> int:
    """Makes the library's set of fields from an iterable of their names."""
    if isinstance(names, str):
        raise TypeError("fields is an iterable of field names, not one str")
    bits = 0
    for name in names:
        if name not in FIELDS:
            raise InvalidError(f"{name!r} is no field of an expense: {', '.join(FIELDS)}")
        bits |= 1 << FIELDS[name]
    return bits


def field_names(bits: int) -> frozenset[str]:
    """Makes the names from the library's set of fields."""
    return frozenset(name for name, number in FIELDS.items() if bits >> number & 1)

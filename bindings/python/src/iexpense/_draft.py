"""The form of one expense: texts as they are typed, what is wrong with them, and save."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _abi
from ._call import call, lib, rows
from ._closing import Closing
from ._expense import Expense, _Value
from ._field import TEXT_FIELDS, draft_binding, text_field
from ._guard import Guard
from ._pack import pack
from ._subscription import ErrorHandler, Subscription
from ._values import id_number, optional_text, string, text
from .errors import IExpenseError, error_from, field_bits, field_names

if TYPE_CHECKING:
    from ._binding import Binding
    from ._store import Store

# Made once: what ctypes makes of a type later is another one when a subinterpreter has loaded it.
_Row = ctypes.POINTER(_abi.iex_expense)


@dataclass(frozen=True)
class Problem(_Value):
    """Why the text of a field can't be saved: `str` is one line that can be shown, and `error` the
    class of the exception that a save would raise."""

    __slots__ = ("error", "field", "message")

    field: str
    message: str
    error: type[IExpenseError]

    def __str__(self) -> str:
        return self.message


class Draft(Closing):
    """The form of one expense, new or stored: a mapping of its texts by field.

    `draft["amount"] = "12,50"` takes whatever is typed; `problems` says what is wrong with it. The
    amount has the decimal mark of the host or of the draft. Dates are written as in 2026-03-14,
    tags with commas between them, a reimbursement as none, open, submitted or paid. Nothing is
    stored before `save`. What others change in a stored expense is taken over, unless the draft
    has changed the same field: that is a conflict. Any thread may use it.
    """

    def __init__(
        self,
        store: Store,
        id: int | Expense | None,
        decimal_mark: str | None,
        defaults: Mapping[str, Any],
    ) -> None:
        self._store = store
        # What the library lends lives until the next call for the same: copied under this lock.
        self._reading = threading.RLock()
        number = id.id if isinstance(id, Expense) else 0 if id is None else id_number(id)
        said = {name: value for name, value in defaults.items() if value is not None}
        options = _abi.iex_draft_options()
        options.struct_size = ctypes.sizeof(_abi.iex_draft_options)
        options.decimal_mark = optional_text(decimal_mark, "decimal_mark")
        row = _abi.iex_expense()
        if said:
            options.default_fields = pack(store, row, said)
            options.defaults = _Row(row)
        self._subscriptions: dict[int, Subscription] = {}
        handle = ctypes.c_void_p()
        call(lib.iex_draft_open, store._use(), number, options, handle)
        self._guard = Guard("draft", lib.iex_draft_close, handle.value)
        weakref.finalize(self, self._guard.close)

    def close(self) -> None:
        """Forgets what was not saved. Not needed: a draft that is forgotten is closed."""
        self._guard.close()

    # Texts.

    def __getitem__(self, field: str) -> str:
        number = text_field(field)
        with self._reading, self._store._guard, self._guard:
            return string(lib.iex_draft_text(self._use(), number))

    def __setitem__(self, field: str, value: str) -> None:
        number = text_field(field)
        call(lib.iex_draft_set, self._use(), number, text(value, field))

    def __iter__(self) -> Iterator[str]:
        return iter(TEXT_FIELDS)

    def __len__(self) -> int:
        return len(TEXT_FIELDS)

    def __contains__(self, field: object) -> bool:
        return field in TEXT_FIELDS

    def keys(self) -> tuple[str, ...]:
        """The fields that have a text, so that `dict(draft)` gives all texts."""
        return TEXT_FIELDS

    def binding(self, field: str) -> Binding[str]:
        """The binding to the text of a field: for what edits it, and for who is told of it.

        Subscribers are also told of what is taken over from others. The draft keeps them.
        """
        return draft_binding(self, field)

    @property
    def on_error(self) -> ErrorHandler | None:
        """What is told of an exception of a subscriber: as the store says."""
        return self._store.on_error

    def __repr__(self) -> str:
        if self._guard.closed or self._store.closed:
            return "<Draft, closed>"
        number = self.id
        return f"<Draft of {'a new expense' if number is None else f'expense {number}'}>"

    # How it stands.

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps it from being saved: at most one problem for each field."""
        error = _abi.iex_error()

        def getter(handle: Any, count: Any) -> Any:
            return lib.iex_draft_problems(handle, count, error)

        with self._reading, self._store._guard, self._guard:
            found = tuple(map(_problem, rows(_abi.iex_problem, getter, self._use())))
        if error.status:
            raise error_from(error.status, error)
        return found

    def choices(self, field: str) -> list[str]:
        """What could be chosen for a field: texts that can be set as they are.

        For the type "Business" and "Personal" first, then what the store knows; for the others what
        was used before and fits what was typed, the most used first. Amount, date and note have
        none.
        """
        number = text_field(field)
        error = _abi.iex_error()
        count = ctypes.c_size_t()
        with self._reading, self._store._guard, self._guard:
            first = lib.iex_draft_choices(self._use(), number, count, error)
            found = [string(first[index]) for index in range(count.value)]
        if error.status:
            raise error_from(error.status, error)
        return found

    @property
    def id(self) -> int | None:
        """The expense that it edits; None for one that is yet to be added."""
        return self._state().id or None

    @property
    def can_save(self) -> bool:
        """Whether a save would succeed: no problem, no conflict, and the expense is there."""
        return bool(self._state().flags & _abi.IEX_DRAFT_SAVABLE)

    @property
    def changed(self) -> frozenset[str]:
        """The fields that say something else than in the beginning, or than what is stored."""
        return field_names(self._state().changed)

    @property
    def conflicts(self) -> frozenset[str]:
        """The fields that someone else has changed too, to another value."""
        return field_names(self._state().conflicts)

    @property
    def removed(self) -> bool:
        """Whether the expense was removed by someone."""
        return bool(self._state().flags & _abi.IEX_DRAFT_REMOVED)

    # What to do with it.

    def save(self) -> Expense:
        """Adds the expense, or writes what was changed over the stored one, as one change.

        Raises what the first problem says, ConflictError while there are conflicts, NotFoundError
        when the expense was removed; then nothing is stored. Afterwards the draft edits what it has
        stored. When the store is closed before that can be read back, as by a subscriber, it is
        stored all the same: a HandleError says so, and its id.
        """
        number = ctypes.c_int64()
        call(lib.iex_draft_save, self._use(), number)
        return self._store._just_added(number.value)

    def discard(self) -> None:
        """Forgets what was typed: it is again what it began with, or what is stored now."""
        call(lib.iex_draft_discard, self._use())

    def take_theirs(self, *fields: str) -> None:
        """Settles conflicts, in these fields or in all, with what others have stored."""
        self._resolve(fields, _abi.IEX_DRAFT_TAKE_THEIRS)

    def keep_mine(self, *fields: str) -> None:
        """Settles conflicts, in these fields or in all: a save writes over what others stored."""
        self._resolve(fields, _abi.IEX_DRAFT_KEEP_MINE)

    def _resolve(self, fields: tuple[str, ...], how: int) -> None:
        call(lib.iex_draft_resolve, self._use(), field_bits(fields or TEXT_FIELDS), how)

    def _state(self) -> _abi.iex_draft_state:
        state = _abi.iex_draft_state()
        state.struct_size = ctypes.sizeof(_abi.iex_draft_state)
        call(lib.iex_draft_describe, self._use(), state)
        return state

    def _use(self) -> int | None:
        self._store._use()
        return self._guard.use()


def _problem(raw: _abi.iex_problem) -> Problem:
    (field,) = field_names(1 << raw.field)
    error = _abi.iex_error(status=raw.status)
    return Problem(field, string(raw.message), type(error_from(raw.status, error)))

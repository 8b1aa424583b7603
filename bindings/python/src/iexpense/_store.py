"""The store: a file of expenses, and all that can be done with it."""

from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Callable, cast, overload

from . import _abi, _arrow, _undo
from ._call import call, ids_array, lib, number, raise_stop
from ._change import Revision
from ._changes import Changes
from ._closing import Closing
from ._draft import Draft
from ._expense import Expense, ExpenseLike, Reimbursement, read_page
from ._export import export
from ._feed import Feed, deadline_in
from ._field import store_binding
from ._guard import Guard
from ._import import Content, Import
from ._import_values import ImportResult
from ._pack import pack, pack_update, parse_money, said_of
from ._plot import Chart, plot
from ._profiles import Profile, Profiles
from ._progress import ProgressCallback
from ._query import Sort, query
from ._rules import RuleEffect, Rules, effects_from
from ._subscription import Subscriber, Subscription, subscribe
from ._totals import Totals, totals
from ._transaction import Gate, Transaction
from ._undo import Undo
from ._values import (
    Amount,
    Date,
    Path,
    id_number,
    money_of,
    optional_text,
    path_bytes,
    text,
    whole,
)
from ._view import Expenses
from .errors import HandleError, InvalidError, NotFoundError
from .money import Money

if TYPE_CHECKING:
    import datetime
    from typing import Literal

    from typing_extensions import Unpack

    from ._arrow import ArrowTable
    from ._binding import Binding
    from ._expense import Conversion, Fields
    from ._field import TextField
    from ._query import Filter
    from ._sections import SectionRow


class Store(Closing):
    """A store of expenses, opened by `iexpense.open`. Any thread may use it.

    A change is on disk when the call that made it returns. What a subscriber raises never comes
    out of that call: it goes to `on_error(exception, subscription)`, or where that is None to
    `sys.unraisablehook`; a KeyboardInterrupt is raised once the call has ended. What a subscriber
    raises that is told while the program waits, in `wait` or a loop over `changes()`, is raised
    there.

    What other programs change in the same file is heard of while waiting, and with the next change
    of one's own. The store is a file to `select`, `selectors` and event loops: it is readable when
    `wait(0)` has something to tell. This is for local file systems, not for network ones. A
    child that is forked while a store is open gets a ForkedError from every call: spawn processes.
    """

    on_error: Callable[[Exception, Subscription], object] | None = None

    def __init__(self, path: Path | None, options: _abi.iex_options) -> None:
        self._path = None if path is None else os.path.abspath(os.fspath(path))
        self._gate = Gate()
        self._subscriptions: dict[int, Subscription] = {}
        handle = ctypes.c_void_p()
        call(lib.iex_store_open, None if path is None else path_bytes(path), options, handle)
        self._guard = Guard("store", lib.iex_store_close, handle.value)
        self._feed = Feed(self._guard, self._gate)
        weakref.finalize(self, self._guard.close)

    # Opening and closing.

    def close(self) -> None:
        """Closes the store with its views, imports and subscriptions; again is nothing."""
        self._guard.close()
        self._feed.wake()
        raise_stop()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._guard.closed

    def __reduce__(self) -> Any:
        raise TypeError("a store can't be pickled: the other process opens its file by itself")

    def __repr__(self) -> str:
        return f"<Store {self._path or 'in memory'}{', closed' if self.closed else ''}>"

    # Expenses.

    def add(
        self,
        name: str,
        amount: Amount,
        *,
        type: str | None = None,
        category: str | Iterable[str] | None = None,
        date: Date | None = None,
        currency: str | None = None,
        account: str | None = None,
        note: str | None = None,
        tags: Iterable[str] | None = None,
        reimbursement: Reimbursement | str | None = None,
        conversion: Conversion | tuple[Amount, str, Amount] | None = None,
        extra: Any = None,
        uuid: Any = None,
    ) -> Expense:
        """Adds an expense and returns it as it is stored.

        The amount is text ("12.50", or "9 USD"), a Decimal, or an int of whole units, never a
        float. Without a date it is of today, without a currency in the store's default. When the
        store is closed before the expense can be read back, as by a subscriber, it is stored all
        the same: a HandleError says so, and its id.
        """
        said = {
            "name": name,
            "amount": amount,
            "type": type,
            "category": category,
            "date": date,
            "currency": currency,
            "account": account,
            "note": note,
            "tags": tags,
            "reimbursement": reimbursement,
            "conversion": conversion,
            "extra": extra,
        }
        if uuid is not None:
            said["uuid"] = uuid
        handle = self._use()
        row = _abi.iex_expense()
        pack(self, row, said)
        number = ctypes.c_int64()
        call(lib.iex_store_add, handle, row, number)
        return self._just_added(number.value)

    def add_many(self, expenses: Iterable[ExpenseLike] | ArrowTable) -> range:
        """Adds expenses as one change: all of them or none; tells their ids.

        They are mappings of the keywords of `add`, or Expenses; or a table of pyarrow, Polars,
        pandas, DuckDB or whatever else has `__arrow_c_stream__`, with columns of the names that a
        view's own table has. Its amounts are decimals, whole numbers or texts, never floats; its
        "id" and "source_…" are not read.
        """
        if hasattr(expenses, "__arrow_c_stream__"):
            return _arrow.add_arrow(self._use(), cast("ArrowTable", expenses))
        said = [said_of(expense) for expense in expenses]
        handle = self._use()
        if not said:
            return range(0)
        rows = (_abi.iex_expense * len(said))()
        for index, (row, one) in enumerate(zip(rows, said)):
            if missing := {"name", "amount"} - one.keys():
                raise TypeError(f"expense {index} has no {' and no '.join(sorted(missing))}")
            pack(self, row, one)
        first = ctypes.c_int64()
        call(lib.iex_store_add_many, handle, rows, len(said), first)
        return range(first.value, first.value + len(said))

    def update(self, id: int, **fields: Unpack[Fields]) -> None:
        """Changes the fields given, and no other; None empties a field that may be empty.

        An amount without a currency is in the expense's own; a currency without an amount keeps
        the number, so that 12.50 EUR becomes 12.50 USD.
        """
        number = id_number(id)
        handle = self._use()
        row, bits = pack_update(self, fields, lambda: self.get(number))
        row.id = number
        call(lib.iex_store_update, handle, row, bits)

    def remove(self, *ids: int) -> None:
        """Removes expenses as one change; without ids it does nothing."""
        numbers = [id_number(id) for id in ids]
        handle = self._use()
        if numbers:
            call(lib.iex_store_remove, handle, ids_array(numbers), len(numbers))

    def get(self, id: int) -> Expense:
        """Reads one expense; NotFoundError when there is none with this id."""
        number = id_number(id)
        return read_page(self._guard, lib.iex_store_get, self._use(), ids_array([number]), 1)[0]

    @overload
    def expenses(
        self,
        *,
        sort: Sort = None,
        section: str | None = None,
        level: int | None = None,
        section_rows: Literal[False] = False,
        limit: int | None = None,
        queued: bool = False,
        **filter: Unpack[Filter],
    ) -> Expenses[Expense]: ...

    @overload
    def expenses(
        self,
        *,
        sort: Sort = None,
        section: str | None = None,
        level: int | None = None,
        section_rows: bool,
        limit: int | None = None,
        queued: bool = False,
        **filter: Unpack[Filter],
    ) -> Expenses[Expense | SectionRow]: ...

    def expenses(
        self,
        *,
        sort: Sort = None,
        section: str | None = None,
        level: int | None = None,
        section_rows: bool = False,
        limit: int | None = None,
        queued: bool = False,
        **filter: Unpack[Filter],
    ) -> Expenses[Any]:
        """Opens a live view of the expenses that fit every keyword.

        `month` is "2026-03"; `first` and `last` are dates, both inclusive; a category includes
        those below it; of several types, accounts, currencies or `tags` one is enough, `all_tags`
        are all there and `without_tags` none of them; an account of "" is none. Amounts compare in
        minor units. `text` is looked for in names and notes, regardless of case and accents.

        `sort` is a field or up to 8, such as "-amount" or ("date", "-amount"); without it, in order
        of adding. `section` divides the rows by "type", "category" (the first `level` names of
        it), "account", "day", "week", "month", "quarter", "year" or "currency", "-month" the latest
        first: see `Expenses.sections`. With `section_rows` each section begins with a row of its
        own. `limit` keeps the first so many. A `queued` view stands still until it is told to
        move.
        """
        flags = _abi.IEX_QUERY_SECTION_ROWS if section_rows else 0
        flags |= _abi.IEX_QUERY_QUEUED if queued else 0
        return Expenses(self, query(self, sort, section, level, limit, flags, **filter))

    def totals(self, *groups: str, level: int | None = None, **filter: Unpack[Filter]) -> Totals:
        """Sums up, always by currency, and by the groups given.

        Those are "type", "category" (the first `level` names of it), "account", and one of "day",
        "week", "month", "quarter" and "year".
        """
        asked = query(self, **filter) if filter else None
        return totals(self._guard, groups, level, lib.iex_store_totals, self._use(), asked)

    def plot(
        self,
        *,
        level: int = 1,
        title: str | None = None,
        progress: ProgressCallback | None = None,
        **filter: Unpack[Filter],
    ) -> Chart:
        """Draws the expenses that fit every keyword: by month, type and category, and every
        currency by itself, with refunds told apart.

        Categories are those of their first `level` names. A notebook shows the chart,
        `chart.save("spending.png")` writes it, and `chart.figure` is matplotlib's. Without
        matplotlib it is a ModuleNotFoundError that says what to install. `progress(progress)` is
        called for each part; what it raises stops it, and is raised itself.
        """
        return plot(self, level, title, progress, filter)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The expenses as an Arrow table, in order of adding: `pyarrow.table(store)`.

        Inside a transaction of this thread it has what that has written so far. The rest is as for
        a view.
        """
        return _arrow.export(requested_schema, _arrow.STORE, self._use(), None)

    def draft(
        self,
        id: int | Expense | None = None,
        *,
        decimal_mark: str | None = None,
        **defaults: Unpack[Fields],
    ) -> Draft:
        """Opens the form of a stored expense, or of a new one.

        A new one begins with the values given, as `add` takes them, else with the type "Personal",
        the store's currency and today. `decimal_mark` is "." or ",", by default that of the host's
        locale (LC_NUMERIC).
        """
        return Draft(self, id, decimal_mark, defaults)

    @overload
    def binding(self, expense: int | Expense, field: Literal["amount"]) -> Binding[Money]: ...

    @overload
    def binding(self, expense: int | Expense, field: Literal["date"]) -> Binding[datetime.date]: ...

    @overload
    def binding(self, expense: int | Expense, field: TextField) -> Binding[str]: ...

    @overload
    def binding(self, expense: int | Expense, field: str) -> Binding[Any]: ...

    def binding(self, expense: int | Expense, field: str) -> Binding[Any]:
        """The binding to a field of a stored expense: to set it is an update that can be undone.

        The amount is a Money, the date a date, and the others are texts as in a draft. Subscribers
        are told as those of the store are, of what anyone has changed; the store keeps them.
        """
        return store_binding(self, expense, field)

    # Changes.

    def transaction(self, label: str) -> Transaction:
        """Makes one change of all that the `with` block does; an exception rolls it back.

        A call that the library refused inside the block fails the whole, also when its exception
        was caught: then the end of the block raises it again, and nothing is stored. Until the end
        of the block, other tasks of this thread get a BusyError.
        """
        return Transaction(self, label)

    def undo(
        self, any: bool = False, skip: bool = False, *, revision: int | None = None
    ) -> Undo | None:
        """Undoes the latest change of this store's origin, or of `any`one; None: nothing to undo.

        With `skip`, it passes over changes that later ones conflict with. With `revision`, it
        undoes that one past change.
        """
        return _undo.undo(self, any, skip, revision)

    def redo(self, any: bool = False, skip: bool = False) -> Undo | None:
        """Does again what the latest undo took back; None: nothing to redo."""
        return _undo.redo(self, any, skip)

    def history(self, id: int | None = None, *, limit: int | None = None) -> list[Revision]:
        """Reads the changes of the store, or of one expense, the latest first."""
        return _undo.history(self, id, limit)

    def subscribe(
        self,
        callback: Subscriber,
        *,
        initial: bool = False,
        skip_own: bool = False,
        fields: Iterable[str] | None = None,
        queued: bool = False,
    ) -> Subscription:
        """Calls `callback(change)` after each change, on the thread that made it.

        What other programs have changed is told before this store's own next change, or in `wait`.
        The store keeps the subscription until it is cancelled or the store closes. `initial` first
        tells the present state, `skip_own` leaves out what this very store object changed, and
        `fields` leaves out updates that touch none of them. With `queued`, changes wait until the
        program does: the callback runs in `wait` and in loops over `changes()`, on their thread.
        """
        return subscribe(self, callback, initial, skip_own, fields, queued)

    def wait(self, seconds: float | None = None) -> int:
        """Waits until subscribers were told something, and tells how many callbacks ran.

        They run on this thread: for what other programs change, and those that are `queued`. 0: the
        time has passed; None waits without end, 0 not at all. What a subscriber raises is raised
        here, once; of several that fail, the others' go to `on_error`. Inside a callback it does
        nothing, and when another thread closes the store, it is a HandleError.
        """
        told = 0

        def done(count: int) -> bool:
            nonlocal told
            told = count
            return count > 0

        if not self._feed.run(deadline_in(seconds), done):
            self._use()
        return told

    def changes(self, timeout: float | None = None) -> Changes:
        """The changes from now on, of this and other programs, for `for` and `async for`.

        Every such object gets each change, also when several threads or tasks loop. A loop waits
        for the next one; it ends when `timeout` seconds have passed since it began, or when the
        store is closed. Over 1,024 changes that wait become one of kind RESET.
        """
        self._use()
        return Changes(self, timeout)

    def fileno(self) -> int:
        """The descriptor that is readable when `wait(0)` has something to tell.

        For `select`, `selectors` and `loop.add_reader(store, …)`. Do not read or close it; watch it
        no more before the store is closed. A timer makes it readable once a second.
        """
        return self._feed.descriptor()

    @property
    def revision(self) -> int:
        """The number of the latest change; changes are numbered without a gap."""
        return number(lib.iex_store_revision, self._use())

    # Currencies.

    @property
    def default_currency(self) -> str | None:
        """The currency of a bare amount; None when the store has none."""
        money = _abi.iex_money()
        call(lib.iex_store_default_currency, self._use(), money)
        return money.currency.decode() or None

    def register_currency(self, code: str, digits: int) -> None:
        """Makes a currency of one's own known, with 0 to 8 digits behind the point."""
        number = whole(digits, "digits")
        if not 0 <= number <= 8:
            raise InvalidError(f"a currency has 0 to 8 digits, not {number}", field="currency")
        call(lib.iex_store_register_currency, self._use(), text(code, "currency"), number)

    def parse_amount(self, amount: Amount, currency: str | None = None) -> Money:
        """Reads an amount as `add` does, with the currencies of this store."""
        return Money(*money_of(parse_money(self, amount, currency, "amount")))

    # Files.

    def read(
        self,
        source: Path | Content,
        profile: Profile | None = None,
        account: str | None = None,
        format: str | None = None,
        name: str | None = None,
        progress: ProgressCallback | None = None,
    ) -> Import:
        """Opens a file, or its bytes, for import: shows what would become of each row.

        `profile` says how it is to be read, or is the name of a saved one; what it leaves out is
        found from the whole file, or becomes a question. `format` is "csv", "json", "ofx", "qif",
        "plist" or "store"; None: told from the content. `progress(progress)` is called now and then
        while the import works, on this thread; what it raises stops the import, and is raised
        itself.
        """
        return Import(self, source, profile, account, format, name, progress)

    def import_file(
        self,
        path: Path | Content,
        profile: Profile | None = None,
        account: str | None = None,
        format: str | None = None,
        progress: ProgressCallback | None = None,
        *,
        rules: bool = False,
    ) -> ImportResult:
        """Imports a file as one change; with open questions, AmbiguousFileError lists them.

        With `rules` the rules of the store run on its rows first. The rest is as in `read`.
        """
        with self.read(path, profile, account, format, progress=progress) as opened:
            if rules and not opened.questions:
                opened.apply_rules()
            return opened.commit()

    @property
    def profiles(self) -> Profiles:
        """How files are to be read, saved by name: a mapping of names to profiles."""
        return Profiles(self)

    @property
    def rules(self) -> Rules:
        """The rules that set fields of expenses when they are run, in their order."""
        return Rules(self)

    def rule_effects(self, id: int) -> list[RuleEffect]:
        """Tells which rules have set the fields of an expense to what they are now."""
        return effects_from(self, lib.iex_store_rule_effects, self._use(), id_number(id))

    def export(
        self,
        format: str = "json",
        path: Path | None = None,
        *,
        guard: bool = False,
        progress: ProgressCallback | None = None,
        **filter: Unpack[Filter],
    ) -> bytes:
        """Writes the expenses as a file's bytes, and to a file when `path` is given.

        "json" and "csv" keep everything; "qif" and "items", the list of the tutorial's app, hold
        one currency; "ledger", "hledger" and "beancount" are journals for these programs. With
        `guard`, texts of a CSV that a spreadsheet would take for a formula get a ' before them,
        which reading takes off again. `progress(progress)` is called now and then, as in `read`;
        what it raises stops the export, nothing is written, and it is raised itself.
        """
        return export(self, format, path, query(self, **filter), guard, progress)

    def backup(self, path: Path) -> None:
        """Copies the whole store to a new file, while it is in use."""
        call(lib.iex_store_backup, self._use(), path_bytes(path))

    def check(self) -> None:
        """Checks the file and recounts the totals; DamagedError names the first problem."""
        call(lib.iex_store_check, self._use())

    # For the other modules.

    def _use(self) -> int | None:
        """The handle, for whoever may use the store now."""
        guard = self._guard
        handle = guard.use() if guard._closing else guard._handle
        if self._gate._owners:
            self._gate.admit()
        return handle

    def _stands_at(self, revision: int) -> bool:
        """Whether the store is what it was at a revision, for this thread."""
        return self.revision == revision and not self._gate.holds()

    def _digits(self, currency: str) -> int:
        """How many digits the amounts of a currency have behind the point."""
        money = _abi.iex_money()
        call(lib.iex_store_parse_amount, self._use(), b"0", currency.encode(), money)
        return money.digits

    def _just_added(self, number: int) -> Expense:
        try:
            try:
                return self.get(number)
            except NotFoundError:
                # A subscriber or another thread has removed it already; the history still has it.
                for entry in reversed(self.history(number)):
                    if entry.expense is not None:
                        return entry.expense
                raise
        except HandleError:
            if self._gate.holds():
                raise  # closed inside a transaction, which is rolled back
            raise HandleError(
                f"expense {number} is stored, but the store was closed before it could be read back"
            ) from None

    def _get_present(self, ids: list[int]) -> list[Expense]:
        """Reads those of some expenses that are there."""
        try:
            return read_page(self._guard, lib.iex_store_get, self._use(), ids_array(ids), len(ids))
        except NotFoundError:
            if len(ids) == 1:
                return []
        middle = len(ids) // 2
        return self._get_present(ids[:middle]) + self._get_present(ids[middle:])


def open(
    path: Path | None = None,
    *,
    currency: str | None = None,
    origin: str | None = None,
    read_only: bool = False,
    relaxed: bool = False,
    existing: bool = False,
    memory: bool = False,
    busy_timeout: float = 5.0,
) -> Store:
    """Opens a store, and creates it when it is not there.

    `currency` is the default currency of a new store; an old one knows it. `origin` says who makes
    the changes, by default the program's name. `read_only` refuses every change, `existing` does
    not create, `memory` keeps the store in memory, `relaxed` is faster, and may lose the latest
    changes when the machine loses power. `busy_timeout` is how many seconds to wait for others who
    write.
    """
    if path is None and not memory:
        raise TypeError("open needs a path, or memory=True")
    options = _abi.iex_options()
    options.struct_size = ctypes.sizeof(_abi.iex_options)
    for flag, wanted in (
        (_abi.IEX_OPEN_READ_ONLY, read_only),
        (_abi.IEX_OPEN_RELAXED, relaxed),
        (_abi.IEX_OPEN_EXISTING, existing),
        (_abi.IEX_OPEN_MEMORY, memory),
    ):
        options.flags |= flag if wanted else 0
    options.currency = optional_text(currency, "currency")
    options.origin = optional_text(origin, "origin")
    milliseconds = round(busy_timeout * 1000)
    if not 0 <= milliseconds < 2**31:
        raise InvalidError(f"busy_timeout is {busy_timeout}, and not 0 to 2147483 seconds")
    # 0 stands for the library's own default; -1 is not to wait.
    options.busy_timeout_ms = milliseconds or -1
    return Store(path, options)

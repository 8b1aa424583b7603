"""An embeddable expense store: one file, exact money, live views, undo.

    import iexpense

    with iexpense.open("spending.db", currency="EUR") as store:
        lunch = store.add("Lunch", "12.50", type="Business", tags=["client"])
        store.update(lunch.id, note="with tip")
        for expense in store.expenses(month="2026-03", sort="-amount"):
            print(expense.date, expense.name, expense.amount, expense.currency)
        print(store.undo())

`open` gives a `Store`, and a store all else: what is in it as a live view (`Expenses`) and as
`Totals`, `Change`s as they happen, a `Draft` for a form, an `Import` for a file.
"""

from ._binding import Binding
from ._change import Change, ChangeKind, Ids, Revision
from ._changes import Changes
from ._draft import Draft, Problem
from ._environment import Environment
from ._expense import Conversion, Expense, Reimbursement, Source
from ._export import EXPORT_FORMATS
from ._import import Import, ImportRows
from ._import_values import (
    Finding,
    FindingState,
    ImportResult,
    ImportRow,
    ImportSummary,
    Phase,
    Progress,
    RowStatus,
)
from ._library import lib as _lib
from ._object import ObservableObject, Published
from ._plot import CHART_FORMATS, Chart
from ._profiles import Profiles
from ._rules import EffectKind, RuleEffect, RuleRun, Rules
from ._sections import Section, SectionRow
from ._sheet import Sheet
from ._state import State
from ._store import Store, open
from ._subscription import Subscription
from ._totals import GROUPS, Total, Totals
from ._transaction import Transaction
from ._undo import Undo
from ._view import Expenses, Splice
from ._viewchange import RowChange, RowChangeKind, SectionChange, ViewChange
from .errors import (
    AmbiguousFileError,
    ArgumentError,
    BusyError,
    CancelledError,
    ConflictError,
    CurrencyError,
    DamagedError,
    EncodingError,
    ForkedError,
    FormatError,
    FullError,
    HandleError,
    IExpenseError,
    InvalidError,
    MissingError,
    MissingObjectError,
    NewerVersionError,
    NotAFileError,
    NotAStoreError,
    NotFoundError,
    OverflowError_,
    PermissionError_,
    ReadOnlyError,
    StorageError,
    TransactionError,
    UnsavedError,
)
from .money import (
    Money,
    add_amounts,
    add_days,
    add_months,
    add_years,
    convert,
    currency_digits,
    format_amount,
    iso_week,
    parse_amount,
    parse_date,
    split,
    today,
)

__version__: str = _lib.iex_version().decode()

__all__ = [
    "CHART_FORMATS",
    "EXPORT_FORMATS",
    "GROUPS",
    "AmbiguousFileError",
    "ArgumentError",
    "Binding",
    "BusyError",
    "CancelledError",
    "Change",
    "ChangeKind",
    "Changes",
    "Chart",
    "ConflictError",
    "Conversion",
    "CurrencyError",
    "DamagedError",
    "Draft",
    "EffectKind",
    "EncodingError",
    "Environment",
    "Expense",
    "Expenses",
    "Finding",
    "FindingState",
    "ForkedError",
    "FormatError",
    "FullError",
    "HandleError",
    "IExpenseError",
    "Ids",
    "Import",
    "ImportResult",
    "ImportRow",
    "ImportRows",
    "ImportSummary",
    "InvalidError",
    "MissingError",
    "MissingObjectError",
    "Money",
    "NewerVersionError",
    "NotAFileError",
    "NotAStoreError",
    "NotFoundError",
    "ObservableObject",
    "OverflowError_",
    "PermissionError_",
    "Phase",
    "Problem",
    "Profiles",
    "Progress",
    "Published",
    "ReadOnlyError",
    "Reimbursement",
    "Revision",
    "RowChange",
    "RowChangeKind",
    "RowStatus",
    "RuleEffect",
    "RuleRun",
    "Rules",
    "Section",
    "SectionChange",
    "SectionRow",
    "Sheet",
    "Source",
    "Splice",
    "State",
    "StorageError",
    "Store",
    "Subscription",
    "Total",
    "Totals",
    "Transaction",
    "TransactionError",
    "Undo",
    "UnsavedError",
    "ViewChange",
    "add_amounts",
    "add_days",
    "add_months",
    "add_years",
    "convert",
    "currency_digits",
    "format_amount",
    "iso_week",
    "open",
    "parse_amount",
    "parse_date",
    "split",
    "today",
]

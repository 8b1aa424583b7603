"""The C declarations of iexpense for ctypes.

Made by iexpense-bindgen from the sources of the library: changes belong there, not here.
include/iexpense.h tells what each of them means.
"""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctypes import Array, _Pointer

VERSION = "0.1.0"
IEX_OK = 0
IEX_ERROR_ARGUMENT = 1
IEX_ERROR_HANDLE = 2
IEX_ERROR_ENCODING = 3
IEX_ERROR_INVALID = 4
IEX_ERROR_OVERFLOW = 5
IEX_ERROR_CURRENCY = 6
IEX_ERROR_NOT_FOUND = 7
IEX_ERROR_CONFLICT = 8
IEX_ERROR_BUSY = 9
IEX_ERROR_READ_ONLY = 10
IEX_ERROR_TRANSACTION = 11
IEX_ERROR_NOT_A_STORE = 12
IEX_ERROR_NEWER = 13
IEX_ERROR_DAMAGED = 14
IEX_ERROR_FULL = 15
IEX_ERROR_IO = 16
IEX_ERROR_MISSING = 17
IEX_ERROR_NOT_A_FILE = 18
IEX_ERROR_PERMISSION = 19
IEX_ERROR_FORKED = 20
IEX_ERROR_FORMAT = 21
IEX_ERROR_AMBIGUOUS = 22
IEX_ERROR_CANCELLED = 23
IEX_ERROR_UNSAVED = 24
IEX_AMOUNT_TEXT = 48
IEX_CURRENCY_TEXT = 16
IEX_DATE_TEXT = 16
IEX_OPEN_READ_ONLY = 1
IEX_OPEN_RELAXED = 2
IEX_OPEN_EXISTING = 4
IEX_OPEN_MEMORY = 8
IEX_FIELD_NAME = 0
IEX_FIELD_TYPE = 1
IEX_FIELD_CATEGORY = 2
IEX_FIELD_AMOUNT = 3
IEX_FIELD_CURRENCY = 4
IEX_FIELD_CONVERSION = 5
IEX_FIELD_DATE = 6
IEX_FIELD_ACCOUNT = 7
IEX_FIELD_NOTE = 8
IEX_FIELD_TAGS = 9
IEX_FIELD_REIMBURSEMENT = 10
IEX_FIELD_SOURCE = 11
IEX_FIELD_EXTRA = 12
IEX_FIELD_UUID = 13
IEX_REIMBURSEMENT_NONE = 0
IEX_REIMBURSEMENT_OPEN = 1
IEX_REIMBURSEMENT_SUBMITTED = 2
IEX_REIMBURSEMENT_PAID = 3
IEX_SORT_NONE = 0
IEX_SORT_NAME = 1
IEX_SORT_TYPE = 2
IEX_SORT_CATEGORY = 3
IEX_SORT_AMOUNT = 4
IEX_SORT_CURRENCY = 5
IEX_SORT_CONVERSION = 6
IEX_SORT_DATE = 7
IEX_SORT_ACCOUNT = 8
IEX_SORT_NOTE = 9
IEX_SORT_TAGS = 10
IEX_SORT_REIMBURSEMENT = 11
IEX_SORT_SOURCE = 12
IEX_SORT_EXTRA = 13
IEX_SORT_UUID = 14
IEX_SORT_ID = 32
IEX_SECTION_NONE = 0
IEX_SECTION_TYPE = 1
IEX_SECTION_CATEGORY = 2
IEX_SECTION_ACCOUNT = 3
IEX_SECTION_DAY = 4
IEX_SECTION_WEEK = 5
IEX_SECTION_MONTH = 6
IEX_SECTION_QUARTER = 7
IEX_SECTION_YEAR = 8
IEX_SECTION_CURRENCY = 9
IEX_QUERY_MIN_AMOUNT = 1
IEX_QUERY_MAX_AMOUNT = 2
IEX_QUERY_SECTION_ROWS = 4
IEX_QUERY_QUEUED = 8
IEX_GROUP_MONTH = 1
IEX_GROUP_TYPE = 2
IEX_GROUP_CATEGORY = 4
IEX_GROUP_ACCOUNT = 8
IEX_GROUP_DAY = 16
IEX_GROUP_WEEK = 32
IEX_GROUP_QUARTER = 64
IEX_GROUP_YEAR = 128
IEX_TOTALS_WIDE = 1
IEX_DRAFT_SAVABLE = 1
IEX_DRAFT_CHANGED = 2
IEX_DRAFT_REMOVED = 4
IEX_DRAFT_TAKE_THEIRS = 1
IEX_DRAFT_KEEP_MINE = 2
IEX_CHANGE_EDIT = 0
IEX_CHANGE_UNDO = 1
IEX_CHANGE_REDO = 2
IEX_CHANGE_SETTINGS = 3
IEX_CHANGE_INITIAL = 4
IEX_CHANGE_RESET = 5
IEX_ITEM_ADDED = 0
IEX_ITEM_UPDATED = 1
IEX_ITEM_REMOVED = 2
IEX_SUBSCRIBE_INITIAL = 1
IEX_SUBSCRIBE_SKIP_OWN = 2
IEX_DELIVER_NOW = 0
IEX_DELIVER_QUEUED = 1
IEX_VIEW_REMOVED = 0
IEX_VIEW_INSERTED = 1
IEX_VIEW_MOVED = 2
IEX_VIEW_UPDATED = 3
IEX_DIFFERENCE_RESET = 1
IEX_UNDO_MINE = 0
IEX_UNDO_ANY = 1
IEX_UNDO_SKIP = 2
IEX_LABEL_TEXT = 256
IEX_ROW_NEW = 0
IEX_ROW_DUPLICATE = 1
IEX_ROW_SUSPECTED = 2
IEX_ROW_LEFT_OUT = 3
IEX_ROW_REMOVED_EARLIER = 4
IEX_ROW_REJECTED = 5
IEX_ROW_EXCLUDED = 6
IEX_ROW_DIFFERING = 7
IEX_PROGRESS_READ = 0
IEX_PROGRESS_MATCH = 1
IEX_PROGRESS_STORE = 2
IEX_PROGRESS_WRITE = 3
IEX_EFFECT_SET = 0
IEX_EFFECT_LEFT_OUT = 1
IEX_EFFECT_KEPT = 2
IEX_EFFECT_REFUSED = 3
IEX_FINDING_GIVEN = 0
IEX_FINDING_CERTAIN = 1
IEX_FINDING_AMBIGUOUS = 2
IEX_RULES_DRY_RUN = 1
IEX_RULES_TAKE_BACK = 2
IEX_FORMAT_JSON = 0
IEX_FORMAT_CSV = 1
IEX_FORMAT_ITEMS = 2
IEX_FORMAT_QIF = 3
IEX_FORMAT_LEDGER = 4
IEX_FORMAT_HLEDGER = 5
IEX_FORMAT_BEANCOUNT = 6
IEX_EXPORT_GUARD = 1
IEX_ARROW_PLAIN = 1
IEX_ARROW_MINOR = 2
IEX_ARROW_WHOLE = 4
IEX_VALUE_BOOL = 0
IEX_VALUE_INTEGER = 1
IEX_VALUE_TEXT = 2
IEX_VALUE_AMOUNT = 3
IEX_VALUE_DATE = 4
IEX_SHEET_PRESENTED = 1
IEX_SHEET_UNSAVED = 2
IEX_DISMISS_DISCARD = 1

iex_status = c_int32

iex_store = c_void_p
iex_page = c_void_p
iex_view = c_void_p
iex_sections = c_void_p
iex_totals = c_void_p
iex_draft = c_void_p
iex_change = c_void_p
iex_view_change = c_void_p
iex_history = c_void_p
iex_import = c_void_p
iex_import_page = c_void_p
iex_profiles = c_void_p
iex_rules = c_void_p
iex_effects = c_void_p
iex_bytes = c_void_p
iex_binding = c_void_p
iex_object = c_void_p
iex_environment = c_void_p
iex_sheet = c_void_p


class iex_error(Structure):
    status: int
    sqlite_code: int
    system_code: int
    field: int
    message: bytes
    _fields_ = (
        ("status", c_int32),
        ("sqlite_code", c_int32),
        ("system_code", c_int32),
        ("field", c_int32),
        ("message", c_char * 496),
    )


class iex_money(Structure):
    amount_minor: int
    digits: int
    currency: bytes
    _fields_ = (
        ("amount_minor", c_int64),
        ("digits", c_int32),
        ("currency", c_char * IEX_CURRENCY_TEXT),
    )


class iex_options(Structure):
    struct_size: int
    flags: int
    currency: bytes | None
    origin: bytes | None
    busy_timeout_ms: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("currency", c_char_p),
        ("origin", c_char_p),
        ("busy_timeout_ms", c_int32),
    )


class iex_expense(Structure):
    struct_size: int
    date: int
    id: int
    amount_minor: int
    name: bytes | None
    type: bytes | None
    category: bytes | None
    currency: bytes | None
    account: bytes | None
    note: bytes | None
    tags: _Pointer[c_char_p]
    tag_count: int
    reimbursement: int
    currency_digits: int
    conversion_digits: int
    conversion_amount_minor: int
    conversion_currency: bytes | None
    conversion_rate: bytes | None
    source_import: int
    source_line: int
    source_fingerprint: int
    source_external_id: bytes | None
    extra: bytes | None
    uuid: Array[c_uint8]
    _fields_ = (
        ("struct_size", c_uint32),
        ("date", c_int32),
        ("id", c_int64),
        ("amount_minor", c_int64),
        ("name", c_char_p),
        ("type", c_char_p),
        ("category", c_char_p),
        ("currency", c_char_p),
        ("account", c_char_p),
        ("note", c_char_p),
        ("tags", POINTER(c_char_p)),
        ("tag_count", c_uint32),
        ("reimbursement", c_int32),
        ("currency_digits", c_int32),
        ("conversion_digits", c_int32),
        ("conversion_amount_minor", c_int64),
        ("conversion_currency", c_char_p),
        ("conversion_rate", c_char_p),
        ("source_import", c_int64),
        ("source_line", c_int64),
        ("source_fingerprint", c_uint64),
        ("source_external_id", c_char_p),
        ("extra", c_char_p),
        ("uuid", c_uint8 * 16),
    )


class iex_query(Structure):
    struct_size: int
    first_date: int
    last_date: int
    sort: int
    then_sort: int
    flags: int
    type: bytes | None
    category: bytes | None
    currency: bytes | None
    account: bytes | None
    text: bytes | None
    month: int
    section: int
    section_level: int
    reimbursements: int
    limit: int
    min_amount: int
    max_amount: int
    types: _Pointer[c_char_p]
    accounts: _Pointer[c_char_p]
    currencies: _Pointer[c_char_p]
    tags_any: _Pointer[c_char_p]
    tags_all: _Pointer[c_char_p]
    tags_none: _Pointer[c_char_p]
    more_sorts: _Pointer[c_int32]
    type_count: int
    account_count: int
    currency_count: int
    tags_any_count: int
    tags_all_count: int
    tags_none_count: int
    more_sort_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("first_date", c_int32),
        ("last_date", c_int32),
        ("sort", c_int32),
        ("then_sort", c_int32),
        ("flags", c_uint32),
        ("type", c_char_p),
        ("category", c_char_p),
        ("currency", c_char_p),
        ("account", c_char_p),
        ("text", c_char_p),
        ("month", c_int32),
        ("section", c_int32),
        ("section_level", c_int32),
        ("reimbursements", c_uint32),
        ("limit", c_int64),
        ("min_amount", c_int64),
        ("max_amount", c_int64),
        ("types", POINTER(c_char_p)),
        ("accounts", POINTER(c_char_p)),
        ("currencies", POINTER(c_char_p)),
        ("tags_any", POINTER(c_char_p)),
        ("tags_all", POINTER(c_char_p)),
        ("tags_none", POINTER(c_char_p)),
        ("more_sorts", POINTER(c_int32)),
        ("type_count", c_uint32),
        ("account_count", c_uint32),
        ("currency_count", c_uint32),
        ("tags_any_count", c_uint32),
        ("tags_all_count", c_uint32),
        ("tags_none_count", c_uint32),
        ("more_sort_count", c_uint32),
    )


class iex_total(Structure):
    struct_size: int
    month: int
    amount_minor: int
    amount_high: int
    count: int
    type: bytes | None
    category: bytes | None
    currency: bytes | None
    currency_digits: int
    date: int
    account: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("month", c_int32),
        ("amount_minor", c_int64),
        ("amount_high", c_int64),
        ("count", c_int64),
        ("type", c_char_p),
        ("category", c_char_p),
        ("currency", c_char_p),
        ("currency_digits", c_int32),
        ("date", c_int32),
        ("account", c_char_p),
    )


class iex_section(Structure):
    struct_size: int
    date: int
    position: int
    count: int
    title: bytes | None
    totals: _Pointer[iex_total]
    total_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("date", c_int32),
        ("position", c_int64),
        ("count", c_int64),
        ("title", c_char_p),
        ("totals", POINTER(iex_total)),
        ("total_count", c_uint32),
    )


class iex_draft_options(Structure):
    struct_size: int
    flags: int
    decimal_mark: bytes | None
    defaults: _Pointer[iex_expense]
    default_fields: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("decimal_mark", c_char_p),
        ("defaults", POINTER(iex_expense)),
        ("default_fields", c_uint64),
    )


class iex_problem(Structure):
    struct_size: int
    field: int
    status: int
    message: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("field", c_int32),
        ("status", c_int32),
        ("message", c_char_p),
    )


class iex_draft_state(Structure):
    struct_size: int
    flags: int
    id: int
    changed: int
    conflicts: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("id", c_int64),
        ("changed", c_uint64),
        ("conflicts", c_uint64),
    )


class iex_revision(Structure):
    struct_size: int
    kind: int
    first_revision: int
    last_revision: int
    time_ms: int
    instance: int
    added: int
    updated: int
    removed: int
    fields: int
    target: int
    undone_by: int
    origin: bytes | None
    label: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("first_revision", c_int64),
        ("last_revision", c_int64),
        ("time_ms", c_int64),
        ("instance", c_int64),
        ("added", c_int64),
        ("updated", c_int64),
        ("removed", c_int64),
        ("fields", c_uint64),
        ("target", c_int64),
        ("undone_by", c_int64),
        ("origin", c_char_p),
        ("label", c_char_p),
    )


class iex_change_item(Structure):
    struct_size: int
    kind: int
    first_id: int
    count: int
    fields: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("first_id", c_int64),
        ("count", c_int64),
        ("fields", c_uint64),
    )


class iex_subscription_options(Structure):
    struct_size: int
    flags: int
    fields: int
    delivery: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("fields", c_uint64),
        ("delivery", c_int32),
    )


class iex_difference(Structure):
    struct_size: int
    flags: int
    old_count: int
    new_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("old_count", c_int64),
        ("new_count", c_int64),
    )


class iex_view_item(Structure):
    struct_size: int
    kind: int
    old_position: int
    new_position: int
    id: int
    fields: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("old_position", c_int64),
        ("new_position", c_int64),
        ("id", c_int64),
        ("fields", c_uint64),
    )


class iex_section_change(Structure):
    struct_size: int
    kind: int
    date: int
    old_total_count: int
    old_position: int
    new_position: int
    old_count: int
    new_count: int
    title: bytes | None
    old_totals: _Pointer[iex_total]
    new_totals: _Pointer[iex_total]
    new_total_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("date", c_int32),
        ("old_total_count", c_uint32),
        ("old_position", c_int64),
        ("new_position", c_int64),
        ("old_count", c_int64),
        ("new_count", c_int64),
        ("title", c_char_p),
        ("old_totals", POINTER(iex_total)),
        ("new_totals", POINTER(iex_total)),
        ("new_total_count", c_uint32),
    )


class iex_splice(Structure):
    position: int
    removed: int
    added: int
    updated: int
    told: int
    _fields_ = (
        ("position", c_int64),
        ("removed", c_int64),
        ("added", c_int64),
        ("updated", c_int64),
        ("told", c_int32),
    )


class iex_step(Structure):
    revision: int
    target: int
    label: bytes
    _fields_ = (
        ("revision", c_int64),
        ("target", c_int64),
        ("label", c_char * IEX_LABEL_TEXT),
    )


class iex_progress(Structure):
    struct_size: int
    phase: int
    done: int
    total: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("phase", c_int32),
        ("done", c_int64),
        ("total", c_int64),
    )


iex_progress_callback = CFUNCTYPE(c_int32, c_void_p, POINTER(iex_progress))


class iex_import_options(Structure):
    struct_size: int
    flags: int
    profile: bytes | None
    account: bytes | None
    format: bytes | None
    name: bytes | None
    progress: Any
    progress_context: int | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("profile", c_char_p),
        ("account", c_char_p),
        ("format", c_char_p),
        ("name", c_char_p),
        ("progress", iex_progress_callback),
        ("progress_context", c_void_p),
    )


class iex_import_summary(Structure):
    struct_size: int
    questions: int
    rows: int
    fresh: int
    duplicates: int
    suspected: int
    left_out: int
    removed_earlier: int
    rejected: int
    format: bytes | None
    encoding: bytes | None
    name: bytes | None
    text: bytes | None
    question_text: bytes | None
    profile_name: bytes | None
    excluded: int
    differing: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("questions", c_int32),
        ("rows", c_int64),
        ("fresh", c_int64),
        ("duplicates", c_int64),
        ("suspected", c_int64),
        ("left_out", c_int64),
        ("removed_earlier", c_int64),
        ("rejected", c_int64),
        ("format", c_char_p),
        ("encoding", c_char_p),
        ("name", c_char_p),
        ("text", c_char_p),
        ("question_text", c_char_p),
        ("profile_name", c_char_p),
        ("excluded", c_int64),
        ("differing", c_int64),
    )


class iex_effect(Structure):
    struct_size: int
    kind: int
    row: int
    id: int
    rule: bytes | None
    old_value: bytes | None
    new_value: bytes | None
    problem: bytes | None
    field: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("row", c_int64),
        ("id", c_int64),
        ("rule", c_char_p),
        ("old_value", c_char_p),
        ("new_value", c_char_p),
        ("problem", c_char_p),
        ("field", c_int32),
    )


class iex_import_row(Structure):
    struct_size: int
    status: int
    line: int
    column: int
    duplicate_of: int
    expense: _Pointer[iex_expense]
    column_name: bytes | None
    cell: bytes | None
    reason: bytes | None
    effects: _Pointer[iex_effect]
    effect_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("status", c_int32),
        ("line", c_int64),
        ("column", c_int64),
        ("duplicate_of", c_int64),
        ("expense", POINTER(iex_expense)),
        ("column_name", c_char_p),
        ("cell", c_char_p),
        ("reason", c_char_p),
        ("effects", POINTER(iex_effect)),
        ("effect_count", c_uint32),
    )


class iex_finding(Structure):
    struct_size: int
    state: int
    line: int
    key: bytes | None
    value: bytes | None
    text: bytes | None
    example: bytes | None
    candidates: _Pointer[c_char_p]
    candidate_count: int
    _fields_ = (
        ("struct_size", c_uint32),
        ("state", c_int32),
        ("line", c_int64),
        ("key", c_char_p),
        ("value", c_char_p),
        ("text", c_char_p),
        ("example", c_char_p),
        ("candidates", POINTER(c_char_p)),
        ("candidate_count", c_uint32),
    )


class iex_profile(Structure):
    struct_size: int
    name: bytes | None
    json: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("json", c_char_p),
    )


class iex_rule(Structure):
    struct_size: int
    name: bytes | None
    json: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("json", c_char_p),
    )


class iex_export_options(Structure):
    struct_size: int
    flags: int
    progress: Any
    progress_context: int | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("progress", iex_progress_callback),
        ("progress_context", c_void_p),
    )


class iex_value(Structure):
    struct_size: int
    kind: int
    integer: int
    text: bytes | None
    currency: bytes | None
    _fields_ = (
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("integer", c_int64),
        ("text", c_char_p),
        ("currency", c_char_p),
    )


class iex_sheet_state(Structure):
    struct_size: int
    flags: int
    value: _Pointer[iex_value]
    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("value", POINTER(iex_value)),
    )


iex_change_callback = CFUNCTYPE(None, c_void_p, iex_change)
iex_free_callback = CFUNCTYPE(None, c_void_p)
iex_wake_callback = CFUNCTYPE(None, c_void_p)
iex_object_callback = CFUNCTYPE(None, c_void_p, c_char_p)
iex_dismiss_callback = CFUNCTYPE(None, c_void_p)
iex_value_callback = CFUNCTYPE(None, c_void_p, POINTER(iex_value))
iex_map_callback = CFUNCTYPE(iex_status, c_void_p, POINTER(iex_value), POINTER(iex_value), POINTER(iex_error))
iex_view_callback = CFUNCTYPE(None, c_void_p, iex_view_change)

# Name, result and parameters of every function: restype and argtypes.
FUNCTIONS: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (
    ("iex_version", c_char_p, ()),
    ("iex_status_name", c_char_p, (iex_status,)),
    ("iex_handle_count", c_int64, ()),
    ("iex_abi_layout", iex_status, (c_char_p, c_char_p, POINTER(c_size_t), POINTER(c_size_t))),
    ("iex_amount_text", c_char_p, (c_int64, c_char_p, c_char_p)),
    ("iex_amount_parse", iex_status, (c_char_p, c_char_p, POINTER(iex_money), POINTER(iex_error))),
    ("iex_amount_add", iex_status, (c_int64, c_int64, POINTER(c_int64), POINTER(iex_error))),
    (
        "iex_amount_split",
        iex_status,
        (c_int64, POINTER(c_int64), c_size_t, POINTER(c_int64), POINTER(iex_error)),
    ),
    (
        "iex_amount_convert",
        iex_status,
        (c_int64, c_char_p, c_char_p, c_int64, c_int64, POINTER(c_int64), POINTER(iex_error)),
    ),
    ("iex_currency_digits", iex_status, (c_char_p, POINTER(c_int32), POINTER(iex_error))),
    ("iex_date_parse", iex_status, (c_char_p, POINTER(c_int32), POINTER(iex_error))),
    ("iex_date_text", c_char_p, (c_int32, c_char_p)),
    (
        "iex_date_add",
        iex_status,
        (c_int32, c_int32, c_int32, c_int32, POINTER(c_int32), POINTER(iex_error)),
    ),
    (
        "iex_date_week",
        iex_status,
        (c_int32, POINTER(c_int32), POINTER(c_int32), POINTER(iex_error)),
    ),
    ("iex_date_today", c_int32, ()),
    (
        "iex_store_open",
        iex_status,
        (c_char_p, POINTER(iex_options), POINTER(iex_store), POINTER(iex_error)),
    ),
    ("iex_store_close", iex_status, (iex_store,)),
    ("iex_store_default_currency", iex_status, (iex_store, POINTER(iex_money), POINTER(iex_error))),
    ("iex_store_register_currency", iex_status, (iex_store, c_char_p, c_int32, POINTER(iex_error))),
    (
        "iex_store_parse_amount",
        iex_status,
        (iex_store, c_char_p, c_char_p, POINTER(iex_money), POINTER(iex_error)),
    ),
    (
        "iex_store_amount_text",
        iex_status,
        (iex_store, c_int64, c_char_p, c_char_p, POINTER(iex_error)),
    ),
    ("iex_store_revision", iex_status, (iex_store, POINTER(c_int64), POINTER(iex_error))),
    ("iex_store_set_busy_timeout", iex_status, (iex_store, c_int32, POINTER(iex_error))),
    ("iex_store_backup", iex_status, (iex_store, c_char_p, POINTER(iex_error))),
    ("iex_store_check", iex_status, (iex_store, POINTER(iex_error))),
    (
        "iex_store_add",
        iex_status,
        (iex_store, POINTER(iex_expense), POINTER(c_int64), POINTER(iex_error)),
    ),
    (
        "iex_store_add_many",
        iex_status,
        (iex_store, POINTER(iex_expense), c_size_t, POINTER(c_int64), POINTER(iex_error)),
    ),
    (
        "iex_store_update",
        iex_status,
        (iex_store, POINTER(iex_expense), c_uint64, POINTER(iex_error)),
    ),
    ("iex_store_remove", iex_status, (iex_store, POINTER(c_int64), c_size_t, POINTER(iex_error))),
    (
        "iex_store_get",
        iex_status,
        (iex_store, POINTER(c_int64), c_size_t, POINTER(iex_page), POINTER(iex_error)),
    ),
    ("iex_page_rows", POINTER(iex_expense), (iex_page, POINTER(c_size_t))),
    ("iex_page_close", iex_status, (iex_page,)),
    ("iex_store_begin", iex_status, (iex_store, c_char_p, POINTER(iex_error))),
    ("iex_store_commit", iex_status, (iex_store, POINTER(iex_error))),
    ("iex_store_rollback", iex_status, (iex_store, POINTER(iex_error))),
    (
        "iex_view_open",
        iex_status,
        (iex_store, POINTER(iex_query), POINTER(iex_view), POINTER(iex_error)),
    ),
    ("iex_view_count", iex_status, (iex_view, POINTER(c_int64), POINTER(iex_error))),
    (
        "iex_view_read",
        iex_status,
        (iex_view, c_int64, c_int64, POINTER(iex_page), POINTER(iex_error)),
    ),
    (
        "iex_view_ids",
        iex_status,
        (iex_view, c_int64, c_int64, POINTER(c_int64), POINTER(c_int64), POINTER(iex_error)),
    ),
    ("iex_view_position", iex_status, (iex_view, c_int64, POINTER(c_int64), POINTER(iex_error))),
    ("iex_view_revision", iex_status, (iex_view, POINTER(c_int64), POINTER(iex_error))),
    ("iex_view_remove_at", iex_status, (iex_view, POINTER(c_int64), c_size_t, POINTER(iex_error))),
    (
        "iex_view_update_at",
        iex_status,
        (iex_view, c_int64, POINTER(iex_expense), c_uint64, POINTER(iex_error)),
    ),
    ("iex_view_close", iex_status, (iex_view,)),
    (
        "iex_store_totals",
        iex_status,
        (
            iex_store,
            POINTER(iex_query),
            c_uint32,
            c_uint32,
            POINTER(iex_totals),
            POINTER(iex_error),
        ),
    ),
    (
        "iex_view_totals",
        iex_status,
        (iex_view, c_uint32, c_uint32, POINTER(iex_totals), POINTER(iex_error)),
    ),
    ("iex_totals_rows", POINTER(iex_total), (iex_totals, POINTER(c_size_t))),
    ("iex_totals_close", iex_status, (iex_totals,)),
    (
        "iex_view_sections",
        iex_status,
        (iex_view, c_int64, c_int64, POINTER(iex_sections), POINTER(iex_error)),
    ),
    ("iex_sections_rows", POINTER(iex_section), (iex_sections, POINTER(c_size_t))),
    ("iex_sections_close", iex_status, (iex_sections,)),
    (
        "iex_draft_open",
        iex_status,
        (iex_store, c_int64, POINTER(iex_draft_options), POINTER(iex_draft), POINTER(iex_error)),
    ),
    ("iex_draft_text", c_char_p, (iex_draft, c_int32)),
    ("iex_draft_set", iex_status, (iex_draft, c_int32, c_char_p, POINTER(iex_error))),
    (
        "iex_draft_problems",
        POINTER(iex_problem),
        (iex_draft, POINTER(c_size_t), POINTER(iex_error)),
    ),
    (
        "iex_draft_choices",
        POINTER(c_char_p),
        (iex_draft, c_int32, POINTER(c_size_t), POINTER(iex_error)),
    ),
    ("iex_draft_describe", iex_status, (iex_draft, POINTER(iex_draft_state), POINTER(iex_error))),
    ("iex_draft_resolve", iex_status, (iex_draft, c_uint64, c_int32, POINTER(iex_error))),
    ("iex_draft_save", iex_status, (iex_draft, POINTER(c_int64), POINTER(iex_error))),
    ("iex_draft_discard", iex_status, (iex_draft, POINTER(iex_error))),
    ("iex_draft_close", iex_status, (iex_draft,)),
    (
        "iex_store_subscribe",
        iex_status,
        (
            iex_store,
            iex_change_callback,
            c_void_p,
            iex_free_callback,
            POINTER(c_uint64),
            POINTER(iex_error),
        ),
    ),
    (
        "iex_store_subscribe_with",
        iex_status,
        (
            iex_store,
            POINTER(iex_subscription_options),
            iex_change_callback,
            c_void_p,
            iex_free_callback,
            POINTER(c_uint64),
            POINTER(iex_error),
        ),
    ),
    ("iex_subscription_cancel", iex_status, (c_uint64,)),
    ("iex_change_describe", c_char_p, (iex_change,)),
    ("iex_change_info", POINTER(iex_revision), (iex_change,)),
    ("iex_change_items", POINTER(iex_change_item), (iex_change, POINTER(c_size_t))),
    (
        "iex_change_read_old",
        iex_status,
        (iex_change, POINTER(c_int64), c_size_t, POINTER(iex_page), POINTER(iex_error)),
    ),
    (
        "iex_change_read_new",
        iex_status,
        (iex_change, POINTER(c_int64), c_size_t, POINTER(iex_page), POINTER(iex_error)),
    ),
    ("iex_store_dispatch", iex_status, (iex_store, c_int32, POINTER(c_int64), POINTER(iex_error))),
    ("iex_store_fd", iex_status, (iex_store, POINTER(c_int32), POINTER(iex_error))),
    (
        "iex_store_next_change",
        iex_status,
        (iex_store, c_int32, POINTER(iex_change), POINTER(iex_error)),
    ),
    ("iex_change_close", iex_status, (iex_change,)),
    (
        "iex_store_set_wake",
        iex_status,
        (iex_store, iex_wake_callback, c_void_p, iex_free_callback, POINTER(iex_error)),
    ),
    (
        "iex_view_subscribe",
        iex_status,
        (
            iex_view,
            iex_view_callback,
            c_void_p,
            iex_free_callback,
            POINTER(c_uint64),
            POINTER(iex_error),
        ),
    ),
    ("iex_view_change_describe", c_char_p, (iex_view_change,)),
    ("iex_view_change_info", POINTER(iex_difference), (iex_view_change,)),
    ("iex_view_change_items", POINTER(iex_view_item), (iex_view_change, POINTER(c_size_t))),
    ("iex_view_change_sections", POINTER(iex_section_change), (iex_view_change, POINTER(c_size_t))),
    ("iex_view_change_change", iex_change, (iex_view_change,)),
    ("iex_view_step", iex_status, (iex_view, POINTER(iex_splice), POINTER(iex_error))),
    ("iex_store_undo", iex_status, (iex_store, c_uint32, POINTER(iex_step), POINTER(iex_error))),
    ("iex_store_redo", iex_status, (iex_store, c_uint32, POINTER(iex_step), POINTER(iex_error))),
    (
        "iex_store_undo_revision",
        iex_status,
        (iex_store, c_int64, POINTER(iex_step), POINTER(iex_error)),
    ),
    (
        "iex_store_history",
        iex_status,
        (iex_store, c_int64, c_int64, c_int64, POINTER(iex_history), POINTER(iex_error)),
    ),
    ("iex_history_rows", POINTER(iex_revision), (iex_history, POINTER(c_size_t))),
    ("iex_history_expenses", POINTER(iex_expense), (iex_history, POINTER(c_size_t))),
    ("iex_history_close", iex_status, (iex_history,)),
    (
        "iex_import_open",
        iex_status,
        (iex_store, c_char_p, POINTER(iex_import_options), POINTER(iex_import), POINTER(iex_error)),
    ),
    (
        "iex_import_open_bytes",
        iex_status,
        (
            iex_store,
            c_void_p,
            c_size_t,
            POINTER(iex_import_options),
            POINTER(iex_import),
            POINTER(iex_error),
        ),
    ),
    (
        "iex_import_describe",
        iex_status,
        (iex_import, POINTER(iex_import_summary), POINTER(iex_error)),
    ),
    (
        "iex_import_read",
        iex_status,
        (iex_import, c_int64, c_int64, POINTER(iex_import_page), POINTER(iex_error)),
    ),
    ("iex_import_page_rows", POINTER(iex_import_row), (iex_import_page, POINTER(c_size_t))),
    ("iex_import_page_close", iex_status, (iex_import_page,)),
    ("iex_import_set_row", iex_status, (iex_import, c_int64, c_int32, POINTER(iex_error))),
    (
        "iex_import_edit_row",
        iex_status,
        (iex_import, c_int64, POINTER(iex_expense), c_uint64, POINTER(iex_error)),
    ),
    ("iex_import_commit", iex_status, (iex_import, POINTER(iex_step), POINTER(iex_error))),
    ("iex_import_close", iex_status, (iex_import,)),
    ("iex_import_findings", POINTER(iex_finding), (iex_import, POINTER(c_size_t))),
    ("iex_import_answer", iex_status, (iex_import, c_char_p, POINTER(iex_error))),
    ("iex_import_profile", c_char_p, (iex_import,)),
    ("iex_store_save_profile", iex_status, (iex_store, c_char_p, c_char_p, POINTER(iex_error))),
    ("iex_store_remove_profile", iex_status, (iex_store, c_char_p, POINTER(iex_error))),
    ("iex_store_profiles", iex_status, (iex_store, POINTER(iex_profiles), POINTER(iex_error))),
    ("iex_profiles_rows", POINTER(iex_profile), (iex_profiles, POINTER(c_size_t))),
    ("iex_profiles_close", iex_status, (iex_profiles,)),
    ("iex_store_save_rule", iex_status, (iex_store, c_char_p, c_int64, POINTER(iex_error))),
    ("iex_store_remove_rule", iex_status, (iex_store, c_char_p, POINTER(iex_error))),
    ("iex_store_move_rule", iex_status, (iex_store, c_char_p, c_int64, POINTER(iex_error))),
    ("iex_store_rules", iex_status, (iex_store, POINTER(iex_rules), POINTER(iex_error))),
    ("iex_rules_rows", POINTER(iex_rule), (iex_rules, POINTER(c_size_t))),
    ("iex_rules_close", iex_status, (iex_rules,)),
    (
        "iex_import_apply_rules",
        iex_status,
        (iex_import, c_uint32, POINTER(iex_effects), POINTER(iex_error)),
    ),
    (
        "iex_view_apply_rules",
        iex_status,
        (iex_view, c_uint32, POINTER(iex_step), POINTER(iex_effects), POINTER(iex_error)),
    ),
    (
        "iex_store_rule_effects",
        iex_status,
        (iex_store, c_int64, POINTER(iex_effects), POINTER(iex_error)),
    ),
    ("iex_effects_rows", POINTER(iex_effect), (iex_effects, POINTER(c_size_t))),
    ("iex_effects_close", iex_status, (iex_effects,)),
    (
        "iex_store_export",
        iex_status,
        (
            iex_store,
            c_int32,
            POINTER(iex_query),
            POINTER(iex_export_options),
            POINTER(iex_bytes),
            POINTER(iex_error),
        ),
    ),
    ("iex_bytes_data", c_void_p, (iex_bytes, POINTER(c_size_t))),
    ("iex_bytes_close", iex_status, (iex_bytes,)),
    (
        "iex_view_arrow_stream",
        iex_status,
        (iex_view, c_uint64, c_uint32, c_void_p, POINTER(iex_error)),
    ),
    (
        "iex_store_arrow_stream",
        iex_status,
        (iex_store, POINTER(iex_query), c_uint64, c_uint32, c_void_p, POINTER(iex_error)),
    ),
    (
        "iex_store_add_arrow",
        iex_status,
        (iex_store, c_void_p, POINTER(c_int64), POINTER(c_int64), POINTER(iex_error)),
    ),
    ("iex_state_open", iex_status, (POINTER(iex_value), POINTER(iex_binding), POINTER(iex_error))),
    (
        "iex_binding_constant",
        iex_status,
        (POINTER(iex_value), POINTER(iex_binding), POINTER(iex_error)),
    ),
    ("iex_binding_copy", iex_status, (iex_binding, POINTER(iex_binding), POINTER(iex_error))),
    ("iex_binding_get", iex_status, (iex_binding, POINTER(iex_value), POINTER(iex_error))),
    ("iex_binding_set", iex_status, (iex_binding, POINTER(iex_value), POINTER(iex_error))),
    (
        "iex_binding_subscribe",
        iex_status,
        (
            iex_binding,
            iex_value_callback,
            c_void_p,
            iex_free_callback,
            POINTER(c_uint64),
            POINTER(iex_error),
        ),
    ),
    (
        "iex_binding_map",
        iex_status,
        (
            iex_binding,
            iex_map_callback,
            iex_map_callback,
            c_void_p,
            iex_free_callback,
            POINTER(iex_binding),
            POINTER(iex_error),
        ),
    ),
    (
        "iex_draft_binding",
        iex_status,
        (iex_draft, c_int32, POINTER(iex_binding), POINTER(iex_error)),
    ),
    (
        "iex_store_binding",
        iex_status,
        (iex_store, c_int64, c_int32, POINTER(iex_binding), POINTER(iex_error)),
    ),
    ("iex_binding_close", iex_status, (iex_binding,)),
    ("iex_object_open", iex_status, (c_char_p, POINTER(iex_object), POINTER(iex_error))),
    (
        "iex_object_publish",
        iex_status,
        (iex_object, c_char_p, POINTER(iex_value), POINTER(iex_binding), POINTER(iex_error)),
    ),
    (
        "iex_object_binding",
        iex_status,
        (iex_object, c_char_p, POINTER(iex_binding), POINTER(iex_error)),
    ),
    (
        "iex_object_subscribe",
        iex_status,
        (
            iex_object,
            iex_object_callback,
            c_void_p,
            iex_free_callback,
            POINTER(c_uint64),
            POINTER(iex_error),
        ),
    ),
    ("iex_object_close", iex_status, (iex_object,)),
    ("iex_environment_open", iex_status, (c_char_p, POINTER(iex_environment), POINTER(iex_error))),
    (
        "iex_environment_child",
        iex_status,
        (iex_environment, c_char_p, POINTER(iex_environment), POINTER(iex_error)),
    ),
    (
        "iex_environment_modal",
        iex_status,
        (iex_environment, c_char_p, POINTER(iex_environment), POINTER(iex_error)),
    ),
    ("iex_environment_put", iex_status, (iex_environment, iex_object, POINTER(iex_error))),
    (
        "iex_environment_find",
        iex_status,
        (iex_environment, c_char_p, POINTER(iex_object), POINTER(iex_error)),
    ),
    ("iex_environment_close", iex_status, (iex_environment,)),
    (
        "iex_sheet_open",
        iex_status,
        (
            iex_binding,
            iex_draft,
            iex_dismiss_callback,
            c_void_p,
            iex_free_callback,
            POINTER(iex_sheet),
            POINTER(iex_error),
        ),
    ),
    ("iex_sheet_present", iex_status, (iex_sheet, POINTER(iex_value), POINTER(iex_error))),
    ("iex_sheet_describe", iex_status, (iex_sheet, POINTER(iex_sheet_state), POINTER(iex_error))),
    ("iex_sheet_dismiss", iex_status, (iex_sheet, c_uint32, POINTER(iex_error))),
    ("iex_sheet_close", iex_status, (iex_sheet,)),
)

# The structs and their fields, to compare with iex_abi_layout().
LAYOUT: tuple[tuple[type[Structure], tuple[str, ...]], ...] = (
    (iex_error, ("status", "sqlite_code", "system_code", "field", "message")),
    (iex_money, ("amount_minor", "digits", "currency")),
    (iex_options, ("struct_size", "flags", "currency", "origin", "busy_timeout_ms")),
    (
        iex_expense,
        (
            "struct_size",
            "date",
            "id",
            "amount_minor",
            "name",
            "type",
            "category",
            "currency",
            "account",
            "note",
            "tags",
            "tag_count",
            "reimbursement",
            "currency_digits",
            "conversion_digits",
            "conversion_amount_minor",
            "conversion_currency",
            "conversion_rate",
            "source_import",
            "source_line",
            "source_fingerprint",
            "source_external_id",
            "extra",
            "uuid",
        ),
    ),
    (
        iex_query,
        (
            "struct_size",
            "first_date",
            "last_date",
            "sort",
            "then_sort",
            "flags",
            "type",
            "category",
            "currency",
            "account",
            "text",
            "month",
            "section",
            "section_level",
            "reimbursements",
            "limit",
            "min_amount",
            "max_amount",
            "types",
            "accounts",
            "currencies",
            "tags_any",
            "tags_all",
            "tags_none",
            "more_sorts",
            "type_count",
            "account_count",
            "currency_count",
            "tags_any_count",
            "tags_all_count",
            "tags_none_count",
            "more_sort_count",
        ),
    ),
    (
        iex_total,
        (
            "struct_size",
            "month",
            "amount_minor",
            "amount_high",
            "count",
            "type",
            "category",
            "currency",
            "currency_digits",
            "date",
            "account",
        ),
    ),
    (iex_section, ("struct_size", "date", "position", "count", "title", "totals", "total_count")),
    (iex_draft_options, ("struct_size", "flags", "decimal_mark", "defaults", "default_fields")),
    (iex_problem, ("struct_size", "field", "status", "message")),
    (iex_draft_state, ("struct_size", "flags", "id", "changed", "conflicts")),
    (
        iex_revision,
        (
            "struct_size",
            "kind",
            "first_revision",
            "last_revision",
            "time_ms",
            "instance",
            "added",
            "updated",
            "removed",
            "fields",
            "target",
            "undone_by",
            "origin",
            "label",
        ),
    ),
    (iex_change_item, ("struct_size", "kind", "first_id", "count", "fields")),
    (iex_subscription_options, ("struct_size", "flags", "fields", "delivery")),
    (iex_difference, ("struct_size", "flags", "old_count", "new_count")),
    (iex_view_item, ("struct_size", "kind", "old_position", "new_position", "id", "fields")),
    (
        iex_section_change,
        (
            "struct_size",
            "kind",
            "date",
            "old_total_count",
            "old_position",
            "new_position",
            "old_count",
            "new_count",
            "title",
            "old_totals",
            "new_totals",
            "new_total_count",
        ),
    ),
    (iex_splice, ("position", "removed", "added", "updated", "told")),
    (iex_step, ("revision", "target", "label")),
    (iex_progress, ("struct_size", "phase", "done", "total")),
    (
        iex_import_options,
        (
            "struct_size",
            "flags",
            "profile",
            "account",
            "format",
            "name",
            "progress",
            "progress_context",
        ),
    ),
    (
        iex_import_summary,
        (
            "struct_size",
            "questions",
            "rows",
            "fresh",
            "duplicates",
            "suspected",
            "left_out",
            "removed_earlier",
            "rejected",
            "format",
            "encoding",
            "name",
            "text",
            "question_text",
            "profile_name",
            "excluded",
            "differing",
        ),
    ),
    (
        iex_effect,
        ("struct_size", "kind", "row", "id", "rule", "old_value", "new_value", "problem", "field"),
    ),
    (
        iex_import_row,
        (
            "struct_size",
            "status",
            "line",
            "column",
            "duplicate_of",
            "expense",
            "column_name",
            "cell",
            "reason",
            "effects",
            "effect_count",
        ),
    ),
    (
        iex_finding,
        (
            "struct_size",
            "state",
            "line",
            "key",
            "value",
            "text",
            "example",
            "candidates",
            "candidate_count",
        ),
    ),
    (iex_profile, ("struct_size", "name", "json")),
    (iex_rule, ("struct_size", "name", "json")),
    (iex_export_options, ("struct_size", "flags", "progress", "progress_context")),
    (iex_value, ("struct_size", "kind", "integer", "text", "currency")),
    (iex_sheet_state, ("struct_size", "flags", "value")),
)

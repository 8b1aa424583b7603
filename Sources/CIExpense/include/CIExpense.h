/* The plain C structs and numbers of iexpense: the only hand-written C declarations.
 *
 * The generator copies this file into include/iexpense.h, each part into the section that the
 * line `section: NAME` above it names. Rules that it relies on: one declaration a line, fixed-width
 * types, a comment above or behind every declaration, numbers pinned for ever, structs only grow at
 * the end. */
#ifndef CIEXPENSE_H
#define CIEXPENSE_H

#include <stddef.h>
#include <stdint.h>

/* section: Errors */

/* What a call answers: 0 is success. The numbers are pinned for ever. */
#define IEX_OK 0
/* An argument is NULL, out of its range or of an unknown value, or a struct_size is wrong. */
#define IEX_ERROR_ARGUMENT 1
/* A handle is closed, of another kind, or was never one. */
#define IEX_ERROR_HANDLE 2
/* A text is not UTF-8, or a file to import is not of its encoding. */
#define IEX_ERROR_ENCODING 3
/* A value breaks a rule of its field: `field` names it. */
#define IEX_ERROR_INVALID 4
/* A sum, a product or an amount does not fit 64 bits. */
#define IEX_ERROR_OVERFLOW 5
/* The currency is unknown or has other digits, or a bare amount has none. */
#define IEX_ERROR_CURRENCY 6
/* No expense or revision has this number. */
#define IEX_ERROR_NOT_FOUND 7
/* Later changes touched what was to be undone: the message names the expenses. Or they set the
 * digits of a currency that an import was read with, or changed what a draft has changed too. */
#define IEX_ERROR_CONFLICT 8
/* Another thread or program is writing, and the busy timeout has passed. */
#define IEX_ERROR_BUSY 9
/* The store, its file or its folder can only be read. */
#define IEX_ERROR_READ_ONLY 10
/* begin, undo or redo inside a transaction, commit or rollback without one; an import committed
 * twice. */
#define IEX_ERROR_TRANSACTION 11
/* The file is not an iexpense store. */
#define IEX_ERROR_NOT_A_STORE 12
/* The store was written by a newer version of the library. */
#define IEX_ERROR_NEWER 13
/* The file is damaged. Nothing in it was changed. */
#define IEX_ERROR_DAMAGED 14
/* The disk is full. */
#define IEX_ERROR_FULL 15
/* Reading or writing failed: `system_code` and `sqlite_code` say how. */
#define IEX_ERROR_IO 16
/* The file, or the folder that it should stand in, does not exist. */
#define IEX_ERROR_MISSING 17
/* The path is a directory, or no regular file. */
#define IEX_ERROR_NOT_A_FILE 18
/* The system does not let this user open the file. */
#define IEX_ERROR_PERMISSION 19
/* The store was opened before a fork, and this is the child. */
#define IEX_ERROR_FORKED 20
/* A file to import is not of its format: the message gives line and column or byte offset. */
#define IEX_ERROR_FORMAT 21
/* An import has open questions: the message lists them. */
#define IEX_ERROR_AMBIGUOUS 22
/* A progress callback asked to stop: nothing was stored. */
#define IEX_ERROR_CANCELLED 23
/* A sheet's draft has changes that are not saved: save or discard them, or dismiss discarding. */
#define IEX_ERROR_UNSAVED 24

/* An answer to a call, or what it is about. */
typedef int32_t iex_status;

/* What went wrong. Needs no initialiser: a call that fails fills all of it, one that succeeds sets
 * status to 0 and message to "". */
typedef struct iex_error {
  int32_t status;      /* IEX_ERROR_… */
  int32_t sqlite_code; /* SQLite's extended result code, or 0 */
  int32_t system_code; /* errno, or 0 */
  int32_t field;       /* the field at fault, IEX_FIELD_…, or -1 */
  char message[496];   /* what, where and why; NUL-terminated UTF-8 */
} iex_error;

/* section: Money */

/* Bytes that hold any amount as text, with its currency and its NUL. */
#define IEX_AMOUNT_TEXT 48
/* Bytes that hold any currency code and its NUL. */
#define IEX_CURRENCY_TEXT 16
/* Bytes that hold a date as text and its NUL. */
#define IEX_DATE_TEXT 16

/* An exact amount of money. */
typedef struct iex_money {
  int64_t amount_minor;              /* in the currency's minor units: cents, pence, fils, yen */
  int32_t digits;                    /* how many digits of amount_minor stand behind the point */
  char currency[IEX_CURRENCY_TEXT];  /* ISO 4217 code, or a registered one */
} iex_money;

/* section: Store */

/* Bits of iex_options.flags. */
/* Open for reading; every change is IEX_ERROR_READ_ONLY. */
#define IEX_OPEN_READ_ONLY 1
/* A commit survives the end of the program, but may be lost when the machine loses power. */
#define IEX_OPEN_RELAXED 2
/* Do not create: a missing file is IEX_ERROR_MISSING. */
#define IEX_OPEN_EXISTING 4
/* Keep the store in memory; the path is not used and may be NULL. */
#define IEX_OPEN_MEMORY 8

/* How to open a store. */
typedef struct iex_options {
  uint32_t struct_size;     /* sizeof(iex_options) */
  uint32_t flags;           /* IEX_OPEN_… bits */
  const char *currency;     /* the default one; a store that has one: NULL or the same */
  const char *origin;       /* who makes the changes; NULL: the program's name */
  int32_t busy_timeout_ms;  /* how long to wait for other writers; 0: 5000, -1: not at all */
} iex_options;

/* section: Expense */

/* The fields of an expense. A set of fields is a uint64_t of bits: IEX_BIT(IEX_FIELD_NAME).
 * CONVERSION, SOURCE and TAGS each stand for all members whose names begin so, TAGS for tag_count
 * too. */
#define IEX_FIELD_NAME 0
#define IEX_FIELD_TYPE 1
#define IEX_FIELD_CATEGORY 2
#define IEX_FIELD_AMOUNT 3
#define IEX_FIELD_CURRENCY 4
#define IEX_FIELD_CONVERSION 5
#define IEX_FIELD_DATE 6
#define IEX_FIELD_ACCOUNT 7
#define IEX_FIELD_NOTE 8
#define IEX_FIELD_TAGS 9
#define IEX_FIELD_REIMBURSEMENT 10
#define IEX_FIELD_SOURCE 11
#define IEX_FIELD_EXTRA 12
#define IEX_FIELD_UUID 13
/* The bit of one field in a set of fields. */
#define IEX_BIT(field) (UINT64_C(1) << (field))

/* Row i of rows that came back: IEX_AT(iex_expense, rows, 3). They are rows->struct_size apart,
 * which is more in a later library whose rows have grown; rows[3] is right only for a program that
 * always runs with the version of the library that it was compiled for. */
#define IEX_AT(T, rows, i) ((const T *)((const char *)(rows) + (i) * (size_t)(rows)->struct_size))

/* How far the employer has paid an expense back. */
#define IEX_REIMBURSEMENT_NONE 0
#define IEX_REIMBURSEMENT_OPEN 1
#define IEX_REIMBURSEMENT_SUBMITTED 2
#define IEX_REIMBURSEMENT_PAID 3

/* An expense. Zero is every field's default. Texts are NUL-terminated UTF-8; NULL and "" are the
 * same. In what the library returns no text is NULL, but for those that say so. */
typedef struct iex_expense {
  uint32_t struct_size;             /* sizeof(iex_expense) */
  int32_t date;                     /* yyyymmdd; 0 when adding: today in the host's time zone */
  int64_t id;                       /* the store's own number; not read when adding */
  int64_t amount_minor;             /* minor units; spending is positive, a refund is negative */
  const char *name;                 /* the payee or what it was; required; 1 to 1,024 bytes */
  const char *type;                 /* NULL: "Personal"; at most 256 bytes */
  const char *category;             /* a path A:B:C; ":" in a name is "\:"; at most 1,024 bytes */
  const char *currency;             /* ISO 4217 code; NULL: the store's default */
  const char *account;              /* paid from; at most 256 bytes */
  const char *note;                 /* at most 65,536 bytes */
  const char *const *tags;          /* tag_count texts of 1 to 128 bytes */
  uint32_t tag_count;               /* at most 64 */
  int32_t reimbursement;            /* IEX_REIMBURSEMENT_… */
  int32_t currency_digits;          /* returned only: digits behind the point of amount_minor */
  int32_t conversion_digits;        /* returned only: the same for conversion_amount_minor */
  int64_t conversion_amount_minor;  /* the amount in conversion_currency, as it was on the day */
  const char *conversion_currency;  /* NULL: no conversion recorded */
  const char *conversion_rate;      /* the rate as it was recorded, a decimal number */
  int64_t source_import;            /* number of the import it came from; 0: none */
  int64_t source_line;              /* its line in the imported file, from 1 */
  uint64_t source_fingerprint;      /* of the row as the file gave it */
  const char *source_external_id;   /* the file's own id of the row; at most 256 bytes */
  const char *extra;                /* JSON object: unknown fields of an imported file; 16 MiB */
  uint8_t uuid[16];                 /* RFC 9562 version 7; all zero when adding: a new one */
} iex_expense;

/* section: View */

/* Sort keys: a field's number plus 1, or ID; negative sorts descending. Texts sort regardless of case
 * and accents, categories name by name, amounts as decimal numbers whatever the currency, tags one
 * by one. */
#define IEX_SORT_NONE 0
#define IEX_SORT_NAME 1
#define IEX_SORT_TYPE 2
#define IEX_SORT_CATEGORY 3
#define IEX_SORT_AMOUNT 4
#define IEX_SORT_CURRENCY 5
#define IEX_SORT_CONVERSION 6
#define IEX_SORT_DATE 7
#define IEX_SORT_ACCOUNT 8
#define IEX_SORT_NOTE 9
#define IEX_SORT_TAGS 10
#define IEX_SORT_REIMBURSEMENT 11
#define IEX_SORT_SOURCE 12
#define IEX_SORT_EXTRA 13
#define IEX_SORT_UUID 14
/* The order of adding. */
#define IEX_SORT_ID 32

/* What the sections of a view are made by; negative: in descending order. */
#define IEX_SECTION_NONE 0
#define IEX_SECTION_TYPE 1
/* The category, or its first section_level names. */
#define IEX_SECTION_CATEGORY 2
#define IEX_SECTION_ACCOUNT 3
#define IEX_SECTION_DAY 4
/* ISO 8601: from Monday to Sunday. */
#define IEX_SECTION_WEEK 5
#define IEX_SECTION_MONTH 6
#define IEX_SECTION_QUARTER 7
#define IEX_SECTION_YEAR 8
#define IEX_SECTION_CURRENCY 9

/* Bits of iex_query.flags. */
/* min_amount is a bound. */
#define IEX_QUERY_MIN_AMOUNT 1
/* max_amount is a bound. */
#define IEX_QUERY_MAX_AMOUNT 2
/* Each section of a view begins with a row of its own: see iex_view_read. */
#define IEX_QUERY_SECTION_ROWS 4
/* The view stands still until it is stepped or dispatched: see Views that tell. Views only. */
#define IEX_QUERY_QUEUED 8

/* Which expenses, and in which order. Zero is every field's default: all, in order of adding. An
 * expense has to fit everything that is given; of several values in one list, one is enough. */
typedef struct iex_query {
  uint32_t struct_size;           /* sizeof(iex_query) */
  int32_t first_date;             /* yyyymmdd, inclusive; 0: no bound */
  int32_t last_date;              /* yyyymmdd, inclusive; 0: no bound */
  int32_t sort;                   /* IEX_SORT_…, negative: descending */
  int32_t then_sort;              /* the second key; ties are in order of adding */
  uint32_t flags;                 /* IEX_QUERY_… bits */
  const char *type;               /* exactly this type */
  const char *category;           /* this category and those below it */
  const char *currency;           /* this currency */
  const char *account;            /* this account */
  const char *text;               /* name or note contains it, regardless of case and accents */
  int32_t month;                  /* yyyymm; 0: any */
  int32_t section;                /* IEX_SECTION_…, negative: descending; 0: no sections */
  int32_t section_level;          /* of IEX_SECTION_CATEGORY: how many names; 0: all */
  uint32_t reimbursements;        /* IEX_BIT(IEX_REIMBURSEMENT_…) of each wanted; 0: any */
  int64_t limit;                  /* no more than the first so many; 0: no limit */
  int64_t min_amount;             /* minor units, inclusive, with IEX_QUERY_MIN_AMOUNT */
  int64_t max_amount;             /* minor units, inclusive, with IEX_QUERY_MAX_AMOUNT */
  const char *const *types;       /* type_count types, besides `type` */
  const char *const *accounts;    /* account_count accounts, besides `account`; "": none */
  const char *const *currencies;  /* currency_count currencies, besides `currency` */
  const char *const *tags_any;    /* has one of these tags_any_count tags */
  const char *const *tags_all;    /* has all of these tags_all_count tags */
  const char *const *tags_none;   /* has none of these tags_none_count tags */
  const int32_t *more_sorts;      /* more_sort_count keys after then_sort; 8 keys at most */
  uint32_t type_count;            /* how many types there are */
  uint32_t account_count;         /* how many accounts there are */
  uint32_t currency_count;        /* how many currencies there are */
  uint32_t tags_any_count;        /* how many tags_any there are */
  uint32_t tags_all_count;        /* how many tags_all there are */
  uint32_t tags_none_count;       /* how many tags_none there are */
  uint32_t more_sort_count;       /* how many more_sorts there are */
} iex_query;

/* What totals are grouped by; the currency always is. At most one of the periods. */
#define IEX_GROUP_MONTH 1
#define IEX_GROUP_TYPE 2
#define IEX_GROUP_CATEGORY 4
#define IEX_GROUP_ACCOUNT 8
#define IEX_GROUP_DAY 16
/* ISO 8601: from Monday to Sunday. */
#define IEX_GROUP_WEEK 32
#define IEX_GROUP_QUARTER 64
#define IEX_GROUP_YEAR 128
/* With IEX_GROUP_CATEGORY: by the first `names` names of the category, 1 to 16. */
#define IEX_GROUP_LEVEL(names) ((UINT32_C(1) << 24) * (names))

/* Give sums wider than 64 bits as amount_high and amount_minor, instead of IEX_ERROR_OVERFLOW. */
#define IEX_TOTALS_WIDE 1

/* One total. */
typedef struct iex_total {
  uint32_t struct_size;    /* sizeof(iex_total) */
  int32_t month;           /* yyyymm; 0 when not grouped by month */
  int64_t amount_minor;    /* the sum in minor units */
  int64_t amount_high;     /* the sum's bits 64 to 127: 0 or -1 (the sign) when it fits 64 bits */
  int64_t count;           /* how many expenses */
  const char *type;        /* "" when not grouped by type */
  const char *category;    /* "" when not grouped by category, and for none */
  const char *currency;    /* ISO 4217 code */
  int32_t currency_digits; /* digits behind the point */
  int32_t date;            /* yyyymmdd, first day of the period; 0 when not grouped by one */
  const char *account;     /* "" when not grouped by account, and for none */
} iex_total;

/* One section of a view: neighbours that have the same type, month, … */
typedef struct iex_section {
  uint32_t struct_size;     /* sizeof(iex_section) */
  int32_t date;             /* yyyymmdd, first day of its period; 0: not made by dates */
  int64_t position;         /* of its first row, which is its section row when the view has them */
  int64_t count;            /* how many expenses */
  const char *title;        /* the type, category, account, currency, or the period in ISO 8601 */
  const iex_total *totals;  /* total_count totals, one for each currency, in order of its code */
  uint32_t total_count;     /* how many totals there are */
} iex_section;

/* section: Draft */

/* How to open a draft. */
typedef struct iex_draft_options {
  uint32_t struct_size;         /* sizeof(iex_draft_options) */
  uint32_t flags;               /* 0 */
  const char *decimal_mark;     /* "." or ","; NULL: that of the host's numbers (LC_NUMERIC) */
  const iex_expense *defaults;  /* what a new expense begins with; NULL: see Drafts */
  uint64_t default_fields;      /* bits of the fields that `defaults` gives */
} iex_draft_options;

/* What is wrong with the text of a field. */
typedef struct iex_problem {
  uint32_t struct_size;  /* sizeof(iex_problem) */
  int32_t field;         /* IEX_FIELD_… */
  int32_t status;        /* what saving fails with: IEX_ERROR_… */
  const char *message;   /* one line that can be shown */
} iex_problem;

/* Bits of iex_draft_state.flags. */
/* It can be saved: there is no problem and no conflict, and the expense is there. */
#define IEX_DRAFT_SAVABLE 1
/* Something would be lost if the draft were closed. */
#define IEX_DRAFT_CHANGED 2
/* The expense was removed by someone. */
#define IEX_DRAFT_REMOVED 4

/* How a draft stands. */
typedef struct iex_draft_state {
  uint32_t struct_size;  /* sizeof(iex_draft_state) */
  uint32_t flags;        /* IEX_DRAFT_… bits */
  int64_t id;            /* the expense that it edits; 0: one that is yet to be added */
  uint64_t changed;      /* bits of the fields that say something else than in the beginning */
  uint64_t conflicts;    /* bits of those that someone else has changed too, to another value */
} iex_draft_state;

/* How to settle a conflict. */
/* Take what others have stored. */
#define IEX_DRAFT_TAKE_THEIRS 1
/* Keep what the draft says, and store it over theirs. */
#define IEX_DRAFT_KEEP_MINE 2

/* section: Change */

/* What made a change. */
#define IEX_CHANGE_EDIT 0
#define IEX_CHANGE_UNDO 1
#define IEX_CHANGE_REDO 2
/* A setting of the store, such as a registered currency: no expense changed. */
#define IEX_CHANGE_SETTINGS 3
/* The state at the moment of subscribing, as expenses added. */
#define IEX_CHANGE_INITIAL 4
/* What was known is void: read again. */
#define IEX_CHANGE_RESET 5

/* What happened to an expense. */
#define IEX_ITEM_ADDED 0
#define IEX_ITEM_UPDATED 1
#define IEX_ITEM_REMOVED 2

/* One change, in a callback and in the history. Its texts live as long as what it came in. */
typedef struct iex_revision {
  uint32_t struct_size;    /* sizeof(iex_revision) */
  int32_t kind;            /* IEX_CHANGE_… */
  int64_t first_revision;  /* revisions count the commits of a store without a gap, from 1 */
  int64_t last_revision;   /* equal to first_revision, unless changes were merged */
  int64_t time_ms;         /* milliseconds since 1970-01-01 UTC, of the commit */
  int64_t instance;        /* of the open store that made it: differs for each open */
  int64_t added;           /* how many expenses */
  int64_t updated;         /* how many expenses */
  int64_t removed;         /* how many expenses */
  uint64_t fields;         /* bits of the fields that the updates changed */
  int64_t target;          /* undo and redo: the revision undone or done again; else 0 */
  int64_t undone_by;       /* history only: the revision that undid it; 0: it stands */
  const char *origin;      /* who made it */
  const char *label;       /* its title, such as "Trip to Rome" or "removed 3 expenses" */
} iex_revision;

/* Expenses first_id to first_id + count - 1, to which the same happened. */
typedef struct iex_change_item {
  uint32_t struct_size;  /* sizeof(iex_change_item) */
  int32_t kind;          /* IEX_ITEM_… */
  int64_t first_id;      /* the first expense */
  int64_t count;         /* how many, in order of id */
  uint64_t fields;       /* updated: bits of the changed fields */
} iex_change_item;

/* Bits of iex_subscription_options.flags. */
/* First deliver the present state as one change of kind IEX_CHANGE_INITIAL; where the file can't be
 * read at that moment, an IEX_CHANGE_RESET. */
#define IEX_SUBSCRIBE_INITIAL 1
/* Leave out the changes that were made through this store handle. */
#define IEX_SUBSCRIBE_SKIP_OWN 2

/* When a subscription is told. */
/* After the commit, before the call that made the change returns. */
#define IEX_DELIVER_NOW 0
/* When iex_store_dispatch is called, on its thread. */
#define IEX_DELIVER_QUEUED 1

/* Which changes a subscription is for. */
typedef struct iex_subscription_options {
  uint32_t struct_size;  /* sizeof(iex_subscription_options) */
  uint32_t flags;        /* IEX_SUBSCRIBE_… bits */
  uint64_t fields;       /* 0: all; else leave out updates that changed none of these fields */
  int32_t delivery;      /* IEX_DELIVER_… */
} iex_subscription_options;

/* section: ViewChange */

/* What happened to a row, or a section, of a view. */
#define IEX_VIEW_REMOVED 0
#define IEX_VIEW_INSERTED 1
/* It stands elsewhere among the rows that stayed; perhaps it was changed too. */
#define IEX_VIEW_MOVED 2
#define IEX_VIEW_UPDATED 3

/* Bits of iex_difference.flags. */
/* Too much has changed to be told: there are no items, read the view again. */
#define IEX_DIFFERENCE_RESET 1

/* How a view has changed. */
typedef struct iex_difference {
  uint32_t struct_size;  /* sizeof(iex_difference) */
  uint32_t flags;        /* IEX_DIFFERENCE_… bits */
  int64_t old_count;     /* how many rows the view had */
  int64_t new_count;     /* how many it has */
} iex_difference;

/* One row that changed. Those removed come first, in order of their old position; the others follow
 * in order of their new one. So a copy of the view is kept by taking out every row that is removed
 * or moved, from the last to the first, and putting in those that are inserted or moved as they
 * come. */
typedef struct iex_view_item {
  uint32_t struct_size;  /* sizeof(iex_view_item) */
  int32_t kind;          /* IEX_VIEW_… */
  int64_t old_position;  /* before the change, from 0; -1: inserted */
  int64_t new_position;  /* after the change, from 0; -1: removed */
  int64_t id;            /* the expense; 0: a section row */
  uint64_t fields;       /* bits of what an update changed, also where the row came or went by it */
} iex_view_item;

/* A section that came, went, or has another count or other totals. */
typedef struct iex_section_change {
  uint32_t struct_size;         /* sizeof(iex_section_change) */
  int32_t kind;                 /* IEX_VIEW_INSERTED, IEX_VIEW_UPDATED or IEX_VIEW_REMOVED */
  int32_t date;                 /* yyyymmdd, first day of its period; 0: not made by dates */
  uint32_t old_total_count;     /* how many old_totals there are */
  int64_t old_position;         /* among the sections before the change; -1: inserted */
  int64_t new_position;         /* among the sections after the change; -1: removed */
  int64_t old_count;            /* how many expenses it had */
  int64_t new_count;            /* how many it has */
  const char *title;            /* as in iex_section */
  const iex_total *old_totals;  /* before the change, one for each currency */
  const iex_total *new_totals;  /* after the change, one for each currency */
  uint32_t new_total_count;     /* how many new_totals there are */
} iex_section_change;

/* One step of a queued view: at `position`, `removed` rows went and `added` rows came; or, when both
 * are 0, `updated` rows from there on have other values. */
typedef struct iex_splice {
  int64_t position;  /* from 0, in the view as the step before left it */
  int64_t removed;   /* how many rows were taken out */
  int64_t added;     /* how many were put in, in their place */
  int64_t updated;   /* how many have other values; then removed and added are 0 */
  int32_t told;      /* 1; 0: there was nothing to tell, and the view has not moved */
} iex_splice;

/* section: Undo */

/* Whose changes undo and redo take. */
/* The latest change of this store's origin. */
#define IEX_UNDO_MINE 0
/* The latest change of anyone. */
#define IEX_UNDO_ANY 1
/* When the change to take conflicts with later ones, take the one before it. A bit to add. */
#define IEX_UNDO_SKIP 2

/* Bytes that hold any label and its NUL. */
#define IEX_LABEL_TEXT 256

/* What an undo or redo, or the commit of an import, did. */
typedef struct iex_step {
  int64_t revision;            /* the new revision; 0: there was nothing to do */
  int64_t target;              /* the revision that was undone or done again */
  char label[IEX_LABEL_TEXT];  /* of the revision that was undone or done again */
} iex_step;

/* section: File */

/* What will become of a row of a file. */
#define IEX_ROW_NEW 0
/* The store has it already. */
#define IEX_ROW_DUPLICATE 1
/* Like an expense of the store, but not surely the same. */
#define IEX_ROW_SUSPECTED 2
/* Left out by the profile, as money coming in, or by a rule: reason says which. */
#define IEX_ROW_LEFT_OUT 3
/* It was imported and then removed. */
#define IEX_ROW_REMOVED_EARLIER 4
/* It cannot be read: reason says why. */
#define IEX_ROW_REJECTED 5
/* Taken out by iex_import_set_row: it will not be stored. */
#define IEX_ROW_EXCLUDED 6
/* In the store with other values than in the other store that is imported: "differing" of the profile
   says which count. Set to be new, it gets the other store's. */
#define IEX_ROW_DIFFERING 7

/* What an import or an export is doing. */
/* Reading the file: done and total count bytes. */
#define IEX_PROGRESS_READ 0
/* Comparing with the store: done and total count expenses of the store. */
#define IEX_PROGRESS_MATCH 1
/* Storing: done and total count rows. */
#define IEX_PROGRESS_STORE 2
/* Writing a file: done and total count expenses. */
#define IEX_PROGRESS_WRITE 3

/* How far it is. */
typedef struct iex_progress {
  uint32_t struct_size;  /* sizeof(iex_progress) */
  int32_t phase;         /* IEX_PROGRESS_… */
  int64_t done;          /* of total */
  int64_t total;         /* 0: not known */
} iex_progress;

/* What a host runs while an import opens, answers and commits, or a file is written, on the thread
 * that called, about once in a hundredth of a phase; while a store in memory or a transaction is
 * exported, at its beginning and end. 0 goes on; any other number stops the call with
 * IEX_ERROR_CANCELLED. It must not use the import itself. `context` is progress_context. */
typedef int32_t (*iex_progress_callback)(void *context, const iex_progress *progress);

/* How to read a file. */
typedef struct iex_import_options {
  uint32_t struct_size;            /* sizeof(iex_import_options) */
  uint32_t flags;                  /* 0 */
  const char *profile;             /* JSON, how the file is to be read; or a saved one's name */
  const char *account;             /* what the expenses were paid from */
  const char *format;              /* "csv", "json", "ofx" (OFX 1 and 2, QFX), "qif", "plist" or
                                    * "store"; NULL: told from the content */
  const char *name;                /* the file's name, for the label; NULL: from the path */
  iex_progress_callback progress;  /* NULL: nobody asks */
  void *progress_context;          /* must live as long as the import */
} iex_import_options;

/* What is known of a file that was opened for import. Texts live as long as the import. */
typedef struct iex_import_summary {
  uint32_t struct_size;  /* sizeof(iex_import_summary) */
  int32_t questions;     /* open questions; commit is refused while there are any */
  int64_t rows;          /* all rows: the sum of the numbers of rows below */
  int64_t fresh;         /* new */
  int64_t duplicates;    /* in the store already */
  int64_t suspected;     /* perhaps in the store already; a commit stores them */
  int64_t left_out;      /* left out by the profile or by a rule */
  int64_t removed_earlier; /* imported before, then removed */
  int64_t rejected;      /* unreadable */
  const char *format;    /* "csv", "json", … */
  const char *encoding;  /* "utf-8", "utf-8-sig", "cp1252", … */
  const char *name;      /* the file's name */
  const char *text;      /* one readable line: visa-05.csv: 41 new, 3 duplicates, … */
  const char *question_text; /* the open questions, one a line; "" when there is none */
  const char *profile_name;  /* the saved profile that it was read with; "": none */
  int64_t excluded;      /* taken out by iex_import_set_row */
  int64_t differing;     /* of another store: here with other values */
} iex_import_summary;

/* What a rule does to a row. */
/* The field has another value. */
#define IEX_EFFECT_SET 0
/* The row of a file is not stored. */
#define IEX_EFFECT_LEFT_OUT 1
/* The row of a file is stored, which its profile leaves out. */
#define IEX_EFFECT_KEPT 2
/* The field stays what it is: problem says why. */
#define IEX_EFFECT_REFUSED 3

/* What one rule does to one field of one row. Texts live as long as what it came in. */
typedef struct iex_effect {
  uint32_t struct_size;   /* sizeof(iex_effect) */
  int32_t kind;           /* IEX_EFFECT_… */
  int64_t row;            /* of a file, from 0, as iex_import_read counts; -1: of a store */
  int64_t id;             /* the expense of a store; 0: of a file */
  const char *rule;       /* the name of the rule */
  const char *old_value;  /* before; tags with commas between them, as in a draft */
  const char *new_value;  /* after */
  const char *problem;    /* why it was refused, else "" */
  int32_t field;          /* IEX_FIELD_…; -1: the whole row */
} iex_effect;

/* One row of a file. Texts live as long as the page it came in. */
typedef struct iex_import_row {
  uint32_t struct_size;        /* sizeof(iex_import_row) */
  int32_t status;              /* IEX_ROW_… */
  int64_t line;                /* in the file, from 1 */
  int64_t column;              /* rejected: the column at fault, from 1; 0: the whole row */
  int64_t duplicate_of;        /* the expense it is, or may be, a duplicate of; 0: none, or removed */
  const iex_expense *expense;  /* what it will be stored as; NULL when rejected */
  const char *column_name;     /* rejected: the header of that column */
  const char *cell;            /* rejected: what stands there */
  const char *reason;          /* rejected, left out, suspected: why; else a remark, or "" */
  const iex_effect *effects;   /* what the rules have done to it, in order of the fields */
  uint32_t effect_count;       /* how many effects there are; 0 before iex_import_apply_rules */
} iex_import_row;

/* section: Question */

/* How sure it is how the file is to be read. */
/* The profile says it. */
#define IEX_FINDING_GIVEN 0
/* The whole file shows it. */
#define IEX_FINDING_CERTAIN 1
/* The file leaves it open: a question, which iex_import_answer answers. */
#define IEX_FINDING_AMBIGUOUS 2

/* One thing that must be known to read a file. Texts live as long as the import. */
typedef struct iex_finding {
  uint32_t struct_size;           /* sizeof(iex_finding) */
  int32_t state;                  /* IEX_FINDING_… */
  int64_t line;                   /* a line that shows it, from 1; 0: none */
  const char *key;                /* the profile's key: "decimal", "columns.amount" */
  const char *value;              /* as it would stand in a profile; "" when ambiguous */
  const char *text;               /* one readable line */
  const char *example;            /* what stands in that line */
  const char *const *candidates;  /* candidate_count values to answer with */
  uint32_t candidate_count;       /* 0: any value, such as a currency code */
} iex_finding;

/* A profile that is saved in a store. Texts live as long as the iex_profiles. */
typedef struct iex_profile {
  uint32_t struct_size;  /* sizeof(iex_profile) */
  const char *name;      /* what it was saved under */
  const char *json;      /* the profile */
} iex_profile;

/* section: Rule */

/* Bits of the flags of iex_import_apply_rules and iex_view_apply_rules. */
/* Change nothing, only tell what would change. */
#define IEX_RULES_DRY_RUN 1
/* Of an import: take back what an earlier run has done, and run none. */
#define IEX_RULES_TAKE_BACK 2

/* A rule that is saved in a store. Texts live as long as the iex_rules. */
typedef struct iex_rule {
  uint32_t struct_size;  /* sizeof(iex_rule) */
  const char *name;      /* its own name */
  const char *json;      /* the rule */
} iex_rule;

/* section: Export */

/* File formats for export. */
#define IEX_FORMAT_JSON 0
#define IEX_FORMAT_CSV 1
/* The JSON list of the tutorial's app: id, name, type and amount, in one currency. */
#define IEX_FORMAT_ITEMS 2
/* QIF, with the expenses of each account in a block of its own, in one currency. */
#define IEX_FORMAT_QIF 3
/* Journals of plain-text accounting: category, then account, of each expense as two postings. */
#define IEX_FORMAT_LEDGER 4
#define IEX_FORMAT_HLEDGER 5
#define IEX_FORMAT_BEANCOUNT 6

/* Bits of an export's flags. */
/* CSV: a ' before a text that a spreadsheet would take for a formula. Reading takes it off. */
#define IEX_EXPORT_GUARD 1

/* How a file is to be written. */
typedef struct iex_export_options {
  uint32_t struct_size;            /* sizeof(iex_export_options) */
  uint32_t flags;                  /* IEX_EXPORT_… or 0 */
  iex_progress_callback progress;  /* NULL: nobody asks */
  void *progress_context;          /* must live until the call returns */
} iex_export_options;

/* section: Arrow */

/* Bits of the flags of iex_view_arrow_stream and iex_store_arrow_stream. */
/* Texts that repeat (type, category, account, currency, reimbursement) as utf8, not dictionaries. */
#define IEX_ARROW_PLAIN 1
/* Amounts as int64 in minor units of the row's currency: amount_minor in place of amount. */
#define IEX_ARROW_MINOR 2
/* All rows in one batch, in place of batches of 65,536. */
#define IEX_ARROW_WHOLE 4

/* The Arrow C data interface and its C stream interface, word for word as they are published
 * (https://arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html), with their
 * guards, so that any number of libraries may declare them. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  // Array type description
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;

  // Release callback
  void (*release)(struct ArrowSchema*);
  // Opaque producer-specific data
  void* private_data;
};

struct ArrowArray {
  // Array data description
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;

  // Release callback
  void (*release)(struct ArrowArray*);
  // Opaque producer-specific data
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  // Callbacks providing stream functionality
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);

  // Release callback
  void (*release)(struct ArrowArrayStream*);

  // Opaque producer-specific data
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

/* section: State */

/* What a value is. A binding keeps the kind that it began with. */
#define IEX_VALUE_BOOL 0
#define IEX_VALUE_INTEGER 1
#define IEX_VALUE_TEXT 2
#define IEX_VALUE_AMOUNT 3
#define IEX_VALUE_DATE 4

/* One value. What its kind does not need is 0 or NULL when it comes back, and is not read. */
typedef struct iex_value {
  uint32_t struct_size;  /* sizeof(iex_value) */
  int32_t kind;          /* IEX_VALUE_… */
  int64_t integer;       /* bool: 0 or 1; integer; amount: minor units; date: yyyymmdd, 0: today */
  const char *text;      /* text; NULL and "" are the same */
  const char *currency;  /* amount: ISO 4217 code, or one that the binding's store knows */
} iex_value;

/* Bits of iex_sheet_state.flags. */
/* Its binding is true. */
#define IEX_SHEET_PRESENTED 1
/* Its draft has changes that are not saved: dismissing is IEX_ERROR_UNSAVED. */
#define IEX_SHEET_UNSAVED 2

/* How a sheet stands. */
typedef struct iex_sheet_state {
  uint32_t struct_size;    /* sizeof(iex_sheet_state) */
  uint32_t flags;          /* IEX_SHEET_… bits */
  const iex_value *value;  /* what it was presented with; NULL: nothing */
} iex_sheet_state;

/* Flags of iex_sheet_dismiss. */
/* Forget what the draft has that is not saved. */
#define IEX_DISMISS_DISCARD 1

/* section: end */

#endif

/* iexpense.h: an embeddable expense store.
 *
 * Version 0.1.0. SPDX-License-Identifier: MIT
 * Made by iexpense-bindgen from the sources of the library: changes belong there, not here.
 *
 * A store is one file of expenses. Every change of it is one commit: it is on disk when the call
 * returns, it is told to those who subscribed, it can be undone, and it can be read back, in C, in
 * Python and in whatever can call C. This header needs C99 or C++11; link with -liexpense.
 *
 * Errors. What can fail returns an iex_status, 0 for success, and takes an iex_error last, which
 * may be NULL. Outputs are set to NULL or 0 when a call fails. No argument makes the library crash:
 * NULL, an unknown number, text that is not UTF-8, a closed handle are each a status.
 *
 * Handles. A handle such as iex_store * is a checked token, not an address: using it after it was
 * closed, or in place of another kind, is IEX_ERROR_HANDLE. Each kind has one close function, in
 * any order and on any thread; closing a store closes all that it lent.
 *
 * Text is NUL-terminated UTF-8. A text that is passed in is copied. One that comes back belongs to
 * what it came in and lives as long: to its page, its totals, its import, its change.
 *
 * Money is a whole number of minor units (cents, pence, fils, yen) and a currency, never a
 * floating-point number. Amounts of different currencies are never added up. Dates are civil dates,
 * yyyymmdd, without a time zone.
 *
 * Structs that begin with struct_size grow at their end in later versions. The macros
 * IEX_EXPENSE(…), IEX_QUERY(…), IEX_OPTIONS(…), IEX_SUBSCRIPTION(…) and IEX_IMPORT(…) set it: pass
 * &IEX_QUERY(.type = "Business"). C++ programs, and those that want no macro, set it themselves. In
 * an array all elements have the same struct_size, which is its stride too. Zero is every field's
 * default.
 *
 * Threads. Any function may be called on any thread. A transaction belongs to the thread that began
 * it. Callbacks run on the thread that made the change, unless another one is already delivering;
 * no lock is held meanwhile, so that they may call every function. The library starts no thread
 * that calls you, prints nothing, and changes neither locale nor signals. After a fork, a store
 * that the parent opened is IEX_ERROR_FORKED in the child. */
#ifndef IEXPENSE_H
#define IEXPENSE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; iex_version() gives that of the library. */
#define IEX_VERSION "0.1.0"
#define IEX_VERSION_MAJOR 0
#define IEX_VERSION_MINOR 1
#define IEX_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------
 * Handles
 * -------------------------------------------------------------------------------------------------
 */

/* An open store. */
typedef struct iex_store iex_store;

/* The expenses that a query names, in its order. */
typedef struct iex_view iex_view;

/* Rows that were read, with their texts. */
typedef struct iex_page iex_page;

/* Sums. */
typedef struct iex_totals iex_totals;

/* A change, in the callback that it was given to. */
typedef struct iex_change iex_change;

/* Changes of the past. */
typedef struct iex_history iex_history;

/* A file that was opened for import. */
typedef struct iex_import iex_import;

/* Rows of such a file. */
typedef struct iex_import_page iex_import_page;

/* Bytes that the library made. */
typedef struct iex_bytes iex_bytes;

/* -------------------------------------------------------------------------------------------------
 * Errors
 * -------------------------------------------------------------------------------------------------
 *
 * A status says what kind of failure it was; an iex_error also says where and why, in one line that
 * can be shown. It needs no initialiser.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_status status = iex_store_open("no such folder/spending.db", NULL, &store, &error);
 *       if (status == IEX_ERROR_MISSING) printf("%s\n", iex_status_name(status));
 *       if (status != IEX_OK) fprintf(stderr, "%s\n", error.message);
 *       printf("%lld handles are open\n", (long long)iex_handle_count());
 *       return status == IEX_ERROR_MISSING ? 0 : 1;
 *     } */

/* What a call answers: 0 is success. The numbers are pinned for ever. */
#define IEX_OK 0
/* An argument is NULL, out of its range or of an unknown value, or a struct_size is wrong. */
#define IEX_ERROR_ARGUMENT 1
/* A handle is closed, of another kind, or was never one. */
#define IEX_ERROR_HANDLE 2
/* A text is not UTF-8. */
#define IEX_ERROR_ENCODING 3
/* A value breaks a rule of its field: `field` names it. */
#define IEX_ERROR_INVALID 4
/* A sum, a product or an amount does not fit 64 bits. */
#define IEX_ERROR_OVERFLOW 5
/* The currency is unknown, or a bare amount has none. */
#define IEX_ERROR_CURRENCY 6
/* No expense, revision or subscription has this number. */
#define IEX_ERROR_NOT_FOUND 7
/* Later changes touched what was to be undone: the message names the expenses. */
#define IEX_ERROR_CONFLICT 8
/* Another thread or program is writing, and the busy timeout has passed. */
#define IEX_ERROR_BUSY 9
/* The store, its file or its folder can only be read. */
#define IEX_ERROR_READ_ONLY 10
/* begin inside a transaction, or commit or rollback without one. */
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

/* Gives the version of the library that is running, such as "0.1.0". */
const char *iex_version(void);

/* Gives the name of a status, such as "IEX_ERROR_BUSY". */
const char *iex_status_name(iex_status status);

/* Counts the handles that are open in this process, of every kind. */
int64_t iex_handle_count(void);

/* Gives offset and size of a struct's field as the library sees them; NULL as field: of the whole
 * struct. */
iex_status iex_abi_layout(const char *type, const char *field, size_t *offset, size_t *size);

/* -------------------------------------------------------------------------------------------------
 * Money and dates
 * -------------------------------------------------------------------------------------------------
 *
 * Exact amounts as text and back, shares that add up to the whole, and dates. None of these needs a
 * store; they know the currencies of ISO 4217. A store may know more: see iex_store_parse_amount()
 * and iex_store_amount_text().
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_money dinner;
 *       int64_t shares[3];
 *       int32_t due;
 *       char text[IEX_AMOUNT_TEXT], date[IEX_DATE_TEXT];
 *       if (iex_amount_parse("100.00 EUR", NULL, &dinner, &error) ||
 *           iex_amount_split(dinner.amount_minor, NULL, 3, shares, &error) ||
 *           iex_date_add(20260131, 0, 1, 0, &due, &error)) {
 *         fprintf(stderr, "%s\n", error.message);
 *         return 1;
 *       }
 *       for (int i = 0; i < 3; i++) printf("%s\n", iex_amount_text(shares[i], dinner.currency, text));
 *       printf("due on %s\n", iex_date_text(due, date));
 *       return 0;
 *     } */

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

/* Writes an amount as text, such as "12.50", into text (IEX_AMOUNT_TEXT bytes) and returns text; ""
 * when the currency is unknown. */
const char *iex_amount_text(int64_t amount_minor, const char *currency, char *text);

/* Reads an amount such as "12.50" or "12.50 USD". */
iex_status iex_amount_parse(const char *text, const char *currency, iex_money *money,
                            iex_error *error);

/* Adds two amounts of one currency. */
iex_status iex_amount_add(int64_t a, int64_t b, int64_t *sum, iex_error *error);

/* Splits an amount into count shares that add up to it exactly. */
iex_status iex_amount_split(int64_t amount_minor, const int64_t *weights, size_t count,
                            int64_t *shares, iex_error *error);

/* Converts an amount at the rate numerator / denominator, rounding half to even. */
iex_status iex_amount_convert(int64_t amount_minor, const char *from, const char *to,
                              int64_t numerator, int64_t denominator, int64_t *converted,
                              iex_error *error);

/* Gives how many digits of an amount stand behind the point. */
iex_status iex_currency_digits(const char *currency, int32_t *digits, iex_error *error);

/* Reads an ISO 8601 date into yyyymmdd. */
iex_status iex_date_parse(const char *text, int32_t *date, iex_error *error);

/* Writes a date as text, such as "2026-03-14", into text (IEX_DATE_TEXT bytes) and returns text. */
const char *iex_date_text(int32_t date, char *text);

/* Adds years, months and days to a date; the day of the month is kept where the month has it. */
iex_status iex_date_add(int32_t date, int32_t years, int32_t months, int32_t days, int32_t *result,
                        iex_error *error);

/* Gives the ISO 8601 week of a date and the year that it counts in. */
iex_status iex_date_week(int32_t date, int32_t *year, int32_t *week, iex_error *error);

/* Gives today in the host's time zone, yyyymmdd. */
int32_t iex_date_today(void);

/* -------------------------------------------------------------------------------------------------
 * Stores
 * -------------------------------------------------------------------------------------------------
 *
 * A store is opened by its path and created when there is none. Several programs may have one store
 * open. It has a default currency, given once, when it is created.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_money money;
 *       int64_t revision;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_store_default_currency(store, &money, &error)) goto failed;
 *       if (iex_store_revision(store, &revision, &error)) goto failed;
 *       printf("%s, revision %lld\n", money.currency, (long long)revision);
 *       if (iex_store_check(store, &error)) goto failed;
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

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
  const char *currency;     /* default currency of a new store; for an old one NULL or the same */
  const char *origin;       /* who makes the changes; NULL: the program's name */
  int32_t busy_timeout_ms;  /* how long to wait for other writers; 0: 5000, -1: not at all */
} iex_options;

/* Makes iex_options from the fields that are named, with the others 0 and struct_size set. */
#ifndef __cplusplus
#define IEX_OPTIONS(...) \
  ((iex_options){.struct_size = sizeof(iex_options), __VA_ARGS__})
#endif

/* Opens a store, and creates it when there is none. */
iex_status iex_store_open(const char *path, const iex_options *options, iex_store **store,
                          iex_error *error);

/* Closes a store and everything that it lent. */
iex_status iex_store_close(iex_store *store);

/* Gives the store's default currency and its digits, with an amount of 0. */
iex_status iex_store_default_currency(iex_store *store, iex_money *money, iex_error *error);

/* Registers a currency of the store's own. */
iex_status iex_store_register_currency(iex_store *store, const char *currency, int32_t digits,
                                       iex_error *error);

/* Reads an amount with the currencies of the store. */
iex_status iex_store_parse_amount(iex_store *store, const char *text, const char *currency,
                                  iex_money *money, iex_error *error);

/* Writes an amount with the currencies of the store. */
iex_status iex_store_amount_text(iex_store *store, int64_t amount_minor, const char *currency,
                                 char *text, iex_error *error);

/* Gives the number of the latest commit. */
iex_status iex_store_revision(iex_store *store, int64_t *revision, iex_error *error);

/* Sets how long to wait for other writers. */
iex_status iex_store_set_busy_timeout(iex_store *store, int32_t milliseconds, iex_error *error);

/* Copies the store whole into a new file. */
iex_status iex_store_backup(iex_store *store, const char *path, iex_error *error);

/* Checks the file, its rows and its totals. */
iex_status iex_store_check(iex_store *store, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Expenses
 * -------------------------------------------------------------------------------------------------
 *
 * An expense is added, updated field by field, removed and read by its id, which the store gives
 * and never gives again. What is read comes in a page: its rows and their texts live until the page
 * is closed.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_page *page;
 *       size_t count;
 *       int64_t id;
 *       iex_expense lunch = IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .type = "Business");
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_store_add(store, &lunch, &id, &error)) goto failed;
 *       lunch.id = id;
 *       lunch.amount_minor = 1350;
 *       if (iex_store_update(store, &lunch, IEX_BIT(IEX_FIELD_AMOUNT), &error)) goto failed;
 *       if (iex_store_get(store, &id, 1, &page, &error)) goto failed;
 *       const iex_expense *row = iex_page_rows(page, &count);
 *       for (size_t i = 0; i < count; i++)
 *         printf("%s: %lld %s minor units\n", row[i].name, (long long)row[i].amount_minor,
 *                row[i].currency);
 *       iex_page_close(page);
 *       if (iex_store_remove(store, &id, 1, &error)) goto failed;
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

/* The fields of an expense. A set of fields is a uint64_t of bits: IEX_BIT(IEX_FIELD_NAME). */
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

/* Makes iex_expense from the fields that are named, with the others 0 and struct_size set. */
#ifndef __cplusplus
#define IEX_EXPENSE(...) \
  ((iex_expense){.struct_size = sizeof(iex_expense), __VA_ARGS__})
#endif

/* Adds an expense. */
iex_status iex_store_add(iex_store *store, const iex_expense *expense, int64_t *id,
                         iex_error *error);

/* Adds count expenses as one change. */
iex_status iex_store_add_many(iex_store *store, const iex_expense *expenses, size_t count,
                              int64_t *first_id, iex_error *error);

/* Updates the named fields of the expense with the given id. */
iex_status iex_store_update(iex_store *store, const iex_expense *expense, uint64_t fields,
                            iex_error *error);

/* Removes expenses as one change. */
iex_status iex_store_remove(iex_store *store, const int64_t *ids, size_t count, iex_error *error);

/* Reads expenses by their ids. */
iex_status iex_store_get(iex_store *store, const int64_t *ids, size_t count, iex_page **page,
                         iex_error *error);

/* Gives the rows of a page. */
const iex_expense *iex_page_rows(iex_page *page, size_t *count);

/* Closes a page. */
iex_status iex_page_close(iex_page *page);

/* -------------------------------------------------------------------------------------------------
 * Transactions
 * -------------------------------------------------------------------------------------------------
 *
 * What happens between begin and commit is one change with one label: stored, announced and undone
 * as a whole. A call that fails inside marks the transaction; commit then stores nothing and
 * returns that first failure, so that checking commit alone is enough.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_store_begin(store, "Trip to Rome", &error)) goto failed;
 *       // Their failures need no test: commit returns the first, and nothing is stored.
 *       iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), NULL, NULL);
 *       iex_store_add(store, &IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400), NULL, NULL);
 *       if (iex_store_commit(store, &error)) goto failed;
 *       printf("stored as one change\n");
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

/* Begins a transaction of this thread. */
iex_status iex_store_begin(iex_store *store, const char *label, iex_error *error);

/* Commits the transaction as one change. */
iex_status iex_store_commit(iex_store *store, iex_error *error);

/* Takes back what the transaction did. */
iex_status iex_store_rollback(iex_store *store, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Views and totals
 * -------------------------------------------------------------------------------------------------
 *
 * A view holds the expenses that a query names, in its order. Totals are kept by the store as it
 * changes, so that they cost no scan of the expenses.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_view *view;
 *       iex_page *page;
 *       iex_totals *totals;
 *       size_t count;
 *       char text[IEX_AMOUNT_TEXT];
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       // The fifty largest of March.
 *       if (iex_view_open(store, &IEX_QUERY(.first_date = 20260301, .last_date = 20260331,
 *                                           .sort = -IEX_SORT_AMOUNT), &view, &error)) goto failed;
 *       if (iex_view_read(view, 0, 50, &page, &error)) goto failed;
 *       const iex_expense *row = iex_page_rows(page, &count);
 *       for (size_t i = 0; i < count; i++)
 *         printf("%d  %s  %s\n", row[i].date, row[i].name,
 *                iex_amount_text(row[i].amount_minor, row[i].currency, text));
 *       // What each month came to, by type.
 *       if (iex_store_totals(store, NULL, IEX_GROUP_MONTH | IEX_GROUP_TYPE, 0, &totals, &error))
 *         goto failed;
 *       const iex_total *total = iex_totals_rows(totals, &count);
 *       for (size_t i = 0; i < count; i++)
 *         printf("%d  %s  %s\n", total[i].month, total[i].type,
 *                iex_amount_text(total[i].amount_minor, total[i].currency, text));
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

/* Sort keys: a field's number plus 1, or one of these; negative sorts descending. */
#define IEX_SORT_NONE 0
#define IEX_SORT_NAME 1
#define IEX_SORT_TYPE 2
#define IEX_SORT_CATEGORY 3
#define IEX_SORT_AMOUNT 4
#define IEX_SORT_CURRENCY 5
#define IEX_SORT_DATE 7
#define IEX_SORT_ACCOUNT 8
#define IEX_SORT_ID 32

/* Which expenses, and in which order. Zero is every field's default: all, in order of adding. */
typedef struct iex_query {
  uint32_t struct_size;  /* sizeof(iex_query) */
  int32_t first_date;    /* yyyymmdd, inclusive; 0: no bound */
  int32_t last_date;     /* yyyymmdd, inclusive; 0: no bound */
  int32_t sort;          /* IEX_SORT_…, negative: descending */
  int32_t then_sort;     /* the second key; ties are in order of adding */
  uint32_t flags;        /* 0 */
  const char *type;      /* exactly this type */
  const char *category;  /* this category and those below it */
  const char *currency;  /* this currency */
  const char *account;   /* this account */
  const char *text;      /* name or note contains it, regardless of case */
} iex_query;

/* What totals are grouped by; the currency always is. */
#define IEX_GROUP_MONTH 1
#define IEX_GROUP_TYPE 2
#define IEX_GROUP_CATEGORY 4

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
} iex_total;

/* Makes iex_query from the fields that are named, with the others 0 and struct_size set. */
#ifndef __cplusplus
#define IEX_QUERY(...) \
  ((iex_query){.struct_size = sizeof(iex_query), __VA_ARGS__})
#endif

/* Opens a view of the expenses that a query names. */
iex_status iex_view_open(iex_store *store, const iex_query *query, iex_view **view,
                         iex_error *error);

/* Counts the rows of a view. */
iex_status iex_view_count(iex_view *view, int64_t *count, iex_error *error);

/* Reads rows of a view. */
iex_status iex_view_read(iex_view *view, int64_t offset, int64_t limit, iex_page **page,
                         iex_error *error);

/* Closes a view. */
iex_status iex_view_close(iex_view *view);

/* Adds up expenses by currency and what group names. */
iex_status iex_store_totals(iex_store *store, const iex_query *query, uint32_t group,
                            uint32_t flags, iex_totals **totals, iex_error *error);

/* Gives the rows of totals. */
const iex_total *iex_totals_rows(iex_totals *totals, size_t *count);

/* Closes totals. */
iex_status iex_totals_close(iex_totals *totals);

/* -------------------------------------------------------------------------------------------------
 * Changes
 * -------------------------------------------------------------------------------------------------
 *
 * A callback gets every change of the store, in the order of the revisions, after the commit and
 * before the call that made it returns. The change says which expenses were added, updated and
 * removed, and their old and new values can be read from it. It is valid until the callback
 * returns.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     static void changed(void *context, const iex_change *change) {
 *       size_t count;
 *       const iex_change_item *item = iex_change_items(change, &count);
 *       printf("%s: %s\n", (const char *)context, iex_change_describe(change));
 *       for (size_t i = 0; i < count; i++)
 *         if (item[i].kind == IEX_ITEM_ADDED) printf("from %lld\n", (long long)item[i].first_id);
 *     }
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       uint64_t subscription;
 *       static char name[] = "list";
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_store_subscribe(store, changed, name, NULL, &subscription, &error)) goto failed;
 *       if (iex_store_add(store, &IEX_EXPENSE(.name = "Coffee", .amount_minor = 320), NULL, &error))
 *         goto failed;
 *       iex_subscription_cancel(subscription);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

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
/* First deliver the present state as one change of kind IEX_CHANGE_INITIAL. */
#define IEX_SUBSCRIBE_INITIAL 1
/* Leave out the changes that were made through this store handle. */
#define IEX_SUBSCRIBE_SKIP_OWN 2

/* Which changes a subscription is for. */
typedef struct iex_subscription_options {
  uint32_t struct_size;  /* sizeof(iex_subscription_options) */
  uint32_t flags;        /* IEX_SUBSCRIBE_… bits */
  uint64_t fields;       /* 0: all; else leave out updates that changed none of these fields */
} iex_subscription_options;

/* Makes iex_subscription_options from the fields that are named, with the others 0 and struct_size set. */
#ifndef __cplusplus
#define IEX_SUBSCRIPTION(...) \
  ((iex_subscription_options){.struct_size = sizeof(iex_subscription_options), __VA_ARGS__})
#endif

/* Called after a change, with the context that was registered. */
typedef void (*iex_change_callback)(void *context, const iex_change *change);

/* Called once when the library lets go of a context. */
typedef void (*iex_free_callback)(void *context);

/* Calls back after every change. */
iex_status iex_store_subscribe(iex_store *store, iex_change_callback callback, void *context,
                               iex_free_callback free_context, uint64_t *subscription,
                               iex_error *error);

/* Calls back after the changes that options name. */
iex_status iex_store_subscribe_with(iex_store *store, const iex_subscription_options *options,
                                    iex_change_callback callback, void *context,
                                    iex_free_callback free_context, uint64_t *subscription,
                                    iex_error *error);

/* Ends a subscription. */
iex_status iex_subscription_cancel(uint64_t subscription);

/* Gives one readable line about a change. */
const char *iex_change_describe(const iex_change *change);

/* Gives what is known of a change. */
const iex_revision *iex_change_info(const iex_change *change);

/* Gives what happened to which expenses. */
const iex_change_item *iex_change_items(const iex_change *change, size_t *count);

/* Reads expenses as they were before the change. */
iex_status iex_change_read_old(const iex_change *change, const int64_t *ids, size_t count,
                               iex_page **page, iex_error *error);

/* Reads expenses as they are after the change. */
iex_status iex_change_read_new(const iex_change *change, const int64_t *ids, size_t count,
                               iex_page **page, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Undo and history
 * -------------------------------------------------------------------------------------------------
 *
 * The store's journal keeps what every change needs to be undone, also after closing and opening
 * again. An undo is a change itself: it is announced, it is in the history, and it can be done
 * again.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_step step;
 *       iex_history *history;
 *       size_t count;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_store_add(store, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL, &error))
 *         goto failed;
 *       if (iex_store_undo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
 *       if (step.revision != 0) printf("undid %s\n", step.label);
 *       if (iex_store_redo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
 *       if (iex_store_history(store, 0, 0, 10, &history, &error)) goto failed;
 *       const iex_revision *revision = iex_history_rows(history, &count);
 *       for (size_t i = 0; i < count; i++)
 *         printf("%lld  %s  %s\n", (long long)revision[i].last_revision, revision[i].origin,
 *                revision[i].label);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

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

/* Undoes a change. */
iex_status iex_store_undo(iex_store *store, uint32_t flags, iex_step *step, iex_error *error);

/* Does again what was undone. */
iex_status iex_store_redo(iex_store *store, uint32_t flags, iex_step *step, iex_error *error);

/* Undoes one past change. */
iex_status iex_store_undo_revision(iex_store *store, int64_t revision, iex_step *step,
                                   iex_error *error);

/* Reads the changes of one expense (id 0: of the store), the latest first. */
iex_status iex_store_history(iex_store *store, int64_t id, int64_t before, int64_t limit,
                             iex_history **history, iex_error *error);

/* Gives the changes of a history. */
const iex_revision *iex_history_rows(iex_history *history, size_t *count);

/* Gives the expense after each change of its history. */
const iex_expense *iex_history_expenses(iex_history *history, size_t *count);

/* Closes a history. */
iex_status iex_history_close(iex_history *history);

/* -------------------------------------------------------------------------------------------------
 * Files
 * -------------------------------------------------------------------------------------------------
 *
 * An import reads a file without changing the store, says what would become of each row, and then
 * stores the new ones as one change. A profile, a JSON object, says how a CSV file is to be read:
 * "columns" (names of the file's columns for "date", "name", "amount" and, if there are such,
 * "type", "category", "account", "note", "currency", "id", "tags"), "delimiter", "decimal", "date"
 * (the order of day, month and year: "DMY"), "spending" ("negative" or "positive"), "income"
 * ("leave out" or "refund"), "currency", "encoding". For the tutorial's JSON it gives "currency"
 * and "defaultDate". An unknown key is an error.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void) {
 *       static const char file[] = "Date;Merchant;Amount\n14.03.2026;Trattoria;-42,50\n";
 *       static const char profile[] =
 *           "{\"columns\": {\"date\": \"Date\", \"name\": \"Merchant\", \"amount\": \"Amount\"},"
 *           " \"delimiter\": \";\", \"decimal\": \",\", \"date\": \"DMY\", \"spending\": \"negative\","
 *           " \"currency\": \"EUR\"}";
 *       iex_error error;
 *       iex_store *store;
 *       iex_import *import;
 *       iex_import_summary summary = {.struct_size = sizeof summary};
 *       iex_step step;
 *       iex_bytes *bytes;
 *       size_t size;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
 *       if (iex_import_open_bytes(store, file, strlen(file),
 *                                 &IEX_IMPORT(.profile = profile, .name = "visa.csv"), &import, &error))
 *         goto failed;
 *       if (iex_import_describe(import, &summary, &error)) goto failed;
 *       printf("%s\n", summary.text);
 *       // All new rows, or none: an open question or a failure stores nothing.
 *       if (iex_import_commit(import, &step, &error)) goto failed;
 *       if (iex_store_export(store, IEX_FORMAT_CSV, NULL, 0, &bytes, &error)) goto failed;
 *       const void *data = iex_bytes_data(bytes, &size);
 *       fwrite(data, 1, size, stdout);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     } */

/* What will become of a row of a file. */
#define IEX_ROW_NEW 0
/* The store has it already. */
#define IEX_ROW_DUPLICATE 1
/* Like an expense of the store, but not surely the same. */
#define IEX_ROW_SUSPECTED 2
/* Left out by the profile: money coming in. */
#define IEX_ROW_LEFT_OUT 3
/* It was imported and then removed. */
#define IEX_ROW_REMOVED_EARLIER 4
/* It cannot be read: reason says why. */
#define IEX_ROW_REJECTED 5

/* How to read a file. */
typedef struct iex_import_options {
  uint32_t struct_size;  /* sizeof(iex_import_options) */
  uint32_t flags;        /* 0 */
  const char *profile;   /* JSON: how the file is to be read; see Files */
  const char *account;   /* what the expenses were paid from */
  const char *format;    /* "csv" or "json"; NULL: told from the content */
  const char *name;      /* the file's name, for the label; NULL: from the path */
} iex_import_options;

/* What is known of a file that was opened for import. Texts live as long as the import. */
typedef struct iex_import_summary {
  uint32_t struct_size;  /* sizeof(iex_import_summary) */
  int32_t questions;     /* open questions; commit is refused while there are any */
  int64_t rows;          /* all rows: the sum of the six numbers below */
  int64_t fresh;         /* new */
  int64_t duplicates;    /* in the store already */
  int64_t suspected;     /* perhaps in the store already */
  int64_t left_out;      /* left out by the profile */
  int64_t removed_earlier; /* imported before, then removed */
  int64_t rejected;      /* unreadable */
  const char *format;    /* "csv", "json", … */
  const char *encoding;  /* "utf-8", "utf-8-sig", "cp1252", … */
  const char *name;      /* the file's name */
  const char *text;      /* one readable line: visa-05.csv: 41 new, 3 duplicates, … */
  const char *question_text; /* the open questions, one a line; "" when there is none */
} iex_import_summary;

/* One row of a file. Texts live as long as the page it came in. */
typedef struct iex_import_row {
  uint32_t struct_size;        /* sizeof(iex_import_row) */
  int32_t status;              /* IEX_ROW_… */
  int64_t line;                /* in the file, from 1 */
  int64_t column;              /* rejected: the column at fault, from 1; 0: the whole row */
  int64_t duplicate_of;        /* the expense it is a duplicate of; 0: none, or removed */
  const iex_expense *expense;  /* what it will be stored as; NULL when rejected */
  const char *column_name;     /* rejected: the header of that column */
  const char *cell;            /* rejected: what stands there */
  const char *reason;          /* rejected, left out: why */
} iex_import_row;

/* File formats for export. */
#define IEX_FORMAT_JSON 0
#define IEX_FORMAT_CSV 1

/* Makes iex_import_options from the fields that are named, with the others 0 and struct_size set. */
#ifndef __cplusplus
#define IEX_IMPORT(...) \
  ((iex_import_options){.struct_size = sizeof(iex_import_options), __VA_ARGS__})
#endif

/* Opens a file for import. */
iex_status iex_import_open(iex_store *store, const char *path, const iex_import_options *options,
                           iex_import **import, iex_error *error);

/* Opens bytes for import. */
iex_status iex_import_open_bytes(iex_store *store, const void *bytes, size_t size,
                                 const iex_import_options *options, iex_import **import,
                                 iex_error *error);

/* Tells what is known of the file; the caller sets struct_size. */
iex_status iex_import_describe(iex_import *import, iex_import_summary *summary, iex_error *error);

/* Reads rows of the file. */
iex_status iex_import_read(iex_import *import, int64_t offset, int64_t limit,
                           iex_import_page **page, iex_error *error);

/* Gives the rows of an import's page. */
const iex_import_row *iex_import_page_rows(iex_import_page *page, size_t *count);

/* Closes an import's page. */
iex_status iex_import_page_close(iex_import_page *page);

/* Stores the new rows as one change. */
iex_status iex_import_commit(iex_import *import, iex_step *step, iex_error *error);

/* Closes an import. */
iex_status iex_import_close(iex_import *import);

/* Writes expenses as the bytes of a file. */
iex_status iex_store_export(iex_store *store, int32_t format, const iex_query *query,
                            uint32_t flags, iex_bytes **bytes, iex_error *error);

/* Gives the bytes. */
const void *iex_bytes_data(iex_bytes *bytes, size_t *size);

/* Closes bytes. */
iex_status iex_bytes_close(iex_bytes *bytes);

#ifdef __cplusplus
}
#endif

#endif /* IEXPENSE_H */

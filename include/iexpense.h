/* iexpense.h: an embeddable expense store.
 *
 * Version 0.1.0. SPDX-License-Identifier: MIT
 * Made by iexpense-bindgen from the sources of the library: changes belong there, not here.
 *
 * A store is one file of expenses. Every change of it is one commit: it is on disk when the call
 * returns, it is told to those who subscribed, it can be undone, and it can be read back, in C, in
 * Python and in whatever can call C. This header needs C99 or C++11; link with -liexpense, or with
 * what pkg-config tells of iexpense.
 *
 * Errors. What can fail returns an iex_status, 0 for success, and takes an iex_error last, which
 * may be NULL. Outputs are set to NULL or 0 when a call fails. No argument makes the library crash:
 * NULL, an unknown number, text that is not UTF-8, a closed handle are each a status.
 *
 * Handles. A handle such as iex_store * is a checked token, not an address: using it after it was
 * closed, or in place of another kind, is IEX_ERROR_HANDLE. Each kind has one close function, in
 * any order and on any thread; a change that a callback got is closed when it returns. Closing a
 * store closes all that it lent.
 *
 * Text is NUL-terminated UTF-8. A text that is passed in is copied. One that comes back belongs to
 * what it came in and lives as long: to its page, its totals, its import, its change.
 *
 * Money is a whole number of minor units (cents, pence, fils, yen) and a currency, never a
 * floating-point number. Amounts of different currencies are never added up. Dates are civil dates,
 * yyyymmdd, without a time zone.
 *
 * Structs that begin with struct_size grow at their end in later versions. The macros
 * IEX_EXPENSE(…), IEX_QUERY(…), IEX_OPTIONS(…), IEX_DRAFT(…), IEX_SUBSCRIPTION(…), IEX_IMPORT(…),
 * IEX_EXPORT(…) and IEX_VALUE(…) set it: pass &IEX_QUERY(.type = "Business"). C++ programs, and
 * those that want no macro, set it themselves. In an array all elements have the same struct_size,
 * which is its stride too: IEX_AT(iex_expense, rows, 3) is a row of those that came back, from any
 * later library as well. Zero is every field's default.
 *
 * Threads. Any function may be called on any thread. A transaction belongs to the thread that began
 * it. Callbacks run on the thread that made the change, unless another one is already delivering;
 * no lock is held meanwhile, so that they may call every function. What others change while one
 * delivers, it leaves to their calls, once one of them is about to look. No subscriber is called
 * inside a callback: what that changes is told when it has returned. The library starts no thread
 * that calls you, prints nothing, and changes neither locale nor signals. After a fork, when the
 * parent had a handle open, every call in the child is IEX_ERROR_FORKED.
 *
 * Sections, from simple to advanced:
 * - Errors
 * - Money and dates
 * - Stores
 * - Expenses
 * - Transactions
 * - Views and totals
 * - Drafts
 * - Changes
 * - Event loops and other programs
 * - Views that tell
 * - Undo and history
 * - Reading files
 * - Questions and profiles
 * - Rules
 * - Writing files
 * - Tables of other programs: Arrow
 * - State: bindings, objects, environments, sheets
 */
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

/* An open store.
 *
 * Any function may be called on any thread. Close it with iex_store_close. */
typedef struct iex_store iex_store;

/* Rows of expenses and all their texts, as they were when they were read.
 *
 * It lives until iex_page_close or until its store is closed; later changes do not reach it. */
typedef struct iex_page iex_page;

/* The expenses of a query, in its order: rows with positions from 0.
 *
 * It lives until iex_view_close or until its store is closed. */
typedef struct iex_view iex_view;

/* Sections of a view with their totals, as they were when they were read.
 *
 * They live until iex_sections_close or until their store is closed. */
typedef struct iex_sections iex_sections;

/* Totals, as they were when they were read.
 *
 * They live until iex_totals_close or until their store is closed. */
typedef struct iex_totals iex_totals;

/* The form of one expense.
 *
 * It lives until iex_draft_close or until its store is closed. Nothing is stored before
 * iex_draft_save. */
typedef struct iex_draft iex_draft;

/* One change of a store, as a callback gets it.
 *
 * It lives until the callback returns: then it is closed, and its texts are gone. */
typedef struct iex_change iex_change;

/* How one change of the store has changed a view, as a callback gets it.
 *
 * It lives until the callback returns: then it is closed, and its texts are gone. */
typedef struct iex_view_change iex_view_change;

/* Past changes of a store or of one expense, as they were when they were read.
 *
 * They live until iex_history_close or until their store is closed. */
typedef struct iex_history iex_history;

/* A file that was read and compared with a store, and is yet to be committed.
 *
 * It lives until iex_import_close or until its store is closed. Nothing is stored before
 * iex_import_commit. */
typedef struct iex_import iex_import;

/* Rows of a file and all their texts.
 *
 * It lives until iex_import_page_close or until its store is closed. */
typedef struct iex_import_page iex_import_page;

/* The profiles that are saved in a store, and all their texts.
 *
 * They live until iex_profiles_close or until their store is closed. */
typedef struct iex_profiles iex_profiles;

/* The rules of a store, and all their texts.
 *
 * They live until iex_rules_close or until their store is closed. */
typedef struct iex_rules iex_rules;

/* What rules did, or would do, and all their texts.
 *
 * They live until iex_effects_close or until their store is closed. */
typedef struct iex_effects iex_effects;

/* Bytes that the library made, such as an exported file.
 *
 * They live until iex_bytes_close or until their store is closed. */
typedef struct iex_bytes iex_bytes;

/* A value that can be read, set and subscribed to, wherever it stands.
 *
 * It lives until iex_binding_close, and that of a draft or a store until those are closed. */
typedef struct iex_binding iex_binding;

/* An object with published fields, which all who hold it share.
 *
 * A handle lives until iex_object_close, the object as long as a handle, an environment or a
 * binding leads to it. */
typedef struct iex_object iex_object;

/* Where screens find the objects that they share.
 *
 * It lives until iex_environment_close; what it hands down stays for its children. */
typedef struct iex_environment iex_environment;

/* A screen over another one, shown while its binding is true.
 *
 * It lives until iex_sheet_close, and one with a draft until that is closed. */
typedef struct iex_sheet iex_sheet;

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
 *     }
 */

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

/* Gives the version of the library, such as "0.1.0".
 *
 * Returns: A text that lives for ever. */
const char *iex_version(void);

/* Gives the name of a status, such as "IEX_ERROR_BUSY".
 *
 *   status  What a call answered.
 *
 * Returns: A text that lives for ever; "unknown status" for a number that is none. */
const char *iex_status_name(iex_status status);

/* Counts the handles that are open in this process, of every kind, subscriptions too.
 *
 * For tests: it is 0 when everything was closed, because closing a store closes what it lent.
 *
 * Returns: The number; 0 in a child whose parent had one open. */
int64_t iex_handle_count(void);

/* Tells where a field of a struct stands in the library, so that a binding can prove its copy.
 *
 *   type    The name of a struct, such as "iex_expense".
 *   field   The name of one of its fields; NULL: the whole struct, at offset 0.
 *   offset  Receives the offset in bytes; may be NULL.
 *   size    Receives the size in bytes; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is no such struct or field. */
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
 *       for (int i = 0; i < 3; i++)
 *         printf("%s\n", iex_amount_text(shares[i], dinner.currency, text));
 *       printf("due on %s\n", iex_date_text(due, date));
 *       return 0;
 *     }
 */

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

/* Writes an amount as text, such as "12.50 EUR".
 *
 * Always with the currency's full digits, "." as the decimal mark and no grouping marks. For the
 * currencies of ISO 4217; a store's registered ones need iex_store_amount_text.
 *
 *   amount_minor  The amount in minor units.
 *   currency      An ISO 4217 code.
 *   text          Receives the text: IEX_AMOUNT_TEXT bytes.
 *
 * Returns: `text`, which holds "" when the currency is not known; "" when `text` is NULL. */
const char *iex_amount_text(int64_t amount_minor, const char *currency, char *text);

/* Reads an amount from text: "12.50", "-3" or, with its currency, "12.50 USD".
 *
 * Strict: an optional "-", digits, optionally "." with digits, optionally a blank and a code. No
 * "+", no grouping marks, no exponent, no symbols.
 *
 *   text      The amount.
 *   currency  The currency of a bare amount, an ISO 4217 code; NULL or "": the text must name one.
 *             A code in the text wins.
 *   money     Receives the amount.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID when it is not written so or has more digits than the currency;
 *   IEX_ERROR_CURRENCY, IEX_ERROR_OVERFLOW. */
iex_status iex_amount_parse(const char *text, const char *currency, iex_money *money,
                            iex_error *error);

/* Adds two amounts of one currency.
 *
 *   a      An amount in minor units.
 *   b      Another one, of the same currency.
 *   sum    Receives the sum in minor units.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_OVERFLOW when the sum does not fit 64 bits. */
iex_status iex_amount_add(int64_t a, int64_t b, int64_t *sum, iex_error *error);

/* Splits an amount into shares that sum to it exactly, by the method of the largest remainder.
 *
 * The same input always gives the same shares; of equal remainders the earlier share gets the minor
 * unit. 100 in three equal shares is 34, 33, 33.
 *
 *   amount_minor  The amount in minor units; may be negative.
 *   weights       `count` weights, none negative and not all 0; NULL: equal shares.
 *   count         How many shares, from 1 to 1,000,000.
 *   shares        Receives `count` amounts in minor units; may be the same array as `weights`.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for wrong weights or a wrong count. */
iex_status iex_amount_split(int64_t amount_minor, const int64_t *weights, size_t count,
                            int64_t *shares, iex_error *error);

/* Converts an amount into another currency at a rate of `numerator` / `denominator`.
 *
 * The rate is the price of one unit of `from` in units of `to`: 0.92 is 92 / 100. Computed in 128
 * bits and rounded once, half to even.
 *
 *   amount_minor  The amount in minor units of `from`.
 *   from          An ISO 4217 code.
 *   to            An ISO 4217 code.
 *   numerator     Of the rate; above 0.
 *   denominator   Of the rate; above 0.
 *   converted     Receives the amount in minor units of `to`.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_CURRENCY when one is not known; IEX_ERROR_ARGUMENT for a wrong rate;
 *   IEX_ERROR_OVERFLOW when the result does not fit 64 bits. */
iex_status iex_amount_convert(int64_t amount_minor, const char *from, const char *to,
                              int64_t numerator, int64_t denominator, int64_t *converted,
                              iex_error *error);

/* Tells how many digits of a currency stand behind the point: 2 for "EUR", 0 for "JPY".
 *
 *   currency  An ISO 4217 code.
 *   digits    Receives the number.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_CURRENCY when it is not known. */
iex_status iex_currency_digits(const char *currency, int32_t *digits, iex_error *error);

/* Reads a date from ISO 8601 text: "2026-03-14", "20260314" or the week date "2026-W11-6".
 *
 *   text   The date.
 *   date   Receives it as yyyymmdd.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID when it is no date. */
iex_status iex_date_parse(const char *text, int32_t *date, iex_error *error);

/* Writes a date as ISO 8601 text, "2026-03-14".
 *
 *   date  yyyymmdd.
 *   text  Receives the text: IEX_DATE_TEXT bytes.
 *
 * Returns: `text`, which holds "" when there is no such date; "" when `text` is NULL. */
const char *iex_date_text(int32_t date, char *text);

/* Steps from a date by years, months and days; the months first, then the days.
 *
 * A step of months keeps the day of the month where the month has it, and else takes the month's
 * last day: from 31 January, one month is 28 February and two are 31 March.
 *
 *   date    yyyymmdd.
 *   years   How many; may be negative.
 *   months  How many; may be negative.
 *   days    How many; may be negative.
 *   result  Receives the date as yyyymmdd.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID when `date` is none; IEX_ERROR_OVERFLOW outside the years 1 to 9999.
 */
iex_status iex_date_add(int32_t date, int32_t years, int32_t months, int32_t days, int32_t *result,
                        iex_error *error);

/* Tells the ISO 8601 week of a date.
 *
 *   date   yyyymmdd.
 *   year   Receives the year that the week belongs to; may be NULL.
 *   week   Receives the week, from 1 to 53; may be NULL.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID when `date` is none. */
iex_status iex_date_week(int32_t date, int32_t *year, int32_t *week, iex_error *error);

/* Gives today's date in the time zone of the host.
 *
 * Returns: yyyymmdd. */
int32_t iex_date_today(void);

/* -------------------------------------------------------------------------------------------------
 * Stores
 * -------------------------------------------------------------------------------------------------
 *
 * A store is opened by its path and created when there is none. Several programs may have one store
 * open. It has a default currency, given once, mostly when it is created.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_money money;
 *       int64_t revision;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       if (iex_store_default_currency(store, &money, &error)) goto failed;
 *       if (iex_store_revision(store, &revision, &error)) goto failed;
 *       printf("%s, revision %lld\n", money.currency, (long long)revision);
 *       if (iex_store_check(store, &error)) goto failed;
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_options of the fields that are named, with struct_size set and the others 0. */
#ifndef __cplusplus
#define IEX_OPTIONS(...) \
  ((iex_options){.struct_size = sizeof(iex_options), __VA_ARGS__})
#endif

/* Opens a store, and creates its file when there is none.
 *
 * A child process that comes of a fork while its parent had a store, or any other handle, open can
 * call nothing of this library: every call answers IEX_ERROR_FORKED, and a close frees memory
 * without touching the file. It may call exec.
 *
 *   path     The file, in UTF-8; not read with IEX_OPEN_MEMORY.
 *   options  How to open it; NULL: the defaults.
 *   store    Receives the store; NULL on failure. Close it with iex_store_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_MISSING, IEX_ERROR_NOT_A_FILE, IEX_ERROR_PERMISSION, IEX_ERROR_READ_ONLY,
 *   IEX_ERROR_NOT_A_STORE, IEX_ERROR_NEWER, IEX_ERROR_DAMAGED, IEX_ERROR_BUSY, IEX_ERROR_FULL,
 *   IEX_ERROR_IO; IEX_ERROR_CURRENCY when the default currency is not known, or is not the store's.
 *   Nothing in a file that is there is changed then. */
iex_status iex_store_open(const char *path, const iex_options *options, iex_store **store,
                          iex_error *error);

/* Closes a store and everything it lent: views, pages, totals, histories, imports, bytes and
 * subscriptions.
 *
 * An open transaction is rolled back. It waits for calls and callbacks that run on other threads,
 * and may be called inside a callback.
 *
 * Of a store of more than 16,000 expenses that views or totals have read, it writes a few bytes for
 * each one into the file where much has changed, so that the next program need not read every row.
 *
 *   store  A store. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_store_close(iex_store *store);

/* Tells the currency of expenses that name none.
 *
 *   store  A store.
 *   money  Receives the currency and its digits, with the amount 0; all zero when the store has no
 *          default currency.
 *   error  Receives what went wrong; may be NULL. */
iex_status iex_store_default_currency(iex_store *store, iex_money *money, iex_error *error);

/* Registers a currency that ISO 4217 does not have, such as loyalty points.
 *
 * It is kept in the store's file for good; registering the same again does nothing.
 *
 *   store     A store.
 *   currency  3 to 12 of A to Z and 0 to 9, the first a letter.
 *   digits    How many digits stand behind the point, 0 to 8.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_CURRENCY when the code is no such text, and when the store or ISO 4217 has it
 *   with other digits, because amounts are never rescaled; IEX_ERROR_ARGUMENT when `digits` is out
 *   of its range; IEX_ERROR_BUSY, … */
iex_status iex_store_register_currency(iex_store *store, const char *currency, int32_t digits,
                                       iex_error *error);

/* Reads an amount from text as iex_amount_parse does, in the currencies of a store.
 *
 *   store     A store.
 *   text      The amount: "12.50", "-3" or "12.50 USD".
 *   currency  The currency of a bare amount; NULL or "": the store's default.
 *   money     Receives the amount.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID when it is not written so or has more digits than the currency;
 *   IEX_ERROR_CURRENCY, IEX_ERROR_OVERFLOW. */
iex_status iex_store_parse_amount(iex_store *store, const char *text, const char *currency,
                                  iex_money *money, iex_error *error);

/* Writes an amount as text, such as "12.50 EUR", in the currencies of a store.
 *
 *   store         A store.
 *   amount_minor  The amount in minor units.
 *   currency      A currency code; NULL or "": the store's default.
 *   text          Receives the text: IEX_AMOUNT_TEXT bytes; "" on failure.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_CURRENCY when the currency is not known. */
iex_status iex_store_amount_text(iex_store *store, int64_t amount_minor, const char *currency,
                                 char *text, iex_error *error);

/* Tells the revision of the store: how many commits it has seen, of any process.
 *
 *   store     A store.
 *   revision  Receives the number of the last commit; 0 when there was none. The default currency
 *             that a store is given is a commit too.
 *   error     Receives what went wrong; may be NULL. */
iex_status iex_store_revision(iex_store *store, int64_t *revision, iex_error *error);

/* Sets how long a call of this store waits while another thread or program is writing.
 *
 * Inside a callback no call waits for a writer: there it is IEX_ERROR_BUSY at once.
 *
 *   store         A store.
 *   milliseconds  How long; 0: 5000, -1: not at all.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for another number below 0. */
iex_status iex_store_set_busy_timeout(iex_store *store, int32_t milliseconds, iex_error *error);

/* Copies the whole store, as of its last commit, into a new file.
 *
 * What a transaction has not committed yet is no part of it. Others may read and write meanwhile. A
 * copy that fails is removed.
 *
 *   store  A store.
 *   path   The new file, in UTF-8.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when there is a file of that name already; IEX_ERROR_MISSING when the
 *   folder does not exist; IEX_ERROR_PERMISSION, IEX_ERROR_FULL, IEX_ERROR_IO. */
iex_status iex_store_backup(iex_store *store, const char *path, iex_error *error);

/* Checks the whole file as of its last commit: its totals against a recount, and what it keeps of
 * the expenses for a quick start against them.
 *
 * The time grows with the store; nothing is changed.
 *
 *   store  A store.
 *   error  Receives the first problem; may be NULL.
 *
 * Returns: IEX_ERROR_DAMAGED when there is a problem. */
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
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       if (iex_store_add(store, &lunch, &id, &error)) goto failed;
 *       lunch.id = id;
 *       lunch.amount_minor = 1350;
 *       if (iex_store_update(store, &lunch, IEX_BIT(IEX_FIELD_AMOUNT), &error)) goto failed;
 *       if (iex_store_get(store, &id, 1, &page, &error)) goto failed;
 *       const iex_expense *rows = iex_page_rows(page, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_expense *row = IEX_AT(iex_expense, rows, i);
 *         printf("%s: %lld %s minor units\n", row->name, (long long)row->amount_minor,
 *                row->currency);
 *       }
 *       iex_page_close(page);
 *       if (iex_store_remove(store, &id, 1, &error)) goto failed;
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_expense of the fields that are named, with struct_size set and the others 0. */
#ifndef __cplusplus
#define IEX_EXPENSE(...) \
  ((iex_expense){.struct_size = sizeof(iex_expense), __VA_ARGS__})
#endif

/* Adds an expense.
 *
 *   store    A store.
 *   expense  The expense; only its name is required, and its currency when the store has no
 *            default. Its id is not read.
 *   id       Receives the id of the new expense; may be NULL.
 *   error    Receives what went wrong, with the field at fault; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID, IEX_ERROR_CURRENCY, IEX_ERROR_ENCODING, IEX_ERROR_BUSY, … */
iex_status iex_store_add(iex_store *store, const iex_expense *expense, int64_t *id,
                         iex_error *error);

/* Adds expenses as one change: all of them or, when one fails, none.
 *
 *   store     A store.
 *   expenses  `count` expenses, all with the same struct_size.
 *   count     How many; with 0 nothing happens.
 *   first_id  Receives the id of the first; the others follow without a gap. May be NULL.
 *   error     Receives what went wrong and at which expense; may be NULL.
 *
 * Returns: The same as iex_store_add. */
iex_status iex_store_add_many(iex_store *store, const iex_expense *expenses, size_t count,
                              int64_t *first_id, iex_error *error);

/* Changes fields of an expense.
 *
 * Fields that have that value already do not count as changed; when none is left, nothing happens.
 *
 *   store    A store.
 *   expense  The id and the new values; of the other fields nothing is read.
 *   fields   The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
 *   error    Receives what went wrong, with the field at fault; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND, and the same as iex_store_add. */
iex_status iex_store_update(iex_store *store, const iex_expense *expense, uint64_t fields,
                            iex_error *error);

/* Removes expenses as one change: all of them or, when one is not there, none.
 *
 *   store  A store.
 *   ids    `count` ids.
 *   count  How many; with 0 nothing happens.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND, IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, … */
iex_status iex_store_remove(iex_store *store, const int64_t *ids, size_t count, iex_error *error);

/* Reads expenses by their ids.
 *
 *   store  A store.
 *   ids    `count` ids.
 *   count  How many.
 *   page   Receives the expenses, in the order of `ids`; NULL on failure. Close it with
 *          iex_page_close.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when one is not there: the message names it. */
iex_status iex_store_get(iex_store *store, const int64_t *ids, size_t count, iex_page **page,
                         iex_error *error);

/* Gives the expenses of a page.
 *
 *   page   A page.
 *   count  Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the page or its store is closed; NULL
 *   and a `count` of 0 when `page` is no open page. */
const iex_expense *iex_page_rows(iex_page *page, size_t *count);

/* Closes a page and frees its texts.
 *
 *   page  A page. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
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
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
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
 *     }
 */

/* Begins a transaction: what follows on this thread is one change, whole or not at all.
 *
 * It belongs to the calling thread, which sees its own writes in expenses that it gets by id and in
 * totals of the store. Views, other threads and other programs see the last commit; others wait
 * when they want to write. When a call that changes the store fails inside, the commit rolls
 * everything back and answers what that call did: it is enough to check the commit. A second begin
 * is such a call, so that the commit which belongs to it stores nothing.
 *
 *   store  A store.
 *   label  The title of the change, such as "Trip to Rome", at most 255 bytes; NULL or "": made
 *          from what it does.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_TRANSACTION when this thread has one already; IEX_ERROR_BUSY,
 *   IEX_ERROR_READ_ONLY, … */
iex_status iex_store_begin(iex_store *store, const char *label, iex_error *error);

/* Commits the transaction of this thread and tells the subscribers.
 *
 *   store  A store.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: The first failure inside, after which everything is rolled back; IEX_ERROR_TRANSACTION
 *   when this thread has no transaction; IEX_ERROR_FULL, IEX_ERROR_IO. */
iex_status iex_store_commit(iex_store *store, iex_error *error);

/* Undoes everything since the begin of this thread's transaction, as if it had not been.
 *
 *   store  A store.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_TRANSACTION when this thread has no transaction. */
iex_status iex_store_rollback(iex_store *store, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Views and totals
 * -------------------------------------------------------------------------------------------------
 *
 * A view holds the expenses that a query names, in its order, in sections if it asks for them, each
 * with its count and totals. It is live: each call answers for the last commit of any program, but
 * never for a transaction that is still open. What a click on a row hits is what was shown:
 * iex_view_remove_at and iex_view_update_at take positions of the view as it was last read. A view
 * computes on columns in memory, which the first view of a store loads and all share. Totals by
 * month, type, category and currency are kept by the store as it changes, so that they cost no scan
 * of the expenses.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_view *spring;
 *       iex_page *page;
 *       iex_sections *sections;
 *       iex_totals *totals;
 *       size_t count;
 *       char text[IEX_AMOUNT_TEXT];
 *       const iex_expense expenses[] = {
 *           IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314),
 *           IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400, .date = 20260315),
 *           IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .date = 20260402)};
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_store_add_many(store, expenses, 3, NULL, &error))
 *         goto failed;
 *       // The spring in months, the latest first; within each the largest first.
 *       if (iex_view_open(store,
 *                         &IEX_QUERY(.first_date = 20260301, .last_date = 20260531,
 *                                    .section = -IEX_SECTION_MONTH, .sort = -IEX_SORT_AMOUNT),
 *                         &spring, &error) ||
 *           iex_view_sections(spring, 0, INT64_MAX, &sections, &error))
 *         goto failed;
 *       const iex_section *all_sections = iex_sections_rows(sections, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_section *section = IEX_AT(iex_section, all_sections, i);
 *         const iex_total *total = section->totals;
 *         size_t rows;
 *         printf("%s: %s\n", section->title,
 *                iex_amount_text(total->amount_minor, total->currency, text));
 *         if (iex_view_read(spring, section->position, section->count, &page, &error))
 *           goto failed;
 *         const iex_expense *all_rows = iex_page_rows(page, &rows);
 *         for (size_t k = 0; k < rows; k++) {
 *           const iex_expense *row = IEX_AT(iex_expense, all_rows, k);
 *           printf("  %d  %s  %s\n", row->date, row->name,
 *                  iex_amount_text(row->amount_minor, row->currency, text));
 *         }
 *       }
 *       // What each month came to, from the totals that the store keeps.
 *       if (iex_store_totals(store, NULL, IEX_GROUP_MONTH, 0, &totals, &error))
 *         goto failed;
 *       const iex_total *all_totals = iex_totals_rows(totals, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_total *total = IEX_AT(iex_total, all_totals, i);
 *         printf("%d  %s\n", total->month,
 *                iex_amount_text(total->amount_minor, total->currency, text));
 *       }
 *       // Row 0 of the view, whatever stands there: here Lunch.
 *       if (iex_view_remove_at(spring, (const int64_t[]){0}, 1, &error)) goto failed;
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_query of the fields that are named, with struct_size set and the others 0. */
#ifndef __cplusplus
#define IEX_QUERY(...) \
  ((iex_query){.struct_size = sizeof(iex_query), __VA_ARGS__})
#endif

/* Opens a view of the expenses that a query asks for.
 *
 *   store  A store.
 *   query  Which expenses, in which order and sections; NULL: all, in order of adding. Its texts
 *          and lists are copied.
 *   view   Receives the view; NULL on failure. Close it with iex_view_close.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT, IEX_ERROR_INVALID, IEX_ERROR_CURRENCY or IEX_ERROR_ENCODING for a
 *   wrong query. */
iex_status iex_view_open(iex_store *store, const iex_query *query, iex_view **view,
                         iex_error *error);

/* Counts the rows of a view: its expenses and, with IEX_QUERY_SECTION_ROWS, its sections.
 *
 *   view   A view.
 *   count  Receives how many.
 *   error  Receives what went wrong; may be NULL. */
iex_status iex_view_count(iex_view *view, int64_t *count, iex_error *error);

/* Reads some of the rows of a view.
 *
 * A section row is an expense with the id 0: its name is the section's title, its date the first
 * day of the section's period or 0, and everything else empty.
 *
 *   view    A view.
 *   offset  The position of the first one; beyond the end the page is empty.
 *   limit   At most how many.
 *   page    Receives the rows; NULL on failure. Close it with iex_page_close; it outlives the view.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative. */
iex_status iex_view_read(iex_view *view, int64_t offset, int64_t limit, iex_page **page,
                         iex_error *error);

/* Reads the ids of some of the rows of a view, as they were shown last.
 *
 * They are those of the view as it was last read or told, which are not always the newest: so they
 * tell what the user of a list has chosen in it.
 *
 *   view    A view.
 *   offset  The position of the first one; beyond the end there are none.
 *   limit   At most how many: `ids` has room for so many.
 *   ids     Receives the ids; 0 for a section row.
 *   count   Receives how many there are.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative. */
iex_status iex_view_ids(iex_view *view, int64_t offset, int64_t limit, int64_t *ids, int64_t *count,
                        iex_error *error);

/* Finds the row of an expense.
 *
 *   view      A view.
 *   id        The expense's id.
 *   position  Receives its position; -1 when it is not in the view, and on failure.
 *   error     Receives what went wrong; may be NULL. */
iex_status iex_view_position(iex_view *view, int64_t id, int64_t *position, iex_error *error);

/* Gives the revision of the store that a view shows.
 *
 *   view      A view.
 *   revision  Receives it: the last change that the view has taken in.
 *   error     Receives what went wrong; may be NULL. */
iex_status iex_view_revision(iex_view *view, int64_t *revision, iex_error *error);

/* Removes the expenses of some rows as one change: all of them or, when one is not there, none.
 *
 * The positions are those of the view as it was last read or told, and so the expenses are those
 * that were shown there, whatever has changed in the store since. A call that reads the view, also
 * iex_view_count, may bring it to a later commit; iex_view_ids does not, and a view that was opened
 * with IEX_QUERY_QUEUED waits for its owner.
 *
 *   view       A view.
 *   positions  `count` positions, in any order.
 *   count      How many; with 0 nothing happens.
 *   error      Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a position that the view does not have, that stands there twice
 *   or that is a section row's; IEX_ERROR_NOT_FOUND when an expense was removed meanwhile; the same
 *   as iex_store_remove. */
iex_status iex_view_remove_at(iex_view *view, const int64_t *positions, size_t count,
                              iex_error *error);

/* Changes fields of the expense of a row; which one it is, is as in iex_view_remove_at.
 *
 *   view      A view.
 *   position  The row's position.
 *   expense   The new values; its id is not read.
 *   fields    The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
 *   error     Receives what went wrong, with the field at fault; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a position that the view does not have, and the same as
 *   iex_store_update. */
iex_status iex_view_update_at(iex_view *view, int64_t position, const iex_expense *expense,
                              uint64_t fields, iex_error *error);

/* Closes a view and ends its subscriptions; what was read from it stays.
 *
 *   view  A view. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_view_close(iex_view *view);

/* Adds up expenses by type, category, account, a period of time and currency.
 *
 * Amounts of different currencies are never added: there is a total for each. By month, type,
 * category and currency, and for a query of only these, this costs the same for a hundred expenses
 * and for millions.
 *
 *   store   A store.
 *   query   Which expenses; its order is not used. NULL: all.
 *   group   What to group by: IEX_GROUP_MONTH and so on, joined by |; 0: by currency only.
 *   flags   0 or IEX_TOTALS_WIDE.
 *   totals  Receives the totals, in order of period, type, category, account and currency; NULL on
 *           failure. Close them with iex_totals_close.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_OVERFLOW when a sum does not fit 64 bits, without IEX_TOTALS_WIDE. */
iex_status iex_store_totals(iex_store *store, const iex_query *query, uint32_t group,
                            uint32_t flags, iex_totals **totals, iex_error *error);

/* Adds up the expenses of a view.
 *
 *   view    A view.
 *   group   As in iex_store_totals.
 *   flags   0 or IEX_TOTALS_WIDE.
 *   totals  Receives the totals, in the order of iex_store_totals; NULL on failure. Close them with
 *           iex_totals_close; they outlive the view.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_OVERFLOW when a sum does not fit 64 bits, without IEX_TOTALS_WIDE. */
iex_status iex_view_totals(iex_view *view, uint32_t group, uint32_t flags, iex_totals **totals,
                           iex_error *error);

/* Gives the rows of totals.
 *
 *   totals  Totals.
 *   count   Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the totals or their store are closed;
 *   NULL and a `count` of 0 when `totals` is no open handle of them. */
const iex_total *iex_totals_rows(iex_totals *totals, size_t *count);

/* Closes totals and frees their texts.
 *
 *   totals  Totals. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_totals_close(iex_totals *totals);

/* Reads some of the sections of a view, in its order, each with its count and its totals.
 *
 * The totals are as with IEX_TOTALS_WIDE: a sum of more than 64 bits has its amount_high.
 *
 *   view      A view; without sections in its query it has none.
 *   offset    The first one, from 0; beyond the end there are none.
 *   limit     At most how many.
 *   sections  Receives the sections; NULL on failure. Close them with iex_sections_close; they
 *             outlive the view.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative. */
iex_status iex_view_sections(iex_view *view, int64_t offset, int64_t limit, iex_sections **sections,
                             iex_error *error);

/* Gives the rows of sections.
 *
 *   sections  Sections.
 *   count     Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the sections or their store are
 *   closed; NULL and a `count` of 0 when `sections` is no open handle of them. */
const iex_section *iex_sections_rows(iex_sections *sections, size_t *count);

/* Closes sections and frees their texts and totals.
 *
 *   sections  Sections. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_sections_close(iex_sections *sections);

/* -------------------------------------------------------------------------------------------------
 * Drafts
 * -------------------------------------------------------------------------------------------------
 *
 * A draft is the form of one expense, new or stored: its texts are set as a person types them, it
 * says what is wrong with which field and what could be chosen, and it saves as one change. The
 * fields with a text are name, type, category, amount, currency, date, account, note, tags and
 * reimbursement. Amounts have the decimal mark of the host, so that "12,50" works in Berlin;
 * grouping marks may stand where they are right, a currency may stand beside the number, and what
 * is no amount is a problem, never another number. Dates are written as in 2026-03-14, tags with
 * commas between them (a comma in a tag is "\,", a backslash "\\"), a reimbursement as none, open,
 * submitted or paid. A new expense begins with type "Personal", the store's currency and the date
 * of today. A draft of a stored expense follows it: what others change in fields that the draft has
 * not changed is taken over when it is described, asked for problems or saved; what both have
 * changed is a conflict.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_draft *draft;
 *       size_t count;
 *       int64_t id;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_store_add(store, &IEX_EXPENSE(.name = "Lunch", .amount_minor = 990), NULL,
 *                         &error) ||
 *           iex_draft_open(store, 0, &IEX_DRAFT(.decimal_mark = ","), &draft, &error))
 *         goto failed;
 *       // As a person types: each text is kept, and what is wrong with it is told.
 *       iex_draft_set(draft, IEX_FIELD_NAME, "lu", NULL);
 *       const char *const *choices = iex_draft_choices(draft, IEX_FIELD_NAME, &count, &error);
 *       for (size_t i = 0; i < count; i++) printf("perhaps %s\n", choices[i]);
 *       iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", NULL);
 *       iex_draft_set(draft, IEX_FIELD_AMOUNT, "12.50", NULL);
 *       const iex_problem *problems = iex_draft_problems(draft, &count, &error);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_problem *problem = IEX_AT(iex_problem, problems, i);
 *         printf("%s\n", problem->message);
 *       }
 *       iex_draft_set(draft, IEX_FIELD_AMOUNT, "12,50", NULL);
 *       if (iex_draft_save(draft, &id, &error)) goto failed;
 *       // From now on the draft edits that expense, and follows what others do to it.
 *       iex_store_update(store, &IEX_EXPENSE(.id = id, .note = "with tip"),
 *                        IEX_BIT(IEX_FIELD_NOTE), NULL);
 *       iex_draft_state state = {.struct_size = sizeof state};
 *       if (iex_draft_describe(draft, &state, &error)) goto failed;
 *       printf("%s, %s\n", iex_draft_text(draft, IEX_FIELD_NOTE),
 *              state.flags & IEX_DRAFT_CHANGED ? "changed" : "nothing to save");
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_draft_options of the fields that are named, with struct_size set and the others 0.
 */
#ifndef __cplusplus
#define IEX_DRAFT(...) \
  ((iex_draft_options){.struct_size = sizeof(iex_draft_options), __VA_ARGS__})
#endif

/* Opens a draft of a new expense, or of a stored one.
 *
 *   store    A store.
 *   id       The expense to edit; 0: one to be added.
 *   options  The decimal mark and, for a new expense, what it begins with; NULL: the defaults.
 *   draft    Receives the draft; NULL on failure. Close it with iex_draft_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when the store has no such expense; IEX_ERROR_ARGUMENT for another
 *   decimal mark, and for defaults of a stored expense; IEX_ERROR_INVALID, IEX_ERROR_CURRENCY or
 *   IEX_ERROR_ENCODING for defaults that break a rule of their field. */
iex_status iex_draft_open(iex_store *store, int64_t id, const iex_draft_options *options,
                          iex_draft **draft, iex_error *error);

/* Gives the text of a field: as it was set, else as the draft began with it.
 *
 * While the amount names a currency and none was set, the currency's text is that one.
 *
 *   draft  A draft.
 *   field  IEX_FIELD_NAME and so on.
 *
 * Returns: A text that is valid until the next iex_draft_text of this field, or until the draft or
 *   its store is closed; NULL when `draft` is no open draft, or the field has no text. */
const char *iex_draft_text(iex_draft *draft, int32_t field);

/* Sets the text of a field, whatever it says: iex_draft_problems tells what is wrong with it.
 *
 *   draft  A draft.
 *   field  IEX_FIELD_NAME and so on.
 *   text   The text as it was typed; NULL and "" are the same.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a field without a text; IEX_ERROR_ENCODING. */
iex_status iex_draft_set(iex_draft *draft, int32_t field, const char *text, iex_error *error);

/* Tells what keeps a draft from being saved: at most one problem for each field.
 *
 *   draft  A draft.
 *   count  Receives how many; may be NULL.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: The first problem, also when `count` is 0, in the order of the fields' numbers; valid
 *   until the next iex_draft_problems of this draft, or until the draft or its store is closed.
 *   NULL and a `count` of 0 when `draft` is no open draft or the store can't be read. */
const iex_problem *iex_draft_problems(iex_draft *draft, size_t *count, iex_error *error);

/* Gives what could be chosen for a field: texts that can be set as they are.
 *
 * For the type "Business" and "Personal", then what the store knows, at most 200; for a
 * reimbursement its four words. For name, category, account, currency and tags at most 20 that were
 * used before and fit what was typed, regardless of case and accents: what begins with it first,
 * then the most used, and of equals the latest. Categories that stood beside the draft's name come
 * first; a tag completes the last one of the text. Names, accounts and tags are those of the latest
 * 20,000 expenses, which are read at the first call after a change of the store. Amount, date and
 * note have no choices.
 *
 *   draft  A draft.
 *   field  IEX_FIELD_TYPE and so on.
 *   count  Receives how many; may be NULL.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: The first text, also when `count` is 0; valid until the next iex_draft_choices of this
 *   field, or until the draft or its store is closed. NULL and a `count` of 0 when `draft` is no
 *   open draft, the field has no text, or the store can't be read. */
const char *const *iex_draft_choices(iex_draft *draft, int32_t field, size_t *count,
                                     iex_error *error);

/* Tells how a draft stands: whether it can be saved, what it has changed, and what else has.
 *
 *   draft  A draft.
 *   state  Its struct_size must be set; receives the rest.
 *   error  Receives what went wrong; may be NULL. */
iex_status iex_draft_describe(iex_draft *draft, iex_draft_state *state, iex_error *error);

/* Settles conflicts of a draft.
 *
 * What others have stored is what the draft has seen last, in iex_draft_describe,
 * iex_draft_problems or iex_draft_save: what they change after that is a conflict again.
 *
 *   draft   A draft.
 *   fields  The fields to settle: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |. Those without a
 *           conflict stay as they are; amount and currency are settled together.
 *   how     IEX_DRAFT_TAKE_THEIRS or IEX_DRAFT_KEEP_MINE.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT. */
iex_status iex_draft_resolve(iex_draft *draft, uint64_t fields, int32_t how, iex_error *error);

/* Adds the expense of a draft, or writes the fields that the draft has changed over the stored
 * ones.
 *
 * It is one change, with a label such as "added Lunch", and one undo; in a transaction it becomes a
 * part of that, and when that is rolled back, the draft stands as after an undo. Without a change
 * nothing is stored. From then on the draft is one of the stored expense: saving it again updates
 * that.
 *
 *   draft  A draft.
 *   id     Receives the id of the expense; may be NULL.
 *   error  Receives what went wrong, with the field at fault; may be NULL.
 *
 * Returns: The status of the first problem; IEX_ERROR_CONFLICT when someone else has changed fields
 *   that the draft has changed too: iex_draft_describe tells which; IEX_ERROR_NOT_FOUND when the
 *   expense was removed; IEX_ERROR_BUSY, also while another call saves this draft;
 *   IEX_ERROR_READ_ONLY, … Then nothing is stored, and the draft stays as it is. */
iex_status iex_draft_save(iex_draft *draft, int64_t *id, iex_error *error);

/* Forgets what was typed: the draft is again what it began with, or the stored expense as it is
 * now.
 *
 *   draft  A draft.
 *   error  Receives what went wrong; may be NULL. */
iex_status iex_draft_discard(iex_draft *draft, iex_error *error);

/* Closes a draft; what was not saved is forgotten.
 *
 *   draft  A draft. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_draft_close(iex_draft *draft);

/* -------------------------------------------------------------------------------------------------
 * Changes
 * -------------------------------------------------------------------------------------------------
 *
 * A callback gets every change of the store, in the order of the revisions, after the commit and
 * before the call that made it returns. The change says which expenses were added, updated and
 * removed, and their old and new values can be read from it. It is valid until the callback
 * returns. What other programs and other handles have committed to the same file is told before
 * this handle's own next change, or when it dispatches: see the next section.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     static void changed(void *context, const iex_change *change) {
 *       int *changes = context;
 *       size_t count;
 *       const iex_change_item *items = iex_change_items(change, &count);
 *       *changes += 1;
 *       printf("%s\n", iex_change_describe(change));
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_change_item *item = IEX_AT(iex_change_item, items, i);
 *         if (item->kind == IEX_ITEM_ADDED)
 *           printf("from id %lld\n", (long long)item->first_id);
 *       }
 *     }
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       uint64_t subscription;
 *       int changes = 0;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_store_subscribe(store, changed, &changes, NULL, &subscription, &error) ||
 *           iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .amount_minor = 320), NULL, &error))
 *         goto failed;
 *       // After cancel has returned, the callback is not running and never will again.
 *       iex_subscription_cancel(subscription);
 *       printf("%d change\n", changes);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_subscription_options of the fields that are named, with struct_size set and the
 * others 0. */
#ifndef __cplusplus
#define IEX_SUBSCRIPTION(...) \
  ((iex_subscription_options){.struct_size = sizeof(iex_subscription_options), __VA_ARGS__})
#endif

/* What a host runs for each change.
 *
 * It may read, write, subscribe, cancel and close the store; what it writes arrives as a later
 * change, after it has returned. After 16 rounds of such changes the rest is told with the next
 * call that changes the store. No lock is held while it runs; but where another thread or program
 * is writing, its own writes are IEX_ERROR_BUSY at once, whatever the busy timeout.
 *
 *   context  What was given with the callback.
 *   change   The change; open until the callback returns. */
typedef void (*iex_change_callback)(void *context, const iex_change *change);

/* What a host runs when a callback's context is no longer needed.
 *
 * It runs exactly once for each registration that it was given with, also for one that fails, and
 * after it the callback never runs.
 *
 *   context  What was given with the callback. */
typedef void (*iex_free_callback)(void *context);

/* Subscribes to every change of a store.
 *
 * The callback runs after the commit and before the call that made the change returns, on the
 * thread of that call; when another thread is delivering just then, that one delivers it. Changes
 * come in the order of their revisions, one at a time.
 *
 *   store         A store.
 *   callback      What to run for each change.
 *   context       Passed to the callback; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   subscription  Receives the number to cancel it by; may be NULL. It ends with the store.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `callback` is NULL. */
iex_status iex_store_subscribe(iex_store *store, iex_change_callback callback, void *context,
                               iex_free_callback free_context, uint64_t *subscription,
                               iex_error *error);

/* Subscribes to changes that options choose; the rest is as in iex_store_subscribe.
 *
 *   store         A store.
 *   options       Which changes; NULL: all.
 *   callback      What to run for each change.
 *   context       Passed to the callback; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   subscription  Receives the number to cancel it by, before the callback first runs; may be NULL.
 *                 It ends with the store.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `callback` is NULL, and for unknown flags or fields. */
iex_status iex_store_subscribe_with(iex_store *store, const iex_subscription_options *options,
                                    iex_change_callback callback, void *context,
                                    iex_free_callback free_context, uint64_t *subscription,
                                    iex_error *error);

/* Ends a subscription.
 *
 * When it has returned, the callback is not running and never will again, and the context is free.
 * Called inside any callback it does not wait: then this holds from the return of the callback that
 * is running.
 *
 *   subscription  Its number. One that has ended, or any other, is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_subscription_cancel(uint64_t subscription);

/* Gives a change as one readable line.
 *
 *   change  A change.
 *
 * Returns: A text that is valid until the callback returns; "" when `change` is no open change. */
const char *iex_change_describe(const iex_change *change);

/* Gives what a change says of itself: its revisions, its origin, its label, its counts.
 *
 *   change  A change.
 *
 * Returns: Valid until the callback returns; NULL when `change` is no open change. */
const iex_revision *iex_change_info(const iex_change *change);

/* Gives which expenses a change touched, and how.
 *
 *   change  A change.
 *   count   Receives how many items there are; may be NULL.
 *
 * Returns: The first item, valid until the callback returns; NULL and a `count` of 0 when `change`
 *   is no open change. */
const iex_change_item *iex_change_items(const iex_change *change, size_t *count);

/* Reads expenses as they were before a change.
 *
 *   change  A change.
 *   ids     `count` ids of expenses.
 *   count   How many.
 *   page    Receives the expenses, in the order of `ids`; NULL on failure. Close it with
 *           iex_page_close; it outlives the change.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when one did not exist before the change. */
iex_status iex_change_read_old(const iex_change *change, const int64_t *ids, size_t count,
                               iex_page **page, iex_error *error);

/* Reads expenses as they are after a change.
 *
 *   change  A change.
 *   ids     `count` ids of expenses.
 *   count   How many.
 *   page    Receives the expenses, in the order of `ids`; NULL on failure. Close it with
 *           iex_page_close; it outlives the change.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when one does not exist after the change. */
iex_status iex_change_read_new(const iex_change *change, const int64_t *ids, size_t count,
                               iex_page **page, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Event loops and other programs
 * -------------------------------------------------------------------------------------------------
 *
 * A program that is bound to one thread, or that wants to hear of what other programs do to the
 * same file, subscribes with IEX_DELIVER_QUEUED and calls iex_store_dispatch: when iex_store_fd is
 * readable in its event loop, or simply to wait. Commits of other programs arrive with their
 * origin, once each and in order, when it dispatches or after its own next commit; a program that
 * does neither hears nothing. More than 1,024 waiting changes are merged; one that would cover more
 * than 65,536 expenses is an IEX_CHANGE_RESET. This is for files on local file systems: network
 * file systems do not tell of changes.
 *
 *     #include <iexpense.h>
 *     #include <poll.h>
 *     #include <stdio.h>
 *
 *     static void changed(void *context, const iex_change *change) {
 *       (void)context;
 *       printf("%s: %s\n", iex_change_info(change)->origin, iex_change_info(change)->label);
 *     }
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *mine, *theirs;
 *       struct pollfd loop = {.events = POLLIN};
 *       int64_t told;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &mine, &error) ||
 *           iex_store_subscribe_with(mine, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED),
 *                                    changed, NULL, NULL, NULL, &error) ||
 *           iex_store_fd(mine, &loop.fd, &error))
 *         goto failed;
 *       // Another program, or here another open store, adds something.
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.origin = "phone"), &theirs, &error) ||
 *           iex_store_add(theirs, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL,
 *                         &error))
 *         goto failed;
 *       while (poll(&loop, 1, 5000) == 1) {
 *         if (iex_store_dispatch(mine, 0, &told, &error)) goto failed;
 *         if (told > 0) break;
 *       }
 *       iex_store_close(theirs);
 *       return iex_store_close(mine);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

/* What a host runs when changes begin to wait for it.
 *
 * It must only wake the host, such as by writing to a pipe: every function that it calls of this
 * library answers IEX_ERROR_BUSY.
 *
 *   context  What was given with the function. */
typedef void (*iex_wake_callback)(void *context);

/* Tells the subscribers what this and other programs have changed, on the calling thread.
 *
 * Runs the callbacks of queued subscriptions, and those that are told now for what other programs
 * have committed. When there is nothing to tell it waits: until there is, until the time has
 * passed, or until the process gets a signal. Inside a callback it does nothing.
 *
 *   store       A store.
 *   timeout_ms  How long to wait, in milliseconds; 0: not at all, -1: without end.
 *   told        Receives how many callbacks ran; may be NULL.
 *   error       Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_HANDLE when the store was closed meanwhile; IEX_ERROR_BUSY, IEX_ERROR_IO. */
iex_status iex_store_dispatch(iex_store *store, int32_t timeout_ms, int64_t *told,
                              iex_error *error);

/* Gives one descriptor that is readable when iex_store_dispatch has something to do.
 *
 * For poll, epoll and every event loop; do not read from it and do not close it: it belongs to the
 * store. Besides what is to be told, a timer makes it readable once a second, in case the wake of
 * another program was lost.
 *
 *   store       A store.
 *   descriptor  Receives it; -1 on failure.
 *   error       Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_IO when the process has no more descriptors. */
iex_status iex_store_fd(iex_store *store, int32_t *descriptor, iex_error *error);

/* Takes the next change of this or another program that was not taken yet.
 *
 * The form for those who want no callback. The first call begins it and takes nothing: it is for
 * changes after that call. From then on changes wait for it, and the descriptor of iex_store_fd is
 * readable until it has taken all of them.
 *
 *   store       A store.
 *   timeout_ms  How long to wait, in milliseconds; 0: not at all, -1: without end.
 *   change      Receives the change; NULL when there is none, and on failure. Close it with
 *               iex_change_close.
 *   error       Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_HANDLE when the store was closed meanwhile; IEX_ERROR_BUSY, IEX_ERROR_IO. */
iex_status iex_store_next_change(iex_store *store, int32_t timeout_ms, const iex_change **change,
                                 iex_error *error);

/* Closes a change that iex_store_next_change gave. One in a callback closes by itself.
 *
 *   change  A change. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_change_close(const iex_change *change);

/* Sets what to run when changes begin to wait, for hosts that cannot poll a descriptor.
 *
 * It runs on the thread that made the change, at most once until iex_store_dispatch or
 * iex_store_next_change has taken everything. What other programs change does not run it.
 *
 *   store         A store.
 *   wake          What to run; NULL: nothing any more.
 *   context       Passed to it; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   error         Receives what went wrong; may be NULL. */
iex_status iex_store_set_wake(iex_store *store, iex_wake_callback wake, void *context,
                              iex_free_callback free_context, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * Views that tell
 * -------------------------------------------------------------------------------------------------
 *
 * Who subscribes to a view is told, after each commit that changes it, exactly how: which rows were
 * removed, inserted, moved and updated, and what became of the sections, with counts and totals
 * before and after. Old and new values of the expenses are read from the store's change. A
 * transaction that is rolled back, and one that leaves the view as it was, tells nothing. From its
 * first subscription on a view stands at the change that it was told last.
 *
 * A view that was opened with IEX_QUERY_QUEUED stands still until its owner's thread moves it: with
 * subscriptions in iex_store_dispatch, without them one splice at a time in iex_view_step, which is
 * what a list widget wants. Until then its rows, their values and its positions are those that were
 * shown. iex_store_fd is readable while something waits.
 *
 * A difference of more than 65,536 rows, and what follows an IEX_CHANGE_RESET, is an
 * IEX_DIFFERENCE_RESET: no items, read the view again.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     // Told after each change of the view; a list would do here what the items say.
 *     static void changed(void *context, const iex_view_change *change) {
 *       size_t count;
 *       const iex_view_item *items = iex_view_change_items(change, &count);
 *       (void)context;
 *       printf("%s\n", iex_view_change_describe(change));
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_view_item *item = IEX_AT(iex_view_item, items, i);
 *         printf("  expense %lld: from %lld to %lld\n", (long long)item->id,
 *                (long long)item->old_position, (long long)item->new_position);
 *       }
 *     }
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_view *largest, *list;
 *       iex_splice splice;
 *       const iex_expense more[] = {IEX_EXPENSE(.name = "Train", .amount_minor = 8990),
 *                                   IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400)};
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_store_add(store, &IEX_EXPENSE(.name = "Flat", .amount_minor = 90000), NULL,
 *                         &error))
 *         goto failed;
 *       // One view is told at once, the other stands still until it is stepped.
 *       if (iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT, .limit = 2), &largest,
 *                         &error) ||
 *           iex_view_subscribe(largest, changed, NULL, NULL, NULL, &error) ||
 *           iex_view_open(store, &IEX_QUERY(.flags = IEX_QUERY_QUEUED), &list, &error))
 *         goto failed;
 *       if (iex_store_add_many(store, more, 2, NULL, &error) ||
 *           iex_store_update(store, &IEX_EXPENSE(.id = 3, .amount_minor = 95000),
 *                            IEX_BIT(IEX_FIELD_AMOUNT), &error))
 *         goto failed;
 *       // What a click hits is what was shown: Flat, although the store is ahead of the list.
 *       if (iex_view_remove_at(list, (const int64_t[]){0}, 1, &error)) goto failed;
 *       while (!iex_view_step(list, &splice, &error) && splice.told)
 *         printf("list, at %lld: %lld out, %lld in, %lld updated\n", (long long)splice.position,
 *                (long long)splice.removed, (long long)splice.added, (long long)splice.updated);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* What a host runs when a view has changed.
 *
 * It may do what an iex_change_callback may, and close the view. While it runs the view is as the
 * change has left it, also when the store has gone on.
 *
 *   context  What was given with the callback.
 *   change   The difference; open until the callback returns. */
typedef void (*iex_view_callback)(void *context, const iex_view_change *change);

/* Subscribes to the changes of a view.
 *
 * The callback runs once for each change of the store that changes the view, after the commit: as
 * one of iex_store_subscribe does or, when the view was opened with IEX_QUERY_QUEUED, in
 * iex_store_dispatch. From now on the view stands at the change that was told last. Every
 * difference has to be applied: none is left out, and none is told twice.
 *
 *   view          A view.
 *   callback      What to run for each difference.
 *   context       Passed to the callback; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   subscription  Receives the number to cancel it by; may be NULL. It ends with the view.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `callback` is NULL, and when the view was stepped and steps of a
 *   change are left. */
iex_status iex_view_subscribe(iex_view *view, iex_view_callback callback, void *context,
                              iex_free_callback free_context, uint64_t *subscription,
                              iex_error *error);

/* Gives a difference as one readable line.
 *
 *   change  A difference.
 *
 * Returns: A text that is valid until the callback returns; "" when `change` is not open. */
const char *iex_view_change_describe(const iex_view_change *change);

/* Gives a difference on the whole: how many rows there were and are.
 *
 *   change  A difference.
 *
 * Returns: Valid until the callback returns; NULL when `change` is not open. */
const iex_difference *iex_view_change_info(const iex_view_change *change);

/* Gives the rows that were removed, inserted, moved and updated.
 *
 *   change  A difference.
 *   count   Receives how many there are; may be NULL.
 *
 * Returns: The first one, valid until the callback returns; NULL and a `count` of 0 when `change`
 *   is not open. */
const iex_view_item *iex_view_change_items(const iex_view_change *change, size_t *count);

/* Gives the sections that came, went, or have another count or other totals.
 *
 *   change  A difference.
 *   count   Receives how many there are; may be NULL.
 *
 * Returns: The first one, valid until the callback returns; NULL and a `count` of 0 when `change`
 *   is not open. */
const iex_section_change *iex_view_change_sections(const iex_view_change *change, size_t *count);

/* Gives the change of the store that a difference comes from, to read old and new values with.
 *
 *   change  A difference.
 *
 * Returns: The change, open until the callback returns; NULL when `change` is not open. */
const iex_change *iex_view_change_change(const iex_view_change *change);

/* Moves a queued view on by one splice, and says which.
 *
 * For lists that want to be told of one place at a time: before the call the view is as the list
 * shows it, after it as the list has to show it. Between two steps of one change the view is half
 * way, with the values that were told; its sections, its totals and its revision are those of
 * before the change, until the last step of it. With nothing left to tell it looks for what other
 * programs have committed. The descriptor of iex_store_fd is readable while something is left.
 *
 *   view    A view that was opened with IEX_QUERY_QUEUED and that nobody has subscribed to.
 *   splice  Receives the splice; all zero when there is nothing to tell, and on failure.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when the view is not queued or has a subscription; IEX_ERROR_BUSY,
 *   IEX_ERROR_IO. */
iex_status iex_view_step(iex_view *view, iex_splice *splice, iex_error *error);

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
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       if (iex_store_add(store, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL, &error))
 *         goto failed;
 *       if (iex_store_undo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
 *       if (step.revision != 0) printf("undid %s\n", step.label);
 *       if (iex_store_redo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
 *       if (iex_store_history(store, 0, 0, 10, &history, &error)) goto failed;
 *       const iex_revision *revisions = iex_history_rows(history, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_revision *revision = IEX_AT(iex_revision, revisions, i);
 *         printf("%lld  %s%s\n", (long long)revision->last_revision, revision->label,
 *                revision->undone_by != 0 ? " (undone)" : "");
 *       }
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Undoes the latest change that was not undone, as a new change.
 *
 *   store  A store.
 *   flags  Whose changes: IEX_UNDO_MINE or IEX_UNDO_ANY, and IEX_UNDO_SKIP.
 *   step   Receives what was undone; its revision is 0 when there was nothing to undo. May be NULL.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_CONFLICT when later changes touched the same: the message names the expenses;
 *   IEX_ERROR_TRANSACTION inside a transaction; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, … */
iex_status iex_store_undo(iex_store *store, uint32_t flags, iex_step *step, iex_error *error);

/* Does again what was last undone, as a new change.
 *
 *   store  A store.
 *   flags  Whose changes: IEX_UNDO_MINE or IEX_UNDO_ANY, and IEX_UNDO_SKIP.
 *   step   Receives what was done again; its revision is 0 when there was nothing. May be NULL.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: The same as iex_store_undo. */
iex_status iex_store_redo(iex_store *store, uint32_t flags, iex_step *step, iex_error *error);

/* Undoes one past change, as a new change.
 *
 *   store     A store.
 *   revision  The revision of that change.
 *   step      Receives what was undone; may be NULL.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is no such revision, or it was undone; IEX_ERROR_CONFLICT
 *   when later changes touched the same: the message names the expenses; IEX_ERROR_TRANSACTION
 *   inside a transaction; IEX_ERROR_BUSY, … */
iex_status iex_store_undo_revision(iex_store *store, int64_t revision, iex_step *step,
                                   iex_error *error);

/* Reads past changes, the latest first.
 *
 *   store    A store.
 *   id       The expense whose changes to read, also one that was removed; 0: those of the store.
 *   before   Only changes before this revision; 0: from the latest.
 *   limit    At most how many.
 *   history  Receives the changes; NULL on failure. Close it with iex_history_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `before` or `limit` is negative; IEX_ERROR_NOT_FOUND when there
 *   never was such an expense. */
iex_status iex_store_history(iex_store *store, int64_t id, int64_t before, int64_t limit,
                             iex_history **history, iex_error *error);

/* Gives the changes of a history.
 *
 *   history  A history.
 *   count    Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the history or its store is closed;
 *   NULL and a `count` of 0 when `history` is no open history. */
const iex_revision *iex_history_rows(iex_history *history, size_t *count);

/* Gives the expense as it was after each change of its history; after a removal, as it was before.
 *
 *   history  The history of one expense.
 *   count    Receives how many: as many as iex_history_rows gives; may be NULL.
 *
 * Returns: The first one, valid until the history or its store is closed; NULL and a `count` of 0
 *   for the history of a store, and when `history` is no open history. */
const iex_expense *iex_history_expenses(iex_history *history, size_t *count);

/* Closes a history and frees its texts.
 *
 *   history  A history. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_history_close(iex_history *history);

/* -------------------------------------------------------------------------------------------------
 * Reading files
 * -------------------------------------------------------------------------------------------------
 *
 * An import reads a file without changing the store: it finds out how the file is to be read, says
 * what would become of each row, and then stores the new ones as one change. What it is not sure of
 * it never guesses: that is a question, see the next section, and while there are any nothing can
 * be stored.
 *
 * A row is the same as one that was stored before when the file gave it with the same cells, the
 * same account, and as often before in the file; or, when a column of ids is named, with the same
 * id, amount and date. So two equal coffees are both kept, and the same file again adds none,
 * whatever was edited since. A row that was imported and then removed is left out; one that is like
 * an expense is suspected, and stored unless it is excluded.
 *
 * Of a statement in OFX 1 or 2 or QFX the day, the amount, the name and the memo are read, and what
 * it has besides is kept in "extra"; the account is the one that is named in the options, else the
 * statement's own. A row is the same by its FITID, day and amount, in its account. The day is the
 * one that is written, whatever the time zone; a converted amount keeps the rate that the bank
 * recorded. Investments, pending transactions and orders of transfers are rejected and say so; a
 * transaction that stands in place of an earlier one is suspected, and names that.
 *
 * Of a QIF file each transaction is a row, and of one that is split each part, with its own
 * category and memo; a split whose parts are not the whole is rejected. Money spent has a minus
 * sign in every kind of account; transfers to an account in brackets and opening balances are left
 * out, lists are passed over, investments rejected. A transaction without a payee has its memo as
 * its name; classes become tags, and the number, the cleared status and the address are kept in
 * "extra" by their letters. The account is the one that is named in the options, else that of the
 * !Account block or the opening balance. A row is the same by its account, day, amount, payee, memo
 * and number as the file writes them. Dates of Quicken ("1/ 5'20") and with points ("28.02.2009",
 * day first) are read; !Option:MDY is honoured unless a date contradicts it.
 *
 * Of the tutorial's list, alone as JSON or in its property list, binary or XML, an id that is a
 * UUID becomes the expense's own.
 *
 * The file may be another iexpense store, such as a laptop's to a desktop's: it is read by its
 * path, as it is at that moment, also while other programs use it. Its expenses are the same by
 * their UUID. New ones are stored as they are, with where they came from; what was removed from
 * this store is left out; and where both have one with other values, the profile's "differing" says
 * which count: "keep" those of this store, or "take" the others, in the same undoable change. So
 * imports back and forth make both the same. A row's line is its number there. Profiles, rules and
 * the history are not imported.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void) {
 *       static const char file[] = "Date;Merchant;Amount\n14.03.2026;Trattoria;-42,50\n";
 *       static const char profile[] =
 *           "{\"columns\": {\"date\": \"Date\", \"name\": \"Merchant\", \"amount\": \"Amount\"},"
 *           " \"delimiter\": \";\", \"decimal\": \",\", \"date\": \"DMY\","
 *           " \"spending\": \"negative\", \"currency\": \"EUR\"}";
 *       iex_error error;
 *       iex_store *store;
 *       iex_import *import;
 *       iex_import_summary summary = {.struct_size = sizeof summary};
 *       iex_step step;
 *       iex_import_page *page;
 *       size_t count;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       if (iex_import_open_bytes(store, file, strlen(file),
 *                                 &IEX_IMPORT(.profile = profile, .name = "visa.csv"), &import,
 *                                 &error))
 *         goto failed;
 *       if (iex_import_describe(import, &summary, &error)) goto failed;
 *       printf("%s\n", summary.text);
 *       if (iex_import_read(import, 0, 100, &page, &error)) goto failed;
 *       const iex_import_row *rows = iex_import_page_rows(page, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_import_row *row = IEX_AT(iex_import_row, rows, i);
 *         if (row->status == IEX_ROW_REJECTED)
 *           printf("line %d, %s: %s\n", (int)row->line, row->column_name, row->reason);
 *       }
 *       // All new rows, or none: an open question or a failure stores nothing.
 *       if (iex_import_commit(import, &step, &error)) goto failed;
 *       printf("%s in revision %d\n", step.label, (int)step.revision);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_import_options of the fields that are named, with struct_size set and the others 0.
 */
#ifndef __cplusplus
#define IEX_IMPORT(...) \
  ((iex_import_options){.struct_size = sizeof(iex_import_options), __VA_ARGS__})
#endif

/* Reads a file for import: what its rows are, which of them the store has, and what is not clear.
 *
 * The file is read into memory, and stays there until the import is closed. Whatever is in it, an
 * import needs at most four times its size, 96 bytes for each row, 16 times its largest row, and 64
 * MB besides; of another store, which keeps a text once that many rows have, the size of its export
 * as JSON counts. A file is under 4 GiB, a row of CSV has at most 16 MiB and 4,096 columns, and
 * JSON at most 128 levels: what is larger is IEX_ERROR_FORMAT.
 *
 *   store    A store; it is not changed.
 *   path     The file, in UTF-8.
 *   options  How to read it; NULL: the defaults.
 *   import   Receives the import; NULL on failure. Close it with iex_import_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_FORMAT with line and column, or byte offset, when the file is not of its
 *   format; IEX_ERROR_ENCODING when its bytes are not of its encoding; IEX_ERROR_ARGUMENT for a
 *   wrong profile or the name of one that is not saved, IEX_ERROR_CURRENCY for an unknown currency
 *   in it; IEX_ERROR_CANCELLED when `options` has a progress callback that asked to stop;
 *   IEX_ERROR_MISSING, IEX_ERROR_NOT_A_FILE, IEX_ERROR_PERMISSION, IEX_ERROR_IO; of another store
 *   what opening it gives, such as IEX_ERROR_NOT_A_STORE, IEX_ERROR_NEWER and IEX_ERROR_DAMAGED.
 *   What the file leaves open is no failure but a question: see iex_import_findings. */
iex_status iex_import_open(iex_store *store, const char *path, const iex_import_options *options,
                           iex_import **import, iex_error *error);

/* Reads a file for import from memory; the rest is as in iex_import_open.
 *
 *   store    A store; it is not changed.
 *   bytes    The file's content; it is copied.
 *   size     How many bytes.
 *   options  How to read it; NULL: the defaults.
 *   import   Receives the import; NULL on failure. Close it with iex_import_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_FORMAT, IEX_ERROR_ENCODING, IEX_ERROR_ARGUMENT, IEX_ERROR_CURRENCY,
 *   IEX_ERROR_CANCELLED. */
iex_status iex_import_open_bytes(iex_store *store, const void *bytes, size_t size,
                                 const iex_import_options *options, iex_import **import,
                                 iex_error *error);

/* Tells what is known of a file: how many rows of each kind, and the open questions.
 *
 *   import   An import.
 *   summary  Its struct_size must be set; receives the rest. The texts live as long as the import.
 *   error    Receives what went wrong; may be NULL. */
iex_status iex_import_describe(iex_import *import, iex_import_summary *summary, iex_error *error);

/* Reads some of the rows of a file, in the file's order.
 *
 *   import  An import.
 *   offset  The first row, from 0; beyond the end the page is empty.
 *   limit   At most how many.
 *   page    Receives the rows; NULL on failure. Close it with iex_import_page_close; it outlives
 *           the import.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative. */
iex_status iex_import_read(iex_import *import, int64_t offset, int64_t limit,
                           iex_import_page **page, iex_error *error);

/* Gives the rows of a page of a file.
 *
 *   page   A page of a file.
 *   count  Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the page or its store is closed; NULL
 *   and a `count` of 0 when `page` is no open page of a file. */
const iex_import_row *iex_import_page_rows(iex_import_page *page, size_t *count);

/* Closes a page of a file and frees its texts.
 *
 *   page  A page of a file. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_import_page_close(iex_import_page *page);

/* Takes a row out of what will be stored, or into it.
 *
 * It holds until the import is answered or closed, also when the rows are compared again.
 *
 *   import  An import that is not committed.
 *   row     The row's place in the file, from 0, as iex_import_read counts.
 *   status  IEX_ROW_EXCLUDED, so that it will not be stored; or IEX_ROW_NEW, so that it will, also
 *           when it was suspected, left out, removed earlier or excluded, and with the values of
 *           the other store when it differs.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for another status, when there is no such row, and when a row that is
 *   a duplicate or rejected is to be stored; IEX_ERROR_TRANSACTION when it is committed. */
iex_status iex_import_set_row(iex_import *import, int64_t row, int32_t status, iex_error *error);

/* Changes what a row will be stored as.
 *
 * It is checked at once, and holds until the import is answered or closed. What makes the row the
 * same as one of a later file stays what the file gave.
 *
 *   import   An import that is not committed.
 *   row      The row's place in the file, from 0, as iex_import_read counts.
 *   expense  The new values; of the other fields nothing is read.
 *   fields   The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID or IEX_ERROR_CURRENCY with the field at fault; IEX_ERROR_ARGUMENT when
 *   there is no such row, or it is rejected; IEX_ERROR_TRANSACTION when it is committed. */
iex_status iex_import_edit_row(iex_import *import, int64_t row, const iex_expense *expense,
                               uint64_t fields, iex_error *error);

/* Stores the new and the suspected rows of a file as one change, which one undo takes back.
 *
 * Where the store has changed since the file was opened, the rows are compared with it again first.
 * Inside a transaction it becomes a part of that. After a failure nothing is stored, and it may be
 * tried again.
 *
 *   import  An import.
 *   step    Receives the new revision and its label; the revision is 0 when no row was new. May be
 *           NULL.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_AMBIGUOUS while there are open questions: the message lists them;
 *   IEX_ERROR_TRANSACTION when it was committed before; IEX_ERROR_CONFLICT when the digits of a
 *   currency have changed since the file was opened; IEX_ERROR_CANCELLED when the progress callback
 *   asked to stop; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, … */
iex_status iex_import_commit(iex_import *import, iex_step *step, iex_error *error);

/* Closes an import; what was not committed is forgotten.
 *
 *   import  An import. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_import_close(iex_import *import);

/* -------------------------------------------------------------------------------------------------
 * Questions and profiles
 * -------------------------------------------------------------------------------------------------
 *
 * How a file is read is found from the whole file: each finding is given by a profile, certain, or
 * ambiguous with the values to choose from. A profile is a JSON object that gives some or all of
 * it; iex_import_profile makes one of what is known now, and a saved one is used again for every
 * file with the same header line.
 *
 * Its keys for a CSV file: "columns", an object that names the columns of "date", "name", "amount",
 * or in place of that "debit" and "credit", and perhaps "flag" (debit or credit), "balance" (a
 * check of sign and order), "currency", "category", "account", "note", "type", "tags", "id", each
 * by its name in the header line or by its number from 1; "delimiter"; "encoding" ("utf-8",
 * "utf-16", "cp1252", "latin-1"); "skip", how many lines stand before the header line; "header", an
 * array of the names in it, empty for a file without one; "decimal" ("." or ","); "date", the order
 * of day, month and year ("DMY", "MDY", "YMD"); "spending", which sign, column or mark is money
 * spent ("negative", "positive", "debit", "credit"); "spendingMark", what the flag column has of
 * money spent where it is no known mark; "income", what becomes of money that comes in ("leave
 * out", "refund"); "currency" of amounts without one of their own; "categorySeparator", what a
 * cell's category path is written with, else a cell is one name; "type" of all rows; "defaultDate"
 * of a file without dates; "differing", of another store's expenses that have other values here
 * ("keep", "take"); "profile", the name of a saved one that says the rest. The tutorial's JSON
 * needs "currency" and "defaultDate"; in a property list, "key" is the one that holds it where that
 * is not "Items". An OFX file has use for "decimal", for amounts that leave it open; "spending",
 * also "debit" for a bank that tells only by TRNTYPE; "income", "currency", "encoding" and "type".
 * A QIF file has use for "decimal", "date", "spending" (a sign), "income", "currency", "encoding"
 * and "type"; for "transfers", what becomes of money that goes to an account in brackets ("leave
 * out", or "keep" with that account as the category); and for "classes", what stands behind a "/"
 * in a category ("tags", or more of the "name"). An unknown key is an error, and so is one that
 * means nothing for the format. A file that the library exported needs none.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void) {
 *       static const char file[] = "Date,Payee,Amount\n"
 *                                  "03/04/2026,Cafe,-3.50\n"
 *                                  "05/04/2026,Train,-89.90\n";
 *       iex_error error;
 *       iex_store *store;
 *       iex_import *import;
 *       iex_step step;
 *       size_t count;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       if (iex_import_open_bytes(store, file, strlen(file), &IEX_IMPORT(.name = "visa.csv"),
 *                                 &import, &error))
 *         goto failed;
 *       const iex_finding *findings = iex_import_findings(import, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_finding *finding = IEX_AT(iex_finding, findings, i);
 *         if (finding->state == IEX_FINDING_AMBIGUOUS) printf("%s\n", finding->text);
 *       }
 *       static const char answers[] =
 *           "{\"date\": \"DMY\", \"spending\": \"negative\", \"currency\": \"EUR\"}";
 *       if (iex_import_answer(import, answers, &error)) goto failed;
 *       // The next file with this header line is read without a question.
 *       if (iex_store_save_profile(store, "Visa", iex_import_profile(import), &error)) goto failed;
 *       if (iex_import_commit(import, &step, &error)) goto failed;
 *       printf("%s\n", step.label);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Tells how a file is read: what the profile gave, what the whole file shows, what is open.
 *
 *   import  An import.
 *   count   Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until the import is closed; NULL and a
 *   `count` of 0 when `import` is no open import. */
const iex_finding *iex_import_findings(iex_import *import, size_t *count);

/* Answers questions about a file, and reads it again.
 *
 * What iex_import_set_row and iex_import_edit_row did is forgotten. After a failure the import is
 * as it was before.
 *
 *   import   An import that is not committed.
 *   profile  A JSON object; its keys are put over those that were given before.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a wrong profile, IEX_ERROR_CURRENCY for an unknown currency in
 *   it, IEX_ERROR_FORMAT when the file has no such column, IEX_ERROR_ENCODING when it is not of the
 *   encoding given; IEX_ERROR_TRANSACTION when it is committed; IEX_ERROR_CANCELLED. */
iex_status iex_import_answer(iex_import *import, const char *profile, iex_error *error);

/* Gives the profile that a file is read with: all that is given and certain, and its header line.
 *
 * With iex_store_save_profile, the next file with this header is read the same way.
 *
 *   import  An import.
 *
 * Returns: A JSON object, valid until the import is closed; NULL when `import` is no open import.
 */
const char *iex_import_profile(iex_import *import);

/* Saves a profile in a store under a name, in place of one that has this name.
 *
 * A file whose header line is that of a saved profile is read with it when no other is given. It is
 * a change of kind IEX_CHANGE_SETTINGS, which undo passes over.
 *
 *   store  A store.
 *   name   Such as "Visa"; 1 to 255 bytes, and it does not begin with "{".
 *   json   The profile.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_INVALID for a wrong name, IEX_ERROR_ARGUMENT for a wrong profile;
 *   IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, … */
iex_status iex_store_save_profile(iex_store *store, const char *name, const char *json,
                                  iex_error *error);

/* Removes a saved profile.
 *
 *   store  A store.
 *   name   The name that it was saved under.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_BUSY,
 *   IEX_ERROR_READ_ONLY, … */
iex_status iex_store_remove_profile(iex_store *store, const char *name, iex_error *error);

/* Reads the saved profiles, in order of their names.
 *
 *   store     A store.
 *   profiles  Receives them; NULL on failure. Close it with iex_profiles_close.
 *   error     Receives what went wrong; may be NULL. */
iex_status iex_store_profiles(iex_store *store, iex_profiles **profiles, iex_error *error);

/* Gives the saved profiles that were read.
 *
 *   profiles  Saved profiles.
 *   count     Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until they or their store are closed; NULL
 *   and a `count` of 0 when `profiles` is no open handle of them. */
const iex_profile *iex_profiles_rows(iex_profiles *profiles, size_t *count);

/* Closes saved profiles that were read, and frees their texts.
 *
 *   profiles  Saved profiles. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_profiles_close(iex_profiles *profiles);

/* -------------------------------------------------------------------------------------------------
 * Rules
 * -------------------------------------------------------------------------------------------------
 *
 * A rule sets fields of the expenses that its conditions fit. Rules are kept in the store in an
 * order and run when they are told to, never by themselves: on the rows of an import before they
 * are stored, or on the expenses of a view as one change, which one undo takes back. A dry run
 * tells what would change. They run one after the other: each sees what those before it have set,
 * and where two set the same field the later one wins. What a rule does depends on the row alone,
 * and what someone has edited of a row of a file no rule overwrites.
 *
 * A rule is a JSON object: "name"; "when", an object of conditions that must all hold, empty for
 * every row; and "set", "leaveOut" or both. Conditions: "text" (the name or the note), "name",
 * "note" and "source" (the name of the file that it was imported from, empty for none) are each an
 * object of "contains", "starts" and "glob" (the whole text: "*" is anything, "?" one character,
 * "\" before these three takes them as they are), regardless of case and accents; "amount" is an
 * object of "min", "max", "above", "below", each an amount such as "12.50", and perhaps "currency";
 * "currency", "account", "type" and "category" (with those below it) are compared byte by byte, and
 * "" is none. Where a text may stand, an array means any of its texts. "set" has "category",
 * "type", "name", "note", "reimbursement" ("none", "open", "submitted", "paid") and "tags", {"add":
 * […]} or {"replace": […]}. An unknown key is an error.
 *
 * "leaveOut" is for files: true leaves the row out, false stores one that the profile leaves out.
 * So a rule decides on money that comes in, whose amount is below 0: with "income" as "leave out"
 * rules keep some of it, and with "refund" they leave some of it out.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       static const char trains[] =
 *           "{\"name\": \"Trains\", \"when\": {\"text\": {\"contains\": \"railway\"}},"
 *           " \"set\": {\"category\": \"Travel:Rail\"}}";
 *       iex_error error;
 *       iex_store *store;
 *       iex_view *view;
 *       iex_effects *effects;
 *       iex_step step;
 *       size_t count;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       iex_store_add(store, &IEX_EXPENSE(.name = "Bay RAILWAY 4711", .amount_minor = 8990), NULL,
 *                     NULL);
 *       if (iex_store_save_rule(store, trains, -1, &error)) goto failed;
 *       if (iex_view_open(store, NULL, &view, &error)) goto failed;
 *       // What would change; with 0 in place of the flag it is done.
 *       if (iex_view_apply_rules(view, IEX_RULES_DRY_RUN, NULL, &effects, &error)) goto failed;
 *       const iex_effect *all_effects = iex_effects_rows(effects, &count);
 *       for (size_t i = 0; i < count; i++) {
 *         const iex_effect *effect = IEX_AT(iex_effect, all_effects, i);
 *         printf("%s: \"%s\" becomes \"%s\"\n", effect->rule, effect->old_value,
 *                effect->new_value);
 *       }
 *       if (iex_view_apply_rules(view, 0, &step, NULL, &error)) goto failed;
 *       printf("%s\n", step.label);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Saves a rule in a store: in place of the one with its name, else behind all others.
 *
 * It is a change of kind IEX_CHANGE_SETTINGS, which undo passes over. No expense is changed by it:
 * rules run when they are told to.
 *
 *   store     A store.
 *   json      The rule, with its name in it.
 *   position  Where it is to stand among the rules, from 0, beyond the end for the end; -1: where
 *             the one with its name stands, else at the end.
 *   error     Receives what went wrong, with the rule's name and the key at fault; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a wrong rule, IEX_ERROR_INVALID for a wrong name and for more
 *   than 4,096 rules, IEX_ERROR_CURRENCY for an unknown currency; IEX_ERROR_BUSY,
 *   IEX_ERROR_READ_ONLY, … */
iex_status iex_store_save_rule(iex_store *store, const char *json, int64_t position,
                               iex_error *error);

/* Removes a rule.
 *
 *   store  A store.
 *   name   The rule's name.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_BUSY,
 *   IEX_ERROR_READ_ONLY, … */
iex_status iex_store_remove_rule(iex_store *store, const char *name, iex_error *error);

/* Moves a rule to another place among the rules, which run in their order.
 *
 *   store     A store.
 *   name      The rule's name.
 *   position  Where it stands afterwards, from 0; beyond the end means at the end.
 *   error     Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_ARGUMENT when `position`
 *   is negative; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, … */
iex_status iex_store_move_rule(iex_store *store, const char *name, int64_t position,
                               iex_error *error);

/* Reads the rules of a store, in the order in which they run.
 *
 *   store  A store.
 *   rules  Receives them; NULL on failure. Close it with iex_rules_close.
 *   error  Receives what went wrong; may be NULL. */
iex_status iex_store_rules(iex_store *store, iex_rules **rules, iex_error *error);

/* Gives the rules that were read.
 *
 *   rules  Rules.
 *   count  Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until they or their store are closed; NULL
 *   and a `count` of 0 when `rules` is no open handle of them. */
const iex_rule *iex_rules_rows(iex_rules *rules, size_t *count);

/* Closes rules that were read, and frees their texts.
 *
 *   rules  Rules. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_rules_close(iex_rules *rules);

/* Runs the rules of a store on the rows of a file, before they are stored.
 *
 * Each row then says in its effects which rule has set which field, and what rules leave out is
 * IEX_ROW_LEFT_OUT. It takes the place of an earlier run; iex_import_answer takes it back. What
 * iex_import_edit_row and iex_import_set_row have said of a row stands over what rules say. Rows
 * that the store has already and rejected ones are passed over. The rules are those of this moment:
 * the commit runs none.
 *
 *   import   An import that is not committed.
 *   flags    0, IEX_RULES_DRY_RUN or IEX_RULES_TAKE_BACK.
 *   effects  Receives what was or would be done, in order of the rows; NULL on failure. May be
 *            NULL. Close it with iex_effects_close; it outlives the import.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_AMBIGUOUS while a question keeps the rows from being read; IEX_ERROR_ARGUMENT
 *   for unknown flags, and for a rule that a newer version has saved; IEX_ERROR_TRANSACTION when
 *   the import is committed. */
iex_status iex_import_apply_rules(iex_import *import, uint32_t flags, iex_effects **effects,
                                  iex_error *error);

/* Runs the rules of a store on the expenses of a view, as one change.
 *
 * They are the expenses that the view has shown, as for iex_view_remove_at; those that are gone
 * since are passed over. The change has the label "applied rules: 12 expenses", and one undo takes
 * it back. Inside a transaction it becomes a part of that. "leaveOut" does nothing here.
 *
 *   view     A view.
 *   flags    0 or IEX_RULES_DRY_RUN.
 *   step     Receives the new revision, 0 where nothing was stored, and the label; may be NULL.
 *   effects  Receives what was or would be done, in the view's order; NULL on failure. May be NULL.
 *            Close it with iex_effects_close; it outlives the view.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for unknown flags, and for a rule that a newer version has saved;
 *   IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, IEX_ERROR_FULL, IEX_ERROR_IO. */
iex_status iex_view_apply_rules(iex_view *view, uint32_t flags, iex_step *step,
                                iex_effects **effects, iex_error *error);

/* Tells which rules have set the fields of an expense to what they are now.
 *
 * It is told from the changes that stand: when a field is set by someone else later, no rule has
 * set it any more, and the undo of that makes it the rule's again.
 *
 *   store    A store.
 *   id       An expense.
 *   effects  Receives them, in order of the fields; NULL on failure. Close it with
 *            iex_effects_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is no such expense. */
iex_status iex_store_rule_effects(iex_store *store, int64_t id, iex_effects **effects,
                                  iex_error *error);

/* Gives what rules did.
 *
 *   effects  Effects.
 *   count    Receives how many; may be NULL.
 *
 * Returns: The first one, also when `count` is 0, valid until they or their store are closed; NULL
 *   and a `count` of 0 when `effects` is no open handle of them. */
const iex_effect *iex_effects_rows(iex_effects *effects, size_t *count);

/* Closes effects and frees their texts.
 *
 *   effects  Effects. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_effects_close(iex_effects *effects);

/* -------------------------------------------------------------------------------------------------
 * Writing files
 * -------------------------------------------------------------------------------------------------
 *
 * Files that keep everything: JSON, and CSV for spreadsheets. Reading such a file and writing it
 * again gives the same bytes. The other formats keep what they can hold. In all of them amounts
 * have "." before the fraction and no grouping marks, and, but for the tutorial's list, all digits
 * of their currency.
 *
 * The tutorial's list (IEX_FORMAT_ITEMS) is for going back to the app: `id`, `name`, `type` and
 * `amount`, in one currency.
 *
 * A journal for Ledger, hledger or Beancount has each expense as a transaction of two postings: the
 * category beneath Expenses ("Expenses:Uncategorized" for none), the account beneath Assets
 * ("Assets:Unknown" for none), unless it is written as a path such as "Liabilities:Visa". All
 * accounts and currencies are declared, and the program's totals are the store's. A conversion is
 * the recorded price (@@). The rest is metadata: `uuid`, `type`, and where they say something
 * `name`, `category`, `account`, `tags`, `reimbursement`, `conversion`, `rate`, `note`; a text that
 * the format cannot hold is a JSON string there, and is cut into `note`, `note-2`, … for Ledger,
 * whose lines are short. A name that is no payee or account of the format is folded, and stands as
 * it is in the metadata: white space becomes one space and ":" in a name "-"; hledger's payees have
 * "," for ";" and "/" for "|"; Beancount's accounts have letters, digits and "-" and begin with a
 * capital ("eating out" is "Expenses:Eating-out", a letter that it does not take is U and its
 * number). Of two names that fold to one the later in the store gets "-2", the same in every
 * export. The source and the extra text are left out. Ledger reads no dates before 1400: such an
 * expense is IEX_ERROR_INVALID.
 *
 * QIF has the expenses of each account in a block of its own, in one currency, with dates as
 * yyyy-mm-dd and a minus sign before money spent. Tags are classes, listed in the file; a "\"
 * stands before a "/", ":" or "\" in a name of a category or a tag, and before a "[" that a
 * category begins with, and reading takes it off. Read back, an expense is the same but for what
 * the format cannot hold: a line break in a text is a blank, blanks around a name go, and the UUID,
 * type, conversion, reimbursement and source are left out, of the extra text all but what a QIF
 * file gave. Reading asks for the currency, and for the decimal mark where amounts have three
 * digits behind it only.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store;
 *       iex_bytes *bytes;
 *       size_t size;
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
 *         goto failed;
 *       const iex_expense tea = IEX_EXPENSE(.name = "=Tea", .amount_minor = 350, .date = 20260314);
 *       if (iex_store_add(store, &tea, NULL, &error)) goto failed;
 *       // For a spreadsheet: what looks like a formula gets a ' before it. Reading takes it off.
 *       if (iex_store_export(store, IEX_FORMAT_CSV, NULL,
 *                            &IEX_EXPORT(.flags = IEX_EXPORT_GUARD), &bytes, &error))
 *         goto failed;
 *       const void *data = iex_bytes_data(bytes, &size);
 *       fwrite(data, 1, size, stdout);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_export_options of the fields that are named, with struct_size set and the others 0.
 */
#ifndef __cplusplus
#define IEX_EXPORT(...) \
  ((iex_export_options){.struct_size = sizeof(iex_export_options), __VA_ARGS__})
#endif

/* Writes expenses as a file.
 *
 *   store    A store.
 *   format   IEX_FORMAT_JSON or IEX_FORMAT_CSV, which keep everything, or another IEX_FORMAT_….
 *   query    Which expenses, and in which order; NULL: all, in order of adding.
 *   options  How it is to be written; NULL: the defaults.
 *   bytes    Receives the file's content; NULL on failure. Close it with iex_bytes_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for an unknown format, or a flag that it does not have;
 *   IEX_ERROR_CURRENCY when the format holds one currency and the expenses are of more;
 *   IEX_ERROR_INVALID for an expense that it cannot hold; IEX_ERROR_CANCELLED when `options` has a
 *   progress callback that asked to stop. */
iex_status iex_store_export(iex_store *store, int32_t format, const iex_query *query,
                            const iex_export_options *options, iex_bytes **bytes, iex_error *error);

/* Gives the bytes that a handle holds.
 *
 *   bytes  Bytes.
 *   size   Receives how many; may be NULL.
 *
 * Returns: The first byte, also when `size` is 0, valid until the bytes or their store are closed;
 *   NULL and a `size` of 0 when `bytes` is no open handle of them. */
const void *iex_bytes_data(iex_bytes *bytes, size_t *size);

/* Closes bytes and frees them.
 *
 *   bytes  Bytes. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_bytes_close(iex_bytes *bytes);

/* -------------------------------------------------------------------------------------------------
 * Tables of other programs: Arrow
 * -------------------------------------------------------------------------------------------------
 *
 * Expenses as an Arrow table for pyarrow, Polars, DuckDB, pandas and whatever else speaks the Arrow
 * C data interface, and such tables as expenses. No file and no library stands between: memory
 * changes hands.
 *
 * A stream is what the view or the store had when it was made. It holds that, and stays valid when
 * the store changes or closes; every batch stays valid when its stream is released. Its columns: id
 * (int64), date (date32), name (utf8), type, category, currency, account (dictionaries of utf8),
 * amount (decimal128), note (utf8), tags (list of utf8), reimbursement (dictionary: none, open,
 * submitted, paid), conversion_amount (decimal128), conversion_currency, conversion_rate (utf8),
 * source_import, source_line (int64), source_fingerprint (uint64), source_external_id, extra
 * (utf8), uuid (16 bytes). What an expense does not have is null. Decimals have 38 digits, as many
 * of them behind the point as the currency of the store that has the most: 12.50 EUR and 900 JPY
 * are 12.50 and 900.00, exactly. Nothing is ever a floating-point number, and to add up amounts is
 * for who groups by currency.
 *
 * What comes in is checked as far as the interface allows: names, formats, counts, offsets,
 * indices, nulls, UTF-8. It does not tell how long a buffer is: a producer that promises more rows
 * than its buffers hold can't be found out.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_store *store, *copy;
 *       struct ArrowArrayStream stream;
 *       struct ArrowArray batch;
 *       int64_t first, count, sum = 0;
 *       const iex_expense expenses[] = {
 *           IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314),
 *           IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .date = 20260402)};
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_store_add_many(store, expenses, 2, NULL, &error))
 *         goto failed;
 *       // The id, the amount in cents and the currency, read straight from the memory of a batch.
 *       if (iex_store_arrow_stream(store, NULL, IEX_BIT(IEX_FIELD_AMOUNT), IEX_ARROW_MINOR,
 *                                  &stream, &error))
 *         goto failed;
 *       while (!stream.get_next(&stream, &batch) && batch.release) {
 *         const int64_t *amounts = batch.children[1]->buffers[1];
 *         for (int64_t i = 0; i < batch.length; i++) sum += amounts[i];
 *         batch.release(&batch);
 *       }
 *       stream.release(&stream);
 *       printf("%lld cents\n", (long long)sum);
 *       // The other way: everything into another store, as one change.
 *       if (iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error) ||
 *           iex_store_open("copy.db", &IEX_OPTIONS(.currency = "EUR"), &copy, &error) ||
 *           iex_store_add_arrow(copy, &stream, &first, &count, &error))
 *         goto failed;
 *       printf("%lld expenses, from id %lld on\n", (long long)count, (long long)first);
 *       return iex_store_close(copy) + iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Gives the expenses of a view as an Arrow stream, in the view's order and without section rows.
 *
 *   view    A view.
 *   fields  The columns: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |; 0: all. The id is always
 *           there.
 *   flags   0, or IEX_ARROW_… bits.
 *   stream  Receives the stream, which the caller releases; it may do so on any thread, and after
 *           the store was closed. On failure its release is NULL. What it held before is not looked
 *           at.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for unknown fields or flags. */
iex_status iex_view_arrow_stream(iex_view *view, uint64_t fields, uint32_t flags,
                                 struct ArrowArrayStream *stream, iex_error *error);

/* Gives the expenses that a query asks for as an Arrow stream.
 *
 * Inside a transaction of the calling thread it has what that has written so far.
 *
 *   store   A store.
 *   query   Which expenses, and in which order; NULL: all, in order of adding.
 *   fields  The columns, as in iex_view_arrow_stream.
 *   flags   0, or IEX_ARROW_… bits.
 *   stream  Receives the stream, as in iex_view_arrow_stream.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: What iex_view_arrow_stream and iex_view_open return. */
iex_status iex_store_arrow_stream(iex_store *store, const iex_query *query, uint64_t fields,
                                  uint32_t flags, struct ArrowArrayStream *stream,
                                  iex_error *error);

/* Adds the rows of an Arrow stream as one change: all of them or, when one fails, none.
 *
 * Columns are found by their names, in any order: those that iex_store_arrow_stream gives, and
 * "amount_minor" and "conversion_minor" as whole numbers of minor units. Required are "name" and
 * one of the two amounts. "id" and "source_…" are not read: they belong to the store that the table
 * comes from. Any other column is an error, so that nothing is lost unseen.
 *
 * Texts may be utf8, large_utf8, utf8_view or dictionaries of them; dates date32, date64,
 * timestamps without a time zone at midnight, or texts such as 2026-03-14; amounts decimals, whole
 * numbers (of whole units) or texts such as "12.50"; floating-point numbers are refused. Null
 * stands for what an expense does not have, and for today as a date. Where there is no "currency",
 * and where it is null, it is the store's default.
 *
 *   store     A store.
 *   stream    The stream, which is released before the call returns, whatever it returns. Its
 *             functions are called on this thread, inside the transaction.
 *   first_id  Receives the id of the first; the others follow without a gap. May be NULL.
 *   count     Receives how many were added; may be NULL.
 *   error     Receives what went wrong, in which column and row, counted from 0; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a stream that is NULL or released; IEX_ERROR_FORMAT for a table
 *   that breaks the rules of Arrow or has no such columns; IEX_ERROR_IO for a stream that fails,
 *   with what it says; and the same as iex_store_add. */
iex_status iex_store_add_arrow(iex_store *store, struct ArrowArrayStream *stream, int64_t *first_id,
                               int64_t *count, iex_error *error);

/* -------------------------------------------------------------------------------------------------
 * State: bindings, objects, environments, sheets
 * -------------------------------------------------------------------------------------------------
 *
 * The state of a user interface without the user interface: what a window shows, and who is told
 * when it changes. A state is a value of its own; an object has published fields that all who hold
 * it share; a field of a draft and a field of a stored expense are values too. All of them are
 * read, set and subscribed to by a binding. An environment hands objects to the screens below, and
 * a sheet is shown while its binding is true.
 *
 * A new value is told after it stands: the callback gets it, and iex_binding_get gives it or one
 * that came after it. Setting an equal value tells nothing; texts are equal when their bytes are.
 * Callbacks run on the thread that set the value, before that call returns, unless another thread
 * is telling the same binding's observers: then that one goes on with it. Each observer hears each
 * change in order. What a callback sets is told when it has returned, never inside it; so a
 * callback that sets ever other values keeps its call from returning. No lock is held while a
 * callback runs, and each may set, subscribe, cancel and close whatever it likes.
 *
 * These handles need no store. Bindings of a draft or of a store close with it, and so do those
 * that were mapped from them; a subscription ends with the handle it was made with. Everything else
 * that is bound stays alive as long as a handle leads to it.
 *
 *     #include <iexpense.h>
 *     #include <stdio.h>
 *
 *     static void hint(void *context, const iex_value *value) {
 *       (void)context;
 *       printf("the hint is %s\n", value && value->integer ? "there" : "gone");
 *     }
 *
 *     static void dismissed(void *context) { printf("%s\n", (const char *)context); }
 *
 *     int main(void) {
 *       iex_error error;
 *       iex_binding *show_hint, *adding;
 *       iex_store *store;
 *       iex_draft *draft;
 *       iex_sheet *sheet;
 *       // A state, and who is told when it changes: setting it twice tells once.
 *       if (iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &show_hint, &error) ||
 *           iex_binding_subscribe(show_hint, hint, NULL, NULL, NULL, &error) ||
 *           iex_binding_set(show_hint, &IEX_VALUE(.integer = 1), &error) ||
 *           iex_binding_set(show_hint, &IEX_VALUE(.integer = 1), &error))
 *         goto failed;
 *       // A sheet is presented while its binding is true, and keeps a draft from being lost.
 *       if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
 *           iex_draft_open(store, 0, NULL, &draft, &error) ||
 *           iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &adding, &error) ||
 *           iex_sheet_open(adding, draft, dismissed, "dismissed", NULL, &sheet, &error) ||
 *           iex_sheet_present(sheet, NULL, &error) ||
 *           iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", &error))
 *         goto failed;
 *       if (iex_sheet_dismiss(sheet, 0, &error)) printf("%s\n", error.message);
 *       if (iex_sheet_dismiss(sheet, IEX_DISMISS_DISCARD, &error)) goto failed;
 *       iex_binding_close(show_hint);
 *       iex_binding_close(adding);
 *       return iex_store_close(store);
 *     failed:
 *       fprintf(stderr, "%s\n", error.message);
 *       return 1;
 *     }
 */

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

/* Makes an iex_value of the fields that are named, with struct_size set and the others 0. */
#ifndef __cplusplus
#define IEX_VALUE(...) \
  ((iex_value){.struct_size = sizeof(iex_value), __VA_ARGS__})
#endif

/* What a host runs when a field of an object has changed.
 *
 *   context  What was given with the callback.
 *   field    The name of the field, valid until the callback returns. */
typedef void (*iex_object_callback)(void *context, const char *field);

/* What a host runs when a sheet was dismissed.
 *
 *   context  What was given with the callback. */
typedef void (*iex_dismiss_callback)(void *context);

/* What a host runs when the value of a binding has changed.
 *
 *   context  What was given with the callback.
 *   value    The new value, valid until the callback returns; NULL when there is none any more:
 *            iex_binding_get tells why. */
typedef void (*iex_value_callback)(void *context, const iex_value *value);

/* What a host runs to make a value of a mapped binding from one of the binding beneath, or back.
 *
 * It may run on any thread, on several at once, and must use neither of the two bindings.
 *
 *   context  What was given with the function.
 *   value    The value to map.
 *   mapped   Receives what it is on the other side. It begins as the value that stands there; on
 *            the way to the mapped binding, where none does, as the bool 0. A text in it is copied
 *            when the function has returned.
 *   error    What to fill when there is none: field and message; it has room for 495 bytes. It is
 *            never NULL.
 *
 * Returns: IEX_OK, or the status that the get or set is to return, such as IEX_ERROR_INVALID. */
typedef iex_status (*iex_map_callback)(void *context, const iex_value *value, iex_value *mapped,
                                       iex_error *error);

/* Opens a state: a value of its own.
 *
 *   value    What it begins with; its kind is the state's for ever.
 *   binding  Receives the state's binding; NULL on failure. Close it with iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for an unknown kind, and a bool that is neither 0 nor 1;
 *   IEX_ERROR_INVALID for a date that is none; IEX_ERROR_CURRENCY for a currency that ISO 4217 does
 *   not have; IEX_ERROR_ENCODING. */
iex_status iex_state_open(const iex_value *value, iex_binding **binding, iex_error *error);

/* Opens a binding to a value that never changes.
 *
 * For what needs a binding and has only a value, such as a preview. Setting it is
 * IEX_ERROR_READ_ONLY, and nobody is ever told.
 *
 *   value    The value.
 *   binding  Receives the binding; NULL on failure. Close it with iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: As iex_state_open. */
iex_status iex_binding_constant(const iex_value *value, iex_binding **binding, iex_error *error);

/* Opens a state of its own that begins with the value that a binding has now.
 *
 * A copy of a value: what becomes of one is nothing to the other. Nobody is subscribed to it.
 *
 *   binding  A binding.
 *   copy     Receives the new state's binding; NULL on failure. Close it with iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: As iex_binding_get. */
iex_status iex_binding_copy(iex_binding *binding, iex_binding **copy, iex_error *error);

/* Reads the value of a binding.
 *
 *   binding  A binding.
 *   value    Its struct_size must be set, as IEX_VALUE() does; receives the rest. Its texts are
 *            valid until the next iex_binding_get of this binding, or until it is closed.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when the expense was removed; IEX_ERROR_HANDLE when its store was
 *   closed; what reading the store gives; what a mapping's function returned. */
iex_status iex_binding_get(iex_binding *binding, iex_value *value, iex_error *error);

/* Sets the value of a binding, and tells those who have subscribed, if it is another one.
 *
 * In a stored expense it is an update, with one undo, like every other change of it.
 *
 *   binding  A binding.
 *   value    The new value, of the binding's kind. An amount without a currency keeps the one that
 *            stands there.
 *   error    Receives what went wrong, with the field at fault; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for another kind; IEX_ERROR_READ_ONLY for a constant and for a
 *   mapping without a way back; IEX_ERROR_UNSAVED when it would dismiss a sheet whose draft has
 *   changes that are not saved; what iex_state_open, iex_store_update and a mapping's function
 *   return. Then nothing is set. */
iex_status iex_binding_set(iex_binding *binding, const iex_value *value, iex_error *error);

/* Subscribes to a binding: the callback runs after each change of its value, whoever made it.
 *
 * The field of a stored expense is told of as iex_store_subscribe tells: also of undo, and of what
 * other programs have stored. When the expense is removed, that is told once, with NULL for the
 * value; and when the removal is undone, its value again.
 *
 *   binding       A binding. Closing this handle ends the subscription.
 *   callback      What to run for each change.
 *   context       Passed to the callback; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   subscription  Receives the number for iex_subscription_cancel; may be NULL.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `callback` is NULL. */
iex_status iex_binding_subscribe(iex_binding *binding, iex_value_callback callback, void *context,
                                 iex_free_callback free_context, uint64_t *subscription,
                                 iex_error *error);

/* Opens a binding that shows another one as something else, such as an amount as a text.
 *
 * It has no value of its own. Its subscribers are told when what they would read has changed.
 *
 *   binding       The binding beneath; it may be closed before the mapped one.
 *   to            Makes the mapped value from the one beneath.
 *   from          Makes the value beneath from a mapped one that is set; NULL: it can't be set.
 *                 When it returns a failure, that is what the set returns, and nothing is set.
 *   context       Passed to both; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   mapped        Receives the mapped binding; NULL on failure. Close it with iex_binding_close.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `to` is NULL, and for a binding that stands over 1,000 mappings
 *   already. */
iex_status iex_binding_map(iex_binding *binding, iex_map_callback to, iex_map_callback from,
                           void *context, iex_free_callback free_context, iex_binding **mapped,
                           iex_error *error);

/* Opens a binding to a field of a draft: its text, as in iex_draft_text and iex_draft_set.
 *
 * It is told of whoever sets the text, and of what the draft takes over from others.
 *
 *   draft    A draft. Closing it closes the binding.
 *   field    IEX_FIELD_NAME and so on.
 *   binding  Receives the binding, of kind IEX_VALUE_TEXT; NULL on failure. Close it with
 *            iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a field without a text. */
iex_status iex_draft_binding(iex_draft *draft, int32_t field, iex_binding **binding,
                             iex_error *error);

/* Opens a binding to a field of a stored expense. Setting it is an update that can be undone.
 *
 *   store    A store. Closing it closes the binding.
 *   id       The expense.
 *   field    A field that has a text in a draft. The amount is an IEX_VALUE_AMOUNT, with its
 *            currency, the date an IEX_VALUE_DATE, and all others are texts, written as in a draft.
 *   binding  Receives the binding; NULL on failure. Close it with iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when the store has no such expense; IEX_ERROR_ARGUMENT for another
 *   field. */
iex_status iex_store_binding(iex_store *store, int64_t id, int32_t field, iex_binding **binding,
                             iex_error *error);

/* Closes a binding and ends the subscriptions that were made with it.
 *
 *   binding  A binding. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_binding_close(iex_binding *binding);

/* Opens an object without fields.
 *
 *   type    The name of its type, by which an environment finds it.
 *   object  Receives the object; NULL on failure. Close it with iex_object_close.
 *   error   Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for an empty name; IEX_ERROR_ENCODING. */
iex_status iex_object_open(const char *type, iex_object **object, iex_error *error);

/* Gives an object a field.
 *
 *   object   An object.
 *   name     The field's name.
 *   value    What it begins with; its kind is the field's for ever.
 *   binding  Receives a binding to the field, as iex_object_binding gives it; may be NULL.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when the object has a field of this name; as iex_state_open. */
iex_status iex_object_publish(iex_object *object, const char *name, const iex_value *value,
                              iex_binding **binding, iex_error *error);

/* Opens a binding to a field of an object.
 *
 *   object   An object; it may be closed before the binding.
 *   name     The field's name.
 *   binding  Receives the binding; NULL on failure. Close it with iex_binding_close.
 *   error    Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when the object has no such field. */
iex_status iex_object_binding(iex_object *object, const char *name, iex_binding **binding,
                              iex_error *error);

/* Subscribes to all fields of an object: the callback runs after each change of one.
 *
 *   object        An object. Closing this handle ends the subscription.
 *   callback      What to run for each change.
 *   context       Passed to the callback; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   subscription  Receives the number for iex_subscription_cancel; may be NULL.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT when `callback` is NULL. */
iex_status iex_object_subscribe(iex_object *object, iex_object_callback callback, void *context,
                                iex_free_callback free_context, uint64_t *subscription,
                                iex_error *error);

/* Closes a handle of an object and ends the subscriptions that were made with it.
 *
 *   object  An object. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_object_close(iex_object *object);

/* Opens an environment that inherits from none.
 *
 *   name         What messages call it, such as "home"; NULL and "": nothing.
 *   environment  Receives the environment; NULL on failure. Close it with iex_environment_close.
 *   error        Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ENCODING. */
iex_status iex_environment_open(const char *name, iex_environment **environment, iex_error *error);

/* Opens the environment of a screen that is pushed: it inherits.
 *
 * It finds what the one above has, also what is put there later.
 *
 *   environment  The one above; it may be closed before the child.
 *   name         What messages call it; NULL and "": nothing.
 *   child        Receives the environment; NULL on failure. Close it with iex_environment_close.
 *   error        Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ENCODING. */
iex_status iex_environment_child(iex_environment *environment, const char *name,
                                 iex_environment **child, iex_error *error);

/* Opens the environment of a modal screen: it inherits nothing.
 *
 * What it shall find is handed on: found above, and put into it.
 *
 *   environment  The one of the screen below it, for messages; it may be closed before.
 *   name         What messages call it; NULL and "": nothing.
 *   modal        Receives the environment; NULL on failure. Close it with iex_environment_close.
 *   error        Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ENCODING. */
iex_status iex_environment_modal(iex_environment *environment, const char *name,
                                 iex_environment **modal, iex_error *error);

/* Puts an object into an environment, in place of another one of its type.
 *
 *   environment  An environment.
 *   object       An object; its handle may be closed then.
 *   error        Receives what went wrong; may be NULL. */
iex_status iex_environment_put(iex_environment *environment, iex_object *object, iex_error *error);

/* Finds the object of a type, in an environment or in those that it inherits from.
 *
 *   environment  An environment.
 *   type         The type's name.
 *   object       Receives a new handle of the object; NULL on failure. Close it with
 *                iex_object_close.
 *   error        Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_NOT_FOUND when there is none: the message names the type and the environments
 *   that were searched. */
iex_status iex_environment_find(iex_environment *environment, const char *type, iex_object **object,
                                iex_error *error);

/* Closes an environment; its children stay, and find what it has.
 *
 *   environment  An environment. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_environment_close(iex_environment *environment);

/* Opens a sheet: it is presented while its binding is true, whoever set it.
 *
 * A draft keeps it from being dismissed while that has changes that are not saved: then
 * iex_sheet_dismiss is IEX_ERROR_UNSAVED, and so is setting the binding, or any other one of the
 * same state or field, to false.
 *
 *   presented     A binding of kind IEX_VALUE_BOOL; it may be closed before the sheet.
 *   draft         What is edited in it; NULL: nothing. Closing the draft closes the sheet.
 *   on_dismiss    What to run after each dismissal, once; may be NULL.
 *   context       Passed to it; may be NULL.
 *   free_context  What to run when the context is no longer needed; may be NULL. It runs exactly
 *                 once, also when this call fails.
 *   sheet         Receives the sheet; NULL on failure. Close it with iex_sheet_close.
 *   error         Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_ARGUMENT for a binding of another kind. */
iex_status iex_sheet_open(iex_binding *presented, iex_draft *draft, iex_dismiss_callback on_dismiss,
                          void *context, iex_free_callback free_context, iex_sheet **sheet,
                          iex_error *error);

/* Presents a sheet with a value: sets its binding to true.
 *
 *   sheet  A sheet. One that is presented gets the value in place of the one it has.
 *   value  What it is about, for iex_sheet_describe; NULL: nothing.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: What iex_state_open and iex_binding_set return; then it is not presented. */
iex_status iex_sheet_present(iex_sheet *sheet, const iex_value *value, iex_error *error);

/* Tells how a sheet stands: whether it is presented, with what, and what keeps it.
 *
 *   sheet  A sheet.
 *   state  Its struct_size must be set; receives the rest. The value is valid until the next
 *          iex_sheet_describe of this sheet, or until it is closed.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: What reading the binding and the draft gives. */
iex_status iex_sheet_describe(iex_sheet *sheet, iex_sheet_state *state, iex_error *error);

/* Dismisses a sheet: sets its binding to false. One that is not presented stays so.
 *
 *   sheet  A sheet.
 *   flags  0, or IEX_DISMISS_DISCARD to forget what its draft has that is not saved.
 *   error  Receives what went wrong; may be NULL.
 *
 * Returns: IEX_ERROR_UNSAVED when its draft has changes that are not saved, and it stays presented;
 *   what reading the draft and iex_binding_set return. */
iex_status iex_sheet_dismiss(iex_sheet *sheet, uint32_t flags, iex_error *error);

/* Closes a sheet. Its binding stays as it is, and nothing is told.
 *
 *   sheet  A sheet. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
 *
 * Returns: IEX_OK or IEX_ERROR_HANDLE. */
iex_status iex_sheet_close(iex_sheet *sheet);

#ifdef __cplusplus
}
#endif

#endif /* IEXPENSE_H */

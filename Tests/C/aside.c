/* What the library's own threads do: they read half of an export, half of the columns and half of a
 * large file, and pack rows. Where the system has no thread to give, where the store is written to or
 * replaced meanwhile, and when the host stops them, what comes out is the same or an error. */
#include "test.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "contents.h"
#include "importing.h"

enum { ROWS = 60000 }; /* from 50,000 on an export is shared */

/* A system without a thread to give: stands between the library and the C library. */
static bool no_threads;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
  static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (no_threads) return EAGAIN;
  if (!create) *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
  return create(thread, attributes, run, context);
}

static void null_for_everything(void) {
  iex_bytes *bytes = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_store_export(NULL, IEX_FORMAT_CSV, NULL, NULL, &bytes, &error));
}

static iex_store *store_of_rows(void) {
  static const char *const types[] = {"Personal", "Business", "Other"};
  iex_expense *rows = calloc(ROWS, sizeof(*rows));
  MUST_HOLD(rows != NULL);
  for (int i = 0; i < ROWS; i++)
    rows[i] = IEX_EXPENSE(.name = STRANGE(i), .type = types[i % 3], .amount_minor = i,
                          .date = 20260101 + i % 28, .note = i % 7 ? "" : "A note");
  iex_store *store = open_store("a.db");
  MUST(iex_store_add_many(store, rows, ROWS, NULL, &error));
  free(rows);
  return store;
}

typedef struct watcher {
  iex_store *store; /* gets one more expense at the first call */
  int64_t calls, last, stop_at;
} watcher;

static int32_t told(void *context, const iex_progress *progress) {
  watcher *watch = context;
  CHECK_INT(progress->total, ROWS);
  CHECK(progress->done >= watch->last && progress->done <= ROWS);
  watch->last = progress->done;
  if (watch->store && watch->calls == 0) add_simple(watch->store, "Meanwhile", 1);
  return ++watch->calls == watch->stop_at;
}

static iex_status export_to(iex_store *store, int32_t format, watcher *watch, iex_bytes **bytes) {
  return iex_store_export(store, format, NULL,
                          watch ? &IEX_EXPORT(.progress = told, .progress_context = watch) : NULL,
                          bytes, &error);
}

static void check_same(iex_bytes *bytes, iex_bytes *expected) {
  size_t size = 0, wanted = 0;
  const void *data = iex_bytes_data(bytes, &size), *other = iex_bytes_data(expected, &wanted);
  CHECK(size == wanted && memcmp(data, other, size) == 0);
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
}

static void an_export_by_two_threads(void) {
  static const int32_t formats[] = {IEX_FORMAT_CSV, IEX_FORMAT_JSON, IEX_FORMAT_LEDGER};
  iex_store *store = store_of_rows();
  iex_bytes *alone[COUNT(formats)], *bytes = NULL;
  /* In a transaction one connection reads all. */
  MUST(iex_store_begin(store, "none", &error));
  for (size_t i = 0; i < COUNT(formats); i++)
    MUST(export_to(store, formats[i], NULL, &alone[i]));
  MUST(iex_store_rollback(store, &error));
  for (size_t i = 0; i < COUNT(formats); i++) {
    watcher watch = {.stop_at = -1};
    MUST(export_to(store, formats[i], NULL, &bytes));
    check_same(bytes, alone[i]);
    MUST(export_to(store, formats[i], &watch, &bytes));
    check_same(bytes, alone[i]);
    CHECK_INT(watch.last, ROWS);
    no_threads = true;
    iex_status status = export_to(store, formats[i], NULL, &bytes);
    no_threads = false;
    if (CHECK_INT(status, IEX_OK)) check_same(bytes, alone[i]);
    for (int64_t call = 1; i == 0 && call < watch.calls; call += 1 + call) {
      watcher stopping = {.stop_at = call};
      CHECK_STATUS(IEX_ERROR_CANCELLED, export_to(store, formats[i], &stopping, &bytes));
      CHECK_INT(stopping.calls, call);
      CHECK(bytes == NULL);
    }
  }
  /* Who may only read has a second connection as well. */
  iex_store *reading = NULL;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &reading, &error));
  MUST(export_to(reading, IEX_FORMAT_CSV, NULL, &bytes));
  check_same(bytes, alone[0]);
  CHECK_CODE(IEX_OK, iex_store_close(reading));
  /* What its callback stores is no part of it: both halves are of the state before. */
  watcher writing = {.store = store, .stop_at = -1};
  MUST(export_to(store, IEX_FORMAT_CSV, &writing, &bytes));
  check_same(bytes, alone[0]);
  CHECK_INT(count_of(store), ROWS + 1);
  for (size_t i = 0; i < COUNT(formats); i++) CHECK_CODE(IEX_OK, iex_bytes_close(alone[i]));
  close_store(store);
}

static void an_export_of_a_file_that_was_replaced(void) {
  iex_store *store = store_of_rows();
  iex_bytes *bytes = NULL;
  close_store(open_store("b.db"));
  CHECK_INT(count_of(store), ROWS);
  MUST_HOLD(rename("b.db", "a.db") == 0);
  uint64_t sum = test_file_sum("a.db");
  /* Who has it open goes on, and reads alone what two would read. */
  iex_totals *totals = NULL;
  size_t count = 0;
  MUST(iex_store_totals(store, &IEX_QUERY(.text = "a note"), 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  if (CHECK_INT(count, 1)) CHECK_INT(total->count, (ROWS + 6) / 7);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  watcher watch = {.stop_at = -1};
  CHECK_STATUS(IEX_ERROR_MISSING, export_to(store, IEX_FORMAT_CSV, &watch, &bytes));
  CHECK_HAS(error.message, "a.db");
  CHECK(bytes == NULL && watch.calls == 0);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK(test_file_sum("a.db") == sum);
}

/* A file of more than 4 MB is read from two places. */
static char *large_file(size_t *size) {
  char *text = malloc(8 << 20);
  MUST_HOLD(text != NULL);
  *size = (size_t)sprintf(text, "Date;Merchant;Amount\n");
  for (int i = 0; i < ROWS; i++)
    *size += (size_t)sprintf(text + *size, "%02d.02.2026;A payee whose name is long enough for a "
                             "large file, number %d;-%d,%02d\n", 1 + i % 28, i % 1000, i, i % 100);
  MUST_HOLD(*size > 4 << 20);
  return text;
}

static void import_large(const char *path, contents *imported) {
  size_t size = 0;
  char *text = large_file(&size);
  iex_import *import = NULL;
  iex_store *store = open_store(path);
  iex_step step;
  MUST(iex_import_open_bytes(store, text, size, &IEX_IMPORT(.profile = CSV_PROFILE, .name = "bank"),
                             &import, &error));
  MUST(iex_import_commit(import, &step, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  free(text);
  CHECK_INT(count_of(store), ROWS);
  close_store(store); /* which checks it */
  /* Opened anew, for columns that are read and not handed over. */
  store = open_store(path);
  iex_totals *totals = NULL;
  MUST(iex_store_totals(store, &IEX_QUERY(.text = "number 7"), 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &size);
  if (CHECK_INT(size, 1)) CHECK_INT(total->count, 111 * (ROWS / 1000));
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  MUST(contents_read(store, imported));
  close_store(store);
}

static void without_any_thread(void) {
  contents with, without;
  import_large("a.db", &with);
  no_threads = true;
  import_large("b.db", &without);
  no_threads = false;
  CHECK(contents_equal(with, without));
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(an_export_by_two_threads),
          TEST_CASE(an_export_of_a_file_that_was_replaced), TEST_CASE(without_any_thread))

/* Progress of an export: what a callback is told, on which thread, and how it stops one. It may use the
 * store, and close it. */
#include "test.h"

#include <pthread.h>

#define ROWS 1000

enum { ADD = 1, EXPORT_ANOTHER, CLOSE };

typedef struct export_watch {
  iex_store *store;
  pthread_t thread;
  int64_t calls, last, stop_at; /* a call, from 0; -1: none */
  int action;
} export_watch;

static int32_t export_told(void *context, const iex_progress *progress) {
  export_watch *watch = context;
  CHECK(pthread_equal(watch->thread, pthread_self()));
  CHECK_INT(progress->phase, IEX_PROGRESS_WRITE);
  CHECK_INT(progress->total, ROWS);
  CHECK(progress->done >= watch->last && progress->done <= ROWS);
  watch->last = progress->done;
  iex_bytes *bytes = NULL;
  if (watch->calls == 1) switch (watch->action) {
      case ADD: add_simple(watch->store, "Added meanwhile", 1); break;
      case EXPORT_ANOTHER:
        CHECK_INT(iex_store_export(watch->store, IEX_FORMAT_CSV, NULL, NULL, &bytes, NULL), IEX_OK);
        CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
        break;
      case CLOSE: (void)iex_store_close(watch->store);
    }
  return watch->calls++ == watch->stop_at;
}

static iex_status export_watched(export_watch *watch, int32_t format, iex_bytes **bytes) {
  watch->thread = pthread_self();
  return iex_store_export(watch->store, format, NULL,
                          &IEX_EXPORT(.progress = export_told, .progress_context = watch), bytes,
                          &error);
}

static iex_store *store_of_rows(const char *path) {
  iex_store *store = path ? open_store(path) : NULL;
  if (!path) {
    const iex_options options = IEX_OPTIONS(.currency = "EUR", .flags = IEX_OPEN_MEMORY);
    MUST(iex_store_open(NULL, &options, &store, &error));
  }
  MUST(iex_store_begin(store, "rows", &error));
  for (int i = 0; i < ROWS; i++) add_simple(store, "Row", i + 1);
  MUST(iex_store_commit(store, &error));
  return store;
}

static void an_export_is_told_and_can_be_stopped(void) {
  iex_store *store = store_of_rows("a.db");
  for (int32_t format = IEX_FORMAT_JSON; format <= IEX_FORMAT_BEANCOUNT; format++) {
    iex_bytes *bytes = NULL, *plain = NULL;
    size_t size = 0, plain_size = 0;
    export_watch watch = {.store = store, .stop_at = -1};
    CHECK_INT(export_watched(&watch, format, &bytes), IEX_OK);
    CHECK_INT(watch.last, ROWS);
    CHECK(watch.calls > 50 && watch.calls <= 300);
    CHECK_INT(iex_store_export(store, format, NULL, NULL, &plain, &error), IEX_OK);
    const void *data = iex_bytes_data(bytes, &size), *same = iex_bytes_data(plain, &plain_size);
    CHECK(size == plain_size && memcmp(data, same, size) == 0);
    CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
    CHECK_CODE(IEX_OK, iex_bytes_close(plain));
    for (int64_t call = 0; call < watch.calls; call += 1 + call) {
      export_watch stopping = {.store = store, .stop_at = call};
      CHECK_STATUS(IEX_ERROR_CANCELLED, export_watched(&stopping, format, &bytes));
      CHECK_INT(stopping.calls, call + 1);
      CHECK(bytes == NULL);
    }
  }
  close_store(store);
}

/* A store in memory and a transaction have no second connection: told at the beginning and the end. */
static void an_export_without_a_connection_of_its_own(void) {
  for (int in_memory = 0; in_memory < 2; in_memory++) {
    iex_store *store = store_of_rows(in_memory ? NULL : "b.db");
    iex_bytes *bytes = NULL;
    if (!in_memory) MUST(iex_store_begin(store, "more", &error));
    export_watch watch = {.store = store, .stop_at = -1};
    CHECK_INT(export_watched(&watch, IEX_FORMAT_CSV, &bytes), IEX_OK);
    CHECK(watch.calls >= 2 && watch.calls <= 3);
    CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
    if (!in_memory) MUST(iex_store_rollback(store, &error));
    close_store(store);
  }
}

static void an_export_whose_callback_does_things(void) {
  for (int action = ADD; action <= CLOSE; action++) {
    iex_store *store = store_of_rows("a.db");
    iex_bytes *bytes = NULL;
    export_watch watch = {.store = store, .stop_at = -1, .action = action};
    iex_status status = export_watched(&watch, IEX_FORMAT_JSON, &bytes);
    if (action == CLOSE) {
      CHECK(status != IEX_OK && bytes == NULL);
    } else {
      CHECK_INT(status, IEX_OK);
      CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
      CHECK_INT(count_of(store), ROWS + (action == ADD));
      close_store(store);
    }
    store = open_store("a.db");
    CHECK_INT(count_of(store), ROWS + (action == ADD));
    close_store(store);
    (void)remove("a.db");
  }
}

TEST_MAIN(TEST_CASE(an_export_is_told_and_can_be_stopped),
          TEST_CASE(an_export_without_a_connection_of_its_own),
          TEST_CASE(an_export_whose_callback_does_things))

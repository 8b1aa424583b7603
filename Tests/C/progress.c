/* Progress of an import: what a callback is told, on which thread, and how it stops one. */
#include "importing.h"

#include <pthread.h>

#define ROWS 3000

/* A file of ROWS rows, which the caller frees; and its size. */
static char *large_file(size_t *size) {
  char *text = malloc(64 * ROWS + 64), *end = text;
  if (text == NULL) test_give_up();
  end += sprintf(end, "Date;Merchant;Amount\n");
  for (int i = 0; i < ROWS; i++)
    end += sprintf(end, "%02d.04.2026;Merchant %d;-%d,50\n", 1 + i % 28, i, i);
  *size = (size_t)(end - text);
  return text;
}

typedef struct watch {
  iex_store *store;
  iex_import *import;
  pthread_t thread;
  int64_t calls, of_phase[3], last, total;
  int32_t phase; /* the phase before */
  int32_t stop_in; /* a phase; -1: none */
  int64_t stop_at; /* a call, from 0; -1: none */
  int action;
  int32_t act_in; /* a phase */
} watch;

enum { GO_ON, CLOSE_STORE, CLOSE_IMPORT, USE_IMPORT, IMPORT_ANOTHER };

static const watch nothing = {.phase = -1, .stop_in = -1, .stop_at = -1};

static int32_t told(void *context, const iex_progress *progress);

static iex_status open_file(iex_store *store, const char *text, size_t size, watch *watch,
                            iex_import **import) {
  watch->store = store;
  watch->thread = pthread_self();
  return iex_import_open_bytes(
      store, text, size,
      &IEX_IMPORT(.profile = CSV_PROFILE, .name = "data", .progress = told, .progress_context = watch),
      import, &error);
}

static int32_t told(void *context, const iex_progress *progress) {
  watch *watch = context;
  CHECK(pthread_equal(watch->thread, pthread_self()));
  CHECK_INT(progress->struct_size, sizeof(iex_progress));
  CHECK(progress->phase >= IEX_PROGRESS_READ && progress->phase <= IEX_PROGRESS_STORE);
  CHECK(progress->done >= 0 && (progress->total == 0 || progress->done <= progress->total));
  if (progress->phase == watch->phase) CHECK(progress->done >= watch->last);
  watch->phase = progress->phase;
  watch->last = progress->done;
  watch->total = progress->total;
  watch->of_phase[progress->phase]++;
  int64_t call = watch->calls++;
  if (watch->action != GO_ON && watch->act_in == progress->phase) {
    int action = watch->action;
    watch->action = GO_ON;
    iex_import_summary summary = {.struct_size = sizeof(summary)};
    iex_error own;
    struct watch other = nothing;
    size_t size;
    switch (action) {
      case CLOSE_STORE: (void)iex_store_close(watch->store); break;
      case CLOSE_IMPORT: (void)iex_import_close(watch->import); break;
      case USE_IMPORT:
        (void)iex_import_describe(watch->import, &summary, &own);
        (void)iex_import_findings(watch->import, &size);
        (void)iex_import_set_row(watch->import, 0, IEX_ROW_EXCLUDED, &own);
        (void)iex_import_answer(watch->import, "{}", &own);
        CHECK_CODE(IEX_ERROR_TRANSACTION, iex_import_commit(watch->import, NULL, NULL));
        break;
      case IMPORT_ANOTHER: {
        char *text = large_file(&size);
        iex_import *import = NULL;
        CHECK_INT(open_file(watch->store, text, size, &other, &import), IEX_OK);
        CHECK(other.calls > 0);
        CHECK_CODE(IEX_OK, iex_import_close(import));
        free(text);
      }
    }
    return 0;
  }
  return watch->stop_in == progress->phase || watch->stop_at == call ? 1 : 0;
}

static void progress_is_told(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  watch watch = nothing;
  size_t size;
  char *text = large_file(&size);
  MUST(open_file(store, text, size, &watch, &import));
  CHECK(watch.of_phase[IEX_PROGRESS_READ] > 0);
  CHECK_INT(watch.of_phase[IEX_PROGRESS_STORE], 0);
  int64_t reading = watch.calls;
  CHECK_INT(commit_and_close(store, import), ROWS);
  CHECK(watch.of_phase[IEX_PROGRESS_STORE] > 0);
  CHECK_INT(watch.phase, IEX_PROGRESS_STORE);
  CHECK_INT(watch.total, ROWS);
  CHECK(watch.calls - reading <= 1000);
  /* The store has something to compare with now. */
  watch = nothing;
  MUST(open_file(store, text, size, &watch, &import));
  CHECK(watch.of_phase[IEX_PROGRESS_MATCH] > 0);
  CHECK_INT(summary_of(import).duplicates, ROWS);
  CHECK_INT(commit_and_close(store, import), 0);
  free(text);
  close_store(store);
}

static void a_stopped_import_stores_nothing(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  size_t size;
  char *text = large_file(&size);
  add_simple(store, "First", 1);
  for (int32_t phase = IEX_PROGRESS_READ; phase <= IEX_PROGRESS_STORE; phase++) {
    watch watch = nothing;
    watch.stop_in = phase;
    iex_status opened = open_file(store, text, size, &watch, &import);
    CHECK_INT(opened, phase == IEX_PROGRESS_STORE ? IEX_OK : IEX_ERROR_CANCELLED);
    CHECK((import == NULL) == (opened != IEX_OK));
    if (import == NULL) continue;
    iex_step step;
    CHECK_STATUS(IEX_ERROR_CANCELLED, iex_import_commit(import, &step, &error));
    CHECK_INT(step.revision, 0);
    CHECK_INT(count_of(store), 1);
    /* Inside a transaction it is the transaction that fails. */
    MUST(iex_store_begin(store, "both", &error));
    add_simple(store, "Second", 1);
    CHECK_STATUS(IEX_ERROR_CANCELLED, iex_import_commit(import, &step, &error));
    CHECK_STATUS(IEX_ERROR_CANCELLED, iex_store_commit(store, &error));
    CHECK_INT(count_of(store), 1);
    /* It may be tried again. */
    watch.stop_in = -1;
    CHECK_INT(commit_and_close(store, import), ROWS);
  }
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  free(text);
  close_store(store);
}

static void it_can_be_stopped_at_any_call(void) {
  iex_store *store = open_store("a.db");
  size_t size;
  char *text = large_file(&size);
  watch all = nothing;
  iex_import *import = NULL;
  MUST(open_file(store, text, size, &all, &import));
  CHECK_INT(commit_and_close(store, import), ROWS);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  int64_t step = getenv("IEX_TEST_QUICK") ? 7 : 1;
  for (int64_t call = 0; call < all.calls; call += step) {
    watch watch = nothing;
    watch.stop_at = call;
    iex_status status = open_file(store, text, size, &watch, &import);
    if (status == IEX_OK) {
      status = iex_import_commit(import, NULL, &error);
      CHECK_CODE(IEX_OK, iex_import_close(import));
    }
    if (!CHECK_INT(status, IEX_ERROR_CANCELLED)) fprintf(stderr, "    … call %" PRId64 "\n", call);
    CHECK_INT(count_of(store), 0);
  }
  /* An answer too: the import stays as it was. */
  watch watch = nothing;
  MUST(open_file(store, text, size, &watch, &import));
  watch.stop_in = IEX_PROGRESS_READ;
  CHECK_STATUS(IEX_ERROR_CANCELLED, iex_import_answer(import, "{\"type\":\"Business\"}", &error));
  CHECK_INT(summary_of(import).fresh, ROWS);
  CHECK_INT(commit_and_close(store, import), ROWS);
  free(text);
  close_store(store);
}

/* What a callback may do is a status, whatever it is. */
static void a_callback_that_does_things(void) {
  size_t size;
  char *text = large_file(&size);
  for (int32_t phase = IEX_PROGRESS_READ; phase <= IEX_PROGRESS_STORE; phase++)
    for (int action = CLOSE_STORE; action <= IMPORT_ANOTHER; action++) {
      if (phase != IEX_PROGRESS_STORE && (action == CLOSE_IMPORT || action == USE_IMPORT)) continue;
      iex_store *store = open_store("a.db");
      int64_t before = count_of(store);
      watch watch = nothing;
      watch.action = action;
      watch.act_in = phase;
      add_simple(store, "One", 1);
      iex_import *import = NULL;
      iex_status status = open_file(store, text, size, &watch, &import);
      watch.import = import;
      if (status == IEX_OK) status = iex_import_commit(import, NULL, &error);
      if (action == CLOSE_STORE) {
        CHECK(status != IEX_OK);
        CHECK_CODE(IEX_ERROR_HANDLE, iex_store_close(store));
        store = open_store("a.db");
      }
      (void)iex_import_close(import);
      int64_t added = count_of(store) - before;
      if (!CHECK(added == 1 || added == 1 + ROWS))
        fprintf(stderr, "    … phase %d, action %d\n", phase, action);
      if (action == IMPORT_ANOTHER) CHECK_INT(status, IEX_OK);
      close_store(store);
      (void)remove("a.db");
    }
  free(text);
}

TEST_MAIN(TEST_CASE(progress_is_told),
          TEST_CASE(a_stopped_import_stores_nothing),
          TEST_CASE(it_can_be_stopped_at_any_call),
          TEST_CASE(a_callback_that_does_things))

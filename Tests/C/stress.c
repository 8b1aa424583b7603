/* Four processes of four threads each add, change, remove, undo and do again, all at once, while
 * each process is told of everything in three ways and others come and go.
 *
 * IEX_TEST_SECONDS (5) can be set. Nothing is lost and nothing doubled: there are as
 * many revisions as calls that changed something, and every observer saw each revision once, in
 * order; the rows that the changes alone tell of are those of the store. */
#include "test.h"

#include <pthread.h>
#include <sched.h>

#include "observing.h"

enum { PROCESSES = 4, THREADS = 4 };

static iex_store *shared;
static int64_t changed; /* calls that changed something */
static int registered, freed;
static bool stop_writing, stop_all;
static mirror now, queued, pulled;

static void free_counted(void *context) {
  (void)context;
  __atomic_add_fetch(&freed, 1, __ATOMIC_SEQ_CST);
}

static void seen(iex_status status, const iex_error *error, bool changes) {
  if (status == IEX_OK)
    __atomic_add_fetch(&changed, changes, __ATOMIC_SEQ_CST);
  else if (status != IEX_ERROR_CONFLICT && status != IEX_ERROR_NOT_FOUND)
    test_status(HERE, "a write", status, IEX_OK, error);
}

/* Each thread changes rows of its own; undo and redo take those of the whole process. */
static void *write_rows(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context * 7919 + (uint64_t)getpid();
  int64_t mine[32];
  int count = 0;
  iex_error error;
  while (!__atomic_load_n(&stop_writing, __ATOMIC_SEQ_CST)) {
    int what = (int)(test_random(&state) % 16);
    iex_step step = {0};
    if (count == 0 || (what < 5 && count < 31)) {
      iex_status status =
          iex_store_add(shared, &IEX_EXPENSE(.name = "Row", .amount_minor = what, .date = 20260314),
                        &mine[count], &error);
      seen(status, &error, true);
      count += status == IEX_OK;
    } else if (what < 6 && count < 29) {
      iex_status status = iex_store_begin(shared, "two", &error);
      for (int i = 0; i < 2 && !status; i++)
        status = iex_store_add(shared, &IEX_EXPENSE(.name = "Pair", .amount_minor = 1),
                               &mine[count + i], &error);
      if (!status) status = iex_store_commit(shared, &error);
      seen(status, &error, true);
      if (!status) count += 2;
    } else if (what < 10) {
      int64_t amount = (int64_t)(test_random(&state) >> 20);
      seen(iex_store_update(
               shared,
               &IEX_EXPENSE(.id = mine[test_random(&state) % (uint64_t)count],
                            .amount_minor = amount),
               IEX_BIT(IEX_FIELD_AMOUNT), &error),
           &error, true);
    } else if (what < 12) {
      seen(iex_store_remove(shared, &mine[--count], 1, &error), &error, true);
    } else if (what < 15) {
      iex_status status = iex_store_undo(shared, IEX_UNDO_MINE, &step, &error);
      seen(status, &error, step.revision != 0);
    } else {
      iex_status status = iex_store_redo(shared, IEX_UNDO_MINE, &step, &error);
      seen(status, &error, step.revision != 0);
    }
  }
  return NULL;
}

static void *dispatch_all(void *context) {
  iex_error error;
  (void)context;
  while (!__atomic_load_n(&stop_all, __ATOMIC_SEQ_CST) &&
         CHECK_OK(iex_store_dispatch(shared, 50, NULL, &error)))
    continue;
  return NULL;
}

static void *pull_all(void *context) {
  iex_error error;
  (void)context;
  while (!pulled.saw_last) {
    const iex_change *change = NULL;
    if (!CHECK_OK(iex_store_next_change(shared, 1000, &change, &error))) break;
    if (!change) continue;
    mirror_take(&pulled, change);
    CHECK_CODE(IEX_OK, iex_change_close(change));
  }
  return NULL;
}

static void visit(void *context, const iex_change *change) {
  (void)context;
  CHECK(iex_change_info(change) != NULL);
}

static void *come_and_go(void *context) {
  iex_error error;
  uint64_t state = 1;
  (void)context;
  while (!__atomic_load_n(&stop_all, __ATOMIC_SEQ_CST)) {
    uint64_t number = 0;
    CHECK_OK(iex_store_subscribe_with(
        shared, &IEX_SUBSCRIPTION(.delivery = (int32_t)(test_random(&state) % 2)), visit, NULL,
        free_counted, &number, &error));
    registered++;
    pause_us((long)(test_random(&state) % 2000));
    CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
    CHECK_INT(__atomic_load_n(&freed, __ATOMIC_SEQ_CST), registered);
  }
  return NULL;
}

/* One of the processes; it ends when it has heard of the last expense in every way. */
static int take_part(int argc, char **argv) {
  pthread_t threads[THREADS], others[3];
  const iex_change *change = NULL;
  char path[40], byte = 0;
  if (argc < 2 || strcmp(argv[0], "take-part") != 0) return -1;
  MUST(iex_store_open("a.db",
                      &IEX_OPTIONS(.flags = IEX_OPEN_RELAXED, .origin = argv[1],
                                   .busy_timeout_ms = 60000),
                      &shared, &error));
  mirror *mirrors[] = {&now, &queued, &pulled};
  static const char *const names[] = {"now", "queued", "pulled"};
  for (int i = 0; i < 3; i++) {
    mirrors[i]->store = shared;
    mirrors[i]->last = revision_of(shared);
    snprintf(path, sizeof(path), "%s-%s.log", argv[1], names[i]);
    MUST_HOLD((mirrors[i]->log = fopen(path, "wb")) != NULL);
    if (i < 2)
      MUST(iex_store_subscribe_with(shared, &IEX_SUBSCRIPTION(.delivery = i), mirror_callback,
                                    mirrors[i], mirror_free, NULL, &error));
  }
  MUST(iex_store_next_change(shared, 0, &change, &error));
  tell("R", 1);
  MUST_HOLD(read(0, &byte, 1) >= 0); /* until the parent closes it: all are ready */
  pthread_create(&others[0], NULL, dispatch_all, NULL);
  pthread_create(&others[1], NULL, pull_all, NULL);
  pthread_create(&others[2], NULL, come_and_go, NULL);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, write_rows, (void *)(i + 1));
  double end = test_seconds() + atof(getenv("IEX_TEST_SECONDS"));
  while (test_seconds() < end) pause_us(10000);
  __atomic_store_n(&stop_writing, true, __ATOMIC_SEQ_CST);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  tell(&changed, sizeof(changed));
  pthread_join(others[1], NULL);
  end = test_seconds() + 30;
  while (test_seconds() < end && !(__atomic_load_n(&now.saw_last, __ATOMIC_SEQ_CST) &&
                                   __atomic_load_n(&queued.saw_last, __ATOMIC_SEQ_CST)))
    pause_us(1000);
  __atomic_store_n(&stop_all, true, __ATOMIC_SEQ_CST);
  pthread_join(others[0], NULL);
  pthread_join(others[2], NULL);
  CHECK(now.saw_last && queued.saw_last && pulled.saw_last);
  for (int i = 0; i < 3; i++) {
    mirror_compare(mirrors[i]);
    fclose(mirrors[i]->log);
  }
  CHECK_INT(freed, registered);
  CHECK_OK(iex_store_check(shared, &error));
  CHECK_CODE(IEX_OK, iex_store_close(shared));
  CHECK_INT(now.freed, 1);
  CHECK_INT(queued.freed, 1);
  CHECK_INT(iex_handle_count(), 0);
  return 0;
}

static void null_for_everything(void) {
  const iex_change *change = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_next_change(NULL, 0, &change, &error));
}

static void four_processes_of_four_threads(void) {
  int processes[PROCESSES], outputs[PROCESSES], go[2], saved = dup(0);
  int64_t sum = 0, told;
  char name[16], path[40];
  setenv("IEX_TEST_SECONDS", "5", 0);
  iex_store *store = open_store("a.db");
  int64_t begin = revision_of(store);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  MUST_HOLD(pipe2(go, O_CLOEXEC) == 0);
  dup2(go[0], 0);
  for (int i = 0; i < PROCESSES; i++) {
    snprintf(name, sizeof(name), "process-%d", i);
    processes[i] = start_program("take-part", name, &outputs[i]);
  }
  dup2(saved, 0);
  for (int i = 0; i < PROCESSES; i++) wait_for_byte(outputs[i]);
  close(go[0]), close(go[1]), close(saved);
  for (int i = 0; i < PROCESSES; i++) {
    MUST_HOLD(read(outputs[i], &told, sizeof(told)) == sizeof(told));
    sum += told;
  }
  store = open_store("a.db");
  add_simple(store, LAST_NAME, 1);
  for (int i = 0; i < PROCESSES; i++) CHECK_INT(test_wait(processes[i]), 0);
  CHECK_INT(revision_of(store), begin + sum + 1);
  for (int i = 0; i < PROCESSES; i++)
    for (int k = 0; k < 3; k++) {
      snprintf(path, sizeof(path), "process-%d-%s.log", i,
               k == 0 ? "now" : k == 1 ? "queued" : "pulled");
      compare_log(store, path, begin, true);
    }
  printf("    %d x %d threads for %s s: %" PRId64 " changes, each heard in 12 ways\n", PROCESSES,
         THREADS, getenv("IEX_TEST_SECONDS"), sum);
  CHECK_INT(resets_of(store), 0);
  close_store(store);
  CHECK(!test_file_exists("a.db-note") && !test_file_exists("a.db-wal"));
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(four_processes_of_four_threads)};
  test_modes = take_part;
  return test_main(argc, argv, cases, COUNT(cases));
}

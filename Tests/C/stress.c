/* Four processes of eight threads each add, change, remove, undo, do again, view and subscribe, all
 * at once, while each process is told of everything in three ways, keeps views by what they tell,
 * forks, and has one observer that looks only now and then.
 *
 * IEX_TEST_SECONDS (5) can be set. Nothing is lost and nothing doubled: there are as many revisions
 * as calls that changed something; each transaction that was acknowledged is in the history once, and
 * no other one is; every observer saw each revision once, in order, with its origin; the rows that
 * the changes alone tell of are those of the store, and views are what a new query answers. */
#include "test.h"

#include <pthread.h>
#include <sched.h>

#include "observing.h"
#include "viewing.h"

/* For ThreadSanitizer Swift's runtime takes a lock of its own wherever a global variable is used, and a
 * child does not have the thread that holds it. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define WITHOUT_FORKS
#endif
#endif

enum { PROCESSES = 4, THREADS = 8, VIEWS = 2, LABEL = 40 };

static iex_store *shared, *seldom;
static int64_t changed; /* calls that changed something */
static int registered, freed, forks;
static bool stop_writing, stop_all;
static mirror now, queued, pulled, slow;
static shown views[VIEWS];
static const char *own_name;
static FILE *acknowledged; /* the labels of the transactions that were */

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

/* One or two rows in a transaction, whose label is like no other. */
static int add_labelled(int thread, int number, int64_t ids[2], int rows) {
  char label[LABEL] = {0};
  iex_error error;
  snprintf(label, sizeof(label), "%s thread %d does %d", own_name, thread, number);
  iex_status status = iex_store_begin(shared, label, &error);
  for (int i = 0; i < rows && !status; i++)
    status = iex_store_add(shared, &IEX_EXPENSE(.name = "Row", .amount_minor = number,
                                                .date = 20260314, .account = own_name),
                           &ids[i], &error);
  if (!status) status = iex_store_commit(shared, &error);
  seen(status, &error, true);
  if (!status) fwrite(label, sizeof(label), 1, acknowledged);
  return status ? 0 : rows;
}

/* A view of the rows of this process: each of them once, and none of others. */
static void look(void) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  iex_error error;
  if (!CHECK_OK(iex_view_open(shared, &IEX_QUERY(.account = own_name, .sort = IEX_SORT_ID), &view,
                              &error)))
    return;
  CHECK_OK(iex_view_read(view, 0, INT64_MAX, &page, &error));
  const iex_expense *rows = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    CHECK_STR(rows[i].account, own_name);
    CHECK(i == 0 || rows[i].id > rows[i - 1].id);
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

static void visit(void *context, const iex_change *change) {
  CHECK(!__atomic_load_n((bool *)context, __ATOMIC_SEQ_CST));
  CHECK(iex_change_info(change) != NULL);
}

static void leave(void *context) { __atomic_store_n((bool *)context, true, __ATOMIC_SEQ_CST); }

/* From the cancelling on `left` is no callback's any more. */
static void visit_shortly(void) {
  bool left = false;
  uint64_t number = 0;
  iex_error error;
  if (!CHECK_OK(iex_store_subscribe(shared, visit, &left, leave, &number, &error))) return;
  sched_yield();
  CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
  CHECK(left);
}

static int64_t heard_until; /* the last revision that was told at once */

static void take_now(void *context, const iex_change *change) {
  mirror_callback(context, change);
  __atomic_store_n(&heard_until, ((mirror *)context)->last, __ATOMIC_SEQ_CST);
}

/* Who writes waits for who hears: what is far behind is read from the journal, which takes long. */
static void wait_for_hearing(void) {
  int64_t revision = 0;
  iex_error error;
  while (CHECK_OK(iex_store_revision(shared, &revision, &error)) &&
         revision - __atomic_load_n(&heard_until, __ATOMIC_SEQ_CST) > 200 &&
         !__atomic_load_n(&stop_writing, __ATOMIC_SEQ_CST))
    pause_us(1000);
}

/* Each thread changes rows of its own; undo and redo take those of the whole process. */
static void *write_rows(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context * 7919 + (uint64_t)getpid();
  int64_t mine[32];
  int count = 0;
  iex_error error;
  for (int number = 0; !__atomic_load_n(&stop_writing, __ATOMIC_SEQ_CST); number++) {
    int what = (int)(test_random(&state) % 18);
    wait_for_hearing();
    iex_step step = {0};
    if (what >= 16) {
      if (what == 16) look();
      else visit_shortly();
    } else if (count == 0 || (what < 6 && count < 30)) {
      count += add_labelled((int)(uintptr_t)context, number, &mine[count], 1 + (what == 5));
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

static void hear(void *context, const iex_change *change) {
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
        shared, &IEX_SUBSCRIPTION(.delivery = (int32_t)(test_random(&state) % 2)), hear, NULL,
        free_counted, &number, &error));
    registered++;
    pause_us((long)(test_random(&state) % 2000));
    CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
    CHECK_INT(__atomic_load_n(&freed, __ATOMIC_SEQ_CST), registered);
  }
  return NULL;
}

/* A fork in the middle of it all: the child is told so by every call, whatever the other threads
 * held at that moment, and this process goes on. */
static void fork_amid(void) {
  forks++;
#ifdef WITHOUT_FORKS
  return;
#endif
  int child = fork();
  if (child == 0) {
    iex_view *view = NULL;
    const iex_change *change = NULL;
    int wrong = 0;
    wrong |= iex_store_add(shared, &IEX_EXPENSE(.name = "Child"), NULL, NULL) != IEX_ERROR_FORKED;
    wrong |= (iex_store_dispatch(shared, 0, NULL, NULL) != IEX_ERROR_FORKED) << 1;
    wrong |= (iex_store_next_change(shared, 0, &change, NULL) != IEX_ERROR_FORKED) << 2;
    wrong |= (iex_view_open(shared, NULL, &view, NULL) != IEX_ERROR_FORKED) << 3;
    wrong |= (iex_store_undo(shared, 0, NULL, NULL) != IEX_ERROR_FORKED) << 4;
    wrong |= (iex_store_close(shared) != IEX_ERROR_FORKED) << 5;
    _exit(wrong);
  }
  CHECK(child > 0);
  CHECK_INT(test_wait(child), 0);
}

static void open_observers(void) {
  mirror *mirrors[] = {&now, &queued, &pulled};
  static const char *const names[] = {"now", "queued", "pulled"};
  const iex_change *change = NULL;
  char path[40];
  for (int i = 0; i < 3; i++) {
    mirrors[i]->store = shared;
    mirrors[i]->last = revision_of(shared);
    snprintf(path, sizeof(path), "%s-%s.log", own_name, names[i]);
    MUST_HOLD((mirrors[i]->log = fopen(path, "wb")) != NULL);
    if (i < 2)
      MUST(iex_store_subscribe_with(shared, &IEX_SUBSCRIPTION(.delivery = i),
                                    i == 0 ? take_now : mirror_callback, mirrors[i], mirror_free,
                                    NULL, &error));
  }
  heard_until = now.last;
  MUST(iex_store_next_change(shared, 0, &change, &error));
  slow.store = seldom;
  slow.last = revision_of(seldom);
  MUST(iex_store_subscribe_with(seldom, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED),
                                mirror_callback, &slow, mirror_free, NULL, &error));
  for (int i = 0; i < VIEWS; i++) {
    shown *s = &views[i];
    s->store = shared;
    s->query = IEX_QUERY(.sort = -IEX_SORT_AMOUNT, .then_sort = IEX_SORT_ID, .limit = 20);
    if (i == 1) s->query = IEX_QUERY(.account = own_name, .section = IEX_SECTION_ACCOUNT);
    MUST(iex_view_open(shared, &s->query, &s->view, &error));
    MUST(iex_view_subscribe(s->view, shown_callback, s, shown_free, &s->subscription, &error));
    read_all(s, s->view);
  }
}

/* When everyone has stopped: what was told is what there is. */
static void close_observers(void) {
  mirror *mirrors[] = {&now, &queued, &pulled, &slow};
  int64_t told = 1;
  while (told > 0 && CHECK_OK(iex_store_dispatch(shared, 0, &told, &error))) continue;
  for (told = 1; told > 0 && CHECK_OK(iex_store_dispatch(seldom, 0, &told, &error));) continue;
  for (int i = 0; i < 4; i++) {
    CHECK(mirrors[i]->saw_last);
    mirror_compare(mirrors[i]);
    if (mirrors[i]->log) fclose(mirrors[i]->log);
  }
  CHECK(slow.told <= 1024); /* more than that is told as one */
  for (int i = 0; i < VIEWS; i++) compare_with_query(&views[i]);
  CHECK_OK(iex_store_check(shared, &error));
  CHECK_CODE(IEX_OK, iex_store_close(seldom));
  CHECK_CODE(IEX_OK, iex_store_close(shared));
  for (int i = 0; i < 4; i++) CHECK_INT(mirrors[i]->freed, i != 2);
  for (int i = 0; i < VIEWS; i++) CHECK_INT(views[i].freed, 1);
}

/* One of the processes; it ends when it has heard of the last expense in every way. */
static int take_part(int argc, char **argv) {
  pthread_t threads[THREADS], others[3];
  char path[40], byte = 0;
  if (argc < 2 || strcmp(argv[0], "take-part") != 0) return -1;
  own_name = argv[1];
  iex_options options = IEX_OPTIONS(.flags = IEX_OPEN_RELAXED, .origin = own_name,
                                    .busy_timeout_ms = PATIENCE);
  MUST(iex_store_open("a.db", &options, &shared, &error));
  MUST(iex_store_open("a.db", &options, &seldom, &error));
  snprintf(path, sizeof(path), "%s-acknowledged.log", own_name);
  MUST_HOLD((acknowledged = fopen(path, "wb")) != NULL);
  open_observers();
  tell("R", 1);
  MUST_HOLD(read(0, &byte, 1) >= 0); /* until the parent closes it: all are ready */
  pthread_create(&others[0], NULL, dispatch_all, NULL);
  pthread_create(&others[1], NULL, pull_all, NULL);
  pthread_create(&others[2], NULL, come_and_go, NULL);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, write_rows, (void *)(i + 1));
  double end = test_seconds() + atof(getenv("IEX_TEST_SECONDS"));
  while (test_seconds() < end) {
    pause_us(200000);
    fork_amid();
  }
  __atomic_store_n(&stop_writing, true, __ATOMIC_SEQ_CST);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  fclose(acknowledged);
  tell(&changed, sizeof(changed));
  pthread_join(others[1], NULL);
  end = test_seconds() + 120;
  while (test_seconds() < end && !(__atomic_load_n(&now.saw_last, __ATOMIC_SEQ_CST) &&
                                   __atomic_load_n(&queued.saw_last, __ATOMIC_SEQ_CST)))
    pause_us(1000);
  __atomic_store_n(&stop_all, true, __ATOMIC_SEQ_CST);
  pthread_join(others[0], NULL);
  pthread_join(others[2], NULL);
  close_observers();
  CHECK_INT(freed, registered);
  CHECK(forks > 0);
  CHECK_INT(iex_handle_count(), 0);
  return 0;
}

static int by_text(const void *a, const void *b) { return strncmp(a, b, LABEL); }

/* The labels that the processes noted are those of the history, each once. */
static void compare_acknowledged(iex_store *store, int64_t begin) {
  static const char prefix[] = "process-";
  iex_history *history = NULL;
  size_t size = 0, count = 0, found = 0;
  MUST(iex_store_history(store, 0, 0, INT64_MAX, &history, &error));
  const iex_revision *past = iex_history_rows(history, &size);
  char(*said)[LABEL] = calloc(size + 1, LABEL), (*there)[LABEL] = calloc(size + 1, LABEL);
  MUST_HOLD(said != NULL && there != NULL);
  for (int i = 0; i < PROCESSES; i++) {
    char path[40];
    snprintf(path, sizeof(path), "process-%d-acknowledged.log", i);
    FILE *file = fopen(path, "rb");
    MUST_HOLD(file != NULL);
    while (count <= size && fread(said[count], LABEL, 1, file) == 1) count++;
    fclose(file);
  }
  for (size_t i = 0; i < size; i++)
    if (past[i].last_revision > begin && past[i].kind == IEX_CHANGE_EDIT &&
        strncmp(past[i].label, prefix, sizeof(prefix) - 1) == 0) {
      CHECK(strncmp(past[i].label, past[i].origin, strlen(past[i].origin)) == 0);
      snprintf(there[found++], LABEL, "%s", past[i].label);
    }
  qsort(said, count, LABEL, by_text);
  qsort(there, found, LABEL, by_text);
  CHECK(count > 0);
  if (CHECK_INT((int64_t)found, (int64_t)count))
    for (size_t i = 0; i < count; i++) {
      if (!CHECK_STR(there[i], said[i])) break;
      CHECK(i == 0 || by_text(said[i - 1], said[i]) != 0);
    }
  printf("    %zu acknowledged transactions are in the history once each\n", count);
  free(said);
  free(there);
  CHECK_CODE(IEX_OK, iex_history_close(history));
}

static void null_for_everything(void) {
  const iex_change *change = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_next_change(NULL, 0, &change, &error));
}

static void four_processes_of_eight_threads(void) {
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
  compare_acknowledged(store, begin);
  printf("    %d x %d threads for %s s: %" PRId64 " changes, each heard in 12 ways\n", PROCESSES,
         THREADS, getenv("IEX_TEST_SECONDS"), sum);
  CHECK_INT(resets_of(store), 0);
  close_store(store);
  CHECK(!test_file_exists("a.db-note") && !test_file_exists("a.db-wal"));
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(four_processes_of_eight_threads)};
  test_modes = take_part;
  return test_main(argc, argv, cases, COUNT(cases));
}

/* Several threads on one store: counts, order, isolation, cancelling while callbacks run. */
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { WRITERS = 4 };

static int adds_per_thread(void) { return getenv("IEX_TEST_QUICK") ? 50 : 1000; }

static void pause_ms(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static void null_for_everything(void) {
  CHECK_CODE(IEX_ERROR_HANDLE, iex_store_close(NULL));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(0));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_view_close(NULL));
}

/* What is shared by the threads of the first test. */
static iex_store *shared;
static int writers_left;
static int64_t told;     /* expenses added, as the subscribers were told */
static int64_t last_revision;
static int callbacks_running, nested;
static int frees, subscriptions;

static void count_added(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  if (__atomic_add_fetch(&callbacks_running, 1, __ATOMIC_SEQ_CST) > 1) nested++;
  if (info) {
    told += info->added;
    CHECK_INT(info->first_revision, last_revision + 1);
    last_revision = info->last_revision;
  }
  __atomic_sub_fetch(&callbacks_running, 1, __ATOMIC_SEQ_CST);
}

static void *add_rows(void *context) {
  iex_error error;
  int count = adds_per_thread();
  for (int i = 0; i < count; i++)
    CHECK_OK(iex_store_add(shared,
                           &IEX_EXPENSE(.name = "Row", .amount_minor = 1, .date = 20260314,
                                        .account = context),
                           NULL, &error));
  __atomic_sub_fetch(&writers_left, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void *read_rows(void *context) {
  iex_error error;
  int64_t before = 0;
  (void)context;
  while (__atomic_load_n(&writers_left, __ATOMIC_SEQ_CST) > 0) {
    iex_view *view = NULL;
    iex_page *page = NULL;
    iex_totals *totals = NULL;
    int64_t count = 0;
    size_t size = 0;
    CHECK_OK(iex_view_open(shared, &IEX_QUERY(.sort = -IEX_SORT_ID), &view, &error));
    CHECK_OK(iex_view_count(view, &count, &error));
    CHECK(count >= before); /* never back in time */
    before = count;
    CHECK_OK(iex_view_read(view, 0, 10, &page, &error));
    const iex_expense *row = iex_page_rows(page, &size);
    for (size_t i = 0; i < size; i++) CHECK_STR(row[i].name, "Row");
    CHECK_OK(iex_store_totals(shared, NULL, 0, 0, &totals, &error));
    const iex_total *total = iex_totals_rows(totals, &size);
    if (size == 1) {
      CHECK_INT(total[0].amount_minor, total[0].count); /* each row is one cent: one snapshot */
      CHECK(total[0].count >= before);
    }
    CHECK_CODE(IEX_OK, iex_totals_close(totals));
    CHECK_CODE(IEX_OK, iex_page_close(page));
    CHECK_CODE(IEX_OK, iex_view_close(view));
  }
  return NULL;
}

/* A subscription that knows when it must not be called any more. */
typedef struct guest {
  bool cancelled;
} guest;

static void visit(void *context, const iex_change *change) {
  guest *g = context;
  (void)change;
  sched_yield();
  CHECK(!__atomic_load_n(&g->cancelled, __ATOMIC_SEQ_CST));
}

static void free_guest(void *context) {
  (void)context;
  __atomic_add_fetch(&frees, 1, __ATOMIC_SEQ_CST);
}

static void *come_and_go(void *context) {
  iex_error error;
  (void)context;
  while (__atomic_load_n(&writers_left, __ATOMIC_SEQ_CST) > 0) {
    guest g = {false};
    uint64_t number = 0;
    CHECK_OK(iex_store_subscribe(shared, visit, &g, free_guest, &number, &error));
    subscriptions++;
    sched_yield();
    CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
    /* From here on it is not running and never will: `g` goes out of its scope. */
    __atomic_store_n(&g.cancelled, true, __ATOMIC_SEQ_CST);
    CHECK_INT(__atomic_load_n(&frees, __ATOMIC_SEQ_CST), subscriptions);
  }
  return NULL;
}

static void four_write_one_reads_one_comes_and_goes(void) {
  static char names[WRITERS][8] = {"A", "B", "C", "D"};
  pthread_t threads[WRITERS + 2];
  shared = open_store("a.db");
  writers_left = WRITERS;
  told = frees = subscriptions = nested = 0;
  last_revision = revision_of(shared);
  MUST(iex_store_subscribe(shared, count_added, NULL, NULL, NULL, &error));
  for (int i = 0; i < WRITERS; i++) pthread_create(&threads[i], NULL, add_rows, names[i]);
  pthread_create(&threads[WRITERS], NULL, read_rows, NULL);
  pthread_create(&threads[WRITERS + 1], NULL, come_and_go, NULL);
  for (int i = 0; i < WRITERS + 2; i++) pthread_join(threads[i], NULL);
  int64_t expected = (int64_t)WRITERS * adds_per_thread();
  CHECK_INT(count_of(shared), expected);
  CHECK_INT(told, expected);
  CHECK_INT(last_revision, revision_of(shared));
  CHECK_INT(nested, 0);
  CHECK(subscriptions > 0);
  CHECK_INT(frees, subscriptions);
  for (int i = 0; i < WRITERS; i++) {
    iex_view *view = NULL;
    int64_t count = 0;
    MUST(iex_view_open(shared, &IEX_QUERY(.account = names[i]), &view, &error));
    MUST(iex_view_count(view, &count, &error));
    CHECK_INT(count, adds_per_thread());
    CHECK_CODE(IEX_OK, iex_view_close(view));
  }
  close_store(shared);
}

/* A call that tells its change comes back, though others change the store without a pause, faster than
 * anyone is told. */
enum { TIRELESS = 3 };
static pthread_t tireless[TIRELESS];
static int has_come_back, is_late;

static void *add_without_a_pause(void *context) {
  iex_error error;
  time_t end = time(NULL) + 120;
  (void)context;
  while (!__atomic_load_n(&has_come_back, __ATOMIC_SEQ_CST)) {
    CHECK_OK(iex_store_add(shared, &IEX_EXPENSE(.name = "Row", .amount_minor = 1), NULL, &error));
    if (time(NULL) > end) __atomic_store_n(&is_late, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&is_late, __ATOMIC_SEQ_CST)) break;
  }
  return NULL;
}

static void hear_slowly(void *context, const iex_change *change) {
  if (told == 0)
    for (int i = 0; i < TIRELESS; i++)
      pthread_create(&tireless[i], NULL, add_without_a_pause, NULL);
  count_added(context, change);
  pause_ms(2);
}

static void a_call_comes_back_from_others_changes(void) {
  iex_options options = IEX_OPTIONS(.currency = "EUR", .flags = IEX_OPEN_MEMORY);
  MUST(iex_store_open(NULL, &options, &shared, &error));
  told = nested = has_come_back = is_late = 0;
  last_revision = revision_of(shared);
  MUST(iex_store_subscribe(shared, hear_slowly, NULL, NULL, NULL, &error));
  add_simple(shared, "Mine", 1);
  __atomic_store_n(&has_come_back, 1, __ATOMIC_SEQ_CST);
  for (int i = 0; i < TIRELESS; i++) pthread_join(tireless[i], NULL);
  CHECK_INT(is_late, 0);
  CHECK_INT(nested, 0);
  CHECK_INT(told, count_of(shared)); /* also what nobody was about to look at */
  CHECK_INT(last_revision, revision_of(shared));
  close_store(shared);
}

/* cancel waits for a callback that runs on another thread. */

static int stage;
static bool cancel_returned;

static void wait_inside(void *context, const iex_change *change) {
  (void)context, (void)change;
  __atomic_store_n(&stage, 1, __ATOMIC_SEQ_CST);
  pause_ms(150);
  CHECK(!__atomic_load_n(&cancel_returned, __ATOMIC_SEQ_CST));
  __atomic_store_n(&stage, 2, __ATOMIC_SEQ_CST);
}

static void *add_one(void *context) {
  iex_error error;
  CHECK_OK(iex_store_add(context, &IEX_EXPENSE(.name = "Row", .amount_minor = 1), NULL, &error));
  return NULL;
}

static void cancel_waits_for_a_running_callback(void) {
  pthread_t thread;
  uint64_t number = 0;
  iex_store *store = open_store("a.db");
  stage = frees = 0;
  cancel_returned = false;
  MUST(iex_store_subscribe(store, wait_inside, NULL, free_guest, &number, &error));
  pthread_create(&thread, NULL, add_one, store);
  while (__atomic_load_n(&stage, __ATOMIC_SEQ_CST) == 0) sched_yield();
  CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
  __atomic_store_n(&cancel_returned, true, __ATOMIC_SEQ_CST);
  CHECK_INT(__atomic_load_n(&stage, __ATOMIC_SEQ_CST), 2);
  pthread_join(thread, NULL);
  CHECK_INT(frees, 1);
  close_store(store);
}

/* Two callbacks, on two stores and two threads, that cancel each other while both run. */

static uint64_t numbers[2];
static pthread_barrier_t both_inside;

static void cancel_the_other(void *context, const iex_change *change) {
  size_t me = *(size_t *)context;
  (void)change;
  pthread_barrier_wait(&both_inside);
  (void)iex_subscription_cancel(numbers[1 - me]); /* called in a callback: it never waits */
}

static void two_callbacks_that_cancel_each_other(void) {
  static size_t names[2] = {0, 1};
  pthread_t threads[2];
  iex_store *stores[2] = {open_store("a.db"), open_store("b.db")};
  frees = 0;
  pthread_barrier_init(&both_inside, NULL, 2);
  for (int i = 0; i < 2; i++)
    MUST(iex_store_subscribe(stores[i], cancel_the_other, &names[i], free_guest, &numbers[i],
                             &error));
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add_one, stores[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  CHECK_INT(frees, 2);
  for (int i = 0; i < 2; i++) add_simple(stores[i], "Next", 1); /* nobody waits in the barrier */
  for (int i = 0; i < 2; i++) close_store(stores[i]);
  CHECK_INT(frees, 2);
  pthread_barrier_destroy(&both_inside);
}

/* A callback that waits for another thread's change cannot deadlock: that change is not delivered
 * under the feet of the running one, and its thread does not wait. */

static int order[8], ordered;

static void wait_for_another_thread(void *context, const iex_change *change) {
  pthread_t thread;
  const iex_revision *info = iex_change_info(change);
  if (ordered < 8 && info) order[ordered++] = (int)info->first_revision;
  if (ordered > 1) return;
  pthread_create(&thread, NULL, add_one, context);
  pthread_join(thread, NULL);
  CHECK_INT(ordered, 1);
}

static void a_callback_may_wait_for_another_thread(void) {
  iex_store *store = open_store("a.db");
  int start = (int)revision_of(store);
  ordered = 0;
  MUST(iex_store_subscribe(store, wait_for_another_thread, store, NULL, NULL, &error));
  add_simple(store, "Start", 1);
  CHECK_INT(ordered, 2); /* the running thread delivered it next */
  CHECK_INT(order[0], start + 1);
  CHECK_INT(order[1], start + 2);
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

/* In a callback a writer does not wait for another thread's transaction: busy at once. */

static iex_status status_inside;
static double seconds_inside;
static pthread_barrier_t begun, ended;

static void *hold_transaction(void *context) {
  iex_error error;
  CHECK_OK(iex_store_begin(context, "held", &error));
  pthread_barrier_wait(&begun);
  pthread_barrier_wait(&ended);
  CHECK_OK(iex_store_rollback(context, &error));
  return NULL;
}

static void write_inside(void *context, const iex_change *change) {
  pthread_t thread;
  (void)change;
  if (status_inside != -1) return;
  pthread_create(&thread, NULL, hold_transaction, context);
  pthread_barrier_wait(&begun);
  double start = test_seconds();
  iex_error error;
  status_inside =
      iex_store_add(context, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error);
  seconds_inside = test_seconds() - start;
  pthread_barrier_wait(&ended);
  pthread_join(thread, NULL);
}

static void in_a_callback_a_writer_does_not_wait(void) {
  iex_store *store = open_store("a.db");
  status_inside = -1;
  pthread_barrier_init(&begun, NULL, 2);
  pthread_barrier_init(&ended, NULL, 2);
  MUST(iex_store_subscribe(store, write_inside, store, NULL, NULL, &error));
  add_simple(store, "Start", 1);
  CHECK_INT(status_inside, IEX_ERROR_BUSY);
  CHECK(seconds_inside < 2);
  CHECK_INT(count_of(store), 1);
  close_store(store);
  pthread_barrier_destroy(&begun);
  pthread_barrier_destroy(&ended);
}

/* Handles are closed under the hands of threads that use them: a status, never a crash. */

static bool stop;

static void *use_until_stopped(void *context) {
  iex_error error;
  while (!__atomic_load_n(&stop, __ATOMIC_SEQ_CST)) {
    iex_view *view = NULL;
    iex_page *page = NULL;
    iex_status status = iex_view_open(context, NULL, &view, &error);
    if (!status) status = iex_view_read(view, 0, 5, &page, &error);
    if (!status) {
      size_t count;
      status = iex_page_close(page);
      (void)iex_page_rows(page, &count);
    }
    if (view) (void)iex_view_close(view);
    if (!status) status = iex_store_add(context, &IEX_EXPENSE(.name = "x"), NULL, &error);
    if (status) {
      CHECK_INT(status, IEX_ERROR_HANDLE);
      break;
    }
  }
  return NULL;
}

static void closing_while_others_use_it(void) {
  int rounds = getenv("IEX_TEST_QUICK") ? 3 : 30;
  for (int round = 0; round < rounds; round++) {
    pthread_t threads[3];
    iex_store *store = open_store("a.db");
    stop = false;
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, use_until_stopped, store);
    pause_ms(round % 7);
    CHECK_CODE(IEX_OK, iex_store_close(store));
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    CHECK_INT(iex_handle_count(), 0);
  }
  close_store(open_store("a.db"));
}

/* One of two closers gets it, the other a status. */

static int closed_well;

static void *close_once(void *context) {
  iex_status status = iex_store_close(context);
  if (status == IEX_OK) __atomic_add_fetch(&closed_well, 1, __ATOMIC_SEQ_CST);
  else CHECK_INT(status, IEX_ERROR_HANDLE);
  return NULL;
}

static void two_threads_close_the_same_handle(void) {
  for (int round = 0; round < 20; round++) {
    pthread_t threads[2];
    iex_store *store = open_store("a.db");
    closed_well = 0;
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, close_once, store);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    CHECK_INT(closed_well, 1);
  }
}

/* Two handles on one file, with writers on both: nobody is told busy. */
static void *add_through_own_handle(void *context) {
  iex_error error;
  iex_store *store = NULL;
  (void)context;
  if (!CHECK_OK(iex_store_open("a.db", &IEX_OPTIONS(.busy_timeout_ms = PATIENCE), &store, &error)))
    return NULL;
  int count = adds_per_thread() / 4;
  for (int i = 0; i < count; i++)
    if (!CHECK_OK(iex_store_add(store, &IEX_EXPENSE(.name = "Row", .amount_minor = 1), NULL,
                                &error)))
      break;
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return NULL;
}

static void each_thread_with_its_own_handle(void) {
  pthread_t threads[WRITERS];
  iex_store *store = open_store("a.db");
  for (int i = 0; i < WRITERS; i++)
    pthread_create(&threads[i], NULL, add_through_own_handle, NULL);
  for (int i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
  CHECK_INT(count_of(store), (int64_t)WRITERS * (adds_per_thread() / 4));
  close_store(store);
}

/* Case 41: processes that add at the same moment. Nobody is told busy, and nothing is lost. */
static int add_in_a_process(int argc, char **argv) {
  if (argc < 2 || strcmp(argv[0], "add") != 0) return -1;
  iex_store *store = NULL;
  if (!CHECK_OK(iex_store_open(argv[1], &IEX_OPTIONS(.busy_timeout_ms = PATIENCE), &store, &error)))
    return 1;
  int count = adds_per_thread() / 4;
  for (int i = 0; i < count; i++)
    if (!CHECK_OK(iex_store_add(store, &IEX_EXPENSE(.name = "Row", .amount_minor = 1), NULL,
                                &error)))
      return 1;
  return iex_store_close(store);
}

static int64_t heard, heard_until;

static void count_heard(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  CHECK_INT(info->first_revision, heard_until + 1);
  heard_until = info->last_revision;
  heard += info->added;
}

static void six_processes_add_at_the_same_moment(void) {
  int processes[6];
  iex_store *store = open_store("a.db");
  heard = 0;
  heard_until = revision_of(store);
  MUST(iex_store_subscribe(store, count_heard, NULL, NULL, NULL, &error));
  for (int i = 0; i < 6; i++) processes[i] = test_start("add", "a.db", -1);
  for (int i = 0; i < 6; i++) CHECK_INT(test_wait(processes[i]), 0);
  int64_t expected = (int64_t)6 * (adds_per_thread() / 4);
  CHECK_INT(count_of(store), expected);
  /* What others did is told ahead of this program's own next change, without a gap. */
  add_simple(store, "Mine", 1);
  CHECK_INT(heard, expected + 1);
  CHECK_INT(heard_until, revision_of(store));
  close_store(store);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(four_write_one_reads_one_comes_and_goes),
                                    TEST_CASE(cancel_waits_for_a_running_callback),
                                    TEST_CASE(two_callbacks_that_cancel_each_other),
                                    TEST_CASE(a_callback_may_wait_for_another_thread),
                                    TEST_CASE(a_call_comes_back_from_others_changes),
                                    TEST_CASE(in_a_callback_a_writer_does_not_wait),
                                    TEST_CASE(closing_while_others_use_it),
                                    TEST_CASE(two_threads_close_the_same_handle),
                                    TEST_CASE(each_thread_with_its_own_handle),
                                    TEST_CASE(six_processes_add_at_the_same_moment)};
  test_modes = add_in_a_process;
  return test_main(argc, argv, cases, COUNT(cases));
}

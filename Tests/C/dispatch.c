/* Hearing of changes when it suits: queued subscriptions and dispatch, the descriptor, pulling, the
 * wake function. Other processes are the subject of processes.c. */
#include "test.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

#define MAX_SEEN 64

typedef struct listener {
  iex_store *store;
  uint64_t subscription;
  int count, freed, kinds[MAX_SEEN];
  int64_t first[MAX_SEEN], last[MAX_SEEN], added;
  char origins[MAX_SEEN][32], labels[MAX_SEEN][64];
  pthread_t thread;
  void (*then)(struct listener *listener);
} listener;

static void take(listener *l, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  if (!CHECK(info != NULL && l->count < MAX_SEEN)) return;
  int i = l->count++;
  l->kinds[i] = info->kind;
  l->first[i] = info->first_revision;
  l->last[i] = info->last_revision;
  l->added += info->added;
  snprintf(l->origins[i], sizeof(l->origins[i]), "%s", info->origin);
  snprintf(l->labels[i], sizeof(l->labels[i]), "%s", info->label);
}

static void listen(void *context, const iex_change *change) {
  listener *l = context;
  CHECK_INT(l->freed, 0);
  take(l, change);
  l->thread = pthread_self();
  if (l->then) l->then(l);
}

static void free_listener(void *context) { ((listener *)context)->freed++; }

static void subscribe(listener *l, iex_store *store, uint32_t flags) {
  l->store = store;
  MUST(iex_store_subscribe_with(
      store, &IEX_SUBSCRIPTION(.flags = flags, .delivery = IEX_DELIVER_QUEUED), listen, l,
      free_listener, &l->subscription, &error));
}

static int64_t dispatch(iex_store *store, int32_t timeout_ms) {
  int64_t told = -1;
  CHECK_OK(iex_store_dispatch(store, timeout_ms, &told, &error));
  return told;
}

static bool is_readable(int descriptor, int timeout_ms) {
  struct pollfd loop = {.fd = descriptor, .events = POLLIN};
  return poll(&loop, 1, timeout_ms) == 1;
}

/* At rest but for the timer, which one dispatch takes. */
static bool is_at_rest(iex_store *store, int descriptor) {
  CHECK_INT(dispatch(store, 0), 0);
  return !is_readable(descriptor, 0);
}

static int wakes, wake_frees;
static iex_status wake_status;
static void wake_up(void *context) {
  (void)context;
  wakes++;
}
static void free_wake(void *context) {
  (void)context;
  wake_frees++;
}

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  int64_t told = 7;
  int32_t descriptor = 7;
  const iex_change *change = NOT_A_HANDLE(const iex_change);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(NULL, 0, &told, &error));
  CHECK_INT(told, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_dispatch(store, -2, &told, &error));
  CHECK_CODE(IEX_OK, iex_store_dispatch(store, 0, NULL, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_fd(NULL, &descriptor, &error));
  CHECK_INT(descriptor, -1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_fd(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_fd(store, &descriptor, NULL));
  CHECK(descriptor >= 0);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_next_change(NULL, 0, &change, &error));
  CHECK(change == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_next_change(store, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_next_change(store, INT32_MIN, &change, &error));
  CHECK_CODE(IEX_OK, iex_store_next_change(store, 0, &change, NULL));
  CHECK(change == NULL);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_change_close(NULL));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_change_close(NOT_A_HANDLE(const iex_change)));
  wake_frees = 0;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_set_wake(NULL, wake_up, NULL, free_wake, &error));
  CHECK_INT(wake_frees, 1);
  CHECK_CODE(IEX_OK, iex_store_set_wake(store, NULL, NULL, free_wake, NULL));
  CHECK_INT(wake_frees, 2); /* without a function nobody needs the context */
  CHECK_CODE(IEX_OK, iex_store_set_wake(store, wake_up, NULL, NULL, NULL));
  close_store(store);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(store, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_fd(store, &descriptor, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_next_change(store, 0, &change, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_set_wake(store, wake_up, NULL, free_wake, &error));
  CHECK_INT(wake_frees, 3);
}

static void *add_two(void *context) {
  iex_error error;
  for (int i = 0; i < 2; i++)
    CHECK_OK(iex_store_add(context, &IEX_EXPENSE(.name = "Row", .amount_minor = 1), NULL, &error));
  return NULL;
}

static void a_queued_callback_runs_when_asked(void) {
  iex_store *store = NULL;
  listener queued = {0}, now = {0};
  int32_t descriptor = -1;
  pthread_t thread;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "me"), &store, &error));
  MUST(iex_store_fd(store, &descriptor, &error));
  subscribe(&queued, store, 0);
  MUST(iex_store_subscribe(store, listen, &now, free_listener, NULL, &error));
  CHECK(is_at_rest(store, descriptor));
  int64_t revision = revision_of(store);
  pthread_create(&thread, NULL, add_two, store);
  pthread_join(thread, NULL);
  CHECK_INT(queued.count, 0);
  CHECK_INT(now.count, 2);
  CHECK(is_readable(descriptor, 0));
  CHECK_INT(dispatch(store, 0), 2);
  CHECK_INT(queued.count, 2);
  CHECK(pthread_equal(queued.thread, pthread_self()));
  for (int i = 0; i < 2; i++) {
    CHECK_INT(queued.first[i], revision + 1 + i);
    CHECK_INT(queued.last[i], revision + 1 + i);
    CHECK_INT(queued.kinds[i], IEX_CHANGE_EDIT);
    CHECK_STR(queued.origins[i], "me");
    CHECK_STR(queued.labels[i], "added 1 expense");
  }
  CHECK(is_at_rest(store, descriptor));
  CHECK_INT(now.count, 2);
  int32_t again = -1;
  MUST(iex_store_fd(store, &again, &error));
  CHECK_INT(again, descriptor);
  close_store(store);
  CHECK(queued.freed == 1 && now.freed == 1);
}

static void the_present_state_waits_too(void) {
  iex_store *store = open_store("a.db");
  listener l = {0};
  int32_t descriptor = -1;
  for (int i = 0; i < 3; i++) add_simple(store, "Row", 1);
  MUST(iex_store_fd(store, &descriptor, &error));
  subscribe(&l, store, IEX_SUBSCRIBE_INITIAL);
  CHECK(is_readable(descriptor, 0));
  CHECK_INT(l.count, 0);
  CHECK_INT(dispatch(store, 0), 1);
  CHECK_INT(l.kinds[0], IEX_CHANGE_INITIAL);
  CHECK_INT(l.added, 3);
  add_simple(store, "Row", 1);
  CHECK_INT(dispatch(store, 0), 1);
  CHECK_INT(l.first[1], l.last[0] + 1);
  CHECK_INT(l.added, 4);
  CHECK(is_at_rest(store, descriptor));
  close_store(store);
  CHECK_INT(l.freed, 1);
}

static void other_handles_and_options(void) {
  iex_store *store = open_store("a.db"), *other = NULL;
  listener others = {0}, amounts = {0};
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "phone"), &other, &error));
  subscribe(&others, store, IEX_SUBSCRIBE_SKIP_OWN);
  MUST(iex_store_subscribe_with(
      store,
      &IEX_SUBSCRIPTION(.fields = IEX_BIT(IEX_FIELD_AMOUNT), .delivery = IEX_DELIVER_QUEUED),
      listen, &amounts, free_listener, NULL, &error));
  add_simple(store, "Mine", 1);
  add_simple(other, "Theirs", 1);
  MUST(iex_store_update(other, &IEX_EXPENSE(.id = 1, .note = "n"), IEX_BIT(IEX_FIELD_NOTE),
                        &error));
  while (dispatch(store, 100) > 0) continue;
  CHECK_INT(others.count, 2);
  CHECK_STR(others.origins[0], "phone");
  CHECK_INT(amounts.count, 2);
  uint64_t number = 7;
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = 2), listen, &others,
                                        free_listener, &number, &error));
  CHECK_INT((int64_t)number, 0);
  CHECK_INT(others.freed, 1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = -1), listen, &others,
                                        NULL, NULL, &error));
  others.freed = 0;
  close_store(other);
  close_store(store);
  CHECK(others.freed == 1 && amounts.freed == 1);
}

/* What was compiled against the first version, in which `delivery` was not. */
static void options_of_the_first_version(void) {
  iex_store *store = open_store("a.db");
  listener l = {0};
  iex_subscription_options options = {.delivery = 99}; /* beyond what they say they have */
  CHECK_INT((int64_t)offsetof(iex_subscription_options, delivery), 16);
  options.struct_size = 16;
  MUST(iex_store_subscribe_with(store, &options, listen, &l, free_listener, NULL, &error));
  add_simple(store, "Row", 1);
  CHECK_INT(l.count, 1); /* told now */
  options.struct_size = sizeof(options);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_subscribe_with(store, &options, listen, &l,
                                                            free_listener, NULL, &error));
  CHECK_INT(l.freed, 1);
  close_store(store);
  CHECK_INT(l.freed, 2);
}

/* What a queued callback may do. */

static listener *victim;

static void cancel_both(listener *l) {
  CHECK_CODE(IEX_OK, iex_subscription_cancel(victim->subscription));
  CHECK_CODE(IEX_OK, iex_subscription_cancel(l->subscription));
  CHECK_INT(l->freed, 0);
}

static void cancelling(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = cancel_both}, second = {0}, third = {0};
  int32_t descriptor = -1;
  MUST(iex_store_fd(store, &descriptor, &error));
  subscribe(&first, store, 0);
  subscribe(&second, store, 0);
  subscribe(&third, store, 0);
  victim = &second;
  add_simple(store, "Row", 1);
  CHECK_CODE(IEX_OK, iex_subscription_cancel(third.subscription)); /* with something waiting */
  CHECK_INT(third.freed, 1);
  CHECK_INT(dispatch(store, 0), 1);
  CHECK(first.count == 1 && second.count == 0 && third.count == 0);
  CHECK(first.freed == 1 && second.freed == 1 && third.freed == 1);
  CHECK(is_at_rest(store, descriptor));
  add_simple(store, "Row", 1); /* nobody is left for whom it would wait */
  CHECK(is_at_rest(store, descriptor));
  close_store(store);
  CHECK(first.freed == 1 && second.freed == 1 && third.freed == 1);
}

static void dispatch_inside(listener *l) {
  int64_t told = -1;
  CHECK_OK(iex_store_dispatch(l->store, -1, &told, &error));
  CHECK_INT(told, 0);
  if (l->count < 3) add_simple(l->store, "Row", 1);
}

static void writing_and_dispatching(void) {
  iex_store *store = open_store("a.db");
  listener l = {.then = dispatch_inside};
  subscribe(&l, store, 0);
  add_simple(store, "Row", 1);
  int64_t told = 0, more;
  while ((more = dispatch(store, 0)) > 0) told += more;
  CHECK_INT(told, 3);
  CHECK_INT(l.count, 3);
  for (int i = 1; i < l.count; i++) CHECK_INT(l.first[i], l.last[i - 1] + 1);
  close_store(store);
  CHECK_INT(l.freed, 1);
}

static void close_it(listener *l) { CHECK_CODE(IEX_OK, iex_store_close(l->store)); }

static void closing_inside(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = close_it}, second = {0};
  subscribe(&first, store, 0);
  subscribe(&second, store, 0);
  add_simple(store, "Row", 1);
  CHECK_INT(dispatch(store, 0), 1);
  CHECK(first.count == 1 && second.count == 0);
  CHECK(first.freed == 1 && second.freed == 1);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(store, 0, NULL, &error));
  close_store(open_store("a.db"));
}

/* Waiting. */

static void pause_ms(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static void *add_later(void *context) {
  pause_ms(50);
  return add_two(context);
}

static void *close_later(void *context) {
  pause_ms(50);
  CHECK_CODE(IEX_OK, iex_store_close(context));
  return NULL;
}

static pthread_t waiting_thread;
static void nothing(int signal) { (void)signal; }
static void *signal_later(void *context) {
  (void)context;
  pause_ms(50);
  pthread_kill(waiting_thread, SIGUSR1);
  return NULL;
}

static void waiting(void) {
  iex_store *store = open_store("a.db");
  listener l = {0};
  pthread_t thread;
  subscribe(&l, store, 0);
  double start = test_seconds();
  CHECK_INT(dispatch(store, 60), 0);
  CHECK(test_seconds() - start >= 0.059);
  pthread_create(&thread, NULL, add_later, store);
  CHECK(dispatch(store, -1) >= 1);
  pthread_join(thread, NULL);
  while (l.count < 2 && dispatch(store, 1000) > 0) continue;
  CHECK_INT(l.count, 2);
  struct sigaction action = {.sa_handler = nothing}; /* without SA_RESTART */
  sigaction(SIGUSR1, &action, NULL);
  waiting_thread = pthread_self();
  pthread_create(&thread, NULL, signal_later, NULL);
  CHECK_INT(dispatch(store, -1), 0);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, close_later, store);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(store, -1, NULL, &error));
  pthread_join(thread, NULL);
  CHECK_INT(l.freed, 1);
}

/* The pull form. */

static void pulling(void) {
  iex_store *store = open_store("a.db");
  const iex_change *change = NULL, *kept = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  add_simple(store, "Before", 1);
  MUST(iex_store_next_change(store, 0, &change, &error));
  CHECK(change == NULL);
  int64_t revision = revision_of(store), ids[2];
  for (int i = 0; i < 2; i++) ids[i] = add_simple(store, i ? "Two" : "One", 10 + i);
  for (int i = 0; i < 2; i++) {
    MUST(iex_store_next_change(store, -1, &change, &error));
    MUST_HOLD(change != NULL);
    const iex_revision *info = iex_change_info(change);
    CHECK_INT(info->first_revision, revision + 1 + i);
    CHECK_INT(info->added, 1);
    CHECK(iex_change_describe(change)[0] != 0);
    const iex_change_item *item = iex_change_items(change, &count);
    if (CHECK_INT((int64_t)count, 1)) CHECK_INT(item[0].first_id, ids[i]);
    MUST(iex_change_read_new(change, &ids[i], 1, &page, &error));
    CHECK_STR(iex_page_rows(page, NULL)->name, i ? "Two" : "One");
    CHECK_CODE(IEX_OK, iex_page_close(page));
    if (i == 0) kept = change;
  }
  CHECK(iex_change_info(kept) != NULL); /* each lives until it is closed */
  CHECK_CODE(IEX_OK, iex_change_close(kept));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_change_close(kept));
  CHECK(iex_change_info(kept) == NULL);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_store_close((iex_store *)(uintptr_t)change));
  MUST(iex_store_next_change(store, 20, &kept, &error));
  CHECK(kept == NULL);
  close_store(store); /* closes what it lent */
  CHECK_CODE(IEX_ERROR_HANDLE, iex_change_close(change));
}

static void close_the_lent_change(void *context, const iex_change *change) {
  (void)context;
  (void)iex_change_close(change); /* it closes by itself: whatever this does, nothing breaks */
}

static void closing_a_change_in_its_callback(void) {
  iex_store *store = open_store("a.db");
  listener after = {0};
  MUST(iex_store_subscribe(store, close_the_lent_change, NULL, NULL, NULL, &error));
  MUST(iex_store_subscribe(store, listen, &after, free_listener, NULL, &error));
  add_simple(store, "Row", 1);
  CHECK_INT(after.count, 1);
  close_store(store);
  CHECK_INT(after.freed, 1);
}

/* More than 1,024 that wait are merged: every revision is in exactly one range. */
static void many_waiting_changes_are_merged(void) {
  const int adds = 1500;
  iex_store *store = NULL;
  const iex_change *change = NULL;
  MUST(iex_store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &store,
                      &error));
  int64_t pulled = 0, last = revision_of(store);
  int changes = 0;
  MUST(iex_store_next_change(store, 0, &change, &error));
  for (int i = 0; i < adds; i++) add_simple(store, "Row", 1);
  while (true) {
    MUST(iex_store_next_change(store, 0, &change, &error));
    if (!change) break;
    const iex_revision *info = iex_change_info(change);
    CHECK_INT(info->first_revision, last + 1);
    last = info->last_revision;
    pulled += info->added;
    changes++;
    CHECK_CODE(IEX_OK, iex_change_close(change));
  }
  CHECK_INT(pulled, adds);
  CHECK_INT(last, revision_of(store));
  CHECK(changes <= 1025);
  close_store(store);
}

/* The wake function. */

static void call_inside(void *context) {
  iex_error error;
  wakes++;
  wake_status = iex_store_dispatch(context, 0, NULL, &error);
  CHECK_INT(wake_status, error.status);
  CHECK_STATUS(IEX_ERROR_BUSY, iex_store_add(context, &IEX_EXPENSE(.name = "x"), NULL, &error));
  CHECK_STATUS(IEX_ERROR_BUSY, iex_store_set_wake(context, NULL, NULL, NULL, &error));
}

static void the_host_is_woken_once(void) {
  iex_store *store = open_store("a.db");
  const iex_change *change = NULL;
  listener l = {0};
  wakes = wake_frees = 0;
  MUST(iex_store_set_wake(store, wake_up, NULL, free_wake, &error));
  add_simple(store, "Row", 1); /* nobody for whom it would wait */
  CHECK_INT(wakes, 0);
  subscribe(&l, store, 0);
  for (int i = 0; i < 3; i++) add_simple(store, "Row", 1);
  CHECK_INT(wakes, 1);
  CHECK_INT(dispatch(store, 0), 3);
  CHECK_INT(wakes, 1);
  for (int i = 0; i < 2; i++) add_simple(store, "Row", 1);
  CHECK_INT(wakes, 2);
  CHECK_INT(dispatch(store, 0), 2);
  CHECK_CODE(IEX_OK, iex_subscription_cancel(l.subscription));
  MUST(iex_store_next_change(store, 0, &change, &error));
  for (int i = 0; i < 2; i++) add_simple(store, "Row", 1);
  CHECK_INT(wakes, 3);
  for (int i = 0; i < 2; i++) {
    MUST(iex_store_next_change(store, 0, &change, &error));
    CHECK_CODE(IEX_OK, iex_change_close(change));
  }
  add_simple(store, "Row", 1);
  CHECK_INT(wakes, 4);
  /* What already waits when it is set wakes at once. */
  MUST(iex_store_set_wake(store, wake_up, NULL, free_wake, &error));
  CHECK_INT(wakes, 5);
  CHECK_INT(wake_frees, 1); /* replaced */
  MUST(iex_store_set_wake(store, NULL, NULL, NULL, &error));
  CHECK_INT(wake_frees, 2);
  add_simple(store, "Row", 1);
  CHECK_INT(wakes, 5);
  close_store(store);
  CHECK_INT(wake_frees, 2);
  CHECK_INT(l.freed, 1);
}

static void a_subscription_with_the_present_state_wakes(void) {
  iex_store *store = open_store("a.db");
  listener l = {0};
  wakes = 0;
  MUST(iex_store_set_wake(store, wake_up, NULL, NULL, &error));
  subscribe(&l, store, IEX_SUBSCRIBE_INITIAL);
  CHECK_INT(wakes, 1);
  CHECK_INT(dispatch(store, 0), 1);
  close_store(store);
}

static void calls_of_a_wake_function_are_busy(void) {
  iex_store *store = open_store("a.db");
  listener l = {0};
  wakes = wake_frees = 0;
  subscribe(&l, store, 0);
  MUST(iex_store_set_wake(store, call_inside, store, free_wake, &error));
  add_simple(store, "Row", 1);
  CHECK_INT(wakes, 1);
  CHECK_INT(wake_status, IEX_ERROR_BUSY);
  CHECK_INT(dispatch(store, 0), 1);
  CHECK_INT(count_of(store), 1);
  close_store(store);
  CHECK_INT(wake_frees, 1);
  CHECK_INT(l.freed, 1);
}

static void stores_in_memory(void) {
  iex_store *store = NULL;
  listener l = {0};
  int32_t descriptor = -1;
  MUST(iex_store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &store,
                      &error));
  MUST(iex_store_fd(store, &descriptor, &error));
  subscribe(&l, store, 0);
  CHECK(!is_readable(descriptor, 0));
  add_simple(store, "Row", 1);
  CHECK(is_readable(descriptor, 0));
  CHECK_INT(dispatch(store, -1), 1);
  CHECK(!is_readable(descriptor, 0));
  close_store(store);
  CHECK_INT(l.freed, 1);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(a_queued_callback_runs_when_asked),
          TEST_CASE(the_present_state_waits_too), TEST_CASE(other_handles_and_options),
          TEST_CASE(options_of_the_first_version), TEST_CASE(cancelling),
          TEST_CASE(writing_and_dispatching), TEST_CASE(closing_inside), TEST_CASE(waiting),
          TEST_CASE(pulling), TEST_CASE(closing_a_change_in_its_callback),
          TEST_CASE(many_waiting_changes_are_merged), TEST_CASE(the_host_is_woken_once),
          TEST_CASE(a_subscription_with_the_present_state_wakes),
          TEST_CASE(calls_of_a_wake_function_are_busy), TEST_CASE(stores_in_memory))

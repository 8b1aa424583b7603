/* Many views on many threads while writers go on: each keeps its copy by differences alone, reads are
 * of one moment, and callbacks write, cancel, close and open from inside. Also run under
 * ThreadSanitizer. IEX_TEST_SECONDS: how long. */
#include "viewing.h"

#include <pthread.h>
#include <unistd.h>

enum { WRITERS = 3, KEPT = 12, READERS = 2, RESTLESS = 2 };

static iex_store *store;
static int stop;

static bool over(void) { return __atomic_load_n(&stop, __ATOMIC_ACQUIRE); }

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_subscribe(NULL, NULL, NULL, NULL, NULL, &error));
}

/* The last revision that was told: who writes waits for who hears, since what is far behind is read
 * from the journal, which takes long. */
static int64_t heard_until;

static void note_heard(void *context, const iex_change *change) {
  (void)context;
  __atomic_store_n(&heard_until, iex_change_info(change)->last_revision, __ATOMIC_SEQ_CST);
}

static void wait_for_hearing(void) {
  int64_t revision = 0;
  while (!over() && CHECK_OK(iex_store_revision(store, &revision, &error)) &&
         revision - __atomic_load_n(&heard_until, __ATOMIC_SEQ_CST) > 100)
    usleep(1000);
}

/* Adds two at a time that come to nothing, changes such pairs, and removes them again; so that
 * every commit leaves the sum 0. */
static void *write_pairs(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context;
  int64_t ids[64];
  int count = 0;
  while (!over()) {
    iex_status status = IEX_OK;
    int64_t amount = 1 + (int64_t)(test_random(&state) % 1000);
    wait_for_hearing();
    if (count < 60 && (count < 10 || one_in(&state, 2))) {
      iex_expense pair[2] = {random_expense(&state), random_expense(&state)};
      pair[0].amount_minor = amount, pair[1].amount_minor = -amount;
      pair[0].currency = pair[1].currency = "EUR";
      status = iex_store_add_many(store, pair, 2, &ids[count], NULL);
      ids[count + 1] = ids[count] + 1;
      if (status == IEX_OK) count += 2;
    } else if (one_in(&state, 2)) {
      int at = (int)(test_random(&state) % (uint64_t)(count / 2)) * 2;
      if (iex_store_begin(store, "pair", NULL) == IEX_OK) {
        iex_store_update(store, &IEX_EXPENSE(.id = ids[at], .amount_minor = amount),
                         IEX_BIT(IEX_FIELD_AMOUNT), NULL);
        iex_store_update(store, &IEX_EXPENSE(.id = ids[at + 1], .amount_minor = -amount),
                         IEX_BIT(IEX_FIELD_AMOUNT), NULL);
        if (one_in(&state, 5)) iex_store_rollback(store, NULL);
        else status = iex_store_commit(store, NULL);
      }
    } else {
      status = iex_store_remove(store, &ids[count - 2], 2, NULL);
      if (status == IEX_OK) count -= 2;
    }
    CHECK(status == IEX_OK || status == IEX_ERROR_BUSY);
  }
  return NULL;
}

/* Reads whole views, each read of one moment. */
static void *read_moments(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context;
  while (!over()) {
    iex_view *view = NULL;
    iex_page *page = NULL;
    size_t count = 0;
    int64_t sum = 0;
    if (!CHECK_OK(iex_view_open(store, &IEX_QUERY(.sort = one_in(&state, 2) ? IEX_SORT_DATE
                                                                            : -IEX_SORT_AMOUNT,
                                                  .currency = "EUR"),
                                &view, &error)))
      break;
    for (int k = 0; k < 10; k++) {
      iex_totals *totals = NULL;
      MUST_HOLD(iex_view_read(view, 0, INT64_MAX, &page, NULL) == IEX_OK);
      const iex_expense *rows = iex_page_rows(page, &count);
      sum = 0;
      for (size_t i = 0; i < count; i++) sum += rows[i].amount_minor;
      CHECK_INT(sum, 0);
      CHECK_CODE(IEX_OK, iex_page_close(page));
      CHECK_OK(iex_view_totals(view, 0, 0, &totals, &error));
      const iex_total *total = iex_totals_rows(totals, &count);
      if (count) CHECK_INT(total[0].amount_minor, 0);
      CHECK_CODE(IEX_OK, iex_totals_close(totals));
    }
    CHECK_CODE(IEX_OK, iex_view_close(view));
  }
  return NULL;
}

/* Views that come and go, whose callbacks do what they like. */
typedef struct restless {
  iex_view *view;
  uint64_t subscription, state;
  int freed;
} restless;

static void do_anything(void *context, const iex_view_change *change) {
  restless *r = context;
  iex_view *view = NULL;
  int64_t count = 0;
  CHECK(iex_view_change_info(change) != NULL);
  switch (test_random(&r->state) % 12) {
    case 0: {
      iex_expense pair[2] = {random_expense(&r->state), random_expense(&r->state)};
      pair[0].amount_minor = 5, pair[1].amount_minor = -5;
      pair[0].currency = pair[1].currency = "EUR";
      iex_status status = iex_store_add_many(store, pair, 2, NULL, NULL);
      CHECK(status == IEX_OK || status == IEX_ERROR_BUSY);
      break;
    }
    case 1: iex_subscription_cancel(__atomic_load_n(&r->subscription, __ATOMIC_SEQ_CST)); break;
    case 2: iex_view_close(r->view); break;
    case 3:
      if (iex_view_open(store, NULL, &view, NULL) == IEX_OK) {
        iex_view_count(view, &count, NULL);
        iex_view_close(view);
      }
      break;
    default: iex_view_count(r->view, &count, NULL);
  }
}

static void free_restless(void *context) {
  __atomic_fetch_add(&((restless *)context)->freed, 1, __ATOMIC_SEQ_CST);
}

static void *come_and_go(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context;
  while (!over()) {
    restless r = {.state = test_random(&state)};
    iex_query query = random_query(&state);
    query.flags &= ~(uint32_t)IEX_QUERY_QUEUED;
    if (!CHECK_OK(iex_view_open(store, &query, &r.view, &error))) break;
    uint64_t subscription = 0;
    CHECK_OK(iex_view_subscribe(r.view, do_anything, &r, free_restless, &subscription, &error));
    __atomic_store_n(&r.subscription, subscription, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 200 && !over(); i++) {
      int64_t count = 0;
      iex_view_count(r.view, &count, NULL);
    }
    iex_subscription_cancel(subscription);
    iex_view_close(r.view);
    /* A callback that ran on another thread may still be on its way out when it was it that ended
     * the subscription. */
    while (!__atomic_load_n(&r.freed, __ATOMIC_SEQ_CST)) {
    }
    CHECK_INT(r.freed, 1);
  }
  return NULL;
}

static void many_views_on_many_threads(void) {
  const char *wanted = getenv("IEX_TEST_SECONDS");
  double seconds = wanted ? atof(wanted) : 2;
  pthread_t writers[WRITERS], readers[READERS], others[RESTLESS];
  static shown views[KEPT];
  uint64_t state = 7;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .flags = IEX_OPEN_RELAXED), &store,
                      &error));
  memset(views, 0, sizeof(views));
  stop = 0;
  heard_until = revision_of(store);
  MUST(iex_store_subscribe(store, note_heard, NULL, NULL, NULL, &error));
  for (int k = 0; k < KEPT; k++) {
    shown *s = &views[k];
    s->store = store;
    s->query = random_query(&state);
    MUST(iex_view_open(store, &s->query, &s->view, &error));
    MUST(iex_view_subscribe(s->view, shown_callback, s, shown_free, &s->subscription, &error));
    read_all(s, s->view);
  }
  for (int k = 0; k < WRITERS; k++)
    pthread_create(&writers[k], NULL, write_pairs, (void *)(uintptr_t)(k + 1));
  for (int k = 0; k < READERS; k++)
    pthread_create(&readers[k], NULL, read_moments, (void *)(uintptr_t)(k + 11));
  for (int k = 0; k < RESTLESS; k++)
    pthread_create(&others[k], NULL, come_and_go, (void *)(uintptr_t)(k + 21));
  double start = test_seconds();
  while (test_seconds() - start < seconds) usleep(20000);
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  for (int k = 0; k < WRITERS; k++) pthread_join(writers[k], NULL);
  for (int k = 0; k < READERS; k++) pthread_join(readers[k], NULL);
  for (int k = 0; k < RESTLESS; k++) pthread_join(others[k], NULL);
  /* One more change, so that whatever was still to be told has been told. */
  add_simple(store, "Last", 0);
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  int64_t told = 0;
  for (int k = 0; k < KEPT; k++) {
    shown *s = &views[k];
    told += s->told;
    compare_with_query(s);
    CHECK_CODE(IEX_OK, iex_view_close(s->view));
    CHECK_INT(s->freed, 1);
    free(s->rows);
    free(s->sections);
  }
  CHECK(told > 0);
  printf("    %d views, %" PRId64 " differences, %" PRId64 " revisions\n", KEPT, told,
         revision_of(store));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(many_views_on_many_threads))

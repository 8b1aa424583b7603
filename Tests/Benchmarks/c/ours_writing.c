/* Changes of one expense, and of very many. */
#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDS = 20, CHANGES = 500 };

static iex_store *store;
static int64_t told;

/* The store that the other workloads use. */
static double make(const setup *s) {
  remove_files(s->database, ours_suffixes);
  double start = seconds_now();
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  ours_add_rows(store, &s->rows, 0, s->count);
  MUST(iex_store_close(store));
  answer("%lld", (long long)s->count);
  return seconds_now() - start;
}

static double bulk(const setup *s) {
  remove_files(s->database, ours_suffixes);
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  double start = seconds_now();
  ours_add_rows(store, &s->rows, 0, s->count);
  double seconds = seconds_now() - start;
  MUST(iex_store_close(store));
  answer("%lld", (long long)s->count);
  return seconds;
}

static void count_change(void *context, const iex_change *change) {
  (void)context;
  told += iex_change_info(change) != NULL;
}

static void count_view_change(void *context, const iex_view_change *change) {
  size_t count;
  (void)context;
  if (iex_view_change_items(change, &count)) told += (int64_t)count;
}

static void open_durable(const setup *s) {
  store = ours_open(s->database, 0);
  MUST(iex_store_subscribe(store, count_change, NULL, NULL, NULL, &ours_error));
}

static void open_viewed(const setup *s) {
  iex_view *view;
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_store_subscribe(store, count_change, NULL, NULL, NULL, &ours_error));
  MUST(iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT), &view, &ours_error));
  MUST(iex_view_subscribe(view, count_view_change, NULL, NULL, NULL, &ours_error));
}

/* With a view, as in a program that shows a list: the columns are there. */
static void open_listed(const setup *s) {
  iex_view *view;
  int64_t count;
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_view_open(store, NULL, &view, &ours_error));
  MUST(iex_view_count(view, &count, &ours_error));
}

/* Once a table was made of the store, all of its columns are in memory. */
static void open_resident(const setup *s) {
  struct ArrowArrayStream table;
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_store_arrow_stream(store, NULL, 0, 0, &table, &ours_error));
  table.release(&table);
}

static void open_plain(const setup *s) { store = ours_open(s->database, IEX_OPEN_RELAXED); }

static double add_some(const setup *s, int adds, int tellings) {
  static double times[CHANGES];
  static int64_t next;
  told = 0;
  for (int i = 0; i < adds; i++) {
    iex_expense expense = ours_expense(&s->rows, next++ * 37 % s->count);
    memset(expense.uuid, 0, sizeof(expense.uuid)); /* a new one */
    double start = seconds_now();
    MUST(iex_store_add(store, &expense, NULL, &ours_error));
    times[i] = seconds_now() - start;
  }
  if (told != (int64_t)adds * tellings) give_up("told %lld times", (long long)told);
  answer("%d", adds);
  return median(times, (size_t)adds);
}

static double add_durable(const setup *s) { return add_some(s, ADDS, 1); }
static double add_relaxed(const setup *s) { return add_some(s, CHANGES, 2); }

static double update(const setup *s) {
  static double times[CHANGES];
  static uint64_t random = 11;
  for (int i = 0; i < CHANGES; i++) {
    iex_expense expense =
        IEX_EXPENSE(.id = 1 + (int64_t)(next_random(&random) % (uint64_t)s->count),
                    .amount_minor = (int64_t)(next_random(&random) % 500000));
    double start = seconds_now();
    MUST(iex_store_update(store, &expense, IEX_BIT(IEX_FIELD_AMOUNT), &ours_error));
    times[i] = seconds_now() - start;
  }
  answer("%d", CHANGES);
  return median(times, CHANGES);
}

static double delete(const setup *s) {
  static double times[CHANGES];
  static int64_t next;
  for (int i = 0; i < CHANGES; i++) {
    int64_t id = 1 + next++ * 97 % s->count;
    double start = seconds_now();
    MUST(iex_store_remove(store, &id, 1, &ours_error));
    times[i] = seconds_now() - start;
  }
  answer("%d", CHANGES);
  return median(times, CHANGES);
}

static int64_t fetch(const setup *s, int64_t id) {
  iex_page *page;
  (void)s;
  MUST(iex_store_get(store, &id, 1, &page, &ours_error));
  const iex_expense *row = iex_page_rows(page, NULL);
  int64_t sum = row->amount_minor + row->name[0] + row->note[0];
  iex_page_close(page);
  return sum;
}

static double read_by_id(const setup *s) { return timed_reads(s, fetch); }

/* A process that opens the store, adds one expense and ends. */
static double start_add(const setup *s) {
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Coffee", .amount_minor = 240), NULL,
                     &ours_error));
  MUST(iex_store_close(store));
  answer("1");
  return 0;
}

const workload ours_writing[] = {
    {"make", NULL, make},
    {"bulk", NULL, bulk},
    {"add-durable", open_durable, add_durable},
    {"add-relaxed", open_viewed, add_relaxed},
    {"view-add", open_viewed, add_relaxed},
    {"update", open_plain, update},
    {"delete", open_plain, delete},
    {"read", open_listed, read_by_id},
    {"read-resident", open_resident, read_by_id},
    {"start-add", NULL, start_add},
    {NULL, NULL, NULL},
};

/* Views that are open while the store changes, searching, and what an open store occupies. */
#include "ours.h"

#include <stdio.h>
#include <string.h>

enum { TIMES = 200 };

static iex_store *store;
static iex_view *view;

/* A view of one type, its largest first, with someone who is told of its changes. */
static void ignore(void *context, const iex_view_change *change) {
  (void)context;
  (void)change;
}

static void open_view(const setup *s) {
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_view_open(store,
                     &IEX_QUERY(.type = rows_text(&s->rows, s->rows.type_text[s->rows.head.type]),
                                .sort = -IEX_SORT_AMOUNT),
                     &view, &ours_error));
  MUST(iex_view_subscribe(view, ignore, NULL, NULL, NULL, &ours_error));
}

/* Adds one more of the view's type, which is not timed. */
static void add_one(const setup *s, int64_t amount) {
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Added", .amount_minor = amount,
                                  .date = number_of(s->rows.head.first_day + 100),
                                  .type = rows_text(&s->rows,
                                                    s->rows.type_text[s->rows.head.type])),
                     NULL, &ours_error));
}

static double view_totals(const setup *s) {
  static double times[TIMES];
  int64_t sum = 0;
  for (int i = 0; i < TIMES; i++) {
    iex_totals *totals;
    add_one(s, 1000 + i);
    double start = seconds_now();
    MUST(iex_view_totals(view, 0, 0, &totals, &ours_error));
    const iex_total *total = iex_totals_rows(totals, NULL);
    if (i) sum -= total->amount_minor; /* what the changes since have added */
    times[i] = seconds_now() - start;
    if (i == 0) sum += total->amount_minor * (TIMES - 1);
    iex_totals_close(totals);
  }
  answer("%lld", (long long)sum);
  return median(times, TIMES);
}

static double view_top50(const setup *s) {
  static double times[TIMES];
  for (int i = 0; i < TIMES; i++) {
    iex_page *page;
    size_t count;
    add_one(s, 20000000000 + i * 7919 % 1000);
    double start = seconds_now();
    MUST(iex_view_read(view, 0, 50, &page, &ours_error));
    const iex_expense *row = iex_page_rows(page, &count);
    int64_t sum = 0;
    for (size_t k = 0; k < count; k++) sum += row[k].amount_minor + row[k].name[0];
    times[i] = seconds_now() - start;
    if (i == TIMES - 1) answer("%lld", (long long)sum);
    iex_page_close(page);
  }
  return median(times, TIMES);
}

static void open_searched(const setup *s) {
  store = ours_open(s->database, IEX_OPEN_RELAXED | IEX_OPEN_READ_ONLY);
}

static void search_count(const setup *s) {
  iex_view *found;
  int64_t count;
  (void)s;
  MUST(iex_view_open(store, &IEX_QUERY(.text = "offee"), &found, &ours_error));
  MUST(iex_view_count(found, &count, &ours_error));
  iex_view_close(found);
  answer("%lld", (long long)count);
}

static void search_first(const setup *s) {
  iex_view *found;
  iex_page *page;
  size_t count;
  int64_t sum = 0;
  (void)s;
  MUST(iex_view_open(store, &IEX_QUERY(.text = "offee", .limit = 50), &found, &ours_error));
  MUST(iex_view_read(found, 0, 50, &page, &ours_error));
  const iex_expense *row = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) sum += row[i].amount_minor;
  iex_page_close(page);
  iex_view_close(found);
  answer("%zu:%lld", count, (long long)sum);
}

static double time_search_count(const setup *s) { return timed(search_count, s); }
static double time_search_first(const setup *s) { return timed(search_first, s); }

/* Bytes that the process occupies with the store open and a view of everything, after use. */
static double memory(const setup *s) {
  int64_t count;
  iex_page *page;
  iex_totals *totals;
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT), &view, &ours_error));
  MUST(iex_view_count(view, &count, &ours_error));
  MUST(iex_view_totals(view, IEX_GROUP_TYPE, 0, &totals, &ours_error));
  MUST(iex_view_read(view, 0, 50, &page, &ours_error));
  iex_page_close(page);
  iex_totals_close(totals);
  double bytes = (double)resident_bytes();
  iex_store_close(store);
  answer("%lld", (long long)count);
  return bytes;
}

const workload ours_views[] = {
    {"view-totals", open_view, view_totals},
    {"view-top50", open_view, view_top50},
    {"search-count", open_searched, time_search_count},
    {"search-first", open_searched, time_search_first},
    {"memory", NULL, memory},
    {NULL, NULL, NULL},
};

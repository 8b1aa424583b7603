#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static iex_store *store;
static iex_view *view;

static void open_resident(const setup *s) {
  iex_totals *totals;
  store = ours_open(s->database, IEX_OPEN_RELAXED);
  /* A filter that the table of totals can't answer: the columns are loaded. */
  period p = rows_most(&s->rows);
  MUST(iex_store_totals(store,
                        &IEX_QUERY(.first_date = number_of(p.from), .last_date = number_of(p.to)),
                        IEX_GROUP_TYPE, 0, &totals, &ours_error));
  iex_totals_close(totals);
}

static void sum_filter(const setup *s) {
  iex_totals *totals;
  period p = rows_most(&s->rows);
  MUST(iex_store_totals(store,
                        &IEX_QUERY(.first_date = number_of(p.from), .last_date = number_of(p.to)),
                        IEX_GROUP_TYPE, 0, &totals, &ours_error));
  ours_answer_totals(totals);
}

static void sum_month(const setup *s) {
  iex_totals *totals;
  (void)s;
  MUST(iex_store_totals(store, NULL, IEX_GROUP_TYPE | IEX_GROUP_MONTH, 0, &totals, &ours_error));
  ours_answer_totals(totals);
}

static void sum_month_filter(const setup *s) {
  iex_totals *totals;
  period p = rows_most(&s->rows);
  MUST(iex_store_totals(store,
                        &IEX_QUERY(.first_date = number_of(p.from), .last_date = number_of(p.to)),
                        IEX_GROUP_TYPE | IEX_GROUP_MONTH, 0, &totals, &ours_error));
  ours_answer_totals(totals);
}

static void answer_amounts(iex_page *page) {
  size_t count;
  const iex_expense *row = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) answer_mix(row[i].amount_minor);
  iex_page_close(page);
}

static void top50(const setup *s) {
  iex_view *top;
  iex_page *page;
  period p = rows_period(&s->rows, 365);
  MUST(iex_view_open(store,
                     &IEX_QUERY(.first_date = number_of(p.from), .last_date = number_of(p.to),
                                .type = rows_text(&s->rows, s->rows.type_text[s->rows.head.type]),
                                .sort = -IEX_SORT_AMOUNT),
                     &top, &ours_error));
  MUST(iex_view_read(top, 0, 50, &page, &ours_error));
  answer_amounts(page);
  iex_view_close(top);
}

static double time_sum_filter(const setup *s) { return timed(sum_filter, s); }
static double time_sum_month(const setup *s) { return timed(sum_month, s); }
static double time_sum_month_filter(const setup *s) { return timed(sum_month_filter, s); }
static double time_top50(const setup *s) { return timed(top50, s); }

/* A process that opens the store and wants one answer. */
static double start_totals(const setup *s) {
  store = ours_open(s->database, IEX_OPEN_EXISTING);
  sum_month(s);
  iex_store_close(store);
  return 0;
}

/* As programs of plain-text accounting tell it: sums alone. */
static double start_types(const setup *s) {
  iex_totals *totals;
  size_t count;
  store = ours_open(s->database, IEX_OPEN_EXISTING);
  MUST(iex_store_totals(store, NULL, IEX_GROUP_TYPE, 0, &totals, &ours_error));
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) answer_group(total[i].amount_minor, 0, 0);
  iex_store_close(store);
  return 0;
}

static double start_filter(const setup *s) {
  int64_t count;
  iex_totals *totals;
  period p = rows_period(&s->rows, 365);
  store = ours_open(s->database, IEX_OPEN_EXISTING);
  MUST(iex_view_open(store,
                     &IEX_QUERY(.first_date = number_of(p.from), .last_date = number_of(p.to),
                                .min_amount = 100000, .flags = IEX_QUERY_MIN_AMOUNT),
                     &view, &ours_error));
  MUST(iex_view_count(view, &count, &ours_error));
  MUST(iex_view_totals(view, IEX_GROUP_TYPE, 0, &totals, &ours_error));
  ours_answer_totals(totals);
  iex_store_close(store);
  return 0;
}

const workload ours_reading[] = {
    {"sum-filter", open_resident, time_sum_filter},
    {"sum-month", open_resident, time_sum_month},
    {"sum-month-filter", open_resident, time_sum_month_filter},
    {"top50", open_resident, time_top50},
    {"start-totals", NULL, start_totals},
    {"plain-text", NULL, start_types},
    {"start-filter", NULL, start_filter},
    {NULL, NULL, NULL},
};

/* What a store holds, in one number: for programs that compare it before and after something. */
#ifndef CONTENTS_H
#define CONTENTS_H

#include "test.h"

typedef struct contents {
  uint64_t sum; /* of all that a host can read of its expenses, and of their totals */
  int64_t rows;
  uint64_t row_sum, total_sum; /* of all amounts, modulo 2^64 */
} contents;

static inline void contents_text(contents *now, const char *text) {
  for (; text && *text; text++)
    now->sum = (now->sum ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
  now->sum = (now->sum ^ 0x1F) * UINT64_C(0x100000001B3);
}

static inline void contents_number(contents *now, int64_t number) {
  char text[24];
  snprintf(text, sizeof(text), "%" PRId64, number);
  contents_text(now, text);
}

/* The totals alone: by month, type and currency. */
static inline iex_status contents_totals(iex_store *store, contents *now) {
  iex_totals *totals = NULL;
  size_t count = 0;
  iex_status status =
      iex_store_totals(store, NULL, IEX_GROUP_TYPE | IEX_GROUP_MONTH, 0, &totals, &error);
  if (status) return status;
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) {
    contents_number(now, total[i].amount_minor), contents_number(now, total[i].count);
    now->total_sum += (uint64_t)total[i].amount_minor;
    contents_text(now, total[i].currency), contents_number(now, total[i].currency_digits);
  }
  return iex_totals_close(totals);
}

static inline iex_status contents_read(iex_store *store, contents *now) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  *now = (contents){.sum = 7};
  iex_status status = iex_view_open(store, &IEX_QUERY(.sort = IEX_SORT_ID), &view, &error);
  if (status) return status;
  status = iex_view_read(view, 0, 1000000, &page, &error);
  (void)iex_view_close(view);
  if (status) return status;
  const iex_expense *row = iex_page_rows(page, &count);
  now->rows = (int64_t)count;
  for (size_t i = 0; i < count; i++) {
    contents_number(now, row[i].id), contents_number(now, row[i].amount_minor);
    now->row_sum += (uint64_t)row[i].amount_minor;
    contents_number(now, row[i].date), contents_number(now, row[i].source_line);
    contents_text(now, row[i].name), contents_text(now, row[i].type);
    contents_text(now, row[i].category), contents_text(now, row[i].currency);
    contents_text(now, row[i].note);
  }
  (void)iex_page_close(page);
  return contents_totals(store, now);
}

static inline bool contents_equal(contents a, contents b) {
  return a.sum == b.sum && a.rows == b.rows;
}

#endif

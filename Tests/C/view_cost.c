/* What views cost in a large store.
 *
 *     view_cost [ROWS] [STORE]
 *
 * ROWS (100,000) are generated, or STORE, a store that is there already, is used (the adds are
 * undone again). Prints one add into a view of that size against one into a view of 10,000; a
 * filtered sum against a plain C loop over arrays; and the first filtered answer after opening. Time
 * never fails it: machines are busy. */
#include "measuring.h"

#include <unistd.h>

enum { ADDS = 300, ROUNDS = 15 };

static int64_t rows_wanted = 100000;
static const char *given_store;
static const char *large_store = "large.db";

static void null_for_everything(void) {
  iex_totals *totals = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_totals(NULL, 0, 0, &totals, &error));
}

static int64_t told;

static void count_items(void *context, const iex_view_change *change) {
  size_t count = 0;
  (void)context;
  (void)iex_view_change_items(change, &count);
  told += (int64_t)count;
}

/* The median of one add, with a view of everything that has a subscriber; then without a view, which
 * is what the commit itself costs. */
static void measure(const char *path, double *with_view, double *alone, int64_t *rows) {
  static double seconds[ADDS];
  iex_store *store = NULL;
  iex_view *view = NULL;
  /* Relaxed: the wait for the disk would hide what the view costs. */
  MUST(iex_store_open(path, &IEX_OPTIONS(.flags = IEX_OPEN_RELAXED), &store, &error));
  for (int views = 1; views >= 0; views--) {
    if (views) {
      MUST(iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT), &view, &error));
      MUST(iex_view_subscribe(view, count_items, NULL, NULL, NULL, &error));
      MUST(iex_view_count(view, rows, &error));
    }
    told = 0;
    add_simple(store, "Warm", 1);
    for (int i = 0; i < ADDS; i++) {
      iex_expense expense = IEX_EXPENSE(.name = "Coffee", .amount_minor = 240 + i * 7,
                                        .date = 20260314, .currency = "GBP");
      double start = test_seconds();
      MUST(iex_store_add(store, &expense, NULL, &error));
      seconds[i] = test_seconds() - start;
    }
    CHECK_INT(told, views ? ADDS + 1 : 0);
    *(views ? with_view : alone) = median(seconds, ADDS);
    if (views) CHECK_CODE(IEX_OK, iex_view_close(view));
    for (int i = 0; i <= ADDS; i++) MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  }
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void one_add_into_a_large_view(void) {
  generate("small.db", 10000);
  if (given_store) large_store = given_store;
  else generate(large_store, rows_wanted);
  double few = 1e9, many = 1e9, few_alone = 1e9, many_alone = 1e9;
  int64_t small = 0, large = 0;
  for (int round = 0; round < 3; round++) { /* in turns: a busy machine slows both */
    double view = 0, alone = 0;
    measure("small.db", &view, &alone, &small);
    few = view < few ? view : few, few_alone = alone < few_alone ? alone : few_alone;
    measure(large_store, &view, &alone, &large);
    many = view < many ? view : many, many_alone = alone < many_alone ? alone : many_alone;
  }
  printf("    one add into a view of %" PRId64 ": %.0f us (%.0f without the view); of %" PRId64
         ": %.0f us (%.0f): %.2f times the time\n",
         small, few * 1e6, few_alone * 1e6, large, many * 1e6, many_alone * 1e6, many / few);
  if (!given_store) unlink("large.db");
}

/* The arrays that a C program would keep for itself. */
static void filtered_sum_against_a_loop(void) {
  iex_store *store = NULL;
  iex_view *all = NULL, *first = NULL;
  iex_page *page = NULL;
  iex_totals *totals = NULL;
  size_t count = 0;
  int64_t rows = 0, sum = 0, number = 0;
  double answer = 1e9, loop = 1e9, opening, opened;
  const int32_t from = 20110415, to = 20191020;
  const iex_query query = IEX_QUERY(.first_date = from, .last_date = to, .sort = -IEX_SORT_AMOUNT);
  const char *path = given_store ? given_store : "million.db";
  if (!given_store) generate(path, rows_wanted < 1000000 && !getenv("IEX_TEST_QUICK") ? 1000000
                                                                                       : rows_wanted);
  /* The first filtered answer, for which the columns are loaded; then the largest fifty of it. */
  double start = test_seconds();
  MUST(iex_store_open(path, NULL, &store, &error));
  opened = test_seconds() - start;
  start = test_seconds();
  MUST(iex_store_totals(store, &query, 0, 0, &totals, &error));
  opening = test_seconds() - start;
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  double sorted = test_seconds();
  MUST(iex_view_open(store, &query, &first, &error));
  MUST(iex_view_read(first, 0, 50, &page, &error));
  sorted = test_seconds() - sorted;
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(first));

  MUST(iex_view_open(store, NULL, &all, &error));
  MUST(iex_view_count(all, &rows, &error));
  int32_t *dates = malloc((size_t)rows * sizeof(*dates));
  int64_t *amounts = malloc((size_t)rows * sizeof(*amounts));
  MUST_HOLD(dates && amounts);
  for (int64_t offset = 0; offset < rows; offset += 50000) {
    MUST(iex_view_read(all, offset, 50000, &page, &error));
    const iex_expense *row = iex_page_rows(page, &count);
    for (size_t i = 0; i < count; i++)
      dates[offset + (int64_t)i] = row[i].date, amounts[offset + (int64_t)i] = row[i].amount_minor;
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  CHECK_CODE(IEX_OK, iex_view_close(all));
  for (int round = 0; round < ROUNDS; round++) {
    start = test_seconds();
    MUST(iex_store_totals(store, &query, 0, 0, &totals, &error));
    double taken = test_seconds() - start;
    answer = taken < answer ? taken : answer;
    const iex_total *total = iex_totals_rows(totals, &count);
    int64_t told_sum = 0, told_count = 0;
    if (CHECK_INT((int64_t)count, 1)) told_sum = total->amount_minor, told_count = total->count;
    CHECK_CODE(IEX_OK, iex_totals_close(totals));
    start = test_seconds();
    sum = number = 0;
    for (int64_t i = 0; i < rows; i++)
      if (dates[i] >= from && dates[i] <= to) sum += amounts[i], number++;
    taken = test_seconds() - start;
    loop = taken < loop ? taken : loop;
    CHECK_INT(told_sum, sum);
    CHECK_INT(told_count, number);
  }
  printf("    %" PRId64 " rows: opened in %.1f ms, the first filtered answer in %.1f ms, the "
         "largest fifty of a view in %.1f ms\n", rows, opened * 1e3, opening * 1e3, sorted * 1e3);
  printf("    a filtered sum: %.2f ms, the same loop over arrays in C: %.2f ms: %.2f times\n",
         answer * 1e3, loop * 1e3, answer / loop);
  free(dates);
  free(amounts);
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(one_add_into_a_large_view),
                                    TEST_CASE(filtered_sum_against_a_loop)};
  if (argc > 1 && atoll(argv[1]) > 0) rows_wanted = atoll(argv[1]);
  if (argc > 2) given_store = argv[2];
  return test_main(1, argv, cases, COUNT(cases));
}

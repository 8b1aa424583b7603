/* What one add with a subscriber costs in a large store, against one of 1,000 rows.
 *
 *     size_cost [ROWS] [STORE]
 *
 * ROWS (100,000) are generated, or STORE, a store that is there already, is used (the adds are
 * undone again). Prints the median time and the bytes written, as ratios. Time never fails it:
 * machines are busy. Bytes over 1.2 times do. */
#include "measuring.h"

#include <sys/stat.h>
#include <unistd.h>

enum { ADDS = 400 };

typedef struct cost {
  double seconds;
  double bytes;
} cost;

static int told;

static void count_change(void *context, const iex_change *change) {
  (void)context;
  told += iex_change_info(change) != NULL;
}

/* How many bytes this process has handed to write() and its kin, to whatever file. */
static int64_t bytes_written(void) {
  char line[128];
  int64_t bytes = -1;
  FILE *file = fopen("/proc/self/io", "r");
  if (!file) return -1;
  while (fgets(line, sizeof(line), file))
    if (sscanf(line, "wchar: %" SCNd64, &bytes) == 1) break;
  fclose(file);
  return bytes;
}

static cost measure(const char *path) {
  static double seconds[ADDS];
  iex_store *store = NULL;
  cost result = {0, 0};
  MUST(iex_store_open(path, NULL, &store, &error));
  MUST(iex_store_subscribe(store, count_change, NULL, NULL, NULL, &error));
  told = 0;
  add_simple(store, "Warm", 1);
  int64_t before = bytes_written();
  for (int i = 0; i < ADDS; i++) {
    iex_expense expense = IEX_EXPENSE(.name = "Coffee", .amount_minor = 240 + i, .date = 20260314,
                                      .category = "Food:Cafe", .currency = "GBP");
    double start = test_seconds();
    MUST(iex_store_add(store, &expense, NULL, &error));
    seconds[i] = test_seconds() - start;
  }
  result.bytes = (double)(bytes_written() - before) / ADDS;
  CHECK(before >= 0);
  CHECK_INT(told, ADDS + 1);
  result.seconds = median(seconds, ADDS);
  for (int i = 0; i <= ADDS; i++) MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return result;
}

static int64_t rows_wanted = 100000;
static const char *given_store;

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, NULL, NULL, &error));
}

static void one_add_at_many_rows(void) {
  generate("small.db", 1000);
  if (!given_store) generate("large.db", rows_wanted);
  const char *large = given_store ? given_store : "large.db";
  cost few = {1e9, 1e18}, many = {1e9, 1e18};
  for (int round = 0; round < 3; round++) { /* in turns: a busy machine slows both */
    cost a = measure("small.db"), b = measure(large);
    few.seconds = a.seconds < few.seconds ? a.seconds : few.seconds;
    few.bytes = a.bytes < few.bytes ? a.bytes : few.bytes;
    many.seconds = b.seconds < many.seconds ? b.seconds : many.seconds;
    many.bytes = b.bytes < many.bytes ? b.bytes : many.bytes;
  }
  printf("    one add at 1,000 rows: %.0f us, %.0f bytes; at %s: %.0f us, %.0f bytes: "
         "%.2f times the time, %.2f times the bytes\n",
         few.seconds * 1e6, few.bytes, given_store ? given_store : "many rows", many.seconds * 1e6,
         many.bytes, many.seconds / few.seconds, many.bytes / few.bytes);
  CHECK(many.bytes <= 1.2 * few.bytes);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(one_add_at_many_rows)};
  if (argc > 1 && atoll(argv[1]) > 0) rows_wanted = atoll(argv[1]);
  if (argc > 2) given_store = argv[2];
  return test_main(1, argv, cases, COUNT(cases));
}

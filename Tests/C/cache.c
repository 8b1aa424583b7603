/* The column cache of a file: what a process leaves when it closes a store, and kill -9 while it does.
 *
 * IEX_TEST_ROUNDS (200; a tenth of it are kills) and IEX_TEST_SEED (20260314) can be set. */
#include "measuring.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { ROWS = 40000, CHANGES = 1500 };

static const char path[] = "cached.db";

/* Changes many expenses through a view, and closes: the cache is written then. */
static int change_and_close(int argc, char **argv) {
  iex_store *store = NULL;
  iex_view *view = NULL;
  if (argc < 2 || strcmp(argv[0], "change") != 0) return -1;
  if (iex_store_open(argv[1], NULL, &store, &error)) return 5;
  if (iex_view_open(store, &IEX_QUERY(.type = "Travel"), &view, &error)) return 6;
  if (iex_store_begin(store, "many", &error)) return 7;
  /* Another amount than the process before: what changes nothing would be over at once. */
  for (int64_t id = 1; id <= CHANGES; id++)
    iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = getpid()),
                     IEX_BIT(IEX_FIELD_AMOUNT), NULL);
  if (iex_store_commit(store, &error)) return 8;
  int64_t count = 0;
  if (iex_view_count(view, &count, &error)) return 9;
  return iex_store_close(store) ? 10 : 0;
}

/* The whole of a store, from the totals table and from columns: an amount is in no cell. */
static void expect_agreement(iex_store *store) {
  iex_totals *cells = NULL, *columns = NULL;
  size_t count = 0, counted = 0;
  MUST(iex_store_totals(store, NULL, IEX_GROUP_TYPE | IEX_GROUP_MONTH, 0, &cells, &error));
  MUST(iex_store_totals(store, &IEX_QUERY(.flags = IEX_QUERY_MIN_AMOUNT, .min_amount = INT64_MIN),
                        IEX_GROUP_TYPE | IEX_GROUP_MONTH, 0, &columns, &error));
  const iex_total *a = iex_totals_rows(cells, &count), *b = iex_totals_rows(columns, &counted);
  if (CHECK_INT((int64_t)counted, (int64_t)count))
    for (size_t i = 0; i < count; i++)
      if (!CHECK_INT(b[i].amount_minor, a[i].amount_minor) ||
          !CHECK_INT(b[i].count, a[i].count))
        break;
  CHECK_CODE(IEX_OK, iex_totals_close(cells));
  CHECK_CODE(IEX_OK, iex_totals_close(columns));
}

static void expect_good_store(void) {
  iex_store *store = NULL;
  MUST(iex_store_open(path, NULL, &store, &error));
  CHECK_OK(iex_store_check(store, &error));
  expect_agreement(store);
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void null_for_everything(void) {
  iex_view *view = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_open(NULL, NULL, &view, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(NULL, &error));
}

static void what_is_left_is_what_the_rows_are(void) {
  generate(path, ROWS);
  for (int round = 0; round < 3; round++) {
    expect_good_store();
    CHECK_INT(test_wait(test_start("change", path, 1)), 0);
  }
  /* Read only, beside one who writes. */
  iex_store *reading = NULL, *writing = NULL;
  MUST(iex_store_open(path, &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &reading, &error));
  MUST(iex_store_open(path, NULL, &writing, &error));
  add_simple(writing, "One more", 12);
  expect_agreement(reading);
  expect_agreement(writing);
  CHECK_CODE(IEX_OK, iex_store_close(writing));
  expect_agreement(reading);
  CHECK_CODE(IEX_OK, iex_store_close(reading));
  expect_good_store();
}

static void a_kill_leaves_the_rows_and_what_holds(void) {
  const char *rounds_text = getenv("IEX_TEST_ROUNDS"), *seed_text = getenv("IEX_TEST_SEED");
  int rounds = (rounds_text ? atoi(rounds_text) : 200) / 10 + 1, killed = 0;
  uint64_t state = seed_text ? strtoull(seed_text, NULL, 10) : 20260314;
  generate(path, ROWS);
  double whole = 60; /* the shortest of three: the first finds no cache */
  for (int i = 0; i < 3; i++) {
    double start = test_seconds();
    CHECK_INT(test_wait(test_start("change", path, 1)), 0);
    if (test_seconds() - start < whole) whole = test_seconds() - start;
  }
  for (int round = 0; round < rounds; round++) {
    int child = test_start("change", path, 1);
    double wait = whole * (double)(test_random(&state) % 1000) / 1000;
    struct timespec time = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
    nanosleep(&time, NULL);
    kill(child, SIGKILL);
    int status = test_wait(child);
    CHECK(status == 128 + SIGKILL || status == 0);
    killed += status != 0;
    expect_good_store();
  }
  printf("    %d of %d programs killed\n", killed, rounds);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(what_is_left_is_what_the_rows_are),
                                    TEST_CASE(a_kill_leaves_the_rows_and_what_holds)};
  test_modes = change_and_close;
  return test_main(argc, argv, cases, COUNT(cases));
}

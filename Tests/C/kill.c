/* kill -9 at a random moment of 1,000 adds: what had returned is there, and at most one more.
 *
 * IEX_TEST_ROUNDS (200) and IEX_TEST_SEED (20260314) can be set. */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ADDS = 1000 };

/* The child: tells each expense's id through its standard output once its add has returned. */
static int add_and_tell(int argc, char **argv) {
  iex_store *store = NULL;
  if (argc < 2 || strcmp(argv[0], "add") != 0) return -1;
  if (iex_store_open(argv[1], &IEX_OPTIONS(.currency = "EUR"), &store, &error)) {
    fprintf(stderr, "    the child cannot open: %s\n", error.message);
    return 5;
  }
  for (int i = 1; i <= ADDS; i++) {
    int64_t id = 0;
    char name[32];
    snprintf(name, sizeof(name), "Row %d", i);
    if (iex_store_add(store, &IEX_EXPENSE(.name = name, .amount_minor = i, .date = 20260314), &id,
                      &error)) {
      fprintf(stderr, "    the child cannot add: %s\n", error.message);
      return 6;
    }
    if (write(1, &id, sizeof(id)) != sizeof(id)) return 7;
  }
  return iex_store_close(store) ? 8 : 0;
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(NULL, &error));
}

/* The same with transactions of 500 adds: each is there whole or not at all. */
enum { BATCHES = 20, BATCH = 500 };

static int add_batches_and_tell(int argc, char **argv) {
  iex_store *store = NULL;
  if (argc < 2 || strcmp(argv[0], "batches") != 0) return add_and_tell(argc, argv);
  if (iex_store_open(argv[1], &IEX_OPTIONS(.currency = "EUR"), &store, &error)) return 5;
  for (int64_t i = 1; i <= BATCHES; i++) {
    if (iex_store_begin(store, "batch", &error)) return 6;
    for (int k = 0; k < BATCH; k++)
      iex_store_add(store, &IEX_EXPENSE(.name = "Row", .amount_minor = 1, .date = 20260314), NULL,
                    NULL);
    if (iex_store_commit(store, &error)) return 7;
    if (write(1, &i, sizeof(i)) != sizeof(i)) return 8;
  }
  return iex_store_close(store) ? 9 : 0;
}

/* How many were acknowledged before the kill, of `count` adds or batches. */
static int64_t run_round(const char *mode, int count, uint64_t *state, double whole) {
  int pipes[2];
  int64_t told = 0, id = 0;
  MUST_HOLD(pipe(pipes) == 0);
  fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
  int child = test_start(mode, "a.db", pipes[1]);
  close(pipes[1]);
  /* Half of the rounds die at a moment of the whole run, opening and closing included; the others
   * a few microseconds after a certain acknowledgement. */
  if (test_random(state) % 2) {
    double wait = whole * (double)(test_random(state) % 1000) / 1000;
    struct timespec time = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
    nanosleep(&time, NULL);
  } else {
    int64_t target = (int64_t)(test_random(state) % (uint64_t)count);
    while (told < target && read(pipes[0], &id, sizeof(id)) == sizeof(id)) CHECK_INT(id, ++told);
    double until = test_seconds() + (double)(test_random(state) % 400) * 1e-6;
    while (test_seconds() < until) continue;
  }
  kill(child, SIGKILL);
  while (read(pipes[0], &id, sizeof(id)) == sizeof(id)) CHECK_INT(id, ++told);
  close(pipes[0]);
  int status = test_wait(child);
  CHECK(status == 128 + SIGKILL || status == 0);
  return told;
}

static void every_acknowledged_add_is_there(void) {
  const char *rounds_text = getenv("IEX_TEST_ROUNDS"), *seed_text = getenv("IEX_TEST_SEED");
  int rounds = rounds_text ? atoi(rounds_text) : 200, amid = 0, in_flight = 0;
  uint64_t seed = seed_text ? strtoull(seed_text, NULL, 10) : 20260314, state = seed;
  double start = test_seconds();
  int child = test_start("add", "whole.db", open("/dev/null", O_WRONLY | O_CLOEXEC));
  CHECK_INT(test_wait(child), 0);
  double whole = test_seconds() - start;
  for (int round = 0; round < rounds; round++) {
    int64_t told = run_round("add", ADDS, &state, whole);
    iex_store *store = NULL;
    MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error));
    int64_t found = count_of(store);
    bool good = CHECK(found == told || found == told + 1);
    iex_view *view = NULL;
    iex_page *page = NULL;
    size_t count = 0;
    MUST(iex_view_open(store, NULL, &view, &error));
    MUST(iex_view_read(view, 0, ADDS + 1, &page, &error));
    const iex_expense *row = iex_page_rows(page, &count);
    for (size_t i = 0; i < count; i++) {
      char name[32];
      snprintf(name, sizeof(name), "Row %zu", i + 1);
      good &= CHECK_INT(row[i].id, (int64_t)i + 1);
      good &= CHECK_INT(row[i].amount_minor, (int64_t)i + 1);
      good &= CHECK_STR(row[i].name, name);
      if (!good) break;
    }
    CHECK_CODE(IEX_OK, iex_page_close(page));
    CHECK_CODE(IEX_OK, iex_view_close(view));
    /* It can be written to and undone as if nothing had been. */
    CHECK_INT(add_simple(store, "After", 1), found + 1);
    MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
    CHECK_INT(count_of(store), found);
    good &= CHECK_OK(iex_store_check(store, &error));
    CHECK_CODE(IEX_OK, iex_store_close(store));
    if (!good) {
      fprintf(stderr, "    … round %d of seed %" PRIu64 ": %" PRId64 " told, %" PRId64 " found\n",
              round, seed, told, found);
      return;
    }
    amid += told > 0 && told < ADDS;
    in_flight += found > told;
    MUST_HOLD(unlink("a.db") == 0);
  }
  printf("    %d kills (seed %" PRIu64 "), %d amid the adds; %d had committed and not returned\n",
         rounds, seed, amid, in_flight);
  CHECK(amid > rounds / 4);
}

static void every_transaction_is_whole(void) {
  const char *rounds_text = getenv("IEX_TEST_ROUNDS");
  int rounds = (rounds_text ? atoi(rounds_text) : 200) / 5, amid = 0;
  uint64_t state = 500;
  double start = test_seconds();
  CHECK_INT(test_wait(test_start("batches", "whole.db", open("/dev/null", O_WRONLY | O_CLOEXEC))),
            0);
  double whole = test_seconds() - start;
  for (int round = 0; round < rounds; round++) {
    int64_t told = run_round("batches", BATCHES, &state, whole);
    iex_store *store = NULL;
    MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error));
    int64_t found = count_of(store);
    CHECK_INT(found % BATCH, 0);
    if (!CHECK(found / BATCH == told || found / BATCH == told + 1))
      fprintf(stderr, "    … %" PRId64 " batches told, %" PRId64 " rows found\n", told, found);
    close_store(store);
    amid += told > 0 && told < BATCHES;
    MUST_HOLD(unlink("a.db") == 0);
  }
  printf("    %d kills of programs with transactions, %d amid them\n", rounds, amid);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(every_acknowledged_add_is_there),
                                    TEST_CASE(every_transaction_is_whole)};
  test_modes = add_batches_and_tell;
  return test_main(argc, argv, cases, COUNT(cases));
}

/* A file that something else has damaged: cut off at every page, with bits that have turned, its
 * log likewise. Damage is found or harmless: a store that opens, and in which iex_store_check
 * finds nothing, has the totals that it had; and of a log that is damaged there is what had been
 * committed up to some moment, whole.
 *
 * IEX_TEST_BITS (3,000) and IEX_TEST_SEED (20260314) can be set. */
#include "contents.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, COMMITS = 12 };

typedef struct bytes {
  unsigned char *at;
  size_t size;
} bytes;

static bytes load(const char *path) {
  struct stat info;
  bytes all = {0};
  FILE *file = fopen(path, "rb");
  MUST_HOLD(file != NULL && fstat(fileno(file), &info) == 0);
  all.size = (size_t)info.st_size;
  MUST_HOLD((all.at = malloc(all.size + 1)) != NULL);
  MUST_HOLD(fread(all.at, 1, all.size, file) == all.size);
  fclose(file);
  return all;
}

static uint64_t seed(void) {
  const char *text = getenv("IEX_TEST_SEED");
  return text ? strtoull(text, NULL, 10) : 20260314;
}

static int bits(void) {
  const char *text = getenv("IEX_TEST_BITS");
  return text ? atoi(text) : getenv("IEX_TEST_QUICK") ? 100 : 3000;
}

static const char *const types[] = {"Personal", "Business", "Travel"};

/* A store with all that its tables can hold, closed. */
static void make_store(const char *path) {
  iex_store *store = open_store(path);
  uint64_t state = 3;
  MUST(iex_store_begin(store, "rows", &error));
  for (int i = 0; i < 300; i++)
    MUST(iex_store_add(store,
                       &IEX_EXPENSE(.name = "A payee",
                                    .amount_minor = (int64_t)(test_random(&state) % 99999),
                                    .type = types[i % 3], .currency = i % 4 ? "EUR" : "USD",
                                    .category = i % 5 ? "Food:Cafe" : NULL,
                                    .note = i % 7 ? NULL : "A note",
                                    .date = 20260101 + i % 12 * 100 + i % 28),
                       NULL, &error));
  MUST(iex_store_commit(store, &error));
  for (int64_t id = 5; id < 50; id += 5) MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  close_store(store);
}

static bool is_damage(iex_status status) {
  return status == IEX_ERROR_DAMAGED || status == IEX_ERROR_NOT_A_STORE ||
         status == IEX_ERROR_NEWER || status == IEX_ERROR_IO;
}

/* Opens, reads and checks; whether damage was found. Totals that are not found wrong must be
 * right. */
static bool look(const char *path, contents totals, contents whole, int64_t *unlike) {
  iex_store *store = NULL;
  contents now = {0}, all;
  iex_status status = iex_store_open(path, NULL, &store, &error);
  if (status) {
    if (!CHECK(is_damage(status))) fprintf(stderr, "    … %s\n", error.message);
    CHECK(store == NULL);
    return true;
  }
  iex_status read = contents_totals(store, &now), rows = contents_read(store, &all);
  if (!CHECK(!read || is_damage(read)) ||
      !CHECK(!rows || is_damage(rows) || rows == IEX_ERROR_OVERFLOW))
    fprintf(stderr, "    … %s\n", error.message);
  status = iex_store_check(store, &error);
  if (!CHECK(!status || is_damage(status))) fprintf(stderr, "    … %s\n", error.message);
  if (status == IEX_OK && CHECK_INT(read, IEX_OK) && CHECK_INT(rows, IEX_OK)) {
    CHECK(now.sum == totals.sum);
    CHECK(all.row_sum == all.total_sum);
    *unlike += !contents_equal(all, whole);
  }
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return status != IEX_OK;
}

static void remember(const char *path, contents *totals, contents *whole) {
  iex_store *store = open_store(path);
  *totals = (contents){0};
  MUST(contents_totals(store, totals));
  MUST(contents_read(store, whole));
  close_store(store);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(NULL, &error));
}

static void cut_off_at_every_page(void) {
  contents totals, whole;
  int64_t unlike = 0, found = 0, cuts = 0;
  make_store("a.db");
  remember("a.db", &totals, &whole);
  bytes file = load("a.db");
  for (size_t size = 0; size < file.size; size += PAGE / 2, cuts++) {
    test_write_file("b.db", file.at, size);
    uint64_t sum = test_file_sum("b.db");
    if (size == 0) { /* an empty file is a store that was never begun */
      iex_store *store = NULL;
      CHECK_OK(iex_store_open("b.db", NULL, &store, &error));
      CHECK_CODE(IEX_OK, iex_store_close(store));
      continue;
    }
    bool bad = look("b.db", totals, whole, &unlike);
    found += bad;
    if (!CHECK(bad)) fprintf(stderr, "    … cut off at %zu of %zu\n", size, file.size);
    CHECK(test_file_sum("b.db") == sum); /* nothing was written into it */
  }
  printf("    cut off at %" PRId64 " places, found %" PRId64 " times\n", cuts, found);
  free(file.at);
}

static void bits_that_turn(void) {
  contents totals, whole;
  uint64_t state = seed();
  int64_t unlike = 0, found = 0;
  make_store("a.db");
  remember("a.db", &totals, &whole);
  bytes file = load("a.db");
  int rounds = bits();
  for (int round = 0; round < rounds; round++) {
    uint64_t bit = test_random(&state) % (file.size * 8);
    if (round % 8 == 0) bit %= 100 * 8; /* the header */
    file.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    test_write_file("b.db", file.at, file.size);
    int before = test_failures();
    found += look("b.db", totals, whole, &unlike);
    if (test_failures() > before)
      fprintf(stderr, "    … bit %" PRIu64 " of byte %" PRIu64 "\n", bit % 8, bit / 8);
    file.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    unlink("b.db-wal"), unlink("b.db-shm"), unlink("b.db-journal");
  }
  printf("    %d bits turned: %" PRId64 " found, %" PRId64
         " changed a text or a day, no total wrong\n",
         rounds, found, unlike);
  free(file.at);
}

/* What a turned bit seldom meets: a number that is wrong while the file is whole. */
static void a_number_that_is_wrong(void) {
  static const char *const edits[] = {
      "UPDATE total SET low = low + 1 WHERE month = (SELECT max(month) FROM total)",
      "UPDATE total SET high = high - 1 WHERE month = (SELECT min(month) FROM total)",
      "UPDATE total SET count = count + 1 WHERE month = (SELECT max(month) FROM total)",
      "UPDATE total SET month = 209901 WHERE month = (SELECT max(month) FROM total)",
      "DELETE FROM total WHERE month = (SELECT max(month) FROM total)",
      "INSERT INTO total SELECT 209901, type, category, currency, 0, 5, 1 FROM total LIMIT 1",
      "UPDATE expense SET amount = amount + 1 WHERE id = 7",
      "UPDATE expense SET currency = 3 - currency WHERE id = 7",
      "DELETE FROM expense WHERE id = 7"};
  make_store("a.db");
  bytes file = load("a.db");
  for (size_t i = 0; i < COUNT(edits); i++) {
    sqlite3 *database = NULL;
    iex_store *store = NULL;
    test_write_file("b.db", file.at, file.size);
    MUST_HOLD(sqlite3_open("b.db", &database) == SQLITE_OK);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* ours refuse it */
    if (!CHECK_INT(sqlite3_exec(database, edits[i], NULL, NULL, NULL), SQLITE_OK))
      fprintf(stderr, "    … %s\n", sqlite3_errmsg(database));
    CHECK(sqlite3_total_changes(database) > 0);
    sqlite3_close(database);
    MUST(iex_store_open("b.db", NULL, &store, &error));
    if (!CHECK_STATUS(IEX_ERROR_DAMAGED, iex_store_check(store, &error)))
      fprintf(stderr, "    … %s\n", edits[i]);
    CHECK_CODE(IEX_OK, iex_store_close(store));
  }
  free(file.at);
}

/* A program that adds and is killed; its log holds COMMITS commits. */
static int add_and_die(int argc, char **argv) {
  if (argc < 2 || strcmp(argv[0], "die") != 0) return -1;
  iex_store *store = open_store(argv[1]);
  for (int i = 1; i <= COMMITS; i++) {
    MUST(iex_store_begin(store, "two", &error));
    add_simple(store, "First of two", i);
    add_simple(store, "Second of two", -i);
    MUST(iex_store_commit(store, &error));
  }
  raise(SIGKILL);
  return 1;
}

/* After the file and its log were written: what is there is whole, and what came first. */
static int64_t commits_there(void) {
  iex_store *store = NULL;
  iex_totals *totals = NULL;
  size_t count = 0;
  unlink("b.db-shm");
  if (!CHECK_OK(iex_store_open("b.db", NULL, &store, &error))) return -1;
  CHECK_OK(iex_store_check(store, &error));
  int64_t rows = count_of(store);
  CHECK_INT(rows % 2, 0);
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) CHECK_INT(total[i].amount_minor, 0);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  add_simple(store, "It goes on", 1);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return rows / 2;
}

static void a_damaged_log(void) {
  uint64_t state = seed();
  int64_t lost = 0;
  close_store(open_store("a.db"));
  bytes file = load("a.db");
  CHECK_INT(test_wait(test_start("die", "a.db", -1)), 128 + SIGKILL);
  bytes log = load("a.db-wal");
  int rounds = bits() / 4;
  for (int round = 0; round < rounds; round++) {
    uint64_t bit = test_random(&state) % (log.size * 8);
    test_write_file("b.db", file.at, file.size);
    log.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    test_write_file("b.db-wal", log.at, log.size);
    log.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    int64_t there = commits_there();
    CHECK(there >= 0 && there <= COMMITS);
    lost += COMMITS - there;
  }
  int64_t before = 0;
  for (size_t size = 0; size < log.size + 512; size += 512) {
    test_write_file("b.db", file.at, file.size);
    test_write_file("b.db-wal", log.at, size < log.size ? size : log.size);
    int64_t there = commits_there();
    CHECK(there >= before); /* the longer the log, the more of it */
    before = there;
  }
  CHECK_INT(before, COMMITS);
  printf("    %d damaged logs and %zu cut off, each whole up to there\n", rounds,
         log.size / 512 + 1);
  CHECK(lost > 0);
  free(file.at), free(log.at);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(cut_off_at_every_page), TEST_CASE(bits_that_turn), TEST_CASE(a_number_that_is_wrong),
                                    TEST_CASE(a_damaged_log)};
  test_modes = add_and_die;
  return test_main(argc, argv, cases, COUNT(cases));
}

/* A second SQLite in the process, or the host's own open() and close(), drops the process's POSIX
 * locks on the store's file. Another program that then closes last deletes the write-ahead log, and
 * later commits would go nowhere. None may be lost.
 *
 * The same scenario is run first with plain SQLite, where it loses rows: this test can fail. */
#include "test.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sqlite3.h>
#include <unistd.h>

/* The functions of a SQLite library that was loaded by hand. */
typedef struct sqlite_copy {
  void *library;
  int (*open)(const char *, sqlite3 **);
  int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
  int (*close)(sqlite3 *);
  const char *(*message)(sqlite3 *);
} sqlite_copy;

static void load(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  MUST_HOLD(symbol != NULL);
  memcpy(function, &symbol, sizeof(symbol)); /* ISO C has no cast from an object to a function */
}

/* Where this process's SQLite was loaded from. */
static int find_sqlite(struct dl_phdr_info *info, size_t size, void *path) {
  (void)size;
  if (!strstr(info->dlpi_name, "libsqlite3.so")) return 0;
  snprintf(path, PATH_MAX, "%s", info->dlpi_name);
  return 1;
}

/* A second copy of the same library, with globals and lock tables of its own. */
static sqlite_copy load_copy(const char *name) {
  sqlite_copy copy;
  char original[PATH_MAX] = "", path[64], block[65536];
  size_t length;
  dl_iterate_phdr(find_sqlite, original);
  FILE *from = fopen(original, "rb"), *to = fopen(name, "wb");
  MUST_HOLD(from != NULL && to != NULL);
  while ((length = fread(block, 1, sizeof(block), from)) > 0)
    MUST_HOLD(fwrite(block, 1, length, to) == length);
  MUST_HOLD(fclose(from) == 0 && fclose(to) == 0);
  snprintf(path, sizeof(path), "./%s", name);
  copy.library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!copy.library) fprintf(stderr, "    %s\n", dlerror());
  MUST_HOLD(copy.library != NULL);
  load(copy.library, "sqlite3_open", &copy.open);
  load(copy.library, "sqlite3_exec", &copy.exec);
  load(copy.library, "sqlite3_close", &copy.close);
  load(copy.library, "sqlite3_errmsg", &copy.message);
  MUST_HOLD(copy.open != sqlite3_open); /* really another one */
  return copy;
}

static int read_number(void *context, int columns, char **values, char **names) {
  (void)names;
  if (columns > 0 && values[0]) *(int64_t *)context = strtoll(values[0], NULL, 10);
  return 0;
}

/* Another program: adds through the library, counts with it, or runs SQL with SQLite. It opens the
 * file, and closes it last as far as locks tell. */
static int run_plain(const char *path, const char *sql) {
  sqlite3 *database = NULL;
  /* Whoever is just closing the file keeps it for a moment. */
  if (sqlite3_open(path, &database) || sqlite3_busy_timeout(database, 5000) ||
      sqlite3_exec(database, sql, NULL, NULL, NULL)) {
    fprintf(stderr, "    the other program: %s\n", sqlite3_errmsg(database));
    return 5;
  }
  return sqlite3_close(database) ? 6 : 0;
}

static int add_with_library(const char *path) {
  iex_store *store = NULL;
  if (iex_store_open(path, NULL, &store, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Other program", .amount_minor = 1), NULL,
                    &error)) {
    fprintf(stderr, "    the other program: %s\n", error.message);
    return 5;
  }
  return iex_store_close(store) ? 6 : 0;
}

static void run_other(const char *mode, const char *path) {
  CHECK_INT(test_wait(test_start(mode, path, -1)), 0);
}

/* What drops the locks of this process. */
static void open_and_close(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  char byte;
  CHECK(file >= 0 && read(file, &byte, 1) == 1);
  close(file);
}

static void read_with_copy(const sqlite_copy *copy, const char *path) {
  sqlite3 *database = NULL;
  int64_t number = -1;
  CHECK_INT(copy->open(path, &database), SQLITE_OK);
  CHECK_INT(copy->exec(database, "SELECT count(*) FROM sqlite_schema", read_number, &number, NULL),
            SQLITE_OK);
  CHECK(number > 0);
  CHECK_INT(copy->close(database), SQLITE_OK);
}

/* How many pairs of expenses there are. */
enum { PAIRS = 3000 };

/* For how many seconds they are read while they change: IEX_TEST_LOOKING, or 4. */
static double looking(void) {
  const char *text = getenv("IEX_TEST_LOOKING");
  return text ? atof(text) : 4;
}

/* A number in a file, by which a victim says how many of its commits returned success. */
static void write_committed(int64_t number) {
  FILE *file = fopen("committed", "w");
  MUST_HOLD(file != NULL);
  fprintf(file, "%" PRId64 "\n", number);
  MUST_HOLD(fclose(file) == 0);
}

static int64_t read_committed(void) {
  FILE *file = fopen("committed", "r");
  int64_t number = -1;
  if (!file) return -1;
  if (fscanf(file, "%" SCNd64, &number) != 1) number = -1;
  fclose(file);
  return number;
}

/* The victim: a program that has the file open the whole time, and whose locks are dropped. It ends
 * as one that is killed does: without closing. Every commit that returned success must be there. */

static int plain_victim(const sqlite_copy *copy) {
  sqlite3 *database = NULL;
  int64_t committed = 1;
  MUST_HOLD(sqlite3_open("a.db", &database) == SQLITE_OK);
  MUST_HOLD(sqlite3_exec(database,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(a);"
                         "INSERT INTO t VALUES (0);",
                         NULL, NULL, NULL) == SQLITE_OK);
  if (copy)
    read_with_copy(copy, "a.db");
  else
    open_and_close("a.db");
  run_other("insert", "a.db");
  committed++;
  for (int i = 0; i < 10; i++)
    committed += sqlite3_exec(database, "INSERT INTO t VALUES (2)", NULL, NULL, NULL) == SQLITE_OK;
  write_committed(committed);
  _exit(0);
}

static int library_victim(const sqlite_copy *copy, const char *other) {
  iex_store *store = open_store("a.db");
  int64_t committed = 0;
  bool adds = strcmp(other, "add") == 0;
  for (int round = 0; round < 5; round++) {
    add_simple(store, "Before", 1);
    if (copy)
      read_with_copy(copy, "a.db");
    else
      open_and_close("a.db");
    run_other(other, "a.db");
    committed += 1 + adds;
    CHECK_INT(count_of(store), committed);
    for (int i = 0; i < 10; i++) add_simple(store, "After", 1);
    committed += 10;
    /* A new program sees all of it. */
    write_committed(committed);
    run_other("count", "a.db");
  }
  write_committed(committed);
  fflush(NULL);
  _exit(0);
}

static int count_with_library(const char *path) {
  iex_store *store = NULL;
  MUST(iex_store_open(path, NULL, &store, &error));
  CHECK_INT(count_of(store), read_committed());
  return iex_store_close(store);
}

static int change_pairs(const char *path);

static int other_program(int argc, char **argv) {
  if (argc < 2) return -1;
  if (strcmp(argv[0], "change") == 0) return change_pairs(argv[1]);
  if (strcmp(argv[0], "add") == 0) return add_with_library(argv[1]);
  if (strcmp(argv[0], "count") == 0) return count_with_library(argv[1]);
  if (strcmp(argv[0], "insert") == 0) return run_plain(argv[1], "INSERT INTO t VALUES (1)");
  if (strcmp(argv[0], "read") == 0)
    return run_plain(argv[1], "SELECT count(*) FROM sqlite_schema");
  /* The victims: how the locks are dropped, and for the library who comes then. */
  static sqlite_copy copy;
  bool by_copy = strncmp(argv[0], "copy-", 5) == 0;
  if (by_copy) copy = load_copy("libother.so");
  if (!by_copy && strncmp(argv[0], "host-", 5) != 0) return -1;
  const sqlite_copy *second = by_copy ? &copy : NULL;
  return strcmp(argv[0] + 5, "plain") == 0 ? plain_victim(second)
                                           : library_victim(second, argv[1]);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_open(NULL, NULL, NULL, &error));
}

static void plain_sqlite_loses_commits(void) {
  static const char *const modes[][2] = {{"host-plain", "the host opens and closes the file"},
                                         {"copy-plain", "a second copy reads the file"}};
  for (size_t i = 0; i < COUNT(modes); i++) {
    sqlite3 *database = NULL;
    int64_t found = -1;
    run_other(modes[i][0], "-");
    MUST_HOLD(sqlite3_open("a.db", &database) == SQLITE_OK);
    sqlite3_exec(database, "SELECT count(*) FROM t", read_number, &found, NULL);
    sqlite3_close(database);
    printf("    plain SQLite, %s: %" PRId64 " committed, %" PRId64 " found\n", modes[i][1],
           read_committed(), found);
    CHECK(found >= 0 && found < read_committed());
    unlink("a.db");
  }
}

/* The same with the library, many times over while the store stays open. */
static void library_scenario(const char *mode, const char *other, const char *title) {
  iex_store *store = NULL;
  run_other(mode, other);
  int64_t committed = read_committed();
  CHECK(committed >= 55);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), committed);
  printf("    iexpense, %s: %" PRId64 " committed, %" PRId64 " found\n", title, committed,
         count_of(store));
  close_store(store);
  CHECK(!test_file_exists("a.db-wal"));
}

static void the_host_opens_and_closes_the_file(void) {
  library_scenario("host-library", "add", "the host opens and closes the file, another adds");
}

static void and_sqlite_closes_last(void) {
  library_scenario("host-library", "read", "the host opens and closes the file, SQLite reads");
}

static void a_second_copy_reads_the_file(void) {
  library_scenario("copy-library", "add", "a second copy reads the file, another adds");
}

static void a_second_copy_and_sqlite_closes_last(void) {
  library_scenario("copy-library", "read", "a second copy reads the file, SQLite reads");
}

/* The second copy stays open while ours closes and opens again. */
static void a_second_copy_stays_open(void) {
  sqlite_copy copy = load_copy("libother4.so");
  sqlite3 *database = NULL;
  int64_t number = -1;
  iex_store *store = open_store("a.db");
  add_simple(store, "Before", 1);
  CHECK_INT(copy.open("a.db", &database), SQLITE_OK);
  CHECK_INT(copy.exec(database, "SELECT count(*) FROM sqlite_schema", read_number, &number, NULL),
            SQLITE_OK);
  add_simple(store, "While it is open", 1);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  add_simple(store, "Opened again", 1);
  run_other("add", "a.db");
  CHECK_INT(copy.close(database), SQLITE_OK);
  run_other("add", "a.db");
  add_simple(store, "After", 1);
  CHECK_INT(count_of(store), 6);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 6);
  close_store(store);
}

#define COUNT_ROWS "SELECT count(*) FROM expense"

/* The index of the log is memory that both copies share. Who opens it as the first empties it, and
 * takes it from under the feet of whoever does not count as being there: the program would end. */
typedef struct copy_loop {
  sqlite_copy copy;
  sqlite3 *open; /* a connection that stays open; NULL: one for each look */
  int stop; /* by the atomic functions of the compilers */
  int64_t looks, failures;
} copy_loop;

static void *look_and_look(void *context) {
  copy_loop *loop = context;
  while (!__atomic_load_n(&loop->stop, __ATOMIC_SEQ_CST)) {
    sqlite3 *database = loop->open;
    int64_t number = -1;
    bool good = database || loop->copy.open("a.db", &database) == SQLITE_OK;
    int found = loop->copy.exec(database, COUNT_ROWS, read_number, &number, NULL);
    /* Whoever is just opening the file may keep it for a moment. */
    good = good && (found == SQLITE_BUSY || (found == SQLITE_OK && number >= 0));
    if (!loop->open) good = loop->copy.close(database) == SQLITE_OK && good;
    loop->failures += !good;
    loop->looks++;
  }
  return NULL;
}

static void a_second_copy_comes_and_goes_meanwhile(void) {
  for (int stays = 0; stays < 2; stays++) {
    copy_loop loop = {.copy = load_copy(stays ? "libother6.so" : "libother5.so")};
    pthread_t thread;
    iex_store *store = open_store("a.db");
    add_simple(store, "Before", 1);
    if (stays) {
      /* It was there first: the library's own opening must not empty the index either. */
      int64_t number;
      CHECK_INT(loop.copy.open("a.db", &loop.open), SQLITE_OK);
      CHECK_INT(loop.copy.exec(loop.open, COUNT_ROWS, read_number, &number, NULL), SQLITE_OK);
      close_store(store);
      CHECK_INT(loop.copy.close(loop.open), SQLITE_OK);
      CHECK_INT(loop.copy.open("a.db", &loop.open), SQLITE_OK);
      CHECK_INT(loop.copy.exec(loop.open, COUNT_ROWS, read_number, &number, NULL), SQLITE_OK);
    }
    MUST_HOLD(pthread_create(&thread, NULL, look_and_look, &loop) == 0);
    if (stays) MUST(iex_store_open("a.db", NULL, &store, &error));
    for (int i = 0; i < 300; i++) {
      add_simple(store, "Meanwhile", 1);
      CHECK_INT(count_of(store), i + 2);
      if (i % 100 == 50) run_other("read", "a.db");
    }
    __atomic_store_n(&loop.stop, 1, __ATOMIC_SEQ_CST);
    MUST_HOLD(pthread_join(thread, NULL) == 0);
    CHECK(loop.looks > 0);
    CHECK_INT(loop.failures, 0);
    if (stays) CHECK_INT(loop.copy.close(loop.open), SQLITE_OK);
    CHECK_CODE(IEX_OK, iex_store_check(store, &error));
    close_store(store);
    MUST(iex_store_open("a.db", NULL, &store, &error));
    CHECK_INT(count_of(store), 301);
    close_store(store);
    (void)remove("a.db");
  }
}

/* Another program, as busy as it can be: it changes some pairs of expenses, so that their sum
 * stays 0, and has the log begin anew. */
static int change_pairs(const char *path) {
  iex_store *store = NULL;
  sqlite3 *database = NULL;
  double end = test_seconds() + looking();
  MUST(iex_store_open(path, NULL, &store, &error));
  MUST_HOLD(sqlite3_open(path, &database) == SQLITE_OK);
  for (int64_t amount = 1; test_seconds() < end; amount++) {
    int64_t first = 1 + 2 * (amount * 37 % (PAIRS - 30));
    MUST(iex_store_begin(store, "pairs", &error));
    for (int64_t id = first; id < first + 60; id++)
      MUST(iex_store_update(store,
                            &IEX_EXPENSE(.id = id, .amount_minor = id % 2 ? amount : -amount),
                            IEX_BIT(IEX_FIELD_AMOUNT), &error));
    MUST(iex_store_commit(store, &error));
    sqlite3_exec(database, "PRAGMA wal_checkpoint(RESTART)", NULL, NULL, NULL);
  }
  sqlite3_close(database);
  return iex_store_close(store);
}

/* What is read while a second copy comes and goes is one state of the store. When the copy closes
 * the index, the process loses its POSIX locks there, which say what part of the log is being
 * read. */
static void reading_while_a_second_copy_comes_and_goes(void) {
  copy_loop loop = {.copy = load_copy("libother7.so")};
  pthread_t thread;
  iex_store *store = open_store("a.db");
  int64_t reads = 0, sum = -1;
  MUST(iex_store_begin(store, "pairs", &error));
  for (int i = 0; i < PAIRS * 2; i++) add_simple(store, "Half of a pair", 0);
  MUST(iex_store_commit(store, &error));
  int64_t begin = revision_of(store);
  int other = test_start("change", "a.db", -1);
  MUST_HOLD(pthread_create(&thread, NULL, look_and_look, &loop) == 0);
  for (double end = test_seconds() + looking(); test_seconds() < end; reads++) {
    iex_totals *totals = NULL;
    size_t count = 0;
    if (!CHECK_OK(iex_store_check(store, &error))) break;
    /* From the columns, since the query names an amount. */
    MUST(iex_store_totals(
        store, &IEX_QUERY(.flags = IEX_QUERY_MIN_AMOUNT, .min_amount = INT64_MIN), 0, 0, &totals,
        &error));
    const iex_total *total = iex_totals_rows(totals, &count);
    sum = count == 1 ? total->amount_minor : -1;
    CHECK_CODE(IEX_OK, iex_totals_close(totals));
    if (!CHECK_INT(sum, 0)) break;
  }
  __atomic_store_n(&loop.stop, 1, __ATOMIC_SEQ_CST);
  MUST_HOLD(pthread_join(thread, NULL) == 0);
  CHECK_INT(test_wait(other), 0);
  printf("    %" PRId64 " reads beside %" PRId64 " looks of a second copy, %" PRId64 " changes\n",
         reads, loop.looks, revision_of(store) - begin);
  CHECK(loop.looks > 0 && revision_of(store) > begin);
  close_store(store);
}

/* Two handles of the library on one file: closing one must not drop the other's locks. */
static void closing_one_of_two_handles(void) {
  iex_store *first = open_store("a.db"), *second = NULL;
  int64_t committed = 0;
  for (int round = 0; round < 5; round++) {
    MUST(iex_store_open("a.db", NULL, &second, &error));
    add_simple(second, "Second", 1);
    CHECK_CODE(IEX_OK, iex_store_close(second));
    run_other("add", "a.db");
    add_simple(first, "First", 1);
    committed += 3;
    CHECK_INT(count_of(first), committed);
  }
  close_store(first);
  MUST(iex_store_open("a.db", NULL, &first, &error));
  CHECK_INT(count_of(first), committed);
  close_store(first);
}

/* The store's own file, given to import and backup: neither may open and close it. */
static void the_library_itself_opens_it_in_no_other_way(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  add_simple(store, "Before", 1);
  MUST_HOLD(link("a.db", "same.json") == 0);
  CHECK(iex_import_open(store, "a.db", NULL, &import, &error) != IEX_OK);
  CHECK(iex_import_open(store, "same.json", NULL, &import, &error) != IEX_OK);
  CHECK(iex_store_backup(store, "a.db", &error) != IEX_OK);
  CHECK(iex_store_backup(store, "same.json", &error) != IEX_OK);
  run_other("add", "a.db");
  add_simple(store, "After", 1);
  CHECK_INT(count_of(store), 3);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

/* Edits by anyone but the library are refused. */
static void other_programs_cannot_edit(void) {
  close_store(open_store("a.db"));
  iex_store *store = open_store("a.db");
  add_simple(store, "Lunch", 1);
  close_store(store);
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  char names[16][64];
  int tables = 0;
  MUST_HOLD(sqlite3_open("a.db", &database) == SQLITE_OK);
  sqlite3_prepare_v2(database,
                     "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                     "'sqlite_%'", -1, &statement, NULL);
  while (tables < 16 && sqlite3_step(statement) == SQLITE_ROW)
    snprintf(names[tables++], 64, "%s", (const char *)sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  CHECK(tables >= 3);
  int refused = 0;
  for (int i = 0; i < tables; i++) {
    char sql[1200];
    int64_t rows = 0;
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM \"%s\"", names[i]);
    sqlite3_exec(database, sql, read_number, &rows, NULL);
    if (rows == 0) continue; /* a trigger for each row has nothing to do */
    snprintf(sql, sizeof(sql), "DELETE FROM \"%s\"", names[i]);
    bool good = CHECK_INT(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_CONSTRAINT);
    if (!good) fprintf(stderr, "    … %s\n", sql);
    refused += good;
  }
  CHECK(refused >= 2);
  /* Reading is allowed: a view for the shell shows decimal amounts and ISO dates. */
  int64_t readable = 0;
  CHECK_INT(sqlite3_exec(database,
                         "SELECT count(*) FROM expense_readable WHERE date = '2026-03-14' AND "
                         "amount = '0.01' AND name = 'Lunch'",
                         read_number, &readable, NULL),
            SQLITE_OK);
  CHECK_INT(readable, 1);
  sqlite3_close(database);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(plain_sqlite_loses_commits),
                                    TEST_CASE(the_host_opens_and_closes_the_file),
                                    TEST_CASE(and_sqlite_closes_last),
                                    TEST_CASE(a_second_copy_reads_the_file),
                                    TEST_CASE(a_second_copy_and_sqlite_closes_last),
                                    TEST_CASE(a_second_copy_stays_open),
                                    TEST_CASE(a_second_copy_comes_and_goes_meanwhile),
                                    TEST_CASE(reading_while_a_second_copy_comes_and_goes),
                                    TEST_CASE(closing_one_of_two_handles),
                                    TEST_CASE(the_library_itself_opens_it_in_no_other_way),
                                    TEST_CASE(other_programs_cannot_edit)};
  test_modes = other_program;
  return test_main(argc, argv, cases, COUNT(cases));
}

/* Files that cannot be used: each has its own status and message, and its bytes stay as they are.
 *
 * What needs root or a mount namespace is skipped aloud where there is none. Locks of "another
 * program" are held by a new process of this program, with SQLite itself. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

/* A store of `rows` expenses, closed. */
static void make_store(const char *path, int rows) {
  iex_store *store = open_store(path);
  MUST(iex_store_begin(store, "rows", &error));
  for (int i = 1; i <= rows; i++) {
    char name[64];
    snprintf(name, sizeof(name), "Expense number %d with some text", i);
    add_simple(store, name, i);
  }
  MUST(iex_store_commit(store, &error));
  close_store(store);
}

/* Runs SQL on a file with SQLite itself, and closes it. */
static void run_sql(const char *path, const char *sql) {
  sqlite3 *database = NULL;
  MUST_HOLD(sqlite3_open(path, &database) == SQLITE_OK);
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) {
    fprintf(stderr, "    %s: %s\n", sql, sqlite3_errmsg(database));
    CHECK(false);
  }
  sqlite3_close(database);
}

/* Opening fails with the status, says why, and leaves the bytes of the file alone. */
static void expect_unopened(const char *path, iex_status status, const char *part) {
  static const uint32_t flags[] = {0, IEX_OPEN_EXISTING, IEX_OPEN_READ_ONLY};
  uint64_t sum = test_file_sum(path);
  for (size_t i = 0; i < COUNT(flags); i++) {
    iex_store *store = (iex_store *)(uintptr_t)1;
    CHECK_STATUS(status, iex_store_open(path, &IEX_OPTIONS(.flags = flags[i]), &store, &error));
    CHECK(store == NULL);
    CHECK_HAS(error.message, part);
    CHECK(test_file_sum(path) == sum);
    if (store) CHECK_CODE(IEX_OK, iex_store_close(store));
  }
}

/* And its folder. */
static void expect_refused(const char *path, iex_status status, const char *part) {
  char beside[256];
  expect_unopened(path, status, part);
  snprintf(beside, sizeof(beside), "%s-wal", path);
  CHECK(!test_file_exists(beside));
  snprintf(beside, sizeof(beside), "%s-journal", path);
  CHECK(!test_file_exists(beside));
}

static void null_for_everything(void) {
  iex_store *store = NULL;
  CHECK_CODE(IEX_ERROR_MISSING, iex_store_open("none/a.db", NULL, &store, NULL));
  CHECK_CODE(IEX_ERROR_ARGUMENT, iex_store_open(NULL, NULL, &store, NULL));
  CHECK_CODE(IEX_ERROR_ARGUMENT, iex_store_open("none/a.db", NULL, NULL, NULL));
}

static void a_missing_folder(void) {
  expect_refused("none/a.db", IEX_ERROR_MISSING, "none");
  CHECK(!test_file_exists("none"));
}

static void a_directory_and_other_things_that_are_no_file(void) {
  MUST_HOLD(mkdir("folder", 0777) == 0);
  expect_refused("folder", IEX_ERROR_NOT_A_FILE, "folder");
  expect_refused(".", IEX_ERROR_NOT_A_FILE, ".");
  MUST_HOLD(mkfifo("pipe", 0666) == 0);
  iex_store *store = NULL;
  CHECK_STATUS(IEX_ERROR_NOT_A_FILE, iex_store_open("pipe", NULL, &store, &error));
  CHECK_STATUS(IEX_ERROR_NOT_A_FILE, iex_store_open("/dev/null", NULL, &store, &error));
  test_write_file("file", "x", 1);
  CHECK(iex_store_open("file/a.db", NULL, &store, &error) != IEX_OK);
  CHECK(store == NULL);
}

static void a_file_that_is_no_store(void) {
  char block[20000];
  uint64_t state = 7;
  test_write_file("short.txt", "hello\n", 6);
  expect_refused("short.txt", IEX_ERROR_NOT_A_STORE, "short.txt");
  for (size_t i = 0; i < sizeof(block); i++) block[i] = (char)test_random(&state);
  test_write_file("random.db", block, sizeof(block));
  expect_refused("random.db", IEX_ERROR_NOT_A_STORE, "random.db");
  memset(block, 0, sizeof(block));
  test_write_file("zeros.db", block, sizeof(block));
  expect_refused("zeros.db", IEX_ERROR_NOT_A_STORE, "zeros.db");
  run_sql("foreign.db", "CREATE TABLE t(a); INSERT INTO t VALUES (1);");
  expect_refused("foreign.db", IEX_ERROR_NOT_A_STORE, "foreign.db");
  run_sql("wal.db", "PRAGMA journal_mode=WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1);");
  expect_refused("wal.db", IEX_ERROR_NOT_A_STORE, "wal.db");
  run_sql("other.db", "PRAGMA application_id=1234567; CREATE TABLE expense(id INTEGER);");
  expect_refused("other.db", IEX_ERROR_NOT_A_STORE, "other.db");
}

/* Whoever has added something to it may have it run: a trigger, a view, a table that is none of ours. */
static void a_store_with_other_tables(void) {
  static const char *const edits[] = {
      "CREATE TABLE more(a)", "CREATE INDEX more ON expense(amount)",
      "CREATE VIEW more AS SELECT name FROM expense",
      "CREATE TRIGGER more AFTER INSERT ON expense BEGIN DELETE FROM journal; END",
      "DROP VIEW expense_readable"};
  for (size_t i = 0; i < COUNT(edits); i++) {
    make_store("a.db", 10);
    run_sql("a.db", edits[i]);
    expect_unopened("a.db", IEX_ERROR_DAMAGED, "tables");
    MUST_HOLD(unlink("a.db") == 0);
  }
}

static void a_newer_store(void) {
  make_store("a.db", 10);
  run_sql("a.db", "PRAGMA user_version=9999;");
  expect_refused("a.db", IEX_ERROR_NEWER, "9999");
}

/* A newer program migrates the file while this one has it open: it may not be written any more. */
static void a_store_that_becomes_newer(void) {
  iex_store *store = open_store("a.db");
  add_simple(store, "Before", 1);
  CHECK_INT(test_wait(test_start("migrate", "a.db", -1)), 0);
  CHECK_STATUS(IEX_ERROR_NEWER,
               iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
  CHECK_HAS(error.message, "a.db");
  CHECK_STATUS(IEX_ERROR_NEWER, iex_store_remove(store, (const int64_t[]){1}, 1, &error));
  CHECK_STATUS(IEX_ERROR_NEWER, iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

/* Overwrites some bytes of a file. */
static void overwrite(const char *path, long offset, long length) {
  FILE *file = fopen(path, "r+b");
  MUST_HOLD(file != NULL);
  MUST_HOLD(fseek(file, offset, SEEK_SET) == 0);
  for (long i = 0; i < length; i++) putc(0xA5 ^ (int)(i & 0x3F), file);
  MUST_HOLD(fclose(file) == 0);
}

static long size_of(const char *path) {
  struct stat info;
  return stat(path, &info) ? -1 : (long)info.st_size;
}

/* Damage is found at open or at the first read that meets it, never as an empty list, and nothing
 * is written into the file, not even at close. */
static void expect_damaged(const char *path, bool reads_fail) {
  iex_store *store = NULL;
  uint64_t sum = test_file_sum(path);
  iex_status status = iex_store_open(path, NULL, &store, &error);
  if (status != IEX_OK) {
    CHECK_INT(status, IEX_ERROR_DAMAGED);
    CHECK_HAS(error.message, path);
    CHECK(store == NULL);
  } else {
    iex_view *view = NULL;
    iex_page *page = NULL;
    CHECK_STATUS(IEX_ERROR_DAMAGED, iex_store_check(store, &error));
    status = iex_view_open(store, NULL, &view, &error);
    if (status == IEX_OK) {
      int64_t offset = 0;
      while (status == IEX_OK && offset < 20000) {
        status = iex_view_read(view, offset, 1000, &page, &error);
        if (status == IEX_OK) CHECK_CODE(IEX_OK, iex_page_close(page));
        offset += 1000;
      }
      CHECK_CODE(IEX_OK, iex_view_close(view));
    }
    if (reads_fail) CHECK_INT(status, IEX_ERROR_DAMAGED);
    CHECK_CODE(IEX_OK, iex_store_close(store));
  }
  CHECK(test_file_sum(path) == sum);
}

static void a_damaged_store(void) {
  make_store("a.db", 20000);
  make_store("b.db", 20000);
  make_store("c.db", 20000);
  long size = size_of("a.db");
  CHECK(size > 100 * 4096);
  overwrite("a.db", size / 8 / 4096 * 4096, size / 2 / 4096 * 4096); /* the middle */
  expect_damaged("a.db", true);
  overwrite("b.db", 4096, size - 4096); /* all but the header's page */
  expect_damaged("b.db", true);
  MUST_HOLD(truncate("c.db", size / 2 / 4096 * 4096) == 0); /* cut off */
  expect_damaged("c.db", false);
  make_store("d.db", 10);
  overwrite("d.db", 40, 60); /* the header's numbers, application id and version included */
  iex_store *store = NULL;
  uint64_t sum = test_file_sum("d.db");
  iex_status status = iex_store_open("d.db", NULL, &store, &error);
  CHECK(status == IEX_ERROR_DAMAGED || status == IEX_ERROR_NOT_A_STORE);
  CHECK(test_file_sum("d.db") == sum);
}

/* Damage at a hundred random places: a status or whole data, never a crash, never wrong bytes
 * written to the file by opening and reading it. */
static void random_damage(void) {
  make_store("a.db", 2000);
  long size = size_of("a.db");
  uint64_t state = 5;
  char *bytes = malloc((size_t)size);
  FILE *file = fopen("a.db", "rb");
  MUST_HOLD(bytes != NULL && file != NULL);
  MUST_HOLD(fread(bytes, 1, (size_t)size, file) == (size_t)size);
  fclose(file);
  int rounds = getenv("IEX_TEST_QUICK") ? 10 : 100, refused = 0;
  for (int round = 0; round < rounds; round++) {
    iex_store *store = NULL;
    test_write_file("b.db", bytes, (size_t)size);
    for (int i = 0; i < 8; i++)
      overwrite("b.db", 100 + (long)(test_random(&state) % (uint64_t)(size - 200)), 64);
    uint64_t sum = test_file_sum("b.db");
    iex_status status = iex_store_open("b.db", NULL, &store, &error);
    if (status == IEX_OK) {
      iex_view *view = NULL;
      iex_page *page = NULL;
      iex_totals *totals = NULL;
      if (!iex_view_open(store, &IEX_QUERY(.sort = IEX_SORT_NAME), &view, &error)) {
        if (!iex_view_read(view, 0, 2000, &page, &error)) (void)iex_page_close(page);
        (void)iex_view_close(view);
      }
      if (!iex_store_totals(store, NULL, 7, 0, &totals, &error)) (void)iex_totals_close(totals);
      status = iex_store_check(store, &error);
      CHECK_CODE(IEX_OK, iex_store_close(store));
    }
    refused += status != IEX_OK;
    CHECK(status == IEX_OK || status == IEX_ERROR_DAMAGED || status == IEX_ERROR_NOT_A_STORE ||
          status == IEX_ERROR_NEWER);
    CHECK(test_file_sum("b.db") == sum);
  }
  CHECK(refused > rounds / 2);
  free(bytes);
}

/* Runs a test in a child, as a user without rights: root may write everything. */
static void run_as_nobody(void (*run)(void), const char *name) {
  int child = fork();
  if (child == 0) {
    const test_case test = {name, run};
    if (geteuid() == 0 && (chown(".", NOBODY, NOBODY) || setresgid(NOBODY, NOBODY, NOBODY) ||
                           setresuid(NOBODY, NOBODY, NOBODY))) {
      test_skip("root cannot give up its rights here: %s", strerror(errno));
      _exit(test_child_status(true));
    }
    _exit(test_child_status(test_run(&test)));
  }
  test_wait_for_child(HERE, child);
}

static void nobody_with_a_read_only_file(void) {
  iex_store *store = NULL;
  make_store("a.db", 10);
  chmod("a.db", 0444);
  uint64_t sum = test_file_sum("a.db");
  iex_status status = iex_store_open("a.db", NULL, &store, &error);
  if (status == IEX_OK) {
    CHECK_INT(count_of(store), 10);
    CHECK_STATUS(IEX_ERROR_READ_ONLY,
                 iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
    CHECK_CODE(IEX_OK, iex_store_close(store));
  } else {
    CHECK_INT(status, IEX_ERROR_READ_ONLY);
  }
  CHECK_HAS(error.message, "a.db");
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &store, &error));
  CHECK_INT(count_of(store), 10);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK(test_file_sum("a.db") == sum);
}

static void nobody_with_a_read_only_folder(void) {
  iex_store *store = NULL;
  MUST_HOLD(mkdir("folder", 0777) == 0);
  make_store("folder/a.db", 10);
  chmod("folder/a.db", 0444);
  chmod("folder", 0555);
  uint64_t sum = test_file_sum("folder/a.db");
  /* Cleanly closed: it can be read, although nothing can be created beside it. */
  MUST(iex_store_open("folder/a.db", &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &store, &error));
  CHECK_INT(count_of(store), 10);
  CHECK_STATUS(IEX_ERROR_READ_ONLY,
               iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_store_open("folder/a.db", NULL, &store, &error));
  CHECK(test_file_sum("folder/a.db") == sum);
  iex_status status = iex_store_open("folder/new.db", NULL, &store, &error);
  CHECK(status == IEX_ERROR_PERMISSION || status == IEX_ERROR_READ_ONLY);
  CHECK_HAS(error.message, "folder/new.db");
  CHECK(!test_file_exists("folder/new.db"));
  /* A file that may be written, and no room for what SQLite puts beside it. */
  chmod("folder/a.db", 0666);
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_store_open("folder/a.db", NULL, &store, &error));
  CHECK_HAS(error.message, "folder can only be read");
  CHECK(test_file_sum("folder/a.db") == sum);
  chmod("folder", 0777);
}

static void nobody_with_no_permission(void) {
  make_store("a.db", 10);
  uint64_t sum = test_file_sum("a.db");
  chmod("a.db", 0);
  expect_refused("a.db", IEX_ERROR_PERMISSION, "a.db");
  chmod("a.db", 0644);
  CHECK(test_file_sum("a.db") == sum);
  MUST_HOLD(mkdir("closed", 0777) == 0);
  make_store("closed/a.db", 10);
  chmod("closed", 0);
  expect_refused("closed/a.db", IEX_ERROR_PERMISSION, "closed/a.db");
  chmod("closed", 0777);
}

static void a_read_only_file(void) {
  run_as_nobody(nobody_with_a_read_only_file, "a_read_only_file");
}

static void a_read_only_folder(void) {
  run_as_nobody(nobody_with_a_read_only_folder, "a_read_only_folder");
}

static void no_permission(void) { run_as_nobody(nobody_with_no_permission, "no_permission"); }

/* Another program: takes a lock on the file, says so with one byte, and holds it until its standard
 * input ends, which it does when the parent goes on. */
static int other_program(int argc, char **argv) {
  sqlite3 *database = NULL;
  if (argc == 2 && strcmp(argv[0], "migrate") == 0) {
    run_sql(argv[1], "PRAGMA user_version=9999;");
    return 0;
  }
  if (argc < 2 || strncmp(argv[0], "lock-", 5) != 0) return -1;
  const char *sql = strcmp(argv[0], "lock-write") == 0
                        ? "BEGIN EXCLUSIVE;"
                        : "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; SELECT 1;";
  if (sqlite3_open(argv[1], &database) || sqlite3_exec(database, sql, NULL, NULL, NULL)) return 5;
  char byte = 'L';
  if (write(1, &byte, 1) != 1) return 6;
  if (read(0, &byte, 1) < 0) return 7;
  sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close(database);
  return 0;
}

static int let_go; /* the writing end of the other program's standard input */

static int start_lock(const char *mode, const char *path) {
  int said[2], kept[2], before = dup(0);
  char byte = 0;
  MUST_HOLD(pipe(said) == 0 && pipe(kept) == 0 && before >= 0);
  fcntl(kept[1], F_SETFD, FD_CLOEXEC);
  fcntl(said[0], F_SETFD, FD_CLOEXEC);
  dup2(kept[0], 0);
  int process = test_start(mode, path, said[1]);
  dup2(before, 0);
  close(before), close(kept[0]), close(said[1]);
  MUST_HOLD(read(said[0], &byte, 1) == 1 && byte == 'L');
  close(said[0]);
  let_go = kept[1];
  return process;
}

static void end_lock(int process) {
  close(let_go);
  CHECK_INT(test_wait(process), 0);
}

static void a_locked_store(void) {
  iex_store *store = NULL, *patient = NULL;
  make_store("a.db", 10);
  /* Locked before it is opened. */
  uint64_t sum = test_file_sum("a.db");
  int process = start_lock("lock-all", "a.db");
  double start = test_seconds();
  CHECK_STATUS(IEX_ERROR_BUSY,
               iex_store_open("a.db", &IEX_OPTIONS(.busy_timeout_ms = -1), &store, &error));
  CHECK(test_seconds() - start < 2);
  CHECK_HAS(error.message, "a.db");
  start = test_seconds();
  CHECK_STATUS(IEX_ERROR_BUSY,
               iex_store_open("a.db", &IEX_OPTIONS(.busy_timeout_ms = 300), &store, &error));
  CHECK(test_seconds() - start >= 0.29);
  CHECK(store == NULL);
  end_lock(process);
  CHECK(test_file_sum("a.db") == sum);

  /* Another program writes while it is open: reading goes on, writing waits and then is busy. */
  MUST(iex_store_open("a.db", NULL, &patient, &error));
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.busy_timeout_ms = 200), &store, &error));
  process = start_lock("lock-write", "a.db");
  if (!getenv("IEX_TEST_QUICK")) { /* nothing said: five seconds */
    start = test_seconds();
    CHECK_STATUS(IEX_ERROR_BUSY, iex_store_begin(patient, "x", &error));
    CHECK(test_seconds() - start >= 4.9);
    CHECK(test_seconds() - start < 9);
  }
  CHECK_INT(count_of(store), 10);
  start = test_seconds();
  CHECK_STATUS(IEX_ERROR_BUSY,
               iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
  CHECK(test_seconds() - start >= 0.19);
  CHECK_HAS(error.message, "a.db");
  CHECK_OK(iex_store_set_busy_timeout(store, -1, &error));
  start = test_seconds();
  CHECK_STATUS(IEX_ERROR_BUSY, iex_store_begin(store, "x", &error));
  CHECK_STATUS(IEX_ERROR_BUSY, iex_store_remove(store, (const int64_t[]){1}, 1, &error));
  CHECK(test_seconds() - start < 2);
  CHECK_INT(count_of(store), 10);
  end_lock(process);
  CHECK_INT(count_of(store), 10);
  add_simple(store, "now", 1);
  CHECK_CODE(IEX_OK, iex_store_close(patient));
  close_store(store);
}

/* A file size limit makes a write fail with EFBIG: an input/output error with its errno. */
static void writing_fails(void) {
  struct rlimit limit, old;
  make_store("a.db", 10);
  iex_store *store = NULL;
  iex_status status;
  int64_t added = 10;
  MUST(iex_store_open("a.db", NULL, &store, &error));
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &old);
  limit = old;
  limit.rlim_cur = 1 << 20; /* the log of the store grows past it */
  setrlimit(RLIMIT_FSIZE, &limit);
  const iex_expense expense = IEX_EXPENSE(.name = "x", .amount_minor = 1, .date = 20260314);
  while ((status = iex_store_add(store, &expense, NULL, &error)) == IEX_OK && added < 1000) added++;
  CHECK_INT(status, IEX_ERROR_IO);
  CHECK_STATUS(IEX_ERROR_IO, iex_store_add(store, &expense, NULL, &error));
  CHECK_INT(error.system_code, EFBIG);
  CHECK(error.sqlite_code != 0);
  CHECK_HAS(error.message, "a.db");
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_DFL);
  CHECK_INT(count_of(store), added);
  add_simple(store, "after", 1);
  CHECK_INT(count_of(store), added + 1);
  close_store(store);
}

/* Fills the disk that the working directory is on. */
static void fill_disk(void) {
  static const char block[4096];
  int file = open("filler", O_WRONLY | O_CREAT | O_APPEND, 0666);
  while (write(file, block, sizeof(block)) > 0) continue;
  while (write(file, block, 1) > 0) continue;
  close(file);
}

static void full_disk_tests(void) {
  iex_store *store = NULL;
  make_store("a.db", 10);
  uint64_t sum = test_file_sum("a.db");

  /* Full before it is opened: nothing to write with. */
  fill_disk();
  iex_status status = iex_store_open("a.db", NULL, &store, &error);
  if (status == IEX_OK) {
    CHECK_INT(count_of(store), 10);
    CHECK_STATUS(IEX_ERROR_FULL,
                 iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
    CHECK_CODE(IEX_OK, iex_store_close(store));
  } else {
    CHECK_INT(status, IEX_ERROR_FULL);
  }
  CHECK_HAS(error.message, "a.db");
  CHECK(test_file_sum("a.db") == sum);
  CHECK_STATUS(IEX_ERROR_FULL, iex_store_open("new.db", NULL, &store, &error));
  unlink("filler");

  /* Full while it is open: every add that returned is there, the others are not, and it goes on
   * when there is room again. */
  MUST(iex_store_open("a.db", NULL, &store, &error));
  int64_t added = 10;
  char note[2000];
  memset(note, 'n', sizeof(note) - 1);
  note[sizeof(note) - 1] = 0;
  while ((status = iex_store_add(store,
                                 &IEX_EXPENSE(.name = "x", .amount_minor = 1, .note = note), NULL,
                                 &error)) == IEX_OK &&
         added < 100000)
    added++;
  CHECK_INT(status, IEX_ERROR_FULL);
  CHECK_STATUS(IEX_ERROR_FULL, iex_store_add(store,
                                             &IEX_EXPENSE(.name = "x", .amount_minor = 1,
                                                          .note = note),
                                             NULL, &error));
  CHECK(added > 20);
  CHECK_INT(count_of(store), added);
  CHECK_STATUS(IEX_ERROR_FULL, iex_store_backup(store, "b.db", &error));
  CHECK_INT(mount("none", ".", "tmpfs", MS_REMOUNT, "size=32m"), 0);
  add_simple(store, "room again", 1);
  CHECK_INT(count_of(store), added + 1);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), added + 1);
  close_store(store);
}

/* In a child with a mount namespace of its own and a disk of one megabyte in memory. */
static void a_full_disk(void) {
  MUST_HOLD(mkdir("disk", 0777) == 0);
  int child = fork();
  if (child == 0) {
    if ((unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS)) ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, "") ||
        mount("none", "disk", "tmpfs", 0, "size=1m,mode=0777") || chdir("disk")) {
      test_skip("no disk of our own can be mounted here: %s", strerror(errno));
      _exit(test_child_status(true));
    }
    static const test_case inner = {"full_disk_tests", full_disk_tests};
    _exit(test_child_status(test_run(&inner)));
  }
  test_wait_for_child(HERE, child);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {
      TEST_CASE(null_for_everything),
      TEST_CASE(a_missing_folder),
      TEST_CASE(a_directory_and_other_things_that_are_no_file),
      TEST_CASE(a_file_that_is_no_store),
      TEST_CASE(a_store_with_other_tables),
      TEST_CASE(a_newer_store),
      TEST_CASE(a_store_that_becomes_newer),
      TEST_CASE(a_damaged_store),
      TEST_CASE(random_damage),
      TEST_CASE(a_read_only_file),
      TEST_CASE(a_read_only_folder),
      TEST_CASE(no_permission),
      TEST_CASE(a_locked_store),
      TEST_CASE(writing_fails),
      TEST_CASE(a_full_disk),
  };
  test_modes = other_program;
  return test_main(argc, argv, cases, COUNT(cases));
}

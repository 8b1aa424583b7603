/* A store opens its second connection when it is first needed: by the first call that reads after one
 * that wrote, or the other way round. What may go wrong at that moment. */
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

static void null_for_everything(void) {
  int64_t revision;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_revision(NULL, &revision, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, NULL, NULL, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_store_close(NULL));
}

static void make_store(const char *path, int64_t rows) {
  iex_store *store = open_store(path);
  for (int64_t i = 0; i < rows; i++) add_simple(store, path, 100);
  close_store(store);
}

/* How many descriptors of this process lead to a file of the working directory. */
static int descriptors_of(const char *name) {
  char folder[4096], wanted[4200], link[64], place[4200];
  int count = 0;
  MUST_HOLD(getcwd(folder, sizeof(folder)) != NULL);
  snprintf(wanted, sizeof(wanted), "%s/%s", folder, name);
  for (int i = 0; i < 200; i++) {
    snprintf(link, sizeof(link), "/proc/self/fd/%d", i);
    ssize_t size = readlink(link, place, sizeof(place) - 1);
    if (size < 0) continue;
    place[size] = '\0';
    count += strcmp(place, wanted) == 0;
  }
  return count;
}

static void who_only_adds_or_only_reads_opens_the_file_once(void) {
  make_store("a.db", 1);
  iex_store *store = open_store("a.db");
  int opened = descriptors_of("a.db");
  add_simple(store, "Row", 1);
  add_simple(store, "Row", 1);
  CHECK_INT(descriptors_of("a.db"), opened);
  CHECK_INT(count_of(store), 3);
  CHECK_INT(descriptors_of("a.db"), opened + 1);
  CHECK(!test_file_exists("a.db-note")); /* nobody wants to hear of commits */
  close_store(store);

  store = open_store("a.db");
  opened = descriptors_of("a.db");
  CHECK_INT(count_of(store), 3);
  CHECK_INT(revision_of(store), 4);
  CHECK_INT(descriptors_of("a.db"), opened);
  add_simple(store, "Row", 1);
  CHECK_INT(descriptors_of("a.db"), opened + 1);
  CHECK_INT(count_of(store), 4);
  close_store(store);
  CHECK_INT(descriptors_of("a.db"), 0);
  CHECK(!test_file_exists("a.db-wal") && !test_file_exists("a.db-shm"));
}

static void a_store_that_nobody_uses(void) {
  make_store("a.db", 2);
  iex_store *store = open_store("a.db");
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK_INT(descriptors_of("a.db"), 0);
  CHECK(!test_file_exists("a.db-wal") && !test_file_exists("a.db-shm"));
  store = open_store("a.db");
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

/* The file that came in its place is not touched. */
static void replaced(bool reads_first) {
  int64_t revision = 0;
  make_store("a.db", 1);
  make_store("b.db", 5);
  uint64_t sum = test_file_sum("b.db");
  iex_store *store = open_store("a.db");
  if (reads_first)
    CHECK_INT(count_of(store), 1);
  else
    add_simple(store, "Row", 1);
  MUST_HOLD(rename("b.db", "a.db") == 0);
  CHECK_STATUS(IEX_ERROR_MISSING,
               iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
  CHECK_HAS(error.message, "a.db");
  CHECK_HAS(error.message, "replaced or removed");
  if (!reads_first) {
    CHECK_STATUS(IEX_ERROR_MISSING, iex_store_revision(store, &revision, &error));
    CHECK_HAS(error.message, "replaced or removed");
  }
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK(test_file_sum("a.db") == sum);
}

static void a_file_replaced_before_the_first_read(void) { replaced(false); }
static void a_file_replaced_before_the_first_write(void) { replaced(true); }

/* The next call tries again. */
static void no_more_descriptors(void) {
  struct rlimit limit, none;
  int64_t revision = 0;
  make_store("a.db", 1);
  iex_store *store = open_store("a.db");
  add_simple(store, "Row", 1);
  MUST_HOLD(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  int next = dup(0);
  close(next);
  none = limit;
  none.rlim_cur = (rlim_t)next;
  MUST_HOLD(setrlimit(RLIMIT_NOFILE, &none) == 0);
  iex_status status = iex_store_revision(store, &revision, &error);
  CHECK(status == IEX_ERROR_IO || status == IEX_ERROR_PERMISSION || status == IEX_ERROR_MISSING);
  CHECK_HAS(error.message, "a.db");
  add_simple(store, "Row", 1); /* who has a connection goes on */
  MUST_HOLD(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK_INT(revision_of(store), 4);
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

/* What a host waits on needs some: with each number too few nothing is left open. */
static void no_descriptors_to_wait_on(void) {
  struct rlimit limit, few;
  int descriptor = -1, given = 0;
  make_store("a.db", 1);
  iex_store *store = open_store("a.db");
  add_simple(store, "Row", 1);
  CHECK_INT(count_of(store), 2);
  MUST_HOLD(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  int next = dup(0);
  close(next);
  few = limit;
  while (given < 20) {
    few.rlim_cur = (rlim_t)(next + given);
    MUST_HOLD(setrlimit(RLIMIT_NOFILE, &few) == 0);
    iex_status status = iex_store_fd(store, &descriptor, &error);
    MUST_HOLD(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    if (status == IEX_OK) break;
    CHECK_INT(status, IEX_ERROR_IO);
    CHECK_HAS(error.message, "a.db");
    CHECK_INT(dup(0), next); /* nothing was left open */
    close(next);
    given++;
  }
  CHECK(given > 2 && given < 20);
  add_simple(store, "Row", 1);
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

static void another_folder_meanwhile(void) {
  make_store("a.db", 1);
  int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  MUST_HOLD(here >= 0);
  iex_store *store = open_store("a.db");
  add_simple(store, "Row", 1);
  MUST_HOLD(chdir("/") == 0);
  CHECK_INT(count_of(store), 2);
  MUST_HOLD(fchdir(here) == 0);
  close_store(store);
  store = open_store("a.db");
  CHECK_INT(count_of(store), 2);
  MUST_HOLD(chdir("/") == 0);
  add_simple(store, "Row", 1);
  CHECK_INT(count_of(store), 3);
  MUST_HOLD(fchdir(here) == 0);
  close_store(store);
  close(here);
}

static int run_mode(const char *mode) { return test_wait(test_start(mode, "-", -1)); }

static int edit(void) {
  sqlite3 *file = NULL;
  int code = sqlite3_open("a.db", &file);
  sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  if (!code) code = sqlite3_exec(file, "UPDATE expense SET amount = amount + 600", NULL, NULL, NULL);
  return sqlite3_close(file) ? 1 : code;
}

static int add_one(void) {
  iex_store *store = open_store("a.db");
  add_simple(store, "Other", 1);
  return iex_store_close(store);
}

static int handlers(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
  iex_store *store = open_store("a.db");
  int installed = 0;
  for (size_t i = 0; i < COUNT(signals); i++) {
    struct sigaction action;
    sigaction(signals[i], NULL, &action);
    installed += action.sa_handler != SIG_DFL;
  }
  return iex_store_close(store) ? 100 : installed;
}

typedef struct hearing {
  int64_t added, resets, last;
} hearing;

static void hear(void *context, const iex_change *change) {
  hearing *h = context;
  const iex_revision *info = iex_change_info(change);
  h->added += info->added;
  h->resets += info->kind == IEX_CHANGE_RESET;
  if (h->last) CHECK_INT(info->first_revision, h->last + 1);
  h->last = info->last_revision;
}

/* Who subscribes amid a transaction has not looked at the file with the other connection yet. */
static void commits_of_others_before_the_first_look(void) {
  hearing h = {0};
  make_store("a.db", 1);
  iex_store *store = open_store("a.db");
  MUST(iex_store_begin(store, "mine", &error));
  add_simple(store, "Row", 1);
  MUST(iex_store_subscribe(store, hear, &h, NULL, NULL, &error));
  MUST(iex_store_commit(store, &error));
  CHECK_INT(h.added, 1);
  CHECK_INT(run_mode("add"), 0);
  CHECK_INT(run_mode("add"), 0);
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(h.added, 3);
  CHECK_INT(run_mode("add"), 0);
  add_simple(store, "Row", 1);
  CHECK_INT(h.added, 5);
  CHECK_INT(h.resets, 0);
  close_store(store);
}

/* What was edited before anyone has looked is read as it stands; later edits are told. */
static void an_edit_before_the_first_look(void) {
  hearing h = {0};
  iex_page *page = NULL;
  make_store("a.db", 1);
  iex_store *store = open_store("a.db");
  add_simple(store, "Row", 100);
  CHECK_INT(run_mode("edit"), 0);
  CHECK_INT(expense_of(store, 1, &page)->amount_minor, 700);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  MUST(iex_store_subscribe(store, hear, &h, NULL, NULL, &error));
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(h.resets, 0);
  CHECK_INT(run_mode("edit"), 0);
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(h.resets, 1);
  CHECK_INT(expense_of(store, 1, &page)->amount_minor, 1300);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store); /* the totals are right again, which this checks */
}

enum { THREADS = 8, ROUNDS = 20 };

static void *read_or_write(void *context) {
  iex_store *store = context;
  static int next;
  if (__atomic_add_fetch(&next, 1, __ATOMIC_SEQ_CST) % 2)
    add_simple(store, "Row", 1);
  else
    CHECK(count_of(store) >= 1);
  return NULL;
}

static void many_threads_at_the_first_moment(void) {
  make_store("a.db", 1);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[THREADS];
    iex_store *store = open_store("a.db");
    for (int i = 0; i < THREADS; i++)
      MUST_HOLD(pthread_create(&threads[i], NULL, read_or_write, store) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_INT(count_of(store), 1 + (round + 1) * THREADS / 2);
    close_store(store);
  }
}

/* Swift's runtime would install some, where the environment asks for its backtraces. */
static void no_signal_handlers(void) {
  if (getenv("LLVM_PROFILE_FILE")) { /* what counts lines is linked with the whole runtime */
    test_skip("the runtime of this library is not the one that is installed");
    return;
  }
  make_store("a.db", 1);
  setenv("SWIFT_BACKTRACE", "enable=yes,swift-backtrace=/bin/true", 1);
  CHECK_INT(run_mode("handlers"), 0);
  unsetenv("SWIFT_BACKTRACE");
}

static int modes(int argc, char **argv) {
  if (argc < 1) return -1;
  if (strcmp(argv[0], "edit") == 0) return edit();
  if (strcmp(argv[0], "add") == 0) return add_one();
  if (strcmp(argv[0], "handlers") == 0) return handlers();
  return -1;
}

int main(int argc, char **argv) {
  static const test_case cases[] = {
      TEST_CASE(null_for_everything),
      TEST_CASE(who_only_adds_or_only_reads_opens_the_file_once),
      TEST_CASE(a_store_that_nobody_uses),
      TEST_CASE(a_file_replaced_before_the_first_read),
      TEST_CASE(a_file_replaced_before_the_first_write),
      TEST_CASE(no_more_descriptors),
      TEST_CASE(no_descriptors_to_wait_on),
      TEST_CASE(another_folder_meanwhile),
      TEST_CASE(commits_of_others_before_the_first_look),
      TEST_CASE(an_edit_before_the_first_look),
      TEST_CASE(many_threads_at_the_first_moment),
      TEST_CASE(no_signal_handlers),
  };
  test_modes = modes;
  return test_main(argc, argv, cases, COUNT(cases));
}

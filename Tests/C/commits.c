/* What a commit costs the system: the log is written once and synchronised once, however many pages
 * it has; a relaxed store is not synchronised at all. Counted by standing between SQLite and the
 * system's functions. */
#include "test.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int log_writes, log_syncs;
static int64_t log_bytes;

static bool is_log(int descriptor) {
  char link[40], path[512];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof(path) - 1);
  return length > 4 && !memcmp(path + length - 4, "-wal", 4);
}

static ssize_t count_write(int descriptor, const void *bytes, size_t size, int64_t offset) {
  if (is_log(descriptor)) {
    log_writes++;
    log_bytes += (int64_t)size;
  }
  return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

/* In place of the C library's, for this process and all its libraries. */
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  return count_write(descriptor, bytes, size, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return count_write(descriptor, bytes, size, offset);
}

int fdatasync(int descriptor) {
  log_syncs += is_log(descriptor);
  return (int)syscall(SYS_fdatasync, descriptor);
}

int fsync(int descriptor) {
  log_syncs += is_log(descriptor);
  return (int)syscall(SYS_fsync, descriptor);
}

static void count_anew(void) { log_writes = log_syncs = 0, log_bytes = 0; }

/* What the last call should have done to the log. */
static void check_once(const char *what, int syncs) {
  bool once = log_writes == 1 && log_syncs == syncs;
  if (!once) printf("%s: %d writes, %d syncs\n", what, log_writes, log_syncs);
  CHECK(once);
  count_anew();
}

static iex_store *open_counted(const char *path, uint32_t flags) {
  iex_store *store = NULL;
  MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .flags = flags), &store, &error));
  /* The first commit begins the log, which has a head of its own. */
  add_simple(store, "First", 1);
  count_anew();
  return store;
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, NULL, NULL, &error));
}

static void change_once(iex_store *store, int syncs) {
  iex_expense many[100];
  char names[100][24];
  iex_step step;
  int64_t id = add_simple(store, "Coffee", 240);
  check_once("one add", syncs);
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = 250),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  check_once("one update", syncs);
  MUST(iex_store_remove(store, &id, 1, &error));
  check_once("one removal", syncs);
  MUST(iex_store_undo(store, 0, &step, &error));
  check_once("one undo", syncs);
  for (size_t i = 0; i < COUNT(many); i++) {
    snprintf(names[i], sizeof(names[i]), "Number %d", (int)i);
    many[i] = IEX_EXPENSE(.name = names[i], .amount_minor = (int64_t)i, .type = names[i],
                          .date = 20260101 + (int32_t)(i % 12) * 100);
  }
  MUST(iex_store_add_many(store, many, COUNT(many), NULL, &error));
  CHECK(log_bytes > 8 * 4096);
  check_once("a hundred at once", syncs);
  MUST(iex_store_begin(store, "some", &error));
  for (int i = 0; i < 10; i++) add_simple(store, "Inside", i);
  CHECK_INT(log_writes, 0);
  MUST(iex_store_commit(store, &error));
  check_once("a transaction of ten", syncs);
  MUST(iex_store_begin(store, "none", &error));
  add_simple(store, "Never", 1);
  MUST(iex_store_rollback(store, &error));
  CHECK_INT(log_writes + log_syncs, 0);
  count_anew();
}

static void one_write_and_one_sync(void) {
  iex_store *store = open_counted("durable.db", 0);
  change_once(store, 1);
  close_store(store);
}

static void relaxed_one_write(void) {
  iex_store *store = open_counted("relaxed.db", IEX_OPEN_RELAXED);
  change_once(store, 0);
  close_store(store);
}

/* What does not fit the memory goes out in pieces, and comes back whole. */
static void large_commit(void) {
  enum { rows = 30000 };
  iex_expense *many = calloc(rows, sizeof(*many));
  iex_store *store = open_counted("large.db", 0);
  MUST_HOLD(many != NULL);
  for (int i = 0; i < rows; i++)
    many[i] = IEX_EXPENSE(.name = "A payee of some length, so that there are many pages",
                          .amount_minor = i, .date = 20260101);
  MUST(iex_store_add_many(store, many, rows, NULL, &error));
  free(many);
  CHECK(log_bytes > 2 << 20);
  CHECK(log_writes < log_bytes / (64 << 10));
  CHECK_INT(log_syncs, 1);
  CHECK_INT(count_of(store), rows + 1);
  CHECK_OK(iex_store_check(store, &error));
  close_store(store);
}

static int told_inside;

static void tell(void *context, const iex_change *change) {
  iex_store *store = context;
  CHECK(iex_change_info(change) != NULL);
  /* The commit is there, and nothing is locked: this writes, and another thread could. */
  if (told_inside++ == 0) add_simple(store, "From the callback", 2);
}

static void told_outside_the_lock(void) {
  iex_store *store = open_store("told.db");
  MUST(iex_store_subscribe(store, tell, store, NULL, NULL, &error));
  add_simple(store, "Coffee", 240);
  CHECK_INT(told_inside, 2);
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(one_write_and_one_sync),
          TEST_CASE(relaxed_one_write), TEST_CASE(large_commit), TEST_CASE(told_outside_the_lock))

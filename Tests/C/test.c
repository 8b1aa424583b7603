/* The harness: runs tests, counts checks, logs calls. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__thread iex_error test_error;
int (*test_modes)(int argc, char **argv);

static int failures; /* of the running test; changed by any thread */
static jmp_buf give_up;
static bool skipped;
static __thread bool in_test; /* on the thread to which give_up leads */
static int log_file = -1;
static char program_path[4096];

/* The log. One line for the first time that something happens; a forked child writes to the same
 * file, and a line of O_APPEND is whole. */
#define FUNCTIONS 256
#define STATUSES 32
#define SKIPPED_STATUS 77
static uint32_t seen_status[FUNCTIONS]; /* a bit for each status, bit 31 for the call itself */
static uint32_t seen_assert;

static bool first_time(uint32_t *bits, uint32_t bit) {
  return !(__atomic_fetch_or(bits, UINT32_C(1) << bit, __ATOMIC_RELAXED) & (UINT32_C(1) << bit));
}

static void log_line(const char *format, ...) {
  char line[256];
  va_list arguments;
  if (log_file < 0) return;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  if (write(log_file, line, (size_t)length) != length) {
    fprintf(stderr, "the call log cannot be written: %s\n", strerror(errno));
    _exit(3);
  }
}

iex_status test_returned(int function, const char *name, iex_status status) {
  if (function < FUNCTIONS && status >= 0 && status < STATUSES - 1) {
    if (first_time(&seen_status[function], (uint32_t)status))
      log_line("status %s %d\n", name, (int)status);
  } else {
    log_line("status %s %d\n", name, (int)status);
  }
  return status;
}

void test_called(int function, const char *name) {
  if (function >= FUNCTIONS || first_time(&seen_status[function], 31)) log_line("call %s\n", name);
}

/* Checks. */

static void failed(const char *file, int line) {
  const char *name = strrchr(file, '/');
  __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
  fprintf(stderr, "    %s:%d: ", name ? name + 1 : file, line);
}

bool test_check(const char *file, int line, const char *text, bool holds) {
  if (holds) return true;
  failed(file, line);
  fprintf(stderr, "%s does not hold\n", text);
  return false;
}

bool test_integer(const char *file, int line, const char *text, int64_t actual, int64_t expected) {
  if (actual == expected) return true;
  failed(file, line);
  fprintf(stderr, "%s is %" PRId64 ", not %" PRId64 "\n", text, actual, expected);
  return false;
}

bool test_text(const char *file, int line, const char *text, const char *actual,
               const char *expected) {
  if (actual == expected || (actual && expected && strcmp(actual, expected) == 0)) return true;
  failed(file, line);
  fprintf(stderr, "%s is \"%s\", not \"%s\"\n", text, actual ? actual : "(NULL)",
          expected ? expected : "(NULL)");
  return false;
}

bool test_contains(const char *file, int line, const char *text, const char *actual,
                   const char *part) {
  if (actual && strstr(actual, part)) return true;
  failed(file, line);
  fprintf(stderr, "%s is \"%s\": no \"%s\" in it\n", text, actual ? actual : "(NULL)", part);
  return false;
}

void test_poison(iex_error *seen) { memset(seen, 0xA5, sizeof(*seen)); }

/* Whether the text is UTF-8, strictly: no overlong form, no surrogate, not over U+10FFFF. */
static bool is_utf8(const char *text) {
  const unsigned char *p = (const unsigned char *)text;
  while (*p) {
    uint32_t value = *p;
    int more = value < 0x80 ? 0 : value < 0xC2 ? -1 : value < 0xE0 ? 1 : value < 0xF0 ? 2
               : value < 0xF5 ? 3 : -1;
    if (more < 0) return false;
    value &= more == 0 ? 0x7Fu : 0x3Fu >> more;
    for (p++; more > 0; more--, p++) {
      if ((*p & 0xC0) != 0x80) return false;
      value = value << 6 | (*p & 0x3Fu);
      if (more == 1 && ((value >= 0xD800 && value < 0xE000) || value > 0x10FFFF)) return false;
    }
  }
  return true;
}

bool test_status(const char *file, int line, const char *text, iex_status actual,
                 iex_status expected, const iex_error *seen) {
  bool filled = seen && memchr(seen->message, 0, sizeof(seen->message));
  if (actual != expected) {
    failed(file, line);
    fprintf(stderr, "%.160s is %s, not %s%s%s\n", text, iex_status_name(actual),
            iex_status_name(expected), filled && actual ? ": " : "",
            filled && actual ? seen->message : "");
    return false;
  }
  if (first_time(&seen_assert, (uint32_t)expected)) log_line("assert %d\n", (int)expected);
  if (!seen) return true;
  if (!filled || seen->status != actual || !is_utf8(seen->message) ||
      (actual == IEX_OK) != (seen->message[0] == 0) || seen->field < -1 || seen->field > 63) {
    failed(file, line);
    fprintf(stderr, "%.160s: error is not filled to match: status %d, field %d, message \"%.*s\"\n",
            text, (int)seen->status, (int)seen->field, (int)sizeof(seen->message), seen->message);
    return false;
  }
  return true;
}

void test_give_up(void) {
  if (!in_test) _exit(9); /* in a mode of the program or on another thread, where none may jump */
  longjmp(give_up, 1);
}

void test_skip(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("    SKIPPED: ");
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  skipped = true;
}

/* Folders and the run. */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

/* Whether the test passed. Apart from the loop, so that longjmp finds no changed local. */
bool test_run(const test_case *test) {
  __atomic_store_n(&failures, 0, __ATOMIC_RELAXED);
  static int64_t before; /* not 0 when an earlier test gave up: that one has failed already */
  before = iex_handle_count();
  in_test = true;
  if (setjmp(give_up) == 0) test->run();
  in_test = false;
  int64_t open = iex_handle_count();
  if (open != before) {
    failed(__FILE__, __LINE__);
    fprintf(stderr, "%" PRId64 " handles are still open after %s\n", open - before, test->name);
  }
  return __atomic_load_n(&failures, __ATOMIC_RELAXED) == 0;
}

int test_failures(void) { return __atomic_load_n(&failures, __ATOMIC_RELAXED); }

int test_child_status(bool passed) { return !passed ? 1 : skipped ? SKIPPED_STATUS : 0; }

void test_wait_for_child(const char *file, int line, int process) {
  int status = test_wait(process);
  if (status == SKIPPED_STATUS)
    skipped = true;
  else
    test_integer(file, line, "the child's status", status, 0);
}

static bool run_in_folder(const test_case *test) {
  const char *base = getenv("TMPDIR");
  char folder[1024];
  snprintf(folder, sizeof(folder), "%s/iexpense-test-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(folder) || chdir(folder)) {
    fprintf(stderr, "no folder for the test: %s\n", strerror(errno));
    exit(3);
  }
  bool passed = test_run(test);
  if (chdir("/") || nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS))
    fprintf(stderr, "%s cannot be removed: %s\n", folder, strerror(errno));
  return passed;
}

int test_main(int argc, char **argv, const test_case *cases, size_t count) {
  const char *name = strrchr(argv[0], '/');
  const char *log_path = getenv("IEX_TEST_LOG");
  size_t passed = 0, run = 0, skips = 0;
  name = name ? name + 1 : argv[0];
  ssize_t length = readlink("/proc/self/exe", program_path, sizeof(program_path) - 1);
  /* Under valgrind /proc/self/exe is the program too: it answers for it. */
  program_path[length > 0 ? length : 0] = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (log_path) log_file = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (argc > 1 && test_modes) {
    int status = test_modes(argc - 1, argv + 1);
    if (status >= 0) return status ? status : failures ? 1 : 0;
  }
  for (size_t i = 0; i < count; i++) {
    bool wanted = argc <= 1;
    for (int k = 1; k < argc; k++) wanted |= strcmp(argv[k], cases[i].name) == 0;
    if (!wanted) continue;
    skipped = false;
    bool good = run_in_folder(&cases[i]);
    if (good && skipped) {
      skips++;
      continue;
    }
    run++;
    passed += good;
    if (!good) printf("  FAILED %s: %s\n", name, cases[i].name);
  }
  printf("%s: %zu of %zu tests passed", name, passed, run);
  printf(skips ? ", %zu skipped\n" : "\n", skips);
  return passed == run && run > 0 ? 0 : 1;
}

/* What the programs share. */

iex_store *open_store(const char *path) {
  iex_store *store = NULL;
  MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .busy_timeout_ms = PATIENCE), &store,
                      &error));
  return store;
}

void close_store(iex_store *store) {
  CHECK_OK(iex_store_check(store, &error));
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

int64_t count_of(iex_store *store) {
  iex_view *view = NULL;
  int64_t count = -1;
  MUST(iex_view_open(store, NULL, &view, &error));
  CHECK_OK(iex_view_count(view, &count, &error));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  return count;
}

int64_t revision_of(iex_store *store) {
  int64_t revision = -1;
  MUST(iex_store_revision(store, &revision, &error));
  return revision;
}

const iex_expense *expense_of(iex_store *store, int64_t id, iex_page **page) {
  size_t count = 0;
  *page = NULL;
  MUST(iex_store_get(store, &id, 1, page, &error));
  const iex_expense *rows = iex_page_rows(*page, &count);
  MUST_HOLD(rows != NULL && count == 1);
  return rows;
}

int64_t add_simple(iex_store *store, const char *name, int64_t amount_minor) {
  int64_t id = 0;
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = name, .amount_minor = amount_minor, .date = 20260314),
                     &id, &error));
  return id;
}

uint64_t test_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

double test_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Not for the file of a store that this process has open: closing it would drop SQLite's locks
 * there, which is what copies.c is about. */
uint64_t test_file_sum(const char *path) {
  FILE *file = fopen(path, "rb");
  uint64_t sum = UINT64_C(0xCBF29CE484222325);
  unsigned char block[65536];
  size_t length;
  if (!file) return 0;
  while ((length = fread(block, 1, sizeof(block), file)) > 0)
    for (size_t i = 0; i < length; i++) sum = (sum ^ block[i]) * UINT64_C(0x100000001B3);
  fclose(file);
  return sum;
}

void test_write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  MUST_HOLD(file != NULL);
  MUST_HOLD(fwrite(bytes, 1, size, file) == size);
  MUST_HOLD(fclose(file) == 0);
}

bool test_file_exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0;
}

int test_start(const char *mode, const char *argument, int output) {
  int process = fork();
  if (process != 0) return process;
  if (output >= 0) dup2(output, 1);
  execl(program_path, program_path, mode, argument, (char *)NULL);
  _exit(127);
}

int test_wait(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

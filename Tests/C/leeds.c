/* 2,830,020 real payments: imported in one transaction, totalled, read again as duplicates, undone
 * in one step, done again; and how fast each was. `make bench WORKLOAD=import` compares the reading
 * with that of others.
 *
 * The file is not part of the project: IEXPENSE_DATA is its folder, by default ../shared/data as
 * seen from the repository, which is the working directory when the program starts. */
#include "test.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROWS INT64_C(2830020)
#define TOTAL INT64_C(1491183045407) /* pence */
#define PROFILE                                                                                  \
  "{\"columns\":{\"date\":\"Payment Date\",\"name\":\"Beneficiary Name\",\"amount\":\"Amount\"," \
  "\"category\":\"Organisational Unit\"},\"delimiter\":\",\",\"decimal\":\".\",\"date\":\"YMD\","  \
  "\"spending\":\"positive\",\"income\":\"refund\",\"currency\":\"GBP\",\"encoding\":\"utf-8\"}"

static char archive[PATH_MAX];
static int64_t expected_total; /* in pence, as add_up() reads them */
static int changes;
static iex_revision last;

static void keep_change(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  changes++;
  if (info) last = *info;
}

static double step_start;

/* The most memory that this process had since start(), in MB; Linux counts it anew when told to. */
static long most_memory(bool anew) {
  char line[128];
  long kilobytes = 0;
  FILE *file = fopen(anew ? "/proc/self/clear_refs" : "/proc/self/status", anew ? "w" : "r");
  if (!file) return 0;
  if (anew) {
    fputs("5", file);
  } else {
    while (fgets(line, sizeof(line), file))
      if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1) break;
  }
  fclose(file);
  return kilobytes / 1024;
}

static void start(void) {
  most_memory(true);
  step_start = test_seconds();
}

/* One line of what is measured; of `rows` at once, when there are any. */
static void print_step(const char *what, int64_t rows, double seconds, long megabytes) {
  char rate[40] = "";
  if (rows) snprintf(rate, sizeof(rate), "%10.0f rows/s", (double)rows / seconds);
  printf("    %-34s %7.2f s %17s   at most %5ld MB\n", what, seconds, rate, megabytes);
}

static double tell(const char *what, int64_t rows) {
  double seconds = test_seconds() - step_start;
  print_step(what, rows, seconds, most_memory(false));
  return seconds;
}

static void check_total(iex_store *store, int64_t rows) {
  iex_totals *totals = NULL;
  size_t count = 0;
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  if (CHECK_INT((int64_t)count, rows ? 1 : 0) && count) {
    CHECK_INT(total[0].amount_minor, expected_total);
    CHECK_INT(total[0].count, rows);
    CHECK_STR(total[0].currency, "GBP");
  }
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  CHECK_INT(count_of(store), rows);
}

/* Adds up the file by itself, in whole pence: no column before the amount is ever quoted. */
static int64_t add_up(const char *path, int64_t *rows) {
  char line[4096];
  int64_t total = 0;
  FILE *file = fopen(path, "r");
  MUST_HOLD(file != NULL);
  *rows = -1; /* the header */
  while (fgets(line, sizeof(line), file)) {
    if (++*rows == 0) continue;
    const char *p = strchr(line, ',') + 1;
    int64_t pence = 0;
    int fraction = -1;
    bool negative = *p == '-';
    for (p += negative; *p != ','; p++) {
      if (*p == '.') {
        fraction = 0;
        continue;
      }
      MUST_HOLD(*p >= '0' && *p <= '9' && fraction < 2);
      pence = pence * 10 + (*p - '0');
      fraction += fraction >= 0;
    }
    for (fraction = fraction < 0 ? 0 : fraction; fraction < 2; fraction++) pence *= 10;
    total += negative ? -pence : pence;
  }
  fclose(file);
  return total;
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_commit(NULL, NULL, &error));
}

static void import_undo_redo(void) {
  iex_store *store = NULL;
  iex_import *import = NULL;
  iex_step step;
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  if (access(archive, R_OK)) {
    test_skip("there is no %s", archive);
    return;
  }
  start();
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("payments.csv", "wb", stdout)) _exit(4);
    execlp("xz", "xz", "-dc", archive, (char *)NULL);
    _exit(127);
  }
  MUST_HOLD(test_wait(child) == 0);
  int64_t rows = 0;
  expected_total = add_up("payments.csv", &rows);
  CHECK_INT(rows, ROWS);
  CHECK_INT(expected_total, TOTAL);
  tell("unpacked and added up", 0);
  MUST(iex_store_open("leeds.db", &IEX_OPTIONS(.currency = "GBP"), &store, &error));
  changes = 0;
  MUST(iex_store_subscribe(store, keep_change, NULL, NULL, NULL, &error));
  start();
  MUST(iex_import_open(store, "payments.csv", &IEX_IMPORT(.profile = PROFILE), &import, &error));
  MUST(iex_import_describe(import, &summary, &error));
  CHECK_INT(summary.rows, ROWS);
  CHECK_INT(summary.fresh, ROWS);
  CHECK_INT(summary.questions, 0);
  double seconds = tell("read and compared with the store", ROWS);
  start();
  MUST(iex_import_commit(import, &step, &error));
  seconds += tell("stored", ROWS);
  print_step("both", ROWS, seconds, most_memory(false));
  printf("    %s\n", summary.text);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_INT(changes, 1);
  CHECK_INT(last.added, ROWS);
  CHECK_INT(last.first_revision, last.last_revision);
  start();
  check_total(store, ROWS);
  tell("totals and count", 0);
  char text[IEX_AMOUNT_TEXT];
  printf("    exact total, the same as the file's: %s\n",
         iex_amount_text(expected_total, "GBP", text));
  start();
  MUST(iex_import_open(store, "payments.csv", &IEX_IMPORT(.profile = PROFILE), &import, &error));
  MUST(iex_import_describe(import, &summary, &error));
  CHECK_INT(summary.fresh, 0);
  CHECK_INT(summary.duplicates, ROWS);
  tell("read again: all are duplicates", ROWS);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  start();
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  tell("undone in one step", 0);
  CHECK_INT(changes, 2);
  CHECK_INT(last.removed, ROWS);
  check_total(store, 0);
  start();
  MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
  tell("done again", 0);
  CHECK_INT(changes, 3);
  CHECK_INT(last.added, ROWS);
  check_total(store, ROWS);
  start();
  CHECK_OK(iex_store_check(store, &error));
  tell("checked", 0);
  start();
  CHECK_CODE(IEX_OK, iex_store_close(store));
  tell("closed", 0);
  const char *keep = getenv("IEX_TEST_KEEP_STORE"); /* for size_cost */
  if (keep && rename("leeds.db", keep)) perror(keep);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything), TEST_CASE(import_undo_redo)};
  const char *folder = getenv("IEXPENSE_DATA");
  char here[PATH_MAX / 2] = "";
  if (!getcwd(here, sizeof(here))) return 3;
  snprintf(archive, sizeof(archive), "%s%s%s/leeds-payments.csv.xz",
           folder && folder[0] == '/' ? "" : here, folder && folder[0] == '/' ? "" : "/",
           folder ? folder : "../shared/data");
  return test_main(argc, argv, cases, COUNT(cases));
}

/* What many rules over many rows cost, in a view and in a file.
 *
 *     rule_cost [ROWS]
 *
 * 200 rules run over ROWS (20,000) and over a tenth of them. Prints the seconds of processor time,
 * and what ten times the rows cost. Time never fails it: machines are busy. */
#include "measuring.h"

#include <sys/resource.h>

enum { RULES = 200 };

static int64_t rows_wanted = 20000;

/* Rules that look at texts and at amounts. */
static void save_rules(iex_store *store) {
  char json[300];
  MUST(iex_store_begin(store, "rules", &error));
  for (int i = 0; i < RULES; i++) {
    snprintf(json, sizeof(json),
             "{\"name\":\"Rule %d\",\"when\":{\"text\":{\"%s\":\"%s%d%s\"},"
             "\"amount\":{\"min\":\"%d\"}},"
             "\"set\":{\"category\":\"Ruled:%d\",\"tags\":{\"add\":[\"r%d\"]}}}",
             i, i % 3 == 0 ? "contains" : i % 3 == 1 ? "starts" : "glob",
             i % 3 == 2 ? "*yee " : "payee ",
             1 + i * 70, i % 3 == 2 ? "*" : "", i % 10, i % 20, i % 7);
    MUST(iex_store_save_rule(store, json, -1, &error));
  }
  MUST(iex_store_commit(store, &error));
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_apply_rules(NULL, 0, NULL, NULL, &error));
}

static double largest_mib(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

/* What this process has used of the processor, whatever else the machine does. */
static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Runs the rules on a view of all; seconds of the dry run, and of the run. */
static void measure_view(const char *path, double *dry, double *run, int64_t *fired) {
  iex_store *store = NULL;
  iex_view *view = NULL;
  iex_effects *effects = NULL;
  iex_step step;
  size_t told = 0;
  MUST(iex_store_open(path, NULL, &store, &error));
  save_rules(store);
  MUST(iex_view_open(store, NULL, &view, &error));
  int64_t count = 0;
  MUST(iex_view_count(view, &count, &error));
  double start = cpu_seconds();
  MUST(iex_view_apply_rules(view, IEX_RULES_DRY_RUN, NULL, NULL, &error));
  *dry = cpu_seconds() - start;
  start = cpu_seconds();
  MUST(iex_view_apply_rules(view, 0, &step, NULL, &error));
  *run = cpu_seconds() - start;
  MUST_HOLD(step.revision != 0);
  *fired = strtoll(step.label + strlen("applied rules: "), NULL, 10);
  double undo = cpu_seconds();
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  undo = cpu_seconds() - undo;
  MUST(iex_view_apply_rules(view, IEX_RULES_DRY_RUN, NULL, &effects, &error));
  CHECK(iex_effects_rows(effects, &told) != NULL);
  CHECK((int64_t)told >= *fired);
  printf("    %" PRId64 " expenses, %d rules: dry run %.2f s, run %.2f s (%" PRId64
         " changed), undo %.2f s, %.0f MiB\n",
         count, RULES, *dry, *run, *fired, undo, largest_mib());
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void rules_over_a_view(void) {
  double few_dry, few_run, dry, run;
  int64_t few_fired, fired;
  generate("few.db", rows_wanted / 10);
  generate("many.db", rows_wanted);
  measure_view("few.db", &few_dry, &few_run, &few_fired);
  measure_view("many.db", &dry, &run, &fired);
  printf("    ten times the rows: %.1f times the dry run, %.1f times the run\n", dry / few_dry,
         run / few_run);
}

/* Runs the rules on a file of rows, and stores it. */
static void measure_file(const char *path, int64_t rows) {
  size_t size = 64, room = (size_t)rows * 48 + 64;
  char *text = malloc(room);
  uint64_t state = 9;
  iex_store *store = NULL;
  iex_import *import = NULL;
  iex_step step;
  MUST_HOLD(text != NULL);
  size = (size_t)snprintf(text, room, "Date;Merchant;Amount\n");
  for (int64_t i = 0; i < rows; i++)
    size += (size_t)snprintf(text + size, room - size, "%02d.%02d.2026;Payee %d;-%d,%02d\n",
                             (int)(test_random(&state) % 28) + 1,
                             (int)(test_random(&state) % 12) + 1,
                             (int)(test_random(&state) % 70000), (int)(test_random(&state) % 1000),
                             (int)(test_random(&state) % 100));
  MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "GBP"), &store, &error));
  save_rules(store);
  MUST(iex_import_open_bytes(
      store, text, size,
      &IEX_IMPORT(.profile = "{\"columns\":{\"date\":\"Date\",\"name\":\"Merchant\",\"amount\":"
                             "\"Amount\"},\"delimiter\":\";\",\"decimal\":\",\",\"date\":\"DMY\","
                             "\"spending\":\"negative\",\"currency\":\"GBP\"}"),
      &import, &error));
  double start = cpu_seconds();
  MUST(iex_import_apply_rules(import, 0, NULL, &error));
  double run = cpu_seconds() - start;
  start = cpu_seconds();
  MUST(iex_import_commit(import, &step, &error));
  printf("    a file of %" PRId64 " rows: run %.2f s, commit %.2f s, %.0f MiB\n", rows, run,
         cpu_seconds() - start, largest_mib());
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_CODE(IEX_OK, iex_store_close(store));
  free(text);
}

static void rules_over_a_file(void) {
  measure_file("few.db", rows_wanted / 10);
  measure_file("many.db", rows_wanted);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything), TEST_CASE(rules_over_a_view),
                                    TEST_CASE(rules_over_a_file)};
  if (argc > 1 && strtoll(argv[1], NULL, 10) > 0) rows_wanted = strtoll(argv[1], NULL, 10);
  return test_main(1, argv, cases, COUNT(cases));
}

/* A disk that fails. Each scenario is run with its first call to the disk failing, then its
 * second, and so on, until it passes untouched: each call once, and the disk from then on, broken
 * or full or full in the middle of a write. Whatever fails, and wherever:
 *
 *   - what fails says why, and the host goes on;
 *   - what had been acknowledged is there, and of what had failed all or nothing;
 *   - the same store goes on when the disk does, and closes; no descriptor and no handle is left;
 *   - the file opens again, iex_store_check finds nothing, and it holds what was there before.
 *
 * Every fault is made in a process of its own. One of them again: disk again
 * SCENARIO:WAY:LASTING:N. Of the disks that stay broken every eighth is tried; IEX_TEST_STRIDE=1
 * tries each. */
#include "faulty.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include "contents.h"
#include "importing.h"

enum { STEPS = 16, UNTOUCHED = 2 };

/* What the steps of a scenario make of the store, by a run that nothing disturbs; shared by all. */
static struct shared {
  contents after[STEPS + 1]; /* as it was prepared, and after each step */
  int steps;
  int64_t calls;
} * expected;

/* The running scenario. */
static bool learning;
static iex_store *store;
static int done;          /* steps that were acknowledged */
static bool stepping;     /* what failed may have happened */
static iex_status failed; /* of the first call that did, with its error */
static iex_error cause;
static int64_t told; /* the last revision that a subscriber heard of */

/* A call that changes the store or does not; false ends the scenario. */
static bool went(iex_status status, bool changes) {
  if (status != IEX_OK) {
    failed = status, cause = error, stepping = changes;
    return false;
  }
  if (!changes) return true;
  done++;
  if (learning) {
    MUST_HOLD(done <= STEPS);
    MUST(contents_read(store, &expected->after[done]));
  }
  return true;
}

#define STEP(call)                        \
  do {                                    \
    if (!went(call, true)) return;        \
  } while (0)
#define READ(call)                        \
  do {                                    \
    if (!went(call, false)) return;       \
  } while (0)

static iex_status open_patient(const char *path) {
  return iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .busy_timeout_ms = 50), &store,
                        &error);
}

static iex_status add(const char *name, int64_t amount) {
  return iex_store_add(store, &IEX_EXPENSE(.name = name, .amount_minor = amount, .date = 20260314),
                       NULL, &error);
}

static void hear(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  CHECK_INT(info->first_revision, told + 1);
  told = info->last_revision;
}

static iex_status listen(void) {
  int64_t revision = 0;
  iex_status status = iex_store_revision(store, &revision, &error);
  if (!status) status = iex_store_subscribe(store, hear, NULL, NULL, NULL, &error);
  if (!status) told = revision;
  return status;
}

/* Whoever subscribes is told what there is, or to look. */
static void hear_first(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  size_t count = 0;
  if (++*(int *)context > 1) return;
  (void)iex_change_items(change, &count);
  CHECK(info->kind == IEX_CHANGE_INITIAL ? count == 2 : info->kind == IEX_CHANGE_RESET);
}

static iex_status read_all(void) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_status status = iex_view_open(store, NULL, &view, &error);
  if (status) return status;
  status = iex_view_read(view, 0, 1000000, &page, &error);
  if (!status) CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  return status;
}

/* Closes as part of the scenario: the disk may fail there too. */
static iex_status close_now(void) {
  iex_status status = iex_store_close(store);
  if (status) snprintf(error.message, sizeof(error.message), "closing a.db");
  store = NULL;
  return status;
}

/* The scenarios. */

static void prepare_nothing(void) {}

static void prepare_some(void) {
  iex_store *new = open_store("a.db");
  for (int i = 1; i <= 20; i++) add_simple(new, "Row", i);
  MUST(iex_store_remove(new, (const int64_t[]){3}, 1, &error));
  CHECK_CODE(IEX_OK, iex_store_close(new));
}

/* A program that was killed has left its log. */
static void prepare_killed(void) {
  prepare_some();
  int child = fork();
  if (child == 0) {
    open_patient("a.db");
    for (int i = 0; i < 10; i++) add("In the log", i);
    kill(getpid(), SIGKILL);
  }
  CHECK_INT(test_wait(child), 128 + SIGKILL);
}

enum { MANY = 17000 }; /* so many expenses have a column cache */

static void prepare_many(void) {
  iex_expense *rows = calloc(MANY, sizeof(*rows));
  iex_store *new = open_store("a.db");
  MUST_HOLD(rows != NULL);
  for (int i = 0; i < MANY; i++)
    rows[i] = IEX_EXPENSE(.name = "Row", .amount_minor = i, .date = 20260101 + i % 28);
  MUST(iex_store_add_many(new, rows, MANY, NULL, &error));
  free(rows);
  CHECK_CODE(IEX_OK, iex_store_close(new));
}

static void create(void) {
  READ(open_patient("a.db"));
  STEP(add("First", 1));
  READ(close_now());
}

static void recover(void) {
  READ(open_patient("a.db"));
  READ(read_all());
  STEP(add("After", 1));
}

static void one_by_one(void) {
  READ(open_patient("a.db"));
  READ(listen());
  STEP(add("One", 1));
  STEP(iex_store_update(store, &IEX_EXPENSE(.id = 5, .amount_minor = 99), IEX_BIT(IEX_FIELD_AMOUNT),
                        &error));
  STEP(iex_store_remove(store, (const int64_t[]){7}, 1, &error));
  READ(read_all());
}

static void transaction(void) {
  READ(open_patient("a.db"));
  READ(listen());
  READ(iex_store_begin(store, "many", &error));
  for (int i = 0; i < 200; i++)
    READ(add("A name that is long enough to fill some pages of the file", i));
  STEP(iex_store_commit(store, &error));
}

static void bulk(void) {
  iex_expense rows[1500];
  for (size_t i = 0; i < COUNT(rows); i++)
    rows[i] = IEX_EXPENSE(.name = "A payee whose name is long enough for more than one write",
                          .amount_minor = (int64_t)i, .date = 20260314);
  READ(open_patient("a.db"));
  READ(listen());
  STEP(iex_store_add_many(store, rows, COUNT(rows), NULL, &error));
}

static iex_status commit_file(iex_import *import) {
  iex_step step;
  iex_status status = iex_import_commit(import, &step, &error);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  return status;
}

static void import_file(void) {
  iex_import *import = NULL;
  iex_step step;
  READ(open_patient("a.db"));
  READ(listen());
  READ(iex_import_open(store, "bank.csv", &IEX_IMPORT(.profile = CSV_PROFILE), &import, &error));
  STEP(commit_file(import));
  STEP(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  STEP(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
}

static void prepare_import(void) {
  static const char text[] = "Date;Merchant;Amount\n01.02.2026;Tea;-2,50\n02.02.2026;Rent;-900,00\n"
                             "03.02.2026;Book;-19,99\n04.02.2026;Bus;-3,10\n";
  prepare_some();
  test_write_file("bank.csv", text, sizeof(text) - 1);
}

static void undo_and_redo(void) {
  iex_step step;
  READ(open_patient("a.db"));
  READ(listen());
  STEP(iex_store_undo(store, IEX_UNDO_ANY, &step, &error));
  STEP(iex_store_undo(store, IEX_UNDO_ANY, &step, &error));
  STEP(iex_store_redo(store, IEX_UNDO_ANY, &step, &error));
}

static void settings(void) {
  READ(open_patient("a.db"));
  READ(listen());
  STEP(iex_store_register_currency(store, "PTS", 0, &error));
  STEP(iex_store_save_profile(store, "bank", CSV_PROFILE, &error));
  STEP(iex_store_save_rule(store,
                           "{\"name\":\"r\",\"when\":{\"name\":{\"contains\":\"Row\"}},"
                           "\"set\":{\"type\":\"Business\"}}",
                           -1, &error));
}

static void backup(void) {
  READ(open_patient("a.db"));
  READ(iex_store_backup(store, "copy.db", &error));
}

static void two_handles(void) {
  iex_store *first;
  READ(open_patient("a.db"));
  first = store;
  iex_status status = open_patient("a.db");
  CHECK_CODE(IEX_OK, iex_store_close(first));
  READ(status);
  STEP(add("Second handle", 1));
}

static void newcomers(void) {
  static int heard[2];
  memset(heard, 0, sizeof(heard));
  READ(open_patient("a.db"));
  READ(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL),
                                hear_first, &heard[0], NULL, NULL, &error));
  CHECK_INT(heard[0], 1);
  READ(iex_store_subscribe_with(
      store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL, .delivery = IEX_DELIVER_QUEUED),
      hear_first, &heard[1], NULL, NULL, &error));
  READ(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(heard[1], 1);
}

static void cache_at_close(void) {
  READ(open_patient("a.db"));
  READ(read_all());
  STEP(iex_store_update(store, &IEX_EXPENSE(.id = 5, .amount_minor = 99), IEX_BIT(IEX_FIELD_AMOUNT),
                        &error));
  READ(close_now());
}

static const struct scenario {
  const char *name;
  void (*prepare)(void), (*run)(void);
  int stride; /* when a run takes long: so many calls at a time, unless told otherwise */
} scenarios[] = {
    {"create", prepare_nothing, create, 1},
    {"recover", prepare_killed, recover, 1},
    {"one-by-one", prepare_some, one_by_one, 1},
    {"transaction", prepare_some, transaction, 1},
    {"bulk", prepare_some, bulk, 1},
    {"import", prepare_import, import_file, 1},
    {"undo", prepare_some, undo_and_redo, 1},
    {"settings", prepare_some, settings, 1},
    {"backup", prepare_some, backup, 1},
    {"two-handles", prepare_some, two_handles, 1},
    {"newcomers", prepare_some, newcomers, 1},
    {"cache", prepare_many, cache_at_close, 6},
};

/* Folders: what was prepared is kept in one and copied for each run. */

static void copy_file(const char *from, const char *to) {
  static char block[1 << 16];
  int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ssize_t length;
  MUST_HOLD(in >= 0 && out >= 0);
  while ((length = read(in, block, sizeof(block))) > 0)
    MUST_HOLD(write(out, block, (size_t)length) == length);
  close(in), close(out);
}

/* Calls for each file of a folder. */
static void each_file(const char *folder, void (*call)(const char *name)) {
  DIR *list = opendir(folder);
  MUST_HOLD(list != NULL);
  for (struct dirent *entry; (entry = readdir(list));)
    if (entry->d_name[0] != '.') call(entry->d_name);
  closedir(list);
}

static void remove_here(const char *name) { (void)remove(name); }

static void bring(const char *name) {
  char from[300];
  snprintf(from, sizeof(from), "../prepared/%s", name);
  if (!strstr(name, "-shm")) copy_file(from, name);
}

static void begin_anew(void) {
  each_file(".", remove_here);
  each_file("../prepared", bring);
}

static int64_t open_descriptors(void) {
  int64_t count = 0;
  for (int i = 0; i < 64; i++) count += fcntl(i, F_GETFD) >= 0;
  return count;
}

/* What a fault may be called: never damage, and never another kind of file. */
static void check_cause(void) {
  bool names = failed == IEX_ERROR_IO || failed == IEX_ERROR_FULL ||
               failed == IEX_ERROR_PERMISSION || failed == IEX_ERROR_READ_ONLY ||
               failed == IEX_ERROR_BUSY;
  if (!CHECK(names)) fprintf(stderr, "    … %s: %s\n", iex_status_name(failed), cause.message);
  bool told_path = strstr(cause.message, ".db") || strstr(cause.message, "bank.csv");
  if (!CHECK(told_path)) fprintf(stderr, "    … %s\n", cause.message);
}

/* What the file holds: what was acknowledged, and what failed whole or not at all. */
static void check_contents(iex_store *from, contents *now) {
  if (!CHECK_OK(contents_read(from, now))) return;
  bool good = contents_equal(*now, expected->after[done]) ||
              (stepping && contents_equal(*now, expected->after[done + 1]));
  if (!CHECK(good))
    fprintf(stderr, "    … %" PRId64 " rows after step %d, not %" PRId64 "%s\n", now->rows, done,
            expected->after[done].rows, stepping ? " (the next one failed)" : "");
}

/* The same handle goes on as if nothing had been. */
static void check_going_on(contents *now) {
  iex_step step;
  int64_t rows, revision;
  (void)iex_store_rollback(store, NULL);
  check_contents(store, now);
  rows = count_of(store), revision = revision_of(store);
  if (CHECK_OK(add("Afterwards", 1)) && CHECK_INT(count_of(store), rows + 1))
    CHECK_OK(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(revision_of(store), revision + 2);
  if (told) CHECK_INT(told, revision_of(store));
  CHECK_OK(iex_store_check(store, &error));
}

static void one_run(const struct scenario *scenario, int64_t at, int way, bool lasting) {
  contents live = {0}, again;
  int64_t before = open_descriptors();
  begin_anew();
  store = NULL, done = 0, stepping = false, failed = IEX_OK, told = 0;
  fault_arm(at, way, lasting);
  scenario->run();
  fault_disarm();
  if (at == 0) expected->calls = fault.calls, expected->steps = done;
  if (failed) check_cause();
  /* What was not synchronised is not said to be stored. */
  if (fault.log_syncs && store) CHECK(failed != IEX_OK);
  if (at == 0 && !CHECK_INT(failed, IEX_OK)) fprintf(stderr, "    … %s\n", cause.message);
  bool open = store != NULL;
  if (open) {
    check_going_on(&live);
    CHECK_CODE(IEX_OK, iex_store_close(store));
  }
  CHECK_INT(iex_handle_count(), 0);
  CHECK_INT(open_descriptors(), before);
  if (!CHECK_OK(open_patient("a.db"))) return;
  CHECK_OK(iex_store_check(store, &error));
  check_contents(store, &again);
  if (open) CHECK(contents_equal(live, again));
  CHECK_OK(add("Once more", 1));
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK(!test_file_exists("a.db-wal") && !test_file_exists("a.db-journal"));
  if (failed && !lasting) CHECK(!test_file_exists("copy.db")); /* a copy that failed is removed */
  if (!failed && test_file_exists("copy.db")) {
    if (!CHECK_OK(open_patient("copy.db"))) return;
    CHECK_OK(iex_store_check(store, &error));
    if (CHECK_OK(contents_read(store, &again))) CHECK(contents_equal(again, expected->after[0]));
    CHECK_CODE(IEX_OK, iex_store_close(store));
  }
}

/* What the scenario does when nothing fails. */
static void learn(const struct scenario *scenario) {
  MUST_HOLD(mkdir("prepared", 0700) == 0 && mkdir("run", 0700) == 0);
  MUST_HOLD(chdir("prepared") == 0);
  scenario->prepare();
  MUST_HOLD(chdir("../run") == 0);
  begin_anew();
  MUST_HOLD(open_patient("a.db") == IEX_OK);
  MUST(contents_read(store, &expected->after[0]));
  CHECK_CODE(IEX_OK, iex_store_close(store));
  learning = true;
  one_run(scenario, 0, BROKEN, false);
  learning = false;
  one_run(scenario, 0, BROKEN, false); /* and how many calls that takes */
}

static const struct scenario *running;
static int64_t run_at;
static int run_way;
static bool run_lasting;

static void learn_inside(void) { learn(running); }

static void fault_inside(void) { one_run(running, run_at, run_way, run_lasting); }

/* Runs it in a child; what it prints comes with a title. */
static int in_child(void (*inside)(void)) {
  const test_case test = {"inside", inside};
  fflush(NULL);
  int child = fork();
  if (child == 0) {
    alarm(60);
    bool good = test_run(&test);
    _exit(good && fault.failed == 0 ? UNTOUCHED : test_child_status(good));
  }
  return test_wait(child);
}

static void run_scenario(const struct scenario *scenario) {
  const char *stride_text = getenv("IEX_TEST_STRIDE");
  int64_t faults = 0;
  int bad = 0;
  running = scenario;
  CHECK_INT(in_child(learn_inside), UNTOUCHED);
  MUST_HOLD(chdir("run") == 0);
  for (run_way = BROKEN; run_way < WAYS; run_way++)
    for (int lasting = 0; lasting < 2; lasting++) {
      int64_t stride = scenario->stride * (stride_text ? atoi(stride_text) : lasting ? 8 : 1);
      run_lasting = lasting != 0;
      for (run_at = 1;; run_at += stride) {
        int status = in_child(fault_inside);
        if (status == UNTOUCHED) break;
        faults++;
        if (CHECK_INT(status, 0)) continue;
        fprintf(stderr, "    … disk again %s:%s:%d:%" PRId64 "\n", scenario->name,
                fault_ways[run_way], lasting, run_at);
        if (++bad >= 10) return;
      }
    }
  printf("    %-12s %5" PRId64 " calls, %6" PRId64 " faults\n", scenario->name, expected->calls,
         faults);
}

static void run_one(const char *name) {
  for (size_t i = 0; i < COUNT(scenarios); i++)
    if (strcmp(scenarios[i].name, name) == 0) run_scenario(&scenarios[i]);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_backup(NULL, NULL, &error));
}
static void creating(void) { run_one("create"); }
static void recovering(void) { run_one("recover"); }
static void one_change_after_the_other(void) { run_one("one-by-one"); }
static void one_transaction(void) { run_one("transaction"); }
static void many_at_once(void) { run_one("bulk"); }
static void an_import(void) { run_one("import"); }
static void undo(void) { run_one("undo"); }
static void what_is_set(void) { run_one("settings"); }
static void a_backup(void) { run_one("backup"); }
static void who_has_just_come(void) { run_one("newcomers"); }
static void two_handles_of_one_file(void) { run_one("two-handles"); }
static void the_column_cache(void) { run_one("cache"); }

static const char *again;

static void run_again(void) {
  char name[20], way[20];
  int lasting = 0;
  MUST_HOLD(sscanf(again, "%19[^:]:%19[^:]:%d:%" SCNd64, name, way, &lasting, &run_at) == 4);
  for (size_t i = 0; i < COUNT(scenarios); i++)
    if (strcmp(scenarios[i].name, name) == 0) running = &scenarios[i];
  for (run_way = 0; strcmp(fault_ways[run_way], way); run_way++) MUST_HOLD(run_way + 1 < WAYS);
  MUST_HOLD(running != NULL);
  run_lasting = lasting != 0;
  learn(running);
  one_run(running, run_at, run_way, run_lasting);
  printf("    %d calls failed, first: %s (%s); then %s: %s\n", fault.failed,
         fault_kinds[fault.kind], strerror(fault.code), iex_status_name(failed),
         failed ? cause.message : "nothing failed");
}

static int again_mode(int argc, char **argv) {
  char *arguments[] = {"disk", NULL};
  static const test_case test[] = {TEST_CASE(run_again)};
  if (argc < 2 || strcmp(argv[0], "again") != 0) return -1;
  again = argv[1];
  return test_main(1, arguments, test, 1);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {
      TEST_CASE(null_for_everything), TEST_CASE(creating),        TEST_CASE(recovering),
      TEST_CASE(one_change_after_the_other), TEST_CASE(one_transaction), TEST_CASE(many_at_once),
      TEST_CASE(an_import), TEST_CASE(undo), TEST_CASE(what_is_set), TEST_CASE(a_backup),
      TEST_CASE(two_handles_of_one_file), TEST_CASE(who_has_just_come),
      TEST_CASE(the_column_cache)};
  expected = mmap(NULL, sizeof(*expected), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                  0);
  test_modes = again_mode;
  return test_main(argc, argv, cases, COUNT(cases));
}

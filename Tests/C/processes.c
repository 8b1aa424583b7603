/* Observers in other processes: every revision once, in order, with its origin and label, whoever
 * is killed when; foreign edits and foreign files; how long a change takes to arrive.
 *
 * IEX_TEST_ROUNDS (2,000 kills), IEX_TEST_SEED and IEX_TEST_ADDS (2,000: for the latency) can be
 * set. */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "importing.h"
#include "observing.h"

static const char *const forms[] = {"poll", "dispatch", "pull"};

static bool is_quick(void) { return getenv("IEX_TEST_QUICK") != NULL; }

static int number_from(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text && *text ? atoi(text) : otherwise;
}

/* Modes of this program. An argument is "name count". */

static void sscan(const char *argument, char name[20], int *count) {
  *count = 0;
  if (sscanf(argument, "%19s %d", name, count) < 1) _exit(21);
}

/* Listens until it hears of the last expense; then its rows must be the store's. */
static int observe(const char *form, const char *name) {
  mirror m = {0};
  char path[64];
  int64_t told = 0;
  const iex_change *change = NULL;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = name, .busy_timeout_ms = PATIENCE), &m.store, &error));
  snprintf(path, sizeof(path), "%s.log", name);
  m.log = fopen(path, "wb");
  MUST_HOLD(m.log != NULL);
  struct pollfd loop = {.events = POLLIN};
  if (strcmp(form, "pull") == 0) {
    MUST(iex_store_next_change(m.store, 0, &change, &error));
    m.last = revision_of(m.store); /* nobody writes before all observers are ready */
    mirror_read_all(&m);
  } else {
    MUST(iex_store_subscribe_with(
        m.store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL, .delivery = IEX_DELIVER_QUEUED),
        mirror_callback, &m, mirror_free, NULL, &error));
    CHECK_OK(iex_store_dispatch(m.store, 0, &told, &error));
    CHECK_INT(told, 1);
    MUST(iex_store_fd(m.store, &loop.fd, &error));
  }
  tell("R", 1);
  while (!m.saw_last || m.last < m.read_at) {
    if (strcmp(form, "pull") == 0) {
      if (!CHECK_OK(iex_store_next_change(m.store, -1, &change, &error))) break;
      if (!change) continue;
      mirror_take(&m, change);
      CHECK_CODE(IEX_OK, iex_change_close(change));
    } else if (strcmp(form, "poll") == 0) {
      MUST_HOLD(poll(&loop, 1, 60000) == 1);
      if (!CHECK_OK(iex_store_dispatch(m.store, 0, NULL, &error))) break;
    } else {
      if (!CHECK_OK(iex_store_dispatch(m.store, 500, NULL, &error))) break;
    }
  }
  mirror_compare(&m);
  fclose(m.log);
  CHECK_CODE(IEX_OK, iex_store_close(m.store));
  CHECK_INT(m.freed, strcmp(form, "pull") != 0);
  free(m.rows);
  return 0;
}

static iex_store *own_store;
static record own; /* the change that this program's call has just made */
static const char *own_name;

static void note_own(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  if (strcmp(info->origin, own_name) != 0) return;
  own = (record){.first = info->first_revision, .last = info->last_revision, .kind = info->kind};
  snprintf(own.origin, sizeof(own.origin), "%s", info->origin);
  snprintf(own.label, sizeof(own.label), "%s", info->label);
}

/* Reads a file of two payments that were never there before, and stores them. */
static iex_status import_two(const char *name, int number) {
  iex_import *import = NULL;
  char text[200];
  snprintf(text, sizeof(text),
           "Date;Merchant;Amount\n01.02.2026;%s;-%d,50\n02.02.2026;%s;-%d,51\n", name, number, name,
           number);
  iex_status status = iex_import_open_bytes(own_store, text, strlen(text),
                                            &IEX_IMPORT(.profile = CSV_PROFILE, .name = "bank"),
                                            &import, &error);
  if (!status) status = iex_import_commit(import, NULL, &error);
  if (import) CHECK_CODE(IEX_OK, iex_import_close(import));
  return status;
}

/* Adds, imports, changes, removes, undoes and does again, and tells of each call that has
 * returned. */
static int write_at_random(const char *name, int count) {
  uint64_t state = 0;
  for (const char *p = name; *p; p++) state = state * 31 + (unsigned char)*p;
  int64_t mine[64] = {0};
  int held = 0;
  own_name = name;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = name, .busy_timeout_ms = PATIENCE), &own_store, &error));
  MUST(iex_store_subscribe(own_store, note_own, NULL, NULL, NULL, &error));
  for (int i = 0; i < count; i++) {
    int what = (int)(test_random(&state) % 11);
    char label[40];
    iex_step step = {0};
    iex_status status = IEX_OK;
    own.first = 0;
    snprintf(label, sizeof(label), "%s does %d", name, i);
    if (held == 0 || what < 4) {
      MUST(iex_store_begin(own_store, label, &error));
      for (int k = 0; k <= what && held < 64; k++) mine[held++] = add_simple(own_store, label, k);
      MUST(iex_store_commit(own_store, &error));
      if (own.first != 0) CHECK_STR(own.label, label);
    } else if (what < 6) {
      status = iex_store_update(
          own_store,
          &IEX_EXPENSE(.id = mine[test_random(&state) % (uint64_t)held], .amount_minor = 1000 + i),
          IEX_BIT(IEX_FIELD_AMOUNT), &error);
    } else if (what < 7) {
      status = iex_store_remove(own_store, &mine[--held], 1, &error);
    } else if (what < 9) {
      status = iex_store_undo(own_store, IEX_UNDO_MINE, &step, &error);
    } else if (what < 10) {
      status = import_two(name, i);
    } else {
      status = iex_store_redo(own_store, IEX_UNDO_MINE, &step, &error);
    }
    if (status) CHECK(status == IEX_ERROR_NOT_FOUND || status == IEX_ERROR_CONFLICT);
    if (status && own.first) CHECK_INT(status, IEX_OK); /* a failed call changes nothing */
    if (held > 60) held = 0;
    if (own.first) tell(&own, sizeof(own));
  }
  CHECK_CODE(IEX_OK, iex_store_close(own_store));
  return 0;
}

/* Adds `count` expenses at a pace, and writes down when each was committed. */
typedef struct moment {
  int64_t revision;
  double seconds;
} moment;
static moment *moments;
static int moment_count, moment_limit;

static void note_moment(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  double now = test_seconds();
  (void)context;
  for (int64_t r = info->first_revision; r <= info->last_revision; r++)
    if (moment_count < moment_limit) moments[moment_count++] = (moment){r, now};
}

static int write_at_a_pace(const char *name, int count) {
  moments = calloc((size_t)count, sizeof(*moments));
  moment_limit = count;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = name, .busy_timeout_ms = PATIENCE), &own_store, &error));
  MUST(iex_store_subscribe(own_store, note_moment, NULL, NULL, NULL, &error));
  for (int i = 0; i < count; i++) {
    add_simple(own_store, "Row", i);
    pause_us(200);
  }
  CHECK_CODE(IEX_OK, iex_store_close(own_store));
  for (int i = 0; i < moment_count; i++) tell(&moments[i], sizeof(moments[i]));
  return 0;
}

/* Edits the file without the library, with SQLite's triggers off. */
static int edit(void) {
  sqlite3 *file = NULL;
  int code = sqlite3_open("a.db", &file);
  sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_busy_timeout(file, 5000);
  if (!code) code = sqlite3_exec(file, "UPDATE expense SET amount = 700", NULL, NULL, NULL);
  if (code) fprintf(stderr, "    the edit: %s\n", sqlite3_errmsg(file));
  return sqlite3_close(file) ? 1 : code;
}

static int add_one(void) {
  iex_store *store = NULL;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "other", .busy_timeout_ms = PATIENCE), &store, &error));
  add_simple(store, "Other", 5);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return 0;
}

/* Leaves the log's index half written, as one does who is killed there, and holds it for 300 ms as
 * SQLite does that brings it in order (the locks are its WAL_WRITE, _CKPT and _RECOVER). */
static int mend(void) {
  struct flock locks = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 120, .l_len = 3};
  const off_t change_counter = 8; /* in the first of the two copies of its header */
  unsigned char byte = 0;
  int index = open("a.db-shm", O_RDWR);
  MUST_HOLD(index >= 0 && fcntl(index, F_SETLKW, &locks) == 0);
  MUST_HOLD(pread(index, &byte, 1, change_counter) == 1);
  byte ^= 0xff;
  MUST_HOLD(pwrite(index, &byte, 1, change_counter) == 1);
  tell("L", 1);
  pause_us(300000);
  return 0;
}

static int modes(int argc, char **argv) {
  char name[20];
  int count;
  if (argc < 2) return -1;
  sscan(argv[1], name, &count);
  for (size_t i = 0; i < COUNT(forms); i++)
    if (strcmp(argv[0], forms[i]) == 0) return observe(argv[0], name);
  if (strcmp(argv[0], "write") == 0) return write_at_random(name, count);
  if (strcmp(argv[0], "pace") == 0) return write_at_a_pace(name, count);
  if (strcmp(argv[0], "edit") == 0) return edit();
  if (strcmp(argv[0], "add") == 0) return add_one();
  if (strcmp(argv[0], "mend") == 0) return mend();
  return -1;
}

/* The tests. */

static void only_the_file_is_left(void) {
  CHECK(test_file_exists("a.db"));
  CHECK(!test_file_exists("a.db-note"));
  CHECK(!test_file_exists("a.db-wal"));
  CHECK(!test_file_exists("a.db-shm"));
}

/* Observers of each form, ready; returns the revision from which on they hear. */
static int64_t start_observers(int processes[3], int outputs[3]) {
  iex_store *store = open_store("a.db");
  int64_t revision = revision_of(store);
  for (int i = 0; i < 3; i++) {
    char name[16];
    snprintf(name, sizeof(name), "see-%s", forms[i]);
    processes[i] = start_program(forms[i], name, &outputs[i]);
  }
  for (int i = 0; i < 3; i++) wait_for_byte(outputs[i]);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  return revision;
}

/* Adds the last expense, waits for all observers, and compares what they wrote down. */
static void end_observers(int processes[3], int outputs[3], int64_t begin, bool resets) {
  iex_store *store = open_store("a.db");
  add_simple(store, LAST_NAME, 1);
  for (int i = 0; i < 3; i++) {
    CHECK_INT(test_wait(processes[i]), 0);
    close(outputs[i]);
  }
  for (int i = 0; i < 3; i++) {
    char path[32];
    snprintf(path, sizeof(path), "see-%s.log", forms[i]);
    compare_log(store, path, begin, resets);
  }
  close_store(store);
  only_the_file_is_left();
}

/* Takes what a writer tells until it ends, and finds each in the history afterwards. */
static int take_records(int output, record *records, int count, int limit) {
  while (count < limit && read(output, &records[count], sizeof(record)) == sizeof(record)) count++;
  return count;
}

static void find_in_history(const record *records, int count, int64_t latest) {
  iex_store *store = open_store("a.db");
  iex_history *history = NULL;
  size_t size = 0;
  MUST(iex_store_history(store, 0, 0, latest, &history, &error));
  const iex_revision *past = iex_history_rows(history, &size);
  for (int i = 0; i < count; i++) {
    int64_t index = size ? past[0].last_revision - records[i].first : -1;
    if (!CHECK(index >= 0 && index < (int64_t)size)) break;
    CHECK_INT(past[index].last_revision, records[i].first);
    CHECK_STR(past[index].origin, records[i].origin);
    CHECK(strncmp(past[index].label, records[i].label, sizeof(records[i].label) - 1) == 0);
  }
  CHECK_CODE(IEX_OK, iex_history_close(history));
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(NULL, 0, NULL, &error));
}

static void every_observer_hears_of_every_revision(void) {
  enum { WRITERS = 3 };
  int observers[3], outputs[3], writers[WRITERS], told[WRITERS];
  const int each = is_quick() ? 150 : 600;
  record *records = calloc((size_t)each, sizeof(record) * WRITERS);
  int count = 0;
  int64_t begin = start_observers(observers, outputs);
  for (int i = 0; i < WRITERS; i++) {
    char argument[32];
    snprintf(argument, sizeof(argument), "writer-%d %d", i, each);
    writers[i] = start_program("write", argument, &told[i]);
  }
  for (int i = 0; i < WRITERS; i++) {
    count = take_records(told[i], records, count, each * WRITERS);
    close(told[i]);
    CHECK_INT(test_wait(writers[i]), 0);
  }
  end_observers(observers, outputs, begin, false);
  find_in_history(records, count, INT64_MAX);
  iex_store *store = open_store("a.db");
  CHECK_INT(resets_of(store), 0);
  CHECK_INT(revision_of(store), begin + count + 1); /* each acknowledged one, and the last */
  close_store(store);
  printf("    %d changes of %d processes, heard by 3 others\n", count, WRITERS);
  free(records);
}

/* The writer is killed at random moments while another one writes and three listen: nothing that
 * either was told is lost, and all hear the same. */
static void a_killed_writer(void) {
  const int rounds = number_from("IEX_TEST_ROUNDS", is_quick() ? 40 : 2000), limit = 400;
  uint64_t state = (uint64_t)number_from("IEX_TEST_SEED", 20260314);
  int observers[3], outputs[3], amid = 0;
  int64_t acknowledged = 0;
  record *records = calloc((size_t)limit, sizeof(record));
  int64_t begin = start_observers(observers, outputs), id = 0;
  iex_store *store = open_store("a.db");
  for (int round = 0; round < rounds; round++) {
    int output, count = 0;
    char argument[32];
    if (id) MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = round),
                                  IEX_BIT(IEX_FIELD_AMOUNT), &error));
    id = add_simple(store, "The other writer", -1);
    acknowledged += 1 + (round > 0);
    snprintf(argument, sizeof(argument), "killed-%d %d", round, limit);
    int writer = start_program("write", argument, &output);
    if (test_random(&state) % 4 == 0) {
      pause_us((long)(test_random(&state) % 20000));
    } else {
      int target = (int)(test_random(&state) % 20);
      while (count < target && read(output, &records[count], sizeof(record)) == sizeof(record))
        count++;
      pause_us((long)(test_random(&state) % 300));
    }
    kill(writer, SIGKILL);
    count = take_records(output, records, count, limit);
    close(output);
    int status = test_wait(writer);
    CHECK(status == 128 + SIGKILL || status == 0);
    find_in_history(records, count, 2 * limit);
    acknowledged += count;
    amid += count > 0 && count < limit;
  }
  close_store(store);
  end_observers(observers, outputs, begin, false);
  store = open_store("a.db");
  int64_t revisions = revision_of(store) - begin - 1;
  CHECK(revisions >= acknowledged);
  printf("    %d kills, %d amid the changes; %" PRId64 " changes, %" PRId64
         " of them not acknowledged, %d resets\n",
         rounds, amid, revisions, revisions - acknowledged, resets_of(store));
  close_store(store);
  free(records);
}

typedef struct hearing {
  int count, resets, freed;
  int64_t last;
  char label[80];
} hearing;

static void hear(void *context, const iex_change *change) {
  hearing *h = context;
  const iex_revision *info = iex_change_info(change);
  h->count++;
  h->resets += info->kind == IEX_CHANGE_RESET;
  CHECK_INT(info->first_revision, h->last + 1);
  h->last = info->last_revision;
  snprintf(h->label, sizeof(h->label), "%s", info->label);
}

static void hear_free(void *context) { ((hearing *)context)->freed++; }

/* A store with one observer, by poll. */
static iex_store *open_hearing(hearing *h, struct pollfd *loop) {
  iex_store *store = open_store("a.db");
  h->last = revision_of(store);
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), hear, h,
                                hear_free, NULL, &error));
  loop->events = POLLIN;
  MUST(iex_store_fd(store, &loop->fd, &error));
  return store;
}

/* As a loop does it, until something was told; at most ten seconds. */
static void run_loop(iex_store *store, struct pollfd *loop) {
  int64_t told = 0;
  double end = test_seconds() + 10;
  while (told == 0 && test_seconds() < end && poll(loop, 1, 10000) == 1)
    if (!CHECK_OK(iex_store_dispatch(store, 0, &told, &error))) return;
  CHECK(told > 0);
}

static int run_mode(const char *mode) { return test_wait(test_start(mode, "-", -1)); }

static void a_wake_that_was_lost(void) {
  hearing h = {0};
  struct pollfd loop = {0};
  iex_store *store = open_hearing(&h, &loop);
  MUST_HOLD(unlink("a.db-note") == 0); /* the other program will make one that nobody watches */
  CHECK_INT(run_mode("add"), 0);
  double start = test_seconds();
  run_loop(store, &loop);
  printf("    a lost wake: heard %.2f s later\n", test_seconds() - start);
  CHECK_INT(h.count, 1);
  close_store(store);
  CHECK_INT(h.freed, 1);
  only_the_file_is_left();
}

/* Runs a body while another program mends the index of the log. */
#define AMID_MENDING(body)                                                                         \
  do {                                                                                             \
    int output, process = start_program("mend", "-", &output);                                     \
    wait_for_byte(output);                                                                         \
    body;                                                                                          \
    CHECK_INT(test_wait(process), 0);                                                              \
    close(output);                                                                                 \
  } while (0)

static void read_amid_mending(void *context, const iex_change *change) {
  iex_page *page = NULL;
  size_t count = 0;
  const iex_change_item *items = iex_change_items(change, &count);
  if (!CHECK_INT((int64_t)count, 1)) return;
  AMID_MENDING(CHECK_OK(iex_change_read_new(change, &items[0].first_id, 1, &page, &error)));
  if (page) CHECK_STR(iex_page_rows(page, NULL)[0].name, "Other");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  hear(context, change);
}

/* Nobody hears of a busy store who only reads: also a callback waits for the index of the log, and
 * one who wants to wait for no writer. */
static void reading_while_the_index_is_mended(void) {
  hearing h = {0};
  iex_store *store = NULL;
  int64_t told = 0;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .busy_timeout_ms = -1), &store,
                      &error));
  h.last = revision_of(store);
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED),
                                read_amid_mending, &h, hear_free, NULL, &error));
  for (int round = 1; round <= 3; round++) {
    CHECK_INT(run_mode("add"), 0);
    AMID_MENDING(CHECK_OK(iex_store_dispatch(store, 0, &told, &error)));
    CHECK_INT(told, 1);
    CHECK_INT(h.count, round);
    AMID_MENDING(CHECK_INT(count_of(store), round));
  }
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void an_edit_without_the_library(void) {
  hearing h = {0};
  struct pollfd loop = {0};
  iex_store *store = open_hearing(&h, &loop);
  iex_totals *totals = NULL;
  for (int i = 0; i < 3; i++) add_simple(store, "Row", 100);
  run_loop(store, &loop);
  CHECK_INT(h.count, 3);
  CHECK_INT(run_mode("edit"), 0);
  run_loop(store, &loop);
  CHECK_INT(h.resets, 1);
  CHECK_STR(h.label, "the file was edited by another program");
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &error));
  CHECK_INT(iex_totals_rows(totals, NULL)->amount_minor, 2100);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  int64_t told = -1;
  CHECK_OK(iex_store_dispatch(store, 1100, &told, &error));
  CHECK_INT(told, 0); /* once */
  CHECK_INT(run_mode("add"), 0);
  run_loop(store, &loop);
  CHECK_INT(h.resets, 1);
  close_store(store);
  only_the_file_is_left();
}

static void a_file_that_was_replaced_or_removed(void) {
  for (int removed = 0; removed < 2; removed++) {
    hearing h = {0};
    struct pollfd loop = {0};
    iex_store *store = open_hearing(&h, &loop);
    add_simple(store, "Row", 1);
    run_loop(store, &loop);
    close_store(open_store("b.db"));
    MUST_HOLD(removed ? unlink("a.db") == 0 : rename("b.db", "a.db") == 0);
    run_loop(store, &loop);
    CHECK_INT(h.count, 2);
    CHECK_INT(h.resets, 1);
    CHECK(h.label[0] != 0);
    int64_t told = -1;
    CHECK_OK(iex_store_dispatch(store, 1100, &told, &error));
    CHECK_INT(told, 0); /* once */
    CHECK_STATUS(IEX_ERROR_MISSING,
                 iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
    CHECK_CODE(IEX_OK, iex_store_close(store));
    CHECK_INT(h.freed, 1);
    (void)unlink("a.db"), (void)unlink("b.db"), (void)unlink("a.db-wal"), (void)unlink("a.db-shm");
  }
}

/* How long it takes from a commit in one process to the callback in another one. */
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void from_commit_to_callback(void) {
  const int adds = number_from("IEX_TEST_ADDS", 2000);
  struct pollfd loop = {.events = POLLIN};
  iex_store *store = open_store("a.db");
  int output, wrong = 0;
  moments = calloc((size_t)adds, sizeof(*moments));
  double *times = calloc((size_t)adds, sizeof(*times));
  moment_count = 0;
  moment_limit = adds;
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED),
                                note_moment, NULL, NULL, NULL, &error));
  MUST(iex_store_fd(store, &loop.fd, &error));
  char argument[32];
  snprintf(argument, sizeof(argument), "pace %d", adds);
  int64_t begin = revision_of(store);
  int writer = start_program("pace", argument, &output);
  double end = test_seconds() + 60 + adds / 200;
  while (moment_count < adds && test_seconds() < end && poll(&loop, 1, 10000) == 1)
    MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(moment_count, adds);
  for (int i = 0; i < moment_count; i++) {
    moment made;
    if (!CHECK(read(output, &made, sizeof(made)) == sizeof(made))) break;
    wrong += made.revision != begin + 1 + i || moments[i].revision != begin + 1 + i;
    times[i] = (moments[i].seconds - made.seconds) * 1e6;
  }
  CHECK_INT(wrong, 0); /* none lost, none doubled, in order */
  close(output);
  CHECK_INT(test_wait(writer), 0);
  qsort(times, (size_t)moment_count, sizeof(*times), by_value);
  printf("    commit to callback in another process, %d times: p50 %.0f us, p99 %.0f us, max %.0f us\n",
         moment_count, times[moment_count / 2], times[(int)((double)moment_count * 0.99)],
         times[moment_count - 1]);
  close_store(store);
  only_the_file_is_left();
  free(moments);
  free(times);
}

/* A child of a fork: everything is refused, what it closes leaves the file alone, and the parent
 * goes on, also with what it is waiting for. */
static void a_fork_amid_observing(void) {
  hearing h = {0};
  struct pollfd loop = {0};
  iex_store *store = open_hearing(&h, &loop);
  const iex_change *change = NULL;
  add_simple(store, "Row", 1);
  int child = fork();
  if (child == 0) {
    int32_t descriptor = 0;
    CHECK_STATUS(IEX_ERROR_FORKED, iex_store_dispatch(store, -1, NULL, &error));
    CHECK_STATUS(IEX_ERROR_FORKED, iex_store_next_change(store, -1, &change, &error));
    CHECK_STATUS(IEX_ERROR_FORKED, iex_store_fd(store, &descriptor, &error));
    CHECK_STATUS(IEX_ERROR_FORKED, iex_store_set_wake(store, NULL, NULL, NULL, &error));
    CHECK_STATUS(IEX_ERROR_FORKED,
                 iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
    CHECK_CODE(IEX_ERROR_FORKED, iex_store_close(store));
    CHECK_INT(h.count, 0);
    _exit(test_child_status(test_failures() == 0));
  }
  test_wait_for_child(HERE, child);
  CHECK(test_file_exists("a.db-note") && test_file_exists("a.db-wal"));
  run_loop(store, &loop);
  CHECK_INT(h.count, 1);
  CHECK_INT(run_mode("add"), 0);
  run_loop(store, &loop);
  CHECK_INT(h.count, 2);
  close_store(store);
  CHECK_INT(h.freed, 1);
  only_the_file_is_left();
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything),
                                    TEST_CASE(every_observer_hears_of_every_revision),
                                    TEST_CASE(a_killed_writer),
                                    TEST_CASE(a_wake_that_was_lost),
                                    TEST_CASE(reading_while_the_index_is_mended),
                                    TEST_CASE(an_edit_without_the_library),
                                    TEST_CASE(a_file_that_was_replaced_or_removed),
                                    TEST_CASE(from_commit_to_callback),
                                    TEST_CASE(a_fork_amid_observing)};
  test_modes = modes;
  return test_main(argc, argv, cases, COUNT(cases));
}

/* Changes of one row, and of very many. The variant "journal" does what an expense store does in
 * one transaction: the row, its month's total and a journal entry; update_hook stands for who is
 * told. */
#include "lite.h"

#include <stdio.h>
#include <string.h>

enum { ADDS = 20, CHANGES = 500 };

static sqlite3_stmt *insert, *add_total, *add_entry, *change, *begin, *commit;
static int64_t told, next_id;

static void count_hook(void *context, int what, const char *database, const char *table,
                       sqlite3_int64 row) {
  (void)context, (void)what, (void)database, (void)row;
  told += strcmp(table, "expense") == 0;
}

static void insert_rows(const rows *r, int64_t count) {
  sqlite3_stmt *statement = lite_prepare(lite_insert);
  lite_run("BEGIN");
  for (int64_t i = 0; i < count; i++) {
    lite_bind(statement, r, i);
    lite_step(statement);
  }
  lite_run("COMMIT");
}

/* The database that the other workloads use: its indexes are made last, which is fastest. */
static double make(const setup *s) {
  remove_files(s->database, lite_suffixes);
  double start = seconds_now();
  lite_open(s->database, false);
  lite_schema(is_variant(s, "uuid") ? "uuid" : "plain");
  insert_rows(&s->rows, s->count);
  lite_schema(s->variant);
  if (is_variant(s, "summary") || is_variant(s, "journal"))
    lite_run("INSERT INTO total SELECT type, month, sum(amount), count(*) FROM expense"
             " GROUP BY type, month");
  lite_run("ANALYZE");
  lite_close();
  answer("%lld", (long long)s->count);
  return seconds_now() - start;
}

/* Into a new file whose indexes and triggers are there from the start. */
static double bulk(const setup *s) {
  remove_files(s->database, lite_suffixes);
  lite_open(s->database, false);
  lite_schema(s->variant);
  double start = seconds_now();
  insert_rows(&s->rows, s->count);
  double seconds = seconds_now() - start;
  lite_close();
  answer("%lld", (long long)s->count);
  return seconds;
}

static void prepare_statements(const setup *s) {
  insert = lite_prepare(lite_insert);
  begin = lite_prepare("BEGIN IMMEDIATE");
  commit = lite_prepare("COMMIT");
  if (is_variant(s, "journal")) {
    add_total = lite_prepare(
        "INSERT INTO total VALUES(?, ?, ?, 1)"
        " ON CONFLICT DO UPDATE SET sum = sum + excluded.sum, count = count + 1");
    add_entry = lite_prepare("INSERT INTO journal(at, origin, label, first, last, before)"
                             " VALUES(?, 'bench', 'added 1 expense', ?, ?, ?)");
  }
  next_id = s->count;
}

static void open_durable(const setup *s) {
  lite_open(s->database, true);
  prepare_statements(s);
  sqlite3_update_hook(lite, count_hook, NULL);
}

static void open_relaxed(const setup *s) {
  lite_open(s->database, false);
  prepare_statements(s);
}

/* The total of a row's month, and the journal entry, in the transaction that is open. */
static void keep_book(int type, int month, int64_t amount, int64_t id, const void *before,
                      int size) {
  sqlite3_bind_int(add_total, 1, type);
  sqlite3_bind_int(add_total, 2, month);
  sqlite3_bind_int64(add_total, 3, amount);
  lite_step(add_total);
  sqlite3_bind_int64(add_entry, 1, (int64_t)time(NULL));
  sqlite3_bind_int64(add_entry, 2, id);
  sqlite3_bind_int64(add_entry, 3, id);
  sqlite3_bind_blob(add_entry, 4, before, size, SQLITE_STATIC);
  lite_step(add_entry);
}

static double add_some(const setup *s, int adds, bool hooked) {
  static double times[CHANGES];
  static int64_t next;
  const rows *r = &s->rows;
  told = 0;
  for (int i = 0; i < adds; i++) {
    int64_t source = next++ * 37 % s->count, id = ++next_id;
    uint8_t uuid[16];
    double start = seconds_now();
    if (add_total) lite_step(begin);
    lite_bind(insert, r, source);
    rows_uuid(id + s->count, uuid);
    sqlite3_bind_int64(insert, 1, id);
    sqlite3_bind_blob(insert, 2, uuid, sizeof(uuid), SQLITE_STATIC);
    lite_step(insert);
    if (add_total) {
      keep_book(r->type[source], month_of(r->day[source]), r->amount[source], id, NULL, 0);
      lite_step(commit);
    }
    times[i] = seconds_now() - start;
  }
  if (hooked && told != adds) give_up("told %lld times", (long long)told);
  answer("%d", adds);
  return median(times, (size_t)adds);
}

static double add_durable(const setup *s) { return add_some(s, ADDS, true); }
static double add_relaxed(const setup *s) { return add_some(s, CHANGES, false); }

/* By the key of the variant: the UUID, or the number. */
static void bind_key(const setup *s, sqlite3_stmt *statement, int at, int64_t id) {
  static uint8_t uuid[16];
  if (is_variant(s, "uuid")) {
    rows_uuid(id - 1, uuid);
    sqlite3_bind_blob(statement, at, uuid, sizeof(uuid), SQLITE_STATIC);
  } else {
    sqlite3_bind_int64(statement, at, id);
  }
}

static void open_with(const setup *s, const char *sql) {
  char text[200];
  open_relaxed(s);
  snprintf(text, sizeof(text), "%s WHERE %s = ?", sql, is_variant(s, "uuid") ? "uuid" : "id");
  change = lite_prepare(text);
}

static void open_update(const setup *s) { open_with(s, "UPDATE expense SET amount = ?"); }
static void open_delete(const setup *s) { open_with(s, "DELETE FROM expense"); }
static void open_read(const setup *s) {
  open_with(s, "SELECT id, name, type, amount, currency, day, note FROM expense");
}

static double update(const setup *s) {
  static double times[CHANGES];
  static uint64_t random = 11;
  for (int i = 0; i < CHANGES; i++) {
    int64_t id = 1 + (int64_t)(next_random(&random) % (uint64_t)s->count);
    int64_t amount = (int64_t)(next_random(&random) % 500000);
    double start = seconds_now();
    if (add_total) lite_step(begin);
    sqlite3_bind_int64(change, 1, amount);
    bind_key(s, change, 2, id);
    lite_step(change);
    if (add_total) {
      keep_book(s->rows.type[id - 1], month_of(s->rows.day[id - 1]), amount, id, &amount, 8);
      lite_step(commit);
    }
    times[i] = seconds_now() - start;
  }
  answer("%d", CHANGES);
  return median(times, CHANGES);
}

static double delete(const setup *s) {
  static double times[CHANGES];
  static int64_t next;
  for (int i = 0; i < CHANGES; i++) {
    int64_t id = 1 + next++ * 97 % s->count;
    double start = seconds_now();
    if (add_total) lite_step(begin);
    bind_key(s, change, 1, id);
    lite_step(change);
    if (add_total) {
      keep_book(s->rows.type[id - 1], month_of(s->rows.day[id - 1]), -1, id, &s->rows.name[id], 60);
      lite_step(commit);
    }
    times[i] = seconds_now() - start;
  }
  answer("%d", CHANGES);
  return median(times, CHANGES);
}

static int64_t fetch(const setup *s, int64_t id) {
  bind_key(s, change, 1, id);
  if (sqlite3_step(change) != SQLITE_ROW) give_up("there is no row %lld", (long long)id);
  int64_t sum = sqlite3_column_int64(change, 3) + *(const char *)sqlite3_column_text(change, 1) +
                *(const char *)sqlite3_column_text(change, 6);
  sqlite3_reset(change);
  return sum;
}

static double read_by_id(const setup *s) { return timed_reads(s, fetch); }

/* A process that opens the database, adds one row and ends. */
static double start_add(const setup *s) {
  lite_open(s->database, false);
  lite_schema(s->variant);
  lite_run("INSERT INTO expense VALUES(NULL, randomblob(16), 'Coffee', 0, 240, 'GBP', 20000, 24000,"
           " '')");
  lite_close();
  answer("1");
  return 0;
}

const workload lite_writing[] = {
    {"make", NULL, make},
    {"bulk", NULL, bulk},
    {"add-durable", open_durable, add_durable},
    {"add-relaxed", open_relaxed, add_relaxed},
    {"update", open_update, update},
    {"delete", open_delete, delete},
    {"read", open_read, read_by_id},
    {"read-resident", open_read, read_by_id},
    {"start-add", NULL, start_add},
    {NULL, NULL, NULL},
};

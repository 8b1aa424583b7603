/* SQLite from C, set up as well as its documents advise, short of what makes it slower: with
 * temp_store=MEMORY its GROUP BY was slower here. */
#include "lite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

sqlite3 *lite;

const char lite_insert[] = "INSERT INTO expense VALUES(?,?,?,?,?,?,?,?,?)";

const char *const lite_suffixes[] = {"", "-wal", "-shm", NULL};

void lite_run(const char *sql) {
  if (sqlite3_exec(lite, sql, NULL, NULL, NULL)) give_up("%s: %s", sql, sqlite3_errmsg(lite));
}

sqlite3_stmt *lite_prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(lite, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL))
    give_up("%s: %s", sql, sqlite3_errmsg(lite));
  return statement;
}

void lite_step(sqlite3_stmt *statement) {
  int status = sqlite3_step(statement);
  if (status != SQLITE_DONE && status != SQLITE_ROW) give_up("%s", sqlite3_errmsg(lite));
  sqlite3_reset(statement);
}

void lite_open(const char *path, bool full) {
  if (sqlite3_open_v2(path, &lite,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL))
    give_up("%s can't be opened", path);
  lite_run("PRAGMA mmap_size=1073741824; PRAGMA journal_mode=WAL");
  lite_run(full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
}

void lite_close(void) {
  for (sqlite3_stmt *s; (s = sqlite3_next_stmt(lite, NULL));) sqlite3_finalize(s);
  if (sqlite3_close(lite)) give_up("%s", sqlite3_errmsg(lite));
}

void lite_schema(const char *variant) {
  bool uuid = strcmp(variant, "uuid") == 0, summary = strcmp(variant, "summary") == 0;
  bool journal = strcmp(variant, "journal") == 0;
  char sql[400];
  snprintf(sql, sizeof(sql),
           "CREATE TABLE IF NOT EXISTS expense(id INTEGER%s, uuid BLOB NOT NULL%s,"
           " name TEXT NOT NULL, type INTEGER NOT NULL, amount INTEGER NOT NULL,"
           " currency TEXT NOT NULL, day INTEGER NOT NULL, month INTEGER NOT NULL,"
           " note TEXT NOT NULL)",
           uuid ? "" : " PRIMARY KEY", uuid ? " PRIMARY KEY" : "");
  lite_run(sql);
  if (summary || strcmp(variant, "indexed") == 0)
    lite_run("CREATE INDEX IF NOT EXISTS by_day ON expense(type, day, amount);"
             "CREATE INDEX IF NOT EXISTS by_month ON expense(type, month, amount);"
             "CREATE INDEX IF NOT EXISTS by_amount ON expense(type, amount DESC, day)");
  if (summary || journal)
    lite_run("CREATE TABLE IF NOT EXISTS total(type INTEGER, month INTEGER, sum INTEGER NOT NULL,"
             " count INTEGER NOT NULL, PRIMARY KEY(type, month)) WITHOUT ROWID");
  if (journal)
    lite_run("CREATE TABLE IF NOT EXISTS journal(revision INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
             " origin TEXT NOT NULL, label TEXT NOT NULL, first INTEGER, last INTEGER,"
             " before BLOB)");
  if (!summary) return;
  lite_run(
      "CREATE TRIGGER IF NOT EXISTS added AFTER INSERT ON expense BEGIN"
      " INSERT INTO total VALUES(new.type, new.month, new.amount, 1)"
      " ON CONFLICT DO UPDATE SET sum = sum + new.amount, count = count + 1; END;"
      "CREATE TRIGGER IF NOT EXISTS removed AFTER DELETE ON expense BEGIN"
      " UPDATE total SET sum = sum - old.amount, count = count - 1"
      " WHERE type = old.type AND month = old.month; END;"
      "CREATE TRIGGER IF NOT EXISTS updated AFTER UPDATE ON expense BEGIN"
      " UPDATE total SET sum = sum - old.amount, count = count - 1"
      " WHERE type = old.type AND month = old.month;"
      " INSERT INTO total VALUES(new.type, new.month, new.amount, 1)"
      " ON CONFLICT DO UPDATE SET sum = sum + new.amount, count = count + 1; END");
}

void lite_bind(sqlite3_stmt *insert, const rows *r, int64_t row) {
  uint8_t uuid[16];
  int64_t source = row % r->head.count;
  rows_uuid(row, uuid);
  sqlite3_bind_int64(insert, 1, row + 1);
  sqlite3_bind_blob(insert, 2, uuid, sizeof(uuid), SQLITE_TRANSIENT);
  sqlite3_bind_text(insert, 3, rows_text(r, r->name[source]),
                    (int)rows_size(r, r->name[source]), SQLITE_STATIC);
  sqlite3_bind_int(insert, 4, r->type[source]);
  sqlite3_bind_int64(insert, 5, r->amount[source]);
  sqlite3_bind_text(insert, 6, ROWS_CURRENCY, 3, SQLITE_STATIC);
  sqlite3_bind_int(insert, 7, r->day[source]);
  sqlite3_bind_int(insert, 8, month_of(r->day[source]));
  sqlite3_bind_text(insert, 9, rows_text(r, r->note[source]),
                    (int)rows_size(r, r->note[source]), SQLITE_STATIC);
}

void lite_answer_groups(sqlite3_stmt *statement) {
  while (sqlite3_step(statement) == SQLITE_ROW)
    answer_group(sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                 sqlite3_column_int64(statement, 2));
  sqlite3_reset(statement);
}

int main(int argc, char **argv) {
  const workload *const parts[] = {lite_reading, lite_writing, lite_views, lite_files,
                                   lite_observers, NULL};
  return party_main(argc, argv, parts);
}

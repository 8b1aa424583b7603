/* What a program does for it with SQLite alone: each observer looks at data_version every
 * millisecond, and reads the rows that it has not seen. */
#include "lite.h"
#include "observers.h"

#include <unistd.h>

static sqlite3_stmt *insert;

static int64_t number_of_query(sqlite3_stmt *query) {
  if (sqlite3_step(query) != SQLITE_ROW) give_up("%s", sqlite3_errmsg(lite));
  int64_t number = sqlite3_column_int64(query, 0);
  sqlite3_reset(query);
  return number;
}

static void watch(const setup *s, atomic_long *heard, atomic_long *ready) {
  lite_open(s->database, false);
  sqlite3_busy_timeout(lite, 5000);
  sqlite3_stmt *version = lite_prepare("PRAGMA data_version");
  sqlite3_stmt *fresh =
      lite_prepare("SELECT id, name, type, amount, day FROM expense WHERE id > ?");
  int64_t seen = number_of_query(lite_prepare("SELECT max(id) FROM expense"));
  int64_t last = number_of_query(version);
  atomic_fetch_add(ready, 1);
  for (;; usleep(1000)) {
    int64_t now = number_of_query(version);
    if (now == last) continue;
    last = now;
    sqlite3_bind_int64(fresh, 1, seen);
    for (; sqlite3_step(fresh) == SQLITE_ROW; atomic_fetch_add(heard, 1))
      seen = sqlite3_column_int64(fresh, 0);
    sqlite3_reset(fresh);
  }
}

static void commit(const setup *s) {
  (void)s;
  lite_step(insert);
}

static void prepare(const setup *s) {
  observers_start(s, watch);
  lite_open(s->database, false);
  sqlite3_busy_timeout(lite, 5000);
  insert = lite_prepare("INSERT INTO expense VALUES(NULL, randomblob(16), 'Coffee', 0, 240, 'GBP',"
                        " 20000, 24000, '')");
}

static double round_of_all(const setup *s) { return observers_round(s, commit); }

const workload lite_observers[] = {
    {"observers", prepare, round_of_all},
    {NULL, NULL, NULL},
};

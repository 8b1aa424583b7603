#include "lite.h"

#include <stdio.h>

static void insert_rows(const rows *r, int64_t count) {
  sqlite3_stmt *insert = lite_prepare(lite_insert);
  lite_run("BEGIN");
  for (int64_t i = 0; i < count; i++) {
    lite_bind(insert, r, i);
    lite_step(insert);
  }
  lite_run("COMMIT");
}

/* The database that the other workloads use: its indexes are made last, which is fastest. */
static double make(const setup *s) {
  char unfinished[4200];
  snprintf(unfinished, sizeof(unfinished), "%s.new", lite_path(s));
  lite_remove(lite_path(s));
  lite_remove(unfinished);
  double start = seconds_now();
  lite_open(unfinished, false);
  lite_schema(is_variant(s, "uuid") ? "uuid" : "plain");
  insert_rows(&s->rows, s->count);
  lite_schema(s->variant);
  if (is_variant(s, "summary"))
    lite_run("INSERT INTO total SELECT type, month, sum(amount), count(*) FROM expense"
             " GROUP BY type, month");
  lite_run("ANALYZE");
  lite_close();
  double seconds = seconds_now() - start;
  if (rename(unfinished, lite_path(s))) give_up("%s can't be renamed", unfinished);
  answer("%lld", (long long)s->count);
  return seconds;
}

const workload lite_writing[] = {
    {"make", NULL, make},
    {NULL, NULL, NULL},
};

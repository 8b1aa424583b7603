#include "lite.h"

#include <stdio.h>

static sqlite3_stmt *query;

static void open_resident(const setup *s) { lite_open(s->database, false); }

static void prepare_sum_filter(const setup *s) {
  char sql[300];
  period p = rows_most(&s->rows);
  open_resident(s);
  snprintf(sql, sizeof(sql),
           "SELECT sum(amount), count(*), 0 FROM expense WHERE day BETWEEN %d AND %d GROUP BY type",
           p.from, p.to);
  query = lite_prepare(sql);
}

static const char *sum_month_sql(const setup *s) {
  return is_variant(s, "summary")
             ? "SELECT sum, count, month FROM total WHERE count > 0"
             : "SELECT sum(amount), count(*), month FROM expense GROUP BY type, month";
}

static void prepare_sum_month(const setup *s) {
  open_resident(s);
  query = lite_prepare(sum_month_sql(s));
}

static void prepare_sum_month_filter(const setup *s) {
  char sql[300];
  period p = rows_most(&s->rows);
  open_resident(s);
  snprintf(sql, sizeof(sql),
           "SELECT sum(amount), count(*), month FROM expense WHERE day BETWEEN %d AND %d"
           " GROUP BY type, month",
           p.from, p.to);
  query = lite_prepare(sql);
}

static void prepare_top50(const setup *s) {
  char sql[300];
  period p = rows_period(&s->rows, 365);
  open_resident(s);
  snprintf(sql, sizeof(sql),
           "SELECT id, name, type, amount, currency, day, note FROM expense"
           " WHERE type = %d AND day BETWEEN %d AND %d ORDER BY amount DESC LIMIT 50",
           s->rows.head.type, p.from, p.to);
  query = lite_prepare(sql);
}

static void groups(const setup *s) {
  (void)s;
  lite_answer_groups(query);
}

static void amounts(const setup *s) {
  (void)s;
  while (sqlite3_step(query) == SQLITE_ROW) answer_mix(sqlite3_column_int64(query, 3));
  sqlite3_reset(query);
}

static double time_groups(const setup *s) { return timed(groups, s); }
static double time_amounts(const setup *s) { return timed(amounts, s); }

static double start_totals(const setup *s) {
  lite_open(s->database, false);
  lite_answer_groups(lite_prepare(sum_month_sql(s)));
  lite_close();
  return 0;
}

static double start_filter(const setup *s) {
  char sql[300];
  period p = rows_period(&s->rows, 365);
  lite_open(s->database, false);
  snprintf(sql, sizeof(sql),
           "SELECT sum(amount), count(*), 0 FROM expense WHERE day BETWEEN %d AND %d"
           " AND amount >= 100000 GROUP BY type",
           p.from, p.to);
  lite_answer_groups(lite_prepare(sql));
  lite_close();
  return 0;
}

const workload lite_reading[] = {
    {"sum-filter", prepare_sum_filter, time_groups},
    {"sum-month", prepare_sum_month, time_groups},
    {"sum-month-filter", prepare_sum_month_filter, time_groups},
    {"top50", prepare_top50, time_amounts},
    {"start-totals", NULL, start_totals},
    {"start-filter", NULL, start_filter},
    {NULL, NULL, NULL},
};

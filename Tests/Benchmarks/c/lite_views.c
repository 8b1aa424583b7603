/* What a list on a screen asks after a change, searching, and what an open database occupies. */
#include "lite.h"

#include <stdio.h>
#include <string.h>

enum { TIMES = 200 };

static sqlite3_stmt *insert, *query;

/* Adds one more of the view's type, which is not timed. */
static void add_one(const setup *s, int64_t amount) {
  const int32_t day = s->rows.head.first_day + 100;
  sqlite3_bind_int(insert, 1, s->rows.head.type);
  sqlite3_bind_int64(insert, 2, amount);
  sqlite3_bind_int(insert, 3, day);
  sqlite3_bind_int(insert, 4, month_of(day));
  lite_step(insert);
}

static void open_view(const setup *s, const char *sql) {
  char text[300];
  lite_open(s->database, false);
  insert = lite_prepare("INSERT INTO expense VALUES(NULL, randomblob(16), 'Added', ?, ?, 'GBP', ?,"
                        " ?, '')");
  snprintf(text, sizeof(text), sql, s->rows.head.type);
  query = lite_prepare(text);
}

static void open_totals(const setup *s) {
  open_view(s, is_variant(s, "summary")
                   ? "SELECT sum(sum), sum(count) FROM total WHERE type = %d"
                   : "SELECT sum(amount), count(*) FROM expense WHERE type = %d");
}

static void open_top50(const setup *s) {
  open_view(s, "SELECT id, name, type, amount, currency, day, note FROM expense WHERE type = %d"
               " ORDER BY amount DESC LIMIT 50");
}

static double view_totals(const setup *s) {
  static double times[TIMES];
  int64_t sum = 0;
  for (int i = 0; i < TIMES; i++) {
    add_one(s, 1000 + i);
    double start = seconds_now();
    if (sqlite3_step(query) != SQLITE_ROW) give_up("no total");
    int64_t total = sqlite3_column_int64(query, 0);
    sqlite3_reset(query);
    times[i] = seconds_now() - start;
    sum += i ? -total : total * (TIMES - 1);
  }
  answer("%lld", (long long)sum);
  return median(times, TIMES);
}

static double view_top50(const setup *s) {
  static double times[TIMES];
  for (int i = 0; i < TIMES; i++) {
    int64_t sum = 0;
    add_one(s, 20000000000 + i * 7919 % 1000);
    double start = seconds_now();
    while (sqlite3_step(query) == SQLITE_ROW)
      sum += sqlite3_column_int64(query, 3) + *(const char *)sqlite3_column_text(query, 1);
    sqlite3_reset(query);
    times[i] = seconds_now() - start;
    answer("%lld", (long long)sum);
  }
  return median(times, TIMES);
}

static void open_count(const setup *s) {
  lite_open(s->database, false);
  query = lite_prepare("SELECT count(*), 0 FROM expense WHERE name LIKE '%offee%'");
}

static void open_first(const setup *s) {
  lite_open(s->database, false);
  query = lite_prepare("SELECT id, name, type, amount, currency, day, note FROM expense"
                       " WHERE name LIKE '%offee%' ORDER BY id LIMIT 50");
}

static void search_count(const setup *s) {
  (void)s;
  if (sqlite3_step(query) != SQLITE_ROW) give_up("no count");
  answer("%lld", (long long)sqlite3_column_int64(query, 0));
  sqlite3_reset(query);
}

static void search_first(const setup *s) {
  int64_t sum = 0, count = 0;
  (void)s;
  for (; sqlite3_step(query) == SQLITE_ROW; count++) sum += sqlite3_column_int64(query, 3);
  sqlite3_reset(query);
  answer("%lld:%lld", (long long)count, (long long)sum);
}

static double time_search_count(const setup *s) { return timed(search_count, s); }
static double time_search_first(const setup *s) { return timed(search_first, s); }

static double disk(const setup *s) { return disk_round(s, lite_suffixes); }

/* Bytes that the process occupies after what iexpense is asked too. */
static double memory(const setup *s) {
  lite_open(s->database, false);
  query = lite_prepare("SELECT sum(amount), count(*), 0 FROM expense GROUP BY type");
  while (sqlite3_step(query) == SQLITE_ROW) continue;
  query = lite_prepare("SELECT id, name, type, amount FROM expense ORDER BY amount DESC LIMIT 50");
  while (sqlite3_step(query) == SQLITE_ROW) continue;
  answer("%lld", (long long)s->count);
  return (double)resident_bytes();
}

const workload lite_views[] = {
    {"view-totals", open_totals, view_totals},
    {"view-top50", open_top50, view_top50},
    {"search-count", open_count, time_search_count},
    {"search-first", open_first, time_search_first},
    {"memory", NULL, memory},
    {"disk", NULL, disk},
    {"disk-made", NULL, disk},
    {NULL, NULL, NULL},
};

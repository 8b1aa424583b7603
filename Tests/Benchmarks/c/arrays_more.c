/* The rest of what the machine can do at most: searching, running sums, appending to a log. */
#define _GNU_SOURCE
#include "arrays.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMES = 200, ADDS = 20 };

/* All names, one after the other, and where each begins. */
static char *pool;
static uint32_t *start_of;

static void prepare_names(const setup *s) {
  const rows *r = &s->rows;
  size_t size = 0;
  for (int64_t i = 0; i < s->count; i++) size += rows_size(r, r->name[i]);
  pool = malloc(size + 1);
  start_of = malloc(((size_t)s->count + 1) * sizeof(*start_of));
  if (!pool || !start_of) give_up("no memory");
  size = 0;
  for (int64_t i = 0; i < s->count; i++) {
    start_of[i] = (uint32_t)size;
    memcpy(pool + size, rows_text(r, r->name[i]), rows_size(r, r->name[i]));
    size += rows_size(r, r->name[i]);
  }
  start_of[s->count] = (uint32_t)size;
}

/* The row that holds a place of the pool, from `row` on: in steps that double, then by halves. */
static int64_t row_at(int64_t row, int64_t count, uint32_t place) {
  int64_t step = 1;
  while (row + step < count && start_of[row + step] <= place) step *= 2;
  int64_t low = row + step / 2, high = row + step < count ? row + step : count;
  while (low + 1 < high) {
    int64_t middle = (low + high) / 2;
    if (start_of[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

static int64_t search(const setup *s, int64_t most, int64_t *sum) {
  const char *at = pool, *end = pool + start_of[s->count];
  int64_t found = 0, row = 0;
  while (found < most && row < s->count && (at = memmem(at, (size_t)(end - at), "offee", 5))) {
    uint32_t place = (uint32_t)(at - pool);
    row = row_at(row, s->count, place);
    if (place + 5 <= start_of[row + 1]) {
      *sum += s->rows.amount[row];
      found++;
    }
    at = pool + start_of[++row];
  }
  return found;
}

static void search_count(const setup *s) {
  int64_t sum = 0;
  answer("%lld", (long long)search(s, INT64_MAX, &sum));
}

static void search_first(const setup *s) {
  int64_t sum = 0, found = search(s, 50, &sum);
  answer("%lld:%lld", (long long)found, (long long)sum);
}

static double time_search_count(const setup *s) { return timed(search_count, s); }
static double time_search_first(const setup *s) { return timed(search_first, s); }

/* Sums of a type by month that each change keeps; the answer adds them up. */
static int64_t running[4096];

static void prepare_running(const setup *s) {
  for (int64_t i = 0; i < s->count; i++)
    if (s->rows.type[i] == s->rows.head.type)
      running[month_of(s->rows.day[i]) - month_of(s->rows.head.first_day)] += s->rows.amount[i];
}

static double view_totals(const setup *s) {
  static double times[TIMES];
  int64_t sum = 0;
  int32_t months = month_of(s->rows.head.last_day) - month_of(s->rows.head.first_day) + 1;
  for (int i = 0; i < TIMES; i++) {
    running[3] += 1000 + i;
    double start = seconds_now();
    int64_t total = 0;
    for (int32_t m = 0; m < months; m++) total += running[m];
    times[i] = seconds_now() - start;
    sum += i ? -total : total * (TIMES - 1);
  }
  answer("%lld", (long long)sum);
  return median(times, TIMES);
}

/* What a durable add costs at least: the row's bytes at the end of a file, and one sync. */
static double append(const setup *s) {
  static double times[ADDS];
  static int file = -1;
  static int64_t next;
  char record[128] = {0};
  if (file < 0) file = open(s->database, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) give_up("%s can't be written", s->database);
  for (int i = 0; i < ADDS; i++) {
    int64_t row = next++ * 37 % s->count;
    memcpy(record, &s->rows.amount[row], sizeof(int64_t));
    double start = seconds_now();
    if (write(file, record, sizeof(record)) < 0 || fdatasync(file)) give_up("no write");
    times[i] = seconds_now() - start;
  }
  answer("%d", ADDS);
  return median(times, ADDS);
}

const workload arrays_more[] = {
    {"search-count", prepare_names, time_search_count},
    {"search-first", prepare_names, time_search_first},
    {"view-totals", prepare_running, view_totals},
    {"add-durable", NULL, append},
    {NULL, NULL, NULL},
};

/* Loops over packed arrays, written by hand: what the machine can do at most for these answers. */
#include "arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MONTHS = 1024, LANES = 4 };

static int32_t *month_by_day; /* from first_day on: month - first month */
static uint16_t *offset_of_day; /* the column of days, from first_day on */
static int32_t first_month;

static void prepare(const setup *s) {
  const rows *r = &s->rows;
  int32_t span = r->head.last_day - r->head.first_day + 1;
  month_by_day = malloc((size_t)span * sizeof(*month_by_day));
  offset_of_day = malloc((size_t)s->count * sizeof(*offset_of_day));
  if (!month_by_day || !offset_of_day || span > UINT16_MAX) give_up("no memory");
  first_month = month_of(r->head.first_day);
  for (int32_t d = 0; d < span; d++)
    month_by_day[d] = month_of(r->head.first_day + d) - first_month;
  for (int64_t i = 0; i < s->count; i++)
    offset_of_day[i] = (uint16_t)(r->day[i] - r->head.first_day);
}

typedef struct cell {
  int64_t sum;
  int64_t count;
} cell;

/* Four tables, so that one row need not wait for what the one before it has stored. */
static void sum_filter(const setup *s) {
  static cell cells[LANES][257];
  const rows *r = &s->rows;
  const period p = rows_most(r);
  const uint16_t from = (uint16_t)(p.from - r->head.first_day);
  const uint16_t width = (uint16_t)(p.to - p.from);
  memset(cells, 0, sizeof(cells));
  int64_t i = 0, count = s->count;
  for (; i + LANES <= count; i += LANES)
    for (int k = 0; k < LANES; k++) {
      bool in = (uint16_t)(offset_of_day[i + k] - from) <= width;
      cell *c = &cells[k][in ? r->type[i + k] : 256]; /* a table's last cell is thrown away */
      c->sum += r->amount[i + k];
      c->count++;
    }
  for (; i < count; i++)
    if ((uint16_t)(offset_of_day[i] - from) <= width) {
      cells[0][r->type[i]].sum += r->amount[i];
      cells[0][r->type[i]].count++;
    }
  for (int t = 0; t < r->head.type_count; t++) {
    cell all = {0, 0};
    for (int k = 0; k < LANES; k++) all.sum += cells[k][t].sum, all.count += cells[k][t].count;
    if (all.count) answer_group(all.sum, all.count, 0);
  }
}

static void sum_months(const setup *s, uint16_t from, uint16_t width) {
  static cell (*cells)[MONTHS * 64];
  const rows *r = &s->rows;
  const int shift = r->head.type_count <= 16 ? 4 : 6;
  const size_t used = (size_t)(month_by_day[r->head.last_day - r->head.first_day] + 1) << shift;
  if (r->head.type_count > 64 || used > MONTHS * 64) give_up("too many types or months");
  if (!cells) cells = calloc(2, sizeof(*cells));
  for (int k = 0; k < 2; k++) memset(cells[k], 0, used * sizeof(cell));
  for (int64_t i = 0; i < s->count; i++) {
    if ((uint16_t)(offset_of_day[i] - from) > width) continue;
    cell *c = &cells[i & 1][(size_t)month_by_day[offset_of_day[i]] << shift | r->type[i]];
    c->sum += r->amount[i];
    c->count++;
  }
  for (size_t at = 0; at < used; at++) {
    cell all = {cells[0][at].sum + cells[1][at].sum, cells[0][at].count + cells[1][at].count};
    if (all.count) answer_group(all.sum, all.count, first_month + (int32_t)(at >> shift));
  }
}

static void sum_month(const setup *s) { sum_months(s, 0, UINT16_MAX); }

static void sum_month_filter(const setup *s) {
  const period p = rows_most(&s->rows);
  sum_months(s, (uint16_t)(p.from - s->rows.head.first_day), (uint16_t)(p.to - p.from));
}

typedef struct entry {
  int64_t amount;
  int64_t row;
} entry;

static int compare_entries(const void *left, const void *right) {
  const entry *a = left, *b = right;
  if (a->amount != b->amount) return a->amount < b->amount ? 1 : -1;
  return (a->row > b->row) - (a->row < b->row);
}

/* The smallest of the heap stands at 0. */
static void sink(entry *heap, int count) {
  for (int i = 0, c; (c = 2 * i + 1) < count; i = c) {
    if (c + 1 < count && heap[c + 1].amount < heap[c].amount) c++;
    if (heap[i].amount <= heap[c].amount) break;
    entry swap = heap[i];
    heap[i] = heap[c];
    heap[c] = swap;
  }
}

static void top50(const setup *s) {
  const rows *r = &s->rows;
  const period p = rows_period(r, 365);
  const uint16_t from = (uint16_t)(p.from - r->head.first_day), width = (uint16_t)(p.to - p.from);
  entry heap[50];
  int held = 0;
  int64_t least = INT64_MIN;
  for (int64_t i = 0; i < s->count; i++) {
    if (!((r->type[i] == r->head.type) & ((uint16_t)(offset_of_day[i] - from) <= width))) continue;
    if (r->amount[i] <= least) continue;
    if (held < 50) {
      heap[held++] = (entry){r->amount[i], i};
      if (held < 50) continue;
      qsort(heap, 50, sizeof(*heap), compare_entries);
      for (int k = 0; k < 25; k++) {
        entry swap = heap[k];
        heap[k] = heap[49 - k];
        heap[49 - k] = swap;
      }
    } else {
      heap[0] = (entry){r->amount[i], i};
      sink(heap, 50);
    }
    least = heap[0].amount;
  }
  qsort(heap, (size_t)held, sizeof(*heap), compare_entries);
  for (int k = 0; k < held; k++) answer_mix(heap[k].amount);
}

static double time_sum_filter(const setup *s) { return timed(sum_filter, s); }
static double time_sum_month(const setup *s) { return timed(sum_month, s); }
static double time_sum_month_filter(const setup *s) { return timed(sum_month_filter, s); }
static double time_top50(const setup *s) { return timed(top50, s); }

static const workload arrays_sums[] = {
    {"sum-filter", prepare, time_sum_filter},
    {"sum-month", prepare, time_sum_month},
    {"sum-month-filter", prepare, time_sum_month_filter},
    {"top50", prepare, time_top50},
    {NULL, NULL, NULL},
};

int main(int argc, char **argv) {
  const workload *const parts[] = {arrays_sums, arrays_more, arrays_files, NULL};
  return party_main(argc, argv, parts);
}

/* The expenses that every party of the benchmark stores, as packed arrays in one mapped file.
 *
 * make_rows writes the file once for each number of rows; the same at every run. */
#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>
#include <stdint.h>

#define ROWS_MAGIC UINT64_C(0x3173776f72786569) /* "iexrows1" */
#define ROWS_CURRENCY "GBP"

/* The head of the file. The arrays follow in the order of the fields of struct rows. */
typedef struct rows_head {
  uint64_t magic;
  int64_t count;
  int64_t text_count; /* different names, types and notes */
  int64_t text_bytes; /* of all of them, each with its NUL */
  int32_t type_count; /* at most 256 */
  int32_t type;       /* the one that is nearest to a twelfth of all rows */
  int32_t first_day;  /* days since 1970-01-01 */
  int32_t last_day;
} rows_head;

typedef struct rows {
  rows_head head;
  const int64_t *amount;    /* minor units; a refund is negative */
  const int32_t *day;       /* since 1970-01-01 */
  const uint32_t *name;     /* which text */
  const uint32_t *note;     /* which text; text 0 is "" */
  const uint32_t *type_text; /* by type: which text */
  const uint32_t *at;       /* by text: where it begins; and one more, the end */
  const uint8_t *type;
  const char *texts;
} rows;

/* Maps FOLDER/rows.bin. Ends the program when it is not there. */
rows rows_open(const char *folder);
/* Reads only the head of it, for processes whose start is timed. */
rows rows_open_head(const char *folder);

static inline const char *rows_text(const rows *r, uint32_t text) { return r->texts + r->at[text]; }
static inline size_t rows_size(const rows *r, uint32_t text) {
  return r->at[text + 1] - r->at[text] - 1;
}

/* 16 bytes that are a row's own, in the order of the rows: what a UUID of version 7 is. */
void rows_uuid(int64_t row, uint8_t uuid[16]);

/* The period of filters: two fifths in, `days` long, from no first and to no last of a month. */
typedef struct period {
  int32_t from;
  int32_t to;
} period;
period rows_period(const rows *r, int32_t days);
/* All but about a tenth at each end. */
period rows_most(const rows *r);

typedef struct civil {
  int32_t year;
  int32_t month;
  int32_t day;
} civil;
civil civil_of(int32_t day);
int32_t day_of(civil date);
static inline int32_t number_of(int32_t day) { /* yyyymmdd */
  civil c = civil_of(day);
  return c.year * 10000 + c.month * 100 + c.day;
}
/* year * 12 + month - 1 */
static inline int32_t month_of(int32_t day) {
  civil c = civil_of(day);
  return c.year * 12 + c.month - 1;
}

/* splitmix64 */
static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

#endif

/* How fast rows.csv can be read into arrays at all. */
#include "arrays.h"
#include "csv.h"

#include <stdlib.h>
#include <string.h>

static double import(const setup *s) {
  size_t count = (size_t)s->count, size, held = 0;
  csv_cell cells[5];
  double start = seconds_now();
  char *data = csv_read_file(path_in(s, "rows.csv"), &size), *end = data + size;
  int64_t *amount = malloc(count * sizeof(*amount)), sum = 0;
  int32_t *day = malloc(count * sizeof(*day));
  char *texts = malloc(size);
  if (!amount || !day || !texts) give_up("no memory");
  char *at = csv_next(data, end, cells);
  int64_t row = 0;
  for (; (at = csv_next(at, end, cells)); row++) {
    amount[row] = csv_minor_units(cells[1]);
    day[row] = csv_day(cells[0]);
    for (int i = 2; i < 5; i++) {
      memcpy(texts + held, cells[i].text, cells[i].size);
      held += cells[i].size;
    }
    sum += amount[row];
  }
  answer_group(sum, row, 0);
  free(data), free(amount), free(day), free(texts);
  return seconds_now() - start;
}

const workload arrays_files[] = {
    {"import", NULL, import},
    {NULL, NULL, NULL},
};

/* Reading rows.csv by hand, as a program would that knows its file. */
#ifndef CSV_H
#define CSV_H

#include "rows.h"

typedef struct csv_cell {
  char *text; /* with its quotes off; not ended by a NUL */
  size_t size;
} csv_cell;

/* Reads a whole file into memory, with a NUL after it. Ends the program when it can't. */
char *csv_read_file(const char *path, size_t *size);
/* Takes the next record apart; returns where the one after it begins, NULL at the end. It takes the
 * quotes off in place. */
char *csv_next(char *at, char *end, csv_cell cells[5]);
int64_t csv_minor_units(csv_cell cell);
int32_t csv_day(csv_cell cell);

#endif

/* iexpense as a party: what its programs share. */
#ifndef OURS_H
#define OURS_H

#include "party.h"

#include <iexpense.h>

extern iex_error ours_error;

#define MUST(call)                                                                    \
  do {                                                                                \
    if (call) give_up("%s:%d: %s: %s", __FILE__, __LINE__, #call, ours_error.message); \
  } while (0)

/* The suffixes of a store's files. */
extern const char *const ours_suffixes[];
iex_store *ours_open(const char *path, uint32_t flags);
/* Adds the rows from `first` on as one change. */
void ours_add_rows(iex_store *store, const rows *r, int64_t first, int64_t count);
/* What the row of this number is as an expense; its texts are those of the rows. */
iex_expense ours_expense(const rows *r, int64_t row);
/* The totals as an answer; frees them. */
void ours_answer_totals(iex_totals *totals);

extern const workload ours_reading[];
extern const workload ours_writing[];
extern const workload ours_views[];
extern const workload ours_files[];
extern const workload ours_observers[];

#endif

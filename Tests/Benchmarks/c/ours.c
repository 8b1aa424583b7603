/* iexpense through its C interface. */
#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

iex_error ours_error;

const char *const ours_suffixes[] = {"", "-wal", "-shm", "-note", NULL};

iex_store *ours_open(const char *path, uint32_t flags) {
  iex_store *store;
  MUST(iex_store_open(path, &IEX_OPTIONS(.currency = ROWS_CURRENCY, .flags = flags), &store,
                      &ours_error));
  return store;
}

iex_expense ours_expense(const rows *r, int64_t row) {
  iex_expense expense =
      IEX_EXPENSE(.name = rows_text(r, r->name[row]), .amount_minor = r->amount[row],
                  .date = number_of(r->day[row]),
                  .type = rows_text(r, r->type_text[r->type[row]]),
                  .note = rows_text(r, r->note[row]));
  rows_uuid(row, expense.uuid);
  return expense;
}

void ours_add_rows(iex_store *store, const rows *r, int64_t first, int64_t count) {
  enum { batch = 65536 };
  iex_expense *many = malloc(batch * sizeof(*many));
  if (!many) give_up("no memory");
  MUST(iex_store_begin(store, "rows", &ours_error));
  for (int64_t done = 0; done < count;) {
    int64_t size = count - done < batch ? count - done : batch;
    for (int64_t i = 0; i < size; i++) many[i] = ours_expense(r, first + done + i);
    MUST(iex_store_add_many(store, many, (size_t)size, NULL, &ours_error));
    done += size;
  }
  MUST(iex_store_commit(store, &ours_error));
  free(many);
}

void ours_answer_totals(iex_totals *totals) {
  size_t count;
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) {
    int32_t month = total[i].month;
    answer_group(total[i].amount_minor, total[i].count,
                 month ? month / 100 * 12 + month % 100 - 1 : 0);
  }
  iex_totals_close(totals);
}

int main(int argc, char **argv) {
  const workload *const parts[] = {ours_reading, ours_writing,   ours_views,
                                   ours_files,   ours_observers, NULL};
  return party_main(argc, argv, parts);
}

/* What the programs that measure share: the median of times, and a large store to measure with. */
#ifndef MEASURING_H
#define MEASURING_H

#include "test.h"

static inline int compare_seconds(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static inline double median(double *seconds, size_t count) {
  qsort(seconds, count, sizeof(*seconds), compare_seconds);
  return seconds[count / 2];
}

/* Makes a store of that many expenses, the same at every run. */
static inline void generate(const char *path, int64_t rows) {
  enum { batch = 10000 };
  static char names[batch][32];
  static const char *const categories[] = {"Food", "Food:Cafe", "Travel:Rail", "Rent", "Health"};
  static const char *const types[] = {"Personal", "Business", "Travel"};
  iex_expense *many = calloc(batch, sizeof(*many));
  iex_store *store = NULL;
  uint64_t state = 7;
  MUST_HOLD(many != NULL);
  MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "GBP"), &store, &error));
  MUST(iex_store_begin(store, "rows", &error));
  for (int64_t done = 0; done < rows; done += batch) {
    size_t count = (size_t)(rows - done < batch ? rows - done : batch);
    for (size_t i = 0; i < count; i++) {
      snprintf(names[i], sizeof(names[i]), "Payee %d", (int)(test_random(&state) % 70000));
      many[i] = IEX_EXPENSE(.name = names[i],
                            .amount_minor = (int64_t)(test_random(&state) % 100000),
                            .date = 20100101 + (int32_t)(test_random(&state) % 12) * 10000 +
                                    (int32_t)(test_random(&state) % 12) * 100 +
                                    (int32_t)(test_random(&state) % 28),
                            .type = types[test_random(&state) % COUNT(types)],
                            .category = categories[test_random(&state) % COUNT(categories)]);
    }
    MUST(iex_store_add_many(store, many, count, NULL, &error));
  }
  MUST(iex_store_commit(store, &error));
  free(many);
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

#endif /* MEASURING_H */

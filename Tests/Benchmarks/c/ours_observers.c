#include "observers.h"
#include "ours.h"

#include <stdio.h>

static iex_store *store;

static void count(void *context, const iex_change *change) {
  const iex_revision *about = iex_change_info(change);
  if (about) atomic_fetch_add((atomic_long *)context, about->added);
}

static void watch(const setup *s, atomic_long *heard, atomic_long *ready) {
  iex_store *own = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_store_subscribe_with(own, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), count,
                                heard, NULL, NULL, &ours_error));
  MUST(iex_store_dispatch(own, 0, NULL, &ours_error));
  atomic_fetch_add(ready, 1);
  for (;;) MUST(iex_store_dispatch(own, 1000, NULL, &ours_error));
}

static void commit(const setup *s) {
  (void)s;
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Coffee", .amount_minor = 240), NULL,
                     &ours_error));
}

static void prepare(const setup *s) {
  observers_start(s, watch);
  store = ours_open(s->database, IEX_OPEN_RELAXED);
}

static double round_of_all(const setup *s) { return observers_round(s, commit); }

const workload ours_observers[] = {
    {"observers", prepare, round_of_all},
    {NULL, NULL, NULL},
};

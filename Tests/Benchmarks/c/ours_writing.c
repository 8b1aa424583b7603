#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void remove_store(const char *path) {
  char name[4200];
  static const char *const suffixes[] = {"", "-wal", "-shm", "-note", NULL};
  for (const char *const *suffix = suffixes; *suffix; suffix++) {
    snprintf(name, sizeof(name), "%s%s", path, *suffix);
    unlink(name);
  }
}

/* The store that the other workloads use. */
static double make(const setup *s) {
  char unfinished[4096];
  snprintf(unfinished, sizeof(unfinished), "%s.new", ours_path(s));
  remove_store(ours_path(s));
  remove_store(unfinished);
  double start = seconds_now();
  iex_store *store = ours_open(unfinished, IEX_OPEN_RELAXED);
  ours_add_rows(store, &s->rows, 0, s->count);
  MUST(iex_store_close(store));
  double seconds = seconds_now() - start;
  if (rename(unfinished, ours_path(s))) give_up("%s can't be renamed", unfinished);
  remove_store(unfinished);
  answer("%lld", (long long)s->count);
  return seconds;
}

const workload ours_writing[] = {
    {"make", NULL, make},
    {NULL, NULL, NULL},
};

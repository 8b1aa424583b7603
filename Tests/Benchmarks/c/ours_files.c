/* Files in and out, and what the store itself occupies. */
#include "ours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROFILE                                                                                  \
  "{\"columns\":{\"date\":\"Payment Date\",\"name\":\"Beneficiary Name\",\"amount\":\"Amount\"," \
  "\"type\":\"Organisational Unit\",\"note\":\"Note\"},\"delimiter\":\",\",\"decimal\":\".\","   \
  "\"date\":\"YMD\",\"spending\":\"positive\",\"income\":\"refund\",\"currency\":\"GBP\","        \
  "\"encoding\":\"utf-8\"}"

/* Into a new store: read, checked, compared with what is there, and stored with its journal. */
static double import(const setup *s) {
  iex_import *file;
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  remove_files(s->database, ours_suffixes);
  double start = seconds_now();
  iex_store *store = ours_open(s->database, IEX_OPEN_RELAXED);
  MUST(iex_import_open(store, path_in(s, "rows.csv"), &IEX_IMPORT(.profile = PROFILE), &file,
                       &ours_error));
  MUST(iex_import_describe(file, &summary, &ours_error));
  if (summary.fresh != s->count) give_up("%s", summary.text);
  MUST(iex_import_commit(file, NULL, &ours_error));
  MUST(iex_import_close(file));
  double seconds = seconds_now() - start;
  iex_totals *totals;
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &ours_error));
  ours_answer_totals(totals);
  MUST(iex_store_close(store));
  return seconds;
}

static iex_store *opened;

static void open_store(const setup *s) { opened = ours_open(s->database, IEX_OPEN_RELAXED); }

static double export(const setup *s) {
  iex_bytes *bytes;
  size_t size;
  const char *path = path_in(s, "exported-iexpense.csv");
  double start = seconds_now();
  MUST(iex_store_export(opened, IEX_FORMAT_CSV, NULL, NULL, &bytes, &ours_error));
  const char *data = iex_bytes_data(bytes, &size);
  FILE *file = fopen(path, "w");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file)) give_up("no %s", path);
  iex_bytes_close(bytes);
  double seconds = seconds_now() - start;
  answer("%lld", (long long)lines_of(path) - 1);
  remove(path);
  return seconds;
}

static double disk(const setup *s) { return disk_round(s, ours_suffixes); }

const workload ours_files[] = {
    {"import", NULL, import},
    {"export", open_store, export},
    {"disk", NULL, disk},
    {"disk-made", NULL, disk},
    {NULL, NULL, NULL},
};

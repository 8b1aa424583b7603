/* What the programs about other processes share: observers that rebuild the store's rows from the
 * changes alone, and write down each change that they were told. */
#ifndef OBSERVING_H
#define OBSERVING_H

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

/* The last expense of a run has this name: who has heard of it has heard of everything. */
#define LAST_NAME "that was all"

/* One change as it was told or made; programs keep files of these. */
typedef struct record {
  int64_t first, last;
  int32_t kind;
  char origin[20], label[40];
} record;

typedef struct mirror_row {
  bool present;
  int64_t amount;
  char name[24];
} mirror_row;

typedef struct mirror {
  iex_store *store;
  int64_t last;    /* heard up to this revision */
  int64_t read_at; /* the rows were read at this revision or before: changes up to it are in them */
  mirror_row *rows;
  int64_t capacity;
  FILE *log;
  int told, resets, freed;
  bool saw_last;
} mirror;

static inline void pause_us(long microseconds) {
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&time, NULL);
}

static inline mirror_row *mirror_at(mirror *m, int64_t id) {
  if (id >= m->capacity) {
    int64_t capacity = id * 2 + 64;
    m->rows = realloc(m->rows, (size_t)capacity * sizeof(*m->rows));
    if (!m->rows) abort();
    memset(m->rows + m->capacity, 0, (size_t)(capacity - m->capacity) * sizeof(*m->rows));
    m->capacity = capacity;
  }
  return &m->rows[id];
}

static inline void mirror_set(mirror *m, const iex_expense *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    mirror_row *row = mirror_at(m, rows[i].id);
    row->present = true;
    row->amount = rows[i].amount_minor;
    snprintf(row->name, sizeof(row->name), "%s", rows[i].name);
    if (strcmp(row->name, LAST_NAME) == 0)
      __atomic_store_n(&m->saw_last, true, __ATOMIC_SEQ_CST);
  }
}

/* Reads everything anew, as a reset asks for. */
static inline void mirror_read_all(mirror *m) {
  iex_error error;
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  for (int64_t id = 0; id < m->capacity; id++) m->rows[id].present = false;
  m->read_at = INT64_MAX;
  CHECK_OK(iex_view_open(m->store, NULL, &view, &error));
  CHECK_OK(iex_view_read(view, 0, INT64_MAX, &page, &error));
  const iex_expense *rows = iex_page_rows(page, &count);
  mirror_set(m, rows, count);
  m->read_at = revision_of(m->store);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

static inline void mirror_take(mirror *m, const iex_change *change) {
  iex_error error;
  const iex_revision *info = iex_change_info(change);
  size_t count = 0;
  m->told++;
  if (!CHECK(info != NULL)) return;
  if (info->kind == IEX_CHANGE_INITIAL)
    m->last = info->last_revision;
  else if (!CHECK_INT(info->first_revision, m->last + 1))
    fprintf(stderr, "    … %s\n", iex_change_describe(change));
  CHECK(info->last_revision >= info->first_revision);
  m->last = info->last_revision;
  if (m->log) {
    record r = {.first = info->first_revision, .last = info->last_revision, .kind = info->kind};
    snprintf(r.origin, sizeof(r.origin), "%s", info->origin);
    snprintf(r.label, sizeof(r.label), "%s", info->label);
    if (info->kind != IEX_CHANGE_INITIAL) fwrite(&r, sizeof(r), 1, m->log);
  }
  if (info->kind == IEX_CHANGE_RESET) {
    m->resets++;
    mirror_read_all(m);
    return;
  }
  bool is_behind = info->first_revision <= m->read_at;
  const iex_change_item *items = iex_change_items(change, &count);
  for (size_t i = 0; i < count; i++)
    for (int64_t id = items[i].first_id; id < items[i].first_id + items[i].count; id++) {
      if (items[i].kind == IEX_ITEM_REMOVED) {
        CHECK(mirror_at(m, id)->present || is_behind);
        mirror_at(m, id)->present = false;
        continue;
      }
      iex_page *page = NULL;
      if (!is_behind) CHECK_INT(mirror_at(m, id)->present, items[i].kind == IEX_ITEM_UPDATED);
      if (!CHECK_OK(iex_change_read_new(change, &id, 1, &page, &error))) continue;
      mirror_set(m, iex_page_rows(page, NULL), 1);
      CHECK_CODE(IEX_OK, iex_page_close(page));
    }
}

static inline void mirror_callback(void *context, const iex_change *change) {
  CHECK_INT(((mirror *)context)->freed, 0);
  mirror_take(context, change);
}

static inline void mirror_free(void *context) { ((mirror *)context)->freed++; }

/* What was rebuilt is what the store holds, when it stands at the last revision that was heard. */
static inline void mirror_compare(mirror *m) {
  iex_error error;
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  int64_t expected = 0;
  CHECK_INT(revision_of(m->store), m->last);
  for (int64_t id = 0; id < m->capacity; id++) expected += m->rows[id].present;
  CHECK_OK(iex_view_open(m->store, &IEX_QUERY(.sort = IEX_SORT_ID), &view, &error));
  CHECK_OK(iex_view_read(view, 0, INT64_MAX, &page, &error));
  const iex_expense *rows = iex_page_rows(page, &count);
  CHECK_INT((int64_t)count, expected);
  for (size_t i = 0; i < count; i++) {
    mirror_row *row = mirror_at(m, rows[i].id), there;
    snprintf(there.name, sizeof(there.name), "%s", rows[i].name);
    if (!CHECK(row->present && row->amount == rows[i].amount_minor) ||
        !CHECK_STR(row->name, there.name))
      break;
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

/* How many times the store has told everyone to read again. */
static inline int resets_of(iex_store *store) {
  iex_history *history = NULL;
  size_t count = 0;
  int resets = 0;
  MUST(iex_store_history(store, 0, 0, INT64_MAX, &history, &error));
  const iex_revision *past = iex_history_rows(history, &count);
  for (size_t i = 0; i < count; i++) resets += past[i].kind == IEX_CHANGE_RESET;
  CHECK_CODE(IEX_OK, iex_history_close(history));
  return resets;
}

/* Compares the changes that an observer wrote down with the history of the store: each revision
 * once, in order, with its origin and its label. Returns how many records there were. */
static inline int64_t compare_log(iex_store *store, const char *path, int64_t begin, bool resets) {
  iex_history *history = NULL;
  size_t count = 0;
  int64_t records = 0;
  record r;
  MUST(iex_store_history(store, 0, 0, INT64_MAX, &history, &error));
  const iex_revision *past = iex_history_rows(history, &count); /* the latest first */
  int64_t last = begin, newest = count ? past[0].last_revision : 0;
  FILE *file = fopen(path, "rb");
  MUST_HOLD(file != NULL);
  while (fread(&r, sizeof(r), 1, file) == 1) {
    records++;
    if (!CHECK_INT(r.first, last + 1) || !CHECK(r.last <= newest)) break;
    for (last = r.first; last <= r.last; last++) {
      const iex_revision *p = &past[newest - last];
      CHECK_INT(p->last_revision, last);
      if (r.kind == IEX_CHANGE_RESET && resets) continue;
      if (!CHECK(strncmp(p->origin, r.origin, sizeof(r.origin) - 1) == 0))
        fprintf(stderr, "    … revision %" PRId64 " is of %s, not %s\n", last, p->origin, r.origin);
      if (r.first == r.last) {
        CHECK_INT(r.kind, p->kind);
        CHECK(strncmp(p->label, r.label, sizeof(r.label) - 1) == 0);
      }
    }
    last = r.last;
  }
  CHECK_INT(last, newest);
  fclose(file);
  CHECK_CODE(IEX_OK, iex_history_close(history));
  return records;
}

/* Tells the parent through standard output. */
static inline void tell(const void *bytes, size_t size) {
  if (write(1, bytes, size) != (ssize_t)size) _exit(20);
}

/* Starts this program in a mode; *output is what it tells. */
static inline int start_program(const char *mode, const char *argument, int *output) {
  int pipes[2];
  MUST_HOLD(pipe2(pipes, O_CLOEXEC) == 0);
  int process = test_start(mode, argument, pipes[1]);
  close(pipes[1]);
  *output = pipes[0];
  return process;
}

/* Waits for the one byte by which an observer tells that it is listening. */
static inline void wait_for_byte(int output) {
  char byte = 0;
  MUST_HOLD(read(output, &byte, 1) == 1);
}

#endif

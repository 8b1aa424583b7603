/* A plain list that does what a store should: for misuse.c and crowd.c, which compare the two after
 * each step. */
#ifndef MODELLING_H
#define MODELLING_H

#include "test.h"

#include <unistd.h>

enum { MODEL_ROWS = 200, MODEL_PAST = 100 };
static const char *const model_types[] = {"Personal", "Business", "Travel"};

typedef struct model_row {
  int64_t id, amount, type;
} model_row;

typedef struct model_list {
  model_row rows[MODEL_ROWS];
  int count;
} model_list;

static __thread struct {
  iex_store *store;
  model_list now, undo[MODEL_PAST], redo[MODEL_PAST]; /* the lists before and after each commit */
  int undos, redos;
  int64_t revision, next_id, told;
} model;
static int64_t model_steps; /* of all threads */

static void model_hear(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  if (!CHECK(info != NULL)) return;
  CHECK_INT(info->first_revision, model.told + 1);
  model.told = info->last_revision;
}

/* Each thread has a model of its own, with a file of its own. */
static void model_begin(const char *path) {
  unlink(path);
  model.now.count = model.undos = model.redos = 0;
  model.next_id = 1;
  model.store = open_store(path);
  model.told = model.revision = revision_of(model.store);
  MUST(iex_store_subscribe(model.store, model_hear, NULL, NULL, NULL, &error));
}

/* A commit: what was before can come back. */
static void model_commit(const model_list *before) {
  if (model.undos == MODEL_PAST) {
    memmove(model.undo, model.undo + 1, sizeof(model.undo) - sizeof(model.undo[0]));
    model.undos--;
  }
  model.undo[model.undos++] = *before;
  model.redos = 0;
  model.revision++;
}

static void model_add(int count) {
  iex_expense many[4];
  int64_t first = 0;
  for (int i = 0; i < count; i++) {
    model_row row = {model.next_id + i, (int64_t)below(2001) - 1000,
                     (int64_t)below(COUNT(model_types))};
    model.now.rows[model.now.count + i] = row;
    many[i] = IEX_EXPENSE(.name = "Row", .amount_minor = row.amount, .type = model_types[row.type],
                          .date = 20260314);
  }
  CHECK_OK(iex_store_add_many(model.store, many, (size_t)count, &first, &error));
  CHECK_INT(first, model.next_id);
  model.now.count += count;
  model.next_id += count;
}

/* One change; whether it is one. */
static bool model_change(void) {
  uint64_t what = below(8);
  model_list *now = &model.now;
  int place = now->count ? (int)below((uint64_t)now->count) : 0;
  if (now->count < MODEL_ROWS - 4 && (what < 4 || now->count == 0)) {
    model_add(1 + (int)below(4));
    return true;
  }
  int64_t id = now->rows[place].id;
  if (what < 6) {
    int64_t amount = (int64_t)below(5);
    bool other = now->rows[place].amount != amount;
    CHECK_OK(iex_store_update(model.store, &IEX_EXPENSE(.id = id, .amount_minor = amount),
                              IEX_BIT(IEX_FIELD_AMOUNT), &error));
    now->rows[place].amount = amount;
    return other;
  }
  CHECK_OK(iex_store_remove(model.store, &id, 1, &error));
  now->count--;
  memmove(&now->rows[place], &now->rows[place + 1],
          (size_t)(now->count - place) * sizeof(now->rows[0]));
  return true;
}

static bool model_equal(const model_list *a, const model_list *b) {
  return a->count == b->count && !memcmp(a->rows, b->rows, (size_t)a->count * sizeof(a->rows[0]));
}

static void model_transaction(void) {
  model_list before = model.now;
  int64_t next_id = model.next_id;
  bool changed = false;
  CHECK_OK(iex_store_begin(model.store, "several", &error));
  for (uint64_t i = below(4); i > 0; i--) changed |= model_change();
  uint64_t end = below(3);
  if (end == 0) {
    CHECK_OK(iex_store_rollback(model.store, &error));
  } else if (end == 1) { /* a failure inside rolls all of it back */
    CHECK_STATUS(IEX_ERROR_NOT_FOUND,
                 iex_store_remove(model.store, &(int64_t){INT64_MAX}, 1, &error));
    CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_commit(model.store, &error));
  } else {
    CHECK_OK(iex_store_commit(model.store, &error));
    /* What comes to nothing is no commit, and its ids are as if they had not been. */
    if (changed && !model_equal(&before, &model.now)) {
      model_commit(&before);
      return;
    }
  }
  model.now = before;
  model.next_id = next_id;
}

/* Takes one step, by a function of the store, to the last list of one stack; the list that was goes onto
 * the other. */
static void model_walk(iex_status take(iex_store *, uint32_t, iex_step *, iex_error *),
                       const model_list *from, int *from_count, model_list *to,
                       int *to_count) {
  iex_step step;
  CHECK_OK(take(model.store, IEX_UNDO_MINE, &step, &error));
  if (!CHECK_INT(step.revision != 0, *from_count > 0) || *from_count == 0) return;
  to[(*to_count)++] = model.now;
  model.now = from[--*from_count];
  model.revision++;
}

/* The store's list, its totals and its revision are the model's. */
static void model_compare(void) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_totals *totals = NULL;
  size_t count = 0;
  int64_t sums[COUNT(model_types)] = {0}, counts[COUNT(model_types)] = {0};
  CHECK_INT(revision_of(model.store), model.revision);
  CHECK_INT(model.told, model.revision);
  MUST(iex_view_open(model.store, &IEX_QUERY(.sort = IEX_SORT_ID), &view, &error));
  MUST(iex_view_read(view, 0, MODEL_ROWS + 1, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, model.now.count))
    for (size_t i = 0; i < count; i++) {
      const model_row *own = &model.now.rows[i];
      CHECK_INT(row[i].id, own->id);
      CHECK_INT(row[i].amount_minor, own->amount);
      CHECK_STR(row[i].type, model_types[own->type]);
      sums[own->type] += own->amount, counts[own->type]++;
    }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  MUST(iex_store_totals(model.store, NULL, IEX_GROUP_TYPE, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++)
    for (size_t type = 0; type < COUNT(model_types); type++)
      if (strcmp(total[i].type, model_types[type]) == 0) {
        CHECK_INT(total[i].amount_minor, sums[type]);
        CHECK_INT(total[i].count, counts[type]);
        counts[type] = 0;
      }
  for (size_t type = 0; type < COUNT(model_types); type++) CHECK_INT(counts[type], 0);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
}

static void model_step(void) {
  uint64_t what = below(10);
  __atomic_fetch_add(&model_steps, 1, __ATOMIC_RELAXED);
  if (what < 5) {
    model_list before = model.now;
    if (model_change()) model_commit(&before);
  } else if (what < 7) {
    model_transaction();
  } else if (what < 9) {
    model_walk(iex_store_undo, model.undo, &model.undos, model.redo, &model.redos);
  } else {
    model_walk(iex_store_redo, model.redo, &model.redos, model.undo, &model.undos);
  }
  model_compare();
}

static void model_end(void) {
  CHECK_OK(iex_store_check(model.store, &error));
  CHECK_CODE(IEX_OK, iex_store_close(model.store));
}

#endif

/* What the programs about views share: random queries and changes, and a copy of a view that is
 * kept by its differences or its splices alone and compared with a new query. */
#ifndef VIEWING_H
#define VIEWING_H

#include "test.h"

/* What the copy knows of a row: of a section row only the name, which is the title. */
typedef struct shown_row {
  int64_t id, amount;
  int32_t date;
  char name[24], category[24];
} shown_row;

typedef struct shown_section {
  int64_t count, euros;
  char title[32];
} shown_section;

typedef struct shown {
  iex_store *store;
  iex_view *view;
  iex_query query;
  uint64_t subscription;
  shown_row *rows;
  int64_t count, capacity;
  shown_section *sections;
  int64_t section_count, section_capacity;
  int64_t revision; /* of the last change that was told */
  int told, steps, resets, freed;
} shown;

static const char *const view_types[] = {"Personal", "Business", "Travel"};
static const char *const view_categories[] = {"", "Food", "Food:Cafe", "Food:Cafe:Tea", "Travel"};
static const char *const view_accounts[] = {"", "Visa", "Cash"};
static const char *const view_names[] = {"Lunch", "lunch", "Caf\xC3\xA9", "Train", "Book", "Zoo"};
static const char *const view_tags[] = {"work", "home"};

static inline void shown_room(shown *s, int64_t count) {
  if (count <= s->capacity) return;
  s->capacity = count * 2 + 64;
  s->rows = realloc(s->rows, (size_t)s->capacity * sizeof(*s->rows));
  if (!s->rows) abort();
}

static inline shown_row shown_of(const iex_expense *e) {
  shown_row row = {.id = e->id, .amount = e->amount_minor, .date = e->date};
  snprintf(row.name, sizeof(row.name), "%s", e->name);
  snprintf(row.category, sizeof(row.category), "%s", e->category);
  return row;
}

static inline bool same_row(const shown_row *a, const shown_row *b) {
  return a->id == b->id && a->amount == b->amount && a->date == b->date &&
         !strcmp(a->name, b->name) && !strcmp(a->category, b->category);
}

static inline shown_row row_at(iex_view *view, int64_t position) {
  iex_page *page = NULL;
  size_t count = 0;
  shown_row row = {.id = -1};
  if (!CHECK_OK(iex_view_read(view, position, 1, &page, &error))) return row;
  const iex_expense *e = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, 1)) row = shown_of(e);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  return row;
}

static inline void insert_rows(shown *s, int64_t position, int64_t count) {
  if (count == 0) return;
  shown_room(s, s->count + count);
  memmove(&s->rows[position + count], &s->rows[position],
          (size_t)(s->count - position) * sizeof(*s->rows));
  s->count += count;
}

static inline void take_out_rows(shown *s, int64_t position, int64_t count) {
  if (count == 0) return;
  memmove(&s->rows[position], &s->rows[position + count],
          (size_t)(s->count - position - count) * sizeof(*s->rows));
  s->count -= count;
}

/* Reads the whole of a view into a copy. */
static inline void read_all(shown *s, iex_view *view) {
  iex_page *page = NULL;
  iex_sections *sections = NULL;
  size_t count = 0;
  if (!CHECK_OK(iex_view_read(view, 0, INT64_MAX, &page, &error))) return;
  const iex_expense *rows = iex_page_rows(page, &count);
  shown_room(s, (int64_t)count);
  for (size_t i = 0; i < count; i++) s->rows[i] = shown_of(&rows[i]);
  s->count = (int64_t)count;
  CHECK_CODE(IEX_OK, iex_page_close(page));
  if (!CHECK_OK(iex_view_sections(view, 0, INT64_MAX, &sections, &error))) return;
  const iex_section *section = iex_sections_rows(sections, &count);
  s->section_count = 0;
  if ((int64_t)count > s->section_capacity) {
    s->section_capacity = (int64_t)count * 2 + 16;
    s->sections = realloc(s->sections, (size_t)s->section_capacity * sizeof(*s->sections));
    if (!s->sections) abort();
  }
  for (size_t i = 0; i < count; i++) {
    shown_section *to = &s->sections[s->section_count++];
    *to = (shown_section){.count = section[i].count};
    snprintf(to->title, sizeof(to->title), "%s", section[i].title);
    for (uint32_t k = 0; k < section[i].total_count; k++)
      if (!strcmp(section[i].totals[k].currency, "EUR"))
        to->euros = section[i].totals[k].amount_minor;
  }
  CHECK_CODE(IEX_OK, iex_sections_close(sections));
}

static inline int64_t euros_of(const iex_total *totals, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (!strcmp(totals[k].currency, "EUR")) return totals[k].amount_minor;
  return 0;
}

static inline int compare_positions(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

/* The old values that the change gives are those that were shown. */
static inline void check_old(shown *s, const iex_view_change *change, const iex_view_item *item) {
  iex_page *page = NULL;
  const iex_change *of_store = iex_view_change_change(change);
  if (!CHECK(item->old_position >= 0 && item->old_position < s->count)) return;
  const shown_row *row = &s->rows[item->old_position];
  if (!CHECK_INT(row->id, item->id) || item->id == 0) return;
  if (!CHECK(of_store != NULL) ||
      !CHECK_OK(iex_change_read_old(of_store, &item->id, 1, &page, &error)))
    return;
  shown_row old = shown_of(iex_page_rows(page, NULL));
  CHECK(same_row(&old, row));
  CHECK_CODE(IEX_OK, iex_page_close(page));
}

static inline void apply_sections(shown *s, const iex_view_change *change) {
  size_t count = 0;
  const iex_section_change *items = iex_view_change_sections(change, &count);
  shown_section *made = calloc((size_t)s->section_count + count + 1, sizeof(*made));
  char *gone = calloc((size_t)s->section_count + 1, 1);
  int64_t made_count = s->section_count, next = 0;
  if (!made || !gone) abort();
  for (size_t i = 0; i < count; i++) {
    const iex_section_change *c = &items[i];
    CHECK_INT(c->struct_size, sizeof(iex_section_change));
    made_count += (c->kind == IEX_VIEW_INSERTED) - (c->kind == IEX_VIEW_REMOVED);
    CHECK_INT(c->old_position < 0, c->kind == IEX_VIEW_INSERTED);
    CHECK_INT(c->new_position < 0, c->kind == IEX_VIEW_REMOVED);
    if (c->old_position >= 0 && CHECK(c->old_position < s->section_count)) {
      const shown_section *old = &s->sections[c->old_position];
      char title[sizeof(old->title)];
      snprintf(title, sizeof(title), "%s", c->title);
      CHECK_STR(old->title, title);
      CHECK_INT(old->count, c->old_count);
      CHECK_INT(old->euros, euros_of(c->old_totals, c->old_total_count));
      gone[c->old_position] = 1;
    }
  }
  char *set = calloc((size_t)made_count + 1, 1);
  if (!set) abort();
  for (size_t i = 0; i < count; i++) {
    const iex_section_change *c = &items[i];
    if (c->new_position < 0 || !CHECK(c->new_position < made_count)) continue;
    made[c->new_position] = (shown_section){
        .count = c->new_count, .euros = euros_of(c->new_totals, c->new_total_count)};
    snprintf(made[c->new_position].title, sizeof(made[0].title), "%s", c->title);
    set[c->new_position] = 1;
  }
  for (int64_t i = 0; i < made_count; i++) {
    if (set[i]) continue;
    while (next < s->section_count && gone[next]) next++;
    if (CHECK(next < s->section_count)) made[i] = s->sections[next++];
  }
  free(gone);
  free(set);
  free(s->sections);
  s->sections = made;
  s->section_count = made_count;
  s->section_capacity = made_count;
}

/* Applies a difference to the copy, reading only the rows that it names. */
static inline void apply_change(shown *s, const iex_view_change *change) {
  const iex_difference *info = iex_view_change_info(change);
  const iex_revision *revision = iex_change_info(iex_view_change_change(change));
  size_t count = 0;
  s->told++;
  if (!CHECK(info != NULL && revision != NULL)) return;
  CHECK(revision->last_revision > s->revision);
  s->revision = revision->last_revision;
  CHECK_INT(info->struct_size, sizeof(iex_difference));
  CHECK_INT(info->old_count, s->count);
  CHECK(iex_view_change_describe(change)[0] != 0);
  const iex_view_item *items = iex_view_change_items(change, &count);
  if (info->flags & IEX_DIFFERENCE_RESET) {
    CHECK_INT((int64_t)count, 0);
    s->resets++;
    read_all(s, s->view);
    return;
  }
  int64_t *leaving = malloc((count + 1) * sizeof(*leaving)), left = 0, last = -1;
  if (!leaving) abort();
  for (size_t i = 0; i < count; i++) {
    const iex_view_item *item = &items[i];
    CHECK_INT(item->struct_size, sizeof(iex_view_item));
    CHECK_INT(item->old_position < 0, item->kind == IEX_VIEW_INSERTED);
    CHECK_INT(item->new_position < 0, item->kind == IEX_VIEW_REMOVED);
    if (item->kind != IEX_VIEW_INSERTED) check_old(s, change, item);
    if (item->kind == IEX_VIEW_REMOVED || item->kind == IEX_VIEW_MOVED)
      leaving[left++] = item->old_position;
  }
  qsort(leaving, (size_t)left, sizeof(*leaving), compare_positions);
  for (int64_t i = left - 1; i >= 0; i--)
    if (leaving[i] >= 0 && leaving[i] < s->count) take_out_rows(s, leaving[i], 1);
  free(leaving);
  for (size_t i = 0; i < count; i++) {
    const iex_view_item *item = &items[i];
    if (item->kind == IEX_VIEW_REMOVED) continue;
    CHECK(item->new_position > last); /* in order of the new position */
    last = item->new_position;
    shown_row row = row_at(s->view, item->new_position);
    CHECK_INT(row.id, item->id);
    if (item->kind == IEX_VIEW_UPDATED) {
      if (!CHECK(item->new_position < s->count)) break;
      CHECK_INT(s->rows[item->new_position].id, item->id);
    } else {
      if (!CHECK(item->new_position <= s->count)) break;
      insert_rows(s, item->new_position, 1);
    }
    s->rows[item->new_position] = row;
  }
  CHECK_INT(s->count, info->new_count);
  apply_sections(s, change);
}

static inline void shown_callback(void *context, const iex_view_change *change) {
  shown *s = context;
  CHECK_INT(s->freed, 0);
  apply_change(s, change);
}

static inline void shown_free(void *context) { ((shown *)context)->freed++; }

/* Steps a queued view to its end, checking that it stands where each splice says. */
static inline void step_all(shown *s) {
  for (;;) {
    iex_splice splice;
    int64_t count = -1;
    if (!CHECK_OK(iex_view_step(s->view, &splice, &error)) || !splice.told) return;
    s->steps++;
    if (!CHECK(splice.position >= 0 && splice.removed >= 0 && splice.added >= 0 &&
               splice.updated >= 0 && splice.position + splice.removed <= s->count) ||
        !CHECK(splice.removed || splice.added || splice.updated) ||
        !CHECK(!splice.updated || (!splice.removed && !splice.added)))
      return;
    take_out_rows(s, splice.position, splice.removed);
    insert_rows(s, splice.position, splice.added);
    CHECK_OK(iex_view_count(s->view, &count, &error));
    CHECK_INT(count, s->count);
    for (int64_t i = 0; i < splice.added + splice.updated; i++)
      s->rows[splice.position + i] = row_at(s->view, splice.position + i);
  }
}

/* The copy is what a new query answers now. */
static inline bool compare_with_query(shown *s) {
  shown now = {.store = s->store};
  iex_query query = s->query;
  bool good = true;
  query.flags &= ~(uint32_t)IEX_QUERY_QUEUED;
  if (!CHECK_OK(iex_view_open(s->store, &query, &now.view, &error))) return false;
  read_all(&now, now.view);
  good &= CHECK_INT(s->count, now.count);
  for (int64_t i = 0; good && i < now.count; i++)
    good &= CHECK_INT(s->rows[i].id, now.rows[i].id) &&
            CHECK(same_row(&s->rows[i], &now.rows[i]));
  if (s->subscription) {
    good &= CHECK_INT(s->section_count, now.section_count);
    for (int64_t i = 0; good && i < now.section_count; i++)
      good &= CHECK_STR(s->sections[i].title, now.sections[i].title) &&
              CHECK_INT(s->sections[i].count, now.sections[i].count) &&
              CHECK_INT(s->sections[i].euros, now.sections[i].euros);
  }
  CHECK_CODE(IEX_OK, iex_view_close(now.view));
  free(now.rows);
  free(now.sections);
  return good;
}

static inline bool one_in(uint64_t *state, uint64_t n) { return test_random(state) % n == 0; }

/* A query of everything that queries have; its lists are static. */
static inline iex_query random_query(uint64_t *state) {
  static const int32_t more[] = {-IEX_SORT_NOTE, IEX_SORT_CATEGORY, -IEX_SORT_TAGS};
  iex_query q = IEX_QUERY(.sort = 0);
  if (one_in(state, 4)) q.first_date = 20260101 + (int32_t)(test_random(state) % 28);
  if (one_in(state, 4)) q.last_date = 20260201 + (int32_t)(test_random(state) % 28);
  if (one_in(state, 6)) q.month = 202601 + (int32_t)(test_random(state) % 3);
  if (one_in(state, 4)) q.type = view_types[test_random(state) % COUNT(view_types)];
  if (one_in(state, 6)) q.types = view_types, q.type_count = 2;
  if (one_in(state, 5)) q.category = "Food";
  if (one_in(state, 6)) q.accounts = view_accounts, q.account_count = 2;
  if (one_in(state, 6)) q.currency = one_in(state, 2) ? "EUR" : "JPY";
  if (one_in(state, 8)) q.tags_any = view_tags, q.tags_any_count = 1;
  if (one_in(state, 8)) q.tags_none = view_tags + 1, q.tags_none_count = 1;
  if (one_in(state, 10)) q.tags_all = view_tags, q.tags_all_count = 2;
  if (one_in(state, 6)) q.min_amount = 500, q.flags |= IEX_QUERY_MIN_AMOUNT;
  if (one_in(state, 6)) q.max_amount = 1500, q.flags |= IEX_QUERY_MAX_AMOUNT;
  if (one_in(state, 8))
    q.reimbursements = IEX_BIT(IEX_REIMBURSEMENT_OPEN) | IEX_BIT(IEX_REIMBURSEMENT_NONE);
  if (one_in(state, 6)) q.text = one_in(state, 2) ? "CAFE" : "lun";
  for (int i = 0; i < 2; i++) {
    int32_t key = (int32_t)(test_random(state) % 15);
    if (key == 14 && one_in(state, 2)) key = IEX_SORT_ID;
    if (one_in(state, 2)) key = -key;
    if (i == 0) q.sort = key;
    else q.then_sort = key;
  }
  if (one_in(state, 5)) q.more_sorts = more, q.more_sort_count = 3;
  if (one_in(state, 2)) {
    q.section = 1 + (int32_t)(test_random(state) % 9);
    if (q.section == IEX_SECTION_CATEGORY) q.section_level = (int32_t)(test_random(state) % 3);
    if (one_in(state, 2)) q.section = -q.section;
    if (one_in(state, 2)) q.flags |= IEX_QUERY_SECTION_ROWS;
  }
  if (one_in(state, 3)) q.limit = 1 + (int64_t)(test_random(state) % 20);
  return q;
}

static inline iex_expense random_expense(uint64_t *state) {
  return IEX_EXPENSE(.name = view_names[test_random(state) % COUNT(view_names)],
                     .amount_minor = (int64_t)(test_random(state) % 2000) - 100,
                     .date = 20260101 + (int32_t)(test_random(state) % 3) * 100 +
                             (int32_t)(test_random(state) % 28),
                     .type = view_types[test_random(state) % COUNT(view_types)],
                     .category = view_categories[test_random(state) % COUNT(view_categories)],
                     .account = view_accounts[test_random(state) % COUNT(view_accounts)],
                     .currency = one_in(state, 4) ? "JPY" : "EUR",
                     .note = one_in(state, 3) ? "at the caf\xC3\xA9" : "",
                     .tags = view_tags, .tag_count = (uint32_t)(test_random(state) % 3),
                     .reimbursement = (int32_t)(test_random(state) % 4));
}

/* Does something, or nothing, to a store. In a transaction only the last one may remove: a view does
 * not show what the transaction has removed already. */
static inline void random_edit(iex_store *store, uint64_t *state, bool may_remove) {
  iex_view *all = NULL;
  int64_t ids[200], count = 0;
  uint64_t action = test_random(state) % 10;
  iex_expense many[8];
  MUST(iex_view_open(store, NULL, &all, &error));
  MUST(iex_view_ids(all, 0, 200, ids, &count, &error));
  CHECK_CODE(IEX_OK, iex_view_close(all));
  if (count > 150) action = 9;
  if (action >= 8 && !may_remove) action = 3;
  if (action < 3 || count == 0) {
    size_t wanted = 1 + (size_t)(test_random(state) % COUNT(many));
    for (size_t i = 0; i < wanted; i++) many[i] = random_expense(state);
    CHECK_OK(iex_store_add_many(store, many, wanted, NULL, &error));
  } else if (action < 8) {
    iex_expense one = random_expense(state);
    one.id = ids[test_random(state) % (uint64_t)count];
    uint64_t fields = test_random(state) & (IEX_BIT(IEX_FIELD_NAME) | IEX_BIT(IEX_FIELD_DATE) |
                                            IEX_BIT(IEX_FIELD_CATEGORY) | IEX_BIT(IEX_FIELD_TAGS) |
                                            IEX_BIT(IEX_FIELD_TYPE) | IEX_BIT(IEX_FIELD_NOTE) |
                                            IEX_BIT(IEX_FIELD_AMOUNT) |
                                            IEX_BIT(IEX_FIELD_REIMBURSEMENT) |
                                            IEX_BIT(IEX_FIELD_ACCOUNT));
    CHECK_OK(iex_store_update(store, &one, fields, &error));
  } else {
    size_t wanted = 1 + (size_t)(test_random(state) % (action == 9 && count > 150 ? 60 : 3));
    size_t first = (size_t)(test_random(state) % (uint64_t)count);
    if (first + wanted > (size_t)count) wanted = (size_t)count - first;
    CHECK_OK(iex_store_remove(store, &ids[first], wanted, &error));
  }
}

#endif

/* Views that tell: differences, splices, positions, and what a callback may do. */
#include "viewing.h"

#include <poll.h>
#include <unistd.h>

static void ignore(void *context, const iex_view_change *change) { (void)context, (void)change; }

static void count_free(void *context) { ++*(int *)context; }

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_sections *sections = NULL;
  iex_totals *totals = NULL;
  iex_splice splice;
  const int64_t first = 0;
  int64_t number = 7, id = 0;
  uint64_t subscription = 7;
  size_t count = 7;
  int freed = 0;
  add_simple(store, "Lunch", 1250);
  MUST(iex_view_open(store, NULL, &view, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_ids(NULL, 0, 1, &id, &number, &error));
  CHECK_INT(number, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_ids(view, 0, 1, NULL, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_ids(view, 0, 1, &id, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_ids(view, -1, 1, &id, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_ids(view, 0, -1, &id, &number, &error));
  CHECK_OK(iex_view_ids(view, 0, 0, NULL, &number, &error));
  CHECK_CODE(IEX_OK, iex_view_ids(view, 0, 1, &id, &number, NULL));
  CHECK_INT(number, 1);
  CHECK_INT(id, 1);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_position(NULL, 1, &number, &error));
  CHECK_INT(number, -1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_position(view, 1, NULL, &error));
  CHECK_OK(iex_view_position(view, 1, &number, &error));
  CHECK_INT(number, 0);
  static const int64_t strangers[] = {0, 2, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < COUNT(strangers); i++) {
    CHECK_OK(iex_view_position(view, strangers[i], &number, &error));
    CHECK_INT(number, -1);
  }
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_revision(NULL, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_revision(view, NULL, &error));
  CHECK_OK(iex_view_revision(view, &number, &error));
  CHECK_INT(number, revision_of(store));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_sections(NULL, 0, 1, &sections, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_sections(view, 0, 1, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_sections(view, -1, 1, &sections, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_sections(view, 0, -1, &sections, &error));
  CHECK(sections == NULL);
  CHECK_OK(iex_view_sections(view, 0, 1, &sections, &error));
  CHECK(iex_sections_rows(sections, &count) != NULL);
  CHECK_INT((int64_t)count, 0); /* the query has none */
  CHECK(iex_sections_rows(NULL, &count) == NULL);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sections_close(NULL));
  CHECK_CODE(IEX_OK, iex_sections_close(sections));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_totals(NULL, 0, 0, &totals, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_totals(view, 0, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_totals(view, 0, 2, &totals, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_remove_at(NULL, &first, 1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_remove_at(view, NULL, 1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_remove_at(view, &first, SIZE_MAX, &error));
  CHECK_OK(iex_view_remove_at(view, NULL, 0, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_update_at(NULL, 0, &IEX_EXPENSE(.name = "A"), 1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_update_at(view, 0, NULL, 1, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_view_subscribe(NULL, ignore, &freed, count_free, &subscription, &error));
  CHECK_INT((int64_t)subscription, 0);
  CHECK_INT(freed, 1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_view_subscribe(view, NULL, &freed, count_free, &subscription, &error));
  CHECK_INT(freed, 2);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_step(NULL, &splice, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_step(view, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_step(view, &splice, &error)); /* it is not queued */
  CHECK_INT(splice.told, 0);
  CHECK_STR(iex_view_change_describe(NULL), "");
  CHECK(iex_view_change_info(NULL) == NULL);
  CHECK(iex_view_change_items(NULL, &count) == NULL);
  CHECK(iex_view_change_sections(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK(iex_view_change_change(NULL) == NULL);
  CHECK_CODE(IEX_OK, iex_view_close(view));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_view_close(view));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_count(view, &number, &error));
  close_store(store);
}

/* Case 40: the row that was shown is the one that goes, whatever has happened since. */
static void what_was_shown_is_what_goes(void) {
  iex_store *store = open_store("a.db"), *other = NULL;
  const uint32_t flags[] = {0, IEX_QUERY_QUEUED};
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "other"), &other, &error));
  for (int subscribed = 0; subscribed < 2; subscribed++)
    for (size_t i = 0; i < COUNT(flags); i++) {
      iex_view *view = NULL;
      iex_page *page = NULL;
      const int64_t first = 0;
      const iex_query query = IEX_QUERY(.text = "lunch", .sort = -IEX_SORT_AMOUNT,
                                        .section = -IEX_SECTION_MONTH, .flags = flags[i]);
      iex_expense lunch = IEX_EXPENSE(.name = "Lunch", .amount_minor = 700, .date = 20260314);
      int64_t id = 0;
      MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Train", .date = 20260315), NULL, &error));
      MUST(iex_store_add(store, &lunch, &id, &error));
      MUST(iex_view_open(store, &query, &view, &error));
      if (subscribed) MUST(iex_view_subscribe(view, ignore, NULL, NULL, NULL, &error));
      MUST(iex_view_read(view, 0, 1, &page, &error));
      const iex_expense shown = *iex_page_rows(page, NULL);
      CHECK_INT(shown.id, id);
      /* Another program puts one on top of it, in the same month and in a later one. */
      lunch.amount_minor = 9000;
      MUST(iex_store_add(other, &lunch, NULL, &error));
      lunch.date = 20260401;
      MUST(iex_store_add(other, &lunch, NULL, &error));
      CHECK_OK(iex_view_update_at(view, 0, &IEX_EXPENSE(.id = 999, .note = "this one"),
                                  IEX_BIT(IEX_FIELD_NOTE), &error));
      CHECK_CODE(IEX_OK, iex_page_close(page));
      MUST(iex_store_get(store, &id, 1, &page, &error));
      CHECK_STR(iex_page_rows(page, NULL)->note, "this one");
      CHECK_CODE(IEX_OK, iex_page_close(page));
      CHECK_CODE(IEX_OK, iex_view_close(view));

      MUST(iex_view_open(store, &query, &view, &error));
      int64_t position = -1;
      MUST(iex_view_position(view, id, &position, &error));
      lunch.date = 20260501;
      MUST(iex_store_add(other, &lunch, NULL, &error));
      CHECK_OK(iex_view_remove_at(view, &position, 1, &error));
      page = NOT_A_HANDLE(iex_page);
      CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_get(store, &id, 1, &page, &error));
      CHECK(page == NULL);
      /* Whatever else was there is still there. */
      int64_t left = 0;
      iex_view *all = NULL;
      MUST(iex_view_open(store, &IEX_QUERY(.text = "lunch"), &all, &error));
      MUST(iex_view_count(all, &left, &error));
      CHECK_INT(left, 3);
      int64_t rest[3] = {0, 1, 2};
      CHECK_OK(iex_view_remove_at(all, rest, 3, &error));
      CHECK_CODE(IEX_OK, iex_view_close(all));
      /* One that another program has removed: nothing is removed. */
      MUST(iex_store_add(store, &lunch, &id, &error));
      CHECK_CODE(IEX_OK, iex_view_close(view));
      MUST(iex_view_open(store, &query, &view, &error));
      MUST(iex_view_count(view, &left, &error));
      MUST(iex_store_remove(other, &id, 1, &error));
      CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_view_remove_at(view, &first, 1, &error));
      CHECK_CODE(IEX_OK, iex_view_close(view));
    }
  CHECK_CODE(IEX_OK, iex_store_close(other));
  close_store(store);
}

static void positions_that_are_refused(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .date = 20260301), NULL, &error));
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .date = 20260401), NULL, &error));
  MUST(iex_view_open(store,
                     &IEX_QUERY(.section = IEX_SECTION_MONTH, .flags = IEX_QUERY_SECTION_ROWS),
                     &view, &error));
  static const int64_t bad[][2] = {{-1, 1}, {4, 1}, {1, 4}, {INT64_MAX, 1}, {INT64_MIN, 1},
                                   {1, 1},  {0, 1}, {1, 2}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    if (!CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_remove_at(view, bad[i], 2, &error)))
      fprintf(stderr, "    … row %zu\n", i);
    if (bad[i][0] != 1)
      CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_update_at(view, bad[i][0], &IEX_EXPENSE(.note = "x"),
                                                          IEX_BIT(IEX_FIELD_NOTE), &error));
  }
  CHECK_STATUS(IEX_ERROR_INVALID, iex_view_update_at(view, 1, &IEX_EXPENSE(.name = ""),
                                                     IEX_BIT(IEX_FIELD_NAME), &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_update_at(view, 1, &IEX_EXPENSE(.name = "a"),
                                                      UINT64_C(1) << 60, &error));
  CHECK_INT(count_of(store), 2);
  /* A refused call inside a transaction marks it. */
  MUST(iex_store_begin(store, "wrong", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_remove_at(view, bad[0], 2, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 2);
  const int64_t both[] = {3, 1};
  CHECK_OK(iex_view_remove_at(view, both, 2, &error));
  CHECK_INT(count_of(store), 0);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error)); /* one step */
  CHECK_INT(count_of(store), 2);
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

static void section_rows_and_sections(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_sections *sections = NULL;
  size_t count = 0;
  const iex_expense rows[] = {
      IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314),
      IEX_EXPENSE(.name = "Sushi", .amount_minor = 2000, .date = 20260315, .currency = "JPY"),
      IEX_EXPENSE(.name = "Refund", .amount_minor = -90, .date = 20260315),
      IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .date = 20260402)};
  MUST(iex_store_add_many(store, rows, COUNT(rows), NULL, &error));
  MUST(iex_view_open(store,
                     &IEX_QUERY(.section = -IEX_SECTION_MONTH, .sort = IEX_SORT_NAME,
                                .flags = IEX_QUERY_SECTION_ROWS),
                     &view, &error));
  MUST(iex_view_read(view, 0, 100, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  static const char *const names[] = {"2026-04", "Lunch", "2026-03", "Refund", "Sushi", "Train"};
  if (CHECK_INT((int64_t)count, COUNT(names)))
    for (size_t i = 0; i < count; i++) {
      bool is_section = i == 0 || i == 2;
      CHECK_STR(row[i].name, names[i]);
      CHECK_INT(row[i].id == 0, is_section);
      if (is_section) {
        CHECK_INT(row[i].date, i ? 20260301 : 20260401);
        CHECK_STR(row[i].type, "");
        CHECK_STR(row[i].currency, "");
        CHECK_STR(row[i].note, "");
        CHECK_INT(row[i].amount_minor, 0);
      }
    }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  MUST(iex_view_sections(view, 0, INT64_MAX, &sections, &error));
  const iex_section *section = iex_sections_rows(sections, &count);
  if (CHECK_INT((int64_t)count, 2)) {
    CHECK_INT(section[0].struct_size, sizeof(iex_section));
    CHECK_INT(section[1].position, 2);
    CHECK_INT(section[1].count, 3);
    CHECK_STR(section[1].title, "2026-03");
    CHECK_INT(section[1].date, 20260301);
    if (CHECK_INT(section[1].total_count, 2)) {
      const iex_total *total = section[1].totals;
      CHECK_STR(total[0].currency, "EUR");
      CHECK_INT(total[0].amount_minor, 8900); /* case 43: a refund lowers it */
      CHECK_INT(total[0].count, 2);
      CHECK_INT(total[0].struct_size, sizeof(iex_total));
      CHECK_STR(total[1].currency, "JPY");
      CHECK_INT(total[1].amount_minor, 2000);
      CHECK_INT(total[1].currency_digits, 0);
    }
  }
  CHECK_CODE(IEX_OK, iex_view_close(view));
  CHECK_INT(section[0].count, 1); /* sections outlive their view */
  CHECK_CODE(IEX_OK, iex_sections_close(sections));
  close_store(store);
}

/* What each kind of change tells a view, to the letter. */
typedef struct heard {
  int calls;
  char items[400], sections[400];
} heard;

static void write_down(void *context, const iex_view_change *change) {
  heard *h = context;
  size_t count = 0;
  static const char kinds[] = "-+>*";
  int at = 0;
  h->calls++;
  h->items[0] = h->sections[0] = 0;
  const iex_view_item *item = iex_view_change_items(change, &count);
  for (size_t i = 0; i < count; i++)
    at += snprintf(h->items + at, sizeof(h->items) - (size_t)at, "%c%d:%d>%d/%x ",
                   kinds[item[i].kind & 3], (int)item[i].id, (int)item[i].old_position,
                   (int)item[i].new_position, (unsigned)item[i].fields);
  const iex_section_change *section = iex_view_change_sections(change, &count);
  at = 0;
  for (size_t i = 0; i < count; i++)
    at += snprintf(h->sections + at, sizeof(h->sections) - (size_t)at, "%c%s:%d>%d/%d>%d/%d>%d ",
                   kinds[section[i].kind & 3], section[i].title, (int)section[i].old_position,
                   (int)section[i].new_position, (int)section[i].old_count,
                   (int)section[i].new_count,
                   (int)euros_of(section[i].old_totals, section[i].old_total_count),
                   (int)euros_of(section[i].new_totals, section[i].new_total_count));
}

static void the_difference_of_each_change(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  heard h = {0};
  uint64_t subscription = 0;
  int64_t id = 0;
  MUST(iex_view_open(store, &IEX_QUERY(.type = "Business", .sort = -IEX_SORT_AMOUNT,
                                       .section = IEX_SECTION_MONTH),
                     &view, &error));
  MUST(iex_view_subscribe(view, write_down, &h, NULL, &subscription, &error));
  const iex_expense march = IEX_EXPENSE(.name = "A", .type = "Business", .amount_minor = 100,
                                        .date = 20260301);
  MUST(iex_store_add(store, &march, &id, &error));
  CHECK_STR(h.items, "+1:-1>0/0 ");
  CHECK_STR(h.sections, "+2026-03:-1>0/0>1/0>100 ");
  iex_expense two[] = {march, march};
  two[0].amount_minor = 300, two[1].date = 20260201;
  MUST(iex_store_add_many(store, two, 2, NULL, &error)); /* 3 in February, 2 before 1 */
  CHECK_STR(h.items, "+3:-1>0/0 +2:-1>1/0 ");
  CHECK_STR(h.sections, "+2026-02:-1>0/0>1/0>100 *2026-03:0>1/1>2/100>400 ");
  CHECK_INT(h.calls, 2);
  /* What does not touch the view tells nothing: another type, a rolled-back transaction, equal
   * values, and a transaction that takes itself back. */
  add_simple(store, "Private", 5);
  MUST(iex_store_begin(store, "no", &error));
  MUST(iex_store_add(store, &march, NULL, &error));
  MUST(iex_store_rollback(store, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .name = "A", .amount_minor = 100),
                        IEX_BIT(IEX_FIELD_NAME) | IEX_BIT(IEX_FIELD_AMOUNT), &error));
  MUST(iex_store_begin(store, "there and back", &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .name = "B"), IEX_BIT(IEX_FIELD_NAME), &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .name = "A"), IEX_BIT(IEX_FIELD_NAME), &error));
  MUST(iex_store_add(store, &march, &id, &error));
  MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_commit(store, &error));
  CHECK_INT(h.calls, 2);
  /* A value that moves nothing, one that moves the row, one that takes it out. */
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .note = "n"), IEX_BIT(IEX_FIELD_NOTE), &error));
  CHECK_STR(h.items, "*1:2>2/100 ");
  CHECK_STR(h.sections, "");
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .amount_minor = 900),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  CHECK_INT(h.calls, 4);
  CHECK(!strcmp(h.items, ">1:2>1/8 ") || !strcmp(h.items, ">2:1>2/0 *1:2>1/8 ") ||
        !strcmp(h.items, "*1:2>1/8 >2:1>2/0 "));
  CHECK_STR(h.sections, "*2026-03:1>1/2>2/400>1200 ");
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .type = "Personal"), IEX_BIT(IEX_FIELD_TYPE),
                        &error));
  CHECK_STR(h.items, "-1:1>-1/2 ");
  CHECK_STR(h.sections, "*2026-03:1>1/2>1/1200>300 ");
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_STR(h.items, "+1:-1>1/2 ");
  const int64_t all[] = {0, 1, 2};
  MUST(iex_view_remove_at(view, all, 3, &error));
  CHECK_STR(h.items, "-3:0>-1/0 -1:1>-1/0 -2:2>-1/0 ");
  CHECK_STR(h.sections, "-2026-02:0>-1/1>0/100>0 -2026-03:1>-1/2>0/1200>0 ");
  CHECK_INT(h.calls, 7);
  CHECK_CODE(IEX_OK, iex_subscription_cancel(subscription));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_INT(h.calls, 7);
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

/* The limit: what falls out is removed, what comes in is inserted. */
static void the_edge_of_a_limit(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  heard h = {0};
  const int64_t id = 4;
  for (int i = 1; i <= 3; i++) add_simple(store, "Tea", i * 100);
  MUST(iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT, .limit = 2), &view, &error));
  MUST(iex_view_subscribe(view, write_down, &h, NULL, NULL, &error));
  add_simple(store, "Tea", 250);
  CHECK_STR(h.items, "-2:1>-1/0 +4:-1>1/0 ");
  add_simple(store, "Tea", 50); /* beyond it */
  CHECK_INT(h.calls, 1);
  MUST(iex_store_remove(store, &id, 1, &error));
  CHECK_STR(h.items, "-4:1>-1/0 +2:-1>1/0 ");
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

static void a_queued_view_in_an_event_loop(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_splice splice;
  struct pollfd loop = {.events = POLLIN};
  int64_t count = 0;
  add_simple(store, "First", 1);
  MUST(iex_view_open(store, &IEX_QUERY(.flags = IEX_QUERY_QUEUED), &view, &error));
  MUST(iex_store_fd(store, &loop.fd, &error));
  MUST(iex_view_step(view, &splice, &error));
  CHECK_INT(splice.told, 0);
  add_simple(store, "Second", 2);
  CHECK_INT(poll(&loop, 1, 5000), 1);
  MUST(iex_view_count(view, &count, &error));
  CHECK_INT(count, 1); /* it stands still */
  MUST(iex_view_step(view, &splice, &error));
  CHECK_INT(splice.told, 1);
  CHECK_INT(splice.position, 1);
  CHECK_INT(splice.added, 1);
  CHECK_INT(splice.removed, 0);
  MUST(iex_view_count(view, &count, &error));
  CHECK_INT(count, 2);
  MUST(iex_view_step(view, &splice, &error));
  CHECK_INT(splice.told, 0);
  /* The values as told: an update that was not stepped is not seen. */
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .name = "Changed"), IEX_BIT(IEX_FIELD_NAME),
                        &error));
  shown_row row = row_at(view, 0);
  CHECK_STR(row.name, "First");
  MUST(iex_view_step(view, &splice, &error));
  CHECK_INT(splice.updated, 1);
  CHECK_INT(splice.position, 0);
  row = row_at(view, 0);
  CHECK_STR(row.name, "Changed");
  /* With a subscription the store tells it; then it is not stepped. */
  heard h = {0};
  MUST(iex_view_subscribe(view, write_down, &h, NULL, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_step(view, &splice, &error));
  add_simple(store, "Third", 3);
  CHECK_INT(h.calls, 0);
  MUST(iex_view_count(view, &count, &error));
  CHECK_INT(count, 2);
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(h.calls, 1);
  CHECK_STR(h.items, "+3:-1>2/0 ");
  CHECK_CODE(IEX_OK, iex_view_close(view));
  add_simple(store, "Fourth", 4);
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_INT(h.calls, 1);
  iex_totals *totals = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_totals(store, &IEX_QUERY(.flags = IEX_QUERY_QUEUED), 0, 0, &totals, &error));
  close_store(store);
}

/* A difference over 65,536 rows is a reset. */
static void a_change_too_large_to_tell(void) {
  enum { many = 65537 };
  if (getenv("IEX_TEST_QUICK")) return; /* too much for a run that is ten times slower */
  iex_store *store = open_store("a.db");
  shown s = {.store = store, .query = IEX_QUERY(.sort = -IEX_SORT_AMOUNT)};
  iex_expense *rows = calloc(many, sizeof(*rows));
  MUST_HOLD(rows != NULL);
  add_simple(store, "Tea", 1);
  MUST(iex_view_open(store, &s.query, &s.view, &error));
  read_all(&s, s.view);
  MUST(iex_view_subscribe(s.view, shown_callback, &s, shown_free, &s.subscription, &error));
  for (int i = 0; i < many; i++) rows[i] = IEX_EXPENSE(.name = "Tea", .amount_minor = i);
  MUST(iex_store_add_many(store, rows, many, NULL, &error));
  CHECK_INT(s.told, 1);
  CHECK_INT(s.resets, 1);
  MUST(iex_store_add_many(store, rows, 100, NULL, &error));
  CHECK_INT(s.resets, 1);
  compare_with_query(&s);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_INT(s.resets, 2);
  CHECK_INT(s.count, 1);
  CHECK_CODE(IEX_OK, iex_view_close(s.view));
  CHECK_INT(s.freed, 1);
  free(rows);
  free(s.rows);
  free(s.sections);
  close_store(store);
}

/* What callbacks do from inside. */
typedef struct inside {
  iex_store *store;
  iex_view *view, *another;
  uint64_t subscription;
  int calls, freed, what;
} inside;

enum { WRITES, CANCELS, CLOSES_VIEW, OPENS_ANOTHER, CLOSES_STORE };

static void count_inside(void *context, const iex_view_change *change) {
  (void)change;
  ((inside *)context)->calls++;
}

static void does_something(void *context, const iex_view_change *change) {
  inside *i = context;
  size_t count = 0;
  i->calls++;
  switch (i->what) {
    case WRITES:
      if (i->calls < 4) CHECK(add_simple(i->store, "Again", i->calls) > 0);
      break;
    case CANCELS: CHECK_CODE(IEX_OK, iex_subscription_cancel(i->subscription)); break;
    case CLOSES_VIEW: CHECK_CODE(IEX_OK, iex_view_close(i->view)); break;
    case OPENS_ANOTHER:
      CHECK_OK(iex_view_open(i->store, NULL, &i->another, &error));
      CHECK_OK(iex_view_subscribe(i->another, count_inside, i, NULL, NULL, &error));
      break;
    case CLOSES_STORE: CHECK_CODE(IEX_OK, iex_store_close(i->store)); break;
  }
  CHECK_INT(i->freed, 0); /* not while it runs */
  if (i->what != CLOSES_STORE) {
    CHECK(iex_view_change_items(change, &count) != NULL);
    CHECK_INT((int64_t)count, 1);
    iex_change_info(iex_view_change_change(change));
  }
}

static void free_inside(void *context) { ((inside *)context)->freed++; }

static void callbacks_that_do_something(void) {
  for (int queued = 0; queued < 2; queued++)
    for (int what = WRITES; what <= CLOSES_STORE; what++) {
      iex_store *store = open_store(queued ? "q.db" : "n.db");
      inside i = {.store = store, .what = what};
      MUST(iex_view_open(store, &IEX_QUERY(.flags = queued ? IEX_QUERY_QUEUED : 0), &i.view,
                         &error));
      MUST(iex_view_subscribe(i.view, does_something, &i, free_inside, &i.subscription, &error));
      add_simple(store, "Tea", 1);
      if (queued) {
        CHECK_INT(i.calls, 0);
        iex_status status = iex_store_dispatch(store, 0, NULL, NULL);
        CHECK(status == IEX_OK || what == CLOSES_STORE);
        for (int k = 0; k < 8 && what != CLOSES_STORE; k++)
          MUST(iex_store_dispatch(store, 0, NULL, &error));
      }
      CHECK_INT(i.calls, what == WRITES ? 4 : 1);
      if (what == CANCELS || what == CLOSES_VIEW || what == CLOSES_STORE) CHECK_INT(i.freed, 1);
      if (what == CLOSES_STORE) {
        CHECK_CODE(IEX_ERROR_HANDLE, iex_view_close(i.view));
        continue;
      }
      i.what = CANCELS + 99; /* nothing */
      add_simple(store, "Tea", 2);
      if (queued) MUST(iex_store_dispatch(store, 0, NULL, &error));
      CHECK_INT(i.calls, what == WRITES ? 5 : what == OPENS_ANOTHER ? 3 : 1);
      CHECK_CODE(IEX_OK, iex_store_close(store));
      CHECK_INT(i.freed, 1);
    }
}

static void import_some(iex_store *store, uint64_t *state) {
  iex_import *import = NULL;
  char text[256];
  int size = snprintf(text, sizeof(text),
                      "[{\"name\":\"Lunch\",\"type\":\"Business\",\"amount\":%d},"
                      "{\"name\":\"Imported\",\"type\":\"Personal\",\"amount\":%d.5}]",
                      (int)(test_random(state) % 30), (int)(test_random(state) % 30));
  MUST(iex_import_open_bytes(
      store, text, (size_t)size,
      &IEX_IMPORT(.profile = "{\"currency\":\"EUR\",\"defaultDate\":\"2026-02-14\"}"), &import,
      &error));
  CHECK_OK(iex_import_commit(import, NULL, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
}

/* Random queries, random changes, imports, undo, redo, transactions, and a second store on the file that
 * stands for another program: the copies that are kept by differences and by splices are what a new
 * query answers. IEX_TEST_STEPS: how many steps. */
static void differences_of_random_changes(void) {
  enum { views = 4 };
  const char *wanted = getenv("IEX_TEST_STEPS");
  int64_t steps = wanted ? atoll(wanted) : getenv("IEX_TEST_QUICK") ? 100 : 3000, done = 0;
  uint64_t state = 20260314;
  int64_t told = 0, splices = 0;
  for (int round = 0; done < steps; round++) {
    iex_store *store = NULL, *other = NULL;
    shown all[views] = {{0}};
    char path[32];
    snprintf(path, sizeof(path), "%d.db", round);
    MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .flags = IEX_OPEN_RELAXED), &store,
                        &error));
    MUST(iex_store_open(path, &IEX_OPTIONS(.origin = "other", .flags = IEX_OPEN_RELAXED), &other,
                        &error));
    for (int k = 0; k < 5; k++) random_edit(store, &state, true);
    for (int i = 0; i < views; i++) {
      shown *s = &all[i];
      s->store = store;
      s->query = random_query(&state);
      if (i % 2) s->query.flags |= IEX_QUERY_QUEUED;
      MUST(iex_view_open(store, &s->query, &s->view, &error));
      read_all(s, s->view);
      if (i < 3) /* the last one is stepped */
        MUST(iex_view_subscribe(s->view, shown_callback, s, shown_free, &s->subscription, &error));
    }
    for (int step = 0; step < 50 && done < steps; step++, done++) {
      switch (test_random(&state) % 8) {
        case 0: CHECK_OK(iex_store_undo(store, IEX_UNDO_ANY | IEX_UNDO_SKIP, NULL, &error)); break;
        case 1: CHECK_OK(iex_store_redo(store, IEX_UNDO_ANY | IEX_UNDO_SKIP, NULL, &error)); break;
        case 2:
          MUST(iex_store_begin(store, "several", &error));
          for (int k = 0; k < 4; k++) random_edit(store, &state, k == 3);
          if (one_in(&state, 3)) MUST(iex_store_rollback(store, &error));
          else MUST(iex_store_commit(store, &error));
          break;
        case 3: case 4: random_edit(other, &state, true); break;
        case 5: import_some(store, &state); break;
        default: random_edit(store, &state, true);
      }
      if (one_in(&state, 3)) continue; /* several changes wait */
      CHECK_OK(iex_store_dispatch(store, 0, NULL, &error));
      for (int i = 0; i < views; i++) {
        if (!all[i].subscription) step_all(&all[i]);
        if (!compare_with_query(&all[i])) {
          fprintf(stderr, "    … round %d, step %d, view %d\n", round, step, i);
          test_give_up();
        }
      }
    }
    for (int i = 0; i < views; i++) {
      told += all[i].told, splices += all[i].steps;
      CHECK_CODE(IEX_OK, iex_view_close(all[i].view));
      CHECK_INT(all[i].freed, all[i].subscription != 0);
      free(all[i].rows);
      free(all[i].sections);
    }
    CHECK_CODE(IEX_OK, iex_store_close(other));
    close_store(store);
  }
  CHECK(told > 0 && splices > 0);
  printf("    %" PRId64 " steps, %" PRId64 " differences, %" PRId64 " splices\n", done, told,
         splices);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(what_was_shown_is_what_goes),
          TEST_CASE(positions_that_are_refused), TEST_CASE(section_rows_and_sections),
          TEST_CASE(the_difference_of_each_change), TEST_CASE(the_edge_of_a_limit),
          TEST_CASE(a_queued_view_in_an_event_loop), TEST_CASE(a_change_too_large_to_tell),
          TEST_CASE(callbacks_that_do_something), TEST_CASE(differences_of_random_changes))

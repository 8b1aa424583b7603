/* Views (queries, sort keys, pages) and totals, each compared with a plain recount. */
#include "test.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_totals *totals = NULL;
  int64_t number = 7;
  size_t count = 7;
  add_simple(store, "Lunch", 1250);
  const iex_query all = IEX_QUERY(.sort = IEX_SORT_NONE);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_open(NULL, &all, &view, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_open(store, &all, NULL, &error));
  CHECK_CODE(IEX_OK, iex_view_open(store, NULL, &view, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_count(NULL, &number, &error));
  CHECK_INT(number, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_count(view, NULL, &error));
  CHECK_CODE(IEX_OK, iex_view_count(view, &number, NULL));
  CHECK_INT(number, 1);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_read(NULL, 0, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_read(view, 0, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_view_read(view, 0, 1, &page, NULL));
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_view_close(NULL));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_totals(NULL, &all, 0, 0, &totals, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_totals(store, &all, 0, 0, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_totals(store, NULL, 0, 0, &totals, NULL));
  CHECK(iex_totals_rows(totals, NULL) != NULL);
  CHECK(iex_totals_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_totals_close(NULL));
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  close_store(store);
}

/* Rows that look random, kept beside the store so that every answer can be recounted. */
enum { ROWS = 600 };
typedef struct row {
  int64_t id, amount;
  int32_t date;
  const char *type, *category, *currency, *account;
  char name[32], note[32];
} row;
static row rows[ROWS];
static const char *const types[] = {"Personal", "Business", "Travel"};
static const char *const categories[] = {"", "Food", "Food:Cafe", "Food:Cafe:Tea", "Foodstuff",
                                         "Travel:Rail"};
static const char *const currencies[] = {"EUR", "USD", "JPY"};
static const char *const accounts[] = {"", "Visa", "Cash"};

static iex_store *filled_store(void) {
  iex_store *store = open_store("a.db");
  uint64_t state = 1;
  MUST(iex_store_begin(store, "rows", &error));
  for (int i = 0; i < ROWS; i++) {
    row *r = &rows[i];
    r->amount = (int64_t)(test_random(&state) % 2000) - 300;
    r->date = 20260101 + (int32_t)(test_random(&state) % 4) * 100 +
              (int32_t)(test_random(&state) % 28);
    r->type = types[test_random(&state) % COUNT(types)];
    r->category = categories[test_random(&state) % COUNT(categories)];
    r->currency = currencies[test_random(&state) % COUNT(currencies)];
    r->account = accounts[test_random(&state) % COUNT(accounts)];
    snprintf(r->name, sizeof(r->name), "Name %d", (int)(test_random(&state) % 50));
    snprintf(r->note, sizeof(r->note), "%s %d", test_random(&state) % 3 ? "plain" : "PARKing 100%_",
             i);
    MUST(iex_store_add(store,
                       &IEX_EXPENSE(.name = r->name, .amount_minor = r->amount, .date = r->date,
                                    .type = r->type, .category = r->category,
                                    .currency = r->currency, .account = r->account,
                                    .note = r->note),
                       &r->id, &error));
  }
  MUST(iex_store_commit(store, &error));
  return store;
}

static bool within(const char *category, const char *ancestor) {
  size_t length = strlen(ancestor);
  return strncmp(category, ancestor, length) == 0 &&
         (category[length] == 0 || category[length] == ':');
}

static bool contains_folded(const char *text, const char *part) {
  return strcasestr(text, part) != NULL;
}

static bool matches(const row *r, const iex_query *q) {
  return (!q->first_date || r->date >= q->first_date) &&
         (!q->last_date || r->date <= q->last_date) && (!q->type || !strcmp(r->type, q->type)) &&
         (!q->category || within(r->category, q->category)) &&
         (!q->currency || !strcmp(r->currency, q->currency)) &&
         (!q->account || !strcmp(r->account, q->account)) &&
         (!q->text || contains_folded(r->name, q->text) || contains_folded(r->note, q->text));
}

static int compare_key(const row *a, const row *b, int32_t key) {
  int sign = key < 0 ? -1 : 1, order = 0;
  switch (key < 0 ? -key : key) {
    case IEX_SORT_NAME: order = strcmp(a->name, b->name); break;
    case IEX_SORT_TYPE: order = strcmp(a->type, b->type); break;
    case IEX_SORT_CATEGORY: order = strcmp(a->category, b->category); break;
    case IEX_SORT_AMOUNT: { /* as decimal numbers: a yen is a hundred cents */
      int64_t x = a->amount * (strcmp(a->currency, "JPY") ? 1 : 100);
      int64_t y = b->amount * (strcmp(b->currency, "JPY") ? 1 : 100);
      order = (x > y) - (x < y);
      if (!order) order = strcmp(a->currency, b->currency);
      break;
    }
    case IEX_SORT_CURRENCY: order = strcmp(a->currency, b->currency); break;
    case IEX_SORT_DATE: order = (a->date > b->date) - (a->date < b->date); break;
    case IEX_SORT_ACCOUNT: order = strcmp(a->account, b->account); break;
    case IEX_SORT_ID: order = (a->id > b->id) - (a->id < b->id); break;
  }
  return sign * order;
}

static const iex_query *sorting;

static int compare_rows(const void *left, const void *right) {
  const row *a = *(const row *const *)left, *b = *(const row *const *)right;
  int order = compare_key(a, b, sorting->sort);
  if (!order) order = compare_key(a, b, sorting->then_sort);
  return order ? order : compare_key(a, b, IEX_SORT_ID);
}

/* The query answers what a plain filter and sort of the rows answers, whole and in pages. */
static void check_query(iex_store *store, const iex_query *query) {
  const row *expected[ROWS];
  int64_t count = 0, number = -1;
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t size = 0;
  for (int i = 0; i < ROWS; i++)
    if (matches(&rows[i], query)) expected[count++] = &rows[i];
  sorting = query;
  qsort(expected, (size_t)count, sizeof(expected[0]), compare_rows);
  MUST(iex_view_open(store, query, &view, &error));
  MUST(iex_view_count(view, &number, &error));
  CHECK_INT(number, count);
  for (int64_t offset = 0; offset <= count; offset += 97) {
    MUST(iex_view_read(view, offset, 97, &page, &error));
    const iex_expense *read = iex_page_rows(page, &size);
    CHECK_INT((int64_t)size, count - offset < 97 ? count - offset : 97);
    for (size_t i = 0; i < size && offset + (int64_t)i < count; i++) {
      const row *want = expected[offset + (int64_t)i];
      if (!CHECK_INT(read[i].id, want->id)) break;
      CHECK_STR(read[i].name, want->name);
      CHECK_INT(read[i].amount_minor, want->amount);
    }
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

static void filters_and_sort_keys(void) {
  iex_store *store = filled_store();
  static const int32_t keys[] = {IEX_SORT_NONE,   IEX_SORT_NAME,     IEX_SORT_TYPE,
                                 IEX_SORT_CATEGORY, IEX_SORT_AMOUNT, IEX_SORT_CURRENCY,
                                 IEX_SORT_DATE,   IEX_SORT_ACCOUNT,  IEX_SORT_ID};
  size_t step = getenv("IEX_TEST_QUICK") ? 4 : 1;
  for (size_t i = 0; i < COUNT(keys); i++)
    for (size_t k = i % step; k < COUNT(keys); k += step)
      check_query(store, &IEX_QUERY(.sort = i % 2 ? keys[i] : -keys[i],
                                    .then_sort = k % 2 ? -keys[k] : keys[k]));
  const iex_query queries[] = {
      IEX_QUERY(.first_date = 20260201),
      IEX_QUERY(.last_date = 20260228),
      IEX_QUERY(.first_date = 20260214, .last_date = 20260214),
      IEX_QUERY(.first_date = 20260301, .last_date = 20260201), /* empty */
      IEX_QUERY(.type = "Business"),
      IEX_QUERY(.type = "business"),                            /* exactly: none */
      IEX_QUERY(.category = "Food"),                            /* and below, but not Foodstuff */
      IEX_QUERY(.category = "Food:Cafe"),
      IEX_QUERY(.category = "Foo"),
      IEX_QUERY(.currency = "JPY"),
      IEX_QUERY(.account = "Visa"),
      IEX_QUERY(.text = "parking"),
      IEX_QUERY(.text = "NAME 1"),
      IEX_QUERY(.text = "100%_"),
      IEX_QUERY(.text = "%"),
      IEX_QUERY(.text = "nothing like it"),
      IEX_QUERY(.first_date = 20260201, .last_date = 20260331, .type = "Travel",
                .category = "Food", .currency = "EUR", .account = "Cash", .text = "park",
                .sort = -IEX_SORT_DATE, .then_sort = IEX_SORT_AMOUNT),
  };
  for (size_t i = 0; i < COUNT(queries); i++) check_query(store, &queries[i]);
  close_store(store);
}

static void queries_that_are_refused(void) {
  iex_store *store = open_store("a.db");
  static const char *const bad[] = {"\xff", NULL};
  static const int32_t keys[9] = {1, 2, 3, 4, 5, 7, 8, 9, 10};
  static const char *many[1025];
  for (size_t i = 0; i < COUNT(many); i++) many[i] = "a";
  const struct {
    iex_query query;
    iex_status status;
  } table[] = {
      {IEX_QUERY(.sort = 99), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.sort = INT32_MIN), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.then_sort = 15), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.flags = 16), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.month = 202613), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.month = -1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section = 10), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section = INT32_MIN), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section_level = 1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section = IEX_SECTION_MONTH, .section_level = 1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section = IEX_SECTION_CATEGORY, .section_level = 17), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.section = IEX_SECTION_CATEGORY, .section_level = -1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.flags = IEX_QUERY_SECTION_ROWS), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.reimbursements = 16), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.limit = -1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.type_count = 1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.types = bad, .type_count = 1), IEX_ERROR_ENCODING},
      {IEX_QUERY(.accounts = bad + 1, .account_count = 1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.tags_any = many, .tags_any_count = COUNT(many)), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.tags_all = bad, .tags_all_count = 1), IEX_ERROR_ENCODING},
      {IEX_QUERY(.tags_none = bad, .tags_none_count = 2), IEX_ERROR_ENCODING},
      {IEX_QUERY(.currencies = bad, .currency_count = 1), IEX_ERROR_ENCODING},
      {IEX_QUERY(.currencies = many, .currency_count = 1), IEX_ERROR_CURRENCY},
      {IEX_QUERY(.more_sort_count = 1), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.more_sorts = keys, .more_sort_count = 9), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.sort = 1, .more_sorts = keys, .more_sort_count = 8), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.more_sorts = keys, .more_sort_count = UINT32_MAX), IEX_ERROR_ARGUMENT},
      {IEX_QUERY(.first_date = 20260230), IEX_ERROR_INVALID},
      {IEX_QUERY(.last_date = -1), IEX_ERROR_INVALID},
      {IEX_QUERY(.type = "\xff"), IEX_ERROR_ENCODING},
      {IEX_QUERY(.category = "\xff"), IEX_ERROR_ENCODING},
      {IEX_QUERY(.currency = "\xff"), IEX_ERROR_ENCODING},
      {IEX_QUERY(.account = "\xff"), IEX_ERROR_ENCODING},
      {IEX_QUERY(.text = "\xff"), IEX_ERROR_ENCODING},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    iex_view *view = NOT_A_HANDLE(iex_view);
    iex_totals *totals = NOT_A_HANDLE(iex_totals);
    if (!CHECK_STATUS(table[i].status, iex_view_open(store, &table[i].query, &view, &error)))
      fprintf(stderr, "    … row %zu\n", i);
    CHECK(view == NULL);
    CHECK_STATUS(table[i].status,
                 iex_store_totals(store, &table[i].query, 0, 0, &totals, &error));
    CHECK(totals == NULL);
  }
  /* A category that is no path. */
  iex_view *view = NULL;
  CHECK_STATUS(IEX_ERROR_INVALID,
               iex_view_open(store, &IEX_QUERY(.category = "A::B"), &view, &error));
  close_store(store);
}

static void the_range_of_a_page(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 7;
  for (int i = 0; i < 10; i++) add_simple(store, "Lunch", i);
  MUST(iex_view_open(store, NULL, &view, &error));
  static const int64_t ranges[][3] = {{0, 0, 0},  {0, 3, 3},   {8, 3, 2},         {10, 3, 0},
                                      {11, 3, 0}, {0, 100, 10}, {INT64_MAX, 1, 0},
                                      {0, INT64_MAX, 10}, {5, INT64_MAX, 5},
                                      {INT64_MAX, INT64_MAX, 0}};
  for (size_t i = 0; i < COUNT(ranges); i++) {
    MUST(iex_view_read(view, ranges[i][0], ranges[i][1], &page, &error));
    (void)iex_page_rows(page, &count);
    if (!CHECK_INT((int64_t)count, ranges[i][2])) fprintf(stderr, "    … range %zu\n", i);
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  static const int64_t refused[][2] = {{-1, 1}, {0, -1}, {INT64_MIN, 1}, {0, INT64_MIN}};
  for (size_t i = 0; i < COUNT(refused); i++) {
    page = NOT_A_HANDLE(iex_page);
    CHECK_STATUS(IEX_ERROR_ARGUMENT,
                 iex_view_read(view, refused[i][0], refused[i][1], &page, &error));
    CHECK(page == NULL);
  }
  /* A view that nobody subscribes to is a query: it sees what came later. */
  add_simple(store, "Later", 1);
  int64_t number = 0;
  MUST(iex_view_count(view, &number, &error));
  CHECK_INT(number, 11);
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

static void query_structs_of_other_sizes(void) {
  iex_store *store = filled_store();
  static const size_t sizes[] = {offsetof(iex_query, then_sort), offsetof(iex_query, type),
                                 offsetof(iex_query, text), sizeof(iex_query) + 64};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    iex_view *view = NULL;
    iex_query *query = calloc(1, sizes[i]);
    iex_query whole = IEX_QUERY(.first_date = 20260201, .text = "parking");
    int64_t count = -1, expected = 0;
    MUST_HOLD(query != NULL);
    whole.struct_size = (uint32_t)sizes[i];
    memcpy(query, &whole, sizes[i] < sizeof(whole) ? sizes[i] : sizeof(whole));
    if (sizes[i] <= offsetof(iex_query, text)) whole.text = NULL;
    for (int k = 0; k < ROWS; k++) expected += matches(&rows[k], &whole);
    MUST(iex_view_open(store, query, &view, &error));
    CHECK_OK(iex_view_count(view, &count, &error));
    CHECK_INT(count, expected);
    CHECK_CODE(IEX_OK, iex_view_close(view));
    free(query);
  }
  iex_view *view = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_open(store, &(iex_query){0}, &view, &error));
  close_store(store);
}

/* Totals by every grouping, whole and of a query, against a recount. */
static void check_totals(iex_store *store, const iex_query *query, uint32_t group) {
  iex_totals *totals = NULL;
  size_t count = 0;
  int64_t seen = 0, expected = 0;
  const iex_query all = IEX_QUERY(.sort = 0);
  MUST(iex_store_totals(store, query, group, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  for (int i = 0; i < ROWS; i++) expected += matches(&rows[i], query ? query : &all);
  for (size_t i = 0; i < count; i++) {
    int64_t sum = 0, number = 0;
    for (int k = 0; k < ROWS; k++) {
      const row *r = &rows[k];
      if (!matches(r, query ? query : &all) || strcmp(r->currency, total[i].currency) ||
          ((group & IEX_GROUP_MONTH) && r->date / 100 != total[i].month) ||
          ((group & IEX_GROUP_TYPE) && strcmp(r->type, total[i].type)) ||
          ((group & IEX_GROUP_CATEGORY) && strcmp(r->category, total[i].category)))
        continue;
      sum += r->amount;
      number++;
    }
    CHECK_INT(total[i].struct_size, sizeof(iex_total));
    CHECK_INT(total[i].amount_minor, sum);
    CHECK_INT(total[i].amount_high, sum < 0 ? -1 : 0);
    CHECK_INT(total[i].count, number);
    CHECK(number > 0); /* no empty cell */
    CHECK_INT(total[i].currency_digits, strcmp(total[i].currency, "JPY") ? 2 : 0);
    if (!(group & IEX_GROUP_MONTH)) CHECK_INT(total[i].month, 0);
    if (!(group & IEX_GROUP_TYPE)) CHECK_STR(total[i].type, "");
    if (!(group & IEX_GROUP_CATEGORY)) CHECK_STR(total[i].category, "");
    for (size_t k = 0; k < i; k++) /* no group twice */
      CHECK(total[k].month != total[i].month || strcmp(total[k].type, total[i].type) ||
            strcmp(total[k].category, total[i].category) ||
            strcmp(total[k].currency, total[i].currency));
    seen += total[i].count;
  }
  CHECK_INT(seen, expected);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
}

static void totals_agree_with_a_recount(void) {
  iex_store *store = filled_store();
  for (uint32_t group = 0; group < 8; group++) {
    check_totals(store, NULL, group);
    check_totals(store, &IEX_QUERY(.sort = 0), group);
    check_totals(store, &IEX_QUERY(.first_date = 20260201, .last_date = 20260228), group);
    check_totals(store, &IEX_QUERY(.first_date = 20260205, .last_date = 20260310), group);
    check_totals(store, &IEX_QUERY(.category = "Food", .type = "Business"), group);
    check_totals(store, &IEX_QUERY(.text = "parking", .currency = "EUR"), group);
    check_totals(store, &IEX_QUERY(.account = "Visa"), group);
    check_totals(store, &IEX_QUERY(.text = "nothing like it"), group);
  }
  /* After changes, undo and reopening. */
  for (int i = 0; i < ROWS; i += 3) {
    rows[i].amount += 77, rows[i].type = types[i % 3], rows[i].date = 20260415;
    MUST(iex_store_update(store,
                          &IEX_EXPENSE(.id = rows[i].id, .amount_minor = rows[i].amount,
                                       .type = rows[i].type, .date = rows[i].date),
                          IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_TYPE) |
                              IEX_BIT(IEX_FIELD_DATE),
                          &error));
  }
  for (uint32_t group = 0; group < 8; group++) check_totals(store, NULL, group);
  int64_t id = rows[5].id;
  MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  for (uint32_t group = 0; group < 8; group++) check_totals(store, NULL, group);
  iex_totals *totals = NULL;
  static const uint32_t wrong[] = {256, 1 | 16, 32 | 128, IEX_GROUP_LEVEL(1),
                                   IEX_GROUP_TYPE | IEX_GROUP_LEVEL(2), UINT32_MAX};
  for (size_t i = 0; i < COUNT(wrong); i++)
    if (!CHECK_STATUS(IEX_ERROR_ARGUMENT,
                      iex_store_totals(store, NULL, wrong[i], 0, &totals, &error)))
      fprintf(stderr, "    … group %zu\n", i);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_totals(store, NULL, 0, 2, &totals, &error));
  CHECK(totals == NULL);
  close_store(store);
}

static void an_empty_store_has_no_totals(void) {
  iex_store *store = open_store("a.db");
  iex_totals *totals = NULL;
  size_t count = 7;
  MUST(iex_store_totals(store, NULL, 7, 0, &totals, &error));
  (void)iex_totals_rows(totals, &count);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  int64_t id = add_simple(store, "Lunch", 1);
  MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_totals(store, NULL, 7, 0, &totals, &error));
  (void)iex_totals_rows(totals, &count);
  CHECK_INT((int64_t)count, 0); /* an empty cell is deleted */
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  close_store(store);
}

/* Case 13: both rows are stored; reading their sum as 64 bits is the error. */
static void a_sum_wider_than_64_bits(void) {
  iex_store *store = open_store("a.db");
  iex_totals *totals = NULL;
  size_t count = 0;
  add_simple(store, "Much", INT64_MAX);
  add_simple(store, "One more cent", 1);
  CHECK_INT(count_of(store), 2);
  static const uint32_t groups[] = {0, 1, 2, 4, 7};
  for (size_t i = 0; i < COUNT(groups); i++) {
    totals = NOT_A_HANDLE(iex_totals);
    CHECK_STATUS(IEX_ERROR_OVERFLOW, iex_store_totals(store, NULL, groups[i], 0, &totals, &error));
    CHECK(totals == NULL);
    CHECK_STATUS(IEX_ERROR_OVERFLOW, iex_store_totals(store, &IEX_QUERY(.text = "m"), groups[i], 0,
                                                      &totals, &error));
  }
  MUST(iex_store_totals(store, NULL, 0, IEX_TOTALS_WIDE, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  if (CHECK_INT((int64_t)count, 1)) {
    CHECK_INT(total[0].amount_high, 0);
    CHECK_INT(total[0].amount_minor, INT64_MIN); /* the low 64 bits: 2 to the 63rd */
    CHECK_INT(total[0].count, 2);
  }
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  for (int i = 0; i < 5; i++) add_simple(store, "Little", INT64_MIN);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_totals(store, NULL, 0, IEX_TOTALS_WIDE, &totals, &error));
  total = iex_totals_rows(totals, &count);
  if (CHECK_INT((int64_t)count, 1)) { /* -4 times 2 to the 63rd: -2 times 2 to the 64th */
    CHECK_INT(total[0].amount_high, -2);
    CHECK_INT(total[0].amount_minor, 0);
  }
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  close_store(store);
}

/* Case 11, stored; and 43: a refund lowers its category's total. */
static void exact_sums_and_refunds(void) {
  iex_store *store = open_store("a.db");
  enum { batch = 10000 };
  int batches = getenv("IEX_TEST_QUICK") ? 2 : 100;
  iex_expense *many = calloc(batch, sizeof(*many));
  iex_totals *totals = NULL;
  size_t count = 0;
  MUST_HOLD(many != NULL);
  for (int i = 0; i < batch; i++)
    many[i] = IEX_EXPENSE(.name = "Dime", .amount_minor = 10, .date = 20260314,
                          .category = "Food:Cafe", .type = "Business");
  for (int i = 0; i < batches; i++) MUST(iex_store_add_many(store, many, batch, NULL, &error));
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  if (CHECK_INT((int64_t)count, 1)) CHECK_INT(total[0].amount_minor, (int64_t)batches * batch * 10);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Refund", .amount_minor = -10, .date = 20260315,
                                  .category = "Food:Cafe", .type = "Business"),
                     NULL, &error));
  for (uint32_t group = 0; group < 8; group++) {
    MUST(iex_store_totals(store, NULL, group, 0, &totals, &error));
    total = iex_totals_rows(totals, &count);
    if (CHECK_INT((int64_t)count, 1))
      CHECK_INT(total[0].amount_minor, (int64_t)batches * batch * 10 - 10);
    CHECK_CODE(IEX_OK, iex_totals_close(totals));
  }
  free(many);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(filters_and_sort_keys),
          TEST_CASE(queries_that_are_refused), TEST_CASE(the_range_of_a_page),
          TEST_CASE(query_structs_of_other_sizes), TEST_CASE(totals_agree_with_a_recount),
          TEST_CASE(an_empty_store_has_no_totals), TEST_CASE(a_sum_wider_than_64_bits),
          TEST_CASE(exact_sums_and_refunds))

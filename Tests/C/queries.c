/* Every filter, sort key, section and grouping of queries, against plain C over the same rows. */
#include "test.h"

enum { ROWS = 500 };

typedef struct row {
  int64_t id, amount, conversion;
  int32_t date, reimbursement;
  const char *name, *type, *category, *currency, *account, *note;
  uint32_t tag_count;
  uint8_t uuid[16];
} row;

static row rows[ROWS];
/* In the order of sorting, so that comparing their places is the reference: regardless of case and
 * accents, equal ones by their bytes. */
static const char *const names[] = {"",     "\xC3\x84pfel", "apple", "Cafe", "cafe", "caf\xC3\xA9",
                                    "Zebra", "\xCE\xA3\xCE\x9F\xCE\xA3" /* ΣΟΣ */,
                                    "\xCF\x83\xCE\xBF\xCF\x82" /* σος */};
static const char *const types[] = {"Business", "Personal", "travel"};
/* By names of the path: what stands below Food comes before Food+. */
static const char *const categories[] = {"",     "Food", "Food:Cafe", "Food:Cafe:Tea", "Food+",
                                         "Rent", "Travel:Rail"};
static const char *const currencies[] = {"EUR", "JPY", "KWD"};
static const int64_t scales[] = {10, 1000, 1}; /* to a thousandth */
static const char *const accounts[] = {"", "Cash", "Visa"};
static const char *const tags[] = {"client", "home", "work"};

static int place(const char *text, const char *const *list, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp(text, list[i])) return i;
  CHECK(!"a text that no list has");
  return -1;
}
#define PLACE(text, list) place(text, list, (int)COUNT(list))

static const char *pick(uint64_t *state, const char *const *list, size_t count) {
  return list[test_random(state) % count];
}
#define PICK(list) pick(&state, list, COUNT(list))

static iex_store *filled_store(void) {
  static const int32_t days[] = {20251124, 20251125, 20251222, 20251227, 20260101, 20260106};
  iex_store *store = open_store("a.db");
  uint64_t state = 3;
  MUST(iex_store_begin(store, "rows", &error));
  for (int i = 0; i < ROWS; i++) {
    row *r = &rows[i];
    do r->name = PICK(names);
    while (!*r->name);
    *r = (row){.name = r->name, .type = PICK(types), .category = PICK(categories),
               .currency = PICK(currencies), .account = PICK(accounts), .note = PICK(names),
               .amount = (int64_t)(test_random(&state) % 4000) - 500,
               .date = days[test_random(&state) % COUNT(days)] +
                       (int32_t)(test_random(&state) % 5),
               .reimbursement = (int32_t)(test_random(&state) % 4),
               .tag_count = (uint32_t)(test_random(&state) % 4),
               .conversion = (int64_t)(test_random(&state) % 3) * 100};
    MUST(iex_store_add(store,
                       &IEX_EXPENSE(.name = r->name, .amount_minor = r->amount, .date = r->date,
                                    .type = r->type, .category = r->category,
                                    .currency = r->currency, .account = r->account,
                                    .note = r->note, .tags = tags, .tag_count = r->tag_count,
                                    .reimbursement = r->reimbursement,
                                    .conversion_amount_minor = r->conversion,
                                    .conversion_rate = r->conversion ? "1.1" : NULL,
                                    .conversion_currency = r->conversion ? "USD" : NULL),
                       &r->id, &error));
  }
  MUST(iex_store_commit(store, &error));
  for (int i = 0; i < ROWS; i++) {
    iex_page *page = NULL;
    MUST(iex_store_get(store, &rows[i].id, 1, &page, &error));
    memcpy(rows[i].uuid, iex_page_rows(page, NULL)->uuid, sizeof(rows[i].uuid));
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  return store;
}

static int64_t thousandths(const row *r) {
  return r->amount * scales[PLACE(r->currency, currencies)];
}

static int order_of(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_key(const row *a, const row *b, int32_t key) {
  int order = 0;
  switch (key < 0 ? -key : key) {
    case IEX_SORT_NAME: order = PLACE(a->name, names) - PLACE(b->name, names); break;
    case IEX_SORT_TYPE: order = PLACE(a->type, types) - PLACE(b->type, types); break;
    case IEX_SORT_CATEGORY:
      order = PLACE(a->category, categories) - PLACE(b->category, categories);
      break;
    case IEX_SORT_AMOUNT:
      order = order_of(thousandths(a), thousandths(b));
      if (!order) order = strcmp(a->currency, b->currency);
      break;
    case IEX_SORT_CURRENCY: order = strcmp(a->currency, b->currency); break;
    case IEX_SORT_CONVERSION: order = order_of(a->conversion, b->conversion); break;
    case IEX_SORT_DATE: order = order_of(a->date, b->date); break;
    case IEX_SORT_ACCOUNT: order = PLACE(a->account, accounts) - PLACE(b->account, accounts); break;
    case IEX_SORT_NOTE: order = PLACE(a->note, names) - PLACE(b->note, names); break;
    case IEX_SORT_TAGS: order = order_of(a->tag_count, b->tag_count); break;
    case IEX_SORT_REIMBURSEMENT: order = order_of(a->reimbursement, b->reimbursement); break;
    case IEX_SORT_SOURCE: case IEX_SORT_EXTRA: break; /* all the same */
    case IEX_SORT_UUID: order = memcmp(a->uuid, b->uuid, sizeof(a->uuid)); break;
    case IEX_SORT_ID: order = order_of(a->id, b->id); break;
  }
  return key < 0 ? -order : order;
}

static bool in_list(const char *text, const char *one, const char *const *list, uint32_t count) {
  if (!one && !count) return true;
  if (one && !strcmp(text, one)) return true;
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(text, list[i])) return true;
  return false;
}

static uint32_t tags_in(const row *r, const char *const *list, uint32_t count) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < r->tag_count; k++) found += !strcmp(list[i], tags[k]);
  return found;
}

static bool within(const char *category, const char *ancestor) {
  size_t length = strlen(ancestor);
  return !strncmp(category, ancestor, length) &&
         (category[length] == 0 || category[length] == ':');
}

/* The text of a query is the number of names with which this begins: see texts below. */
static bool (*text_matches)(int place_of_name);

static bool matches(const row *r, const iex_query *q) {
  return (!q->first_date || r->date >= q->first_date) &&
         (!q->last_date || r->date <= q->last_date) &&
         (!q->month || r->date / 100 == q->month) &&
         in_list(r->type, q->type, q->types, q->type_count) &&
         in_list(r->account, q->account, q->accounts, q->account_count) &&
         in_list(r->currency, q->currency, q->currencies, q->currency_count) &&
         (!q->category || within(r->category, q->category)) &&
         (!(q->flags & IEX_QUERY_MIN_AMOUNT) || r->amount >= q->min_amount) &&
         (!(q->flags & IEX_QUERY_MAX_AMOUNT) || r->amount <= q->max_amount) &&
         (!q->reimbursements || (q->reimbursements >> r->reimbursement & 1)) &&
         (!q->tags_any_count || tags_in(r, q->tags_any, q->tags_any_count)) &&
         tags_in(r, q->tags_all, q->tags_all_count) == q->tags_all_count &&
         !tags_in(r, q->tags_none, q->tags_none_count) &&
         (!q->text || text_matches(PLACE(r->name, names)) || text_matches(PLACE(r->note, names)));
}

static int32_t first_day(int32_t date, int32_t section) {
  int32_t result = 0, year, week;
  switch (section) {
    case IEX_SECTION_DAY: return date;
    case IEX_SECTION_MONTH: return date / 100 * 100 + 1;
    case IEX_SECTION_QUARTER:
      return date / 10000 * 10000 + ((date / 100 % 100 - 1) / 3 * 3 + 1) * 100 + 1;
    case IEX_SECTION_YEAR: return date / 10000 * 10000 + 101;
    case IEX_SECTION_WEEK: {
      char text[32];
      MUST(iex_date_week(date, &year, &week, &error));
      snprintf(text, sizeof(text), "%04d-W%02d-1", (int)year, (int)week);
      MUST(iex_date_parse(text, &result, &error));
      return result;
    }
    default: return 0;
  }
}

/* The first `level` names of a category; 0: all. */
static void cut(const char *category, int level, char *result) {
  snprintf(result, 64, "%s", category);
  for (char *c = result; level && *c; c++)
    if (*c == ':' && --level == 0) *c = 0;
}

static void title_of(const row *r, const iex_query *q, char *title) {
  int32_t section = q->section < 0 ? -q->section : q->section;
  int32_t day = first_day(r->date, section), year, week;
  switch (section) {
    case IEX_SECTION_TYPE: snprintf(title, 64, "%s", r->type); break;
    case IEX_SECTION_CATEGORY: cut(r->category, q->section_level, title); break;
    case IEX_SECTION_ACCOUNT: snprintf(title, 64, "%s", r->account); break;
    case IEX_SECTION_CURRENCY: snprintf(title, 64, "%s", r->currency); break;
    case IEX_SECTION_DAY:
      snprintf(title, 64, "%04d-%02d-%02d", day / 10000, day / 100 % 100, day % 100);
      break;
    case IEX_SECTION_WEEK:
      MUST(iex_date_week(day, &year, &week, &error));
      snprintf(title, 64, "%04d-W%02d", (int)year, (int)week);
      break;
    case IEX_SECTION_MONTH: snprintf(title, 64, "%04d-%02d", day / 10000, day / 100 % 100); break;
    case IEX_SECTION_QUARTER:
      snprintf(title, 64, "%04d-Q%d", day / 10000, (day / 100 % 100 + 2) / 3);
      break;
    case IEX_SECTION_YEAR: snprintf(title, 64, "%04d", day / 10000); break;
    default: title[0] = 0;
  }
}

static int compare_sections(const row *a, const row *b, const iex_query *q) {
  int32_t section = q->section < 0 ? -q->section : q->section;
  int order = 0;
  char x[64], y[64];
  switch (section) {
    case 0: break;
    case IEX_SECTION_TYPE: order = compare_key(a, b, IEX_SORT_TYPE); break;
    case IEX_SECTION_ACCOUNT: order = compare_key(a, b, IEX_SORT_ACCOUNT); break;
    case IEX_SECTION_CURRENCY: order = compare_key(a, b, IEX_SORT_CURRENCY); break;
    case IEX_SECTION_CATEGORY:
      cut(a->category, q->section_level, x), cut(b->category, q->section_level, y);
      if (strcmp(x, y)) order = compare_key(a, b, IEX_SORT_CATEGORY);
      break;
    default: order = order_of(first_day(a->date, section), first_day(b->date, section));
  }
  return q->section < 0 ? -order : order;
}

static const iex_query *sorting;

static int compare_rows(const void *left, const void *right) {
  const row *a = *(const row *const *)left, *b = *(const row *const *)right;
  int order = compare_sections(a, b, sorting);
  if (!order) order = compare_key(a, b, sorting->sort);
  if (!order) order = compare_key(a, b, sorting->then_sort);
  for (uint32_t i = 0; !order && i < sorting->more_sort_count; i++)
    order = compare_key(a, b, sorting->more_sorts[i]);
  return order ? order : compare_key(a, b, IEX_SORT_ID);
}

static void check_section(const iex_section *section, const row **members, int count,
                          const iex_query *q) {
  char title[64];
  title_of(members[0], q, title);
  CHECK_STR(section->title, title);
  CHECK_INT(section->date, first_day(members[0]->date, q->section < 0 ? -q->section : q->section));
  CHECK_INT(section->count, count);
  size_t at = 0;
  for (size_t c = 0; c < COUNT(currencies); c++) {
    int64_t sum = 0, number = 0;
    for (int i = 0; i < count; i++)
      if (!strcmp(members[i]->currency, currencies[c])) sum += members[i]->amount, number++;
    if (!number) continue;
    if (!CHECK(at < section->total_count)) return;
    CHECK_STR(section->totals[at].currency, currencies[c]);
    CHECK_INT(section->totals[at].amount_minor, sum);
    CHECK_INT(section->totals[at].count, number);
    at++;
  }
  CHECK_INT(section->total_count, (int64_t)at);
}

/* The view is what a plain filter and sort of the rows gives; so are its sections and totals. */
static bool check_query(iex_store *store, const iex_query *query) {
  const row *expected[ROWS];
  int64_t count = 0, number = -1, position = 0;
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_sections *sections = NULL;
  size_t size = 0, section_count = 0, at = 0;
  bool has_rows = query->flags & IEX_QUERY_SECTION_ROWS, good = true;
  for (int i = 0; i < ROWS; i++)
    if (matches(&rows[i], query)) expected[count++] = &rows[i];
  sorting = query;
  qsort(expected, (size_t)count, sizeof(expected[0]), compare_rows);
  if (query->limit && count > query->limit) count = query->limit;
  MUST(iex_view_open(store, query, &view, &error));
  MUST(iex_view_sections(view, 0, INT64_MAX, &sections, &error));
  const iex_section *section = iex_sections_rows(sections, &section_count);
  MUST(iex_view_read(view, 0, INT64_MAX, &page, &error));
  const iex_expense *read = iex_page_rows(page, &size);
  MUST(iex_view_count(view, &number, &error));
  good &= CHECK_INT(number, count + (has_rows ? (int64_t)section_count : 0));
  good &= CHECK_INT((int64_t)size, number);
  for (int64_t i = 0; good && i < count;) {
    int64_t end = query->section ? i + 1 : count;
    while (end < count && !compare_sections(expected[i], expected[end], query)) end++;
    if (query->section && CHECK(at < section_count)) {
      good &= CHECK_INT(section[at].position, position);
      check_section(&section[at], &expected[i], (int)(end - i), query);
      if (has_rows) {
        CHECK_INT(read[position].id, 0);
        CHECK_STR(read[position].name, section[at].title);
        position++;
      }
      at++;
    }
    for (; good && i < end; i++, position++) {
      good &= CHECK_INT(read[position].id, expected[i]->id);
      if (i % 37) continue;
      int64_t found = -2;
      MUST(iex_view_position(view, expected[i]->id, &found, &error));
      good &= CHECK_INT(found, position);
    }
  }
  good &= CHECK_INT((int64_t)section_count, (int64_t)at);
  CHECK_CODE(IEX_OK, iex_sections_close(sections));
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  return good;
}

static void null_for_everything(void) {
  iex_view *view = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_open(NULL, NULL, &view, &error));
}

static bool any_cafe(int at) { return at >= 3 && at <= 5; }
static bool any_sos(int at) { return at >= 7; }
static bool an_apple(int at) { return at == 1; }

static void every_filter(void) {
  iex_store *store = filled_store();
  static const char *const unknown[] = {"unknown", "Visa"};
  const iex_query queries[] = {
      IEX_QUERY(.month = 202511), IEX_QUERY(.month = 202601), IEX_QUERY(.month = 202512),
      IEX_QUERY(.month = 202511, .first_date = 20251120, .last_date = 20260101),
      IEX_QUERY(.types = types, .type_count = 2),
      IEX_QUERY(.type = "travel", .types = types, .type_count = 1),
      IEX_QUERY(.accounts = accounts, .account_count = 2), /* none, or cash */
      IEX_QUERY(.accounts = unknown, .account_count = 2),
      IEX_QUERY(.accounts = unknown, .account_count = 1),
      IEX_QUERY(.currencies = currencies, .currency_count = 2),
      IEX_QUERY(.currency = "KWD", .currencies = currencies, .currency_count = 1),
      IEX_QUERY(.tags_any = tags, .tags_any_count = 2), IEX_QUERY(.tags_all = tags, .tags_all_count = 2),
      IEX_QUERY(.tags_none = tags + 1, .tags_none_count = 2),
      IEX_QUERY(.tags_any = tags, .tags_any_count = 3, .tags_none = tags + 2, .tags_none_count = 1),
      IEX_QUERY(.tags_any = unknown, .tags_any_count = 1),
      IEX_QUERY(.tags_all = unknown, .tags_all_count = 1),
      IEX_QUERY(.tags_none = unknown, .tags_none_count = 1),
      IEX_QUERY(.min_amount = 100), /* without its flag it is not looked at */
      IEX_QUERY(.min_amount = 100, .flags = IEX_QUERY_MIN_AMOUNT),
      IEX_QUERY(.max_amount = 0, .flags = IEX_QUERY_MAX_AMOUNT),
      IEX_QUERY(.min_amount = 100, .max_amount = 100,
                .flags = IEX_QUERY_MIN_AMOUNT | IEX_QUERY_MAX_AMOUNT),
      IEX_QUERY(.min_amount = INT64_MIN, .max_amount = INT64_MAX,
                .flags = IEX_QUERY_MIN_AMOUNT | IEX_QUERY_MAX_AMOUNT),
      IEX_QUERY(.reimbursements = IEX_BIT(IEX_REIMBURSEMENT_NONE)),
      IEX_QUERY(.reimbursements = IEX_BIT(IEX_REIMBURSEMENT_OPEN) |
                                  IEX_BIT(IEX_REIMBURSEMENT_PAID)),
      IEX_QUERY(.category = "Food:Cafe"), IEX_QUERY(.category = "Food+"),
      IEX_QUERY(.limit = 1), IEX_QUERY(.limit = ROWS), IEX_QUERY(.limit = INT64_MAX),
      IEX_QUERY(.month = 202601, .types = types, .type_count = 2, .category = "Food",
                .accounts = accounts, .account_count = 2, .tags_any = tags, .tags_any_count = 1,
                .sort = -IEX_SORT_AMOUNT, .limit = 10)};
  for (size_t i = 0; i < COUNT(queries); i++)
    if (!check_query(store, &queries[i])) fprintf(stderr, "    … query %zu\n", i);
  /* Regardless of case and accents; a final sigma is a sigma. */
  static const struct {
    const char *text;
    bool (*matches)(int);
  } texts[] = {{"CAF\xC3\x89", any_cafe}, {"cafe", any_cafe}, {"afe", any_cafe},
               {"\xCF\x83\xCE\xBF\xCF\x83", any_sos}, {"\xCE\xA3\xCE\x9F\xCE\xA3", any_sos},
               {"\xCE\xBF\xCF\x82", any_sos}, {"APFE", an_apple}, {"a\xCC\x88pfel", an_apple}};
  for (size_t i = 0; i < COUNT(texts); i++) {
    text_matches = texts[i].matches;
    if (!check_query(store, &IEX_QUERY(.text = texts[i].text)))
      fprintf(stderr, "    … text %zu\n", i);
  }
  close_store(store);
}

static void every_sort_key(void) {
  iex_store *store = filled_store();
  static const int32_t keys[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, IEX_SORT_ID};
  static const int32_t many[] = {-IEX_SORT_TYPE, IEX_SORT_CATEGORY, -IEX_SORT_ACCOUNT,
                                 IEX_SORT_TAGS,  -IEX_SORT_NOTE,    IEX_SORT_AMOUNT};
  for (size_t i = 0; i < COUNT(keys); i++)
    for (int sign = -1; sign <= (getenv("IEX_TEST_QUICK") ? -1 : 1); sign += 2) {
      bool good = check_query(store, &IEX_QUERY(.sort = sign * keys[i]));
      good &= check_query(store, &IEX_QUERY(.sort = IEX_SORT_REIMBURSEMENT,
                                            .then_sort = sign * keys[i], .limit = 100));
      if (!good) fprintf(stderr, "    … key %d\n", (int)keys[i] * sign);
    }
  CHECK(check_query(store, &IEX_QUERY(.sort = IEX_SORT_CURRENCY, .then_sort = -IEX_SORT_REIMBURSEMENT,
                                      .more_sorts = many, .more_sort_count = COUNT(many))));
  CHECK(check_query(store, &IEX_QUERY(.more_sorts = many, .more_sort_count = 2)));
  close_store(store);
}

static void every_section(void) {
  iex_store *store = filled_store();
  bool quick = getenv("IEX_TEST_QUICK") != NULL;
  for (int32_t section = 1; section <= 9; section++)
    for (int sign = -1; sign <= (quick ? -1 : 1); sign += 2)
      for (uint32_t flags = 0; flags <= IEX_QUERY_SECTION_ROWS; flags += IEX_QUERY_SECTION_ROWS)
        for (int32_t level = 0; level <= (section == IEX_SECTION_CATEGORY ? 3 : 0); level++) {
          bool good = check_query(store, &IEX_QUERY(.section = sign * section, .flags = flags,
                                                    .section_level = level));
          good &= check_query(store, &IEX_QUERY(.section = sign * section, .flags = flags,
                                                .section_level = level, .limit = 77,
                                                .sort = -IEX_SORT_AMOUNT, .type = "Business"));
          if (!good) fprintf(stderr, "    … section %d, level %d\n", (int)section, (int)level);
        }
  CHECK(check_query(store, &IEX_QUERY(.section = 1, .month = 199901, .flags = 4))); /* empty */
  close_store(store);
}

/* Totals of the store and of a view, by each group, against a recount. */
static void check_totals(iex_store *store, const iex_query *q, uint32_t group) {
  iex_view *view = NULL;
  uint32_t level = group >> 24;
  MUST(iex_view_open(store, q, &view, &error));
  for (int of_view = 0; of_view < 2; of_view++) {
    iex_totals *totals = NULL;
    size_t count = 0;
    int64_t seen = 0, expected = 0;
    if (of_view) MUST(iex_view_totals(view, group, 0, &totals, &error));
    else MUST(iex_store_totals(store, q, group, 0, &totals, &error));
    const iex_total *total = iex_totals_rows(totals, &count);
    for (int i = 0; i < ROWS; i++) expected += matches(&rows[i], q);
    static const struct {
      uint32_t group;
      int32_t section;
    } periods[] = {{IEX_GROUP_DAY, IEX_SECTION_DAY}, {IEX_GROUP_WEEK, IEX_SECTION_WEEK},
                   {IEX_GROUP_MONTH, IEX_SECTION_MONTH}, {IEX_GROUP_QUARTER, IEX_SECTION_QUARTER},
                   {IEX_GROUP_YEAR, IEX_SECTION_YEAR}};
    int32_t period = 0;
    for (size_t p = 0; p < COUNT(periods); p++)
      if (group & periods[p].group) period = periods[p].section;
    for (size_t i = 0; i < count; i++) {
      int64_t sum = 0, number = 0;
      for (int k = 0; k < ROWS; k++) {
        const row *r = &rows[k];
        char category[64];
        cut(r->category, (int)level, category);
        if (!matches(r, q) || strcmp(r->currency, total[i].currency) ||
            (period && first_day(r->date, period) != total[i].date) ||
            ((group & IEX_GROUP_TYPE) && strcmp(r->type, total[i].type)) ||
            ((group & IEX_GROUP_CATEGORY) && strcmp(category, total[i].category)) ||
            ((group & IEX_GROUP_ACCOUNT) && strcmp(r->account, total[i].account)))
          continue;
        sum += r->amount;
        number++;
      }
      CHECK_INT(total[i].amount_minor, sum);
      CHECK_INT(total[i].count, number);
      CHECK(number > 0);
      CHECK_INT(total[i].month, group & IEX_GROUP_MONTH ? total[i].date / 100 : 0);
      if (!period) CHECK_INT(total[i].date, 0);
      if (!(group & IEX_GROUP_ACCOUNT)) CHECK_STR(total[i].account, "");
      if (i) CHECK(total[i - 1].date <= total[i].date);
      seen += total[i].count;
    }
    if (!CHECK_INT(seen, expected)) fprintf(stderr, "    … group %x\n", (unsigned)group);
    CHECK_CODE(IEX_OK, iex_totals_close(totals));
  }
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

static void every_group(void) {
  iex_store *store = filled_store();
  static const uint32_t periods[] = {0,  IEX_GROUP_DAY, IEX_GROUP_WEEK, IEX_GROUP_MONTH,
                                     IEX_GROUP_QUARTER, IEX_GROUP_YEAR};
  static const uint32_t others[] = {0, IEX_GROUP_TYPE, IEX_GROUP_CATEGORY,
                                    IEX_GROUP_CATEGORY | IEX_GROUP_LEVEL(1),
                                    IEX_GROUP_CATEGORY | IEX_GROUP_LEVEL(2) | IEX_GROUP_ACCOUNT,
                                    IEX_GROUP_ACCOUNT, IEX_GROUP_TYPE | IEX_GROUP_CATEGORY};
  for (size_t p = 0; p < COUNT(periods); p++)
    for (size_t o = 0; o < COUNT(others); o += getenv("IEX_TEST_QUICK") ? 3 : 1) {
      check_totals(store, &IEX_QUERY(.sort = 0), periods[p] | others[o]);
      if (getenv("IEX_TEST_QUICK")) continue;
      check_totals(store, &IEX_QUERY(.month = 202601, .type = "Business"), periods[p] | others[o]);
      check_totals(store, &IEX_QUERY(.tags_any = tags, .tags_any_count = 1, .account = "Visa"),
                   periods[p] | others[o]);
    }
  /* A limit is of a view: its totals are those of the rows that it shows. */
  iex_view *view = NULL;
  iex_totals *totals = NULL;
  size_t count = 0;
  int64_t seen = 0;
  MUST(iex_view_open(store, &IEX_QUERY(.limit = 7, .sort = -IEX_SORT_DATE), &view, &error));
  MUST(iex_view_totals(view, IEX_GROUP_TYPE, IEX_TOTALS_WIDE, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) seen += total[i].count;
  CHECK_INT(seen, 7);
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

/* What a view has laid out of its totals is laid out anew once there is another group. */
static void totals_of_a_view_with_one_more_group(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  MUST(iex_view_open(store, NULL, &view, &error));
  for (int64_t types = 1; types <= 3; types++) {
    static const char *const names[] = {"Personal", "Business", "Other"};
    MUST(iex_store_add(store, &IEX_EXPENSE(.name = "x", .type = names[types - 1], .date = 20260314,
                                           .amount_minor = types), NULL, &error));
    for (int again = 0; again < 2; again++) {
      iex_totals *totals = NULL;
      size_t count = 0;
      int64_t sum = 0;
      MUST(iex_view_totals(view, IEX_GROUP_TYPE, 0, &totals, &error));
      const iex_total *total = iex_totals_rows(totals, &count);
      for (size_t i = 0; i < count; i++) sum += total[i].amount_minor;
      CHECK_INT(count, types);
      CHECK_INT(sum, types * (types + 1) / 2);
      CHECK_CODE(IEX_OK, iex_totals_close(totals));
    }
  }
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(every_filter), TEST_CASE(every_sort_key),
          TEST_CASE(every_section), TEST_CASE(every_group),
          TEST_CASE(totals_of_a_view_with_one_more_group))

/* Adding, reading, updating and removing expenses; every field; every limit; structs of other
 * sizes. */
#include "test.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_page *page = NULL;
  size_t count = 1;
  int64_t id = 1;
  const iex_expense tea = IEX_EXPENSE(.name = "Tea", .amount_minor = 250, .date = 20260314);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, &tea, &id, &error));
  CHECK_INT(id, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add(store, NULL, &id, &error));
  CHECK_OK(iex_store_add(store, &tea, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_add(store, &tea, &id, NULL));
  CHECK_CODE(IEX_ERROR_ARGUMENT, iex_store_add(store, NULL, NULL, NULL));
  id = 1;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add_many(NULL, &tea, 1, &id, &error));
  CHECK_INT(id, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_many(store, NULL, 1, &id, &error));
  CHECK_OK(iex_store_add_many(store, &tea, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_add_many(store, &tea, 1, &id, NULL));
  const iex_expense update = IEX_EXPENSE(.id = 1, .amount_minor = 300);
  const uint64_t amount = IEX_BIT(IEX_FIELD_AMOUNT);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_update(NULL, &update, amount, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_update(store, NULL, amount, &error));
  CHECK_CODE(IEX_OK, iex_store_update(store, &update, amount, NULL));
  id = 1;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_remove(NULL, &id, 1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_remove(store, NULL, 1, &error));
  CHECK_CODE(IEX_OK, iex_store_remove(store, &id, 1, NULL));
  id = 2;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_get(NULL, &id, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_get(store, NULL, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_get(store, &id, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_get(store, &id, 1, &page, NULL));
  CHECK(iex_page_rows(page, NULL) != NULL);
  CHECK(iex_page_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_page_close(NULL));
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

static void only_name_and_amount_are_needed(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id = 0;
  int32_t before = iex_date_today();
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), &id, &error));
  CHECK_INT(id, 1);
  const iex_expense *row = expense_of(store, id, &page);
  static const uint8_t zero[16];
  CHECK_INT(row->struct_size, sizeof(iex_expense));
  CHECK_INT(row->id, 1);
  CHECK_INT(row->amount_minor, 8990);
  CHECK_STR(row->name, "Train");
  CHECK_STR(row->type, "Personal");
  CHECK_STR(row->category, "");
  CHECK_STR(row->currency, "EUR");
  CHECK_INT(row->currency_digits, 2);
  CHECK_STR(row->account, "");
  CHECK_STR(row->note, "");
  CHECK_INT(row->tag_count, 0);
  CHECK_INT(row->reimbursement, IEX_REIMBURSEMENT_NONE);
  CHECK(row->conversion_currency == NULL);
  CHECK_INT(row->conversion_amount_minor, 0);
  CHECK_INT(row->source_import, 0);
  CHECK_INT(row->source_line, 0);
  CHECK_INT((int64_t)row->source_fingerprint, 0);
  CHECK(row->date == before || row->date == iex_date_today());
  CHECK(memcmp(row->uuid, zero, 16) != 0);
  CHECK_INT(row->uuid[6] >> 4, 7); /* RFC 9562: version 7, variant 2 */
  CHECK_INT(row->uuid[8] >> 6, 2);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

static const char *const two_tags[] = {"client", "r\xc3\xa9union"};

static iex_expense full_expense(void) {
  return IEX_EXPENSE(
      .date = 20240229, .amount_minor = -11070, .name = "Caf\xc3\xa9 \xe2\x82\xac \"x\"\n\t'y'",
      .type = "Business", .category = "Travel:AA / BB \\: CC:Rail", .currency = "USD",
      .account = "Visa 1234", .note = "line one\nline two, \"quoted\"\r\n\xf0\x9f\x8d\x95",
      .tags = two_tags, .tag_count = 2, .reimbursement = IEX_REIMBURSEMENT_SUBMITTED,
      .conversion_amount_minor = -10184, .conversion_currency = "EUR", .conversion_rate = "0.920",
      .source_import = 0, .source_line = 17, .source_fingerprint = UINT64_C(0xFEDCBA9876543210),
      .source_external_id = "TX-99/\xc3\xbc", .extra = "{\"image\":\"a.png\",\"n\":[1,2.50]}",
      .uuid = {0x01, 0x8f, 0, 1, 2, 3, 0x74, 5, 0x86, 7, 8, 9, 10, 11, 12, 13});
}

static void check_same(const iex_expense *row, const iex_expense *expected) {
  CHECK_INT(row->date, expected->date);
  CHECK_INT(row->amount_minor, expected->amount_minor);
  CHECK_STR(row->name, expected->name);
  CHECK_STR(row->type, expected->type);
  CHECK_STR(row->category, expected->category);
  CHECK_STR(row->currency, expected->currency);
  CHECK_STR(row->account, expected->account);
  CHECK_STR(row->note, expected->note);
  if (CHECK_INT(row->tag_count, expected->tag_count))
    for (uint32_t i = 0; i < row->tag_count; i++) CHECK_STR(row->tags[i], expected->tags[i]);
  CHECK_INT(row->reimbursement, expected->reimbursement);
  CHECK_INT(row->conversion_amount_minor, expected->conversion_amount_minor);
  CHECK_STR(row->conversion_currency, expected->conversion_currency);
  CHECK_STR(row->conversion_rate, expected->conversion_rate ? expected->conversion_rate : "");
  CHECK_INT(row->source_line, expected->source_line);
  CHECK_INT((int64_t)row->source_fingerprint, (int64_t)expected->source_fingerprint);
  CHECK_STR(row->source_external_id, expected->source_external_id);
  CHECK_STR(row->extra, expected->extra);
  CHECK(memcmp(row->uuid, expected->uuid, 16) == 0);
}

static void every_field_is_kept(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id = 0;
  const iex_expense full = full_expense();
  MUST(iex_store_add(store, &full, &id, &error));
  for (int round = 0; round < 2; round++) {
    const iex_expense *row = expense_of(store, id, &page);
    check_same(row, &full);
    CHECK_INT(row->currency_digits, 2);
    CHECK_INT(row->conversion_digits, 2);
    CHECK_CODE(IEX_OK, iex_page_close(page));
    close_store(store);
    MUST(iex_store_open("a.db", NULL, &store, &error));
  }
  close_store(store);
}

/* Case 15: what was recorded on the day is never recomputed. */
static void a_conversion_is_kept_as_recorded(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id = 0, later = 0;
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Hotel", .amount_minor = 1000, .currency = "USD",
                                  .conversion_amount_minor = 920, .conversion_currency = "EUR",
                                  .conversion_rate = "0.92", .date = 20260314),
                     &id, &error));
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Hotel", .amount_minor = 1000, .currency = "USD",
                                  .conversion_amount_minor = 800, .conversion_currency = "EUR",
                                  .conversion_rate = "0.80", .date = 20260315),
                     &later, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = 2000),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_INT(row->conversion_amount_minor, 920);
  CHECK_STR(row->conversion_rate, "0.92");
  CHECK_STR(row->conversion_currency, "EUR");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

/* Each field alone: the others keep their values, and the fields that changed are named. */
static void an_update_changes_the_named_fields_only(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  for (int field = 0; field <= IEX_FIELD_UUID; field++) {
    int64_t id = 0;
    iex_expense expected = IEX_EXPENSE(.name = "Old", .type = "Personal", .category = "Old",
                                       .amount_minor = 1, .currency = "EUR", .date = 20260101,
                                       .account = "Old", .note = "Old", .extra = "{\"old\":1}",
                                       .source_external_id = "old", .source_line = 1);
    for (int i = 0; i < 16; i++) expected.uuid[i] = (uint8_t)(field + 1);
    MUST(iex_store_add(store, &expected, &id, &error));
    iex_expense full = full_expense();
    full.id = id;
    int64_t revision = revision_of(store);
    if (!CHECK_OK(iex_store_update(store, &full, IEX_BIT(field), &error))) {
      fprintf(stderr, "    … field %d\n", field);
      continue;
    }
    CHECK_INT(revision_of(store), revision + 1);
    switch (field) {
      case IEX_FIELD_NAME: expected.name = full.name; break;
      case IEX_FIELD_TYPE: expected.type = full.type; break;
      case IEX_FIELD_CATEGORY: expected.category = full.category; break;
      case IEX_FIELD_AMOUNT: expected.amount_minor = full.amount_minor; break;
      case IEX_FIELD_CURRENCY: expected.currency = full.currency; break;
      case IEX_FIELD_CONVERSION:
        expected.conversion_amount_minor = full.conversion_amount_minor;
        expected.conversion_currency = full.conversion_currency;
        expected.conversion_rate = full.conversion_rate;
        break;
      case IEX_FIELD_DATE: expected.date = full.date; break;
      case IEX_FIELD_ACCOUNT: expected.account = full.account; break;
      case IEX_FIELD_NOTE: expected.note = full.note; break;
      case IEX_FIELD_TAGS: expected.tags = full.tags, expected.tag_count = full.tag_count; break;
      case IEX_FIELD_REIMBURSEMENT: expected.reimbursement = full.reimbursement; break;
      case IEX_FIELD_SOURCE:
        expected.source_line = full.source_line;
        expected.source_fingerprint = full.source_fingerprint;
        expected.source_external_id = full.source_external_id;
        break;
      case IEX_FIELD_EXTRA: expected.extra = full.extra; break;
      case IEX_FIELD_UUID: memcpy(expected.uuid, full.uuid, 16); break;
    }
    check_same(expense_of(store, id, &page), &expected);
    CHECK_CODE(IEX_OK, iex_page_close(page));
    /* The same again is no change. */
    MUST(iex_store_update(store, &full, IEX_BIT(field), &error));
    CHECK_INT(revision_of(store), revision + 1);
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_update(store, &IEX_EXPENSE(.id = 1, .name = "x"),
                                                    UINT64_C(1) << 63, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND,
               iex_store_update(store, &IEX_EXPENSE(.id = 999, .name = "x"),
                                IEX_BIT(IEX_FIELD_NAME), &error));
  CHECK_HAS(error.message, "999");
  close_store(store);
}

static char *repeat(const char *unit, size_t bytes) {
  size_t length = strlen(unit);
  char *text = malloc(bytes + 1);
  MUST_HOLD(text != NULL && bytes % length == 0);
  for (size_t i = 0; i < bytes; i++) text[i] = unit[i % length];
  text[bytes] = 0;
  return text;
}

static void every_text_has_its_limit(void) {
  iex_store *store = open_store("a.db");
  static const struct {
    size_t limit;
    int field;
  } table[] = {{1024, IEX_FIELD_NAME},    {256, IEX_FIELD_TYPE},   {1024, IEX_FIELD_CATEGORY},
               {256, IEX_FIELD_ACCOUNT},  {65536, IEX_FIELD_NOTE}, {128, IEX_FIELD_TAGS},
               {256, IEX_FIELD_SOURCE}};
  for (size_t i = 0; i < COUNT(table); i++) {
    for (int over = 0; over < 2; over++) {
      char *text = repeat("n", table[i].limit + (size_t)over);
      const char *const tags[] = {text};
      iex_expense expense = IEX_EXPENSE(.name = "x", .amount_minor = 1, .date = 20260314);
      switch (table[i].field) {
        case IEX_FIELD_NAME: expense.name = text; break;
        case IEX_FIELD_TYPE: expense.type = text; break;
        case IEX_FIELD_CATEGORY: expense.category = text; break;
        case IEX_FIELD_ACCOUNT: expense.account = text; break;
        case IEX_FIELD_NOTE: expense.note = text; break;
        case IEX_FIELD_TAGS: expense.tags = tags, expense.tag_count = 1; break;
        case IEX_FIELD_SOURCE: expense.source_external_id = text; break;
      }
      bool good = CHECK_STATUS(over ? IEX_ERROR_INVALID : IEX_OK,
                               iex_store_add(store, &expense, NULL, &error));
      if (over) good &= CHECK_INT(error.field, table[i].field);
      if (!good) fprintf(stderr, "    … field %d, over %d\n", table[i].field, over);
      free(text);
    }
  }
  const char *tags[65];
  char texts[65][8];
  for (int i = 0; i < 65; i++) sprintf(texts[i], "tag%d", i), tags[i] = texts[i];
  CHECK_OK(iex_store_add(store, &IEX_EXPENSE(.name = "x", .tags = tags, .tag_count = 64), NULL,
                         &error));
  CHECK_STATUS(IEX_ERROR_INVALID,
               iex_store_add(store, &IEX_EXPENSE(.name = "x", .tags = tags, .tag_count = 65), NULL,
                             &error));
  CHECK_INT(error.field, IEX_FIELD_TAGS);
  CHECK(iex_store_add(store, &IEX_EXPENSE(.name = "x", .tags = tags, .tag_count = UINT32_MAX), NULL,
                      &error) != IEX_OK);
  close_store(store);
}

static void what_breaks_a_rule_is_refused_and_named(void) {
  iex_store *store = open_store("a.db");
  static const char *const blank[] = {" "}, *const none[] = {NULL}, *const bad[] = {"a\xff"};
  const struct {
    iex_expense expense;
    iex_status status;
    int field;
  } table[] = {
      {IEX_EXPENSE(.name = NULL), IEX_ERROR_INVALID, IEX_FIELD_NAME},
      {IEX_EXPENSE(.name = ""), IEX_ERROR_INVALID, IEX_FIELD_NAME},
      {IEX_EXPENSE(.name = " \t\n"), IEX_ERROR_INVALID, IEX_FIELD_NAME},
      {IEX_EXPENSE(.name = "x", .category = "A::B"), IEX_ERROR_INVALID, IEX_FIELD_CATEGORY},
      {IEX_EXPENSE(.name = "x", .category = ":"), IEX_ERROR_INVALID, IEX_FIELD_CATEGORY},
      {IEX_EXPENSE(.name = "x", .category = "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17"),
       IEX_ERROR_INVALID, IEX_FIELD_CATEGORY},
      {IEX_EXPENSE(.name = "x", .currency = "ZZZ"), IEX_ERROR_CURRENCY, IEX_FIELD_CURRENCY},
      {IEX_EXPENSE(.name = "x", .currency = "eur"), IEX_ERROR_CURRENCY, IEX_FIELD_CURRENCY},
      {IEX_EXPENSE(.name = "x", .date = 20260230), IEX_ERROR_INVALID, IEX_FIELD_DATE},
      {IEX_EXPENSE(.name = "x", .date = -1), IEX_ERROR_INVALID, IEX_FIELD_DATE},
      {IEX_EXPENSE(.name = "x", .date = INT32_MAX), IEX_ERROR_INVALID, IEX_FIELD_DATE},
      {IEX_EXPENSE(.name = "x", .reimbursement = 4), IEX_ERROR_ARGUMENT, IEX_FIELD_REIMBURSEMENT},
      {IEX_EXPENSE(.name = "x", .reimbursement = -1), IEX_ERROR_ARGUMENT, IEX_FIELD_REIMBURSEMENT},
      {IEX_EXPENSE(.name = "x", .tags = blank, .tag_count = 1), IEX_ERROR_INVALID, IEX_FIELD_TAGS},
      {IEX_EXPENSE(.name = "x", .tags = none, .tag_count = 1), IEX_ERROR_ARGUMENT, IEX_FIELD_TAGS},
      {IEX_EXPENSE(.name = "x", .tags = NULL, .tag_count = 1), IEX_ERROR_ARGUMENT, IEX_FIELD_TAGS},
      {IEX_EXPENSE(.name = "x", .tags = bad, .tag_count = 1), IEX_ERROR_ENCODING, IEX_FIELD_TAGS},
      {IEX_EXPENSE(.name = "x", .conversion_currency = "ZZZ", .conversion_rate = "1"),
       IEX_ERROR_CURRENCY, IEX_FIELD_CONVERSION},
      {IEX_EXPENSE(.name = "x", .conversion_currency = "USD", .conversion_rate = "x"),
       IEX_ERROR_INVALID, IEX_FIELD_CONVERSION},
      {IEX_EXPENSE(.name = "x", .extra = "{"), IEX_ERROR_INVALID, IEX_FIELD_EXTRA},
      {IEX_EXPENSE(.name = "x", .extra = "[]"), IEX_ERROR_INVALID, IEX_FIELD_EXTRA},
      {IEX_EXPENSE(.name = "x", .extra = "{\"a\":01}"), IEX_ERROR_INVALID, IEX_FIELD_EXTRA},
      {IEX_EXPENSE(.name = "\xff"), IEX_ERROR_ENCODING, IEX_FIELD_NAME},
      {IEX_EXPENSE(.name = "x", .type = "\xc0\xaf"), IEX_ERROR_ENCODING, IEX_FIELD_TYPE},
      {IEX_EXPENSE(.name = "x", .category = "\xed\xa0\x80"), IEX_ERROR_ENCODING,
       IEX_FIELD_CATEGORY},
      {IEX_EXPENSE(.name = "x", .currency = "\xe2\x82"), IEX_ERROR_ENCODING, IEX_FIELD_CURRENCY},
      {IEX_EXPENSE(.name = "x", .account = "\x80"), IEX_ERROR_ENCODING, IEX_FIELD_ACCOUNT},
      {IEX_EXPENSE(.name = "x", .note = "\xf5"), IEX_ERROR_ENCODING, IEX_FIELD_NOTE},
      {IEX_EXPENSE(.name = "x", .conversion_currency = "\xff"), IEX_ERROR_ENCODING,
       IEX_FIELD_CONVERSION},
      {IEX_EXPENSE(.name = "x", .source_external_id = "\xff"), IEX_ERROR_ENCODING,
       IEX_FIELD_SOURCE},
      {IEX_EXPENSE(.name = "x", .extra = "{\"a\":\"\xff\"}"), IEX_ERROR_ENCODING, IEX_FIELD_EXTRA},
  };
  int64_t revision = revision_of(store);
  for (size_t i = 0; i < COUNT(table); i++) {
    int64_t id = 7;
    bool good = CHECK_STATUS(table[i].status, iex_store_add(store, &table[i].expense, &id, &error));
    good &= CHECK_INT(error.field, table[i].field);
    good &= CHECK_INT(id, 0);
    if (!good) fprintf(stderr, "    … row %zu: %s\n", i, error.message);
  }
  CHECK_INT(count_of(store), 0);
  CHECK_INT(revision_of(store), revision);
  close_store(store);
}

static void what_is_trimmed_and_made_canonical(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id = 0;
  static const char *const tags[] = {" a ", "b", "a"};
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "x", .amount_minor = 1, .category = " Travel : Rail ",
                                  .tags = tags, .tag_count = 3, .date = 20260314),
                     &id, &error));
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_STR(row->category, "Travel:Rail");
  if (CHECK_INT(row->tag_count, 2)) {
    CHECK_STR(row->tags[0], "a");
    CHECK_STR(row->tags[1], "b");
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

static void many_at_once_have_contiguous_ids(void) {
  enum { rows = 10000 };
  iex_store *store = open_store("a.db");
  iex_expense *many = calloc(rows, sizeof(*many));
  iex_page *page;
  int64_t first = 0, *ids = malloc(rows * sizeof(*ids));
  size_t count = 0;
  MUST_HOLD(many != NULL && ids != NULL);
  add_simple(store, "before", 1);
  for (int i = 0; i < rows; i++)
    many[i] = IEX_EXPENSE(.name = "Row", .amount_minor = i, .date = 20260101 + i % 28);
  int64_t revision = revision_of(store);
  MUST(iex_store_add_many(store, many, rows, &first, &error));
  CHECK_INT(first, 2);
  CHECK_INT(revision_of(store), revision + 1);
  for (int i = 0; i < rows; i++) ids[i] = first + rows - 1 - i; /* in the order that is asked for */
  MUST(iex_store_get(store, ids, rows, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  CHECK_INT((int64_t)count, rows);
  for (size_t i = 0; i < count; i++)
    if (!CHECK_INT(row[i].id, ids[i]) ||
        !CHECK_INT(row[i].amount_minor, rows - 1 - (int64_t)i))
      break;
  CHECK_CODE(IEX_OK, iex_page_close(page));

  /* One bad row: none is stored, and the message says which. */
  many[7000].name = "";
  first = 7;
  CHECK_STATUS(IEX_ERROR_INVALID, iex_store_add_many(store, many, rows, &first, &error));
  CHECK_INT(first, 0);
  CHECK_HAS(error.message, "7000");
  CHECK_INT(count_of(store), rows + 1);
  CHECK_INT(add_simple(store, "after", 1), rows + 2); /* no id was used up */

  /* None at all is no change. */
  revision = revision_of(store);
  first = 7;
  CHECK_OK(iex_store_add_many(store, NULL, 0, &first, &error));
  CHECK_INT(first, 0);
  CHECK_INT(revision_of(store), revision);
  free(many);
  free(ids);
  close_store(store);
}

static void getting_and_removing(void) {
  iex_store *store = open_store("a.db");
  iex_page *page = NULL;
  size_t count = 9;
  for (int i = 1; i <= 5; i++) add_simple(store, "Lunch", i);
  MUST(iex_store_get(store, (const int64_t[]){3, 1, 3}, 3, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, 3)) CHECK(row[0].id == 3 && row[1].id == 1 && row[2].id == 3);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  MUST(iex_store_get(store, NULL, 0, &page, &error));
  (void)iex_page_rows(page, &count);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND,
               iex_store_get(store, (const int64_t[]){3, 4711}, 2, &page, &error));
  CHECK_HAS(error.message, "4711");
  CHECK(page == NULL);
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_get(store, (const int64_t[]){0}, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND,
               iex_store_get(store, (const int64_t[]){INT64_MIN}, 1, &page, &error));

  CHECK_STATUS(IEX_ERROR_NOT_FOUND,
               iex_store_remove(store, (const int64_t[]){2, 4711}, 2, &error));
  CHECK_HAS(error.message, "4711");
  CHECK_INT(count_of(store), 5); /* all or nothing */
  int64_t revision = revision_of(store);
  MUST(iex_store_remove(store, (const int64_t[]){5, 2}, 2, &error));
  CHECK_INT(revision_of(store), revision + 1);
  CHECK_INT(count_of(store), 3);
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_remove(store, (const int64_t[]){2}, 1, &error));
  CHECK_OK(iex_store_remove(store, NULL, 0, &error));
  CHECK_INT(revision_of(store), revision + 1);
  CHECK_INT(add_simple(store, "new", 1), 6); /* an id is never used again */
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_remove(store, (const int64_t[]){6}, 1, &error));
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(add_simple(store, "new", 1), 7);
  close_store(store);
}

/* Callers that were compiled with an older or a newer header. Each copy is of exactly the size that
 * it claims, so that valgrind sees a byte read too many. */
static void structs_of_other_sizes(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  static const size_t sizes[] = {offsetof(iex_expense, type), offsetof(iex_expense, tags),
                                 offsetof(iex_expense, source_import), offsetof(iex_expense, uuid),
                                 sizeof(iex_expense), sizeof(iex_expense) + 8,
                                 sizeof(iex_expense) + 4096};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    enum { rows = 3 };
    char *bytes = calloc(rows, sizes[i]);
    int64_t id = 0;
    MUST_HOLD(bytes != NULL);
    for (int k = 0; k < rows; k++) {
      iex_expense whole = full_expense();
      whole.uuid[0] = (uint8_t)i, whole.uuid[1] = (uint8_t)k;
      whole.struct_size = (uint32_t)sizes[i];
      memcpy(bytes + (size_t)k * sizes[i], &whole,
             sizes[i] < sizeof(whole) ? sizes[i] : sizeof(whole));
    }
    MUST(iex_store_add_many(store, (const iex_expense *)(const void *)bytes, rows, &id, &error));
    for (int k = 0; k < rows; k++) {
      const iex_expense full = full_expense();
      const iex_expense *row = expense_of(store, id + k, &page);
      CHECK_STR(row->name, full.name);
      CHECK_INT(row->date, full.date);
      bool has_type = sizes[i] > offsetof(iex_expense, type);
      CHECK_STR(row->type, has_type ? full.type : "Personal");
      CHECK_INT(row->tag_count, sizes[i] > offsetof(iex_expense, tag_count) ? 2 : 0);
      CHECK_STR(row->extra, sizes[i] > offsetof(iex_expense, extra) ? full.extra : "");
      if (sizes[i] >= sizeof(iex_expense)) CHECK(row->uuid[0] == i && row->uuid[1] == k);
      CHECK_CODE(IEX_OK, iex_page_close(page));
    }
    /* One alone. */
    iex_expense *single = malloc(sizes[i]);
    MUST_HOLD(single != NULL);
    memcpy(single, bytes, sizes[i]);
    single->amount_minor = 5;
    if (sizes[i] >= sizeof(iex_expense)) single->uuid[2] = 0x99;
    CHECK_OK(iex_store_add(store, single, &id, &error));
    single->id = id;
    single->amount_minor = 6;
    CHECK_OK(iex_store_update(store, single, IEX_BIT(IEX_FIELD_AMOUNT), &error));
    free(single);
    free(bytes);
  }
  int64_t before = count_of(store);
  iex_expense mixed[3] = {IEX_EXPENSE(.name = "a", .amount_minor = 1),
                          IEX_EXPENSE(.name = "b", .amount_minor = 1),
                          IEX_EXPENSE(.name = "c", .amount_minor = 1)};
  mixed[1].struct_size = sizeof(iex_expense) - 8; /* unequal strides */
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_many(store, mixed, 3, NULL, &error));
  static const uint32_t wrong[] = {0, 1, 4, 7};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    iex_expense one = IEX_EXPENSE(.name = "x", .amount_minor = 1);
    one.struct_size = wrong[i];
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add(store, &one, NULL, &error));
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_many(store, &one, 1, NULL, &error));
    CHECK_STATUS(IEX_ERROR_ARGUMENT,
                 iex_store_update(store, &one, IEX_BIT(IEX_FIELD_NAME), &error));
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_many(store, mixed, SIZE_MAX, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_many(store, mixed, SIZE_MAX / 100, NULL, &error));
  mixed[0].struct_size = sizeof(iex_expense) + 8; /* the size of a newer one: then fewer fit */
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_add_many(store, mixed, SIZE_MAX / 2 / sizeof(iex_expense), NULL, &error));
  CHECK_HAS(error.message, "more than memory holds");
  CHECK_INT(count_of(store), before);
  close_store(store);
}

static void text_lives_as_long_as_its_page(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id = add_simple(store, "First name", 1);
  const iex_expense *row = expense_of(store, id, &page);
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .name = "Second"), IEX_BIT(IEX_FIELD_NAME),
                        &error));
  for (int i = 0; i < 100; i++) add_simple(store, "Other", i);
  CHECK_STR(row->name, "First name");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

static void an_update_without_a_change_is_none(void) {
  iex_store *store = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250), revision = revision_of(store);
  CHECK_OK(iex_store_update(store, &IEX_EXPENSE(.id = id, .name = "Lunch"),
                            IEX_BIT(IEX_FIELD_NAME), &error));
  CHECK_OK(iex_store_update(store, &IEX_EXPENSE(.id = id, .name = "Else"), 0, &error));
  CHECK_INT(revision_of(store), revision);
  CHECK_STATUS(IEX_ERROR_INVALID, iex_store_update(store, &IEX_EXPENSE(.id = id, .name = " "),
                                                   IEX_BIT(IEX_FIELD_NAME), &error));
  CHECK_INT(error.field, IEX_FIELD_NAME);
  CHECK_INT(revision_of(store), revision);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(only_name_and_amount_are_needed),
          TEST_CASE(every_field_is_kept), TEST_CASE(a_conversion_is_kept_as_recorded),
          TEST_CASE(an_update_changes_the_named_fields_only), TEST_CASE(every_text_has_its_limit),
          TEST_CASE(what_breaks_a_rule_is_refused_and_named),
          TEST_CASE(what_is_trimmed_and_made_canonical),
          TEST_CASE(many_at_once_have_contiguous_ids), TEST_CASE(getting_and_removing),
          TEST_CASE(structs_of_other_sizes), TEST_CASE(text_lives_as_long_as_its_page),
          TEST_CASE(an_update_without_a_change_is_none))

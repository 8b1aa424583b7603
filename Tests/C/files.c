/* Files: what is exported is parsed with jansson and compared with the getters; what jansson builds
 * is imported and compared; CSV with a profile; the tutorial's items; what is refused. */
#include "test.h"

#include <jansson.h>
#include <unistd.h>

#define ITEMS_PROFILE "{\"currency\":\"USD\",\"defaultDate\":\"2026-01-31\"}"
#define CSV_PROFILE                                                                             \
  "{\"columns\":{\"date\":\"Date\",\"name\":\"Merchant\",\"amount\":\"Amount\"},"                \
  "\"delimiter\":\";\",\"decimal\":\",\",\"date\":\"DMY\",\"spending\":\"negative\","            \
  "\"income\":\"leave out\",\"currency\":\"EUR\",\"encoding\":\"utf-8\"}"

static const char *const one_item = "[{\"name\":\"Tea\",\"type\":\"Personal\",\"amount\":2}]";

static iex_import *import_text(iex_store *store, const char *text, const char *profile) {
  iex_import *import = NULL;
  MUST(iex_import_open_bytes(store, text, strlen(text),
                             &IEX_IMPORT(.profile = profile, .name = "data"), &import, &error));
  return import;
}

static iex_import_summary summary_of(iex_import *import) {
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  MUST(iex_import_describe(import, &summary, &error));
  CHECK_INT(summary.fresh + summary.duplicates + summary.suspected + summary.left_out +
                summary.removed_earlier + summary.rejected,
            summary.rows);
  return summary;
}

/* The row of a file, from 0. The page stays open: the caller closes it. */
static const iex_import_row *row_of(iex_import *import, int64_t index, iex_import_page **page) {
  size_t count = 0;
  *page = NULL;
  MUST(iex_import_read(import, index, 1, page, &error));
  const iex_import_row *row = iex_import_page_rows(*page, &count);
  MUST_HOLD(row != NULL && count == 1);
  return row;
}

/* Commits and closes; how many expenses were new. */
static int64_t commit_and_close(iex_store *store, iex_import *import) {
  iex_step step;
  int64_t before = count_of(store), revision = revision_of(store);
  MUST(iex_import_commit(import, &step, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  int64_t added = count_of(store) - before;
  CHECK_INT(step.revision, added ? revision + 1 : 0);
  return added;
}

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  iex_import_page *page = NULL;
  iex_bytes *bytes = NULL;
  iex_step step;
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  size_t count = 7;
  const iex_import_options options = IEX_IMPORT(.profile = ITEMS_PROFILE);
  test_write_file("items.json", one_item, strlen(one_item));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_open(NULL, "items.json", &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, NULL, &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, "items.json", &options, NULL, &error));
  CHECK_OK(iex_import_open(store, "items.json", NULL, &import, &error)); /* with questions */
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_CODE(IEX_OK, iex_import_open(store, "items.json", &options, &import, NULL));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  size_t size = strlen(one_item);
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_import_open_bytes(NULL, one_item, size, &options, &import, &error));
  CHECK(import == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, NULL, size, &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, one_item, size, &options, NULL, &error));
  CHECK_OK(iex_import_open_bytes(store, one_item, size, NULL, &import, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_CODE(IEX_OK, iex_import_open_bytes(store, one_item, size, &options, &import, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_describe(NULL, &summary, &error));
  summary.struct_size = sizeof(summary);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_describe(import, NULL, &error));
  CHECK_CODE(IEX_OK, iex_import_describe(import, &summary, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_read(NULL, 0, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_read(import, 0, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_import_read(import, 0, 1, &page, NULL));
  CHECK(iex_import_page_rows(page, NULL) != NULL);
  CHECK(iex_import_page_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_import_page_close(NULL));
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_commit(NULL, &step, &error));
  CHECK_OK(iex_import_commit(import, NULL, &error));
  CHECK_CODE(IEX_ERROR_TRANSACTION, iex_import_commit(import, &step, NULL)); /* committed already */
  CHECK_CODE(IEX_ERROR_HANDLE, iex_import_close(NULL));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_export(NULL, IEX_FORMAT_JSON, NULL, 0, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_JSON, NULL, 0, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_export(store, IEX_FORMAT_JSON, NULL, 0, &bytes, NULL));
  CHECK(iex_bytes_data(bytes, NULL) != NULL);
  count = 7;
  CHECK(iex_bytes_data(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_bytes_close(NULL));
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  close_store(store);
}

/* A store with expenses that try every field of a file. */

static const char *const texts[] = {
    "Plain", "Caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8d\x95", "quote \" and 'apostrophe'", "a,b;c\td",
    "two\nlines\r\nand\rthree", "back\\slash \\n \\u0041", "=1+1", "@x", "-1", "+1",
    "  blanks around  ", "\x01\x02\x1f control", "\xef\xbb\xbf mark", "\xe2\x80\xa8 separator",
    "</script>", "null"};

static iex_store *varied_store(const char *path) {
  iex_store *store = open_store(path);
  uint64_t state = 31;
  static const char *const currencies[] = {"EUR", "USD", "JPY", "KWD", "CLF", "BTC", "POINTS"};
  MUST(iex_store_register_currency(store, "BTC", 8, &error));
  MUST(iex_store_register_currency(store, "POINTS", 0, &error));
  MUST(iex_store_begin(store, "varied", &error));
  for (int i = 0; i < 200; i++) {
#define PICK(array) (array)[test_random(&state) % COUNT(array)]
    const char *const tags[] = {"client", "a;b\\c", "r\xc3\xa9union", "x,y \"z\""};
    char external[32], rate[32];
    iex_expense expense = IEX_EXPENSE(
        .name = PICK(texts), .note = i % 3 ? PICK(texts) : NULL, .account = i % 5 ? "Visa" : NULL,
        .type = i % 4 ? "Business" : PICK(texts), .currency = PICK(currencies),
        .date = 19990101 + i % 12 * 100 + i % 28,
        .amount_minor = (int64_t)test_random(&state) >> (test_random(&state) % 64),
        .tags = tags, .tag_count = (uint32_t)(test_random(&state) % 5), .reimbursement = i % 4);
    static const char *const categories[] = {"", "Food", "Food:Cafe", "AA / BB \\: CC",
                                             "back\\\\slash:x,y:\"z\""};
    expense.category = PICK(categories);
    if (i % 3 == 0) {
      snprintf(rate, sizeof(rate), "%d.%02d", 1 + i % 7, i % 100);
      expense.conversion_currency = "EUR", expense.conversion_rate = rate;
      expense.conversion_amount_minor = i - 100;
    }
    if (i % 6 == 0) {
      snprintf(external, sizeof(external), "TX-%d", i);
      expense.source_external_id = external, expense.source_line = i + 1;
      expense.source_fingerprint = test_random(&state);
    }
    if (i % 7 == 0) expense.extra = "{\"n\":[1,2.50,1e+21],\"t\":\"\\u00e9\\n\",\"b\":true}";
    MUST(iex_store_add(store, &expense, NULL, &error));
  }
  MUST(iex_store_commit(store, &error));
  /* Some that came from a file. */
  CHECK_INT(commit_and_close(store, import_text(store, one_item, ITEMS_PROFILE)), 1);
  return store;
}

static const char *text_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/* An expense of an exported file against the row that the getters give. */
static void compare(iex_store *store, const json_t *object, const iex_expense *row) {
  char text[IEX_AMOUNT_TEXT], date[IEX_DATE_TEXT], uuid[37];
  iex_money money;
  static const char *const paid_back[] = {"none", "open", "submitted", "paid"};
  CHECK_INT((int64_t)json_object_size(object), 14);
  CHECK_STR(text_of(object, "name"), row->name);
  CHECK_STR(text_of(object, "type"), row->type);
  CHECK_STR(text_of(object, "category"), row->category);
  CHECK_STR(text_of(object, "currency"), row->currency);
  CHECK_STR(text_of(object, "account"), row->account);
  CHECK_STR(text_of(object, "note"), row->note);
  CHECK_STR(text_of(object, "date"), iex_date_text(row->date, date));
  CHECK_STR(text_of(object, "reimbursement"), paid_back[row->reimbursement]);
  MUST(iex_store_parse_amount(store, text_of(object, "amount"), row->currency, &money, &error));
  CHECK_INT(money.amount_minor, row->amount_minor);
  /* All the currency's digits, a point, nothing else: case 34. */
  MUST(iex_store_amount_text(store, row->amount_minor, row->currency, text, &error));
  *strchr(text, ' ') = 0;
  CHECK_STR(text_of(object, "amount"), text);
  const json_t *tags = json_object_get(object, "tags");
  CHECK_INT((int64_t)json_array_size(tags), row->tag_count);
  for (uint32_t i = 0; i < row->tag_count; i++)
    CHECK_STR(json_string_value(json_array_get(tags, i)), row->tags[i]);
  const json_t *conversion = json_object_get(object, "conversion");
  if (row->conversion_currency) {
    CHECK_STR(text_of(conversion, "currency"), row->conversion_currency);
    CHECK_STR(text_of(conversion, "rate"), row->conversion_rate);
    MUST(iex_store_parse_amount(store, text_of(conversion, "amount"), row->conversion_currency,
                                &money, &error));
    CHECK_INT(money.amount_minor, row->conversion_amount_minor);
  } else {
    CHECK(json_is_null(conversion));
  }
  const json_t *source = json_object_get(object, "source");
  if (row->source_line || row->source_fingerprint || row->source_import) {
    snprintf(text, sizeof(text), "%016" PRIx64, row->source_fingerprint);
    CHECK_STR(text_of(source, "fingerprint"), text);
    CHECK_STR(text_of(source, "id"), row->source_external_id);
    CHECK_INT(json_integer_value(json_object_get(source, "line")), row->source_line);
    CHECK((json_integer_value(json_object_get(source, "import")) != 0) == (row->source_import != 0));
  } else {
    CHECK(json_is_null(source));
  }
  const json_t *extra = json_object_get(object, "extra");
  if (row->extra[0]) {
    json_t *parsed = json_loads(row->extra, 0, NULL);
    CHECK(json_equal(parsed, extra));
    json_decref(parsed);
  } else {
    CHECK(json_is_null(extra));
  }
  const uint8_t *u = row->uuid;
  snprintf(uuid, sizeof(uuid),
           "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", u[0], u[1],
           u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14],
           u[15]);
  CHECK_STR(text_of(object, "uuid"), uuid);
}

static json_t *export_json(iex_store *store, const iex_query *query) {
  iex_bytes *bytes = NULL;
  json_error_t problem;
  size_t size = 0;
  MUST(iex_store_export(store, IEX_FORMAT_JSON, query, 0, &bytes, &error));
  const void *data = iex_bytes_data(bytes, &size);
  json_t *root = json_loadb(data, size, JSON_REJECT_DUPLICATES, &problem);
  if (!root) fprintf(stderr, "    jansson: %s at %d\n", problem.text, problem.position);
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  MUST_HOLD(root != NULL);
  CHECK_STR(text_of(root, "format"), "iexpense");
  CHECK_INT(json_integer_value(json_object_get(root, "version")), 1);
  return root;
}

static void compare_all(iex_store *store, const iex_query *query) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  json_t *root = export_json(store, query);
  const json_t *expenses = json_object_get(root, "expenses");
  MUST(iex_view_open(store, query, &view, &error));
  MUST(iex_view_read(view, 0, 100000, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  CHECK_INT((int64_t)json_array_size(expenses), (int64_t)count);
  for (size_t i = 0; i < count && i < json_array_size(expenses); i++)
    compare(store, json_array_get(expenses, i), &row[i]);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  json_decref(root);
}

static void exported_json_says_what_the_getters_say(void) {
  iex_store *store = varied_store("a.db");
  CHECK_INT(count_of(store), 201);
  compare_all(store, NULL);
  compare_all(store, &IEX_QUERY(.currency = "JPY", .sort = -IEX_SORT_AMOUNT));
  compare_all(store, &IEX_QUERY(.category = "Food", .sort = IEX_SORT_NAME,
                                .then_sort = IEX_SORT_DATE));
  compare_all(store, &IEX_QUERY(.text = "no such text"));
  json_t *root = export_json(store, NULL);
  const json_t *currencies = json_object_get(root, "currencies");
  if (CHECK_INT((int64_t)json_array_size(currencies), 2)) {
    CHECK_STR(text_of(json_array_get(currencies, 0), "code"), "BTC");
    CHECK_INT(json_integer_value(json_object_get(json_array_get(currencies, 0), "digits")), 8);
    CHECK_STR(text_of(json_array_get(currencies, 1), "code"), "POINTS");
  }
  json_decref(root);
  iex_bytes *bytes = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, 99, NULL, 0, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, -1, NULL, 0, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_JSON, NULL, 1, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, IEX_FORMAT_JSON,
                                                    &IEX_QUERY(.sort = 99), 0, &bytes, &error));
  CHECK(bytes == NULL);
  close_store(store);
}

/* Reading an export back into an empty store gives the same store; importing it twice adds none. */
static void a_file_of_our_own_comes_back(void) {
  iex_store *store = varied_store("a.db");
  for (int32_t format = IEX_FORMAT_JSON; format <= IEX_FORMAT_CSV; format++) {
    iex_store *other = NULL;
    iex_bytes *bytes = NULL, *again = NULL;
    iex_import *import = NULL;
    size_t size = 0, size_again = 0;
    char path[32];
    snprintf(path, sizeof(path), "copy%d.db", (int)format);
    MUST(iex_store_export(store, format, NULL, 0, &bytes, &error));
    const void *data = iex_bytes_data(bytes, &size);
    MUST(iex_store_open(path, &IEX_OPTIONS(.currency = "USD"), &other, &error));
    MUST(iex_import_open_bytes(other, data, size, NULL, &import, &error));
    iex_import_summary summary = summary_of(import);
    CHECK_INT(summary.fresh, 201);
    CHECK_INT(summary.rejected, 0);
    if (summary.rejected) fprintf(stderr, "    … %s\n", summary.text);
    CHECK_STR(summary.format, format == IEX_FORMAT_JSON ? "json" : "csv");
    CHECK_INT(commit_and_close(other, import), 201);
    compare_all(other, NULL);
    MUST(iex_store_export(other, format, NULL, 0, &again, &error));
    const void *same = iex_bytes_data(again, &size_again);
    CHECK(size == size_again && memcmp(data, same, size) == 0);
    CHECK_CODE(IEX_OK, iex_bytes_close(again));
    MUST(iex_import_open_bytes(other, data, size, NULL, &import, &error));
    CHECK_INT(summary_of(import).duplicates, 201);
    CHECK_INT(commit_and_close(other, import), 0);
    CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
    close_store(other);
  }
  close_store(store);
}

/* What jansson builds in the format of our own. */
static void json_built_with_jansson_is_imported(void) {
  iex_store *store = open_store("a.db");
  json_t *expenses = json_array();
  for (int i = 0; i < 50; i++) {
    char uuid[40], amount[32], date[16];
    snprintf(uuid, sizeof(uuid), "018F0000-0000-7000-8000-%012X", i + 1);
    snprintf(amount, sizeof(amount), "%s%d.%02d", i % 2 ? "-" : "", i, i);
    snprintf(date, sizeof(date), "2026-03-%02d", 1 + i % 28);
    json_t *expense = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:n, s:s, s:s, s:[s,s], s:s, s:n, s:{s:i, s:[f,b]}}",
        "uuid", uuid, "date", date, "name", texts[(size_t)i % COUNT(texts)], "type", "Business",
        "category", "A:B", "amount", amount, "currency", i % 3 ? "EUR" : "USD", "conversion",
        "account", "Visa", "note", texts[(size_t)(i + 3) % COUNT(texts)], "tags", "one", "two",
        "reimbursement", "open", "source", "extra", "number", i, "list", 0.5, 1);
    MUST_HOLD(expense != NULL);
    json_array_append_new(expenses, expense);
  }
  json_t *root = json_pack("{s:s, s:i, s:[], s:[], s:O}", "format", "iexpense", "version", 1,
                           "currencies", "imports", "expenses", expenses);
  static const size_t flags[] = {JSON_COMPACT, JSON_INDENT(2), JSON_SORT_KEYS, JSON_ENSURE_ASCII};
  for (size_t i = 0; i < COUNT(flags); i++) {
    char *text = json_dumps(root, flags[i]);
    MUST_HOLD(text != NULL);
    iex_import *import = import_text(store, text, NULL);
    iex_import_summary summary = summary_of(import);
    CHECK_INT(summary.rejected, 0);
    if (summary.rejected) fprintf(stderr, "    … %s\n", summary.text);
    CHECK_INT(i == 0 ? summary.fresh : summary.duplicates, 50);
    CHECK_INT(commit_and_close(store, import), i == 0 ? 50 : 0);
    free(text);
  }
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  MUST(iex_view_open(store, NULL, &view, &error));
  MUST(iex_view_read(view, 0, 100, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    const json_t *expense = json_array_get(expenses, i);
    CHECK_STR(row[i].name, text_of(expense, "name"));
    CHECK_STR(row[i].note, text_of(expense, "note"));
    CHECK_STR(row[i].currency, text_of(expense, "currency"));
    CHECK_INT(row[i].amount_minor, (i % 2 ? -101 : 101) * (int64_t)i);
    CHECK_INT(row[i].date, 20260301 + (int32_t)i % 28);
    CHECK_INT(row[i].reimbursement, IEX_REIMBURSEMENT_OPEN);
    CHECK_INT(row[i].uuid[15], (int64_t)i + 1);
    if (CHECK_INT(row[i].tag_count, 2)) CHECK_STR(row[i].tags[1], "two");
    json_t *extra = json_loads(row[i].extra, 0, NULL);
    CHECK(json_equal(extra, json_object_get(expense, "extra")));
    json_decref(extra);
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  compare_all(store, NULL);
  json_decref(root);
  json_decref(expenses);
  close_store(store);
}

/* The tutorial app's own file: cases 35 to 37, and 14. */

static void check_item(const char *item, iex_status status, int64_t amount, const char *reason) {
  iex_store *store = open_store(":items.db");
  char text[512];
  iex_import_page *page;
  snprintf(text, sizeof(text), "[%s]", item);
  iex_import *import = import_text(store, text, ITEMS_PROFILE);
  const iex_import_row *row = row_of(import, 0, &page);
  bool good = CHECK_INT(row->status, status ? IEX_ROW_REJECTED : IEX_ROW_NEW);
  if (row->status == IEX_ROW_NEW && row->expense) {
    good &= CHECK_INT(row->expense->amount_minor, amount);
    CHECK_STR(row->expense->currency, "USD");
    CHECK_INT(row->expense->date, 20260131);
  } else {
    CHECK(row->expense == NULL);
    good &= CHECK_HAS(row->reason, reason);
  }
  if (!good) fprintf(stderr, "    … %s: %s\n", item, row->reason ? row->reason : "");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_INT(commit_and_close(store, import), status ? 0 : 1);
  close_store(store);
  unlink(":items.db");
}

static void the_items_of_the_tutorial(void) {
#define ITEM(amount) "{\"id\":\"1B4E28BA-2FA1-11D2-883F-0016D3CCA427\",\"name\":\"Lunch\"," \
                     "\"type\":\"Personal\",\"amount\":" amount "}"
  check_item(ITEM("12"), IEX_OK, 1200, "");
  check_item(ITEM("12.5"), IEX_OK, 1250, "");
  check_item(ITEM("19.99"), IEX_OK, 1999, "");
  check_item(ITEM("0.29"), IEX_OK, 29, "");
  check_item(ITEM("1e2"), IEX_OK, 10000, "");
  check_item(ITEM("1.25E+1"), IEX_OK, 1250, "");
  check_item(ITEM("125e-1"), IEX_OK, 1250, "");
  check_item(ITEM("-3.5"), IEX_OK, -350, "");
  check_item(ITEM("-0"), IEX_OK, 0, "");   /* 14 */
  check_item(ITEM("-0.0"), IEX_OK, 0, ""); /* 14 */
  check_item(ITEM("12.500"), IEX_OK, 1250, "");
  check_item(ITEM("\"12.50\""), IEX_OK, 1250, "");
  check_item(ITEM("92233720368547758.07"), IEX_OK, INT64_MAX, "");
  check_item(ITEM("92233720368547758.08"), IEX_ERROR_OVERFLOW, 0, "");
  check_item(ITEM("1e+21"), IEX_ERROR_OVERFLOW, 0, "");
  check_item(ITEM("1e999999999999999999999"), IEX_ERROR_OVERFLOW, 0, "");
  check_item(ITEM("0e999999999999999999999"), IEX_OK, 0, "");
  check_item(ITEM("1.234"), IEX_ERROR_INVALID, 0, "");
  check_item(ITEM("\"12,50\""), IEX_ERROR_INVALID, 0, "");
  check_item(ITEM("\"\""), IEX_ERROR_INVALID, 0, "");
  check_item(ITEM("null"), IEX_ERROR_INVALID, 0, "");
  check_item(ITEM("true"), IEX_ERROR_INVALID, 0, "");
  check_item(ITEM("[1]"), IEX_ERROR_INVALID, 0, "");
  check_item("{\"amount\":2,\"type\":\"Travel\",\"name\":\"Tea\"}", IEX_OK, 200, "");
  check_item("{\"type\":\"Personal\",\"amount\":2}", IEX_ERROR_INVALID, 0, "");
  check_item("{\"name\":\" \",\"type\":\"Personal\",\"amount\":2}", IEX_ERROR_INVALID, 0, "");
  check_item("{\"name\":7,\"type\":\"Personal\",\"amount\":2}", IEX_ERROR_INVALID, 0, "");
  check_item("\"text\"", IEX_ERROR_INVALID, 0, "");
  check_item("{\"name\":\"a\\u0000b\",\"type\":\"x\",\"amount\":2}", IEX_ERROR_INVALID, 0, "");
  check_item("{\"name\":\"\\ud800\",\"type\":\"x\",\"amount\":2}", IEX_ERROR_INVALID, 0, "");
}

static void ids_and_unknown_fields_of_the_tutorial(void) {
  iex_store *store = open_store("a.db");
  iex_page *page = NULL;
  iex_view *view = NULL;
  size_t count = 0;
  static const char file[] =
      "[{\"name\":\"No id\",\"type\":\"Travel\",\"amount\":1},\n"
      "{\"id\":\"1b4e28ba-2fa1-11d2-883f-0016d3cca427\",\"name\":\"Lower\",\"type\":\"x\","
      "\"amount\":2},\n"
      "{\"id\":\"item 3\",\"name\":\"No UUID\",\"type\":\"x\",\"amount\":3},\n"
      "{\"id\":\"1B4E28BA-2FA1-11D2-883F-0016D3CCA427\",\"name\":\"Lower\",\"type\":\"x\","
      "\"amount\":2},\n"
      "{\"name\":\"More\",\"type\":\"x\",\"amount\":4,\"date\":700000000.5,"
      "\"currencyCode\":\"GBP\",\"image\":{\"w\":1.50}}]";
  iex_import *import = import_text(store, file, ITEMS_PROFILE);
  iex_import_summary summary = summary_of(import);
  CHECK_INT(summary.rows, 5);
  CHECK_INT(summary.fresh, 5);
  CHECK_INT(commit_and_close(store, import), 5);
  MUST(iex_view_open(store, NULL, &view, &error));
  MUST(iex_view_read(view, 0, 10, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, 5)) {
    static const uint8_t uuid[] = {0x1b, 0x4e, 0x28, 0xba, 0x2f, 0xa1, 0x11, 0xd2,
                                   0x88, 0x3f, 0x00, 0x16, 0xd3, 0xcc, 0xa4, 0x27};
    CHECK_STR(row[0].type, "Travel");
    CHECK_INT(row[0].uuid[6] >> 4, 7); /* a new one */
    CHECK(memcmp(row[1].uuid, uuid, 16) == 0);
    CHECK_STR(row[2].source_external_id, "item 3");
    CHECK(memcmp(row[3].uuid, uuid, 16) != 0); /* both rows are kept */
    json_t *extra = json_loads(row[4].extra, 0, NULL);
    CHECK_STR(text_of(extra, "currencyCode"), "GBP");
    CHECK(json_is_object(json_object_get(extra, "image")));
    json_decref(extra);
    CHECK_HAS(row[4].extra, "700000000.5");
    CHECK_HAS(row[4].extra, "1.50"); /* as it stood */
    CHECK_INT(row[4].source_line, 5);
    CHECK(row[4].source_import > 0);
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  import = import_text(store, file, ITEMS_PROFILE); /* 17: the same file again */
  summary = summary_of(import);
  CHECK_INT(summary.fresh, 0);
  CHECK_INT(summary.duplicates, 5);
  CHECK_INT(commit_and_close(store, import), 0);
  close_store(store);
}

/* Items that jansson writes, as the tutorial's app would. */
static void items_built_with_jansson(void) {
  iex_store *store = open_store("a.db");
  json_t *items = json_array();
  for (int i = 0; i < 500; i++)
    json_array_append_new(items, json_pack("{s:s, s:s, s:f}", "name", texts[(size_t)i % COUNT(texts)],
                                           "type", i % 2 ? "Business" : "Personal", "amount",
                                           i + 0.25));
  char *text = json_dumps(items, JSON_REAL_PRECISION(15));
  MUST_HOLD(text != NULL);
  CHECK_INT(commit_and_close(store, import_text(store, text, ITEMS_PROFILE)), 500);
  for (int64_t id = 1; id <= 500; id += 83) {
    iex_page *page;
    const iex_expense *row = expense_of(store, id, &page);
    CHECK_INT(row->amount_minor, (id - 1) * 100 + 25);
    CHECK_STR(row->name, texts[(size_t)(id - 1) % COUNT(texts)]);
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  /* 38: cut off in the last item: an error with the byte offset, and the store unchanged. */
  size_t length = strlen(text);
  int64_t revision = revision_of(store);
  iex_import *import = (iex_import *)(uintptr_t)1;
  char offset[32];
  CHECK_STATUS(IEX_ERROR_FORMAT,
               iex_import_open_bytes(store, text, length - 10,
                                     &IEX_IMPORT(.profile = ITEMS_PROFILE), &import, &error));
  CHECK(import == NULL);
  snprintf(offset, sizeof(offset), "%zu", length - 10);
  CHECK_HAS(error.message, offset);
  for (size_t cut = length - 1; cut > length - 60; cut--)
    CHECK_STATUS(IEX_ERROR_FORMAT,
                 iex_import_open_bytes(store, text, cut, &IEX_IMPORT(.profile = ITEMS_PROFILE),
                                       &import, &error));
  CHECK_INT(count_of(store), 500);
  CHECK_INT(revision_of(store), revision);
  free(text);
  json_decref(items);
  close_store(store);
}

static void files_that_are_not_of_their_format(void) {
  iex_store *store = open_store("a.db");
  static const char *const table[] = {
      "[", "]", "[1,]", "{", "{}", "[{\"name\":\"x\"}", "[{\"name\":\"x\" \"amount\":1}]",
      "[{name:1}]", "[] []", "[\"\xff\"]", "[\"\x01\"]", "[\"\\x\"]", "[01]", "[.5]", "[+1]",
      "[nan]", "{\"format\":\"other\"}", "{\"format\":\"iexpense\"}"};
  for (size_t i = 0; i < COUNT(table); i++) {
    iex_import *import = NULL;
    iex_status status =
        iex_import_open_bytes(store, table[i], strlen(table[i]),
                              &IEX_IMPORT(.profile = ITEMS_PROFILE, .format = "json"), &import,
                              &error);
    bool encoding = strchr(table[i], '\xff') != NULL;
    if (!CHECK_INT(status, encoding && status == IEX_ERROR_ENCODING ? status : IEX_ERROR_FORMAT))
      fprintf(stderr, "    … %s\n", table[i]);
    CHECK(import == NULL);
  }
  iex_import *import = NULL;
  /* Deep nesting is no crash. */
  char *deep = malloc(200001);
  MUST_HOLD(deep != NULL);
  memset(deep, '[', 200000);
  deep[200000] = 0;
  CHECK_STATUS(IEX_ERROR_FORMAT, iex_import_open_bytes(store, deep, 200000,
                                                       &IEX_IMPORT(.format = "json"), &import,
                                                       &error));
  free(deep);
  static const char newer[] = "{\"format\":\"iexpense\",\"version\":999,\"expenses\":[]}";
  CHECK_STATUS(IEX_ERROR_NEWER,
               iex_import_open_bytes(store, newer, strlen(newer), NULL, &import, &error));
  CHECK_HAS(error.message, "999");
  CHECK_STATUS(IEX_ERROR_MISSING, iex_import_open(store, "none.csv", NULL, &import, &error));
  CHECK_HAS(error.message, "none.csv");
  CHECK_STATUS(IEX_ERROR_NOT_A_FILE, iex_import_open(store, ".", NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_import_open(store, "\xff", NULL, &import, &error));
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

/* A CSV file with the profile of a bank. */

static const char *const statement = "Date;Merchant;Amount;Note\r\n"
                                     "25/04/2026;Coffee;-2,40;a\r\n"
                                     "25/04/2026;Coffee;-2,40;a\r\n"
                                     "03/04/2026;\"Hotel; \"\"Roma\"\"\";-1.355,90;b\r\n"
                                     "04/04/2026;Salary;2.000,00;c\r\n"
                                     "05/04/2026;Bad;12,34,5;d\r\n"
                                     "31/02/2026;Bad date;-1,00;e\r\n"
                                     "06/04/2026;Dash;-;f\r\n"
                                     "06/04/2026;Empty;;g\r\n"
                                     "06/04/2026;Letters;12abc;h\r\n"
                                     "2011-05;No day;-1,00;i\r\n"
                                     "07/04/2026;\"two\r\nlines\";-5;j\r\n"
                                     "08/04/2026;Minus;\xe2\x88\x92"
                                     "12,34;k\r\n"
                                     "09/04/2026;Too many digits;-1,234;l\r\n";

static void a_statement_with_a_profile(void) {
  iex_store *store = open_store("a.db");
  iex_import_page *page = NULL;
  iex_import *import = NULL;
  size_t count = 0;
  test_write_file("visa-05.csv", statement, strlen(statement));
  MUST(iex_import_open(store, "visa-05.csv",
                       &IEX_IMPORT(.profile = CSV_PROFILE, .account = "Visa"), &import, &error));
  iex_import_summary summary = summary_of(import);
  CHECK_INT(summary.questions, 0);
  CHECK_STR(summary.question_text, "");
  CHECK_INT(summary.rows, 13);
  CHECK_INT(summary.fresh, 5);
  CHECK_INT(summary.left_out, 1);
  CHECK_INT(summary.rejected, 7);
  CHECK_STR(summary.format, "csv");
  CHECK_STR(summary.encoding, "utf-8");
  CHECK_STR(summary.name, "visa-05.csv");
  CHECK_HAS(summary.text, "visa-05.csv: 5 new");
  CHECK_HAS(summary.text, "line 6");
  CHECK_HAS(summary.text, "12,34,5");
  CHECK_INT(count_of(store), 0); /* opening changes nothing */

  static const struct {
    int32_t status;
    int64_t line, amount, column;
    const char *cell;
  } expected[] = {{IEX_ROW_NEW, 2, 240, 0, ""},
                  {IEX_ROW_NEW, 3, 240, 0, ""}, /* 16: two coffees */
                  {IEX_ROW_NEW, 4, 135590, 0, ""},
                  {IEX_ROW_LEFT_OUT, 5, -200000, 0, ""},
                  {IEX_ROW_REJECTED, 6, 0, 3, "12,34,5"},
                  {IEX_ROW_REJECTED, 7, 0, 1, "31/02/2026"},
                  {IEX_ROW_REJECTED, 8, 0, 3, "-"},
                  {IEX_ROW_REJECTED, 9, 0, 3, ""},
                  {IEX_ROW_REJECTED, 10, 0, 3, "12abc"},
                  {IEX_ROW_REJECTED, 11, 0, 1, "2011-05"},
                  {IEX_ROW_NEW, 12, 500, 0, ""},
                  {IEX_ROW_NEW, 14, 1234, 0, ""},
                  {IEX_ROW_REJECTED, 15, 0, 3, "-1,234"}};
  MUST(iex_import_read(import, 0, 100, &page, &error));
  const iex_import_row *row = iex_import_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, COUNT(expected)))
    for (size_t i = 0; i < count; i++) {
      CHECK_INT(row[i].struct_size, sizeof(iex_import_row));
      bool good = CHECK_INT(row[i].status, expected[i].status);
      good &= CHECK_INT(row[i].line, expected[i].line);
      if (row[i].status == IEX_ROW_REJECTED) {
        CHECK(row[i].expense == NULL);
        good &= CHECK_INT(row[i].column, expected[i].column);
        good &= CHECK_STR(row[i].cell, expected[i].cell);
        CHECK_STR(row[i].column_name, expected[i].column == 1 ? "Date" : "Amount");
        CHECK(row[i].reason != NULL && row[i].reason[0] != 0);
      } else if (CHECK(row[i].expense != NULL)) {
        good &= CHECK_INT(row[i].expense->amount_minor, expected[i].amount);
        CHECK_STR(row[i].expense->account, "Visa");
        CHECK_STR(row[i].expense->currency, "EUR");
        CHECK_INT(row[i].duplicate_of, 0);
      }
      if (row[i].status == IEX_ROW_LEFT_OUT) CHECK(row[i].reason && row[i].reason[0] != 0);
      if (!good) fprintf(stderr, "    … line %" PRId64 "\n", expected[i].line);
    }
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  static const int64_t ranges[][3] = {{0, 2, 2}, {12, 5, 1}, {13, 5, 0}, {INT64_MAX, 1, 0},
                                      {0, INT64_MAX, 13}, {3, 0, 0}};
  for (size_t i = 0; i < COUNT(ranges); i++) {
    MUST(iex_import_read(import, ranges[i][0], ranges[i][1], &page, &error));
    (void)iex_import_page_rows(page, &count);
    CHECK_INT((int64_t)count, ranges[i][2]);
    CHECK_CODE(IEX_OK, iex_import_page_close(page));
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_read(import, -1, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_read(import, 0, -1, &page, &error));
  iex_step step;
  MUST(iex_import_commit(import, &step, &error));
  CHECK_INT(step.revision, revision_of(store));
  CHECK_INT(step.target, 0);
  CHECK_HAS(step.label, "visa-05.csv");
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_INT(count_of(store), 5);

  /* 17: the same statement again, whole. */
  MUST(iex_import_open(store, "visa-05.csv",
                       &IEX_IMPORT(.profile = CSV_PROFILE, .account = "Visa"), &import, &error));
  summary = summary_of(import);
  CHECK_INT(summary.fresh, 0);
  CHECK_INT(summary.duplicates, 5);
  row = row_of(import, 2, &page);
  CHECK_INT(row->status, IEX_ROW_DUPLICATE);
  CHECK_INT(row->duplicate_of, 3);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_INT(commit_and_close(store, import), 0);

  /* 46: the same rows on another card are other expenses. */
  MUST(iex_import_open(store, "visa-05.csv",
                       &IEX_IMPORT(.profile = CSV_PROFILE, .account = "Amex"), &import, &error));
  CHECK_INT(summary_of(import).fresh, 5);
  CHECK_INT(commit_and_close(store, import), 5);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));

  /* 44: edited, then imported again. */
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 3, .name = "Edited", .amount_minor = 1),
                        IEX_BIT(IEX_FIELD_NAME) | IEX_BIT(IEX_FIELD_AMOUNT), &error));
  MUST(iex_import_open(store, "visa-05.csv",
                       &IEX_IMPORT(.profile = CSV_PROFILE, .account = "Visa"), &import, &error));
  summary = summary_of(import);
  CHECK_INT(summary.fresh, 0);
  CHECK_INT(summary.duplicates, 5);
  CHECK_INT(commit_and_close(store, import), 0);
  /* Undoing the import frees its rows. */
  for (int i = 0; i < 2; i++) MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_INT(count_of(store), 0);
  MUST(iex_import_open(store, "visa-05.csv",
                       &IEX_IMPORT(.profile = CSV_PROFILE, .account = "Visa"), &import, &error));
  CHECK_INT(summary_of(import).fresh, 5);
  CHECK_INT(commit_and_close(store, import), 5);
  close_store(store);
}

static int changes, changed_rows;

static void count_change(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  changes++;
  changed_rows = info ? (int)(info->added + info->removed) : -1;
}

static void an_import_is_one_change(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  changes = 0;
  MUST(iex_store_subscribe(store, count_change, NULL, NULL, NULL, &error));
  iex_import *import = import_text(store, statement, CSV_PROFILE);
  CHECK_INT(commit_and_close(store, import), 5);
  CHECK_INT(changes, 1);
  CHECK_INT(changed_rows, 5);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_STR(step.label, "imported data");
  CHECK_INT(changes, 2);
  CHECK_INT(count_of(store), 0);
  MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(count_of(store), 5);
  /* Two imports that were opened at the same time: the second sees what the first stored. */
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  iex_import *first = import_text(store, statement, CSV_PROFILE);
  iex_import *second = import_text(store, statement, CSV_PROFILE);
  CHECK_INT(commit_and_close(store, first), 5);
  CHECK_INT(commit_and_close(store, second), 0);
  /* Inside a transaction it is a part of it. */
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  import = import_text(store, statement, CSV_PROFILE);
  MUST(iex_store_begin(store, "both", &error));
  add_simple(store, "By hand", 1);
  MUST(iex_import_commit(import, NULL, &error));
  MUST(iex_store_rollback(store, &error));
  CHECK_INT(count_of(store), 0);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  close_store(store);
}

static void what_a_file_leaves_open_is_asked(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  static const struct {
    const char *text, *profile, *asks;
  } table[] = {
      {"[{\"name\":\"x\",\"type\":\"y\",\"amount\":1}]", NULL, "currency"},
      {"[{\"name\":\"x\",\"type\":\"y\",\"amount\":1}]", "{\"currency\":\"USD\"}", "defaultDate"},
      {"[{\"name\":\"x\",\"type\":\"y\",\"amount\":1}]", "{\"defaultDate\":\"2026-01-31\"}",
       "currency"},
      {"Date,Name,Amount\n2026-01-31,x,1\n", NULL, "columns"},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    iex_import *import = import_text(store, table[i].text, table[i].profile);
    iex_import_summary summary = summary_of(import);
    CHECK(summary.questions > 0);
    CHECK_HAS(summary.question_text, table[i].asks);
    memset(&step, 0xA5, sizeof(step));
    CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_commit(import, &step, &error));
    CHECK_HAS(error.message, table[i].asks);
    CHECK_INT(step.revision, 0);
    CHECK_CODE(IEX_OK, iex_import_close(import));
  }
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void profiles_that_are_refused(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  static const struct {
    const char *profile;
    iex_status status;
  } table[] = {{"{\"colour\":\"red\"}", IEX_ERROR_ARGUMENT},
               {"{\"columns\":{\"colour\":\"red\"}}", IEX_ERROR_ARGUMENT},
               {"{", IEX_ERROR_ARGUMENT},
               {"[]", IEX_ERROR_ARGUMENT},
               {"{\"decimal\":\"x\"}", IEX_ERROR_ARGUMENT},
               {"{\"date\":\"DYM\"}", IEX_ERROR_ARGUMENT},
               {"{\"currency\":\"ZZZ\",\"defaultDate\":\"2026-01-31\"}", IEX_ERROR_CURRENCY},
               {"{\"defaultDate\":\"2026-02-31\"}", IEX_ERROR_ARGUMENT},
               {"{\"currency\":\"\xff\"}", IEX_ERROR_ENCODING}};
  for (size_t i = 0; i < COUNT(table); i++) {
    if (!CHECK_STATUS(table[i].status,
                      iex_import_open_bytes(store, one_item, strlen(one_item),
                                            &IEX_IMPORT(.profile = table[i].profile), &import,
                                            &error)))
      fprintf(stderr, "    … %s\n", table[i].profile);
    CHECK(import == NULL);
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, one_item, strlen(one_item), &IEX_IMPORT(.flags = 1),
                                     &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, one_item, strlen(one_item),
                                     &IEX_IMPORT(.format = "xls"), &import, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_import_open_bytes(store, one_item, strlen(one_item),
                                     &IEX_IMPORT(.account = "\xff"), &import, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_import_open_bytes(store, one_item, strlen(one_item),
                                     &IEX_IMPORT(.name = "\xff"), &import, &error));
  CHECK(import == NULL);
  close_store(store);
}

/* The caller's size of a struct that the library fills, and of one that it reads. */
static void import_structs_of_other_sizes(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, one_item, ITEMS_PROFILE);
  static const size_t sizes[] = {offsetof(iex_import_summary, format),
                                 offsetof(iex_import_summary, text),
                                 sizeof(iex_import_summary), sizeof(iex_import_summary) + 64};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    iex_import_summary *summary = malloc(sizes[i]);
    MUST_HOLD(summary != NULL);
    memset(summary, 0, sizes[i]);
    summary->struct_size = (uint32_t)sizes[i];
    CHECK_OK(iex_import_describe(import, summary, &error));
    CHECK_INT(summary->rows, 1);
    CHECK_INT(summary->struct_size, (int64_t)sizes[i]);
    if (sizes[i] >= sizeof(*summary)) CHECK_HAS(summary->text, "1 new");
    free(summary);
  }
  iex_import_summary none = {0};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_describe(import, &none, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  size_t small = offsetof(iex_import_options, account);
  iex_import_options whole = IEX_IMPORT(.profile = ITEMS_PROFILE), *part = malloc(small);
  MUST_HOLD(part != NULL);
  whole.struct_size = (uint32_t)small;
  memcpy(part, &whole, small);
  CHECK_OK(iex_import_open_bytes(store, one_item, strlen(one_item), part, &import, &error));
  CHECK_INT(summary_of(import).fresh, 1);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  free(part);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, one_item, strlen(one_item), &(iex_import_options){0},
                                     &import, &error));
  close_store(store);
}

/* The bytes are copied: what the caller does with them afterwards does not matter. */
static void bytes_are_copied(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  size_t size = strlen(one_item);
  char *copy = malloc(size); /* without a NUL behind them */
  MUST_HOLD(copy != NULL);
  memcpy(copy, one_item, size);
  MUST(iex_import_open_bytes(store, copy, size, &IEX_IMPORT(.profile = ITEMS_PROFILE), &import,
                             &error));
  memset(copy, 'x', size);
  free(copy);
  CHECK_INT(commit_and_close(store, import), 1);
  iex_page *page;
  CHECK_STR(expense_of(store, 1, &page)->name, "Tea");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  /* Nothing at all: NULL is as good as any address. */
  iex_status status = iex_import_open_bytes(store, NULL, 0, NULL, &import, &error);
  CHECK(status != IEX_OK || iex_import_close(import) == IEX_OK);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(exported_json_says_what_the_getters_say),
          TEST_CASE(a_file_of_our_own_comes_back), TEST_CASE(json_built_with_jansson_is_imported),
          TEST_CASE(the_items_of_the_tutorial), TEST_CASE(ids_and_unknown_fields_of_the_tutorial),
          TEST_CASE(items_built_with_jansson), TEST_CASE(files_that_are_not_of_their_format),
          TEST_CASE(a_statement_with_a_profile), TEST_CASE(an_import_is_one_change),
          TEST_CASE(what_a_file_leaves_open_is_asked), TEST_CASE(profiles_that_are_refused),
          TEST_CASE(import_structs_of_other_sizes), TEST_CASE(bytes_are_copied))

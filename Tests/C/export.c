/* What is exported is parsed with jansson and compared with the getters, field by field; what
 * jansson builds is imported and compared; a file of our own comes back whole. */
#include "importing.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_bytes *bytes = NULL;
  size_t count = 7;
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_store_export(NULL, IEX_FORMAT_JSON, NULL, NULL, &bytes, &error));
  CHECK(bytes == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_JSON, NULL, NULL, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_export(store, IEX_FORMAT_JSON, NULL, NULL, &bytes, NULL));
  CHECK(iex_bytes_data(bytes, NULL) != NULL);
  CHECK(iex_bytes_data(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_bytes_close(NULL));
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  close_store(store);
}

/* A store with expenses that try every field of a file. */

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
        .name = PICK(strange_texts), .note = i % 3 ? PICK(strange_texts) : NULL,
        .account = i % 5 ? "Visa" : NULL,
        .type = i % 4 ? "Business" : PICK(strange_texts), .currency = PICK(currencies),
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
  CHECK_INT(commit_and_close(store, import_text(store, ONE_ITEM, ITEMS_PROFILE)), 1);
  return store;
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
    int64_t number = json_integer_value(json_object_get(source, "import"));
    CHECK((number != 0) == (row->source_import != 0));
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
  MUST(iex_store_export(store, IEX_FORMAT_JSON, query, NULL, &bytes, &error));
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
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, 99, NULL, NULL, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, -1, NULL, NULL, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_JSON, NULL, &IEX_EXPORT(.flags = 1), &bytes,
                                &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_export(store, IEX_FORMAT_JSON,
                                                    &IEX_QUERY(.sort = 99), NULL, &bytes, &error));
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
    MUST(iex_store_export(store, format, NULL, NULL, &bytes, &error));
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
    MUST(iex_store_export(other, format, NULL, NULL, &again, &error));
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
        "uuid", uuid, "date", date, "name", STRANGE(i), "type", "Business",
        "category", "A:B", "amount", amount, "currency", i % 3 ? "EUR" : "USD", "conversion",
        "account", "Visa", "note", STRANGE(i + 3), "tags", "one", "two",
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

/* What the programs of plain-text accounting say of a whole store; Python's tests read more. */
static void journals_pass_the_strict_checks_of_their_programs(void) {
  static const struct {
    int32_t format;
    const char *program, *check;
  } programs[] = {
      {IEX_FORMAT_LEDGER, "ledger", "ledger --args-only --pedantic -f journal balance"},
      {IEX_FORMAT_HLEDGER, "hledger", "hledger -f journal check -s"},
      {IEX_FORMAT_BEANCOUNT, "bean-check", "bean-check journal"},
  };
  iex_store *store = varied_store("a.db");
  for (size_t i = 0; i < COUNT(programs); i++) {
    iex_bytes *bytes = NULL;
    size_t size = 0;
    char command[128];
    MUST(iex_store_export(store, programs[i].format, NULL, NULL, &bytes, &error));
    const void *data = iex_bytes_data(bytes, &size);
    FILE *file = fopen("journal", "wb");
    MUST_HOLD(file != NULL);
    CHECK_INT((int64_t)fwrite(data, 1, size, file), (int64_t)size);
    CHECK_INT(fclose(file), 0);
    CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
    snprintf(command, sizeof(command), "command -v %s >found.txt", programs[i].program);
    if (system(command) != 0) {
      test_skip("%s is not installed: its journals were not read", programs[i].program);
      continue;
    }
    snprintf(command, sizeof(command), "%s >said.txt", programs[i].check);
    CHECK_INT(system(command), 0);
    CHECK_STATUS(IEX_ERROR_ARGUMENT,
                 iex_store_export(store, programs[i].format, NULL, &IEX_EXPORT(.flags = 1), &bytes,
                                  &error));
  }
  close_store(store);
}

static void the_list_of_the_app_has_one_currency(void) {
  iex_store *store = varied_store("a.db");
  iex_bytes *bytes = NULL;
  json_error_t problem;
  size_t size = 0;
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_export(store, IEX_FORMAT_ITEMS, NULL, NULL, &bytes, &error));
  const iex_query euros = IEX_QUERY(.currency = "EUR");
  MUST(iex_store_export(store, IEX_FORMAT_ITEMS, &euros, NULL, &bytes, &error));
  const void *data = iex_bytes_data(bytes, &size);
  json_t *items = json_loadb(data, size, JSON_REJECT_DUPLICATES, &problem);
  MUST_HOLD(items != NULL);
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t count = 0;
  MUST(iex_view_open(store, &euros, &view, &error));
  MUST(iex_view_read(view, 0, 1000, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  CHECK(count > 0);
  CHECK_INT((int64_t)json_array_size(items), (int64_t)count);
  for (size_t i = 0; i < count && i < json_array_size(items); i++) {
    const json_t *item = json_array_get(items, i);
    CHECK_INT((int64_t)json_object_size(item), 4);
    CHECK_STR(text_of(item, "name"), row[i].name);
    CHECK_STR(text_of(item, "type"), row[i].type);
    CHECK(json_is_number(json_object_get(item, "amount")));
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  json_decref(items);
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(journals_pass_the_strict_checks_of_their_programs),
          TEST_CASE(the_list_of_the_app_has_one_currency),
          TEST_CASE(exported_json_says_what_the_getters_say),
          TEST_CASE(a_file_of_our_own_comes_back),
          TEST_CASE(json_built_with_jansson_is_imported))

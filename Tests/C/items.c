/* The tutorial app's own file, in every variant: cases 14 and 35 to 38. */
#include "importing.h"

#include <unistd.h>

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_import_open_bytes(NULL, ONE_ITEM, strlen(ONE_ITEM), NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open_bytes(store, NULL, 7, NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_commit(NULL, NULL, &error));
  close_store(store);
}

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
    json_array_append_new(items, json_pack("{s:s, s:s, s:f}", "name", STRANGE(i),
                                           "type", i % 2 ? "Business" : "Personal", "amount",
                                           i + 0.25));
  char *text = json_dumps(items, JSON_REAL_PRECISION(15));
  MUST_HOLD(text != NULL);
  CHECK_INT(commit_and_close(store, import_text(store, text, ITEMS_PROFILE)), 500);
  for (int64_t id = 1; id <= 500; id += 83) {
    iex_page *page;
    const iex_expense *row = expense_of(store, id, &page);
    CHECK_INT(row->amount_minor, (id - 1) * 100 + 25);
    CHECK_STR(row->name, strange_texts[(size_t)(id - 1) % COUNT(strange_texts)]);
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

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(the_items_of_the_tutorial),
          TEST_CASE(ids_and_unknown_fields_of_the_tutorial),
          TEST_CASE(items_built_with_jansson))

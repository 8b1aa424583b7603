/* Opening files for import: handles, pages, sizes of structs, what is asked and what is refused.
 * What stands in them is the matter of export.c, items.c and statements.c. */
#include "importing.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  iex_import_page *page = NULL;
  iex_step step;
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  size_t count = 7;
  const iex_import_options options = IEX_IMPORT(.profile = ITEMS_PROFILE);
  test_write_file("items.json", ONE_ITEM, strlen(ONE_ITEM));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_open(NULL, "items.json", &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, NULL, &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, "items.json", &options, NULL, &error));
  CHECK_OK(iex_import_open(store, "items.json", NULL, &import, &error)); /* with questions */
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_CODE(IEX_OK, iex_import_open(store, "items.json", &options, &import, NULL));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  size_t size = strlen(ONE_ITEM);
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_import_open_bytes(NULL, ONE_ITEM, size, &options, &import, &error));
  CHECK(import == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, NULL, size, &options, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, ONE_ITEM, size, &options, NULL, &error));
  CHECK_OK(iex_import_open_bytes(store, ONE_ITEM, size, NULL, &import, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_CODE(IEX_OK, iex_import_open_bytes(store, ONE_ITEM, size, &options, &import, NULL));
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
      {"Date,Name,Amount\n2026-01-31,x,1\n", NULL, "spending"},
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
                      iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM),
                                            &IEX_IMPORT(.profile = table[i].profile), &import,
                                            &error)))
      fprintf(stderr, "    … %s\n", table[i].profile);
    CHECK(import == NULL);
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM), &IEX_IMPORT(.flags = 1),
                                     &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM),
                                     &IEX_IMPORT(.format = "xls"), &import, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM),
                                     &IEX_IMPORT(.account = "\xff"), &import, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM),
                                     &IEX_IMPORT(.name = "\xff"), &import, &error));
  CHECK(import == NULL);
  close_store(store);
}

/* The caller's size of a struct that the library fills, and of one that it reads. */
static void import_structs_of_other_sizes(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, ONE_ITEM, ITEMS_PROFILE);
  static const size_t sizes[] = {offsetof(iex_import_summary, format),
                                 offsetof(iex_import_summary, text),
                                 offsetof(iex_import_summary, profile_name),
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
  CHECK_OK(iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM), part, &import, &error));
  CHECK_INT(summary_of(import).fresh, 1);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  free(part);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, ONE_ITEM, strlen(ONE_ITEM), &(iex_import_options){0},
                                     &import, &error));
  close_store(store);
}

/* The bytes are copied: what the caller does with them afterwards does not matter. */
static void bytes_are_copied(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  size_t size = strlen(ONE_ITEM);
  char *copy = malloc(size); /* without a NUL behind them */
  MUST_HOLD(copy != NULL);
  memcpy(copy, ONE_ITEM, size);
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

/* Texts that another program would run: as SQL, in a shell, in a spreadsheet, as a format or a path. */
static const char *const programs[] = {
    "'; DROP TABLE expense; --", "x' OR 'a'='a", "\"; DELETE FROM expense; --", "x'), ('y', '1",
    "%s%s%n%x", "%1$n%999999d", "=cmd|'/C calc'!A0", "@SUM(1+1)", "+1+1", "-1+1", "$(touch ran)",
    "`touch ran`", "; touch ran", "../../ran", "%00", "a {{7*7}}", "${HOME}", "?1", "NULL", "*", "_%",
    "\\", "\\'"};

static void one_text(iex_store *store, int64_t id, const char *text) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  iex_history *history = NULL;
  const iex_query queries[] = {IEX_QUERY(.type = text), IEX_QUERY(.account = text),
                               IEX_QUERY(.text = text),
                               IEX_QUERY(.tags_any = &text, .tags_any_count = 1)};
  size_t count = 0;
  const iex_expense *row = expense_of(store, id, &page);
  const char *const kept[] = {row->name, row->note, row->type, row->account};
  for (size_t i = 0; i < COUNT(kept); i++) CHECK_STR(kept[i], text);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  for (size_t i = 0; i < COUNT(queries); i++) {
    MUST(iex_view_open(store, &queries[i], &view, &error));
    MUST(iex_view_read(view, 0, 1000, &page, &error));
    row = iex_page_rows(page, &count);
    bool found = false;
    for (size_t k = 0; k < count; k++) {
      found |= row[k].id == id;
      CHECK(strstr(row[k].name, text) != NULL);
    }
    if (!CHECK(found && (queries[i].text || count == 1))) fprintf(stderr, "    … %s\n", text);
    CHECK_CODE(IEX_OK, iex_page_close(page));
    CHECK_CODE(IEX_OK, iex_view_close(view));
  }
  MUST(iex_store_history(store, id, 0, 1, &history, &error));
  const iex_revision *past = iex_history_rows(history, &count);
  if (CHECK_INT((int64_t)count, 1)) CHECK_STR(past->label, text);
  CHECK_CODE(IEX_OK, iex_history_close(history));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_remove_rule(store, text, &error));
  CHECK_HAS(error.message, text);
}

static void texts_are_only_texts(void) {
  iex_store *store = open_store("a.db"), *second = open_store("b.db");
  iex_bytes *bytes = NULL;
  size_t size = 0;
  for (size_t i = 0; i < COUNT(programs); i++) {
    const char *text = programs[i];
    MUST(iex_store_begin(store, text, &error));
    MUST(iex_store_add(store,
                       &IEX_EXPENSE(.name = text, .note = text, .type = text, .account = text,
                                    .tags = &text, .tag_count = 1, .amount_minor = 1,
                                    .date = 20260314),
                       NULL, &error));
    MUST(iex_store_commit(store, &error));
    MUST(iex_store_save_profile(store, text, CSV_PROFILE, &error));
  }
  for (size_t i = 0; i < COUNT(programs); i++) one_text(store, (int64_t)i + 1, programs[i]);
  /* What a spreadsheet would run is marked as a text, and comes back as it was. */
  MUST(iex_store_export(store, IEX_FORMAT_CSV, NULL, &IEX_EXPORT(.flags = IEX_EXPORT_GUARD), &bytes,
                        &error));
  const char *data = iex_bytes_data(bytes, &size);
  for (size_t i = 1; i < size; i++) {
    bool begins = data[i - 1] == ',' || (data[i - 1] == '"' && (i < 2 || data[i - 2] == ','));
    if (begins && !CHECK(!strchr("=+-@", data[i]))) fprintf(stderr, "    … %.20s\n", &data[i]);
  }
  iex_import *import = NULL;
  MUST(iex_import_open_bytes(second, data, size, NULL, &import, &error));
  CHECK_INT(commit_and_close(second, import), (int64_t)COUNT(programs));
  for (size_t i = 0; i < COUNT(programs); i++) {
    iex_page *page;
    CHECK_STR(expense_of(second, (int64_t)i + 1, &page)->name, programs[i]);
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  CHECK(!test_file_exists("ran"));
  close_store(second);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(files_that_are_not_of_their_format),
          TEST_CASE(what_a_file_leaves_open_is_asked),
          TEST_CASE(profiles_that_are_refused),
          TEST_CASE(import_structs_of_other_sizes),
          TEST_CASE(bytes_are_copied),
          TEST_CASE(texts_are_only_texts))

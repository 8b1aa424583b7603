/* What a file leaves open and how it is answered; profiles that are saved; rows that are taken out,
 * in and changed before they are stored; progress and how it stops an import. */
#include "importing.h"

#define THREE "Date;Merchant;Amount\n01.04.2026;Tea;-1,00\n02.04.2026;Rye;-2,00\n03.04.2026;Pay;9,00\n"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, THREE, CSV_PROFILE);
  iex_profiles *profiles = NULL;
  iex_expense expense = IEX_EXPENSE(.name = "x");
  size_t count = 7;
  CHECK(iex_import_findings(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK(iex_import_findings(import, NULL) != NULL);
  CHECK(iex_import_profile(NULL) == NULL);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_answer(NULL, "{}", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_answer(import, NULL, &error));
  CHECK_CODE(IEX_OK, iex_import_answer(import, "{}", NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_set_row(NULL, 0, IEX_ROW_NEW, &error));
  CHECK_CODE(IEX_OK, iex_import_set_row(import, 0, IEX_ROW_NEW, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_edit_row(NULL, 0, &expense, 1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_edit_row(import, 0, NULL, 1, &error));
  CHECK_CODE(IEX_OK, iex_import_edit_row(import, 0, &expense, 1, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_save_profile(NULL, "a", "{}", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_profile(store, NULL, "{}", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_profile(store, "a", NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_save_profile(store, "a", "{}", NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_profiles(NULL, &profiles, &error));
  CHECK(profiles == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_profiles(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_profiles(store, &profiles, NULL));
  CHECK(iex_profiles_rows(profiles, NULL) != NULL);
  count = 7;
  CHECK(iex_profiles_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_profiles_close(NULL));
  CHECK_CODE(IEX_OK, iex_profiles_close(profiles));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_profiles_close(profiles));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_remove_profile(NULL, "a", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_remove_profile(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_remove_profile(store, "a", NULL));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  close_store(store);
}

static void rows_are_taken_out_and_in(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, THREE "bad;bad;bad\n", CSV_PROFILE);
  iex_import_page *page;
  MUST(iex_import_set_row(import, 0, IEX_ROW_EXCLUDED, &error));
  MUST(iex_import_set_row(import, 2, IEX_ROW_NEW, &error)); /* money in */
  iex_import_summary summary = summary_of(import);
  CHECK_INT(summary.excluded, 1);
  CHECK_INT(summary.fresh, 2);
  CHECK_INT(summary.left_out, 0);
  CHECK_INT(row_of(import, 0, &page)->status, IEX_ROW_EXCLUDED);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_set_row(import, 3, IEX_ROW_NEW, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_set_row(import, 0, IEX_ROW_DUPLICATE, &error));
  static const int32_t statuses[] = {-1, 7, 99, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < COUNT(statuses); i++)
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_set_row(import, 0, statuses[i], &error));
  static const int64_t rows[] = {-1, 4, INT64_MAX, INT64_MIN};
  iex_expense expense = IEX_EXPENSE(.name = "x");
  for (size_t i = 0; i < COUNT(rows); i++) {
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_set_row(import, rows[i], IEX_ROW_NEW, &error));
    CHECK_STATUS(IEX_ERROR_ARGUMENT,
                 iex_import_edit_row(import, rows[i], &expense, IEX_BIT(IEX_FIELD_NAME), &error));
  }
  /* Another handle writes: the rows are compared again at the commit, and what was set holds. */
  add_simple(store, "By hand", 1);
  iex_step step;
  MUST(iex_import_commit(import, &step, &error));
  CHECK_INT(count_of(store), 3);
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_import_set_row(import, 0, IEX_ROW_NEW, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_set_row(import, 0, IEX_ROW_NEW, &error));

  /* Two imports of the same file: what the first stored is a duplicate, whatever was set. */
  iex_import *first = import_text(store, THREE, CSV_PROFILE);
  iex_import *second = import_text(store, THREE, CSV_PROFILE);
  CHECK_INT(summary_of(first).fresh, 1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_set_row(first, 1, IEX_ROW_NEW, &error));
  MUST(iex_import_set_row(second, 0, IEX_ROW_NEW, &error));
  CHECK_INT(commit_and_close(store, first), 1);
  CHECK_INT(commit_and_close(store, second), 0);
  close_store(store);
}

static void rows_are_changed_before_they_are_stored(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, THREE, CSV_PROFILE);
  iex_import_page *page;
  static const char *const tags[] = {"one", "two"};
  iex_expense expense = IEX_EXPENSE(.name = "Green tea", .category = "Food:Tea", .amount_minor = 150,
                                    .tags = tags, .tag_count = 2, .date = 20260501);
  uint64_t fields = IEX_BIT(IEX_FIELD_NAME) | IEX_BIT(IEX_FIELD_CATEGORY) |
                    IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_TAGS);
  MUST(iex_import_edit_row(import, 0, &expense, fields, &error));
  const iex_import_row *row = row_of(import, 0, &page);
  CHECK_STR(row->expense->name, "Green tea");
  CHECK_INT(row->expense->amount_minor, 150);
  CHECK_INT(row->expense->date, 20260401); /* not among the fields */
  CHECK_CODE(IEX_OK, iex_import_page_close(page));

  static const struct {
    iex_expense expense;
    int32_t field;
    iex_status status;
  } wrong[] = {{{.struct_size = sizeof(iex_expense), .name = " "}, IEX_FIELD_NAME, IEX_ERROR_INVALID},
               {{.struct_size = sizeof(iex_expense), .date = 20260231}, IEX_FIELD_DATE, IEX_ERROR_INVALID},
               {{.struct_size = sizeof(iex_expense), .currency = "ZZZ"}, IEX_FIELD_CURRENCY, IEX_ERROR_CURRENCY},
               {{.struct_size = sizeof(iex_expense), .note = "\xff"}, IEX_FIELD_NOTE, IEX_ERROR_ENCODING}};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    CHECK_STATUS(wrong[i].status, iex_import_edit_row(import, 1, &wrong[i].expense,
                                                      IEX_BIT(wrong[i].field), &error));
    CHECK_INT(error.field, wrong[i].field);
  }
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_edit_row(import, 1, &expense, UINT64_C(1) << 40, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_edit_row(import, 1, &expense, IEX_BIT(IEX_FIELD_SOURCE), &error));
  /* What was set is forgotten with an answer, and only then. */
  add_simple(store, "By hand", 1);
  CHECK_INT(commit_and_close(store, import), 2);
  iex_page *stored;
  CHECK_STR(expense_of(store, 2, &stored)->category, "Food:Tea");
  CHECK_CODE(IEX_OK, iex_page_close(stored));
  /* The file as it is has it as a duplicate. */
  import = import_text(store, THREE, CSV_PROFILE);
  CHECK_INT(summary_of(import).duplicates, 2);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  import = import_text(store, "Date;Merchant;Amount\n09.04.2026;Oat;-1,00\n", CSV_PROFILE);
  MUST(iex_import_edit_row(import, 0, &expense, fields, &error));
  MUST(iex_import_answer(import, "{\"type\":\"Business\"}", &error));
  row = row_of(import, 0, &page);
  CHECK_STR(row->expense->name, "Oat");
  CHECK_STR(row->expense->type, "Business");
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(rows_are_taken_out_and_in),
          TEST_CASE(rows_are_changed_before_they_are_stored))

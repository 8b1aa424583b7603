/* CSV files with a profile: which rows are new, the same, left out or rejected, and why. */
#include "importing.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_open(NULL, "a.csv", NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, NULL, NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, "a.csv", NULL, NULL, &error));
  CHECK_CODE(IEX_ERROR_MISSING, iex_import_open(store, "a.csv", NULL, &import, NULL));
  close_store(store);
}

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

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(a_statement_with_a_profile),
          TEST_CASE(an_import_is_one_change))

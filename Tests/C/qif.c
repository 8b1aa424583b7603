/* A QIF file in and out: asked about, imported, again, undone, written and read back. */
#include "importing.h"

static const char bank[] =
    "!Account\nNVisa\nTCCard\n^\n!Type:CCard\n"
    "D1/ 5'20\nT-100.00\nN12\nPMarket\nSFood\n$-60.00\nSHome:AA\\/BB\nESoap\n$-40.00\n^\n"
    "D1/ 6'20\nT-50.00\nPTo savings\nL[Savings]\n^\n"
    "D1/ 7'20\nT20.00\nPRefund\n^\n"
    "D1/ 8'20\nT-1.00\nSFood\n$-2.00\n^\n";
#define ANSWERS "{\"currency\":\"EUR\",\"date\":\"MDY\",\"income\":\"leave out\"}"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_bytes *bytes = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_store_export(NULL, IEX_FORMAT_QIF, NULL, NULL, &bytes, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_QIF, NULL, NULL, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_export(store, IEX_FORMAT_QIF, NULL,
                                &IEX_EXPORT(.flags = IEX_EXPORT_GUARD), &bytes, &error));
  close_store(store);
}

static void a_file_is_asked_about_and_imported_once(void) {
  iex_store *store = open_store("a.db");
  iex_import_page *page;
  iex_import *import = import_text(store, bank, "{\"currency\":\"EUR\"}");
  CHECK_STR(summary_of(import).format, "qif");
  CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_commit(import, NULL, &error));
  CHECK_HAS(error.message, "date: \"DMY\" or \"MDY\": line 6, D, \"1/ 5'20\"");
  MUST(iex_import_answer(import, "{\"date\":\"MDY\",\"income\":\"leave out\"}", &error));
  CHECK_HAS(summary_of(import).text,
            "2 new, 1 left out (money in), 1 left out (transfer), 1 rejected: line 25, T, "
            "\"-1.00\"");
  const iex_import_row *row = row_of(import, 1, &page);
  CHECK_INT(row->line, 12);
  CHECK_INT(row->expense->amount_minor, 4000);
  CHECK_INT(row->expense->date, 20200105);
  CHECK_STR(row->expense->category, "Home:AA/BB");
  CHECK_STR(row->expense->account, "Visa");
  CHECK_STR(row->expense->note, "Soap");
  CHECK_STR(row->expense->extra, "{\"N\":\"12\"}");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  row = row_of(import, 2, &page);
  CHECK_INT(row->status, IEX_ROW_LEFT_OUT);
  CHECK_STR(row->reason, "a transfer to \"Savings\"");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  row = row_of(import, 4, &page);
  CHECK_INT(row->status, IEX_ROW_REJECTED);
  CHECK_STR(row->column_name, "T");
  CHECK_STR(row->reason, "the parts of the split sum to -2.00");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_INT(commit_and_close(store, import), 2);
  import = import_text(store, bank, ANSWERS);
  CHECK_INT(summary_of(import).duplicates, 2);
  CHECK_INT(commit_and_close(store, import), 0);
  iex_step step;
  MUST(iex_store_undo(store, 0, &step, &error));
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void what_is_written_is_read_back(void) {
  iex_store *store = open_store("a.db"), *other = open_store("b.db");
  CHECK_INT(commit_and_close(store, import_text(store, bank, ANSWERS)), 2);
  iex_bytes *bytes = NULL;
  iex_import *import = NULL;
  size_t size = 0;
  MUST(iex_store_export(store, IEX_FORMAT_QIF, NULL, NULL, &bytes, &error));
  const char *data = iex_bytes_data(bytes, &size);
  static const char right[] =
      "!Account\nNVisa\nTBank\n^\n!Type:Bank\n"
      "D2020-01-05\nT-60.00\nN12\nPMarket\nLFood\n^\n"
      "D2020-01-05\nT-40.00\nN12\nPMarket\nMSoap\nLHome:AA\\/BB\n^\n";
  CHECK_INT((int64_t)size, (int64_t)strlen(right));
  CHECK(size == strlen(right) && memcmp(data, right, size) == 0);
  MUST(iex_import_open_bytes(other, data, size,
                             &IEX_IMPORT(.profile = "{\"currency\":\"EUR\"}", .format = "qif"),
                             &import, &error));
  CHECK_INT(commit_and_close(other, import), 2);
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  add_simple(store, "By hand", 1);
  iex_expense dollars = IEX_EXPENSE(.name = "Tea", .amount_minor = 100, .currency = "USD");
  MUST(iex_store_add(store, &dollars, NULL, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_export(store, IEX_FORMAT_QIF, NULL, NULL, &bytes, &error));
  CHECK_HAS(error.message, "one currency at a time");
  close_store(other);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(a_file_is_asked_about_and_imported_once),
          TEST_CASE(what_is_written_is_read_back))

/* The formats of banks and of the tutorial's app, each through the whole import. */
#include "importing.h"

#define OFX_START                                                                              \
  "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n"   \
  "<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>\r\n<CURDEF>EUR\r\n"                        \
  "<CCACCTFROM><ACCTID>4012</CCACCTFROM>\r\n<BANKTRANLIST>\r\n"
#define OFX_END "</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>\r\n"
#define OFX_ROW(date, amount, id, name)                                                        \
  "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>" date "<TRNAMT>" amount "<FITID>" id "<NAME>" name         \
  "</STMTTRN>\r\n"

static const char march[] =
    OFX_START OFX_ROW("20260304120000[-5:EST]", "-12.50", "A1", "B&B Caf\xe9")
        OFX_ROW("20260305", "-2,40", "A2", "Tea") OFX_ROW("20260305", "-2.40", "A2", "Tea")
            OFX_ROW("20260306", "30.00", "A3", "Returned") OFX_ROW("00000000", "0", "", "Balance")
                OFX_END;

/* Opens bytes in memory as a file of that name. */
static iex_import *import_bytes(iex_store *store, const void *bytes, size_t size,
                                const char *profile) {
  iex_import *import = NULL;
  MUST(iex_import_open_bytes(store, bytes, size,
                             &IEX_IMPORT(.profile = profile, .name = "march.ofx"), &import,
                             &error));
  return import;
}

static void a_statement_in_ofx(void) {
  iex_store *store = open_store("ofx.db");
  iex_import_page *page;
  iex_import *import = import_text(store, march, NULL);
  iex_import_summary summary = summary_of(import);
  CHECK_STR(summary.format, "ofx");
  CHECK_STR(summary.encoding, "cp1252");
  CHECK_INT(summary.questions, 1);
  CHECK_HAS(summary.question_text, "income: is money coming in (1 row)");
  MUST(iex_import_answer(import, "{\"income\":\"refund\"}", &error));
  summary = summary_of(import);
  CHECK_INT(summary.fresh, 4);
  CHECK_INT(summary.rejected, 1);
  const iex_import_row *row = row_of(import, 0, &page);
  CHECK_INT(row->line, 11);
  CHECK_STR(row->expense->name, "B&B Caf\xc3\xa9");
  CHECK_INT(row->expense->amount_minor, 1250);
  CHECK_INT(row->expense->date, 20260304);
  CHECK_STR(row->expense->account, "4012");
  CHECK_STR(row->expense->source_external_id, "A1");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  row = row_of(import, 4, &page);
  CHECK_STR(row->column_name, "DTPOSTED");
  CHECK_STR(row->reason, "there is no such day");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_INT(commit_and_close(store, import), 4); /* 16: two equal teas with one id */

  import = import_text(store, march, "{\"income\":\"refund\"}"); /* 17 */
  CHECK_INT(summary_of(import).duplicates, 4);
  CHECK_INT(commit_and_close(store, import), 0);
  /* 18: an id that returns next month. */
  import = import_text(store, OFX_START OFX_ROW("20260404", "-99.00", "A1", "Rent") OFX_END, NULL);
  CHECK_INT(summary_of(import).fresh, 1);
  CHECK_INT(commit_and_close(store, import), 1);

  MUST(iex_store_undo(store, 0, NULL, &error));
  MUST(iex_store_undo(store, 0, NULL, &error));
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void what_is_no_statement(void) {
  static const char *const wrong[] = {
      "<OFX><BANKTRANLIST>", "<OFX><STMTTRN><TRNAMT>-1", "<OFX></OFX>", "<OFX><!--",
      "<OFX><STATUS><CODE>15500<SEVERITY>ERROR</STATUS></OFX>",
      "<plist><dict><key>Items</key><data>*</data></dict></plist>", "<plist><dict>",
      "<plist><dict><key>a</key><string>b</string></dict></plist>", "bplist00"};
  iex_store *store = open_store("wrong.db");
  for (size_t i = 0; i < COUNT(wrong); i++) {
    iex_import *import = NULL;
    CHECK_STATUS(IEX_ERROR_FORMAT, iex_import_open_bytes(store, wrong[i], strlen(wrong[i]), NULL,
                                                         &import, &error));
    CHECK(import == NULL);
  }
  iex_import *import = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open_bytes(store, march, strlen(march),
                                                         &IEX_IMPORT(.format = "ofc"), &import,
                                                         &error));
  CHECK_HAS(error.message, "\"ofx\"");
  CHECK_HAS(error.message, "\"plist\"");
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, march, strlen(march),
                                     &IEX_IMPORT(.profile = "{\"delimiter\":\";\"}"), &import,
                                     &error));
  close_store(store);
}

/* {"Items": <the JSON as data>}, as the tutorial's app keeps it: a binary property list. */
static size_t binary_plist(unsigned char *bytes, const char *json) {
  size_t length = strlen(json), size = 0;
  static const unsigned char start[] = "bplist00\xd1\x01\x02\x55Items\x4f\x11";
  memcpy(bytes, start, sizeof(start) - 1);
  size = sizeof(start) - 1;
  bytes[size++] = (unsigned char)(length >> 8);
  bytes[size++] = (unsigned char)length;
  memcpy(bytes + size, json, length);
  size += length;
  const unsigned char table[] = {8, 11, 17}; /* where the three objects stand */
  const size_t offsets = size;
  memcpy(bytes + size, table, sizeof(table));
  size += sizeof(table);
  memset(bytes + size, 0, 32);
  bytes[size + 6] = 1;  /* bytes of an offset */
  bytes[size + 7] = 1;  /* bytes of a reference */
  bytes[size + 15] = 3; /* objects */
  bytes[size + 30] = (unsigned char)(offsets >> 8);
  bytes[size + 31] = (unsigned char)offsets;
  return size + 32;
}

static void the_tutorials_property_list(void) { /* 39 */
  static const char items[] = "[{\"id\":\"1B4E28BA-2FA1-11D2-883F-0016D3CCA427\","
                              "\"name\":\"Lunch\",\"type\":\"Personal\",\"amount\":12.5},"
                              "{\"name\":\"Tea\",\"amount\":2}]";
  static const char xml[] = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>mine</key>"
                            "<string>[{\"name\":\"Tea\",\"amount\":2}]</string></dict></plist>";
  unsigned char bytes[1024];
  iex_store *store = open_store("plist.db");
  size_t size = binary_plist(bytes, items);
  iex_import *import = import_bytes(store, bytes, size, ITEMS_PROFILE);
  iex_import_summary summary = summary_of(import);
  CHECK_STR(summary.format, "plist");
  CHECK_INT(summary.fresh, 2);
  CHECK_INT(commit_and_close(store, import), 2);
  import = import_text(store, items, ITEMS_PROFILE); /* the same list */
  CHECK_INT(summary_of(import).duplicates, 2);
  CHECK_CODE(IEX_OK, iex_import_close(import));

  import = import_text(store, xml, ITEMS_PROFILE);
  CHECK_HAS(summary_of(import).question_text, "key: which one holds the items, \"mine\"?");
  MUST(iex_import_answer(import, "{\"key\":\"mine\"}", &error));
  CHECK_INT(summary_of(import).duplicates, 1);
  CHECK_CODE(IEX_OK, iex_import_close(import));

  for (size_t cut = 8; cut < size; cut++)
    CHECK_STATUS(IEX_ERROR_FORMAT, iex_import_open_bytes(store, bytes, cut, NULL, &import, &error));
  close_store(store);
}

TEST_MAIN(TEST_CASE(a_statement_in_ofx),
          TEST_CASE(what_is_no_statement),
          TEST_CASE(the_tutorials_property_list))

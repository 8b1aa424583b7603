/* What a file leaves open and how it is answered; profiles that are saved; rows that are taken out,
 * in and changed before they are stored; progress and how it stops an import. */
#include "importing.h"

#define OPEN_STATEMENT                                                                          \
  "Date,Payee,Amount\n03/04/2026,Cafe,-3.000\n05/04/2026,Train,-89.900\n06/04/2026,Pay,1.000\n"
#define ANSWERS                                                                                 \
  "{\"date\":\"DMY\",\"decimal\":\",\",\"spending\":\"negative\",\"currency\":\"EUR\","         \
  "\"income\":\"leave out\"}"
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

/* The finding of a key; the test ends when there is none. */
static const iex_finding *finding_of(iex_import *import, const char *key) {
  size_t count = 0;
  const iex_finding *finding = iex_import_findings(import, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(finding[i].key, key) == 0) return &finding[i];
  fprintf(stderr, "    no finding %s\n", key);
  MUST_HOLD(false);
  return NULL;
}

static bool has_candidate(const iex_finding *finding, const char *value) {
  for (uint32_t i = 0; i < finding->candidate_count; i++)
    if (strcmp(finding->candidates[i], value) == 0) return true;
  return false;
}

static void what_is_open_is_asked_and_answered(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, OPEN_STATEMENT, NULL);
  iex_import_summary summary = summary_of(import);
  size_t count = 0, open = 0;
  const iex_finding *finding = iex_import_findings(import, &count);
  for (size_t i = 0; i < count; i++) {
    CHECK_INT(finding[i].struct_size, sizeof(iex_finding));
    CHECK(finding[i].key && finding[i].key[0] && finding[i].value && finding[i].example);
    CHECK_HAS(finding[i].text, finding[i].key);
    if (finding[i].state != IEX_FINDING_AMBIGUOUS) continue;
    open++;
    CHECK_STR(finding[i].value, "");
    CHECK_HAS(summary.question_text, finding[i].text);
  }
  CHECK_INT((int64_t)open, summary.questions);
  CHECK_INT(summary.questions, 5);
  const iex_finding *decimal = finding_of(import, "decimal");
  CHECK_INT(decimal->state, IEX_FINDING_AMBIGUOUS);
  CHECK(has_candidate(decimal, ".") && has_candidate(decimal, ","));
  CHECK_INT(decimal->line, 2);
  CHECK_HAS(decimal->example, "-3.000");
  CHECK(has_candidate(finding_of(import, "date"), "DMY"));
  CHECK(has_candidate(finding_of(import, "date"), "MDY"));
  CHECK(has_candidate(finding_of(import, "spending"), "negative"));
  CHECK(has_candidate(finding_of(import, "income"), "leave out"));
  CHECK_STR(finding_of(import, "currency")->candidates[0], "EUR");
  CHECK_INT(finding_of(import, "columns.amount")->state, IEX_FINDING_CERTAIN);
  CHECK_STR(finding_of(import, "columns.amount")->value, "Amount");
  CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_commit(import, NULL, &error));
  CHECK_HAS(error.message, "decimal");

  /* One answer after another; a wrong one changes nothing. */
  MUST(iex_import_answer(import, "{\"date\":\"DMY\"}", &error));
  CHECK_INT(summary_of(import).questions, 4);
  CHECK_INT(finding_of(import, "date")->state, IEX_FINDING_GIVEN);
  static const struct {
    const char *answer;
    iex_status status;
  } wrong[] = {{"{\"date\":\"YDM\"}", IEX_ERROR_ARGUMENT},  {"{\"colour\":\"red\"}", IEX_ERROR_ARGUMENT},
               {"{", IEX_ERROR_ARGUMENT},                   {"[]", IEX_ERROR_ARGUMENT},
               {"{\"columns\":{\"amount\":\"No\"}}", IEX_ERROR_FORMAT},
               {"{\"currency\":\"ZZZ\"}", IEX_ERROR_CURRENCY}, {"{\"decimal\":\"\xff\"}", IEX_ERROR_ENCODING}};
  for (size_t i = 0; i < COUNT(wrong); i++)
    if (!CHECK_STATUS(wrong[i].status, iex_import_answer(import, wrong[i].answer, &error)))
      fprintf(stderr, "    … %s\n", wrong[i].answer);
  CHECK_INT(summary_of(import).questions, 4);
  MUST(iex_import_answer(import, ANSWERS, &error));
  summary = summary_of(import);
  CHECK_INT(summary.questions, 0);
  CHECK_STR(summary.question_text, "");
  CHECK_INT(summary.fresh, 2);
  CHECK_INT(summary.left_out, 1);
  /* What was given out before the answers is still there. */
  CHECK_STR(decimal->key, "decimal");
  iex_import_page *page;
  const iex_import_row *row = row_of(import, 0, &page);
  CHECK_INT(row->expense->amount_minor, 300000);
  CHECK_INT(row->expense->date, 20260403);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  CHECK_INT(count_of(store), 0);
  iex_step step;
  MUST(iex_import_commit(import, &step, &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_import_answer(import, ANSWERS, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

static int settings_changes;

static void count_settings(void *context, const iex_change *change) {
  (void)context;
  if (iex_change_info(change)->kind == IEX_CHANGE_SETTINGS) settings_changes++;
}

static void a_saved_profile_is_recognised(void) {
  iex_store *store = open_store("a.db");
  iex_profiles *profiles;
  size_t count = 7;
  settings_changes = 0;
  MUST(iex_store_subscribe(store, count_settings, NULL, NULL, NULL, &error));
  iex_import *import = import_text(store, OPEN_STATEMENT, NULL);
  MUST(iex_import_answer(import, ANSWERS, &error));
  json_t *profile = json_loads(iex_import_profile(import), 0, NULL);
  CHECK_STR(text_of(profile, "decimal"), ",");
  CHECK_STR(text_of(json_object_get(profile, "columns"), "amount"), "Amount");
  CHECK_INT((int64_t)json_array_size(json_object_get(profile, "header")), 3);
  json_decref(profile);
  MUST(iex_store_save_profile(store, "Visa", iex_import_profile(import), &error));
  CHECK_INT(settings_changes, 1);
  CHECK_INT(commit_and_close(store, import), 2);

  /* By its header, by its name, and not for another file. */
  import = import_text(store, OPEN_STATEMENT, NULL);
  iex_import_summary summary = summary_of(import);
  CHECK_INT(summary.questions, 0);
  CHECK_STR(summary.profile_name, "Visa");
  CHECK_INT(summary.duplicates, 2);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  import = import_text(store, OPEN_STATEMENT, "Visa");
  CHECK_STR(summary_of(import).profile_name, "Visa");
  CHECK_CODE(IEX_OK, iex_import_close(import));
  import = import_text(store, "Day " OPEN_STATEMENT, NULL);
  CHECK_STR(summary_of(import).profile_name, "");
  CHECK(summary_of(import).questions > 0);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  import = import_text(store, OPEN_STATEMENT, ANSWERS);
  CHECK_STR(summary_of(import).profile_name, "");
  CHECK_CODE(IEX_OK, iex_import_close(import));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_import_open_bytes(store, OPEN_STATEMENT, strlen(OPEN_STATEMENT),
                                     &IEX_IMPORT(.profile = "Amex"), &import, &error));

  /* Two that fit are a question; saved over, read, removed; undo passes them over. */
  MUST(iex_store_save_profile(store, "Bank", "{\"currency\":\"USD\"}", &error));
  MUST(iex_store_profiles(store, &profiles, &error));
  const iex_profile *row = iex_profiles_rows(profiles, &count);
  if (CHECK_INT((int64_t)count, 2)) {
    CHECK_INT(row[0].struct_size, sizeof(iex_profile));
    CHECK_STR(row[0].name, "Bank");
    CHECK_STR(row[0].json, "{\"currency\":\"USD\"}");
    CHECK_STR(row[1].name, "Visa");
    json_t *other = json_loads(row[1].json, 0, NULL);
    json_object_set_new(other, "decimal", json_string("."));
    char *text = json_dumps(other, 0);
    MUST(iex_store_save_profile(store, "Bank", text, &error));
    json_decref(other);
    free(text);
  }
  CHECK_CODE(IEX_OK, iex_profiles_close(profiles));
  import = import_text(store, OPEN_STATEMENT, NULL);
  const iex_finding *which = finding_of(import, "profile");
  CHECK_INT(which->state, IEX_FINDING_AMBIGUOUS);
  CHECK(has_candidate(which, "Bank") && has_candidate(which, "Visa"));
  CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_commit(import, NULL, &error));
  MUST(iex_import_answer(import, "{\"profile\":\"Visa\"}", &error));
  CHECK_STR(summary_of(import).profile_name, "Visa");
  CHECK_INT(summary_of(import).duplicates, 2);
  CHECK_CODE(IEX_OK, iex_import_close(import));
  MUST(iex_store_remove_profile(store, "Bank", &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_remove_profile(store, "Bank", &error));
  static const char *const names[] = {"", " ", "{}", "a\nb"};
  for (size_t i = 0; i < COUNT(names); i++)
    CHECK_STATUS(IEX_ERROR_INVALID, iex_store_save_profile(store, names[i], "{}", &error));
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_store_save_profile(store, "\xff", "{}", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_profile(store, "x", "{\"no\":1}", &error));
  iex_step step;
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_STR(step.label, "imported data");
  CHECK_INT(count_of(store), 0);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_profiles(store, &profiles, &error));
  CHECK_STR(iex_profiles_rows(profiles, &count)->name, "Visa");
  CHECK_INT((int64_t)count, 1);
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
          TEST_CASE(what_is_open_is_asked_and_answered),
          TEST_CASE(a_saved_profile_is_recognised),
          TEST_CASE(rows_are_taken_out_and_in),
          TEST_CASE(rows_are_changed_before_they_are_stored))

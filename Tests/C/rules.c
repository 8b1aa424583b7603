/* Rules: kept in order, run on a file and on a view, told of field by field, and undone. */
#include "importing.h"

#define TRAINS                                                                             \
  "{\"name\":\"Trains\",\"when\":{\"text\":{\"contains\":\"train\"}},"                      \
  "\"set\":{\"category\":\"Travel:Rail\",\"tags\":{\"add\":[\"rail\"]}}}"
#define SALARY "{\"name\":\"Salary\",\"when\":{\"amount\":{\"below\":\"0\"}},\"leaveOut\":true}"
#define REFUNDS                                                                            \
  "{\"name\":\"Refunds\",\"when\":{\"name\":{\"glob\":\"*refund*\"}},\"leaveOut\":false}"
#define STATEMENT                                                                          \
  "Date;Merchant;Amount\n01.04.2026;TRAIN 7;-89,90\n02.04.2026;Tea;-1,00\n"                 \
  "03.04.2026;Pay;2000,00\n04.04.2026;Train refund;20,00\n"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = import_text(store, STATEMENT, CSV_PROFILE);
  iex_view *view = NULL;
  iex_rules *rules = NULL;
  iex_effects *effects = NULL;
  size_t count = 7;
  int64_t id = add_simple(store, "Train", 100);
  MUST(iex_view_open(store, NULL, &view, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_save_rule(NULL, TRAINS, -1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_rule(store, NULL, -1, &error));
  CHECK_CODE(IEX_OK, iex_store_save_rule(store, TRAINS, -1, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_move_rule(NULL, "Trains", 0, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_move_rule(store, NULL, 0, &error));
  CHECK_CODE(IEX_OK, iex_store_move_rule(store, "Trains", 0, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_rules(NULL, &rules, &error));
  CHECK(rules == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_rules(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_rules(store, &rules, NULL));
  CHECK(iex_rules_rows(rules, NULL) != NULL);
  CHECK(iex_rules_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_rules_close(rules));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_rules_close(rules));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_rules_close(NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_import_apply_rules(NULL, 0, &effects, &error));
  CHECK(effects == NULL);
  CHECK_CODE(IEX_OK, iex_import_apply_rules(import, 0, NULL, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_apply_rules(NULL, 0, NULL, &effects, &error));
  CHECK_CODE(IEX_OK, iex_view_apply_rules(view, 0, NULL, NULL, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_rule_effects(NULL, id, &effects, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_rule_effects(store, id, NULL, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_rule_effects(store, 99, &effects, &error));
  CHECK(effects == NULL);
  CHECK_CODE(IEX_OK, iex_store_rule_effects(store, id, &effects, NULL));
  CHECK(iex_effects_rows(effects, NULL) != NULL);
  count = 7;
  CHECK(iex_effects_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_effects_close(effects));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_effects_close(NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_remove_rule(NULL, "Trains", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_remove_rule(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_remove_rule(store, "Trains", NULL));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  close_store(store);
}

/* The names of the rules, one letter each. */
static void check_order(iex_store *store, const char *expected) {
  iex_rules *rules = NULL;
  size_t count = 0;
  char names[16] = "";
  MUST(iex_store_rules(store, &rules, &error));
  const iex_rule *rule = iex_rules_rows(rules, &count);
  for (size_t i = 0; i < count && i < sizeof(names) - 1; i++) {
    CHECK_INT(rule[i].struct_size, sizeof(iex_rule));
    CHECK_HAS(rule[i].json, rule[i].name);
    names[i] = rule[i].name[0];
  }
  CHECK_STR(names, expected);
  CHECK_CODE(IEX_OK, iex_rules_close(rules));
}

static void rules_are_kept_in_order(void) {
  iex_store *store = open_store("a.db");
  for (const char *name = "abc"; *name; name++) {
    char json[80];
    snprintf(json, sizeof(json), "{\"name\":\"%c\",\"when\":{},\"leaveOut\":true}", *name);
    MUST(iex_store_save_rule(store, json, -1, &error));
  }
  check_order(store, "abc");
  MUST(iex_store_save_rule(store, "{\"name\":\"d\",\"when\":{},\"leaveOut\":true}", 1, &error));
  check_order(store, "adbc");
  MUST(iex_store_save_rule(store, "{\"name\":\"d\",\"when\":{},\"leaveOut\":false}", -1, &error));
  check_order(store, "adbc");
  MUST(iex_store_move_rule(store, "a", INT64_MAX, &error));
  check_order(store, "dbca");
  MUST(iex_store_remove_rule(store, "b", &error));
  check_order(store, "dca");
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_remove_rule(store, "b", &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_move_rule(store, "b", 0, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_move_rule(store, "a", -1, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_rule(store, TRAINS, -2, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_save_rule(store, "{\"name\":\"x\"}", -1, &error));
  CHECK_HAS(error.message, "the rule \"x\": when is missing");
  CHECK_STATUS(IEX_ERROR_INVALID, iex_store_save_rule(store, "{\"name\":\" \"}", -1, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_save_rule(
                   store, "{\"name\":\"x\",\"when\":{\"currency\":\"EURO\"},\"leaveOut\":true}",
                   -1, &error));
  CHECK_HAS(error.message, "the rule \"x\": when.currency: \"EURO\" is neither");
  check_order(store, "dca");
  // No undo takes rules back.
  iex_step step;
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(step.revision, 0);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  check_order(store, "dca");
  close_store(store);
}

static void check_effect(const iex_effect *effect, int32_t kind, int64_t row, int32_t field,
                         const char *rule, const char *old_value, const char *new_value) {
  CHECK_INT(effect->struct_size, sizeof(iex_effect));
  CHECK_INT(effect->kind, kind);
  CHECK_INT(effect->row, row);
  CHECK_INT(effect->field, field);
  CHECK_STR(effect->rule, rule);
  CHECK_STR(effect->old_value, old_value);
  CHECK_STR(effect->new_value, new_value);
}

static void a_file_is_ruled_before_it_is_stored(void) {
  iex_store *store = open_store("a.db");
  iex_effects *effects = NULL;
  iex_import_page *page;
  size_t count = 0;
  MUST(iex_store_save_rule(store, TRAINS, -1, &error));
  MUST(iex_store_save_rule(store, REFUNDS, -1, &error));
  iex_import *import = import_text(store, STATEMENT, CSV_PROFILE);
  CHECK_INT(summary_of(import).left_out, 2);
  MUST(iex_import_apply_rules(import, IEX_RULES_DRY_RUN, &effects, &error));
  const iex_effect *effect = iex_effects_rows(effects, &count);
  MUST_HOLD(count == 5);
  check_effect(&effect[0], IEX_EFFECT_SET, 0, IEX_FIELD_CATEGORY, "Trains", "", "Travel:Rail");
  check_effect(&effect[1], IEX_EFFECT_SET, 0, IEX_FIELD_TAGS, "Trains", "", "rail");
  check_effect(&effect[4], IEX_EFFECT_KEPT, 3, -1, "Refunds", "", "");
  CHECK_INT(effect[0].id, 0);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  CHECK_INT(row_of(import, 0, &page)->effect_count, 0);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));

  MUST(iex_import_apply_rules(import, 0, NULL, &error));
  CHECK_INT(summary_of(import).left_out, 1);
  const iex_import_row *row = row_of(import, 0, &page);
  MUST_HOLD(row->effect_count == 2);
  check_effect(&row->effects[0], IEX_EFFECT_SET, 0, IEX_FIELD_CATEGORY, "Trains", "",
               "Travel:Rail");
  CHECK_STR(row->expense->category, "Travel:Rail");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));

  // What is edited by hand stands over rules, before and after they run.
  MUST(iex_import_edit_row(import, 0, &IEX_EXPENSE(.category = "Mine"),
                           IEX_BIT(IEX_FIELD_CATEGORY), &error));
  MUST(iex_import_apply_rules(import, 0, &effects, &error));
  CHECK(iex_effects_rows(effects, &count) != NULL);
  CHECK_INT((int64_t)count, 4);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  row = row_of(import, 0, &page);
  CHECK_STR(row->expense->category, "Mine");
  CHECK_INT(row->expense->tag_count, 1);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));

  MUST(iex_import_apply_rules(import, IEX_RULES_TAKE_BACK, &effects, &error));
  CHECK(iex_effects_rows(effects, &count) != NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  CHECK_INT(summary_of(import).left_out, 2);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_apply_rules(import, 3, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_apply_rules(import, 4, &effects, &error));
  CHECK(effects == NULL);

  MUST(iex_import_apply_rules(import, 0, NULL, &error));
  iex_step step;
  MUST(iex_import_commit(import, &step, &error));
  CHECK_INT(count_of(store), 3);
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_import_apply_rules(import, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION,
               iex_import_apply_rules(import, IEX_RULES_TAKE_BACK, NULL, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void a_rule_leaves_out_what_a_profile_stores(void) {
  iex_store *store = open_store("a.db");
  iex_import_page *page;
  MUST(iex_store_save_rule(store, SALARY, -1, &error));
  iex_import *import = import_text(store, STATEMENT, CSV_PROFILE);
  MUST(iex_import_answer(import, "{\"income\":\"refund\"}", &error));
  CHECK_INT(summary_of(import).fresh, 4);
  MUST(iex_import_apply_rules(import, 0, NULL, &error));
  CHECK_STR(summary_of(import).text, "data: 2 new, 2 left out by rules");
  const iex_import_row *row = row_of(import, 2, &page);
  CHECK_INT(row->status, IEX_ROW_LEFT_OUT);
  CHECK_STR(row->reason, "left out by the rule \"Salary\"");
  MUST_HOLD(row->effect_count == 1);
  check_effect(&row->effects[0], IEX_EFFECT_LEFT_OUT, 2, -1, "Salary", "", "");
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  // The caller's word stands over the rule's; an answer takes all of it back.
  MUST(iex_import_set_row(import, 2, IEX_ROW_NEW, &error));
  MUST(iex_import_apply_rules(import, 0, NULL, &error));
  CHECK_INT(summary_of(import).left_out, 1);
  MUST(iex_import_answer(import, "{}", &error));
  CHECK_INT(summary_of(import).fresh, 4);
  CHECK_CODE(IEX_OK, iex_import_close(import));

  import = import_text(store, "Date,Payee,Amount\n03/04/2026,Cafe,-3.50\n", NULL);
  CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_apply_rules(import, 0, NULL, &error));
  CHECK_HAS(error.message, "leaves open");
  CHECK_CODE(IEX_OK, iex_import_close(import));
  close_store(store);
}

static void a_view_is_ruled_as_one_change(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_effects *effects = NULL;
  iex_step step;
  size_t count = 0;
  for (int i = 0; i < 10; i++) add_simple(store, i % 2 ? "Train to Rome" : "Tea", 100);
  int64_t other = add_simple(store, "Train, dear", 99900);
  MUST(iex_store_save_rule(store, TRAINS, -1, &error));
  MUST(iex_store_save_rule(store, SALARY, -1, &error));
  MUST(iex_view_open(store, &IEX_QUERY(.flags = IEX_QUERY_MAX_AMOUNT, .max_amount = 100), &view,
                     &error));
  int64_t revision = revision_of(store);
  MUST(iex_view_apply_rules(view, IEX_RULES_DRY_RUN, &step, &effects, &error));
  const iex_effect *effect = iex_effects_rows(effects, &count);
  MUST_HOLD(count == 10);
  check_effect(&effect[0], IEX_EFFECT_SET, -1, IEX_FIELD_CATEGORY, "Trains", "", "Travel:Rail");
  CHECK_INT(effect[0].id, 2);
  CHECK_STR(effect[0].problem, "");
  CHECK_STR(step.label, "applied rules: 5 expenses");
  CHECK_INT(step.revision, 0);
  CHECK_INT(revision_of(store), revision);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));

  MUST(iex_view_apply_rules(view, 0, &step, NULL, &error));
  CHECK_STR(step.label, "applied rules: 5 expenses");
  CHECK_INT(step.revision, revision + 1);
  CHECK_INT(revision_of(store), revision + 1);
  iex_page *page = NULL;
  CHECK_STR(expense_of(store, 2, &page)->category, "Travel:Rail");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_STR(expense_of(store, other, &page)->category, "");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  // Again: nothing to do, and no change.
  MUST(iex_view_apply_rules(view, 0, &step, &effects, &error));
  CHECK(iex_effects_rows(effects, &count) != NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_INT(step.revision, 0);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));

  MUST(iex_store_rule_effects(store, 2, &effects, &error));
  effect = iex_effects_rows(effects, &count);
  MUST_HOLD(count == 2);
  check_effect(&effect[0], IEX_EFFECT_SET, -1, IEX_FIELD_CATEGORY, "Trains", "", "Travel:Rail");
  CHECK_CODE(IEX_OK, iex_effects_close(effects));

  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_STR(step.label, "applied rules: 5 expenses");
  MUST(iex_store_rule_effects(store, 2, &effects, &error));
  CHECK(iex_effects_rows(effects, &count) != NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));

  // As a part of a transaction, which rolls it back too.
  MUST(iex_store_begin(store, "all", &error));
  MUST(iex_view_apply_rules(view, 0, &step, NULL, &error));
  MUST(iex_store_rollback(store, &error));
  CHECK_STR(expense_of(store, 2, &page)->category, "");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_apply_rules(view, 2, NULL, NULL, &error));
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

static void too_many_tags_are_refused_and_told(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  iex_effects *effects = NULL;
  size_t count = 0;
  char names[64][8];
  const char *tags[64];
  for (int i = 0; i < 64; i++) {
    snprintf(names[i], sizeof(names[i]), "t%d", i);
    tags[i] = names[i];
  }
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Train", .amount_minor = 1, .tags = tags,
                                  .tag_count = 64),
                     NULL, &error));
  MUST(iex_store_save_rule(store, TRAINS, -1, &error));
  MUST(iex_view_open(store, NULL, &view, &error));
  CHECK_INT(count_of(store), 1);
  MUST(iex_view_apply_rules(view, 0, NULL, &effects, &error));
  const iex_effect *effect = iex_effects_rows(effects, &count);
  MUST_HOLD(count == 2);
  CHECK_INT(effect[1].kind, IEX_EFFECT_REFUSED);
  CHECK_STR(effect[1].problem, "there would be more than 64 tags");
  CHECK_STR(effect[1].old_value, effect[1].new_value);
  CHECK_CODE(IEX_OK, iex_effects_close(effects));
  iex_page *page = NULL;
  CHECK_INT(expense_of(store, 1, &page)->tag_count, 64);
  CHECK_STR(expense_of(store, 1, &page)->category, "Travel:Rail");
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(rules_are_kept_in_order),
          TEST_CASE(a_file_is_ruled_before_it_is_stored),
          TEST_CASE(a_rule_leaves_out_what_a_profile_stores),
          TEST_CASE(a_view_is_ruled_as_one_change), TEST_CASE(too_many_tags_are_refused_and_told))

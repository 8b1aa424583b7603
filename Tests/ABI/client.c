/* A client as it was compiled for some version of the header: against a header whose structs have one
 * field less, and as it is kept of each release. It fills, receives and walks through every struct that
 * says its size, and uses none of their last fields. Each thing that is not as it should be is printed.
 *
 *     client FOLDER     works in a folder that is there and empty */
#include <iexpense.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

static void check(int line, const char *what, int holds, const char *message) {
  checks++;
  if (holds) return;
  failures++;
  printf("client.c:%d: %s: %s\n", line, what, message);
}

static iex_error error;
#define OK(call) check(__LINE__, #call, (call) == IEX_OK, error.message)
#define HOLDS(condition) check(__LINE__, #condition, (condition), "is not so")
#define SAME(text, expected) check(__LINE__, #text, strcmp(text, expected) == 0, text)

/* What the callbacks saw. */
static int changes, differences, phases, values, dismissals;
static int64_t changed_ids;

static void changed(void *context, const iex_change *change) {
  size_t count;
  const iex_change_item *items = iex_change_items(change, &count);
  const iex_revision *info = iex_change_info(change);
  (void)context;
  changes++;
  HOLDS(info->struct_size >= sizeof *info && info->last_revision >= info->first_revision);
  SAME(info->origin, "client");
  for (size_t i = 0; i < count; i++) {
    const iex_change_item *item = IEX_AT(iex_change_item, items, i);
    HOLDS(item->struct_size >= sizeof *item && item->count > 0);
    changed_ids += item->count;
  }
}

static void moved(void *context, const iex_view_change *change) {
  size_t count;
  const iex_difference *info = iex_view_change_info(change);
  const iex_view_item *items = iex_view_change_items(change, &count);
  (void)context;
  differences++;
  HOLDS(info->struct_size >= sizeof *info && info->old_count >= 0);
  for (size_t i = 0; i < count; i++) {
    const iex_view_item *item = IEX_AT(iex_view_item, items, i);
    HOLDS(item->struct_size >= sizeof *item && item->id > 0 && item->new_position < 3);
  }
  const iex_section_change *sections = iex_view_change_sections(change, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_section_change *section = IEX_AT(iex_section_change, sections, i);
    HOLDS(section->struct_size >= sizeof *section && section->title[0] != 0);
    if (section->old_total_count > 0) SAME(section->old_totals->currency, "EUR");
  }
}

static int32_t progressed(void *context, const iex_progress *progress) {
  (void)context;
  phases++;
  HOLDS(progress->struct_size >= sizeof *progress && progress->done >= 0);
  return 0;
}

static void valued(void *context, const iex_value *value) {
  (void)context;
  values++;
  HOLDS(value->struct_size >= sizeof *value && value->integer == 7);
}

static void dismissed(void *context) {
  (void)context;
  dismissals++;
}

/* Three expenses in an array, whose step is the size of the struct as it was then. */
static void expenses(iex_store *store) {
  static const char *const tags[] = {"work", "rail"};
  const iex_expense three[] = {
      IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314, .category = "Travel",
                  .tags = tags, .tag_count = 2),
      IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400, .date = 20260315, .type = "Business"),
      IEX_EXPENSE(.name = "Tea", .amount_minor = 320, .date = 20260401, .note = "green"),
  };
  iex_page *page;
  int64_t first = 0;
  size_t count = 0;
  OK(iex_store_add_many(store, three, 3, &first, &error));
  OK(iex_store_update(store, &IEX_EXPENSE(.id = first + 1, .amount_minor = 21500),
                      IEX_BIT(IEX_FIELD_AMOUNT), &error));
  const int64_t ids[] = {first, first + 1, first + 2};
  OK(iex_store_get(store, ids, 3, &page, &error));
  const iex_expense *rows = iex_page_rows(page, &count);
  HOLDS(count == 3 && rows->struct_size >= sizeof(iex_expense));
  for (size_t i = 0; i < count; i++) {
    const iex_expense *row = IEX_AT(iex_expense, rows, i);
    HOLDS(row->id == ids[i] && row->date == three[i].date && row->currency_digits == 2);
    SAME(row->name, three[i].name);
    SAME(row->type, i == 1 ? "Business" : "Personal");
    HOLDS(row->amount_minor == (i == 1 ? 21500 : three[i].amount_minor));
    HOLDS(row->tag_count == three[i].tag_count);
  }
  SAME(IEX_AT(iex_expense, rows, 0)->tags[1], "rail");
  SAME(IEX_AT(iex_expense, rows, 2)->note, "green");
  OK(iex_page_close(page));
}

static void views(iex_store *store) {
  const iex_query query = IEX_QUERY(.first_date = 20260301, .last_date = 20260430,
                                    .sort = -IEX_SORT_AMOUNT, .section = IEX_SECTION_MONTH);
  iex_view *view;
  iex_totals *totals;
  iex_sections *sections;
  size_t count = 0;
  int64_t rows = 0;
  OK(iex_view_open(store, &query, &view, &error));
  OK(iex_view_subscribe(view, moved, NULL, NULL, NULL, &error));
  OK(iex_view_count(view, &rows, &error));
  HOLDS(rows == 3);
  OK(iex_view_totals(view, IEX_GROUP_MONTH, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  HOLDS(count == 2);
  for (size_t i = 0; i < count; i++) {
    const iex_total *each = IEX_AT(iex_total, total, i);
    HOLDS(each->struct_size >= sizeof *each && each->currency_digits == 2);
    HOLDS(each->amount_minor == (each->month == 202603 ? 30490 : 320));
    SAME(each->currency, "EUR");
  }
  OK(iex_view_sections(view, 0, INT64_MAX, &sections, &error));
  const iex_section *section = iex_sections_rows(sections, &count);
  HOLDS(count == 2);
  for (size_t i = 0; i < count; i++) {
    const iex_section *each = IEX_AT(iex_section, section, i);
    HOLDS(each->struct_size >= sizeof *each && each->count == (i == 0 ? 2 : 1));
    HOLDS(IEX_AT(iex_total, each->totals, 0)->amount_minor == (i == 0 ? 30490 : 320));
  }
  OK(iex_view_update_at(view, 0, &IEX_EXPENSE(.note = "late"), IEX_BIT(IEX_FIELD_NOTE), &error));
  OK(iex_view_remove_at(view, (const int64_t[]){2}, 1, &error));
  HOLDS(differences == 2);
  OK(iex_view_close(view));
}

static void history(iex_store *store) {
  iex_history *history;
  iex_step step;
  size_t count = 0;
  OK(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  HOLDS(step.revision > 0 && step.label[0] != 0);
  OK(iex_store_history(store, 0, 0, 10, &history, &error));
  const iex_revision *rows = iex_history_rows(history, &count);
  HOLDS(count >= 4);
  for (size_t i = 0; i < count; i++) {
    const iex_revision *row = IEX_AT(iex_revision, rows, i);
    HOLDS(row->struct_size >= sizeof *row && row->first_revision > 0);
    SAME(row->origin, "client");
  }
  OK(iex_history_close(history));
}

static void drafts(iex_store *store) {
  const iex_expense defaults = IEX_EXPENSE(.type = "Business");
  iex_draft *draft;
  iex_draft_state state = {.struct_size = sizeof state};
  size_t count = 0;
  int64_t id = 0;
  OK(iex_draft_open(store, 0, &IEX_DRAFT(.decimal_mark = ",", .defaults = &defaults), &draft, &error));
  OK(iex_draft_set(draft, IEX_FIELD_AMOUNT, "12.345", &error));
  const iex_problem *problems = iex_draft_problems(draft, &count, &error);
  HOLDS(count >= 1);
  for (size_t i = 0; i < count; i++) {
    const iex_problem *problem = IEX_AT(iex_problem, problems, i);
    HOLDS(problem->struct_size >= sizeof *problem && problem->status != IEX_OK);
    HOLDS(problem->field == IEX_FIELD_NAME || problem->field == IEX_FIELD_AMOUNT);
  }
  OK(iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", &error));
  OK(iex_draft_set(draft, IEX_FIELD_AMOUNT, "12,50", &error));
  OK(iex_draft_describe(draft, &state, &error));
  HOLDS(state.struct_size == sizeof state && (state.flags & IEX_DRAFT_SAVABLE) != 0);
  OK(iex_draft_save(draft, &id, &error));
  HOLDS(id > 0);
  OK(iex_draft_close(draft));
}

static void imports(iex_store *store) {
  static const char file[] =
      "Date,Payee,Amount\n2026-05-01,Railway 1,-89.90\n2026-05-02,Cafe,-3.50\nno date,Bar,-1.00\n";
  static const char rule[] = "{\"name\": \"Trains\", \"when\": {\"text\": {\"contains\": \"railway\"}},"
                             " \"set\": {\"category\": \"Travel:Rail\"}}";
  static const char profile[] = "{\"date\": \"YMD\", \"spending\": \"negative\", \"currency\": \"EUR\"}";
  iex_import *import;
  iex_import_page *page;
  iex_import_summary summary = {.struct_size = sizeof summary};
  iex_effects *effects;
  iex_step step;
  size_t count = 0;
  OK(iex_store_save_rule(store, rule, -1, &error));
  OK(iex_import_open_bytes(store, file, strlen(file),
                           &IEX_IMPORT(.profile = profile, .name = "visa.csv", .progress = progressed),
                           &import, &error));
  HOLDS(phases > 0);
  const iex_finding *findings = iex_import_findings(import, &count);
  HOLDS(count > 0);
  for (size_t i = 0; i < count; i++) {
    const iex_finding *finding = IEX_AT(iex_finding, findings, i);
    HOLDS(finding->struct_size >= sizeof *finding && finding->key[0] != 0);
  }
  OK(iex_import_describe(import, &summary, &error));
  HOLDS(summary.rows == 3 && summary.fresh == 2 && summary.rejected == 1 && summary.excluded == 0);
  SAME(summary.format, "csv");
  OK(iex_import_read(import, 0, 10, &page, &error));
  const iex_import_row *rows = iex_import_page_rows(page, &count);
  HOLDS(count == 3);
  for (size_t i = 0; i < count; i++) {
    const iex_import_row *row = IEX_AT(iex_import_row, rows, i);
    HOLDS(row->struct_size >= sizeof *row && row->line == (int64_t)i + 2);
    HOLDS(row->status == (i == 2 ? IEX_ROW_REJECTED : IEX_ROW_NEW));
    if (i == 0) SAME(row->expense->name, "Railway 1");
  }
  OK(iex_import_page_close(page));
  OK(iex_import_apply_rules(import, IEX_RULES_DRY_RUN, &effects, &error));
  const iex_effect *effect = iex_effects_rows(effects, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_effect *each = IEX_AT(iex_effect, effect, i);
    HOLDS(each->struct_size >= sizeof *each);
    SAME(each->rule, "Trains");
  }
  OK(iex_effects_close(effects));
  OK(iex_import_commit(import, &step, &error));
  OK(iex_import_close(import));
}

static void lists(iex_store *store) {
  iex_profiles *profiles;
  iex_rules *rules;
  size_t count = 0;
  OK(iex_store_save_profile(store, "A", "{\"date\": \"DMY\"}", &error));
  OK(iex_store_save_profile(store, "B", "{\"date\": \"MDY\"}", &error));
  OK(iex_store_profiles(store, &profiles, &error));
  const iex_profile *profile = iex_profiles_rows(profiles, &count);
  HOLDS(count == 2);
  SAME(IEX_AT(iex_profile, profile, 1)->name, "B");
  OK(iex_profiles_close(profiles));
  OK(iex_store_rules(store, &rules, &error));
  const iex_rule *rule = iex_rules_rows(rules, &count);
  HOLDS(count == 1);
  SAME(IEX_AT(iex_rule, rule, 0)->name, "Trains");
  OK(iex_rules_close(rules));
}

static void exports(iex_store *store) {
  iex_bytes *bytes;
  size_t size = 0;
  int before = phases;
  OK(iex_store_export(store, IEX_FORMAT_CSV, &IEX_QUERY(.type = "Business"),
                      &IEX_EXPORT(.flags = IEX_EXPORT_GUARD, .progress = progressed), &bytes, &error));
  HOLDS(iex_bytes_data(bytes, &size) != NULL && size > 20 && phases > before);
  OK(iex_bytes_close(bytes));
}

static void states(void) {
  iex_binding *number, *shown;
  iex_value value = IEX_VALUE(.kind = IEX_VALUE_INTEGER);
  iex_sheet *sheet;
  iex_sheet_state state = {.struct_size = sizeof state};
  OK(iex_state_open(&value, &number, &error));
  OK(iex_binding_subscribe(number, valued, NULL, NULL, NULL, &error));
  OK(iex_binding_set(number, &IEX_VALUE(.kind = IEX_VALUE_INTEGER, .integer = 7), &error));
  OK(iex_binding_get(number, &value, &error));
  HOLDS(values == 1 && value.integer == 7 && value.struct_size == sizeof value);
  OK(iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &shown, &error));
  OK(iex_sheet_open(shown, NULL, dismissed, NULL, NULL, &sheet, &error));
  OK(iex_sheet_present(sheet, NULL, &error));
  OK(iex_sheet_describe(sheet, &state, &error));
  HOLDS((state.flags & IEX_SHEET_PRESENTED) != 0);
  OK(iex_sheet_dismiss(sheet, 0, &error));
  HOLDS(dismissals == 1);
  OK(iex_sheet_close(sheet));
  OK(iex_binding_close(shown));
  OK(iex_binding_close(number));
}

int main(int argc, char **argv) {
  char path[4096];
  iex_store *store;
  snprintf(path, sizeof path, "%s/client.db", argc > 1 ? argv[1] : ".");
  OK(iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .origin = "client"), &store, &error));
  if (failures) return 1;
  OK(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL), changed,
                              NULL, NULL, NULL, &error));
  expenses(store);
  views(store);
  history(store);
  drafts(store);
  imports(store);
  lists(store);
  exports(store);
  HOLDS(changes >= 6 && changed_ids >= 8);
  OK(iex_store_check(store, &error));
  OK(iex_store_close(store));
  states();
  HOLDS(iex_handle_count() == 0);
  printf("%d checks, %d failed, with %s\n", checks, failures, iex_version());
  return failures != 0;
}

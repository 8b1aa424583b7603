/* The main job, from C: import what was spent, hear of each change, look, add up, undo.
 *
 *     cc quickstart.c -o quickstart $(pkg-config --cflags --libs iexpense)
 *     ./quickstart spending.db ../data
 *
 * It uses the public header and nothing else. `make demo` runs it. */
#include <iexpense.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program when a call failed: iex_error says what happened, where and why. */
static void must(iex_status status, const iex_error *error) {
  if (status == IEX_OK) return;
  fprintf(stderr, "%s: %s\n", iex_status_name(status), error->message);
  exit(1);
}

/* Prints text in a column of that many characters; printf would count bytes. */
static void column(const char *text, int width) {
  for (const char *c = text; *c; c++) width -= (*c & 0xC0) != 0x80;
  printf("%s%*s ", text, width > 0 ? width : 0, "");
}

/* Runs after each commit, before the call that made the change returns. */
static void changed(void *context, const iex_change *change) {
  (void)context;
  printf("  => %s\n", iex_change_describe(change));
}

static char *read_text(const char *path) {
  static char text[4096];
  FILE *file = fopen(path, "rb");
  if (file == NULL) perror(path), exit(1);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

/* Opens a file, shows what will become of it, and stores its new rows as one change. */
static void import_file(iex_store *store, const char *folder, const char *file, const char *profile) {
  char path[1024], profile_path[1024];
  iex_error error;
  iex_import *import;
  iex_import_page *page;
  iex_import_summary summary = {.struct_size = sizeof summary};
  iex_step step;
  size_t count;
  snprintf(path, sizeof path, "%s/%s", folder, file);
  snprintf(profile_path, sizeof profile_path, "%s/%s", folder, profile);
  must(iex_import_open(store, path, &IEX_IMPORT(.profile = read_text(profile_path)), &import, &error), &error);
  must(iex_import_describe(import, &summary, &error), &error);
  printf("\nImport\n  %s\n", summary.text);
  must(iex_import_read(import, 0, summary.fresh > 0 ? summary.rows : 0, &page, &error), &error);
  const iex_import_row *rows = iex_import_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_import_row *row = IEX_AT(iex_import_row, rows, i);
    if (row->status == IEX_ROW_REJECTED)
      printf("  line %2d, %s \"%s\": %s\n", (int)row->line, row->column_name, row->cell, row->reason);
    if (row->status == IEX_ROW_LEFT_OUT)
      printf("  line %2d, %s: %s\n", (int)row->line, row->expense->name, row->reason);
  }
  must(iex_import_commit(import, &step, &error), &error);
  if (step.revision == 0) printf("  nothing is new: nothing changed\n");
  iex_import_close(import);
}

static void list(iex_store *store, const char *title, const iex_query *query) {
  char amount[IEX_AMOUNT_TEXT], date[IEX_DATE_TEXT];
  iex_error error;
  iex_view *view;
  iex_page *page;
  int64_t all;
  size_t count;
  must(iex_view_open(store, query, &view, &error), &error);
  must(iex_view_count(view, &all, &error), &error);
  must(iex_view_read(view, 0, 8, &page, &error), &error);
  const iex_expense *rows = iex_page_rows(page, &count);
  printf("\n%s: %d of %d\n", title, (int)count, (int)all);
  for (size_t i = 0; i < count; i++) {
    const iex_expense *row = IEX_AT(iex_expense, rows, i);
    printf("  %s  ", iex_date_text(row->date, date));
    column(row->name, 26);
    column(row->type, 9);
    column(row->category, 20);
    printf("%16s\n", iex_amount_text(row->amount_minor, row->currency, amount));
  }
  iex_view_close(view);
}

static void totals(iex_store *store, const char *title, uint32_t group) {
  char amount[IEX_AMOUNT_TEXT], month[16];
  iex_error error;
  iex_totals *totals;
  size_t count;
  must(iex_store_totals(store, NULL, group, 0, &totals, &error), &error);
  const iex_total *rows = iex_totals_rows(totals, &count);
  printf("\n%s, in each currency\n", title);
  for (size_t i = 0; i < count; i++) {
    const iex_total *row = IEX_AT(iex_total, rows, i);
    snprintf(month, sizeof month, "%d-%02d", row->month / 100, row->month % 100);
    printf("  ");
    column(group == IEX_GROUP_MONTH ? month : row->type, 10);
    printf("%16s  in %3d\n", iex_amount_text(row->amount_minor, row->currency, amount), (int)row->count);
  }
  iex_totals_close(totals);
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "spending.db", *data = argc > 2 ? argv[2] : "examples/data";
  iex_error error;
  iex_store *store;
  iex_step step;
  int64_t hotel;
  must(iex_store_open(path, &IEX_OPTIONS(.currency = "GBP", .origin = "quickstart"), &store, &error), &error);
  must(iex_store_subscribe(store, changed, NULL, NULL, NULL, &error), &error);
  printf("iexpense %s, a new store in GBP; => is a change, as the callback got it\n", iex_version());

  import_file(store, data, "payments.csv", "payments.profile.json");
  import_file(store, data, "payments.csv", "payments.profile.json");
  import_file(store, data, "card.csv", "card.profile.json");
  import_file(store, data, "Items.json", "Items.profile.json");

  printf("\nA transaction of two expenses, then an update of one\n");
  must(iex_store_begin(store, "Trip to Rome", &error), &error);
  iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314), NULL, &error);
  iex_store_add(store, &IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400, .date = 20260315, .type = "Business"),
                &hotel, &error);
  must(iex_store_commit(store, &error), &error); /* the first failure inside, if there was one */
  must(iex_store_update(store, &IEX_EXPENSE(.id = hotel, .amount_minor = 20900, .note = "one night less"),
                        IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_NOTE), &error), &error);

  list(store, "In dollars, by name", &IEX_QUERY(.currency = "USD", .sort = IEX_SORT_NAME));
  list(store, "March, the dearest first",
       &IEX_QUERY(.first_date = 20260301, .last_date = 20260331, .sort = -IEX_SORT_AMOUNT));
  totals(store, "Totals by type", IEX_GROUP_TYPE);
  totals(store, "Totals by month", IEX_GROUP_MONTH);

  printf("\nUndo twice, redo once\n");
  must(iex_store_undo(store, IEX_UNDO_MINE, &step, &error), &error);
  must(iex_store_undo(store, IEX_UNDO_MINE, &step, &error), &error);
  must(iex_store_redo(store, IEX_UNDO_MINE, &step, &error), &error);
  printf("  revision %d is revision %d again\n", (int)step.revision, (int)step.target);
  totals(store, "Totals by type", IEX_GROUP_TYPE);

  must(iex_store_check(store, &error), &error);
  iex_store_close(store);
  return iex_handle_count() == 0 ? 0 : 1;
}

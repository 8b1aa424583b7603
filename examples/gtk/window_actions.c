#include "money.h"
#include "row.h"
#include "window_parts.h"

void window_report(ExpensesWindow *window, const iex_error *error) {
  expenses_toast_show(window->toast, error->message, NULL, NULL);
}

void window_show_filtered(ExpensesWindow *window) {
  g_autoptr(GVariant) state =
      g_action_group_get_action_state(G_ACTION_GROUP(window), "sections");
  gboolean by_type = g_strcmp0(g_variant_get_string(state, NULL), "type") == 0;
  expense_list_show(window->list, gtk_editable_get_text(GTK_EDITABLE(window->filter)),
                    by_type ? IEX_SECTION_TYPE : -IEX_SECTION_MONTH);
}

GtkWidget *window_row_at(ExpensesWindow *window, guint position) {
  for (GtkWidget *child = gtk_widget_get_first_child(window->list_view); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *row = gtk_widget_get_first_child(child);
    if (EXPENSE_IS_ROW(row) && expense_row_position(EXPENSE_ROW(row)) == position) return row;
  }
  return NULL;
}

static void add(GSimpleAction *action, GVariant *parameter, gpointer window) {
  (void)action, (void)parameter;
  add_sheet_present(EXPENSES_WINDOW(window)->sheet);
}

/* Takes one step in the journal, and offers the way back. */
static void step(ExpensesWindow *window, gboolean back) {
  iex_error error;
  iex_step step;
  if (back ? iex_store_undo(window->store, IEX_UNDO_MINE, &step, &error)
           : iex_store_redo(window->store, IEX_UNDO_MINE, &step, &error)) {
    window_report(window, &error);
    return;
  }
  expense_list_pull(window->list);
  g_autofree char *text = step.revision == 0
                              ? g_strdup_printf("Nothing to %s", back ? "undo" : "redo")
                              : g_strdup_printf("%s: %s", back ? "Undone" : "Redone", step.label);
  expenses_toast_show(window->toast, text, back ? "Redo" : "Undo",
                      step.revision == 0 ? NULL
                      : back             ? "win.redo"
                                         : "win.undo");
}

static void undo(GSimpleAction *action, GVariant *parameter, gpointer window) {
  (void)action, (void)parameter;
  step(EXPENSES_WINDOW(window), TRUE);
}

static void redo(GSimpleAction *action, GVariant *parameter, gpointer window) {
  (void)action, (void)parameter;
  step(EXPENSES_WINDOW(window), FALSE);
}

/* Puts the focus on the row that came to stand where something was removed. */
static void focus_near(ExpensesWindow *window, guint position) {
  guint rows = g_list_model_get_n_items(G_LIST_MODEL(window->list));
  if (position < rows && expense_list_section(window->list, position) != NULL) position++;
  GtkWidget *row = window_row_at(window, position < rows ? position : rows - 1);
  if (row != NULL) gtk_widget_grab_focus(gtk_widget_get_parent(row));
}

/* Removes what is shown at some positions, whatever has changed in the store meanwhile. */
static void remove_at(ExpensesWindow *window, const int64_t *positions, size_t count) {
  iex_error error;
  if (count == 0) return;
  g_autoptr(ExpenseItem) first =
      g_list_model_get_item(G_LIST_MODEL(window->list), (guint)positions[0]);
  if (expense_list_remove(window->list, positions, count, &error)) {
    window_report(window, &error);
    return;
  }
  expense_list_pull(window->list);
  g_autofree char *text = count == 1
                              ? g_strdup_printf("Removed %s", first->name)
                              : g_strdup_printf("Removed %zu expenses", count);
  expenses_toast_show(window->toast, text, "Undo", "win.undo");
  focus_near(window, (guint)positions[0]);
}

static void remove_one(GSimpleAction *action, GVariant *parameter, gpointer window) {
  int64_t position = g_variant_get_uint32(parameter);
  (void)action;
  remove_at(EXPENSES_WINDOW(window), &position, 1);
}

/* Gives the positions of the expenses that are selected. */
static GArray *selected(ExpensesWindow *window) {
  g_autoptr(GtkBitset) chosen = gtk_selection_model_get_selection(window->selection);
  GArray *positions = g_array_new(FALSE, FALSE, sizeof(int64_t));
  for (guint i = 0; i < gtk_bitset_get_size(chosen); i++) {
    int64_t position = gtk_bitset_get_nth(chosen, i);
    if (expense_list_section(window->list, (guint)position) == NULL)
      g_array_append_val(positions, position);
  }
  return positions;
}

static void remove_selected(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ExpensesWindow *window = EXPENSES_WINDOW(data);
  g_autoptr(GArray) positions = selected(window);
  (void)action, (void)parameter;
  remove_at(window, (const int64_t *)(void *)positions->data, positions->len);
}

static void filter(GSimpleAction *action, GVariant *parameter, gpointer window) {
  (void)action, (void)parameter;
  gtk_widget_grab_focus(EXPENSES_WINDOW(window)->filter);
}

static void sections(GSimpleAction *action, GVariant *value, gpointer window) {
  g_simple_action_set_state(action, value);
  window_show_filtered(EXPENSES_WINDOW(window));
}

/* Puts the list as it is shown on the clipboard: a line for each row, as spreadsheets take it. */
static void copy(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ExpensesWindow *window = EXPENSES_WINDOW(data);
  GListModel *model = G_LIST_MODEL(window->list);
  GString *text = g_string_new(NULL);
  char date[IEX_DATE_TEXT], amount[IEX_AMOUNT_TEXT];
  (void)action, (void)parameter;
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(ExpenseItem) item = g_list_model_get_item(model, i);
    if (item->id == 0) continue;
    iex_store_amount_text(window->store, item->amount_minor, item->currency, amount, NULL);
    g_string_append_printf(text, "%s\t%s\t%s\t%s\n", iex_date_text(item->date, date), item->name,
                           item->type, amount);
  }
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(window)), text->str);
  g_string_free(text, TRUE);
  expenses_toast_show(window->toast, "Copied the list", NULL, NULL);
}

static const GActionEntry actions[] = {
    {.name = "add", .activate = add},
    {.name = "undo", .activate = undo},
    {.name = "redo", .activate = redo},
    {.name = "delete", .activate = remove_selected},
    {.name = "delete-at", .activate = remove_one, .parameter_type = "u"},
    {.name = "filter", .activate = filter},
    {.name = "copy", .activate = copy},
    {.name = "sections", .parameter_type = "s", .state = "'month'", .change_state = sections},
};

void window_add_actions(ExpensesWindow *window) {
  g_action_map_add_action_entries(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), window);
  GtkEventController *keys = gtk_shortcut_controller_new();
  static const struct { const char *trigger, *action; } shortcuts[] = {
      {"Delete", "win.delete"}, {"KP_Delete", "win.delete"}, {"<Control>c", "win.copy"}};
  for (size_t i = 0; i < G_N_ELEMENTS(shortcuts); i++)
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(shortcuts[i].trigger),
                         gtk_named_action_new(shortcuts[i].action)));
  gtk_widget_add_controller(window->list_view, keys);
}

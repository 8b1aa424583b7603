#include "window.h"

#include <glib-unix.h>

#include "chart.h"
#include "clamp.h"
#include "money.h"
#include "row.h"
#include "window_parts.h"

G_DEFINE_TYPE(ExpensesWindow, expenses_window, GTK_TYPE_APPLICATION_WINDOW)

static gboolean is_filtered(ExpensesWindow *window) {
  return gtk_editable_get_text(GTK_EDITABLE(window->filter))[0] != '\0';
}

static void show_step(GtkWidget *button, const char *what, const char *label, const char *keys) {
  g_autofree char *text = label[0] != '\0' ? g_strdup_printf("%s %s (%s)", what, label, keys)
                                           : g_strdup_printf("Nothing to %s", what);
  text[0] = g_ascii_toupper(text[0]);
  gtk_widget_set_tooltip_text(button, text);
}

static void enable(ExpensesWindow *window, const char *action, gboolean on) {
  g_simple_action_set_enabled(
      G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(window), action)), on);
}

/* Moves the keyboard to what is shown, away from what is hidden, where keys reach nothing: to the list,
 * or where there is none, to the button that begins one. */
static void focus_what_is_shown(ExpensesWindow *window) {
  GtkWidget *shown = gtk_stack_get_visible_child(GTK_STACK(window->stack));
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  if (focus != NULL && (gtk_widget_is_ancestor(focus, shown) ||
                        !gtk_widget_is_ancestor(focus, window->stack)))
    return;
  if (gtk_widget_is_ancestor(window->list_view, shown))
    gtk_widget_grab_focus(window->list_view);
  else
    gtk_widget_child_focus(shown, GTK_DIR_TAB_FORWARD);
}

/* Brings up to date what stands around the list. */
static void settled(ExpensesWindow *window) {
  iex_totals *totals = expense_list_totals(window->list, 0);
  iex_totals *months = expense_list_totals(window->list, IEX_GROUP_MONTH);
  guint expenses = expense_list_count(window->list);
  size_t count;
  const iex_total *total = iex_totals_rows(totals, &count);
  g_autofree char *sums = money_totals(total, count, 2), *all = money_totals(total, count, SIZE_MAX);
  gtk_label_set_text(GTK_LABEL(window->totals), sums);
  gtk_widget_set_tooltip_text(window->totals, count > 1 ? all : NULL);
  gtk_widget_set_visible(window->totals, count > 0);
  month_chart_show(MONTH_CHART(window->chart), months);
  iex_totals_close(totals);
  iex_totals_close(months);
  gtk_stack_set_visible_child_name(GTK_STACK(window->stack),
                                   expenses > 0 || is_filtered(window) ? "expenses" : "empty");
  focus_what_is_shown(window);
  gtk_stack_set_visible_child_name(GTK_STACK(window->results), expenses > 0 ? "list" : "nothing");
  journal_read(&window->journal, window->store);
  show_step(window->undo_button, "undo", window->journal.undo, "Ctrl+Z");
  show_step(window->redo_button, "redo", window->journal.redo, "Ctrl+Shift+Z");
  enable(window, "undo", window->journal.undo[0] != '\0');
  enable(window, "redo", window->journal.redo[0] != '\0');
}

/* The store's descriptor is readable: this or another program has changed something. */
static gboolean readable(gint descriptor, GIOCondition condition, gpointer data) {
  ExpensesWindow *window = EXPENSES_WINDOW(data);
  iex_error error;
  (void)descriptor, (void)condition;
  if (iex_store_dispatch(window->store, 0, NULL, &error)) g_printerr("%s\n", error.message);
  expense_list_pull(window->list);
  return G_SOURCE_CONTINUE;
}

/* Gives the name of the one expense that a change is about; NULL: there are several. */
static char *name_in(const iex_change *change) {
  size_t count;
  iex_page *page;
  const iex_change_item *item = iex_change_items(change, &count);
  if (count != 1 || item->count != 1) return NULL;
  if (item->kind == IEX_ITEM_REMOVED ? iex_change_read_old(change, &item->first_id, 1, &page, NULL)
                                     : iex_change_read_new(change, &item->first_id, 1, &page, NULL))
    return NULL;
  char *name = g_strdup(iex_page_rows(page, NULL)->name);
  iex_page_close(page);
  return name;
}

/* Told of what others change, of which nobody else says that it happened. */
static void others_changed(void *context, const iex_change *change) {
  ExpensesWindow *window = EXPENSES_WINDOW(context);
  const iex_revision *info = iex_change_info(change);
  g_autofree char *name = name_in(change);
  const char *did = info->added > 0 ? "added" : info->updated > 0 ? "changed" : "removed";
  g_autofree char *text = name != NULL ? g_strdup_printf("%s %s %s", info->origin, did, name)
                                       : g_strdup_printf("%s: %s", info->origin, info->label);
  expenses_toast_show(window->toast, text, NULL, NULL);
}

static void scroll_to(ExpensesWindow *window, int64_t id) {
  guint position = expense_list_find(window->list, id);
  if (position == G_MAXUINT) return;
  gtk_selection_model_select_item(window->selection, position, TRUE);
  gtk_widget_activate_action(window->list_view, "list.scroll-to-item", "u", position);
}

static void added(ExpensesWindow *window, gint64 id) {
  expense_list_pull(window->list);
  scroll_to(window, id);
}

static void stop_search(ExpensesWindow *window) {
  gtk_editable_set_text(GTK_EDITABLE(window->filter), "");
  gtk_widget_grab_focus(window->list_view);
}

/* Enter or a double click on a row. */
static void activated(ExpensesWindow *window, guint position) {
  GtkWidget *row = window_row_at(window, position);
  if (row != NULL) expense_row_edit(EXPENSE_ROW(row));
}

static void style_changed(ExpensesWindow *window) {
  gboolean dark;
  g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &dark, NULL);
  if (dark)
    gtk_widget_add_css_class(GTK_WIDGET(window), "dark");
  else
    gtk_widget_remove_css_class(GTK_WIDGET(window), "dark");
}

GtkWidget *expenses_window_new(GtkApplication *application, iex_store *store) {
  ExpensesWindow *window = g_object_new(EXPENSES_TYPE_WINDOW, "application", application, NULL);
  iex_error error;
  int32_t descriptor;
  window->store = store;
  window->list = expense_list_new(store);
  window->selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(g_object_ref(window->list))));
  GtkListItemFactory *factory = expense_row_factory(window->list, store);
  gtk_list_view_set_factory(GTK_LIST_VIEW(window->list_view), factory);
  gtk_list_view_set_model(GTK_LIST_VIEW(window->list_view), window->selection);
  g_object_unref(factory);
  window->sheet = add_sheet_new(store, window->content);
  gtk_overlay_add_overlay(GTK_OVERLAY(window->overlay), GTK_WIDGET(window->sheet));
  g_signal_connect_swapped(window->sheet, "added", G_CALLBACK(added), window);
  g_signal_connect_swapped(window->list, "settled", G_CALLBACK(settled), window);
  window_show_filtered(window);
  if (iex_store_subscribe_with(
          store,
          &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED, .flags = IEX_SUBSCRIBE_SKIP_OWN),
          others_changed, window, NULL, NULL, &error) ||
      iex_store_fd(store, &descriptor, &error))
    window_report(window, &error);
  else
    /* After keys and drawing: when others write without end, the window still answers. */
    window->source = g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, descriptor, G_IO_IN, readable,
                                        window, NULL);
  return GTK_WIDGET(window);
}

static void expenses_window_dispose(GObject *object) {
  ExpensesWindow *window = EXPENSES_WINDOW(object);
  g_clear_handle_id(&window->source, g_source_remove); /* before its descriptor closes */
  if (window->list != NULL) {
    gtk_list_view_set_model(GTK_LIST_VIEW(window->list_view), NULL);
    g_signal_handlers_disconnect_by_data(window->list, window);
    expense_list_close(window->list);
  }
  g_clear_object(&window->selection);
  g_clear_object(&window->list);
  G_OBJECT_CLASS(expenses_window_parent_class)->dispose(object);
  if (window->store != NULL) iex_store_close(window->store);
  window->store = NULL;
}

static void expenses_window_class_init(ExpensesWindowClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = expenses_window_dispose;
  g_type_ensure(EXPENSES_TYPE_CLAMP);
  g_type_ensure(MONTH_TYPE_CHART);
  gtk_widget_class_set_template_from_resource(widget, "/org/iexpense/Expenses/ui/window.ui");
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, overlay);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, content);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, totals);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, undo_button);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, redo_button);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, stack);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, chart);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, filter);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, results);
  gtk_widget_class_bind_template_child(widget, ExpensesWindow, list_view);
  gtk_widget_class_bind_template_callback(widget, window_show_filtered);
  gtk_widget_class_bind_template_callback(widget, stop_search);
  gtk_widget_class_bind_template_callback(widget, activated);
  /* Behind the fields: where one has the focus, Ctrl+Z is its own as long as it can undo. */
  gtk_widget_class_add_binding_action(widget, GDK_KEY_n, GDK_CONTROL_MASK, "win.add", NULL);
  gtk_widget_class_add_binding_action(widget, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo", NULL);
  gtk_widget_class_add_binding_action(widget, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                      "win.redo", NULL);
  gtk_widget_class_add_binding_action(widget, GDK_KEY_f, GDK_CONTROL_MASK, "win.filter", NULL);
}

static void expenses_window_init(ExpensesWindow *window) {
  g_type_ensure(EXPENSES_TYPE_CLAMP);
  gtk_widget_init_template(GTK_WIDGET(window));
  window->toast = expenses_toast_new();
  gtk_overlay_add_overlay(GTK_OVERLAY(window->overlay), GTK_WIDGET(window->toast));
  window_add_actions(window);
  g_signal_connect_object(gtk_settings_get_default(),
                          "notify::gtk-application-prefer-dark-theme", G_CALLBACK(style_changed),
                          window, G_CONNECT_SWAPPED);
  style_changed(window);
}

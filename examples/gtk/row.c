#include "row.h"

#include "editor.h"
#include "money.h"

struct _ExpenseRow {
  GtkWidget parent;
  GtkListItem *slot; /* what of the list view it is in */
  ExpenseList *list;
  iex_store *store;
  ExpenseItem *item;
  int64_t edited; /* the expense that the editor is of, while there is one */
  GtkWidget *clamp, *card, *section, *title, *section_total, *expense, *badge, *name, *detail, *amount,
      *currency, *editor;
};

G_DEFINE_TYPE(ExpenseRow, expense_row, GTK_TYPE_WIDGET)

#define BADGES 6

/* Writes a date as people do: "14 March", with the year when it is not this one. */
static char *date_text(int32_t date) {
  g_autoptr(GDateTime) day =
      g_date_time_new_local(date / 10000, date / 100 % 100, date % 100, 0, 0, 0);
  gboolean this_year = date / 10000 == iex_date_today() / 10000;
  if (day == NULL) return g_strdup("");
  return g_date_time_format(day, this_year ? "%-d %B" : "%-d %B %Y");
}

static void show_section(ExpenseRow *row, const iex_section *section) {
  g_autofree char *title = NULL, *totals = money_totals(section->totals, section->total_count, SIZE_MAX);
  if (section->date != 0) {
    g_autoptr(GDateTime) month =
        g_date_time_new_local(section->date / 10000, section->date / 100 % 100, 1, 0, 0, 0);
    title = g_date_time_format(month, "%OB %Y");
  }
  gtk_label_set_text(GTK_LABEL(row->title), title != NULL ? title : section->title);
  gtk_label_set_text(GTK_LABEL(row->section_total), totals);
  gtk_widget_set_tooltip_text(row->section_total, section->total_count > 1 ? totals : NULL);
}

static void show_expense(ExpenseRow *row, const ExpenseItem *item) {
  g_autofree char *date = date_text(item->date);
  g_autofree char *detail = g_strdup_printf("%s  ·  %s", item->type, date);
  g_autofree char *amount = money_text(item->amount_minor, item->digits);
  g_autofree char *initial = g_utf8_substring(item->type, 0, item->type[0] != '\0');
  g_autofree char *badge = g_utf8_strup(initial, -1);
  g_autofree char *colour = g_strdup_printf("badge-%u", (g_str_hash(item->type) >> 8) % BADGES);
  gtk_label_set_text(GTK_LABEL(row->badge), badge);
  gtk_widget_set_css_classes(row->badge, (const char *[]){"badge", colour, NULL});
  gtk_label_set_text(GTK_LABEL(row->name), item->name);
  gtk_label_set_text(GTK_LABEL(row->detail), detail);
  gtk_label_set_text(GTK_LABEL(row->amount), amount);
  gtk_label_set_text(GTK_LABEL(row->currency), item->currency);
  gtk_widget_set_css_classes(
      row->amount, (const char *[]){"amount", "numeric",
                                    money_size(item->amount_minor, item->digits), NULL});
}

static void set_class(GtkWidget *widget, const char *name, gboolean on) {
  if (on)
    gtk_widget_add_css_class(widget, name);
  else
    gtk_widget_remove_css_class(widget, name);
}

/* Shows the row's item as it is now, and where in its section it stands. */
static void show(ExpenseRow *row) {
  if (row->item == NULL) return;
  guint position = gtk_list_item_get_position(row->slot);
  gboolean is_section = row->item->id == 0;
  gtk_widget_set_visible(row->section, is_section);
  gtk_widget_set_visible(row->expense, !is_section && row->editor == NULL);
  if (is_section) {
    const iex_section *section = expense_list_section(row->list, position);
    if (section != NULL) show_section(row, section);
  } else {
    gboolean end = position + 1 == g_list_model_get_n_items(G_LIST_MODEL(row->list));
    set_class(row->card, "first",
              position > 0 && expense_list_section(row->list, position - 1) != NULL);
    set_class(row->card, "last", end || expense_list_section(row->list, position + 1) != NULL);
    set_class(row->card, "end", end); /* so that the toast never hides it */
    show_expense(row, row->item);
  }
  set_class(row->card, "card-row", !is_section);
  /* What a screen reader says of the row. */
  g_autofree char *spoken =
      is_section ? g_strdup_printf("%s, %s", gtk_label_get_text(GTK_LABEL(row->title)),
                                   gtk_label_get_text(GTK_LABEL(row->section_total)))
                 : g_strdup_printf("%s, %s, %s %s", row->item->name,
                                   gtk_label_get_text(GTK_LABEL(row->detail)),
                                   gtk_label_get_text(GTK_LABEL(row->amount)), row->item->currency);
  gtk_accessible_update_property(GTK_ACCESSIBLE(gtk_widget_get_parent(GTK_WIDGET(row))),
                                 GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void stop_editing(ExpenseRow *row) {
  if (row->editor == NULL) return;
  GtkWidget *editor = row->editor;
  row->editor = NULL;
  gtk_box_remove(GTK_BOX(gtk_widget_get_parent(editor)), editor);
  set_class(row->card, "editing", FALSE);
  show(row);
}

static void edited(ExpenseRow *row) {
  stop_editing(row);
  gtk_widget_grab_focus(gtk_widget_get_parent(GTK_WIDGET(row)));
}

void expense_row_edit(ExpenseRow *row) {
  if (row->item == NULL || row->item->id == 0 || row->editor != NULL) return;
  row->editor = expense_editor_new(row->store, row->item->id);
  if (row->editor == NULL) return;
  row->edited = row->item->id;
  g_signal_connect_swapped(row->editor, "done", G_CALLBACK(edited), row);
  gtk_box_append(GTK_BOX(gtk_widget_get_parent(row->expense)), row->editor);
  set_class(row->card, "editing", TRUE);
  show(row);
  gtk_widget_grab_focus(row->editor);
}

guint expense_row_position(ExpenseRow *row) {
  return row->item != NULL ? gtk_list_item_get_position(row->slot) : GTK_INVALID_LIST_POSITION;
}

static void edit_action(GtkWidget *widget, const char *name, GVariant *parameter) {
  (void)name, (void)parameter;
  expense_row_edit(EXPENSE_ROW(widget));
}

static void delete_action(GtkWidget *widget, const char *name, GVariant *parameter) {
  (void)name, (void)parameter;
  gtk_widget_activate_action(widget, "win.delete-at", "u",
                             expense_row_position(EXPENSE_ROW(widget)));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *slot, gpointer data) {
  ExpenseRow *row = EXPENSE_ROW(gtk_list_item_get_child(slot));
  (void)factory, (void)data;
  row->item = g_object_ref(gtk_list_item_get_item(slot));
  /* GTK unbinds and binds a row that has only moved: what is edited in it stays. */
  if (row->edited != row->item->id) stop_editing(row);
  /* Sections may be selected too, though that does nothing: what can't be, keys do not get past. */
  gtk_list_item_set_activatable(slot, row->item->id != 0);
  g_signal_connect_object(row->item, "changed", G_CALLBACK(show), row, G_CONNECT_SWAPPED);
  g_signal_connect_object(row->list, "settled", G_CALLBACK(show), row, G_CONNECT_SWAPPED);
  show(row);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *slot, gpointer data) {
  ExpenseRow *row = EXPENSE_ROW(gtk_list_item_get_child(slot));
  (void)factory, (void)data;
  g_signal_handlers_disconnect_by_data(row->item, row);
  g_signal_handlers_disconnect_by_data(row->list, row);
  g_clear_object(&row->item);
}

typedef struct Source {
  ExpenseList *list;
  iex_store *store;
} Source;

static void setup(GtkSignalListItemFactory *factory, GtkListItem *slot, gpointer data) {
  ExpenseRow *row = g_object_new(EXPENSE_TYPE_ROW, NULL);
  const Source *source = data;
  (void)factory;
  row->slot = slot;
  row->list = source->list;
  row->store = source->store;
  gtk_list_item_set_child(slot, GTK_WIDGET(row));
}

static void free_source(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

GtkListItemFactory *expense_row_factory(ExpenseList *list, iex_store *store) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  Source *source = g_new(Source, 1);
  *source = (Source){list, store};
  g_signal_connect_data(factory, "setup", G_CALLBACK(setup), source, free_source, 0);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
  return factory;
}

static void expense_row_dispose(GObject *object) {
  ExpenseRow *row = EXPENSE_ROW(object);
  g_clear_object(&row->item);
  g_clear_pointer(&row->clamp, gtk_widget_unparent);
  G_OBJECT_CLASS(expense_row_parent_class)->dispose(object);
}

static void expense_row_class_init(ExpenseRowClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = expense_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(widget, "/org/iexpense/Expenses/ui/row.ui");
  gtk_widget_class_bind_template_child(widget, ExpenseRow, clamp);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, card);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, section);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, title);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, section_total);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, expense);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, badge);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, name);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, detail);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, amount);
  gtk_widget_class_bind_template_child(widget, ExpenseRow, currency);
  gtk_widget_class_install_action(widget, "row.edit", NULL, edit_action);
  gtk_widget_class_install_action(widget, "row.delete", NULL, delete_action);
}

static void expense_row_init(ExpenseRow *row) {
  gtk_widget_init_template(GTK_WIDGET(row));
}

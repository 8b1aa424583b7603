#include "editor.h"

#include <string.h>

#include "form_field.h"
#include "money.h"

struct _ExpenseEditor {
  GtkWidget parent;
  GtkWidget *box;
  FormField *name, *type, *amount, *date;
};

G_DEFINE_TYPE(ExpenseEditor, expense_editor, GTK_TYPE_WIDGET)

/* Puts one mark in the place of another, the first time that it occurs. */
static void replace_mark(char *text, char mark, char other) {
  char *place = strchr(text, mark);
  if (place != NULL) *place = other;
}

/* An amount as it is typed: without its currency, with the decimal mark of the host. */
static iex_status amount_to_text(void *store, const iex_value *value, iex_value *mapped,
                                 iex_error *error) {
  static char text[IEX_AMOUNT_TEXT]; /* only the main thread comes here */
  if (iex_store_amount_text(store, value->integer, value->currency, text, error))
    return error->status;
  text[strcspn(text, " ")] = '\0';
  replace_mark(text, '.', money_decimal_mark()[0]);
  *mapped = IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = text);
  return IEX_OK;
}

/* And back, in the currency that the expense has, unless another is typed. */
static iex_status amount_from_text(void *store, const iex_value *value, iex_value *mapped,
                                   iex_error *error) {
  static iex_money money;
  g_autofree char *text = g_strstrip(g_strdup(value->text));
  replace_mark(text, money_decimal_mark()[0], '.');
  if (iex_store_parse_amount(store, text, mapped->currency, &money, error)) return error->status;
  *mapped = IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = money.amount_minor,
                      .currency = money.currency);
  return IEX_OK;
}

static iex_status date_to_text(void *store, const iex_value *value, iex_value *mapped,
                               iex_error *error) {
  static char text[IEX_DATE_TEXT];
  (void)store, (void)error;
  *mapped = IEX_VALUE(.kind = IEX_VALUE_TEXT,
                      .text = iex_date_text((int32_t)value->integer, text));
  return IEX_OK;
}

static iex_status date_from_text(void *store, const iex_value *value, iex_value *mapped,
                                 iex_error *error) {
  int32_t date;
  (void)store;
  if (iex_date_parse(value->text, &date, error)) return error->status;
  *mapped = IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = date);
  return IEX_OK;
}

/* Opens a binding to a field as a text, mapped when it is none; NULL when the expense is gone. */
static iex_binding *bind_text(iex_store *store, int64_t id, int32_t field, iex_map_callback to,
                              iex_map_callback from) {
  iex_binding *stored, *text;
  if (iex_store_binding(store, id, field, &stored, NULL)) return NULL;
  if (to == NULL) return stored;
  iex_binding_map(stored, to, from, store, NULL, &text, NULL);
  iex_binding_close(stored);
  return text;
}

static void fill_types(ExpenseEditor *editor, iex_store *store, int64_t id) {
  iex_draft *draft;
  size_t count;
  if (iex_draft_open(store, id, NULL, &draft, NULL)) return;
  const char *const *types = iex_draft_choices(draft, IEX_FIELD_TYPE, &count, NULL);
  form_field_set_choices(editor->type, types, count);
  iex_draft_close(draft);
}

GtkWidget *expense_editor_new(iex_store *store, int64_t id) {
  iex_binding *name = bind_text(store, id, IEX_FIELD_NAME, NULL, NULL);
  if (name == NULL) return NULL;
  ExpenseEditor *editor = g_object_new(EXPENSE_TYPE_EDITOR, NULL);
  fill_types(editor, store, id);
  form_field_bind(editor->name, name, FALSE);
  form_field_bind(editor->type, bind_text(store, id, IEX_FIELD_TYPE, NULL, NULL), FALSE);
  form_field_bind(editor->amount,
                  bind_text(store, id, IEX_FIELD_AMOUNT, amount_to_text, amount_from_text), FALSE);
  form_field_bind(editor->date,
                  bind_text(store, id, IEX_FIELD_DATE, date_to_text, date_from_text), FALSE);
  return GTK_WIDGET(editor);
}

/* Writes what is left to write; the focus goes to the first field that is wrong. */
static void finish(ExpenseEditor *editor) {
  FormField *const fields[] = {editor->name, editor->amount, editor->type, editor->date};
  FormField *wrong = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
    if (!form_field_commit(fields[i]) && wrong == NULL) wrong = fields[i];
  if (wrong != NULL)
    gtk_widget_grab_focus(GTK_WIDGET(wrong));
  else
    g_signal_emit_by_name(editor, "done");
}

/* Escape: what was typed last is not written. */
static gboolean cancel(GtkWidget *widget, GVariant *arguments, gpointer data) {
  ExpenseEditor *editor = EXPENSE_EDITOR(widget);
  (void)arguments, (void)data;
  form_field_bind(editor->name, NULL, FALSE);
  form_field_bind(editor->type, NULL, FALSE);
  form_field_bind(editor->amount, NULL, FALSE);
  form_field_bind(editor->date, NULL, FALSE);
  g_signal_emit_by_name(editor, "done");
  return TRUE;
}

/* What is a key of the list is none in its fields: Delete must not remove the row. */
static gboolean take(GtkWidget *widget, GVariant *arguments, gpointer data) {
  (void)widget, (void)arguments, (void)data;
  return TRUE;
}

static gboolean grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(EXPENSE_EDITOR(widget)->name));
}

static void expense_editor_dispose(GObject *object) {
  g_clear_pointer(&EXPENSE_EDITOR(object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS(expense_editor_parent_class)->dispose(object);
}

static void expense_editor_class_init(ExpenseEditorClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = expense_editor_dispose;
  widget->grab_focus = grab_focus;
  g_type_ensure(FORM_TYPE_FIELD);
  g_signal_new("done", EXPENSE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
               0);
  gtk_widget_class_set_layout_manager_type(widget, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_FORM);
  gtk_widget_class_set_template_from_resource(widget, "/org/iexpense/Expenses/ui/editor.ui");
  gtk_widget_class_bind_template_child(widget, ExpenseEditor, box);
  gtk_widget_class_bind_template_child(widget, ExpenseEditor, name);
  gtk_widget_class_bind_template_child(widget, ExpenseEditor, type);
  gtk_widget_class_bind_template_child(widget, ExpenseEditor, amount);
  gtk_widget_class_bind_template_child(widget, ExpenseEditor, date);
  gtk_widget_class_bind_template_callback(widget, finish);
  gtk_widget_class_add_binding(widget, GDK_KEY_Escape, 0, cancel, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_Delete, 0, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_KP_Delete, 0, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_a, GDK_CONTROL_MASK, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_c, GDK_CONTROL_MASK, take, NULL);
}

static void expense_editor_init(ExpenseEditor *editor) {
  gtk_widget_init_template(GTK_WIDGET(editor));
}

#include "sheet.h"

#include "form_field.h"

/* In the order in which the focus goes through them. */
enum { NAME, TYPE, AMOUNT, DATE, FIELDS };
static const int32_t field_numbers[FIELDS] = {IEX_FIELD_NAME, IEX_FIELD_TYPE, IEX_FIELD_AMOUNT,
                                              IEX_FIELD_DATE};

struct _AddSheet {
  GtkWidget parent;
  iex_store *store;
  iex_binding *presented; /* the state that the sheet is shown by */
  iex_sheet *sheet;
  iex_draft *draft;
  GtkWidget *below, *scrim, *question, *keep_button;
  GtkWidget *focus_before; /* what had the focus below; NULL: nothing, or it is gone */
  FormField *name, *type, *amount, *date;
  FormField *fields[FIELDS];
  gboolean touched[FIELDS]; /* what is wrong with the others is not told yet */
};

G_DEFINE_TYPE(AddSheet, add_sheet, GTK_TYPE_WIDGET)

/* Shows at each field that was touched what is wrong with it; gives the first one, or NULL. */
static FormField *show_problems(AddSheet *sheet) {
  size_t count;
  const iex_problem *problems = iex_draft_problems(sheet->draft, &count, NULL);
  FormField *first = NULL;
  for (int i = 0; i < FIELDS; i++) {
    const char *message = NULL;
    for (size_t k = 0; k < count; k++) {
      const iex_problem *problem = IEX_AT(iex_problem, problems, k);
      if (problem->field == field_numbers[i]) message = problem->message;
    }
    form_field_set_problem(sheet->fields[i], sheet->touched[i] ? message : NULL);
    if (message != NULL && first == NULL) first = sheet->fields[i];
  }
  return first;
}

static int index_of(AddSheet *sheet, FormField *field) {
  int index = 0;
  while (index < FIELDS - 1 && sheet->fields[index] != field) index++;
  return index;
}

static void edited(AddSheet *sheet) {
  gtk_widget_set_visible(sheet->question, FALSE);
  if (sheet->draft != NULL) show_problems(sheet);
}

static void left(AddSheet *sheet, FormField *field) {
  if (sheet->draft == NULL || form_field_is_empty(field)) return;
  sheet->touched[index_of(sheet, field)] = TRUE;
  show_problems(sheet);
}

/* Forgets the draft of a sheet that was dismissed. */
static void dismissed(void *context) {
  AddSheet *sheet = ADD_SHEET(context);
  for (int i = 0; i < FIELDS; i++) form_field_bind(sheet->fields[i], NULL, TRUE);
  iex_sheet_close(sheet->sheet);
  iex_draft_close(sheet->draft);
  sheet->sheet = NULL;
  sheet->draft = NULL;
}

/* Gives the focus back to what had it before the sheet came, if that can still have it. */
static void give_focus_back(AddSheet *sheet) {
  GtkWidget *before = sheet->focus_before;
  g_clear_weak_pointer(&sheet->focus_before);
  if (before == NULL || !gtk_widget_get_mapped(before) || !gtk_widget_grab_focus(before))
    gtk_widget_child_focus(sheet->below, GTK_DIR_TAB_FORWARD);
}

/* The state has changed: shows the sheet and keeps the focus in it, or gives back what is below. */
static void presented(void *context, const iex_value *value) {
  AddSheet *sheet = ADD_SHEET(context);
  gboolean shown = value != NULL && value->integer != 0;
  if (shown) {
    GtkRoot *window = gtk_widget_get_root(GTK_WIDGET(sheet));
    g_set_weak_pointer(&sheet->focus_before, gtk_root_get_focus(window));
    gtk_widget_set_visible(GTK_WIDGET(sheet), TRUE);
  }
  gtk_widget_set_can_focus(sheet->below, !shown);
  gtk_widget_set_can_target(sheet->below, !shown);
  if (shown) {
    gtk_widget_grab_focus(GTK_WIDGET(sheet->name));
  } else {
    /* First the focus goes: GTK 4.8 keeps for ever what is hidden around it, twice. */
    give_focus_back(sheet);
    gtk_widget_set_visible(GTK_WIDGET(sheet), FALSE);
  }
  gtk_widget_set_visible(sheet->question, FALSE);
}

static void bind_fields(AddSheet *sheet) {
  size_t count;
  const char *const *types = iex_draft_choices(sheet->draft, IEX_FIELD_TYPE, &count, NULL);
  form_field_set_choices(sheet->type, types, count);
  for (int i = 0; i < FIELDS; i++) {
    iex_binding *binding;
    iex_draft_binding(sheet->draft, field_numbers[i], &binding, NULL);
    form_field_bind(sheet->fields[i], binding, TRUE);
    sheet->touched[i] = FALSE;
  }
  show_problems(sheet);
}

void add_sheet_present(AddSheet *sheet) {
  iex_error error;
  if (sheet->sheet != NULL) return;
  if (iex_draft_open(sheet->store, 0, NULL, &sheet->draft, &error) ||
      iex_sheet_open(sheet->presented, sheet->draft, dismissed, sheet, NULL, &sheet->sheet,
                     &error)) {
    g_printerr("%s\n", error.message);
    return;
  }
  bind_fields(sheet);
  iex_sheet_present(sheet->sheet, NULL, NULL);
}

/* Where something was typed that would be lost, asks first. */
static void cancel(AddSheet *sheet) {
  if (iex_sheet_dismiss(sheet->sheet, 0, NULL) != IEX_ERROR_UNSAVED) return;
  gtk_widget_set_visible(sheet->question, TRUE);
  gtk_widget_grab_focus(sheet->keep_button);
}

static void keep(AddSheet *sheet) {
  gtk_widget_grab_focus(GTK_WIDGET(sheet->name));
  gtk_widget_set_visible(sheet->question, FALSE);
}

static void discard(AddSheet *sheet) {
  iex_sheet_dismiss(sheet->sheet, IEX_DISMISS_DISCARD, NULL);
}

/* Stores the draft; what keeps it from that is shown at its field. */
static void save(AddSheet *sheet) {
  iex_error error;
  int64_t id;
  for (int i = 0; i < FIELDS; i++) sheet->touched[i] = TRUE;
  FormField *wrong = show_problems(sheet);
  if (wrong == NULL && iex_draft_save(sheet->draft, &id, &error)) {
    wrong = sheet->name;
    form_field_set_problem(wrong, error.message);
  }
  if (wrong != NULL) {
    gtk_widget_grab_focus(GTK_WIDGET(wrong));
    return;
  }
  iex_sheet_dismiss(sheet->sheet, 0, NULL);
  g_signal_emit_by_name(sheet, "added", (gint64)id);
}

static gboolean escape(GtkWidget *widget, GVariant *arguments, gpointer data) {
  (void)arguments, (void)data;
  cancel(ADD_SHEET(widget));
  return TRUE;
}

/* The window's own keys rest while the sheet is there. */
static gboolean take(GtkWidget *widget, GVariant *arguments, gpointer data) {
  (void)widget, (void)arguments, (void)data;
  return TRUE;
}

AddSheet *add_sheet_new(iex_store *store, GtkWidget *below) {
  AddSheet *sheet = g_object_new(ADD_TYPE_SHEET, "visible", FALSE, NULL);
  sheet->store = store;
  sheet->below = below;
  iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &sheet->presented, NULL);
  iex_binding_subscribe(sheet->presented, presented, sheet, NULL, NULL, NULL);
  return sheet;
}

static void add_sheet_dispose(GObject *object) {
  AddSheet *sheet = ADD_SHEET(object);
  if (sheet->sheet != NULL) dismissed(sheet);
  if (sheet->presented != NULL) iex_binding_close(sheet->presented);
  sheet->presented = NULL;
  g_clear_weak_pointer(&sheet->focus_before);
  g_clear_pointer(&sheet->scrim, gtk_widget_unparent);
  G_OBJECT_CLASS(add_sheet_parent_class)->dispose(object);
}

static void add_sheet_class_init(AddSheetClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = add_sheet_dispose;
  g_type_ensure(FORM_TYPE_FIELD);
  g_signal_new("added", ADD_TYPE_SHEET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
               G_TYPE_INT64);
  gtk_widget_class_set_layout_manager_type(widget, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource(widget, "/org/iexpense/Expenses/ui/sheet.ui");
  gtk_widget_class_bind_template_child(widget, AddSheet, scrim);
  gtk_widget_class_bind_template_child(widget, AddSheet, question);
  gtk_widget_class_bind_template_child(widget, AddSheet, keep_button);
  gtk_widget_class_bind_template_child(widget, AddSheet, name);
  gtk_widget_class_bind_template_child(widget, AddSheet, type);
  gtk_widget_class_bind_template_child(widget, AddSheet, amount);
  gtk_widget_class_bind_template_child(widget, AddSheet, date);
  gtk_widget_class_bind_template_callback(widget, edited);
  gtk_widget_class_bind_template_callback(widget, left);
  gtk_widget_class_bind_template_callback(widget, save);
  gtk_widget_class_bind_template_callback(widget, cancel);
  gtk_widget_class_bind_template_callback(widget, keep);
  gtk_widget_class_bind_template_callback(widget, discard);
  gtk_widget_class_add_binding(widget, GDK_KEY_Escape, 0, escape, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_n, GDK_CONTROL_MASK, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_f, GDK_CONTROL_MASK, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_z, GDK_CONTROL_MASK, take, NULL);
  gtk_widget_class_add_binding(widget, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, take, NULL);
}

static void add_sheet_init(AddSheet *sheet) {
  gtk_widget_init_template(GTK_WIDGET(sheet));
  sheet->fields[NAME] = sheet->name;
  sheet->fields[TYPE] = sheet->type;
  sheet->fields[AMOUNT] = sheet->amount;
  sheet->fields[DATE] = sheet->date;
}

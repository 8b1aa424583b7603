#include "form_field.h"

struct _FormField {
  GtkBox parent;
  char *title;
  gboolean picker, live, showing;
  GtkWidget *frame, *control, *problem;
  iex_binding *binding;
};

G_DEFINE_TYPE(FormField, form_field, GTK_TYPE_BOX)

enum { PROPERTY_TITLE = 1, PROPERTY_PICKER };
enum { EDITED, LEFT, ACTIVATE, SIGNALS };
static guint signals[SIGNALS];

/* The text in the field. */
static const char *typed(FormField *field) {
  if (!field->picker) return gtk_editable_get_text(GTK_EDITABLE(field->control));
  gpointer choice = gtk_drop_down_get_selected_item(GTK_DROP_DOWN(field->control));
  return choice != NULL ? gtk_string_object_get_string(choice) : "";
}

static void select_choice(FormField *field, const char *text) {
  GListModel *choices = gtk_drop_down_get_model(GTK_DROP_DOWN(field->control));
  guint count = g_list_model_get_n_items(choices), place = 0;
  while (place < count &&
         g_strcmp0(gtk_string_list_get_string(GTK_STRING_LIST(choices), place), text) != 0)
    place++;
  if (place == count) gtk_string_list_append(GTK_STRING_LIST(choices), text);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(field->control), place);
}

static void show_text(FormField *field, const char *text) {
  if (g_strcmp0(typed(field), text) == 0) return;
  field->showing = TRUE;
  if (field->picker)
    select_choice(field, text);
  else
    gtk_editable_set_text(GTK_EDITABLE(field->control), text);
  field->showing = FALSE;
}

/* Told of a new value, whoever has set it. */
static void changed(void *context, const iex_value *value) {
  FormField *field = FORM_FIELD(context);
  if (value != NULL) {
    show_text(field, value->text);
    if (!field->live) form_field_set_problem(field, NULL);
  } else {
    form_field_set_problem(field, "This expense was deleted");
  }
}

void form_field_bind(FormField *field, iex_binding *binding, gboolean live) {
  iex_error error;
  iex_value value = IEX_VALUE(0);
  if (field->binding != NULL) iex_binding_close(field->binding);
  field->binding = binding;
  field->live = live;
  form_field_set_problem(field, NULL);
  if (binding == NULL) return;
  if (iex_binding_get(binding, &value, &error) ||
      iex_binding_subscribe(binding, changed, field, NULL, NULL, &error))
    form_field_set_problem(field, error.message);
  else
    show_text(field, value.text);
}

void form_field_set_choices(FormField *field, const char *const *choices, size_t count) {
  g_autoptr(GtkStringList) list = gtk_string_list_new(NULL);
  for (size_t i = 0; i < count; i++) gtk_string_list_append(list, choices[i]);
  field->showing = TRUE;
  gtk_drop_down_set_model(GTK_DROP_DOWN(field->control), G_LIST_MODEL(list));
  field->showing = FALSE;
}

gboolean form_field_commit(FormField *field) {
  iex_error error;
  if (field->binding == NULL) return TRUE;
  g_autofree char *text = g_strdup(typed(field)); /* telling it may change the field */
  iex_value value = IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = text);
  if (iex_binding_set(field->binding, &value, &error)) {
    form_field_set_problem(field, error.message);
    return FALSE;
  }
  if (!field->live) form_field_set_problem(field, NULL);
  g_signal_emit(field, signals[EDITED], 0);
  return TRUE;
}

void form_field_set_problem(FormField *field, const char *message) {
  GtkAccessible *control = GTK_ACCESSIBLE(field->control);
  gboolean wrong = message != NULL;
  gtk_label_set_text(GTK_LABEL(field->problem), wrong ? message : "");
  gtk_widget_set_visible(field->problem, wrong);
  if (wrong)
    gtk_widget_add_css_class(field->frame, "wrong");
  else
    gtk_widget_remove_css_class(field->frame, "wrong");
  gtk_accessible_update_state(control, GTK_ACCESSIBLE_STATE_INVALID,
                              wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                              -1);
  gtk_accessible_update_property(control, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 wrong ? message : "", -1);
}

gboolean form_field_is_empty(FormField *field) {
  return typed(field)[0] == '\0';
}

static void typing(FormField *field) {
  if (!field->showing && (field->live || field->picker)) form_field_commit(field);
}

static void left(FormField *field) {
  if (!field->live && field->binding != NULL) form_field_commit(field);
  g_signal_emit(field, signals[LEFT], 0);
}

static void activated(FormField *field) {
  g_signal_emit(field, signals[ACTIVATE], 0);
}

static gboolean grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(FORM_FIELD(widget)->control);
}

/* A click anywhere in the frame goes to what is in it. */
static void pressed(FormField *field) {
  gtk_widget_grab_focus(field->control);
}

static void form_field_constructed(GObject *object) {
  FormField *field = FORM_FIELD(object);
  GtkWidget *title = gtk_label_new(field->title);
  GtkGesture *click = gtk_gesture_click_new();
  GtkEventController *focus = gtk_event_controller_focus_new();
  G_OBJECT_CLASS(form_field_parent_class)->constructed(object);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(field), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class(GTK_WIDGET(field), "field");
  field->frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(field->frame, "field-frame");
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_widget_add_css_class(title, "field-title");
  if (field->picker) {
    field->control = gtk_drop_down_new_from_strings((const char *[]){NULL});
    g_signal_connect_swapped(field->control, "notify::selected", G_CALLBACK(typing), field);
  } else {
    field->control = gtk_entry_new();
    g_signal_connect_swapped(field->control, "changed", G_CALLBACK(typing), field);
    g_signal_connect_swapped(field->control, "activate", G_CALLBACK(activated), field);
  }
  /* Of a picker, the button in it has the focus. */
  GtkWidget *named = field->picker ? gtk_widget_get_first_child(field->control) : field->control;
  gtk_accessible_update_property(GTK_ACCESSIBLE(named), GTK_ACCESSIBLE_PROPERTY_LABEL, field->title,
                                 -1);
  g_signal_connect_swapped(focus, "leave", G_CALLBACK(left), field);
  gtk_widget_add_controller(field->control, focus);
  g_signal_connect_swapped(click, "pressed", G_CALLBACK(pressed), field);
  gtk_widget_add_controller(field->frame, GTK_EVENT_CONTROLLER(click));
  field->problem = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(field->problem), 0);
  gtk_label_set_wrap(GTK_LABEL(field->problem), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(field->problem), 24); /* it never widens its column */
  gtk_widget_add_css_class(field->problem, "problem");
  gtk_widget_set_visible(field->problem, FALSE);
  gtk_box_append(GTK_BOX(field->frame), title);
  gtk_box_append(GTK_BOX(field->frame), field->control);
  gtk_box_append(GTK_BOX(field), field->frame);
  gtk_box_append(GTK_BOX(field), field->problem);
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
  FormField *field = FORM_FIELD(object);
  (void)spec;
  if (property == PROPERTY_TITLE) field->title = g_value_dup_string(value);
  if (property == PROPERTY_PICKER) field->picker = g_value_get_boolean(value);
}

static void form_field_dispose(GObject *object) {
  FormField *field = FORM_FIELD(object);
  if (field->binding != NULL) iex_binding_close(field->binding);
  field->binding = NULL;
  G_OBJECT_CLASS(form_field_parent_class)->dispose(object);
}

static void form_field_finalize(GObject *object) {
  g_free(FORM_FIELD(object)->title);
  G_OBJECT_CLASS(form_field_parent_class)->finalize(object);
}

static void form_field_class_init(FormFieldClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  const GParamFlags once =
      G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
  static const char *const names[] = {"edited", "left", "activate"};
  object->constructed = form_field_constructed;
  object->set_property = set_property;
  object->dispose = form_field_dispose;
  object->finalize = form_field_finalize;
  GTK_WIDGET_CLASS(class)->grab_focus = grab_focus;
  g_object_class_install_property(object, PROPERTY_TITLE,
                                  g_param_spec_string("title", NULL, NULL, "", once));
  g_object_class_install_property(object, PROPERTY_PICKER,
                                  g_param_spec_boolean("picker", NULL, NULL, FALSE, once));
  for (int i = 0; i < SIGNALS; i++)
    signals[i] = g_signal_new(names[i], FORM_TYPE_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 0);
}

static void form_field_init(FormField *field) {
  (void)field;
}

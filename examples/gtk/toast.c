#include "toast.h"

#define SECONDS 6

struct _ExpensesToast {
  GtkWidget parent;
  GtkWidget *revealer, *label, *button;
  guint timeout;
};

G_DEFINE_TYPE(ExpensesToast, expenses_toast, GTK_TYPE_WIDGET)

static void hide(ExpensesToast *toast) {
  g_clear_handle_id(&toast->timeout, g_source_remove);
  gtk_revealer_set_reveal_child(GTK_REVEALER(toast->revealer), FALSE);
}

static gboolean timed_out(gpointer toast) {
  EXPENSES_TOAST(toast)->timeout = 0;
  hide(EXPENSES_TOAST(toast));
  return G_SOURCE_REMOVE;
}

void expenses_toast_show(ExpensesToast *toast, const char *text, const char *button,
                         const char *action) {
  gtk_label_set_text(GTK_LABEL(toast->label), text);
  gtk_widget_set_visible(toast->button, action != NULL);
  if (action != NULL) {
    gtk_button_set_label(GTK_BUTTON(toast->button), button);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(toast->button), action);
  }
  gtk_revealer_set_reveal_child(GTK_REVEALER(toast->revealer), TRUE);
  g_clear_handle_id(&toast->timeout, g_source_remove);
  toast->timeout = g_timeout_add_seconds(SECONDS, timed_out, toast);
}

static void expenses_toast_dispose(GObject *object) {
  ExpensesToast *toast = EXPENSES_TOAST(object);
  g_clear_handle_id(&toast->timeout, g_source_remove);
  g_clear_pointer(&toast->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS(expenses_toast_parent_class)->dispose(object);
}

static void expenses_toast_class_init(ExpensesToastClass *class) {
  G_OBJECT_CLASS(class)->dispose = expenses_toast_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_STATUS);
}

static void expenses_toast_init(ExpensesToast *toast) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *close = gtk_button_new_from_icon_name("window-close-symbolic");
  toast->label = gtk_label_new(NULL);
  gtk_label_set_ellipsize(GTK_LABEL(toast->label), PANGO_ELLIPSIZE_END);
  toast->button = gtk_button_new();
  g_signal_connect_swapped(toast->button, "clicked", G_CALLBACK(hide), toast);
  g_signal_connect_swapped(close, "clicked", G_CALLBACK(hide), toast);
  gtk_widget_add_css_class(close, "flat");
  gtk_widget_add_css_class(close, "circular");
  gtk_widget_set_tooltip_text(close, "Close");
  gtk_widget_add_css_class(box, "toast");
  gtk_box_append(GTK_BOX(box), toast->label);
  gtk_box_append(GTK_BOX(box), toast->button);
  gtk_box_append(GTK_BOX(box), close);
  toast->revealer = gtk_revealer_new();
  gtk_revealer_set_transition_type(GTK_REVEALER(toast->revealer),
                                   GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP);
  gtk_revealer_set_child(GTK_REVEALER(toast->revealer), box);
  gtk_widget_set_parent(toast->revealer, GTK_WIDGET(toast));
  gtk_widget_set_halign(GTK_WIDGET(toast), GTK_ALIGN_CENTER);
  gtk_widget_set_valign(GTK_WIDGET(toast), GTK_ALIGN_END);
}

ExpensesToast *expenses_toast_new(void) {
  return g_object_new(EXPENSES_TYPE_TOAST, NULL);
}

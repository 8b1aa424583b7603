/* iExpense in a window: GTK 4, plain C, and libiexpense.
 *
 *     expenses [--dark] [--currency EUR] [FILE]      by default a file among the user's data
 *     expenses --preview                             sample data, in memory */
#include <gtk/gtk.h>
#include <locale.h>

#include "journal.h"
#include "sample.h"
#include "window.h"

static struct {
  gboolean preview, dark;
  char *currency;
} option;

static const GOptionEntry entries[] = {
    {"preview", 'p', 0, G_OPTION_ARG_NONE, &option.preview, "Show sample data, in memory", NULL},
    {"dark", 'd', 0, G_OPTION_ARG_NONE, &option.dark, "Begin in the dark style", NULL},
    {"currency", 'c', 0, G_OPTION_ARG_STRING, &option.currency,
     "The currency of a new file; by default that of the locale", "CODE"},
    {0}};

/* The currency of the host's locale; EUR where it has none. */
static const char *host_currency(void) {
  static char code[4];
  iex_money unused;
  g_strlcpy(code, localeconv()->int_curr_symbol, sizeof code);
  return iex_amount_parse("1", code, &unused, NULL) ? "EUR" : code;
}

/* Opens a file, and gives it a currency when it has none. */
static iex_status open_store(const char *path, iex_store **store, iex_error *error) {
  iex_options options = IEX_OPTIONS(.origin = ORIGIN);
  iex_money money;
  if (path == NULL) options.flags = IEX_OPEN_MEMORY;
  if (iex_store_open(path, &options, store, error)) return error->status;
  if (iex_store_default_currency(*store, &money, error)) return error->status;
  if (money.currency[0] != '\0') return IEX_OK;
  iex_store_close(*store);
  options.currency = option.currency != NULL ? option.currency : host_currency();
  return iex_store_open(path, &options, store, error);
}

static void show_store(GApplication *application, const char *path) {
  iex_error error;
  iex_store *store;
  if (open_store(path, &store, &error) || (path == NULL && sample_fill(store, &error))) {
    g_printerr("%s\n", error.message);
    return;
  }
  gtk_window_present(GTK_WINDOW(expenses_window_new(GTK_APPLICATION(application), store)));
}

static void activate(GApplication *application, gpointer data) {
  g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "iexpense", NULL);
  g_autofree char *path = g_build_filename(folder, "spending.db", NULL);
  (void)data;
  if (!option.preview) g_mkdir_with_parents(folder, 0700);
  show_store(application, option.preview ? NULL : path);
}

static void open_files(GApplication *application, GFile **files, gint count, const char *hint,
                       gpointer data) {
  (void)hint, (void)data;
  for (int i = 0; i < count; i++) {
    g_autofree char *path = g_file_get_path(files[i]);
    show_store(application, path);
  }
}

static void quit(GSimpleAction *action, GVariant *parameter, gpointer application) {
  (void)action, (void)parameter;
  for (GList *window = gtk_application_get_windows(application); window != NULL;
       window = gtk_application_get_windows(application))
    gtk_window_destroy(window->data);
}

static const GActionEntry actions[] = {{.name = "quit", .activate = quit}};

static gboolean is_dark(GValue *value, GVariant *variant, gpointer data) {
  (void)data;
  g_value_set_boolean(value, g_strcmp0(g_variant_get_string(variant, NULL), "prefer-dark") == 0);
  return TRUE;
}

/* Follows the desktop's choice of light or dark, where it has one; the menu may choose another. */
static void startup(GApplication *application, gpointer data) {
  GSettingsSchemaSource *source = g_settings_schema_source_get_default();
  const char *desktop = "org.gnome.desktop.interface";
  g_autoptr(GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup(source, desktop, TRUE) : NULL;
  g_autoptr(GtkCssProvider) style = gtk_css_provider_new();
  GtkSettings *settings = gtk_settings_get_default();
  g_autoptr(GPropertyAction) dark =
      g_property_action_new("dark", settings, "gtk-application-prefer-dark-theme");
  (void)data;
  g_action_map_add_action(G_ACTION_MAP(application), G_ACTION(dark));
  g_action_map_add_action_entries(G_ACTION_MAP(application), actions, G_N_ELEMENTS(actions),
                                  application);
  gtk_application_set_accels_for_action(GTK_APPLICATION(application), "app.quit",
                                        (const char *[]){"<Control>q", NULL});
  gtk_css_provider_load_from_resource(style, "/org/iexpense/Expenses/style.css");
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  if (option.dark) {
    g_object_set(settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  } else if (schema != NULL && g_settings_schema_has_key(schema, "color-scheme")) {
    GSettings *interface = g_settings_new(desktop);
    g_settings_bind_with_mapping(interface, "color-scheme", settings,
                                 "gtk-application-prefer-dark-theme", G_SETTINGS_BIND_GET, is_dark,
                                 NULL, NULL, NULL);
    g_object_set_data_full(G_OBJECT(application), "interface", interface, g_object_unref);
  }
}

int main(int argc, char **argv) {
  g_autoptr(GtkApplication) application =
      gtk_application_new("org.iexpense.Expenses", G_APPLICATION_HANDLES_OPEN);
  g_application_add_main_option_entries(G_APPLICATION(application), entries);
  g_signal_connect(application, "startup", G_CALLBACK(startup), NULL);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  g_signal_connect(application, "open", G_CALLBACK(open_files), NULL);
  int status = g_application_run(G_APPLICATION(application), argc, argv);
  g_free(option.currency);
  g_warn_if_fail(iex_handle_count() == 0); /* everything was closed */
  return status;
}

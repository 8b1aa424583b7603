/* Hears of what other programs change, in GLib's main loop, as GTK programs have it.
 *
 *     cc glib.c -o glib $(pkg-config --cflags --libs iexpense glib-2.0) && ./glib spending.db
 *
 * It ends with the first change, such as one that ./add spending.db makes meanwhile. */
#include <glib-unix.h>
#include <iexpense.h>

static void changed(void *context, const iex_change *change) {
  g_print("%s\n", iex_change_describe(change));
  g_main_loop_quit(context);
}

static gboolean readable(gint descriptor, GIOCondition condition, gpointer store) {
  iex_error error;
  (void)descriptor, (void)condition;
  if (iex_store_dispatch(store, 0, NULL, &error)) g_printerr("%s\n", error.message);
  return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv) {
  iex_error error;
  iex_store *store;
  int32_t descriptor;
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  if (iex_store_open(argc > 1 ? argv[1] : "spending.db", &IEX_OPTIONS(.currency = "EUR"), &store,
                     &error) ||
      iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), changed,
                               loop, NULL, NULL, &error) ||
      iex_store_fd(store, &descriptor, &error)) {
    g_printerr("%s\n", error.message);
    return 1;
  }
  guint source = g_unix_fd_add(descriptor, G_IO_IN, readable, store);
  g_print("listening\n");
  g_main_loop_run(loop);
  g_source_remove(source); /* before its descriptor closes with the store */
  g_main_loop_unref(loop);
  return iex_store_close(store);
}

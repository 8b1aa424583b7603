/* The library is a guest in its host: after a day's work the host has its signal handlers, its
 * locale and its one thread as before, and nothing was printed. Prints what has changed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <iexpense.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void changed(void *context, const iex_change *change) {
  (void)change;
  ++*(int *)context;
}

static int threads(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
  if (folder) closedir(folder);
  return count;
}

static int work(const char *path) {
  iex_error error;
  iex_store *store, *none;
  iex_step step;
  iex_bytes *bytes;
  int changes = 0;
  if (iex_store_open(path, &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_subscribe(store, changed, &changes, NULL, NULL, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), NULL, &error) ||
      iex_store_undo(store, IEX_UNDO_MINE, &step, &error) ||
      iex_store_export(store, IEX_FORMAT_JSON, NULL, NULL, &bytes, &error)) {
    printf("%s\n", error.message);
    return 1;
  }
  if (!iex_store_add(store, NULL, NULL, &error) || !iex_store_open("/", NULL, &none, &error)) {
    printf("a wrong call was right\n");
    return 1;
  }
  if (iex_store_close(store) || iex_handle_count() != 0) {
    printf("the store is not closed\n");
    return 1;
  }
  return changes != 2;
}

int main(int argc, char **argv) {
  static struct sigaction before[65], after;
  char locale[64];
  int failed = argc != 2;
  snprintf(locale, sizeof locale, "%s", setlocale(LC_ALL, NULL));
  for (int number = 1; number < 65; number++) sigaction(number, NULL, &before[number]);
  failed |= work(argv[1]);
  for (int number = 1; number < 65; number++) {
    memset(&after, 0, sizeof after);
    if (sigaction(number, NULL, &after) == 0 && after.sa_handler != before[number].sa_handler)
      failed |= printf("signal %d has another handler\n", number);
  }
  if (strcmp(locale, setlocale(LC_ALL, NULL)) != 0) failed |= printf("the locale has changed\n");
  if (threads() != 1) failed |= printf("there are %d threads\n", threads());
  return failed != 0;
}

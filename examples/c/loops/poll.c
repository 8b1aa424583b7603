/* Hears of what other programs change, in a plain loop over poll.
 *
 *     cc poll.c -o poll $(pkg-config --cflags --libs iexpense) && ./poll spending.db
 *
 * It ends with the first change, such as one that ./add spending.db makes meanwhile. */
#include <iexpense.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>

static void changed(void *context, const iex_change *change) {
  bool *done = context;
  printf("%s\n", iex_change_describe(change));
  *done = true;
}

int main(int argc, char **argv) {
  iex_error error;
  iex_store *store;
  bool done = false;
  struct pollfd loop = {.events = POLLIN};
  if (iex_store_open(argc > 1 ? argv[1] : "spending.db", &IEX_OPTIONS(.currency = "EUR"), &store,
                     &error) ||
      iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), changed,
                               &done, NULL, NULL, &error) ||
      iex_store_fd(store, &loop.fd, &error))
    goto failed;
  puts("listening");
  fflush(stdout);
  while (!done && poll(&loop, 1, -1) == 1)
    if (iex_store_dispatch(store, 0, NULL, &error)) goto failed;
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

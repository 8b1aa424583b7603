/* Hears of what other programs change, in a loop over epoll.
 *
 *     cc epoll.c -o epoll $(pkg-config --cflags --libs iexpense) && ./epoll spending.db
 *
 * It ends with the first change, such as one that ./add spending.db makes meanwhile. */
#include <iexpense.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static void changed(void *context, const iex_change *change) {
  bool *done = context;
  printf("%s\n", iex_change_describe(change));
  *done = true;
}

int main(int argc, char **argv) {
  iex_error error;
  iex_store *store;
  bool done = false;
  int32_t descriptor;
  if (iex_store_open(argc > 1 ? argv[1] : "spending.db", &IEX_OPTIONS(.currency = "EUR"), &store,
                     &error) ||
      iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), changed,
                               &done, NULL, NULL, &error) ||
      iex_store_fd(store, &descriptor, &error))
    goto failed;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = store};
  int loop = epoll_create1(EPOLL_CLOEXEC);
  epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event);
  puts("listening");
  fflush(stdout);
  while (!done && epoll_wait(loop, &event, 1, -1) == 1)
    if (iex_store_dispatch(event.data.ptr, 0, NULL, &error)) goto failed;
  close(loop);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

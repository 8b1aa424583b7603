/* Hears of what other programs change, in libuv's loop, as Node and many servers have it.
 *
 *     cc uv.c -o uv $(pkg-config --cflags --libs iexpense libuv) && ./uv spending.db
 *
 * It ends with the first change, such as one that ./add spending.db makes meanwhile. */
#include <iexpense.h>
#include <stdio.h>
#include <uv.h>

static void changed(void *context, const iex_change *change) {
  printf("%s\n", iex_change_describe(change));
  uv_close(context, NULL); /* with its only handle the loop ends */
}

static void readable(uv_poll_t *poll, int status, int events) {
  iex_error error;
  (void)status, (void)events;
  if (iex_store_dispatch(poll->data, 0, NULL, &error)) fprintf(stderr, "%s\n", error.message);
}

int main(int argc, char **argv) {
  iex_error error;
  iex_store *store;
  int32_t descriptor;
  static uv_poll_t poll;
  if (iex_store_open(argc > 1 ? argv[1] : "spending.db", &IEX_OPTIONS(.currency = "EUR"), &store,
                     &error) ||
      iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED), changed,
                               &poll, NULL, NULL, &error) ||
      iex_store_fd(store, &descriptor, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  uv_poll_init(uv_default_loop(), &poll, descriptor);
  poll.data = store;
  uv_poll_start(&poll, UV_READABLE, readable);
  puts("listening");
  fflush(stdout);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  uv_loop_close(uv_default_loop());
  return iex_store_close(store);
}

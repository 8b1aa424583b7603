/* The program at the top of the section Dispatch in iexpense.h. */
#include <iexpense.h>
#include <poll.h>
#include <stdio.h>

static void changed(void *context, const iex_change *change) {
  (void)context;
  printf("%s: %s\n", iex_change_info(change)->origin, iex_change_info(change)->label);
}

int main(void) {
  iex_error error;
  iex_store *mine, *theirs;
  struct pollfd loop = {.events = POLLIN};
  int64_t told;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &mine, &error) ||
      iex_store_subscribe_with(mine, &IEX_SUBSCRIPTION(.delivery = IEX_DELIVER_QUEUED),
                               changed, NULL, NULL, NULL, &error) ||
      iex_store_fd(mine, &loop.fd, &error))
    goto failed;
  // Another program, or here another open store, adds something.
  if (iex_store_open("spending.db", &IEX_OPTIONS(.origin = "phone"), &theirs, &error) ||
      iex_store_add(theirs, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL,
                    &error))
    goto failed;
  while (poll(&loop, 1, 5000) == 1) {
    if (iex_store_dispatch(mine, 0, &told, &error)) goto failed;
    if (told > 0) break;
  }
  iex_store_close(theirs);
  return iex_store_close(mine);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

/* A program against the installed library: what every user's first one does. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  int64_t id;
  if (iex_store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &store, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), &id, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  iex_store_close(store);
  printf("iexpense %s stored expense %d\n", iex_version(), (int)id);
  return iex_handle_count() != 0;
}

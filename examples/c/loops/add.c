/* The other program: adds one expense to the store that the others listen to.
 *
 *     cc add.c -o add $(pkg-config --cflags --libs iexpense) && ./add spending.db */
#include <iexpense.h>
#include <stdio.h>

int main(int argc, char **argv) {
  iex_error error;
  iex_store *store;
  if (iex_store_open(argc > 1 ? argv[1] : "spending.db",
                     &IEX_OPTIONS(.currency = "EUR", .origin = "phone"), &store, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  return iex_store_close(store);
}

/* The program at the top of the section Transaction in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_store_begin(store, "Trip to Rome", &error)) goto failed;
  // Their failures need no test: commit returns the first, and nothing is stored.
  iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), NULL, NULL);
  iex_store_add(store, &IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400), NULL, NULL);
  if (iex_store_commit(store, &error)) goto failed;
  printf("stored as one change\n");
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

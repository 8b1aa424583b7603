/* The program at the top of the section Store in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_money money;
  int64_t revision;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_store_default_currency(store, &money, &error)) goto failed;
  if (iex_store_revision(store, &revision, &error)) goto failed;
  printf("%s, revision %lld\n", money.currency, (long long)revision);
  if (iex_store_check(store, &error)) goto failed;
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

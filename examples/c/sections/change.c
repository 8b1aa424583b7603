/* The program at the top of the section Change in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

static void changed(void *context, const iex_change *change) {
  size_t count;
  const iex_change_item *item = iex_change_items(change, &count);
  printf("%s: %s\n", (const char *)context, iex_change_describe(change));
  for (size_t i = 0; i < count; i++)
    if (item[i].kind == IEX_ITEM_ADDED) printf("from %lld\n", (long long)item[i].first_id);
}

int main(void) {
  iex_error error;
  iex_store *store;
  uint64_t subscription;
  static char name[] = "list";
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error)) goto failed;
  if (iex_store_subscribe(store, changed, name, NULL, &subscription, &error)) goto failed;
  if (iex_store_add(store, &IEX_EXPENSE(.name = "Coffee", .amount_minor = 320), NULL, &error))
    goto failed;
  iex_subscription_cancel(subscription);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

/* The program at the top of the section Change in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

static void changed(void *context, const iex_change *change) {
  int *changes = context;
  size_t count;
  const iex_change_item *items = iex_change_items(change, &count);
  *changes += 1;
  printf("%s\n", iex_change_describe(change));
  for (size_t i = 0; i < count; i++) {
    const iex_change_item *item = IEX_AT(iex_change_item, items, i);
    if (item->kind == IEX_ITEM_ADDED)
      printf("from id %lld\n", (long long)item->first_id);
  }
}

int main(void) {
  iex_error error;
  iex_store *store;
  uint64_t subscription;
  int changes = 0;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_subscribe(store, changed, &changes, NULL, &subscription, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .amount_minor = 320), NULL, &error))
    goto failed;
  // After cancel has returned, the callback is not running and never will again.
  iex_subscription_cancel(subscription);
  printf("%d change\n", changes);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

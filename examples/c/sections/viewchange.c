/* The program at the top of the section ViewChange in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

// Told after each change of the view; a list would do here what the items say.
static void changed(void *context, const iex_view_change *change) {
  size_t count;
  const iex_view_item *items = iex_view_change_items(change, &count);
  (void)context;
  printf("%s\n", iex_view_change_describe(change));
  for (size_t i = 0; i < count; i++) {
    const iex_view_item *item = IEX_AT(iex_view_item, items, i);
    printf("  expense %lld: from %lld to %lld\n", (long long)item->id,
           (long long)item->old_position, (long long)item->new_position);
  }
}

int main(void) {
  iex_error error;
  iex_store *store;
  iex_view *largest, *list;
  iex_splice splice;
  const iex_expense more[] = {IEX_EXPENSE(.name = "Train", .amount_minor = 8990),
                              IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400)};
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Flat", .amount_minor = 90000), NULL,
                    &error))
    goto failed;
  // One view is told at once, the other stands still until it is stepped.
  if (iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_AMOUNT, .limit = 2), &largest,
                    &error) ||
      iex_view_subscribe(largest, changed, NULL, NULL, NULL, &error) ||
      iex_view_open(store, &IEX_QUERY(.flags = IEX_QUERY_QUEUED), &list, &error))
    goto failed;
  if (iex_store_add_many(store, more, 2, NULL, &error) ||
      iex_store_update(store, &IEX_EXPENSE(.id = 3, .amount_minor = 95000),
                       IEX_BIT(IEX_FIELD_AMOUNT), &error))
    goto failed;
  // What a click hits is what was shown: Flat, although the store is ahead of the list.
  if (iex_view_remove_at(list, (const int64_t[]){0}, 1, &error)) goto failed;
  while (!iex_view_step(list, &splice, &error) && splice.told)
    printf("list, at %lld: %lld out, %lld in, %lld updated\n", (long long)splice.position,
           (long long)splice.removed, (long long)splice.added, (long long)splice.updated);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

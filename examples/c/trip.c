/* The smallest whole program: a transaction, a view, and a line for each change.
 *
 *     cc trip.c -o trip $(pkg-config --cflags --libs iexpense) && ./trip spending.db */
#include <iexpense.h>
#include <stdio.h>

static void changed(void *context, const iex_change *change) {
  (void)context;
  printf("%s\n", iex_change_describe(change));
}

int main(int argc, char **argv) {
  iex_error error; /* needs no initialiser */
  iex_store *store;
  iex_view *march;
  iex_page *page;
  size_t count;
  char amount[IEX_AMOUNT_TEXT];
  const char *path = argc > 1 ? argv[1] : "spending.db";
  if (iex_store_open(path, &IEX_OPTIONS(.currency = "EUR", .origin = "trip"), &store, &error)) goto failed;
  iex_store_subscribe(store, changed, NULL, NULL, NULL, NULL);
  if (iex_store_begin(store, "Trip to Rome", &error)) goto failed;
  iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260313), NULL, &error);
  iex_store_add(store, &IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400, .date = 20260314, .type = "Business"),
                NULL, &error);
  if (iex_store_commit(store, &error)) goto failed; /* the first failure inside, if there was one */
  if (iex_view_open(store, &IEX_QUERY(.first_date = 20260301, .last_date = 20260331), &march, &error) ||
      iex_view_read(march, 0, 50, &page, &error))
    goto failed;
  const iex_expense *rows = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_expense *row = IEX_AT(iex_expense, rows, i);
    printf("%d  %-10s %12s\n", row->date, row->name,
           iex_amount_text(row->amount_minor, row->currency, amount));
  }
  iex_store_close(store); /* closes its views, pages and subscriptions too */
  return 0;
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

/* The program at the top of the section Expense in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_page *page;
  size_t count;
  int64_t id;
  iex_expense lunch = IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .type = "Business");
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_store_add(store, &lunch, &id, &error)) goto failed;
  lunch.id = id;
  lunch.amount_minor = 1350;
  if (iex_store_update(store, &lunch, IEX_BIT(IEX_FIELD_AMOUNT), &error)) goto failed;
  if (iex_store_get(store, &id, 1, &page, &error)) goto failed;
  const iex_expense *rows = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_expense *row = IEX_AT(iex_expense, rows, i);
    printf("%s: %lld %s minor units\n", row->name, (long long)row->amount_minor,
           row->currency);
  }
  iex_page_close(page);
  if (iex_store_remove(store, &id, 1, &error)) goto failed;
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

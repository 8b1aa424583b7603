/* The program at the top of the section View in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_view *march;
  iex_page *page;
  iex_totals *totals;
  size_t count;
  char text[IEX_AMOUNT_TEXT];
  const iex_expense expenses[] = {
      IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314),
      IEX_EXPENSE(.name = "Hotel", .amount_minor = 21400, .date = 20260315),
      IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .date = 20260402)};
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_add_many(store, expenses, 3, NULL, &error))
    goto failed;
  // The fifty largest of March.
  if (iex_view_open(store,
                    &IEX_QUERY(.first_date = 20260301, .last_date = 20260331,
                               .sort = -IEX_SORT_AMOUNT),
                    &march, &error) ||
      iex_view_read(march, 0, 50, &page, &error))
    goto failed;
  const iex_expense *row = iex_page_rows(page, &count);
  for (size_t i = 0; i < count; i++)
    printf("%d  %s  %s\n", row[i].date, row[i].name,
           iex_amount_text(row[i].amount_minor, row[i].currency, text));
  // What each month came to.
  if (iex_store_totals(store, NULL, IEX_GROUP_MONTH, 0, &totals, &error))
    goto failed;
  const iex_total *total = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++)
    printf("%d  %s\n", total[i].month,
           iex_amount_text(total[i].amount_minor, total[i].currency, text));
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

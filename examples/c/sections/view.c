/* The program at the top of the section View in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_view *spring;
  iex_page *page;
  iex_sections *sections;
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
  // The spring in months, the latest first; within each the largest first.
  if (iex_view_open(store,
                    &IEX_QUERY(.first_date = 20260301, .last_date = 20260531,
                               .section = -IEX_SECTION_MONTH, .sort = -IEX_SORT_AMOUNT),
                    &spring, &error) ||
      iex_view_sections(spring, 0, INT64_MAX, &sections, &error))
    goto failed;
  const iex_section *all_sections = iex_sections_rows(sections, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_section *section = IEX_AT(iex_section, all_sections, i);
    const iex_total *total = section->totals;
    size_t rows;
    printf("%s: %s\n", section->title,
           iex_amount_text(total->amount_minor, total->currency, text));
    if (iex_view_read(spring, section->position, section->count, &page, &error))
      goto failed;
    const iex_expense *all_rows = iex_page_rows(page, &rows);
    for (size_t k = 0; k < rows; k++) {
      const iex_expense *row = IEX_AT(iex_expense, all_rows, k);
      printf("  %d  %s  %s\n", row->date, row->name,
             iex_amount_text(row->amount_minor, row->currency, text));
    }
  }
  // What each month came to, from the totals that the store keeps.
  if (iex_store_totals(store, NULL, IEX_GROUP_MONTH, 0, &totals, &error))
    goto failed;
  const iex_total *all_totals = iex_totals_rows(totals, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_total *total = IEX_AT(iex_total, all_totals, i);
    printf("%d  %s\n", total->month,
           iex_amount_text(total->amount_minor, total->currency, text));
  }
  // Row 0 of the view, whatever stands there: here Lunch.
  if (iex_view_remove_at(spring, (const int64_t[]){0}, 1, &error)) goto failed;
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

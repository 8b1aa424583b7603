/* The program at the top of the section Money in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_money dinner;
  int64_t shares[3];
  int32_t due;
  char text[IEX_AMOUNT_TEXT], date[IEX_DATE_TEXT];
  if (iex_amount_parse("100.00 EUR", NULL, &dinner, &error) ||
      iex_amount_split(dinner.amount_minor, NULL, 3, shares, &error) ||
      iex_date_add(20260131, 0, 1, 0, &due, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  for (int i = 0; i < 3; i++)
    printf("%s\n", iex_amount_text(shares[i], dinner.currency, text));
  printf("due on %s\n", iex_date_text(due, date));
  return 0;
}

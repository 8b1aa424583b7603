/* Amounts as a person reads them. Never through floating point: a total may be 128 bits wide. */
#pragma once
#include <glib.h>
#include <iexpense.h>

__extension__ typedef __int128 Wide;

/* Gives the sum of a total in minor units. */
Wide money_of(const iex_total *total);

/* Writes an amount with the marks of the host's locale: "1,284.50". */
char *money_text(Wide minor, int digits);

/* Writes an amount and its currency: "1,284.50 EUR". */
char *money_text_in(Wide minor, int digits, const char *currency);

/* Writes totals of several currencies on one line, that of the most expenses first, and at most so
 * many of them: "1,284.50 EUR  ·  12,000 JPY  ·  +2". */
char *money_totals(const iex_total *totals, size_t count, size_t most);

/* Says how large an amount is, as a CSS class: below 10, below 100 or above of its currency. */
const char *money_size(int64_t minor, int digits);

/* Gives the mark before the fraction, "." or ",", as the host writes numbers. */
const char *money_decimal_mark(void);

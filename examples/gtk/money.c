#include "money.h"

#include <locale.h>
#include <string.h>

#define THIN_SPACE "\u2009"
#define MINUS "\u2212"

Wide money_of(const iex_total *total) {
  return (Wide)total->amount_high * ((Wide)1 << 64) + (uint64_t)total->amount_minor;
}

const char *money_decimal_mark(void) {
  return strcmp(localeconv()->decimal_point, ",") == 0 ? "," : ".";
}

char *money_text(Wide minor, int digits) {
  __extension__ unsigned __int128 rest = (unsigned __int128)minor;
  if (minor < 0) rest = -rest;
  char figures[64];
  int count = 0;
  /* From the last digit on, at least one before the decimal mark. */
  while (rest > 0 || count <= digits) {
    figures[count++] = (char)('0' + (int)(rest % 10));
    rest /= 10;
  }
  const char *group = localeconv()->thousands_sep;
  if (group[0] == '\0' || !g_utf8_validate(group, -1, NULL)) group = THIN_SPACE;
  GString *text = g_string_new(minor < 0 ? MINUS : "");
  for (int left = count; left > 0; left--) {
    if (left == digits) g_string_append(text, money_decimal_mark());
    g_string_append_c(text, figures[left - 1]);
    if (left - 1 > digits && (left - 1 - digits) % 3 == 0) g_string_append(text, group);
  }
  return g_string_free(text, FALSE);
}

char *money_text_in(Wide minor, int digits, const char *currency) {
  g_autofree char *amount = money_text(minor, digits);
  return g_strconcat(amount, "\u00a0", currency, NULL);
}

/* That of the most expenses first; sorting keeps the order of equal ones. */
static int by_count(gconstpointer one, gconstpointer other) {
  int64_t count = (*(const iex_total *const *)one)->count;
  int64_t other_count = (*(const iex_total *const *)other)->count;
  return count < other_count ? 1 : count > other_count ? -1 : 0;
}

char *money_totals(const iex_total *totals, size_t count, size_t most) {
  g_autoptr(GPtrArray) ordered = g_ptr_array_new();
  GString *text = g_string_new(NULL);
  for (size_t i = 0; i < count; i++)
    g_ptr_array_add(ordered, (gpointer)IEX_AT(iex_total, totals, i));
  g_ptr_array_sort(ordered, by_count);
  for (guint i = 0; i < MIN(ordered->len, most); i++) {
    const iex_total *total = ordered->pdata[i];
    g_autofree char *one =
        money_text_in(money_of(total), total->currency_digits, total->currency);
    g_string_append_printf(text, "%s%s", i > 0 ? "  ·  " : "", one);
  }
  if (count > most) g_string_append_printf(text, "  ·  +%zu", count - most);
  return g_string_free(text, FALSE);
}

const char *money_size(int64_t minor, int digits) {
  int64_t ten = 10;
  for (int i = 0; i < digits; i++) ten *= 10; /* a currency has at most 8 digits */
  return minor < ten ? "small" : minor / 10 < ten ? "medium" : "large";
}

#include "sample.h"

typedef struct Sample {
  int months, day; /* how many months before this one, and on which day */
  const char *name, *type, *currency;
  int64_t amount_minor;
} Sample;

static const Sample samples[] = {
    {0, 3, "Rail pass", "Personal", "EUR", 4900},    {0, 2, "Coffee", "Personal", "EUR", 380},
    {0, 2, "Team lunch", "Business", "EUR", 8640},   {0, 1, "Groceries", "Personal", "EUR", 6412},
    {1, 27, "Concert", "Personal", "EUR", 5450},     {1, 21, "Hotel Metropol", "Business", "EUR", 41200},
    {1, 20, "Train to Vienna", "Business", "EUR", 8990}, {1, 14, "Groceries", "Personal", "EUR", 7135},
    {1, 9, "Pharmacy", "Personal", "EUR", 945},      {2, 25, "Running shoes", "Personal", "EUR", 12995},
    {2, 18, "Café Central", "Business", "EUR", 1260}, {2, 6, "Groceries", "Personal", "EUR", 5820},
    {3, 23, "Ramen", "Personal", "JPY", 1480},       {3, 22, "Shinkansen", "Personal", "JPY", 14170},
    {3, 12, "Flight", "Personal", "EUR", 68940},     {4, 17, "Keyboard", "Business", "EUR", 14900},
    {4, 8, "Returned cable", "Business", "EUR", -1499}, {5, 28, "Dentist", "Personal", "EUR", 21500},
    {5, 11, "Books", "Personal", "EUR", 6470},       {6, 19, "Phone bill", "Personal", "EUR", 1999},
    {6, 5, "Groceries", "Personal", "EUR", 24380},   {7, 24, "Conference", "Business", "EUR", 49000},
    {8, 13, "Winter tyres", "Personal", "EUR", 38600}, {9, 7, "Museum", "Personal", "EUR", 1800},
    {9, 2, "Groceries", "Personal", "EUR", 18860},   {10, 16, "Heating oil", "Personal", "EUR", 31220},
    {11, 22, "Gifts", "Personal", "EUR", 27940}};

iex_status sample_fill(iex_store *store, iex_error *error) {
  int32_t today = iex_date_today();
  if (iex_store_begin(store, "sample data", error)) return error->status;
  for (size_t i = sizeof samples / sizeof *samples; i-- > 0;) {
    int32_t date;
    /* None of this month is in the future. */
    int day = samples[i].months == 0 && samples[i].day > today % 100 ? 1 : samples[i].day;
    iex_date_add(today / 100 * 100 + 1, 0, -samples[i].months, day - 1, &date, NULL);
    iex_store_add(store,
                  &IEX_EXPENSE(.name = samples[i].name, .type = samples[i].type, .date = date,
                               .amount_minor = samples[i].amount_minor,
                               .currency = samples[i].currency),
                  NULL, NULL);
  }
  return iex_store_commit(store, error);
}

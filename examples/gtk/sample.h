/* Expenses to look at, for --preview. */
#pragma once
#include <iexpense.h>

/* Adds a year of expenses that ends today, as one change. */
iex_status sample_fill(iex_store *store, iex_error *error);

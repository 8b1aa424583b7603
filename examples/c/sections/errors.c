/* The program at the top of the section Errors in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_status status = iex_store_open("no such folder/spending.db", NULL, &store, &error);
  if (status == IEX_ERROR_MISSING) printf("%s\n", iex_status_name(status));
  if (status != IEX_OK) fprintf(stderr, "%s\n", error.message);
  printf("%lld handles are open\n", (long long)iex_handle_count());
  return status == IEX_ERROR_MISSING ? 0 : 1;
}

/* The program at the top of the section Writing files in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_bytes *bytes;
  size_t size;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  const iex_expense tea = IEX_EXPENSE(.name = "=Tea", .amount_minor = 350, .date = 20260314);
  if (iex_store_add(store, &tea, NULL, &error)) goto failed;
  // For a spreadsheet: what looks like a formula gets a ' before it. Reading takes it off.
  if (iex_store_export(store, IEX_FORMAT_CSV, NULL,
                       &IEX_EXPORT(.flags = IEX_EXPORT_GUARD), &bytes, &error))
    goto failed;
  const void *data = iex_bytes_data(bytes, &size);
  fwrite(data, 1, size, stdout);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

/* The program at the top of the section File in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char file[] = "Date;Merchant;Amount\n14.03.2026;Trattoria;-42,50\n";
  static const char profile[] =
      "{\"columns\": {\"date\": \"Date\", \"name\": \"Merchant\", \"amount\": \"Amount\"},"
      " \"delimiter\": \";\", \"decimal\": \",\", \"date\": \"DMY\","
      " \"spending\": \"negative\", \"currency\": \"EUR\"}";
  iex_error error;
  iex_store *store;
  iex_import *import;
  iex_import_summary summary = {.struct_size = sizeof summary};
  iex_step step;
  iex_bytes *bytes;
  size_t size;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_import_open_bytes(store, file, strlen(file),
                            &IEX_IMPORT(.profile = profile, .name = "visa.csv"), &import,
                            &error))
    goto failed;
  if (iex_import_describe(import, &summary, &error)) goto failed;
  printf("%s\n", summary.text);
  // All new rows, or none: an open question or a failure stores nothing.
  if (iex_import_commit(import, &step, &error)) goto failed;
  if (iex_store_export(store, IEX_FORMAT_CSV, NULL, 0, &bytes, &error)) goto failed;
  const void *data = iex_bytes_data(bytes, &size);
  fwrite(data, 1, size, stdout);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

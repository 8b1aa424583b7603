/* The program at the top of the section Reading files in iexpense.h. */
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
  iex_import_page *page;
  size_t count;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_import_open_bytes(store, file, strlen(file),
                            &IEX_IMPORT(.profile = profile, .name = "visa.csv"), &import,
                            &error))
    goto failed;
  if (iex_import_describe(import, &summary, &error)) goto failed;
  printf("%s\n", summary.text);
  if (iex_import_read(import, 0, 100, &page, &error)) goto failed;
  const iex_import_row *rows = iex_import_page_rows(page, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_import_row *row = IEX_AT(iex_import_row, rows, i);
    if (row->status == IEX_ROW_REJECTED)
      printf("line %d, %s: %s\n", (int)row->line, row->column_name, row->reason);
  }
  // All new rows, or none: an open question or a failure stores nothing.
  if (iex_import_commit(import, &step, &error)) goto failed;
  printf("%s in revision %d\n", step.label, (int)step.revision);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

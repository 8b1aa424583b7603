/* The program at the top of the section Questions in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char file[] = "Date,Payee,Amount\n"
                             "03/04/2026,Cafe,-3.50\n"
                             "05/04/2026,Train,-89.90\n";
  iex_error error;
  iex_store *store;
  iex_import *import;
  iex_step step;
  size_t count;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_import_open_bytes(store, file, strlen(file), &IEX_IMPORT(.name = "visa.csv"),
                            &import, &error))
    goto failed;
  const iex_finding *findings = iex_import_findings(import, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_finding *finding = IEX_AT(iex_finding, findings, i);
    if (finding->state == IEX_FINDING_AMBIGUOUS) printf("%s\n", finding->text);
  }
  static const char answers[] =
      "{\"date\": \"DMY\", \"spending\": \"negative\", \"currency\": \"EUR\"}";
  if (iex_import_answer(import, answers, &error)) goto failed;
  // The next file with this header line is read without a question.
  if (iex_store_save_profile(store, "Visa", iex_import_profile(import), &error)) goto failed;
  if (iex_import_commit(import, &step, &error)) goto failed;
  printf("%s\n", step.label);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

/* The program at the top of the section State in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

static void hint(void *context, const iex_value *value) {
  (void)context;
  printf("the hint is %s\n", value && value->integer ? "there" : "gone");
}

static void dismissed(void *context) { printf("%s\n", (const char *)context); }

int main(void) {
  iex_error error;
  iex_binding *show_hint, *adding;
  iex_store *store;
  iex_draft *draft;
  iex_sheet *sheet;
  // A state, and who is told when it changes: setting it twice tells once.
  if (iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &show_hint, &error) ||
      iex_binding_subscribe(show_hint, hint, NULL, NULL, NULL, &error) ||
      iex_binding_set(show_hint, &IEX_VALUE(.integer = 1), &error) ||
      iex_binding_set(show_hint, &IEX_VALUE(.integer = 1), &error))
    goto failed;
  // A sheet is presented while its binding is true, and keeps a draft from being lost.
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_draft_open(store, 0, NULL, &draft, &error) ||
      iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_BOOL), &adding, &error) ||
      iex_sheet_open(adding, draft, dismissed, "dismissed", NULL, &sheet, &error) ||
      iex_sheet_present(sheet, NULL, &error) ||
      iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", &error))
    goto failed;
  if (iex_sheet_dismiss(sheet, 0, &error)) printf("%s\n", error.message);
  if (iex_sheet_dismiss(sheet, IEX_DISMISS_DISCARD, &error)) goto failed;
  iex_binding_close(show_hint);
  iex_binding_close(adding);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

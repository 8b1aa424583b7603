/* The program at the top of the section Undo in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_step step;
  iex_history *history;
  size_t count;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  if (iex_store_add(store, &IEX_EXPENSE(.name = "Taxi", .amount_minor = 1800), NULL, &error))
    goto failed;
  if (iex_store_undo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
  if (step.revision != 0) printf("undid %s\n", step.label);
  if (iex_store_redo(store, IEX_UNDO_MINE, &step, &error)) goto failed;
  if (iex_store_history(store, 0, 0, 10, &history, &error)) goto failed;
  const iex_revision *revisions = iex_history_rows(history, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_revision *revision = IEX_AT(iex_revision, revisions, i);
    printf("%lld  %s%s\n", (long long)revision->last_revision, revision->label,
           revision->undone_by != 0 ? " (undone)" : "");
  }
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

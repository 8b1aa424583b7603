/* The program at the top of the section Arrow in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store, *copy;
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  int64_t first, count, sum = 0;
  const iex_expense expenses[] = {
      IEX_EXPENSE(.name = "Train", .amount_minor = 8990, .date = 20260314),
      IEX_EXPENSE(.name = "Lunch", .amount_minor = 1250, .date = 20260402)};
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_add_many(store, expenses, 2, NULL, &error))
    goto failed;
  // The id, the amount in cents and the currency, read straight from the memory of a batch.
  if (iex_store_arrow_stream(store, NULL, IEX_BIT(IEX_FIELD_AMOUNT), IEX_ARROW_MINOR,
                             &stream, &error))
    goto failed;
  while (!stream.get_next(&stream, &batch) && batch.release) {
    const int64_t *amounts = batch.children[1]->buffers[1];
    for (int64_t i = 0; i < batch.length; i++) sum += amounts[i];
    batch.release(&batch);
  }
  stream.release(&stream);
  printf("%lld cents\n", (long long)sum);
  // The other way: everything into another store, as one change.
  if (iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error) ||
      iex_store_open("copy.db", &IEX_OPTIONS(.currency = "EUR"), &copy, &error) ||
      iex_store_add_arrow(copy, &stream, &first, &count, &error))
    goto failed;
  printf("%lld expenses, from id %lld on\n", (long long)count, (long long)first);
  return iex_store_close(copy) + iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}

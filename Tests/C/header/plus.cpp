// A user of the header from C++, which has no compound literals: it sets struct_size itself.
#include <iexpense.h>

#include <cstdint>

int use(iex_store *store) {
  iex_error error;
  iex_expense train = {};
  train.struct_size = sizeof train;
  train.name = "Train";
  train.amount_minor = 8990;
  std::int64_t id = 0;
  return iex_store_add(store, &train, &id, &error);
}

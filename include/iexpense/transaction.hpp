/* Transactions, which end with the block that they stand in. */
#ifndef IEXPENSE_TRANSACTION_HPP
#define IEXPENSE_TRANSACTION_HPP

#include "store.hpp"

namespace iexpense {

/* A transaction of the thread that began it: rolled back when it goes without a commit. */
class [[nodiscard]] transaction {
 public:
  explicit transaction(store &of, std::string_view label = {}) : store_(of.get()) {
    detail::call(iex_store_begin, store_, detail::text(label).or_null());
    open_ = true;
  }
  transaction(transaction &&other) noexcept
      : store_(other.store_), open_(std::exchange(other.open_, false)) {}
  transaction &operator=(transaction &&) = delete;
  ~transaction() {
    if (open_) iex_store_rollback(store_, nullptr);
  }

  /* Throws the first failure inside, after which everything is rolled back. */
  void commit() { end(iex_store_commit); }
  void rollback() { end(iex_store_rollback); }

 private:
  void end(iex_status (*how)(iex_store *, iex_error *)) {
    if (!open_) throw transaction_error("the transaction has ended, or was moved");
    iex_error raw;
    const iex_status status = how(store_, &raw);
    // Refused on another thread, it is still open on its own.
    open_ = status == IEX_ERROR_TRANSACTION;
    if (status != IEX_OK) detail::raise(status, raw);
  }
  iex_store *store_;
  bool open_ = false;
};

inline transaction store::begin(std::string_view label) { return transaction(*this, label); }

template <class Function>
void store::transact(std::string_view label, Function &&function) {
  transaction whole(*this, label);
  std::forward<Function>(function)();
  whole.commit();
}

}  // namespace iexpense

#endif

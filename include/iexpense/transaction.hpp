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
  void commit() {
    open_ = false;
    detail::call(iex_store_commit, store_);
  }
  void rollback() {
    open_ = false;
    detail::call(iex_store_rollback, store_);
  }

 private:
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

/* Changes of a store, who is told of them, and what undo does. */
#ifndef IEXPENSE_CHANGE_HPP
#define IEXPENSE_CHANGE_HPP

#include <type_traits>

#include "expense.hpp"

namespace iexpense {

/* What made a change. */
enum class change_kind : std::int32_t {
  edit = IEX_CHANGE_EDIT,
  undo = IEX_CHANGE_UNDO,
  redo = IEX_CHANGE_REDO,
  settings = IEX_CHANGE_SETTINGS,
  initial = IEX_CHANGE_INITIAL,  /* the state at the moment of subscribing */
  reset = IEX_CHANGE_RESET,      /* what was known is void: read again */
};

/* What happened to an expense. */
enum class item_kind : std::int32_t {
  added = IEX_ITEM_ADDED,
  updated = IEX_ITEM_UPDATED,
  removed = IEX_ITEM_REMOVED,
};

/* What a change says of itself. Its texts live as long as what it came in. */
class revision_row {
 public:
  using raw_type = iex_revision;
  explicit revision_row(const iex_revision &raw) noexcept : raw_(&raw) {}

  const iex_revision &raw() const noexcept { return *raw_; }
  change_kind kind() const noexcept { return static_cast<change_kind>(raw_->kind); }
  std::int64_t first() const noexcept { return raw_->first_revision; }
  std::int64_t last() const noexcept { return raw_->last_revision; }
  std::int64_t time_ms() const noexcept { return raw_->time_ms; } /* since 1970-01-01 UTC */
  std::int64_t instance() const noexcept { return raw_->instance; }
  std::int64_t added() const noexcept { return raw_->added; }
  std::int64_t updated() const noexcept { return raw_->updated; }
  std::int64_t removed() const noexcept { return raw_->removed; }
  iexpense::fields fields() const noexcept { return iexpense::fields(raw_->fields); }
  std::int64_t target() const noexcept { return raw_->target; }
  std::int64_t undone_by() const noexcept { return raw_->undone_by; } /* 0: it stands */
  std::string_view origin() const noexcept { return detail::view(raw_->origin); }
  std::string_view label() const noexcept { return detail::view(raw_->label); }

 private:
  const iex_revision *raw_;
};

/* Expenses first_id to first_id + count - 1, to which the same happened. */
class change_item {
 public:
  using raw_type = iex_change_item;
  explicit change_item(const iex_change_item &raw) noexcept : raw_(&raw) {}

  item_kind kind() const noexcept { return static_cast<item_kind>(raw_->kind); }
  std::int64_t first_id() const noexcept { return raw_->first_id; }
  std::int64_t count() const noexcept { return raw_->count; }
  iexpense::fields fields() const noexcept { return iexpense::fields(raw_->fields); }

 private:
  const iex_change_item *raw_;
};

/* A change as a callback gets it: valid until the callback returns. */
class change {
 public:
  explicit change(const iex_change *raw) noexcept : raw_(raw) {}

  const iex_change *get() const noexcept { return raw_; }
  std::string_view describe() const noexcept { return detail::view(iex_change_describe(raw_)); }
  revision_row info() const {
    const iex_revision *found = iex_change_info(raw_);
    if (!found) detail::check(IEX_ERROR_HANDLE);
    return revision_row(*found);
  }
  row_range<change_item> items() const noexcept {
    std::size_t count = 0;
    const iex_change_item *first = iex_change_items(raw_, &count);
    return {first, count};
  }
  /* Expenses as they were before it. */
  page read_old(const std::vector<std::int64_t> &ids) const {
    return page(detail::get<iex_page *>(iex_change_read_old, raw_, ids.data(), ids.size()));
  }
  /* Expenses as they are after it. */
  page read_new(const std::vector<std::int64_t> &ids) const {
    return page(detail::get<iex_page *>(iex_change_read_new, raw_, ids.data(), ids.size()));
  }

 private:
  const iex_change *raw_;
};

namespace detail {
inline iex_status close_change(iex_change *raw) { return iex_change_close(raw); }
}  // namespace detail

/* A change that store::next_change gave, closed when it goes. */
class owned_change : public change {
 public:
  explicit owned_change(const iex_change *raw) noexcept
      : change(raw), owner_(const_cast<iex_change *>(raw)) {}

 private:
  detail::handle<iex_change, detail::close_change> owner_;
};

/* Which changes a subscription is for: all, told before the call that made them returns. */
struct subscription_options {
  bool initial = false;   /* first the present state, as one change */
  bool skip_own = false;  /* leave out what was changed through this store */
  bool queued = false;    /* told by store::dispatch, on its thread */
  iexpense::fields fields;  /* leave out updates that changed none of these; empty: none */
};

/* A subscription; it ends when this goes, and then the callback never runs again. */
class [[nodiscard]] subscription {
 public:
  subscription() noexcept = default;
  explicit subscription(std::uint64_t number) noexcept : number_(number) {}
  subscription(subscription &&other) noexcept : number_(std::exchange(other.number_, 0)) {}
  subscription &operator=(subscription &&other) noexcept {
    if (this != &other) {
      cancel();
      number_ = std::exchange(other.number_, 0);
    }
    return *this;
  }
  ~subscription() { cancel(); }

  std::uint64_t number() const noexcept { return number_; }
  /* Ends it now. Inside a callback this holds from the return of the callback that is running. */
  void cancel() noexcept {
    if (number_ != 0) iex_subscription_cancel(std::exchange(number_, 0));
  }
  /* Lets it go on until what was subscribed to is closed. */
  void detach() noexcept { number_ = 0; }

 private:
  std::uint64_t number_ = 0;
};

namespace detail {

/* What subscribers throw is thrown by the dispatch that runs, else given to the handler. */
template <class Function, class... Arguments>
void tell(void *context, Arguments &&...arguments) noexcept {
  try {
    (*static_cast<Function *>(context))(std::forward<Arguments>(arguments)...);
  } catch (...) {
    dispatching::keep(std::current_exception());
  }
}

template <class Function>
void tell_change(void *context, const iex_change *raw) noexcept {
  tell<Function>(context, change(raw));
}

template <class Function>
void tell_nothing(void *context) noexcept {
  tell<Function>(context);
}

/* A copy of the function that the library owns from now on: it frees it on every path. */
template <class Function>
std::decay_t<Function> *keep(Function &&function) {
  return new std::decay_t<Function>(std::forward<Function>(function));
}

}  // namespace detail

/* What an undo, a redo or the commit of an import did. */
struct step {
  std::int64_t revision = 0;  /* the new revision; 0: there was nothing to do */
  std::int64_t target = 0;    /* the revision that was undone or done again */
  std::string label;          /* of what was undone, done again or imported */

  step() = default;
  explicit step(const iex_step &raw)
      : revision(raw.revision), target(raw.target), label(raw.label) {}
  explicit operator bool() const noexcept { return revision != 0; }
};

/* Whose changes undo and redo take. */
enum class undo_of : std::uint32_t {
  mine = IEX_UNDO_MINE,
  any = IEX_UNDO_ANY,
  mine_skipping_conflicts = IEX_UNDO_MINE | IEX_UNDO_SKIP,
  any_skipping_conflicts = IEX_UNDO_ANY | IEX_UNDO_SKIP,
};

/* Past changes, the latest first. */
class history
    : public owned_rows<revision_row, iex_history, iex_history_close, iex_history_rows> {
 public:
  using owned_rows::owned_rows;
  /* Of one expense: as it was after each change. */
  row_range<expense_row> expenses() const && = delete;
  row_range<expense_row> expenses() const & noexcept {
    std::size_t count = 0;
    const iex_expense *first = iex_history_expenses(get(), &count);
    return {first, count};
  }
};

}  // namespace iexpense

#endif

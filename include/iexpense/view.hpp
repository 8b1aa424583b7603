/* Live views: rows, sections, totals, and how they change. */
#ifndef IEXPENSE_VIEW_HPP
#define IEXPENSE_VIEW_HPP

#include <memory>

#include "arrow.hpp"
#include "change.hpp"
#include "query.hpp"
#include "rules.hpp"

namespace iexpense {

/* What happened to a row, or a section, of a view. */
enum class view_item_kind : std::int32_t {
  removed = IEX_VIEW_REMOVED,
  inserted = IEX_VIEW_INSERTED,
  moved = IEX_VIEW_MOVED,
  updated = IEX_VIEW_UPDATED,
};

/* One row that changed. */
class view_item {
 public:
  using raw_type = iex_view_item;
  explicit view_item(const iex_view_item &raw) noexcept : raw_(&raw) {}

  view_item_kind kind() const noexcept { return static_cast<view_item_kind>(raw_->kind); }
  std::int64_t old_position() const noexcept { return raw_->old_position; } /* -1: inserted */
  std::int64_t new_position() const noexcept { return raw_->new_position; } /* -1: removed */
  std::int64_t id() const noexcept { return raw_->id; }
  iexpense::fields fields() const noexcept { return iexpense::fields(raw_->fields); }

 private:
  const iex_view_item *raw_;
};

/* A section that came, went, or has another count or other totals. */
class section_change {
 public:
  using raw_type = iex_section_change;
  explicit section_change(const iex_section_change &raw) noexcept : raw_(&raw) {}

  view_item_kind kind() const noexcept { return static_cast<view_item_kind>(raw_->kind); }
  iexpense::date date() const noexcept { return iexpense::date(raw_->date); }
  std::string_view title() const noexcept { return detail::view(raw_->title); }
  std::int64_t old_position() const noexcept { return raw_->old_position; }
  std::int64_t new_position() const noexcept { return raw_->new_position; }
  std::int64_t old_count() const noexcept { return raw_->old_count; }
  std::int64_t new_count() const noexcept { return raw_->new_count; }
  row_range<total_row> old_totals() const noexcept {
    return {raw_->old_totals, raw_->old_total_count};
  }
  row_range<total_row> new_totals() const noexcept {
    return {raw_->new_totals, raw_->new_total_count};
  }

 private:
  const iex_section_change *raw_;
};

/* How one change of the store has changed a view: valid until the callback returns. */
class view_change {
 public:
  explicit view_change(const iex_view_change *raw) noexcept : raw_(raw) {}

  const iex_view_change *get() const noexcept { return raw_; }
  std::string_view describe() const noexcept {
    return detail::view(iex_view_change_describe(raw_));
  }
  std::int64_t old_count() const { return info().old_count; }
  std::int64_t new_count() const { return info().new_count; }
  /* Too much has changed to be told: read the view again. */
  bool reset() const { return (info().flags & IEX_DIFFERENCE_RESET) != 0; }
  row_range<view_item> items() const noexcept {
    std::size_t count = 0;
    const iex_view_item *first = iex_view_change_items(raw_, &count);
    return {first, count};
  }
  row_range<section_change> sections() const noexcept {
    std::size_t count = 0;
    const iex_section_change *first = iex_view_change_sections(raw_, &count);
    return {first, count};
  }
  /* The change of the store, to read old and new values with. */
  iexpense::change change() const noexcept {
    return iexpense::change(iex_view_change_change(raw_));
  }

 private:
  const iex_difference &info() const {
    const iex_difference *found = iex_view_change_info(raw_);
    if (!found) detail::check(IEX_ERROR_HANDLE);
    return *found;
  }
  const iex_view_change *raw_;
};

namespace detail {
template <class Function>
void tell_view_change(void *context, const iex_view_change *raw) noexcept {
  tell<Function>(context, view_change(raw));
}
}  // namespace detail

/* The expenses of a query, in its order: live, and to loop over. */
class view : public detail::handle<iex_view, iex_view_close> {
 public:
  using handle::handle;
  class iterator;

  std::int64_t count() const { return detail::get<std::int64_t>(iex_view_count, get()); }
  std::int64_t revision() const { return detail::get<std::int64_t>(iex_view_revision, get()); }
  page read(std::int64_t offset, std::int64_t limit) const {
    return page(detail::get<iex_page *>(iex_view_read, get(), offset, limit));
  }
  /* The ids of rows as they were shown last. */
  std::vector<std::int64_t> ids(std::int64_t offset, std::int64_t limit) const {
    if (offset < 0) throw argument_error("a view has no rows before its first");
    const std::int64_t rows = std::max<std::int64_t>(0, std::min(limit, count() - offset));
    std::vector<std::int64_t> found(static_cast<std::size_t>(rows));
    std::int64_t had = 0;
    detail::call(iex_view_ids, get(), offset, rows, found.data(), &had);
    found.resize(static_cast<std::size_t>(had));
    return found;
  }
  /* Where an expense stands in it, if it does. */
  std::optional<std::int64_t> position(std::int64_t id) const {
    const auto found = detail::get<std::int64_t>(iex_view_position, get(), id);
    return found < 0 ? std::nullopt : std::optional<std::int64_t>(found);
  }
  /* Removes what was shown at these positions, as one change. */
  void remove_at(const std::vector<std::int64_t> &positions) {
    detail::call(iex_view_remove_at, get(), positions.data(), positions.size());
  }
  /* Changes what was shown at a position. */
  void update_at(std::int64_t position, const edit &values) {
    const detail::raw_expense raw(values.value());
    detail::call(iex_view_update_at, get(), position, &raw.get(), values.fields().bits());
  }
  /* With `wide`, sums that do not fit 64 bits are given in two parts. */
  iexpense::totals totals(group by = group::none, bool wide = false) const {
    return iexpense::totals(detail::get<iex_totals *>(
        iex_view_totals, get(), static_cast<std::uint32_t>(by), wide ? IEX_TOTALS_WIDE : 0u));
  }
  iexpense::sections sections(std::int64_t offset = 0, std::int64_t limit = INT64_MAX) const {
    return iexpense::sections(
        detail::get<iex_sections *>(iex_view_sections, get(), offset, limit));
  }
  /* Runs the store's rules on the expenses of the view, as one change. */
  applied apply_rules() { return rules_run(0); }
  /* What the rules would change. */
  effects try_rules() { return rules_run(IEX_RULES_DRY_RUN).what; }

  /* The expenses as an Arrow table, in columns of these fields; empty: all. */
  iexpense::arrow_stream arrow_stream(fields some = {},
                                      arrow_flags how = arrow_flags::none) const {
    return iexpense::arrow_stream(detail::get<ArrowArrayStream>(
        iex_view_arrow_stream, get(), some.bits(), static_cast<std::uint32_t>(how)));
  }

  /* Runs the function for each change of the view: void(const view_change &). */
  template <class Function>
  subscription subscribe(Function &&function) {
    using kept = std::decay_t<Function>;
    return subscription(detail::get<std::uint64_t>(
        iex_view_subscribe, get(), detail::tell_view_change<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(function))),
        detail::destroy<kept>));
  }
  /* Moves a queued view on by one splice; nothing when there is nothing left to tell. */
  std::optional<iex_splice> step() {
    const auto splice = detail::get<iex_splice>(iex_view_step, get());
    return splice.told ? std::optional<iex_splice>(splice) : std::nullopt;
  }

  /* Loops over all rows, which are read in pages. A row lives as long as an iterator at its page:
   * while the body of the loop runs. A change between two pages is seen by the second. */
  iterator begin() const;
  iterator end() const noexcept;

 private:
  applied rules_run(std::uint32_t flags) {
    iex_step raw{};
    iex_effects *raw_effects = nullptr;
    detail::call(iex_view_apply_rules, get(), flags, &raw, &raw_effects);
    return {iexpense::step(raw), iexpense::effects(raw_effects)};
  }
};

/* Reads its rows by pages, as it comes to them. */
class view::iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = expense_row;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = expense_row;

  iterator() noexcept = default;
  explicit iterator(const view &rows) : rows_(&rows) { load(); }
  expense_row operator*() const { return (*page_)[index_]; }
  iterator &operator++() {
    if (++index_ == page_->size()) {
      offset_ += static_cast<std::int64_t>(index_);
      load();
    }
    return *this;
  }
  iterator operator++(int) {
    iterator before = *this;
    ++*this;
    return before;
  }
  /* Two are equal when both are at the end, or at the same row. */
  friend bool operator==(const iterator &a, const iterator &b) noexcept {
    return a.rows_ == b.rows_ && a.offset_ == b.offset_ && a.index_ == b.index_;
  }
  friend bool operator!=(const iterator &a, const iterator &b) noexcept { return !(a == b); }

 private:
  static constexpr std::int64_t page_rows = 1024;
  void load() {
    page_ = std::make_shared<page>(rows_->read(offset_, page_rows));
    index_ = 0;
    if (page_->empty()) *this = iterator();
  }
  const view *rows_ = nullptr;
  std::shared_ptr<page> page_;
  std::int64_t offset_ = 0;
  std::size_t index_ = 0;
};

inline view::iterator view::begin() const { return iterator(*this); }
inline view::iterator view::end() const noexcept { return iterator(); }

}  // namespace iexpense

#endif

/* Handles that close themselves, texts that end with NUL, and rows to loop over. */
#ifndef IEXPENSE_HANDLE_HPP
#define IEXPENSE_HANDLE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"

namespace iexpense {
namespace detail {

/* A copy of a text with its NUL. A NUL inside would hide the rest from C, and is refused. */
class text {
 public:
  text(std::string_view value) : value_(value) { refuse_nul(value_); }
  const char *c_str() const noexcept { return value_.c_str(); }
  /* NULL for an empty one, where NULL stands for a default. */
  const char *or_null() const noexcept { return value_.empty() ? nullptr : value_.c_str(); }

  static const std::string &refuse_nul(const std::string &value) {
    if (value.find('\0') != std::string::npos)
      throw invalid_error("a text has an embedded NUL character");
    return value;
  }

 private:
  std::string value_;
};

inline std::string_view view(const char *value) noexcept {
  return value ? std::string_view(value) : std::string_view();
}

/* Texts as an array of C strings. The texts must outlive it. */
class texts {
 public:
  explicit texts(const std::vector<std::string> &values) {
    for (const std::string &value : values) pointers_.push_back(text::refuse_nul(value).c_str());
  }
  const char *const *data() const noexcept { return pointers_.data(); }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(pointers_.size()); }

 private:
  std::vector<const char *> pointers_;
};

/* An owned handle: closed when it goes, moved and never copied. */
template <class Raw, iex_status (*Close)(Raw *)>
class handle {
 public:
  handle() noexcept = default;
  explicit handle(Raw *raw) noexcept : raw_(raw) {}
  handle(handle &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  handle &operator=(handle &&other) noexcept {
    if (this != &other) {
      reset();
      raw_ = std::exchange(other.raw_, nullptr);
    }
    return *this;
  }
  ~handle() { reset(); }

  Raw *get() const noexcept { return raw_; }                 /* for functions of iexpense.h */
  Raw *release() noexcept { return std::exchange(raw_, nullptr); }
  explicit operator bool() const noexcept { return raw_ != nullptr; }
  void reset() noexcept {
    if (raw_) Close(std::exchange(raw_, nullptr));
  }
  /* Closes it now, which else happens when it goes. */
  void close() { check(Close(std::exchange(raw_, nullptr))); }

 private:
  Raw *raw_ = nullptr;
};

/* Calls a function that gives the first of several and their count, and NULL when it fails. */
template <class Pointer, class Function>
std::pair<Pointer, std::size_t> list(Function &&function) {
  iex_error raw;
  std::size_t count = 0;
  const Pointer first = function(&count, &raw);
  if (!first) raise(raw.status, raw);
  return {first, count};
}

}  // namespace detail

/* Structs of the library in a row, each as a Row. It owns nothing: see what it came from.
 *
 * A step is as wide as the library's struct, so that a newer library may have longer ones. */
template <class Row>
class row_range {
 public:
  using raw_type = typename Row::raw_type;
  using value_type = Row;

  row_range() noexcept = default;
  row_range(const raw_type *first, std::size_t count) noexcept
      : first_(first), count_(first ? count : 0) {}

  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Row;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Row;

    iterator() noexcept = default;
    iterator(const row_range *range, std::size_t index) noexcept
        : range_(*range), index_(index) {}
    Row operator*() const { return range_[index_]; }
    iterator &operator++() noexcept {
      ++index_;
      return *this;
    }
    iterator operator++(int) noexcept {
      iterator before = *this;
      ++index_;
      return before;
    }
    friend bool operator==(const iterator &a, const iterator &b) noexcept {
      return a.index_ == b.index_;
    }
    friend bool operator!=(const iterator &a, const iterator &b) noexcept { return !(a == b); }

   private:
    row_range range_;
    std::size_t index_ = 0;
  };

  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  iterator begin() const noexcept { return {this, 0}; }
  iterator end() const noexcept { return {this, count_}; }
  Row operator[](std::size_t index) const {
    if (index >= count_) throw argument_error("there is no row " + std::to_string(index));
    const auto *bytes = reinterpret_cast<const unsigned char *>(first_);
    const void *row = bytes + index * first_->struct_size;
    return Row(*static_cast<const raw_type *>(row));
  }

 private:
  const raw_type *first_ = nullptr;
  std::size_t count_ = 0;
};

/* Rows together with the handle that keeps them: they live as long as it. */
template <class Row, class Raw, iex_status (*Close)(Raw *),
          const typename Row::raw_type *(*Rows)(Raw *, std::size_t *)>
class owned_rows : public detail::handle<Raw, Close> {
 public:
  using iterator = typename row_range<Row>::iterator;

  owned_rows() noexcept = default;
  explicit owned_rows(Raw *raw) noexcept : detail::handle<Raw, Close>(raw) {}

  row_range<Row> rows() const && = delete;
  row_range<Row> rows() const & noexcept {
    std::size_t count = 0;
    const auto *first = Rows(this->get(), &count);
    return {first, count};
  }
  std::size_t size() const noexcept { return rows().size(); }
  bool empty() const noexcept { return rows().empty(); }
  iterator begin() const noexcept { return rows().begin(); }
  iterator end() const noexcept { return rows().end(); }
  Row operator[](std::size_t index) const { return rows()[index]; }
};

/* Texts that the library lent, as std::string_view. */
class text_range {
 public:
  text_range(const char *const *first, std::size_t count) noexcept
      : first_(first), count_(first ? count : 0) {}
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = std::string_view;
    iterator() noexcept = default;
    explicit iterator(const char *const *place) noexcept : place_(place) {}
    std::string_view operator*() const noexcept { return detail::view(*place_); }
    iterator &operator++() noexcept {
      ++place_;
      return *this;
    }
    iterator operator++(int) noexcept { return iterator(place_++); }
    friend bool operator==(iterator a, iterator b) noexcept { return a.place_ == b.place_; }
    friend bool operator!=(iterator a, iterator b) noexcept { return a.place_ != b.place_; }

   private:
    const char *const *place_ = nullptr;
  };
  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  iterator begin() const noexcept { return iterator(first_); }
  iterator end() const noexcept { return iterator(first_ + count_); }
  std::string_view operator[](std::size_t index) const {
    if (index >= count_) throw argument_error("there is no text " + std::to_string(index));
    return detail::view(first_[index]);
  }
  std::vector<std::string> strings() const { return {begin(), end()}; }

 private:
  const char *const *first_;
  std::size_t count_;
};

}  // namespace iexpense

#endif

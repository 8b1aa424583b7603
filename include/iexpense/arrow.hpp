/* Tables of other programs: Arrow streams, released when they go. */
#ifndef IEXPENSE_ARROW_HPP
#define IEXPENSE_ARROW_HPP

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "error.hpp"

namespace iexpense {

/* How amounts and batches of a stream look. */
enum class arrow_flags : std::uint32_t {
  none = 0,
  plain = IEX_ARROW_PLAIN,
  minor = IEX_ARROW_MINOR,
  whole = IEX_ARROW_WHOLE,
};
constexpr arrow_flags operator|(arrow_flags a, arrow_flags b) noexcept {
  return static_cast<arrow_flags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/* A struct of the Arrow C data interface that is released when it goes, moved and never copied. */
template <class Raw>
class arrow_owned {
 public:
  arrow_owned() noexcept = default;
  explicit arrow_owned(const Raw &raw) noexcept : raw_(raw) {}
  arrow_owned(arrow_owned &&other) noexcept : raw_(std::exchange(other.raw_, Raw{})) {}
  arrow_owned &operator=(arrow_owned &&other) noexcept {
    if (this != &other) {
      reset();
      raw_ = std::exchange(other.raw_, Raw{});
    }
    return *this;
  }
  ~arrow_owned() { reset(); }

  Raw *get() noexcept { return &raw_; }
  const Raw *get() const noexcept { return &raw_; }
  Raw *operator->() noexcept { return &raw_; }
  const Raw *operator->() const noexcept { return &raw_; }
  explicit operator bool() const noexcept { return raw_.release != nullptr; }
  /* Gives it away: whoever takes it releases it. */
  Raw release() noexcept { return std::exchange(raw_, Raw{}); }
  void reset() noexcept {
    if (raw_.release) raw_.release(&raw_);
    raw_ = Raw{};
  }

 private:
  Raw raw_{};
};

using arrow_schema = arrow_owned<ArrowSchema>;
using arrow_array = arrow_owned<ArrowArray>;

/* A stream of batches. It holds what it was asked for, also when the store changes or closes. */
class arrow_stream : public arrow_owned<ArrowArrayStream> {
 public:
  using arrow_owned::arrow_owned;

  arrow_schema schema() {
    ArrowSchema raw{};
    checked(get()->release ? get()->get_schema(get(), &raw) : EINVAL);
    return arrow_schema(raw);
  }
  /* Nothing at the end. */
  std::optional<arrow_array> next() {
    ArrowArray raw{};
    checked(get()->release ? get()->get_next(get(), &raw) : EINVAL);
    if (!raw.release) return std::nullopt;
    return arrow_array(raw);
  }

 private:
  void checked(int code) {
    if (code == 0) return;
    const char *said = get()->release ? get()->get_last_error(get()) : nullptr;
    throw io_error(said ? said : std::strerror(code));
  }
};

}  // namespace iexpense

#endif

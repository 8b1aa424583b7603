/* Exact money and civil dates. */
#ifndef IEXPENSE_MONEY_HPP
#define IEXPENSE_MONEY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "handle.hpp"

namespace iexpense {
namespace detail {

template <class Number>
constexpr bool is_integer = std::is_integral_v<Number> && !std::is_same_v<Number, bool>;

}  // namespace detail

/* A whole number of 64 bits, as an amount of minor units is: from any integer. One that does not
 * fit, such as UINT64_MAX, throws overflow_error; 12.50 and true are none, and do not compile. */
class whole {
 public:
  constexpr whole() noexcept = default;
  template <class Integer, std::enable_if_t<detail::is_integer<Integer>, int> = 0>
  constexpr whole(Integer number) : number_(static_cast<std::int64_t>(number)) {
    if (static_cast<Integer>(number_) != number || (number_ < 0) != (number < Integer{}))
      throw overflow_error("the number does not fit 64 bits");
  }
  template <class Other, std::enable_if_t<
                             std::is_arithmetic_v<Other> && !detail::is_integer<Other>, int> = 0>
  whole(Other) = delete;
  constexpr operator std::int64_t() const noexcept { return number_; }

 private:
  std::int64_t number_ = 0;
};

/* An amount in minor units (cents, pence, fils, yen) and its currency; "" is the store's default.
 *
 * What text, digits and convert know are the currencies of ISO 4217; a store also knows its own. */
struct money {
  whole amount_minor;
  std::string currency;

  money() = default;
  template <class Integer, std::enable_if_t<std::is_constructible_v<whole, Integer>, int> = 0>
  money(Integer amount, std::string_view code = {}) : amount_minor(amount), currency(code) {}
  /* 12.50 is no whole number of minor units: money::parse reads "12.50 EUR". */
  template <class Real, std::enable_if_t<std::is_floating_point_v<Real>, int> = 0>
  money(Real amount, std::string_view code = {}) = delete;
  explicit money(const iex_money &raw) : amount_minor(raw.amount_minor), currency(raw.currency) {}

  /* Reads "12.50 EUR", or "12.50" in the currency given. */
  static money parse(std::string_view text, std::string_view currency = {}) {
    return money(detail::get<iex_money>(iex_amount_parse, detail::text(text).c_str(),
                                        detail::text(currency).c_str()));
  }
  /* Writes "12.50 EUR". */
  std::string text() const {
    char written[IEX_AMOUNT_TEXT];
    if (*iex_amount_text(amount_minor, detail::text(currency).c_str(), written) == '\0')
      throw currency_error("the currency \"" + currency + "\" is not known");
    return written;
  }
  /* How many digits stand behind the point. */
  std::int32_t digits() const {
    return detail::get<std::int32_t>(iex_currency_digits, detail::text(currency).c_str());
  }
  /* Equal shares that sum to it exactly. */
  std::vector<money> split(std::size_t count) const { return shares(nullptr, count); }
  /* Shares by weights, that sum to it exactly. */
  std::vector<money> split(const std::vector<std::int64_t> &weights) const {
    return shares(weights.data(), weights.size());
  }
  /* In another currency, at a rate of numerator / denominator, rounded once, half to even. */
  money convert(std::string_view to, whole numerator, whole denominator = 1) const {
    return {detail::get<std::int64_t>(iex_amount_convert, amount_minor,
                                      detail::text(currency).c_str(), detail::text(to).c_str(),
                                      numerator, denominator),
            to};
  }

  friend money operator+(const money &a, const money &b) {
    if (a.currency != b.currency)
      throw currency_error("amounts of " + a.currency + " and " + b.currency + " are never added");
    return {detail::get<std::int64_t>(iex_amount_add, a.amount_minor, b.amount_minor), a.currency};
  }
  money &operator+=(const money &other) { return *this = *this + other; }
  friend bool operator==(const money &a, const money &b) noexcept {
    return a.amount_minor == b.amount_minor && a.currency == b.currency;
  }
  friend bool operator!=(const money &a, const money &b) noexcept { return !(a == b); }

 private:
  std::vector<money> shares(const std::int64_t *weights, std::size_t count) const {
    // The library's own bound, before memory is asked for.
    if (count > 1000000) throw argument_error("there are more than 1,000,000 shares");
    std::vector<std::int64_t> parts(count);
    detail::call(iex_amount_split, amount_minor, weights, count, parts.data());
    std::vector<money> result;
    result.reserve(count);
    for (const std::int64_t part : parts) result.emplace_back(part, currency);
    return result;
  }
};

/* A civil date without a time zone, as yyyymmdd; 0 is no date: of a new expense, today. */
class date {
 public:
  constexpr date() noexcept = default;
  constexpr explicit date(std::int32_t yyyymmdd) noexcept : number_(yyyymmdd) {}
  constexpr date(int year, int month, int day) noexcept
      : number_(year * 10000 + month * 100 + day) {}

  static date parse(std::string_view text) {
    return date(detail::get<std::int32_t>(iex_date_parse, detail::text(text).c_str()));
  }
  /* Today in the time zone of the host. */
  static date today() noexcept { return date(iex_date_today()); }

  constexpr std::int32_t number() const noexcept { return number_; }
  constexpr int year() const noexcept { return number_ / 10000; }
  constexpr int month() const noexcept { return number_ / 100 % 100; }
  constexpr int day() const noexcept { return number_ % 100; }
  constexpr explicit operator bool() const noexcept { return number_ != 0; }

  /* "2026-03-14"; "" when there is no such date. */
  std::string text() const {
    char written[IEX_DATE_TEXT];
    return iex_date_text(number_, written);
  }
  /* A step of months keeps the day, or takes the last one of the month. */
  date plus(std::int32_t years, std::int32_t months, std::int32_t days) const {
    return date(detail::get<std::int32_t>(iex_date_add, number_, years, months, days));
  }
  /* The ISO 8601 week, as its year and its number. */
  std::pair<std::int32_t, std::int32_t> week() const {
    std::pair<std::int32_t, std::int32_t> found;
    detail::call(iex_date_week, number_, &found.first, &found.second);
    return found;
  }

  friend constexpr bool operator==(date a, date b) noexcept { return a.number_ == b.number_; }
  friend constexpr bool operator!=(date a, date b) noexcept { return a.number_ != b.number_; }
  friend constexpr bool operator<(date a, date b) noexcept { return a.number_ < b.number_; }
  friend constexpr bool operator>(date a, date b) noexcept { return b < a; }
  friend constexpr bool operator<=(date a, date b) noexcept { return !(b < a); }
  friend constexpr bool operator>=(date a, date b) noexcept { return !(a < b); }

 private:
  std::int32_t number_ = 0;
};

}  // namespace iexpense

#endif

/* State without the user interface: values and bindings. */
#ifndef IEXPENSE_STATE_HPP
#define IEXPENSE_STATE_HPP

#include <variant>

#include "change.hpp"

namespace iexpense {

/* One value: a bool, an integer, a text, an amount or a date. */
class value {
 public:
  using variant = std::variant<bool, std::int64_t, std::string, money, date>;

  template <class Bool, std::enable_if_t<std::is_same_v<Bool, bool>, int> = 0>
  value(Bool v) : held_(v) {}
  template <class Integer, std::enable_if_t<detail::is_integer<Integer>, int> = 0>
  value(Integer v) : held_(std::int64_t(whole(v))) {}
  value(std::string_view v) : held_(std::string(v)) {}
  value(const std::string &v) : held_(v) {}
  value(const char *v) : held_(std::string(detail::view(v))) {}
  value(std::nullptr_t) = delete;
  template <class Enum, std::enable_if_t<std::is_enum_v<Enum>, int> = 0>
  value(Enum v) = delete;
  value(money v) : held_(std::move(v)) {}
  value(date v) : held_(v) {}
  explicit value(const iex_value &raw) {
    switch (raw.kind) {
      case IEX_VALUE_BOOL: held_ = raw.integer != 0; break;
      case IEX_VALUE_TEXT: held_ = std::string(detail::view(raw.text)); break;
      case IEX_VALUE_AMOUNT: held_ = money(raw.integer, detail::view(raw.currency)); break;
      case IEX_VALUE_DATE: held_ = date(static_cast<std::int32_t>(raw.integer)); break;
      case IEX_VALUE_INTEGER:
      default: held_ = raw.integer;
    }
  }

  const variant &held() const noexcept { return held_; }
  /* The value as one of the five; another kind is an argument_error. */
  template <class Type>
  const Type &as() const {
    if (const Type *found = std::get_if<Type>(&held_)) return *found;
    throw argument_error("the value is of another kind");
  }
  friend bool operator==(const value &a, const value &b) { return a.held_ == b.held_; }
  friend bool operator!=(const value &a, const value &b) { return !(a == b); }

  /* As its C struct, which points into this: so not of a temporary. */
  iex_value raw() const && = delete;
  iex_value raw() const & {
    iex_value result{};
    result.struct_size = sizeof result;
    result.kind = static_cast<std::int32_t>(held_.index());
    if (const auto *flag = std::get_if<bool>(&held_)) result.integer = *flag;
    if (const auto *number = std::get_if<std::int64_t>(&held_)) result.integer = *number;
    if (const auto *words = std::get_if<std::string>(&held_))
      result.text = detail::text::refuse_nul(*words).c_str();
    if (const auto *day = std::get_if<date>(&held_)) result.integer = day->number();
    if (const auto *price = std::get_if<money>(&held_)) {
      result.integer = price->amount_minor;
      result.currency = detail::text::refuse_nul(price->currency).c_str();
    }
    return result;
  }

 private:
  variant held_;
};

namespace detail {

template <class Function>
void tell_value(void *context, const iex_value *raw) noexcept {
  tell<Function>(context, raw ? std::optional<value>(*raw) : std::nullopt);
}

template <class Function>
void tell_field(void *context, const char *name) noexcept {
  tell<Function>(context, view(name));
}

/* Both directions of a mapped binding; a text that they make lives until the next call there. */
template <class To, class From>
struct map_functions {
  To to;
  From from;

  static iex_status run_to(void *context, const iex_value *raw, iex_value *mapped,
                           iex_error *error) noexcept {
    return run(static_cast<map_functions *>(context)->to, raw, mapped, error);
  }
  static iex_status run_from(void *context, const iex_value *raw, iex_value *mapped,
                             iex_error *error) noexcept {
    return run(static_cast<map_functions *>(context)->from, raw, mapped, error);
  }

 private:
  template <class Function>
  static iex_status run(Function &function, const iex_value *raw, iex_value *mapped,
                        iex_error *error) noexcept {
    // Copied by the library when this has returned, on this thread.
    static thread_local std::optional<value> made;
    try {
      made.emplace(function(value(*raw)));
      *mapped = made->raw();
      return IEX_OK;
    } catch (const iexpense::error &e) {
      return fail(error, e.status(), e.field(), e.what());
    } catch (const std::exception &e) {
      return fail(error, IEX_ERROR_INVALID, -1, e.what());
    } catch (...) {
      return fail(error, IEX_ERROR_INVALID, -1, "a mapping's function threw");
    }
  }
  static iex_status fail(iex_error *error, iex_status status, std::int32_t field,
                         const char *message) noexcept {
    mapping::keep(std::current_exception());
    error->field = field;
    std::snprintf(error->message, sizeof error->message, "%s", message);
    return status;
  }
};

/* Calls what may run functions of binding::map, and throws what they have thrown. */
template <class Function, class... Arguments>
void call_mapped(Function function, Arguments... arguments) {
  mapping kept;
  iex_error raw;
  const iex_status status = function(arguments..., &raw);
  if (status == IEX_OK) return;
  kept.rethrow();
  raise(status, raw);
}

/* The same, where the last argument receives the result. */
template <class Result, class Function, class... Arguments>
Result get_mapped(Function function, Arguments... arguments) {
  Result result{};
  call_mapped(function, arguments..., &result);
  return result;
}

}  // namespace detail

/* A value that can be read, set and subscribed to, wherever it stands. */
class binding : public detail::handle<iex_binding, iex_binding_close> {
 public:
  using handle::handle;

  /* A value of its own, whose kind is that of what it begins with. */
  static binding state(const value &first) {
    const iex_value raw = first.raw();
    return binding(detail::get<iex_binding *>(iex_state_open, &raw));
  }
  /* A value that never changes. */
  static binding constant(const value &only) {
    const iex_value raw = only.raw();
    return binding(detail::get<iex_binding *>(iex_binding_constant, &raw));
  }
  /* A state of its own that begins with the value that this has now. */
  binding copy() const {
    return binding(detail::get_mapped<iex_binding *>(iex_binding_copy, get()));
  }

  iexpense::value read() const {
    iex_value raw{};
    raw.struct_size = sizeof raw;
    detail::call_mapped(iex_binding_get, get(), &raw);
    return iexpense::value(raw);
  }
  template <class Type>
  Type read_as() const {
    return read().template as<Type>();
  }
  void set(const value &next) {
    const iex_value raw = next.raw();
    detail::call_mapped(iex_binding_set, get(), &raw);
  }
  /* Runs void(std::optional<value>) after each change; nothing: there is no value any more. */
  template <class Function>
  subscription subscribe(Function &&function) {
    using kept = std::decay_t<Function>;
    return subscription(detail::get_mapped<std::uint64_t>(
        iex_binding_subscribe, get(), detail::tell_value<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(function))),
        detail::destroy<kept>));
  }
  /* Shows it as something else: both are value(value). They may run on several threads at once. */
  template <class To, class From>
  binding map(To &&to, From &&from) const {
    using kept = detail::map_functions<std::decay_t<To>, std::decay_t<From>>;
    auto *both = new kept{std::forward<To>(to), std::forward<From>(from)};
    return mapped(kept::run_to, kept::run_from, both, detail::destroy<kept>);
  }
  /* Shows it as something else that can't be set. */
  template <class To>
  binding map(To &&to) const {
    using kept = detail::map_functions<std::decay_t<To>, std::decay_t<To>>;
    auto *both = new kept{to, to};
    return mapped(kept::run_to, nullptr, both, detail::destroy<kept>);
  }

 private:
  binding mapped(iex_map_callback to, iex_map_callback from, void *context,
                 iex_free_callback free_context) const {
    return binding(
        detail::get<iex_binding *>(iex_binding_map, get(), to, from, context, free_context));
  }
};

}  // namespace iexpense

#endif

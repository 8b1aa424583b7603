/* Rules and saved profiles, and what rules did. */
#ifndef IEXPENSE_RULES_HPP
#define IEXPENSE_RULES_HPP

#include "change.hpp"

namespace iexpense {

/* What a rule does to a row. */
enum class effect_kind : std::int32_t {
  set = IEX_EFFECT_SET,
  left_out = IEX_EFFECT_LEFT_OUT,
  kept = IEX_EFFECT_KEPT,
  refused = IEX_EFFECT_REFUSED,  /* problem() says why */
};

/* What one rule does to one field of one row. */
class effect_row {
 public:
  using raw_type = iex_effect;
  explicit effect_row(const iex_effect &raw) noexcept : raw_(&raw) {}

  effect_kind kind() const noexcept { return static_cast<effect_kind>(raw_->kind); }
  std::int64_t row() const noexcept { return raw_->row; }  /* of a file, from 0; -1: of a store */
  std::int64_t id() const noexcept { return raw_->id; }    /* of a store; 0: of a file */
  std::string_view rule() const noexcept { return detail::view(raw_->rule); }
  std::string_view old_value() const noexcept { return detail::view(raw_->old_value); }
  std::string_view new_value() const noexcept { return detail::view(raw_->new_value); }
  std::string_view problem() const noexcept { return detail::view(raw_->problem); }
  /* Nothing: the whole row. */
  std::optional<iexpense::field> field() const noexcept {
    if (raw_->field < 0) return std::nullopt;
    return static_cast<iexpense::field>(raw_->field);
  }

 private:
  const iex_effect *raw_;
};

using effects = owned_rows<effect_row, iex_effects, iex_effects_close, iex_effects_rows>;

/* What running the rules of a store on a view did. */
struct applied {
  iexpense::step step;
  effects what;
};

/* A rule or a profile: its name and its JSON. */
template <class Raw>
class named_json {
 public:
  using raw_type = Raw;
  explicit named_json(const Raw &raw) noexcept : raw_(&raw) {}

  std::string_view name() const noexcept { return detail::view(raw_->name); }
  std::string_view json() const noexcept { return detail::view(raw_->json); }

 private:
  const Raw *raw_;
};

using rules = owned_rows<named_json<iex_rule>, iex_rules, iex_rules_close, iex_rules_rows>;
using profiles =
    owned_rows<named_json<iex_profile>, iex_profiles, iex_profiles_close, iex_profiles_rows>;

}  // namespace iexpense

#endif

/* Expenses: as values, as rows of a page, and as edits. */
#ifndef IEXPENSE_EXPENSE_HPP
#define IEXPENSE_EXPENSE_HPP

#include <array>
#include <initializer_list>
#include <optional>

#include "money.hpp"

namespace iexpense {

/* The fields of an expense. */
enum class field : std::int32_t {
  name = IEX_FIELD_NAME,
  type = IEX_FIELD_TYPE,
  category = IEX_FIELD_CATEGORY,
  amount = IEX_FIELD_AMOUNT,
  currency = IEX_FIELD_CURRENCY,
  conversion = IEX_FIELD_CONVERSION,
  date = IEX_FIELD_DATE,
  account = IEX_FIELD_ACCOUNT,
  note = IEX_FIELD_NOTE,
  tags = IEX_FIELD_TAGS,
  reimbursement = IEX_FIELD_REIMBURSEMENT,
  source = IEX_FIELD_SOURCE,
  extra = IEX_FIELD_EXTRA,
  uuid = IEX_FIELD_UUID,
};

/* A set of fields. */
class fields {
 public:
  constexpr fields() noexcept = default;
  constexpr explicit fields(std::uint64_t bits) noexcept : bits_(bits) {}
  constexpr fields(field one) noexcept : bits_(IEX_BIT(static_cast<int>(one))) {}
  fields(std::initializer_list<field> some) noexcept {
    for (const field one : some) *this = *this | one;
  }
  constexpr std::uint64_t bits() const noexcept { return bits_; }
  constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr bool has(field one) const noexcept { return (bits_ & fields(one).bits_) != 0; }
  friend constexpr fields operator|(fields a, fields b) noexcept {
    return fields(a.bits_ | b.bits_);
  }
  friend constexpr bool operator==(fields a, fields b) noexcept { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(fields a, fields b) noexcept { return !(a == b); }

 private:
  std::uint64_t bits_ = 0;
};

constexpr fields operator|(field a, field b) noexcept { return fields(a) | fields(b); }

/* How far the employer has paid an expense back. */
enum class reimbursement : std::int32_t {
  none = IEX_REIMBURSEMENT_NONE,
  open = IEX_REIMBURSEMENT_OPEN,
  submitted = IEX_REIMBURSEMENT_SUBMITTED,
  paid = IEX_REIMBURSEMENT_PAID,
};

using uuid_bytes = std::array<std::uint8_t, 16>;

/* The amount in another currency, as it was recorded on the day. */
struct conversion {
  money amount;
  std::string rate;  /* a decimal number */
};

/* Where an imported expense came from. */
struct source {
  std::int64_t import_number = 0;  /* 0: none */
  std::int64_t line = 0;    /* from 1 */
  std::uint64_t fingerprint = 0;
  std::string external_id;
};

/* An expense as a value. To add one, only its name is required; the rest has defaults. */
struct expense {
  std::int64_t id = 0;  /* the store's own; not read when adding */
  std::string name;
  money amount;  /* spending is positive, a refund is negative */
  std::string type, category, account, note;
  iexpense::date date;
  std::vector<std::string> tags;
  iexpense::reimbursement reimbursement = iexpense::reimbursement::none;
  std::optional<iexpense::conversion> conversion;
  iexpense::source source;
  std::string extra;  /* JSON */
  uuid_bytes uuid{};

  expense() = default;
  explicit expense(std::string_view title, money price = {})
      : name(title), amount(std::move(price)) {}
};

namespace detail {

/* An expense as its C struct, which points into it: the expense must outlive it and stay. */
class raw_expense {
 public:
  explicit raw_expense(const expense &value) : tags_(value.tags) {
    raw_.struct_size = sizeof raw_;
    raw_.date = value.date.number();
    raw_.id = value.id;
    raw_.amount_minor = value.amount.amount_minor;
    raw_.name = c_str(value.name);
    raw_.type = c_str(value.type);
    raw_.category = c_str(value.category);
    raw_.currency = c_str(value.amount.currency);
    raw_.account = c_str(value.account);
    raw_.note = c_str(value.note);
    raw_.tags = tags_.data();
    raw_.tag_count = tags_.size();
    raw_.reimbursement = static_cast<std::int32_t>(value.reimbursement);
    if (value.conversion) {
      raw_.conversion_amount_minor = value.conversion->amount.amount_minor;
      raw_.conversion_currency = c_str(value.conversion->amount.currency);
      raw_.conversion_rate = c_str(value.conversion->rate);
    }
    raw_.source_import = value.source.import_number;
    raw_.source_line = value.source.line;
    raw_.source_fingerprint = value.source.fingerprint;
    raw_.source_external_id = c_str(value.source.external_id);
    raw_.extra = c_str(value.extra);
    std::copy(value.uuid.begin(), value.uuid.end(), raw_.uuid);
  }
  const iex_expense &get() const noexcept { return raw_; }

 private:
  static const char *c_str(const std::string &value) { return text::refuse_nul(value).c_str(); }
  texts tags_;
  iex_expense raw_{};
};

}  // namespace detail

/* An expense in a page. Its texts live as long as the page; assign it to an expense to keep it. */
class expense_row {
 public:
  using raw_type = iex_expense;
  explicit expense_row(const iex_expense &raw) noexcept : raw_(&raw) {}

  const iex_expense &raw() const noexcept { return *raw_; }
  std::int64_t id() const noexcept { return raw_->id; }  /* 0: a section row of a view */
  iexpense::date date() const noexcept { return iexpense::date(raw_->date); }
  std::string_view name() const noexcept { return detail::view(raw_->name); }
  std::string_view type() const noexcept { return detail::view(raw_->type); }
  std::string_view category() const noexcept { return detail::view(raw_->category); }
  std::string_view account() const noexcept { return detail::view(raw_->account); }
  std::string_view note() const noexcept { return detail::view(raw_->note); }
  std::string_view extra() const noexcept { return detail::view(raw_->extra); }
  std::int64_t amount_minor() const noexcept { return raw_->amount_minor; }
  std::string_view currency() const noexcept { return detail::view(raw_->currency); }
  std::int32_t currency_digits() const noexcept { return raw_->currency_digits; }
  money amount() const { return {raw_->amount_minor, currency()}; }
  text_range tags() const noexcept { return {raw_->tags, raw_->tag_count}; }
  iexpense::reimbursement reimbursement() const noexcept {
    return static_cast<iexpense::reimbursement>(raw_->reimbursement);
  }
  std::optional<iexpense::conversion> conversion() const {
    if (detail::view(raw_->conversion_currency).empty()) return std::nullopt;
    return iexpense::conversion{{raw_->conversion_amount_minor, raw_->conversion_currency},
                                std::string(detail::view(raw_->conversion_rate))};
  }
  iexpense::source source() const {
    return {raw_->source_import, raw_->source_line, raw_->source_fingerprint,
            std::string(detail::view(raw_->source_external_id))};
  }
  uuid_bytes uuid() const noexcept {
    uuid_bytes bytes;
    std::copy(std::begin(raw_->uuid), std::end(raw_->uuid), bytes.begin());
    return bytes;
  }
  operator expense() const {
    expense value(name(), amount());
    value.id = id();
    value.date = date();
    value.type = type();
    value.category = category();
    value.account = account();
    value.note = note();
    value.extra = extra();
    value.tags = tags().strings();
    value.reimbursement = reimbursement();
    value.conversion = conversion();
    value.source = source();
    value.uuid = uuid();
    return value;
  }

 private:
  const iex_expense *raw_;
};

/* Expenses as they were when they were read; later changes do not reach them. */
using page = owned_rows<expense_row, iex_page, iex_page_close, iex_page_rows>;

/* New values of some fields: store.update(id, edit().amount(1350).note("with tip")). */
class edit {
 public:
  edit() = default;
  /* The fields of a whole expense that are named. */
  edit(expense value, fields some) : value_(std::move(value)), fields_(some) {}

  edit &name(std::string_view v) { return set(field::name, value_.name, v); }
  edit &type(std::string_view v) { return set(field::type, value_.type, v); }
  edit &category(std::string_view v) { return set(field::category, value_.category, v); }
  edit &account(std::string_view v) { return set(field::account, value_.account, v); }
  edit &note(std::string_view v) { return set(field::note, value_.note, v); }
  edit &extra(std::string_view v) { return set(field::extra, value_.extra, v); }
  edit &date(iexpense::date v) { return set(field::date, value_.date, v); }
  edit &tags(std::vector<std::string> v) { return set(field::tags, value_.tags, std::move(v)); }
  edit &reimbursement(iexpense::reimbursement v) {
    return set(field::reimbursement, value_.reimbursement, v);
  }
  edit &conversion(std::optional<iexpense::conversion> v) {
    return set(field::conversion, value_.conversion, std::move(v));
  }
  /* The amount, and the currency when one is named. */
  edit &amount(money v) {
    if (!v.currency.empty()) fields_ = fields_ | field::currency;
    return set(field::amount, value_.amount, std::move(v));
  }

  const expense &value() const noexcept { return value_; }
  iexpense::fields fields() const noexcept { return fields_; }

 private:
  template <class Member, class Value>
  edit &set(field one, Member &member, Value &&v) {
    member = std::forward<Value>(v);
    fields_ = fields_ | one;
    return *this;
  }
  expense value_;
  iexpense::fields fields_;
};

}  // namespace iexpense

#endif

/* Queries, and the totals and sections that they lead to. */
#ifndef IEXPENSE_QUERY_HPP
#define IEXPENSE_QUERY_HPP

#include "expense.hpp"

namespace iexpense {

/* What expenses are sorted by: up, or with descending down. */
enum class sort : std::int32_t {
  none = IEX_SORT_NONE,
  name = IEX_SORT_NAME,
  type = IEX_SORT_TYPE,
  category = IEX_SORT_CATEGORY,
  amount = IEX_SORT_AMOUNT,
  currency = IEX_SORT_CURRENCY,
  conversion = IEX_SORT_CONVERSION,
  date = IEX_SORT_DATE,
  account = IEX_SORT_ACCOUNT,
  note = IEX_SORT_NOTE,
  tags = IEX_SORT_TAGS,
  reimbursement = IEX_SORT_REIMBURSEMENT,
  source = IEX_SORT_SOURCE,
  extra = IEX_SORT_EXTRA,
  uuid = IEX_SORT_UUID,
  id = IEX_SORT_ID,  /* the order of adding */
};

/* What the sections of a view are. */
enum class section_by : std::int32_t {
  none = IEX_SECTION_NONE,
  type = IEX_SECTION_TYPE,
  category = IEX_SECTION_CATEGORY,
  account = IEX_SECTION_ACCOUNT,
  day = IEX_SECTION_DAY,
  week = IEX_SECTION_WEEK,  /* ISO 8601 */
  month = IEX_SECTION_MONTH,
  quarter = IEX_SECTION_QUARTER,
  year = IEX_SECTION_YEAR,
  currency = IEX_SECTION_CURRENCY,
};

/* The same key from the end to the start: descending(sort::amount). */
constexpr sort descending(sort key) noexcept {
  return static_cast<sort>(-static_cast<std::int32_t>(key));
}
constexpr section_by descending(section_by key) noexcept {
  return static_cast<section_by>(-static_cast<std::int32_t>(key));
}

/* What totals are grouped by, joined by |; the currency always is. */
enum class group : std::uint32_t {
  none = 0,
  month = IEX_GROUP_MONTH,
  type = IEX_GROUP_TYPE,
  category = IEX_GROUP_CATEGORY,
  account = IEX_GROUP_ACCOUNT,
  day = IEX_GROUP_DAY,
  week = IEX_GROUP_WEEK,  /* ISO 8601 */
  quarter = IEX_GROUP_QUARTER,
  year = IEX_GROUP_YEAR,
};
constexpr group operator|(group a, group b) noexcept {
  return static_cast<group>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
/* By the first `names` names of the category, 1 to 16. */
constexpr group category_level(std::uint32_t names) noexcept {
  return static_cast<group>(IEX_GROUP_CATEGORY | IEX_GROUP_LEVEL(names));
}

/* Which expenses, and in which order: all, in order of adding. An expense has to fit everything
 * that is given; of several values in one list, one is enough. */
struct query {
  date first_date, last_date;  /* inclusive */
  std::int32_t month = 0;      /* yyyymm */
  std::vector<std::string> types, accounts, currencies; /* the account "" is none */
  std::string category;        /* and those below it */
  std::string text;            /* name or note contains it, regardless of case and accents */
  std::vector<std::string> tags_any, tags_all, tags_none;
  std::vector<iexpense::reimbursement> reimbursements;
  std::optional<whole> min_amount, max_amount;  /* minor units, inclusive */
  std::vector<iexpense::sort> sort;             /* at most 8 */
  section_by section = section_by::none;
  std::int32_t section_level = 0;  /* how many names of a category; 0: all */
  std::int64_t limit = 0;
  bool section_rows = false;  /* each section begins with a row of its own, with the id 0 */
  bool queued = false;        /* the view stands still until it is stepped or dispatched */
};

namespace detail {

/* A query as its C struct, which points into it. */
class raw_query {
 public:
  explicit raw_query(const query &q)
      : types_(q.types), accounts_(q.accounts), currencies_(q.currencies), any_(q.tags_any),
        all_(q.tags_all), none_(q.tags_none) {
    raw_.struct_size = sizeof raw_;
    raw_.first_date = q.first_date.number();
    raw_.last_date = q.last_date.number();
    for (const sort key : q.sort) sorts_.push_back(static_cast<std::int32_t>(key));
    if (sorts_.size() > 0) raw_.sort = sorts_[0];
    if (sorts_.size() > 1) raw_.then_sort = sorts_[1];
    if (sorts_.size() > 2) {
      raw_.more_sorts = sorts_.data() + 2;
      raw_.more_sort_count = static_cast<std::uint32_t>(sorts_.size() - 2);
    }
    raw_.category = text::refuse_nul(q.category).c_str();
    raw_.text = text::refuse_nul(q.text).c_str();
    raw_.month = q.month;
    raw_.section = static_cast<std::int32_t>(q.section);
    raw_.section_level = q.section_level;
    for (const reimbursement one : q.reimbursements)
      raw_.reimbursements |= static_cast<std::uint32_t>(IEX_BIT(static_cast<int>(one)));
    raw_.limit = q.limit;
    if (q.min_amount) raw_.flags |= IEX_QUERY_MIN_AMOUNT;
    if (q.max_amount) raw_.flags |= IEX_QUERY_MAX_AMOUNT;
    if (q.section_rows) raw_.flags |= IEX_QUERY_SECTION_ROWS;
    if (q.queued) raw_.flags |= IEX_QUERY_QUEUED;
    raw_.min_amount = q.min_amount.value_or(0);
    raw_.max_amount = q.max_amount.value_or(0);
    set(types_, raw_.types, raw_.type_count);
    set(accounts_, raw_.accounts, raw_.account_count);
    set(currencies_, raw_.currencies, raw_.currency_count);
    set(any_, raw_.tags_any, raw_.tags_any_count);
    set(all_, raw_.tags_all, raw_.tags_all_count);
    set(none_, raw_.tags_none, raw_.tags_none_count);
  }
  raw_query(const raw_query &) = delete;
  raw_query &operator=(const raw_query &) = delete;
  const iex_query *get() const noexcept { return &raw_; }

 private:
  static void set(const texts &list, const char *const *&place, std::uint32_t &count) {
    place = list.data();
    count = list.size();
  }
  texts types_, accounts_, currencies_, any_, all_, none_;
  std::vector<std::int32_t> sorts_;
  iex_query raw_{};
};

}  // namespace detail

/* One total. Its texts live as long as the totals or sections that it came in. */
class total_row {
 public:
  using raw_type = iex_total;
  explicit total_row(const iex_total &raw) noexcept : raw_(&raw) {}

  const iex_total &raw() const noexcept { return *raw_; }
  std::int32_t month() const noexcept { return raw_->month; }  /* yyyymm; 0: not grouped by it */
  iexpense::date date() const noexcept { return iexpense::date(raw_->date); }
  std::int64_t count() const noexcept { return raw_->count; }
  std::string_view type() const noexcept { return detail::view(raw_->type); }
  std::string_view category() const noexcept { return detail::view(raw_->category); }
  std::string_view account() const noexcept { return detail::view(raw_->account); }
  std::string_view currency() const noexcept { return detail::view(raw_->currency); }
  std::int32_t currency_digits() const noexcept { return raw_->currency_digits; }
  std::int64_t amount_high() const noexcept { return raw_->amount_high; }
  std::int64_t amount_low() const noexcept { return raw_->amount_minor; } /* its lower 64 bits */
  /* Whether the sum fits 64 bits: only totals that were asked for `wide` may not, and sections. */
  bool fits() const noexcept { return raw_->amount_high == (raw_->amount_minor < 0 ? -1 : 0); }
  money amount() const {
    if (!fits()) throw overflow_error("the sum does not fit 64 bits");
    return {raw_->amount_minor, currency()};
  }

 private:
  const iex_total *raw_;
};

using totals = owned_rows<total_row, iex_totals, iex_totals_close, iex_totals_rows>;

/* One section of a view. */
class section_row {
 public:
  using raw_type = iex_section;
  explicit section_row(const iex_section &raw) noexcept : raw_(&raw) {}

  const iex_section &raw() const noexcept { return *raw_; }
  iexpense::date date() const noexcept { return iexpense::date(raw_->date); }
  std::int64_t position() const noexcept { return raw_->position; }
  std::int64_t count() const noexcept { return raw_->count; }
  std::string_view title() const noexcept { return detail::view(raw_->title); }
  row_range<total_row> totals() const noexcept { return {raw_->totals, raw_->total_count}; }

 private:
  const iex_section *raw_;
};

using sections = owned_rows<section_row, iex_sections, iex_sections_close, iex_sections_rows>;

}  // namespace iexpense

#endif

/* What is refused: by the compiler where it can be, else by an exception, and never by a crash. */
#include <thread>

#include "test.hpp"

#if __cplusplus >= 202002L
#include <ranges>
#endif

using namespace iexpense;
using namespace std::string_view_literals;

namespace {

template <class Owner, class = void>
constexpr bool lends_rows = false;
template <class Owner>
constexpr bool lends_rows<Owner, std::void_t<decltype(std::declval<Owner>().rows())>> = true;
template <class Owner, class = void>
constexpr bool lends_expenses = false;
template <class Owner>
constexpr bool
    lends_expenses<Owner, std::void_t<decltype(std::declval<Owner>().expenses())>> = true;
template <class Owner, class = void>
constexpr bool lends_findings = false;
template <class Owner>
constexpr bool
    lends_findings<Owner, std::void_t<decltype(std::declval<Owner>().findings())>> = true;
template <class Amount, class = void>
constexpr bool edits = false;
template <class Amount>
constexpr bool
    edits<Amount, std::void_t<decltype(edit().amount(std::declval<Amount>()))>> = true;
template <class Rate, class = void>
constexpr bool converts = false;
template <class Rate>
constexpr bool
    converts<Rate, std::void_t<decltype(money().convert("USD", std::declval<Rate>()))>> = true;
template <class Rate, class = void>
constexpr bool divides = false;
template <class Rate>
constexpr bool
    divides<Rate, std::void_t<decltype(money().convert("USD", 1, std::declval<Rate>()))>> = true;
enum number { one };

// Money has whole minor units.
static_assert(std::is_constructible_v<money, int> && std::is_convertible_v<std::int64_t, money>);
static_assert(!std::is_constructible_v<money, double> && !std::is_constructible_v<money, float>);
static_assert(!std::is_constructible_v<money, long double, const char *>);
static_assert(std::is_constructible_v<expense, const char *, int>);
static_assert(!std::is_constructible_v<expense, const char *, double>);
static_assert(edits<int> && edits<money> && !edits<double>);
static_assert(converts<int> && !converts<double>);
static_assert(divides<int> && !divides<float>);
static_assert(!std::is_constructible_v<money, bool> && !std::is_constructible_v<money, date>);
static_assert(std::is_assignable_v<decltype(money::amount_minor) &, long long>);
static_assert(!std::is_assignable_v<decltype(money::amount_minor) &, double>);
static_assert(std::is_assignable_v<decltype(query::min_amount) &, int>);
static_assert(std::is_assignable_v<decltype(query::min_amount) &, std::optional<std::int64_t>>);
static_assert(!std::is_assignable_v<decltype(query::min_amount) &, double>);
static_assert(!std::is_assignable_v<decltype(query::max_amount) &, std::optional<double>>);
static_assert(whole(1250u) == 1250 && whole(INT64_MIN) == INT64_MIN);

// A value is one of five kinds, and nothing turns into a bool.
static_assert(std::is_constructible_v<value, bool> && std::is_constructible_v<value, unsigned>);
static_assert(std::is_constructible_v<value, const char *> && std::is_constructible_v<value, date>);
static_assert(!std::is_constructible_v<value, double> && !std::is_constructible_v<value, float>);
static_assert(!std::is_constructible_v<value, int *> && !std::is_constructible_v<value, void *>);
static_assert(!std::is_constructible_v<value, std::nullptr_t>);
static_assert(!std::is_constructible_v<value, number>);

// Rows of a temporary would go with it.
static_assert(lends_rows<page &> && !lends_rows<page> && !lends_rows<const totals>);
static_assert(lends_expenses<history &> && !lends_expenses<history>);
static_assert(lends_findings<file_import &> && !lends_findings<file_import>);

#if __cplusplus >= 202002L
static_assert(std::ranges::input_range<page> && std::ranges::input_range<const totals>);
static_assert(std::ranges::input_range<row_range<expense_row>>);
static_assert(std::ranges::input_range<text_range>);
static_assert(std::ranges::input_range<const view> && std::ranges::common_range<view>);
#endif

/* Sets the handler when it goes, as a handler's own state might. */
struct sets_handler {
  ~sets_handler() { on_callback_error(nullptr); }
};

}  // namespace

TEST(an_amount_never_wraps) {
  THROWS(iexpense::overflow_error, money(UINT64_MAX));
  THROWS(iexpense::overflow_error, money(UINT64_MAX, "EUR"));
  THROWS(iexpense::overflow_error, expense("Tea", std::uint64_t{1} << 63));
  EQUAL(money(std::uint64_t{INT64_MAX}).amount_minor, INT64_MAX);
  EQUAL(money(-1).amount_minor, -1);
  query large;
  THROWS(iexpense::overflow_error, large.min_amount = UINT64_MAX);
  THROWS(iexpense::overflow_error, money(1, "EUR").convert("USD", UINT64_MAX));
  THROWS(iexpense::overflow_error, value(UINT64_MAX));
  money sum(1);
  sum.amount_minor = sum.amount_minor + 5u;
  EQUAL(sum.amount_minor, 6);
}

TEST(an_import_that_was_moved_is_closed) {
  store s = test::euros();
  import_options how;
  how.profile = "{\"spending\": \"negative\"}";
  file_import in = s.import_bytes("Date,Payee,Amount,Currency\n2026-04-13,Tea,-1.00,EUR\n", how);
  const file_import moved = std::move(in);
  THROWS(handle_error, in.commit());
  THROWS(handle_error, in.answer("{}"));
  THROWS(handle_error, in.read());
  THROWS(handle_error, in.exclude(0));
  CHECK(in.findings().empty() && in.profile().empty());
  EQUAL(moved.read().size(), 1u);
}

TEST(a_transaction_ends_only_itself) {
  store s = test::euros();
  transaction first = s.begin("first");
  s.add("Tea", "1");
  first.commit();
  {
    transaction second = s.begin("second");
    s.add("Tea", "2");
    THROWS(transaction_error, first.commit());
    THROWS(transaction_error, first.rollback());
    transaction moved = std::move(second);
    THROWS(transaction_error, second.commit());
    std::thread other([&] { THROWS(transaction_error, moved.commit()); });
    other.join();
  }
  // The second was still open at the end of its block, and so was rolled back.
  EQUAL(s.view().count(), 1);
  s.add("Tea", "3");
  EQUAL(s.view().count(), 2);
}

TEST(a_handler_may_be_set_while_one_goes) {
  on_callback_error([state = std::make_shared<sets_handler>()](std::exception_ptr) {});
  on_callback_error(nullptr);
  on_callback_error(nullptr);
}

TEST(no_exception_of_a_dispatch_is_lost) {
  test::unhandled seen;
  store s = test::euros();
  subscription_options queued;
  queued.queued = true;
  subscription first =
      s.subscribe(queued, [](const change &) { throw std::runtime_error("first"); });
  subscription second =
      s.subscribe(queued, [](const change &) { throw std::runtime_error("second"); });
  s.add("Tea", "1");
  EQUAL(THROWS(std::runtime_error, s.dispatch()), "first");
  EQUAL(seen.messages.size(), 1u);
  EQUAL(seen.messages.at(0), "second");
}

TEST(what_a_mapping_throws_for_a_subscriber_is_told) {
  test::unhandled seen;
  binding count = binding::state(1);
  binding shown = count.map([](const value &v) -> value {
    if (v.as<std::int64_t>() == 2) throw std::domain_error("not two");
    return v;
  });
  subscription told = shown.subscribe([](std::optional<value>) {});
  count.set(2);
  EQUAL(count.read_as<std::int64_t>(), 2);
  CHECK(!seen.messages.empty());
  for (const std::string &message : seen.messages) EQUAL(message, "not two");
  // A read that fails by it throws it, and then it is told to nobody else.
  seen.messages.clear();
  THROWS(std::domain_error, shown.read());
  CHECK(seen.messages.empty());
  binding flag = binding::constant(true).map(
      [](const value &) -> value { throw std::domain_error("no flag"); });
  THROWS(std::domain_error, sheet(flag).presented());
  CHECK(seen.messages.empty());
}

TEST(a_currency_has_no_nul) {
  store s = test::euros();
  const money odd(1250, "EUR\0X"sv);
  THROWS(invalid_error, odd.text());
  THROWS(invalid_error, odd.digits());
  THROWS(invalid_error, odd.convert("USD", 1));
  THROWS(invalid_error, s.text(odd));
  THROWS(invalid_error, s.add(expense("Tea", odd)));
}

TEST(a_view_begins_at_its_first_row) {
  store s = test::euros();
  s.add_many({expense("Tea", 100), expense("Bus", 200)});
  const view rows = s.view();
  THROWS(argument_error, rows.ids(-1, 1));
  THROWS(argument_error, rows.ids(INT64_MIN, INT64_MAX));
  EQUAL(rows.ids(0, INT64_MAX).size(), 2u);
  view::iterator at = rows.begin();
  EQUAL((*at++).name(), "Tea");
  EQUAL((*at).name(), "Bus");
  CHECK(++at == rows.end());
}

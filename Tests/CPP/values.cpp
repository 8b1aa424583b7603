/* Money, dates, expenses as values, and the errors that they lead to. */
#include "test.hpp"

using namespace iexpense;

TEST(money_is_exact) {
  const money dinner = money::parse("100.00 EUR");
  EQUAL(dinner.text(), "100.00 EUR");
  EQUAL(dinner.digits(), 2);
  money sum(0, "EUR");
  for (const money &share : dinner.split(3)) sum += share;
  CHECK(sum == dinner);
  EQUAL(dinner.split({1, 3}).at(1).amount_minor, 7500);
  EQUAL(money::parse("12.50", "USD").text(), "12.50 USD");
  EQUAL(dinner.convert("JPY", 160).text(), "16000 JPY");
  THROWS(currency_error, dinner + money(1, "USD"));
  THROWS(iexpense::overflow_error, money(INT64_MAX, "EUR") + money(1, "EUR"));
  THROWS(invalid_error, money::parse("12,50 EUR"));
  THROWS(currency_error, money(1, "XYZZY").text());
  THROWS(argument_error, dinner.split(0));
  THROWS(argument_error, dinner.split(SIZE_MAX));
}

TEST(dates_step) {
  EQUAL(date::parse("2026-03-14").number(), 20260314);
  EQUAL(date(2026, 1, 31).plus(0, 1, 0).text(), "2026-02-28");
  EQUAL(date(2027, 1, 1).week().first, 2026);
  EQUAL(date(2027, 1, 1).week().second, 53);
  EQUAL(date(2026, 3, 14).year() + date(2026, 3, 14).month() + date(2026, 3, 14).day(), 2043);
  CHECK(date(2026, 1, 1) < date(2026, 1, 2) && date(2026, 1, 2) >= date(2026, 1, 2));
  CHECK(date::today() && !date());
  THROWS(invalid_error, date::parse("2026-02-30"));
}

TEST(an_expense_comes_back_as_it_went_in) {
  store s = test::euros();
  expense in("Grand Hôtel", money(21400, "EUR"));
  in.type = "Business";
  in.category = "Travel:Hotel";
  in.account = "Visa";
  in.note = "two nights";
  in.date = date(2026, 3, 15);
  in.tags = {"rome", "a, b"};
  in.reimbursement = reimbursement::submitted;
  in.conversion = conversion{money(23000, "USD"), "1.0748"};
  in.extra = "{\"k\": 1}";
  in.source = {0, 7, 99, "abc"};
  const expense out = s.read(s.add(in));
  EQUAL(out.name, in.name);
  CHECK(out.amount == in.amount && out.date == in.date && out.tags == in.tags);
  EQUAL(out.type + out.category + out.account + out.note, "BusinessTravel:HotelVisatwo nights");
  CHECK(out.reimbursement == reimbursement::submitted);
  CHECK(out.conversion && out.conversion->amount == in.conversion->amount);
  EQUAL(out.conversion->rate, "1.0748");
  EQUAL(out.extra, in.extra);
  EQUAL(out.source.external_id, "abc");
  CHECK(out.uuid != uuid_bytes{});
}

TEST(a_row_lends_its_texts) {
  store s = test::euros();
  const std::int64_t id = s.add("Tea", "3.20");
  const page read = s.read(std::vector<std::int64_t>{id});
  EQUAL(read.size(), 1u);
  for (const expense_row row : read) {
    const std::string_view name = row.name();
    EQUAL(name, "Tea");
    EQUAL(row.currency(), "EUR");
    EQUAL(row.currency_digits(), 2);
    CHECK(row.tags().empty() && !row.conversion());
    EQUAL(row.source().line, 0);
    EQUAL(row.raw().id, id);
  }
  THROWS(argument_error, read[1]);
}

TEST(failures_are_exceptions_of_their_status) {
  store s = test::euros();
  THROWS(not_found, s.read(4711));
  THROWS(not_found, s.remove(4711));
  HAS(THROWS(missing_error, store("no such folder/a.db")), "no such folder");
  try {
    s.add(expense("", money(1)));
    CHECK(false);
  } catch (const error &e) {
    EQUAL(e.status(), IEX_ERROR_INVALID);
    EQUAL(std::string(e.name()), "IEX_ERROR_INVALID");
    EQUAL(e.field(), IEX_FIELD_NAME);
    EQUAL(e.sqlite_code() + e.system_code(), 0);
  }
  // A NUL would hide what comes after it.
  using namespace std::string_view_literals;
  THROWS(invalid_error, s.add("Tea\0 and more"sv, "1"));
  THROWS(invalid_error, s.parse("1\0"sv));
  expense tagged("Tea", 1);
  tagged.tags = {std::string("a\0b", 3)};
  THROWS(invalid_error, s.add(tagged));
  EQUAL(s.view().count(), 0);
}

TEST(a_handle_is_moved_and_closed_once) {
  store first = test::euros();
  first.add("Tea", "1");
  store second = std::move(first);
  CHECK(!first && second);
  THROWS(handle_error, first.revision());
  view rows = second.view();
  second.close();
  THROWS(handle_error, rows.count());
  THROWS(handle_error, second.close());
  view other;
  other = std::move(rows);
  CHECK(!rows && other);
  second = test::euros();
  EQUAL(std::string(version()), IEX_VERSION);
  iex_store *raw = second.release();
  EQUAL(handle_count(), 1);
  EQUAL(iex_store_close(raw), IEX_OK);
}

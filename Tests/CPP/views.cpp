/* Views, sections, totals, and queries. */
#include "test.hpp"

using namespace iexpense;

static void fill(store &s) {
  std::vector<expense> all = {test::on(date(2026, 3, 14), "Train", 8990),
                              test::on(date(2026, 3, 15), "Hotel", 21400),
                              test::on(date(2026, 4, 2), "Lunch", 1250)};
  all[1].type = "Business";
  all[1].category = "Travel:Hotel";
  all[2].tags = {"food"};
  all[2].account = "Visa";
  s.add_many(all);
}

static std::string names(const view &rows) {
  std::string all;
  for (const expense_row row : rows) all += std::string(row.name()) + " ";
  return all;
}

TEST(a_view_is_looped_over) {
  store s = test::euros();
  EQUAL(names(s.view()), "");
  fill(s);
  query largest;
  largest.sort = {descending(sort::amount)};
  EQUAL(names(s.view(largest)), "Hotel Train Lunch ");
  // More than one page of the loop.
  s.add_many(std::vector<expense>(2500, expense("Tea", 320)));
  std::int64_t rows = 0, sum = 0;
  for (const auto row : s.view()) ++rows, sum += row.amount_minor();
  EQUAL(rows, 2503);
  EQUAL(sum, 2500 * 320 + 8990 + 21400 + 1250);
}

TEST(a_query_chooses) {
  store s = test::euros();
  fill(s);
  const auto found = [&](auto &&set) {
    query q;
    set(q);
    return names(s.view(q));
  };
  EQUAL(found([](query &q) { q.types = {"Business"}; }), "Hotel ");
  EQUAL(found([](query &q) { q.category = "Travel"; }), "Hotel ");
  EQUAL(found([](query &q) { q.text = "LUN"; }), "Lunch ");
  EQUAL(found([](query &q) { q.accounts = {"Visa"}; }), "Lunch ");
  EQUAL(found([](query &q) { q.currencies = {"EUR", "USD"}; q.limit = 1; }), "Train ");
  EQUAL(found([](query &q) { q.tags_any = {"food", "drink"}; }), "Lunch ");
  EQUAL(found([](query &q) { q.tags_all = {"food", "drink"}; }), "");
  EQUAL(found([](query &q) { q.tags_none = {"food"}; }), "Train Hotel ");
  EQUAL(found([](query &q) { q.month = 202603; }), "Train Hotel ");
  EQUAL(found([](query &q) { q.first_date = date(2026, 3, 15); }), "Hotel Lunch ");
  EQUAL(found([](query &q) { q.last_date = date(2026, 3, 14); }), "Train ");
  EQUAL(found([](query &q) { q.min_amount = 5000; q.max_amount = 9000; }), "Train ");
  EQUAL(found([](query &q) { q.reimbursements = {reimbursement::open}; }), "");
  EQUAL(found([](query &q) {
          q.sort = {sort::type, sort::currency, descending(sort::amount), sort::id};
        }),
        "Hotel Train Lunch ");
  THROWS(argument_error, found([](query &q) { q.sort.assign(9, sort::name); }));
}

TEST(sections_and_totals) {
  store s = test::euros();
  fill(s);
  query months;
  months.section = descending(section_by::month);
  view rows = s.view(months);
  const sections all = rows.sections();
  EQUAL(all.size(), 2u);
  EQUAL(all[0].title(), "2026-04");
  EQUAL(all[1].count(), 2);
  EQUAL(all[1].position(), 1);
  EQUAL(all[1].date().number(), 20260301);
  EQUAL(all[1].totals()[0].amount().text(), "303.90 EUR");
  std::string text;
  for (const total_row one : s.totals(group::month | group::type))
    text += std::to_string(one.month()) + std::string(one.type()) + one.amount().text() + " ";
  EQUAL(text, "202603Business214.00 EUR 202603Personal89.90 EUR 202604Personal12.50 EUR ");
  EQUAL(rows.totals()[0].count(), 3);
  EQUAL(s.totals(category_level(1))[1].category(), "Travel");
  query march;
  march.month = 202603;
  EQUAL(s.totals(group::none, march)[0].amount_low(), 30390);
  // A sum of more than 64 bits.
  s.add_many({expense("All", INT64_MAX), expense("And more", INT64_MAX)});
  THROWS(iexpense::overflow_error, s.totals());
  const totals wide = s.totals(group::none, {}, true);
  CHECK(!wide[0].fits() && wide[0].amount_high() == 1 && wide[0].amount_low() != 0);
  THROWS(iexpense::overflow_error, wide[0].amount());
}

TEST(positions_are_those_that_were_shown) {
  store s = test::euros();
  fill(s);
  query still;
  still.queued = true;
  view list = s.view(still);
  EQUAL(list.count(), 3);
  s.remove(1);
  s.add("Tea", "3.20");
  list.update_at(1, edit().note("shown as the second"));
  list.remove_at({2});
  EQUAL(s.read(2).note, "shown as the second");
  std::string steps;
  while (const auto splice = list.step())
    steps += std::to_string(splice->position) + "-" + std::to_string(splice->removed) + "+" +
             std::to_string(splice->added) + " ";
  CHECK(!steps.empty());
  EQUAL(list.count(), 2);
  EQUAL(list.ids(0, 100).size(), 2u);
  EQUAL(list.ids(1, 100).at(0), 4);
  CHECK(list.ids(5, 1).empty());
  EQUAL(list.position(4).value_or(-1), 1);
  CHECK(!list.position(1));
  CHECK(list.revision() == s.revision());
  THROWS(argument_error, list.remove_at({7}));
}

TEST(a_view_tells_how_it_changes) {
  store s = test::euros();
  fill(s);
  query types;
  types.section = section_by::type;
  types.sort = {sort::name};
  view rows = s.view(types);
  std::string said;
  subscription told = rows.subscribe([&](const view_change &change) {
    CHECK(!change.reset() && !change.describe().empty());
    said += std::to_string(change.old_count()) + ">" + std::to_string(change.new_count());
    for (const view_item one : change.items())
      said += one.kind() == view_item_kind::inserted
                  ? " +" + std::to_string(one.new_position())
                  : " -" + std::to_string(one.old_position());
    for (const section_change one : change.sections())
      said += " " + std::string(one.title()) + " " + std::to_string(one.new_count());
    said += " " + std::string(change.change().info().label()) + "\n";
  });
  const std::int64_t id = s.add("Bus", "2");
  s.remove(id);
  EQUAL(said, "3>4 +1 Personal 3 added 1 expense\n4>3 -1 Personal 2 removed 1 expense\n");
  told.cancel();
  s.add("Bus", "2");
  CHECK(said.find("Bus\n3>") == std::string::npos);
}

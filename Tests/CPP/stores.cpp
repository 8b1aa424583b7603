/* Stores, transactions, undo, files. */
#include "test.hpp"

using namespace iexpense;

TEST(a_store_of_a_file) {
  options how;
  how.currency = "EUR";
  {
    store s("a.db", how);
    s.add("Train", "89.90");
    s.register_currency("MILES", 0);
    EQUAL(s.text(s.parse("7 MILES")), "7 MILES");
    EQUAL(s.text(s.parse("1.5")), "1.50 EUR");
    EQUAL(s.default_currency().value_or(""), "EUR");
    s.backup("b.db");
    s.set_busy_timeout(100);
    s.check();
  }
  how.existing = how.read_only = true;
  store copy("b.db", how);
  EQUAL(copy.view().count(), 1);
  THROWS(read_only_error, copy.add("Tea", "1"));
  how.existing = true;
  THROWS(missing_error, store("c.db", how));
  options relaxed;
  relaxed.relaxed = true;
  store plain("d.db", relaxed);
  CHECK(!plain.default_currency());
  THROWS(currency_error, plain.add("Tea", "1"));
}

TEST(expenses_are_edited_and_removed) {
  store s = test::euros();
  const std::int64_t first = s.add_many({expense("Train", 8990), expense("Hotel", 21400)});
  s.update(first, edit().name("Night train").amount(9990).note("sleeper").tags({"rome"}));
  EQUAL(s.read(first).name, "Night train");
  EQUAL(s.read(first).amount.text(), "99.90 EUR");
  s.update(first, edit().amount(money(500, "USD")).type("Business").category("Travel")
                      .account("Visa").date(date(2026, 1, 1)).extra("{}"));
  EQUAL(s.read(first).amount.text(), "5.00 USD");
  expense other("Not this", 1);
  other.note = "but this";
  s.update(first, edit(other, fields{field::note}));
  EQUAL(s.read(first).note, "but this");
  EQUAL(s.read(first).name, "Night train");
  s.update(first, edit().reimbursement(reimbursement::paid)
                      .conversion(conversion{money(450, "EUR"), "0.9"}));
  CHECK(s.read(first).conversion);
  s.update(first, edit().conversion(std::nullopt));
  CHECK(!s.read(first).conversion);
  s.remove(std::vector<std::int64_t>{first, first + 1});
  EQUAL(s.view().count(), 0);
  CHECK((field::name | field::note).has(field::note) && !fields(field::name).has(field::note));
}

TEST(a_transaction_ends_with_its_block) {
  store s = test::euros();
  {
    transaction t = s.begin("Trip");
    s.add("Train", "89.90");
  }
  EQUAL(s.view().count(), 0);
  {
    transaction t = s.begin("Trip");
    s.add("Train", "89.90");
    t.commit();
  }
  s.transact("Rome", [&] { s.add("Hotel", "214"); });
  EQUAL(s.history()[0].label(), "Rome");
  THROWS(std::out_of_range, s.transact("Never", [&] {
           s.add("Tea", "1");
           throw std::out_of_range("no");
         }));
  EQUAL(s.view().count(), 2);
  // A failure inside that nobody looked at comes out of the commit.
  THROWS(not_found, s.transact("Wrong", [&] {
           try {
             s.remove(99);
           } catch (const error &) {
           }
         }));
  transaction t = s.begin();
  t.rollback();
  THROWS(transaction_error, t.rollback());
}

TEST(undo_and_history) {
  store s = test::euros();
  const std::int64_t id = s.add("Taxi", "18");
  const step undone = s.undo();
  CHECK(undone);
  EQUAL(undone.label, "added 1 expense");
  CHECK(s.redo() && !s.redo());
  s.update(id, edit().note("to the airport"));
  const std::int64_t revision = s.revision();
  EQUAL(s.undo_revision(revision).target, revision);
  CHECK(s.undo(undo_of::any_skipping_conflicts));
  const history past = s.history(id);
  CHECK(past.size() >= 3 && past.expenses().size() == past.size());
  for (const revision_row one : past) EQUAL(one.origin(), "test");
  CHECK(past[0].time_ms() > 0 && past[0].last() == past[0].first() && past[0].instance() != 0);
  CHECK(s.history()[0].kind() == change_kind::undo);
}

TEST(files_in_and_out) {
  store s = test::euros();
  import_options how;
  how.name = "visa.csv";
  file_import in = s.import_bytes(
      "Date,Payee,Amount\n03/04/2026,Cafe,-3.50\n05/04/2026,Train,-89.90\n", how);
  int questions = 0;
  for (const finding one : in.findings())
    if (one.state() == finding_state::ambiguous) {
      ++questions;
      CHECK(!one.text().empty() && !one.key().empty() && one.value().empty());
      one.candidates().strings();
    }
  EQUAL(questions, in.summary().questions);
  THROWS(ambiguous_error, in.commit());
  THROWS(argument_error, in.answer("{\"dat\": 1}"));
  in.answer("{\"date\": \"DMY\", \"spending\": \"negative\", \"currency\": \"EUR\"}");
  EQUAL(in.summary().questions, 0);
  EQUAL(in.summary().rows, 2);
  s.save_profile("Visa", in.profile());
  in.edit_row(0, edit().note("cash"));
  in.exclude(1);
  const import_page rows = in.read();
  CHECK(rows[0].status() == row_status::fresh && rows[1].status() == row_status::excluded);
  EQUAL(rows[0].expense()->note(), "cash");
  EQUAL(rows[0].line(), 2);
  in.include(1);
  HAS(in.text(), "visa.csv");
  const step stored = in.commit();
  EQUAL(stored.label, "imported visa.csv");
  EQUAL(s.view().count(), 2);
  EQUAL(s.profiles()[0].name(), "Visa");
  s.remove_profile("Visa");
  CHECK(s.profiles().empty());
  query cafe;
  cafe.text = "CAFE";
  HAS(s.export_as(format::csv, cafe), "Cafe");
  EQUAL(s.export_as(format::json, cafe).find("Train"), std::string::npos);
  THROWS(missing_error, s.import_file("no.csv"));
  file_import broken = s.import_bytes("Date,Payee,Amount\n03/04/2026,Cafe,x\n", how);
  EQUAL(broken.summary().rejected + broken.summary().questions > 0, true);
}

TEST(rules_set_fields) {
  store s = test::euros();
  const std::int64_t id = s.add("Bay RAILWAY 4711", "89.90");
  s.save_rule("{\"name\": \"Trains\", \"when\": {\"text\": {\"contains\": \"railway\"}},"
              " \"set\": {\"category\": \"Travel:Rail\"}}");
  s.save_rule("{\"name\": \"All\", \"when\": {}, \"set\": {\"type\": \"Business\"}}", 0);
  EQUAL(s.rules()[0].name(), "All");
  s.move_rule("All", 1);
  HAS(s.rules()[0].json(), "railway");
  view rows = s.view();
  EQUAL(rows.try_rules().size(), 2u);
  const applied done = rows.apply_rules();
  CHECK(done.step);
  CHECK(done.what[0].kind() == effect_kind::set && done.what[0].id() == id);
  EQUAL(s.read(id).category, "Travel:Rail");
  const effects set = s.rule_effects(id);
  EQUAL(set.size(), 2u);
  for (const effect_row one : set)
    if (one.field() == field::category) {
      EQUAL(one.rule(), "Trains");
      EQUAL(one.new_value(), "Travel:Rail");
      CHECK(one.old_value().empty() && one.problem().empty() && one.row() == -1);
    }
  s.remove_rule("Trains");
  file_import in = s.import_bytes("Date,Payee,Amount,Currency\n2026-04-13,Cafe,-3.50,EUR\n");
  if (in.summary().questions) in.answer("{\"spending\": \"negative\"}");
  EQUAL(in.try_rules().size(), 1u);
  EQUAL(in.apply_rules().size(), 1u);
  EQUAL(in.read()[0].effects()[0].rule(), "All");
  in.take_back_rules();
  CHECK(in.read()[0].effects().empty());
}

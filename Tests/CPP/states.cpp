/* Bindings, objects, environments, sheets and drafts. */
#include "test.hpp"

using namespace iexpense;

TEST(a_state_tells_of_other_values) {
  binding hint = binding::state(false);
  std::string said;
  subscription told = hint.subscribe([&](std::optional<value> now) {
    said += now && now->as<bool>() ? "there " : "gone ";
  });
  hint.set(true);
  hint.set(true);
  hint.set(false);
  EQUAL(said, "there gone ");
  THROWS(argument_error, hint.set(7));
  THROWS(argument_error, hint.read_as<std::string>());
  binding copy = hint.copy();
  copy.set(true);
  EQUAL(hint.read_as<bool>(), false);
  THROWS(read_only_error, binding::constant("fixed").set("other"));
  EQUAL(binding::state("text").read_as<std::string>(), "text");
  EQUAL(binding::state(7).read_as<std::int64_t>(), 7);
  EQUAL(binding::state(date(2026, 3, 14)).read_as<date>().number(), 20260314);
  CHECK(binding::state(money(5, "EUR")).read() == value(money(5, "EUR")));
  THROWS(handle_error, binding().read());
}

TEST(a_mapping_throws_where_it_is_used) {
  binding count = binding::state(2);
  binding text = count.map(
      [](const value &v) {
        return value(std::to_string(v.as<std::int64_t>()) + " teas, thank you");
      },
      [](const value &v) -> value {
        if (v.as<std::string>() == "many") throw std::domain_error("how many?");
        if (v.as<std::string>() == "none") throw invalid_error("no tea", IEX_FIELD_AMOUNT);
        if (v.as<std::string>() == "odd") throw 1;
        return static_cast<std::int64_t>(v.as<std::string>().size());
      });
  EQUAL(text.read_as<std::string>(), "2 teas, thank you");
  text.set("three");
  EQUAL(count.read_as<std::int64_t>(), 5);
  EQUAL(THROWS(std::domain_error, text.set("many")), "how many?");
  EQUAL(THROWS(invalid_error, text.set("none")), "no tea");
  try {
    text.set("odd");
    CHECK(false);
  } catch (int number) {
    EQUAL(number, 1);
  }
  // Where C asks, it is a status with the message, and the handler has the exception.
  test::unhandled seen;
  iex_error raw;
  const value answer("many");
  const iex_value many = answer.raw();
  EQUAL(iex_binding_set(text.get(), &many, &raw), IEX_ERROR_INVALID);
  EQUAL(std::string(raw.message), "how many?");
  EQUAL(seen.messages.size(), 1u);
  THROWS(read_only_error, count.map([](const value &v) { return v; }).set(1));
  EQUAL(count.read_as<std::int64_t>(), 5);
}

TEST(objects_are_found_in_environments) {
  object user("User");
  binding name = user.publish("name", "Anna");
  std::string said;
  subscription told = user.subscribe([&](std::string_view field) { said += field; });
  environment home("home");
  home.put(user);
  object found = home.child("detail").find("User");
  found.binding("name").set("Berta");
  EQUAL(name.read_as<std::string>(), "Berta");
  EQUAL(said, "name");
  HAS(THROWS(not_found, home.modal("sheet").find("User")), "User");
  THROWS(not_found, user.binding("age"));
}

TEST(a_draft_saves_one_change) {
  store s = test::euros();
  draft_options how;
  how.decimal_mark = ",";
  how.defaults = edit().type("Business");
  draft form = s.draft(how);
  form.set(field::name, "Lunch").set(field::amount, "12.5x");
  EQUAL(form.text(field::type), "Business");
  int problems = 0;
  for (const problem one : form.problems()) {
    ++problems;
    CHECK(one.field() == field::amount && one.status() == IEX_ERROR_INVALID);
    CHECK(!one.message().empty());
  }
  EQUAL(problems, 1);
  CHECK(form.state().has_changes && !form.state().savable);
  THROWS(invalid_error, form.save());
  form.set(field::amount, "12,50");
  const std::int64_t id = form.save();
  EQUAL(s.read(id).amount.text(), "12.50 EUR");
  EQUAL(form.choices(field::type)[0], "Business");
  // Someone else changes what the form has changed too.
  form.set(field::note, "mine");
  s.update(id, edit().note("theirs"));
  CHECK(form.state().conflicts == fields(field::note) && form.state().id == id);
  THROWS(conflict_error, form.save());
  form.keep_mine(field::note);
  form.save();
  form.set(field::note, "again");
  s.update(id, edit().note("theirs again"));
  CHECK(!form.state().conflicts.empty());
  form.take_theirs(field::note);
  EQUAL(form.text(field::note), "theirs again");
  form.set(field::note, "forgotten");
  form.discard();
  CHECK(!form.state().has_changes);
  s.remove(id);
  CHECK(form.state().removed);
  THROWS(argument_error, form.text(field::uuid));
}

TEST(fields_of_drafts_and_expenses_are_bound) {
  store s = test::euros();
  const std::int64_t id = s.add("Lunch", "12.50");
  binding amount = s.binding(id, field::amount);
  std::string said;
  subscription told = amount.subscribe([&](std::optional<value> now) {
    said += now ? now->as<money>().text() + " " : std::string("gone ");
  });
  amount.set(money(1350));
  CHECK(s.undo());
  s.remove(id);
  EQUAL(said, "13.50 EUR 12.50 EUR gone ");
  draft form = s.draft();
  binding name = form.binding(field::name);
  name.set("Tea");
  EQUAL(form.text(field::name), "Tea");
}

TEST(a_sheet_keeps_an_unsaved_draft) {
  store s = test::euros();
  draft form = s.draft();
  binding shown = binding::state(false);
  int dismissed = 0;
  sheet over = form.sheet(shown, [&] { ++dismissed; });
  over.present(7);
  CHECK(over.presented() && shown.read_as<bool>());
  EQUAL(over.about()->as<std::int64_t>(), 7);
  form.set(field::name, "Lunch");
  CHECK(over.unsaved());
  THROWS(unsaved_error, over.dismiss());
  THROWS(unsaved_error, shown.set(false));
  over.dismiss_discarding();
  EQUAL(dismissed, 1);
  sheet plain(shown, [&] { ++dismissed; });
  plain.present();
  CHECK(!plain.about());
  plain.dismiss();
  EQUAL(dismissed, 3);
  sheet silent(shown);
  silent.present();
  silent.dismiss();
}

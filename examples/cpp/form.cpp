// A form with its problems, bound fields, and a sheet that keeps what is not saved.
#include <iexpense.hpp>
#include <iostream>

int main() {
  iexpense::options euros;
  euros.currency = "EUR";
  auto store = iexpense::store::memory(euros);
  iexpense::draft_options comma;
  comma.decimal_mark = ",";
  auto draft = store.draft(comma);

  auto adding = iexpense::binding::state(false);
  auto sheet = draft.sheet(adding, [] { std::cout << "dismissed\n"; });
  auto told = adding.subscribe([](std::optional<iexpense::value> shown) {
    std::cout << (shown && shown->as<bool>() ? "presented\n" : "gone\n");
  });
  sheet.present();

  // As a person types: a field of the form is a binding like any other.
  auto name = draft.binding(iexpense::field::name);
  auto shout = name.map([](const iexpense::value &text) {
    return iexpense::value(text.as<std::string>() + "!");
  });
  name.set("Lunch");
  std::cout << shout.read_as<std::string>() << "\n";
  draft.set(iexpense::field::amount, "12.50");
  for (const auto problem : draft.problems()) std::cout << problem.message() << "\n";
  try {
    sheet.dismiss();
  } catch (const iexpense::unsaved_error &) {
    std::cout << "not saved yet\n";
  }
  draft.set(iexpense::field::amount, "12,50");
  const auto id = draft.save();
  sheet.dismiss();
  std::cout << store.read(id).amount.text() << "\n";
}

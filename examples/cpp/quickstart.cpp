// A store, a subscriber, a transaction, a view in sections, and an undo:
//
//     c++ -std=c++17 quickstart.cpp -o quickstart $(pkg-config --cflags --libs iexpense) && ./quickstart
#include <iexpense.hpp>
#include <iostream>

int main() try {
  iexpense::options euros;
  euros.currency = "EUR";
  iexpense::store store("spending.db", euros);
  auto told = store.subscribe([](const iexpense::change &change) {
    std::cout << change.info().label() << "\n";
  });

  store.transact("Trip to Rome", [&] {
    iexpense::expense train("Train", store.parse("89.90"));
    train.date = iexpense::date(2026, 3, 14);
    train.tags = {"rome"};
    iexpense::expense hotel("Hotel", store.parse("214"));
    hotel.date = iexpense::date(2026, 4, 1);
    hotel.type = "Business";
    store.add_many({train, hotel});
  });
  const auto first = store.view().ids(0, 1).at(0);
  store.update(first, iexpense::edit().amount(store.parse("99.90")).note("first class"));

  iexpense::query months;
  months.section = iexpense::section_by::month;
  const auto view = store.view(months);
  for (const auto section : view.sections()) {
    std::cout << section.title() << ": " << section.totals()[0].amount().text() << "\n";
    for (const auto row : view.read(section.position(), section.count()))
      std::cout << "  " << row.name() << "  " << row.amount().text() << "\n";
  }

  std::cout << "undid: " << store.undo().label << "\n";
  store.remove(4711);
} catch (const iexpense::not_found &error) {
  std::cout << error.name() << ": " << error.what() << "\n";
}

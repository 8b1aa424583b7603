/* The same as ../installed.c, in C++. */
#include <iexpense.hpp>
#include <iostream>

int main() {
  {
    iexpense::options euros;
    euros.currency = "EUR";
    auto store = iexpense::store::memory(euros);
    std::cout << "iexpense " << iexpense::version() << " stored expense "
              << store.add("Train", "89.90") << "\n";
  }
  return iexpense::handle_count() != 0;
}

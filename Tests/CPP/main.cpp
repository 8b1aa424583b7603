/* Runs the tests of all files that are linked, each in a folder of its own. */
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "test.hpp"

int main() {
  int passed = 0, failed = 0;
  for (const test::named &one : test::all()) {
    const int before = test::failures;
    char folder[] = "/tmp/iexpense-cpp-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 2;
    try {
      one.run();
    } catch (const std::exception &error) {
      ++test::failures;
      std::cout << one.name << " threw " << error.what() << "\n";
    }
    if (iexpense::handle_count() != 0) {
      ++test::failures;
      std::cout << one.name << " left " << iexpense::handle_count() << " handles open\n";
    }
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder);
    const bool good = test::failures == before;
    good ? ++passed : ++failed;
    std::cout << (good ? "  ok      " : "  FAILED  ") << one.name << "\n";
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed != 0;
}

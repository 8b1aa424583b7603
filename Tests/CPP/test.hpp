/* What the C++ tests share: named tests, and checks that go on. Each test runs in an empty folder
 * of its own, and has to leave no handle open. */
#ifndef TEST_HPP
#define TEST_HPP

#include <iexpense.hpp>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace test {

struct named {
  const char *name;
  void (*run)();
};

inline std::vector<named> &all() {
  static std::vector<named> tests;
  return tests;
}

struct add {
  add(const char *name, void (*run)()) { all().push_back({name, run}); }
};

inline int failures = 0;

template <class Actual, class Expected>
void equal(const char *file, int line, const char *text, const Actual &actual,
           const Expected &expected) {
  if (actual == expected) return;
  ++failures;
  std::cout << file << ":" << line << ": " << text << " is " << actual << ", expected " << expected
            << "\n";
}

template <class Error, class Function>
std::string thrown(const char *file, int line, const char *text, Function &&function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  } catch (const std::exception &error) {
    std::cout << file << ":" << line << ": " << text << " threw " << error.what() << "\n";
    ++failures;
    return "";
  }
  std::cout << file << ":" << line << ": " << text << " did not throw\n";
  ++failures;
  return "";
}

/* A store in memory, in euros. */
inline iexpense::store euros() {
  iexpense::options how;
  how.currency = "EUR";
  how.origin = "test";
  return iexpense::store::memory(how);
}

/* An expense with a day. */
inline iexpense::expense on(iexpense::date day, std::string_view name, std::int64_t amount) {
  iexpense::expense made(name, amount);
  made.date = day;
  return made;
}

/* Collects what is given to the handler of callbacks while it lives. */
struct unhandled {
  std::vector<std::string> messages;
  unhandled() {
    iexpense::on_callback_error([this](std::exception_ptr thrown) {
      messages.push_back(iexpense::detail::message(thrown));
    });
  }
  ~unhandled() { iexpense::on_callback_error(nullptr); }
};

}  // namespace test

#define TEST(function)                                       \
  static void function();                                    \
  static const test::add function##_added(#function, function); \
  static void function()
#define EQUAL(actual, expected) test::equal(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK(condition) EQUAL(bool(condition), true)
#define THROWS(error, ...) \
  test::thrown<error>(__FILE__, __LINE__, #__VA_ARGS__, [&] { __VA_ARGS__; })
#define HAS(text, part) CHECK(std::string(text).find(part) != std::string::npos)

#endif

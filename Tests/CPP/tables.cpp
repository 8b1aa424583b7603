/* Arrow streams, out and in. */
#include "test.hpp"

using namespace iexpense;

TEST(a_stream_holds_what_it_was_asked_for) {
  store s = test::euros();
  s.add_many({expense("Train", 8990), expense("Hotel", 21400)});
  arrow_stream table = s.arrow_stream({}, {field::name, field::amount}, arrow_flags::minor);
  s.add("Tea", "1");
  const arrow_schema schema = table.schema();
  CHECK(schema->n_children >= 3);
  EQUAL(std::string(schema->children[0]->name), "id");
  std::int64_t rows = 0;
  while (const auto batch = table.next()) rows += (*batch)->length;
  EQUAL(rows, 2);
  store copy = test::euros();
  const auto added = copy.add_arrow(s.view().arrow_stream({}, arrow_flags::whole));
  EQUAL(added.second, 3);
  EQUAL(copy.read(added.first).name, "Train");
  arrow_stream gone = std::move(table);
  CHECK(!table && gone);
  THROWS(io_error, table.next());
  THROWS(argument_error, copy.add_arrow(std::move(table)));
}

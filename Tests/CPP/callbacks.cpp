/* Lambdas as callbacks, and what they throw: nothing crosses the C boundary. */
#include <poll.h>

#include <memory>
#include <thread>

#include "test.hpp"

using namespace iexpense;

TEST(a_lambda_hears_changes) {
  store s = test::euros();
  const auto kept = std::make_shared<int>(0);
  {
    subscription told = s.subscribe([kept](const change &c) {
      ++*kept;
      for (const change_item one : c.items()) {
        CHECK(one.kind() == item_kind::added && one.count() == 1 && one.fields().empty());
        EQUAL(c.read_new({one.first_id()})[0].name(), "Tea");
        THROWS(not_found, c.read_old({one.first_id()}));
      }
      EQUAL(c.info().added() + c.info().updated() + c.info().removed(), 1);
      CHECK(c.info().kind() == change_kind::edit && c.info().fields().empty());
    });
    EQUAL(kept.use_count(), 2);
    s.add("Tea", "1");
    CHECK(told.number() != 0);
  }
  // The subscription has gone, and with it what the lambda held.
  EQUAL(kept.use_count(), 1);
  s.add("Tea", "1");
  EQUAL(*kept, 1);
  s.subscribe([kept](const change &) { ++*kept; }).detach();
  EQUAL(kept.use_count(), 2);
  s.close();
  EQUAL(kept.use_count(), 1);
  // A registration that fails lets go of it too.
  THROWS(handle_error, s.subscribe([kept](const change &) {}).detach());
  EQUAL(kept.use_count(), 1);
}

TEST(what_a_subscriber_throws_stays_out_of_the_change) {
  test::unhandled seen;
  store s = test::euros();
  int after = 0;
  subscription first = s.subscribe([](const change &) { throw std::runtime_error("first"); });
  subscription second = s.subscribe([&](const change &) { ++after; });
  subscription third = s.subscribe([](const change &) { throw 42; });
  s.add("Tea", "1");
  EQUAL(s.view().count(), 1);
  EQUAL(after, 1);
  EQUAL(seen.messages.size(), 2u);
  EQUAL(seen.messages.at(0), "first");
  HAS(seen.messages.at(1), "no std::exception");
  // A handler that throws is contained too.
  on_callback_error([](std::exception_ptr thrown) { std::rethrow_exception(thrown); });
  s.add("Tea", "1");
  EQUAL(after, 2);
}

TEST(what_a_subscriber_throws_comes_out_of_dispatch) {
  test::unhandled seen;
  store s = test::euros();
  subscription_options queued;
  queued.queued = true;
  int ran = 0;
  subscription told = s.subscribe(queued, [&](const change &) {
    ++ran;
    throw std::runtime_error("told");
  });
  subscription other = s.subscribe(queued, [&](const change &) { ++ran; });
  s.add("Tea", "1");
  EQUAL(ran, 0);
  pollfd loop = {s.fd(), POLLIN, 0};
  EQUAL(poll(&loop, 1, 5000), 1);
  EQUAL(THROWS(std::runtime_error, s.dispatch()), "told");
  EQUAL(ran, 2);
  EQUAL(s.dispatch(), 0);
  CHECK(seen.messages.empty());
}

TEST(a_subscription_chooses) {
  store s = test::euros();
  const std::int64_t id = s.add("Tea", "1");
  std::string said;
  subscription_options which;
  which.initial = true;
  which.fields = field::amount;
  subscription told = s.subscribe(which, [&](const change &c) {
    said += std::to_string(static_cast<int>(c.info().kind())) + " ";
  });
  s.update(id, edit().note("x"));
  s.update(id, edit().amount(2));
  EQUAL(said, "4 0 ");
  subscription_options others;
  others.skip_own = true;
  subscription none = s.subscribe(others, [&](const change &) { said += "own "; });
  s.update(id, edit().amount(3));
  EQUAL(said, "4 0 0 ");
}

TEST(changes_are_pulled_and_wakes_run) {
  store s = test::euros();
  int woken = 0;
  s.set_wake([&] { ++woken; });
  CHECK(!s.next_change());
  s.add("Tea", "1");
  EQUAL(woken, 1);
  const std::optional<owned_change> next = s.next_change(1000);
  CHECK(next && next->info().label() == "added 1 expense");
  CHECK(!s.next_change());
  s.clear_wake();
  s.add("Tea", "1");
  EQUAL(woken, 1);
  while (s.next_change()) {
  }
}

TEST(progress_may_stop_an_import_or_throw) {
  store s = test::euros();
  std::string file = "Date,Payee,Amount,Currency\n";
  for (int i = 0; i < 3000; i++) file += "2026-04-13,Cafe " + std::to_string(i) + ",-3.50,EUR\n";
  import_options how;
  how.name = "big.csv";
  how.profile = "{\"spending\": \"negative\"}";
  how.progress = [](const progress &) { return false; };
  THROWS(cancelled_error, s.import_bytes(file, how));
  how.progress = [](const progress &) -> bool { throw std::length_error("enough"); };
  EQUAL(THROWS(std::length_error, s.import_bytes(file, how)), "enough");
  bool stop = false;
  int heard = 0;
  how.progress = [&](const progress &p) {
    ++heard;
    CHECK(p.done >= 0 && p.total >= 0);
    if (stop && p.phase == import_phase::store) throw std::length_error("not stored");
    return true;
  };
  file_import in = s.import_bytes(file, how);
  file_import moved = std::move(in);
  stop = true;
  EQUAL(THROWS(std::length_error, moved.commit()), "not stored");
  EQUAL(s.view().count(), 0);
  stop = false;
  CHECK(moved.commit());
  CHECK(heard > 3);
  EQUAL(s.view().count(), 3000);
}

TEST(threads_share_a_store) {
  store s = test::euros();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      for (int k = 0; k < 25; k++) s.add("Tea", "1");
    });
  for (std::thread &one : threads) one.join();
  EQUAL(s.view().count(), 100);
}

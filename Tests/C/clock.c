/* A clock that is set while a store is open, back and forth and to where no calendar goes: changes
 * keep their order, ids and uuids stay what they are, and nothing waits for a time that has been
 * put off. */
#include "test.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "observing.h"

static int64_t set_to; /* seconds since 1970; 0: what the system says */
static bool jumps;     /* and back or forth by an hour or more each time that someone looks */
static uint64_t jump = 1;

/* In place of the C library's, for this process and all its libraries. */
int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME && set_to != 0) now->tv_sec = set_to;
  if (clock == CLOCK_REALTIME && jumps)
    now->tv_sec += (int64_t)(test_random(&jump) % 1000) * 3600 - 500 * 3600;
  return result;
}

time_t time(time_t *now) {
  struct timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  if (now) *now = real.tv_sec;
  return real.tv_sec;
}

static const int64_t times[] = {1,          4102444800, -1,        -2208988800, 1773446400,
                                253402300800, -1099511627776, 1099511627776, INT64_MAX, INT64_MIN,
                                1773446401};

static int compare_uuids(const void *a, const void *b) { return memcmp(a, b, 16); }

static void null_for_everything(void) {
  iex_page *page = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_get(NULL, NULL, 0, &page, &error));
}

/* The changes of a clock that jumps, as a subscriber and the history tell them. */
static void the_clock_is_set(void) {
  mirror heard = {0};
  iex_step step;
  iex_store *store = open_store("a.db");
  heard.store = store, heard.last = revision_of(store);
  MUST(iex_store_subscribe(store, mirror_callback, &heard, mirror_free, NULL, &error));
  unsigned char uuids[COUNT(times) * 3][16];
  size_t count = 0;
  for (size_t i = 0; i < COUNT(times); i++) {
    set_to = times[i];
    iex_expense two[2] = {IEX_EXPENSE(.name = "Today", .amount_minor = 1),
                          IEX_EXPENSE(.name = "Today too", .amount_minor = 2)};
    int64_t first = 0, one = add_simple(store, "Some day", 3);
    MUST(iex_store_add_many(store, two, 2, &first, &error));
    CHECK_INT(first, one + 1);
    MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
    MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
    for (int64_t id = one; id < one + 3; id++) {
      iex_page *page = NULL;
      const iex_expense *row = expense_of(store, id, &page);
      memcpy(uuids[count++], row->uuid, 16);
      CHECK(row->date >= 10101 && row->date <= 99991231);
      CHECK_CODE(IEX_OK, iex_page_close(page));
    }
  }
  qsort(uuids, count, 16, compare_uuids);
  for (size_t i = 1; i < count; i++) CHECK(memcmp(uuids[i - 1], uuids[i], 16) != 0);
  CHECK_INT(count_of(store), (int64_t)count);
  mirror_compare(&heard);
  iex_history *history = NULL;
  size_t size = 0;
  MUST(iex_store_history(store, 0, 0, INT64_MAX, &history, &error));
  const iex_revision *past = iex_history_rows(history, &size);
  for (size_t i = 1; i < size; i++) CHECK_INT(past[i].last_revision, past[i - 1].last_revision - 1);
  CHECK_CODE(IEX_OK, iex_history_close(history));
  close_store(store);
  free(heard.rows);
  set_to = 0;
}

/* Waiting is counted by another clock. */
static void waiting_takes_as_long_as_ever(void) {
  iex_store *store = open_store("a.db"), *other = open_store("a.db");
  MUST(iex_store_begin(other, "held", &error));
  for (size_t i = 0; i < COUNT(times); i += 3) {
    set_to = times[i];
    jumps = set_to > 0 && set_to < INT32_MAX;
    double start = test_seconds();
    MUST(iex_store_set_busy_timeout(store, 40, &error));
    CHECK_STATUS(IEX_ERROR_BUSY,
                 iex_store_add(store, &IEX_EXPENSE(.name = "x", .amount_minor = 1), NULL, &error));
    CHECK_OK(iex_store_dispatch(store, 40, NULL, &error));
    CHECK(test_seconds() - start >= 0.079);
  }
  set_to = 0, jumps = false;
  MUST(iex_store_rollback(other, &error));
  CHECK_CODE(IEX_OK, iex_store_close(other));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(the_clock_is_set),
          TEST_CASE(waiting_takes_as_long_as_ever))

/* What a host does that does everything wrong, at random: every function of the header, with handles
 * that are open, closed, of another kind, NULL or garbage; texts that are no UTF-8; numbers from one
 * end to the other; structs of any size; callbacks that call on, cancel, and close what they are
 * called for. For misuse.c, on one thread, and crowd.c, on several.
 *
 * How each function is called is made from the header: see random_calls.py. */
#ifndef MISUSING_H
#define MISUSING_H

#include "test.h"

#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

#include "importing.h"

static uint64_t sequence;        /* that is running */
static __thread uint64_t chance; /* where this thread's numbers are */
static __thread int depth;       /* of calls in callbacks */
static __thread const char *running = "nothing yet";
static int64_t calls, succeeded, callbacks;
static bool tracing;

/* Several threads: what one of them has, others may close at any moment. */
static bool in_crowd;
enum { EVERYONE = -1 };
static __thread int this_thread = EVERYONE;

/* Without an order between threads, which would hide the library's data races. */
#define GET(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define SET(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_RELAXED)
#define NEXT(variable) __atomic_fetch_add(&(variable), 1, __ATOMIC_RELAXED)

static uint64_t below(uint64_t limit) { return test_random(&chance) % limit; }
static bool rarely(void) { return below(16) == 0; }
static bool sometimes(void) { return below(20) == 0; }

/* Room for what is passed and comes back, until the sequence ends. */
enum { ROOMS = 60000, BEYOND = 4096 + 64 };
static void *rooms[ROOMS];
static int room_count;

static void *room_for(size_t size) {
  /* So much larger that a struct may say to be of a later version, and that four stand in a row. */
  void *room = calloc(4, size + BEYOND);
  int index = NEXT(room_count);
  MUST_HOLD(room != NULL && index < ROOMS);
  return rooms[index] = room;
}

static uint32_t pick_struct_size(size_t size) {
  static const int32_t differences[] = {-4, 4, 8, 4096, 4097, -8};
  if (!rarely()) return (uint32_t)size;
  return below(2) ? (uint32_t)size + (uint32_t)differences[below(COUNT(differences))]
                  : (uint32_t)below(2) * 8;
}

static void *room_out(size_t size, int sized) {
  uint32_t *room = room_for(size);
  if (sized) *room = pick_struct_size(size);
  return room;
}

static void copy_along(void *first, uint32_t size) {
  for (size_t i = 1; i < 4 && size <= sizeof(iex_expense) + 4096; i++)
    memcpy((char *)first + i * size, first,
           size < sizeof(iex_expense) ? size : sizeof(iex_expense));
}

/* What is picked from. */

static char long_text[70001];
static const char *const texts[] = {
    "", " ", "Lunch", "Tea", "Personal", "Business", "Food:Cafe", "EUR", "USD", "JPY", "PTS",
    "12.50", "-3 EUR", "99999999999999999999", "1e5", "0x10", "2026-02-29", "2028-02-29",
    "20260314", "Counter", "\xff\xfe", "half \xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80",
    "caf\xc3\xa9 \xf0\x9f\x8d\x95", "%s%n%x", "a\nb\tc", "'; DROP TABLE expense; --", "\\:", ":::",
    ITEMS_PROFILE, CSV_PROFILE, ONE_ITEM, "{", "[[[[",
    "{\"name\":\"r\",\"when\":{\"name\":{\"contains\":\"Lunch\"}},\"set\":{\"type\":\"Business\"}}",
    "{\"name\":\"q\",\"when\":{\"amount\":{\"below\":\"1\"}},\"leaveOut\":true}",
    "Date;Merchant;Amount\n01.02.2026;Tea;-2,50\n", "csv", "json", "r", "w0.db", "w1.db",
    long_text};
static const int64_t numbers[] = {
    0, 0, 0, 1, 1, 2, 3, 4, 5, 7, 9, 12, 20, 32, 64, 100, -1, -2, 127, 1000, 20260314, 20260231,
    99991231, 255, 65536, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MAX - 1,
    (int64_t)1 << 52, 10000000000};

static const char *pick_text(void) { return rarely() ? NULL : texts[below(COUNT(texts))]; }
static int64_t pick_number(void) { return numbers[below(COUNT(numbers))]; }
static uint64_t pick_bits(void) {
  return below(4) ? 0 : below(4) ? below(16) : test_random(&chance) >> below(64);
}
static int64_t pick_small(void) { return (int64_t)below(40); }
static int64_t pick_wait(void) { return rarely() ? -2 : below(2) ? -1 : 1; } /* 0: five seconds */
static int64_t pick_time(void) { return rarely() ? -2 : (int64_t)below(2); }

static const char *pick_text_for(const char *parameter) {
  static const char *const paths[] = {"w0.db", "w1.db", "w2.db", "copy.db"};
  if (strcmp(parameter, "path") == 0 && !rarely()) return paths[below(COUNT(paths))];
  return pick_text();
}

static const char *const *pick_texts(void) {
  const char **four = room_for(4 * sizeof(*four));
  for (int i = 0; i < 4; i++) four[i] = pick_text();
  return rarely() ? NULL : four;
}

static const int32_t *pick_sorts(void) {
  int32_t *four = room_for(4 * sizeof(*four));
  for (int i = 0; i < 4; i++) four[i] = (int32_t)pick_number();
  return rarely() ? NULL : four;
}

static const int64_t *pick_numbers(void) {
  int64_t *some = room_for(8 * sizeof(*some));
  for (int i = 0; i < 8; i++) some[i] = pick_number();
  return rarely() ? NULL : some;
}

static const void *pick_bytes(size_t *size) {
  const char *text = pick_text();
  *size = text ? strlen(text) : rarely() ? SIZE_MAX : 0;
  return text;
}

static iex_error *pick_error(void) {
  if (rarely()) return NULL;
  iex_error *seen = room_for(sizeof(*seen));
  test_poison(seen);
  return seen;
}

static void *unset(void) { return (void *)(uintptr_t)0x5A5A; }

/* The contexts of callbacks: what frees one says so, once. */
typedef struct context {
  int freed;
} context;

enum { CONTEXTS = 10000 };
static context contexts[CONTEXTS];
static int context_count;

static context *new_context(void) {
  int index = NEXT(context_count);
  MUST_HOLD(index < CONTEXTS);
  SET(contexts[index].freed, 0);
  return &contexts[index];
}

static void free_context(void *freed) { NEXT(((context *)freed)->freed); }

/* Every handle that there was. A closed one stays, to be used again. */
typedef enum state { OPEN, CLOSED, UNSURE } state;
typedef struct handle {
  void *value;
  int kind, root;  /* root: the store that has lent it, or -1 */
  int owner;       /* the only thread that uses it, or EVERYONE */
  state state;
} handle;

enum { HANDLES = 30000 };
static handle pool[HANDLES];
static int pool_count;
static __thread int picked, picked_root; /* the first handle of the call; -1: none of the pool's */
static __thread bool refused;            /* and it is surely none that the function may take */
static __thread iex_status last;

static int in_pool(void) { return GET(pool_count) < HANDLES ? GET(pool_count) : HANDLES; }

/* Whether what the running call gave lives on until this thread ends it. */
static bool stays(void) {
  return !in_crowd || (picked_root >= 0 && GET(pool[picked_root].owner) == this_thread);
}

static void begin_call(const char *name) {
  running = name, picked = picked_root = -1, refused = false;
  NEXT(calls);
  if (tracing) fprintf(stderr, "%d %*s%s\n", this_thread, depth * 2, "", name);
}

static int find(int kind, bool other_kind) {
  int count = in_pool();
  for (int tries = 0; tries < 40 && count; tries++) {
    /* The latest rather than the first. */
    int i = count - 1 - (int)below((uint64_t)(below(2) && count > 30 ? 30 : count));
    int owner = GET(pool[i].owner);
    if (owner != EVERYONE && owner != this_thread) continue;
    if ((GET(pool[i].kind) == kind) != other_kind) return i;
  }
  return -1;
}

static void *pick_handle(int kind, int first) {
  uint64_t what = below(20);
  void *value = NULL;
  int found = -1;
  bool bad = true;
  if (what == 0) {
    value = NULL;
  } else if (what == 1) {
    value = (void *)(uintptr_t)(test_random(&chance) >> below(64));
    for (int i = in_pool() - 1; i >= 0; i--) bad &= GET(pool[i].value) != value;
  } else if (what == 2) {
    found = find(kind, true);
    if (found >= 0) value = GET(pool[found].value);
    found = -1;
  } else {
    for (int tries = 0; tries < 8; tries++) {
      found = find(kind, false);
      if (found < 0 || GET(pool[found].state) == OPEN || what < 5) break;
    }
    if (found >= 0) value = GET(pool[found].value), bad = GET(pool[found].state) == CLOSED;
  }
  if (first) {
    refused = bad, picked = found;
    picked_root = found < 0 ? -1 : GET(pool[found].kind) == 0 ? found : GET(pool[found].root);
  }
  return value;
}

static int put(int kind, void *value, state state) {
  int index = NEXT(pool_count), root = kind == 0 ? index : picked_root;
  int owner = root < 0 || (root == index && below(2)) ? EVERYONE
              : root == index                         ? this_thread
                                                      : GET(pool[root].owner);
  MUST_HOLD(index < HANDLES);
  SET(pool[index].kind, kind), SET(pool[index].root, root), SET(pool[index].owner, owner);
  SET(pool[index].state, state), SET(pool[index].value, value);
  return index;
}

static uint64_t subscriptions[64];
static int subscription_count;
static uint64_t pick_subscription(void) {
  int count = GET(subscription_count) < 64 ? GET(subscription_count) : 64;
  return rarely() || !count ? pick_bits() : GET(subscriptions[below((uint64_t)count)]);
}

static void complain(void) {
  fprintf(stderr, "    … %s, in sequence %" PRIu64 "\n", running, sequence);
}

/* What the generated calls use and is written below them. */
static void returned(iex_status status, iex_error *seen, int closes);
static void came_back(int kind, const void *value);
static void number_is_cleared(int64_t number);
static void subscribed(uint64_t number);
static void gave_text(const void *text);
static void gave_rows(const void *rows, size_t count, size_t size);
static void gave_handle(int kind, const void *value);
static struct ArrowArrayStream pick_stream(void);
static void release_stream(struct ArrowArrayStream *stream);
static void on_change(void *own, const iex_change *change);
static void on_view_change(void *own, const iex_view_change *change);
static void on_value(void *own, const iex_value *value);
static void on_text(void *own, const char *field);
static void on_event(void *own);
static iex_status on_map(void *own, const iex_value *value, iex_value *mapped, iex_error *seen);
static int32_t on_progress(void *own, const iex_progress *progress);

#include "random_calls.h" /* made from the header, whose first kind of handle is the store */

/* What came back. The store's own calls, and those in callbacks, come in between: so it is kept. */
static void returned(iex_status status, iex_error *seen, int closes) {
  last = status;
  if (status == IEX_OK) NEXT(succeeded);
  if (tracing)
    fprintf(stderr, "%*s  %s %s\n", depth * 2, "", iex_status_name(status),
            seen && status ? seen->message : "");
  if (seen) {
    bool good = seen->status == status && memchr(seen->message, 0, sizeof(seen->message)) &&
                (status == IEX_OK) == (seen->message[0] == 0);
    if (!CHECK(good)) complain();
  }
  if (refused && !CHECK(status != IEX_OK)) complain();
  if (!CHECK(strcmp(iex_status_name(status), "unknown status") != 0)) complain();
  if (!closes || status || picked < 0) return;
  SET(pool[picked].state, CLOSED);
  int kind = GET(pool[picked].kind);
  for (int i = in_pool() - 1; i >= 0; i--) {
    bool lent = GET(pool[i].root) == (kind == KIND_iex_store ? picked : picked_root) && i != picked;
    int of = GET(pool[i].kind);
    bool follows = of == KIND_iex_binding || of == KIND_iex_sheet;
    if (!lent || GET(pool[i].state) == CLOSED) continue;
    if (kind == KIND_iex_store && !follows) SET(pool[i].state, CLOSED);
    if (follows && (kind == KIND_iex_store || kind == KIND_iex_draft)) SET(pool[i].state, UNSURE);
  }
}

static void came_back(int kind, const void *value) {
  if (last != IEX_OK) {
    if (!CHECK(value == NULL)) complain();
  } else if (value) {
    if (!CHECK(value != unset())) complain();
    put(kind, (void *)(uintptr_t)value, OPEN);
    /* What another handle's transaction keeps waiting would wait for five seconds. */
    if (kind == KIND_iex_store)
      (void)iex_store_set_busy_timeout((iex_store *)(uintptr_t)value, -1, NULL);
  } else if (!CHECK(kind == KIND_iex_change || kind == KIND_iex_effects)) {
    complain(); /* nothing has changed yet; or rules that changed nothing */
  }
}

static void number_is_cleared(int64_t number) { /* -1: no position, no descriptor */
  if (last != IEX_OK && !CHECK(number == 0 || number == -1)) complain();
}

static void subscribed(uint64_t number) {
  if (last == IEX_OK) SET(subscriptions[NEXT(subscription_count) % 64], number);
}

static __thread volatile unsigned char sink;
static void gave_text(const void *text) {
  if (refused && text && !CHECK(((const char *)text)[0] == 0)) complain();
  if (text && stays()) sink += (unsigned char)strlen(text);
}

static void gave_rows(const void *rows, size_t count, size_t size) {
  if (refused && !CHECK(rows == NULL)) complain();
  if (!rows || !stays()) return;
  for (size_t i = 0; i < count * size; i += 8) sink += ((const unsigned char *)rows)[i];
}

static void gave_handle(int kind, const void *value) {
  if (refused && !CHECK(value == NULL)) complain();
  if (value) put(kind, (void *)(uintptr_t)value, UNSURE);
}

static struct ArrowArrayStream pick_stream(void) {
  struct ArrowArrayStream stream = {0};
  int store = find(KIND_iex_store, false);
  if (strcmp(running, "iex_store_add_arrow") == 0 && store >= 0 && !rarely())
    (void)iex_store_arrow_stream(GET(pool[store].value), NULL, 0, IEX_ARROW_MINOR * (uint32_t)below(2),
                                 &stream, NULL);
  return stream;
}

static void release_stream(struct ArrowArrayStream *stream) {
  struct ArrowArray array = {0};
  if (!stream->release) return;
  if (below(2) && stream->get_next(stream, &array) == 0 && array.release) array.release(&array);
  stream->release(stream);
}

/* The host's callbacks. */

static void call_one(void);

static void inside(void *context_of) {
  context *own = context_of;
  if (own && !CHECK(GET(own->freed) == 0)) complain();
  NEXT(callbacks);
  if (depth >= 3) return;
  /* What the interrupted call has noted of itself is its own. */
  const char *outer = running;
  int outer_picked = picked, outer_root = picked_root;
  bool outer_refused = refused;
  depth++;
  for (uint64_t i = below(3); i > 0; i--) call_one();
  depth--;
  running = outer, picked = outer_picked, picked_root = outer_root, refused = outer_refused;
}

static void lend(int kind, const void *value, void *context_of) {
  int root = picked_root;
  if (in_crowd) picked_root = -1; /* of whose store it is, is not known */
  int index = put(kind, (void *)(uintptr_t)value, UNSURE); /* closed with its store */
  picked_root = root;
  inside(context_of);
  if (!in_crowd) SET(pool[index].state, CLOSED); /* others have it until the callback is over */
}

static void on_change(void *own, const iex_change *change) { lend(KIND_iex_change, change, own); }
static void on_view_change(void *own, const iex_view_change *change) {
  lend(KIND_iex_view_change, change, own);
}
static void on_value(void *own, const iex_value *value) {
  if (value) sink += (unsigned char)value->kind; /* NULL: there is none */
  inside(own);
}
static void on_text(void *own, const char *field) {
  sink += (unsigned char)strlen(field);
  inside(own);
}
static void on_event(void *own) { inside(own); }

static iex_status on_map(void *own, const iex_value *value, iex_value *mapped, iex_error *seen) {
  inside(own);
  uint32_t size = mapped->struct_size;
  *mapped = *value;
  mapped->struct_size = size;
  if (sometimes()) mapped->kind = (int32_t)pick_number(), mapped->text = pick_text();
  if (seen && rarely()) memset(seen, 'x', sizeof(*seen));
  return rarely() ? (iex_status)pick_number() : IEX_OK;
}

static int32_t on_progress(void *own, const iex_progress *progress) {
  (void)own; /* an option's context is nothing that is freed */
  sink += (unsigned char)progress->phase;
  inside(NULL);
  return rarely();
}

/* The calls. Some come more often, so that there is something to misuse. */

static void call_one(void) {
  static void (*const often[])(void) = {
      try_iex_store_add, try_iex_store_add, try_iex_store_add_many, try_iex_view_open,
      try_iex_store_subscribe, try_iex_view_subscribe, try_iex_store_undo, try_iex_store_begin,
      try_iex_store_commit, try_iex_store_commit, try_iex_store_rollback, try_iex_draft_open,
      try_iex_store_get, try_iex_view_read, try_iex_state_open, try_iex_binding_set,
      try_iex_binding_subscribe, try_iex_object_open, try_iex_import_open_bytes,
      try_iex_store_update, try_iex_store_remove};
  if (GET(room_count) > ROOMS - 4000 || GET(context_count) > CONTEXTS - 400 ||
      GET(pool_count) > HANDLES - 400)
    return;
  if (below(3))
    often[below(COUNT(often))]();
  else
    tries[below(COUNT(tries))]();
}

/* Closes all that is open, in any order. */
static void close_all(void) {
  for (int i = 0; i < in_pool(); i++) {
    void *value = pool[i].value;
    if (pool[i].kind == KIND_iex_store && pool[i].state == OPEN) {
      (void)iex_store_rollback(value, NULL);
      iex_status status = iex_store_check(value, &error);
      if (status != IEX_ERROR_HANDLE && !CHECK_INT(status, IEX_OK)) {
        fprintf(stderr, "    … %s\n", error.message);
        complain();
      }
      (void)iex_store_close(value);
    }
    (void)iex_binding_close(value), (void)iex_object_close(value);
    (void)iex_environment_close(value), (void)iex_sheet_close(value);
  }
  if (!CHECK_INT(iex_handle_count(), 0)) complain();
  for (int i = 0; i < context_count; i++)
    if (!CHECK_INT(contexts[i].freed, 1)) complain();
  for (int i = 0; i < room_count; i++) free(rooms[i]);
  room_count = context_count = pool_count = subscription_count = 0;
}

static const char *const misused_files[] = {"w0.db", "w1.db", "w2.db", "copy.db"};

static void remove_stores(void) {
  for (size_t i = 0; i < COUNT(misused_files); i++) unlink(misused_files[i]);
}

/* Opens a store to be misused. */
static void put_store(const char *path, uint32_t flags) {
  iex_store *store = NULL;
  MUST(iex_store_open(
      path, &IEX_OPTIONS(.currency = "EUR", .flags = flags, .busy_timeout_ms = -1), &store, &error));
  put(KIND_iex_store, store, OPEN);
}

#include "modelling.h"

static struct sigaction earlier[32];

static void at_the_end(int number) {
  char text[160];
  int length = snprintf(text, sizeof(text), "    … signal %d in %s: again %" PRIu64 "\n", number,
                        running, sequence);
  (void)!write(2, text, (size_t)length);
  void *calls_there[40];
  backtrace_symbols_fd(calls_there, backtrace(calls_there, 40), 2);
  sigaction(number, &earlier[number], NULL); /* and again, for whoever would have seen it */
}

/* Before the first sequence; the name is that of the program, to run one again. */
static void prepare_misuse(void) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  memset(long_text, 'n', sizeof(long_text) - 1);
  tracing = getenv("IEX_TEST_TRACE") != NULL;
  for (size_t i = 0; i < COUNT(deadly); i++)
    sigaction(deadly[i], &(struct sigaction){.sa_handler = at_the_end}, &earlier[deadly[i]]);
}

/* Runs sequences until so many are done, or for IEX_TEST_MINUTES. */
static uint64_t run_sequences(const char *program, uint64_t count, void (*one)(uint64_t)) {
  const char *count_text = getenv("IEX_TEST_SEQUENCES"), *seed_text = getenv("IEX_TEST_SEED");
  const char *minutes_text = getenv("IEX_TEST_MINUTES");
  uint64_t first = seed_text ? strtoull(seed_text, NULL, 10) : 1, done = 0;
  double start = test_seconds(), minutes = minutes_text ? atof(minutes_text) : 0;
  if (count_text) count = strtoull(count_text, NULL, 10);
  while (minutes > 0 ? test_seconds() - start < minutes * 60 : done < count) {
    int before = test_failures();
    one(first + done++);
    if (test_failures() > before) fprintf(stderr, "    … %s again %" PRIu64 "\n", program, sequence);
    if (test_failures() > 20) break;
  }
  printf("    %" PRIu64 " sequences from %" PRIu64 " on: %" PRId64 " calls of %zu functions, "
         "%" PRId64 " succeeded, %" PRId64 " callbacks, %" PRId64 " steps of the model (%.0f s)\n",
         done, first, calls, COUNT(tries), succeeded, callbacks, model_steps,
         test_seconds() - start);
  return done;
}

/* One sequence again: the mode "again SEED" of both programs. */
static uint64_t again;
static void (*again_one)(uint64_t);
static void sequence_again(void) { again_one(again); }

static int again_mode(int argc, char **argv) {
  char *arguments[] = {"again", NULL};
  static const test_case test[] = {TEST_CASE(sequence_again)};
  if (argc < 2 || strcmp(argv[0], "again") != 0) return -1;
  again = strtoull(argv[1], NULL, 10);
  return test_main(1, arguments, test, 1);
}

#endif

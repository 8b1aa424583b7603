/* A host that does everything wrong, at random: every function of the header, with handles that
 * are open, closed, of another kind, NULL or garbage; texts that are no UTF-8; numbers from one
 * end to the other; structs of any size; callbacks that call on, cancel, and close what they are
 * called for. Beside it one store is used rightly and compared, after each step, with a plain
 * list.
 *
 * No call crashes; a bad handle is refused; a call that fails gives nothing back and says why;
 * each context is freed once and never used after that; in the end no handle is left, and every
 * store passes iex_store_check. How each function is called is made from the header: see
 * random_calls.py.
 *
 * IEX_TEST_SEQUENCES (2,000), IEX_TEST_SEED (1) and IEX_TEST_MINUTES (0: as many as that) can be
 * set. IEX_TEST_TRACE=1 prints each call. One sequence again: misuse again SEED. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "importing.h"

static uint64_t sequence, chance; /* the running sequence, and where its numbers are */
static int depth;                 /* of calls in callbacks */
static const char *running = "nothing yet";
static int64_t calls, succeeded, callbacks;
static bool tracing;

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
  MUST_HOLD(room != NULL && room_count < ROOMS);
  return rooms[room_count++] = room;
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
  bool counted; /* a call that frees it has got it */
} context;

enum { CONTEXTS = 4000 };
static context contexts[CONTEXTS];
static int context_count;

static context *new_context(void) {
  MUST_HOLD(context_count < CONTEXTS);
  contexts[context_count] = (context){0, true};
  return &contexts[context_count++];
}

static void free_context(void *freed) { ((context *)freed)->freed++; }

/* Every handle that there was. A closed one stays, to be used again. */
typedef enum state { OPEN, CLOSED, UNSURE } state;
typedef struct handle {
  void *value;
  int kind, root; /* root: the store that has lent it, or -1 */
  state state;
} handle;

enum { HANDLES = 30000 };
static handle pool[HANDLES];
static int pool_count;
static int picked, picked_root; /* the first handle of the running call; -1: none of the pool's */
static bool refused;            /* and it is surely none that the function may take */
static iex_status last;

static void begin_call(const char *name) {
  running = name, picked = picked_root = -1, refused = false;
  calls++;
  if (tracing) fprintf(stderr, "%*s%s\n", depth * 2, "", name);
}

static int find(int kind, bool other_kind) {
  for (int tries = 0; tries < 40 && pool_count; tries++) {
    /* The latest rather than the first. */
    int i = pool_count - 1 - (int)below((uint64_t)(below(2) && pool_count > 30 ? 30 : pool_count));
    if ((pool[i].kind == kind) != other_kind) return i;
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
    for (int i = 0; i < pool_count; i++) bad &= pool[i].value != value;
  } else if (what == 2) {
    found = find(kind, true);
    if (found >= 0) value = pool[found].value;
    found = -1;
  } else {
    for (int tries = 0; tries < 8; tries++) {
      found = find(kind, false);
      if (found < 0 || pool[found].state == OPEN || what < 5) break;
    }
    if (found >= 0) value = pool[found].value, bad = pool[found].state == CLOSED;
  }
  if (first) {
    refused = bad, picked = found;
    picked_root = found < 0 ? -1 : pool[found].kind == 0 ? found : pool[found].root;
  }
  return value;
}

static void put(int kind, void *value, state state) {
  MUST_HOLD(pool_count < HANDLES);
  pool[pool_count] = (handle){value, kind, kind == 0 ? -1 : picked_root, state};
  if (kind == 0) pool[pool_count].root = pool_count;
  pool_count++;
}

static uint64_t subscriptions[64];
static int subscription_count;
static uint64_t pick_subscription(void) {
  return rarely() || !subscription_count ? pick_bits()
                                         : subscriptions[below((uint64_t)subscription_count)];
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
  succeeded += status == IEX_OK;
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
  pool[picked].state = CLOSED;
  int kind = pool[picked].kind;
  for (int i = 0; i < pool_count; i++) {
    bool lent = pool[i].root == (kind == KIND_iex_store ? picked : picked_root) && i != picked;
    bool follows = pool[i].kind == KIND_iex_binding || pool[i].kind == KIND_iex_sheet;
    if (!lent || pool[i].state == CLOSED) continue;
    if (kind == KIND_iex_store && !follows) pool[i].state = CLOSED;
    if (follows && (kind == KIND_iex_store || kind == KIND_iex_draft)) pool[i].state = UNSURE;
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
      (void)iex_store_set_busy_timeout(pool[pool_count - 1].value, -1, NULL);
  } else if (!CHECK(kind == KIND_iex_change || kind == KIND_iex_effects)) {
    complain(); /* nothing has changed yet; or rules that changed nothing */
  }
}

static void number_is_cleared(int64_t number) { /* -1: no position, no descriptor */
  if (last != IEX_OK && !CHECK(number == 0 || number == -1)) complain();
}

static void subscribed(uint64_t number) {
  if (last == IEX_OK) subscriptions[subscription_count++ % 64] = number;
  if (subscription_count > 64) subscription_count = 64;
}

static volatile unsigned char sink;
static void gave_text(const void *text) {
  if (refused && text && !CHECK(((const char *)text)[0] == 0)) complain();
  if (text) sink += (unsigned char)strlen(text);
}

static void gave_rows(const void *rows, size_t count, size_t size) {
  if (refused && !CHECK(rows == NULL)) complain();
  if (!rows) return;
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
    (void)iex_store_arrow_stream(pool[store].value, NULL, 0, IEX_ARROW_MINOR * (uint32_t)below(2),
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
  if (own && !CHECK(own->freed == 0)) complain();
  callbacks++;
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
  int index = pool_count;
  put(kind, (void *)(uintptr_t)value, UNSURE); /* closed when its store is closed meanwhile */
  inside(context_of);
  pool[index].state = CLOSED;
}

static void on_change(void *own, const iex_change *change) { lend(KIND_iex_change, change, own); }
static void on_view_change(void *own, const iex_view_change *change) {
  lend(KIND_iex_view_change, change, own);
}
static void on_value(void *own, const iex_value *value) {
  sink += (unsigned char)value->kind;
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
  if (room_count > ROOMS - 500 || context_count > CONTEXTS - 50 || pool_count > HANDLES - 50)
    return;
  if (below(3))
    often[below(COUNT(often))]();
  else
    tries[below(COUNT(tries))]();
}

/* Closes all that is open, in any order. */
static void close_all(void) {
  for (int i = 0; i < pool_count; i++) {
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

#include "modelling.h"

static void remove_stores(void) {
  static const char *const names[] = {"w0.db", "w1.db", "w2.db", "copy.db", "m.db"};
  for (size_t i = 0; i < COUNT(names); i++) unlink(names[i]);
}

static void one_sequence(uint64_t seed) {
  int before = test_failures();
  sequence = seed, chance = seed * 7919;
  remove_stores();
  model_begin();
  for (int i = 0; i < 3; i++) { /* two on one file, and one in memory */
    iex_store *store = NULL;
    MUST(iex_store_open("w0.db",
                        &IEX_OPTIONS(.currency = "EUR", .flags = i == 2 ? IEX_OPEN_MEMORY : 0,
                                     .busy_timeout_ms = -1),
                        &store, &error));
    put(KIND_iex_store, store, OPEN);
  }
  for (uint64_t steps = 10 + below(60); steps > 0; steps--) {
    for (uint64_t i = below(12); i > 0; i--) call_one();
    running = "the model";
    model_step();
    if (test_failures() > before) break;
  }
  running = "the end";
  model_end();
  close_all();
}

static struct sigaction earlier[32];

static void at_the_end(int number) {
  char text[160];
  int length = snprintf(text, sizeof(text), "    … signal %d in %s: misuse again %" PRIu64 "\n",
                        number, running, sequence);
  (void)!write(2, text, (size_t)length);
  sigaction(number, &earlier[number], NULL); /* and again, for whoever would have seen it */
}

static void all_sequences(void) {
  const char *count_text = getenv("IEX_TEST_SEQUENCES"), *seed_text = getenv("IEX_TEST_SEED");
  const char *minutes_text = getenv("IEX_TEST_MINUTES");
  bool quick = getenv("IEX_TEST_QUICK") != NULL;
  uint64_t count = count_text ? strtoull(count_text, NULL, 10) : quick ? 60 : 2000;
  uint64_t first = seed_text ? strtoull(seed_text, NULL, 10) : 1, done = 0;
  double start = test_seconds(), minutes = minutes_text ? atof(minutes_text) : 0;
  while (minutes > 0 ? test_seconds() - start < minutes * 60 : done < count) {
    int before = test_failures();
    one_sequence(first + done++);
    if (test_failures() > before) fprintf(stderr, "    … misuse again %" PRIu64 "\n", sequence);
    if (test_failures() > 20) return;
  }
  printf("    %" PRIu64 " sequences from %" PRIu64 " on: %" PRId64 " calls of %zu functions, "
         "%" PRId64 " succeeded, %" PRId64 " callbacks, %" PRId64 " steps of the model (%.0f s)\n",
         done, first, calls, COUNT(tries), succeeded, callbacks, model_steps,
         test_seconds() - start);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, NULL, NULL, &error));
}

static uint64_t again;
static void sequence_again(void) { one_sequence(again); }

static int again_mode(int argc, char **argv) {
  char *arguments[] = {"misuse", NULL};
  static const test_case test[] = {TEST_CASE(sequence_again)};
  if (argc < 2 || strcmp(argv[0], "again") != 0) return -1;
  again = strtoull(argv[1], NULL, 10);
  return test_main(1, arguments, test, 1);
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything), TEST_CASE(all_sequences)};
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  memset(long_text, 'n', sizeof(long_text) - 1);
  tracing = getenv("IEX_TEST_TRACE") != NULL;
  for (size_t i = 0; i < COUNT(deadly); i++)
    sigaction(deadly[i], &(struct sigaction){.sa_handler = at_the_end}, &earlier[deadly[i]]);
  test_modes = again_mode;
  return test_main(argc, argv, cases, COUNT(cases));
}

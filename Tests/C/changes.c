/* Changes and subscriptions on one thread: what a change tells, its old and new values, options,
 * what a callback may do, and free_context exactly once on every path. */
#include "test.h"

#define MAX_SEEN 64

/* What a subscriber was told, in order. */
typedef struct listener {
  iex_store *store;
  uint64_t subscription;
  int count, freed;
  iex_revision seen[MAX_SEEN];
  char labels[MAX_SEEN][IEX_LABEL_TEXT], origins[MAX_SEEN][64], lines[MAX_SEEN][256];
  iex_change_item items[MAX_SEEN][8];
  size_t item_count[MAX_SEEN];
  void (*then)(struct listener *listener, const iex_change *change);
} listener;

static void listen(void *context, const iex_change *change) {
  listener *l = context;
  const iex_revision *info = iex_change_info(change);
  size_t count = 0;
  const iex_change_item *items = iex_change_items(change, &count);
  const char *line = iex_change_describe(change);
  if (!CHECK(info != NULL && line != NULL && l->freed == 0) || l->count >= MAX_SEEN) return;
  int i = l->count++;
  l->seen[i] = *info;
  snprintf(l->labels[i], sizeof(l->labels[i]), "%s", info->label);
  snprintf(l->origins[i], sizeof(l->origins[i]), "%s", info->origin);
  snprintf(l->lines[i], sizeof(l->lines[i]), "%s", line);
  CHECK_INT(info->struct_size, sizeof(iex_revision));
  CHECK(strchr(line, '\n') == NULL && line[0] != 0); /* one readable line */
  l->item_count[i] = count;
  for (size_t k = 0; k < count && k < 8; k++) {
    CHECK_INT(items[k].struct_size, sizeof(iex_change_item));
    l->items[i][k] = items[k];
  }
  if (l->then) l->then(l, change);
}

static void free_listener(void *context) { ((listener *)context)->freed++; }

static void subscribe(listener *l, iex_store *store) {
  l->store = store;
  MUST(iex_store_subscribe(store, listen, l, free_listener, &l->subscription, &error));
  CHECK(l->subscription != 0);
}

static void read_with_null(listener *l, const iex_change *change) {
  iex_page *page = NULL;
  int64_t id = l->items[l->count - 1][0].first_id;
  size_t count = 1;
  CHECK(iex_change_items(change, NULL) != NULL);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_change_read_new(NULL, &id, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_change_read_new(change, NULL, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_change_read_new(change, &id, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_change_read_new(change, &id, 1, &page, NULL));
  CHECK(iex_page_rows(page, &count) != NULL);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_change_read_old(NULL, &id, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_change_read_old(change, NULL, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_change_read_old(change, &id, 1, NULL, &error));
  CHECK_CODE(IEX_ERROR_NOT_FOUND, iex_change_read_old(change, &id, 1, &page, NULL)); /* added */
  CHECK(page == NULL);
}

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  listener l = {.then = read_with_null};
  uint64_t subscription = 7;
  size_t count = 7;
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_store_subscribe(NULL, listen, &l, free_listener, &subscription, &error));
  CHECK_INT((int64_t)subscription, 0);
  CHECK_INT(l.freed, 1); /* also when registration fails */
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe(store, NULL, &l, free_listener, &subscription, &error));
  CHECK_INT(l.freed, 2);
  const iex_subscription_options options = IEX_SUBSCRIPTION(.fields = 0);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_subscribe_with(NULL, &options, listen, &l, free_listener,
                                                          &subscription, &error));
  CHECK_INT(l.freed, 3);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_subscribe_with(store, &options, NULL, &l,
                                                            free_listener, &subscription, &error));
  CHECK_INT(l.freed, 4);
  CHECK_CODE(IEX_OK, iex_store_subscribe_with(store, NULL, listen, &l, free_listener, NULL, NULL));
  CHECK_INT(l.freed, 4);
  l.freed = 0;
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(0));
  CHECK_STR(iex_change_describe(NULL), "");
  CHECK(iex_change_info(NULL) == NULL);
  CHECK(iex_change_items(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK(iex_change_items(NULL, NULL) == NULL);
  add_simple(store, "Lunch", 1);
  CHECK_INT(l.count, 1);
  CHECK_CODE(IEX_OK, iex_store_close(store)); /* ends the subscription whose number nobody has */
  CHECK_INT(l.freed, 1);
}

static void a_change_tells_what_happened(void) {
  iex_store *store = NULL;
  listener l = {0};
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "test"), &store, &error));
  subscribe(&l, store);
  int64_t revision = revision_of(store);
  int64_t ids[3];
  for (int i = 0; i < 3; i++) ids[i] = add_simple(store, "Lunch", 1250);
  CHECK_INT(l.count, 3);
  for (int i = 0; i < 3; i++) {
    CHECK_INT(l.seen[i].kind, IEX_CHANGE_EDIT);
    CHECK_INT(l.seen[i].first_revision, revision + 1 + i);
    CHECK_INT(l.seen[i].last_revision, revision + 1 + i);
    CHECK_INT(l.seen[i].added, 1);
    CHECK_INT(l.seen[i].updated, 0);
    CHECK_INT(l.seen[i].removed, 0);
    CHECK_STR(l.labels[i], "added 1 expense");
    CHECK_STR(l.origins[i], "test");
    CHECK(l.seen[i].time_ms > INT64_C(1700000000000));
    CHECK_INT(l.seen[i].target, 0);
    if (CHECK_INT((int64_t)l.item_count[i], 1)) {
      CHECK_INT(l.items[i][0].kind, IEX_ITEM_ADDED);
      CHECK_INT(l.items[i][0].first_id, ids[i]);
      CHECK_INT(l.items[i][0].count, 1);
    }
  }
  l.count = 0;
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = ids[1], .amount_minor = 1300, .note = "tip"),
                        IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_NOTE) |
                            IEX_BIT(IEX_FIELD_ACCOUNT),
                        &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].updated, 1);
  CHECK_STR(l.labels[0], "updated 1 expense");
  /* Only what really changed: the account did not. */
  CHECK_INT((int64_t)l.seen[0].fields,
            (int64_t)(IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_NOTE)));
  CHECK_INT(l.items[0][0].kind, IEX_ITEM_UPDATED);
  CHECK_INT(l.items[0][0].first_id, ids[1]);
  CHECK_INT((int64_t)l.items[0][0].fields, (int64_t)l.seen[0].fields);
  l.count = 0;
  MUST(iex_store_remove(store, ids, 3, &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].removed, 3);
  CHECK_STR(l.labels[0], "removed 3 expenses");
  int64_t removed = 0;
  for (size_t k = 0; k < l.item_count[0]; k++) {
    CHECK_INT(l.items[0][k].kind, IEX_ITEM_REMOVED);
    removed += l.items[0][k].count;
  }
  CHECK_INT(removed, 3);
  l.count = 0;
  MUST(iex_store_register_currency(store, "BTC", 8, &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].kind, IEX_CHANGE_SETTINGS);
  CHECK_INT((int64_t)l.item_count[0], 0);
  l.count = 0;
  CHECK_CODE(IEX_OK, iex_subscription_cancel(l.subscription));
  CHECK_INT(l.freed, 1);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(l.subscription));
  add_simple(store, "Silent", 1);
  CHECK_INT(l.count, 0);
  CHECK_INT(l.freed, 1);
  close_store(store);
}

/* Old and new values, in a change of every kind at once. */
static int64_t kept, gone, fresh;

static void read_values(listener *l, const iex_change *change) {
  (void)l;
  iex_page *page = NULL;
  size_t count = 0;
  MUST(iex_change_read_old(change, (const int64_t[]){kept, gone}, 2, &page, &error));
  const iex_expense *row = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, 2)) {
    CHECK_INT(row[0].id, kept);
    CHECK_INT(row[0].amount_minor, 100);
    CHECK_STR(row[0].name, "Kept");
    CHECK_STR(row[1].name, "Gone");
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  MUST(iex_change_read_new(change, (const int64_t[]){fresh, kept}, 2, &page, &error));
  row = iex_page_rows(page, &count);
  if (CHECK_INT((int64_t)count, 2)) {
    CHECK_STR(row[0].name, "Fresh");
    CHECK_INT(row[1].amount_minor, 200);
    CHECK_STR(row[1].name, "Kept");
  }
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_change_read_new(change, &gone, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_change_read_old(change, &fresh, 1, &page, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND,
               iex_change_read_new(change, (const int64_t[]){4711}, 1, &page, &error));
}

static const iex_change *kept_change;

static void keep_pointer(listener *l, const iex_change *change) {
  (void)l;
  kept_change = change;
}

static void old_and_new_values(void) {
  iex_store *store = open_store("a.db");
  listener l = {.then = read_values};
  kept = add_simple(store, "Kept", 100);
  gone = add_simple(store, "Gone", 100);
  subscribe(&l, store);
  MUST(iex_store_begin(store, "all at once", &error));
  fresh = add_simple(store, "Fresh", 100);
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = kept, .amount_minor = 200),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  MUST(iex_store_remove(store, &gone, 1, &error));
  MUST(iex_store_commit(store, &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].added, 1);
  CHECK_INT(l.seen[0].updated, 1);
  CHECK_INT(l.seen[0].removed, 1);
  l.then = keep_pointer;
  add_simple(store, "Next", 1);
  CHECK(iex_change_info(kept_change) == NULL); /* it lived as long as the callback */
  CHECK_STR(iex_change_describe(kept_change), "");
  iex_page *page = NULL;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_change_read_new(kept_change, &kept, 1, &page, &error));
  close_store(store);
  CHECK_INT(l.freed, 1);
}

static void the_options_of_a_subscription(void) {
  iex_store *store = open_store("a.db"), *other = NULL;
  MUST(iex_store_open("a.db", NULL, &other, &error));
  listener initial = {.store = store}, others = {.store = store}, amounts = {.store = store};
  for (int i = 1; i <= 5; i++) add_simple(store, "Lunch", i);
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL), listen,
                                &initial, free_listener, &initial.subscription, &error));
  CHECK_INT(initial.count, 1);
  CHECK_INT(initial.seen[0].kind, IEX_CHANGE_INITIAL);
  CHECK_INT(initial.seen[0].added, 5);
  CHECK_INT(initial.seen[0].last_revision, revision_of(store));
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_SKIP_OWN), listen,
                                &others, free_listener, &others.subscription, &error));
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.fields = IEX_BIT(IEX_FIELD_AMOUNT)),
                                listen, &amounts, free_listener, &amounts.subscription, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .note = "n"), IEX_BIT(IEX_FIELD_NOTE),
                        &error));
  CHECK_INT(initial.count, 2);
  CHECK_INT(amounts.count, 0);
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = 1, .amount_minor = 77),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  CHECK_INT(amounts.count, 1);
  add_simple(store, "Added", 1); /* adding and removing are not updates */
  CHECK_INT(amounts.count, 2);
  CHECK_INT(others.count, 0);
  /* "Own" is this handle, not this program: the other handle's change is told. */
  add_simple(other, "Other", 1);
  CHECK_INT(count_of(store), 7);
  add_simple(store, "Mine", 1); /* at the latest with this handle's next commit */
  CHECK_INT(others.count, 1);
  CHECK_INT(initial.count, 6);
  for (int i = 2; i < initial.count; i++)
    CHECK_INT(initial.seen[i].first_revision, initial.seen[i - 1].last_revision + 1);
  uint64_t number = 7;
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = 1u << 20), listen,
                                        &others, NULL, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.fields = UINT64_C(1) << 63),
                                        listen, &others, NULL, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_subscribe_with(store, &(iex_subscription_options){0}, listen, &others,
                                        NULL, &number, &error));
  CHECK_INT((int64_t)number, 0);
  close_store(other);
  close_store(store);
  CHECK(initial.freed == 1 && others.freed == 1 && amounts.freed == 1);
}

static void an_empty_store_has_an_initial_change_too(void) {
  iex_store *store = open_store("a.db");
  listener l = {.store = store};
  MUST(iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL), listen,
                                &l, free_listener, &l.subscription, &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].kind, IEX_CHANGE_INITIAL);
  CHECK_INT(l.seen[0].added, 0);
  close_store(store);
  CHECK_INT(l.freed, 1);
}

/* What a callback may do: write (told later, never nested), cancel, subscribe, close the store. */

static int depth, deepest;

static void write_once(listener *l, const iex_change *change) {
  (void)change;
  deepest = ++depth > deepest ? depth : deepest;
  if (l->count <= 3) add_simple(l->store, "From the callback", l->count);
  depth--;
}

static void a_callback_may_write(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = write_once}, second = {0};
  depth = deepest = 0;
  subscribe(&first, store);
  subscribe(&second, store);
  add_simple(store, "Start", 1);
  CHECK_INT(count_of(store), 4);
  CHECK_INT(first.count, 4);
  CHECK_INT(second.count, 4);
  CHECK_INT(deepest, 1);
  for (int i = 1; i < second.count; i++)
    CHECK_INT(second.seen[i].first_revision, second.seen[i - 1].last_revision + 1);
  close_store(store);
  CHECK(first.freed == 1 && second.freed == 1);
}

static void write_for_ever(listener *l, const iex_change *change) {
  (void)change;
  if (l->count < MAX_SEEN - 2) add_simple(l->store, "Again", 1);
}

static void changes_by_callbacks_end(void) {
  iex_store *store = open_store("a.db");
  listener l = {.then = write_for_ever};
  subscribe(&l, store);
  add_simple(store, "Start", 1);
  CHECK(l.count >= 16 && l.count < 40); /* 16 rounds; the rest goes with the next call */
  l.then = NULL;
  int before = l.count;
  add_simple(store, "Next", 1);
  CHECK(l.count > before);
  CHECK_INT(l.seen[l.count - 1].last_revision, revision_of(store));
  for (int i = 1; i < l.count; i++)
    CHECK_INT(l.seen[i].first_revision, l.seen[i - 1].last_revision + 1);
  close_store(store);
  CHECK_INT(l.freed, 1);
}

static listener *victim;

static void cancel_both(listener *l, const iex_change *change) {
  (void)change;
  CHECK_CODE(IEX_OK, iex_subscription_cancel(victim->subscription));
  CHECK_CODE(IEX_OK, iex_subscription_cancel(l->subscription));
  CHECK_INT(l->freed, 0); /* it is running: freed when it returns */
}

static void a_callback_may_cancel(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = cancel_both}, second = {0};
  subscribe(&first, store);
  subscribe(&second, store);
  victim = &second;
  add_simple(store, "Start", 1);
  CHECK_INT(first.count, 1);
  CHECK_INT(second.count, 0); /* cancelled before it was its turn */
  CHECK(first.freed == 1 && second.freed == 1);
  add_simple(store, "Next", 1);
  CHECK_INT(first.count, 1);
  close_store(store);
  CHECK(first.freed == 1 && second.freed == 1);
}

static void subscribe_another(listener *l, const iex_change *change) {
  (void)change;
  if (victim->subscription == 0) subscribe(victim, l->store);
}

static void a_callback_may_subscribe(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = subscribe_another}, second = {0};
  victim = &second;
  subscribe(&first, store);
  add_simple(store, "Start", 1);
  CHECK_INT(second.count, 0);
  add_simple(store, "Next", 1);
  CHECK_INT(second.count, 1);
  close_store(store);
  CHECK(first.freed == 1 && second.freed == 1);
}

static void close_it(listener *l, const iex_change *change) {
  (void)change;
  CHECK_CODE(IEX_OK, iex_store_close(l->store));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(l->store, &error));
}

static void a_callback_may_close_the_store(void) {
  iex_store *store = open_store("a.db");
  listener first = {.then = close_it}, second = {0};
  subscribe(&first, store);
  subscribe(&second, store);
  int64_t id = 0;
  CHECK_OK(iex_store_add(store, &IEX_EXPENSE(.name = "Last", .amount_minor = 1), &id, &error));
  CHECK_INT(first.count, 1);
  CHECK(first.freed == 1 && second.freed == 1);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(store, &error));
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

static void use_a_transaction(listener *l, const iex_change *change) {
  (void)change;
  if (l->count > 1) return;
  MUST(iex_store_begin(l->store, "in the callback", &error));
  add_simple(l->store, "One", 1);
  add_simple(l->store, "Two", 2);
  MUST(iex_store_commit(l->store, &error));
  CHECK_INT(count_of(l->store), 3); /* the store is ahead of the change */
}

static void a_callback_may_use_a_transaction(void) {
  iex_store *store = open_store("a.db");
  listener l = {.then = use_a_transaction};
  subscribe(&l, store);
  add_simple(store, "Start", 1);
  CHECK_INT(l.count, 2);
  CHECK_STR(l.labels[1], "in the callback");
  close_store(store);
  CHECK_INT(l.freed, 1);
}

static void free_context_on_every_path(void) {
  listener l = {0};
  iex_store *store = open_store("a.db");
  uint64_t number;
  (void)iex_store_subscribe(NOT_A_HANDLE(iex_store), listen, &l, free_listener, &number, NULL);
  CHECK_INT(l.freed, 1);
  subscribe(&l, store);
  CHECK_CODE(IEX_OK, iex_store_close(store)); /* by closing */
  CHECK_INT(l.freed, 2);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(l.subscription));
  CHECK_INT(l.freed, 2);
  (void)iex_store_subscribe(store, listen, &l, free_listener, &number, NULL); /* a closed store */
  CHECK_INT(l.freed, 3);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(UINT64_MAX));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel((uint64_t)(uintptr_t)store));
}

static void subscription_structs_of_other_sizes(void) {
  iex_store *store = open_store("a.db");
  listener l = {.store = store};
  struct {
    iex_subscription_options options;
    char later[32];
  } large;
  memset(&large, 0, sizeof(large));
  large.options.struct_size = sizeof(large);
  MUST(iex_store_subscribe_with(store, &large.options, listen, &l, free_listener, NULL, &error));
  add_simple(store, "Lunch", 1);
  CHECK_INT(l.count, 1);
  large.later[31] = 1; /* a field that this library does not know is set */
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_subscribe_with(store, &large.options, listen, &l,
                                                            free_listener, NULL, &error));
  CHECK_INT(l.freed, 1);
  large.options.struct_size = 8; /* less than the first version had */
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_subscribe_with(store, &large.options, listen, &l,
                                                            free_listener, NULL, &error));
  CHECK_INT(l.freed, 2);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  CHECK_INT(l.freed, 3);
}

/* However many rows: as many items as there are ranges. */
static void many_rows_are_ranges(void) {
  const int rows = getenv("IEX_TEST_QUICK") ? 10000 : 70000;
  iex_store *store = open_store("a.db");
  listener l = {0};
  iex_expense *many = calloc((size_t)rows, sizeof(*many));
  MUST_HOLD(many != NULL);
  subscribe(&l, store);
  for (int i = 0; i < rows; i++)
    many[i] = IEX_EXPENSE(.name = "Row", .amount_minor = i, .date = 20260314);
  MUST(iex_store_add_many(store, many, (size_t)rows, NULL, &error));
  CHECK_INT(l.count, 1);
  CHECK_INT(l.seen[0].added, rows);
  if (CHECK_INT((int64_t)l.item_count[0], 1)) CHECK_INT(l.items[0][0].count, rows);
  free(many);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(a_change_tells_what_happened),
          TEST_CASE(old_and_new_values), TEST_CASE(the_options_of_a_subscription),
          TEST_CASE(an_empty_store_has_an_initial_change_too), TEST_CASE(a_callback_may_write),
          TEST_CASE(changes_by_callbacks_end), TEST_CASE(a_callback_may_cancel),
          TEST_CASE(a_callback_may_subscribe), TEST_CASE(a_callback_may_close_the_store),
          TEST_CASE(a_callback_may_use_a_transaction), TEST_CASE(free_context_on_every_path),
          TEST_CASE(subscription_structs_of_other_sizes), TEST_CASE(many_rows_are_ranges))

/* begin, commit, rollback: all or nothing, one change, the rule of the failed call. */
#include "test.h"

#include <pthread.h>

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_begin(NULL, "x", &error));
  CHECK_OK(iex_store_begin(store, NULL, &error)); /* an automatic label */
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_commit(NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_commit(store, NULL));
  CHECK_CODE(IEX_OK, iex_store_begin(store, "x", NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_rollback(NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_rollback(store, NULL));
  CHECK_CODE(IEX_ERROR_TRANSACTION, iex_store_rollback(store, NULL));
  CHECK_CODE(IEX_ERROR_TRANSACTION, iex_store_commit(store, NULL));
  close_store(store);
}

static char last_label[256];
static int64_t changes, added;

static void keep_change(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  changes++;
  if (!info) return;
  added = info->added;
  snprintf(last_label, sizeof(last_label), "%s", info->label);
}

/* How many expenses this thread sees: in its own transaction with what that has written. */
static int64_t seen_here(iex_store *store) {
  iex_totals *totals = NULL;
  size_t count = 0;
  MUST(iex_store_totals(store, NULL, 0, 0, &totals, &error));
  const iex_total *total = iex_totals_rows(totals, &count);
  int64_t seen = 0;
  for (size_t i = 0; i < count; i++) seen += total[i].count;
  CHECK_CODE(IEX_OK, iex_totals_close(totals));
  return seen;
}

static void a_transaction_is_one_change(void) {
  iex_store *store = open_store("a.db");
  changes = 0;
  MUST(iex_store_subscribe(store, keep_change, NULL, NULL, NULL, &error));
  int64_t revision = revision_of(store);
  MUST(iex_store_begin(store, "Trip to Rome", &error));
  for (int i = 0; i < 5; i++) add_simple(store, "Train", 8990);
  CHECK_INT(changes, 0);
  CHECK_INT(seen_here(store), 5); /* it sees its own writes */
  CHECK_INT(count_of(store), 0);  /* a view shows what is committed */
  MUST(iex_store_commit(store, &error));
  CHECK_INT(changes, 1);
  CHECK_INT(added, 5);
  CHECK_STR(last_label, "Trip to Rome");
  CHECK_INT(revision_of(store), revision + 1);
  iex_step step;
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_STR(step.label, "Trip to Rome");
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void what_was_added_and_removed_inside_is_nothing(void) {
  iex_store *store = open_store("a.db");
  changes = 0;
  int64_t kept = add_simple(store, "Kept", 1);
  MUST(iex_store_subscribe(store, keep_change, NULL, NULL, NULL, &error));
  int64_t revision = revision_of(store);
  MUST(iex_store_begin(store, "nothing", &error));
  int64_t id = add_simple(store, "Train", 8990);
  MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = kept, .amount_minor = 2),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = kept, .amount_minor = 1),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  MUST(iex_store_commit(store, &error));
  CHECK_INT(changes, 0);
  CHECK_INT(revision_of(store), revision);
  MUST(iex_store_begin(store, "empty", &error));
  MUST(iex_store_commit(store, &error));
  CHECK_INT(changes, 0);
  CHECK_INT(revision_of(store), revision);
  close_store(store);
}

static void a_rollback_leaves_nothing(void) {
  iex_store *store = open_store("a.db");
  int64_t id = add_simple(store, "Kept", 1), revision = revision_of(store);
  MUST(iex_store_begin(store, "x", &error));
  add_simple(store, "Train", 8990);
  MUST(iex_store_remove(store, &id, 1, &error));
  CHECK_INT(count_of(store), 1);
  MUST(iex_store_rollback(store, &error));
  CHECK_INT(count_of(store), 1);
  CHECK_INT(revision_of(store), revision);
  CHECK_INT(add_simple(store, "Next", 1), id + 1); /* ids not committed are used again */
  close_store(store);
}

static void nesting_is_an_error(void) {
  iex_store *store = open_store("a.db");
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_commit(store, &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_rollback(store, &error));
  MUST(iex_store_begin(store, "outer", &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_begin(store, "inner", &error));
  MUST(iex_store_rollback(store, &error));
  /* The commit that was meant for the inner one must not store half of the outer one. */
  iex_store_begin(store, "outer", NULL);
  iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 1), NULL, NULL);
  iex_store_begin(store, "inner", NULL);
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 0);
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_store_begin(store, "\xff", &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_commit(store, &error)); /* nothing was begun */
  char label[600];
  memset(label, 'l', sizeof(label) - 1);
  label[sizeof(label) - 1] = 0;
  iex_status status = iex_store_begin(store, label, &error); /* longer than IEX_LABEL_TEXT */
  CHECK_INT(status, IEX_ERROR_INVALID);
  if (status == IEX_OK) (void)iex_store_rollback(store, NULL);
  close_store(store);
}

/* A caller may check once, at commit: it gets the first error. */
static void a_failed_call_marks_the_transaction(void) {
  iex_store *store = open_store("a.db");
  int64_t revision = revision_of(store);
  iex_store_begin(store, "Trip", NULL);
  iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 1), NULL, NULL);
  iex_store_add(store, &IEX_EXPENSE(.name = "", .amount_minor = 1), NULL, NULL);
  iex_store_remove(store, (const int64_t[]){4711}, 1, NULL);
  iex_store_add(store, &IEX_EXPENSE(.name = "Hotel", .amount_minor = 1), NULL, NULL);
  CHECK_STATUS(IEX_ERROR_INVALID, iex_store_commit(store, &error));
  CHECK_INT(error.field, IEX_FIELD_NAME);
  CHECK_INT(count_of(store), 0);
  CHECK_INT(revision_of(store), revision);
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_commit(store, &error)); /* it is over */
  MUST(iex_store_begin(store, "again", &error));
  add_simple(store, "Train", 1);
  MUST(iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

static void closing_inside_rolls_back(void) {
  iex_store *store = open_store("a.db");
  add_simple(store, "Kept", 1);
  MUST(iex_store_begin(store, "x", &error));
  add_simple(store, "Lost", 1);
  CHECK_CODE(IEX_OK, iex_store_close(store));
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

/* Readers on another thread see the last commit; its writers wait for the transaction. */

typedef struct other_thread {
  iex_store *store;
  int64_t seen;
  iex_status read, commit, write;
} other_thread;

static void *read_and_write(void *context) {
  other_thread *other = context;
  iex_error error;
  iex_view *view = NULL;
  other->read = iex_view_open(other->store, NULL, &view, &error);
  if (!other->read) other->read = iex_view_count(view, &other->seen, &error);
  (void)iex_view_close(view);
  other->commit = iex_store_commit(other->store, &error); /* not this thread's */
  other->write = iex_store_add(other->store, &IEX_EXPENSE(.name = "Other", .amount_minor = 1), NULL,
                               &error);
  return NULL;
}

static void a_transaction_belongs_to_its_thread(void) {
  iex_store *store = open_store("a.db");
  other_thread other = {.store = store, .seen = -1};
  pthread_t thread;
  add_simple(store, "Kept", 1);
  MUST(iex_store_set_busy_timeout(store, 50, &error));
  MUST(iex_store_begin(store, "x", &error));
  add_simple(store, "Inside", 1);
  CHECK_INT(seen_here(store), 2);
  pthread_create(&thread, NULL, read_and_write, &other);
  pthread_join(thread, NULL);
  CHECK_INT(other.read, IEX_OK);
  CHECK_INT(other.seen, 1);
  CHECK_INT(other.commit, IEX_ERROR_TRANSACTION);
  CHECK_INT(other.write, IEX_ERROR_BUSY);
  MUST(iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 2);
  pthread_create(&thread, NULL, read_and_write, &other);
  pthread_join(thread, NULL);
  CHECK_INT(other.seen, 2);
  CHECK_INT(other.write, IEX_OK);
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

/* A writer that waits goes on when the transaction ends. */
static void *add_and_wait(void *context) {
  other_thread *other = context;
  other->write = iex_store_add(other->store, &IEX_EXPENSE(.name = "Other", .amount_minor = 1), NULL,
                               NULL);
  return NULL;
}

static void other_writers_wait(void) {
  iex_store *store = open_store("a.db");
  other_thread other = {.store = store, .write = -1};
  pthread_t thread;
  MUST(iex_store_begin(store, "x", &error));
  add_simple(store, "Inside", 1);
  pthread_create(&thread, NULL, add_and_wait, &other);
  double start = test_seconds();
  while (test_seconds() - start < 0.1) continue;
  CHECK_INT(seen_here(store), 1);
  MUST(iex_store_commit(store, &error));
  pthread_join(thread, NULL);
  CHECK_INT(other.write, IEX_OK);
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

/* What is not committed is not checked and not copied. */
static void check_and_backup_see_the_last_commit(void) {
  iex_store *store = open_store("a.db"), *copy;
  add_simple(store, "Train", 1);
  MUST(iex_store_begin(store, "Trip", &error));
  add_simple(store, "Hotel", 1);
  MUST(iex_store_check(store, &error));
  MUST(iex_store_backup(store, "copy.db", &error));
  MUST(iex_store_commit(store, &error));
  MUST(iex_store_open("copy.db", NULL, &copy, &error));
  MUST(iex_store_check(copy, &error));
  CHECK_INT(count_of(copy), 1);
  close_store(copy);
  close_store(store);
}

static void a_big_transaction_is_all_or_nothing(void) {
  iex_store *store = open_store("a.db");
  for (int round = 0; round < 2; round++) {
    MUST(iex_store_begin(store, "big", &error));
    for (int i = 0; i < 10000; i++)
      if (!CHECK_CODE(IEX_OK, iex_store_add(store,
                                            &IEX_EXPENSE(.name = "Row", .amount_minor = i,
                                                         .date = 20260314),
                                            NULL, NULL)))
        break;
    if (round == 0)
      MUST(iex_store_rollback(store, &error));
    else
      MUST(iex_store_commit(store, &error));
    CHECK_INT(count_of(store), round * 10000);
    CHECK_OK(iex_store_check(store, &error));
  }
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(a_transaction_is_one_change),
          TEST_CASE(what_was_added_and_removed_inside_is_nothing),
          TEST_CASE(a_rollback_leaves_nothing), TEST_CASE(nesting_is_an_error),
          TEST_CASE(a_failed_call_marks_the_transaction), TEST_CASE(closing_inside_rolls_back),
          TEST_CASE(a_transaction_belongs_to_its_thread), TEST_CASE(other_writers_wait),
          TEST_CASE(check_and_backup_see_the_last_commit),
          TEST_CASE(a_big_transaction_is_all_or_nothing))

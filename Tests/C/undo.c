/* Undo, redo, one revision, conflicts, history; also after reopening. */
#include "test.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  iex_history *history = NULL;
  size_t count = 7;
  int64_t id = add_simple(store, "Lunch", 1);
  add_simple(store, "Tea", 1);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_undo(NULL, 0, &step, &error));
  CHECK_INT(step.revision, 0);
  CHECK_STR(step.label, "");
  CHECK_OK(iex_store_undo(store, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_redo(NULL, 0, &step, &error));
  CHECK_OK(iex_store_redo(store, 0, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_undo(store, 0, &step, NULL));
  CHECK_CODE(IEX_OK, iex_store_redo(store, 0, &step, NULL));
  int64_t revision = revision_of(store);
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = 2),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_undo_revision(NULL, revision + 1, &step, &error));
  CHECK_OK(iex_store_undo_revision(store, revision + 1, NULL, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = 3),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
  CHECK_CODE(IEX_OK, iex_store_undo_revision(store, revision_of(store), &step, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_history(NULL, id, 0, 10, &history, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_history(store, id, 0, 10, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_history(store, id, 0, 10, &history, NULL));
  CHECK(iex_history_rows(history, NULL) != NULL);
  CHECK(iex_history_expenses(history, NULL) != NULL);
  CHECK(iex_history_rows(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  count = 7;
  CHECK(iex_history_expenses(NULL, &count) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_history_close(NULL));
  CHECK_CODE(IEX_OK, iex_history_close(history));
  close_store(store);
}

static int64_t amount_of(iex_store *store, int64_t id) {
  iex_page *page;
  int64_t amount = expense_of(store, id, &page)->amount_minor;
  CHECK_CODE(IEX_OK, iex_page_close(page));
  return amount;
}

static void set_amount(iex_store *store, int64_t id, int64_t amount) {
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .amount_minor = amount),
                        IEX_BIT(IEX_FIELD_AMOUNT), &error));
}

static void undo_and_redo_walk_back_and_forth(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  int64_t id = add_simple(store, "Lunch", 0);
  for (int i = 1; i <= 10; i++) set_amount(store, id, i);
  for (int round = 0; round < 3; round++) {
    for (int i = 9; i >= 0; i--) {
      MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
      CHECK_STR(step.label, "updated 1 expense");
      CHECK_INT(step.revision, revision_of(store));
      CHECK_INT(amount_of(store, id), i);
    }
    MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
    CHECK_STR(step.label, "added 1 expense");
    CHECK_INT(count_of(store), 0);
    MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
    CHECK_INT(step.revision, 0); /* nothing to undo is no error */
    CHECK_STR(step.label, "");
    MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
    CHECK_INT(count_of(store), 1);
    for (int i = 1; i <= 10; i++) {
      MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
      CHECK_INT(amount_of(store, id), i); /* the same id again */
    }
    MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
    CHECK_INT(step.revision, 0);
    close_store(store); /* it goes on after reopening */
    MUST(iex_store_open("a.db", NULL, &store, &error));
  }
  close_store(store);
}

static void a_new_change_clears_redo(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  int64_t id = add_simple(store, "Lunch", 1);
  set_amount(store, id, 2);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  set_amount(store, id, 3);
  MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(step.revision, 0);
  CHECK_INT(amount_of(store, id), 3);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(amount_of(store, id), 1);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(count_of(store), 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_undo(store, 1u << 20, &step, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_redo(store, 1u << 20, &step, &error));
  close_store(store);
}

/* An expense with something in each field. */
static int64_t add_hotel(iex_store *store) {
  static const char *const tags[] = {"client", "trip"};
  int64_t id = 0;
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Hotel \xe2\x82\xac", .amount_minor = -5,
                                  .currency = "USD",
                                  .type = "Business", .category = "Travel:Hotel", .account = "Visa",
                                  .note = "two\nlines", .tags = tags, .tag_count = 2,
                                  .reimbursement = IEX_REIMBURSEMENT_OPEN,
                                  .conversion_amount_minor = -4, .conversion_currency = "EUR",
                                  .conversion_rate = "0.92", .extra = "{\"a\":1}",
                                  .source_external_id = "x1", .source_line = 3,
                                  .source_fingerprint = 99, .date = 20260314,
                                  .uuid = {1, 2, 3}),
                     &id, &error));
  return id;
}

static void check_hotel(iex_store *store, int64_t id) {
  static const uint8_t uuid[16] = {1, 2, 3};
  iex_page *page;
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_STR(row->name, "Hotel \xe2\x82\xac");
  CHECK_INT(row->amount_minor, -5);
  CHECK_STR(row->currency, "USD");
  CHECK_STR(row->type, "Business");
  CHECK_STR(row->category, "Travel:Hotel");
  CHECK_STR(row->account, "Visa");
  CHECK_STR(row->note, "two\nlines");
  if (CHECK_INT(row->tag_count, 2)) CHECK_STR(row->tags[1], "trip");
  CHECK_INT(row->reimbursement, IEX_REIMBURSEMENT_OPEN);
  CHECK_INT(row->conversion_amount_minor, -4);
  CHECK_STR(row->conversion_currency, "EUR");
  CHECK_STR(row->conversion_rate, "0.92");
  CHECK_STR(row->extra, "{\"a\":1}");
  CHECK_STR(row->source_external_id, "x1");
  CHECK_INT(row->source_line, 3);
  CHECK_INT((int64_t)row->source_fingerprint, 99);
  CHECK_INT(row->date, 20260314);
  CHECK(memcmp(row->uuid, uuid, 16) == 0);
  CHECK_CODE(IEX_OK, iex_page_close(page));
}

static void a_removal_comes_back_whole(void) {
  iex_store *store = open_store("a.db");
  int64_t id = add_hotel(store);
  MUST(iex_store_remove(store, &id, 1, &error));
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  check_hotel(store, id);
  close_store(store);
}

/* Each field by itself: undone it is what it was, and the others are not touched. */
static void each_field_comes_back(void) {
  iex_store *store = open_store("a.db");
  int64_t id = add_hotel(store);
  for (int field = IEX_FIELD_NAME; field <= IEX_FIELD_UUID; field++) {
    int64_t revision = revision_of(store);
    MUST(iex_store_update(store,
                          &IEX_EXPENSE(.id = id, .name = "Inn", .amount_minor = 7,
                                       .currency = "CHF", .type = "Private", .date = 20260315,
                                       .source_external_id = "x2", .uuid = {9}),
                          IEX_BIT(field), &error));
    CHECK_INT(revision_of(store), revision + 1); /* it did change */
    MUST(iex_store_undo_revision(store, revision + 1, NULL, &error));
    check_hotel(store, id);
  }
  close_store(store);
}

static iex_revision last;
static char last_label[IEX_LABEL_TEXT];
static int changes;

static void keep_change(void *context, const iex_change *change) {
  const iex_revision *info = iex_change_info(change);
  (void)context;
  changes++;
  if (info) last = *info, snprintf(last_label, sizeof(last_label), "%s", info->label);
}

static void undo_is_itself_announced(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  changes = 0;
  MUST(iex_store_subscribe(store, keep_change, NULL, NULL, NULL, &error));
  add_simple(store, "Lunch", 1);
  int64_t target = revision_of(store);
  MUST(iex_store_undo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(step.target, target);
  CHECK_INT(changes, 2);
  CHECK_INT(last.kind, IEX_CHANGE_UNDO);
  CHECK_INT(last.removed, 1);
  CHECK_INT(last.target, target);
  CHECK_INT(last.first_revision, target + 1);
  CHECK(last_label[0] != 0);
  MUST(iex_store_redo(store, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(changes, 3);
  CHECK_INT(last.kind, IEX_CHANGE_REDO);
  CHECK_INT(last.added, 1);
  CHECK_INT(step.revision, target + 2);
  CHECK_STR(step.label, "added 1 expense");
  close_store(store);
}

static void mine_and_anyone(void) {
  iex_store *mine = NULL, *theirs = NULL;
  iex_step step;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "desk"), &mine, &error));
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "phone"), &theirs, &error));
  add_simple(mine, "Mine", 1);
  int64_t their_id = add_simple(theirs, "Theirs", 2);
  MUST(iex_store_undo(mine, IEX_UNDO_MINE, &step, &error)); /* passes over the newer one */
  CHECK_INT(count_of(mine), 1);
  CHECK_INT(amount_of(mine, their_id), 2);
  MUST(iex_store_redo(theirs, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(step.revision, 0); /* nothing of theirs to do again */
  MUST(iex_store_redo(mine, IEX_UNDO_MINE, &step, &error));
  CHECK_INT(count_of(mine), 2);
  MUST(iex_store_undo(mine, IEX_UNDO_ANY, &step, &error)); /* the latest of anyone */
  MUST(iex_store_undo(mine, IEX_UNDO_ANY, &step, &error));
  CHECK_INT(count_of(mine), 0);
  MUST(iex_store_redo(mine, IEX_UNDO_ANY, &step, &error));
  CHECK_INT(count_of(mine), 1);
  close_store(mine);
  close_store(theirs);
}

/* Later changes of the same row and field are conflicts, which name the expense. */
static void conflicts_name_the_expenses(void) {
  iex_store *desk = NULL, *phone = NULL;
  iex_step step;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "desk"), &desk, &error));
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "phone"), &phone, &error));
  for (int i = 1; i <= 16; i++) add_simple(desk, "Row", i);
  int64_t other = add_simple(desk, "Other", 1);
  CHECK_INT(other, 17);
  set_amount(desk, other, 5); /* an older step of the desk, for the skip below */
  set_amount(desk, 16, 2);
  int64_t revision = revision_of(desk);
  set_amount(phone, 16, 3);
  CHECK_STATUS(IEX_ERROR_CONFLICT, iex_store_undo(desk, IEX_UNDO_MINE, &step, &error));
  CHECK_HAS(error.message, "16");
  CHECK_INT(step.revision, 0);
  CHECK_INT(amount_of(desk, 16), 3);
  CHECK_STATUS(IEX_ERROR_CONFLICT, iex_store_undo_revision(desk, revision, &step, &error));
  CHECK_HAS(error.message, "16");
  /* Passing over that step, the one before it is undone. */
  MUST(iex_store_undo(desk, IEX_UNDO_MINE | IEX_UNDO_SKIP, &step, &error));
  CHECK_INT(amount_of(desk, other), 1);
  CHECK_INT(amount_of(desk, 16), 3);
  /* Another field of the same row is no conflict. */
  MUST(iex_store_update(desk, &IEX_EXPENSE(.id = 1, .note = "desk"), IEX_BIT(IEX_FIELD_NOTE),
                        &error));
  set_amount(phone, 1, 99);
  MUST(iex_store_undo(desk, IEX_UNDO_MINE, &step, &error));
  iex_page *page;
  const iex_expense *row = expense_of(desk, 1, &page);
  CHECK_STR(row->note, "");
  CHECK_INT(row->amount_minor, 99);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  /* The row is gone. */
  MUST(iex_store_update(desk, &IEX_EXPENSE(.id = 2, .note = "desk"), IEX_BIT(IEX_FIELD_NOTE),
                        &error));
  MUST(iex_store_remove(phone, (const int64_t[]){2}, 1, &error));
  CHECK_STATUS(IEX_ERROR_CONFLICT, iex_store_undo(desk, IEX_UNDO_MINE, &step, &error));
  close_store(desk);
  close_store(phone);
}

static void one_past_revision(void) {
  iex_store *store = open_store("a.db");
  iex_step step;
  int64_t first = add_simple(store, "First", 1), second = add_simple(store, "Second", 2);
  set_amount(store, first, 10);
  int64_t revision = revision_of(store);
  set_amount(store, second, 20);
  add_simple(store, "Third", 3);
  MUST(iex_store_undo_revision(store, revision, &step, &error));
  CHECK_INT(step.target, revision);
  CHECK_STR(step.label, "updated 1 expense");
  CHECK_INT(amount_of(store, first), 1);
  CHECK_INT(amount_of(store, second), 20);
  CHECK_INT(count_of(store), 3);
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_undo_revision(store, 99999, &step, &error));
  CHECK_HAS(error.message, "99999");
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_undo_revision(store, 0, &step, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_undo_revision(store, -1, &step, &error));
  CHECK(iex_store_undo_revision(store, revision, &step, &error) != IEX_OK); /* undone already */
  close_store(store);
}

static void undo_inside_a_transaction_is_refused(void) {
  iex_store *store = open_store("a.db");
  add_simple(store, "Lunch", 1);
  MUST(iex_store_begin(store, "x", &error));
  CHECK_STATUS(IEX_ERROR_TRANSACTION, iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  MUST(iex_store_rollback(store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

static void the_history_of_one_expense(void) {
  iex_store *store = NULL;
  iex_history *history = NULL;
  size_t count = 0, expense_count = 0;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "desk"), &store, &error));
  int64_t id = add_simple(store, "Lunch", 1);
  add_simple(store, "Other", 1);
  set_amount(store, id, 2);
  MUST(iex_store_begin(store, "A label", &error));
  set_amount(store, id, 3);
  MUST(iex_store_commit(store, &error));
  MUST(iex_store_remove(store, &id, 1, &error));
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_history(store, id, 0, 100, &history, &error));
  const iex_revision *row = iex_history_rows(history, &count);
  const iex_expense *expense = iex_history_expenses(history, &expense_count);
  CHECK_INT((int64_t)expense_count, (int64_t)count);
  /* The newest first. */
  if (CHECK_INT((int64_t)count, 5) && expense_count == count) {
    static const int64_t amounts[] = {3, 3, 3, 2, 1};
    for (size_t i = 0; i < count; i++) {
      CHECK_INT(expense[i].id, id);
      CHECK_INT(expense[i].amount_minor, amounts[i]);
      CHECK_STR(row[i].origin, "desk");
      CHECK_INT(row[i].struct_size, sizeof(iex_revision));
      if (i > 0) CHECK(row[i].first_revision < row[i - 1].first_revision);
    }
    CHECK_INT(row[0].kind, IEX_CHANGE_UNDO);
    CHECK_INT(row[0].target, row[1].first_revision);
    CHECK_INT(row[1].undone_by, row[0].first_revision);
    CHECK_INT(row[1].removed, 1);
    CHECK_STR(row[2].label, "A label");
    CHECK_INT(row[2].undone_by, 0);
    CHECK_INT(row[4].added, 1);
    /* In pages: those before a revision. */
    iex_history *older = NULL;
    MUST(iex_store_history(store, id, row[1].first_revision, 2, &older, &error));
    const iex_revision *next = iex_history_rows(older, &expense_count);
    if (CHECK_INT((int64_t)expense_count, 2)) {
      CHECK_INT(next[0].first_revision, row[2].first_revision);
      CHECK_INT(next[1].first_revision, row[3].first_revision);
    }
    CHECK_CODE(IEX_OK, iex_history_close(older));
  }
  CHECK_CODE(IEX_OK, iex_history_close(history));

  /* The whole store: no expenses beside it. */
  MUST(iex_store_history(store, 0, 0, 100, &history, &error));
  row = iex_history_rows(history, &count);
  if (CHECK_INT((int64_t)count, 7))
    CHECK_INT(row[6].kind, IEX_CHANGE_SETTINGS); /* the default currency */
  for (size_t i = 1; i < count; i++)
    CHECK_INT(row[i].first_revision, row[i - 1].first_revision - 1); /* without a gap */
  expense_count = 7;
  CHECK(iex_history_expenses(history, &expense_count) == NULL);
  CHECK_INT((int64_t)expense_count, 0);
  CHECK_CODE(IEX_OK, iex_history_close(history));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_history(store, 4711, 0, 10, &history, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_history(store, id, 0, -1, &history, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_history(store, id, -1, 10, &history, &error));
  CHECK(history == NULL);
  close_store(store);
}

/* Any row of steps, undone to the start and done again, ends where it was; a recount agrees. */
static void random_steps_undone_and_done_again(void) {
  iex_store *store = open_store("a.db");
  uint64_t state = 99;
  iex_step step;
  int steps = getenv("IEX_TEST_QUICK") ? 60 : 400, undone = 0;
  for (int i = 0; i < steps; i++) {
    iex_view *view = NULL;
    iex_page *page = NULL;
    size_t count = 0;
    int64_t ids[8];
    size_t chosen = 0;
    MUST(iex_view_open(store, NULL, &view, &error));
    MUST(iex_view_read(view, (int64_t)(test_random(&state) % 20), 4, &page, &error));
    const iex_expense *row = iex_page_rows(page, &count);
    for (size_t k = 0; k < count; k++) ids[chosen++] = row[k].id;
    CHECK_CODE(IEX_OK, iex_page_close(page));
    CHECK_CODE(IEX_OK, iex_view_close(view));
    uint64_t what = test_random(&state) % 4;
    MUST(iex_store_begin(store, NULL, &error));
    for (int k = 0; k < 3; k++) add_simple(store, "Row", (int64_t)(test_random(&state) % 1000));
    if (what == 1 && chosen) MUST(iex_store_remove(store, ids, chosen, &error));
    if (what == 2)
      for (size_t k = 0; k < chosen; k++)
        set_amount(store, ids[k], (int64_t)test_random(&state) >> 9);
    MUST(iex_store_commit(store, &error));
  }
  int64_t count = count_of(store);
  iex_bytes *bytes = NULL;
  size_t size = 0, again = 0;
  MUST(iex_store_export(store, IEX_FORMAT_JSON, NULL, NULL, &bytes, &error));
  const void *data = iex_bytes_data(bytes, &size);
  while (iex_store_undo(store, IEX_UNDO_MINE, &step, &error) == IEX_OK && step.revision) undone++;
  CHECK_INT(undone, steps);
  CHECK_INT(count_of(store), 0);
  CHECK_OK(iex_store_check(store, &error));
  while (iex_store_redo(store, IEX_UNDO_MINE, &step, &error) == IEX_OK && step.revision) undone--;
  CHECK_INT(undone, 0);
  CHECK_INT(count_of(store), count);
  iex_bytes *after = NULL;
  MUST(iex_store_export(store, IEX_FORMAT_JSON, NULL, NULL, &after, &error));
  const void *same = iex_bytes_data(after, &again);
  CHECK(size == again && memcmp(data, same, size) == 0);
  CHECK_CODE(IEX_OK, iex_bytes_close(bytes));
  CHECK_CODE(IEX_OK, iex_bytes_close(after));
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(undo_and_redo_walk_back_and_forth),
          TEST_CASE(a_new_change_clears_redo), TEST_CASE(a_removal_comes_back_whole),
          TEST_CASE(each_field_comes_back),
          TEST_CASE(undo_is_itself_announced), TEST_CASE(mine_and_anyone),
          TEST_CASE(conflicts_name_the_expenses), TEST_CASE(one_past_revision),
          TEST_CASE(undo_inside_a_transaction_is_refused), TEST_CASE(the_history_of_one_expense),
          TEST_CASE(random_steps_undone_and_done_again))

/* Drafts: every function with NULL, texts and problems, choices, saving, conflicts, and a draft that
 * several threads and callbacks use. */
#include "test.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static iex_draft *open_draft(iex_store *store, int64_t id) {
  iex_draft *draft = NULL;
  MUST(iex_draft_open(store, id, &IEX_DRAFT(.decimal_mark = ","), &draft, &error));
  return draft;
}

static iex_draft_state state_of(iex_draft *draft) {
  iex_draft_state state = {.struct_size = sizeof state};
  MUST(iex_draft_describe(draft, &state, &error));
  return state;
}

/* The message of a field's problem; NULL when it has none. */
static const char *problem_of(iex_draft *draft, int32_t field) {
  size_t count;
  const iex_problem *problems = iex_draft_problems(draft, &count, &error);
  MUST_HOLD(problems != NULL);
  for (size_t i = 0; i < count; i++)
    if (problems[i].field == field) return problems[i].message;
  return NULL;
}

static void set(iex_draft *draft, int32_t field, const char *text) {
  MUST(iex_draft_set(draft, field, text, &error));
}

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_draft *draft = NULL;
  iex_draft_state state = {.struct_size = sizeof state};
  size_t count = 1;
  int64_t id = 1;
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_open(NULL, 0, NULL, &draft, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, NULL, NULL, &error));
  CHECK_CODE(IEX_OK, iex_draft_open(store, 0, NULL, &draft, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_set(NULL, IEX_FIELD_NAME, "a", &error));
  CHECK_CODE(IEX_OK, iex_draft_set(draft, IEX_FIELD_NAME, NULL, NULL));
  CHECK(iex_draft_text(NULL, IEX_FIELD_NAME) == NULL);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NAME), "");
  CHECK(iex_draft_problems(NULL, &count, &error) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_INT(error.status, IEX_ERROR_HANDLE);
  CHECK(iex_draft_problems(draft, NULL, NULL) != NULL);
  count = 1;
  CHECK(iex_draft_choices(NULL, IEX_FIELD_NAME, &count, &error) == NULL);
  CHECK_INT((int64_t)count, 0);
  CHECK_INT(error.status, IEX_ERROR_HANDLE);
  CHECK(iex_draft_choices(draft, IEX_FIELD_NAME, NULL, NULL) != NULL);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_describe(NULL, &state, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_describe(draft, NULL, &error));
  CHECK_CODE(IEX_OK, iex_draft_describe(draft, &state, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_resolve(NULL, 1, IEX_DRAFT_KEEP_MINE, &error));
  CHECK_CODE(IEX_OK, iex_draft_resolve(draft, 0, IEX_DRAFT_KEEP_MINE, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_save(NULL, &id, &error));
  CHECK_INT(id, 0);
  CHECK_CODE(IEX_ERROR_INVALID, iex_draft_save(draft, NULL, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_discard(NULL, &error));
  CHECK_CODE(IEX_OK, iex_draft_discard(draft, NULL));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_draft_close(NULL));
  CHECK_CODE(IEX_OK, iex_draft_close(draft));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_draft_close(draft));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_set(draft, IEX_FIELD_NAME, "a", &error));
  close_store(store);
}

static void wrong_arguments(void) {
  iex_store *store = open_store("a.db");
  iex_draft *draft = NULL;
  size_t count = 1;
  const iex_expense lunch = IEX_EXPENSE(.name = "Lunch", .category = "A::B");
  const uint64_t unknown = IEX_BIT(20);
  iex_draft_options options = {.struct_size = 4};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.flags = 1);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.decimal_mark = ";");
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.decimal_mark = "\xff");
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.defaults = &lunch, .default_fields = unknown);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.default_fields = IEX_BIT(IEX_FIELD_NAME));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 0, &options, &draft, &error));
  options = IEX_DRAFT(.defaults = &lunch, .default_fields = IEX_BIT(IEX_FIELD_CATEGORY));
  CHECK_STATUS(IEX_ERROR_INVALID, iex_draft_open(store, 0, &options, &draft, &error));
  CHECK_INT(error.field, IEX_FIELD_CATEGORY);
  options = IEX_DRAFT(.defaults = &lunch, .default_fields = IEX_BIT(IEX_FIELD_NAME));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_open(store, 1, &options, &draft, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_draft_open(store, 1, NULL, &draft, &error));
  CHECK(draft == NULL);

  draft = open_draft(store, 0);
  static const int32_t fields[] = {-1, IEX_FIELD_CONVERSION, IEX_FIELD_SOURCE, IEX_FIELD_EXTRA,
                                   IEX_FIELD_UUID, 14, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < COUNT(fields); i++) {
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_set(draft, fields[i], "a", &error));
    CHECK(iex_draft_text(draft, fields[i]) == NULL);
    CHECK(iex_draft_choices(draft, fields[i], &count, &error) == NULL);
    CHECK_INT(error.status, IEX_ERROR_ARGUMENT);
  }
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_draft_set(draft, IEX_FIELD_NOTE, "\xff", &error));
  CHECK_INT(error.field, IEX_FIELD_NOTE);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_resolve(draft, 1, 0, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_resolve(draft, unknown, 1, &error));
  iex_draft_state state = {.struct_size = 0};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_describe(draft, &state, &error));
  close_store(store);
  CHECK_CODE(IEX_ERROR_HANDLE, iex_draft_close(draft)); /* with its store */
}

static void a_form_from_the_first_text_to_the_undo(void) {
  iex_store *store = open_store("a.db");
  iex_page *page;
  size_t count;
  int64_t id;
  iex_draft *draft = open_draft(store, 0);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_TYPE), "Personal");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_CURRENCY), "EUR");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "");
  const iex_problem *problems = iex_draft_problems(draft, &count, &error);
  MUST_HOLD(problems != NULL && count == 2);
  CHECK_INT(problems[0].struct_size, sizeof(iex_problem));
  CHECK_INT(problems[0].field, IEX_FIELD_NAME);
  CHECK_INT(problems[0].status, IEX_ERROR_INVALID);
  CHECK_STR(problems[0].message, "the name is missing");
  CHECK_STR(problems[1].message, "the amount is missing");
  CHECK_STATUS(IEX_ERROR_INVALID, iex_draft_save(draft, &id, &error));
  CHECK_INT(error.field, IEX_FIELD_NAME);
  CHECK_INT(state_of(draft).flags, 0);

  set(draft, IEX_FIELD_NAME, "Lunch");
  set(draft, IEX_FIELD_AMOUNT, "12.50");
  CHECK_STR(problem_of(draft, IEX_FIELD_AMOUNT),
            "\"12.50\": the decimal mark here is \",\": write \"12,50\"");
  set(draft, IEX_FIELD_AMOUNT, "1.012,50 USD");
  CHECK(problem_of(draft, IEX_FIELD_AMOUNT) == NULL);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "1.012,50 USD");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_CURRENCY), "USD");
  set(draft, IEX_FIELD_DATE, "2026-03-14");
  set(draft, IEX_FIELD_TAGS, "client, a\\,b");
  set(draft, IEX_FIELD_REIMBURSEMENT, "open");
  iex_draft_state state = state_of(draft);
  CHECK_INT(state.flags, IEX_DRAFT_SAVABLE | IEX_DRAFT_CHANGED);
  CHECK_INT(state.id, 0);
  MUST(iex_draft_save(draft, &id, &error));
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_INT(row->amount_minor, 101250);
  CHECK_STR(row->currency, "USD");
  CHECK_INT(row->date, 20260314);
  CHECK_INT(row->tag_count, 2);
  CHECK_STR(row->tags[1], "a,b");
  CHECK_INT(row->reimbursement, IEX_REIMBURSEMENT_OPEN);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  state = state_of(draft);
  CHECK_INT(state.flags, IEX_DRAFT_SAVABLE);
  CHECK_INT(state.id, id);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "1012,50");

  set(draft, IEX_FIELD_AMOUNT, "-3");
  CHECK_INT((int64_t)state_of(draft).changed, (int64_t)IEX_BIT(IEX_FIELD_AMOUNT));
  MUST(iex_draft_save(draft, NULL, &error));
  iex_step step;
  MUST(iex_store_undo(store, 0, &step, &error));
  CHECK_STR(step.label, "changed amount of Lunch");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "-3,00");
  CHECK_INT(state_of(draft).flags, IEX_DRAFT_SAVABLE);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "1012,50");
  MUST(iex_store_undo(store, 0, &step, &error));
  CHECK_STR(step.label, "added Lunch");
  CHECK_INT(state_of(draft).flags, IEX_DRAFT_REMOVED);
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_draft_save(draft, NULL, &error));
  close_store(store);
}

static void defaults(void) {
  iex_store *store = open_store("a.db");
  iex_draft *draft;
  const iex_expense fixed =
      IEX_EXPENSE(.type = "Business", .amount_minor = 5, .account = "Visa", .note = "not given",
                  .date = 20260101, .extra = "{\"k\": 1}");
  iex_draft_options options =
      IEX_DRAFT(.decimal_mark = ",", .defaults = &fixed,
                .default_fields = IEX_BIT(IEX_FIELD_TYPE) | IEX_BIT(IEX_FIELD_AMOUNT) |
                                  IEX_BIT(IEX_FIELD_ACCOUNT) | IEX_BIT(IEX_FIELD_DATE) |
                                  IEX_BIT(IEX_FIELD_EXTRA));
  MUST(iex_draft_open(store, 0, &options, &draft, &error));
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_TYPE), "Business");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_AMOUNT), "0,05");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NOTE), "");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_DATE), "2026-01-01");
  set(draft, IEX_FIELD_NAME, "Gum");
  set(draft, IEX_FIELD_ACCOUNT, "Cash");
  MUST(iex_draft_discard(draft, &error));
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NAME), "");
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_ACCOUNT), "Visa");
  set(draft, IEX_FIELD_NAME, "Gum");
  int64_t id;
  iex_page *page;
  MUST(iex_draft_save(draft, &id, &error));
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_STR(row->extra, "{\"k\": 1}");
  CHECK_INT(row->amount_minor, 5);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

static void choices(void) {
  iex_store *store = open_store("a.db");
  size_t count;
  const iex_expense known[] = {
      IEX_EXPENSE(.name = "Train", .amount_minor = 1, .type = "Club", .category = "Travel:Rail"),
      IEX_EXPENSE(.name = "Tram", .amount_minor = 1, .category = "Travel"),
      IEX_EXPENSE(.name = "Train", .amount_minor = 1, .category = "Travel:Rail")};
  MUST(iex_store_add_many(store, known, COUNT(known), NULL, &error));
  iex_draft *draft = open_draft(store, 0);
  const char *const *texts = iex_draft_choices(draft, IEX_FIELD_TYPE, &count, &error);
  MUST_HOLD(count == 3);
  CHECK_STR(texts[0], "Business");
  CHECK_STR(texts[1], "Personal");
  CHECK_STR(texts[2], "Club");
  set(draft, IEX_FIELD_NAME, "TRA");
  const char *const *names = iex_draft_choices(draft, IEX_FIELD_NAME, &count, &error);
  MUST_HOLD(count == 2);
  CHECK_STR(names[0], "Train");
  CHECK_STR(names[1], "Tram");
  CHECK_STR(texts[2], "Club"); /* of another field: still there */
  set(draft, IEX_FIELD_NAME, "tram");
  texts = iex_draft_choices(draft, IEX_FIELD_CATEGORY, &count, &error);
  MUST_HOLD(count == 2);
  CHECK_STR(texts[0], "Travel");
  CHECK(iex_draft_choices(draft, IEX_FIELD_NOTE, &count, &error) != NULL);
  CHECK_INT((int64_t)count, 0);
  close_store(store);
}

static void what_both_have_changed_is_a_conflict(void) {
  iex_store *store = open_store("a.db");
  iex_store *other = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250);
  iex_draft *draft = open_draft(store, id);
  set(draft, IEX_FIELD_NAME, "Mine");
  set(draft, IEX_FIELD_AMOUNT, "20");
  const uint64_t fields = IEX_BIT(IEX_FIELD_NAME) | IEX_BIT(IEX_FIELD_AMOUNT);
  const iex_expense theirs =
      IEX_EXPENSE(.id = id, .name = "Theirs", .amount_minor = 3000, .note = "theirs");
  MUST(iex_store_update(other, &theirs, fields | IEX_BIT(IEX_FIELD_NOTE), &error));
  CHECK_STATUS(IEX_ERROR_CONFLICT, iex_draft_save(draft, NULL, &error));
  CHECK_INT(error.field, IEX_FIELD_NAME);
  CHECK(strstr(error.message, "name, amount") != NULL);
  iex_draft_state state = state_of(draft);
  CHECK_INT((int64_t)state.conflicts, (int64_t)fields);
  CHECK_INT(state.flags, IEX_DRAFT_CHANGED);
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NOTE), "theirs"); /* taken over */
  MUST(iex_draft_resolve(draft, IEX_BIT(IEX_FIELD_NAME), IEX_DRAFT_TAKE_THEIRS, &error));
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NAME), "Theirs");
  MUST(iex_draft_resolve(draft, fields, IEX_DRAFT_KEEP_MINE, &error));
  MUST(iex_draft_save(draft, NULL, &error));
  iex_page *page;
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_STR(row->name, "Theirs");
  CHECK_INT(row->amount_minor, 2000);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(other);
  close_store(store);
}

static void a_failed_save_marks_the_transaction(void) {
  iex_store *store = open_store("a.db");
  iex_draft *draft = open_draft(store, 0);
  MUST(iex_store_begin(store, NULL, &error));
  add_simple(store, "Tea", 250);
  CHECK_STATUS(IEX_ERROR_INVALID, iex_draft_save(draft, NULL, &error));
  CHECK_STATUS(IEX_ERROR_INVALID, iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

static void the_decimal_mark_is_the_hosts(void) {
  iex_store *store = open_store("a.db");
  iex_draft *draft;
  const char *before = setlocale(LC_ALL, NULL);
  char kept[64];
  snprintf(kept, sizeof kept, "%s", before);
  int64_t id = add_simple(store, "Lunch", 1250);
  MUST(iex_draft_open(store, id, NULL, &draft, &error));
  const char *text = iex_draft_text(draft, IEX_FIELD_AMOUNT);
  CHECK(strcmp(text, "12.50") == 0 || strcmp(text, "12,50") == 0);
  CHECK_STR(setlocale(LC_ALL, NULL), kept);
  close_store(store);
}

/* Threads that type, look and save while another one changes the expense. */

static iex_draft *shared;

static void *work(void *argument) {
  uint64_t random = (uint64_t)(uintptr_t)argument;
  for (int i = 0; i < 300; i++) {
    iex_draft_state state = {.struct_size = sizeof state};
    char text[32];
    snprintf(text, sizeof text, "%d", (int)(test_random(&random) % 1000));
    switch (test_random(&random) % 5) {
      case 0: iex_draft_set(shared, IEX_FIELD_AMOUNT, text, NULL); break;
      case 1: iex_draft_set(shared, IEX_FIELD_NOTE, text, NULL); break;
      case 2: iex_draft_describe(shared, &state, NULL); break;
      case 3: {
        iex_status status = iex_draft_save(shared, NULL, NULL);
        CHECK(status == IEX_OK || status == IEX_ERROR_BUSY || status == IEX_ERROR_CONFLICT);
        break;
      }
      default:
        iex_draft_resolve(shared, IEX_BIT(14) - 1, IEX_DRAFT_TAKE_THEIRS, NULL);
    }
  }
  return NULL;
}

static void looked_at(void *context, const iex_change *change) {
  (void)change;
  iex_draft_state state = {.struct_size = sizeof state};
  CHECK_CODE(IEX_OK, iex_draft_describe(shared, &state, NULL));
  (*(int *)context)++;
}

static void any_thread_may_use_a_draft(void) {
  iex_store *store = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250);
  int told = 0;
  shared = open_draft(store, id);
  MUST(iex_store_subscribe(store, looked_at, &told, NULL, NULL, &error));
  pthread_t threads[3];
  for (size_t i = 0; i < COUNT(threads); i++)
    MUST_HOLD(pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)(i + 1)) == 0);
  for (int i = 0; i < 100; i++) {
    const iex_expense theirs = IEX_EXPENSE(.id = id, .amount_minor = i + 1);
    CHECK_OK(iex_store_update(store, &theirs, IEX_BIT(IEX_FIELD_AMOUNT), &error));
  }
  for (size_t i = 0; i < COUNT(threads); i++) pthread_join(threads[i], NULL);
  MUST(iex_draft_discard(shared, &error));
  CHECK_INT(state_of(shared).flags, IEX_DRAFT_SAVABLE);
  CHECK(told > 0);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(wrong_arguments),
          TEST_CASE(a_form_from_the_first_text_to_the_undo), TEST_CASE(defaults),
          TEST_CASE(choices), TEST_CASE(what_both_have_changed_is_a_conflict),
          TEST_CASE(a_failed_save_marks_the_transaction),
          TEST_CASE(the_decimal_mark_is_the_hosts), TEST_CASE(any_thread_may_use_a_draft))

/* States, bindings and what is told of them, mappings, fields of drafts and of stored expenses; who
 * may close what from where, and that each context is given back once. */
#include "stating.h"

#include <unistd.h>

static void null_for_everything(void) {
  iex_binding *none = NULL;
  iex_binding *binding = NULL;
  iex_object *object = NULL;
  iex_environment *environment = NULL;
  iex_sheet *sheet = NULL;
  iex_value value = {.struct_size = sizeof value};
  iex_sheet_state state = {.struct_size = sizeof state};
  uint64_t number = 1;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_state_open(NULL, &binding, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_state_open(&no, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_constant(NULL, &binding, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_constant(&no, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_copy(NULL, &binding, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_get(NULL, &value, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_set(NULL, &no, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_subscribe(NULL, heard, NULL, NULL, &number, &error));
  CHECK_INT(number, 0);
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_binding_map(NULL, NULL, NULL, NULL, NULL, &binding, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_draft_binding(NULL, 0, &binding, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_binding(NULL, 1, 0, &binding, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_close(NULL));
  CHECK(binding == NULL);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_open(NULL, &object, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_open("", &object, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_open("A", NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_object_publish(NULL, "a", &no, &binding, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_object_binding(NULL, "a", &binding, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_object_subscribe(NULL, heard_field, NULL, NULL, &number, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_object_close(NULL));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_environment_open("a", NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_child(NULL, NULL, &environment, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_modal(NULL, NULL, &environment, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_put(NULL, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_find(NULL, "A", &object, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_environment_close(NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_sheet_open(NULL, NULL, NULL, NULL, NULL, &sheet, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_sheet_present(NULL, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_sheet_describe(NULL, &state, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_sheet_dismiss(NULL, 0, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sheet_close(NULL));

  binding = open_state(no);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_copy(binding, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_get(binding, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_set(binding, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_subscribe(binding, NULL, NULL, NULL, NULL, &error));
  CHECK_CODE(IEX_OK, iex_binding_subscribe(binding, heard, NULL, NULL, NULL, NULL));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_map(binding, NULL, NULL, NULL, NULL, &none, &error));
  MUST(iex_object_open("A", &object, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_publish(object, NULL, &no, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_publish(object, "a", NULL, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_binding(object, NULL, &none, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_object_subscribe(object, NULL, NULL, NULL, NULL, &error));
  MUST(iex_environment_open(NULL, &environment, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_put(environment, NULL, &error));
  iex_object *found = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_environment_find(environment, NULL, &found, &error));
  MUST(iex_sheet_open(binding, NULL, NULL, NULL, NULL, &sheet, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_sheet_describe(sheet, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_sheet_dismiss(sheet, 2, &error));
  CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sheet_close(sheet));
  CHECK_CODE(IEX_OK, iex_environment_close(environment));
  CHECK_CODE(IEX_OK, iex_object_close(object));
  CHECK_CODE(IEX_OK, iex_binding_close(binding));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_close(binding));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_set(binding, &no, &error));
}

static void wrong_values(void) {
  iex_binding *binding = NULL;
  const struct {
    iex_value value;
    iex_status status;
  } cases[] = {
      {IEX_VALUE(.kind = 5), IEX_ERROR_ARGUMENT},
      {IEX_VALUE(.kind = -1), IEX_ERROR_ARGUMENT},
      {IEX_VALUE(.kind = IEX_VALUE_BOOL, .integer = 2), IEX_ERROR_ARGUMENT},
      {{.struct_size = 8, .kind = IEX_VALUE_BOOL}, IEX_ERROR_ARGUMENT},
      {IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = "\xff"), IEX_ERROR_ENCODING},
      {IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1), IEX_ERROR_CURRENCY},
      {IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .currency = "EURO"), IEX_ERROR_CURRENCY},
      {IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .currency = "\xff"), IEX_ERROR_ENCODING},
      {IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260230), IEX_ERROR_INVALID},
      {IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = INT64_MAX), IEX_ERROR_INVALID},
      {IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = -1), IEX_ERROR_INVALID},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    CHECK_STATUS(cases[i].status, iex_state_open(&cases[i].value, &binding, &error));
    CHECK_STATUS(cases[i].status, iex_binding_constant(&cases[i].value, &binding, &error));
    CHECK(binding == NULL);
  }
  binding = open_state(integer(1));
  const iex_value word = text("one");
  iex_value small = {.struct_size = 4};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_set(binding, &word, &error));
  CHECK_HAS(error.message, "kind text");
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_get(binding, &small, &error));
  CHECK_STR(get(binding), "1");
  iex_binding_close(binding);
}

static void each_kind_is_told_once_for_each_new_value(void) {
  const iex_value values[][3] = {
      {no, yes, yes},
      {integer(INT64_MIN), integer(-1), integer(-1)},
      {text("\xc3\xa9"), text("e\xcc\x81"), text("e\xcc\x81")},
      {IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1250, .currency = "EUR"),
       IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = -5, .currency = "JPY"),
       IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = -5)},
      {IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260314),
       IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260315),
       IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260315)},
  };
  const char *second[] = {"1", "-1", "e\xcc\x81", "-5JPY", "20260315"};
  for (size_t i = 0; i < COUNT(values); i++) {
    listener l = {.calls = 0};
    iex_value value = {.struct_size = sizeof value};
    iex_binding *binding = open_state(values[i][0]);
    listen(binding, &l);
    for (int k = 0; k < 3; k++) set(binding, values[i][k]);
    CHECK_STR(l.text, second[i]);
    MUST(iex_binding_get(binding, &value, &error));
    CHECK_INT(value.kind, values[i][0].kind);
    CHECK_STR(get(binding), second[i]);
    CHECK_INT(l.freed, 0);
    CHECK_CODE(IEX_OK, iex_binding_close(binding)); /* and the subscription with it */
    CHECK_INT(l.freed, 1);
  }
  iex_binding *today = open_state(IEX_VALUE(.kind = IEX_VALUE_DATE));
  CHECK(strlen(get(today)) == 8);
  iex_binding_close(today);
}

static void a_copy_is_a_state_of_its_own_and_a_constant_stays(void) {
  listener l = {.calls = 0};
  iex_binding *state = open_state(text("Lunch")), *copy = NULL, *constant = NULL;
  const iex_value dinner = text("Dinner");
  listen(state, &l);
  MUST(iex_binding_copy(state, &copy, &error));
  set(copy, dinner);
  CHECK_STR(get(state), "Lunch");
  set(state, text("Tea"));
  CHECK_STR(get(copy), "Dinner");
  CHECK_STR(l.text, "Tea");
  MUST(iex_binding_constant(&dinner, &constant, &error));
  listen(constant, &l);
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_binding_set(constant, &dinner, &error));
  CHECK_STR(get(constant), "Dinner");
  iex_binding_close(copy);
  MUST(iex_binding_copy(constant, &copy, &error)); /* which can be set */
  set(copy, text("Supper"));
  CHECK_STR(get(constant), "Dinner");
  iex_binding_close(constant);
  iex_binding_close(copy);
  iex_binding_close(state);
  CHECK_INT(l.freed, 2);
}

static iex_status from_text(void *context, const iex_value *value, iex_value *mapped,
                            iex_error *failure) {
  iex_money money;
  (void)context;
  if (strcmp(value->text, "odd") == 0) return 1234;
  if (strcmp(value->text, "wrong kind") == 0) {
    mapped->kind = IEX_VALUE_BOOL;
    return IEX_OK;
  }
  iex_status status = iex_amount_parse(value->text, "EUR", &money, failure);
  if (status == IEX_OK) mapped->integer = money.amount_minor;
  return status;
}

static void a_mapping_goes_both_ways(void) {
  listener l = {.calls = 0}, mapping = {.calls = 0}, failed = {.calls = 0};
  iex_binding *state = open_state(integer(1250)), *shown = NULL, *only = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_map(state, NULL, NULL, &failed, give_back, &shown, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_map(state, to_text, NULL, &failed, give_back, NULL, &error));
  CHECK_INT(failed.freed, 2);
  MUST(iex_binding_map(state, to_text, from_text, &mapping, give_back, &shown, &error));
  MUST(iex_binding_map(state, to_text, NULL, &mapping, NULL, &only, &error));
  CHECK_STR(get(shown), "12.50");
  listen(shown, &l);
  set(shown, text("7.25"));
  CHECK_STR(get(state), "725");
  const iex_value wrong[] = {text("seven"), text("odd"), text("wrong kind"), text("1.234")};
  const iex_status statuses[] = {IEX_ERROR_INVALID, IEX_ERROR_INVALID, IEX_ERROR_ARGUMENT,
                                 IEX_ERROR_INVALID};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    CHECK_STATUS(statuses[i], iex_binding_set(shown, &wrong[i], &error));
    CHECK_STR(get(state), "725");
    if (i == 0) CHECK_HAS(error.message, "seven");
    if (i == 0) CHECK_INT(error.field, IEX_FIELD_AMOUNT);
    if (i == 1) CHECK_HAS(error.message, "1234");
  }
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_binding_set(only, &wrong[0], &error));
  iex_binding_close(state); /* the one beneath may go first */
  set(shown, text("8"));
  CHECK_STR(get(only), "8.00");
  CHECK_STR(l.text, "7.25 8.00");
  CHECK_INT(mapping.freed, 0);
  iex_binding_close(shown);
  CHECK_INT(mapping.freed, 1);
  CHECK_INT(l.freed, 1);
  iex_binding_close(only);
}

static void where_a_mapping_fails_there_is_no_value_once(void) {
  listener l = {.calls = 0}, mapping = {.calls = 0};
  iex_binding *state = open_state(integer(100)), *shown = NULL;
  MUST(iex_binding_map(state, to_text, NULL, &mapping, give_back, &shown, &error));
  listen(shown, &l);
  for (int value = -1; value > -4; value--) set(state, integer(value));
  iex_value value = {.struct_size = sizeof value};
  CHECK_STATUS(IEX_ERROR_INVALID, iex_binding_get(shown, &value, &error));
  iex_binding *copy = NULL;
  CHECK_STATUS(IEX_ERROR_INVALID, iex_binding_copy(shown, &copy, &error));
  set(state, integer(200));
  CHECK_STR(l.text, "- 2.00");
  iex_binding_close(state);
  iex_binding_close(shown);
  CHECK_INT(mapping.freed, 1);
}

static iex_status counted(void *context, const iex_value *value, iex_value *mapped,
                          iex_error *failure) {
  (void)failure;
  ((listener *)context)->calls++;
  *mapped = *value;
  return IEX_OK;
}

/* Each function runs once for a get, however long the chain is; and it ends before it is too long
 * for the stack or for the memory. */
static void a_chain_of_mappings_has_an_end(void) {
  enum { LIMIT = 1000 };
  listener mapping = {.calls = 0}, l = {.calls = 0};
  iex_value euros = IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 5, .currency = "EUR");
  iex_binding *state = open_state(euros), *last = NULL, *next = NULL;
  MUST(iex_binding_map(state, counted, counted, &mapping, give_back, &last, &error));
  for (int i = 1; i < LIMIT; i++) {
    MUST(iex_binding_map(last, counted, counted, &mapping, give_back, &next, &error));
    iex_binding_close(last);
    last = next;
  }
  CHECK_INT(mapping.freed, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_map(last, counted, counted, &mapping, give_back, &next, &error));
  CHECK_HAS(error.message, "1000 mappings");
  CHECK_INT(mapping.freed, 1);
  CHECK_STR(get(last), "5EUR");
  CHECK_INT(mapping.calls, LIMIT);
  listen(last, &l);
  mapping.calls = 0;
  set(last, IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 6));
  CHECK_STR(l.text, "6EUR");
  /* The currency of the one that stands there; what stands beneath each; back; and what is told. */
  CHECK_INT(mapping.calls, LIMIT + (LIMIT - 1) + LIMIT + 2 * LIMIT);
  iex_binding_close(state);
  iex_binding_close(last);
  CHECK_INT(mapping.freed, 1 + LIMIT);
}

/* What a callback does with the bindings that it knows, once. */
typedef struct actor {
  listener heard;
  const char *does;
  iex_binding *one, *other;
  uint64_t subscription;
} actor;

static void act(void *context, const iex_value *value) {
  actor *a = context;
  const char *does = a->does;
  iex_value next = IEX_VALUE(.kind = IEX_VALUE_INTEGER, .integer = value ? value->integer + 1 : 0);
  add_text(&a->heard, value_text(value));
  a->does = NULL;
  if (!does) return;
  if (strcmp(does, "set") == 0) {
    CHECK_CODE(IEX_OK, iex_binding_set(a->one, &next, NULL));
    CHECK_CODE(IEX_OK, iex_binding_set(a->other, &next, NULL));
    add_text(&a->heard, "end"); /* before the next value */
  } else if (strcmp(does, "cancel") == 0) {
    CHECK_CODE(IEX_OK, iex_subscription_cancel(a->subscription));
    CHECK_CODE(IEX_ERROR_HANDLE, iex_subscription_cancel(a->subscription));
    CHECK_INT(a->heard.freed, 0); /* until it has returned */
  } else if (strcmp(does, "close") == 0) {
    CHECK_CODE(IEX_OK, iex_binding_close(a->one));
    CHECK_INT(a->heard.freed, 0);
    CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_set(a->one, &next, NULL));
  } else if (strcmp(does, "subscribe") == 0) {
    uint64_t number;
    CHECK_CODE(IEX_OK, iex_binding_subscribe(a->one, act, a, give_back, &number, NULL));
    CHECK_CODE(IEX_OK, iex_binding_set(a->one, &next, NULL));
  }
}

static void a_callback_may_set_cancel_close_and_subscribe(void) {
  const char *const does[] = {"set", "cancel", "close", "subscribe"};
  const char *const all[] = {"1 end 2", "1", "1", "1 2 2"};
  const int freed[] = {0, 1, 1, 0};
  for (size_t i = 0; i < COUNT(does); i++) {
    listener other = {.calls = 0};
    actor a = {.does = does[i], .one = open_state(integer(0)), .other = open_state(integer(0))};
    listen(a.other, &other);
    MUST(iex_binding_subscribe(a.one, act, &a, give_back, &a.subscription, &error));
    set(a.one, integer(1));
    CHECK_STR(a.heard.text, all[i]);
    CHECK_INT(a.heard.freed, freed[i]);
    CHECK_STR(other.text, i == 0 ? "2" : "");
    if (i != 2) CHECK_CODE(IEX_OK, iex_binding_close(a.one));
    CHECK_INT(a.heard.freed, i == 3 ? 2 : 1);
    CHECK_CODE(IEX_OK, iex_binding_close(a.other));
    CHECK_INT(other.freed, 1);
  }
}

static void follow(void *other, const iex_value *value) {
  iex_status status = iex_binding_set(other, value, NULL);
  CHECK(status == IEX_OK || status == IEX_ERROR_HANDLE); /* the other one is closed */
}

/* Each sets the other to what it was told of: it ends where both have it, each told of it once. */
static void two_that_follow_each_other(void) {
  listener l = {.calls = 0}, other = {.calls = 0};
  iex_binding *one = open_state(integer(0)), *two = open_state(integer(0));
  MUST(iex_binding_subscribe(one, follow, two, NULL, NULL, &error));
  MUST(iex_binding_subscribe(two, follow, one, NULL, NULL, &error));
  listen(one, &l);
  listen(two, &other);
  set(one, integer(5));
  set(two, integer(6));
  CHECK_STR(l.text, "5 6");
  CHECK_STR(other.text, "5 6");
  iex_binding_close(one);
  set(two, integer(7));
  CHECK_STR(other.text, "5 6 7");
  iex_binding_close(two);
}

static void a_context_is_given_back_when_subscribing_fails(void) {
  listener l = {.calls = 0};
  iex_binding *state = open_state(no);
  iex_object *object = NULL;
  iex_sheet *sheet = NULL;
  uint64_t number = 1;
  MUST(iex_object_open("A", &object, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_binding_subscribe(state, NULL, &l, give_back, &number, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_binding_subscribe(NULL, heard, &l, give_back, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_object_subscribe(object, NULL, &l, give_back, &number, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_object_subscribe(NULL, heard_field, &l, give_back, &number, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE,
               iex_sheet_open(state, NOT_A_HANDLE(iex_draft), dismissed, &l, give_back, &sheet,
                              &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_sheet_open(state, NULL, dismissed, &l, give_back, NULL, &error));
  CHECK_INT(l.freed, 6);
  CHECK_INT(number, 0);
  iex_object_close(object);
  iex_binding_close(state);
}

static void a_field_of_a_draft_is_told_whoever_sets_it(void) {
  listener l = {.calls = 0};
  iex_store *store = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250);
  iex_draft *draft = NULL;
  iex_binding *name = NULL, *shown = NULL, *none = NULL;
  MUST(iex_draft_open(store, id, NULL, &draft, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_binding(draft, IEX_FIELD_UUID, &none, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_binding(draft, 99, &none, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_draft_binding(draft, 0, NULL, &error));
  MUST(iex_draft_binding(draft, IEX_FIELD_NAME, &name, &error));
  listen(name, &l);
  set(name, text("Dinner"));
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NAME), "Dinner");
  MUST(iex_draft_set(draft, IEX_FIELD_NAME, "Supper", &error));
  MUST(iex_draft_discard(draft, &error));
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .name = "Tea"), IEX_BIT(IEX_FIELD_NAME),
                        &error)); /* which the draft takes over */
  CHECK_STR(l.text, "Dinner Supper Lunch Tea");
  const iex_value odd = integer(1);
  MUST(iex_store_begin(store, "two", &error)); /* of which the draft's text is no part */
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_set(name, &odd, &error));
  MUST(iex_store_commit(store, &error));
  listener mapping = {.calls = 0};
  MUST(iex_binding_map(name, to_text, NULL, &mapping, give_back, &shown, &error));
  CHECK_CODE(IEX_OK, iex_draft_close(draft));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_close(name));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_close(shown)); /* what was mapped from it too */
  CHECK_INT(l.freed, 1);
  CHECK_INT(mapping.freed, 1);
  close_store(store);
}

static void a_field_of_a_stored_expense_is_one_undo_and_told_by_anyone(void) {
  listener amounts = {.calls = 0}, notes = {.calls = 0};
  iex_store *store = open_store("a.db"), *other = NULL;
  int64_t id = add_simple(store, "Lunch", 1250);
  iex_binding *amount = NULL, *note = NULL, *date = NULL, *none = NULL;
  iex_step step;
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_store_binding(store, 99, 0, &none, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_binding(store, id, IEX_FIELD_EXTRA, &none, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_binding(store, id, -1, &none, &error));
  MUST(iex_store_binding(store, id, IEX_FIELD_AMOUNT, &amount, &error));
  MUST(iex_store_binding(store, id, IEX_FIELD_NOTE, &note, &error));
  MUST(iex_store_binding(store, id, IEX_FIELD_DATE, &date, &error));
  listen(amount, &amounts);
  listen(note, &notes);
  CHECK_STR(get(amount), "1250EUR");
  set(amount, IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1300)); /* the currency stays */
  set(amount, IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1300, .currency = "EUR"));
  MUST(iex_store_undo(store, 0, &step, &error));
  CHECK_STR(step.label, "changed amount of Lunch");
  set(note, text("with tip"));
  set(date, IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260228));
  CHECK_STR(get(date), "20260228");
  CHECK_STR(amounts.text, "1300EUR 1250EUR");
  CHECK_STR(notes.text, "with tip");
  const iex_value odd = text("x"), lost = IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .currency = "ABC");
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_set(amount, &odd, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_binding_set(amount, &lost, &error));
  MUST(iex_store_register_currency(store, "ABC", 3, &error));
  set(amount, IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1, .currency = "ABC"));

  MUST(iex_store_open("a.db", &IEX_OPTIONS(.origin = "other"), &other, &error));
  MUST(iex_store_update(other, &IEX_EXPENSE(.id = id, .note = "theirs"),
                        IEX_BIT(IEX_FIELD_NOTE), &error));
  CHECK_STR(get(note), "theirs");
  CHECK_STR(notes.text, "with tip"); /* until this store looks */
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_STR(notes.text, "with tip theirs");
  MUST(iex_store_remove(other, &id, 1, &error));
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  iex_value value = {.struct_size = sizeof value};
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_binding_get(note, &value, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_binding_set(note, &odd, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_binding_copy(note, &none, &error));
  add_simple(store, "Tea", 1);
  MUST(iex_store_undo(other, 0, NULL, &error));
  MUST(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_STR(notes.text, "with tip theirs - theirs");
  CHECK_STR(amounts.text, "1300EUR 1250EUR 1ABC - 1ABC");
  close_store(other);

  MUST(iex_store_begin(store, "two", &error)); /* a failure marks the transaction */
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_binding_set(amount, &odd, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_commit(store, &error));
  close_store(store);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_get(note, &value, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_binding_close(amount));
  CHECK_INT(amounts.freed, 1);
  CHECK_INT(notes.freed, 1);
}

static void handles_close_in_any_order(void) {
  uint64_t random = 7;
  for (int round = 0; round < 60; round++) {
    listener l = {.calls = 0};
    iex_store *store = open_store("a.db");
    int64_t id = add_simple(store, "Lunch", 1250);
    iex_binding *b[6] = {0};
    iex_draft *draft = NULL;
    iex_object *object = NULL;
    iex_environment *home = NULL, *child = NULL;
    iex_sheet *sheet = NULL;
    b[0] = open_state(no);
    MUST(iex_binding_map(b[0], to_text, NULL, &l, give_back, &b[1], &error));
    MUST(iex_draft_open(store, id, NULL, &draft, &error));
    MUST(iex_draft_binding(draft, IEX_FIELD_NOTE, &b[2], &error));
    MUST(iex_store_binding(store, id, IEX_FIELD_NOTE, &b[3], &error));
    MUST(iex_binding_map(b[3], to_text, NULL, &l, give_back, &b[4], &error));
    MUST(iex_object_open("A", &object, &error));
    MUST(iex_object_publish(object, "a", &no, &b[5], &error));
    MUST(iex_environment_open("home", &home, &error));
    MUST(iex_environment_put(home, object, &error));
    MUST(iex_environment_child(home, "child", &child, &error));
    MUST(iex_sheet_open(b[0], draft, dismissed, &l, give_back, &sheet, &error));
    for (size_t i = 0; i < COUNT(b); i++) listen(b[i], &l);
    MUST(iex_object_subscribe(object, heard_field, &l, give_back, NULL, &error));
    MUST(iex_sheet_present(sheet, NULL, &error));
    int order[12];
    for (int i = 0; i < 12; i++) order[i] = i;
    for (int i = 11; i > 0; i--) {
      int k = (int)(test_random(&random) % (uint64_t)(i + 1)), kept = order[i];
      order[i] = order[k], order[k] = kept;
    }
    for (int i = 0; i < 12; i++) {
      iex_status status = IEX_OK;
      if (order[i] < 6) status = iex_binding_close(b[order[i]]);
      else if (order[i] == 6) status = iex_draft_close(draft);
      else if (order[i] == 7) status = iex_object_close(object);
      else if (order[i] == 8) status = iex_environment_close(home);
      else if (order[i] == 9) status = iex_environment_close(child);
      else if (order[i] == 10) status = iex_sheet_close(sheet);
      else status = iex_store_close(store);
      CHECK(status == IEX_OK || status == IEX_ERROR_HANDLE);
    }
    CHECK_INT(l.freed, 10);
    CHECK_INT(iex_handle_count(), 0);
  }
}

static void a_child_of_a_process_with_a_state_is_refused(void) {
  listener l = {.calls = 0};
  iex_binding *state = open_state(no), *shown = NULL;
  iex_sheet *sheet = NULL;
  listen(state, &l);
  MUST(iex_binding_map(state, to_text, NULL, &l, give_back, &shown, &error));
  MUST(iex_sheet_open(state, NULL, dismissed, &l, give_back, &sheet, &error));
  int child = fork();
  if (child == 0) {
    iex_value value = {.struct_size = sizeof value};
    iex_binding *other = NULL;
    bool good = CHECK_STATUS(IEX_ERROR_FORKED, iex_binding_set(state, &yes, &error));
    good &= CHECK_STATUS(IEX_ERROR_FORKED, iex_binding_get(state, &value, &error));
    good &= CHECK_STATUS(IEX_ERROR_FORKED, iex_state_open(&no, &other, &error));
    good &= CHECK_STATUS(IEX_ERROR_FORKED, iex_sheet_dismiss(sheet, 0, &error));
    good &= CHECK_CODE(IEX_ERROR_FORKED, iex_sheet_close(sheet));
    good &= CHECK_CODE(IEX_ERROR_FORKED, iex_binding_close(shown));
    good &= CHECK_CODE(IEX_ERROR_FORKED, iex_binding_close(state));
    good &= CHECK_INT(l.freed, 0); /* its locks may be held: everything stays where it is */
    _exit(test_child_status(good));
  }
  test_wait_for_child(HERE, child);
  set(state, yes);
  CHECK_STR(l.text, "1");
  iex_sheet_close(sheet);
  iex_binding_close(shown);
  iex_binding_close(state);
  CHECK_INT(l.freed, 3);
  child = fork(); /* without one, a child may use the library */
  if (child == 0) {
    iex_binding *own = open_state(yes);
    _exit(test_child_status(CHECK_CODE(IEX_OK, iex_binding_close(own))));
  }
  test_wait_for_child(HERE, child);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(wrong_values),
          TEST_CASE(each_kind_is_told_once_for_each_new_value),
          TEST_CASE(a_copy_is_a_state_of_its_own_and_a_constant_stays),
          TEST_CASE(a_mapping_goes_both_ways),
          TEST_CASE(where_a_mapping_fails_there_is_no_value_once),
          TEST_CASE(a_chain_of_mappings_has_an_end),
          TEST_CASE(a_callback_may_set_cancel_close_and_subscribe),
          TEST_CASE(two_that_follow_each_other),
          TEST_CASE(a_context_is_given_back_when_subscribing_fails),
          TEST_CASE(a_field_of_a_draft_is_told_whoever_sets_it),
          TEST_CASE(a_field_of_a_stored_expense_is_one_undo_and_told_by_anyone),
          TEST_CASE(handles_close_in_any_order),
          TEST_CASE(a_child_of_a_process_with_a_state_is_refused))

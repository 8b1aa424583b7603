/* Objects, environments and sheets: who sees which, and what becomes of them. */
#include "stating.h"

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_environment_put(NULL, NULL, &error));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sheet_present(NULL, NULL, NULL));
}

static void all_holders_of_an_object_see_each_change(void) {
  listener all = {.calls = 0}, counts = {.calls = 0};
  iex_object *object = NULL;
  iex_binding *count = NULL, *name = NULL, *again = NULL;
  const iex_value zero = integer(0), anna = text("Anna");
  MUST(iex_object_open("User", &object, &error));
  MUST(iex_object_publish(object, "count", &zero, &count, &error));
  MUST(iex_object_publish(object, "name", &anna, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_object_publish(object, "name", &zero, &name, &error));
  CHECK_HAS(error.message, "\"name\"");
  CHECK(name == NULL);
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_object_binding(object, "age", &name, &error));
  CHECK_HAS(error.message, "\"age\"");
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_object_binding(object, "\xff", &name, &error));
  MUST(iex_object_binding(object, "name", &name, &error));
  MUST(iex_object_binding(object, "count", &again, &error));
  uint64_t number = 0;
  MUST(iex_object_subscribe(object, heard_field, &all, give_back, &number, &error));
  listen(count, &counts);
  set(again, integer(1));
  set(name, text("Berta"));
  set(name, text("Berta"));
  set(count, integer(2));
  CHECK_STR(all.text, "count name count");
  CHECK_STR(counts.text, "1 2");
  CHECK_STR(get(again), "2");
  CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
  CHECK_INT(all.freed, 1);
  MUST(iex_object_subscribe(object, heard_field, &all, give_back, NULL, &error));
  CHECK_CODE(IEX_OK, iex_object_close(object)); /* its fields stay as long as a binding does */
  CHECK_INT(all.freed, 2);
  set(name, text("Carla"));
  CHECK_STR(get(name), "Carla");
  CHECK_INT(all.calls, 3);
  iex_binding_close(count);
  iex_binding_close(again);
  iex_binding_close(name);
}

static void environments_hand_objects_down_but_not_to_modals(void) {
  iex_environment *home = NULL, *detail = NULL, *help = NULL, *page = NULL;
  iex_object *counter = NULL, *found = NULL;
  iex_binding *count = NULL, *seen = NULL;
  const iex_value zero = integer(0);
  MUST(iex_environment_open("home", &home, &error));
  MUST(iex_environment_child(home, "detail", &detail, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_environment_child(home, "\xff", &page, &error));
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_environment_find(detail, "Counter", &found, &error));
  CHECK_STR(error.message,
            "no object of type Counter in the environment: looked in home > detail");
  MUST(iex_object_open("Counter", &counter, &error));
  MUST(iex_object_publish(counter, "count", &zero, &count, &error));
  MUST(iex_environment_put(home, counter, &error)); /* later than the child was made */
  CHECK_CODE(IEX_OK, iex_object_close(counter));    /* the environment keeps it */
  MUST(iex_environment_find(detail, "Counter", &found, &error));
  MUST(iex_object_binding(found, "count", &seen, &error));
  set(seen, integer(1));
  CHECK_STR(get(count), "1");
  MUST(iex_environment_modal(detail, "help", &help, &error));
  MUST(iex_environment_child(help, NULL, &page, &error));
  counter = NULL;
  CHECK_STATUS(IEX_ERROR_NOT_FOUND, iex_environment_find(page, "Counter", &counter, &error));
  CHECK_HAS(error.message, "looked in help > (no name); help is modal and inherits nothing from "
                           "home > detail");
  CHECK(counter == NULL);
  MUST(iex_environment_put(help, found, &error)); /* handed on */
  CHECK_CODE(IEX_OK, iex_environment_close(help));
  MUST(iex_environment_find(page, "Counter", &counter, &error));
  iex_object_close(counter);
  CHECK_CODE(IEX_OK, iex_environment_close(home));
  MUST(iex_environment_find(detail, "Counter", &counter, &error)); /* through a closed one */
  iex_object_close(counter);
  iex_environment_close(detail);
  iex_environment_close(page);
  iex_object_close(found);
  iex_binding_close(seen);
  iex_binding_close(count);
}

static iex_sheet *inside_sheet; /* that a callback uses */

static iex_sheet_state state_of(iex_sheet *sheet) {
  iex_sheet_state state = {.struct_size = sizeof state};
  MUST(iex_sheet_describe(sheet, &state, &error));
  return state;
}

static void a_sheet_is_presented_while_its_binding_is_true(void) {
  listener l = {.calls = 0};
  iex_binding *presented = open_state(no), *number = open_state(integer(1));
  iex_sheet *sheet = NULL;
  const iex_value lunch = text("Lunch"), wrong = IEX_VALUE(.kind = 9);
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_sheet_open(number, NULL, dismissed, &l, give_back, &sheet, &error));
  CHECK_INT(l.freed, 1);
  MUST(iex_sheet_open(presented, NULL, dismissed, &l, give_back, &sheet, &error));
  CHECK_INT(state_of(sheet).flags, 0);
  set(presented, yes);
  CHECK_INT(state_of(sheet).flags, IEX_SHEET_PRESENTED);
  CHECK(state_of(sheet).value == NULL);
  set(presented, no);
  CHECK_INT(l.calls, 1);
  MUST(iex_sheet_present(sheet, &lunch, &error));
  CHECK_STR(state_of(sheet).value->text, "Lunch");
  CHECK_STR(get(presented), "1");
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_sheet_present(sheet, &wrong, &error));
  MUST(iex_sheet_dismiss(sheet, 0, &error));
  CHECK_STR(get(presented), "0");
  CHECK(state_of(sheet).value == NULL);
  MUST(iex_sheet_dismiss(sheet, IEX_DISMISS_DISCARD, &error)); /* nothing more happens */
  CHECK_INT(l.calls, 2);
  set(presented, yes);
  CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  CHECK_INT(l.freed, 2);
  set(presented, no); /* of which it hears nothing */
  CHECK_INT(l.calls, 2);
  MUST(iex_sheet_open(presented, NULL, NULL, &l, give_back, &sheet, &error));
  MUST(iex_sheet_present(sheet, NULL, &error));
  iex_binding_close(presented);
  MUST(iex_sheet_dismiss(sheet, 0, &error));
  CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  CHECK_INT(l.freed, 3);
  iex_binding_close(number);
}

/* Carries each kind of value, and is shown by a field that others hold too. */
static void a_sheet_of_an_object_s_field(void) {
  listener l = {.calls = 0};
  iex_object *object = NULL;
  iex_binding *presented = NULL, *again = NULL;
  iex_sheet *sheet = NULL;
  const iex_value values[] = {
      yes, integer(INT64_MIN), text("K\xc3\xa4se"),
      IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = -5, .currency = "JPY"),
      IEX_VALUE(.kind = IEX_VALUE_DATE, .integer = 20260314)};
  const char *const shown[] = {"1", "-9223372036854775808", "K\xc3\xa4se", "-5JPY", "20260314"};
  MUST(iex_object_open("Screens", &object, &error));
  MUST(iex_object_publish(object, "adds", &no, &presented, &error));
  MUST(iex_object_binding(object, "adds", &again, &error));
  MUST(iex_sheet_open(presented, NULL, dismissed, &l, give_back, &sheet, &error));
  for (size_t i = 0; i < COUNT(values); i++) {
    MUST(iex_sheet_present(sheet, &values[i], &error));
    CHECK_STR(get(again), "1");
    CHECK_INT(state_of(sheet).value->kind, values[i].kind);
    CHECK_STR(value_text(state_of(sheet).value), shown[i]);
    set(again, no); /* from outside */
    CHECK(state_of(sheet).value == NULL);
    CHECK_INT(l.calls, (int)i + 1);
  }
  CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  CHECK_INT(l.freed, 1);
  iex_object_close(object);
  iex_binding_close(presented);
  iex_binding_close(again);
}

/* What was dismissed is dismissed once more, presented and dismissed, all from inside. */
static void show_again(void *context) {
  listener *l = context;
  dismissed(context);
  CHECK_INT(state_of(inside_sheet).flags, 0);
  MUST(iex_sheet_dismiss(inside_sheet, 0, &error));
  if (l->calls > 4) return;
  MUST(iex_sheet_present(inside_sheet, &yes, &error));
  MUST(iex_sheet_dismiss(inside_sheet, 0, &error));
  add_text(l, "end"); /* of that it is told after this */
}

static void a_sheet_that_is_dismissed_inside_its_callback(void) {
  listener l = {.calls = 0};
  iex_binding *presented = open_state(yes);
  MUST(iex_sheet_open(presented, NULL, show_again, &l, give_back, &inside_sheet, &error));
  MUST(iex_sheet_dismiss(inside_sheet, 0, &error));
  CHECK_STR(l.text, "dismissed end dismissed end dismissed");
  CHECK_CODE(IEX_OK, iex_sheet_close(inside_sheet));
  CHECK_INT(l.freed, 1);
  iex_binding_close(presented);
}

/* Its currency is one of the store of the sheet's draft, or without a draft one of ISO 4217. */
static void a_sheet_about_an_amount(void) {
  listener l = {.calls = 0};
  iex_store *store = open_store("a.db");
  iex_binding *presented = open_state(no);
  iex_draft *draft = NULL;
  iex_sheet *sheet = NULL;
  const iex_value points = IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 70, .currency = "PTS"),
                  euros = IEX_VALUE(.kind = IEX_VALUE_AMOUNT, .integer = 1250, .currency = "EUR");
  MUST(iex_store_register_currency(store, "PTS", 0, &error));
  MUST(iex_sheet_open(presented, NULL, dismissed, &l, give_back, &sheet, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_sheet_present(sheet, &points, &error));
  CHECK_INT(state_of(sheet).flags, 0);
  MUST(iex_sheet_present(sheet, &euros, &error));
  CHECK_INT(state_of(sheet).value->integer, 1250);
  MUST(iex_sheet_dismiss(sheet, 0, &error));
  CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  MUST(iex_draft_open(store, 0, NULL, &draft, &error));
  MUST(iex_sheet_open(presented, draft, dismissed, &l, give_back, &sheet, &error));
  MUST(iex_sheet_present(sheet, &points, &error));
  CHECK_STR(state_of(sheet).value->currency, "PTS");
  CHECK_INT(state_of(sheet).value->integer, 70);
  MUST(iex_sheet_dismiss(sheet, 0, &error));
  CHECK_CODE(IEX_OK, iex_draft_close(draft));
  iex_binding_close(presented);
  close_store(store);
}

/* Closes the sheet, its draft and its binding from inside. */
static iex_binding *inside_binding;
static iex_draft *inside_draft;
static void close_all(void *context) {
  dismissed(context);
  CHECK_CODE(IEX_OK, iex_binding_close(inside_binding));
  CHECK_CODE(IEX_OK, iex_draft_close(inside_draft));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sheet_close(inside_sheet)); /* with its draft */
  CHECK_INT(((listener *)context)->freed, 0);
}

static void a_draft_that_is_not_saved_keeps_its_sheet(void) {
  listener l = {.calls = 0}, inside = {.calls = 0};
  iex_store *store = open_store("a.db");
  iex_draft *draft = NULL;
  iex_sheet *sheet = NULL;
  iex_binding *presented = open_state(no);
  int64_t id = 0;
  MUST(iex_draft_open(store, 0, NULL, &draft, &error));
  MUST(iex_sheet_open(presented, draft, dismissed, &l, give_back, &sheet, &error));
  MUST(iex_sheet_present(sheet, NULL, &error));
  MUST(iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", &error));
  CHECK_INT(state_of(sheet).flags, IEX_SHEET_PRESENTED | IEX_SHEET_UNSAVED);
  CHECK_STATUS(IEX_ERROR_UNSAVED, iex_sheet_dismiss(sheet, 0, &error));
  CHECK_HAS(error.message, "unsaved changes");
  CHECK_STATUS(IEX_ERROR_UNSAVED, iex_binding_set(presented, &no, &error));
  CHECK_STR(get(presented), "1");
  CHECK_INT(l.calls, 0);
  MUST(iex_draft_set(draft, IEX_FIELD_AMOUNT, "12", &error));
  MUST(iex_draft_save(draft, &id, &error));
  MUST(iex_sheet_dismiss(sheet, 0, &error));
  CHECK_INT(l.calls, 1);
  MUST(iex_sheet_present(sheet, NULL, &error));
  MUST(iex_draft_set(draft, IEX_FIELD_NAME, "Dinner", &error));
  MUST(iex_sheet_dismiss(sheet, IEX_DISMISS_DISCARD, &error));
  CHECK_STR(iex_draft_text(draft, IEX_FIELD_NAME), "Lunch");
  CHECK_INT(l.calls, 2);
  MUST(iex_sheet_present(sheet, NULL, &error));
  MUST(iex_draft_set(draft, IEX_FIELD_NAME, "Dinner", &error));
  CHECK_CODE(IEX_OK, iex_draft_close(draft)); /* nothing is to be kept any more */
  CHECK_CODE(IEX_ERROR_HANDLE, iex_sheet_close(sheet));
  set(presented, no);
  CHECK_INT(l.calls, 2);
  CHECK_INT(l.freed, 1);

  inside_binding = presented;
  MUST(iex_draft_open(store, id, NULL, &inside_draft, &error));
  MUST(iex_sheet_open(presented, inside_draft, close_all, &inside, give_back, &inside_sheet,
                      &error));
  MUST(iex_sheet_present(inside_sheet, NULL, &error));
  MUST(iex_sheet_dismiss(inside_sheet, 0, &error));
  CHECK_INT(inside.calls, 1);
  CHECK_INT(inside.freed, 1);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything),
          TEST_CASE(all_holders_of_an_object_see_each_change),
          TEST_CASE(environments_hand_objects_down_but_not_to_modals),
          TEST_CASE(a_sheet_is_presented_while_its_binding_is_true),
          TEST_CASE(a_sheet_of_an_object_s_field),
          TEST_CASE(a_sheet_that_is_dismissed_inside_its_callback),
          TEST_CASE(a_sheet_about_an_amount),
          TEST_CASE(a_draft_that_is_not_saved_keeps_its_sheet))

/* Many threads on the same states, objects, drafts and stored expenses: each observer is called by one
 * thread at a time and hears each thread's values in their order, cancel keeps its promise, and each
 * context is given back once. Also run under ThreadSanitizer. */
#include "stating.h"

#include <pthread.h>

enum { WRITERS = 4, VALUES = 300, RESTLESS = 3 };

/* Who observes: a value is the number of its writer, times VALUES * 10, and its count from 1. */
typedef struct observer {
  int64_t last[WRITERS];
  int calls, running, freed, out_of_order, together;
} observer;

static void observe(void *context, const iex_value *value) {
  observer *o = context;
  if (__atomic_add_fetch(&o->running, 1, __ATOMIC_ACQ_REL) != 1) o->together++;
  if (value && value->kind == IEX_VALUE_INTEGER) {
    int64_t *last = &o->last[value->integer / (VALUES * 10)];
    if (value->integer <= *last) o->out_of_order++;
    *last = value->integer;
  }
  o->calls++;
  __atomic_sub_fetch(&o->running, 1, __ATOMIC_ACQ_REL);
}

static void end(void *context) {
  observer *o = context;
  CHECK_INT(__atomic_load_n(&o->running, __ATOMIC_ACQUIRE), 0);
  __atomic_add_fetch(&o->freed, 1, __ATOMIC_ACQ_REL);
}

static iex_binding *shared;

static void *write_values(void *context) {
  int64_t writer = (int64_t)(intptr_t)context;
  for (int i = 1; i <= VALUES; i++) {
    const iex_value value = integer(writer * VALUES * 10 + i);
    CHECK_CODE(IEX_OK, iex_binding_set(shared, &value, NULL));
  }
  return NULL;
}

/* Subscribes and cancels: when cancel has returned, the observer may be gone. */
static void *come_and_go(void *context) {
  (void)context;
  for (int i = 0; i < VALUES; i++) {
    observer *o = calloc(1, sizeof *o);
    uint64_t number = 0;
    if (!o) return NULL;
    CHECK_CODE(IEX_OK, iex_binding_subscribe(shared, observe, o, end, &number, NULL));
    iex_value value = {.struct_size = sizeof value};
    CHECK_CODE(IEX_OK, iex_binding_get(shared, &value, NULL));
    CHECK_CODE(IEX_OK, iex_subscription_cancel(number));
    CHECK_INT(o->freed, 1);
    CHECK_INT(o->out_of_order + o->together, 0);
    memset(o, 0xff, sizeof *o);
    free(o);
  }
  return NULL;
}

/* Each thread also opens what others know nothing of, and closes it. */
static void *open_and_close(void *context) {
  observer o = {.calls = 0};
  (void)context;
  for (int i = 0; i < VALUES; i++) {
    iex_binding *state = NULL, *copy = NULL;
    iex_sheet *sheet = NULL;
    CHECK_CODE(IEX_OK, iex_state_open(&no, &state, NULL));
    CHECK_CODE(IEX_OK, iex_binding_copy(shared, &copy, NULL));
    CHECK_CODE(IEX_OK, iex_sheet_open(state, NULL, dismissed, NULL, NULL, &sheet, NULL));
    CHECK_CODE(IEX_OK, iex_binding_subscribe(state, observe, &o, end, NULL, NULL));
    CHECK_CODE(IEX_OK, iex_binding_set(state, &yes, NULL));
    CHECK_CODE(IEX_OK, iex_binding_close(copy));
    CHECK_CODE(IEX_OK, iex_binding_close(state));
    CHECK_CODE(IEX_OK, iex_sheet_close(sheet));
  }
  CHECK_INT(o.calls, VALUES);
  CHECK_INT(o.freed, VALUES);
  return NULL;
}

static void run_all(void) {
  pthread_t threads[WRITERS + 2 * RESTLESS];
  size_t count = 0;
  for (intptr_t i = 0; i < WRITERS; i++)
    MUST_HOLD(pthread_create(&threads[count++], NULL, write_values, (void *)i) == 0);
  for (int i = 0; i < RESTLESS; i++) {
    MUST_HOLD(pthread_create(&threads[count++], NULL, come_and_go, NULL) == 0);
    MUST_HOLD(pthread_create(&threads[count++], NULL, open_and_close, NULL) == 0);
  }
  for (size_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_binding_subscribe(NULL, NULL, NULL, NULL, NULL, &error));
}

static void a_state_on_many_threads(void) {
  observer o = {.calls = 0};
  shared = open_state(integer(0));
  MUST(iex_binding_subscribe(shared, observe, &o, end, NULL, &error));
  run_all();
  iex_binding_close(shared);
  CHECK_INT(o.calls, WRITERS * VALUES);
  CHECK_INT(o.out_of_order + o.together, 0);
  CHECK_INT(o.freed, 1);
}

static void count_field(void *context, const char *field) {
  observer *o = context;
  if (__atomic_add_fetch(&o->running, 1, __ATOMIC_ACQ_REL) != 1) o->together++;
  o->calls += field[0] == 'a';
  __atomic_sub_fetch(&o->running, 1, __ATOMIC_ACQ_REL);
}

static void a_field_of_an_object_on_many_threads(void) {
  observer all = {.calls = 0}, one = {.calls = 0};
  iex_object *object = NULL;
  iex_binding *other = NULL;
  const iex_value zero = integer(0);
  MUST(iex_object_open("A", &object, &error));
  MUST(iex_object_publish(object, "a", &zero, &shared, &error));
  MUST(iex_object_publish(object, "b", &zero, &other, &error));
  MUST(iex_object_subscribe(object, count_field, &all, end, NULL, &error));
  MUST(iex_binding_subscribe(shared, observe, &one, end, NULL, &error));
  run_all();
  iex_object_close(object);
  iex_binding_close(shared);
  iex_binding_close(other);
  CHECK_INT(all.calls, WRITERS * VALUES);
  CHECK_INT(one.calls, WRITERS * VALUES);
  CHECK_INT(all.together + one.together + one.out_of_order, 0);
  CHECK_INT(all.freed + one.freed, 2);
}

/* A draft, its sheet and a stored expense's field, used by all at once. */
static iex_store *store;
static iex_draft *draft;
static iex_sheet *sheet;
static iex_binding *presented, *note;

static void *edit(void *context) {
  char words[24];
  for (int i = 0; i < 40; i++) {
    snprintf(words, sizeof words, "%d of %d", i, (int)(intptr_t)context);
    const iex_value value = text(words);
    iex_status status = iex_binding_set(note, &value, NULL);
    CHECK(status == IEX_OK || status == IEX_ERROR_BUSY);
    CHECK_CODE(IEX_OK, iex_draft_set(draft, IEX_FIELD_ACCOUNT, words, NULL));
    status = iex_sheet_present(sheet, &value, NULL);
    CHECK(status == IEX_OK);
    status = iex_sheet_dismiss(sheet, 0, NULL);
    CHECK(status == IEX_OK || status == IEX_ERROR_UNSAVED || status == IEX_ERROR_BUSY);
    status = iex_binding_set(presented, &no, NULL);
    CHECK(status == IEX_OK || status == IEX_ERROR_UNSAVED || status == IEX_ERROR_BUSY);
    status = iex_sheet_dismiss(sheet, IEX_DISMISS_DISCARD, NULL);
    CHECK(status == IEX_OK || status == IEX_ERROR_UNSAVED || status == IEX_ERROR_BUSY);
  }
  return NULL;
}

static void forms_on_many_threads(void) {
  observer typed = {.calls = 0}, stored = {.calls = 0};
  iex_binding *account = NULL;
  store = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250);
  presented = open_state(no);
  MUST(iex_draft_open(store, id, NULL, &draft, &error));
  MUST(iex_draft_binding(draft, IEX_FIELD_ACCOUNT, &account, &error));
  MUST(iex_store_binding(store, id, IEX_FIELD_NOTE, &note, &error));
  MUST(iex_sheet_open(presented, draft, NULL, NULL, NULL, &sheet, &error));
  MUST(iex_binding_subscribe(account, observe, &typed, end, NULL, &error));
  MUST(iex_binding_subscribe(note, observe, &stored, end, NULL, &error));
  pthread_t threads[3];
  for (size_t i = 0; i < COUNT(threads); i++)
    MUST_HOLD(pthread_create(&threads[i], NULL, edit, (void *)(intptr_t)i) == 0);
  for (size_t i = 0; i < COUNT(threads); i++) pthread_join(threads[i], NULL);
  CHECK(typed.calls > 0 && stored.calls > 0);
  CHECK_INT(typed.together + stored.together, 0);
  close_store(store);
  iex_binding_close(presented);
  CHECK_INT(typed.freed + stored.freed, 2);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(a_state_on_many_threads),
          TEST_CASE(a_field_of_an_object_on_many_threads), TEST_CASE(forms_on_many_threads))

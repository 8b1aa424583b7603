/* Every function at random, on several threads at once: with handles that all of them have, and
 * which others close meanwhile, and with handles of their own.
 *
 * What is called and with what: misusing.h. Beside it each thread uses a store of its own rightly
 * and compares it with a plain list, and one thread watches a file that the others write: it hears
 * of each revision once and in order, in three ways; the rows that the changes alone tell of are
 * those of the store; its views are what new ones answer. In the end no handle is left, each context
 * was freed once, and every store passes iex_store_check, which counts its totals anew.
 *
 * IEX_TEST_SEQUENCES (20), IEX_TEST_SEED (1) and IEX_TEST_MINUTES (0: as many as that) can be set.
 * One sequence again, as far as threads allow: crowd again SEED. */
#include "misusing.h"

#include <pthread.h>

#include "observing.h"
#include "viewing.h"

enum { THREADS = 6, VIEWS = 4, WAYS = 3 };
static const char *const watched_file = "o.db";

static pthread_barrier_t ready;
static bool over;

/* The one who watches. */
static struct {
  iex_store *store;
  mirror ways[WAYS]; /* told now, queued, taken */
  shown views[VIEWS], stepped;
} watch;
static int64_t heard, differences;

static void watch_begin(void) {
  memset(&watch, 0, sizeof(watch));
  watch.store = open_store(watched_file);
  for (int i = 0; i < WAYS; i++) {
    watch.ways[i].store = watch.store;
    watch.ways[i].last = revision_of(watch.store);
    if (i < 2)
      MUST(iex_store_subscribe_with(watch.store, &IEX_SUBSCRIPTION(.delivery = i), mirror_callback,
                                    &watch.ways[i], mirror_free, NULL, &error));
  }
  const iex_change *change = NULL;
  MUST(iex_store_next_change(watch.store, 0, &change, &error));
  for (int i = 0; i <= VIEWS; i++) {
    shown *s = i < VIEWS ? &watch.views[i] : &watch.stepped;
    s->store = watch.store;
    s->query = random_query(&chance);
    if (i == VIEWS) s->query = IEX_QUERY(.flags = IEX_QUERY_QUEUED, .sort = IEX_SORT_AMOUNT);
    MUST(iex_view_open(watch.store, &s->query, &s->view, &error));
    if (i < VIEWS)
      MUST(iex_view_subscribe(s->view, shown_callback, s, shown_free, &s->subscription, &error));
    read_all(s, s->view);
  }
}

/* Whether there was anything to hear. */
static bool watch_once(int wait) {
  const iex_change *change = NULL;
  int64_t told = 0;
  CHECK_OK(iex_store_dispatch(watch.store, wait, &told, &error));
  if (CHECK_OK(iex_store_next_change(watch.store, 0, &change, &error)) && change) {
    mirror_take(&watch.ways[WAYS - 1], change);
    CHECK_CODE(IEX_OK, iex_change_close(change));
  }
  step_all(&watch.stepped);
  return told > 0 || change;
}

static void *watch_all(void *context) {
  pthread_barrier_wait(&ready);
  while (!GET(over)) watch_once(20);
  return context;
}

static void watch_end(void) {
  while (watch_once(0)) continue;
  heard += watch.ways[0].last;
  for (int i = 0; i < WAYS; i++) mirror_compare(&watch.ways[i]);
  for (int i = 0; i <= VIEWS; i++) compare_with_query(i < VIEWS ? &watch.views[i] : &watch.stepped);
  CHECK_OK(iex_store_check(watch.store, &error));
  CHECK_CODE(IEX_OK, iex_store_close(watch.store));
  for (int i = 0; i < WAYS; i++) {
    CHECK_INT(watch.ways[i].freed, i < 2);
    free(watch.ways[i].rows);
  }
  for (int i = 0; i <= VIEWS; i++) {
    shown *s = i < VIEWS ? &watch.views[i] : &watch.stepped;
    CHECK_INT(s->freed, i < VIEWS);
    differences += s->told + s->steps;
    free(s->rows);
    free(s->sections);
  }
}

/* What a host does that does it well, with a store that others may close meanwhile. */
static void call_rightly(void) {
  int store = find(KIND_iex_store, false);
  if (store < 0) return;
  iex_store *one = GET(pool[store].value);
  iex_expense row = random_expense(&chance);
  running = "a right call";
  int64_t id = 1 + (int64_t)below(20);
  switch (below(8)) {
    case 0: (void)iex_store_undo(one, IEX_UNDO_MINE, NULL, NULL); break;
    case 1: (void)iex_store_remove(one, &id, 1, NULL); break;
    case 2:
      row.id = id;
      (void)iex_store_update(one, &row, IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_DATE), NULL);
      break;
    case 3:
      if (iex_store_begin(one, "right", NULL) == IEX_OK) {
        (void)iex_store_add(one, &row, NULL, NULL);
        (void)iex_store_commit(one, NULL);
      }
      break;
    default: (void)iex_store_add(one, &row, NULL, NULL);
  }
}

static void *misuse_at_once(void *context) {
  char path[16];
  this_thread = (int)(intptr_t)context;
  chance = sequence * 7919 + (uint64_t)this_thread * 104729;
  snprintf(path, sizeof(path), "m%d.db", this_thread);
  model_begin(path);
  put_store(below(2) ? watched_file : misused_files[0], 0);
  pthread_barrier_wait(&ready);
  for (uint64_t steps = 10 + below(30); steps > 0; steps--) {
    for (uint64_t i = below(12); i > 0; i--) below(3) ? call_one() : call_rightly();
    running = "the model";
    model_step();
  }
  running = "the end";
  /* Most end as they should; one thread ends and leaves its transactions open. */
  for (int i = 0; this_thread > 0 && i < in_pool(); i++)
    (void)iex_store_rollback(GET(pool[i].value), NULL);
  model_end();
  return NULL;
}

static void one_sequence(uint64_t seed) {
  pthread_t threads[THREADS], watcher;
  sequence = seed, chance = seed * 7919;
  in_crowd = true, over = false;
  remove_stores();
  unlink(watched_file);
  watch_begin();
  put_store(misused_files[0], 0);
  put_store(misused_files[0], IEX_OPEN_MEMORY);
  for (int i = 0; i < 2; i++) put_store(watched_file, 0);
  pthread_barrier_init(&ready, NULL, THREADS + 1);
  for (intptr_t i = 0; i < THREADS; i++)
    MUST_HOLD(pthread_create(&threads[i], NULL, misuse_at_once, (void *)i) == 0);
  MUST_HOLD(pthread_create(&watcher, NULL, watch_all, NULL) == 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  SET(over, true);
  pthread_join(watcher, NULL);
  pthread_barrier_destroy(&ready);
  running = "the end";
  watch_end();
  close_all();
}

static void all_at_once(void) {
  run_sequences("crowd", getenv("IEX_TEST_QUICK") ? 3 : 20, one_sequence);
  printf("    %d threads at once: %" PRId64 " revisions heard in %d ways each, %" PRId64
         " differences of views\n",
         THREADS, heard, WAYS, differences);
  CHECK(heard > 0 && differences > 0);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_dispatch(NULL, 0, NULL, &error));
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything), TEST_CASE(all_at_once)};
  prepare_misuse();
  test_modes = again_mode, again_one = one_sequence;
  return test_main(argc, argv, cases, COUNT(cases));
}

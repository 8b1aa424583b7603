/* An object in the environment: screens that are pushed find it, a modal finds what it was handed.
 *
 *     cc environment_demo.c -o environment_demo $(pkg-config --cflags --libs iexpense)
 *     ./environment_demo */
#include "demo.h"

/* It is handed an environment, and takes from it what it needs. */
struct screen {
  const char *name;
  iex_object *counter;
  iex_binding *count;
};

static void draw(void *context, const char *field) {
  const struct screen *screen = context;
  (void)field;
  printf("  %s: %lld\n", screen->name, (long long)value_of(screen->count).integer);
}

static iex_status screen_open(struct screen *screen, const char *name,
                              iex_environment *environment) {
  iex_status status = iex_environment_find(environment, "Counter", &screen->counter, &error);
  if (status != IEX_OK) return status;
  screen->name = name;
  must(iex_object_binding(screen->counter, "count", &screen->count, &error));
  draw(screen, "");
  return IEX_OK;
}

static void tap(const struct screen *screen) {
  printf("tap in %s\n", screen->name);
  must(iex_binding_set(screen->count, &NUMBER(value_of(screen->count).integer + 1), &error));
}

static void screen_close(struct screen *screen) {
  iex_binding_close(screen->count);
  iex_object_close(screen->counter);
}

int main(void) {
  iex_object *counter;
  iex_environment *home, *detail, *settings;
  struct screen first, pushed, modal;

  must(iex_object_open("Counter", &counter, &error));
  must(iex_object_publish(counter, "count", &NUMBER(0), NULL, &error));
  must(iex_environment_open("home", &home, &error));
  must(iex_environment_put(home, counter, &error));
  iex_object_close(counter); /* the environment keeps it */
  must(screen_open(&first, "home", home));
  must(iex_object_subscribe(first.counter, draw, &first, NULL, NULL, &error));
  tap(&first);

  printf("push the detail\n");
  must(iex_environment_child(home, "detail", &detail, &error));
  must(screen_open(&pushed, "detail", detail));
  must(iex_object_subscribe(pushed.counter, draw, &pushed, NULL, NULL, &error));
  tap(&pushed);

  printf("show the settings\n");
  must(iex_environment_modal(home, "settings", &settings, &error));
  if (screen_open(&modal, "settings", settings) == IEX_ERROR_NOT_FOUND)
    printf("  %s\n", error.message);

  printf("show the settings, and hand the counter on\n");
  must(iex_environment_put(settings, first.counter, &error));
  must(screen_open(&modal, "settings", settings));
  tap(&modal);

  screen_close(&modal);
  screen_close(&pushed);
  screen_close(&first);
  iex_environment_close(settings);
  iex_environment_close(detail);
  iex_environment_close(home);
  return 0;
}

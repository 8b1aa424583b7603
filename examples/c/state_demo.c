/* State: a switch that shows a hint, and a circle that changes its colour with each tap.
 *
 *     cc state_demo.c -o state_demo $(pkg-config --cflags --libs iexpense) && ./state_demo
 *
 * Nobody calls draw: the screen subscribes to its states, and is drawn after each change. */
#include "demo.h"
#include <string.h>

/* It owns its states. */
struct screen {
  iex_binding *shows_hint; /* a bool */
  iex_binding *colour;     /* a text */
};

/* A subscriber of both states: it reads what it shows, and so the new value needs no second way. */
static void draw(void *context, const iex_value *changed) {
  const struct screen *screen = context;
  int64_t hint = value_of(screen->shows_hint).integer;
  (void)changed;
  printf("  [%c] hint    (%s)\n", hint ? 'x' : ' ', value_of(screen->colour).text);
  if (hint) printf("  Tap the circle.\n");
}

/* The switch knows nothing of the screen: what it needs is something to read and to write. */
static void tap_switch(iex_binding *is_on) {
  printf("tap the switch\n");
  must(iex_binding_set(is_on, &BOOL(!value_of(is_on).integer), &error));
}

static void tap_circle(const struct screen *screen) {
  static const char *const colours[] = {"green", "red", "blue"};
  const char *colour = value_of(screen->colour).text;
  int next = strcmp(colour, "green") == 0 ? 1 : strcmp(colour, "red") == 0 ? 2 : 0;
  printf("tap the circle\n");
  must(iex_binding_set(screen->colour, &TEXT(colours[next]), &error));
}

int main(void) {
  struct screen screen;
  must(iex_state_open(&BOOL(0), &screen.shows_hint, &error));
  must(iex_state_open(&TEXT("green"), &screen.colour, &error));
  must(iex_binding_subscribe(screen.shows_hint, draw, &screen, NULL, NULL, &error));
  must(iex_binding_subscribe(screen.colour, draw, &screen, NULL, NULL, &error));
  draw(&screen, NULL);
  tap_switch(screen.shows_hint);
  tap_circle(&screen);
  tap_circle(&screen);
  tap_circle(&screen);
  tap_switch(screen.shows_hint);
  iex_binding_close(screen.shows_hint);
  iex_binding_close(screen.colour);
  return 0;
}

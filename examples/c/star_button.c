/* A parent's state, and a child that is bound to it: the star knows nothing of its parent, and yet
 * the parent's text follows the star.
 *
 *     cc star_button.c -o star_button $(pkg-config --cflags --libs iexpense) && ./star_button */
#include "demo.h"

static int is_on(iex_binding *binding) {
  return value_of(binding).integer != 0;
}

static void toggle(iex_binding *binding) {
  must(iex_binding_set(binding, &BOOL(!is_on(binding)), &error));
}

/* A child: it has no state, but a binding on someone's. */
struct star_button {
  iex_binding *is_active;
};

static void tap(const struct star_button *star) {
  printf("tap the star\n");
  toggle(star->is_active);
}

static const char *symbol(const struct star_button *star) {
  return is_on(star->is_active) ? "★" : "☆";
}

/* The parent: it owns both states, and lends one. */
struct screen {
  iex_binding *is_active, *has_large_title;
  struct star_button star;
};

static void draw(void *context, const iex_value *changed) {
  const struct screen *screen = context;
  (void)changed;
  printf("  %s\n", is_on(screen->has_large_title) ? "STAR BUTTON" : "Star button");
  printf("  %s %s\n", symbol(&screen->star), is_on(screen->is_active) ? "aktiv" : "nicht aktiv");
}

static void toggle_title(const struct screen *screen) {
  printf("toggle the title\n");
  toggle(screen->has_large_title);
}

int main(void) {
  struct screen screen;
  must(iex_state_open(&BOOL(0), &screen.is_active, &error));
  must(iex_state_open(&BOOL(1), &screen.has_large_title, &error));
  screen.star.is_active = screen.is_active;
  must(iex_binding_subscribe(screen.is_active, draw, &screen, NULL, NULL, &error));
  must(iex_binding_subscribe(screen.has_large_title, draw, &screen, NULL, NULL, &error));
  draw(&screen, NULL);
  tap(&screen.star);
  toggle_title(&screen);
  tap(&screen.star);
  toggle_title(&screen);
  /* The parent may write it too: then the star follows. */
  printf("the parent sets it\n");
  must(iex_binding_set(screen.is_active, &BOOL(1), &error));
  /* To write what is there already is no change, and nothing is drawn. */
  printf("again\n");
  must(iex_binding_set(screen.is_active, &BOOL(1), &error));
  iex_binding_close(screen.is_active);
  iex_binding_close(screen.has_large_title);
  return 0;
}

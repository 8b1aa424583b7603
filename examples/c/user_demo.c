/* Two holders of one object, and two copies of one value.
 *
 *     cc user_demo.c -o user_demo $(pkg-config --cflags --libs iexpense) && ./user_demo
 *
 * An object is one thing, whoever holds it: each holder sees each change, and is told of it. A
 * value is what it says: a copy goes its own way. */
#include "demo.h"

/* Shows a name, of either kind. */
struct screen {
  const char *place;
  iex_binding *first_name, *last_name;
};

static void draw(const struct screen *screen) {
  printf("  %s: %s %s\n", screen->place, value_of(screen->first_name).text,
         value_of(screen->last_name).text);
}

static void object_changed(void *screen, const char *field) {
  (void)field;
  draw(screen);
}

static void value_changed(void *screen, const iex_value *changed) {
  (void)changed;
  draw(screen);
}

static void write_name(const struct screen *screen) {
  printf("the %s one writes Grace Hopper\n", screen->place);
  must(iex_binding_set(screen->first_name, &TEXT("Grace"), &error));
  must(iex_binding_set(screen->last_name, &TEXT("Hopper"), &error));
}

static void screen_close(struct screen *screen) {
  iex_binding_close(screen->first_name);
  iex_binding_close(screen->last_name);
}

static void holders(void) {
  struct screen left = {.place = "left"}, right = {.place = "right"}, *screens[] = {&left, &right};
  iex_object *user;
  printf("two holders of one object\n");
  must(iex_object_open("User", &user, &error));
  must(iex_object_publish(user, "first_name", &TEXT("Ada"), NULL, &error));
  must(iex_object_publish(user, "last_name", &TEXT("Lovelace"), NULL, &error));
  for (int i = 0; i < 2; i++) {
    struct screen *screen = screens[i];
    must(iex_object_binding(user, "first_name", &screen->first_name, &error));
    must(iex_object_binding(user, "last_name", &screen->last_name, &error));
    must(iex_object_subscribe(user, object_changed, screen, NULL, NULL, &error));
    draw(screen);
  }
  write_name(&left);
  screen_close(&left);
  screen_close(&right);
  iex_object_close(user);
}

static void copies(void) {
  struct screen left = {.place = "left"}, right = {.place = "right"}, *screens[] = {&left, &right};
  printf("two copies of one value\n");
  must(iex_state_open(&TEXT("Ada"), &left.first_name, &error));
  must(iex_state_open(&TEXT("Lovelace"), &left.last_name, &error));
  must(iex_binding_copy(left.first_name, &right.first_name, &error));
  must(iex_binding_copy(left.last_name, &right.last_name, &error));
  for (int i = 0; i < 2; i++) {
    struct screen *screen = screens[i];
    must(iex_binding_subscribe(screen->first_name, value_changed, screen, NULL, NULL, &error));
    must(iex_binding_subscribe(screen->last_name, value_changed, screen, NULL, NULL, &error));
    draw(screen);
  }
  write_name(&left);
  printf("what the right one shows\n");
  draw(&right);
  screen_close(&left);
  screen_close(&right);
}

int main(void) {
  holders();
  copies();
  return 0;
}

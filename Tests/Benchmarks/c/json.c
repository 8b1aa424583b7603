/* The tutorial's way, in C with jansson: all expenses are one array, and each change writes all of
 * it to a new file, which takes the old one's place. */
#include "party.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *all;

static json_t *item(const rows *r, int64_t row) {
  char id[37], date[16];
  uint8_t u[16];
  rows_uuid(row, u);
  snprintf(id, sizeof(id),
           "%02X%02X%02X%02X-%02X%02X-%02X%02X-%02X%02X-%02X%02X%02X%02X%02X%02X", u[0], u[1], u[2],
           u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
  civil day = civil_of(r->day[row]);
  snprintf(date, sizeof(date), "%04d-%02d-%02d", day.year, day.month, day.day);
  return json_pack("{s:s,s:s,s:s,s:I,s:s,s:s,s:s}", "id", id, "name", rows_text(r, r->name[row]),
                   "type", rows_text(r, r->type_text[r->type[row]]), "amount",
                   (json_int_t)r->amount[row], "currency", ROWS_CURRENCY, "date", date, "note",
                   rows_text(r, r->note[row]));
}

static void build(const setup *s) {
  all = json_array();
  for (int64_t i = 0; i < s->count; i++) json_array_append_new(all, item(&s->rows, i));
}

static void save(const setup *s, bool durable) {
  char unfinished[4200];
  snprintf(unfinished, sizeof(unfinished), "%s.unfinished", s->database);
  FILE *file = fopen(unfinished, "w");
  if (!file || json_dumpf(all, file, JSON_COMPACT) || fflush(file)) give_up("no %s", unfinished);
  if (durable) fdatasync(fileno(file));
  fclose(file);
  if (rename(unfinished, s->database)) give_up("%s can't be renamed", unfinished);
}

static double make(const setup *s) {
  double start = seconds_now();
  build(s);
  save(s, false);
  answer("%lld", (long long)s->count);
  return seconds_now() - start;
}

/* As many as the others, but the time of each from three of them. */
static double add_durable(const setup *s) {
  double times[3];
  for (int i = 0; i < 3; i++) {
    double start = seconds_now();
    json_array_append_new(all, item(&s->rows, i));
    save(s, true);
    times[i] = seconds_now() - start;
  }
  answer("20");
  return median(times, 3);
}

/* Reads the file whole and adds up by type. */
static double read_all(const setup *s) {
  json_error_t problem;
  json_t *sums = json_object(), *value;
  const char *type;
  size_t i;
  all = json_load_file(s->database, 0, &problem);
  if (!all) give_up("%s: %s", s->database, problem.text);
  json_array_foreach(all, i, value) {
    type = json_string_value(json_object_get(value, "type"));
    json_int_t amount = json_integer_value(json_object_get(value, "amount"));
    json_t *sum = json_object_get(sums, type);
    if (sum) json_integer_set(sum, json_integer_value(sum) + amount);
    else json_object_set_new(sums, type, json_integer(amount));
  }
  json_object_foreach(sums, type, value) answer_group(json_integer_value(value), 0, 0);
  return 0;
}

static double disk(const setup *s) {
  return disk_round(s, (const char *const[]){"", NULL});
}

int main(int argc, char **argv) {
  static const workload list[] = {
      {"make", NULL, make},
      {"add-durable", build, add_durable},
      {"plain-text", NULL, read_all},
      {"disk-made", NULL, disk},
      {NULL, NULL, NULL},
  };
  const workload *const parts[] = {list, NULL};
  return party_main(argc, argv, parts);
}

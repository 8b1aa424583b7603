/* Makes the expenses of the benchmark, the same at every run.
 *
 *     make_rows ROWS FOLDER [PAYMENTS.csv | --names]
 *
 * Writes FOLDER/rows.bin and FOLDER/rows.csv. With PAYMENTS.csv (columns date, amount, unit, payee)
 * the rows are real payments, spread evenly over the file when fewer are wanted; what is wanted
 * beyond them, or without the file, is generated. Types are the units; generated rows have one of
 * twelve, a name of their own and, without --names, a note. */
#include "party.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t *amount;
static int32_t *day;
static uint32_t *name, *note, type_text[256], *at, text_count, *slot, slot_mask;
static uint8_t *type;
static char *texts;
static size_t text_bytes, text_room;
static int type_count;

static void *room(size_t size) {
  void *memory = malloc(size ? size : 1);
  if (!memory) give_up("no memory");
  return memory;
}

/* The number of a text; a new one for a text that was not there. */
static uint32_t number_of_text(const char *text, size_t size) {
  uint64_t hash = 7;
  for (size_t i = 0; i < size; i++) hash = hash * 1099511628211u + (unsigned char)text[i];
  size_t where = (size_t)(hash ^ (hash >> 31)) & slot_mask;
  for (; slot[where]; where = (where + 1) & slot_mask) {
    uint32_t other = slot[where] - 1;
    if (at[other + 1] - at[other] - 1 == size && memcmp(texts + at[other], text, size) == 0)
      return other;
  }
  if (text_bytes + size + 1 > text_room) texts = realloc(texts, text_room = text_room * 2 + size);
  memcpy(texts + text_bytes, text, size);
  texts[text_bytes + size] = '\0';
  text_bytes += size + 1;
  at[++text_count] = (uint32_t)text_bytes;
  slot[where] = text_count;
  return text_count - 1;
}

static uint8_t number_of_type(const char *text, size_t size) {
  uint32_t number = number_of_text(text, size);
  for (int i = 0; i < type_count; i++)
    if (type_text[i] == number) return (uint8_t)i;
  if (type_count == 256) give_up("more than 256 types");
  type_text[type_count] = number;
  return (uint8_t)type_count++;
}

static int64_t minor_units(const char *text) {
  int64_t value = 0;
  int digits = -1;
  bool negative = *text == '-';
  for (text += negative; *text && *text != ','; text++) {
    if (*text == '.') {
      digits = 0;
    } else {
      value = value * 10 + (*text - '0');
      digits += digits >= 0;
    }
  }
  for (digits = digits < 0 ? 0 : digits; digits < 2; digits++) value *= 10;
  return negative ? -value : value;
}

/* One cell; takes the quotes off. */
static const char *cell(const char *p, char *out, size_t *size) {
  size_t n = 0;
  if (*p == '"') {
    for (p++; *p && !(*p == '"' && p[1] != '"'); p++) {
      if (*p == '"') p++;
      out[n++] = *p;
    }
    p += *p == '"';
  } else {
    while (*p && *p != ',' && *p != '\n' && *p != '\r') out[n++] = *p++;
  }
  out[n] = '\0';
  *size = n;
  return *p == ',' ? p + 1 : p;
}

static void read_payment(const char *line, int64_t i) {
  char text[4096];
  size_t size;
  const char *p = cell(line, text, &size);
  day[i] = day_of((civil){atoi(text), atoi(text + 5), atoi(text + 8)});
  amount[i] = minor_units(p);
  p = strchr(p, ',') + 1;
  p = cell(p, text, &size);
  type[i] = number_of_type(text, size);
  cell(p, text, &size);
  /* Two payments name nobody: the unit then, as an import does. */
  name[i] = size ? number_of_text(text, size) : type_text[type[i]];
  note[i] = 0;
}

static int64_t read_payments(const char *path, int64_t wanted) {
  static char line[8192];
  FILE *file = fopen(path, "r");
  int64_t total = -1, seen = 0, done = 0;
  if (!file) give_up("%s can't be read", path);
  while (fgets(line, sizeof(line), file)) total++;
  rewind(file);
  if (wanted > total) wanted = total;
  if (!fgets(line, sizeof(line), file)) give_up("%s is empty", path);
  for (; done < wanted && fgets(line, sizeof(line), file); seen++)
    if (done * total <= seen * wanted) read_payment(line, done++);
  fclose(file);
  return done;
}

static void generate(int64_t i, bool with_note) {
  static const char *const types[] = {"Food", "Transport", "Housing", "Utilities", "Health",
                                      "Leisure", "Clothing", "Education", "Gifts", "Travel",
                                      "Business", "Other"};
  static const char *const words[] = {"Coffee", "Lunch", "Dinner", "Bus", "Train", "Taxi", "Rent",
                                      "Power", "Water", "Phone", "Doctor", "Pharmacy", "Cinema",
                                      "Books", "Shoes", "Jacket", "Course", "Gift", "Hotel",
                                      "Flight", "Laptop", "Paper", "Market", "Bakery", "Petrol",
                                      "Parking", "Bar", "Gym", "Barber", "Garden", "Tools", "Cat"};
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  uint64_t state = (uint64_t)i * 977 + 42, a = next_random(&state), b = next_random(&state);
  uint64_t c = next_random(&state);
  char text[64];
  int size = snprintf(text, sizeof(text), "%s ", words[a & 31]);
  for (int64_t rest = i; rest > 0; rest /= 36) text[size++] = letters[rest % 36];
  for (int k = 0; k < 3; k++, a /= 36) text[size++] = letters[(a >> 8) % 36];
  name[i] = number_of_text(text, (size_t)size);
  size = snprintf(text, sizeof(text), "note %s %08x", words[b & 31], (unsigned)(b >> 32));
  note[i] = number_of_text(text, with_note ? (size_t)size : 0);
  const char *kind = types[(c & 0xffff) % 12];
  type[i] = number_of_type(kind, strlen(kind));
  amount[i] = 100 + (int64_t)((c >> 16) % 500000);
  day[i] = 18628 + (int32_t)(c >> 40) % 1826;
}

static void write_cell(FILE *file, const char *text) {
  if (!strpbrk(text, ",\"\n\r")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, file);
  fputc('"', file);
}

static void write_csv(FILE *file, int64_t count) {
  fputs("Payment Date,Amount,Organisational Unit,Beneficiary Name,Note\n", file);
  for (int64_t i = 0; i < count; i++) {
    civil date = civil_of(day[i]);
    int64_t units = amount[i] < 0 ? -amount[i] : amount[i];
    fprintf(file, "%04d-%02d-%02d,%s%lld.%02d,", date.year, date.month, date.day,
            amount[i] < 0 ? "-" : "", (long long)(units / 100), (int)(units % 100));
    write_cell(file, texts + at[type_text[type[i]]]);
    fputc(',', file);
    write_cell(file, texts + at[name[i]]);
    fputc(',', file);
    write_cell(file, texts + at[note[i]]);
    fputc('\n', file);
  }
}

static FILE *create(const char *folder, const char *leaf) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, leaf);
  FILE *file = fopen(path, "w");
  if (!file) give_up("%s can't be written", path);
  setvbuf(file, NULL, _IOFBF, 1 << 20);
  return file;
}

static void finish(FILE *file) {
  if (ferror(file) || fclose(file)) give_up("the rows can't be written");
}

static rows_head head_of(int64_t count) {
  rows_head head = {.magic = ROWS_MAGIC, .count = count, .text_count = text_count,
                    .text_bytes = (int64_t)text_bytes, .type_count = type_count,
                    .first_day = INT32_MAX, .last_day = INT32_MIN};
  int64_t of_type[256] = {0}, best = INT64_MAX;
  for (int64_t i = 0; i < count; i++) {
    of_type[type[i]]++;
    if (day[i] < head.first_day) head.first_day = day[i];
    if (day[i] > head.last_day) head.last_day = day[i];
  }
  for (int i = 0; i < type_count; i++) {
    int64_t off = llabs(of_type[i] - count / 12);
    if (off < best) best = off, head.type = i;
  }
  return head;
}

int main(int argc, char **argv) {
  if (argc < 3) give_up("make_rows ROWS FOLDER [PAYMENTS.csv | --names]");
  int64_t count = atoll(argv[1]), done = 0;
  size_t n = (size_t)count, most_texts = 2 * n + 512;
  amount = room(n * sizeof(*amount));
  day = room(n * sizeof(*day));
  name = room(n * sizeof(*name));
  note = room(n * sizeof(*note));
  type = room(n);
  at = calloc(most_texts + 1, sizeof(*at));
  for (slot_mask = 1024; slot_mask < 2 * most_texts;) slot_mask *= 2;
  slot = calloc(slot_mask--, sizeof(*slot));
  texts = room(text_room = 1 << 20);
  if (!at || !slot) give_up("no memory");
  number_of_text("", 0);
  bool names = argc > 3 && strcmp(argv[3], "--names") == 0;
  if (argc > 3 && !names) done = read_payments(argv[3], count);
  for (; done < count; done++) generate(done, !names);
  rows_head head = head_of(count);
  FILE *file = create(argv[2], "rows.bin");
  fwrite(&head, sizeof(head), 1, file);
  fwrite(amount, sizeof(*amount), n, file);
  fwrite(day, sizeof(*day), n, file);
  fwrite(name, sizeof(*name), n, file);
  fwrite(note, sizeof(*note), n, file);
  fwrite(type_text, sizeof(*type_text), (size_t)type_count, file);
  fwrite(at, sizeof(*at), text_count + 1, file);
  fwrite(type, 1, n, file);
  fwrite(texts, 1, text_bytes, file);
  finish(file);
  file = create(argv[2], "rows.csv");
  write_csv(file, count);
  finish(file);
  return 0;
}

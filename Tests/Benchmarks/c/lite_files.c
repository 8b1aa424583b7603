/* CSV in and out with a reader and a writer of its own, in one transaction; nothing is checked, and
 * no duplicates are looked for. */
#include "csv.h"
#include "lite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char types[256][256];
static int type_count;

static int type_of(csv_cell cell) {
  for (int i = 0; i < type_count; i++)
    if (strlen(types[i]) == cell.size && memcmp(types[i], cell.text, cell.size) == 0) return i;
  if (type_count == 256 || cell.size > 255) give_up("too many types");
  memcpy(types[type_count], cell.text, cell.size);
  types[type_count][cell.size] = '\0';
  return type_count++;
}

static void bind_text(sqlite3_stmt *insert, int at, csv_cell cell) {
  sqlite3_bind_text(insert, at, cell.text, (int)cell.size, SQLITE_STATIC);
}

static double import(const setup *s) {
  uint8_t uuid[16];
  csv_cell cells[5];
  size_t size;
  remove_files(s->database, lite_suffixes);
  type_count = 0;
  double start = seconds_now();
  lite_open(s->database, false);
  lite_schema(s->variant);
  sqlite3_stmt *insert = lite_prepare(lite_insert);
  lite_run("BEGIN");
  char *data = csv_read_file(path_in(s, "rows.csv"), &size), *end = data + size;
  char *at = csv_next(data, end, cells);
  for (int64_t row = 0; (at = csv_next(at, end, cells)); row++) {
    int32_t day = csv_day(cells[0]);
    rows_uuid(row, uuid);
    sqlite3_bind_int64(insert, 1, row + 1);
    sqlite3_bind_blob(insert, 2, uuid, sizeof(uuid), SQLITE_STATIC);
    bind_text(insert, 3, cells[3]);
    sqlite3_bind_int(insert, 4, type_of(cells[2]));
    sqlite3_bind_int64(insert, 5, csv_minor_units(cells[1]));
    sqlite3_bind_text(insert, 6, ROWS_CURRENCY, 3, SQLITE_STATIC);
    sqlite3_bind_int(insert, 7, day);
    sqlite3_bind_int(insert, 8, month_of(day));
    bind_text(insert, 9, cells[4]);
    lite_step(insert);
  }
  lite_run("COMMIT");
  double seconds = seconds_now() - start;
  free(data);
  lite_answer_groups(lite_prepare("SELECT sum(amount), count(*), 0 FROM expense"));
  lite_close();
  return seconds;
}

static char *put(char *to, const unsigned char *text, int size) {
  if (!memchr(text, ',', (size_t)size) && !memchr(text, '"', (size_t)size)) {
    memcpy(to, text, (size_t)size);
    return to + size;
  }
  *to++ = '"';
  for (int i = 0; i < size; i++) {
    if (text[i] == '"') *to++ = '"';
    *to++ = (char)text[i];
  }
  *to++ = '"';
  return to;
}

static sqlite3_stmt *rows_in_order;

static void open_export(const setup *s) {
  lite_open(s->database, false);
  rows_in_order = lite_prepare("SELECT id, hex(uuid), name, type, amount, currency, day, note"
                               " FROM expense ORDER BY id");
}

static double export(const setup *s) {
  static char buffer[1 << 20], digits[24];
  const char *path = path_in(s, "exported-sqlite.csv");
  double start = seconds_now();
  FILE *file = fopen(path, "w");
  if (!file) give_up("%s can't be written", path);
  fputs("id,uuid,name,type,amount,currency,date,note\n", file);
  char *at = buffer;
  while (sqlite3_step(rows_in_order) == SQLITE_ROW) {
    if (at > buffer + sizeof(buffer) / 2) {
      fwrite(buffer, 1, (size_t)(at - buffer), file);
      at = buffer;
    }
    at += sprintf(at, "%lld,", (long long)sqlite3_column_int64(rows_in_order, 0));
    for (int column = 1; column < 8; column++) {
      int64_t number = sqlite3_column_int64(rows_in_order, column);
      civil date;
      switch (column) {
        case 3: {
          const char *type = rows_text(&s->rows, s->rows.type_text[number]);
          at = put(at, (const unsigned char *)type, (int)strlen(type));
          break;
        }
        case 4:
          sprintf(digits, "%03lld", (long long)llabs(number));
          at += sprintf(at, "%s%.*s.%s", number < 0 ? "-" : "", (int)strlen(digits) - 2, digits,
                        digits + strlen(digits) - 2);
          break;
        case 6:
          date = civil_of((int32_t)number);
          at += sprintf(at, "%04d-%02d-%02d", date.year, date.month, date.day);
          break;
        default:
          at = put(at, sqlite3_column_text(rows_in_order, column),
                   sqlite3_column_bytes(rows_in_order, column));
      }
      *at++ = column < 7 ? ',' : '\n';
    }
  }
  fwrite(buffer, 1, (size_t)(at - buffer), file);
  if (ferror(file) || fclose(file)) give_up("%s can't be written", path);
  sqlite3_reset(rows_in_order);
  double seconds = seconds_now() - start;
  answer("%lld", (long long)lines_of(path) - 1);
  remove(path);
  return seconds;
}

const workload lite_files[] = {
    {"import", NULL, import},
    {"export", open_export, export},
    {NULL, NULL, NULL},
};

#include "csv.h"

#include "party.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *csv_read_file(const char *path, size_t *size) {
  struct stat info;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &info)) give_up("%s can't be read", path);
  char *data = malloc((size_t)info.st_size + 1);
  if (!data) give_up("no memory");
  for (*size = 0; *size < (size_t)info.st_size;) {
    ssize_t got = read(file, data + *size, (size_t)info.st_size - *size);
    if (got <= 0) give_up("%s can't be read", path);
    *size += (size_t)got;
  }
  data[*size] = '\0';
  close(file);
  return data;
}

char *csv_next(char *at, char *end, csv_cell cells[5]) {
  if (at >= end) return NULL;
  for (int i = 0; i < 5; i++) {
    char *text = at;
    size_t size = 0;
    if (*at == '"') {
      text = ++at;
      for (; at < end && !(*at == '"' && at[1] != '"'); at++) {
        at += *at == '"';
        text[size++] = *at;
      }
      at++;
    } else {
      while (at < end && *at != ',' && *at != '\n') at++;
      size = (size_t)(at - text);
    }
    cells[i] = (csv_cell){text, size};
    at++;
  }
  return at;
}

int64_t csv_minor_units(csv_cell cell) {
  int64_t value = 0;
  bool negative = cell.size && cell.text[0] == '-';
  for (size_t i = negative; i < cell.size; i++)
    if (cell.text[i] != '.') value = value * 10 + (cell.text[i] - '0');
  return negative ? -value : value;
}

int32_t csv_day(csv_cell cell) {
  const char *t = cell.text;
  return day_of((civil){(t[0] - '0') * 1000 + (t[1] - '0') * 100 + (t[2] - '0') * 10 + t[3] - '0',
                        (t[5] - '0') * 10 + t[6] - '0', (t[8] - '0') * 10 + t[9] - '0'});
}

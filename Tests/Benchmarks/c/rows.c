#include "rows.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_file(const char *folder, struct stat *info) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/rows.bin", folder);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, info)) {
    perror(path);
    exit(2);
  }
  return file;
}

rows rows_open_head(const char *folder) {
  struct stat info;
  rows r = {0};
  int file = open_file(folder, &info);
  if (read(file, &r.head, sizeof(r.head)) != sizeof(r.head)) exit(2);
  close(file);
  return r;
}

rows rows_open(const char *folder) {
  struct stat info;
  rows r;
  int file = open_file(folder, &info);
  const char *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
  close(file);
  if (at == MAP_FAILED) {
    perror(folder);
    exit(2);
  }
  memcpy(&r.head, at, sizeof(r.head));
  size_t count = (size_t)r.head.count;
  if (r.head.magic != ROWS_MAGIC) {
    fprintf(stderr, "%s/rows.bin: not a file of rows\n", folder);
    exit(2);
  }
  r.amount = (const int64_t *)(const void *)(at + sizeof(r.head));
  r.day = (const int32_t *)(r.amount + count);
  r.name = (const uint32_t *)(r.day + count);
  r.note = r.name + count;
  r.type_text = r.note + count;
  r.at = r.type_text + r.head.type_count;
  r.type = (const uint8_t *)(r.at + r.head.text_count + 1);
  r.texts = (const char *)(r.type + count);
  return r;
}

void rows_uuid(int64_t row, uint8_t uuid[16]) {
  uint64_t state = (uint64_t)row, low = next_random(&state), high = next_random(&state);
  uint64_t milliseconds = UINT64_C(1600000000000) + (uint64_t)row;
  for (int i = 0; i < 6; i++) uuid[i] = (uint8_t)(milliseconds >> (40 - 8 * i));
  memcpy(uuid + 6, &low, 8);
  memcpy(uuid + 14, &high, 2);
  uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x70);
  uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}

static int32_t mid_month(int32_t day) {
  civil c = civil_of(day);
  c.day = 11;
  return day_of(c);
}

period rows_period(const rows *r, int32_t days) {
  int32_t span = r->head.last_day - r->head.first_day;
  period p = {mid_month(r->head.first_day + span / 5 * 2), 0};
  p.to = p.from + days - 1;
  if (civil_of(p.to + 1).day == 1) p.to++;
  return p;
}

period rows_most(const rows *r) {
  int32_t tenth = (r->head.last_day - r->head.first_day) / 10;
  return (period){mid_month(r->head.first_day + tenth), mid_month(r->head.last_day - tenth)};
}

/* After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
civil civil_of(int32_t day) {
  int32_t z = day + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
  int32_t doe = z - era * 146097;
  int32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  int32_t month = mp < 10 ? mp + 3 : mp - 9;
  return (civil){yoe + era * 400 + (month <= 2), month, doy - (153 * mp + 2) / 5 + 1};
}

int32_t day_of(civil date) {
  int32_t y = date.year - (date.month <= 2), era = (y >= 0 ? y : y - 399) / 400;
  int32_t yoe = y - era * 400;
  int32_t doy = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

#include "party.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char answer_text[200];
static uint64_t answer_hash;
static int64_t answer_numbers, groups;
static uint64_t group_sum, group_mix;

void answer(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(answer_text, sizeof(answer_text), format, list);
  va_end(list);
}

void answer_mix(int64_t number) {
  answer_hash = (answer_hash ^ (uint64_t)number) * UINT64_C(0x100000001b3);
  answer_hash ^= answer_hash >> 29;
  answer_numbers++;
}

void answer_group(int64_t sum, int64_t count, int64_t month) {
  groups++;
  group_sum += (uint64_t)sum;
  group_mix += (uint64_t)sum * (uint64_t)count + (uint64_t)sum * (uint64_t)month * 31;
}

void give_up(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(1);
}

static void begin_answer(void) {
  strcpy(answer_text, "-");
  answer_hash = UINT64_C(0xcbf29ce484222325);
  answer_numbers = groups = 0;
  group_sum = group_mix = 0;
}

static double run(const workload *w, const setup *s) {
  begin_answer();
  double cost = w->round(s);
  if (answer_numbers)
    answer("%lld:%016llx", (long long)answer_numbers, (unsigned long long)answer_hash);
  if (groups)
    answer("%lld:%lld:%016llx", (long long)groups, (long long)group_sum,
           (unsigned long long)group_mix);
  return cost;
}

int party_main(int argc, char **argv, const workload *const *parts) {
  bool whole = argc > 1 && strcmp(argv[1], "--whole") == 0;
  char **v = argv + whole;
  if (argc - whole != 5) give_up("%s: WORKLOAD VARIANT ROWS FOLDER", argv[0]);
  setup s = {.workload = v[1], .variant = v[2], .count = atoll(v[3]), .folder = v[4]};
  const workload *w = NULL;
  s.database = getenv("BENCH_DATABASE") ? getenv("BENCH_DATABASE") : "";
  for (; *parts; parts++)
    for (const workload *each = *parts; each->name; each++)
      if (strcmp(each->name, s.workload) == 0) w = each;
  if (!w) give_up("%s: there is no workload %s", argv[0], s.workload);
  if (whole) {
    s.rows = rows_open_head(s.folder);
    double cost = run(w, &s);
    printf("%s\n", answer_text);
    if (cost > 0) printf("cost %.9g\n", cost);
    return 0;
  }
  s.rows = rows_open(s.folder);
  if (w->prepare) w->prepare(&s);
  printf("ready\n");
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof(line), stdin);) {
    double cost = run(w, &s);
    printf("%.9g %s\n", cost, answer_text);
    fflush(stdout);
  }
  return 0;
}

static int compare_times(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

double timed(void (*operation)(const setup *s), const setup *s) {
  static double times[2000];
  size_t count = 0;
  for (double all = 0; count < 2000 && (count < 3 || all < 0.03); count++) {
    begin_answer();
    double start = seconds_now();
    operation(s);
    times[count] = seconds_now() - start;
    all += times[count];
  }
  return median(times, count);
}

double median(double *times, size_t count) {
  qsort(times, count, sizeof(*times), compare_times);
  return times[count / 2];
}

const char *path_in(const setup *s, const char *name) {
  static char paths[8][4096];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof(paths[0]), "%s/%s", s->folder, name);
  return path;
}

bool is_variant(const setup *s, const char *name) { return strcmp(s->variant, name) == 0; }

double timed_reads(const setup *s, int64_t (*fetch)(const setup *s, int64_t id)) {
  enum { TIMES = 100, EACH = 200 };
  static double times[TIMES];
  uint64_t random = 5;
  int64_t sum = 0;
  for (int i = 0; i < TIMES; i++) {
    double start = seconds_now();
    for (int k = 0; k < EACH; k++)
      sum += fetch(s, 1 + (int64_t)(next_random(&random) % (uint64_t)s->count));
    times[i] = (seconds_now() - start) / EACH;
  }
  answer("%lld", (long long)sum);
  return median(times, TIMES);
}

double disk_round(const setup *s, const char *const *suffixes) {
  char name[4200];
  struct stat info;
  int64_t bytes = 0;
  for (; *suffixes; suffixes++) {
    snprintf(name, sizeof(name), "%s%s", s->database, *suffixes);
    if (stat(name, &info) == 0) bytes += info.st_size;
  }
  answer("%lld", (long long)s->count);
  return (double)bytes;
}

void remove_files(const char *path, const char *const *suffixes) {
  char name[4200];
  for (; *suffixes; suffixes++) {
    snprintf(name, sizeof(name), "%s%s", path, *suffixes);
    unlink(name);
  }
}

int64_t lines_of(const char *path) {
  static char block[1 << 16];
  int64_t lines = 0;
  FILE *file = fopen(path, "r");
  if (!file) give_up("%s can't be read", path);
  for (size_t size; (size = fread(block, 1, sizeof(block), file)) > 0;)
    for (size_t i = 0; i < size; i++) lines += block[i] == '\n';
  fclose(file);
  return lines;
}

int64_t resident_bytes(void) {
  long pages = 0;
  malloc_trim(0);
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) give_up("there is no /proc/self/statm");
  fclose(file);
  return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

/* What every party of the benchmark that is written in C shares: the conversation with the driver.
 *
 * A party is a program that does some of the workloads:
 *
 *     PROGRAM WORKLOAD VARIANT ROWS FOLDER           rounds, each asked for by a line on stdin
 *     PROGRAM --whole WORKLOAD VARIANT ROWS FOLDER   one round, the process being what is timed
 *
 * Its database is what BENCH_DATABASE names; where a workload changes it, that is a copy. It
 * prepares, prints "ready", and for each line that it reads runs one round and prints its cost
 * (seconds for one operation, or bytes) and its answer, which the driver compares with the others'.
 */
#ifndef PARTY_H
#define PARTY_H

#include "rows.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct setup {
  const char *workload;
  const char *variant; /* "-": none */
  const char *folder;   /* where rows.bin and rows.csv are */
  const char *database; /* the party's file, which the environment names; "" for none */
  int64_t count;
  rows rows; /* of a whole process only its head */
} setup;

typedef struct workload {
  const char *name;
  void (*prepare)(const setup *s); /* may be NULL; not run for a whole process */
  double (*round)(const setup *s); /* returns the cost */
} workload;

/* Lists of workloads, each ended by one without a name; the list of lists ends with NULL. */
int party_main(int argc, char **argv, const workload *const *parts);

/* What the round found; printf-like, without blanks or newlines. */
void answer(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For answers of many numbers: mixes them in their order. */
void answer_mix(int64_t number);
/* For sums in whatever order: one group, of a month (year * 12 + month - 1) or 0. */
void answer_group(int64_t sum, int64_t count, int64_t month);

/* Ends the program with a message. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs an operation for some hundredths of a second, at least three times: the middle time. */
double timed(void (*operation)(const setup *s), const setup *s);
/* Sorts the times and returns the middle one. */
double median(double *times, size_t count);
/* Times reading rows by their numbers, the same ones in the same order for every party: `fetch`
 * returns the sum of the row's amount and the first bytes of its name and note. */
double timed_reads(const setup *s, int64_t (*fetch)(const setup *s, int64_t id));
/* A round that measures the database's bytes on the disk. */
double disk_round(const setup *s, const char *const *suffixes);
/* FOLDER/name, in a buffer that the next call but seven uses again. */
const char *path_in(const setup *s, const char *name);
bool is_variant(const setup *s, const char *name);
/* Removes a file and its companions with these suffixes, a list ended by NULL. */
void remove_files(const char *path, const char *const *suffixes);
int64_t lines_of(const char *path);
/* Bytes of memory that the process has resident now. */
int64_t resident_bytes(void);

#endif

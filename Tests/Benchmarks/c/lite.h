/* SQLite as a party: what its programs share.
 *
 * The variants are schemas, each the best for some workload:
 *   plain    an integer key and no index
 *   uuid     the UUID as the key
 *   indexed  indexes that cover sums by type and period, and the largest of a type
 *   summary  indexed, and a table of sums by type and month that triggers keep
 *   journal  such a table that the program keeps, and a journal */
#ifndef LITE_H
#define LITE_H

#include "party.h"

#include <sqlite3.h>

extern sqlite3 *lite;

/* Opens the database of the variant; `full`: a commit waits for the disk. */
void lite_open(const char *path, bool full);
void lite_close(void);
void lite_run(const char *sql);
sqlite3_stmt *lite_prepare(const char *sql);
/* Steps a statement that gives no row, and resets it. */
void lite_step(sqlite3_stmt *statement);
void lite_schema(const char *variant);
extern const char lite_insert[];
/* Binds a row of the benchmark to lite_insert. */
void lite_bind(sqlite3_stmt *insert, const rows *r, int64_t row);
/* The rows of a statement of sum, count and month as an answer. */
void lite_answer_groups(sqlite3_stmt *statement);
extern const char *const lite_suffixes[];

extern const workload lite_reading[];
extern const workload lite_writing[];
extern const workload lite_views[];
extern const workload lite_files[];
extern const workload lite_observers[];

#endif

/* LMDB: the packed row under its number; no totals, no journal, nobody is told. */
#include "party.h"

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDS = 20, CHANGES = 500, ROOM = 8192 };

static MDB_env *environment;
static MDB_dbi table;
static int64_t next_id;

#define DO(call)                                                            \
  do {                                                                      \
    int status = (call);                                                    \
    if (status) give_up("%s: %s", #call, mdb_strerror(status));             \
  } while (0)

static void open_with(const setup *s, unsigned flags) {
  MDB_txn *transaction;
  DO(mdb_env_create(&environment));
  DO(mdb_env_set_mapsize(environment, (size_t)1 << 33));
  DO(mdb_env_open(environment, s->database, MDB_NOSUBDIR | flags, 0644));
  DO(mdb_txn_begin(environment, NULL, 0, &transaction));
  DO(mdb_dbi_open(transaction, NULL, MDB_INTEGERKEY, &table));
  DO(mdb_txn_commit(transaction));
  next_id = s->count;
}

static void open_durable(const setup *s) { open_with(s, 0); }
static void open_relaxed(const setup *s) { open_with(s, MDB_NOSYNC); }

static char *put(char *to, const void *bytes, size_t size) {
  memcpy(to, bytes, size);
  return to + size;
}

/* Amount, day, type, UUID, then name and note with their NULs. */
static size_t pack(const rows *r, int64_t row, int64_t id, char *record) {
  uint8_t uuid[16];
  rows_uuid(id, uuid);
  char *at = put(record, &r->amount[row], 8);
  at = put(at, &r->day[row], 4);
  at = put(at, &r->type[row], 1);
  at = put(at, uuid, sizeof(uuid));
  at = put(at, rows_text(r, r->name[row]), rows_size(r, r->name[row]) + 1);
  at = put(at, rows_text(r, r->note[row]), rows_size(r, r->note[row]) + 1);
  return (size_t)(at - record);
}

static void store_row(MDB_txn *transaction, const rows *r, int64_t row, size_t id, unsigned flags) {
  static char record[ROOM];
  MDB_val key = {sizeof(id), &id}, value = {pack(r, row, (int64_t)id, record), record};
  DO(mdb_put(transaction, table, &key, &value, flags));
}

static double bulk(const setup *s) {
  static const char *const suffixes[] = {"", "-lock", NULL};
  MDB_txn *transaction;
  remove_files(s->database, suffixes);
  open_with(s, 0);
  double start = seconds_now();
  DO(mdb_txn_begin(environment, NULL, 0, &transaction));
  for (int64_t i = 0; i < s->count; i++)
    store_row(transaction, &s->rows, i, (size_t)i + 1, MDB_APPEND);
  DO(mdb_txn_commit(transaction));
  double seconds = seconds_now() - start;
  mdb_env_close(environment);
  answer("%lld", (long long)s->count);
  return seconds;
}

static double add_some(const setup *s, int adds) {
  static double times[CHANGES];
  static int64_t next;
  for (int i = 0; i < adds; i++) {
    MDB_txn *transaction;
    int64_t row = next++ * 37 % s->count;
    double start = seconds_now();
    DO(mdb_txn_begin(environment, NULL, 0, &transaction));
    store_row(transaction, &s->rows, row, (size_t)++next_id, 0);
    DO(mdb_txn_commit(transaction));
    times[i] = seconds_now() - start;
  }
  answer("%d", adds);
  return median(times, (size_t)adds);
}

static double add_durable(const setup *s) { return add_some(s, ADDS); }
static double add_relaxed(const setup *s) { return add_some(s, CHANGES); }

static MDB_txn *reading;

static void open_reading(const setup *s) {
  open_relaxed(s);
  DO(mdb_txn_begin(environment, NULL, MDB_RDONLY, &reading));
}

static int64_t fetch(const setup *s, int64_t id) {
  MDB_val key = {sizeof(id), &id}, value;
  int64_t amount;
  (void)s;
  DO(mdb_get(reading, table, &key, &value));
  const char *record = value.mv_data, *name = record + 29;
  memcpy(&amount, record, sizeof(amount));
  return amount + name[0] + name[strlen(name) + 1];
}

static double read_by_id(const setup *s) { return timed_reads(s, fetch); }

static double start_add(const setup *s) {
  MDB_txn *transaction;
  char record[64] = "Coffee";
  open_with(s, MDB_NOSYNC);
  size_t id = (size_t)(seconds_now() * 1e9);
  MDB_val key = {sizeof(id), &id}, value = {sizeof(record), record};
  DO(mdb_txn_begin(environment, NULL, 0, &transaction));
  DO(mdb_put(transaction, table, &key, &value, 0));
  DO(mdb_txn_commit(transaction));
  mdb_env_close(environment);
  answer("1");
  return 0;
}

static double disk(const setup *s) {
  return disk_round(s, (const char *const[]){"", NULL});
}

int main(int argc, char **argv) {
  static const workload all[] = {
      {"make", NULL, bulk},
      {"bulk", NULL, bulk},
      {"add-durable", open_durable, add_durable},
      {"add-relaxed", open_relaxed, add_relaxed},
      {"read", open_reading, read_by_id},
      {"read-resident", open_reading, read_by_id},
      {"start-add", NULL, start_add},
      {"disk-made", NULL, disk},
      {NULL, NULL, NULL},
  };
  const workload *const parts[] = {all, NULL};
  return party_main(argc, argv, parts);
}

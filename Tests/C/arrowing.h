/* Arrow tables for the tests: what the library gives, read; and what it is to take, made by hand.
 *
 * A table is made of parts that live on the heap, is handed over by a stream, and counts how often
 * each of its parts is released. */
#ifndef ARROWING_H
#define ARROWING_H

#include "test.h"

#include <errno.h>

#define MOST_COLUMNS 24

/* A column that is handed over: what may be set wrong is set wrong after it was made. */
typedef struct column {
  struct ArrowSchema schema, values_schema, element_schema;
  struct ArrowArray array, values, elements;
  struct ArrowSchema *schema_child;
  struct ArrowArray *array_child;
  const void *buffers[8], *values_buffers[8], *elements_buffers[8];
} column;

/* A table of one batch, or of one that is given `batches` times. */
typedef struct table {
  column columns[MOST_COLUMNS];
  int count, batches, given;
  struct ArrowSchema schema, *schemas[MOST_COLUMNS];
  struct ArrowArray batch, *arrays[MOST_COLUMNS];
  const void *batch_buffers[1];
  int schema_fails, next_fails;         /* what the functions answer */
  const char *message;                  /* what get_last_error answers */
  void (*on_next)(struct table *table); /* runs inside get_next */
  void *context;
  /* How many are out, and how often one was released. */
  int schemas_out, batches_out, streams_out, schemas_in, batches_in, streams_in;
} table;

static inline void table_end_schema(struct ArrowSchema *schema) {
  ((table *)schema->private_data)->schemas_in++;
  schema->release = NULL;
}

static inline void table_end_batch(struct ArrowArray *array) {
  ((table *)array->private_data)->batches_in++;
  array->release = NULL;
}

static inline void table_end_stream(struct ArrowArrayStream *stream) {
  ((table *)stream->private_data)->streams_in++;
  stream->release = NULL;
}

static inline void table_end_child(struct ArrowArray *array) { array->release = NULL; }
static inline void table_end_child_schema(struct ArrowSchema *schema) { schema->release = NULL; }

static inline int table_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  table *t = stream->private_data;
  if (t->schema_fails) return t->schema_fails;
  t->schemas_out++;
  *out = t->schema;
  return 0;
}

static inline int table_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  table *t = stream->private_data;
  if (t->on_next) t->on_next(t);
  if (t->next_fails && t->given == t->batches) return t->next_fails;
  memset(out, 0, sizeof(*out));
  if (t->given == t->batches) return 0;
  t->given++, t->batches_out++;
  *out = t->batch;
  return 0;
}

static inline const char *table_message(struct ArrowArrayStream *stream) {
  return ((table *)stream->private_data)->message;
}

/* The revision of a store that was just opened: its currency is a change. */
#define NEW_REVISION 1

/* Sets up the arrays of a table again, after columns were added or it was handed over before. */
static inline void table_ready(table *t, int64_t rows) {
  for (int i = 0; i < t->count; i++) {
    column *c = &t->columns[i];
    t->schemas[i] = &c->schema, t->arrays[i] = &c->array;
    if (c->array.buffers) c->array.buffers = c->buffers; /* the table may have been copied */
  }
  t->schema = (struct ArrowSchema){.format = "+s", .name = "", .n_children = t->count,
                                   .children = t->schemas, .release = table_end_schema,
                                   .private_data = t};
  t->batch = (struct ArrowArray){.length = rows, .n_buffers = 1, .buffers = t->batch_buffers,
                                 .n_children = t->count, .children = t->arrays,
                                 .release = table_end_batch, .private_data = t};
  t->given = 0;
  if (!t->batches) t->batches = 1;
}

static inline struct ArrowArrayStream table_stream(table *t) {
  t->streams_out++;
  return (struct ArrowArrayStream){table_schema, table_next, table_message, table_end_stream, t};
}

/* Adds a column of a format with its buffers: the bits first, which may be NULL. */
static inline column *table_add(table *t, const char *name, const char *format, int64_t length,
                                int buffers, const void *first, const void *second,
                                const void *third) {
  column *c = &t->columns[t->count++];
  memset(c, 0, sizeof(*c));
  c->schema.format = format, c->schema.name = name, c->schema.flags = ARROW_FLAG_NULLABLE;
  c->schema.release = table_end_child_schema;
  c->buffers[0] = first, c->buffers[1] = second, c->buffers[2] = third;
  c->array.length = length, c->array.null_count = first ? -1 : 0;
  c->array.n_buffers = buffers, c->array.buffers = c->buffers;
  c->array.release = table_end_child;
  return c;
}

/* The table that most tests break: two rows with a name and an amount in cents. */
static const int32_t two_offsets[] = {0, 3, 8};
static const int64_t two_amounts[] = {350, 8990};

static inline table two_rows(void) {
  table t = {.count = 0};
  table_add(&t, "name", "u", 2, 3, NULL, two_offsets, "TeaTrain");
  table_add(&t, "amount_minor", "l", 2, 2, NULL, two_amounts, NULL);
  return t;
}

/* Hands a table over; what was given is released exactly once, whatever comes. */
static inline iex_status take_table(iex_store *store, table *t, int64_t rows, int64_t *first,
                                    int64_t *count) {
  table_ready(t, rows);
  struct ArrowArrayStream stream = table_stream(t);
  test_poison(&error);
  iex_status status = iex_store_add_arrow(store, &stream, first, count, &error);
  CHECK(stream.release == NULL);
  CHECK_INT(t->streams_in, t->streams_out);
  CHECK_INT(t->schemas_in, t->schemas_out);
  CHECK_INT(t->batches_in, t->batches_out);
  return status;
}

/* A column of a batch that the library gave, by its name; NULL when there is none. */
static inline const struct ArrowArray *child_of(const struct ArrowSchema *schema,
                                                const struct ArrowArray *batch, const char *name,
                                                const char **format) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (strcmp(schema->children[i]->name, name)) continue;
    if (format) *format = schema->children[i]->format;
    return batch->children[i];
  }
  return NULL;
}

static inline bool is_null(const struct ArrowArray *array, int64_t row) {
  const uint8_t *bits = array->buffers[0];
  return bits && !(bits[row / 8] >> row % 8 & 1);
}

/* A text of a column of texts or of codes for texts; NULL for null. Valid until the next call. */
static inline const char *text_at(const struct ArrowArray *array, int64_t row) {
  static char text[70000];
  if (is_null(array, row)) return NULL;
  if (array->dictionary) return text_at(array->dictionary, ((const int32_t *)array->buffers[1])[row]);
  const int32_t *offsets = array->buffers[1];
  size_t size = (size_t)(offsets[row + 1] - offsets[row]);
  memcpy(text, (const char *)array->buffers[2] + offsets[row], size);
  text[size] = 0;
  return text;
}

#endif

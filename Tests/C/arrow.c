/* Streams of expenses for other programs: every column compared with the pages, early releases,
 * children that outlive their parents, stores that change or close meanwhile. */
#include "arrowing.h"

static iex_store *varied_store(const char *path) {
  iex_store *store = open_store(path);
  const char *const tags[] = {"client", "r\xc3\xa9union"};
  iex_expense rows[] = {
      IEX_EXPENSE(.name = "Coffee", .amount_minor = 350, .date = 20260301, .tags = tags,
                  .tag_count = 2, .category = "Food:Cafe", .note = "caf\xc3\xa9"),
      IEX_EXPENSE(.name = "Sushi", .amount_minor = 900, .date = 20260302, .currency = "JPY",
                  .conversion_currency = "EUR", .conversion_amount_minor = 550,
                  .conversion_rate = "0.0061", .account = "Visa",
                  .reimbursement = IEX_REIMBURSEMENT_OPEN),
      IEX_EXPENSE(.name = "Refund", .amount_minor = -12345, .date = 19691231, .currency = "KWD",
                  .type = "Business", .extra = "{\"a\":1}", .source_line = 7,
                  .source_fingerprint = UINT64_MAX, .source_external_id = "TX-1"),
      IEX_EXPENSE(.name = "Most", .amount_minor = INT64_MAX, .date = 99991231, .tags = tags,
                  .tag_count = 1, .conversion_currency = "JPY", .conversion_amount_minor = -1)};
  MUST(iex_store_add_many(store, rows, COUNT(rows), NULL, &error));
  return store;
}

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  iex_view *view = NULL;
  struct ArrowArrayStream stream;
  MUST(iex_view_open(store, NULL, &view, &error));
  memset(&stream, 0xaa, sizeof(stream));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_view_arrow_stream(NULL, 0, 0, &stream, &error));
  CHECK(stream.release == NULL);
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_arrow_stream(NULL, NULL, 0, 0, &stream, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_arrow_stream(view, 0, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_arrow_stream(store, NULL, 0, 0, NULL, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_view_arrow_stream(view, 0, 8, &stream, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_view_arrow_stream(view, UINT64_C(1) << 63, 0, &stream, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_arrow_stream(store, &IEX_QUERY(.month = 1), 0, 0, &stream, &error));
  CHECK(stream.release == NULL);
  CHECK_CODE(IEX_OK, iex_view_arrow_stream(view, 0, 0, &stream, NULL));
  CHECK(stream.get_last_error(&stream) == NULL);
  CHECK_INT(stream.get_schema(&stream, NULL), EINVAL);
  CHECK_INT(stream.get_next(&stream, NULL), EINVAL);
  /* Released twice: nothing happens, and what was released answers nothing. */
  struct ArrowSchema schema;
  MUST_HOLD(stream.get_schema(&stream, &schema) == 0);
  void (*end_schema)(struct ArrowSchema *) = schema.release;
  void (*end_stream)(struct ArrowArrayStream *) = stream.release;
  int (*next)(struct ArrowArrayStream *, struct ArrowArray *) = stream.get_next;
  end_schema(&schema), end_schema(&schema), end_schema(NULL);
  end_stream(&stream), end_stream(&stream), end_stream(NULL);
  CHECK(schema.release == NULL && stream.release == NULL);
  struct ArrowArray batch;
  CHECK_INT(next(&stream, &batch), EINVAL);
  close_store(store);
}

/* The columns of a schema in one line, for comparison. */
static void check_schema(iex_store *store, uint64_t fields, uint32_t flags, const char *expected) {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  char line[1024] = "";
  MUST(iex_store_arrow_stream(store, NULL, fields, flags, &stream, &error));
  MUST_HOLD(stream.get_schema(&stream, &schema) == 0);
  CHECK_STR(schema.format, "+s");
  for (int64_t i = 0; i < schema.n_children; i++) {
    const struct ArrowSchema *child = schema.children[i];
    snprintf(line + strlen(line), sizeof(line) - strlen(line), "%s%s:%s%s%s", i ? " " : "",
             child->name, child->format, child->dictionary ? "*" : "",
             child->flags & ARROW_FLAG_NULLABLE ? "?" : "");
  }
  CHECK_STR(line, expected);
  schema.release(&schema);
  CHECK(schema.release == NULL);
  stream.release(&stream);
}

static void columns_and_their_types(void) {
  iex_store *store = varied_store("a.db");
  check_schema(store, 0, 0,
               "id:l date:tdD name:u type:i*? category:i*? amount:d:38,3 currency:i*? account:i*? "
               "note:u? tags:+l reimbursement:i* conversion_amount:d:38,3? conversion_currency:i*? "
               "conversion_rate:u? source_import:l? source_line:l? source_fingerprint:L? "
               "source_external_id:u? extra:u? uuid:w:16");
  check_schema(store, IEX_BIT(IEX_FIELD_AMOUNT) | IEX_BIT(IEX_FIELD_CURRENCY), IEX_ARROW_PLAIN,
               "id:l amount:d:38,3 currency:u?");
  check_schema(store, IEX_BIT(IEX_FIELD_CONVERSION), IEX_ARROW_MINOR,
               "id:l conversion_minor:l? conversion_currency:i*? conversion_rate:u?");
  close_store(store);
}

/* Compares a batch with the rows of a page. */
static void compare(const struct ArrowSchema *schema, const struct ArrowArray *batch,
                    const iex_expense *rows, size_t count) {
  const char *format = "", *decimals = "";
#define CHILD(name) child_of(schema, batch, name, &format)
#define CHECK_TEXT(name, text, row)                                      \
  do {                                                                   \
    const char *seen = text_at(CHILD(name), (int64_t)(row));             \
    if ((text) && *(text)) CHECK_STR(seen ? seen : "(null)", (text));    \
    else CHECK(seen == NULL);                                            \
  } while (0)
  if (!CHECK_INT(batch->length, (int64_t)count)) return;
  const struct ArrowArray *minor = CHILD("amount_minor");
  const struct ArrowArray *amount = minor ? NULL : child_of(schema, batch, "amount", &decimals);
  for (size_t i = 0; i < count; i++) {
    const iex_expense *row = &rows[i];
    int32_t day = 0;
    CHECK_INT(((const int64_t *)CHILD("id")->buffers[1])[i], row->id);
    day = ((const int32_t *)CHILD("date")->buffers[1])[i];
    if (row->date == 19691231) CHECK_INT(day, -1);
    if (row->date == 20260301) CHECK_INT(day, 20513);
    if (row->date == 99991231) CHECK_INT(day, 2932896);
    CHECK_TEXT("name", row->name, i);
    CHECK_TEXT("type", row->type, i);
    CHECK_TEXT("category", row->category, i);
    CHECK_TEXT("currency", row->currency, i);
    CHECK_TEXT("account", row->account, i);
    CHECK_TEXT("note", row->note, i);
    CHECK_TEXT("extra", row->extra, i);
    CHECK_TEXT("conversion_currency", row->conversion_currency, i);
    CHECK_TEXT("conversion_rate", row->conversion_rate, i);
    CHECK_TEXT("source_external_id", row->source_external_id, i);
    CHECK_STR(text_at(CHILD("reimbursement"), (int64_t)i), row->reimbursement ? "open" : "none");
    CHECK(memcmp((const char *)CHILD("uuid")->buffers[1] + 16 * i, row->uuid, 16) == 0);
    CHECK_INT(((const int64_t *)CHILD("source_line")->buffers[1])[i], row->source_line);
    CHECK(is_null(CHILD("source_line"), (int64_t)i) == (row->source_line == 0));
    CHECK(((const uint64_t *)CHILD("source_fingerprint")->buffers[1])[i] ==
          row->source_fingerprint);
    const struct ArrowArray *tags = CHILD("tags");
    const int32_t *ends = tags->buffers[1];
    CHECK_INT(ends[i + 1] - ends[i], row->tag_count);
    for (uint32_t k = 0; k < row->tag_count; k++)
      CHECK_STR(text_at(tags->children[0], ends[i] + (int32_t)k), row->tags[k]);
    if (minor) {
      CHECK_INT(((const int64_t *)minor->buffers[1])[i], row->amount_minor);
      CHECK(is_null(CHILD("conversion_minor"), (int64_t)i) == !row->conversion_currency);
    } else {
      /* All have the digits of the dinar: cents times ten, yen times a thousand. */
      const int64_t *words = (const int64_t *)amount->buffers[1] + 2 * i;
      int64_t factor = row->currency_digits == 3 ? 1 : row->currency_digits == 2 ? 10 : 1000;
      uint64_t low = (uint64_t)row->amount_minor * (uint64_t)factor;
      CHECK_STR(decimals, "d:38,3");
      CHECK(words[0] == (int64_t)low);
      if (row->amount_minor < INT64_MAX) CHECK_INT(words[1], row->amount_minor < 0 ? -1 : 0);
      else CHECK_INT(words[1], 4); /* 10 times 2^63 - 1 */
    }
  }
}

static void all_values(void) {
  iex_store *store = varied_store("a.db");
  static const uint32_t flags[] = {0, IEX_ARROW_PLAIN, IEX_ARROW_MINOR, IEX_ARROW_WHOLE,
                                   IEX_ARROW_PLAIN | IEX_ARROW_MINOR | IEX_ARROW_WHOLE};
  const int64_t ids[] = {1, 2, 3, 4}, reversed[] = {4, 3, 2, 1};
  iex_page *page;
  size_t count;
  for (size_t i = 0; i < COUNT(flags); i++) {
    for (int order = 0; order < 2; order++) {
      struct ArrowArrayStream stream;
      struct ArrowSchema schema;
      struct ArrowArray batch, end;
      const iex_query backwards = IEX_QUERY(.sort = -IEX_SORT_ID);
      MUST(iex_store_get(store, order ? reversed : ids, 4, &page, &error));
      const iex_expense *rows = iex_page_rows(page, &count);
      MUST(iex_store_arrow_stream(store, order ? &backwards : NULL, 0, flags[i], &stream, &error));
      MUST_HOLD(stream.get_schema(&stream, &schema) == 0);
      MUST_HOLD(stream.get_next(&stream, &batch) == 0);
      MUST_HOLD(stream.get_next(&stream, &end) == 0);
      CHECK(end.release == NULL);
      stream.release(&stream);
      compare(&schema, &batch, rows, count);
      batch.release(&batch);
      CHECK(batch.release == NULL);
      schema.release(&schema);
      CHECK_CODE(IEX_OK, iex_page_close(page));
    }
  }
  close_store(store);
}

/* More rows than a batch has; where everything is slow, under valgrind, some of one. */
/* More than one of the pieces that columns are in, and beyond --quick more than a batch holds. */
static int64_t large_count(void) { return getenv("IEX_TEST_QUICK") ? 6000 : 70000; }

static iex_store *large_store(const char *path) {
  iex_store *store = open_store(path);
  static char names[1000][16];
  static iex_expense expenses[1000];
  MUST(iex_store_begin(store, NULL, &error));
  for (int64_t i = 0; i < large_count(); i += 1000) {
    for (int k = 0; k < 1000; k++) {
      snprintf(names[k], sizeof(names[k]), "Payee %d", k);
      expenses[k] = IEX_EXPENSE(.name = names[k], .amount_minor = i + k, .date = 20260301);
    }
    MUST(iex_store_add_many(store, expenses, 1000, NULL, &error));
  }
  MUST(iex_store_commit(store, &error));
  return store;
}

static void batches(void) {
  iex_store *store = large_store("a.db");
  for (int whole = 0; whole < 2; whole++) {
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    int64_t rows = 0, sum = 0;
    int parts = 0;
    MUST(iex_store_arrow_stream(store, NULL, IEX_BIT(IEX_FIELD_AMOUNT),
                                whole ? IEX_ARROW_MINOR | IEX_ARROW_WHOLE : IEX_ARROW_MINOR,
                                &stream, &error));
    while (stream.get_next(&stream, &batch) == 0 && batch.release) {
      for (int64_t i = 0; i < batch.length; i++)
        sum += ((const int64_t *)batch.children[1]->buffers[1])[i];
      rows += batch.length, parts++;
      CHECK(whole || batch.length <= 65536);
      batch.release(&batch);
    }
    CHECK_INT(rows, large_count());
    CHECK_INT(sum, large_count() * (large_count() - 1) / 2);
    CHECK_INT(parts, whole || large_count() <= 65536 ? 1 : 2);
    stream.release(&stream);
  }
  close_store(store);
}

static void nothing(void) {
  iex_store *store = open_store("a.db");
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  MUST(iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error));
  MUST_HOLD(stream.get_next(&stream, &batch) == 0);
  CHECK(batch.release == NULL);
  stream.release(&stream);
  /* In one batch even nothing is a batch. */
  MUST(iex_store_arrow_stream(store, NULL, 0, IEX_ARROW_WHOLE, &stream, &error));
  MUST_HOLD(stream.get_next(&stream, &batch) == 0);
  MUST_HOLD(batch.release != NULL);
  CHECK_INT(batch.length, 0);
  CHECK_INT(batch.n_children, 20);
  batch.release(&batch);
  MUST_HOLD(stream.get_next(&stream, &batch) == 0);
  CHECK(batch.release == NULL);
  stream.release(&stream);
  close_store(store);
}

/* A stream that is not read, one that is read in part, and a batch that outlives its stream. */
static void released_early(void) {
  iex_store *store = large_store("a.db");
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  MUST(iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error));
  stream.release(&stream);
  MUST(iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error));
  MUST_HOLD(stream.get_next(&stream, &batch) == 0);
  stream.release(&stream);
  CHECK(stream.release == NULL);
  CHECK_INT(batch.length, large_count() < 65536 ? large_count() : 65536);
  CHECK_STR(text_at(batch.children[2], 1535), "Payee 535");
  batch.release(&batch);
  close_store(store);
}

/* Who takes a child, a dictionary or the elements of a list out of a batch releases it itself. */
static void children_that_outlive(void) {
  iex_store *store = varied_store("a.db");
  struct ArrowArrayStream stream;
  struct ArrowSchema schema, moved_schema;
  struct ArrowArray batch, name, dictionary, tags;
  MUST(iex_store_arrow_stream(store, NULL, 0, 0, &stream, &error));
  MUST_HOLD(stream.get_schema(&stream, &schema) == 0);
  MUST_HOLD(stream.get_next(&stream, &batch) == 0);
  stream.release(&stream);
  close_store(store);
  name = *batch.children[2], batch.children[2]->release = NULL;
  dictionary = *batch.children[3]->dictionary, batch.children[3]->dictionary->release = NULL;
  tags = *batch.children[9]->children[0], batch.children[9]->children[0]->release = NULL;
  moved_schema = *schema.children[9], schema.children[9]->release = NULL;
  batch.release(&batch);
  schema.release(&schema);
  CHECK_STR(text_at(&name, 3), "Most");
  CHECK_STR(text_at(&dictionary, 0), "Personal");
  CHECK_STR(text_at(&tags, 1), "r\xc3\xa9union");
  CHECK_STR(moved_schema.children[0]->format, "u");
  moved_schema.release(&moved_schema);
  tags.release(&tags);
  name.release(&name);
  dictionary.release(&dictionary);
}

/* What the store does meanwhile does not reach a stream. */
static void store_changes_and_closes(void) {
  iex_store *store = large_store("a.db");
  iex_view *view;
  struct ArrowArrayStream streams[2];
  const int64_t first = 1;
  MUST(iex_view_open(store, &IEX_QUERY(.sort = -IEX_SORT_ID), &view, &error));
  MUST(iex_store_arrow_stream(store, NULL, 0, IEX_ARROW_MINOR, &streams[0], &error));
  MUST(iex_view_arrow_stream(view, 0, IEX_ARROW_MINOR, &streams[1], &error));
  MUST(iex_store_remove(store, &first, 1, &error));
  add_simple(store, "Later", 1);
  CHECK_CODE(IEX_OK, iex_view_close(view));
  close_store(store);
  for (int i = 0; i < 2; i++) {
    struct ArrowArray batch;
    int64_t rows = 0;
    MUST_HOLD(streams[i].get_next(&streams[i], &batch) == 0);
    CHECK_INT(((const int64_t *)batch.children[0]->buffers[1])[0], i ? large_count() : 1);
    do {
      rows += batch.length;
      batch.release(&batch);
    } while (streams[i].get_next(&streams[i], &batch) == 0 && batch.release);
    CHECK_INT(rows, large_count());
    streams[i].release(&streams[i]);
  }
}

static int64_t rows_of(struct ArrowArrayStream stream, const char *last) {
  struct ArrowArray batch;
  int64_t rows = 0;
  while (stream.get_next(&stream, &batch) == 0 && batch.release) {
    rows += batch.length;
    if (last) CHECK_STR(text_at(batch.children[1], batch.length - 1), last);
    batch.release(&batch);
  }
  stream.release(&stream);
  return rows;
}

/* A view shows commits, sections without their rows, no more than its limit, and stands still when
 * it is queued. */
static void what_a_view_shows(void) {
  iex_store *store = open_store("a.db");
  iex_view *view, *queued;
  struct ArrowArrayStream stream;
  const uint64_t name = IEX_BIT(IEX_FIELD_NAME);
  const int64_t gone = 2;
  for (int i = 0; i < 20; i++) add_simple(store, i % 2 ? "Odd" : "Even", i);
  MUST(iex_view_open(store,
                     &IEX_QUERY(.section = IEX_SECTION_TYPE, .flags = IEX_QUERY_SECTION_ROWS,
                                .limit = 15, .sort = -IEX_SORT_AMOUNT),
                     &view, &error));
  MUST(iex_view_open(store, &IEX_QUERY(.flags = IEX_QUERY_QUEUED), &queued, &error));
  MUST(iex_view_arrow_stream(view, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Odd"), 15);
  MUST(iex_store_begin(store, NULL, &error));
  MUST(iex_store_remove(store, &gone, 1, &error));
  const iex_expense changed = IEX_EXPENSE(.id = 20, .name = "Changed", .note = "later");
  MUST(iex_store_update(store, &changed, name | IEX_BIT(IEX_FIELD_NOTE), &error));
  MUST(iex_store_arrow_stream(store, NULL, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Changed"), 19);
  MUST(iex_view_arrow_stream(queued, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Odd"), 20);
  MUST(iex_store_commit(store, &error));
  /* The queued view was not told yet: what it shows is read from the journal. */
  MUST(iex_view_arrow_stream(queued, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Odd"), 20);
  MUST(iex_view_arrow_stream(view, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, NULL), 15);
  iex_splice splice;
  MUST(iex_view_step(queued, &splice, &error));
  MUST(iex_view_arrow_stream(queued, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Odd"), 20); /* between two steps it is what it was before them */
  while (splice.told) MUST(iex_view_step(queued, &splice, &error));
  MUST(iex_view_arrow_stream(queued, name, 0, &stream, &error));
  CHECK_INT(rows_of(stream, "Changed"), 19);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(columns_and_their_types),
          TEST_CASE(all_values), TEST_CASE(batches), TEST_CASE(nothing),
          TEST_CASE(released_early), TEST_CASE(children_that_outlive),
          TEST_CASE(store_changes_and_closes), TEST_CASE(what_a_view_shows))

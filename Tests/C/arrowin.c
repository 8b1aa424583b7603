/* Arrow tables that come in: every type that is taken, every rule of Arrow broken, streams that fail,
 * and each part released exactly once whatever comes. */
#include "arrowing.h"

static void null_for_everything(void) {
  iex_store *store = open_store("a.db");
  table t = two_rows();
  struct ArrowArrayStream stream = {.release = NULL};
  int64_t first = 7, count = 7;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_arrow(store, NULL, &first, &count, &error));
  CHECK_INT(first, 0);
  CHECK_INT(count, 0);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_arrow(store, &stream, &first, &count, &error));
  /* Without a store the stream is released all the same. */
  CHECK_INT(take_table(NULL, &t, 2, &first, &count), IEX_ERROR_HANDLE);
  CHECK_INT(take_table(NOT_A_HANDLE(iex_store), &t, 2, NULL, NULL), IEX_ERROR_HANDLE);
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_OK);
  CHECK_INT(count_of(store), 2);
  /* Functions that are not there. */
  for (int i = 0; i < 2; i++) {
    table_ready(&t, 2);
    stream = table_stream(&t);
    if (i) stream.get_next = NULL;
    else stream.get_schema = NULL;
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_add_arrow(store, &stream, NULL, NULL, &error));
    CHECK(stream.release == NULL);
  }
  CHECK_INT(t.streams_in, t.streams_out);
  close_store(store);
}

/* From store to store by a stream: the same but for the ids and where they came from. */
static void there_and_back(void) {
  static const uint32_t flags[] = {0, IEX_ARROW_PLAIN, IEX_ARROW_MINOR, IEX_ARROW_WHOLE};
  iex_store *store = open_store("a.db"), *copy = open_store("b.db");
  const char *const tags[] = {"client", "r\xc3\xa9union"};
  iex_expense rows[] = {
      IEX_EXPENSE(.name = "Coffee", .amount_minor = 350, .date = 20260301, .tags = tags,
                  .tag_count = 2, .category = "Food:Cafe", .note = "caf\xc3\xa9"),
      IEX_EXPENSE(.name = "Sushi", .amount_minor = 900, .date = 20260302, .currency = "JPY",
                  .conversion_currency = "EUR", .conversion_amount_minor = 550,
                  .conversion_rate = "0.0061", .account = "Visa",
                  .reimbursement = IEX_REIMBURSEMENT_PAID),
      IEX_EXPENSE(.name = "Refund", .amount_minor = INT64_MIN, .date = 19691231, .currency = "KWD",
                  .type = "Business", .extra = "{\"a\":1}", .source_line = 7),
      IEX_EXPENSE(.name = "Most", .amount_minor = INT64_MAX, .date = 10101, .tags = tags,
                  .tag_count = 1, .conversion_currency = "JPY", .conversion_amount_minor = -1)};
  MUST(iex_store_add_many(store, rows, COUNT(rows), NULL, &error));
  for (size_t i = 0; i < COUNT(flags); i++) {
    struct ArrowArrayStream stream;
    int64_t first, count;
    iex_page *pages[2];
    MUST(iex_store_arrow_stream(store, NULL, 0, flags[i], &stream, &error));
    MUST(iex_store_add_arrow(copy, &stream, &first, &count, &error));
    CHECK(stream.release == NULL);
    CHECK_INT(count, 4);
    CHECK_INT(first, 1 + 4 * (int64_t)i);
    for (int64_t id = 1; id <= 4; id++) {
      const iex_expense *a = expense_of(store, id, &pages[0]);
      const iex_expense *b = expense_of(copy, first + id - 1, &pages[1]);
      CHECK_STR(b->name, a->name);
      CHECK_STR(b->type, a->type);
      CHECK_STR(b->category, a->category);
      CHECK_STR(b->currency, a->currency);
      CHECK_STR(b->account, a->account);
      CHECK_STR(b->note, a->note);
      CHECK_STR(b->extra, a->extra);
      CHECK_STR(b->conversion_rate, a->conversion_rate);
      CHECK_INT(b->conversion_amount_minor, a->conversion_amount_minor);
      CHECK(!b->conversion_currency == !a->conversion_currency);
      if (a->conversion_currency) CHECK_STR(b->conversion_currency, a->conversion_currency);
      CHECK_INT(b->amount_minor, a->amount_minor);
      CHECK_INT(b->date, a->date);
      CHECK_INT(b->reimbursement, a->reimbursement);
      CHECK_INT(b->tag_count, a->tag_count);
      for (uint32_t k = 0; k < a->tag_count && k < b->tag_count; k++)
        CHECK_STR(b->tags[k], a->tags[k]);
      CHECK(memcmp(a->uuid, b->uuid, 16) == 0);
      CHECK_INT(b->source_line, 0);
      CHECK_CODE(IEX_OK, iex_page_close(pages[0]));
      CHECK_CODE(IEX_OK, iex_page_close(pages[1]));
    }
  }
  /* One change each, which one undo takes back. */
  CHECK_INT(revision_of(copy), NEW_REVISION + COUNT(flags));
  iex_step step;
  MUST(iex_store_undo(copy, 0, &step, &error));
  CHECK_INT(count_of(copy), 12);
  close_store(copy);
  close_store(store);
}

/* Takes one column beside a name and an amount; the status, and the expense of row 1 in `page`. */
static iex_status take_column(iex_store *store, const char *name, const char *format, int buffers,
                              const void *first, const void *second, const void *third,
                              const iex_expense **expense, iex_page **page) {
  table t = two_rows();
  if (!strncmp(name, "amount", 6)) t.count = 1; /* in place of the other amount */
  table_add(&t, name, format, 2, buffers, first, second, third);
  int64_t id;
  iex_status status = take_table(store, &t, 2, &id, NULL);
  *expense = NULL;
  if (!status) *expense = expense_of(store, id + 1, page);
  return status;
}

static void every_type_of_number_and_date(void) {
  static const int8_t bytes[] = {1, -2};
  static const uint8_t unsigned_bytes[] = {1, 200};
  static const int16_t shorts[] = {1, -300};
  static const uint16_t unsigned_shorts[] = {1, 60000};
  static const int32_t ints[] = {1, -70000};
  static const uint32_t unsigned_ints[] = {1, 4000000000u};
  static const int64_t longs[] = {1, -5000000000};
  static const uint64_t unsigned_longs[] = {1, 5000000000u}, too_large[] = {1, UINT64_MAX};
  static const int64_t decimals[] = {150, 0, -1250, -1};
  static const int64_t wide[] = {150, 0, 0, 0, -1250, -1, -1, -1};
  static const int64_t too_wide[] = {150, 0, 0, 0, 0, 0, 1, 0};
  static const int32_t days[] = {0, 20513}, far_days[] = {0, 2932897};
  static const int64_t milliseconds[] = {0, INT64_C(20513) * 86400000};
  static const int64_t seconds[] = {0, -86400}, noon[] = {0, 43200};
  static const int64_t micros[] = {0, INT64_C(20513) * 86400 * 1000000};
  static const int64_t nanos[] = {0, INT64_C(20513) * 86400 * 1000000000};
  static const double floats[] = {1.5, 2.5};
  static const uint8_t none[] = {0}, second[] = {2};
  static const struct {
    const char *name, *format;
    const void *bits, *data;
    iex_status status;
    int64_t expected; /* of row 1: the minor units, or the date */
  } cases[] = {
      {"amount_minor", "c", NULL, bytes, IEX_OK, -2},
      {"amount_minor", "C", NULL, unsigned_bytes, IEX_OK, 200},
      {"amount_minor", "s", NULL, shorts, IEX_OK, -300},
      {"amount_minor", "S", NULL, unsigned_shorts, IEX_OK, 60000},
      {"amount_minor", "i", NULL, ints, IEX_OK, -70000},
      {"amount_minor", "I", NULL, unsigned_ints, IEX_OK, 4000000000},
      {"amount_minor", "l", NULL, longs, IEX_OK, -5000000000},
      {"amount_minor", "L", NULL, unsigned_longs, IEX_OK, 5000000000},
      {"amount_minor", "L", NULL, too_large, IEX_ERROR_OVERFLOW, 0},
      {"amount_minor", "l", second, longs, IEX_ERROR_INVALID, 0},
      {"amount_minor", "d:38,2", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount_minor", "g", NULL, floats, IEX_ERROR_INVALID, 0},
      {"amount", "i", NULL, ints, IEX_OK, -7000000},
      {"amount", "d:38,2", NULL, decimals, IEX_OK, -1250},
      {"amount", "d:38,2,128", NULL, decimals, IEX_OK, -1250},
      {"amount", "d:38,3", NULL, decimals, IEX_OK, -125},
      {"amount", "d:38,0", NULL, decimals, IEX_OK, -125000},
      {"amount", "d:38,-2", NULL, decimals, IEX_OK, -12500000},
      {"amount", "d:38,5", NULL, decimals, IEX_ERROR_INVALID, 0}, /* finer than cents */
      {"amount", "d:38,-30", NULL, decimals, IEX_ERROR_OVERFLOW, 0},
      {"amount", "d:76,2,256", NULL, wide, IEX_OK, -1250},
      {"amount", "d:76,2,256", NULL, too_wide, IEX_ERROR_OVERFLOW, 0},
      {"amount", "d:9,2,32", NULL, ints, IEX_OK, -70000},
      {"amount", "d:18,2,64", NULL, longs, IEX_OK, -5000000000},
      {"amount", "d:38,2,48", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount", "d:38", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount", "d:38,-77", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount", "d:38,-9223372036854775808", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount", "d:38,x", NULL, decimals, IEX_ERROR_FORMAT, 0},
      {"amount", "g", NULL, floats, IEX_ERROR_INVALID, 0},
      {"amount", "g", none, floats, IEX_ERROR_INVALID, 0}, /* an amount must be there */
      {"date", "tdD", NULL, days, IEX_OK, 20260301},
      {"date", "tdD", NULL, far_days, IEX_ERROR_INVALID, 0},
      {"date", "tdm", NULL, milliseconds, IEX_OK, 20260301},
      {"date", "tss:", NULL, seconds, IEX_OK, 19691231},
      {"date", "tss:", NULL, noon, IEX_ERROR_INVALID, 0},
      {"date", "tsm:", NULL, milliseconds, IEX_OK, 20260301},
      {"date", "tsu:", NULL, micros, IEX_OK, 20260301},
      {"date", "tsn:", NULL, nanos, IEX_OK, 20260301},
      {"date", "tsn:UTC", NULL, nanos, IEX_ERROR_FORMAT, 0},
      {"date", "ttm", NULL, ints, IEX_ERROR_FORMAT, 0},
      {"date", "l", NULL, longs, IEX_ERROR_FORMAT, 0},
      {"reimbursement", "c", NULL, unsigned_bytes, IEX_ERROR_INVALID, 0},
      {"note", "i", NULL, ints, IEX_ERROR_FORMAT, 0},
      {"conversion_minor", "l", NULL, longs, IEX_ERROR_INVALID, 0}, /* in no currency */
      {"conversion_minor", "g", none, floats, IEX_OK, 8990},        /* all null: nothing */
      {"source_line", "g", NULL, floats, IEX_OK, 8990},             /* not read */
      {"id", "l", NULL, longs, IEX_OK, 8990},
  };
  iex_store *store = open_store("a.db");
  for (size_t i = 0; i < COUNT(cases); i++) {
    const iex_expense *expense;
    iex_page *page;
    iex_status status = take_column(store, cases[i].name, cases[i].format, 2, cases[i].bits,
                                    cases[i].data, NULL, &expense, &page);
    if (!CHECK_INT(status, cases[i].status) || status) {
      if (status != cases[i].status) printf("    %s %s\n", cases[i].name, cases[i].format);
      continue;
    }
    bool is_date = !strcmp(cases[i].name, "date");
    CHECK_INT(is_date ? expense->date : expense->amount_minor, cases[i].expected);
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  close_store(store);
}

/* A view of a text: its length, and the text itself or its beginning and where it stands. */
typedef struct text_view {
  int32_t size;
  char start[4];
  int32_t buffer, offset;
} text_view;

static void every_type_of_text(void) {
  static const int32_t offsets[] = {0, 1, 31};
  static const int64_t wide_offsets[] = {0, 1, 31};
  static const char bytes[] = "aA text that is no view's guest.";
  static const int64_t sizes[] = {31};
  const text_view views[] = {{1, "a", 0, 0}, {30, {'A', ' ', 't', 'e'}, 0, 1}};
  iex_store *store = open_store("a.db");
  iex_page *page;
  const iex_expense *expense;
  int64_t id;

  CHECK_INT(take_column(store, "note", "u", 3, NULL, offsets, bytes, &expense, &page), 0);
  CHECK_STR(expense->note, "A text that is no view's guest");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "note", "U", 3, NULL, wide_offsets, bytes, &expense, &page), 0);
  CHECK_STR(expense->note, "A text that is no view's guest");
  CHECK_CODE(IEX_OK, iex_page_close(page));

  table t = two_rows();
  column *c = table_add(&t, "note", "vu", 2, 4, NULL, views, bytes);
  c->buffers[3] = sizes;
  MUST(take_table(store, &t, 2, &id, NULL));
  expense = expense_of(store, id, &page);
  CHECK_STR(expense->note, "a");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  expense = expense_of(store, id + 1, &page);
  CHECK_STR(expense->note, "A text that is no view's guest");
  CHECK_CODE(IEX_OK, iex_page_close(page));

  /* Codes of every width for texts. */
  static const char *const codes[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
  for (size_t i = 0; i < COUNT(codes); i++) {
    const int8_t narrow[] = {0, 1};
    const int16_t two[] = {0, 1};
    const int32_t four[] = {0, 1};
    const int64_t eight[] = {0, 1};
    const void *data[] = {narrow, two, four, eight};
    t = two_rows();
    c = table_add(&t, "category", codes[i], 2, 2, NULL, data[i / 2], NULL);
    c->values_schema = (struct ArrowSchema){.format = "u", .release = table_end_child_schema};
    c->values_buffers[1] = offsets, c->values_buffers[2] = bytes;
    c->values = (struct ArrowArray){.length = 2, .n_buffers = 3, .buffers = c->values_buffers,
                                    .release = table_end_child};
    c->schema.dictionary = &c->values_schema, c->array.dictionary = &c->values;
    MUST(take_table(store, &t, 2, &id, NULL));
    expense = expense_of(store, id + 1, &page);
    CHECK_STR(expense->category, "A text that is no view's guest");
    CHECK_CODE(IEX_OK, iex_page_close(page));
    /* A code that the dictionary does not have. */
    c->values.length = 1;
    CHECK_INT(take_table(store, &t, 2, &id, NULL), IEX_ERROR_FORMAT);
    CHECK_HAS(error.message, "its code is none of the 1");
    c->array.dictionary = NULL;
    CHECK_INT(take_table(store, &t, 2, &id, NULL), IEX_ERROR_FORMAT);
  }

  /* Dates, amounts, states and UUIDs as texts. */
  static const int32_t dates[] = {0, 10, 20};
  CHECK_INT(take_column(store, "date", "u", 3, NULL, dates, "2026-03-012026-03-02", &expense,
                        &page), 0);
  CHECK_INT(expense->date, 20260302);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "date", "u", 3, NULL, dates, "2026-03-012026-13-02", &expense,
                        &page), IEX_ERROR_INVALID);
  CHECK_HAS(error.message, "column \"date\", row 1");
  CHECK_INT(error.field, IEX_FIELD_DATE);
  static const int32_t amounts[] = {0, 1, 6};
  CHECK_INT(take_column(store, "amount", "u", 3, NULL, amounts, "19 JPY", &expense, &page), 0);
  CHECK_STR(expense->currency, "JPY");
  CHECK_INT(expense->amount_minor, 9);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "amount", "u", 3, NULL, amounts, "19.123", &expense, &page),
            IEX_ERROR_INVALID);
  CHECK_INT(take_column(store, "amount", "u", 3, NULL, amounts, "19 XYZ", &expense, &page),
            IEX_ERROR_CURRENCY);
  /* What only the store refuses names the row of the stream too. */
  static const int32_t objects[] = {0, 2, 9};
  CHECK_INT(take_column(store, "extra", "u", 3, NULL, objects, "{}no JSON", &expense, &page),
            IEX_ERROR_INVALID);
  CHECK_HAS(error.message, "row 1: ");
  CHECK_INT(error.field, IEX_FIELD_EXTRA);
  static const int32_t states[] = {0, 4, 8};
  CHECK_INT(take_column(store, "reimbursement", "u", 3, NULL, states, "openpaid", &expense, &page),
            0);
  CHECK_INT(expense->reimbursement, IEX_REIMBURSEMENT_PAID);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "reimbursement", "u", 3, NULL, states, "openPaid", &expense, &page),
            IEX_ERROR_INVALID);
  static const int32_t uuids[] = {0, 36, 72};
  CHECK_INT(take_column(store, "uuid", "u", 3, NULL, uuids,
                        "00000000-0000-7000-8000-00000000000100000000-0000-7000-8000-00000000000a",
                        &expense, &page), 0);
  CHECK_INT(expense->uuid[15], 10);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  static const int32_t halves[] = {0, 16, 32};
  CHECK_INT(take_column(store, "uuid", "z", 3, NULL, halves, "0123456789abcdef0123456789abcdeF",
                        &expense, &page), 0);
  CHECK_INT(expense->uuid[15], 'F');
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "uuid", "z", 3, NULL, states, "openpaid", &expense, &page),
            IEX_ERROR_INVALID);
  CHECK_INT(take_column(store, "uuid", "w:8", 2, NULL, bytes, NULL, &expense, &page),
            IEX_ERROR_FORMAT);
  CHECK_INT(take_column(store, "note", "z", 3, NULL, offsets, bytes, &expense, &page),
            IEX_ERROR_FORMAT);
  CHECK_INT(take_column(store, "note", "n", 0, NULL, NULL, NULL, &expense, &page), 0);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_INT(take_column(store, "note", "+r", 2, NULL, NULL, NULL, &expense, &page),
            IEX_ERROR_FORMAT);
  CHECK_INT(take_column(store, "note", "u", 3, NULL, amounts, "a\xff\xff\xff\xff\xff", &expense,
                        &page), IEX_ERROR_ENCODING);
  CHECK_HAS(error.message, "row 1");
  close_store(store);
}

/* A column of lists of texts: those of row 0, then those of row 1. */
static column *add_tags(table *t, const int32_t *ends, const int32_t *offsets, const char *bytes,
                        int64_t elements) {
  column *c = table_add(t, "tags", "+l", 2, 2, NULL, ends, NULL);
  c->element_schema = (struct ArrowSchema){.format = "u", .name = "item",
                                           .release = table_end_child_schema};
  c->schema_child = &c->element_schema;
  c->schema.n_children = 1, c->schema.children = &c->schema_child;
  c->elements_buffers[1] = offsets, c->elements_buffers[2] = bytes;
  c->elements = (struct ArrowArray){.length = elements, .n_buffers = 3,
                                    .buffers = c->elements_buffers, .release = table_end_child};
  c->array_child = &c->elements;
  c->array.n_children = 1, c->array.children = &c->array_child;
  return c;
}

static void lists(void) {
  static const int32_t ends[] = {0, 0, 2}, offsets[] = {0, 1, 3};
  static const int32_t back[] = {0, 2, 1}, beyond[] = {0, 1, 3}, below[] = {-1, 0, 1};
  static const uint8_t no_bits[] = {2};
  iex_store *store = open_store("a.db");
  iex_page *page;
  int64_t id;
  table t = two_rows();
  add_tags(&t, ends, offsets, "abc", 2);
  MUST(take_table(store, &t, 2, &id, NULL));
  const iex_expense *expense = expense_of(store, id + 1, &page);
  CHECK_INT(expense->tag_count, 2);
  CHECK_STR(expense->tags[1], "bc");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  const int32_t *wrong[] = {back, beyond, below};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    t = two_rows();
    add_tags(&t, wrong[i], offsets, "abc", 2);
    CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  }
  /* Codes for tags. */
  static const int8_t codes[] = {1, 0};
  t = two_rows();
  column *coded = add_tags(&t, ends, NULL, NULL, 2);
  coded->element_schema.format = "c", coded->elements.n_buffers = 2;
  coded->elements_buffers[1] = codes;
  coded->values_schema = (struct ArrowSchema){.format = "u", .release = table_end_child_schema};
  coded->values_buffers[1] = offsets, coded->values_buffers[2] = "abc";
  coded->values = (struct ArrowArray){.length = 2, .n_buffers = 3, .release = table_end_child,
                                      .buffers = coded->values_buffers};
  coded->element_schema.dictionary = &coded->values_schema;
  coded->elements.dictionary = &coded->values;
  MUST(take_table(store, &t, 2, &id, NULL));
  expense = expense_of(store, id + 1, &page);
  CHECK_INT(expense->tag_count, 2);
  CHECK_STR(expense->tags[0], "bc");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  /* A null in a list, a list without elements, a schema without its child. */
  t = two_rows();
  column *c = add_tags(&t, ends, offsets, "abc", 2);
  c->elements_buffers[0] = no_bits, c->elements.null_count = 1;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_INVALID);
  c->array.children = NULL;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  c->array.n_children = 0;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  c->schema.children = NULL;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  c->schema.n_children = 0;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  /* More tags than an expense may have; tags that are one text. */
  static int32_t many[66];
  static const int32_t many_ends[] = {0, 65, 65};
  for (int i = 0; i < 66; i++) many[i] = i;
  t = two_rows();
  add_tags(&t, many_ends, many, "0123456789012345678901234567890123456789012345678901234567890123456",
           65);
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_INVALID);
  CHECK_HAS(error.message, "65 tags");
  t = two_rows();
  table_add(&t, "tags", "u", 2, 3, NULL, two_offsets, "TeaTrain");
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  CHECK_HAS(error.message, "a list of utf8");
  /* Lists of lists without an end. */
  t = two_rows();
  c = add_tags(&t, ends, offsets, "abc", 2);
  c->element_schema.format = "+l", c->element_schema.n_children = 1;
  c->element_schema.children = &c->schema_child;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  CHECK_INT(count_of(store), 4);
  close_store(store);
}

/* Arrays whose values begin somewhere inside, with bits for nulls. */
static void offsets_and_nulls(void) {
  iex_store *store = open_store("a.db");
  table t = {.count = 0};
  static const int32_t offsets[] = {0, 1, 2, 5, 10, 11, 12};
  static const int64_t amounts[] = {1, 2, 3, 350, 8990, 6, 7};
  static const uint8_t bits[] = {0x3f}, some[] = {0x17}; /* of `some` value 3 is null */
  const iex_expense *expense;
  iex_page *page;
  int64_t id, count;
  column *c = table_add(&t, "name", "u", 4, 3, bits, offsets, "abTeaTrainxy");
  c->array.offset = 1;
  c = table_add(&t, "amount_minor", "l", 4, 2, NULL, amounts, NULL);
  c->array.offset = 2;
  c = table_add(&t, "note", "u", 4, 3, some, offsets, "abTeaTrainxy");
  c->array.offset = 1;
  table_ready(&t, 2);
  t.batch.offset = 1;
  struct ArrowArrayStream stream = table_stream(&t);
  MUST(iex_store_add_arrow(store, &stream, &id, &count, &error));
  CHECK_INT(count, 2);
  expense = expense_of(store, id, &page);
  CHECK_STR(expense->name, "Tea");
  CHECK_INT(expense->amount_minor, 350);
  CHECK_STR(expense->note, "Tea");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  expense = expense_of(store, id + 1, &page);
  CHECK_STR(expense->name, "Train");
  CHECK_INT(expense->amount_minor, 8990);
  CHECK_STR(expense->note, "");
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

/* What each test breaks: a schema, an array, a buffer. */
#define BREAK(number, ...) \
  case number: __VA_ARGS__; break

static bool break_schema(table *t, int which) {
  switch (which) {
    BREAK(0, t->schema.format = NULL);
    BREAK(1, t->schema.format = "u");
    BREAK(2, t->schema.n_children = -1);
    BREAK(3, t->schema.n_children = INT64_MAX);
    BREAK(4, t->schema.children = NULL);
    BREAK(5, t->schemas[0] = NULL);
    BREAK(6, t->columns[0].schema.release = NULL);
    BREAK(7, t->columns[0].schema.name = NULL);
    BREAK(8, t->columns[0].schema.name = "\xff");
    BREAK(9, t->columns[0].schema.name = "payee");
    BREAK(10, t->columns[0].schema.name = "amount_minor");
    BREAK(11, t->columns[0].schema.name = "note");   /* no name */
    BREAK(12, t->columns[1].schema.name = "id");     /* no amount */
    BREAK(13, t->columns[0].schema.format = NULL);
    BREAK(14, t->columns[0].schema.format = "\xff");
    BREAK(15, t->columns[0].schema.format = "");
    BREAK(16, t->columns[0].schema.format = "d:");
    BREAK(17, t->columns[0].schema.format = "w:99999999999999999999");
    BREAK(18, t->columns[0].schema.format = "+l");
    BREAK(19, t->columns[0].schema.format = "+m");
    BREAK(20, t->schema.n_children = 1);
    BREAK(21, t->columns[0].schema.dictionary = &t->columns[0].schema); /* a circle */
    default: return false;
  }
  return true;
}

static bool break_array(table *t, int which) {
  struct ArrowArray *a = &t->columns[0].array, *b = &t->columns[1].array;
  static const int32_t decreasing[] = {0, 8, 3}, negative[] = {-5, 3, 8};
  static const int32_t over[] = {0, 2000000000, 8}, all_negative[] = {-9, -8, -7};
  switch (which) {
    BREAK(0, t->batch.length = -1);
    BREAK(1, t->batch.length = INT64_MAX);
    BREAK(2, t->batch.offset = -1);
    BREAK(3, t->batch.offset = INT64_MAX);
    BREAK(4, t->batch.n_children = 1);
    BREAK(5, t->batch.n_children = 3);
    BREAK(6, t->batch.children = NULL);
    BREAK(7, t->arrays[1] = NULL);
    BREAK(8, t->batch.n_buffers = 0);
    BREAK(9, t->batch.null_count = 1);
    BREAK(10, t->batch.length = 3); /* more than its columns have */
    BREAK(11, a->length = -1);
    BREAK(12, a->length = 1);
    BREAK(13, a->offset = -1);
    BREAK(14, a->offset = INT64_MAX);
    BREAK(15, a->null_count = -2);
    BREAK(16, a->null_count = 3);
    BREAK(17, a->null_count = 1); /* without bits */
    BREAK(18, a->n_buffers = 2);
    BREAK(19, a->n_buffers = -1);
    BREAK(20, a->n_buffers = 4);
    BREAK(21, a->buffers = NULL);
    BREAK(22, t->columns[0].buffers[1] = NULL);
    BREAK(23, t->columns[0].buffers[2] = NULL);
    BREAK(24, a->n_children = 1);
    BREAK(25, a->n_children = -1);
    BREAK(26, a->release = NULL);
    BREAK(27, t->columns[0].buffers[1] = decreasing);
    BREAK(28, t->columns[0].buffers[1] = negative);
    BREAK(29, t->columns[0].buffers[1] = over);
    BREAK(30, t->columns[0].buffers[1] = all_negative);
    BREAK(31, b->n_buffers = 3);
    BREAK(32, t->columns[1].buffers[1] = NULL);
    BREAK(33, b->length = 1);
    BREAK(34, t->batch.buffers = NULL);
    default: return false;
  }
  return true;
}

static void rules_of_arrow_broken(void) {
  iex_store *store = open_store("a.db");
  table t;
  for (int what = 0; what < 2; what++) {
    for (int which = 0;; which++) {
      t = two_rows();
      table_ready(&t, 2);
      if (!(what ? break_array(&t, which) : break_schema(&t, which))) break;
      struct ArrowArrayStream stream = table_stream(&t);
      test_poison(&error);
      iex_status status = iex_store_add_arrow(store, &stream, NULL, NULL, &error);
      if (!CHECK_INT(status, IEX_ERROR_FORMAT)) printf("    %d %d\n", what, which);
      CHECK(stream.release == NULL);
      CHECK_INT(t.streams_in, t.streams_out);
      CHECK_INT(t.schemas_in, t.schemas_out);
      CHECK_INT(t.batches_in, t.batches_out);
    }
  }
  CHECK_INT(count_of(store), 0);
  CHECK_INT(revision_of(store), NEW_REVISION);
  close_store(store);
}

static void columns_that_contradict(void) {
  iex_store *store = open_store("a.db"), *bare = NULL;
  table t = two_rows();
  table_add(&t, "name", "u", 2, 3, NULL, two_offsets, "TeaTrain");
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  CHECK_HAS(error.message, "it is there twice");
  t = two_rows();
  table_add(&t, "conversion_amount", "l", 2, 2, NULL, two_amounts, NULL);
  table_add(&t, "conversion_minor", "l", 2, 2, NULL, two_amounts, NULL);
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  CHECK_HAS(error.message, "conversion_minor");
  /* A currency that nobody knows, for an amount that needs its digits. */
  t = (table){.count = 0};
  table_add(&t, "name", "u", 2, 3, NULL, two_offsets, "TeaTrain");
  table_add(&t, "amount", "l", 2, 2, NULL, two_amounts, NULL);
  table_add(&t, "currency", "u", 2, 3, NULL, two_offsets, "EURMoney");
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_CURRENCY);
  CHECK_HAS(error.message, "row 1");
  CHECK_HAS(error.message, "\"Money\"");
  CHECK_INT(count_of(store), 0);
  close_store(store);
  /* Amounts without a currency, where the store has none to take. */
  MUST(iex_store_open("b.db", NULL, &bare, &error));
  t = (table){.count = 0};
  table_add(&t, "name", "u", 2, 3, NULL, two_offsets, "TeaTrain");
  table_add(&t, "amount", "l", 2, 2, NULL, two_amounts, NULL);
  CHECK_INT(take_table(bare, &t, 2, NULL, NULL), IEX_ERROR_CURRENCY);
  CHECK_HAS(error.message, "the store has no default");
  CHECK_INT(count_of(bare), 0);
  CHECK_CODE(IEX_OK, iex_store_close(bare));
}

/* A stream that says it gave a schema, and gave one that is released. */
static int no_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  (void)stream;
  memset(out, 0, sizeof(*out));
  return 0;
}

static void a_schema_that_is_released(void) {
  iex_store *store = open_store("a.db");
  table t = two_rows();
  table_ready(&t, 2);
  struct ArrowArrayStream stream = table_stream(&t);
  stream.get_schema = no_schema;
  CHECK_STATUS(IEX_ERROR_FORMAT, iex_store_add_arrow(store, &stream, NULL, NULL, &error));
  CHECK_HAS(error.message, "released");
  CHECK_INT(t.streams_in, 1);
  close_store(store);
}

/* Views of texts that lead nowhere. */
static void views_that_lead_nowhere(void) {
  static const int64_t sizes[] = {31};
  static const text_view wrong[] = {{-1, "", 0, 0},         {13, "", 1, 0},
                                    {13, "", -1, 0},        {13, "", 0, -1},
                                    {13, "", 0, 19},        {INT32_MAX, "", 0, 0},
                                    {32, "", 0, 0},         {13, "", INT32_MAX, INT32_MAX}};
  iex_store *store = open_store("a.db");
  for (size_t i = 0; i < COUNT(wrong); i++) {
    const text_view views[] = {{1, "a", 0, 0}, wrong[i]};
    table t = two_rows();
    column *c = table_add(&t, "note", "vu", 2, 4, NULL, views, "aA text that is no view's guest.");
    c->buffers[3] = sizes;
    CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
    c->buffers[2] = NULL;
    CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
    c->buffers[3] = NULL;
    CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
    c->array.n_buffers = 2;
    CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  }
  CHECK_INT(count_of(store), 0);
  close_store(store);
}

/* Numbers in the headers of arrays that are set to what they can't be, at random: the call answers
 * and gives everything back. What it cannot find out, a length that the buffers do not have, is
 * left out. */
static void headers_at_random(void) {
  static const int64_t numbers[] = {-1, INT64_MIN, INT64_MAX, INT64_C(1) << 41, 0, 1, 2, 3};
  iex_store *store = open_store("a.db");
  uint64_t state = 8;
  int taken = 0, rounds = getenv("IEX_TEST_QUICK") ? 400 : 4000;
  for (int round = 0; round < rounds; round++) {
    static const int32_t ends[] = {0, 0, 2}, offsets[] = {0, 1, 3};
    table t = two_rows();
    column *tags = add_tags(&t, ends, offsets, "abc", 2);
    table_ready(&t, 2);
    struct ArrowArray *arrays[] = {&t.batch, &t.columns[0].array, &t.columns[1].array,
                                   &tags->array, &tags->elements};
    for (uint64_t i = test_random(&state) % 3; i < 3; i++) {
      struct ArrowArray *a = arrays[test_random(&state) % COUNT(arrays)];
      int64_t number = numbers[test_random(&state) % COUNT(numbers)];
      switch (test_random(&state) % 8) {
        case 0: if (number < 3 || number > INT64_C(1) << 40) a->length = number; break;
        case 1: if (number <= 0 || number > INT64_C(1) << 40) a->offset = number; break;
        case 2: a->null_count = number; break;
        case 3: if (number <= a->n_buffers || number > 1 << 20) a->n_buffers = number; break;
        case 4: if (number <= a->n_children || number > 1 << 20) a->n_children = number; break;
        case 5: a->buffers = NULL; break;
        case 6: a->children = NULL; break;
        default: if (a != &t.batch) a->release = NULL; break;
      }
    }
    struct ArrowArrayStream stream = table_stream(&t);
    iex_status status = iex_store_add_arrow(store, &stream, NULL, NULL, &error);
    if (!status) taken++;
    else if (status != IEX_ERROR_FORMAT && status != IEX_ERROR_INVALID) CHECK_INT(status, IEX_OK);
    CHECK(stream.release == NULL);
    CHECK(t.streams_in == 1 && t.schemas_in == t.schemas_out && t.batches_in == t.batches_out);
  }
  CHECK(taken < rounds / 2);
  CHECK_CODE(IEX_OK, iex_store_check(store, &error));
  close_store(store);
}

/* Streams that fail, at once or after a batch: nothing is stored. */
static void streams_that_fail(void) {
  iex_store *store = open_store("a.db");
  table t = two_rows();
  t.schema_fails = ENOSYS, t.message = "no schema today";
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_IO);
  CHECK_HAS(error.message, "no schema today");
  CHECK_INT(error.system_code, ENOSYS);
  t.schema_fails = 0, t.next_fails = EIO, t.message = NULL;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_IO);
  CHECK_HAS(error.message, "get_next");
  t.message = "\xff";
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_IO);
  CHECK_INT(count_of(store), 0);
  CHECK_INT(revision_of(store), NEW_REVISION);
  /* Of three batches all or nothing. */
  t.next_fails = 0, t.batches = 3;
  int64_t first, count;
  CHECK_INT(take_table(store, &t, 2, &first, &count), IEX_OK);
  CHECK_INT(count, 6);
  CHECK_INT(revision_of(store), NEW_REVISION + 1);
  /* No rows, no change. */
  CHECK_INT(take_table(store, &t, 0, &first, &count), IEX_OK);
  CHECK_INT(count, 0);
  CHECK_INT(first, 0);
  CHECK_INT(revision_of(store), NEW_REVISION + 1);
  close_store(store);
}

static void add_one(table *t) {
  if (t->given == 1) add_simple(t->context, "Between", 1);
}

static void close_it(table *t) {
  if (t->given == 1) CHECK_CODE(IEX_OK, iex_store_close(t->context));
}

static void read_it(table *t) {
  CHECK(count_of(t->context) >= 0);
}

/* The stream's functions run inside the transaction, on this thread, and may do what they like. */
static void streams_that_use_the_store(void) {
  iex_store *store = open_store("a.db");
  table t = two_rows();
  t.context = store, t.batches = 2, t.on_next = read_it;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_OK);
  t.on_next = add_one;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_TRANSACTION);
  CHECK_INT(count_of(store), 4);
  t.on_next = close_it;
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_HANDLE);
  CHECK_INT(iex_handle_count(), 0);
  store = open_store("a.db");
  CHECK_INT(count_of(store), 4);
  close_store(store);
}

static void inside_a_transaction(void) {
  iex_store *store = open_store("a.db");
  table t = two_rows();
  MUST(iex_store_begin(store, "both", &error));
  add_simple(store, "Before", 1);
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_OK);
  MUST(iex_store_commit(store, &error));
  CHECK_INT(revision_of(store), NEW_REVISION + 1);
  CHECK_INT(count_of(store), 3);
  /* One that fails marks the transaction, also where no row was reached. */
  MUST(iex_store_begin(store, "both", &error));
  add_simple(store, "Before", 1);
  t.columns[0].schema.name = "payee";
  CHECK_INT(take_table(store, &t, 2, NULL, NULL), IEX_ERROR_FORMAT);
  CHECK_STATUS(IEX_ERROR_FORMAT, iex_store_commit(store, &error));
  CHECK_INT(count_of(store), 3);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(there_and_back),
          TEST_CASE(every_type_of_number_and_date), TEST_CASE(every_type_of_text),
          TEST_CASE(lists), TEST_CASE(offsets_and_nulls), TEST_CASE(rules_of_arrow_broken),
          TEST_CASE(columns_that_contradict), TEST_CASE(a_schema_that_is_released),
          TEST_CASE(views_that_lead_nowhere), TEST_CASE(headers_at_random),
          TEST_CASE(streams_that_fail), TEST_CASE(streams_that_use_the_store),
          TEST_CASE(inside_a_transaction))

/* What the programs about files share. */
#ifndef IMPORTING_H
#define IMPORTING_H

#include "test.h"

#include <jansson.h>

#define ITEMS_PROFILE "{\"currency\":\"USD\",\"defaultDate\":\"2026-01-31\"}"
#define CSV_PROFILE                                                                             \
  "{\"columns\":{\"date\":\"Date\",\"name\":\"Merchant\",\"amount\":\"Amount\"},"                \
  "\"delimiter\":\";\",\"decimal\":\",\",\"date\":\"DMY\",\"spending\":\"negative\","            \
  "\"income\":\"leave out\",\"currency\":\"EUR\",\"encoding\":\"utf-8\"}"

#define ONE_ITEM "[{\"name\":\"Tea\",\"type\":\"Personal\",\"amount\":2}]"

/* Texts that a file format may stumble over. */
static const char *const strange_texts[] = {
    "Plain", "Caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8d\x95", "quote \" and 'apostrophe'", "a,b;c\td",
    "two\nlines\r\nand\rthree", "back\\slash \\n \\u0041", "=1+1", "@x", "-1", "+1",
    "  blanks around  ", "\x01\x02\x1f control", "\xef\xbb\xbf mark", "\xe2\x80\xa8 separator",
    "</script>", "null"};
#define STRANGE(index) strange_texts[(size_t)(index) % COUNT(strange_texts)]

static inline iex_import *import_text(iex_store *store, const char *text, const char *profile) {
  iex_import *import = NULL;
  MUST(iex_import_open_bytes(store, text, strlen(text),
                             &IEX_IMPORT(.profile = profile, .name = "data"), &import, &error));
  return import;
}

static inline iex_import_summary summary_of(iex_import *import) {
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  MUST(iex_import_describe(import, &summary, &error));
  CHECK_INT(summary.fresh + summary.duplicates + summary.suspected + summary.left_out +
                summary.removed_earlier + summary.rejected + summary.excluded + summary.differing,
            summary.rows);
  return summary;
}

/* The row of a file, from 0. The page stays open: the caller closes it. */
static inline const iex_import_row *row_of(iex_import *import, int64_t index,
                                           iex_import_page **page) {
  size_t count = 0;
  *page = NULL;
  MUST(iex_import_read(import, index, 1, page, &error));
  const iex_import_row *row = iex_import_page_rows(*page, &count);
  MUST_HOLD(row != NULL && count == 1);
  return row;
}

/* Commits and closes; how many expenses were new. */
static inline int64_t commit_and_close(iex_store *store, iex_import *import) {
  iex_step step;
  int64_t before = count_of(store), revision = revision_of(store);
  MUST(iex_import_commit(import, &step, &error));
  CHECK_CODE(IEX_OK, iex_import_close(import));
  int64_t added = count_of(store) - before;
  CHECK_INT(step.revision, added ? revision + 1 : 0);
  return added;
}

static inline const char *text_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

#endif

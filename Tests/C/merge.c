/* Another store is imported: a laptop's into a desktop's, and back. */
#include "importing.h"

#include <sys/wait.h>
#include <unistd.h>

static iex_import *import_store(iex_store *store, const char *path, const char *profile) {
  iex_import *import = NULL;
  MUST(iex_import_open(store, path, &IEX_IMPORT(.profile = profile), &import, &error));
  return import;
}

static int64_t add(iex_store *store, const char *name, int64_t amount) {
  const iex_expense expense = IEX_EXPENSE(.name = name, .amount_minor = amount, .date = 20260314,
                                          .extra = "{\"a\":1}", .note = "a \"note\"\n");
  int64_t id = 0;
  MUST(iex_store_add(store, &expense, &id, &error));
  return id;
}

static void rename_to(iex_store *store, int64_t id, const char *name) {
  MUST(iex_store_update(store, &IEX_EXPENSE(.id = id, .name = name), IEX_BIT(IEX_FIELD_NAME),
                        &error));
}

static void check_names(iex_store *store, const char *const *names, size_t count) {
  iex_view *view = NULL;
  iex_page *page = NULL;
  size_t found = 0;
  MUST(iex_view_open(store, &IEX_QUERY(.sort = IEX_SORT_NAME), &view, &error));
  MUST(iex_view_read(view, 0, 1000, &page, &error));
  const iex_expense *row = iex_page_rows(page, &found);
  CHECK_INT((int64_t)found, (int64_t)count);
  for (size_t i = 0; i < found && i < count; i++) CHECK_STR(row[i].name, names[i]);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  CHECK_CODE(IEX_OK, iex_view_close(view));
}

static void both_edited_and_back_and_forth(void) {
  iex_store *laptop = open_store("laptop.db"), *desktop = open_store("desktop.db");
  int64_t tea = add(laptop, "Tea", 250);
  add(laptop, "Bread", 420);
  iex_import *import = import_store(desktop, "laptop.db", NULL);
  iex_import_summary summary = summary_of(import);
  CHECK_STR(summary.format, "store");
  CHECK_INT(summary.fresh, 2);
  CHECK_INT(commit_and_close(desktop, import), 2);
  /* Both go on by themselves. */
  rename_to(laptop, tea, "Green tea");
  rename_to(desktop, 1, "Black tea");
  add(laptop, "Cake", 300);
  add(desktop, "Apple", 100);
  import = import_store(desktop, "laptop.db", NULL);
  summary = summary_of(import);
  CHECK_INT(summary.fresh, 1);
  CHECK_INT(summary.duplicates, 1);
  CHECK_INT(summary.differing, 1);
  CHECK_INT(summary.questions, 1);
  CHECK(strstr(summary.question_text, "\"Black tea\" here, \"Green tea\" there") != NULL);
  iex_import_page *page = NULL;
  const iex_import_row *row = row_of(import, 0, &page);
  CHECK_INT(row->status, IEX_ROW_DIFFERING);
  CHECK_INT(row->duplicate_of, 1);
  CHECK_INT(row->line, tea);
  CHECK(strstr(row->reason, "Green tea") != NULL);
  CHECK_CODE(IEX_OK, iex_import_page_close(page));
  iex_step step;
  CHECK_STATUS(IEX_ERROR_AMBIGUOUS, iex_import_commit(import, &step, &error));
  MUST(iex_import_answer(import, "{\"differing\":\"take\"}", &error));
  CHECK_INT(commit_and_close(desktop, import), 1);
  check_names(desktop, (const char *const[]){"Apple", "Bread", "Cake", "Green tea"}, 4);
  /* One undo takes all of it back. */
  MUST(iex_store_undo(desktop, 0, &step, &error));
  check_names(desktop, (const char *const[]){"Apple", "Black tea", "Bread"}, 3);
  MUST(iex_store_redo(desktop, 0, &step, &error));
  import = import_store(laptop, "desktop.db", NULL);
  CHECK_INT(summary_of(import).differing, 0);
  CHECK_INT(commit_and_close(laptop, import), 1);
  check_names(laptop, (const char *const[]){"Apple", "Bread", "Cake", "Green tea"}, 4);
  import = import_store(desktop, "laptop.db", NULL);
  CHECK_INT(summary_of(import).duplicates, 4);
  CHECK_INT(commit_and_close(desktop, import), 0);
  close_store(laptop);
  close_store(desktop);
}

static void what_is_no_other_store_is_refused(void) {
  iex_store *store = open_store("a.db");
  iex_import *import = NULL;
  add(store, "Tea", 250);
  CHECK_INT(link("a.db", "hard.db"), 0);
  CHECK_INT(symlink("a.db", "soft.db"), 0);
  static const char *const same[] = {"a.db", "./a.db", "hard.db", "soft.db"};
  for (size_t i = 0; i < COUNT(same); i++)
    CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open(store, same[i], NULL, &import, &error));
  CHECK_STATUS(IEX_ERROR_MISSING,
               iex_import_open(store, "none.db", &IEX_IMPORT(.format = "store"), &import, &error));
  FILE *file = fopen("text.csv", "w");
  MUST_HOLD(file != NULL);
  fputs("Date,Name,Amount\n", file);
  fclose(file);
  CHECK_STATUS(IEX_ERROR_NOT_A_STORE,
               iex_import_open(store, "text.csv", &IEX_IMPORT(.format = "store"), &import, &error));
  /* From memory it is told that it must be a path. */
  static const char header[] = "SQLite format 3\0 and more";
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_import_open_bytes(store, header, sizeof(header), NULL,
                                                         &import, &error));
  CHECK(strstr(error.message, "path") != NULL);
  CHECK(import == NULL);
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

/* The other store is open in another process that writes on and on, and in this one. */
static void another_process_writes_into_the_other_store(void) {
  int from[2];
  CHECK_INT(pipe(from), 0);
  pid_t writer = fork();
  if (writer == 0) {
    iex_store *other = open_store("b.db");
    for (int i = 0; i < 300; i++) {
      add(other, "Tea", i);
      if (i == 20 && write(from[1], "x", 1) != 1) _exit(1);
    }
    close_store(other);
    _exit(0);
  }
  iex_store *store = open_store("a.db");
  char byte;
  CHECK_INT((int64_t)read(from[0], &byte, 1), 1);
  int64_t all = 0;
  for (int i = 0; i < 5; i++) {
    iex_store *here = open_store("b.db");
    add(here, "Here", i);
    iex_import *import = import_store(store, "b.db", NULL);
    /* What was written here before is in it. */
    CHECK(summary_of(import).fresh > 0);
    all += commit_and_close(store, import);
    add(here, "Later", i);
    close_store(here);
  }
  int status = 1;
  CHECK_INT((int64_t)waitpid(writer, &status, 0), writer);
  CHECK_INT(status, 0);
  iex_import *import = import_store(store, "b.db", NULL);
  all += commit_and_close(store, import);
  /* No commit of the other store was lost, and none came twice. */
  CHECK_INT(all, 310);
  iex_store *other = open_store("b.db");
  CHECK_INT(count_of(other), 310);
  MUST(iex_store_check(other, &error));
  MUST(iex_store_check(store, &error));
  close_store(other);
  close_store(store);
}

TEST_MAIN(TEST_CASE(both_edited_and_back_and_forth), TEST_CASE(what_is_no_other_store_is_refused),
          TEST_CASE(another_process_writes_into_the_other_store))

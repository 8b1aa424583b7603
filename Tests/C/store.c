/* Opening, closing, currencies of a store, revision, busy timeout, backup, check. */
#include "test.h"

#include <dirent.h>
#include <sys/stat.h>

#include <unistd.h>

static void null_for_everything(void) {
  iex_store *store = NULL;
  iex_money money;
  char text[IEX_AMOUNT_TEXT];
  int64_t revision;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_open(NULL, NULL, &store, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_open("a.db", NULL, NULL, &error));
  CHECK_CODE(IEX_ERROR_ARGUMENT, iex_store_open(NULL, NULL, NULL, NULL));
  CHECK(!test_file_exists("a.db"));
  CHECK_CODE(IEX_OK, iex_store_open("a.db", NULL, &store, NULL));
  CHECK_CODE(IEX_ERROR_HANDLE, iex_store_close(NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_default_currency(NULL, &money, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_default_currency(store, NULL, &error));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_register_currency(NULL, "BTC", 8, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_register_currency(store, NULL, 8, &error));
  CHECK_CODE(IEX_OK, iex_store_register_currency(store, "BTC", 8, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_parse_amount(NULL, "1 EUR", NULL, &money, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_parse_amount(store, NULL, "EUR", &money, &error));
  CHECK_OK(iex_store_parse_amount(store, "1 EUR", NULL, &money, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_parse_amount(store, "1", "EUR", NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_parse_amount(store, "1", "EUR", &money, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_amount_text(NULL, 1, "EUR", text, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_store_amount_text(store, 1, NULL, text, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_amount_text(store, 1, "EUR", NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_amount_text(store, 1, "EUR", text, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_revision(NULL, &revision, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_revision(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_revision(store, &revision, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_set_busy_timeout(NULL, 10, &error));
  CHECK_CODE(IEX_OK, iex_store_set_busy_timeout(store, 10, NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_backup(NULL, "b.db", &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_backup(store, NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_backup(store, "b.db", NULL));
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_check(NULL, &error));
  CHECK_CODE(IEX_OK, iex_store_check(store, NULL));
  close_store(store);
}

static void a_store_is_one_file_when_closed(void) {
  iex_store *store = open_store("a.db");
  for (int i = 0; i < 100; i++) add_simple(store, "Lunch", 1250 + i);
  close_store(store);
  CHECK(test_file_exists("a.db"));
  CHECK(!test_file_exists("a.db-wal"));
  CHECK(!test_file_exists("a.db-shm"));
  CHECK(!test_file_exists("a.db-journal"));
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 100);
  close_store(store);
}

static void the_default_currency_is_kept(void) {
  iex_store *store = NULL;
  iex_money money;
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "KWD"), &store, &error));
  MUST(iex_store_default_currency(store, &money, &error));
  CHECK_STR(money.currency, "KWD");
  CHECK_INT(money.digits, 3);
  CHECK_INT(money.amount_minor, 0);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  MUST(iex_store_default_currency(store, &money, &error));
  CHECK_STR(money.currency, "KWD");
  MUST(iex_store_parse_amount(store, "1.234", NULL, &money, &error));
  CHECK_INT(money.amount_minor, 1234);
  close_store(store);
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "KWD"), &store, &error));
  close_store(store);
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error));
  CHECK(store == NULL);
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_open("b.db", &IEX_OPTIONS(.currency = "ZZZ"), &store, &error));
  CHECK(!test_file_exists("b.db"));
}

static void without_a_default_currency_a_bare_amount_is_an_error(void) {
  iex_store *store = NULL;
  iex_money money;
  int64_t id = 7;
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY,
               iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .amount_minor = 250), &id, &error));
  CHECK_INT(id, 0);
  CHECK_INT(error.field, IEX_FIELD_CURRENCY);
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_store_parse_amount(store, "1", NULL, &money, &error));
  MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .amount_minor = 250, .currency = "EUR"),
                     &id, &error));
  CHECK_INT(id, 1);
  close_store(store);
}

static void registered_currencies(void) {
  iex_store *store = open_store("a.db");
  iex_money money;
  char text[IEX_AMOUNT_TEXT];
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_store_parse_amount(store, "1", "BTC", &money, &error));
  int64_t before = revision_of(store);
  MUST(iex_store_register_currency(store, "BTC", 8, &error));
  CHECK_INT(revision_of(store), before + 1); /* a setting: announced as a change */
  MUST(iex_store_register_currency(store, "BTC", 8, &error)); /* the same again is nothing new */
  CHECK_INT(revision_of(store), before + 1);
  MUST(iex_store_register_currency(store, "POINTS", 0, &error));
  MUST(iex_store_parse_amount(store, "0.00000001 BTC", NULL, &money, &error));
  CHECK_INT(money.amount_minor, 1);
  CHECK_INT(money.digits, 8);
  CHECK_STATUS(IEX_ERROR_INVALID,
               iex_store_parse_amount(store, "0.000000001", "BTC", &money, &error));
  MUST(iex_store_amount_text(store, -150000000, "BTC", text, &error));
  CHECK_STR(text, "-1.50000000 BTC");
  MUST(iex_store_amount_text(store, 1250, NULL, text, &error)); /* the store's default */
  CHECK_STR(text, "12.50 EUR");
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_store_amount_text(store, 1, "ZZZ", text, &error));
  CHECK_STR(text, "");
  int64_t id = 0;
  MUST(iex_store_add(store,
                     &IEX_EXPENSE(.name = "Coin", .amount_minor = 1, .currency = "BTC",
                                  .date = 20260314),
                     &id, &error));
  const struct {
    const char *code;
    int32_t digits;
    iex_status status;
  } refused[] = {{"BTC", 7, IEX_ERROR_CURRENCY},
                 {"EUR", 3, IEX_ERROR_CURRENCY},
                 {"USD", 3, IEX_ERROR_CURRENCY}, /* in ISO 4217, and not in this store yet */
                 {"AB", 2, IEX_ERROR_CURRENCY},
                 {"abc", 2, IEX_ERROR_CURRENCY},
                 {"1AB", 2, IEX_ERROR_CURRENCY},
                 {"ABCDEFGHIJKLM", 2, IEX_ERROR_CURRENCY},
                 {"XYZ", 9, IEX_ERROR_ARGUMENT},
                 {"XYZ", -1, IEX_ERROR_ARGUMENT},
                 {"AB\xff", 2, IEX_ERROR_ENCODING}};
  for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
    CHECK_STATUS(refused[i].status,
                 iex_store_register_currency(store, refused[i].code, refused[i].digits, &error));
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  iex_page *page;
  const iex_expense *row = expense_of(store, id, &page);
  CHECK_STR(row->currency, "BTC");
  CHECK_INT(row->currency_digits, 8);
  CHECK_CODE(IEX_OK, iex_page_close(page));
  close_store(store);
}

static void open_flags(void) {
  iex_store *store = NULL;
  CHECK_STATUS(IEX_ERROR_MISSING,
               iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_EXISTING), &store, &error));
  CHECK_STATUS(IEX_ERROR_MISSING,
               iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &store, &error));
  CHECK(!test_file_exists("a.db"));
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_open("a.db", &IEX_OPTIONS(.flags = 1u << 30), &store, &error));
  CHECK(store == NULL && !test_file_exists("a.db"));
  store = open_store("a.db");
  add_simple(store, "Lunch", 1250);
  close_store(store);

  MUST(iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_READ_ONLY), &store, &error));
  CHECK_INT(count_of(store), 1);
  CHECK_STATUS(IEX_ERROR_READ_ONLY,
               iex_store_add(store, &IEX_EXPENSE(.name = "Tea", .amount_minor = 1), NULL, &error));
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_store_remove(store, (const int64_t[]){1}, 1, &error));
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_store_register_currency(store, "BTC", 8, &error));
  CHECK_STATUS(IEX_ERROR_READ_ONLY, iex_store_undo(store, IEX_UNDO_ANY, NULL, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);

  MUST(iex_store_open("a.db", &IEX_OPTIONS(.flags = IEX_OPEN_EXISTING | IEX_OPEN_RELAXED), &store,
                      &error));
  add_simple(store, "Tea", 250);
  CHECK_INT(count_of(store), 2);
  close_store(store);
}

static void a_store_in_memory(void) {
  iex_store *store = NULL, *other = NULL;
  MUST(iex_store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &store,
                      &error));
  MUST(iex_store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &other,
                      &error));
  add_simple(store, "Lunch", 1250);
  CHECK_INT(count_of(store), 1);
  CHECK_INT(count_of(other), 0); /* each is its own */
  MUST(iex_store_undo(store, IEX_UNDO_MINE, NULL, &error));
  CHECK_INT(count_of(store), 0);
  MUST(iex_store_redo(store, IEX_UNDO_MINE, NULL, &error));
  MUST(iex_store_backup(store, "kept.db", &error));
  close_store(other);
  close_store(store);
  MUST(iex_store_open("kept.db", NULL, &store, &error));
  CHECK_INT(count_of(store), 1);
  close_store(store);
}

static void a_path_is_taken_as_it_stands(void) {
  static const char *const paths[] = {"file:x?mode=memory", "%41.db",   "a b'c\".db",
                                      "\xe2\x82\xac.db",     ":memory:", "-x"};
  for (size_t i = 0; i < COUNT(paths); i++) {
    iex_store *store = open_store(paths[i]);
    add_simple(store, "Lunch", 1);
    close_store(store);
    CHECK_INT(access(paths[i], F_OK), 0);
  }
  iex_store *store = NULL;
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_store_open("a\xff.db", NULL, &store, &error));
  CHECK(iex_store_open("", NULL, &store, &error) != IEX_OK);
  CHECK(store == NULL);
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_store_open("b.db", &IEX_OPTIONS(.currency = "\xff"), &store, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING,
               iex_store_open("b.db", &IEX_OPTIONS(.origin = "\xff"), &store, &error));
  CHECK_INT(access("b.db", F_OK), -1);
}

/* The struct is read as far as its struct_size, and no further: each copy is of exactly that size,
 * so that valgrind sees a byte too many. */
static void option_structs_of_other_sizes(void) {
  iex_store *store = NULL;
  struct {
    iex_options options;
    char later[64];
  } larger;
  memset(&larger, 0, sizeof(larger));
  larger.options.struct_size = sizeof(larger);
  larger.options.currency = "EUR";
  MUST(iex_store_open("a.db", &larger.options, &store, &error));
  close_store(store);
  static const size_t sizes[] = {offsetof(iex_options, busy_timeout_ms),
                                 offsetof(iex_options, origin)};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    iex_options whole = IEX_OPTIONS(.flags = IEX_OPEN_EXISTING, .currency = "EUR");
    iex_options *part = malloc(sizes[i]);
    MUST_HOLD(part != NULL);
    whole.struct_size = (uint32_t)sizes[i];
    memcpy(part, &whole, sizes[i]);
    CHECK_OK(iex_store_open("a.db", part, &store, &error));
    close_store(store);
    free(part);
  }
  iex_options none = {0};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_open("a.db", &none, &store, &error));
  CHECK(store == NULL);
  none.struct_size = 3;
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_open("a.db", &none, &store, &error));
}

static void the_busy_timeout_has_a_range(void) {
  iex_store *store = NULL;
  CHECK_STATUS(IEX_ERROR_ARGUMENT,
               iex_store_open("a.db", &IEX_OPTIONS(.busy_timeout_ms = -2), &store, &error));
  store = open_store("a.db");
  CHECK_OK(iex_store_set_busy_timeout(store, 0, &error));
  CHECK_OK(iex_store_set_busy_timeout(store, -1, &error));
  CHECK_OK(iex_store_set_busy_timeout(store, INT32_MAX, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_set_busy_timeout(store, -2, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_store_set_busy_timeout(store, INT32_MIN, &error));
  close_store(store);
}

static void revisions_count_commits_without_a_gap(void) {
  iex_store *store = open_store("a.db");
  int64_t start = revision_of(store);
  for (int i = 1; i <= 10; i++) {
    add_simple(store, "Lunch", i);
    CHECK_INT(revision_of(store), start + i);
  }
  CHECK(iex_store_add(store, &IEX_EXPENSE(.name = ""), NULL, &error) != IEX_OK);
  CHECK_INT(revision_of(store), start + 10);
  close_store(store);
  MUST(iex_store_open("a.db", NULL, &store, &error));
  CHECK_INT(revision_of(store), start + 10);
  close_store(store);
}

static void a_backup_is_a_store(void) {
  iex_store *store = open_store("a.db"), *copy = NULL;
  for (int i = 1; i <= 50; i++) add_simple(store, "Lunch", i);
  MUST(iex_store_backup(store, "b.db", &error));
  add_simple(store, "Later", 51);
  MUST(iex_store_open("b.db", NULL, &copy, &error));
  CHECK_INT(count_of(copy), 50);
  CHECK_INT(revision_of(copy), revision_of(store) - 1);
  add_simple(copy, "Only here", 52);
  CHECK_INT(count_of(copy), 51);
  CHECK_INT(count_of(store), 51);
  close_store(copy);
  uint64_t sum = test_file_sum("b.db");
  CHECK(iex_store_backup(store, "b.db", &error) != IEX_OK); /* nothing is overwritten */
  CHECK(test_file_sum("b.db") == sum);
  CHECK_STATUS(IEX_ERROR_MISSING, iex_store_backup(store, "none/b.db", &error));
  CHECK(iex_store_backup(store, "a.db", &error) != IEX_OK); /* onto itself */
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_store_backup(store, "\xff", &error));
  CHECK_INT(count_of(store), 51);
  close_store(store);
}

static void two_handles_on_one_file(void) {
  iex_store *first = open_store("a.db"), *second = NULL;
  MUST(iex_store_open("a.db", NULL, &second, &error));
  add_simple(first, "Lunch", 1);
  CHECK_INT(count_of(second), 1);
  add_simple(second, "Dinner", 2);
  CHECK_INT(count_of(first), 2);
  CHECK_CODE(IEX_OK, iex_store_close(first));
  add_simple(second, "Tea", 3);
  CHECK_INT(count_of(second), 3);
  close_store(second);
  MUST(iex_store_open("./a.db", NULL, &first, &error));
  CHECK_INT(count_of(first), 3);
  close_store(first);
}

/* The store, its log and index, the note that wakes others, and a copy: whatever the umask is. */
static void new_files_are_their_owners_alone(void) {
  iex_store *store = NULL;
  int32_t descriptor = 0;
  int files = 0;
  mode_t before = umask(0);
  MUST(iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error));
  add_simple(store, "Lunch", 1250);
  MUST(iex_store_fd(store, &descriptor, &error));
  CHECK_OK(iex_store_dispatch(store, 0, NULL, &error));
  CHECK_OK(iex_store_backup(store, "b.db", &error));
  DIR *folder = opendir(".");
  MUST_HOLD(folder != NULL);
  for (struct dirent *each; (each = readdir(folder)) != NULL;) {
    struct stat status;
    if (strstr(each->d_name, ".db") == NULL || stat(each->d_name, &status) != 0) continue;
    files++;
    if (!CHECK_INT(status.st_mode & 0777, 0600)) fprintf(stderr, "    … of %s\n", each->d_name);
  }
  closedir(folder);
  CHECK(files >= 5);
  umask(before);
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(a_store_is_one_file_when_closed),
          TEST_CASE(new_files_are_their_owners_alone),
          TEST_CASE(the_default_currency_is_kept),
          TEST_CASE(without_a_default_currency_a_bare_amount_is_an_error),
          TEST_CASE(registered_currencies), TEST_CASE(open_flags), TEST_CASE(a_store_in_memory),
          TEST_CASE(a_path_is_taken_as_it_stands), TEST_CASE(option_structs_of_other_sizes),
          TEST_CASE(the_busy_timeout_has_a_range),
          TEST_CASE(revisions_count_commits_without_a_gap), TEST_CASE(a_backup_is_a_store),
          TEST_CASE(two_handles_on_one_file))

/* Files that are made to use up a reader's memory: one line, a million columns, nesting without end,
 * quotes that are never closed, a million fields, numbers of a million digits, one byte repeated. Each
 * ends in an error or in what it says, in a child whose memory is limited to what the header promises.
 *
 * IEX_TEST_BOMB_MB: how large the files are; 17 by default, which is more than a row of CSV may have.
 * IEX_TEST_BOMB: only those with this in their name. */
#include "test.h"

#include <sys/resource.h>
#include <unistd.h>

/* The promise of iex_import_open: so many times the file, so many bytes for each row, so many times the
 * largest row, and what the library and its store need besides. */
#define TIMES_FILE 4
#define BYTES_A_ROW 96
#define TIMES_LARGEST_ROW 16
#define BESIDES_MB 64
/* Files of many rows are so many times smaller: what they need is their rows' memory, and time. */
#define ROWS_SMALLER 8

/* How a bomb is made: a beginning, a part that is repeated, and an end. The part's %d, if there is one,
 * becomes a number that counts up. */
typedef struct bomb {
  const char *name, *format, *begin, *part, *end;
  enum { REFUSED, ONE_ROW, ROWS, NO_ROWS } becomes;
} bomb;

static bool is_store(const bomb *it) { return strncmp(it->begin, "SQLite", 6) == 0; }

/* What is asked of files of each format, so that their rows are read and stored. */
static const struct {
  const char *format, *profile;
} profiles[] = {
    {"csv", "{\"currency\":\"EUR\",\"date\":\"YMD\",\"spending\":\"positive\"}"},
    {"json", "{\"currency\":\"EUR\",\"defaultDate\":\"2026-01-31\"}"},
    {"plist", "{\"currency\":\"EUR\",\"defaultDate\":\"2026-01-31\"}"},
    {"qif", "{\"currency\":\"EUR\",\"date\":\"MDY\",\"spending\":\"negative\"}"},
};

static const char *profile_for(const bomb *it) {
  for (size_t i = 0; it->format != NULL && i < COUNT(profiles); i++)
    if (strcmp(it->format, profiles[i].format) == 0) return profiles[i].profile;
  return NULL;
}

#define HEADER "Date,Payee,Amount\n"
#define OFX "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>"
#define OFX_LIST                                                                                  \
  OFX "<SIGNONMSGSRSV1></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>"
#define OFX_END "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
#define PLIST "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict><key>Items</key>"
#define ITEM "{\"name\":\"Tea\",\"type\":\"Personal\",\"amount\":2}"

static const bomb bombs[] = {
    {"one line", "csv", "", "a", "", REFUSED},
    {"one line behind a header", "csv", HEADER, "a", "", REFUSED},
    {"one line, format unknown", NULL, "", "a", "", REFUSED},
    {"a million columns", "csv", HEADER, ",a", "\n", REFUSED},
    {"a million columns in the header", "csv", "Date", ",c%d", "\n", REFUSED},
    {"a quote never closed", "csv", HEADER "2026-01-01,\"", "a\n", "", REFUSED},
    {"quotes alone", "csv", HEADER, "\"", "", REFUSED},
    {"quotes that double", "csv", HEADER "2026-01-01,\"", "\"\"", "", REFUSED},
    {"tiny rows", "csv", HEADER, "2026-01-01,a,1\n", "", ROWS},
    {"tiny rows, each new", "csv", HEADER, "2026-01-01,a%d,1\n", "", ROWS},
    {"rows of nothing", "csv", HEADER, ",,\n", "", ROWS},
    {"rows of one letter", "csv", HEADER, "a\n", "", ROWS},
    {"a number of a million digits", "csv", HEADER "2026-01-01,Tea,", "1", "\n", REFUSED},
    {"a name of a million letters", "csv", HEADER "2026-01-01,", "T", ",1\n", REFUSED},
    {"zeros alone", NULL, "", "\0", "", REFUSED},
    {"line ends alone", NULL, "", "\n", "", REFUSED},
    {"commas alone", NULL, "", ",", "", REFUSED},
    {"bytes of Latin-1", "csv", HEADER, "2026-01-01,\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80,1\n", "", ROWS},
    {"UTF-16", "csv", "\xff\xfe", "\x20\xac", "", REFUSED},
    {"arrays without end", "json", "", "[", "", REFUSED},
    {"objects without end", "json", "", "{\"a\":", "", REFUSED},
    {"arrays in an item", "json", "[{\"name\":\"Tea\",\"a\":", "[", "", REFUSED},
    {"a text without end", "json", "[{\"name\":\"", "a", "", REFUSED},
    {"a text of escapes", "json", "[{\"name\":\"", "\\u20ac", "\"}]", ONE_ROW},
    {"a number of digits", "json", "[{\"amount\":", "1", "}]", ONE_ROW},
    {"numbers alone", "json", "[1", ",1", "]", ROWS},
    {"a million fields", "json", "[{\"a\":1", ",\"f%d\":1", "}]", ONE_ROW},
    {"items", "json", "[" ITEM, "," ITEM, "]", ROWS},
    {"empty items", "json", "[{}", ",{}", "]", ROWS},
    {"elements without end", "ofx", OFX, "<A>", "", REFUSED},
    {"tags without end", "ofx", OFX "<", "A", "", REFUSED},
    {"a name without end", "ofx", OFX_LIST "<STMTTRN><NAME>", "a", "", REFUSED},
    {"transactions of nothing", "ofx", OFX_LIST, "<STMTTRN>", "", REFUSED},
    {"headers without end", "ofx", "OFXHEADER:100\n", "A:B\n", "", REFUSED},
    {"transactions", "ofx", OFX_LIST,
     "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260101<TRNAMT>-1.00<FITID>%d<NAME>a</STMTTRN>", OFX_END, ROWS},
    {"a line without end", "qif", "!Type:Bank\nP", "a", "", ONE_ROW},
    {"an amount without end", "qif", "!Type:Bank\nD1/1/26\nT", "1", "\n^\n", ONE_ROW},
    {"splits without end", "qif", "!Type:Bank\nD1/1/26\nT1\n", "SA\n$1\n", "^\n", ONE_ROW},
    {"records of nothing", "qif", "!Type:Bank\n", "^\n", "", NO_ROWS},
    {"records", "qif", "!Type:Bank\n", "D1/1/26\nT-1.00\nPa%d\n^\n", "", ROWS},
    {"sections", "qif", "", "!Type:Bank\n", "", NO_ROWS},
    {"arrays without end", "plist", PLIST, "<array>", "", REFUSED},
    {"dicts without end", "plist", PLIST, "<dict><key>a</key>", "", REFUSED},
    {"keys without end", "plist", PLIST "<true/>", "<key>k%d</key><true/>", "</dict></plist>", REFUSED},
    {"a text without end", "plist", PLIST "<string>", "a", "", REFUSED},
    {"data without end", "plist", PLIST "<data>", "W3t9", "</data></dict></plist>", REFUSED},
    {"references to itself", "plist", "bplist00", "\xaf\x11\xff\xff", "", REFUSED},
    {"a store that is none", NULL, "SQLite format 3\0", "a", "", REFUSED},
};

static size_t file_size(void) {
  const char *given = getenv("IEX_TEST_BOMB_MB");
  return (size_t)(given ? atoi(given) : 17) << 20;
}

/* Writes the file in pieces: it never is in this process's memory. */
static void write_bomb(const bomb *it, const char *path, size_t size) {
  static char piece[1 << 20];
  FILE *file = fopen(path, "w");
  MUST_HOLD(file != NULL);
  size_t begin = is_store(it) ? 16 : strlen(it->begin), written = begin;
  bool counts = strstr(it->part, "%d") != NULL;
  fwrite(it->begin, 1, begin, file);
  for (unsigned number = 0; written < size;) {
    size_t used = 0, room = sizeof(piece) - 200;
    if (size - written < room) room = size - written;
    while (used < room) {
      size_t part = strlen(it->part);
      if (counts) {
        const char *mark = strstr(it->part, "%d");
        used += (size_t)sprintf(piece + used, "%.*s%u%s", (int)(mark - it->part), it->part, number++,
                                mark + 2);
      } else {
        memcpy(piece + used, it->part, part ? part : 1);
        used += part ? part : 1;
      }
    }
    written += fwrite(piece, 1, used, file);
  }
  fwrite(it->end, 1, strlen(it->end), file);
  CHECK_INT(fclose(file), 0);
}

/* A line of /proc/self/status in MB. */
static int64_t memory(const char *name) {
  char line[256];
  int64_t found = -1;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof(line), file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) found = atoll(line + strlen(name) + 1) / 1024;
  if (file != NULL) fclose(file);
  return found;
}

/* Reads, looks at and stores what there is, as a host would. */
static void read_bomb(const bomb *it, const char *path, size_t size) {
  iex_store *store;
  iex_import *import;
  iex_import_page *page;
  iex_import_summary summary = {.struct_size = sizeof(summary)};
  iex_step step;
  size_t count = 0;
  int64_t rows = 0;
  int64_t most = BESIDES_MB + (int64_t)(size >> 20) * TIMES_FILE;
  if (it->becomes == ONE_ROW) most += (int64_t)(size >> 20) * TIMES_LARGEST_ROW;
  MUST(iex_store_open("bombed.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error));
  int64_t before = memory("VmHWM:");
  /* So that one that needs far more takes no memory from others. */
  rlim_t room = (rlim_t)(memory("VmSize:") + (it->becomes == ROWS ? 64 : 2) * most) << 20;
  struct rlimit limit = {.rlim_cur = room, .rlim_max = room};
  setrlimit(RLIMIT_AS, &limit);
  iex_status status =
      iex_import_open(store, path,
                      &IEX_IMPORT(.format = it->format, .name = "bomb", .profile = profile_for(it)),
                      &import, &error);
  if (it->becomes == REFUSED) {
    CHECK(status == (is_store(it) ? IEX_ERROR_NOT_A_STORE : IEX_ERROR_FORMAT));
    CHECK(error.message[0] != 0);
  } else if (CHECK_CODE(IEX_OK, status)) {
    CHECK_OK(iex_import_describe(import, &summary, &error));
    rows = summary.rows;
    CHECK_OK(iex_import_read(import, 0, 10, &page, &error));
    CHECK(iex_import_page_rows(page, &count) != NULL);
    CHECK_OK(iex_import_commit(import, &step, &error));
    CHECK_CODE(IEX_OK, iex_import_close(import));
    CHECK_INT(count_of(store), summary.fresh + summary.suspected);
    CHECK(it->becomes == ROWS ? rows > 1000 : rows == (it->becomes == ONE_ROW));
  }
  CHECK_OK(iex_store_check(store, &error));
  most += rows * BYTES_A_ROW >> 20;
  int64_t used = memory("VmHWM:") - before;
  if (!CHECK(used <= most) || getenv("IEX_TEST_BOMB") != NULL)
    printf("    %s, %s: %lld rows, %lld MB of at most %lld\n", it->format ? it->format : "unknown",
           it->name, (long long)rows, (long long)used, (long long)most);
  CHECK_CODE(IEX_OK, iex_store_close(store));
}

static void each_ends_within_its_memory(void) {
  const char *only = getenv("IEX_TEST_BOMB");
  size_t made = 0;
  for (size_t i = 0; i < COUNT(bombs); i++) {
    if (only != NULL && strstr(bombs[i].name, only) == NULL) continue;
    size_t size = file_size();
    if (bombs[i].becomes == ROWS) size /= ROWS_SMALLER;
    write_bomb(&bombs[i], "bomb", size);
    fflush(stdout);
    int child = fork();
    if (child == 0) {
      read_bomb(&bombs[i], "bomb", size);
      fflush(stdout);
      _exit(test_child_status(test_failures() == 0));
    }
    test_wait_for_child(HERE, child);
    CHECK_INT(unlink("bomb"), 0);
    unlink("bombed.db");
    made++;
  }
  printf("    %zu files of %zu MB\n", made, file_size() >> 20);
}

TEST_MAIN(TEST_CASE(each_ends_within_its_memory))

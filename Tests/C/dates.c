/* Civil dates: text, steps, ISO weeks, today in any time zone. */
#include "test.h"

#include <time.h>

static void null_for_everything(void) {
  int32_t date, year, week;
  char text[IEX_DATE_TEXT];
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_date_parse(NULL, &date, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_date_parse("2026-03-14", NULL, &error));
  CHECK_CODE(IEX_OK, iex_date_parse("2026-03-14", &date, NULL));
  CHECK_CODE(IEX_ERROR_INVALID, iex_date_parse("today", &date, NULL));
  CHECK(iex_date_text(20260314, NULL) == NULL || iex_date_text(20260314, NULL)[0] == 0);
  CHECK(iex_date_text(20260314, text) == text);
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_date_add(20260314, 0, 1, 0, NULL, &error));
  CHECK_CODE(IEX_OK, iex_date_add(20260314, 0, 1, 0, &date, NULL));
  CHECK_OK(iex_date_week(20260314, NULL, &week, &error));
  CHECK_OK(iex_date_week(20260314, &year, NULL, &error));
  CHECK_CODE(IEX_OK, iex_date_week(20260314, &year, &week, NULL));
}

static void dates_are_read_and_written(void) {
  static const struct {
    const char *text;
    int32_t date;
    const char *written;
  } table[] = {{"2026-03-14", 20260314, "2026-03-14"},
               {"20260314", 20260314, "2026-03-14"},
               {"20200101", 20200101, "2020-01-01"}, /* 22 */
               {"2026-W11-6", 20260314, "2026-03-14"},
               {"2024-02-29", 20240229, "2024-02-29"},
               {"2000-02-29", 20000229, "2000-02-29"},
               {"0001-01-01", 10101, "0001-01-01"},
               {"9999-12-31", 99991231, "9999-12-31"}};
  for (size_t i = 0; i < COUNT(table); i++) {
    int32_t date = -1;
    char text[IEX_DATE_TEXT];
    CHECK_OK(iex_date_parse(table[i].text, &date, &error));
    CHECK_INT(date, table[i].date);
    CHECK_STR(iex_date_text(date, text), table[i].written);
  }
}

/* 22, 26. */
static void text_that_is_no_date_is_refused(void) {
  static const char *const table[] = {
      "",           "today",       "31/02/2026",  "2026-02-30",  "2026-02-29", "1900-02-29",
      "2026-13-01", "2026-00-10",  "2026-01-00",  "2026-1-1",    "2011-05",    "2026",
      "26-03-14",   "2023.02.28.", "2026-03-14 ", " 2026-03-14", "2026-03-14T00:00:00Z",
      "0000-01-01", "10000-01-01", "-001-01-01",  "2026-W54-1",  "2026-W11-8", "2026-W11-0",
      "2026031",    "202603145",   "+2026-03-14", "2026/03/14",  "03/04/2026"};
  for (size_t i = 0; i < COUNT(table); i++) {
    int32_t date = -1;
    if (!CHECK_STATUS(IEX_ERROR_INVALID, iex_date_parse(table[i], &date, &error)))
      fprintf(stderr, "    … \"%s\"\n", table[i]);
    CHECK_INT(date, 0);
  }
  int32_t date = -1;
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_date_parse("2026-03-\xff", &date, &error));
  CHECK_INT(date, 0);
}

static void numbers_that_are_no_date_have_no_text(void) {
  static const int32_t table[] = {0, -1, 1, 20260230, 20261301, 20260100, INT32_MAX, INT32_MIN,
                                  100000101, 20250229};
  for (size_t i = 0; i < COUNT(table); i++) {
    char text[IEX_DATE_TEXT];
    int32_t result = -1, week = -1;
    memset(text, 'x', sizeof(text));
    CHECK_STR(iex_date_text(table[i], text), "");
    CHECK(iex_date_add(table[i], 0, 0, 1, &result, &error) != IEX_OK);
    CHECK_INT(result, 0);
    result = -1;
    CHECK(iex_date_week(table[i], &result, &week, &error) != IEX_OK);
    CHECK(result == 0 && week == 0);
  }
}

/* 25: the anchor day is kept and clamped. */
static void steps_keep_the_anchor_day(void) {
  static const struct {
    int32_t date, years, months, days, expected;
  } table[] = {{20260131, 0, 0, 0, 20260131}, {20260131, 0, 1, 0, 20260228},
               {20260131, 0, 2, 0, 20260331}, {20260131, 0, 3, 0, 20260430},
               {20260131, 0, 12, 0, 20270131}, {20240131, 0, 1, 0, 20240229},
               {20240229, 1, 0, 0, 20250228},  {20240229, 2, 0, 0, 20260228},
               {20240229, 3, 0, 0, 20270228},  {20240229, 4, 0, 0, 20280229},
               {20240229, -4, 0, 0, 20200229}, {20240229, -1, 0, 0, 20230228},
               {20260331, 0, -1, 0, 20260228}, {20260131, 0, -2, 0, 20251130},
               {20260131, 0, 0, 1, 20260201},  {20260101, 0, 0, -1, 20251231},
               {20240228, 0, 0, 2, 20240301},  {20260131, 0, 1, 1, 20260301},
               {20260314, 0, 0, 365, 20270314}, {20260314, 0, 0, 146097, 24260314},
               {10101, 9998, 11, 30, 99991231}};
  for (size_t i = 0; i < COUNT(table); i++) {
    int32_t result = -1;
    CHECK_OK(iex_date_add(table[i].date, table[i].years, table[i].months, table[i].days, &result,
                          &error));
    if (!CHECK_INT(result, table[i].expected)) fprintf(stderr, "    … row %zu\n", i);
  }
  static const struct {
    int32_t date, years, months, days;
  } outside[] = {{99991231, 0, 0, 1},         {10101, 0, 0, -1},
                 {20260314, 8000, 0, 0},      {20260314, -3000, 0, 0},
                 {20260314, INT32_MAX, 0, 0}, {20260314, INT32_MIN, 0, 0},
                 {20260314, 0, INT32_MAX, 0}, {20260314, 0, INT32_MIN, 0},
                 {20260314, 0, 0, INT32_MAX}, {20260314, 0, 0, INT32_MIN},
                 {20260314, INT32_MAX, INT32_MAX, INT32_MAX}};
  for (size_t i = 0; i < COUNT(outside); i++) {
    int32_t result = -1;
    CHECK_STATUS(IEX_ERROR_OVERFLOW, iex_date_add(outside[i].date, outside[i].years,
                                                  outside[i].months, outside[i].days, &result,
                                                  &error));
    CHECK_INT(result, 0);
  }
}

/* Every day of 800 years against the C library's calendar, which knows ISO weeks (%G, %V). */
static void every_day_agrees_with_the_c_library(void) {
  int32_t date = 16000101, expected_next = 0;
  for (int64_t day = 0; day < 292194; day++) {
    struct tm parts = {.tm_year = date / 10000 - 1900,
                       .tm_mon = date / 100 % 100 - 1,
                       .tm_mday = date % 100,
                       .tm_hour = 12};
    int32_t year = 0, week = 0, next = 0;
    char text[32], iso[32], back[IEX_DATE_TEXT];
    timegm(&parts); /* sets the weekday and the day of the year */
    strftime(text, sizeof(text), "%G %V", &parts);
    if (!CHECK_OK(iex_date_week(date, &year, &week, &error))) return;
    snprintf(iso, sizeof(iso), "%d %02d", (int)year, (int)week);
    if (!CHECK_STR(iso, text)) return;
    snprintf(iso, sizeof(iso), "%d-W%02d-%d", (int)year, (int)week,
             parts.tm_wday ? parts.tm_wday : 7);
    int32_t from_week = 0;
    if (!CHECK_OK(iex_date_parse(iso, &from_week, &error)) || !CHECK_INT(from_week, date)) return;
    strftime(text, sizeof(text), "%Y-%m-%d", &parts);
    if (!CHECK_STR(iex_date_text(date, back), text)) return;
    parts.tm_mday++;
    timegm(&parts);
    expected_next = (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday;
    if (!CHECK_OK(iex_date_add(date, 0, 0, 1, &next, &error)) || !CHECK_INT(next, expected_next))
      return;
    date = next;
    if (getenv("IEX_TEST_QUICK") && day % 1461 == 1460)
      (void)iex_date_add(date, 13, 0, 0, &date, NULL); /* under valgrind: a sample */
    if (date >= 24000101) break;
  }
}

/* 24: today is the host's civil date, and a stored date never moves. */
static void the_time_zone_of_the_host(void) {
  static const char *const zones[] = {"UTC0", "AAA-14", "BBB12", "CET-1CEST", "EST5EDT"};
  iex_store *store = open_store("a.db");
  int64_t id = add_simple(store, "Lunch", 1250);
  const char *before = getenv("TZ");
  char kept[256] = "";
  if (before) snprintf(kept, sizeof(kept), "%s", before);
  for (size_t i = 0; i < COUNT(zones); i++) {
    iex_page *page;
    int32_t today, expected;
    setenv("TZ", zones[i], 1);
    tzset();
    do { /* again when midnight passed in between */
      time_t now = time(NULL);
      struct tm parts;
      localtime_r(&now, &parts);
      expected = (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday;
      today = iex_date_today();
      now = time(NULL);
      localtime_r(&now, &parts);
      if (expected == (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday)
        break;
    } while (true);
    CHECK_INT(today, expected);
    CHECK_INT(expense_of(store, id, &page)->date, 20260314);
    CHECK_CODE(IEX_OK, iex_page_close(page));
    int64_t added = 0;
    MUST(iex_store_add(store, &IEX_EXPENSE(.name = "Today", .amount_minor = 1), &added, &error));
    int32_t stored = expense_of(store, added, &page)->date;
    CHECK(stored == expected || stored == iex_date_today());
    CHECK_CODE(IEX_OK, iex_page_close(page));
  }
  if (before)
    setenv("TZ", kept, 1);
  else
    unsetenv("TZ");
  tzset();
  close_store(store);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(dates_are_read_and_written),
          TEST_CASE(text_that_is_no_date_is_refused),
          TEST_CASE(numbers_that_are_no_date_have_no_text), TEST_CASE(steps_keep_the_anchor_day),
          TEST_CASE(every_day_agrees_with_the_c_library), TEST_CASE(the_time_zone_of_the_host))

/* Money without a store: text and amounts, sums, shares, conversion, currencies. */
#include "test.h"

static void null_for_everything(void) {
  char text[IEX_AMOUNT_TEXT];
  iex_money money;
  int64_t number, shares[2];
  int32_t digits;
  CHECK(iex_amount_text(1250, "EUR", NULL) == NULL || iex_amount_text(1250, "EUR", NULL)[0] == 0);
  CHECK_STR(iex_amount_text(1250, NULL, text), "");
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_parse(NULL, "EUR", &money, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_amount_parse("12.50", NULL, &money, &error));
  CHECK_OK(iex_amount_parse("12.50 EUR", NULL, &money, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_parse("12.50", "EUR", NULL, &error));
  CHECK_CODE(IEX_OK, iex_amount_parse("12.50", "EUR", &money, NULL));
  CHECK_CODE(IEX_ERROR_INVALID, iex_amount_parse("x", "EUR", &money, NULL));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_add(1, 2, NULL, &error));
  CHECK_CODE(IEX_OK, iex_amount_add(1, 2, &number, NULL));
  CHECK_OK(iex_amount_split(3, NULL, 2, shares, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_split(3, NULL, 2, NULL, &error));
  CHECK_CODE(IEX_OK, iex_amount_split(3, NULL, 2, shares, NULL));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_convert(1, NULL, "EUR", 1, 1, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_convert(1, "EUR", NULL, 1, 1, &number, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_convert(1, "EUR", "USD", 1, 1, NULL, &error));
  CHECK_CODE(IEX_OK, iex_amount_convert(1, "EUR", "USD", 1, 1, &number, NULL));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_currency_digits(NULL, &digits, &error));
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_currency_digits("EUR", NULL, &error));
  CHECK_CODE(IEX_OK, iex_currency_digits("EUR", &digits, NULL));
}

/* Text that is read and written back; what is written when it is not the same text. */
static void text_and_amounts(void) {
  static const struct {
    const char *text, *currency;
    int64_t minor;
    const char *written;
  } table[] = {
      {"12.50", "EUR", 1250, "12.50 EUR"},
      {"12.5", "EUR", 1250, "12.50 EUR"},
      {"12", "EUR", 1200, "12.00 EUR"},
      {"-3", "EUR", -300, "-3.00 EUR"},
      {"12.50 USD", NULL, 1250, "12.50 USD"},
      {"12.50 USD", "EUR", 1250, "12.50 USD"},
      {"-0.05", "EUR", -5, "-0.05 EUR"},
      {"0", "EUR", 0, "0.00 EUR"},
      {"-0", "EUR", 0, "0.00 EUR"},
      {"-0.00", "EUR", 0, "0.00 EUR"},
      {"007.10", "EUR", 710, "7.10 EUR"},
      {"12.5000", "EUR", 1250, "12.50 EUR"},
      /* 4: exact tenths, which a binary fraction is not. */
      {"9.7", "EUR", 970, "9.70 EUR"},
      {"0.29", "EUR", 29, "0.29 EUR"},
      {"4.35", "EUR", 435, "4.35 EUR"},
      /* 9: no minor digits. */
      {"500000", "KRW", 500000, "500000 KRW"},
      {"1000", "JPY", 1000, "1000 JPY"},
      /* 10: three and four digits. */
      {"1.234", "KWD", 1234, "1.234 KWD"},
      {"1.2345", "CLF", 12345, "1.2345 CLF"},
      /* 13: the largest and the smallest. */
      {"92233720368547758.07", "EUR", INT64_MAX, "92233720368547758.07 EUR"},
      {"-92233720368547758.08", "EUR", INT64_MIN, "-92233720368547758.08 EUR"},
      {"9223372036854775807", "JPY", INT64_MAX, "9223372036854775807 JPY"},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    iex_money money;
    char text[IEX_AMOUNT_TEXT];
    memset(&money, 0xA5, sizeof(money));
    /* "12.5000" has more digits than EUR, but they are zero: either answer is exact. */
    if (strcmp(table[i].text, "12.5000") == 0 &&
        iex_amount_parse(table[i].text, table[i].currency, &money, NULL) == IEX_ERROR_INVALID)
      continue;
    if (!CHECK_OK(iex_amount_parse(table[i].text, table[i].currency, &money, &error))) {
      fprintf(stderr, "    … \"%s\"\n", table[i].text);
      continue;
    }
    CHECK_INT(money.amount_minor, table[i].minor);
    CHECK(iex_amount_text(money.amount_minor, money.currency, text) == text);
    CHECK_STR(text, table[i].written);
    iex_money again;
    CHECK_OK(iex_amount_parse(text, NULL, &again, &error));
    CHECK_INT(again.amount_minor, money.amount_minor);
    CHECK_STR(again.currency, money.currency);
    CHECK_INT(again.digits, money.digits);
  }
}

static void text_that_is_refused(void) {
  static const struct {
    const char *text, *currency;
    iex_status status;
  } table[] = {
      /* 8 and its kind: never 0, never 12. */
      {"-", "EUR", IEX_ERROR_INVALID},
      {"", "EUR", IEX_ERROR_INVALID},
      {" ", "EUR", IEX_ERROR_INVALID},
      {"12abc", "EUR", IEX_ERROR_INVALID},
      {"12,34,5", "EUR", IEX_ERROR_INVALID},
      {"12,34", "EUR", IEX_ERROR_INVALID},
      {"1,000", "JPY", IEX_ERROR_INVALID},
      {"1 000", "JPY", IEX_ERROR_INVALID},
      {"+12", "EUR", IEX_ERROR_INVALID},
      {"--12", "EUR", IEX_ERROR_INVALID},
      {".5", "EUR", IEX_ERROR_INVALID},
      {"5.", "EUR", IEX_ERROR_INVALID},
      {"1.2.3", "EUR", IEX_ERROR_INVALID},
      {"1e3", "EUR", IEX_ERROR_INVALID},
      {"0x10", "EUR", IEX_ERROR_INVALID},
      {"nan", "EUR", IEX_ERROR_INVALID},
      {"inf", "EUR", IEX_ERROR_INVALID},
      {"(30.00)", "EUR", IEX_ERROR_INVALID},
      {"$40.00", "EUR", IEX_ERROR_INVALID},
      {"12.50\xe2\x82\xac", "EUR", IEX_ERROR_INVALID},
      {"\xe2\x88\x92"
       "12.34",
       "EUR", IEX_ERROR_INVALID},           /* U+2212 is for file readers */
      {"\xd9\xa1\xd9\xa2", "EUR", IEX_ERROR_INVALID}, /* Arabic digits */
      /* 10: more digits than the currency has. */
      {"1.234", "USD", IEX_ERROR_INVALID},
      {"1.2345", "KWD", IEX_ERROR_INVALID},
      {"1.5", "JPY", IEX_ERROR_INVALID},
      /* 13: one more cent. */
      {"92233720368547758.08", "EUR", IEX_ERROR_OVERFLOW},
      {"-92233720368547758.09", "EUR", IEX_ERROR_OVERFLOW},
      {"99999999999999999999999999999999999999999999", "JPY", IEX_ERROR_OVERFLOW},
      {"9223372036854775808", "JPY", IEX_ERROR_OVERFLOW},
      {"12.50", "ZZZ", IEX_ERROR_CURRENCY},
      {"12.50 ZZZ", "EUR", IEX_ERROR_CURRENCY},
      {"12.50", "", IEX_ERROR_CURRENCY},
      {"12.50", "eur", IEX_ERROR_CURRENCY},
      {"12.50", "EURO", IEX_ERROR_CURRENCY},
      {"12.50", "EU\xff", IEX_ERROR_ENCODING},
      {"12\xc0\x80", "EUR", IEX_ERROR_ENCODING},
      {"12\xed\xa0\x80", "EUR", IEX_ERROR_ENCODING},
      {"12\xf4\x90\x80\x80", "EUR", IEX_ERROR_ENCODING},
      {"12\xe2\x82", "EUR", IEX_ERROR_ENCODING},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    iex_money money;
    memset(&money, 0xA5, sizeof(money));
    if (!CHECK_STATUS(table[i].status,
                      iex_amount_parse(table[i].text, table[i].currency, &money, &error)))
      fprintf(stderr, "    … \"%s\"\n", table[i].text);
    CHECK_INT(money.amount_minor, 0);
    CHECK_STR(money.currency, "");
    CHECK_INT(money.digits, 0);
  }
  iex_money money;
  CHECK_STATUS(IEX_ERROR_INVALID, iex_amount_parse("1.234", "USD", &money, &error));
  CHECK_HAS(error.message, "USD");
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_amount_parse("12.50", NULL, &money, &error));
}

static void unknown_currencies_have_no_text(void) {
  char text[IEX_AMOUNT_TEXT];
  memset(text, 'x', sizeof(text));
  CHECK(iex_amount_text(1250, "ZZZ", text) == text);
  CHECK_STR(text, "");
  CHECK_STR(iex_amount_text(1250, "\xff", text), "");
  CHECK_STR(iex_amount_text(INT64_MIN, "CLF", text), "-922337203685477.5808 CLF");
  CHECK_STR(iex_amount_text(-1, "EUR", text), "-0.01 EUR");
}

static void currencies_have_their_digits(void) {
  static const struct {
    const char *code;
    int32_t digits;
  } table[] = {{"EUR", 2}, {"USD", 2}, {"GBP", 2}, {"NGN", 2}, {"JPY", 0}, {"KRW", 0}, {"ISK", 0},
               {"CLP", 0}, {"VND", 0}, {"KWD", 3}, {"BHD", 3}, {"TND", 3}, {"JOD", 3}, {"OMR", 3},
               {"IQD", 3}, {"LYD", 3}, {"CLF", 4}, {"UYW", 4}, {"HUF", 2}, {"CHF", 2}};
  for (size_t i = 0; i < COUNT(table); i++) {
    int32_t digits = -7;
    CHECK_OK(iex_currency_digits(table[i].code, &digits, &error));
    if (!CHECK_INT(digits, table[i].digits)) fprintf(stderr, "    … %s\n", table[i].code);
  }
  int32_t digits = -7;
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_currency_digits("ZZZ", &digits, &error));
  CHECK_INT(digits, 0);
  CHECK_HAS(error.message, "ZZZ");
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_currency_digits("", &digits, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_currency_digits("usd", &digits, &error));
  CHECK_STATUS(IEX_ERROR_ENCODING, iex_currency_digits("U\x80", &digits, &error));
}

/* 11 and 13. */
static void sums_are_exact_or_an_error(void) {
  int64_t sum = 0;
  for (int i = 0; i < 1000000; i++) (void)iex_amount_add(sum, 10, &sum, NULL);
  CHECK_INT(sum, 10000000);
  char text[IEX_AMOUNT_TEXT];
  CHECK_STR(iex_amount_text(sum, "EUR", text), "100000.00 EUR");
  CHECK_STATUS(IEX_ERROR_OVERFLOW, iex_amount_add(INT64_MAX, 1, &sum, &error));
  CHECK_INT(sum, 0);
  CHECK_STATUS(IEX_ERROR_OVERFLOW, iex_amount_add(INT64_MIN, -1, &sum, &error));
  CHECK_OK(iex_amount_add(INT64_MAX, INT64_MIN, &sum, &error));
  CHECK_INT(sum, -1);
}

static void expect_split(int64_t amount, const int64_t *weights, size_t count,
                         const int64_t *expected) {
  int64_t shares[16];
  int64_t sum = 0;
  MUST(iex_amount_split(amount, weights, count, shares, &error));
  for (size_t i = 0; i < count; i++) {
    CHECK_INT(shares[i], expected[i]);
    sum += shares[i];
  }
  CHECK_INT(sum, amount);
}

/* 12. */
static void shares_sum_exactly(void) {
  expect_split(100, NULL, 3, (const int64_t[]){34, 33, 33});
  expect_split(35316, NULL, 8,
               (const int64_t[]){4415, 4415, 4415, 4415, 4414, 4414, 4414, 4414});
  expect_split(-1001, NULL, 4, (const int64_t[]){-251, -250, -250, -250});
  expect_split(0, NULL, 3, (const int64_t[]){0, 0, 0});
  expect_split(2, NULL, 3, (const int64_t[]){1, 1, 0});
  expect_split(100, (const int64_t[]){1, 1, 1}, 3, (const int64_t[]){34, 33, 33});
  expect_split(100, (const int64_t[]){1, 2}, 2, (const int64_t[]){33, 67});
  expect_split(100, (const int64_t[]){0, 1}, 2, (const int64_t[]){0, 100});
  expect_split(10, (const int64_t[]){50, 30, 20}, 3, (const int64_t[]){5, 3, 2});
  /* Products of 126 bits. */
  expect_split(INT64_MAX, (const int64_t[]){INT64_MAX, INT64_MAX}, 2,
               (const int64_t[]){INT64_MAX / 2 + 1, INT64_MAX / 2});
  expect_split(INT64_MIN, NULL, 2, (const int64_t[]){INT64_MIN / 2, INT64_MIN / 2});
  int64_t shares[2] = {7, 7};
  CHECK_STATUS(IEX_ERROR_ARGUMENT, iex_amount_split(100, NULL, 0, shares, &error));
  CHECK(iex_amount_split(100, (const int64_t[]){0, 0}, 2, shares, &error) != IEX_OK);
  CHECK(shares[0] == 0 && shares[1] == 0);
  CHECK(iex_amount_split(100, (const int64_t[]){-1, 2}, 2, shares, &error) != IEX_OK);
}

static void shares_of_random_amounts_sum_exactly(void) {
  uint64_t state = 12;
  for (int round = 0; round < 20000; round++) {
    int64_t weights[12], shares[12];
    size_t count = 1 + test_random(&state) % COUNT(weights);
    int64_t amount = (int64_t)(test_random(&state) >> (test_random(&state) % 63));
    bool equal = test_random(&state) % 2;
    for (size_t i = 0; i < count; i++) weights[i] = 1 + (int64_t)(test_random(&state) % 1000);
    if (!CHECK_OK(iex_amount_split(amount, equal ? NULL : weights, count, shares, &error))) return;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += (uint64_t)shares[i];
    if (!CHECK_INT((int64_t)sum, amount)) return;
    for (size_t i = 1; equal && i < count; i++) {
      int64_t step = (amount < 0 ? -1 : 1) * (shares[i - 1] - shares[i]);
      if (!CHECK(step == 0 || step == 1)) return;
    }
  }
}

static void conversion_rounds_half_to_even(void) {
  static const struct {
    int64_t amount;
    const char *from, *to;
    int64_t numerator, denominator, expected;
  } table[] = {
      {1000, "USD", "EUR", 92, 100, 920},     /* 10.00 USD at 0.92 */
      {1000, "EUR", "JPY", 162, 1, 1620},     /* two digits to none */
      {1620, "JPY", "EUR", 1, 162, 1000},     /* and back */
      {1, "EUR", "USD", 1, 2, 0},             /* half a cent: to even, 0 */
      {3, "EUR", "USD", 1, 2, 2},             /* one and a half: to even, 2 */
      {-1, "EUR", "USD", 1, 2, 0},
      {-3, "EUR", "USD", 1, 2, -2},
      {5, "EUR", "USD", 1, 2, 2},
      {250, "EUR", "JPY", 1, 1, 2},           /* 2.50 to yen: to even */
      {350, "EUR", "JPY", 1, 1, 4},
      {1234, "KWD", "EUR", 1, 1, 123},        /* 1.234 to 1.23 */
      {INT64_MAX, "EUR", "USD", 1, 1, INT64_MAX},
      {INT64_MAX, "EUR", "USD", INT64_MAX, INT64_MAX, INT64_MAX},
      {INT64_MIN, "EUR", "USD", 1, 1, INT64_MIN},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    int64_t converted = 77;
    CHECK_OK(iex_amount_convert(table[i].amount, table[i].from, table[i].to, table[i].numerator,
                                table[i].denominator, &converted, &error));
    if (!CHECK_INT(converted, table[i].expected)) fprintf(stderr, "    … row %zu\n", i);
  }
  int64_t converted = 77;
  CHECK_STATUS(IEX_ERROR_OVERFLOW,
               iex_amount_convert(INT64_MAX, "EUR", "USD", 2, 1, &converted, &error));
  CHECK_INT(converted, 0);
  CHECK_STATUS(IEX_ERROR_OVERFLOW,
               iex_amount_convert(INT64_MAX, "JPY", "EUR", 1, 1, &converted, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_amount_convert(1, "ZZZ", "EUR", 1, 1, &converted, &error));
  CHECK_STATUS(IEX_ERROR_CURRENCY, iex_amount_convert(1, "EUR", "ZZZ", 1, 1, &converted, &error));
  CHECK(iex_amount_convert(1, "EUR", "USD", 1, 0, &converted, &error) != IEX_OK);
  CHECK(iex_amount_convert(1, "EUR", "USD", 1, -1, &converted, &error) != IEX_OK);
  CHECK(iex_amount_convert(1, "EUR", "USD", INT64_MIN, INT64_MIN, &converted, &error) != IEX_OK);
}

TEST_MAIN(TEST_CASE(null_for_everything), TEST_CASE(text_and_amounts),
          TEST_CASE(text_that_is_refused), TEST_CASE(unknown_currencies_have_no_text),
          TEST_CASE(currencies_have_their_digits), TEST_CASE(sums_are_exact_or_an_error),
          TEST_CASE(shares_sum_exactly), TEST_CASE(shares_of_random_amounts_sum_exactly),
          TEST_CASE(conversion_rounds_half_to_even))

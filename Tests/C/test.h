/* What every C test program shares: named tests, checks that print what they saw, and a log of the
 * calls made, which coverage.py compares with the header.
 *
 * Each test runs in a new folder of its own, which is the working directory. A failed CHECK is
 * counted and the test goes on; a failed MUST ends the test. After each test iex_handle_count()
 * has to be 0. */
#ifndef TEST_H
#define TEST_H

#define _GNU_SOURCE /* mkdtemp, dlopen flags, unshare, open-file-description locks */

#include <iexpense.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The log, behind macros that have the names of the functions. */
iex_status test_returned(int function, const char *name, iex_status status);
void test_called(int function, const char *name);
#include "calls.h"

/* The error that the checks below hand to calls and look at: each thread has its own. The C library
 * has a function called error, so that the variable behind the name has another one. */
extern __thread iex_error test_error;
#define error test_error

typedef struct test_case {
  const char *name;
  void (*run)(void);
} test_case;

/* Runs the tests, or those whose names stand on the command line. Returns the exit status. */
int test_main(int argc, char **argv, const test_case *cases, size_t count);
/* Runs one test in the present folder; for children of a test. Returns whether it passed. */
bool test_run(const test_case *test);
#define TEST_CASE(function) \
  { #function, function }
#define TEST_MAIN(...)                                                           \
  int main(int argc, char **argv) {                                              \
    static const test_case cases[] = {__VA_ARGS__};                              \
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));       \
  }

/* Where a check stands. */
#define HERE __FILE__, __LINE__

bool test_check(const char *file, int line, const char *text, bool holds);
bool test_integer(const char *file, int line, const char *text, int64_t actual, int64_t expected);
bool test_text(const char *file, int line, const char *text, const char *actual,
               const char *expected);
bool test_contains(const char *file, int line, const char *text, const char *actual,
                   const char *part);
bool test_status(const char *file, int line, const char *text, iex_status actual,
                 iex_status expected, const iex_error *seen);
void test_give_up(void);
/* Says aloud that a test cannot be made here: it counts as skipped, unless it fails. */
void test_skip(const char *format, ...);
/* For tests made in a child process: the child's exit status, and what the parent makes of it. */
int test_child_status(bool passed);
int test_failures(void); /* of the running test, up to now */
void test_wait_for_child(const char *file, int line, int process);
/* An error full of garbage, so that a call that does not fill it is seen. */
void test_poison(iex_error *seen);

#define CHECK(condition) test_check(HERE, #condition, (condition))
#define CHECK_INT(actual, expected) test_integer(HERE, #actual, (actual), (expected))
#define CHECK_STR(actual, expected) test_text(HERE, #actual, (actual), (expected))
#define CHECK_HAS(actual, part) test_contains(HERE, #actual, (actual), (part))
/* The call returns the status and fills `error` to match. */
#define CHECK_STATUS(expected, call) \
  (test_poison(&error), test_status(HERE, #call, (call), (expected), &error))
/* The same for a call that takes no error, or NULL for it. */
#define CHECK_CODE(expected, call) test_status(HERE, #call, (call), (expected), NULL)
#define CHECK_OK(call) \
  (test_poison(&error), test_status(HERE, #call, (call), IEX_OK, &error))
/* Ends the test when the call fails. */
#define MUST(call)                                                         \
  do {                                                                     \
    test_poison(&error);                                                   \
    if (!test_status(HERE, #call, (call), IEX_OK, &error)) test_give_up(); \
  } while (0)
#define MUST_HOLD(condition)                                              \
  do {                                                                    \
    if (!test_check(HERE, #condition, (condition))) test_give_up();       \
  } while (0)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* How many milliseconds a call waits that is not to be busy: no machine is as slow as that. */
enum { PATIENCE = 120000 };

/* Stores: a new one with EUR as its currency, in a file, that waits with patience; and closed with a
 * check. */
iex_store *open_store(const char *path);
void close_store(iex_store *store);
/* How many expenses, the newest revision, and one expense by its id (close the page). */
int64_t count_of(iex_store *store);
int64_t revision_of(iex_store *store);
const iex_expense *expense_of(iex_store *store, int64_t id, iex_page **page);
int64_t add_simple(iex_store *store, const char *name, int64_t amount_minor);

/* A handle that is surely closed already, of each kind, for the tests of stale handles. */
#define NOT_A_HANDLE(kind) ((kind *)(uintptr_t)0x7f00000000000001)

/* Numbers that look random and are the same in every run (splitmix64). */
uint64_t test_random(uint64_t *state);
double test_seconds(void);
/* FNV-1a of a file's bytes; 0 when it cannot be read. */
uint64_t test_file_sum(const char *path);
void test_write_file(const char *path, const void *bytes, size_t size);
bool test_file_exists(const char *path);
/* Runs this same program as `program mode argument`, in a new process. Returns its process id. */
int test_start(const char *mode, const char *argument, int output);
/* Waits for it: its exit status, or 128 and the signal. */
int test_wait(int process);
/* Set before test_main for programs that have such modes: called with argv[1…], returns its exit
 * status, or -1 when argv[1] is no mode. */
extern int (*test_modes)(int argc, char **argv);

#endif

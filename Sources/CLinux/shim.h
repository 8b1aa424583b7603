/* What Linux has for waiting, and what C has for locales and for the program's name, that Swift's
 * Glibc module does not include. */
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>

/* The decimal mark of the host's numbers (LC_NUMERIC): of the locale that this thread or the program
 * has set, else of the environment's. '.' for one of several bytes. Changes no locale; here, since
 * Swift does not see the macro LC_GLOBAL_LOCALE. */
static inline char clinux_decimal_mark(void) {
  const char *name = setlocale(LC_NUMERIC, NULL);
  int has_set = uselocale((locale_t)0) != LC_GLOBAL_LOCALE ||
                (name != NULL && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0);
  locale_t environment = (locale_t)0;
  if (!has_set) environment = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
  const char *mark = environment != (locale_t)0 ? nl_langinfo_l(RADIXCHAR, environment)
                                                : nl_langinfo(RADIXCHAR);
  char result = mark != NULL && mark[0] != 0 && mark[1] == 0 ? mark[0] : '.';
  if (environment != (locale_t)0) freelocale(environment);
  return result;
}

/* The program as it was called, as the C library has it from the start; here, since its header shows it
 * to GNU sources only. */
extern char *program_invocation_name;
static inline const char *clinux_program_path(void) { return program_invocation_name; }

#endif

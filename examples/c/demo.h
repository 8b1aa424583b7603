/* What the programs about state share: short names for values, and an end when a call fails. */
#include <iexpense.h>
#include <stdio.h>
#include <stdlib.h>

#define BOOL(x) IEX_VALUE(.kind = IEX_VALUE_BOOL, .integer = (x))
#define NUMBER(x) IEX_VALUE(.kind = IEX_VALUE_INTEGER, .integer = (x))
#define TEXT(x) IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = (x))

static iex_error error;

static inline void must(iex_status status) {
  if (status == IEX_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit(1);
}

/* Reads a binding. A text in the value is valid until the next reading of the same binding. */
static inline iex_value value_of(iex_binding *binding) {
  iex_value value = IEX_VALUE(0);
  must(iex_binding_get(binding, &value, &error));
  return value;
}

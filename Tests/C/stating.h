/* What the programs about the state model share: short ways to its values, and listeners that write
 * down what they were told. */
#ifndef STATING_H
#define STATING_H

#include "test.h"

/* What a callback has heard, as one line, and how often its context was given back. */
typedef struct listener {
  char text[400];
  int calls, freed;
} listener;

static inline void add_text(listener *l, const char *text) {
  size_t length = strlen(l->text);
  snprintf(l->text + length, sizeof(l->text) - length, "%s%s", length ? " " : "", text);
  l->calls++;
}

static inline void give_back(void *context) { ((listener *)context)->freed++; }

static inline const char *value_text(const iex_value *value) {
  static __thread char text[80];
  if (!value) return "-";
  switch (value->kind) {
  case IEX_VALUE_TEXT: snprintf(text, sizeof text, "%s", value->text); break;
  case IEX_VALUE_AMOUNT:
    snprintf(text, sizeof text, "%" PRId64 "%s", value->integer, value->currency);
    break;
  default: snprintf(text, sizeof text, "%" PRId64, value->integer);
  }
  return text;
}

static inline void heard(void *context, const iex_value *value) { add_text(context, value_text(value)); }
static inline void heard_field(void *context, const char *field) { add_text(context, field); }
static inline void dismissed(void *context) { add_text(context, "dismissed"); }

static const iex_value no = {.struct_size = sizeof(iex_value), .kind = IEX_VALUE_BOOL};
static const iex_value yes = {
    .struct_size = sizeof(iex_value), .kind = IEX_VALUE_BOOL, .integer = 1};

static inline iex_value integer(int64_t number) {
  return IEX_VALUE(.kind = IEX_VALUE_INTEGER, .integer = number);
}

static inline iex_value text(const char *text) { return IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = text); }

static inline iex_binding *open_state(iex_value value) {
  iex_binding *binding = NULL;
  MUST(iex_state_open(&value, &binding, &error));
  return binding;
}

static inline bool set(iex_binding *binding, iex_value value) {
  return CHECK_OK(iex_binding_set(binding, &value, &error));
}

/* The value as text; "?" when there is none. */
static inline const char *get(iex_binding *binding) {
  iex_value value = {.struct_size = sizeof value};
  return iex_binding_get(binding, &value, NULL) == IEX_OK ? value_text(&value) : "?";
}

static inline uint64_t listen(iex_binding *binding, listener *l) {
  uint64_t number = 0;
  MUST(iex_binding_subscribe(binding, heard, l, give_back, &number, &error));
  return number;
}

/* Cents as a text with a point and back. The context counts the calls. */
static inline iex_status to_text(void *context, const iex_value *value, iex_value *mapped,
                          iex_error *failure) {
  static __thread char buffer[IEX_AMOUNT_TEXT];
  ((listener *)context)->calls++;
  CHECK(failure != NULL && failure->status == 0);
  if (value->integer < 0) return IEX_ERROR_INVALID; /* and no message */
  snprintf(buffer, sizeof buffer, "%" PRId64 ".%02d", value->integer / 100,
           (int)(value->integer % 100));
  mapped->kind = IEX_VALUE_TEXT;
  mapped->text = buffer;
  return IEX_OK;
}

#endif

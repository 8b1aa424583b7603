/* The structs of the fixture. */
#ifndef CIEXPENSE_H
#define CIEXPENSE_H

#include <stdint.h>

/* section: Errors */

/* Success. */
#define IEX_OK 0
/* Less than nothing. */
#define IEX_ERROR_DEBT (-1)
/* The bit of a field. */
#define IEX_BIT(field) (UINT64_C(1) << (field))

/* An answer. */
typedef int32_t iex_status;

/* What went wrong,
 * in two lines. */
typedef struct iex_error {
  int32_t status;   /* IEX_ERROR_… */
  char message[60]; /* why */
} iex_error;

/* section: Store */

/* Bytes of a code. */
#define IEX_CODE 4

/* How far it is. */
typedef int32_t (*iex_far_callback)(void *context, const iex_error *last);

/* What is kept. */
typedef struct iex_thing {
  uint32_t struct_size;     /* sizeof(iex_thing) */
  iex_status status;        /* a number with a name */
  int64_t id;               /* a number */
  const char *name;         /* a text */
  const char *const *tags;  /* texts */
  const iex_error *errors;  /* structs */
  char code[IEX_CODE];      /* an array */
  uint8_t uuid[16];         /* bytes */
  iex_far_callback far;     /* a function */
  void *context;            /* what it is given */
} iex_thing;

/* section: end */

#endif

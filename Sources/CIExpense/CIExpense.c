/* CIExpense is a header only: see include/CIExpense.h. What stands here is for the linker. */
#include <stdint.h>

/* In place of the runtime's function for the names of Unicode's characters, by --wrap of the
 * linker: so their table, 0.55 MB, is left out. The library never asks for one, and a character
 * without a name is an answer that the standard library knows. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar;
  (void)buffer;
  (void)capacity;
  return 0;
}

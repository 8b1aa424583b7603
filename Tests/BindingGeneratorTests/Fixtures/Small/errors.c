/* Not copied. */
#include <iexpense.h>

int main(void) {
  // Copied.
  return iex_status_name(IEX_OK) == 0;
}

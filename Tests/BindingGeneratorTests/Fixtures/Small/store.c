#include <iexpense.h>

int main(void) {
  return iex_store_close(0);
}

/* The header needs no other before it. */
#include <iexpense.h>

typedef iex_status iex_alone;

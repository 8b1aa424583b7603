/* Loops over packed arrays as a party: what its programs share. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "party.h"

extern const workload arrays_more[];
extern const workload arrays_files[];

#endif

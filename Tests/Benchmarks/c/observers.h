/* One writer, and eight processes that observe its file: what a commit costs until all know. */
#ifndef OBSERVERS_H
#define OBSERVERS_H

#include "party.h"

#include <stdatomic.h>

enum { OBSERVERS = 8, OBSERVED_COMMITS = 500 };

/* Runs in each observing process: says that it is ready, then counts what it hears, for ever. */
typedef void (*observe)(const setup *s, atomic_long *heard, atomic_long *ready);

/* Starts the processes; they end with this one. Nothing of the file may be open before. */
void observers_start(const setup *s, observe observe);
/* Lets `commit` run so often, waits until all have heard of each, and returns the time of one. */
double observers_round(const setup *s, void (*commit)(const setup *s));

#endif

#include "observers.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

typedef struct shared {
  atomic_long ready;
  struct {
    atomic_long heard;
    char apart[56]; /* each in a cache line of its own */
  } observers[OBSERVERS];
} shared;

static shared *board;
static long committed;

void observers_start(const setup *s, observe observe) {
  board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED) give_up("no shared memory");
  for (int i = 0; i < OBSERVERS; i++) {
    pid_t child = fork();
    if (child < 0) give_up("no process");
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      observe(s, &board->observers[i].heard, &board->ready);
      _exit(1);
    }
  }
  for (int i = 0; atomic_load(&board->ready) < OBSERVERS; i++) {
    if (i > 60000) give_up("the observers do not get ready");
    usleep(1000);
  }
}

double observers_round(const setup *s, void (*commit)(const setup *s)) {
  double start = seconds_now();
  for (int i = 0; i < OBSERVED_COMMITS; i++) commit(s);
  committed += OBSERVED_COMMITS;
  for (int i = 0; i < OBSERVERS; i++)
    while (atomic_load(&board->observers[i].heard) < committed) {
      if (seconds_now() - start > 60)
        give_up("observer %d has heard of %ld of %ld", i, atomic_load(&board->observers[i].heard),
                committed);
      usleep(50);
    }
  answer("%d", OBSERVED_COMMITS);
  return (seconds_now() - start) / OBSERVED_COMMITS;
}

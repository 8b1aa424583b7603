/* Times whole processes, from the call that starts one to its end.
 *
 *     whole COMMAND ARGUMENT ...
 *
 * Speaks with the driver as a party does. The command prints its answer; a second line "cost N", if
 * any, counts instead of the process's time: for languages whose own start is not the point, and
 * for costs that are no times. */
#include "party.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double once(char **command, char *said, size_t room) {
  int ends[2], status = 0;
  pid_t child;
  posix_spawn_file_actions_t actions;
  if (pipe(ends)) give_up("no pipe");
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  double start = seconds_now();
  if (posix_spawnp(&child, command[0], &actions, NULL, command, environ))
    give_up("%s can't be run", command[0]);
  close(ends[1]);
  size_t size = 0;
  for (ssize_t got; size < room - 1 && (got = read(ends[0], said + size, room - 1 - size)) > 0;)
    size += (size_t)got;
  said[size] = '\0';
  if (waitpid(child, &status, 0) != child || status)
    give_up("%s ended with %d", command[0], status);
  double seconds = seconds_now() - start;
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  char *own = strstr(said, "\ncost ");
  if (own) seconds = atof(own + 6);
  said[strcspn(said, "\n")] = '\0';
  return seconds;
}

int main(int argc, char **argv) {
  static char said[1 << 16];
  if (argc < 2) give_up("whole COMMAND ARGUMENT ...");
  once(argv + 1, said, sizeof(said)); /* so that files are in memory */
  printf("ready\n");
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof(line), stdin);) {
    double seconds = once(argv + 1, said, sizeof(said));
    printf("%.9g %s\n", seconds, said);
    fflush(stdout);
  }
  return 0;
}

/* A disk that fails: stands between the C library and everything in the process that works on
 * files in the working directory, SQLite and the library alike, and fails the n-th call, or all
 * from the n-th on.
 *
 * Under SQLite's own layer of files, since the library has calls of its own beside SQLite's: its
 * guard, the index of the log, the note that wakes others. Only one program is to include this. */
#ifndef FAULTY_H
#define FAULTY_H

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What a call is about. */
enum {
  ON_OPEN,
  ON_READ,
  ON_WRITE,
  ON_SYNC,
  ON_TRUNCATE,
  ON_LOCK,
  ON_MAP,
  ON_UNLINK,
  ON_SIZE,
  KINDS
};
static const char *const fault_kinds[KINDS] = {"open", "read",  "write",  "sync", "truncate",
                                               "lock", "index", "unlink", "size"};

/* How it fails: every call with an input/output error; what needs room on a full disk; or a write
 * on a disk that gets full in the middle of it. */
enum { BROKEN, FULL, SHORT, WAYS };
static const char *const fault_ways[WAYS] = {"broken", "full", "short"};

static struct {
  bool armed, lasting; /* lasting: every call from the n-th on */
  int way;
  int64_t at, calls; /* the n-th; how many there were */
  int failed;        /* how many failed */
  int kind, code;    /* of the first that did */
  int log_syncs;     /* how many of them were to bring the log to the disk */
} fault;

static bool fault_ours[4096]; /* descriptors of files in the working directory */
static bool fault_logs[4096]; /* those of them that are SQLite's log */

static void fault_arm(int64_t at, int way, bool lasting) {
  fault.calls = fault.failed = fault.code = fault.log_syncs = 0;
  fault.at = at, fault.way = way, fault.lasting = lasting;
  fault.armed = true;
}

static void fault_disarm(void) { fault.armed = false; }

/* Whether this call fails: then errno says why. */
static bool fault_hits(int kind) {
  bool grows = kind == ON_WRITE || kind == ON_OPEN || kind == ON_TRUNCATE || kind == ON_SYNC;
  if (!fault.armed || (fault.way == FULL && !grows) || (fault.way == SHORT && kind != ON_WRITE))
    return false;
  int64_t call = __atomic_add_fetch(&fault.calls, 1, __ATOMIC_SEQ_CST);
  if (fault.at == 0 || call < fault.at || (call > fault.at && !fault.lasting)) return false;
  errno = kind == ON_MAP ? ENOMEM : fault.way == BROKEN ? EIO : ENOSPC;
  if (fault.failed++ == 0) fault.kind = kind, fault.code = errno;
  return true;
}

static bool fault_is_ours(int descriptor) {
  return descriptor >= 0 && descriptor < (int)COUNT(fault_ours) && fault_ours[descriptor];
}

static int fault_open(const char *path, int flags, unsigned mode) {
  char folder[1024];
  size_t length = getcwd(folder, sizeof(folder)) ? strlen(folder) : 0;
  bool ours = path[0] != '/' || (length > 1 && strncmp(path, folder, length) == 0);
  if (ours && fault_hits(ON_OPEN)) return -1;
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (descriptor >= 0 && descriptor < (int)COUNT(fault_ours)) {
    size_t end = strlen(path);
    fault_ours[descriptor] = ours;
    fault_logs[descriptor] = ours && end > 4 && strcmp(path + end - 4, "-wal") == 0;
  }
  return descriptor;
}

#define OPEN_MODE(last)                                         \
  unsigned mode = 0;                                            \
  if (last & (O_CREAT | O_TMPFILE)) {                           \
    va_list more;                                               \
    va_start(more, last);                                       \
    mode = va_arg(more, unsigned);                              \
    va_end(more);                                               \
  }

int open(const char *path, int flags, ...) {
  OPEN_MODE(flags)
  return fault_open(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  OPEN_MODE(flags)
  return fault_open(path, flags, mode);
}

int close(int descriptor) {
  if (fault_is_ours(descriptor)) fault_ours[descriptor] = false;
  return (int)syscall(SYS_close, descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (fault_is_ours(descriptor) && fault_hits(ON_READ)) return -1;
  return syscall(SYS_read, descriptor, bytes, size);
}
ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  if (fault_is_ours(descriptor) && fault_hits(ON_READ)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}
ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
  return pread(descriptor, bytes, size, offset);
}

/* Half of it is there, and the disk is full: the rest, which is tried at once, fails. */
static ssize_t fault_write(int descriptor, const void *bytes, size_t size, off64_t offset) {
  if (fault_is_ours(descriptor) && fault_hits(ON_WRITE)) {
    if (fault.way == SHORT && size > 1 && offset >= 0)
      (void)!syscall(SYS_pwrite64, descriptor, bytes, size / 2, offset);
    return -1;
  }
  return offset < 0 ? syscall(SYS_write, descriptor, bytes, size)
                    : syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}
ssize_t write(int descriptor, const void *bytes, size_t size) {
  return fault_write(descriptor, bytes, size, -1);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return fault_write(descriptor, bytes, size, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  return fault_write(descriptor, bytes, size, offset);
}

static bool fault_hits_sync(int descriptor) {
  if (!fault_is_ours(descriptor) || !fault_hits(ON_SYNC)) return false;
  fault.log_syncs += fault_logs[descriptor];
  return true;
}
int fsync(int descriptor) {
  return fault_hits_sync(descriptor) ? -1 : (int)syscall(SYS_fsync, descriptor);
}
int fdatasync(int descriptor) {
  return fault_hits_sync(descriptor) ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}

int ftruncate(int descriptor, off_t size) {
  if (fault_is_ours(descriptor) && fault_hits(ON_TRUNCATE)) return -1;
  return (int)syscall(SYS_ftruncate, descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

/* To let go of a lock never fails. */
static int fault_control(int descriptor, int command, void *argument) {
  bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK;
  if (locks && ((struct flock *)argument)->l_type != F_UNLCK && fault_is_ours(descriptor) &&
      fault_hits(ON_LOCK))
    return -1;
  int result = (int)syscall(SYS_fcntl, descriptor, command, argument);
  if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && result >= 0 &&
      result < (int)COUNT(fault_ours))
    fault_ours[result] = fault_is_ours(descriptor);
  return result;
}
#define CONTROL(name)                                 \
  int name(int descriptor, int command, ...) {        \
    va_list more;                                     \
    va_start(more, command);                          \
    void *argument = va_arg(more, void *);            \
    va_end(more);                                     \
    return fault_control(descriptor, command, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if (fault_is_ours(descriptor) && fault_hits(ON_MAP)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
}
void *mmap64(void *address, size_t size, int protection, int flags, int descriptor,
             off64_t offset) {
  return mmap(address, size, protection, flags, descriptor, offset);
}

int unlink(const char *path) {
  if (fault_hits(ON_UNLINK)) return -1;
  return (int)syscall(SYS_unlink, path);
}

int fstat(int descriptor, struct stat *status) {
  if (fault_is_ours(descriptor) && fault_hits(ON_SIZE)) return -1;
  return (int)syscall(SYS_fstat, descriptor, status);
}
int fstat64(int descriptor, struct stat64 *status) {
  if (fault_is_ours(descriptor) && fault_hits(ON_SIZE)) return -1;
  return (int)syscall(SYS_fstat, descriptor, status);
}

/* Who waits for a disk that fails waits in vain: SQLite would for ten seconds, for its index. */
int usleep(unsigned microseconds) {
  if (fault.armed && microseconds > 50) microseconds = 50;
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return nanosleep(&time, NULL);
}

#endif

// A disk that fails, as a library that is loaded before all others (LD_PRELOAD).
//
//   RNEM_DISK_BELOW=FOLDER     only what happens to files below it counts
//   RNEM_DISK_FAIL=write:7:28  the 7th write to them fails with errno 28; also fsync, rename, open (for writing)
//   RNEM_DISK_FAIL=write:7+:28 ... and so do all that follow: the disk is full and stays so
//   RNEM_DISK_SLOW=1000        every write and fsync takes so many microseconds more
//   RNEM_CLOCK_BACK=100        after so many looks at it the wall clock is set back by a year
//   RNEM_DISK_COUNTS=FILE      gets "write N\nfsync N\nrename N\nopen N\n" when the process ends
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum Kind { kWrite, kFsync, kRename, kOpen, kKinds };
static const char* const kNames[kKinds] = {"write", "fsync", "rename", "open"};
static atomic_long counts[kKinds];

static int is_below(const char* path) {
  const char* below = getenv("RNEM_DISK_BELOW");
  return below != NULL && path != NULL && strncmp(path, below, strlen(below)) == 0;
}

static int fd_is_below(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof(path) - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_below(path);
}

// Whether this one is to fail; errno says why.
static int fails(enum Kind kind) {
  const long number = atomic_fetch_add(&counts[kind], 1) + 1;
  const char* slow = getenv("RNEM_DISK_SLOW");
  if (slow != NULL && kind <= kFsync) usleep((useconds_t)atol(slow));
  const char* rule = getenv("RNEM_DISK_FAIL");
  const size_t length = strlen(kNames[kind]);
  if (rule == NULL || strncmp(rule, kNames[kind], length) != 0 || rule[length] != ':') return 0;
  char* end = NULL;
  const long first = strtol(rule + length + 1, &end, 10);
  const int stays = *end == '+';
  if (number != first && !(stays && number > first)) return 0;
  errno = atoi(strchr(end, ':') + 1);
  return 1;
}

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void* bytes, size_t count) {
  if (fd_is_below(fd) && fails(kWrite)) return -1;
  return REAL(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void* bytes, size_t count, off_t at) {
  if (fd_is_below(fd) && fails(kWrite)) return -1;
  return REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t at) {
  if (fd_is_below(fd) && fails(kWrite)) return -1;
  return REAL(pwrite64)(fd, bytes, count, at);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (fd_is_below(fd) && fails(kWrite)) return -1;
  return REAL(writev)(fd, parts, count);
}
int fsync(int fd) {
  if (fd_is_below(fd) && fails(kFsync)) return -1;
  return REAL(fsync)(fd);
}
int fdatasync(int fd) {
  if (fd_is_below(fd) && fails(kFsync)) return -1;
  return REAL(fdatasync)(fd);
}
int rename(const char* from, const char* to) {
  if (is_below(to) && fails(kRename)) return -1;
  return REAL(rename)(from, to);
}

static int opened_to_write(const char* path, int flags) {
  return (flags & O_ACCMODE) != O_RDONLY && is_below(path);
}
#define OPEN(name)                                            \
  int name(const char* path, int flags, ...) {                \
    va_list rest;                                             \
    va_start(rest, flags);                                    \
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                             \
    if (opened_to_write(path, flags) && fails(kOpen)) return -1; \
    return REAL(name)(path, flags, mode);                     \
  }
OPEN(open)
OPEN(open64)

// what libstdc++'s streams open their files with
#define FOPEN(name)                                                            \
  FILE* name(const char* path, const char* mode) {                             \
    if (strpbrk(mode, "wa+") != NULL && is_below(path) && fails(kOpen)) return NULL; \
    return REAL(name)(path, mode);                                             \
  }
FOPEN(fopen)
FOPEN(fopen64)

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = REAL(clock_gettime)(clock, now);
  const char* looks = getenv("RNEM_CLOCK_BACK");
  static atomic_long seen;
  if (looks != NULL && clock == CLOCK_REALTIME && atomic_fetch_add(&seen, 1) >= atol(looks)) {
    now->tv_sec -= 365L * 24 * 3600;
  }
  return result;
}

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("RNEM_DISK_COUNTS");
  if (path == NULL) return;
  char text[128];
  int length = 0;
  for (int i = 0; i < kKinds; ++i) {
    length += snprintf(text + length, sizeof(text) - (size_t)length, "%s %ld\n", kNames[i], counts[i]);
  }
  const int fd = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0) return;
  if (REAL(write)(fd, text, (size_t)length) < 0) return;
  close(fd);
}

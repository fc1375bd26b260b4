// Functions that Swift cannot call: syscall(2) is variadic, older C libraries have no wrapper for pidfd_open(2),
// <malloc.h> is not part of Swift's module, and <string.h> declares memmem(3) only with _GNU_SOURCE.
#pragma once
#ifdef __linux__
#include <malloc.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// pidfd_open(2) of Linux 5.3: returns a descriptor that becomes readable when the process exits, or -1 with errno.
static inline int linux_pidfd_open(pid_t process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return (int)syscall(434, process, 0);
#endif
}

/// Makes the allocator return large blocks to the system when they are freed. By default the GNU allocator retains blocks
/// as large as the largest that was ever freed, so one slow client would permanently cost the memory of its output.
static inline void linux_release_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

/// memmem(3): returns the first occurrence of some bytes in others, or NULL.
extern void *memmem(const void *bytes, size_t count, const void *searched, size_t searchedCount);
#endif

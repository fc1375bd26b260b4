// What Swift cannot call: syscall(2) is variadic, the C library's wrappers are younger than the kernels in use, and
// <malloc.h> is not in Swift's module.
#pragma once
#ifdef __linux__
#include <malloc.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// pidfd_open(2), Linux 5.3: a descriptor that becomes readable when the process ends; -1 with errno on failure.
static inline int linux_pidfd_open(pid_t process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return (int)syscall(434, process, 0);
#endif
}

/// Large blocks go back to the system when they are freed. Left alone, the GNU allocator keeps blocks as large as the
/// largest that was ever freed: a client that once read slowly would cost its output's memory for good.
static inline void linux_keep_no_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}
#endif

// What Swift cannot call: syscall(2) is variadic, and the C library's wrappers are younger than the kernels in use.
#pragma once
#ifdef __linux__
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
#endif

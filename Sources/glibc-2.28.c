/// Lets a program that is built with a newer glibc run with glibc 2.28 of 2018. `install` links it on Linux.
///
/// The linker binds a function to its newest version in the C library of the machine that builds, such as
/// `pthread_create@GLIBC_2.34`, although most have only moved into another file then. Each `OLD` below defines a function
/// that jumps to the version of before, which newer C libraries keep. The others are newer than 2.28 and written here.
/// They are all hidden, so that libraries loaded later do not see them. `Tests/run` checks that nothing is missing.
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

#if defined(__x86_64__)
#define JUMP "jmp "
#define PLT "@PLT"
#define VERSION(x86_64) x86_64
#elif defined(__aarch64__)
#define JUMP "b "
#define PLT ""
// The first version of glibc for this architecture.
#define VERSION(x86_64) "GLIBC_2.17"
#else
#error "Add the oldest version of each function on this architecture."
#endif

#define OLD_SINCE(version, name)                              \
  __asm__(".symver old_" #name ", " #name "@" VERSION(version) \
          "\n.text\n.globl " #name "\n.hidden " #name          \
          "\n.type " #name ", %function\n" #name ":\n" JUMP "old_" #name PLT "\n.size " #name ", .-" #name "\n")
#define OLD(name) OLD_SINCE("GLIBC_2.2.5", name)

// Another error handling since 2.29 and 2.35, which nothing here uses.
OLD(exp);
OLD(exp2);
OLD(hypotf);
OLD(log);
OLD(log2);
OLD(pow);

// In libdl and libpthread until 2.34.
OLD(__pthread_key_create);
OLD(dladdr);
OLD(dlclose);
OLD(dlerror);
OLD(dlopen);
OLD(dlsym);
OLD(pthread_attr_getstack);
OLD_SINCE("GLIBC_2.3.3", pthread_condattr_setclock);
OLD(pthread_create);
OLD(pthread_detach);
OLD_SINCE("GLIBC_2.3.4", pthread_getaffinity_np);
OLD(pthread_getattr_np);
OLD(pthread_getspecific);
OLD(pthread_join);
OLD(pthread_key_create);
OLD(pthread_kill);
OLD(pthread_mutex_trylock);
OLD(pthread_mutexattr_destroy);
OLD(pthread_mutexattr_init);
OLD(pthread_mutexattr_settype);
OLD(pthread_once);
OLD_SINCE("GLIBC_2.12", pthread_setname_np);
OLD(pthread_setspecific);
OLD(pthread_sigmask);
OLD(sem_destroy);
OLD(sem_init);
OLD(sem_open);
OLD(sem_post);
OLD(sem_timedwait);
OLD(sem_wait);

// Functions since 2.33, macros before. The kernel's structure is the C library's.
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return syscall(SYS_newfstatat, folder, path, status, flags);
}
int fstat(int file, struct stat *status) { return syscall(SYS_fstat, file, status); }
int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }
int lstat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int fstat64(int file, struct stat64 *status) { return fstat(file, (struct stat *)status); }
int stat64(const char *path, struct stat64 *status) { return stat(path, (struct stat *)status); }
int lstat64(const char *path, struct stat64 *status) { return lstat(path, (struct stat *)status); }

// Since 2.36. Up to 256 bytes come whole and cannot fail once the kernel has its first random numbers.
uint32_t arc4random(void) {
  uint32_t value;
  while (getrandom(&value, sizeof value, 0) != sizeof value) {}
  return value;
}

// Since 2.32. False is always safe: it costs atomic instructions.
char __libc_single_threaded = 0;

// `_dl_find_object`, since 2.35: the unwinder asks it for the tables of the object that contains an address, and without
// an answer ends every exception and stack trace. Newer headers declare it, so it has another name in C.
struct object {
  unsigned long long flags;
  void *map_start, *map_end;
  struct link_map *link_map;
  void *eh_frame;
  unsigned long long reserved[7];
};
struct search {
  uintptr_t address;
  struct object *result;
};

static int find_in_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  int contains = 0;
  *search->result = (struct object){0};
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    char *start = (char *)(object->dlpi_addr + header->p_vaddr);
    if (header->p_type == PT_GNU_EH_FRAME) search->result->eh_frame = start;
    if (header->p_type == PT_LOAD && search->address - (uintptr_t)start < header->p_memsz) {
      search->result->map_start = start;
      search->result->map_end = start + header->p_memsz;
      contains = 1;
    }
  }
  return contains && search->result->eh_frame;
}

int find_object(void *address, struct object *result) __asm__("_dl_find_object");
int find_object(void *address, struct object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(find_in_object, &search) ? 0 : -1;
}

// Since 2.34 the C library runs the constructors itself. The version of before is told the function that does.
typedef int main_function(int, char **, char **);
typedef void (*constructor)(int, char **, char **);
extern constructor __preinit_array_start[], __preinit_array_end[], __init_array_start[], __init_array_end[];
extern void _init(void);

static void run_constructors(int count, char **arguments, char **environment) {
  for (constructor *each = __preinit_array_start; each < __preinit_array_end; each++)
    (*each)(count, arguments, environment);
  _init();
  for (constructor *each = __init_array_start; each < __init_array_end; each++) (*each)(count, arguments, environment);
}

__asm__(".symver old_libc_start_main, __libc_start_main@" VERSION("GLIBC_2.2.5"));
__attribute__((visibility("default"))) extern int old_libc_start_main(
    main_function *, int, char **, constructor, void (*)(void), void (*)(void), void *);

int __libc_start_main(main_function *main, int count, char **arguments, constructor init, void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end) {
  (void)init;
  return old_libc_start_main(main, count, arguments, run_constructors, fini, loader_fini, stack_end);
}

// What Swift and its Glibc module leave out of the machine's and the kernel's interface.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Declared by the system's headers only where _GNU_SOURCE is defined, which Swift does not do.
extern int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);

extern int renameat2(
    int folder, const char *path, int other_folder, const char *other_path, unsigned flags);

// Asks for the cache line of an address, and waits for nothing; any address is good.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
    __builtin_prefetch(address);
}

// O_PATH, which is also declared only with _GNU_SOURCE: it opens a file or folder as a place, without reading it.
#define OPEN_AS_PLACE 010000000

// Landlock (landlock(7)). The C library has no functions for it, and headers older than the kernel lack newer parts.
// Its system calls have the same numbers on every processor.
struct landlock_rules {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

// The version of Landlock's interface, or -1 with errno.
static inline int landlock_version(void) {
    return (int)syscall(444, (void *)0, (size_t)0, 1u);
}

// Makes a set of rules that handles the rights in `rules`; `size` is how much of the structure the kernel knows.
static inline int landlock_create(const struct landlock_rules *rules, size_t size) {
    return (int)syscall(444, rules, size, 0u);
}

// Grants rights to the file `place`, or to everything below the folder `place`.
static inline int landlock_allow(int ruleset, uint64_t rights, int place) {
    struct {
        uint64_t rights;
        int32_t place;
    } __attribute__((packed)) rule = {rights, place};
    return (int)syscall(445, ruleset, 1, &rule, 0u);
}

// Puts the calling thread, and those that it starts later, under the rules.
static inline int landlock_restrict(int ruleset) {
    return (int)syscall(446, ruleset, 0u);
}

// Filters of system calls (seccomp(2)).
static inline int forbid_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static inline int install_filter(const struct sock_filter *filter, unsigned short count, unsigned flags) {
    struct sock_fprog program = {count, (struct sock_filter *)filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

// Whether filters can answer with an error.
static inline int filters_can_refuse(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

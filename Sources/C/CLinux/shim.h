// Parts of the processor's and the kernel's interface that Swift and its Glibc module leave out.
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

// Declared by the system's headers only with _GNU_SOURCE, which Swift does not define.
extern int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);

extern int renameat2(
    int folder, const char *path, int other_folder, const char *other_path, unsigned flags);

// The kernel's number of the calling thread; that of the first thread is the number of the process.
static inline int thread_id(void) {
    return (int)syscall(SYS_gettid);
}

// What libdispatch has for the owner of a loop, as Foundation's run loop is one: a descriptor that can be read if
// something is in the main queue, and a function that runs all of it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

// Prefetches the cache line of an address without waiting; any address is allowed.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
    __builtin_prefetch(address);
}

// O_PATH, also declared only with _GNU_SOURCE: it opens a file or folder as a location, without
// reading it.
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

// Makes a set of rules for the rights in `rules`; `size` is the size of the structure that the
// kernel supports.
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

// Applies the rules to the calling thread and the threads that it starts later.
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

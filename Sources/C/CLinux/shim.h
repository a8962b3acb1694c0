// What Swift and its Glibc module leave out of the machine's and the kernel's interface.
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <time.h>

// Declared by the system's headers only where _GNU_SOURCE is defined, which Swift does not do.
extern int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);

// Asks for the cache line of an address, and waits for nothing; any address is good.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
    __builtin_prefetch(address);
}

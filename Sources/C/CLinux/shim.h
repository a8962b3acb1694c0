// What Swift's Glibc module leaves out of the kernel's interface.
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

#include <wayland-client-core.h>
#include <wayland-util.h>

// Declared by the system's headers only where _GNU_SOURCE is defined, which Swift does not do.
extern int memfd_create(const char *name, unsigned int flags);

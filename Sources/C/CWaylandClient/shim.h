#include <wayland-client-core.h>
#include <wayland-util.h>

// Declared by the system's headers only with _GNU_SOURCE, which Swift does not define.
extern int memfd_create(const char *name, unsigned int flags);

#include <wayland-server-core.h>
#include <wayland-util.h>

/// Posts a protocol error with a complete message; the library's own function is variadic.
static inline void oresen_resource_post_error(struct wl_resource *resource, uint32_t code, const char *text) {
    wl_resource_post_error(resource, code, "%s", text);
}

/// A listener and its object.
struct oresen_listener {
    struct wl_listener listener;
    void *object;
};

/// The object of the listener that a notification function received.
static inline void *oresen_listener_object(struct wl_listener *listener) {
    return ((struct oresen_listener *)listener)->object;
}

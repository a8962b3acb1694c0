// The few lines of xdg-shell that a window needs: the interface tables of version 1 as
// wayland-scanner would write them, and the requests that are used.
#ifndef FLOOR_XDG_SHELL_H
#define FLOOR_XDG_SHELL_H

#include <wayland-client.h>

static const struct wl_interface xdg_surface_interface, xdg_toplevel_interface;

static const struct wl_interface *no_types[6] = {0};
static const struct wl_interface *surface_types[] = {&xdg_surface_interface, &wl_surface_interface};
static const struct wl_interface *toplevel_types[] = {&xdg_toplevel_interface};

static const struct wl_message xdg_wm_base_requests[] = {
    {"destroy", "", no_types},
    {"create_positioner", "n", no_types},
    {"get_xdg_surface", "no", surface_types},
    {"pong", "u", no_types},
};
static const struct wl_message xdg_wm_base_events[] = {{"ping", "u", no_types}};
static const struct wl_interface xdg_wm_base_interface = {
    "xdg_wm_base", 1, 4, xdg_wm_base_requests, 1, xdg_wm_base_events};

static const struct wl_message xdg_surface_requests[] = {
    {"destroy", "", no_types},
    {"get_toplevel", "n", toplevel_types},
    {"get_popup", "n?oo", no_types},
    {"set_window_geometry", "iiii", no_types},
    {"ack_configure", "u", no_types},
};
static const struct wl_message xdg_surface_events[] = {{"configure", "u", no_types}};
static const struct wl_interface xdg_surface_interface = {
    "xdg_surface", 1, 5, xdg_surface_requests, 1, xdg_surface_events};

// Only destroy, set_parent and set_title: no later request is sent.
static const struct wl_message xdg_toplevel_requests[] = {
    {"destroy", "", no_types},
    {"set_parent", "?o", no_types},
    {"set_title", "s", no_types},
};
static const struct wl_message xdg_toplevel_events[] = {
    {"configure", "iia", no_types},
    {"close", "", no_types},
};
static const struct wl_interface xdg_toplevel_interface = {
    "xdg_toplevel", 1, 3, xdg_toplevel_requests, 2, xdg_toplevel_events};

struct xdg_wm_base_listener {
    void (*ping)(void *, struct wl_proxy *, uint32_t);
};
struct xdg_surface_listener {
    void (*configure)(void *, struct wl_proxy *, uint32_t);
};
struct xdg_toplevel_listener {
    void (*configure)(void *, struct wl_proxy *, int32_t, int32_t, struct wl_array *);
    void (*close)(void *, struct wl_proxy *);
};

static inline void xdg_wm_base_pong(struct wl_proxy *base, uint32_t serial) {
    wl_proxy_marshal_flags(base, 3, NULL, 1, 0, serial);
}

static inline struct wl_proxy *xdg_wm_base_get_surface(
    struct wl_proxy *base, struct wl_surface *surface) {
    return wl_proxy_marshal_flags(base, 2, &xdg_surface_interface, 1, 0, NULL, surface);
}

static inline struct wl_proxy *xdg_surface_get_toplevel(struct wl_proxy *surface) {
    return wl_proxy_marshal_flags(surface, 1, &xdg_toplevel_interface, 1, 0, NULL);
}

static inline void xdg_surface_ack_configure(struct wl_proxy *surface, uint32_t serial) {
    wl_proxy_marshal_flags(surface, 4, NULL, 1, 0, serial);
}

static inline void xdg_toplevel_set_title(struct wl_proxy *toplevel, const char *title) {
    wl_proxy_marshal_flags(toplevel, 2, NULL, 1, 0, title);
}

#endif

// floor-client: a minimal Wayland client with OpenGL ES.
//
//     floor-client [FRAMES]
//
// A window of 1280 by 800, cleared and swapped. Events are written to standard output, one JSON
// line each, in the form of the viewer's trace: "swapped" when the first swap returned,
// "first-frame" when the compositor answers it, and "frames" with the medians of FRAMES more
// frames, each started by the callback of the previous one. Then it waits until it is killed.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "floor_tools.h"
#include "xdg_shell.h"

enum { WIDTH = 1280, HEIGHT = 800, WARM_UP = 20 };

static struct wl_compositor *compositor;
static struct wl_proxy *base;
static int is_configured, is_frame_done;

static void ping(void *data, struct wl_proxy *from, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(from, serial);
}
static const struct xdg_wm_base_listener base_listener = {ping};

static void global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface,
    uint32_t version) {
    (void)data;
    (void)version;
    if (!strcmp(interface, "wl_compositor")) {
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    } else if (!strcmp(interface, "xdg_wm_base")) {
        base = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
        wl_proxy_add_listener(base, (void (**)(void))&base_listener, NULL);
    }
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}
static const struct wl_registry_listener registry_listener = {global, global_removed};

static void surface_configured(void *data, struct wl_proxy *surface, uint32_t serial) {
    (void)data;
    xdg_surface_ack_configure(surface, serial);
    is_configured = 1;
}
static const struct xdg_surface_listener surface_listener = {surface_configured};

static void toplevel_configured(
    void *data, struct wl_proxy *toplevel, int32_t width, int32_t height,
    struct wl_array *states) {
    (void)data;
    (void)toplevel;
    (void)width;
    (void)height;
    (void)states;
}
static void closed(void *data, struct wl_proxy *toplevel) {
    (void)data;
    (void)toplevel;
    exit(0);
}
static const struct xdg_toplevel_listener toplevel_listener = {toplevel_configured, closed};

static void frame_done(void *data, struct wl_callback *callback, uint32_t time) {
    (void)data;
    (void)time;
    wl_callback_destroy(callback);
    is_frame_done = 1;
}
static const struct wl_callback_listener frame_listener = {frame_done};

static void say(const char *event) {
    printf("{\"t\":%.6f,\"event\":\"%s\"}\n", floor_now_ms(CLOCK_MONOTONIC) / 1e3, event);
    fflush(stdout);
}

static EGLSurface open_surface(EGLDisplay egl, struct wl_surface *surface) {
    if (!eglInitialize(egl, NULL, NULL)) floor_fail("floor-client: no EGL");
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8,
        EGL_NONE};
    EGLConfig config;
    EGLint count;
    if (!eglChooseConfig(egl, wanted, &config, 1, &count) || count < 1)
        floor_fail("floor-client: no configuration");
    EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    EGLContext context = eglCreateContext(egl, config, EGL_NO_CONTEXT, attributes);
    EGLNativeWindowType window =
        (EGLNativeWindowType)wl_egl_window_create(surface, WIDTH, HEIGHT);
    EGLSurface result = eglCreateWindowSurface(egl, config, window, NULL);
    if (!eglMakeCurrent(egl, result, result, context)) floor_fail("floor-client: no context");
    eglSwapInterval(egl, 0);
    return result;
}

int main(int count, char **arguments) {
    int frames = count > 1 ? atoi(arguments[1]) : 0;
    if (frames < 0) floor_fail("usage: floor-client [FRAMES]");
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) floor_fail("floor-client: no Wayland display");
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!compositor || !base) floor_fail("floor-client: the compositor lacks xdg-shell");
    struct wl_surface *surface = wl_compositor_create_surface(compositor);
    struct wl_proxy *shell_surface = xdg_wm_base_get_surface(base, surface);
    wl_proxy_add_listener(shell_surface, (void (**)(void))&surface_listener, NULL);
    struct wl_proxy *toplevel = xdg_surface_get_toplevel(shell_surface);
    wl_proxy_add_listener(toplevel, (void (**)(void))&toplevel_listener, NULL);
    xdg_toplevel_set_title(toplevel, "floor");
    wl_surface_commit(surface);
    while (!is_configured)
        if (wl_display_dispatch(display) < 0) floor_fail("floor-client: the display is gone");

    EGLDisplay egl = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, display, NULL);
    EGLSurface target = open_surface(egl, surface);
    double *wall = calloc((size_t)frames + 1, sizeof *wall);
    double *cpu = calloc((size_t)frames + 1, sizeof *cpu);
    if (!wall || !cpu) floor_fail("floor-client: no memory");
    // The first frame is separate; the warm-up follows only if frames are measured.
    int last = frames > 0 ? WARM_UP + frames : 0;
    for (int i = 0; i <= last; i++) {
        double wall_start = floor_now_ms(CLOCK_MONOTONIC);
        double cpu_start = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID);
        is_frame_done = 0;
        wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
        glClearColor(0.1f, 0.1f, (float)(i & 63) / 64, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        eglSwapBuffers(egl, target);
        double swapped = floor_now_ms(CLOCK_MONOTONIC);
        if (i == 0) say("swapped");
        while (!is_frame_done)
            if (wl_display_dispatch(display) < 0) floor_fail("floor-client: the display is gone");
        if (i == 0) say("first-frame");
        if (i > WARM_UP) {
            wall[i - WARM_UP - 1] = swapped - wall_start;
            cpu[i - WARM_UP - 1] = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
        }
    }
    if (frames > 0) {
        printf(
            "{\"t\":%.6f,\"event\":\"frames\",\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"frames\":%d}\n",
            floor_now_ms(CLOCK_MONOTONIC) / 1e3, floor_median(cpu, frames),
            floor_median(wall, frames), frames);
        fflush(stdout);
    }
    while (wl_display_dispatch(display) >= 0) continue;
    return 0;
}

#include <wayland-cursor.h>

// The types of the functions that are looked up in the library when the pointer first enters.
typedef __typeof__(wl_cursor_image_get_buffer) *CursorImageGetBufferCall;
typedef __typeof__(wl_cursor_theme_destroy) *CursorThemeDestroyCall;
typedef __typeof__(wl_cursor_theme_get_cursor) *CursorThemeGetCursorCall;
typedef __typeof__(wl_cursor_theme_load) *CursorThemeLoadCall;

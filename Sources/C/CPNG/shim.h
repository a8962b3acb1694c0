#include <png.h>

// Function-like and compound macros that Swift does not import.
static const png_uint_32 ORESEN_PNG_RGB = PNG_FORMAT_RGB;
static const png_uint_32 ORESEN_PNG_RGBA = PNG_FORMAT_RGBA;
static const png_uint_32 ORESEN_PNG_IMAGE_VERSION = PNG_IMAGE_VERSION;

static inline int oresen_png_failed(const png_image *image) { return PNG_IMAGE_FAILED(*image); }

#include <webp/decode.h>

// The types of the functions that are looked up in the library when the first such tile is read.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(WebPGetInfo, WebPGetInfoFunction);
LOOKED_UP(WebPDecodeRGBAInto, WebPDecodeRGBAIntoFunction);

#undef LOOKED_UP

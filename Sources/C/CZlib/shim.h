#include <zlib.h>

// A macro that Swift does not import: it passes the size of the stream.
static inline int oresen_inflate_init(z_stream *stream, int bits) { return inflateInit2(stream, bits); }

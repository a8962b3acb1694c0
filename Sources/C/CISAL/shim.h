#include <isa-l/igzip_lib.h>

// The types of the functions that are looked up in the library when the first large archive is
// read.
typedef __typeof__(isal_inflate_init) *ISALInflateInit;
typedef __typeof__(isal_inflate) *ISALInflate;

#include <turbojpeg.h>

// The types of the functions that are looked up in the library when the first such picture is read.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(tjInitDecompress, TJInitDecompress);
LOOKED_UP(tjInitCompress, TJInitCompress);
LOOKED_UP(tjDecompressHeader3, TJDecompressHeader3);
LOOKED_UP(tjDecompress2, TJDecompress2);
LOOKED_UP(tjCompress2, TJCompress2);
LOOKED_UP(tjBufSize, TJBufSize);
LOOKED_UP(tjDestroy, TJDestroy);
LOOKED_UP(tjGetErrorStr2, TJGetErrorStr2);
LOOKED_UP(tjGetErrorCode, TJGetErrorCode);

#undef LOOKED_UP

// The rows of a PNG or JPEG picture, one after the other, so that a large one never is in memory.
//
// libpng and libjpeg report errors by longjmp, which must not cross frames of Swift: here they become
// results. libjpeg is not linked: its functions are looked up by the caller.

#ifndef ORESEN_PICTURE_ROWS_H
#define ORESEN_PICTURE_ROWS_H

#include <stddef.h>

typedef struct oresen_rows oresen_rows;

// The functions of libjpeg in use, in the order of `oresen_jpeg_names`.
enum { ORESEN_JPEG_FUNCTIONS = 8 };
typedef struct {
    void *functions[ORESEN_JPEG_FUNCTIONS];
} oresen_jpeg_library;

// The name of a function, from 0 on; a null pointer behind the last one.
const char *oresen_jpeg_name(int index);
// The file of the library that the headers are of.
const char *oresen_jpeg_file(void);

// Reads the header of the picture in a file, which is read at offsets and stays open. A null pointer if
// there is no memory; a picture that is broken has a message.
oresen_rows *oresen_rows_png(int descriptor);
oresen_rows *oresen_rows_jpeg(int descriptor, const oresen_jpeg_library *library);

// Pixels; zero if the header is broken.
size_t oresen_rows_width(const oresen_rows *rows);
size_t oresen_rows_height(const oresen_rows *rows);
// The bytes that the picture takes in memory while it is read; zero if rows come one by one.
size_t oresen_rows_memory(const oresen_rows *rows);
// What is wrong; empty if nothing is.
const char *oresen_rows_message(const oresen_rows *rows);

// Reads the next row: four bytes for each pixel, with alpha that is not multiplied. Returns whether there was one.
int oresen_rows_next(oresen_rows *rows, unsigned char *row);

void oresen_rows_close(oresen_rows *rows);

#endif

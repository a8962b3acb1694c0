#include "rows.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// After stdio.h, which it needs.
#include <jpeglib.h>

enum { BUFFER = 1 << 16, MOST_SIDE = 1 << 20 };

struct oresen_rows {
    int descriptor;
    off_t offset;
    size_t width, height, memory, next;
    char message[JMSG_LENGTH_MAX];
    jmp_buf failure;
    int has_begun;
    // PNG.
    png_structp png;
    png_infop info;
    int is_interlaced;
    unsigned char *whole;
    // JPEG.
    const oresen_jpeg_library *library;
    int is_jpeg;
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    unsigned char buffer[BUFFER];
};

size_t oresen_rows_width(const oresen_rows *rows) { return rows->width; }
size_t oresen_rows_height(const oresen_rows *rows) { return rows->height; }
size_t oresen_rows_memory(const oresen_rows *rows) { return rows->memory; }
const char *oresen_rows_message(const oresen_rows *rows) { return rows->message; }

static oresen_rows *made(int descriptor) {
    oresen_rows *rows = calloc(1, sizeof *rows);
    if (rows) rows->descriptor = descriptor;
    return rows;
}

static void set_message(oresen_rows *rows, const char *message) {
    if (!rows->message[0]) snprintf(rows->message, sizeof rows->message, "%s", message);
}

static size_t read_some(oresen_rows *rows, unsigned char *bytes, size_t count) {
    for (;;) {
        ssize_t got = pread(rows->descriptor, bytes, count, rows->offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        rows->offset += got;
        return (size_t)got;
    }
}

// MARK: PNG

static void png_failed(png_structp png, png_const_charp message) {
    oresen_rows *rows = png_get_error_ptr(png);
    set_message(rows, message);
    longjmp(rows->failure, 1);
}

static void png_warned(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void png_reads(png_structp png, png_bytep bytes, size_t count) {
    oresen_rows *rows = png_get_io_ptr(png);
    while (count > 0) {
        size_t got = read_some(rows, bytes, count);
        if (got == 0) png_error(png, "the file ends too early");
        bytes += got;
        count -= got;
    }
}

oresen_rows *oresen_rows_png(int descriptor) {
    oresen_rows *rows = made(descriptor);
    if (!rows) return NULL;
    rows->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, rows, png_failed, png_warned);
    rows->info = rows->png ? png_create_info_struct(rows->png) : NULL;
    if (!rows->info) {
        set_message(rows, "there is no memory");
        return rows;
    }
    if (setjmp(rows->failure)) return rows;
    png_set_user_limits(rows->png, MOST_SIDE, MOST_SIDE);
    png_set_chunk_malloc_max(rows->png, 8 << 20);
    png_set_read_fn(rows->png, rows, png_reads);
    png_read_info(rows->png, rows->info);
    png_set_expand(rows->png);
    png_set_scale_16(rows->png);
    png_set_gray_to_rgb(rows->png);
    png_set_add_alpha(rows->png, 0xFF, PNG_FILLER_AFTER);
    rows->is_interlaced =
        png_get_interlace_type(rows->png, rows->info) != PNG_INTERLACE_NONE;
    size_t width = png_get_image_width(rows->png, rows->info);
    size_t height = png_get_image_height(rows->png, rows->info);
    if (rows->is_interlaced) rows->memory = width * height * 4;
    rows->width = width;
    rows->height = height;
    return rows;
}

static int png_next(oresen_rows *rows, unsigned char *row) {
    if (setjmp(rows->failure)) return 0;
    if (!rows->has_begun) {
        rows->has_begun = 1;
        if (rows->is_interlaced) png_set_interlace_handling(rows->png);
        png_read_update_info(rows->png, rows->info);
        if (png_get_rowbytes(rows->png, rows->info) != rows->width * 4)
            png_error(rows->png, "its pixels have another form");
        if (rows->is_interlaced) {
            rows->whole = malloc(rows->memory);
            if (!rows->whole) png_error(rows->png, "there is no memory");
            for (int pass = 0; pass < 7; pass++)
                for (size_t y = 0; y < rows->height; y++)
                    png_read_row(rows->png, rows->whole + y * rows->width * 4, NULL);
        }
    }
    if (rows->whole)
        memcpy(row, rows->whole + rows->next * rows->width * 4, rows->width * 4);
    else
        png_read_row(rows->png, row, NULL);
    return 1;
}

// MARK: JPEG

#define CALL(index, function) ((__typeof__(&function))rows->library->functions[index])

const char *oresen_jpeg_name(int index) {
    static const char *const names[] = {
        "jpeg_std_error",       "jpeg_CreateDecompress", "jpeg_read_header",
        "jpeg_start_decompress", "jpeg_read_scanlines",   "jpeg_destroy_decompress",
        "jpeg_has_multiple_scans", "jpeg_resync_to_restart",
    };
    return index >= 0 && index < ORESEN_JPEG_FUNCTIONS ? names[index] : NULL;
}

const char *oresen_jpeg_file(void) {
    return JPEG_LIB_VERSION >= 80 ? "libjpeg.so.8" : "libjpeg.so.62";
}

static void jpeg_failed(j_common_ptr jpeg) {
    oresen_rows *rows = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    set_message(rows, message);
    longjmp(rows->failure, 1);
}

static void jpeg_says(j_common_ptr jpeg) { (void)jpeg; }

static void source_begins(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean source_fills(j_decompress_ptr jpeg) {
    oresen_rows *rows = jpeg->client_data;
    size_t got = read_some(rows, rows->buffer, BUFFER);
    if (got == 0) {
        set_message(rows, "the file ends too early");
        longjmp(rows->failure, 1);
    }
    rows->source.next_input_byte = rows->buffer;
    rows->source.bytes_in_buffer = got;
    return TRUE;
}

static void source_skips(j_decompress_ptr jpeg, long count) {
    oresen_rows *rows = jpeg->client_data;
    if (count <= 0) return;
    size_t here = rows->source.bytes_in_buffer;
    if ((size_t)count <= here) {
        rows->source.next_input_byte += count;
        rows->source.bytes_in_buffer -= count;
        return;
    }
    rows->offset += count - (long)here;
    rows->source.bytes_in_buffer = 0;
}

oresen_rows *oresen_rows_jpeg(int descriptor, const oresen_jpeg_library *library) {
    oresen_rows *rows = made(descriptor);
    if (!rows) return NULL;
    rows->library = library;
    rows->jpeg.err = CALL(0, jpeg_std_error)(&rows->errors);
    rows->errors.error_exit = jpeg_failed;
    rows->errors.output_message = jpeg_says;
    rows->jpeg.client_data = rows;
    if (setjmp(rows->failure)) return rows;
    CALL(1, jpeg_CreateDecompress)(&rows->jpeg, JPEG_LIB_VERSION, sizeof rows->jpeg);
    rows->is_jpeg = 1;
    rows->jpeg.client_data = rows;
    rows->source.init_source = source_begins;
    rows->source.fill_input_buffer = source_fills;
    rows->source.skip_input_data = source_skips;
    rows->source.resync_to_restart = CALL(7, jpeg_resync_to_restart);
    rows->source.term_source = source_begins;
    rows->jpeg.src = &rows->source;
    CALL(2, jpeg_read_header)(&rows->jpeg, TRUE);
    if (CALL(6, jpeg_has_multiple_scans)(&rows->jpeg)) {
        for (int i = 0; i < rows->jpeg.num_components; i++) {
            jpeg_component_info *part = &rows->jpeg.comp_info[i];
            rows->memory +=
                (size_t)part->width_in_blocks * part->height_in_blocks * DCTSIZE2 * sizeof(JCOEF);
        }
    }
    rows->jpeg.out_color_space = JCS_EXT_RGBA;
    rows->height = rows->jpeg.image_height;
    rows->width = rows->jpeg.image_width;
    return rows;
}

static int jpeg_next(oresen_rows *rows, unsigned char *row) {
    if (setjmp(rows->failure)) return 0;
    if (!rows->has_begun) {
        rows->has_begun = 1;
        CALL(3, jpeg_start_decompress)(&rows->jpeg);
        if (rows->jpeg.output_width != rows->width || rows->jpeg.output_components != 4) {
            set_message(rows, "its pixels have another form");
            return 0;
        }
    }
    JSAMPROW scanline = row;
    return CALL(4, jpeg_read_scanlines)(&rows->jpeg, &scanline, 1) == 1;
}

// MARK: Both

int oresen_rows_next(oresen_rows *rows, unsigned char *row) {
    if (rows->message[0] || rows->next >= rows->height) return 0;
    int is_there = rows->png ? png_next(rows, row) : jpeg_next(rows, row);
    if (is_there) rows->next++;
    return is_there;
}

void oresen_rows_close(oresen_rows *rows) {
    if (!rows) return;
    if (rows->png) png_destroy_read_struct(&rows->png, &rows->info, NULL);
    if (rows->is_jpeg) CALL(5, jpeg_destroy_decompress)(&rows->jpeg);
    free(rows->whole);
    free(rows);
}

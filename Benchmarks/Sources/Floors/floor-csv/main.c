// floor-csv: the minimum cost of reading a table of ten million rows.
//
//     floor-csv FILE
//
// Reads rows of "YYYY-MM-DDTHH:MM:SSZ,decimal" after a header line into two columns of doubles, on
// one thread and without any checks. Then it computes the minimum and the maximum of each 16
// values, of 16 of those, and so on. One JSON line.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "floor_tools.h"

struct columns {
    double *times, *values;
    size_t count, room;
};

static void add(struct columns *columns, const char *row, const char *end) {
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    if (columns->count == columns->room) {
        columns->room = columns->room ? columns->room * 2 : 1 << 16;
        columns->times = realloc(columns->times, columns->room * sizeof(double));
        columns->values = realloc(columns->values, columns->room * sizeof(double));
        if (!columns->times || !columns->values) floor_fail("floor-csv: no memory");
    }
    int64_t days = floor_days(
        floor_two_digits(row) * 100 + floor_two_digits(row + 2), floor_two_digits(row + 5),
        floor_two_digits(row + 8));
    int seconds = floor_two_digits(row + 11) * 3600 + floor_two_digits(row + 14) * 60
        + floor_two_digits(row + 17);
    columns->times[columns->count] = (double)(days * 86400 + seconds);
    const char *digit = row + 21;
    int is_negative = *digit == '-';
    digit += is_negative;
    int64_t mantissa = 0;
    int places = 0, is_fraction = 0;
    for (; digit < end; digit++) {
        if (*digit == '.') {
            is_fraction = 1;
        } else {
            mantissa = mantissa * 10 + (*digit - '0');
            places += is_fraction;
        }
    }
    double value = (double)mantissa / powers[places];
    columns->values[columns->count++] = is_negative ? -value : value;
}

static struct columns read_table(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) floor_fail("floor-csv: the file cannot be opened");
    struct columns columns = {0};
    size_t size = 1 << 20, held = 0;
    char *buffer = malloc(size + 64);
    if (!buffer) floor_fail("floor-csv: no memory");
    int is_header = 1;
    ssize_t got;
    while ((got = read(file, buffer + held, size - held)) > 0) {
        held += (size_t)got;
        char *row = buffer, *end = buffer + held, *line_end;
        while ((line_end = memchr(row, '\n', (size_t)(end - row)))) {
            if (!is_header) add(&columns, row, line_end);
            is_header = 0;
            row = line_end + 1;
        }
        held = (size_t)(end - row);
        memmove(buffer, row, held);
    }
    close(file);
    free(buffer);
    return columns;
}

/// The sum of the minimum and the maximum of all values, reduced 16 to 1. What it allocates is
/// kept, as a pyramid would be.
static double build_pyramid(struct columns columns) {
    double *lows = columns.values, *highs = columns.values;
    for (size_t count = columns.count; count > 1;) {
        size_t buckets = (count + 15) / 16;
        double *next_lows = malloc(buckets * sizeof *lows);
        double *next_highs = malloc(buckets * sizeof *highs);
        if (!next_lows || !next_highs) floor_fail("floor-csv: no memory");
        for (size_t i = 0; i < buckets; i++) {
            double low = lows[i * 16], high = highs[i * 16];
            for (size_t k = i * 16 + 1; k < i * 16 + 16 && k < count; k++) {
                if (lows[k] < low) low = lows[k];
                if (highs[k] > high) high = highs[k];
            }
            next_lows[i] = low;
            next_highs[i] = high;
        }
        lows = next_lows;
        highs = next_highs;
        count = buckets;
    }
    return columns.count > 0 ? lows[0] + highs[0] : 0;
}

int main(int count, char **arguments) {
    if (count != 2) floor_fail("usage: floor-csv FILE");
    double start = floor_now_ms(CLOCK_MONOTONIC);
    struct columns columns = read_table(arguments[1]);
    double parsed = floor_now_ms(CLOCK_MONOTONIC);
    double extremes = build_pyramid(columns);
    double built = floor_now_ms(CLOCK_MONOTONIC);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"wall_s\":%.4f,\"cpu_s\":%.4f,\"pyramid_s\":%.4f,\"rows\":%zu,\"check\":\"%g\","
        "\"peak_mb\":%.1f}\n",
        (built - start) / 1e3, floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) / 1e3,
        (built - parsed) / 1e3, columns.count, extremes, (double)usage.ru_maxrss / 1024);
    return 0;
}

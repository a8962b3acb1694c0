// floor-inflate: the minimum cost of unpacking a zip.
//
//     floor-inflate FILE
//
// Inflates the first member with zlib, on one thread, and keeps nothing of it. From the archive it
// reads only where that member begins. One JSON line.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "floor_tools.h"

enum { INPUT = 1 << 18, OUTPUT = 1 << 20, HEADER = 30 };

int main(int count, char **arguments) {
    if (count != 2) floor_fail("usage: floor-inflate FILE");
    double start = floor_now_ms(CLOCK_MONOTONIC);
    int file = open(arguments[1], O_RDONLY);
    unsigned char *input = malloc(INPUT), *output = malloc(OUTPUT);
    if (file < 0 || !input || !output) floor_fail("floor-inflate: the file cannot be opened");
    if (read(file, input, HEADER) != HEADER || memcmp(input, "PK\3\4", 4) || input[8] != 8)
        floor_fail("floor-inflate: the file is no zip whose first member is deflated");
    off_t data = HEADER + (input[26] | input[27] << 8) + (input[28] | input[29] << 8);
    if (lseek(file, data, SEEK_SET) != data) floor_fail("floor-inflate: the file is too short");
    z_stream stream = {0};
    if (inflateInit2(&stream, -15) != Z_OK) floor_fail("floor-inflate: zlib does not start");
    size_t bytes = 0;
    unsigned long sum = 0;
    int outcome = Z_OK;
    while (outcome == Z_OK) {
        if (stream.avail_in == 0) {
            ssize_t got = read(file, input, INPUT);
            if (got <= 0) break;
            stream.next_in = input;
            stream.avail_in = (unsigned)got;
        }
        stream.next_out = output;
        stream.avail_out = OUTPUT;
        outcome = inflate(&stream, Z_NO_FLUSH);
        size_t made = OUTPUT - stream.avail_out;
        bytes += made;
        if (made) sum += output[made - 1];
    }
    if (outcome != Z_STREAM_END) floor_fail("floor-inflate: the member is damaged");
    double done = floor_now_ms(CLOCK_MONOTONIC);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"wall_s\":%.4f,\"cpu_s\":%.4f,\"bytes\":%zu,\"check\":\"%lu\",\"peak_mb\":%.1f}\n",
        (done - start) / 1e3, floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) / 1e3, bytes, sum,
        (double)usage.ru_maxrss / 1024);
    return 0;
}

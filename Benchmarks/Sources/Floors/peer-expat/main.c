// peer-expat: the cost of parsing a health export with a general XML parser and no handlers.
//
//     peer-expat FILE
//
// Only libexpat's tokenising, so nothing is stored. One JSON line.

#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "floor_tools.h"

enum { PIECE = 1 << 20 };

int main(int count, char **arguments) {
    if (count != 2) floor_fail("usage: peer-expat FILE");
    double start = floor_now_ms(CLOCK_MONOTONIC);
    int file = open(arguments[1], O_RDONLY);
    XML_Parser parser = XML_ParserCreate(NULL);
    if (file < 0 || !parser) floor_fail("peer-expat: the file cannot be opened");
    size_t bytes = 0;
    for (;;) {
        void *buffer = XML_GetBuffer(parser, PIECE);
        ssize_t got = buffer ? read(file, buffer, PIECE) : -1;
        if (got < 0) floor_fail("peer-expat: the file cannot be read");
        bytes += (size_t)got;
        if (XML_ParseBuffer(parser, (int)got, got == 0) != XML_STATUS_OK)
            floor_fail("peer-expat: the file is not well-formed");
        if (got == 0) break;
    }
    double done = floor_now_ms(CLOCK_MONOTONIC);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"wall_s\":%.4f,\"cpu_s\":%.4f,\"bytes\":%zu,\"peak_mb\":%.1f}\n", (done - start) / 1e3,
        floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) / 1e3, bytes, (double)usage.ru_maxrss / 1024);
    return 0;
}

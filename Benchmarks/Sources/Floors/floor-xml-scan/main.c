// floor-xml-scan: the minimum cost of reading a health export.
//
//     floor-xml-scan FILE
//
// Adds two dates and a number of every element "Record" of an export.xml to the columns of its
// type. It looks for angle brackets and quotes, on one thread. It is not an XML parser: no
// entities, no comments, no checks. One JSON line.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "floor_tools.h"

enum { MOST_TYPES = 256, LONGEST_NAME = 80, BUFFER = 4 << 20 };

struct series {
    char name[LONGEST_NAME];
    size_t length, count, room;
    double *values;
    int64_t *starts, *ends;
};

struct field {
    const char *text;
    size_t length;
};

static struct series series[MOST_TYPES];
static int type_count, last_type = -1;
static size_t record_count, stored_count;
static int64_t time_sum;
static double value_sum;

static struct series *series_named(struct field name) {
    for (int i = -1; i < type_count; i++) {
        int index = i < 0 ? last_type : i;
        if (index < 0) continue;
        struct series *candidate = &series[index];
        if (candidate->length != name.length || memcmp(candidate->name, name.text, name.length))
            continue;
        last_type = index;
        return candidate;
    }
    if (type_count == MOST_TYPES || name.length >= LONGEST_NAME)
        floor_fail("floor-xml-scan: too many or too long types");
    struct series *made = &series[type_count];
    memcpy(made->name, name.text, name.length);
    made->length = name.length;
    last_type = type_count++;
    return made;
}

/// Seconds since 1970 of "YYYY-MM-DD HH:MM:SS +ZZZZ".
static int64_t instant(const char *text) {
    int64_t days = floor_days(
        floor_two_digits(text) * 100 + floor_two_digits(text + 2), floor_two_digits(text + 5),
        floor_two_digits(text + 8));
    int64_t seconds = days * 86400 + floor_two_digits(text + 11) * 3600
        + floor_two_digits(text + 14) * 60 + floor_two_digits(text + 17);
    int offset = floor_two_digits(text + 21) * 3600 + floor_two_digits(text + 23) * 60;
    return text[20] == '-' ? seconds + offset : seconds - offset;
}

/// A number that ends at the quote; 0 if there is none. Up to 15 digits are exact.
static int number(const char *text, double *value) {
    static const double powers[] = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *place = text;
    int is_negative = *place == '-', digits = 0, places = 0, is_fraction = 0;
    place += is_negative;
    uint64_t mantissa = 0;
    for (;; place++) {
        unsigned digit = (unsigned)(unsigned char)*place - '0';
        if (digit < 10) {
            mantissa = mantissa * 10 + digit;
            digits++;
            places += is_fraction;
        } else if (*place == '.' && !is_fraction) {
            is_fraction = 1;
        } else {
            break;
        }
    }
    if (digits > 0 && digits <= 15 && *place == '"') {
        *value = (double)mantissa / powers[places];
        if (is_negative) *value = -*value;
        return 1;
    }
    char *end;
    *value = strtod(text, &end);
    return end != text;
}

static void store(struct field type, const char *start, const char *end, const char *text) {
    double value;
    struct series *target = series_named(type);
    if (!number(text, &value)) return;
    if (target->count == target->room) {
        target->room = target->room ? target->room * 2 : 1024;
        target->values = realloc(target->values, target->room * sizeof(double));
        target->starts = realloc(target->starts, target->room * sizeof(int64_t));
        target->ends = realloc(target->ends, target->room * sizeof(int64_t));
        if (!target->values || !target->starts || !target->ends)
            floor_fail("floor-xml-scan: no memory");
    }
    target->values[target->count] = value;
    target->starts[target->count] = instant(start);
    target->ends[target->count] = instant(end);
    value_sum += value;
    time_sum += target->starts[target->count] + target->ends[target->count];
    target->count++;
    stored_count++;
}

static int is_named(struct field field, const char *name) {
    return field.length == strlen(name) && !memcmp(field.text, name, field.length);
}

/// Reads the attributes after "<Record". Returns their end, or NULL if the buffer ends first.
static const char *read_record(const char *place, const char *end) {
    struct field type = {0};
    const char *first = NULL, *last = NULL, *value = NULL;
    for (;;) {
        while (place < end && (*place == ' ' || *place == '\n' || *place == '\t' || *place == '\r'))
            place++;
        if (place >= end) return NULL;
        if (*place == '>' || *place == '/') break;
        const char *open = memchr(place, '"', (size_t)(end - place));
        if (!open) return NULL;
        const char *close = memchr(open + 1, '"', (size_t)(end - open - 1));
        if (!close) return NULL;
        struct field name = {place, (size_t)(open - place - 1)};
        if (is_named(name, "type")) {
            type = (struct field){open + 1, (size_t)(close - open - 1)};
        } else if (is_named(name, "startDate")) {
            first = open + 1;
        } else if (is_named(name, "endDate")) {
            last = open + 1;
        } else if (is_named(name, "value")) {
            value = open + 1;
        }
        place = close + 1;
    }
    record_count++;
    if (type.text && first && last && value) store(type, first, last, value);
    return place;
}

/// Reads the complete elements in the buffer. Returns the start of the rest.
static const char *scan(const char *place, const char *end) {
    for (;;) {
        const char *open = memchr(place, '<', (size_t)(end - place));
        if (!open) return end;
        if (end - open < 9) return open;
        place = open + 1;
        if (memcmp(place, "Record ", 7)) continue;
        const char *after = read_record(place + 6, end);
        if (!after) return open;
        place = after;
    }
}

int main(int count, char **arguments) {
    if (count != 2) floor_fail("usage: floor-xml-scan FILE");
    double start = floor_now_ms(CLOCK_MONOTONIC);
    int file = open(arguments[1], O_RDONLY);
    char *buffer = malloc(BUFFER + 1);
    if (file < 0 || !buffer) floor_fail("floor-xml-scan: the file cannot be opened");
    size_t held = 0;
    for (;;) {
        ssize_t got = read(file, buffer + held, BUFFER - held);
        if (got <= 0) break;
        held += (size_t)got;
        buffer[held] = 0;
        const char *rest = scan(buffer, buffer + held);
        held = (size_t)(buffer + held - rest);
        if (held == BUFFER) floor_fail("floor-xml-scan: an element is too long");
        memmove(buffer, rest, held);
    }
    double done = floor_now_ms(CLOCK_MONOTONIC);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"wall_s\":%.4f,\"cpu_s\":%.4f,\"records\":%zu,\"stored\":%zu,\"check\":\"%lld"
        " %.4f\",\"peak_mb\":%.1f}\n",
        (done - start) / 1e3, floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) / 1e3, record_count,
        stored_count, (long long)time_sum, value_sum, (double)usage.ru_maxrss / 1024);
    return 0;
}

// Shared by the floor programs: clocks, the random walk of the workloads, medians, dates.
#ifndef FLOOR_TOOLS_H
#define FLOOR_TOOLS_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// Milliseconds of a clock: CLOCK_MONOTONIC, or CLOCK_PROCESS_CPUTIME_ID for all threads together.
double floor_now_ms(clockid_t clock);

/// The median; sorts the values.
double floor_median(double *values, int count);

/// A random walk: step i is splitmix64(seed * 2^32 + i) / 2^64 - 0.5. The same in every subject.
void floor_walk(double *values, size_t count, uint64_t seed);

/// Days since 1970 of a date.
int64_t floor_days(int year, int month, int day);

/// The number of two digits.
static inline int floor_two_digits(const char *text) {
    return (text[0] - '0') * 10 + (text[1] - '0');
}

/// Writes to standard error and ends the program with 1.
_Noreturn void floor_fail(const char *sentence);

#endif

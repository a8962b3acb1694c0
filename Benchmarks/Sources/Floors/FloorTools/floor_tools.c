#include "floor_tools.h"

#include <stdio.h>
#include <stdlib.h>

double floor_now_ms(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return ((double)time.tv_sec + (double)time.tv_nsec * 1e-9) * 1e3;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double floor_median(double *values, int count) {
    if (count == 0) return 0;
    qsort(values, (size_t)count, sizeof *values, ascending);
    int middle = count / 2;
    return count % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

static uint64_t mix(uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void floor_walk(double *values, size_t count, uint64_t seed) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)(mix((seed << 32) + i) >> 11) / 9007199254740992.0 - 0.5;
        values[i] = sum;
    }
}

// Howard Hinnant's days_from_civil: years begin in March, so a leap day is the last of its year.
int64_t floor_days(int year, int month, int day) {
    year -= month <= 2;
    int era = year / 400;
    unsigned year_of_era = (unsigned)(year - era * 400);
    unsigned day_of_year = (unsigned)((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1);
    unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return (int64_t)era * 146097 + day_of_era - 719468;
}

_Noreturn void floor_fail(const char *sentence) {
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

// floor-bandwidth: how fast this machine reads numbers from memory.
//
//     floor-bandwidth COUNT THREADS
//
// Finds the minimum and the maximum of COUNT doubles. Each thread has a part, and 16 independent
// pairs of accumulators, so that no comparison waits for the previous one. One JSON line: the
// median of nine passes, in gigabytes per second.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "floor_tools.h"

enum { LANES = 16, PASSES = 9, MOST_THREADS = 256 };

struct part {
    const double *values;
    size_t count;
    double low, high;
};

static void *pass(void *argument) {
    struct part *part = argument;
    double lows[LANES], highs[LANES];
    for (int lane = 0; lane < LANES; lane++) lows[lane] = highs[lane] = part->values[0];
    size_t i = 0;
    for (; i + LANES <= part->count; i += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            double value = part->values[i + (size_t)lane];
            lows[lane] = value < lows[lane] ? value : lows[lane];
            highs[lane] = value > highs[lane] ? value : highs[lane];
        }
    for (; i < part->count; i++) {
        if (part->values[i] < lows[0]) lows[0] = part->values[i];
        if (part->values[i] > highs[0]) highs[0] = part->values[i];
    }
    part->low = lows[0];
    part->high = highs[0];
    for (int lane = 1; lane < LANES; lane++) {
        if (lows[lane] < part->low) part->low = lows[lane];
        if (highs[lane] > part->high) part->high = highs[lane];
    }
    return NULL;
}

int main(int count, char **arguments) {
    size_t values = count > 2 ? strtoull(arguments[1], NULL, 10) : 0;
    size_t threads = count > 2 ? strtoull(arguments[2], NULL, 10) : 0;
    if (threads < 1 || threads > MOST_THREADS || values < threads)
        floor_fail("usage: floor-bandwidth COUNT THREADS");
    double *walk = malloc(values * sizeof *walk);
    if (!walk) floor_fail("floor-bandwidth: no memory");
    floor_walk(walk, values, 3);
    struct part parts[MOST_THREADS];
    pthread_t running[MOST_THREADS];
    double wall[PASSES], cpu[PASSES], low = 0, high = 0;
    for (int turn = -1; turn < PASSES; turn++) {
        double wall_start = floor_now_ms(CLOCK_MONOTONIC);
        double cpu_start = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID);
        for (size_t i = 0; i < threads; i++) {
            size_t first = values / threads * i;
            size_t end = i + 1 == threads ? values : values / threads * (i + 1);
            parts[i] = (struct part){walk + first, end - first, 0, 0};
            if (i > 0 && pthread_create(&running[i], NULL, pass, &parts[i]))
                floor_fail("floor-bandwidth: no thread");
        }
        pass(&parts[0]);
        for (size_t i = 1; i < threads; i++) pthread_join(running[i], NULL);
        if (turn < 0) continue;
        cpu[turn] = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
        wall[turn] = floor_now_ms(CLOCK_MONOTONIC) - wall_start;
        low = parts[0].low;
        high = parts[0].high;
    }
    double milliseconds = floor_median(wall, PASSES);
    printf(
        "{\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"gigabytes_per_s\":%.3f,\"check\":\"%g\"}\n",
        floor_median(cpu, PASSES), milliseconds,
        (double)values * sizeof *walk / milliseconds / 1e6, low + high);
    return 0;
}

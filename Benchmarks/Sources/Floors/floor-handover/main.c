// floor-handover: the distance between two processors of this machine.
//
//     floor-handover
//
// Two threads on two processors pass one cache line back and forth. A round trip takes some 60 ns
// if the processors share their last cache, and several hundred if they do not: then it is slow to
// read what the other processor wrote. In a virtual machine this may change from one moment to the
// next. One JSON line: the median of nine passes, in nanoseconds per round trip.

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#include "floor_tools.h"

enum { ROUNDS = 50000, PASSES = 9 };

static _Alignas(128) _Atomic int line;

/// Pins the thread to the processor with that number among the usable ones, if it exists.
static void stay(int number) {
    cpu_set_t usable, one;
    if (sched_getaffinity(0, sizeof usable, &usable)) return;
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &usable) || number-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        sched_setaffinity(0, sizeof one, &one);
        return;
    }
}

static void *answer(void *argument) {
    (void)argument;
    stay(1);
    for (int round = 0; round < PASSES * ROUNDS; round++) {
        while (atomic_load_explicit(&line, memory_order_acquire) != 2 * round + 1) continue;
        atomic_store_explicit(&line, 2 * round + 2, memory_order_release);
    }
    return NULL;
}

int main(void) {
    cpu_set_t usable;
    if (sched_getaffinity(0, sizeof usable, &usable) || CPU_COUNT(&usable) < 2)
        floor_fail("floor-handover: there is one processor");
    pthread_t other;
    if (pthread_create(&other, NULL, answer, NULL)) floor_fail("floor-handover: no thread");
    stay(0);
    double passes[PASSES];
    for (int pass = 0, round = 0; pass < PASSES; pass++) {
        double start = floor_now_ms(CLOCK_MONOTONIC);
        for (int end = round + ROUNDS; round < end; round++) {
            atomic_store_explicit(&line, 2 * round + 1, memory_order_release);
            while (atomic_load_explicit(&line, memory_order_acquire) != 2 * round + 2) continue;
        }
        passes[pass] = (floor_now_ms(CLOCK_MONOTONIC) - start) * 1e6 / ROUNDS;
    }
    pthread_join(other, NULL);
    printf("{\"round_ns\": %.1f}\n", floor_median(passes, PASSES));
}

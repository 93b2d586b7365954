/* Rows of switches such that for any two of them every combination of on and off stands in some row:
 * all pairs in about a dozen rows where all combinations would be sixty thousand. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PAIRWISE_MAX 24

struct pairwise {
    int switches;
    bool (*allowed)(uint32_t row);               /* NULL: any */
    uint8_t covered[PAIRWISE_MAX][PAIRWISE_MAX]; /* bits: off-off, off-on, on-off, on-on */
    uint64_t chance;
};

/* The next row, bit i for switch i; false when every pair that is allowed has been in one. */
bool pairwise_next(struct pairwise *p, uint32_t *row);

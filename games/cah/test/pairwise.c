#include "pairwise.h"

/* A row is as good as any other that brings as many new pairs: tried at random, the best is kept. */
static uint32_t draw(struct pairwise *p)
{
    p->chance = p->chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(p->chance >> 33) & ((1u << p->switches) - 1);
}

static unsigned pair_of(uint32_t row, int i, int j)
{
    return (row >> i & 1) * 2 + (row >> j & 1);
}

static int gain(const struct pairwise *p, uint32_t row)
{
    int found = 0;
    for (int i = 0; i < p->switches; i++)
        for (int j = 0; j < i; j++)
            found += !(p->covered[i][j] >> pair_of(row, i, j) & 1);
    return found;
}

bool pairwise_next(struct pairwise *p, uint32_t *row)
{
    int best = 0;
    for (int tries = 0; tries < 4000; tries++) {
        uint32_t other = draw(p);
        if (p->allowed && !p->allowed(other)) continue;
        if (gain(p, other) <= best) continue;
        best = gain(p, other);
        *row = other;
    }
    for (int i = 0; i < p->switches && best; i++)
        for (int j = 0; j < i; j++)
            p->covered[i][j] |= (uint8_t)(1u << pair_of(*row, i, j));
    return best > 0;
}

#include "pile.h"

#include <string.h>

bool pile_is_fresh(const struct taboo *t, uint32_t card)
{
    return !(t->used[card / 64] >> (card % 64) & 1);
}

/* The fresh ones among the 64 cards from `64 * i` on. */
static uint64_t fresh_word(const struct taboo *t, uint32_t i)
{
    uint32_t cards = t->total - 64 * i;
    uint64_t there = cards < 64 ? (1ull << cards) - 1 : UINT64_MAX;
    return there & ~t->used[i];
}

static uint32_t count(uint64_t word)
{
    return (uint32_t)__builtin_popcountll(word);
}

uint32_t pile_fresh(const struct taboo *t)
{
    uint32_t fresh = 0;
    for (uint32_t i = 0; 64 * i < t->total; i++)
        fresh += count(fresh_word(t, i));
    return fresh;
}

/* The fresh card with `skip` fresh ones before it. */
static uint32_t nth_fresh(const struct taboo *t, uint32_t skip)
{
    uint32_t i = 0;
    uint64_t word;
    for (uint32_t n; (n = count(word = fresh_word(t, i))) <= skip; i++)
        skip -= n;
    while (skip--)
        word &= word - 1;
    return 64 * i + (uint32_t)__builtin_ctzll(word);
}

void pile_reset(struct taboo *t)
{
    memset(t->used, 0, sizeof t->used);
}

uint16_t pile_draw(struct taboo *t, struct chance *chance)
{
    if (pile_fresh(t) == 0) {
        pile_reset(t);
        /* The card just played comes back last, unless it is the only one there is. */
        if (t->told_card != TABOO_NO_CARD && t->total > 1)
            t->used[t->told_card / 64] |= 1ull << (t->told_card % 64);
    }
    uint32_t card = nth_fresh(t, chance_below(chance, pile_fresh(t)));
    t->used[card / 64] |= 1ull << (card % 64);
    return (uint16_t)card;
}

uint16_t pile_swap(struct taboo *t, uint16_t card, struct chance *chance)
{
    t->used[card / 64] &= ~(1ull << (card % 64));
    return pile_draw(t, chance);
}

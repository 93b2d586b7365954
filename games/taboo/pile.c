#include "pile.h"

#include <string.h>

bool pile_is_fresh(const struct taboo *t, uint32_t card)
{
    return !(t->used[card / 64] >> (card % 64) & 1);
}

uint32_t pile_fresh(const struct taboo *t)
{
    uint32_t used = 0;
    for (int i = 0; i < CARD_CARDS_MAX / 64; i++)
        used += (uint32_t)__builtin_popcountll(t->used[i]);
    return t->total - used;
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
    uint32_t skip = chance_below(chance, pile_fresh(t));
    uint32_t card = 0;
    while (!pile_is_fresh(t, card) || skip-- > 0)
        card++;
    t->used[card / 64] |= 1ull << (card % 64);
    return (uint16_t)card;
}

uint16_t pile_swap(struct taboo *t, uint16_t card, struct chance *chance)
{
    t->used[card / 64] &= ~(1ull << (card % 64));
    return pile_draw(t, chance);
}

#include "pile.h"

#include <string.h>

static uint32_t count(const uint64_t *bits, uint32_t cards)
{
    uint32_t n = 0;
    for (uint32_t i = 0; 64 * i < cards; i++)
        n += (uint32_t)__builtin_popcountll(bits[i]);
    return n;
}

/* Clears one of the bits that are set, and says which: the one with `skip` set ones before it. */
static uint16_t take(uint64_t *bits, uint32_t skip)
{
    uint32_t i = 0;
    for (uint32_t n; (n = (uint32_t)__builtin_popcountll(bits[i])) <= skip; i++)
        skip -= n;
    uint64_t word = bits[i];
    while (skip--)
        word &= word - 1;
    bits[i] &= ~(word & -word);
    return (uint16_t)(64 * i + (uint32_t)__builtin_ctzll(word));
}

static uint64_t all_blanks(const struct cah *g)
{
    return (1ull << g->blanks) - 1;
}

void cah_pile_fill(struct cah *g, const struct game_table *table)
{
    g->whites = g->blacks = 0;
    g->blank = all_blanks(g);
    cah_pile_deck_added(g, table);
}

void cah_pile_deck_added(struct cah *g, const struct game_table *table)
{
    cah_cards_allowed(table, CAH_WHITE, g->whites, g->once, g->white);
    cah_cards_allowed(table, CAH_BLACK, g->blacks, g->once, g->black);
    g->whites = cah_cards_count(table, CAH_WHITE);
    g->blacks = cah_cards_count(table, CAH_BLACK);
}

uint32_t cah_pile_left(const struct cah *g)
{
    return g->top_count + count(g->white, g->whites) + (uint32_t)__builtin_popcountll(g->blank);
}

void cah_pile_free(struct cah *g, uint16_t card)
{
    if (card >= CAH_BLANK)
        g->blank |= 1ull << (card - CAH_BLANK);
    else
        g->white[card / 64] |= 1ull << (card % 64);
}

static void unfree(struct cah *g, uint16_t card)
{
    if (card == CAH_NO_CARD) return;
    if (card >= CAH_BLANK)
        g->blank &= ~(1ull << (card - CAH_BLANK));
    else
        g->white[card / 64] &= ~(1ull << (card % 64));
}

/* What is neither free nor in anybody's hands nor on the table was discarded. */
static void reshuffle(struct cah *g, const struct game_context *context)
{
    memset(g->white, 0, sizeof g->white);
    cah_cards_allowed(context->table, CAH_WHITE, 0, g->once, g->white);
    g->blank = all_blanks(g) & ~g->blank_used;
    for (int s = 0; s < CAH_SEATS; s++)
        for (int i = 0; i < g->hand[s].count; i++)
            unfree(g, g->hand[s].card[i]);
    for (int r = 0; r < g->response_count; r++)
        for (int i = 0; i < g->response[r].count; i++)
            unfree(g, g->response[r].card[i]);
    for (int i = 0; i < g->top_count; i++)
        unfree(g, g->top[i]);
    unfree(g, g->never_card);
    g->told |= TOLD_SHUFFLED;
}

/* Who left keeps his cards for the case that he comes back, unless they are needed. */
static void collect_hands(struct cah *g)
{
    for (int s = 0; s < CAH_SEATS; s++) {
        if (!(g->left & SEAT_BIT(s))) continue;
        for (int i = 0; i < g->hand[s].count; i++)
            cah_pile_free(g, g->hand[s].card[i]);
        g->hand[s].count = 0;
    }
}

uint16_t cah_pile_any_printed(struct cah *g, struct chance *chance)
{
    uint32_t n = count(g->white, g->whites);
    return n ? take(g->white, chance_below(chance, n)) : CAH_NO_CARD;
}

uint16_t cah_pile_any(struct cah *g, struct chance *chance)
{
    uint32_t n = count(g->white, g->whites), blanks = (uint32_t)__builtin_popcountll(g->blank);
    if (n + blanks == 0) return CAH_NO_CARD;
    uint32_t which = chance_below(chance, n + blanks);
    return which < n ? take(g->white, which) : (uint16_t)(CAH_BLANK + take(&g->blank, which - n));
}

uint16_t cah_pile_draw(struct cah *g, const struct game_context *context)
{
    if (cah_pile_left(g) == 0) reshuffle(g, context);
    if (cah_pile_left(g) == 0) collect_hands(g);
    if (g->top_count) return g->top[--g->top_count];
    return cah_pile_any(g, context->chance);
}

uint16_t cah_pile_draw_printed(struct cah *g, const struct game_context *context)
{
    if (g->top_count && g->top[g->top_count - 1] < CAH_BLANK) return g->top[--g->top_count];
    if (count(g->white, g->whites) == 0) reshuffle(g, context);
    return cah_pile_any_printed(g, context->chance);
}

void cah_pile_put_on_top(struct cah *g, uint16_t card)
{
    if (g->top_count < CAH_TOP_MAX)
        g->top[g->top_count++] = card;
    else
        cah_pile_free(g, card);
}

uint16_t cah_pile_draw_black(struct cah *g, const struct game_context *context)
{
    uint32_t n = count(g->black, g->blacks);
    if (n == 0) {
        memset(g->black, 0, sizeof g->black);
        cah_cards_allowed(context->table, CAH_BLACK, 0, g->once, g->black);
        for (size_t i = 0; i < sizeof g->black / sizeof g->black[0]; i++)
            g->black[i] &= ~g->gone[i];
        n = count(g->black, g->blacks);
    }
    return n ? take(g->black, chance_below(context->chance, n)) : CAH_NO_CARD;
}

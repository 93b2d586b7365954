#include "hide.h"

#include <string.h>

#define TRIES 200

/* Takes `count` cards out of a shuffled list, only such as are allowed. False if there are not
 * enough; `cards` then holds what is left. */
static bool take(uint8_t *cards, int *left, int count, uint32_t allowed, uint32_t *hand)
{
    for (int i = 0; i < *left && count > 0;) {
        if (!(card_bit(cards[i]) & allowed)) {
            i++;
            continue;
        }
        *hand |= card_bit(cards[i]);
        cards[i] = cards[--*left];
        count--;
    }
    return count == 0;
}

static int list(uint8_t out[CARDS], uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        out[count++] = cards_first(set);
    return count;
}

static void fill_stock(struct deal *deal, const uint8_t *cards, int left)
{
    memcpy(deal->stock + STOCK_MAX - left, cards, (size_t)left);
}

static uint32_t stock_cards(const struct deal *deal)
{
    uint32_t set = 0;
    for (int i = STOCK_MAX - deal->stock_left; i < STOCK_MAX; i++)
        set |= card_bit(deal->stock[i]);
    return set;
}

/* A hidden hand's newest card is one of those that nobody else knows, unless it was the turned one
 * (then it is shown, and stays). */
static void redraw_newest(struct bout *bout, int seat, struct chance *chance)
{
    uint8_t drawn = bout->drawn[seat];
    if (drawn == NO_CARD || bout->shown[seat] & card_bit(drawn)) return;
    uint8_t cards[CARDS];
    int count = list(cards, bout_hand(bout, seat) & ~bout->shown[seat]);
    bout->drawn[seat] = cards[chance_below(chance, (uint32_t)count)];
}

static void rehide_from_seat(struct bout *bout, int other, struct chance *chance)
{
    struct deal *deal = &bout->deal;
    uint32_t shown = bout->shown[other];
    uint8_t cards[CARDS];
    int wanted = cards_count(deal->hand[other] & ~shown);
    int left = list(cards, (deal->hand[other] & ~shown) | stock_cards(deal));
    chance_shuffle(chance, cards, (size_t)left, 1);
    deal->hand[other] = shown;
    take(cards, &left, wanted, ~bout->denied[other], &deal->hand[other]);
    chance_shuffle(chance, cards, (size_t)left, 1);
    fill_stock(deal, cards, left);
}

/* Both hands are hidden. A card that one hand cannot hold goes to the other or to the stock; a
 * random order that does not work out is tried again, and the true deal is the last resort. */
static void rehide_from_crowd(struct bout *bout, struct chance *chance)
{
    struct deal *deal = &bout->deal;
    uint32_t secret[2], pool = stock_cards(deal);
    for (int seat = 0; seat < 2; seat++) {
        secret[seat] = deal->hand[seat] & ~bout->shown[seat];
        pool |= secret[seat];
    }
    for (int i = 0; i < TRIES; i++) {
        uint8_t cards[CARDS];
        uint32_t hand[2] = {bout->shown[0], bout->shown[1]};
        int left = list(cards, pool);
        chance_shuffle(chance, cards, (size_t)left, 1);
        int first = (int)chance_below(chance, 2);
        /* The more constrained hand first takes what the other one is denied. */
        if (deal->stock_left == 0) {
            uint32_t only = pool & bout->denied[!first] & ~bout->denied[first];
            if (cards_count(only) > cards_count(secret[first])) continue;
            take(cards, &left, cards_count(only), only, &hand[first]);
        }
        int need = cards_count(deal->hand[first]) - cards_count(hand[first]);
        if (!take(cards, &left, need, ~bout->denied[first], &hand[first])) continue;
        need = cards_count(deal->hand[!first]) - cards_count(hand[!first]);
        if (!take(cards, &left, need, ~bout->denied[!first], &hand[!first])) continue;
        deal->hand[0] = hand[0];
        deal->hand[1] = hand[1];
        chance_shuffle(chance, cards, (size_t)left, 1);
        fill_stock(deal, cards, left);
        return;
    }
}

void bout_rehide(struct bout *bout, int viewer, struct chance *chance)
{
    if (bout_ended(bout)) return; /* everything lies open in the review */
    if (viewer == 0 || viewer == 1) {
        rehide_from_seat(bout, !viewer, chance);
        redraw_newest(bout, !viewer, chance);
        return;
    }
    rehide_from_crowd(bout, chance);
    redraw_newest(bout, 0, chance);
    redraw_newest(bout, 1, chance);
}

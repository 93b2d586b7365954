#include "belief.h"

#include "hide.h"

#include <string.h>

#define ALWAYS 256
#define FORGETS 12 /* in 256: lets it pass though he could */
#define TRIES 6

/* Cards the seat has drawn since it last led with something to choose: each trick that was begun
 * since then, that one included, ended with a draw. -1: it never did. */
static int drawn_since_lead(const struct match *match, int seat)
{
    int tricks = match_tricks(match);
    for (int i = tricks - 1; i > 0; i--)
        if (match->trick_led_by[i] == seat) return tricks - i;
    return -1;
}

/* The share of worlds in which at least one of so many cards came later. */
static uint16_t came_later(int drawn, int held, int cards)
{
    int kept = ALWAYS;
    for (int i = 0; i < cards; i++)
        kept = held > i ? kept * (held - drawn > 0 ? held - drawn : 0) / held : 0;
    int later = ALWAYS - kept;
    return (uint16_t)(later > FORGETS ? later : FORGETS);
}

void belief_form(struct belief *belief, const struct match *match, int seat)
{
    const struct bout *bout = &match->bout;
    int held = cards_count(bout_hand(bout, !seat)), drawn = drawn_since_lead(match, !seat);
    bool thought = drawn >= 0 && held > 0 && !bout->deal.closed;
    belief->nine = thought ? came_later(drawn, held, 1) : ALWAYS;
    for (unsigned suit = 0; suit < SUITS; suit++)
        belief->couple[suit] = thought ? came_later(drawn, held, 2) : ALWAYS;
}

static bool believed(const struct bout *world, int other, const struct belief *belief,
                     struct chance *chance)
{
    uint32_t hidden = bout_hand(world, other) & ~world->shown[other];
    uint32_t odds = ALWAYS;
    if (hidden & card_bit(CARD(world->deal.trump_suit, NINE))) odds = odds * belief->nine / ALWAYS;
    for (unsigned suit = 0; suit < SUITS; suit++)
        if ((hidden & marriage_cards(suit)) == marriage_cards(suit))
            odds = odds * belief->couple[suit] / ALWAYS;
    return odds >= ALWAYS || chance_below(chance, ALWAYS) < odds;
}

void belief_rehide(struct bout *bout, int seat, const struct belief *belief, struct chance *chance)
{
    struct bout world;
    for (int i = 0; i < TRIES; i++) {
        memcpy(&world, bout, sizeof world);
        bout_rehide(&world, seat, chance);
        if (believed(&world, !seat, belief, chance)) break;
    }
    memcpy(bout, &world, sizeof world);
}

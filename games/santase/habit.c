#include "habit.h"

uint64_t habit_choices(const struct bout *bout)
{
    uint64_t legal = bout_legal(bout, bout_turn(bout));
    if (legal & ACT_BIT(ACT_EXCHANGE)) return ACT_BIT(ACT_EXCHANGE);
    uint64_t wed = legal >> ACT_MARRY & (ACT_BIT(CARDS) - 1);
    uint64_t cards_and_close = (ACT_BIT(ACT_DECLARE) - 1) | ACT_BIT(ACT_CLOSE);
    return legal & cards_and_close & ~wed;
}

uint8_t habit_pick(uint64_t actions, struct chance *chance)
{
    uint32_t count = (uint32_t)__builtin_popcountll(actions);
    for (uint32_t skip = count > 1 ? chance_below(chance, count) : 0; skip; skip--)
        actions &= actions - 1;
    return (uint8_t)__builtin_ctzll(actions);
}

/* What it hurts to give a card away: its points, more for trumps and for half a marriage. */
static int cost(const struct bout *bout, uint32_t hand, uint8_t card)
{
    int sum = card_points[card];
    unsigned suit = card_suit(card);
    if (suit == bout->deal.trump_suit) sum += 9;
    bool couple = card_bit(card) & marriage_cards(suit);
    if (couple && hand_has_marriage(hand, suit) && !(bout->deal.declared >> suit & 1)) sum += 10;
    return sum;
}

static uint8_t cheapest(const struct bout *bout, uint32_t hand, uint32_t cards)
{
    uint8_t best = cards_first(cards);
    for (cards &= cards - 1; cards; cards &= cards - 1)
        if (cost(bout, hand, cards_first(cards)) < cost(bout, hand, best))
            best = cards_first(cards);
    return best;
}

static uint8_t follow(const struct bout *bout, uint32_t hand, uint32_t legal)
{
    uint32_t higher = legal & suit_cards(card_suit(bout->led)) & ~(card_bit(bout->led) * 2 - 1);
    uint32_t trumps = legal & suit_cards(bout->deal.trump_suit);
    uint8_t dear = higher ? (uint8_t)(31 - __builtin_clz(higher)) : NO_CARD;
    bool led_trump = card_suit(bout->led) == bout->deal.trump_suit;
    if (dear != NO_CARD && !led_trump && cost(bout, hand, dear) < 12) return dear;
    if (dear != NO_CARD && led_trump && card_points[bout->led] >= 3)
        return cheapest(bout, hand, higher);
    if (trumps && !led_trump && card_points[bout->led] >= 10) return cheapest(bout, hand, trumps);
    return cheapest(bout, hand, legal);
}

static uint8_t lead(const struct bout *bout, uint32_t hand, uint64_t legal)
{
    uint64_t wed = legal >> ACT_MARRY & (ACT_BIT(CARDS) - 1);
    unsigned trump = bout->deal.trump_suit;
    if (wed & suit_cards(trump)) wed &= suit_cards(trump);
    if (wed) return (uint8_t)(ACT_MARRY + cards_first((uint32_t)wed));
    uint32_t cards = (uint32_t)legal & (ACT_BIT(CARDS) - 1);
    if (!deal_is_strict(&bout->deal)) return cheapest(bout, hand, cards);
    for (unsigned suit = trump, i = 0; i < SUITS; i++, suit = (suit + 1) % SUITS) {
        uint32_t mine = cards & suit_cards(suit);
        uint32_t gone = bout->deal.won[0] | bout->deal.won[1];
        uint32_t top = suit_cards(suit) & ~gone;
        if (mine && 31 - __builtin_clz(mine) == 31 - __builtin_clz(top))
            return (uint8_t)(31 - __builtin_clz(mine)); /* nobody can head it */
    }
    return cheapest(bout, hand, cards);
}

uint8_t habit_action(const struct bout *bout)
{
    int seat = bout_turn(bout);
    uint64_t legal = habit_choices(bout);
    if (legal & ACT_BIT(ACT_EXCHANGE)) return ACT_EXCHANGE;
    uint32_t hand = bout->deal.hand[seat];
    if (bout->led != NO_CARD) return follow(bout, hand, (uint32_t)legal);
    return lead(bout, hand, legal);
}

/* Cards from the top of a suit that nobody else can head, as far as the hand can know. */
static uint32_t masters(uint32_t mine, uint32_t gone, unsigned suit)
{
    uint32_t sure = 0, out = suit_cards(suit) & ~gone;
    while (out) {
        uint32_t top = 1u << (31 - __builtin_clz(out));
        if (!(mine & top)) break;
        sure |= top;
        out &= ~top;
    }
    return sure;
}

/* With a trump or two in hand the other has to follow to side aces, and gives a low card to each. */
#define GIVEN_TO_EACH 2

bool habit_closes(const struct bout *bout)
{
    if (!bout_may_close(bout)) return false;
    int seat = bout->leader;
    uint32_t hand = bout->deal.hand[seat], gone = bout->deal.won[0] | bout->deal.won[1];
    uint32_t sure = 0;
    for (unsigned suit = 0; suit < SUITS; suit++)
        sure |= masters(hand, gone, suit);
    int points = bout_counted(bout, seat) + cards_points(sure) + GIVEN_TO_EACH * cards_count(sure);
    if (bout->options.marriage_after_close)
        for (unsigned suits = deal_declareable(&bout->deal, seat); suits; suits &= suits - 1)
            points += marriage_points((unsigned)__builtin_ctz(suits), bout->deal.trump_suit);
    return points >= SIXTY_SIX;
}

static uint8_t usual(const struct bout *bout, const struct habit *habit)
{
    return habit->closes && habit_closes(bout) ? ACT_CLOSE : habit_action(bout);
}

void habit_play_out(struct bout *bout, const struct habit *habit, struct chance *chance)
{
    uint32_t dice = 0;
    for (int i = 0; !bout_ended(bout); i++, dice >>= 8) {
        if (i % 4 == 0) dice = chance_word(chance);
        int seat = bout_turn(bout);
        uint8_t action;
        if ((dice & 0xff) >= habit->wild)
            action = usual(bout, habit);
        else
            action = habit_pick(habit_choices(bout) & ~ACT_BIT(ACT_CLOSE), chance);
        bout_act(bout, seat, action);
    }
}

#include "bout.h"

#include <string.h>

void bout_begin(struct bout *bout, const uint8_t deck[CARDS], int leader,
                const struct bout_options *options)
{
    memset(bout, 0, sizeof *bout);
    deal_initial(&bout->deal, deck);
    bout->leader = (uint8_t)leader;
    bout->led = NO_CARD;
    bout->married = NO_SUIT;
    bout->drawn[0] = bout->drawn[1] = NO_CARD;
    bout->closer = bout->winner = NOBODY;
    memcpy(&bout->options, options, sizeof *options);
}

uint32_t bout_hand(const struct bout *bout, int seat)
{
    uint32_t hand = bout->deal.hand[seat];
    return bout->led != NO_CARD ? hand & ~card_bit(bout->led) : hand;
}

int bout_counted(const struct bout *bout, int seat)
{
    return bout->tricks[seat] ? bout->deal.points[seat] : 0;
}

/* Whoever leads after the first trick has won the one before. */
static bool past_first_trick(const struct bout *bout)
{
    return bout->tricks[0] + bout->tricks[1] > 0;
}

static bool leading(const struct bout *bout)
{
    return !bout_ended(bout) && bout->led == NO_CARD && past_first_trick(bout);
}

/* The turned card counts: with it and one more left, the stock can be neither closed nor robbed. */
static bool stock_is_deep(const struct bout *bout)
{
    return !bout->deal.closed && bout->deal.stock_left + 1 > 2;
}

bool bout_may_marry(const struct bout *bout)
{
    return leading(bout) && bout->married == NO_SUIT &&
           (bout->options.marriage_after_close || !deal_is_strict(&bout->deal));
}

bool bout_may_exchange(const struct bout *bout)
{
    uint8_t nine = CARD(bout->deal.trump_suit, NINE);
    return leading(bout) && stock_is_deep(bout) && bout->deal.hand[bout->leader] & card_bit(nine);
}

bool bout_may_close(const struct bout *bout)
{
    return leading(bout) && stock_is_deep(bout);
}

bool bout_may_claim(const struct bout *bout, int seat)
{
    if (bout_ended(bout) || bout->options.auto_claim || seat != bout->leader) return false;
    return bout->led == NO_CARD ? past_first_trick(bout) : bout->married != NO_SUIT;
}

static uint64_t leads(const struct bout *bout)
{
    uint32_t hand = bout->deal.hand[bout->leader];
    uint64_t legal = hand;
    if (bout->married != NO_SUIT) legal &= marriage_cards(bout->married);
    if (bout_may_marry(bout)) {
        unsigned suits = deal_declareable(&bout->deal, bout->leader);
        legal |= (uint64_t)suits << ACT_DECLARE;
        for (; suits; suits &= suits - 1)
            legal |= (uint64_t)marriage_cards((unsigned)__builtin_ctz(suits)) << ACT_MARRY;
    }
    if (bout_may_exchange(bout)) legal |= ACT_BIT(ACT_EXCHANGE);
    if (bout_may_close(bout)) legal |= ACT_BIT(ACT_CLOSE);
    return legal;
}

uint64_t bout_legal(const struct bout *bout, int seat)
{
    if (bout_ended(bout)) return 0;
    uint64_t legal = 0;
    if (bout_turn(bout) == seat)
        legal = bout->led == NO_CARD
                    ? leads(bout)
                    : follower_cards(bout->deal.hand[seat], bout->led, bout->deal.trump_suit,
                                     deal_is_strict(&bout->deal));
    if (bout_may_claim(bout, seat)) legal |= ACT_BIT(ACT_CLAIM);
    return legal;
}

static void finish(struct bout *bout, int winner, int worth, enum end_reason reason)
{
    bout->winner = (uint8_t)winner;
    bout->worth = (uint8_t)worth;
    bout->reason = (uint8_t)reason;
}

static void closer_fails(struct bout *bout, enum end_reason reason)
{
    bool three = !bout->options.failed_close_classic || bout->closer_faced == 0;
    finish(bout, !bout->closer, three ? 3 : 2, reason);
}

static void finish_won(struct bout *bout, int winner, enum end_reason reason)
{
    int loser = !winner;
    int worth = 3;
    if (bout->tricks[loser]) worth = bout_counted(bout, loser) >= bout->options.threshold ? 1 : 2;
    finish(bout, winner, worth, reason);
}

static void claim(struct bout *bout, int seat)
{
    if (bout_counted(bout, seat) >= SIXTY_SIX) {
        if (bout->closer == !seat)
            closer_fails(bout, END_CLOSER_FAILED);
        else
            finish_won(bout, seat, END_CLAIMED);
    } else if (bout->closer == seat) {
        closer_fails(bout, END_FALSE_CLAIM);
    } else {
        finish(bout, !seat, bout->tricks[seat] ? 2 : 3, END_FALSE_CLAIM);
    }
}

/* Nobody claimed. If both have 66, it is the winner of the last trick who could have said so. */
static void finish_played_out(struct bout *bout, int last)
{
    bool has[2] = {bout_counted(bout, 0) >= SIXTY_SIX, bout_counted(bout, 1) >= SIXTY_SIX};
    int winner = has[last] ? last : !last;
    if (bout->closer != NOBODY && (winner != bout->closer || !has[winner]))
        closer_fails(bout, END_CLOSER_FAILED);
    else if (has[winner])
        finish_won(bout, winner, END_PLAYED_OUT);
    else
        finish(bout, NOBODY, 0, END_DRAWN);
}

static void declare(struct bout *bout, int seat, uint8_t suit)
{
    deal_declare(&bout->deal, seat, suit);
    bout->married = suit;
    bout->declarers |= (uint8_t)(seat << suit);
    bout->shown[seat] |= marriage_cards(suit);
    if (bout->options.auto_claim && bout_counted(bout, seat) >= SIXTY_SIX) claim(bout, seat);
}

static void exchange(struct bout *bout, int seat)
{
    struct deal *deal = &bout->deal;
    uint8_t nine = CARD(deal->trump_suit, NINE);
    deal->hand[seat] ^= card_bit(nine) | card_bit(deal->trump_card);
    bout->shown[seat] |= card_bit(deal->trump_card);
    if (bout->drawn[seat] == nine) bout->drawn[seat] = NO_CARD;
    deal->trump_card = nine;
}

static void close_stock(struct bout *bout, int seat)
{
    bout->deal.closed = 1;
    bout->closer = (uint8_t)seat;
    bout->closer_faced = bout->tricks[!seat];
}

/* What following with that card proves about the rest of the hand. */
static void deny(struct bout *bout, int seat, uint8_t card)
{
    if (!deal_is_strict(&bout->deal)) return;
    uint32_t led_suit = suit_cards(card_suit(bout->led));
    uint32_t trumps = suit_cards(bout->deal.trump_suit);
    uint32_t denied;
    if (card_bit(card) & led_suit)
        denied = card > bout->led ? 0 : led_suit & ~(card_bit(bout->led) * 2 - 1);
    else
        denied = card_bit(card) & trumps ? led_suit : led_suit | trumps;
    bout->denied[seat] |= denied;
}

static void draw(struct bout *bout, int winner)
{
    struct deal *deal = &bout->deal;
    uint8_t turned = deal->trump_card;
    uint32_t before[2] = {deal->hand[0], deal->hand[1]};
    deal_draw_stock(deal, winner);
    for (int seat = 0; seat < 2; seat++)
        bout->drawn[seat] = cards_first(deal->hand[seat] ^ before[seat]);
    if (deal->trump_card == NO_CARD) bout->shown[!winner] |= card_bit(turned);
}

static void follow(struct bout *bout, int seat, uint8_t card)
{
    struct deal *deal = &bout->deal;
    deny(bout, seat, card);
    int winner = deal_play_trick(deal, bout->leader, bout->led, card);
    bout->tricks[winner]++;
    bout->shown[0] &= deal->hand[0];
    bout->shown[1] &= deal->hand[1];
    bout->leader = (uint8_t)winner;
    bout->led = NO_CARD;
    bout->married = NO_SUIT;
    bool last = deal->hand[0] == 0;
    if (last && !deal->closed) deal->points[winner] += LAST_TRICK_BONUS;
    if (bout->options.auto_claim && bout_counted(bout, winner) >= SIXTY_SIX)
        claim(bout, winner);
    else if (last)
        finish_played_out(bout, winner);
    else if (!deal_is_strict(deal))
        draw(bout, winner);
}

static void put_down(struct bout *bout, int seat, uint8_t card)
{
    bout->drawn[seat] = NO_CARD;
    if (bout->led != NO_CARD) {
        follow(bout, seat, card);
        return;
    }
    bout->led = card;
    bout->shown[seat] |= card_bit(card);
}

void bout_act(struct bout *bout, int seat, uint8_t action)
{
    if (action < ACT_MARRY) {
        put_down(bout, seat, action);
    } else if (action < ACT_DECLARE) {
        uint8_t card = (uint8_t)(action - ACT_MARRY);
        declare(bout, seat, (uint8_t)card_suit(card));
        if (!bout_ended(bout)) put_down(bout, seat, card);
    } else if (action < ACT_EXCHANGE) {
        declare(bout, seat, (uint8_t)(action - ACT_DECLARE));
    } else if (action == ACT_EXCHANGE) {
        exchange(bout, seat);
    } else if (action == ACT_CLOSE) {
        close_stock(bout, seat);
    } else if (action == ACT_CLAIM) {
        claim(bout, seat);
    }
}

void bout_forfeit(struct bout *bout, int loser)
{
    if (!bout_ended(bout)) finish(bout, !loser, 0, END_FORFEIT);
}

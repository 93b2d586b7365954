#include "deal.h"

#include <string.h>

void deal_initial(struct deal *deal, const uint8_t deck[CARDS])
{
    memset(deal, 0, sizeof *deal);
    for (int i = 0; i < 3; i++) {
        deal->hand[0] |= card_bit(deck[i]) | card_bit(deck[7 + i]);
        deal->hand[1] |= card_bit(deck[3 + i]) | card_bit(deck[10 + i]);
    }
    deal->trump_card = deck[6];
    deal->trump_suit = (uint8_t)card_suit(deck[6]);
    memcpy(deal->stock, deck + CARDS - STOCK_MAX, STOCK_MAX);
    deal->stock_left = STOCK_MAX;
}

bool hand_has_marriage(uint32_t hand, unsigned suit)
{
    return (hand & marriage_cards(suit)) == marriage_cards(suit);
}

bool deal_can_declare(const struct deal *deal, int player, unsigned suit)
{
    return hand_has_marriage(deal->hand[player], suit) && !(deal->declared >> suit & 1);
}

unsigned deal_declareable(const struct deal *deal, int player)
{
    unsigned found = 0;
    for (unsigned suit = 0; suit < SUITS; suit++)
        found |= (unsigned)deal_can_declare(deal, player, suit) << suit;
    return found;
}

bool deal_declare(struct deal *deal, int player, unsigned suit)
{
    if (!deal_can_declare(deal, player, suit)) return false;
    deal->declared |= (uint8_t)(1 << suit);
    deal->points[player] += (uint8_t)marriage_points(suit, deal->trump_suit);
    return true;
}

bool deal_is_strict(const struct deal *deal)
{
    return deal->closed || deal->stock_left == 0;
}

uint32_t follower_cards(uint32_t hand, uint8_t led, unsigned trump, bool strict)
{
    if (!strict) return hand;
    uint32_t same = hand & suit_cards(card_suit(led));
    if (same) {
        uint32_t higher = same & ~(card_bit(led) * 2 - 1);
        return higher ? higher : same;
    }
    uint32_t trumps = hand & suit_cards(trump);
    return trumps ? trumps : hand;
}

int deal_play_trick(struct deal *deal, int leader, uint8_t leaders, uint8_t followers)
{
    int follower = !leader;
    if (!(deal->hand[leader] & card_bit(leaders))) return -1;
    if (!(follower_cards(deal->hand[follower], leaders, deal->trump_suit, deal_is_strict(deal)) &
          card_bit(followers)))
        return -1;
    deal->hand[leader] &= ~card_bit(leaders);
    deal->hand[follower] &= ~card_bit(followers);
    int winner = leader ^ trick_compare(leaders, followers, card_suit(leaders), deal->trump_suit);
    deal->won[winner] |= card_bit(leaders) | card_bit(followers);
    deal->points[winner] += (uint8_t)(card_points[leaders] + card_points[followers]);
    return winner;
}

static uint8_t take_top(struct deal *deal)
{
    uint8_t *top = &deal->stock[STOCK_MAX - deal->stock_left--];
    uint8_t card = *top;
    *top = NO_CARD;
    return card;
}

void deal_draw_stock(struct deal *deal, int winner)
{
    if (deal->stock_left == 0) return;
    deal->hand[winner] |= card_bit(take_top(deal));
    if (deal->stock_left > 0) {
        deal->hand[!winner] |= card_bit(take_top(deal));
        return;
    }
    deal->hand[!winner] |= card_bit(deal->trump_card);
    deal->trump_card = NO_CARD;
}

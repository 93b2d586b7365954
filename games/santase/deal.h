/* One deal as it lies on the table, and the moves of cards between its places. What may be done
 * when, and by whom, is the business of bout.h; here a card is always in exactly one place:
 *
 *     hand[0]  hand[1]  won[0]  won[1]  stock (the next one on top)  trump_card under it
 *
 * The caller owns a deal; nothing here keeps or allocates anything. Players are 0 and 1. */
#pragma once

#include "cards.h"

#define STOCK_MAX 11

struct deal {
    uint32_t hand[2], won[2]; /* sets of cards */
    uint8_t stock[STOCK_MAX]; /* the top card is stock[STOCK_MAX - stock_left] */
    uint8_t stock_left;
    uint8_t trump_card; /* turned up under the stock; NO_CARD once it is drawn */
    uint8_t trump_suit;
    uint8_t closed;
    uint8_t declared;  /* bit per suit whose marriage has been declared */
    uint8_t points[2]; /* tricks and declared marriages */
};

/* Three cards to each player, the trump, three more to each; eleven are left as the stock. */
void deal_initial(struct deal *deal, const uint8_t deck[CARDS]);

bool hand_has_marriage(uint32_t hand, unsigned suit);
bool deal_can_declare(const struct deal *deal, int player, unsigned suit);
unsigned deal_declareable(const struct deal *deal, int player); /* bit per suit */
/* False, and nothing changes, if it cannot be declared. */
bool deal_declare(struct deal *deal, int player, unsigned suit);

/* Closed, or nothing left to draw: from here on one has to follow. */
bool deal_is_strict(const struct deal *deal);
/* What may be played to a card that was led. When strict: head it in its suit; else follow; else
 * trump; else anything. */
uint32_t follower_cards(uint32_t hand, uint8_t led, unsigned trump, bool strict);
/* Moves both cards to the winner and counts them. Returns who won, or -1 and nothing changes if
 * somebody does not hold the card or the follower may not play it. */
int deal_play_trick(struct deal *deal, int leader, uint8_t leaders, uint8_t followers);
/* The winner draws the top card, the loser the next, or the turned card when that is the last one.
 * Nothing happens when the stock is empty. */
void deal_draw_stock(struct deal *deal, int winner);

/* The 24 cards of Santase. A card is a number: six times its suit plus its rank, and ranks are
 * numbered by strength, so within a suit the greater number wins. A set of cards is 24 bits. */
#pragma once

#include "core/chance.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum suit { HEARTS, DIAMONDS, CLUBS, SPADES, SUITS };
enum rank { NINE, JACK, QUEEN, KING, TEN, ACE, RANKS };

#define CARDS 24
#define NO_CARD 0xff
#define NO_SUIT 0xff
#define CARD(suit, rank) ((uint8_t)((suit)*RANKS + (rank)))
#define CARD_TEXT_MAX 4 /* "10H" and the zero */

static inline enum suit card_suit(uint8_t card)
{
    return (enum suit)(card / RANKS);
}

static inline enum rank card_rank(uint8_t card)
{
    return (enum rank)(card % RANKS);
}

static inline uint32_t card_bit(uint8_t card)
{
    return 1u << card;
}

static inline uint32_t suit_cards(unsigned suit)
{
    return 0x3fu << suit * RANKS;
}

/* K and Q of a suit. */
static inline uint32_t marriage_cards(unsigned suit)
{
    return (1u << QUEEN | 1u << KING) << suit * RANKS;
}

static inline int cards_count(uint32_t set)
{
    return __builtin_popcount(set);
}

/* The weakest card of the lowest suit in a set that is not empty. */
static inline uint8_t cards_first(uint32_t set)
{
    return (uint8_t)__builtin_ctz(set);
}

extern const uint8_t card_points[CARDS]; /* A 11, 10 10, K 4, Q 3, J 2, 9 0 */

static inline int cards_points(uint32_t set)
{
    int sum = 0;
    for (; set; set &= set - 1)
        sum += card_points[cards_first(set)];
    return sum;
}

/* Suit by suit (hearts, diamonds, clubs, spades), each 9, J, Q, K, 10, A. */
void santase_deck(uint8_t deck[CARDS]);
void santase_shuffle(uint8_t deck[CARDS], struct chance *chance);

int marriage_points(unsigned suit, unsigned trump); /* 40 in trumps, otherwise 20 */
/* By rank alone: -1 if the first wins, 1 if the second does, 0 if they are equal. */
int card_compare(uint8_t first, uint8_t second);
/* In a trick: 0 if the first wins, 1 if the second does. */
int trick_compare(uint8_t first, uint8_t second, unsigned led_suit, unsigned trump);

const char *suit_name(unsigned suit);                          /* "hearts" */
const char *rank_name(unsigned rank);                          /* "ten" */
void santase_card_text(char out[CARD_TEXT_MAX], uint8_t card); /* "10H" */
uint8_t santase_card_read(const char *text); /* NO_CARD if it is none; text may be NULL */
uint8_t suit_read(const char *text);         /* "hearts" or "H"; otherwise NO_SUIT */

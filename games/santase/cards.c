#include "cards.h"

#include <stdio.h>
#include <string.h>

static const char *const suits[SUITS] = {"hearts", "diamonds", "clubs", "spades"};
static const char *const ranks[RANKS] = {"nine", "jack", "queen", "king", "ten", "ace"};
static const char *const signs[RANKS] = {"9", "J", "Q", "K", "10", "A"};
static const char letters[SUITS] = {'H', 'D', 'C', 'S'};

#define SUIT_POINTS 0, 2, 3, 4, 10, 11
const uint8_t card_points[CARDS] = {SUIT_POINTS, SUIT_POINTS, SUIT_POINTS, SUIT_POINTS};

void santase_deck(uint8_t deck[CARDS])
{
    for (uint8_t card = 0; card < CARDS; card++)
        deck[card] = card;
}

void santase_shuffle(uint8_t deck[CARDS], struct chance *chance)
{
    chance_shuffle(chance, deck, CARDS, 1);
}

int marriage_points(unsigned suit, unsigned trump)
{
    return suit == trump ? 40 : 20;
}

int card_compare(uint8_t first, uint8_t second)
{
    return (card_rank(first) < card_rank(second)) - (card_rank(first) > card_rank(second));
}

int trick_compare(uint8_t first, uint8_t second, unsigned led_suit, unsigned trump)
{
    unsigned a = card_suit(first), b = card_suit(second);
    if (a == b) return card_compare(first, second) > 0;
    if (a == trump) return 0;
    if (b == trump) return 1;
    return a != led_suit && b == led_suit;
}

const char *suit_name(unsigned suit)
{
    return suits[suit];
}

const char *rank_name(unsigned rank)
{
    return ranks[rank];
}

void santase_card_text(char out[CARD_TEXT_MAX], uint8_t card)
{
    const char *sign = signs[card_rank(card)];
    size_t len = strlen(sign);
    memcpy(out, sign, len);
    out[len] = letters[card_suit(card)];
    out[len + 1] = 0;
}

uint8_t santase_card_read(const char *text)
{
    if (!text) return NO_CARD;
    for (uint8_t card = 0; card < CARDS; card++) {
        char known[CARD_TEXT_MAX];
        santase_card_text(known, card);
        if (strcmp(text, known) == 0) return card;
    }
    return NO_CARD;
}

uint8_t suit_read(const char *text)
{
    if (!text) return NO_SUIT;
    for (unsigned suit = 0; suit < SUITS; suit++) {
        if (strcmp(text, suits[suit]) == 0) return (uint8_t)suit;
        if (text[0] == letters[suit] && !text[1]) return (uint8_t)suit;
    }
    return NO_SUIT;
}

/* A board: which 25 words lie on the table, and whose they are.
 *
 * The words are those 25 of the table's lists whose ranks under a key drawn by chance are lowest,
 * in the order of their ranks. So a board depends on which words there are and not on how they are
 * spread over lists, and a word that stands in two lists lies there once. */
#pragma once

#include "game.h"

#define BOARD_CARDS 25
#define BOARD_AGENTS 9 /* of the team that starts; the other one has one less */
#define BOARD_NEUTRALS 7

/* The first two are the teams. */
enum card_type { CARD_RED, CARD_BLUE, CARD_NEUTRAL, CARD_ASSASSIN };

/* A word is number `index` of the table's deck number `deck`. */
struct board_card {
    uint16_t index;
    uint8_t deck, type;
};

/* Words that come only when there are no others, by their mark. */
struct board_seen {
    const uint32_t *mark;
    int count;
};

/* The chance that a seed of the host's choice stands for, the same everywhere. */
void board_chance(struct chance *out, int32_t seed);
/* Fills all 25; false if there are fewer different words. `start` is a team. */
bool board_draw(struct board_card card[BOARD_CARDS], int start, const struct game_table *table,
                struct board_seen seen, struct chance *chance);
const char *board_word(const struct board_card *card, const struct game_table *table);
/* A word as a number; two words may share one, which does no harm. */
uint32_t board_mark(const struct board_card *card, const struct game_table *table);

/* Taboo's cards: read once from JSON, never changed, shared by all rooms.
 * A deck's content is one block that lives as long as the program; cards point into it.
 * A deck's packs are its subjects, each once for every difficulty that it has.
 * Rules know cards only by number: those in play of the table's decks one after the other, in the
 * table's order, so that a deck added while playing leaves the earlier numbers as they were. What is
 * in play is fixed when a game begins. */
#pragma once

#include "core/text.h"
#include "game.h"

#define CARD_TABOO_MIN 2 /* imported decks have 2 to 6; our own and generated ones exactly 5 */
#define CARD_TABOO_MAX 6
#define CARD_TABOO_USUAL 5
#define CARD_CARDS_MAX 2048 /* of one deck, and of all decks of a table together */
#define CARD_TEXT_MAX 60    /* bytes of a word, a taboo word or a category */
#define CARD_CHOICE_MIN                                                                            \
    20 /* cards that a choice of packs has to leave, if the decks have so many */

struct taboo_card {
    char id[37]; /* UUID */
    char word[CARD_TEXT_MAX + 1];
    char taboo[CARD_TABOO_MAX][CARD_TEXT_MAX + 1];
    int taboo_count;
    char category[CARD_TEXT_MAX + 1];
    char difficulty[8]; /* easy, medium, hard */
    uint8_t pack;       /* its place among the deck's packs */
};

/* Fills a card and checks it: text clean, enough forbidden words, all distinct, none
 * holding the word itself («soles» for «sol»). The refusal's sentence says what is wrong, without
 * naming the card. */
struct refusal card_read(struct taboo_card *card, const json_t *json);
/* The same checks for a card that was put together otherwise. */
struct refusal card_check(const struct taboo_card *card);
bool card_is_difficulty(const char *word); /* easy, medium, hard */
void card_write(const struct taboo_card *card, struct writer *out);

bool taboo_deck_fits(const struct game_deck *deck, const int32_t *settings);
bool taboo_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out);
struct refusal taboo_deck_enough(const struct game_table *table, uint32_t *cards);
struct refusal taboo_deck_read(struct game_deck *deck, const json_t *json);

/* How many cards the table has in play, at most CARD_CARDS_MAX; one of them by its number. */
uint32_t table_cards(const struct game_table *table);
const struct taboo_card *table_card(const struct game_table *table, uint32_t number);
/* The number of the card with that id; -1: none in play has it. */
int table_find_card(const struct game_table *table, const char *id);
/* How many of the table's deck in that place are in play. */
uint32_t table_deck_cards(const struct game_table *table, int deck);

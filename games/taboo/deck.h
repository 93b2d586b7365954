/* Taboo's cards: read once from JSON, never changed, shared by all rooms.
 * A deck's content is one block that lives as long as the program; cards point into it.
 * Rules know cards only by number: the table's decks one after the other, in the table's order,
 * so that a deck added while playing leaves the earlier numbers as they were. */
#pragma once

#include "core/text.h"
#include "game.h"

#define CARD_TABOO_MIN 2 /* imported decks have 2 to 6; our own and generated ones exactly 5 */
#define CARD_TABOO_MAX 6
#define CARD_TABOO_USUAL 5
#define CARD_CARDS_MAX 2048 /* of one deck, and of all decks of a table together */
#define CARD_TEXT_MAX 60    /* bytes of a word, a taboo word or a category */

struct taboo_card {
    char id[37]; /* UUID */
    char word[CARD_TEXT_MAX + 1];
    char taboo[CARD_TABOO_MAX][CARD_TEXT_MAX + 1];
    int taboo_count;
    char category[CARD_TEXT_MAX + 1];
    char difficulty[8]; /* easy, medium, hard */
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
struct refusal taboo_deck_read(struct game_deck *deck, const json_t *json);

/* How many cards the table has, at most CARD_CARDS_MAX; one of them by its number. */
uint32_t table_cards(const struct game_table *table);
const struct taboo_card *table_card(const struct game_table *table, uint32_t number);

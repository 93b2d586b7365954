/* Black and white cards: read once from JSON, never changed, shared by all rooms.
 *
 *     {"language":"en","name":"…","author":"…","licence":"…","packs":[{"name":"…",
 *      "black":[{"text":"Why _?","pick":1,"rating":"family"}],"white":[{"text":"…"}]}]}
 *
 * A deck's content is one block that lives as long as the program: cards pack by pack, white and
 * black apart, then all texts. Rules know cards only by number: the table's decks one after the
 * other, so that a deck added while playing leaves the earlier numbers as they were. */
#pragma once

#include "game.h"

#define CAH_WHITES_MAX 32768 /* of all decks of a table together; what is beyond is not dealt */
#define CAH_BLACKS_MAX 8192
#define CAH_PICK_MAX 3      /* a black card that wants more is not dealt */
#define CAH_LETTERS_MAX 300 /* of a card's text */
#define CAH_TEXT_BYTES 900
#define CAH_ID_BYTES 24

enum cah_colour { CAH_WHITE, CAH_BLACK };

struct cah_card {
    uint32_t text; /* where it begins in the deck's texts */
    uint32_t twin; /* the card before it that says the same, counted from 1; 0: none */
    uint8_t pack;
    uint8_t pick; /* black only */
    uint8_t mature;
};

struct cah_pack {
    uint32_t name;     /* as above */
    uint32_t cards[2]; /* how many, by colour */
};

struct cah_deck {
    uint32_t packs, cards[2]; /* by colour */
    const struct cah_pack *pack;
    const struct cah_card *card[2];
    const char *texts;
};

bool cah_deck_fits(const struct game_deck *deck, const int32_t *settings);
struct refusal cah_deck_read(struct game_deck *deck, const json_t *json);

/* How many cards of a colour the table has, at most the number above. */
uint32_t cah_cards_count(const struct game_table *table, enum cah_colour colour);
/* Sets the bit of each card from that number on that the packs, the rating and its pick allow,
 * and that nobody has banned. With `once` a card that is in several of a deck's packs counts once. */
void cah_cards_allowed(const struct game_table *table, enum cah_colour colour, uint32_t from,
                       bool once, uint64_t *bits);
const char *cah_card_text(const struct game_table *table, enum cah_colour colour, uint32_t number);
int cah_card_pick(const struct game_table *table, uint32_t number); /* of a black card */
/* Names the card for good, whatever else is on the table: "1f2e3d4c-w17". */
void cah_card_id(const struct game_table *table, enum cah_colour colour, uint32_t number,
                 char out[CAH_ID_BYTES]);

/* The words of Codenames: read once from a deck's JSON, never changed, shared by all rooms.
 * A deck's content is one block that lives as long as the deck does; the texts lie behind the table
 * that points to them. A state knows a word as (deck of the table, index). */
#pragma once

#include "core/text.h"
#include "game.h"

#define WORDS_MIN 25 /* of one deck: a board */
#define WORDS_MAX 10000
#define WORD_LETTERS_MAX 24 /* as a reader counts them; our own have at most 12 */
#define WORD_BYTES_MAX 96   /* without the terminating zero */

struct codenames_words {
    uint32_t count;
    struct codenames_text {
        const char *shown;  /* upper case, NFC */
        const char *folded; /* text_fold of it: two words with the same one are the same word */
    } word[];
};

/* The room's first two settings, by their places. */
enum { CODENAMES_SET_LANGUAGE, CODENAMES_SET_WORDS };
/* Whose words: the house's lists have names, those that were brought for a room have none. */
enum codenames_source { WORDS_ALL, WORDS_HOUSE, WORDS_OWN };
extern const char *const codenames_languages[]; /* es, it, en, bg; ends with NULL */
extern const char *const codenames_sources[];   /* all, house, own; ends with NULL */

/* As it goes onto a card: clean, upper case. False without a letter or digit, or if it is too long. */
bool codenames_word_clean(char shown[WORD_BYTES_MAX + 1], const char *typed);
/* The folded form of a clean word; false if it has none (then it is no word). */
bool codenames_word_fold(char folded[WORD_BYTES_MAX + 1], const char *shown);

/* `index` is below the deck's count. */
const char *codenames_word(const struct game_deck *deck, uint32_t index);
const char *codenames_word_folded(const struct game_deck *deck, uint32_t index);

/* A list is one pack, with the name that it has. */
bool codenames_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out);
struct refusal codenames_deck_enough(const struct game_table *table, uint32_t *words);
bool codenames_deck_fits(const struct game_deck *deck, const int32_t *settings);
struct refusal codenames_deck_read(struct game_deck *deck, const json_t *json);

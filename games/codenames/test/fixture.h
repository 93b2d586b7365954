/* A table of Codenames for tests: two teams, small word lists, a clock that the test moves, and the
 * last step's events. Seats 0, 2, 4 … are red, 1, 3, 5 … blue; red starts. Free with fixture_free.
 */
#pragma once

#include "codenames.h"
#include "rules.h"
#include "view.h"

#define FIXTURE_GAME codenames_game
#define FIXTURE_STATE struct codenames
#include "game/fixture.h"

/* Lists of `words` words each, the usual settings but that red starts and nobody chooses. */
void fixture_init(struct fixture *f, int seats, int words);
/* Both at once, with 60 words; it has to start. */
void start(struct fixture *f, int seats);

enum refusal_code clue(struct fixture *f, int seat, const char *text, int count);
enum refusal_code guess(struct fixture *f, int seat, int position);
/* The first hidden card of that type. */
int hidden(const struct fixture *f, enum card_type type);

/* A list in Spanish, or in that language, as our files have it: WORDS, in turn, or if NULL made-up
 * ones that begin with `prefix`. The caller frees the deck's content. */
void make_deck(struct game_deck *deck, const char *prefix, int words, const char *language);
void make_deck_of(struct game_deck *deck, const char *const *words, int count);

/* A table of Taboo for tests: teams, small decks, a clock that the test moves, and the last step's
 * events. Seats 0, 2, 4 … are Equipo A, 1, 3, 5 … Equipo B. Free with fixture_free. */
#pragma once

#include "rules.h"
#include "settings.h"
#include "taboo.h"

#define FIXTURE_GAME taboo_game
#define FIXTURE_STATE struct taboo
#include "game/fixture.h"

/* Decks of `cards` cards each; settings as given, 0 meaning the usual value. */
void fixture_init(struct fixture *f, int seats, int cards);
/* Both at once, with the usual settings; it has to start. */
void start(struct fixture *f, int seats, int cards);
/* A game of deck mode with so many cards and points for A, then for B. */
void play_deck(struct fixture *f, int cards, int a, int b);

/* The id of the card on the table, or of any card by number. */
const char *card_id(const struct fixture *f, uint32_t number);
/* The payload of a verb that names it. */
void names_card(char out[80], const struct fixture *f, uint32_t card);

/* A deck with words PREFIX0, PREFIX1 …, as our files have it; the caller frees the JSON. */
json_t *deck_json(const char *prefix, int cards, const char *language);

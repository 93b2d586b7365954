/* A table of Taboo for tests: teams, small decks, a clock that the test moves, and the last step's
 * events. Seats 0, 2, 4 … are Equipo A, 1, 3, 5 … Equipo B. Free with fixture_free. */
#pragma once

#include "room/says.h"
#include "rules.h"
#include "settings.h"
#include "taboo.h"

struct fixture {
    struct taboo state;
    struct game_table table;
    struct game_deck deck[2];
    int32_t settings[16];
    int64_t now;
    uint64_t steps;
    struct game_says says;
    struct buffer text; /* the last view */
};

/* Decks of `cards` cards each; settings as given, 0 meaning the usual value. */
void fixture_init(struct fixture *f, int seats, int cards);
/* After settings were changed. */
struct refusal fixture_start(struct fixture *f);
void fixture_free(struct fixture *f);
/* Both at once, with the usual settings; it has to start. */
void start(struct fixture *f, int seats, int cards);
/* A game of deck mode with so many cards and points for A, then for B. */
void play_deck(struct fixture *f, int cards, int a, int b);

/* A verb by its name; the state changes only if it is accepted. */
enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload);
void news(struct fixture *f, enum game_news what, int seat);
void wake(struct fixture *f); /* moves the clock to the deadline first */
/* The id of the card on the table, or of any card by number. */
const char *card_id(const struct fixture *f, uint32_t number);
/* The payload of a verb that names it. */
void names_card(char out[80], const struct fixture *f, uint32_t card);
/* The payload of that event of the last step as `viewer` gets it; NULL if it gets none. */
const char *heard(const struct fixture *f, int viewer, const char *event);
const char *view_of(struct fixture *f, int viewer);

/* A deck with words PREFIX0, PREFIX1 …, as our files have it; the caller frees the JSON. */
json_t *deck_json(const char *prefix, int cards, const char *language);

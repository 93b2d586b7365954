/* A game's table for the tests of its rules: a clock that the test moves, small decks, and what the
 * last step said. The game's own fixture.h says which game before it includes this,
 *
 *     #define FIXTURE_GAME taboo_game
 *     #define FIXTURE_STATE struct taboo
 *
 * so that tests read f.state as what it is, and its fixture.c includes game/fixture_body.h once. */
#pragma once

#include "room/says.h"

#define OK REFUSAL_CODE_OK

struct fixture {
    FIXTURE_STATE state;
    struct game_table table;
    struct game_deck deck[2]; /* on the table, and what NEWS_DECK brings */
    int32_t settings[GAME_SETTINGS_MAX];
    char id[GAME_SEATS_MAX][8];
    int64_t now;
    uint64_t steps;
    const FIXTURE_STATE
        *previous;       /* for fixture_start; NULL: what was played here before, if anything */
    struct refusal last; /* what the last act got */
    struct game_says says;
    struct buffer text; /* the last view */
};

/* An empty table with the usual settings; seats 0, 2, 4 … are of the first team, if there are any. */
void fixture_lay(struct fixture *f, int seats);
/* After settings were changed. */
struct refusal fixture_start(struct fixture *f);
void fixture_free(struct fixture *f);

/* A test that finds a fixture of its own in *state, which is freed after it. */
#define at_table(test) cmocka_unit_test_setup_teardown(test, fixture_lend, fixture_take_back)
int fixture_lend(void **state);
int fixture_take_back(void **state);

/* A verb by its name; the state changes only if it is accepted. */
enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload);
void news(struct fixture *f, enum game_news what, int seat);
void wake(struct fixture *f); /* moves the clock to the deadline first */
/* The payload of that event of the last step as `viewer` gets it; NULL if it gets none. */
const char *heard(const struct fixture *f, int viewer, const char *event);
const char *view_of(struct fixture *f, int viewer);
/* Reads a deck as our files have it, and frees the JSON; the caller frees the deck's content. */
void fixture_deck(struct game_deck *deck, json_t *json, const char *name, const char *hash);

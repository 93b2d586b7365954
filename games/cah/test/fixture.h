/* A table of the cards game for tests: small decks whose cards say their number, a clock that the
 * test moves, and the last step's events. Free with fixture_free. */
#pragma once

#include "cah.h"
#include "refusals.h"
#include "room/says.h"
#include "rules.h"
#include "view.h"

struct fixture {
    struct cah state;
    struct game_table table;
    struct game_deck deck[2];
    int32_t settings[CAH_SETTINGS];
    char id[GAME_SEATS_MAX][8];
    int64_t now;
    uint64_t steps;
    struct refusal refusal; /* of the last act */
    struct game_says says;
    struct buffer text; /* the last view */
};

/* So many white cards "w0", "w1" … and black ones "b0 _" … that ask for `pick` each (0: 1, 2, 3 in
 * turn). The caller frees the JSON. */
json_t *deck_json(const char *language, int white, int black, int pick);
void deck_open(struct game_deck *deck, const char *language, int white, int black, int pick);
void deck_close(struct game_deck *deck);

void fixture_init(struct fixture *f, int seats, int white, int black, int pick);
struct refusal fixture_start(struct fixture *f);
void fixture_free(struct fixture *f);
/* Both at once with 200 white and 40 black cards; it has to start. */
void start(struct fixture *f, int seats, int pick);

/* A verb by its name; the state changes only if it is accepted. */
enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload);
void news(struct fixture *f, enum game_news what, int seat);
void wake(struct fixture *f); /* moves the clock to the deadline first */
void join(struct fixture *f); /* one more sits down */
/* The seat plays the first cards of its hand, as many as are asked for. */
enum refusal_code submit(struct fixture *f, int seat);
void submit_all(struct fixture *f); /* everybody who can */
enum refusal_code judge(struct fixture *f, int entry);
enum refusal_code vote(struct fixture *f, int seat, int entry);
/* A round in which that author wins. */
void win_round(struct fixture *f, int author);
int entry_of(const struct fixture *f, int author);
/* {"cardIds":[…]} of these places in the hand; -1 ends. */
const char *offer(const struct fixture *f, int seat, const int *places);

/* The payload of that event of the last step as `viewer` gets it; NULL if it gets none. */
const char *heard(const struct fixture *f, int viewer, const char *event);
const char *view_of(struct fixture *f, int viewer);
json_t *view_json(struct fixture *f, int viewer); /* the caller frees it */

/* A table of the cards game for tests: small decks whose cards say their number, a clock that the
 * test moves, and the last step's events. Free with fixture_free. */
#pragma once

#include "cah.h"
#include "refusals.h"
#include "rules.h"
#include "view.h"

#define FIXTURE_GAME cah_game
#define FIXTURE_STATE struct cah
#include "game/fixture.h"

/* So many white cards "w0", "w1" … and black ones "b0 _" … that ask for `pick` each (0: 1, 2, 3 in
 * turn). The caller frees the JSON. */
json_t *deck_json(const char *language, int white, int black, int pick);
void deck_open(struct game_deck *deck, const char *language, int white, int black, int pick);
void deck_close(struct game_deck *deck);

void fixture_init(struct fixture *f, int seats, int white, int black, int pick);
/* Both at once with 200 white and 40 black cards; it has to start. */
void start(struct fixture *f, int seats, int pick);

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

json_t *view_json(struct fixture *f, int viewer); /* the caller frees it */

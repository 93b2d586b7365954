/* A table of Codenames for tests: two teams, small word lists, a clock that the test moves, and the
 * last step's events. Seats 0, 2, 4 … are red, 1, 3, 5 … blue; red starts. Free with fixture_free.
 */
#pragma once

#include "codenames.h"
#include "room/says.h"
#include "rules.h"
#include "view.h"

#define OK REFUSAL_CODE_OK

struct fixture {
    struct codenames state;
    struct game_table table;
    struct game_deck deck[2];
    int32_t settings[8];
    int64_t now;
    uint64_t steps;
    const struct codenames *previous; /* for fixture_start */
    struct refusal last;              /* what the last act got */
    struct game_says says;
    struct buffer text; /* the last view */
};

/* Lists of `words` words each, the usual settings but that red starts and nobody chooses. */
void fixture_init(struct fixture *f, int seats, int words);
/* After settings were changed. */
struct refusal fixture_start(struct fixture *f);
void fixture_free(struct fixture *f);
/* Both at once, with 60 words; it has to start. */
void start(struct fixture *f, int seats);

/* A verb by its name; the state changes only if it is accepted. */
enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload);
enum refusal_code clue(struct fixture *f, int seat, const char *text, int count);
enum refusal_code guess(struct fixture *f, int seat, int position);
void news(struct fixture *f, enum game_news what, int seat);
void wake(struct fixture *f); /* moves the clock to the deadline first */
/* The first hidden card of that type. */
int hidden(const struct fixture *f, enum card_type type);
/* The payload of that event of the last step as `viewer` gets it; NULL if it gets none. */
const char *heard(const struct fixture *f, int viewer, const char *event);
const char *view_of(struct fixture *f, int viewer);

/* A list in Spanish, or in that language, as our files have it: WORDS, in turn, or if NULL made-up
 * ones that begin with `prefix`. The caller frees the deck's content. */
void make_deck(struct game_deck *deck, const char *prefix, int words, const char *language);
void make_deck_of(struct game_deck *deck, const char *const *words, int count);

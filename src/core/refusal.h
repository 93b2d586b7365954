/* Why something was not done, as a value: a code for programs, a sentence for the player.
 * This list is the only place where codes exist. Families: NOT_YET asks to try later or otherwise,
 * MAY_NOT says that this person may not, BROKEN says that the fault is ours. */
#pragma once

#include <stdbool.h>

enum refusal_family { REFUSAL_NONE, REFUSAL_NOT_YET, REFUSAL_MAY_NOT, REFUSAL_BROKEN };

/* code, family, HTTP status, sentence in English (the key of its translations is the code) */
#define REFUSALS(X)                                                                                \
    X(OK, NONE, 200, "Done.")                                                                      \
    X(BAD_REQUEST, MAY_NOT, 400, "That message could not be understood.")                          \
    X(UNKNOWN_VERB, MAY_NOT, 400, "This game has no such action.")                                 \
    X(UNKNOWN_GAME, MAY_NOT, 404, "There is no game of that name.")                                \
    X(BAD_SETTING, MAY_NOT, 400, "That setting has no such value.")                                \
    X(BAD_NAME, MAY_NOT, 400, "Please use a name of 1 to 24 characters.")                          \
    X(ROOM_NOT_FOUND, MAY_NOT, 404, "There is no room with that code.")                            \
    X(ROOM_FULL, NOT_YET, 409, "The room is full.")                                                \
    X(ROOM_ENDED, MAY_NOT, 410, "This room has ended.")                                            \
    X(ROOM_BUSY, NOT_YET, 503, "Too much at once in this room; try again in a moment.")            \
    X(GAME_ALREADY_STARTED, NOT_YET, 409, "The game has already started.")                         \
    X(GAME_NOT_STARTED, NOT_YET, 409, "The game has not started yet.")                             \
    X(GAME_OVER, NOT_YET, 409, "The game is over.")                                                \
    X(GAME_PAUSED, NOT_YET, 409, "The game is paused.")                                            \
    X(GAME_CHANGED, NOT_YET, 409, "The rules of this game have changed; please start a new one.")  \
    X(WRONG_PHASE, NOT_YET, 409, "That cannot be done at this moment.")                            \
    X(STALE, NOT_YET, 409, "That has already been decided.")                                       \
    X(NOT_YOUR_TURN, NOT_YET, 409, "It is not your turn.")                                         \
    X(NOT_HOST, MAY_NOT, 403, "Only the host can do that.")                                        \
    X(NOT_SEATED, MAY_NOT, 403, "You are watching this game.")                                     \
    X(NOT_IN_ROOM, MAY_NOT, 403, "You are not in this room.")                                      \
    X(UNKNOWN_PERSON, MAY_NOT, 404, "Nobody here has that name or number.")                        \
    X(NEED_MORE_PLAYERS, NOT_YET, 409, "More players are needed.")                                 \
    X(TOO_MANY_PLAYERS, NOT_YET, 409, "Too many players for this game.")                           \
    X(TEAM_FULL, NOT_YET, 409, "That team is full.")                                               \
    X(INVALID_TEAM, MAY_NOT, 400, "There is no team of that name.")                                \
    X(DECK_EMPTY, NOT_YET, 409, "There are no cards left.")                                        \
    X(CARD_API_FAILED, BROKEN, 502, "New cards could not be fetched; the game goes on without.")   \
    X(ILLEGAL_MOVE, MAY_NOT, 409, "The rules do not allow that.")                                  \
    X(INVALID_CLUE, MAY_NOT, 400, "That cannot be a clue.")                                        \
    X(NOT_SPYMASTER, MAY_NOT, 403, "Only a spymaster can do that.")                                \
    X(NOT_OPERATIVE, MAY_NOT, 403, "A spymaster cannot do that.")                                  \
    X(ALREADY_REVEALED, NOT_YET, 409, "That card has been revealed already.")                      \
    X(OUT_OF_RANGE, MAY_NOT, 400, "There is no card at that position.")                            \
    X(GUESS_FIRST, NOT_YET, 409, "At least one guess has to be made first.")                       \
    X(TOO_MANY_REQUESTS, NOT_YET, 429, "Too many tries; please wait a little.")                    \
    X(UNAVAILABLE, BROKEN, 503, "The server could not store that; please try again.")

enum refusal_code {
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    REFUSALS(X)
#undef X
};

#define REFUSAL_VALUES_BYTES 96

/* `detail`, where a rule has more to say than the code's sentence («you hold the ten of spades»),
 * is one sentence in English, in memory of its own: a refusal is copied, never freed. People read it
 * in their own language if it has a `key` of the catalogues, whose {places} the values fill. */
struct refusal {
    enum refusal_code code;
    char detail[120];
    const char *key; /* a literal, or NULL: the code's sentence is all that can be translated */
    char values[REFUSAL_VALUES_BYTES]; /* "name\0text\0key\0" …, ends with an empty name */
};

/* What fills {name}: `text`, or what the catalogue has for `key` (NULL: it is the same everywhere). */
struct refusal_value {
    const char *name, *text, *key;
};

#define ACCEPTED ((struct refusal){.code = REFUSAL_CODE_OK})
#define REFUSE(name) ((struct refusal){.code = REFUSAL_CODE_##name})
struct refusal refuse_saying(enum refusal_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with the key of its translations, which must be a literal. */
struct refusal refusal_keyed(struct refusal r, const char *key);
/* And a value more; one that does not fit takes the key away, so that no sentence has a hole. */
struct refusal refusal_with(struct refusal r, struct refusal_value value);
struct refusal refusal_with_number(struct refusal r, const char *name, int number);
/* The value at *at, which begins at 0 and moves on; false after the last. */
bool refusal_next_value(const struct refusal *r, int *at, struct refusal_value *out);

static inline bool refused(const struct refusal *r)
{
    return r->code != REFUSAL_CODE_OK;
}

const char *refusal_name(enum refusal_code code); /* "NOT_YOUR_TURN" */
enum refusal_family refusal_family(enum refusal_code code);
int refusal_status(enum refusal_code code);
const char *refusal_sentence(const struct refusal *r); /* the detail if there is one */

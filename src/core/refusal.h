/* Why something was not done, as a value: a code for programs, a sentence for the player. The codes of
 * the house are in this list; those that belong to one game are in its folder, in a list of the same
 * shape (see refusal_kind). Families: NOT_YET asks to try later or otherwise,
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
    X(PUT_OUT, MAY_NOT, 403, "The host has put you out of this room.")                             \
    X(UNKNOWN_PERSON, MAY_NOT, 404, "Nobody here has that name or number.")                        \
    X(NEED_MORE_PLAYERS, NOT_YET, 409, "More players are needed.")                                 \
    X(TOO_MANY_PLAYERS, NOT_YET, 409, "Too many players for this game.")                           \
    X(TEAM_FULL, NOT_YET, 409, "That team is full.")                                               \
    X(INVALID_TEAM, MAY_NOT, 400, "There is no team of that name.")                                \
    X(DECK_EMPTY, NOT_YET, 409, "There are no cards left.")                                        \
    X(ILLEGAL_MOVE, MAY_NOT, 409, "The rules do not allow that.")                                  \
    X(BANNED, MAY_NOT, 403, "This device may not open or join rooms here.")                        \
    X(NOTHING_TO_UNDO, NOT_YET, 409, "There is nothing to take back.")                             \
    X(UNDO_NOT_YOURS, MAY_NOT, 403, "Only who made that move, or the host, can ask to undo it.")   \
    X(UNDO_SEEN, MAY_NOT, 409, "What was seen by it cannot be unseen.")                            \
    X(NO_SUCH_CARD, MAY_NOT, 404, "You see no such card.")                                         \
    X(GAME_NOT_OVER, NOT_YET, 409, "This game can be watched again when it is over.")              \
    X(STAYS_SECRET, MAY_NOT, 403, "What the others knew stays secret in this game.")               \
    X(NO_SUCH_STEP, MAY_NOT, 404, "There is nothing at this place of the game.")                   \
    X(FILE_NOT_OURS, MAY_NOT, 400, "This is not the file of a saved game.")                        \
    X(FILE_DAMAGED, MAY_NOT, 400, "This file was cut off or changed after it was saved.")          \
    X(FILE_TOO_LARGE, MAY_NOT, 413, "This file is larger than a saved game can be.")               \
    X(FILE_VERSION, MAY_NOT, 400, "Another version of Ludoteca saved this; we cannot read it.")    \
    X(FILE_RULES, MAY_NOT, 400, "This game was played by rules that are no longer known here.")    \
    X(FILE_CARDS, MAY_NOT, 400, "This Ludoteca does not have the cards of that game.")             \
    X(FILE_NO_GAME, MAY_NOT, 400, "What this file says could not have been played.")               \
    X(FILE_GONE, MAY_NOT, 404, "Please open the file of this game again.")                         \
    X(TOO_MANY_REQUESTS, NOT_YET, 429, "Too many tries; please wait a little.")                    \
    X(FETCH_FAILED, BROKEN, 502, "Nothing could be fetched from there.")                           \
    X(UNAVAILABLE, BROKEN, 503, "The server could not store that; please try again.")

enum refusal_code {
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    REFUSALS(X)
#undef X
        REFUSAL_CODE_OF_GAME, /* the first of a game's own; the others follow */
};

/* A refusal of one game: what the list above has of the house's. A game has a table of them and an
 * enum that counts from REFUSAL_CODE_OF_GAME in the same order, both made from one list, as
 * games/codenames/refusals.h shows. */
struct refusal_kind {
    const char *name;
    enum refusal_family family;
    int status;
    const char *sentence;
    const char *key; /* of its translations: "NAME.error.CODE" */
};
#define REFUSAL_KIND(game, code, family, status, sentence)                                         \
    {#code, REFUSAL_##family, status, sentence, game ".error." #code},

#define REFUSAL_VALUES_BYTES 96

/* `detail`, where a rule has more to say than the code's sentence («you hold the ten of spades»),
 * is one sentence in English, in memory of its own: a refusal is copied, never freed. People read it
 * in their own language if it has a `key` of the catalogues, whose {places} the values fill. */
struct refusal {
    enum refusal_code code;
    const struct refusal_kind *kind; /* of a game's own, else NULL */
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
/* One of a game's own, by its table and its code. */
struct refusal refusal_of_game(const struct refusal_kind *kinds, int code);
struct refusal refuse_saying(enum refusal_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a sentence of its own. */
struct refusal refusal_saying(struct refusal r, const char *format, ...)
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

const char *refusal_code_name(enum refusal_code code); /* all games' own are "OF_GAME" */
const char *refusal_name(const struct refusal *r);     /* "NOT_YOUR_TURN" */
enum refusal_family refusal_family(const struct refusal *r);
int refusal_status(const struct refusal *r);
const char *refusal_sentence(const struct refusal *r); /* the detail if there is one */

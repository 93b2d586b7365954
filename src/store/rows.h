/* Rows for the tables that people ask questions of (docs/history.md). Whoever knows what happened
 * adds rows here; the engine has a statement for each kind and binds the values in their order.
 * {0} is an empty list; whoever declares one frees it. */
#pragma once

#include "core/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/* kind, its values: i a number, t a text (NULL: none) */
#define ROWS(X)                                                                                    \
    /* what follows from records: each may be written twice and is there once */                   \
    X(DECK, "tttt")            /* id, game, name, language */                                      \
    X(CARD, "tttitii")         /* id, text, type, pick, deck, user made, room (0: everybody's) */  \
    X(PLAYER, "tit")           /* id, room, name */                                                \
    X(GAME, "tittiiii")        /* id, room, code, host, score limit, rando, tournament, at */      \
    X(GAME_END, "tii")         /* id, at, finished */                                              \
    X(SESSION, "tttiiii")      /* id, game, player, score, active, winner, at */                   \
    X(ROUND, "ttitti")         /* id, game, number, black card, czar, at */                        \
    X(ROUND_PHASE, "ttti")     /* id, phase, winning response, at */                               \
    X(RESPONSE, "ttti")        /* id, round, session, at */                                        \
    X(RESPONSE_CARD, "ttttii") /* id, session, card, response, position, at */                     \
    X(CARD_PLAYED, "tii")      /* card, more plays, more wins: counts, so never written twice */   \
    /* what the operator is told, and decides */                                                   \
    X(REPORT,                                                                                      \
      "iitttttttttt") /* at, room, code, game, by, kind, what, label, player, device,      \
                                 address, reason */       \
    X(DECIDED, "iti") /* report, decision, at */                                                   \
    X(BAN, "tttiit")  /* kind, what, label, at, until (0: for ever), why */                        \
    X(LIFT, "ii")     /* ban, at */                                                                \
    X(AUDIT, "ittt")  /* at, action, what, detail */                                               \
    /* before everything is made again */                                                          \
    X(CLEAR_ROOM, "i")                                                                             \
    X(RECOUNT, "")

enum row_kind {
#define X(kind, values) ROW_##kind,
    ROWS(X)
#undef X
        ROW_KINDS
};

struct rows {
    struct buffer bytes;
};

/* The kinds of its values, as above. */
const char *rows_values(enum row_kind kind);
/* The values in the order and of the kinds above: int64_t, const char *. */
void rows_add(struct rows *rows, enum row_kind kind, ...);
void rows_free(struct rows *rows);

/* One row of those that were added; texts point into the bytes. */
struct row_value {
    const char *text; /* NULL: none, or a number */
    bool is_text;
    int64_t number;
};
#define ROW_VALUES_MAX 12
struct row {
    enum row_kind kind;
    int count;
    struct row_value value[ROW_VALUES_MAX];
};
/* The row at *at, which begins at 0 and moves on; false after the last. */
bool rows_next(const char *bytes, size_t len, size_t *at, struct row *row);

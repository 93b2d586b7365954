/* Seats on their way to another device. A link carries a code that stands for the seat's token, works
 * once and not for long: addresses stay in histories, in messages and in the logs of proxies, so no
 * token is ever in one. The codes are kept in memory alone, one for a seat at most. */
#pragma once

#include "core/token.h"

#include <stdbool.h>
#include <stdint.h>

#define MOVES_MAX 1024 /* under way at a time; a further one takes the place of the oldest */
#define MOVE_MS 600000
#define MOVE_CODE_LENGTH 20

struct move {
    char code[MOVE_CODE_LENGTH + 1]; /* "": free */
    char token[TOKEN_TEXT_LENGTH + 1];
    uint64_t room;
    uint16_t person;
    uint64_t until;
};

struct moves {
    struct move all[MOVES_MAX];
};

/* A new code for the seat; the one before is good no longer. `now` in milliseconds, monotonic. */
const char *moves_begin(struct moves *m, uint64_t room, uint16_t person, const char *token,
                        uint64_t now);
/* The seat that a code of this room stands for; NULL: none, or not any more. */
struct move *moves_find(struct moves *m, uint64_t room, const char *code, uint64_t now);
/* It was used. */
void move_end(struct move *move);

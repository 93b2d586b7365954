#include "site/moves.h"
#include "wire/engine.h"

#include <string.h>

/* The seat's own, one that is free or over, or the oldest. */
static struct move *place(struct moves *m, uint64_t room, uint16_t person)
{
    struct move *best = &m->all[0];
    for (struct move *one = m->all; one < m->all + MOVES_MAX; one++) {
        if (one->code[0] && one->room == room && one->person == person) return one;
        if (one->until < best->until) best = one;
    }
    return best;
}

const char *moves_begin(struct moves *m, uint64_t room, uint16_t person, const char *token,
                        uint64_t now)
{
    struct move *move = place(m, room, person);
    *move = (struct move){.room = room, .person = person, .until = now + MOVE_MS};
    engine_draw_sid(move->code);
    memcpy(move->token, token, TOKEN_TEXT_LENGTH + 1);
    return move->code;
}

struct move *moves_find(struct moves *m, uint64_t room, const char *code, uint64_t now)
{
    for (struct move *one = m->all; one < m->all + MOVES_MAX; one++)
        if (one->code[0] && one->room == room && one->until > now &&
            secret_matches(one->code, code))
            return one;
    return NULL;
}

void move_end(struct move *move)
{
    *move = (struct move){0};
}

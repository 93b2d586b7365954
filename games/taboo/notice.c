#include "notice.h"

static const char *const names[] = {
    [NOTICE_NOT_READY] = "notReady", [NOTICE_TEAM_NOT_READY] = "teamNotReady",
    [NOTICE_TEAM_AWAY] = "teamAway", [NOTICE_AWAY] = "away",
    [NOTICE_LEFT] = "left",          [NOTICE_TURN_AWAY] = "turnAway",
    [NOTICE_TURN_LEFT] = "turnLeft", [NOTICE_FORFEIT] = "forfeit",
};

void notice(struct taboo *t, enum taboo_notice_kind kind, int team, int seat)
{
    if (!t->explains) return;
    if (t->notices == TABOO_NOTICES_MAX) {
        for (int i = 1; i < TABOO_NOTICES_MAX; i++)
            t->notice[i - 1] = t->notice[i];
        t->notices--;
    }
    struct taboo_notice *n = &t->notice[t->notices++];
    n->turn = t->turn_number;
    n->kind = (uint8_t)kind;
    n->team = (uint8_t)team;
    n->seat = (int8_t)seat;
    n->next = t->phase == TABOO_WAITING ? t->describer : -1;
    t->told |= TOLD_NOTICE;
}

const char *notice_name(const struct taboo_notice *n)
{
    return names[n->kind];
}

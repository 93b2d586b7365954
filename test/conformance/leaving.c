/* Whoever leaves, the others can go on; and when nobody is left, the game ends by itself. */
#include "trial.h"

#include <stdio.h>
#include <string.h>

/* Who goes: one, all but one, all, or any; of those who are still there. */
static uint32_t leavers(struct trial *t, uint32_t seated)
{
    uint32_t one = SEAT_BIT(some_seat(t, seated));
    switch (below(t, 5)) {
    case 0:
    case 1: return one;
    case 2: return seated & ~one;
    case 3: return seated;
    default: return seated & (chance_word(&t->chance) | one);
    }
}

static bool news(struct trial *t, struct sitting *p, enum game_news what, int seat)
{
    if (sitting_pulse(p).over) return true; /* the room has nothing more to tell it */
    p->now += below(t, 2000);
    sitting_news(p, what, seat);
    return check_pulse(t, p) && (below(t, 6) || check_views(t, p));
}

static bool depart(struct trial *t, struct sitting *p, uint32_t mask)
{
    bool together = below(t, 2); /* all lose their connection first */
    for (uint32_t rest = mask & ~p->away; together && rest; rest &= rest - 1)
        if (!news(t, p, NEWS_SEAT_AWAY, __builtin_ctz(rest))) return false;
    while (mask) {
        int seat = some_seat(t, mask);
        mask &= ~SEAT_BIT(seat);
        if (!(p->away & SEAT_BIT(seat)) && !news(t, p, NEWS_SEAT_AWAY, seat)) return false;
        if (!news(t, p, NEWS_SEAT_LEFT, seat)) return false;
    }
    return true;
}

/* Some go for a moment, or return after they had gone for good. */
static bool come_back(struct trial *t, struct sitting *p)
{
    uint32_t gone = p->left | p->away;
    return gone == 0 || news(t, p, NEWS_SEAT_BACK, some_seat(t, gone));
}

static void story(struct trial *t, uint32_t mask, uint32_t seated)
{
    snprintf(t->verdict->story, sizeof t->verdict->story, ", after seats %#x of %#x had left", mask,
             seated);
    t->verdict->instead = "leaving";
}

/* The others are not left waiting for nothing. Late in a long game one seat stands for all. */
bool check_leaving(struct trial *t, struct sitting *p)
{
    uint32_t seated = sitting_seated(p), each = seated;
    bool good = true;
    if (t->verdict->step >= 40 && seated) each = SEAT_BIT(some_seat(t, seated));
    for (int seat = 0; good && seat < p->table.seats; seat++) {
        if (!(each & SEAT_BIT(seat))) continue;
        struct sitting fork;
        sitting_fork(&fork, p, 0x33);
        story(t, SEAT_BIT(seat), seated);
        good = depart(t, &fork, SEAT_BIT(seat));
        verdict_back(t->verdict);
        sitting_free(&fork);
    }
    return good;
}

bool check_departure(struct trial *t, const struct sitting *p)
{
    struct sitting fork;
    uint32_t seated = sitting_seated(p);
    if (!seated) return true;
    sitting_fork(&fork, p, 0x33);
    uint32_t mask = leavers(t, seated);
    story(t, mask, seated);
    bool good = depart(t, &fork, mask);
    if (good && below(t, 3) == 0) good = come_back(t, &fork);
    if (good) good = check_ending(t, &fork);
    verdict_back(t->verdict);
    t->verdict->report->departures++;
    sitting_free(&fork);
    return good;
}

/* Level 0 plays to the end. */
#include "core/alloc.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

/* A wake-up that changes nothing and asks for another at once would come for ever. */
static bool wake(struct trial *t, struct sitting *p)
{
    void *before = alloc_copy(p->state, t->game->state_size);
    sitting_wake(p, below(t, 4) ? 0 : below(t, 90000));
    struct game_pulse after = sitting_pulse(p);
    bool due = !after.over && after.wake_at && after.wake_at <= p->now;
    bool stuck = due && memcmp(before, p->state, t->game->state_size) == 0;
    free(before);
    if (!stuck) return !verdict_bad(t->verdict);
    return complain(t->verdict, t->game, "waking",
                    "woken at %lld it changes nothing and wants to be woken at %lld again",
                    (long long)p->now, (long long)after.wake_at);
}

static bool act(struct trial *t, struct sitting *p, int seat)
{
    struct game_move move;
    if (!sitting_suggest(p, seat, 0, &move))
        return complain(t->verdict, t->game, "waking",
                        "seat %d is awaited, and suggest knows nothing to do", seat);
    struct refusal r = sitting_act(p, seat, move.verb, move.with);
    if (!refused(&r)) return !verdict_bad(t->verdict);
    return complain(
        t->verdict, t->game, "waking", "suggest gives seat %d «%s» %s, which is refused: %s (%s)",
        seat, t->game->verbs[move.verb].name, move.with, refusal_name(&r), refusal_sentence(&r));
}

bool sitting_on(struct trial *t, struct sitting *p)
{
    struct game_pulse pulse = sitting_pulse(p);
    uint32_t here = pulse.awaited & ~p->away;
    int64_t pass = below(t, 3000);
    if (here && (!pulse.wake_at || below(t, 8))) {
        if (!pulse.wake_at || p->now + pass <= pulse.wake_at) p->now += pass;
        return act(t, p, some_seat(t, here));
    }
    if (pulse.wake_at && (!p->away || below(t, 2))) return wake(t, p);
    if (p->away) {
        sitting_news(p, NEWS_SEAT_LEFT, some_seat(t, p->away));
        return !verdict_bad(t->verdict);
    }
    check_pulse(t, p); /* says that it is blocked */
    return false;
}

bool check_ending(struct trial *t, struct sitting *p)
{
    for (int n = 0; n <= t->c->steps_max; n++) {
        if (sitting_pulse(p).over) return check_pulse(t, p) && check_views(t, p);
        if (n % 8 == 0 && !(check_pulse(t, p) && check_views(t, p))) return false;
        if (!sitting_on(t, p)) return false;
    }
    sitting_view(p, GAME_CROWD, &t->one);
    return complain(t->verdict, t->game, "ending", "it is not over after %d more steps; %s",
                    t->c->steps_max, t->one.data);
}

bool check_ending_of_copy(struct trial *t, const struct sitting *p)
{
    struct sitting copy;
    sitting_fork(&copy, p, p->dirt);
    bool good = check_ending(t, &copy);
    sitting_free(&copy);
    return good;
}

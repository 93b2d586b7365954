/* Level 0 plays to the end, and what is over stays over. */
#include "core/alloc.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

/* A wake-up that changes nothing and asks for another at once would come for ever. */
static bool wake(struct trial *t, struct play *p)
{
    void *before = alloc_copy(p->state, t->game->state_size);
    play_wake(p, below(t, 4) ? 0 : below(t, 90000));
    struct game_pulse after = play_pulse(p);
    bool due = !after.over && after.wake_at && after.wake_at <= p->now;
    bool stuck = due && memcmp(before, p->state, t->game->state_size) == 0;
    free(before);
    if (!stuck) return !verdict_bad(t->verdict);
    return complain(t->verdict, t->game, "waking",
                    "woken at %lld it changes nothing and wants to be woken at %lld again",
                    (long long)p->now, (long long)after.wake_at);
}

static bool act(struct trial *t, struct play *p, int seat)
{
    struct game_move move;
    if (!play_suggest(p, seat, 0, &move))
        return complain(t->verdict, t->game, "waking",
                        "seat %d is awaited, and suggest knows nothing to do", seat);
    struct refusal r = play_act(p, seat, move.verb, move.with);
    if (!refused(&r)) return !verdict_bad(t->verdict);
    return complain(t->verdict, t->game, "waking",
                    "suggest gives seat %d «%s» %s, which is refused: %s (%s)", seat,
                    t->game->verbs[move.verb].name, move.with, refusal_name(r.code),
                    refusal_sentence(&r));
}

bool play_on(struct trial *t, struct play *p)
{
    struct game_pulse pulse = play_pulse(p);
    uint32_t here = pulse.awaited & ~p->away;
    int64_t pass = below(t, 3000);
    if (here && (!pulse.wake_at || below(t, 8))) {
        if (!pulse.wake_at || p->now + pass <= pulse.wake_at) p->now += pass;
        return act(t, p, some_seat(t, here));
    }
    if (pulse.wake_at && (!p->away || below(t, 2))) return wake(t, p);
    if (p->away) {
        play_news(p, NEWS_SEAT_LEFT, some_seat(t, p->away));
        return !verdict_bad(t->verdict);
    }
    check_pulse(t, p); /* says that it is blocked */
    return false;
}

bool check_ending(struct trial *t, struct play *p, const char *promise)
{
    for (int n = 0; n <= t->c->steps_max; n++) {
        if (play_pulse(p).over) return check_over_stays(t, p);
        if (n % 8 == 0 && !(check_pulse(t, p) && check_views(t, p))) return false;
        if (!play_on(t, p)) return false;
    }
    play_view(p, GAME_CROWD, &t->one);
    return complain(t->verdict, t->game, promise, "it is not over after %d more steps; %s",
                    t->c->steps_max, t->one.data);
}

bool check_over_stays(struct trial *t, struct play *p)
{
    static const enum game_news all[] = {NEWS_SEAT_AWAY, NEWS_SEAT_LEFT, NEWS_SEAT_BACK};
    struct play fork;
    play_fork(&fork, p, 0x77);
    struct game_pulse before = play_pulse(&fork);
    bool good = check_pulse(t, &fork) && check_views(t, &fork);
    for (int i = 0; good && i < 6; i++) {
        play_news(&fork, all[i % 3], i < 3 ? 0 : fork.table.seats - 1);
        struct game_pulse after = play_pulse(&fork);
        good = check_pulse(t, &fork) && check_views(t, &fork);
        if (good && (!after.over || after.winners != before.winners))
            good = complain(t->verdict, t->game, "ending",
                            "it was over with winners %#x; then a seat %s, and it is %s with %#x",
                            before.winners, i % 3 == 2 ? "came back" : "went",
                            after.over ? "over" : "not over", after.winners);
    }
    play_free(&fork);
    return good;
}

/* The same steps, the same bytes. */
#include "trial.h"

#include <string.h>

static bool same_state(struct trial *t, struct play *one, struct play *two)
{
    const unsigned char *a = one->state, *b = two->state;
    for (size_t i = 0; i < t->game->state_size; i++) {
        if (a[i] == b[i]) continue;
        complain(t->verdict, t->game, "purity",
                 "the same steps give another state: byte %zu of %zu is %#x here and %#x there "
                 "(a global, a clock, a pointer, or a byte that was never written)",
                 i, t->game->state_size, a[i], b[i]);
        play_view(one, GAME_CROWD, &t->one);
        play_view(two, GAME_CROWD, &t->two);
        return complain_difference(t->verdict, "the crowd sees here", t->one.data, "and there",
                                   t->two.data);
    }
    return true;
}

static bool same_views(struct trial *t, struct play *one, struct play *two)
{
    for (int viewer = GAME_CROWD; viewer < one->table.seats; viewer++) {
        play_view(one, viewer, &t->one);
        play_view(two, viewer, &t->two);
        if (!strcmp(t->one.data, t->two.data)) continue;
        complain(t->verdict, t->game, "purity", "the same state is seen otherwise by %d", viewer);
        return complain_difference(t->verdict, "here", t->one.data, "there", t->two.data);
    }
    return true;
}

static bool same_events(struct trial *t, struct play *one, struct play *two)
{
    play_tell(one, &t->says);
    play_tell(two, &t->says_two);
    size_t count = says_count(&t->says);
    if (count != says_count(&t->says_two))
        return complain(t->verdict, t->game, "purity", "the same state tells %zu events, then %zu",
                        count, says_count(&t->says_two));
    for (size_t i = 0; i < count; i++) {
        struct says_event a = says_event(&t->says, i), b = says_event(&t->says_two, i);
        if (!strcmp(a.name, b.name) && a.audience == b.audience && !strcmp(a.text, b.text))
            continue;
        complain(t->verdict, t->game, "purity", "the same state tells %s to %#x and %s to %#x",
                 a.name, a.audience, b.name, b.audience);
        return complain_difference(t->verdict, "here", a.text, "there", b.text);
    }
    return true;
}

static bool same_pulse(struct trial *t, struct play *one, struct play *two)
{
    struct game_pulse a = play_pulse(one), b = play_pulse(two);
    if (a.awaited == b.awaited && a.wake_at == b.wake_at && a.over == b.over &&
        a.ticking == b.ticking && (!a.over || a.winners == b.winners))
        return true;
    return complain(t->verdict, t->game, "purity", "the same state has two pulses");
}

bool check_same(struct trial *t, struct play *one, struct play *two)
{
    return !verdict_bad(t->verdict) && same_state(t, one, two) && same_pulse(t, one, two) &&
           same_views(t, one, two) && same_events(t, one, two);
}

/* From the log alone, in one go, with nothing else in between. */
bool check_replay(struct trial *t, uint64_t number)
{
    struct play again;
    play_draw(&again, t->c, t->verdict, number);
    again.dirt = 0;
    play_start(&again);
    for (size_t i = 0; i < t->main.log_count && !verdict_bad(t->verdict); i++) {
        const struct play_step *step = &t->main.log[i];
        play_again(&again, step);
        if (verdict_bad(t->verdict) || again.log[i].sum == step->sum) continue;
        complain(t->verdict, t->game, "purity",
                 "replayed from its log, it is another game from action %zu on", i + 1);
    }
    if (!verdict_bad(t->verdict)) check_same(t, &t->main, &again);
    play_free(&again);
    return !verdict_bad(t->verdict);
}

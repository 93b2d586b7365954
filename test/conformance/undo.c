/* What may be taken back has shown nobody anything but the move itself: had the hidden things lain
 * otherwise, everybody would see the same after it. And whoever asks is told nothing either. */
#include "trial.h"

#include <stdlib.h>
#include <string.h>

struct deed {
    int seat, verb;
    json_t *with;
};

static struct refusal answer(struct trial *t, const struct sitting *p, const struct deed *d)
{
    return t->game->takes_back(p->state, p->spare, d->seat, d->verb);
}

/* The view after the move, which lies in `spare`. */
static void view_after(struct sitting *p, int viewer, struct buffer *out)
{
    void *state = p->state;
    p->state = p->spare;
    sitting_view(p, viewer, out);
    p->state = state;
}

static bool sees_the_same(struct trial *t, struct sitting *p, struct sitting *other, int viewer,
                          const struct deed *d)
{
    view_after(p, viewer, &t->one);
    view_after(other, viewer, &t->two);
    if (!strcmp(t->one.data, t->two.data)) return true;
    complain(t->verdict, t->game, "undo",
             "«%s» of seat %d may be taken back, and showed viewer %d what was hidden",
             t->game->verbs[d->verb].name, d->seat, viewer);
    return complain_difference(t->verdict, "as it was", t->one.data, "had it been otherwise",
                               t->two.data);
}

/* `p` and its spare hold the game before and after the move. */
static bool check_viewer(struct trial *t, struct sitting *p, int viewer, const struct deed *d)
{
    struct sitting other;
    struct refusal here = answer(t, p, d);
    sitting_fork(&other, p, p->dirt);
    sitting_rehide(&other, viewer, p->seq * 64 + (uint64_t)(viewer + 1));
    other.seed[0] ^= 1; /* chance is hidden too */
    struct refusal refusal = sitting_try(&other, d->seat, d->verb, d->with);
    bool good = true;
    if (!refused(&refusal)) { /* else the move itself shows that it could be made */
        struct refusal there = answer(t, &other, d);
        if (!same_refusal(&here, &there))
            good = complain(t->verdict, t->game, "undo",
                            "viewer %d asks to take «%s» of seat %d back and hears what is hidden: "
                            "%s, or %s",
                            viewer, t->game->verbs[d->verb].name, d->seat, refusal_sentence(&here),
                            refusal_sentence(&there));
        else if (!refused(&here))
            good = sees_the_same(t, p, &other, viewer, d);
    }
    sitting_free(&other);
    return good && !verdict_bad(t->verdict);
}

static bool check_deed(struct trial *t, struct sitting *p, const struct deed *d)
{
    struct refusal refusal = sitting_try(p, d->seat, d->verb, d->with);
    if (refused(&refusal)) return !verdict_bad(t->verdict);
    struct refusal no = answer(t, p, d);
    t->verdict->report->undoable += !refused(&no);
    for (int viewer = GAME_CROWD; viewer < p->table.seats; viewer++)
        if (!check_viewer(t, p, viewer, d)) return false;
    return true;
}

static bool check_text(struct trial *t, struct sitting *p, int seat, int verb, const char *with)
{
    struct deed d = {seat, verb, json_loads(with, 0, NULL)};
    bool good = !d.with || check_deed(t, p, &d);
    json_decref(d.with);
    return good;
}

bool check_undo(struct trial *t, struct sitting *p)
{
    struct game_move move;
    if (!t->game->takes_back) return true;
    for (int s = 0; s < p->table.seats; s++)
        if (sitting_seated(p) & SEAT_BIT(s) && sitting_suggest(p, s, 0, &move) &&
            !check_text(t, p, s, move.verb, move.with))
            return false;
    return !t->found || check_text(t, p, t->found_seat, t->found_verb, t->found);
}

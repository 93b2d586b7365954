/* Redraw all that somebody cannot know: what he is sent stays the same, to the byte. */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *viewer_name(int viewer, char out[24])
{
    if (viewer == GAME_CROWD) return "the crowd";
    snprintf(out, 24, "seat %d", viewer);
    return out;
}

static bool same_view(struct trial *t, struct sitting *p, struct sitting *redrawn, int viewer)
{
    char who[24];
    sitting_view(p, viewer, &t->one);
    sitting_view(redrawn, viewer, &t->two);
    if (!strcmp(t->one.data, t->two.data)) return true;
    complain(t->verdict, t->game, "secrecy",
             "the view of %s depends on what is hidden (or rehide redraws what is known)",
             viewer_name(viewer, who));
    return complain_difference(t->verdict, "before", t->one.data, "after rehide", t->two.data);
}

/* The events that reach a viewer, as one text. */
static void gather(struct game_says *says, int viewer, struct buffer *out)
{
    buffer_clear(out);
    buffer_add_byte(out, '[');
    for (size_t i = 0; i < says_count(says); i++) {
        struct says_event e = says_event(says, i);
        if (!says_reaches(e.audience, viewer)) continue;
        buffer_print(out, "%s{\"%s\":%s}", out->len > 1 ? "," : "", e.name, e.text);
    }
    buffer_add_text(out, "]");
    buffer_text(out);
}

static bool same_news(struct trial *t, struct sitting *p, struct sitting *redrawn, int viewer)
{
    char who[24];
    sitting_tell(p, &t->says);
    sitting_tell(redrawn, &t->says_two);
    gather(&t->says, viewer, &t->one);
    gather(&t->says_two, viewer, &t->two);
    if (!strcmp(t->one.data, t->two.data)) return true;
    complain(t->verdict, t->game, "secrecy", "the events told to %s depend on what is hidden",
             viewer_name(viewer, who));
    return complain_difference(t->verdict, "before", t->one.data, "after rehide", t->two.data);
}

static bool same_pulse(struct trial *t, struct sitting *p, struct sitting *redrawn, int viewer)
{
    char who[24];
    struct game_pulse a = sitting_pulse(p), b = sitting_pulse(redrawn);
    if (a.awaited == b.awaited && a.wake_at == b.wake_at && a.over == b.over && a.quiet == b.quiet)
        return true;
    return complain(
        t->verdict, t->game, "secrecy",
        "rehide for %s changes whom all wait for, how long or who may react: awaited %#x, wake_at"
        " %lld, quiet %#x against %#x, %lld, %#x",
        viewer_name(viewer, who), a.awaited, (long long)a.wake_at, a.quiet, b.awaited,
        (long long)b.wake_at, b.quiet);
}

static bool same_suggestion(struct trial *t, struct sitting *p, struct sitting *redrawn, int seat,
                            int level)
{
    struct game_move a, b;
    bool one = sitting_suggest(p, seat, level, &a), two = sitting_suggest(redrawn, seat, level, &b);
    if (verdict_bad(t->verdict)) return false;
    if (one == two && (!one || (a.verb == b.verb && !strcmp(a.with, b.with)))) return true;
    return complain(t->verdict, t->game, "secrecy",
                    "suggest (level %d) peeks: for seat %d it gives «%s» %s, and after rehide «%s» "
                    "%s",
                    level, seat, one ? t->game->verbs[a.verb].name : "nothing", one ? a.with : "",
                    two ? t->game->verbs[b.verb].name : "nothing", two ? b.with : "");
}

/* Refusals reach a player too. */
static bool same_answer(struct trial *t, struct sitting *p, struct sitting *redrawn, int seat)
{
    int verbs = 0;
    while (t->game->verbs[verbs].name)
        verbs++;
    int verb = (int)below(t, (uint32_t)verbs);
    json_t *with = garbage_payload(&t->garbage, &t->chance);
    struct refusal a = sitting_try(p, seat, verb, with), b = sitting_try(redrawn, seat, verb, with);
    char *text = json_dumps(with, JSON_COMPACT);
    bool same = same_refusal(&a, &b);
    if (!same)
        complain(t->verdict, t->game, "secrecy",
                 "seat %d proposes «%s» %.300s; the answer tells what is hidden: «%s», and after "
                 "rehide «%s»",
                 seat, t->game->verbs[verb].name, text, refusal_sentence(&a), refusal_sentence(&b));
    free(text);
    json_decref(with);
    return same;
}

static void count(struct conformance_report *r, int viewer, bool changed)
{
    if (viewer == GAME_CROWD) {
        r->crowd_rehidden++;
        r->crowd_redrawn += changed;
    } else {
        r->rehidden++;
        r->redrawn += changed;
    }
}

static bool check_seat(struct trial *t, struct sitting *p, struct sitting *redrawn, int seat)
{
    int levels = below(t, 16) ? 0 : t->c->level_max;
    for (int level = 0; level <= levels; level++)
        if (!same_suggestion(t, p, redrawn, seat, level)) return false;
    return same_answer(t, p, redrawn, seat);
}

static bool check_viewer(struct trial *t, struct sitting *p, int viewer)
{
    struct sitting redrawn;
    sitting_fork(&redrawn, p, p->dirt);
    sitting_rehide(&redrawn, viewer, p->seq * 32 + (uint64_t)(viewer + 1));
    count(t->verdict->report, viewer, memcmp(redrawn.state, p->state, t->game->state_size) != 0);
    bool good = !verdict_bad(t->verdict) && same_view(t, p, &redrawn, viewer) &&
                same_news(t, p, &redrawn, viewer) && same_pulse(t, p, &redrawn, viewer);
    if (good && viewer != GAME_CROWD && !(p->left & SEAT_BIT(viewer)))
        good = check_seat(t, p, &redrawn, viewer);
    sitting_free(&redrawn);
    return good && !verdict_bad(t->verdict);
}

bool check_secrets(struct trial *t, struct sitting *p)
{
    for (int viewer = GAME_CROWD; viewer < p->table.seats; viewer++)
        if (!check_viewer(t, p, viewer)) return false;
    return true;
}

bool check_redrawn_ending(struct trial *t, const struct sitting *p)
{
    struct sitting redrawn;
    char who[24];
    int viewer = (int)below(t, (uint32_t)p->table.seats + 1) - 1;
    sitting_fork(&redrawn, p, p->dirt);
    snprintf(t->verdict->story, sizeof t->verdict->story, ", played on after rehide for %s",
             viewer_name(viewer, who));
    t->verdict->instead = "secrecy";
    sitting_rehide(&redrawn, viewer, p->seq * 32);
    bool good = check_ending(t, &redrawn);
    verdict_back(t->verdict);
    sitting_free(&redrawn);
    return good;
}

/* Any payload for any verb gets an answer, and always the same one. */
#include "core/alloc.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

/* A state that an unforeseen action led to has to be as good as any other. */
static bool check_outcome(struct trial *t, struct sitting *p)
{
    struct sitting after;
    sitting_fork(&after, p, 0x11);
    memcpy(after.state, p->spare, t->game->state_size);
    after.seq++;
    bool good = check_pulse(t, &after) && check_views(t, &after);
    sitting_free(&after);
    return good;
}

static void keep(struct trial *t, int seat, int verb, const json_t *with)
{
    char *text = json_dumps(with, JSON_COMPACT);
    if (!text) return;
    free(t->found);
    t->found = text;
    t->found_seat = seat;
    t->found_verb = verb;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_value(const struct refusal_value *a, const struct refusal_value *b)
{
    return same_text(a->name, b->name) && same_text(a->text, b->text) && same_text(a->key, b->key);
}

bool same_refusal(const struct refusal *a, const struct refusal *b)
{
    struct refusal_value mine, others;
    int at = 0, there = 0;
    if (a->code != b->code || strncmp(a->detail, b->detail, sizeof a->detail) != 0) return false;
    if (!same_text(a->key, b->key)) return false;
    while (refusal_next_value(a, &at, &mine))
        if (!refusal_next_value(b, &there, &others) || !same_value(&mine, &others)) return false;
    return !refusal_next_value(b, &there, &others);
}

static bool propose(struct trial *t, struct sitting *p, struct sitting *other, int seat, int verb)
{
    json_t *with = garbage_payload(&t->garbage, &t->chance);
    struct refusal first = sitting_try(p, seat, verb, with);
    struct refusal second = sitting_try(other, seat, verb, with);
    const char *name = t->game->verbs[verb].name;
    char *text = json_dumps(with, JSON_COMPACT);
    bool good = false;
    if (!same_refusal(&first, &second)) {
        complain(t->verdict, t->game, "refusal",
                 "seat %d proposes «%s» %.300s and hears «%s», then for the same «%s»", seat, name,
                 text, refusal_sentence(&first), refusal_sentence(&second));
    } else if (!refused(&first) && memcmp(p->spare, other->spare, t->game->state_size) != 0) {
        complain(t->verdict, t->game, "purity",
                 "seat %d does «%s» %.300s twice from the same state with two outcomes " WHY_IMPURE,
                 seat, name, text);
    } else if (!memchr(first.detail, 0, sizeof first.detail)) {
        complain(t->verdict, t->game, "shape", "the refusal of «%s» has no end", name);
    } else {
        good = !verdict_bad(t->verdict);
    }
    long *count = refused(&first) ? t->verdict->report->refused : t->verdict->report->accepted;
    if (verb < 32) count[verb]++;
    if (good && !refused(&first)) {
        if (below(t, 3) == 0) keep(t, seat, verb, with);
        if (below(t, 4) == 0) good = check_outcome(t, p);
    }
    free(text);
    json_decref(with);
    return good;
}

#define PROPOSALS_MAX 32

bool check_refusals(struct trial *t, struct sitting *p)
{
    int verbs = 0, seats = p->table.seats;
    while (t->game->verbs[verbs].name)
        verbs++;
    struct sitting other;
    sitting_fork(&other, p, 0xee);
    void *before = alloc_copy(p->state, t->game->state_size);
    bool good = true;
    bool all = verbs * seats <= PROPOSALS_MAX;
    for (int i = 0; good && i < (all ? verbs * seats : PROPOSALS_MAX); i++) {
        int pair = all ? i : (int)below(t, (uint32_t)(verbs * seats));
        if (p->left & SEAT_BIT(pair % seats)) continue;
        good = propose(t, p, &other, pair % seats, pair / seats);
    }
    if (good && memcmp(before, p->state, t->game->state_size) != 0)
        good = complain(t->verdict, t->game, "refusal", "proposals changed the state");
    free(before);
    sitting_free(&other);
    return good;
}

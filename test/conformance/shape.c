/* What can be seen of a game without knowing how it came about. */
#include "trial.h"

#include <string.h>

static bool settings_make_sense(struct verdict *v, const struct game *g)
{
    for (int i = 0; g->settings && g->settings[i].key; i++) {
        const struct game_setting *s = &g->settings[i];
        if (i >= GAME_SETTINGS_MAX) return complain(v, g, "shape", "too many settings");
        if (s->min > s->max || s->initial < s->min || s->initial > s->max)
            return complain(v, g, "shape", "setting %s begins outside its range", s->key);
        if (s->kind == SETTING_SWITCH && (s->min != 0 || s->max != 1))
            return complain(v, g, "shape", "setting %s is a switch and not 0 or 1", s->key);
        int choices = 0;
        while (s->kind == SETTING_CHOICE && s->choices && s->choices[choices])
            choices++;
        if (s->kind == SETTING_CHOICE && (s->min != 0 || s->max != choices - 1))
            return complain(v, g, "shape", "setting %s does not count its %d choices", s->key,
                            choices);
    }
    return true;
}

bool check_table(struct verdict *v, const struct game *g)
{
    if (!g->name || !g->version || !g->state_size || !g->verbs)
        return complain(v, g, "shape", "name, version, state_size or verbs are missing");
    if (!g->init || !g->happen || !g->pulse || !g->view || !g->tell || !g->suggest || !g->rehide)
        return complain(v, g, "shape", "a function is missing");
    if (g->seats_min < 1 || g->seats_min > g->seats_max || g->seats_max > GAME_SEATS_MAX)
        return complain(v, g, "shape", "seats from %d to %d", g->seats_min, g->seats_max);
    if (g->grace_ms <= 0 || g->idle_ms <= 0)
        return complain(v, g, "shape", "grace_ms and idle_ms must be more than 0");
    if (g->teams && (g->team_min < 1 || g->team_min > g->team_max || !g->team_names))
        return complain(v, g, "shape", "teams without sizes or names");
    for (int i = 0; g->verbs[i].name; i++) {
        if (!g->verbs[i].apply) return complain(v, g, "shape", "%s has no apply", g->verbs[i].name);
        for (int j = 0; j < i; j++)
            if (!strcmp(g->verbs[i].name, g->verbs[j].name))
                return complain(v, g, "shape", "two verbs are called %s", g->verbs[i].name);
    }
    if (!g->verbs[0].name) return complain(v, g, "shape", "there are no verbs");
    return settings_make_sense(v, g) && check_presets(v, g);
}

static bool is_object(const char *text)
{
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool yes = json_is_object(json);
    json_decref(json);
    return yes;
}

bool check_views(struct trial *t, struct sitting *p)
{
    for (int viewer = GAME_CROWD; viewer < p->table.seats; viewer++) {
        sitting_view(p, viewer, &t->one);
        if (!is_object(t->one.data))
            return complain(t->verdict, t->game, "shape", "the view of %d is no JSON object: %s",
                            viewer, t->one.data);
    }
    sitting_tell(p, &t->says);
    for (size_t i = 0; i < says_count(&t->says); i++) {
        struct says_event e = says_event(&t->says, i);
        if (!e.name || !*e.name || !is_object(e.text))
            return complain(t->verdict, t->game, "shape", "event %s is no JSON object: %s", e.name,
                            e.text);
    }
    return !verdict_bad(t->verdict);
}

/* A suggestion is a promise that the rules accept it. */
static bool check_suggestion(struct trial *t, struct sitting *p, int seat, int level, bool awaited)
{
    struct game_move move;
    if (!sitting_suggest(p, seat, level, &move)) {
        if (!awaited) return !verdict_bad(t->verdict);
        return complain(t->verdict, t->game, "waking",
                        "seat %d is awaited, and suggest (level %d) knows nothing to do", seat,
                        level);
    }
    const char *verb = t->game->verbs[move.verb].name;
    json_t *with = json_loads(move.with, 0, NULL);
    if (!json_is_object(with)) {
        json_decref(with);
        return complain(t->verdict, t->game, "shape", "suggest gives «%s» no JSON object: %.500s",
                        verb, move.with);
    }
    struct refusal r = sitting_try(p, seat, move.verb, with);
    json_decref(with);
    garbage_learn(&t->garbage, move.with, &t->chance);
    if (move.verb < 32) t->verdict->report->suggested[move.verb]++;
    if (!refused(&r)) return !verdict_bad(t->verdict);
    return complain(t->verdict, t->game, "waking",
                    "suggest (level %d) gives seat %d «%s» %s, which is refused: %s (%s)", level,
                    seat, verb, move.with, refusal_name(&r), refusal_sentence(&r));
}

static bool check_wake(struct trial *t, struct sitting *p, const struct game_pulse *pulse)
{
    if (pulse->wake_at < 0)
        return complain(t->verdict, t->game, "waking", "wake_at is %lld",
                        (long long)pulse->wake_at);
    if (pulse->ticking && pulse->wake_at == 0)
        return complain(t->verdict, t->game, "waking", "it ticks towards no wake_at");
    /* Whoever is away will come back or leave, and that is news too. */
    if (pulse->over || pulse->awaited || pulse->wake_at || p->away) return true;
    return complain(t->verdict, t->game, p->left ? "leaving" : "waking",
                    "it is blocked: nobody is awaited, no wake-up will come, and it is not over "
                    "(seats %#x, of which %#x have left)",
                    SEAT_BIT(p->table.seats) - 1, p->left);
}

bool check_pulse(struct trial *t, struct sitting *p)
{
    struct game_pulse pulse = sitting_pulse(p);
    uint32_t seats = SEAT_BIT(p->table.seats) - 1;
    if ((pulse.awaited | pulse.quiet | (pulse.over ? pulse.winners : 0)) & ~seats)
        return complain(t->verdict, t->game, "shape",
                        "awaited %#x, quiet %#x or winners %#x of seats %#x", pulse.awaited,
                        pulse.quiet, pulse.winners, seats);
    if (pulse.awaited & p->left)
        return complain(t->verdict, t->game, "leaving", "it awaits seats %#x, which have left",
                        pulse.awaited & p->left);
    if (pulse.over && pulse.awaited)
        return complain(t->verdict, t->game, "ending", "it is over and awaits seats %#x",
                        pulse.awaited);
    if (pulse.over && pulse.quiet)
        return complain(t->verdict, t->game, "ending", "it is over and seats %#x may not react",
                        pulse.quiet);
    if (!check_wake(t, p, &pulse)) return false;
    if (pulse.over) return !verdict_bad(t->verdict);
    int levels = below(t, 16) ? 0 : t->c->level_max;
    for (int seat = 0; seat < p->table.seats; seat++)
        for (int level = 0; level <= levels && !(p->left & SEAT_BIT(seat)); level++)
            if (!check_suggestion(t, p, seat, level, pulse.awaited & SEAT_BIT(seat))) return false;
    return true;
}

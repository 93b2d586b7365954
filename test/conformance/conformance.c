#include "conformance.h"
#include "trial.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Another table is played in between; now and then it gets a new game. */
static bool stranger_plays(struct trial *t)
{
    struct sitting *p = &t->stranger;
    if (p->seq > 0 && !sitting_pulse(p).over && below(t, 8)) return sitting_on(t, p);
    uint64_t number = chance_word(&t->chance);
    sitting_free(p);
    sitting_draw(p, t->c, t->verdict, number);
    sitting_start(p); /* if it is refused, seq stays 0, and the next one comes */
    return !verdict_bad(t->verdict);
}

/* After a step of main: the stranger's, then the witness does the same as main. */
static bool follow(struct trial *t, size_t from)
{
    transcribe(t, &t->main, &t->before);
    if (!stranger_plays(t)) return false;
    transcribe(t, &t->main, &t->after);
    if (!check_transcripts(t, t->before.data, t->after.data)) return false;
    for (size_t i = from; i < t->main.log_count; i++)
        sitting_again(&t->witness, &t->main.log[i]);
    transcribe(t, &t->witness, &t->after);
    return check_bytes(t, &t->main, &t->witness) &&
           check_transcripts(t, t->before.data, t->after.data);
}

static bool suggestion(struct trial *t, struct sitting *p)
{
    uint32_t able = 0;
    struct game_move move;
    for (int s = 0; s < p->table.seats; s++)
        if ((sitting_seated(p) & ~p->away & SEAT_BIT(s)) && sitting_suggest(p, s, 0, &move))
            able |= SEAT_BIT(s);
    if (!able) return sitting_on(t, p);
    int seat = some_seat(t, able);
    sitting_suggest(p, seat, 0, &move);
    struct refusal r = sitting_act(p, seat, move.verb, move.with);
    if (!refused(&r)) return true;
    return check_pulse(t, p); /* complains, with all that is to be said */
}

/* What the rules accepted a moment ago, from the same state, they accept now. */
static bool surprise(struct trial *t, struct sitting *p)
{
    struct refusal r = sitting_act(p, t->found_seat, t->found_verb, t->found);
    if (!refused(&r)) return true;
    return complain(t->verdict, t->game, "refusal", "«%s» %s was accepted; now: %s",
                    t->game->verbs[t->found_verb].name, t->found, refusal_sentence(&r));
}

static void more_time(struct sitting *p)
{
    int64_t back = p->now > 30000 ? 30000 : p->now - 1;
    p->now -= back;
    p->table.clock_offset += back;
}

/* Something that no rule asked for. False: nothing of it was possible. */
static bool disturb(struct trial *t, struct sitting *p)
{
    uint32_t there = sitting_seated(p) & ~p->away, gone = p->left | p->away;
    switch (below(t, 8)) {
    case 0:
    case 1: return there && (sitting_news(p, NEWS_SEAT_AWAY, some_seat(t, there)), true);
    case 2:
    case 3: return gone && (sitting_news(p, NEWS_SEAT_BACK, some_seat(t, gone)), true);
    case 4: return p->away && (sitting_news(p, NEWS_SEAT_LEFT, some_seat(t, p->away)), true);
    case 5:
        return (sitting_rename(p, (int)below(t, (uint32_t)p->table.seats), (int)below(t, 8)), true);
    case 6: return sitting_join(p);
    default: return sitting_deck(p);
    }
}

static bool advance(struct trial *t, bool calm)
{
    struct sitting *p = &t->main;
    struct game_pulse pulse = sitting_pulse(p);
    int64_t pass = below(t, 2000);
    if (!pulse.wake_at || p->now + pass <= pulse.wake_at) p->now += pass;
    if (calm) return sitting_on(t, p);
    /* Most come back before long, or hardly a game would be played to its end. */
    if (p->away && below(t, 3) == 0) {
        sitting_news(p, NEWS_SEAT_BACK, some_seat(t, p->away));
        return !verdict_bad(t->verdict);
    }
    uint32_t what = below(t, 100);
    if (what < 2 && pulse.wake_at) more_time(p);
    if (what < 12 && disturb(t, p)) return !verdict_bad(t->verdict);
    if (what < 22 && t->found) return surprise(t, p);
    if (what < 30) return sitting_on(t, p);
    return suggestion(t, p);
}

/* Plays copies to the end, which is dear: a long game has many steps, and a copy of it as many. The
 * plain one comes first, so that whatever then fails, the change did it. */
static bool check_endings(struct trial *t, struct sitting *p)
{
    if (below(t, t->verdict->step < 40 ? 6 : 30) != 0 || sitting_pulse(p).over) return true;
    return check_ending_of_copy(t, p) && check_redrawn_ending(t, p) && check_departure(t, p);
}

static bool check_all(struct trial *t)
{
    struct sitting *p = &t->main;
    free(t->found);
    t->found = NULL;
    return check_pulse(t, p) && check_views(t, p) && check_refusals(t, p) && check_secrets(t, p) &&
           check_undo(t, p) && check_leaving(t, p) && check_endings(t, p);
}

static bool play_through(struct trial *t, uint64_t number)
{
    bool calm = number % 4 == 0;
    int steps_max = calm ? t->c->steps_max : 3 * t->c->steps_max;
    for (int step = 0; step < steps_max; step++) {
        verdict_at(t->verdict, t->game->name, step);
        if (!check_all(t)) return false;
        if (sitting_pulse(&t->main).over) return true;
        size_t from = t->main.log_count;
        if (!advance(t, calm) || !follow(t, from)) return false;
        t->verdict->report->steps++;
    }
    return check_ending(t, &t->main);
}

/* Both tables are started after one another with the stranger's in between. */
static bool start(struct trial *t, uint64_t number)
{
    sitting_draw(&t->main, t->c, t->verdict, number);
    sitting_draw(&t->witness, t->c, t->verdict, number);
    sitting_draw(&t->stranger, t->c, t->verdict, number + 0x9e3779b97f4a7c15u);
    t->witness.dirt = 0xa5;
    if (verdict_bad(t->verdict)) return false;
    struct refusal r = sitting_start(&t->main);
    if (!refused(&r)) {
        transcribe(t, &t->main, &t->before);
        sitting_start(&t->stranger);
        transcribe(t, &t->main, &t->after);
        if (!check_transcripts(t, t->before.data, t->after.data)) return false;
        sitting_start(&t->witness);
        return check_same(t, &t->main, &t->witness);
    }
    t->verdict->report->turned_down++;
    buffer_clear(&t->verdict->report->text);
    buffer_print(&t->verdict->report->text, "init says: %s", refusal_sentence(&r));
    return false;
}

static void run_one(const struct conformance *c, struct verdict *v, uint64_t number)
{
    struct trial t = {.c = c, .game = c->game, .verdict = v};
    v->seed = number;
    verdict_at(v, c->game->name, 0);
    says_init(&t.says, 0);
    says_init(&t.says_two, 0);
    uint8_t seed[CHANCE_SEED_BYTES] = {0};
    memcpy(seed, &number, sizeof number);
    chance_init(&t.chance, seed, UINT64_MAX - 1);
    for (int i = 0; c->payloads && c->payloads[i]; i++)
        garbage_learn(&t.garbage, c->payloads[i], &t.chance);
    if (start(&t, number) && play_through(&t, number) && check_replay(&t, number))
        check_next_game(&t, number);
    v->report->games++;
    for (size_t i = 0; i < t.main.log_count; i++)
        v->report->digest = (v->report->digest ^ t.main.log[i].sum) * 1099511628211u;
    sitting_free(&t.main);
    sitting_free(&t.witness);
    sitting_free(&t.stranger);
    garbage_free(&t.garbage);
    buffer_free(&t.one);
    buffer_free(&t.two);
    buffer_free(&t.before);
    buffer_free(&t.after);
    says_free(&t.says);
    says_free(&t.says_two);
    free(t.found);
}

/* What only shows over a whole run. */
static void check_run(const struct conformance *c, struct verdict *v)
{
    struct conformance_report *r = v->report;
    if (r->turned_down == r->games) {
        complain(v, c->game, "shape", "init refuses every table; %s", buffer_text(&r->text));
        return;
    }
    buffer_clear(&r->text);
    if (c->game->takes_back && !r->undoable)
        complain(v, c->game, "undo", "nothing could ever be taken back");
    if (!c->has_secrets) return;
    if (r->redrawn == 0)
        complain(v, c->game, "secrecy", "rehide for a seat changed nothing in %ld tries",
                 r->rehidden);
    if (r->crowd_redrawn == 0)
        complain(v, c->game, "secrecy", "rehide for the crowd changed nothing in %ld tries",
                 r->crowd_rehidden);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

struct conformance_report conformance_run(const struct conformance *c)
{
    struct conformance_report report = {.held = true};
    struct verdict v = {.report = &report};
    uint64_t seed = from_environment("CONFORMANCE_SEED", c->seed);
    int games = (int)from_environment("CONFORMANCE_GAMES", (uint64_t)c->games);
    json_decref(json_object()); /* jansson asks for randomness with its first object */
    if (check_table(&v, c->game))
        for (int i = 0; i < games && report.held; i++)
            run_one(c, &v, seed + (uint64_t)i);
    if (report.held && games > 1) check_run(c, &v);
    watch_note(NULL);
    return report;
}

void report_free(struct conformance_report *report)
{
    buffer_free(&report->text);
}

static void print_verbs(const struct game *game, const struct conformance_report *r)
{
    for (int i = 0; game->verbs[i].name && i < 32; i++)
        fprintf(stderr, " %s %ld/%ld/%ld", game->verbs[i].name, r->suggested[i], r->accepted[i],
                r->refused[i]);
}

bool conformance_holds(const struct conformance *c)
{
    struct conformance_report r = conformance_run(c);
    if (r.held) {
        fprintf(stderr,
                "%s: %ld games (%ld refused), %ld steps, %ld moves that could be taken back, "
                "%ld departures; rehide redrew %ld of %ld "
                "for seats, %ld of %ld for the crowd; digest %016llx; each verb "
                "suggested/accepted/refused:",
                c->game->name, r.games, r.turned_down, r.steps, r.undoable, r.departures, r.redrawn,
                r.rehidden, r.crowd_redrawn, r.crowd_rehidden, (unsigned long long)r.digest);
        print_verbs(c->game, &r);
        fputc('\n', stderr);
    } else {
        fprintf(stderr, "%s", buffer_text(&r.text));
    }
    bool held = r.held;
    report_free(&r);
    return held;
}

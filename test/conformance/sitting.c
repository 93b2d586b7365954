#include "sitting.h"
#include "core/alloc.h"
#include "room/verb.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

/* Chance for what is not a step (suggestions, rehiding) comes from streams of its own. */
#define STREAM_ASIDE (1ull << 40)

static struct game_context context(struct sitting *p, struct chance *chance, uint64_t stream)
{
    chance_init(chance, p->seed, stream);
    return (struct game_context){.now = p->now, .chance = chance, .table = &p->table};
}

/* After every call: what was seen of it, and that what it was only lent is as it was. */
static void leave(struct sitting *p, const char *what, const struct game_table *table)
{
    const char *sin = watch_leave();
    if (sin) complain(p->verdict, p->game, "purity", "%s uses %s", what, sin);
    if (memcmp(table, &p->table, sizeof *table) != 0)
        complain(p->verdict, p->game, "refusal", "%s changes the table, which is the room's", what);
}

static void enter(struct sitting *p, const char *what, struct game_table *table)
{
    memcpy(table, &p->table, sizeof *table);
    watch_enter(what);
}

/* For the functions that only look: `spare` keeps what the state was. */
static void enter_looking(struct sitting *p, const char *what, struct game_table *table)
{
    memcpy(p->spare, p->state, p->game->state_size);
    enter(p, what, table);
}

static void leave_looking(struct sitting *p, const char *what, const struct game_table *table)
{
    leave(p, what, table);
    if (memcmp(p->spare, p->state, p->game->state_size) != 0)
        complain(p->verdict, p->game, "refusal", "%s changes the state", what);
}

static void adopt(struct sitting *p)
{
    void *old = p->state;
    p->state = p->spare;
    p->spare = old;
    p->seq++;
}

static uint64_t sum(const void *bytes, size_t len)
{
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return h;
}

static void record(struct sitting *p, enum sitting_step_kind kind, int what, int seat,
                   const char *with)
{
    if (p->log_count == p->log_cap) {
        p->log_cap = p->log_cap ? 2 * p->log_cap : 64;
        p->log = alloc_grow(p->log, p->log_cap * sizeof *p->log);
    }
    p->log[p->log_count++] = (struct sitting_step){
        .kind = kind,
        .what = what,
        .seat = seat,
        .now = p->now,
        .clock_offset = p->table.clock_offset,
        .with = with ? alloc_copy(with, strlen(with) + 1) : NULL,
        .sum = sum(p->state, p->game->state_size),
    };
}

void sitting_point_names(struct sitting *p)
{
    for (int s = 0; s < GAME_SEATS_MAX; s++) {
        p->table.seat[s].name = p->name[s];
        p->table.seat[s].id = p->id[s];
    }
    p->table.settings = p->settings;
}

void sitting_fork(struct sitting *to, const struct sitting *from, unsigned char dirt)
{
    memcpy(to, from, sizeof *to);
    to->dirt = dirt;
    to->log = NULL;
    to->log_count = to->log_cap = 0;
    to->state = alloc_copy(from->state, from->game->state_size);
    to->spare = alloc_copy(from->state, from->game->state_size);
    sitting_point_names(to);
}

void sitting_free(struct sitting *p)
{
    for (size_t i = 0; i < p->log_count; i++)
        free(p->log[i].with);
    free(p->log);
    free(p->state);
    free(p->spare);
    memset(p, 0, sizeof *p);
}

uint32_t sitting_seated(const struct sitting *p)
{
    return (SEAT_BIT(p->table.seats) - 1) & ~p->left;
}

struct refusal sitting_start(struct sitting *p)
{
    struct chance chance;
    struct game_table table;
    struct game_context ctx = context(p, &chance, 0);
    ctx.previous = p->previous;
    ctx.again = p->previous && p->again;
    memset(p->spare, 0, p->game->state_size);
    enter(p, "init", &table);
    WATCH_SOIL(p->dirt);
    struct refusal r = p->game->init(p->spare, &ctx);
    leave(p, "init", &table);
    if (!refused(&r)) adopt(p);
    return r;
}

struct game_pulse sitting_pulse(struct sitting *p)
{
    struct game_table table;
    enter_looking(p, "pulse", &table);
    WATCH_SOIL(p->dirt);
    struct game_pulse pulse = p->game->pulse(p->state);
    leave_looking(p, "pulse", &table);
    return pulse;
}

struct refusal sitting_guard(struct sitting *p, int seat, int verb)
{
    if (p->game->verbs[verb].who != AWAITED_ONLY) return ACCEPTED;
    struct game_pulse pulse = sitting_pulse(p);
    return pulse.awaited & SEAT_BIT(seat) ? ACCEPTED : REFUSE(NOT_YOUR_TURN);
}

struct refusal sitting_try(struct sitting *p, int seat, int verb, const json_t *with)
{
    struct refusal r = sitting_guard(p, seat, verb);
    if (refused(&r)) return r;
    struct chance chance;
    struct game_table table;
    struct game_context ctx = context(p, &chance, p->seq);
    memcpy(p->spare, p->state, p->game->state_size);
    const char *name = p->game->verbs[verb].name;
    json_t *kept = verb_payload(&p->game->verbs[verb], with); /* as a room hands it on */
    enter(p, name, &table);
    WATCH_SOIL(p->dirt);
    r = p->game->verbs[verb].apply(p->spare, seat, kept, &ctx);
    leave(p, name, &table);
    json_decref(kept);
    return r;
}

struct refusal sitting_act(struct sitting *p, int seat, int verb, const char *with)
{
    json_t *payload = json_loads(with, 0, NULL);
    if (!json_is_object(payload)) {
        json_decref(payload);
        return REFUSE(BAD_REQUEST);
    }
    struct refusal r = sitting_try(p, seat, verb, payload);
    json_decref(payload);
    if (refused(&r)) return r;
    adopt(p);
    record(p, STEP_ACT, verb, seat, with);
    return r;
}

static void seat_changes(struct sitting *p, enum game_news news, int seat)
{
    switch (news) {
    case NEWS_SEAT_AWAY: p->away |= SEAT_BIT(seat); break;
    case NEWS_SEAT_LEFT: p->left |= SEAT_BIT(seat), p->away &= ~SEAT_BIT(seat); break;
    case NEWS_SEAT_BACK: p->left &= ~SEAT_BIT(seat), p->away &= ~SEAT_BIT(seat); break;
    default: break;
    }
    for (int s = 0; s < p->table.seats; s++)
        p->table.seat[s].away = (p->away | p->left) & SEAT_BIT(s);
    /* a host who left is followed by the next */
    if (p->table.host < 0 || p->left & SEAT_BIT(p->table.host))
        p->table.host = sitting_seated(p) ? __builtin_ctz(sitting_seated(p)) : -1;
}

void sitting_news(struct sitting *p, enum game_news news, int seat)
{
    static const char *const names[] = {
        [NEWS_WAKE] = "happen(wake)",           [NEWS_SEAT_AWAY] = "happen(seat away)",
        [NEWS_SEAT_BACK] = "happen(seat back)", [NEWS_SEAT_LEFT] = "happen(seat left)",
        [NEWS_SEAT_NEW] = "happen(seat new)",   [NEWS_DECK] = "happen(deck)",
    };
    seat_changes(p, news, seat);
    struct chance chance;
    struct game_table table;
    struct game_context ctx = context(p, &chance, p->seq);
    memcpy(p->spare, p->state, p->game->state_size);
    enter(p, names[news], &table);
    WATCH_SOIL(p->dirt);
    p->game->happen(p->spare, news, seat, &ctx);
    leave(p, names[news], &table);
    adopt(p);
    record(p, STEP_NEWS, (int)news, seat, NULL);
}

void sitting_wake(struct sitting *p, int64_t late)
{
    struct game_pulse pulse = sitting_pulse(p);
    if (p->now < pulse.wake_at) p->now = pulse.wake_at;
    p->now += late;
    sitting_news(p, NEWS_WAKE, -1);
}

void sitting_rename(struct sitting *p, int seat, int number)
{
    static const char *const names[] = {"Ana",  "Борис",    "Çağla \"C\"", "d\\e",
                                        "李雷", "<b>&amp;", "Zoë 🎲",       "x"};
    size_t count = sizeof names / sizeof names[0];
    strncpy(p->name[seat], names[(size_t)number % count], SITTING_NAME_BYTES - 1);
    record(p, STEP_RENAME, number, seat, NULL);
}

bool sitting_deck(struct sitting *p)
{
    const struct conformance *c = p->c;
    for (int i = 0; i < c->deck_count; i++) {
        bool there = p->game->deck_fits && !p->game->deck_fits(c->decks[i], p->settings);
        for (int d = 0; d < p->table.decks; d++)
            there |= p->table.deck[d] == c->decks[i];
        if (there || p->table.decks == GAME_DECKS_MAX) continue;
        p->table.deck[p->table.decks++] = c->decks[i];
        sitting_news(p, NEWS_DECK, -1);
        return true;
    }
    return false;
}

/* A newcomer goes to the smallest team. */
static int team_for_newcomer(const struct sitting *p)
{
    int size[GAME_SEATS_MAX] = {0}, least = 0;
    if (p->game->teams == 0) return -1;
    for (int s = 0; s < p->table.seats; s++)
        size[p->table.seat[s].team]++;
    for (int t = 1; t < p->game->teams; t++)
        if (size[t] < size[least]) least = t;
    return size[least] < p->game->team_max ? least : -2;
}

bool sitting_join(struct sitting *p)
{
    int team = team_for_newcomer(p), seat = p->table.seats;
    if (!p->game->late_join || seat == p->game->seats_max || team == -2) return false;
    p->table.seat[seat].team = team;
    p->table.seats++;
    sitting_news(p, NEWS_SEAT_NEW, seat);
    return true;
}

void sitting_again(struct sitting *p, const struct sitting_step *step)
{
    p->now = step->now;
    p->table.clock_offset = step->clock_offset;
    if (step->kind == STEP_ACT) {
        struct refusal r = sitting_act(p, step->seat, step->what, step->with);
        if (refused(&r))
            complain(p->verdict, p->game, "purity", "«%s» %s was accepted and is now refused: %s",
                     p->game->verbs[step->what].name, step->with, refusal_sentence(&r));
    } else if (step->kind == STEP_RENAME) {
        sitting_rename(p, step->seat, step->what);
    } else if (step->what == NEWS_DECK) {
        sitting_deck(p);
    } else if (step->what == NEWS_SEAT_NEW) {
        sitting_join(p);
    } else {
        sitting_news(p, (enum game_news)step->what, step->seat);
    }
}

void sitting_view(struct sitting *p, int viewer, struct buffer *out)
{
    struct game_table table;
    struct writer w = writer_to(out);
    buffer_clear(out);
    enter_looking(p, "view", &table);
    WATCH_SOIL(p->dirt);
    p->game->view(p->state, viewer, &p->table, &w);
    leave_looking(p, "view", &table);
    if (w.depth != 0)
        complain(p->verdict, p->game, "shape", "the view of %d ends with something open", viewer);
    buffer_text(out);
}

void sitting_tell(struct sitting *p, struct game_says *says)
{
    struct game_table table;
    says_clear(says, (int64_t)p->seq - 1);
    enter_looking(p, "tell", &table);
    WATCH_SOIL(p->dirt);
    p->game->tell(p->state, &p->table, says);
    leave_looking(p, "tell", &table);
}

bool sitting_suggest(struct sitting *p, int seat, int level, struct game_move *out)
{
    struct chance chance;
    struct game_table table;
    struct game_context ctx = context(p, &chance, STREAM_ASIDE + p->seq);
    memset(out, p->dirt, sizeof *out);
    enter_looking(p, "suggest", &table);
    WATCH_SOIL(p->dirt);
    bool any = p->game->suggest(p->state, seat, level, &ctx, out);
    leave_looking(p, "suggest", &table);
    if (!any) return false;
    bool ended = memchr(out->with, 0, sizeof out->with) != NULL;
    int verbs = 0;
    while (p->game->verbs[verbs].name)
        verbs++;
    if (ended && out->verb >= 0 && out->verb < verbs) return true;
    complain(p->verdict, p->game, "shape", "suggest gives seat %d %s", seat,
             ended ? "a verb that does not exist" : "a payload without an end");
    return false;
}

void sitting_rehide(struct sitting *p, int viewer, uint64_t stream)
{
    struct chance chance;
    struct game_table table;
    struct game_context ctx = context(p, &chance, 2 * STREAM_ASIDE + stream);
    enter(p, "rehide", &table);
    WATCH_SOIL(p->dirt);
    p->game->rehide(p->state, viewer, &ctx);
    leave(p, "rehide", &table);
}

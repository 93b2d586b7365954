/* The way of a proposal: is drafted, waits in line, is tried on a copy, flies to the store, lands.
 * Whatever happens on it, the proposer is answered, once: on landing or on being lost, in line when
 * the room ends, and at the latest when the hall closes. */
#include "core/alloc.h"
#include "core/token.h"
#include "room/hall_inside.h"

#include <stdlib.h>
#include <string.h>

/* A new person has this long to open a connection before the log calls them away. */
#define ARRIVE_MS 15000
/* A phone that is connected has this long to reveal its number before a game begins without it. */
#define REVEAL_MS 1500
/* The store was not available: a step of the house is tried again after this. */
#define RETRY_MS 1000

/* A step on its way to the store, with the room as it will be. */
struct flight {
    struct live *live;
    struct room *after;
    struct hall_done done;
    int64_t now;
    struct wait
        *again; /* the same once more, should another server have been first; NULL: no need */
    char token[TOKEN_TEXT_LENGTH + 1], host_token[TOKEN_TEXT_LENGTH + 1];
};

/* A proposal in line behind one that is in flight. */
struct wait {
    struct wait *next;
    struct hall_done done;
    char token[TOKEN_TEXT_LENGTH + 1];
    bool sure; /* what it is tried on is what all servers have: a refusal is final */
    struct draft draft;
};

static void wait_free(struct wait *w)
{
    draft_free(&w->draft);
    free(w);
}

static void flight_free(struct flight *f)
{
    if (f->again) wait_free(f->again);
    free(f);
}

static void answer(struct hall *hall, struct live *live, struct hall_done done,
                   const struct refusal *refusal, const struct flight *flight)
{
    if (refused(refusal))
        hall->figures.refusals[refusal->kind ? REFUSAL_CODE_OF_GAME : refusal->code]++;
    if (!done.done) return;
    struct hall_answer a = {.refusal = *refusal, .live = live && live->room ? live : NULL};
    if (flight) {
        a.token = flight->token[0] ? flight->token : NULL;
        a.host_token = flight->host_token[0] ? flight->host_token : NULL;
        if (a.live) a.person = live->room->last.who;
    }
    done.done(done.arg, &a);
}

static void tell(struct live *live)
{
    struct hall *hall = live->hall;
    room_tell(live->room, &hall->says);
    if (hall->hooks.told) hall->hooks.told(hall->hooks.arg, live, &hall->says);
}

void live_call_bots(struct live *live)
{
    struct hall *hall = live->hall;
    uint32_t awaited = room_pulse(live->room).awaited;
    if (!hall_leads(live)) return;
    if (!hall->hooks.bot || live->room->phase != ROOM_PLAYING || live->room->paused_since) return;
    for (int i = 0; i < live->room->people; i++) {
        const struct person *p = &live->room->person[i];
        if (p->bot && p->seat >= 0 && awaited & SEAT_BIT(p->seat))
            hall->hooks.bot(hall->hooks.arg, live, p);
    }
}

static struct wait *take(struct live *live, struct wait **at)
{
    struct wait *w = *at;
    *at = w->next;
    if (!*at) live->last_wait = at;
    live->waiting--;
    return w;
}

/* Between a seal and its start only numbers are revealed: all others wait. NULL: nobody is next. */
static struct wait *take_next(struct live *live)
{
    struct wait **at = &live->first_wait;
    while (live->start && *at && (*at)->draft.step.kind != STEP_REVEAL)
        at = &(*at)->next;
    return *at ? take(live, at) : NULL;
}

static void put_first(struct live *live, struct wait *w)
{
    w->next = live->first_wait;
    if (!live->first_wait) live->last_wait = &w->next;
    live->first_wait = w;
    live->waiting++;
}

/* `shown` is the room as far as those in line may still ask about it. */
static void refuse_line(struct live *live, struct live *shown, struct refusal refusal)
{
    while (live->first_wait) {
        struct wait *w = take(live, &live->first_wait);
        answer(live->hall, shown, w->done, &refusal, NULL);
        wait_free(w);
    }
}

static void refuse_start(struct live *live, struct live *shown, const struct refusal *refusal)
{
    struct wait *w = live->start;
    live->start = NULL;
    if (!w) return;
    answer(live->hall, shown, w->done, refusal, NULL);
    wait_free(w);
}

/* The step that this room would have come of is not stored. */
static void give_back(struct hall *hall, struct room *after)
{
    if (after->last.brought) shelf_tried(hall->house->shelf, after->last.brought, false);
    room_free(after);
}

void live_drop_proposals(struct live *live)
{
    struct flight *f = live->flight;
    live->flight = NULL;
    refuse_start(live, NULL, &REFUSE(UNAVAILABLE));
    refuse_line(live, NULL, REFUSE(UNAVAILABLE));
    if (!f) return;
    answer(live->hall, NULL, f->done, &REFUSE(UNAVAILABLE), NULL);
    give_back(live->hall, f->after);
    flight_free(f);
}

/* Once for each change: a full disk is one thing to know, not one for each record. */
static void say_trouble(struct hall *hall, const char *trouble)
{
    if (hall->trouble == trouble) return;
    hall->trouble = trouble;
    if (hall->hooks.complain)
        hall->hooks.complain(hall->hooks.arg, trouble ? trouble : "The store takes records again.");
}

static void lost(struct flight *f, const struct store_answer *a)
{
    struct live *live = f->live;
    struct hall *hall = live->hall;
    struct refusal refusal = REFUSE(UNAVAILABLE);
    give_back(hall, f->after);
    say_trouble(hall, a->reason);
    if (!live->room) { /* it was never created */
        answer(hall, NULL, f->done, &refusal, NULL);
        flight_free(f);
        live_free(live);
        return;
    }
    live->retry_at = f->now + RETRY_MS;
    presence_recheck(live, live->retry_at);
    answer(hall, live, f->done, &refusal, NULL);
    flight_free(f);
    live_next_in_line(live, live->retry_at - RETRY_MS);
}

bool live_stepped(struct live *live, int64_t now)
{
    tell(live);
    if (live->room->phase == ROOM_ENDED) {
        refuse_line(live, live, REFUSE(ROOM_ENDED));
        live_close(live, live->room->last.why ? live->room->last.why : "empty", now);
        return false;
    }
    presence_after(live, now);
    live_call_bots(live);
    return true;
}

/* The store has no such live room any more, and no record says why. */
static void vanished(struct flight *f)
{
    struct live *live = f->live;
    give_back(live->hall, f->after);
    answer(live->hall, live, f->done, &REFUSE(ROOM_ENDED), NULL);
    refuse_line(live, live, REFUSE(ROOM_ENDED));
    live_close(live, "empty", f->now);
    flight_free(f);
}

/* Another server was first: what it appended is taken in, and the step is tried on the room as it is
 * now. A step of the house is thought over again, and so is a computer's. */
static void conflicted(struct flight *f, const struct store_answer *a)
{
    struct live *live = f->live;
    struct hall *hall = live->hall;
    bool ended = false;
    struct wait *again = f->again;
    if (f->after->last.kind == STEP_SEAL) { /* it was sealed for a room that is no more as it was */
        again = live->start;
        live->start = NULL;
    }
    bool asked = again;
    f->again = NULL;
    if (again) again->sure = true; /* all is read that there is */
    if (again) put_first(live, again);
    if (!several_catch_up(live, &ended)) {
        if (asked) again = take(live, &live->first_wait);
        if (asked && f->after->last.kind == STEP_SEAL)
            live->start = again; /* it is refused with its seal */
        else if (asked)
            wait_free(again);
        if (a->seq)
            lost(f, a);
        else
            vanished(f);
        return;
    }
    give_back(hall, f->after);
    if (!asked) answer(hall, ended ? NULL : live, f->done, &REFUSE(ROOM_BUSY), NULL);
    int64_t now = f->now;
    flight_free(f);
    if (!ended) live_next_in_line(live, now);
}

static void draw_again(struct flight *f);

static void landed(void *arg, const struct store_answer *a)
{
    struct flight *f = arg;
    struct live *live = f->live;
    struct hall *hall = live->hall;
    int64_t now = f->now;
    bool created = !live->room;
    live->flight = NULL;
    if (created) livemap_remove(&hall->by_code, code_key(f->after->code));
    if (a->result == STORE_CONFLICT && live->several) {
        conflicted(f, a);
        return;
    }
    if (created && a->result == STORE_CONFLICT && store_shared(hall->store)) {
        draw_again(f);
        return;
    }
    if (a->result != STORE_ACCEPTED) {
        lost(f, a);
        return;
    }
    say_trouble(hall, NULL);
    if (f->after->last.brought) shelf_tried(hall->house->shelf, f->after->last.brought, true);
    f->after->last.brought = NULL;
    live_replace_room(live, f->after);
    live->retry_at = 0;
    hall->figures.accepted++;
    if (created) {
        hall->figures.created++;
        livemap_put(&hall->by_code, code_key(live->room->code), live);
        livemap_put(&hall->by_id, live->room->id, live);
        several_hold(live, true);
        live_rest_later(live, now);
    }
    enum step_kind kind = live->room->last.kind;
    if (kind == STEP_CREATE || kind == STEP_JOIN || kind == STEP_RETURN || kind == STEP_MOVE)
        presence_expect(live, now + ARRIVE_MS);
    struct refusal accepted = ACCEPTED;
    answer(hall, live, f->done, &accepted, f);
    flight_free(f);
    bool ended = !live_stepped(live, now);
    if (!ended && several_is_behind(live)) several_catch_up(live, &ended);
    if (!ended) live_next_in_line(live, now);
}

/* Cards of the chosen decks that are banned at this moment; NULL if none is. */
static json_t *banned_cards(const struct house_bans *bans, const struct step *step)
{
    json_t *list = NULL;
    for (const char *const *id = bans ? bans->cards : NULL; id && *id; id++)
        for (int i = 0; i < step->start.decks; i++) {
            size_t len = strcspn(*id, "-");
            if (!len || strncmp(*id, step->start.deck[i], len) != 0) continue;
            if (!list) list = json_array();
            json_array_append_new(list, json_string(*id));
            break;
        }
    return list;
}

/* For a game in `room`. Returns what the step points to and the caller frees. */
static json_t *fill_start(const struct house *house, const struct room *room, struct step *step)
{
    struct room_next next;
    random_bytes(step->start.seed, sizeof step->start.seed);
    step->start.version = room->game->version;
    room_next(house, room, &next);
    step->start.decks = next.table.decks;
    for (int i = 0; i < next.table.decks; i++)
        step->start.deck[i] = next.table.deck[i]->hash;
    json_t *without = banned_cards(house->bans, step);
    step->start.without = without;
    return without;
}

/* The decks of a game that is not on the table yet are those of a room where it is. */
static json_t *fill_next(const struct house *house, const struct room *now, struct step *step)
{
    struct room *then = room_clone(now);
    struct step put = {.kind = STEP_GAME, .by = step->by, .time = step->time};
    put.game.name = step->start.game;
    put.game.settings = step->start.settings;
    if (put.game.name) room_apply(house, &then, &put);
    json_t *without = fill_start(house, then, step);
    room_free(then);
    return without;
}

static void fill_mix(const struct room *room, struct step *step)
{
    memset(step->mix.seed, 0, sizeof step->mix.seed);
    if (!room->proof || room->proof->spent) random_bytes(step->mix.seed, sizeof step->mix.seed);
}

static json_t *fill(const struct house *house, const struct room *room, struct step *step)
{
    if (step->kind == STEP_MIX) fill_mix(room, step);
    if (step->kind != STEP_START && step->kind != STEP_NEXT) return NULL;
    json_t *without =
        step->kind == STEP_START ? fill_start(house, room, step) : fill_next(house, room, step);
    if (proof_is_sealed(room)) proof_key(room->proof, step->start.seed);
    return without;
}

static uint64_t record_id(struct hall *hall)
{
    uint64_t high = chance_word(&hall->ids);
    return (high << 32 | chance_word(&hall->ids)) >> 1;
}

/* What the room chose for somebody is written down: a server with other limits must not choose
 * otherwise when it reads this again. True if there was something to choose. */
static bool write_choice(struct step *step, const struct room *before, struct room *after)
{
    bool joins = step->kind == STEP_JOIN || step->kind == STEP_RETURN || step->kind == STEP_BOT;
    if (step->kind == STEP_BACK) {
        step->back.host = after->host == step->who && before->host != step->who;
        return step->back.host;
    }
    if (!joins && step->kind != STEP_TEAM) return false;
    const struct person *p = room_person(after, joins ? after->last.who : step->by);
    if (joins) step->who = after->last.who;
    if (!p || (before->phase == ROOM_PLAYING && p->seat < 0)) return true;
    if (joins) {
        step->join.team = p->team;
        step->join.watch = p->watching;
    } else if (!p->watching) {
        step->team.team = p->team;
    }
    return true;
}

/* The same for everybody at once, where the room settles after a game; NULL if it does not. */
static json_t *teams_chosen(enum step_kind kind, const struct room *after)
{
    bool settles =
        kind == STEP_GAME || kind == STEP_STOP || kind == STEP_AGAIN || kind == STEP_NEXT;
    if (!settles || !after->game->teams) return NULL;
    json_t *teams = json_object();
    for (int i = 0; i < after->people; i++)
        if (!after->person[i].watching)
            json_object_set_new(teams, after->person[i].id, json_integer(after->person[i].team));
    return teams;
}

/* The line as it was read, and behind it what came of it. */
static void write_outcome(struct hall *hall, const struct room *before, struct room *after)
{
    struct draft *d = &hall->draft;
    json_t *teams = teams_chosen(d->step.kind, after);
    d->step.teams = teams;
    d->step.check = room_check(after);
    if (write_choice(&d->step, before, after)) {
        buffer_clear(&d->line);
        step_write(&d->step, &d->line);
    } else {
        step_write_outcome(&d->step, &d->line);
    }
    json_decref(teams);
}

/* Should it have to be tried again: as it was before what came of it was written. */
static void keep_draft(struct hall *hall, struct flight *f, const struct step *tried)
{
    struct wait *w = f->again = alloc_zero(1, sizeof *w);
    w->done = f->done;
    memcpy(w->token, f->token, sizeof w->token);
    w->draft = hall->draft;
    w->draft.step = *tried;
    hall->draft = (struct draft){0};
}

static void fly(struct live *live, struct flight *f)
{
    struct hall *hall = live->hall;
    live->flight = f;
    deadline_set(&hall->deadlines, &live->deadline, 0);
    store_append(hall->store, live->room->id, live->room->seq, record_id(hall),
                 hall->draft.line.data, hall->draft.line.len, landed, f);
}

static void try_draft(struct live *live, int64_t now, struct hall_done done, const char *token,
                      bool sure);

static void sealed(void *arg, const struct hall_answer *a)
{
    struct live *live = arg;
    if (refused(&a->refusal)) refuse_start(live, a->live, &a->refusal);
}

/* The game whose start was just tried is to be dealt so, and nobody knows the cards yet: that is
 * sealed, and the start waits for the numbers of the phones. */
static void seal_first(struct live *live, const struct room *after, int64_t now,
                       struct hall_done done)
{
    struct draft *draft = &live->hall->draft;
    struct step seal = {.kind = STEP_SEAL, .time = draft->step.time};
    memcpy(seal.seal.terms, after->last.terms, sizeof seal.seal.terms);
    live->start = alloc_zero(1, sizeof *live->start);
    live->start->done = done;
    live->start_by = now + REVEAL_MS;
    draft_make(&live->start->draft, &draft->step, live->room->game);
    draft_make(draft, &seal, live->room->game);
    try_draft(live, now, (struct hall_done){sealed, live}, NULL, true);
}

/* The rules refuse the step in the hall's draft, but another server may have gone on: it is tried once
 * more when that is known. False if there is nobody to ask. */
static bool ask_first(struct live *live, struct hall_done done, const char *token)
{
    if (!live->several || !done.done) return false;
    struct wait *w = alloc_zero(1, sizeof *w);
    draft_make(&w->draft, &live->hall->draft.step, live->room->game);
    w->done = done;
    w->sure = true;
    if (token) memcpy(w->token, token, sizeof w->token);
    put_first(live, w);
    several_ask(live);
    return true;
}

/* Tries the step in the hall's draft, and sends it on its way if the rules accept it. */
static void try_draft(struct live *live, int64_t now, struct hall_done done, const char *token,
                      bool sure)
{
    struct hall *hall = live->hall;
    enum step_kind kind = hall->draft.step.kind;
    struct room *after = room_clone(live->room);
    struct refusal refusal = room_apply(hall->house, &after, &hall->draft.step);
    bool seals = (kind == STEP_START || kind == STEP_NEXT) && proof_wants_seal(live->room);
    if (refused(&refusal) && (sure || !ask_first(live, done, token)))
        answer(hall, live, done, &refusal, NULL);
    else if (!refused(&refusal) && seals)
        seal_first(live, after, now, done);
    if (refused(&refusal) || seals) {
        room_free(after);
        return;
    }
    struct step tried = hall->draft.step;
    write_outcome(hall, live->room, after);
    struct flight *f = alloc_zero(1, sizeof *f);
    *f = (struct flight){.live = live, .after = after, .done = done, .now = now};
    if (token) memcpy(f->token, token, sizeof f->token);
    fly(live, f);
    const struct person *by = room_person(live->room, tried.by);
    if (live->several && done.done && kind != STEP_SEAL && !(by && by->bot))
        keep_draft(hall, f, &tried);
}

/* Nothing is in flight. */
static void try_step(struct live *live, struct step *step, int64_t now, struct hall_done done,
                     const char *token, bool sure)
{
    struct hall *hall = live->hall;
    step->time = now > live->room->time ? now : live->room->time;
    json_t *without = fill(hall->house, live->room, step);
    struct refusal refusal = draft_make(&hall->draft, step, live->room->game);
    json_decref(without);
    if (refused(&refusal))
        answer(hall, live, done, &refusal, NULL);
    else
        try_draft(live, now, done, token, sure);
}

/* Does nobody have to be waited for any more? Who is not connected does not reveal anything. */
static bool may_start(const struct live *live, int64_t now)
{
    const struct room_proof *proof = live->room->proof;
    if (!live->start || !proof_is_sealed(live->room)) return live->start != NULL;
    for (int i = 0; i < proof->count && now < live->start_by; i++)
        if (!proof->part[i].revealed && presence_here(live, proof->part[i].number)) return false;
    return true;
}

/* As it was sealed, with the key of what was revealed. */
static void start_now(struct live *live, int64_t now)
{
    struct hall *hall = live->hall;
    struct wait *w = live->start;
    struct step *step = &w->draft.step;
    live->start = NULL;
    step->time = now > live->room->time ? now : live->room->time;
    if (proof_is_sealed(live->room)) proof_key(live->room->proof, step->start.seed);
    draft_make(&hall->draft, step, live->room->game);
    try_draft(live, now, w->done, NULL, false);
    wait_free(w);
}

void live_next_in_line(struct live *live, int64_t now)
{
    while (!live->flight && !several_asks(live)) {
        if (may_start(live, now)) {
            start_now(live, now);
            continue;
        }
        struct wait *w = take_next(live);
        if (!w) break;
        try_step(live, &w->draft.step, now, w->done, w->token[0] ? w->token : NULL, w->sure);
        wait_free(w);
    }
    live_set_deadline(live);
}

static struct refusal get_in_line(struct live *live, const struct step *step, struct hall_done done,
                                  const char *token)
{
    /* Steps of the house are few and must not be lost in a flood. */
    bool asked =
        step->by || step->kind == STEP_JOIN || step->kind == STEP_RETURN || step->kind == STEP_MOVE;
    if (live->waiting >= HALL_WAITING_MAX && asked) return REFUSE(ROOM_BUSY);
    struct wait *w = alloc_zero(1, sizeof *w);
    struct refusal refusal = draft_make(&w->draft, step, live->room->game);
    if (refused(&refusal)) {
        wait_free(w);
        return refusal;
    }
    w->done = done;
    if (token) memcpy(w->token, token, sizeof w->token);
    *live->last_wait = w;
    live->last_wait = &w->next;
    live->waiting++;
    return ACCEPTED;
}

static void propose(struct live *live, const struct step *step, int64_t now, struct hall_done done,
                    const char *token)
{
    if (!live->flight && !live->first_wait && !live->start) {
        struct step own = *step;
        try_step(live, &own, now, done, token, false);
        if (!live->flight) live_set_deadline(live);
        return;
    }
    struct refusal refusal = get_in_line(live, step, done, token);
    if (refused(&refusal)) answer(live->hall, live, done, &refusal, NULL);
    if (live->start && !live->flight) live_next_in_line(live, now);
}

void hall_propose(struct live *live, const struct step *step, int64_t now, struct hall_done done)
{
    propose(live, step, now, done, NULL);
}

void live_propose(struct live *live, struct step step, int64_t now)
{
    propose(live, &step, now, (struct hall_done){0}, NULL);
}

void hall_join_as(struct live *live, const struct step *step, int64_t now, struct hall_done done)
{
    char token[TOKEN_TEXT_LENGTH + 1];
    struct step own = *step;
    token_draw(token);
    token_hash(own.join.token, token);
    propose(live, &own, now, done, token);
}

void hall_move(struct live *live, uint16_t person, int64_t now, struct hall_done done)
{
    hall_join_as(live, &(struct step){.kind = STEP_MOVE, .who = person}, now, done);
}

void hall_join(struct live *live, const char *name, int team, bool watch, int64_t now,
               struct hall_done done)
{
    struct step step = {.kind = STEP_JOIN, .join = {.name = name, .team = team, .watch = watch}};
    hall_join_as(live, &step, now, done);
}

void hall_create(struct hall *hall, const char *game, const char *name, const json_t *settings,
                 int64_t now, struct hall_done done)
{
    hall_create_as(hall, game, name, NULL, settings, now, done);
}

/* Draws a code for the room that this step creates, and sends it on its way. */
static struct refusal send_create(struct flight *f, const struct step *step)
{
    struct hall *hall = f->live->hall;
    struct step own = *step;
    char code[CODE_LENGTH + 1];
    uint8_t seed[CHANCE_SEED_BYTES];
    struct chance chance;
    random_bytes(seed, sizeof seed);
    chance_init(&chance, seed, 0);
    do
        code_draw(code, &chance);
    while (livemap_get(&hall->by_code, code_key(code)) ||
           livemap_get(&hall->rests.by_code, code_key(code)));
    own.create.code = code;
    struct refusal refusal = draft_make(&hall->draft, &own, NULL);
    if (!refused(&refusal)) f->after = room_create(hall->house, 0, &hall->draft.step, &refusal);
    if (refused(&refusal)) return refusal;
    f->live->flight = f;
    livemap_put(&hall->by_code, code_key(code), f->live); /* nobody else draws this code now */
    f->after->id = store_create(hall->store, code, f->after->game->name, record_id(hall),
                                hall->draft.line.data, hall->draft.line.len, landed, f);
    if (store_shared(hall->store)) keep_draft(hall, f, &hall->draft.step);
    return refusal;
}

/* Another server had the same code in the same moment. */
static void draw_again(struct flight *f)
{
    struct wait *w = f->again;
    room_free(f->after);
    f->after = NULL;
    f->again = NULL;
    struct refusal refusal = send_create(f, &w->draft.step);
    wait_free(w);
    if (!refused(&refusal)) return;
    answer(f->live->hall, NULL, f->done, &refusal, NULL);
    live_free(f->live);
    flight_free(f);
}

void hall_create_as(struct hall *hall, const char *game, const char *name, const char *avatar,
                    const json_t *settings, int64_t now, struct hall_done done)
{
    struct flight *f = alloc_zero(1, sizeof *f);
    struct step step = {
        .kind = STEP_CREATE,
        .time = now,
        .create = {.game = game, .name = name, .avatar = avatar, .settings = settings}};
    f->done = done;
    f->now = now;
    f->live = live_new(hall);
    token_draw(f->token);
    token_draw(f->host_token);
    token_hash(step.create.token, f->token);
    token_hash(step.create.host_token, f->host_token);
    struct refusal refusal = send_create(f, &step);
    if (!refused(&refusal)) return;
    answer(hall, NULL, done, &refusal, NULL);
    live_free(f->live);
    flight_free(f);
}

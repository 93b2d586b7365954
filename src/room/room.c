#include "core/alloc.h"
#include "room/inside.h"

#include <stdlib.h>
#include <string.h>

const struct game *house_game(const struct house *house, const char *name)
{
    for (int i = 0; house->games[i]; i++)
        if (strcmp(house->games[i]->name, name) == 0) return house->games[i];
    return NULL;
}

struct person *room_person(struct room *room, uint16_t number)
{
    if (number && number <= room->people && room->person[number - 1].number == number)
        return &room->person[number - 1]; /* mostly: nobody left before them */
    for (int i = 0; number && i < room->people; i++)
        if (room->person[i].number == number) return &room->person[i];
    return NULL;
}

const struct person *room_person_by_token(const struct room *room, const char *token)
{
    static const uint8_t nobody[TOKEN_HASH_BYTES];
    uint8_t hash[TOKEN_HASH_BYTES];
    const struct person *found = NULL;
    if (!token_hash(hash, token) || token_matches(hash, nobody)) return NULL;
    for (int i = 0; i < room->people; i++)
        if (token_matches(hash, room->person[i].token) && !room->person[i].out)
            found = &room->person[i];
    return found;
}

const struct person *room_person_by_id(const struct room *room, const char *id)
{
    for (int i = 0; i < room->people; i++)
        if (strcmp(room->person[i].id, id) == 0) return &room->person[i];
    return NULL;
}

bool room_is_host_token(const struct room *room, const char *token)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    return token_hash(hash, token) && token_matches(hash, room->host_token);
}

int room_team(const struct room *room, const char *name)
{
    for (int i = 0; i < room->game->teams; i++)
        if (strcmp(room->game->team_names[i], name) == 0) return i;
    return -1;
}

const struct person *room_seat(const struct room *room, int seat)
{
    for (int i = 0; i < room->people; i++)
        if (room->person[i].seat == seat) return &room->person[i];
    return NULL;
}

struct room *room_create(const struct house *house, uint64_t id, const struct step *step,
                         struct refusal *why)
{
    char name[NAME_BYTES_MAX + 1], code[CODE_LENGTH + 1];
    if (step->kind != STEP_CREATE || !code_normalise(code, step->create.code)) {
        *why = REFUSE(BAD_REQUEST);
        return NULL;
    }
    const struct game *game = house_game(house, step->create.game);
    if (!game || !text_clean_name(name, step->create.name)) {
        *why = game ? REFUSE(BAD_NAME) : REFUSE(UNKNOWN_GAME);
        return NULL;
    }
    if (step->create.avatar && !avatar_is_valid(step->create.avatar)) {
        *why = REFUSE(BAD_REQUEST);
        return NULL;
    }
    struct room *room = alloc_zero(1, sizeof *room);
    room->id = id;
    room->seq = 1;
    room->game = game;
    room->next_number = 1;
    memcpy(room->code, code, sizeof code);
    memcpy(room->host_token, step->create.host_token, TOKEN_HASH_BYTES);
    room->time = room->last_active = step->time;
    game_settings_begin(room->game, room->settings);
    *why = step->create.settings
               ? game_settings_choose(room->game, step->create.settings, room->settings)
               : ACCEPTED;
    if (refused(why)) {
        free(room);
        return NULL;
    }
    people_first(&room, step);
    room->last.kind = STEP_CREATE;
    room->last.news = true;
    room->last.who = room->host;
    return room;
}

struct room *room_clone(const struct room *room)
{
    struct room *copy = alloc_copy(room, sizeof *room + sizeof room->person[0] *
                                                            (size_t)(room->people + room->left));
    if (room->state) copy->state = alloc_copy(room->state, room->game->state_size);
    if (room->packs) copy->packs = alloc_copy(room->packs, sizeof *room->packs);
    if (room->proof)
        copy->proof = alloc_copy(room->proof, sizeof *room->proof + sizeof room->proof->part[0] *
                                                                        (size_t)room->proof->count);
    if (room->undo)
        copy->undo = alloc_copy(room->undo, sizeof *room->undo + room->game->state_size);
    return copy;
}

void room_free(struct room *room)
{
    if (!room) return;
    free(room->state);
    free(room->packs);
    free(room->proof);
    free(room->undo);
    free(room);
}

struct refusal room_end(const struct deed *deed)
{
    struct room *room = *deed->room;
    static const char *const reasons[] = {"idle", "operator"};
    const char *why = deed->step->end.why;
    room->phase = ROOM_ENDED;
    room->last.why = "host";
    for (size_t i = 0; why && i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(why, reasons[i]) == 0) room->last.why = reasons[i];
    return ACCEPTED;
}

static struct refusal (*const carry_out[])(const struct deed *deed) = {
#define X(kind, word, who, of, function) function,
    STEPS(X)
#undef X
};

/* Who may do this kind of thing at all; whether now and so is the function's to say. */
static struct refusal may(const struct room *room, const struct step *step, const struct person *by)
{
    if (step->by && !by) return REFUSE(NOT_IN_ROOM);
    switch (step_who(step->kind)) {
    case STEP_BY_HOUSE: return by && !step->stored ? REFUSE(BAD_REQUEST) : ACCEPTED;
    case STEP_BY_HOST: return by && by->number != room->host ? REFUSE(NOT_HOST) : ACCEPTED;
    case STEP_BY_ANYBODY: return by ? ACCEPTED : REFUSE(NOT_IN_ROOM);
    case STEP_BY_PLAYERS:
    case STEP_BY_SEATED: break; /* if there is a game */
    }
    return ACCEPTED;
}

/* Whoever says which round is meant, and comes when it is all over, is late, not wrong. */
static struct refusal no_game(const struct step *step, struct refusal why)
{
    bool late = step->kind == STEP_ACT && json_object_get(step->act.with, "roundId");
    return late ? REFUSE(STALE) : why;
}

/* The game's own steps need one that runs. */
static struct refusal may_in_game(const struct room *room, const struct step *step,
                                  const struct person *by)
{
    if (!step_is_of_game(step->kind)) return ACCEPTED;
    if (room->phase == ROOM_LOBBY) return no_game(step, REFUSE(GAME_NOT_STARTED));
    if (room->phase == ROOM_OVER) return no_game(step, REFUSE(GAME_OVER));
    bool seated = by && by->seat >= 0;
    switch (step_who(step->kind)) {
    case STEP_BY_SEATED: return seated ? ACCEPTED : REFUSE(NOT_SEATED);
    case STEP_BY_PLAYERS:
        return !by || seated || by->number == room->host ? ACCEPTED : REFUSE(NOT_SEATED);
    default: return ACCEPTED;
    }
}

/* From now on there is something that all phones may add to. */
static bool begins_round(const struct room *room, const struct step *step)
{
    return step->kind == STEP_MIX && room->proof->count == 1;
}

struct refusal room_apply(const struct house *house, struct room **room, const struct step *step)
{
    struct room *r = *room;
    if (r->phase == ROOM_ENDED) return REFUSE(ROOM_ENDED);
    struct person *by = room_person(r, step->by);
    struct refusal refusal = may(r, step, by);
    if (refused(&refusal)) return refusal;
    enum room_phase before = r->phase;
    r->last.kind = step->kind;
    r->last.who = step->who ? step->who : step->by;
    r->last.touched = false;
    r->last.undone = r->last.stays = 0;
    r->last.why = NULL;
    r->last.brought = NULL;
    if (!(r->rules_changed && step->stored && step_is_of_game(step->kind))) {
        refusal = may_in_game(r, step, by);
        if (!refused(&refusal))
            refusal = carry_out[step->kind](&(struct deed){house, room, step, by});
        if (refused(&refusal)) return refusal;
    }
    r = *room;
    undo_count(r);
    proof_follow(r, step->kind);
    r->seq++;
    r->time = step->time;
    bool phone = step->kind == STEP_MIX || step->kind == STEP_REVEAL; /* and nobody's choice */
    if (step->by && step->kind != STEP_AWAY && !phone) r->last_active = step->time;
    r->last.news = (!step_is_of_game(step->kind) && !phone) || begins_round(r, step) ||
                   step->kind == STEP_PAUSE || step->kind == STEP_RESUME ||
                   step->kind == STEP_UNDO || step->kind == STEP_AGREE || r->last.undone ||
                   r->phase != before;
    return ACCEPTED;
}

/* When all phones are asleep the room is not over: the last one is not called gone. */
static bool is_last(const struct room *room)
{
    int count = 0;
    for (int i = 0; i < room->people; i++)
        count += room->person[i].human && !room->person[i].gone;
    return count == 1;
}

int64_t room_leaves_at(const struct room *room, const struct person *p)
{
    const struct game *game = room->game;
    if (!p->away_since || p->gone || p->bot) return 0;
    if (p->waited && p->seat >= 0 && room->phase == ROOM_PLAYING) return 0;
    bool alone = game->alone_ms && p->number == room->host && !room->guest_came;
    if (!alone && is_last(room)) return 0;
    return p->away_since + (alone ? game->alone_ms : game->grace_ms);
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t room_wakes_at(const struct room *room)
{
    if (room->phase != ROOM_PLAYING || room->paused_since) return 0;
    int64_t wake = room_pulse(room).wake_at;
    return wake ? wake + room->held : 0;
}

int64_t room_due(const struct room *room, const struct room_guests *guests, struct step *step)
{
    if (room->phase == ROOM_ENDED) return 0;
    int64_t quiet = later(later(room->last_active, guests->last_left), guests->house_opened);
    int64_t due = guests->anybody ? INT64_MAX : quiet + room->game->idle_ms;
    *step = (struct step){.kind = STEP_END, .end.why = "idle"};
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        int64_t left = room_leaves_at(room, p);
        if (!left) continue;
        left += later(guests->house_opened - p->away_since, 0);
        if (left >= due) continue;
        due = left;
        *step = (struct step){.kind = STEP_LEFT, .who = p->number};
    }
    int64_t wake = room_wakes_at(room);
    if (wake && wake < due) {
        due = wake;
        *step = (struct step){.kind = STEP_WAKE};
    }
    return due == INT64_MAX ? 0 : due;
}

struct game_pulse room_pulse(const struct room *room)
{
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) return (struct game_pulse){0};
    return room->game->pulse(room->state);
}

bool room_may_react(const struct room *room, const struct person *p)
{
    bool table = room->phase == ROOM_PLAYING || room->phase == ROOM_OVER;
    if (!table || room->paused_since || p->gone) return false;
    return p->seat < 0 || !(room_pulse(room).quiet & SEAT_BIT(p->seat));
}

/* What a state got later counts as far as it is used: a log from before comes out as it did. */
static size_t checked_size(const struct room *room)
{
    const unsigned char *p = room->state;
    size_t size = room->game->state_size, from = room->game->state_from;
    while (from && size > from && !p[size - 1])
        size--;
    return size;
}

uint32_t room_check(const struct room *room)
{
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) return 0;
    const unsigned char *p = room->state;
    uint64_t hash = 0x9e3779b97f4a7c15u, word;
    size_t i = 0, size = checked_size(room);
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, p + i, 8);
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, p + i, size - i);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    uint32_t check = (uint32_t)(hash >> 32);
    return check ? check : 1;
}

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
        if (token_matches(hash, room->person[i].token)) found = &room->person[i];
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
    const struct game *game = house_game(house, step->create.game);
    char name[NAME_BYTES_MAX + 1], code[CODE_LENGTH + 1];
    if (step->kind != STEP_CREATE || !code_normalise(code, step->create.code)) {
        *why = REFUSE(BAD_REQUEST);
        return NULL;
    }
    if (!game || !text_clean_name(name, step->create.name)) {
        *why = game ? REFUSE(BAD_NAME) : REFUSE(UNKNOWN_GAME);
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
    play_initial_settings(room);
    *why = step->create.settings ? play_settings(room, step->create.settings) : ACCEPTED;
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
    struct room *copy =
        alloc_copy(room, sizeof *room + sizeof room->person[0] * (size_t)room->people);
    if (room->state) copy->state = alloc_copy(room->state, room->game->state_size);
    return copy;
}

void room_free(struct room *room)
{
    if (!room) return;
    free(room->state);
    free(room);
}

static bool host_only(enum step_kind kind)
{
    switch (kind) {
    case STEP_BOT:
    case STEP_KICK:
    case STEP_HOST:
    case STEP_GAME:
    case STEP_SETTINGS:
    case STEP_IMPORT:
    case STEP_DISCARD:
    case STEP_START:
    case STEP_PAUSE:
    case STEP_RESUME:
    case STEP_MORE:
    case STEP_STOP:
    case STEP_AGAIN: return true;
    default: return false;
    }
}

bool step_is_of_game(enum step_kind kind)
{
    switch (kind) {
    case STEP_ACT:
    case STEP_WAKE:
    case STEP_DECK:
    case STEP_PAUSE:
    case STEP_RESUME:
    case STEP_MORE: return true;
    default: return false;
    }
}

static struct refusal carry_out(const struct house *house, struct room **room,
                                const struct step *step, struct person *by)
{
    struct room *r = *room;
    switch (step->kind) {
    case STEP_CREATE: return REFUSE(BAD_REQUEST);
    case STEP_JOIN: return people_join(room, step, by);
    case STEP_BOT: return people_bot(room, step, by);
    case STEP_RENAME: return people_rename(r, step, by);
    case STEP_TEAM: return people_team(r, step, by);
    case STEP_LEAVE:
    case STEP_LEFT: return people_leave(r, step, by);
    case STEP_KICK: return people_kick(r, step, by);
    case STEP_HOST: return people_host(r, step, by);
    case STEP_AWAY: return people_away(r, step);
    case STEP_BACK: return people_back(r, step);
    case STEP_SEAT_BOT: return people_seat_bot(r, step, by);
    case STEP_GAME: return play_game(house, r, step);
    case STEP_SETTINGS: return play_settings(r, step->settings.values);
    case STEP_START: return play_start(house, r, step);
    case STEP_ACT: return play_act(r, step, by);
    case STEP_WAKE: return play_wake(r, step);
    case STEP_DECK: return play_deck(house, r, step);
    case STEP_IMPORT: return play_import(house, r, step);
    case STEP_DISCARD: return play_discard(r);
    case STEP_PAUSE: return play_pause(r, step);
    case STEP_RESUME: return play_resume(r, step);
    case STEP_MORE: return play_more(r, step);
    case STEP_STOP: return play_stop(r, step);
    case STEP_AGAIN: return play_again(r, step);
    case STEP_END:
        r->phase = ROOM_ENDED;
        r->last.why = step->end.why && strcmp(step->end.why, "idle") == 0 ? "idle" : "host";
        return ACCEPTED;
    case STEP_KINDS: break;
    }
    return REFUSE(BAD_REQUEST);
}

struct refusal room_apply(const struct house *house, struct room **room, const struct step *step)
{
    struct room *r = *room;
    if (r->phase == ROOM_ENDED) return REFUSE(ROOM_ENDED);
    struct person *by = room_person(r, step->by);
    if (step->by && !by) return REFUSE(NOT_IN_ROOM);
    if (by && by->number != r->host && host_only(step->kind)) return REFUSE(NOT_HOST);
    enum room_phase before = r->phase;
    r->last.kind = step->kind;
    r->last.who = step->who ? step->who : step->by;
    r->last.touched = false;
    r->last.why = NULL;
    if (!(r->rules_changed && step->stored && step_is_of_game(step->kind))) {
        struct refusal refusal = carry_out(house, room, step, by);
        if (refused(&refusal)) return refusal;
    }
    r = *room;
    r->seq++;
    r->time = step->time;
    if (step->by && step->kind != STEP_AWAY) r->last_active = step->time;
    r->last.news = !step_is_of_game(step->kind) || step->kind == STEP_PAUSE ||
                   step->kind == STEP_RESUME || r->phase != before;
    return ACCEPTED;
}

int64_t room_due(const struct room *room, struct step *step)
{
    const struct game *game = room->game;
    if (room->phase == ROOM_ENDED) return 0;
    int64_t due = room->last_active + game->idle_ms;
    *step = (struct step){.kind = STEP_END, .end.why = "idle"};
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (!p->away_since || p->gone || p->bot) continue;
        bool alone = game->alone_ms && p->number == room->host && !room->guest_came;
        int64_t left = p->away_since + (alone ? game->alone_ms : game->grace_ms);
        if (left >= due) continue;
        due = left;
        *step = (struct step){.kind = STEP_LEFT, .who = p->number};
    }
    int64_t wake = room->paused_since ? 0 : room_pulse(room).wake_at;
    if (room->phase == ROOM_PLAYING && wake && wake + room->held < due) {
        due = wake + room->held;
        *step = (struct step){.kind = STEP_WAKE};
    }
    return due;
}

struct game_pulse room_pulse(const struct room *room)
{
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) return (struct game_pulse){0};
    return room->game->pulse(room->state);
}

uint32_t room_check(const struct room *room)
{
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) return 0;
    const unsigned char *p = room->state;
    uint64_t hash = 0x9e3779b97f4a7c15u, word;
    size_t i = 0, size = room->game->state_size;
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

/* The steps that are about people: who is here, in which team, who is host, who is away. */
#include "core/alloc.h"
#include "room/inside.h"
#include "room/level.h"

#include <stdio.h>
#include <string.h>

static int chairs_taken(const struct room *room, int team)
{
    int taken = 0;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        taken += !p->watching && !p->gone && (team < 0 || p->team == team);
    }
    return taken;
}

static int smallest_team(const struct room *room)
{
    int best = -1;
    for (int team = 0; team < room->game->teams; team++)
        if (chairs_taken(room, team) < room->game->team_max &&
            (best < 0 || chairs_taken(room, team) < chairs_taken(room, best)))
            best = team;
    return best;
}

/* For one more, in any team. */
static bool has_chair(const struct room *room)
{
    if (room->game->teams) return smallest_team(room) >= 0;
    return chairs_taken(room, -1) < room->game->seats_max;
}

static bool name_taken(const struct room *room, const char *name, const struct person *except)
{
    for (int i = 0; i < room->people; i++)
        if (&room->person[i] != except && text_same(room->person[i].name, name)) return true;
    return false;
}

/* «Ana», or «Ana 2» if there is one already. Shortens the name where the number needs the room. */
static bool unique_name(const struct room *room, char out[NAME_BYTES_MAX + 1], const char *typed,
                        const struct person *except)
{
    char clean[NAME_BYTES_MAX + 1];
    if (!text_clean_name(clean, typed)) return false;
    memcpy(out, clean, sizeof clean);
    for (int n = 2; name_taken(room, out, except); n++) {
        char numbered[NAME_BYTES_MAX + 16];
        size_t keep = strlen(clean);
        do {
            snprintf(numbered, sizeof numbered, "%.*s %d", (int)keep, clean, n);
            /* cut whole characters only */
            while (keep > 0 && (clean[--keep] & 0xc0) == 0x80)
                ;
        } while (!text_clean_name(out, numbered) && keep > 0);
        if (n > ROOM_PEOPLE_MAX + 1) return false;
    }
    return true;
}

static struct person *add(struct room **room)
{
    struct room *r = *room;
    r = *room = alloc_grow(r, sizeof *r + sizeof r->person[0] * (size_t)(r->people + r->left + 1));
    struct person *p = &r->person[r->people++];
    memmove(p + 1, p, sizeof *p * (size_t)r->left);
    memset(p, 0, sizeof *p);
    p->number = r->next_number++;
    snprintf(p->id, sizeof p->id, "p%u", p->number);
    p->team = p->seat = -1;
    return p;
}

void people_first(struct room **room, const struct step *create)
{
    struct person *p = add(room);
    text_clean_name(p->name, create->create.name);
    memcpy(p->token, create->create.token, TOKEN_HASH_BYTES);
    p->human = true;
    p->team = (*room)->game->teams ? 0 : -1;
    if (create->create.avatar) snprintf(p->avatar, sizeof p->avatar, "%s", create->create.avatar);
    (*room)->host = (*room)->owner = p->number;
}

/* Which team somebody new gets who asked for `wanted` (-1: any); refused if that one is full. */
static struct refusal new_team(const struct room *room, const struct step *step, int wanted,
                               int *team)
{
    *team = -1;
    if (room->game->teams == 0) return ACCEPTED;
    if (wanted >= room->game->teams) return REFUSE(INVALID_TEAM);
    if (wanted >= 0 && !step->stored && chairs_taken(room, wanted) >= room->game->team_max)
        return team_refusal(
            room->game, wanted,
            refuse_saying(REFUSAL_CODE_TEAM_FULL, "%s is full.", room->game->team_names[wanted]),
            "error.TEAM_FULL.team");
    *team = wanted >= 0 ? wanted : smallest_team(room);
    return ACCEPTED;
}

bool room_takes_latecomers(const struct room *room)
{
    const struct game_setting *s = room->game->settings;
    if (!room->game->late_join) return false;
    for (int i = 0; s && s[i].key; i++)
        if (strcmp(s[i].key, SETTING_LATECOMERS) == 0) return room->settings[i];
    return true;
}

void people_seat_latecomer(struct room *room, struct person *p, int64_t time)
{
    int seats = 0;
    for (int i = 0; i < room->people; i++)
        if (room->person[i].seat >= seats) seats = room->person[i].seat + 1;
    if (!room_takes_latecomers(room) || seats >= room->game->seats_max) return;
    if (room->game->teams && p->team < 0) return; /* both are full */
    p->seat = (int8_t)seats;
    play_news(room, NEWS_SEAT_NEW, p->seat, time);
}

struct refusal people_find_place(const struct room *room, const struct step *step,
                                 const char *typed, int wanted, struct place *out)
{
    bool running = room->phase == ROOM_PLAYING;
    *out = (struct place){.team = -1};
    if (!unique_name(room, out->name, typed, NULL)) return REFUSE(BAD_NAME);
    if (step->join.avatar && !avatar_is_valid(step->join.avatar)) return REFUSE(BAD_REQUEST);
    if (room->people >= ROOM_PEOPLE_MAX) return REFUSE(ROOM_FULL);
    if (!step->join.watch) {
        struct refusal refusal = new_team(room, step, wanted, &out->team);
        if (refused(&refusal)) return refusal;
    }
    /* Who watches because a game is running wants a seat in the next one. */
    out->watching = step->join.watch && !running;
    out->spare = false;
    if (running) return ACCEPTED;
    bool full = !has_chair(room);
    if (room->game->teams ? out->team < 0 : full) out->watching = true;
    out->spare = out->watching && full;
    return ACCEPTED;
}

void people_take_place(struct person *p, const struct place *place, const char *avatar)
{
    memcpy(p->name, place->name, sizeof place->name);
    p->team = (int8_t)place->team;
    p->watching = place->watching;
    p->spare = place->spare;
    p->vote = NULL;
    if (avatar) snprintf(p->avatar, sizeof p->avatar, "%s", avatar);
}

static struct refusal come_in(struct room **room, const struct step *step, struct person **out)
{
    struct room *r = *room;
    struct place place;
    bool running = r->phase == ROOM_PLAYING;
    if (running && !step->join.watch && !room_takes_latecomers(r))
        return REFUSE(GAME_ALREADY_STARTED);
    struct refusal refusal = people_find_place(r, step, step->join.name, step->join.team, &place);
    if (refused(&refusal)) return refusal;
    /* as it was, even if the record of somebody who came before cannot be read any more */
    if (step->stored && step->who > r->next_number) r->next_number = step->who;
    struct person *p = *out = add(room);
    people_take_place(p, &place, step->join.avatar);
    if (!(*room)->guest_came) (*room)->guest_came = (*room)->seq + 1;
    (*room)->last.who = p->number;
    if (running && !step->join.watch) people_seat_latecomer(*room, p, step->time);
    return ACCEPTED;
}

/* Only as the first step of a room, see room_create. */
struct refusal people_create(const struct deed *deed)
{
    (void)deed;
    return REFUSE(BAD_REQUEST);
}

struct refusal people_join(const struct deed *deed)
{
    struct person *p;
    struct refusal refusal = come_in(deed->room, deed->step, &p);
    if (refused(&refusal)) return refusal;
    memcpy(p->token, deed->step->join.token, TOKEN_HASH_BYTES);
    p->human = true;
    (*deed->room)->last_active = deed->step->time;
    return ACCEPTED;
}

struct refusal people_bot(const struct deed *deed)
{
    const struct room *room = *deed->room;
    int level = deed->step->join.level;
    struct person *p;
    if (!room->game->bots || !level_known(room->game, level)) return REFUSE(BAD_REQUEST);
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    struct refusal refusal = room_may_computers(room);
    if (refused(&refusal)) return refusal;
    if (!room->game->teams && chairs_taken(room, -1) >= room->game->seats_max)
        return REFUSE(ROOM_FULL);
    refusal = come_in(deed->room, deed->step, &p);
    if (refused(&refusal)) return refusal;
    p->bot = (uint8_t)level;
    return ACCEPTED;
}

struct refusal people_rename(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *by = deed->by;
    char name[NAME_BYTES_MAX + 1];
    if (!unique_name(room, name, step->rename.name, by)) return REFUSE(BAD_NAME);
    memset(by->name, 0, sizeof by->name);
    memcpy(by->name, name, strlen(name));
    return ACCEPTED;
}

struct refusal people_avatar(const struct deed *deed)
{
    const char *avatar = deed->step->avatar.avatar;
    if (!avatar_is_valid(avatar)) return REFUSE(BAD_REQUEST);
    memset(deed->by->avatar, 0, sizeof deed->by->avatar);
    memcpy(deed->by->avatar, avatar, strlen(avatar));
    return ACCEPTED;
}

/* Somebody who watches a running game wants to play in it. */
static struct refusal sit_down_late(struct room *room, const struct step *step, struct person *by)
{
    int team;
    if (!room_takes_latecomers(room) || by->seat >= 0 || step->team.watch)
        return REFUSE(GAME_ALREADY_STARTED);
    struct refusal refusal = new_team(room, step, step->team.team, &team);
    if (refused(&refusal)) return refusal;
    by->team = (int8_t)team;
    people_seat_latecomer(room, by, step->time);
    return by->seat < 0 ? REFUSE(ROOM_FULL) : ACCEPTED;
}

struct refusal people_team(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *by = deed->by;
    if (room->phase == ROOM_PLAYING) return sit_down_late(room, step, by);
    if (step->team.watch) {
        by->watching = true;
        by->spare = false;
        return ACCEPTED;
    }
    bool sits = !by->watching;
    int wanted = step->team.team >= 0 ? step->team.team : by->team, team;
    if (room->game->teams && sits && wanted == by->team && wanted >= 0) return ACCEPTED;
    struct refusal refusal = new_team(room, step, wanted, &team);
    if (refused(&refusal)) return refusal;
    if (room->game->teams ? team < 0 : !sits && chairs_taken(room, -1) >= room->game->seats_max)
        return REFUSE(ROOM_FULL);
    by->team = (int8_t)team;
    by->watching = by->spare = false;
    return ACCEPTED;
}

/* The host's role goes to whoever has been here longest, those who are away last. */
static void pass_host_on(struct room *room)
{
    const struct person *next = NULL;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (!p->human || p->gone || p->number == room->host) continue;
        if (!next || (next->away_since && !p->away_since)) next = p;
    }
    if (next)
        room->host = next->number;
    else
        room->phase = ROOM_ENDED, room->last.why = "empty";
}

void people_go(struct room *room, struct person *p, enum person_gone why, int64_t time)
{
    bool was_host = p->number == room->host;
    /* a table that is over is still shown, with everybody's name */
    if ((room->phase == ROOM_PLAYING || room->phase == ROOM_OVER) && p->seat >= 0) {
        p->gone = true;
        p->gone_why = (uint8_t)why;
        p->waited = false;
        p->bot = 0;
        if (!p->away_since) p->away_since = time;
        play_news(room, NEWS_SEAT_LEFT, p->seat, time);
    }
    if (was_host) pass_host_on(room);
    if (!p->gone) left_remember(room, p);
}

struct refusal people_leave(const struct deed *deed)
{
    if (deed->by->gone) return REFUSE(NOT_IN_ROOM);
    deed->by->quit = true;
    people_go(*deed->room, deed->by, GONE_LEFT, deed->step->time);
    return ACCEPTED;
}

struct refusal people_left(const struct deed *deed)
{
    struct person *p = room_person(*deed->room, deed->step->who);
    if (!p || p->gone) return REFUSE(NOT_IN_ROOM);
    if (!p->away_since) return REFUSE(STALE);
    people_go(*deed->room, p, GONE_LOST, deed->step->time);
    return ACCEPTED;
}

struct refusal people_host(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    const struct person *p = room_person(room, step->who);
    if (!p || p->gone || !p->human) return REFUSE(UNKNOWN_PERSON);
    room->host = room->owner = p->number;
    return ACCEPTED;
}

struct refusal people_away(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *p = room_person(room, step->who);
    if (!p || !p->human) return REFUSE(UNKNOWN_PERSON);
    if (p->away_since) return REFUSE(STALE);
    p->away_since = step->time;
    if (!p->bot) play_news(room, NEWS_SEAT_AWAY, p->seat, step->time);
    return ACCEPTED;
}

struct refusal people_back(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *p = room_person(room, step->who);
    if (!p || !p->human || p->out) return REFUSE(UNKNOWN_PERSON);
    if (!p->away_since) return REFUSE(STALE);
    bool played_for = p->bot;
    p->away_since = 0;
    p->gone = p->waited = p->quit = false;
    if (room->phase == ROOM_PLAYING) p->gone_why = GONE_NOT;
    p->bot = 0;
    /* Logs of before have no such word: there the role stayed with whom it was lent to. */
    if (p->number == room->owner && (step->back.host || !step->stored)) room->host = p->number;
    if (!played_for) play_news(room, NEWS_SEAT_BACK, p->seat, step->time);
    room->last_active = step->time;
    return ACCEPTED;
}

/* The host decides, and everybody for himself; for who is away, whoever sits at the table may lend the
 * seat. The owner has it again by coming back. */
static bool may_seat_bot(const struct room *room, const struct person *p, const struct person *by)
{
    return by == p || by->number == room->host || (p->away_since && by->seat >= 0);
}

struct refusal people_seat_bot(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *by = deed->by;
    struct person *p = room_person(room, step->who);
    int level = step->seat_bot.level;
    if (!p || !p->human) return REFUSE(UNKNOWN_PERSON);
    if (!may_seat_bot(room, p, by)) return REFUSE(NOT_HOST);
    if (!room->game->bots || (level && !level_known(room->game, level))) return REFUSE(BAD_REQUEST);
    if (level && by != p && !p->away_since) return REFUSE(WRONG_PHASE);
    struct refusal puzzled = room_may_computers(room);
    if (level && refused(&puzzled)) return puzzled;
    bool was = p->bot;
    p->bot = (uint8_t)level;
    if (!p->away_since || was == !!level) return ACCEPTED;
    if (level) p->gone = false;
    play_news(room, level ? NEWS_SEAT_BACK : NEWS_SEAT_AWAY, p->seat, step->time);
    return ACCEPTED;
}

/* Who plays with somebody may wait for them; a computer that plays for them makes it needless. */
struct refusal people_wait(const struct deed *deed)
{
    const struct room *room = *deed->room;
    struct person *p = room_person(*deed->room, deed->step->who);
    if (deed->by->seat < 0) return REFUSE(NOT_SEATED);
    if (!p || !p->human || p->gone || p->seat < 0) return REFUSE(UNKNOWN_PERSON);
    if (room->phase != ROOM_PLAYING || !p->away_since || p->bot) return REFUSE(WRONG_PHASE);
    if (p->waited == !deed->step->wait.over) return REFUSE(STALE);
    p->waited = !deed->step->wait.over;
    return ACCEPTED;
}

/* A server with other limits would choose otherwise. */
static void sit_as_written(struct room *room, const json_t *teams)
{
    for (int i = 0; i < room->people; i++) {
        struct person *p = &room->person[i];
        const json_t *team = json_object_get(teams, p->id);
        bool sits = json_is_integer(team) && json_integer_value(team) >= 0 &&
                    json_integer_value(team) < room->game->teams;
        if (sits)
            p->team = (int8_t)json_integer_value(team);
        else if (!p->watching)
            p->team = -1;
        p->spare = !sits && (p->spare || !p->watching);
        p->watching = !sits;
    }
}

void people_sit_down(struct room *room)
{
    for (int i = 0; i < room->people; i++) {
        struct person *p = &room->person[i];
        if (!p->watching || !p->spare || !has_chair(room)) continue;
        p->team = (int8_t)smallest_team(room); /* -1 without teams */
        p->watching = p->spare = false;
    }
}

void people_settle(struct room *room, const json_t *teams)
{
    for (int i = room->people; i-- > 0;) {
        struct person *p = &room->person[i];
        p->seat = -1;
        p->winner = p->waited = false;
        p->gone_why = GONE_NOT;
        if (p->gone) left_remember(room, p);
    }
    if (teams && room->game->teams) {
        sit_as_written(room, teams);
        return;
    }
    for (int i = 0; i < room->people; i++) {
        struct person *p = &room->person[i];
        if (room->game->teams == 0) p->team = -1;
        if (room->game->teams == 0 || p->watching) continue;
        if (p->team >= 0 && p->team < room->game->teams) continue;
        p->team = -1;
        p->team = (int8_t)smallest_team(room);
        if (p->team < 0) p->watching = p->spare = true;
    }
}

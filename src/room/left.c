/* Those who left, and how they come back: the same browser is the same person for as long as the room
 * lives, with number, name, team, face and stars. Who was put out is remembered too, as not to be let
 * in. */
#include "room/inside.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static struct person *first_left(const struct room *room)
{
    return (struct person *)room->person + room->people;
}

/* Takes one out of the array; those behind it move up. */
static void take_out(struct room *room, struct person *p)
{
    const struct person *end = room->person + room->people + room->left;
    bool here = p < first_left(room);
    memmove(p, p + 1, (size_t)((const char *)end - (const char *)(p + 1)));
    room->people -= here;
    room->left -= !here;
}

void left_remember(struct room *room, struct person *p)
{
    struct person copy = *p;
    take_out(room, p);
    if (!copy.human) return;
    if (room->left == ROOM_LEFT_MAX) take_out(room, first_left(room));
    first_left(room)[room->left++] = copy;
}

const struct person *room_left(const struct room *room, uint16_t number)
{
    const struct person *p = first_left(room);
    for (int i = 0; number && i < room->left; i++)
        if (p[i].number == number) return &p[i];
    return NULL;
}

/* Of the running game's seats some are still on the list of people though their owner was put out. */
static bool is_left(const struct room *room, const struct person *p)
{
    return p >= first_left(room) || p->out;
}

const struct person *room_left_by_token(const struct room *room, const char *token)
{
    static const uint8_t nobody[TOKEN_HASH_BYTES];
    uint8_t hash[TOKEN_HASH_BYTES];
    const struct person *found = NULL, *p = room->person;
    if (!token_hash(hash, token) || token_matches(hash, nobody)) return NULL;
    for (int i = 0; i < room->people + room->left; i++)
        if (token_matches(hash, p[i].token) && is_left(room, &p[i])) found = &p[i];
    return found;
}

bool avatar_is_valid(const char *avatar)
{
    size_t len = strlen(avatar);
    for (size_t i = 0; i < len; i++)
        if (!islower((unsigned char)avatar[i]) && !isdigit((unsigned char)avatar[i])) return false;
    return len <= AVATAR_MAX;
}

/* The team that was theirs, if it is still there and has a chair. */
static int old_team(const struct room *room, const struct person *p)
{
    int taken = 0;
    if (p->team < 0 || p->team >= room->game->teams) return -1;
    for (int i = 0; i < room->people; i++)
        taken +=
            room->person[i].team == p->team && !room->person[i].watching && !room->person[i].gone;
    return taken < room->game->team_max ? p->team : -1;
}

/* The last of those who left becomes the last of those who are here. */
static struct person *bring_in(struct room *room, uint16_t number)
{
    struct person copy = *room_left(room, number), *p;
    take_out(room, (struct person *)room_left(room, number));
    p = first_left(room);
    memmove(p + 1, p, sizeof *p * (size_t)room->left);
    room->people++;
    *p = copy;
    p->seat = -1;
    p->bot = 0;
    p->away_since = 0;
    p->gone = p->quit = p->winner = p->waited = false;
    p->gone_why = GONE_NOT;
    return p;
}

struct refusal people_return(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    const struct person *was = room_left(room, step->who), *here = room_person(room, step->who);
    struct place place;
    if (was ? was->out : here && here->out) return REFUSE(PUT_OUT);
    if (!was) return REFUSE(UNKNOWN_PERSON);
    const char *name = step->join.name ? step->join.name : was->name;
    int team = step->join.team >= 0 ? step->join.team : old_team(room, was);
    struct refusal refusal = people_find_place(room, step, name, team, &place);
    if (refused(&refusal)) return refusal;
    struct person *p = bring_in(room, step->who);
    people_take_place(p, &place, step->join.avatar);
    if (p->number == room->owner) room->host = p->number;
    if (room->phase == ROOM_PLAYING && !step->join.watch)
        people_seat_latecomer(room, p, step->time);
    room->last_active = step->time;
    return ACCEPTED;
}

/* The old device knows no secret of this person any more; the creator's second one goes with it. */
struct refusal people_move(const struct deed *deed)
{
    struct room *room = *deed->room;
    struct person *p = room_person(room, deed->step->who);
    if (!p || !p->human || p->out) return REFUSE(UNKNOWN_PERSON);
    memcpy(p->token, deed->step->join.token, TOKEN_HASH_BYTES);
    if (p->number == 1) memset(room->host_token, 0, TOKEN_HASH_BYTES);
    return ACCEPTED;
}

struct refusal people_kick(const struct deed *deed)
{
    struct room *room = *deed->room;
    struct person *p = room_person(room, deed->step->who);
    if (!p || p->gone) return REFUSE(UNKNOWN_PERSON);
    if (p == deed->by) return REFUSE(BAD_REQUEST);
    p->out = p->human;
    room->last.device[0] = 0;
    if (deed->step->kick.device)
        snprintf(room->last.device, sizeof room->last.device, "%s", deed->step->kick.device);
    if (p->number == room->owner) room->owner = room->host;
    people_go(room, p, GONE_KICKED, deed->step->time);
    return ACCEPTED;
}

struct refusal people_readmit(const struct deed *deed)
{
    struct room *room = *deed->room;
    struct person *p = room_person(room, deed->step->who);
    if (!p) p = (struct person *)room_left(room, deed->step->who);
    if (!p || !p->out) return REFUSE(UNKNOWN_PERSON);
    p->out = false;
    p->quit = true;
    return ACCEPTED;
}

/* The steps by which a host makes up the teams: who is in which, and what they are called. */
#include "room/inside.h"

#include <string.h>

static bool plays(const struct person *p)
{
    return !p->watching && !p->gone && p->team >= 0;
}

static void count_teams(const struct room *room, int size[ROOM_TEAMS_MAX])
{
    memset(size, 0, sizeof(int) * ROOM_TEAMS_MAX);
    for (int i = 0; i < room->people; i++)
        if (plays(&room->person[i]) && room->person[i].team < ROOM_TEAMS_MAX)
            size[room->person[i].team]++;
}

static int teams_of(const struct room *room)
{
    return room->game->teams < ROOM_TEAMS_MAX ? room->game->teams : ROOM_TEAMS_MAX;
}

void teams_balance(struct room *room)
{
    int size[ROOM_TEAMS_MAX];
    for (int moved = 0; moved < room->people; moved++) {
        int small = 0, large = 0;
        count_teams(room, size);
        for (int t = 1; t < teams_of(room); t++) {
            if (size[t] < size[small]) small = t;
            if (size[t] > size[large]) large = t;
        }
        if (size[large] - size[small] < 2) return;
        for (int i = room->people; i-- > 0;)
            if (plays(&room->person[i]) && room->person[i].team == large) {
                room->person[i].team = (int8_t)small;
                break;
            }
    }
}

static json_t *teams_now(const struct room *room)
{
    json_t *of = json_object();
    for (int i = 0; i < room->people; i++)
        if (plays(&room->person[i]))
            json_object_set_new(of, room->person[i].id, json_integer(room->person[i].team));
    return of;
}

json_t *room_teams_balanced(const struct room *room)
{
    struct room *copy = room_clone(room);
    teams_balance(copy);
    json_t *of = teams_now(copy);
    room_free(copy);
    return of;
}

json_t *room_teams_shuffled(const struct room *room, struct chance *chance)
{
    const char *id[ROOM_PEOPLE_MAX];
    json_t *of = json_object();
    uint32_t count = 0;
    for (int i = 0; i < room->people; i++)
        if (plays(&room->person[i])) id[count++] = room->person[i].id;
    /* the odd one out is in any team */
    uint32_t first = room->game->teams ? chance_below(chance, (uint32_t)room->game->teams) : 0;
    chance_shuffle(chance, id, count, sizeof id[0]);
    for (uint32_t i = 0; room->game->teams && i < count; i++)
        json_object_set_new(of, id[i], json_integer((first + i) % (uint32_t)room->game->teams));
    return of;
}

/* Nobody is brought to the table, or away from it: only those who sit in a team change it. */
static struct refusal move(struct room *room, const char *id, const json_t *team)
{
    struct person *p = (struct person *)room_person_by_id(room, id);
    json_int_t to = json_is_integer(team) ? json_integer_value(team) : -1;
    if (to < 0 || to >= room->game->teams) return REFUSE(INVALID_TEAM);
    if (p && plays(p)) p->team = (int8_t)to;
    return ACCEPTED;
}

static struct refusal check_sizes(const struct room *room)
{
    int size[ROOM_TEAMS_MAX];
    count_teams(room, size);
    for (int t = 0; t < teams_of(room); t++)
        if (size[t] > room->game->team_max)
            return team_refusal(
                room->game, t,
                refuse_saying(REFUSAL_CODE_TEAM_FULL, "%s is full.", room->game->team_names[t]),
                "error.TEAM_FULL.team");
    return ACCEPTED;
}

struct refusal teams_set(const struct deed *deed)
{
    struct room *room = *deed->room;
    const char *id;
    json_t *team;
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    if (!room->game->teams) return REFUSE(INVALID_TEAM);
    json_object_foreach((json_t *)deed->step->teams_of.of, id, team)
    {
        struct refusal refusal = move(room, id, team);
        if (refused(&refusal) && !deed->step->stored) return refusal;
    }
    return deed->step->stored ? ACCEPTED : check_sizes(room);
}

/* Two teams of one name could not be told apart. */
static bool name_taken(const struct room *room, int team, const char *name)
{
    for (int t = 0; t < teams_of(room); t++)
        if (t != team && text_same(room->team_name[t], name)) return true;
    return false;
}

struct refusal teams_name(const struct deed *deed)
{
    struct room *room = *deed->room;
    int team = deed->step->team_name.team;
    const char *typed = deed->step->team_name.name;
    char name[NAME_BYTES_MAX + 1] = "";
    if (team < 0 || team >= teams_of(room)) return REFUSE(INVALID_TEAM);
    if (typed && !text_clean_name(name, typed)) return REFUSE(BAD_NAME);
    if (name[0] && name_taken(room, team, name))
        return refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_NAME, "The other team has that name."),
                             "teams.sameName");
    memset(room->team_name[team], 0, sizeof room->team_name[team]);
    memcpy(room->team_name[team], name, strlen(name));
    return ACCEPTED;
}

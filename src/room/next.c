/* The steps between two games: the same once more, another one, and what everybody would like. */
#include "room/inside.h"

#include <string.h>

struct refusal next_shelf(const struct deed *deed)
{
    struct room *room = *deed->room;
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    room->shelf_open = deed->step->shelf.open;
    return ACCEPTED;
}

struct refusal next_vote(const struct deed *deed)
{
    const struct room *room = *deed->room;
    const char *name = deed->step->vote.game;
    const struct game *game = name ? house_game(deed->house, name) : NULL;
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    if (name && !game && !deed->step->stored) return REFUSE(UNKNOWN_GAME);
    deed->by->vote = game;
    return ACCEPTED;
}

/* Everybody has a place: where the teams are not written down, they are made to fit the game. */
static void seat_everybody(struct room *room, const json_t *teams)
{
    int team, count;
    play_to_lobby(room, teams);
    if (teams) return;
    people_sit_down(room);
    struct refusal missing = room_missing(room, &team, &count);
    if (refused(&missing)) teams_balance(room);
}

struct refusal next_begin(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    /* A stored one may follow a game that was passed over. */
    if (room->phase != ROOM_OVER && !step->start.game && !room->rules_changed)
        return REFUSE(WRONG_PHASE);
    const struct game *before = room->game;
    const char *name = step->start.game ? step->start.game : before->name;
    struct refusal refusal = play_put(deed, name, step->start.settings);
    if (refused(&refusal)) return refusal;
    seat_everybody(room, room->game->teams ? step->teams : NULL);
    return play_begin(deed, room->game == before);
}

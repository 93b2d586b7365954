/* Between the files of this folder that carry steps out; nobody else includes it. */
#pragma once

#include "room/room.h"

/* A step's function; `person` is who did it, NULL for the house. */
struct refusal people_join(struct room **room, const struct step *step, struct person *by);
struct refusal people_bot(struct room **room, const struct step *step, struct person *by);
struct refusal people_rename(struct room *room, const struct step *step, struct person *by);
struct refusal people_team(struct room *room, const struct step *step, struct person *by);
struct refusal people_leave(struct room *room, const struct step *step, struct person *by);
struct refusal people_kick(struct room *room, const struct step *step, struct person *by);
struct refusal people_host(struct room *room, const struct step *step, struct person *by);
struct refusal people_away(struct room *room, const struct step *step);
struct refusal people_back(struct room *room, const struct step *step);
struct refusal people_seat_bot(struct room *room, const struct step *step, struct person *by);
/* Puts the first person in. */
void people_first(struct room **room, const struct step *create);
/* After a game: who left is taken off the list, nobody has a seat, everybody a team; the one in
 * `teams`, where it was written down (see struct step). */
void people_settle(struct room *room, const json_t *teams);

struct refusal play_game(const struct house *house, struct room *room, const struct step *step);
struct refusal play_settings(struct room *room, const json_t *values);
struct refusal play_start(const struct house *house, struct room *room, const struct step *step);
struct refusal play_act(struct room *room, const struct step *step, const struct person *by);
struct refusal play_wake(struct room *room, const struct step *step);
struct refusal play_import(const struct house *house, struct room *room, const struct step *step);
struct refusal play_discard(struct room *room);
struct refusal play_deck(const struct house *house, struct room *room, const struct step *step);
struct refusal play_pause(struct room *room, const struct step *step);
struct refusal play_resume(struct room *room, const struct step *step);
struct refusal play_more(struct room *room, const struct step *step);
struct refusal play_stop(struct room *room, const struct step *step);
struct refusal play_again(struct room *room, const struct step *step);
/* Tells the running game about a seat; nothing if there is no seat or no game. */
void play_news(struct room *room, enum game_news news, int seat, int64_t time);
/* The refusal with its key and {team} in it. */
struct refusal team_refusal(const struct game *game, int team, struct refusal no, const char *key);
void play_initial_settings(struct room *room);

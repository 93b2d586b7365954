/* Between the files of this folder that carry steps out; nobody else includes it. */
#pragma once

#include "room/room.h"

/* What the function of a step gets. It has been asked who may (step.h), not yet whether now. */
struct deed {
    const struct house *house;
    struct room **room; /* may move if somebody is added */
    const struct step *step;
    struct person *by; /* NULL: the house */
};
#define X(kind, word, who, of, function) struct refusal function(const struct deed *deed);
STEPS(X)
#undef X

/* Puts the first person in. */
void people_first(struct room **room, const struct step *create);
/* After a game: who left is taken off the list, nobody has a seat, everybody a team; the one in
 * `teams`, where it was written down (see struct step). */
void people_settle(struct room *room, const json_t *teams);

/* A game has its decks: from now on these packs are in play, whatever is chosen for the next one. */
void packs_begin(struct room *room);
/* One more deck came while playing, the last one, and all of it counts. */
void packs_deck_added(struct room *room);
/* The room's own decks are put away. */
void packs_discard(struct room *room);

/* Tells the running game about a seat; nothing if there is no seat or no game. */
void play_news(struct room *room, enum game_news news, int seat, int64_t time);
/* The refusal with its key and {team} in it. */
struct refusal team_refusal(const struct game *game, int team, struct refusal no, const char *key);
void play_initial_settings(struct room *room);
struct refusal play_choose(struct room *room, const json_t *settings);

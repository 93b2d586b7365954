/* Between the files of this folder that carry steps out; nobody else includes it. */
#pragma once

#include "room/game_settings.h"
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

/* Where somebody who comes in will be. */
struct place {
    char name[NAME_BYTES_MAX + 1];
    int team; /* -1: none */
    bool watching, spare;
};
/* For `typed` (a name) who would like that team (-1: any), or to watch, as the step says. */
struct refusal people_find_place(const struct room *room, const struct step *step,
                                 const char *typed, int wanted, struct place *out);
void people_take_place(struct person *p, const struct place *place, const char *avatar);
/* While a game runs nobody new has a seat in it, unless game and host take latecomers. */
void people_seat_latecomer(struct room *room, struct person *p, int64_t time);
/* Somebody goes, for whatever reason; the seat's game, the host's role and the list hear of it. */
void people_go(struct room *room, struct person *p, enum person_gone why, int64_t time);
/* Takes somebody off the list of those who are here; comes back under the same number. */
void left_remember(struct room *room, struct person *p);

/* Puts the first person in. */
void people_first(struct room **room, const struct step *create);
/* After a game: who left is taken off the list, nobody has a seat, everybody a team; the one in
 * `teams`, where it was written down (see struct step). */
void people_settle(struct room *room, const json_t *teams);
/* Between two games: who only watched for want of a chair sits down where there is one now. */
void people_sit_down(struct room *room);
/* Moves the last ones of a larger team over. */
void teams_balance(struct room *room);

/* A game has its decks: from now on these packs are in play, whatever is chosen for the next one. */
void packs_begin(struct room *room);
/* One more deck came while playing, the last one, and all of it counts. */
void packs_deck_added(struct room *room);
/* The room's own decks are put away. */
void packs_discard(struct room *room);
void packs_forget(struct room *room, const struct game_deck *deck);

/* Before a move of the game: how it stands, if it may have to be as it was; else NULL. */
struct room_undo *undo_before(const struct room *room, const struct person *by);
/* The move was made: from now on it is the one that can be taken back, or what could be still can. */
void undo_after(struct room *room, struct room_undo *before, const struct deed *deed, int verb);
/* Nothing can be taken back any more. */
void undo_forget(struct room *room);
/* After each step: do enough agree, of those who are here now? */
void undo_count(struct room *room);

/* A game begins, everything but its state is there: is its chance the one that was sealed? */
void proof_begin_game(const struct deed *deed, const void *previous);
/* After each step: a seal that another step came after is void. */
void proof_follow(struct room *room, enum step_kind kind);
void proof_forget(struct room *room);

/* Tells the running game about a seat; nothing if there is no seat or no game. */
void play_news(struct room *room, enum game_news news, int seat, int64_t time);
/* The refusal with its key and {team} in it. */
struct refusal team_refusal(const struct game *game, int team, struct refusal no, const char *key);
/* Puts another game on the table, with these settings. */
struct refusal play_put(const struct deed *deed, const char *name, const json_t *settings);
/* Everybody back to the lobby, in the teams that are written down, if they are. */
void play_to_lobby(struct room *room, const json_t *teams);
/* Deals, as the step (START or NEXT) says. `again`: the same game without a break. */
struct refusal play_begin(const struct deed *deed, bool again);

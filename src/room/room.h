/* A room is a party: people, teams, a host, and a game on the table. Its state is the fold of its
 * log: room_apply is the only function that changes one, and a step is all it looks at besides.
 *
 *     LOBBY ──start──▶ PLAYING ──the rules say so──▶ OVER ──again──▶ LOBBY
 *       ▲                 │stop                       │game            │
 *       └─────────────────┴───────────────────────────┴────────────────┘     any ──end──▶ ENDED
 *
 * A room owns its game's state. Games and decks belong to the house and outlive every room.
 * People keep their number for ever; their place in the array may change. */
#pragma once

#include "core/text.h"
#include "game.h"
#include "room/proof.h"
#include "room/shelf.h"
#include "room/step.h"

#define ROOM_PEOPLE_MAX 32
#define ROOM_LEFT_MAX 32 /* so many are remembered who left */
#define ROOM_DECKS_MAX 8
#define AVATAR_MAX 12
#define ROOM_TEAMS_MAX 4

/* What the operator does not want to be dealt in games that start from now on; lists end with NULL.
 * A card's id begins with the first letters of its deck's hash and a hyphen. */
struct house_bans {
    const char *const *cards, *const *decks;
};

/* Which packs are in play, in a room whose host chose among them. */
struct room_packs {
    int count;
    struct {
        const struct game_deck *deck;
        struct pack_set set;
    } chosen[GAME_DECKS_MAX];                /* in the lobby; a deck that is not there is whole */
    struct pack_set in_play[GAME_DECKS_MAX]; /* of the game that was started, by room.deck */
};

/* The last thing that somebody did, as long as it could be as if it had not been. */
struct room_undo {
    uint32_t seq; /* its record */
    uint16_t by;  /* a person's number */
    int8_t seat, verb;
    uint16_t asked_by;                           /* who would like it taken back; 0: nobody */
    uint32_t agreed, against;                    /* seats */
    _Alignas(max_align_t) unsigned char state[]; /* the game's, as it would be without it */
};

/* What all rooms share and none changes. */
struct house {
    const struct game *const *games; /* ends with NULL */
    struct shelf *shelf;
    const struct house_bans *bans; /* NULL: none */
    /* Does a room end in which nobody does anything, though people are connected? */
    bool idle_with_people;
};
const struct game *house_game(const struct house *house, const char *name); /* NULL: none */
bool house_bans_deck(const struct house *house, const struct game_deck *deck);

enum room_phase { ROOM_LOBBY, ROOM_PLAYING, ROOM_OVER, ROOM_ENDED };

/* Why somebody has no seat any more. */
enum person_gone { GONE_NOT, GONE_LEFT, GONE_KICKED, GONE_LOST };

struct person {
    char name[NAME_BYTES_MAX + 1];
    char id[8]; /* "p7": public */
    uint16_t number;
    uint8_t
        token[TOKEN_HASH_BYTES]; /* hash of the secret; zero: nobody can come back to this seat */
    int8_t team;                 /* -1: none */
    int8_t seat;                 /* in the game on the table; -1: watches */
    uint8_t bot;                 /* enum game_level: a computer plays here */
    bool human;                  /* there is somebody behind it, even while a computer plays */
    bool caller;                 /* plays by single requests: here without a connection */
    bool watching;               /* does not want a seat */
    bool spare;                  /* and that only because there was none for one more */
    bool gone;                   /* left while its seat was needed */
    bool waited;                 /* while away: the table waits, however long it takes */
    uint8_t gone_why;            /* enum person_gone; of who comes back after the game, too */
    bool quit;                   /* left by own will: comes back by own will too */
    bool out;                    /* put out by the host, until a host lets them back in */
    bool winner;                 /* of the game that is over */
    char avatar[AVATAR_MAX + 1]; /* what the face is drawn from; "": the name */
    int16_t evening;             /* games won tonight */
    const struct game *vote;     /* what should be played next; NULL: said nothing */
    int64_t away_since;          /* 0: here */
};

struct room {
    uint64_t id;  /* the store's */
    uint32_t seq; /* of the last step */
    char code[CODE_LENGTH + 1];
    enum room_phase phase;
    const struct game *game;
    uint32_t guest_came;      /* the step by which somebody besides the host first came; 0: never */
    uint32_t started;         /* the step by which the last game began */
    bool shelf_open;          /* everybody is asked what to play next */
    bool rules_changed;       /* stored steps of a game whose rules are no more are passed over */
    enum refusal_code notice; /* why the room is in the lobby again; OK: nothing unusual */
    /* `owner`: whose the host's role is, who made the room or was handed it. While that one is gone
     * it is lent to `host`. */
    uint16_t host, owner, next_number, games_played;
    uint8_t host_token[TOKEN_HASH_BYTES];
    int64_t time;         /* of the last step */
    int64_t last_active;  /* of the last step that a person chose */
    int64_t paused_since; /* 0: not paused */
    uint16_t paused_by;   /* a person's number, in a pause; 0: the house's */
    int64_t held;         /* how far the game's clock is behind */
    uint8_t seed[CHANCE_SEED_BYTES];
    int32_t settings[GAME_SETTINGS_MAX];
    int decks;
    const struct game_deck *deck[GAME_DECKS_MAX];
    const char *const *without; /* ids of cards that are not dealt in it; the shelf's. NULL: none */
    int own_decks; /* made or brought for this room; whoever starts takes those that fit */
    const struct game_deck *own_deck[ROOM_DECKS_MAX];
    /* What the host calls the teams; "": as the game does. They stay when the game changes. */
    char team_name[ROOM_TEAMS_MAX][NAME_BYTES_MAX + 1];
    struct room_packs *packs; /* NULL: all of every deck; the room owns it */
    struct room_proof *proof; /* NULL: no phone adds to its chance; the room owns it */
    struct room_undo *undo;   /* NULL: nothing can be taken back; the room owns it */
    void *state;              /* of the game; in the lobby the last one, for what carries over */
    /* what the last step did, for room_tell */
    struct {
        enum step_kind kind;
        uint16_t who;                        /* the person it was about */
        bool touched;                        /* the game's state changed */
        bool news;                           /* something of the room itself changed */
        uint16_t undone;                     /* whose move was taken back; 0: none was */
        uint16_t stays;                      /* whose move was not, though somebody asked for it */
        const char *why;                     /* of an end; a constant or NULL */
        char device[DIGEST_TEXT_LENGTH + 1]; /* of who was put out; "": unknown */
        uint8_t terms[PROOF_BYTES];          /* of a start, if there are commitments: see proof.h */
        /* The deck that it brought, on trial: whoever tried the step ends that. */
        const struct game_deck *brought;
    } last;
    int people, left;
    /* Those who are here, in the order of arrival; behind them those who left, who left last last. */
    struct person person[];
};

/* The room that a CREATE step makes, or NULL and why not. */
struct room *room_create(const struct house *house, uint64_t id, const struct step *step,
                         struct refusal *why);
/* Carries the step out on *room, which may move. If refused, *room is of no more use, except that a
 * stored step is never refused halfway: replaying is done in place. */
struct refusal room_apply(const struct house *house, struct room **room, const struct step *step);
/* The game on the table cannot go on with this program (other rules, a deck that is gone, another
 * result): politely over, the people are still there. Stored steps of that game are passed over. */
void room_give_up(struct room *room);
struct room *room_clone(const struct room *room);
void room_free(struct room *room);

struct person *room_person(struct room *room, uint16_t number);
const struct person *room_person_by_token(const struct room *room, const char *token);
const struct person *room_person_by_id(const struct room *room, const char *id);
/* Somebody who left and may come back, or who was put out and may not. NULL: nobody. */
const struct person *room_left(const struct room *room, uint16_t number);
const struct person *room_left_by_token(const struct room *room, const char *token);
/* Letters and digits, or nothing. */
bool avatar_is_valid(const char *avatar);
/* May somebody who comes now take a seat in the running game? */
bool room_takes_latecomers(const struct room *room);
bool room_is_host_token(const struct room *room, const char *token);
int room_team(const struct room *room, const char *name); /* -1: no such team */
const struct person *room_seat(const struct room *room, int seat);
/* May this person end the pause? Whoever began it and the host; anybody at the table if the one who
 * began it is not there. */
bool room_may_resume(const struct room *room, const struct person *person);
/* May this person ask for the last move to be taken back? The reason if not. */
struct refusal room_may_undo(const struct room *room, const struct person *person);
/* Those who are asked about it: who plays and is here, but for who asks. */
uint32_t room_undo_voters(const struct room *room);
int room_undo_needed(const struct room *room); /* of these */

/* Who would be in which team, public id to number: a new object. */
json_t *room_teams_shuffled(const struct room *room, struct chance *chance);
json_t *room_teams_balanced(const struct room *room);

/* May a computer play here, with the words that are chosen? The reason if not. */
struct refusal room_may_computers(const struct room *room);
/* Do they know only some of these words? */
bool room_computers_begin(const struct room *room);
/* How many a team lacks before a game can begin. */
int room_team_lacks(const struct room *room, int team);
/* May the host start? Else what is missing, in which team (-1: any) and how many. The one answer: of
 * the page, of the room's JSON and of the step itself. */
struct refusal room_missing(const struct room *room, int *team, int *count);

/* Cards that were made or brought for this room and belong to the game on its table. */
uint32_t room_own_cards(const struct room *room);

/* Those in play of a deck, as the next game will have it; NULL: all. */
const struct pack_set *room_packs_of(const struct room *room, const struct game_deck *deck);
/* False if its host chose none of its packs, or has yet to choose an extra deck. */
bool room_wants_deck(const struct room *room, const struct game_deck *deck);
/* Is the deck one of the house or of this room, for the game on its table? Its hash finds it. */
const struct game_deck *room_find_deck(const struct house *house, const struct room *room,
                                       const char *hash);

/* What a game that began now would be played with: the house's decks that fit, then the room's own. */
struct room_next {
    struct game_table table; /* settings, decks and packs of it; no seats */
    struct pack_set packs[GAME_DECKS_MAX];
};
void room_next(const struct house *house, const struct room *room, struct room_next *out);
/* Would it have enough cards? `cards` becomes how many there are; -1: the game does not count. */
struct refusal room_enough(const struct house *house, const struct room *room, int *cards);

/* What the log does not know of those who could be in the room. */
struct room_guests {
    int64_t house_opened; /* before that nobody could come */
    int64_t last_left;    /* when the last connection closed; 0: there was none */
    bool anybody;         /* is connected */
};
/* When the room next wants something done by itself, Unix milliseconds, and what: a WAKE, LEFT or
 * END step, filled in but for its time. 0 and no step if never. */
int64_t room_due(const struct room *room, const struct room_guests *guests, struct step *step);
/* When its game wants to be woken; 0: never. */
int64_t room_wakes_at(const struct room *room);
/* When somebody who is away counts as having left; 0: never, or not away. */
int64_t room_leaves_at(const struct room *room, const struct person *p);
struct game_pulse room_pulse(const struct room *room); /* all zero unless a game is on the table */
/* May this person show a reaction now? In a pause and in the lobby nobody does. */
bool room_may_react(const struct room *room, const struct person *p);
/* A number over the game's state: equal states, equal numbers. 0 without a game. */
uint32_t room_check(const struct room *room);

/* What a person (NULL: the crowd) may know. */
void room_table(const struct room *room, struct game_table *table);
void room_write_state(const struct room *room, struct writer *w); /* roomState */
void room_write_you(const struct room *room, const struct person *person, struct writer *w);
/* The game's part of it, null if there is none: the one place that asks a game for a view. */
void room_write_table(const struct room *room, const struct person *person, struct writer *w);
void room_write_view(const struct room *room, const struct person *person, int64_t now,
                     struct writer *w); /* the `view` event's payload */
/* The events of the last step, those of the room before those of the game. */
void room_tell(const struct room *room, struct game_says *says);

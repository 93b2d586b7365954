/* The hall holds every room and is the only way to change one. Those that nobody is connected to rest
 * (resting.h): they are read when somebody asks for them. A proposal is tried on a copy of
 * the room; if the rules accept it, its record is appended to the store; when the store says durable,
 * the copy becomes the room and everybody is told:
 *
 *     hall_propose ─▶ (queue of the room) ─▶ room_apply on a copy ─▶ store_append
 *     done(), told() ◀─ the copy is the room ◀─ store_drain ◀─ durable
 *
 * One append per room is in flight; later proposals of that room wait in line, a bounded one.
 * All functions are called on one thread, the loop's. Time comes in as Unix milliseconds.
 * A `struct live` belongs to the hall and is valid until the hook `closed` has returned for it, or the
 * hook `let_go` true; neither happens inside a call that was given one, except for an answer. */
#pragma once

#include "room/deadlines.h"
#include "room/room.h"
#include "room/says.h"
#include "store/store.h"

#define HALL_WAITING_MAX 64 /* proposals in line per room */
#define HALL_PAST_STEPS 64  /* a room is kept as it was every so many steps, the last two times */

struct hall;
struct wait;
struct flight;

/* An open room: its state, and what is true only while the program runs. */
struct live {
    struct room *room;       /* read only; replaced at every step */
    void *site;              /* whoever listens keeps its list here */
    void *history;           /* the projector's; freed with the room */
    struct several *several; /* of a house that others serve too; NULL: they do not */
    /* the rest is the hall's */
    struct hall *hall;
    struct flight *flight;
    struct wait *first_wait, **last_wait;
    int waiting;
    struct wait *start;   /* a game that begins when the phones have revealed their numbers, */
    int64_t start_by;     /* or then at the latest; NULL: none does */
    struct room *past[2]; /* as it was, older first; NULL: not kept */
    struct deadline deadline;
    bool fresh;          /* was just read from the store, and nobody looked at the clock since */
    bool used;           /* somebody asked for it since it was last looked at */
    int64_t rest_at;     /* when it is tried whether it may rest; 0: somebody is connected */
    int64_t opened;      /* when this process found it in the store; 0: it was made here */
    int64_t quiet_since; /* when the last connection of a person closed */
    bool unwanted;       /* ends as soon as the store takes that */
    int64_t check_at;    /* when presence is compared with who is connected; 0: it is as it is */
    int64_t retry_at;    /* the store was not available: not before */
    int64_t arrive_by;   /* who has not connected yet is not called away before */
    int64_t started_at;  /* when the game on the table began, as far as this process saw it */
    struct link {
        uint16_t number, count; /* of connections */
        int64_t until;          /* without any: not called away before; 0: nothing to wait for */
    } * links;
    int links_count;
};

/* What became of a proposal. Valid during the call. */
struct hall_answer {
    struct refusal refusal;
    struct live *live;      /* NULL if there is no room */
    uint16_t person;        /* whom it was about: who joined, who acted */
    const char *token;      /* create, join, move: the person's new secret, given this once */
    const char *host_token; /* create */
};
/* `done` may come from inside the call that proposed (a refusal) or later. It comes before `told`. */
struct hall_done {
    void (*done)(void *arg, const struct hall_answer *answer);
    void *arg;
};

struct hall_hooks {
    void *arg;
    /* A step is durable: `live->room` is the new state, `says` the events with their audiences. */
    void (*told)(void *arg, struct live *live, const struct game_says *says);
    /* The room is no more ("idle", "empty", "host", "operator"); `live` is freed afterwards. */
    void (*closed)(void *arg, struct live *live, const char *why);
    /* A computer holds this awaited seat: think (elsewhere), then hall_propose an ACT. Called once
     * after each step that leaves one awaited, and for every such room at the start. */
    void (*bot)(void *arg, struct live *live, const struct person *person);
    /* Something the operator should know. */
    void (*complain)(void *arg, const char *sentence);
    /* After each record that is read back: `live->room` is as it was then. May be NULL. */
    void (*loaded)(void *arg, struct live *live);
    /* Nobody is connected and nothing is due soon: may `live` be freed until somebody asks for the
     * room? True: nobody has it any more. NULL: no room ever rests. */
    bool (*let_go)(void *arg, struct live *live);
};

/* Knows every live room of the store afterwards. NULL and a sentence if the store cannot be read. The time
 * that passed meanwhile is `now` less that of the log, but never negative; it counts for what a game
 * waits for, not for people, who could not come: they have their time from now on. */
struct hall *hall_open(struct store *store, const struct house *house,
                       const struct hall_hooks *hooks, int64_t now, char error[STORE_ERROR_BYTES]);
void hall_close(struct hall *hall);
/* When that was: the `now` of opening, or later if the log was written later than that. */
int64_t hall_opened(const struct hall *hall);

/* The room with that code, or that id; NULL: none. One that rests is read from the store first. */
struct live *hall_find(struct hall *hall, const char *typed_code);
struct live *hall_room(struct hall *hall, uint64_t id);
const struct house *hall_house(const struct hall *hall);
/* Calls `each` for every room that does not rest; it must not open or close any. */
void hall_each(struct hall *hall, void (*each)(void *arg, struct live *live), void *arg);
size_t hall_count(const struct hall *hall); /* all of them */
/* What is known of those that rest, together, and how many they are. */
struct rest_totals;
const struct rest_totals *hall_resting(const struct hall *hall, size_t *rooms);

/* The ways in. `settings` is an object or NULL. */
void hall_create(struct hall *hall, const char *game, const char *name, const json_t *settings,
                 int64_t now, struct hall_done done);
/* With the face that somebody chose; NULL: none. */
void hall_create_as(struct hall *hall, const char *game, const char *name, const char *avatar,
                    const json_t *settings, int64_t now, struct hall_done done);
void hall_join(struct live *live, const char *name, int team, bool watch, int64_t now,
               struct hall_done done);
/* The same from a step, whose token is drawn here. */
void hall_join_as(struct live *live, const struct step *step, int64_t now, struct hall_done done);
/* This person's seat goes to another device: whoever holds the secret it had until now is a stranger. */
void hall_move(struct live *live, uint16_t person, int64_t now, struct hall_done done);
/* Everything else. `step` needs kind, by, who and its details; what it points to may be freed after
 * the call. START gets its seed, version and decks here. */
void hall_propose(struct live *live, const struct step *step, int64_t now, struct hall_done done);

/* A deck that person `by` brought for this room: goes into the store, then onto the shelf, and is
 * then proposed as an IMPORT. `text` is the JSON that shelf_read gave with it; the item is taken.
 * `instead` is the hash of the room's deck whose place it takes, or NULL. */
void hall_import(struct live *live, uint16_t by, struct shelf_item *item, const char *text,
                 const char *instead, int64_t now, struct hall_done done);

/* Nobody was told of this room, its making failed halfway: it ends, even if the store has to be asked
 * more than once. */
void hall_discard(struct live *live);

/* A connection of this person opened or closed: the log hears of it when it matters. */
void hall_connected(struct live *live, uint16_t person, int64_t now);
void hall_disconnected(struct live *live, uint16_t person, int64_t now);
/* The same for a page that is not a table: most likely the next page is about to connect, when a
 * game has just started too, so nobody is called away before that had time to happen. */
void hall_page_closed(struct live *live, uint16_t person, int64_t now);

/* Is it for this server to do what is to be done once in the room? */
bool hall_leads(const struct live *live);

/* Whatever is due; returns when to call again (0: nothing waits). */
int64_t hall_tick(struct hall *hall, int64_t now);

/* Every event that a person (0: the crowd) was to see after (seq, part), oldest first. False if the
 * store could not be read. It is asked for only what happened after the last room that is kept in
 * memory and old enough: nothing for who missed nothing, all of it for who was away for long. */
bool hall_missed(struct live *live, uint16_t person, uint32_t seq, int part,
                 void (*event)(void *arg, const char *name, const char *text, size_t len),
                 void *arg);

/* Deletes the logs of rooms that ended before this moment. */
void hall_forget(struct hall *hall, int64_t ended_before);

struct hall_figures {
    uint64_t accepted, refusals[REFUSAL_CODE_OF_GAME + 1]; /* by code; the games' own are one */
    uint64_t created, ended;
};
const struct hall_figures *hall_figures(const struct hall *hall);

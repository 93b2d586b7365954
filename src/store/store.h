/* The store keeps the log of every room: records in dense sequences from 1, durable before they are
 * acknowledged. It knows no game, no socket and no event loop.
 *
 *     caller's thread                                      writer's thread
 *     store_append ──▶ waiting ──────────────────────────▶ one commit for all that waits
 *     store_drain  ◀── answers ◀─── ready() is called ◀──── synced to disk
 *
 * Invariant: a record is answered STORE_ACCEPTED only when it would survive a power cut.
 * Every request is answered exactly once, from inside store_drain, in the order of the requests;
 * only one that the store would not even take is answered ahead of those that wait.
 * Ownership: bytes, codes and names given in are copied; what a callback is shown is valid until it
 * returns. All functions are called from one thread, the caller's; only ready() comes from another.
 * A follower is the caller's memory, on loan from store_follow to store_unfollow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_RECORD_BYTES_MAX (1u << 20)
#define STORE_DECK_BYTES_MAX (16u << 20)
#define STORE_DECK_NAME_BYTES_MAX 79
#define STORE_GAME_BYTES_MAX 31
#define STORE_ERROR_BYTES 400

struct store;

enum store_mode {
    STORE_SERVE, /* read and write, made if it is not there; a folder has one process at a time */
    STORE_ALONE, /* the same, but nobody else may serve meanwhile */
    STORE_READ,  /* read what is there, beside a serving process */
};

struct store_options {
    const char *place; /* a folder, or postgresql://USER@HOST/DATABASE */
    const char *house; /* a database belongs to the house of this name; NULL or "": «ludoteca» */
    enum store_mode mode;
    /* The answers are no longer empty: arrange for store_drain on the caller's thread. May be
     * called from the writer's thread or from inside any call here, and must not call the store. */
    void (*ready)(void *arg);
    void *ready_arg;
    /* What the operator should know, with ready_arg; from any thread. May be NULL. */
    void (*complain)(void *arg, const char *sentence);
    /* The disk said that it could not keep what it was given. Nobody knows now what will be found there,
     * so nobody is answered: this has to end the program, which reads what is true when it starts
     * again. NULL: from then on every request is unavailable. */
    void (*broken)(void *arg, const char *sentence);
    /* Go on with what is there, although the store had reached further when it was left. */
    bool accept_loss;
    /* Up to this many bytes a folder's store is read and checked whole at the start, beyond it only
     * what store_read is asked for. 0 means 64 MB. */
    int64_t check_bytes;
    const char *copy_to; /* a folder that follows this store; NULL or "": none */
    /* Keep requests back until store_hand_over, so that all of a turn of the caller's loop share a
     * commit. */
    bool gather;
    /* From the beginning of a commit to that of the next at least so long, unless somebody waits in
     * store_flush: what comes meanwhile shares it. */
    uint32_t rest_ms;
    size_t waiting_bytes_max; /* requests not yet drained; beyond it: unavailable. 0 means 64 MB */
};

enum store_result {
    STORE_ACCEPTED,
    STORE_CONFLICT, /* the room is at another sequence, has ended or is not known; code is taken */
    STORE_UNAVAILABLE, /* not acknowledged, try again; after a crash it may yet be found stored */
};

struct store_answer {
    enum store_result result;
    uint64_t room;
    uint64_t seq;       /* accepted: of this record; conflict: the room's last one, 0 if not live */
    const char *reason; /* a sentence for the operator; "" if accepted */
};

struct store_record {
    uint64_t room;
    uint64_t seq;
    uint64_t id;
    const char *body; /* JSON text, terminated by a zero that does not count */
    size_t len;
};

struct store_room {
    uint64_t id;      /* never 0, never given twice */
    const char *code; /* unique among the live ones */
    const char *game; /* as it was created */
    bool live;
    int64_t ended_ms; /* as given to store_end; 0 if live */
};

/* Something large that records name instead of holding it: written once, never changed. */
struct store_deck {
    const char *name; /* the caller's: by its content, so that equal ones have equal names */
    const char *body; /* terminated by a zero that does not count */
    size_t len;
};

/* NULL and a sentence in `error` that names the place and says what to do. */
struct store *store_open(const struct store_options *options, char error[STORE_ERROR_BYTES]);
/* Commits all that waits, then frees; answers that were not drained are dropped unseen. */
void store_close(struct store *s);

/* Reading what is there. A callback returns false to stop. Each function returns false if the store
 * could not be read or is damaged, and store_error then says how. */

/* Every room, or only the live ones, in order of creation. */
bool store_rooms(struct store *s, bool live_only,
                 bool (*room)(void *arg, const struct store_room *room), void *arg);
/* Every record of every live room, in the order of appending: one sequential pass, for the start.
 * A thread reads ahead meanwhile, so the callback must not call the store. */
bool store_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                void *arg);
/* Every live room with what store_rest noted of it, or NULL if there is no note or the room went on
 * since: for a start that reads rooms when they are asked for. */
bool store_index(struct store *s,
                 bool (*room)(void *arg, const struct store_room *room, const char *note),
                 void *arg);
/* The room's durable records from `from_seq` on, ended rooms too; none if there is no such room.
 * May show a record whose answer has not been drained yet. */
bool store_read(struct store *s, uint64_t room, uint64_t from_seq,
                bool (*record)(void *arg, const struct store_record *record), void *arg);
/* «Was mine stored?» `*seq` becomes its sequence, or 0. */
bool store_find_record(struct store *s, uint64_t room, uint64_t record_id, uint64_t *seq);
/* `*room` becomes the live room with that code, else the latest ended one, else 0. */
bool store_find_code(struct store *s, const char *code, uint64_t *room);
/* Of a shared store: `*room` becomes the live room with that code, else 0. */
bool store_find_live(struct store *s, const char *code, uint64_t *room);
/* Every deck that is kept for a room, or only for live ones, each once. */
bool store_decks(struct store *s, bool live_only,
                 bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
/* Shows the deck of that name, if there is one. */
bool store_find_deck(struct store *s, const char *name,
                     bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
/* Reads everything and checks it, also what belongs to no live room. Slow. */
bool store_check(struct store *s);
const char *store_error(const struct store *s);

/* Writing. `answered` may be NULL. */

/* Makes a room with its first record; returns the room's id, which is not yet in the store. */
uint64_t store_create(struct store *s, const char *code, const char *game, uint64_t record_id,
                      const char *body, size_t len,
                      void (*answered)(void *arg, const struct store_answer *answer), void *arg);
/* Stores the record as `expected_seq` + 1 if the room is at `expected_seq` when its turn comes. */
void store_append(struct store *s, uint64_t room, uint64_t expected_seq, uint64_t record_id,
                  const char *body, size_t len,
                  void (*answered)(void *arg, const struct store_answer *answer), void *arg);
/* The room takes no more records and frees its code; what it has stays readable. */
void store_end(struct store *s, uint64_t room, int64_t now_ms,
               void (*answered)(void *arg, const struct store_answer *answer), void *arg);
/* Keeps the deck for this live room: until it is forgotten, and for others that were given it too.
 * What is kept under that name already stays as it is. Wait for the answer before you append a
 * record that names it. */
void store_keep_deck(struct store *s, uint64_t room, const char *name, const char *body, size_t len,
                     void (*answered)(void *arg, const struct store_answer *answer), void *arg);
/* The room and its records are gone, and decks that were kept for nobody else; its id never comes
 * back. */
void store_forget(struct store *s, uint64_t room,
                  void (*answered)(void *arg, const struct store_answer *answer), void *arg);

/* Rows of the tables beside the log (rows.h), of what somebody decided: kept like a record. */
struct rows;
void store_note(struct store *s, const struct rows *rows,
                void (*answered)(void *arg, const struct store_answer *answer), void *arg);
/* Rows that follow from a room's records after `from` up to `seq`; `last`: the room has ended. They
 * are written behind the records, all or none with the new position, and only onto the position
 * `from`; nobody is told. What is lost with the power is to be made again from the position. */
void store_project(struct store *s, uint64_t room, uint64_t from, uint64_t seq, bool last,
                   const struct rows *rows);
/* The room is at `seq` and left alone: a line that store_index shows at the next start, unless the room
 * goes on. Written behind the records too, and of use to the caller only: it may be lost. */
void store_rest(struct store *s, uint64_t room, uint64_t seq, const char *note);
/* A connection of its own for questions to those tables (ask.h), for one thread, which need not be
 * the caller's. NULL and a sentence. */
struct ask;
struct ask *store_ask(struct store *s, char error[STORE_ERROR_BYTES]);

/* With `gather`: what was asked for until now goes to the writer. */
void store_hand_over(struct store *s);
/* Calls back for all that has been answered; returns how many. */
size_t store_drain(struct store *s);
/* Blocks until all that waits has been committed or refused, and the rows behind it too; the answers
 * still want a drain. */
void store_flush(struct store *s);

/* Several servers may share one store; then a room is held by all that follow it. */
bool store_shared(const struct store *s);

/* Who else has to do with a room, as the store knew it a moment ago. */
struct store_others {
    int before; /* of the servers that hold it, those whose number is smaller than ours */
    const uint16_t *people; /* who is connected to another server; some perhaps twice */
    size_t people_count;
    const uint16_t *ours; /* whom we said are connected here */
    size_t ours_count;
    bool held;  /* do we count as one that holds it */
    bool asked; /* it was looked at because of store_look, and all its records were told */
};

/* Every record of a room as it becomes durable, during store_drain, after its appender's answer. Of a
 * shared store those of others too, in their order, from `seq` + 1 on. */
struct store_follower {
    uint64_t room;
    uint64_t seq; /* when it begins: the last record that is known */
    void (*record)(void *arg, const struct store_record *record);
    /* Of a shared store, from time to time; NULL: does not want to know. */
    void (*others)(void *arg, const struct store_others *others);
    void *arg;
    struct store_follower *next; /* the store's */
};
void store_follow(struct store *s, struct store_follower *follower);
void store_unfollow(struct store *s, struct store_follower *follower);

/* To the other servers of a shared store: this person of a room is connected here, or no longer; 0:
 * the room is held here. Nobody is answered; `others` tells what the store knows. */
void store_here(struct store *s, uint64_t room, uint16_t person, bool here);
/* The room is not held here any more, nor is anybody connected; it wants attention then (0: never). */
void store_let_go(struct store *s, uint64_t room, int64_t due_ms);
/* A room that is followed is looked at as soon as may be; `others` comes in any case. */
void store_look(struct store *s, uint64_t room);
/* Live rooms that no server holds and that want attention at `now_ms`, if that is for this server to
 * see to. */
bool store_unheld(struct store *s, int64_t now_ms,
                  bool (*room)(void *arg, const struct store_room *room), void *arg);

/* A consistent copy in one file while everything goes on; never overwrites. False: store_error. */
bool store_backup(struct store *s, const char *file);

/* Puts a copy in the place of the store in that folder, which nobody may be using: `from` is a folder
 * with a store or a file of store_backup. What was there is moved aside. */
bool store_restore(const char *place, const char *from, char error[STORE_ERROR_BYTES]);

struct store_figures {
    uint64_t accepted, conflicts, unavailable; /* answers so far */
    uint64_t commits;
    uint64_t live_rooms;
    size_t waiting, waiting_bytes; /* requests not yet drained */
    const char *trouble;           /* why the last commit was refused; NULL: it was not */
    bool copying, copied;          /* is a copy wanted; did it work the last time */
    uint64_t memory;               /* bytes the engine has taken, mostly its cache of pages */
};
struct store_figures store_figures(struct store *s);

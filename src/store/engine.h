/* What an engine is, and what every engine shares: the queue of requests with its writer thread.
 * Only files of this folder include this. An engine's own struct begins with `struct store base`.
 * A new engine is a sibling of sqlite.c and one line in the table of store.c. */
#pragma once

#include "store/store.h"

#include <pthread.h>

enum request_kind {
    REQUEST_CREATE,
    REQUEST_APPEND,
    REQUEST_END,
    REQUEST_FORGET,
    REQUEST_KEEP_DECK,
    REQUEST_ROWS,    /* what somebody decided: stored like a record */
    REQUEST_HOLD,    /* who is connected where, in a shared store; never answered */
    REQUEST_PROJECT, /* what follows from records: behind them, never answered */
    REQUEST_NOTE,    /* in the same way: what the caller wants to know at the next start */
};

struct request {
    struct request *next;
    enum request_kind kind;
    enum store_result result; /* this and the next three are set by the engine's commit */
    uint64_t seq;
    int64_t at;         /* the engine's own address of the record */
    const char *reason; /* never freed, so a constant; NULL if accepted */
    uint64_t room;
    uint64_t expected_seq; /* hold: a person, or HOLD_NOTHING */
    uint64_t record_id;
    int64_t now_ms;
    bool last; /* project: no more of this room will come; hold: is here */
    void (*answered)(void *arg, const struct store_answer *answer);
    void *arg;
    const char *code, *game; /* create: in `body`, behind the record */
    const char *deck;        /* its name, in the same place */
    size_t size;             /* of all this */
    size_t len;
    char body[];
};

#define HOLD_NOTHING UINT64_MAX

struct store_engine {
    const char *prefix; /* of the places it serves */
    /* NULL and a sentence, or an engine's struct from alloc_zero with its own fields set. */
    struct store *(*open)(const struct store_options *options, char error[STORE_ERROR_BYTES]);
    void (*close)(struct store *s);

    /* On the caller's thread, or while that waits on another, and while the writer may be at work.
     * Errors through store_fail. */
    bool (*rooms)(struct store *s, bool live_only,
                  bool (*room)(void *arg, const struct store_room *room), void *arg);
    bool (*load)(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                 void *arg);
    bool (*read)(struct store *s, uint64_t room, uint64_t from_seq,
                 bool (*record)(void *arg, const struct store_record *record), void *arg);
    bool (*find_code)(struct store *s, const char *code, uint64_t *room);
    bool (*decks)(struct store *s, bool live_only,
                  bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
    bool (*find_deck)(struct store *s, const char *name,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
    bool (*check)(struct store *s);
    bool (*backup)(struct store *s, const char *file);
    /* As store_index; NULL: this engine keeps no notes. */
    bool (*index)(struct store *s,
                  bool (*room)(void *arg, const struct store_room *room, const char *note),
                  void *arg);
    /* Called once before the first request; load does the same work. */
    bool (*prepare)(struct store *s);
    uint64_t (*new_room)(struct store *s);
    uint64_t (*live_rooms)(struct store *s);
    uint64_t (*memory)(struct store *s);
    /* On any thread. NULL and a sentence. */
    struct ask *(*ask)(struct store *s, char error[STORE_ERROR_BYTES]);

    /* On the writer's thread: decides every request of the batch, durably, and after their answers
     * are on their way uses the time to tidy up. */
    void (*commit)(struct store *s, struct request *batch);
    /* The same for what follows from records, when no record waits. All or nothing, and it need not
     * be on the disk afterwards. False: not now. */
    bool (*behind)(struct store *s, struct request *batch);
    void (*tidy)(struct store *s);
    /* On the writer's thread, when nothing has come for as long as it said: what is best done then.
     * Says after how many milliseconds more it wants to be called again; 0: only after the next
     * commit. */
    int (*rest)(struct store *s);
    bool (*copied)(struct store *s);

    /* Only of an engine that several servers share; NULL: it is not. On the caller's thread. */
    void (*watch)(struct store *s, uint64_t room, uint64_t seq);
    bool (*find_live)(struct store *s, const char *code, uint64_t *room);
    void (*unwatch)(struct store *s, uint64_t room);
    void (*look)(struct store *s, uint64_t room);
    /* Tells the followers what was heard from others. */
    void (*deliver)(struct store *s);
    bool (*unheld)(struct store *s, int64_t now_ms,
                   bool (*room)(void *arg, const struct store_room *room), void *arg);
};

struct request_list {
    struct request *first;
    struct request **end;
};

#define FOLLOWER_BUCKETS 4096

struct store {
    const struct store_engine *engine;
    struct store_options options;
    char error[STORE_ERROR_BYTES];

    pthread_t writer;
    pthread_mutex_t lock; /* over all to `commits` */
    pthread_cond_t work, idle;
    pthread_cond_t hurry; /* ends the writer's rest */
    struct request_list waiting, done;
    struct request_list behind; /* what follows from records */
    size_t behind_bytes;
    bool behind_stuck; /* could not be written: not before something else could */
    bool committing, stopping, hurried;
    const char *trouble; /* of the last commit; NULL: none */
    uint64_t commits;

    /* only the caller's thread touches these */
    struct request_list gathered;
    struct store_figures figures;
    struct store_follower *followers[FOLLOWER_BUCKETS];
    struct store_follower *next_follower; /* whom drain will call next */
    size_t follower_count;
};

extern const struct store_engine store_postgresql, store_sqlite;

bool store_fail(struct store *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

void queue_start(struct store *s);
void queue_stop(struct store *s); /* after committing what waits */
void queue_submit(struct store *s, struct request *r);
/* For what follows from records. Freed here if there is too much of it already. */
void queue_behind(struct store *s, struct request *r);
/* Answers it with STORE_UNAVAILABLE, without the engine. */
void queue_refuse(struct store *s, struct request *r, const char *reason);
void followers_tell(struct store *s, const struct store_record *record);
void followers_tell_others(struct store *s, uint64_t room, const struct store_others *others);
/* The caller's store_drain has something to do. */
void queue_ready(struct store *s);
/* The engine's load on a thread of its own, the visitor on the caller's. */
bool load_ahead(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                void *arg);

/* The shared engine: a house in a PostgreSQL database, shared by its files:
 *     postgresql.c         opening, who serves, closing; the engine's table
 *     postgresql_link.c    connections, values in and out, what is wrong with a database
 *     postgresql_schema.c  tables, versions, whose house it is
 *     postgresql_write.c   the writer's thread: one pipelined transaction per batch
 *     postgresql_rows.c    the writer's thread: the tables beside the log
 *     postgresql_follow.c  a thread of its own: what the other servers of the house do
 *     postgresql_read.c    the caller's thread: loading, reading, checking
 *     postgresql_ask.c     any thread: questions to the tables beside the log
 *
 * The key (room, seq) of `records` decides who was first. An ended room has one row more than it has
 * records, without a body: so an end, too, is one of two that want the same key.
 *
 *     rooms    7 KWMTR live          records  (7,1) (7,2) (7,3)
 *     rooms    9 BDGHJ last 2        records  (9,1) (9,2) (9,3: the end)
 *     writers  4: epoch 1, batch 88  the last batch that writer 4 has stored
 *
 * «Was mine stored?» Each batch writes its number beside its records. When the connection breaks
 * before the answer, the next one raises the writer's epoch, which waits for what may still be under
 * way and shuts out what comes later, and then reads the number. */
#pragma once

#include "store/engine.h"
#include "store/rows.h"

#include <libpq-fe.h>

#define POSTGRESQL_VERSION_MIN 150000
#define POSTGRESQL_PARAMS_MAX ROW_VALUES_MAX

/* Statements that the writer has prepared; those of rows follow. */
enum {
    P_BEGIN,
    P_COMMIT,
    P_ROLLBACK,
    P_BATCH,
    P_CREATE,
    P_APPEND,
    P_END,
    P_FORGET,
    P_KEEP_DECK,
    P_DROP_DECKS,
    P_UNNAME_DECKS,
    P_HOLD,
    P_HOLD_ROOM,
    P_UNHOLD,
    P_LET_GO,
    P_FIND_RECORD,
    P_FIND_END,
    P_BEGIN_BEHIND,
    P_LOCK_POSITION,
    P_GET_POSITION,
    P_SET_POSITION,
    P_ROWS,
    P_COUNT = P_ROWS + ROW_KINDS
};

struct postgresql_store {
    struct store base;
    char *address; /* with its password: never shown */
    char *shown;   /* the same for people */
    char *house;

    PGconn *reader; /* the caller's thread */
    uint64_t next_room, rooms_end;
    uint64_t live; /* as last counted */

    PGconn *writer;              /* the writer's thread; NULL: to be opened again */
    int64_t id, epoch;           /* of this writer */
    int64_t batch, stored_batch; /* the present one; the one that was found stored */
    bool broken;                 /* this server counts as dead */
    bool alone;                  /* no other server may have the house */

    struct postgresql_follow *follow; /* NULL: not begun */
};

/* Values of a statement, in their order. Texts and bytes are not copied. */
struct params {
    int count;
    const char *value[POSTGRESQL_PARAMS_MAX];
    int length[POSTGRESQL_PARAMS_MAX], format[POSTGRESQL_PARAMS_MAX];
    Oid type[POSTGRESQL_PARAMS_MAX];
    uint64_t number[POSTGRESQL_PARAMS_MAX];
};
void param_number(struct params *p, int64_t number);
void param_text(struct params *p, const char *text); /* NULL: none */
void param_bytes(struct params *p, const char *bytes, size_t len);

/* Results are binary. */
int64_t result_number(const PGresult *result, int row, int column); /* 0 if there is none */
bool result_ok(const PGresult *result);

/* NULL and a sentence. */
PGconn *postgresql_connect(const struct postgresql_store *e, bool write,
                           char error[STORE_ERROR_BYTES]);
/* True if a server of that version will do. */
bool postgresql_new_enough(const char *shown, int version, char error[STORE_ERROR_BYTES]);
/* What people may be shown of an address, for the caller to free; NULL and a sentence. */
char *postgresql_describe(const char *address, char error[STORE_ERROR_BYTES]);
/* What the server said to the last question, in one sentence. */
void postgresql_explain(const struct postgresql_store *e, const PGconn *conn,
                        const PGresult *result, char error[STORE_ERROR_BYTES]);
/* Waits for the answer; the caller clears it. */
PGresult *postgresql_run(PGconn *conn, const char *sql, const struct params *p);
/* SQL whose values are ? or ?1 with $1 instead; valid until the next call of this thread. */
const char *postgresql_words(const char *sql);

/* Whose house it is and of which version; makes or brings up to date if `write`. */
bool postgresql_schema_open(const struct postgresql_store *e, PGconn *conn, bool write,
                            char error[STORE_ERROR_BYTES]);

/* Connects, takes the house, and learns which batch was stored last. False and a sentence. */
bool postgresql_writer_open(struct postgresql_store *e, char error[STORE_ERROR_BYTES]);

/* A pipeline: statements go out without waiting, then their results come in the same order. */
struct pipeline {
    PGconn *conn;
    struct request **about; /* of each statement; NULL: it decides nothing */
    size_t count, cap;
    bool sent; /* all of them so far */
};
enum outcome {
    OUTCOME_FINE,
    OUTCOME_LOST,   /* the connection; nobody knows what was stored */
    OUTCOME_AGAIN,  /* two transactions were in each other's way */
    OUTCOME_VALUE,  /* one of the values is not to be stored */
    OUTCOME_FENCED, /* this writer is no more */
    OUTCOME_REFUSED,
};
void pipeline_begin(struct pipeline *p, PGconn *conn);
void pipeline_send(struct pipeline *p, int statement, const struct params *params,
                   struct request *about);
void pipeline_send_sql(struct pipeline *p, const char *sql, const struct params *params);
/* `decide` is called for each statement that is about a request. */
enum outcome pipeline_end(struct pipeline *p,
                          void (*decide)(struct request *r, const PGresult *result),
                          const char **reason);

void postgresql_commit(struct store *s, struct request *batch);
void postgresql_tidy(struct store *s);

/* What others do, on a thread and a connection of its own. */
void postgresql_watch(struct store *s, uint64_t room, uint64_t seq);
void postgresql_unwatch(struct store *s, uint64_t room);
void postgresql_look(struct store *s, uint64_t room);
void postgresql_deliver(struct store *s);
bool postgresql_unheld(struct store *s, int64_t now_ms,
                       bool (*room)(void *arg, const struct store_room *room), void *arg);
/* Before the engine closes, after its last batch: the others need not wait for our silence. */
void postgresql_follow_end(struct postgresql_store *e);
/* On the writer's thread: these rooms have changed, which the others should look at. */
void postgresql_follow_stored(struct postgresql_store *e, struct request *const *list,
                              size_t count);
/* On the caller's thread: a question, through a connection that is made again if it broke. */
PGresult *postgresql_question(struct postgresql_store *e, const char *sql, const struct params *p);
int postgresql_rest(struct store *s);
/* The statements of rows, one for each that was added. */
void postgresql_send_rows(struct pipeline *p, const struct request *r);
void postgresql_send_list(struct pipeline *p, const char *const *list, int64_t room);
bool postgresql_behind(struct store *s, struct request *batch);

bool postgresql_rooms(struct store *s, bool live_only,
                      bool (*room)(void *arg, const struct store_room *room), void *arg);
bool postgresql_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                     void *arg);
bool postgresql_read(struct store *s, uint64_t room, uint64_t from_seq,
                     bool (*record)(void *arg, const struct store_record *record), void *arg);
bool postgresql_find_code(struct store *s, const char *code, uint64_t *room);
bool postgresql_find_live(struct store *s, const char *code, uint64_t *room);
bool postgresql_decks(struct store *s, bool live_only,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
bool postgresql_find_deck(struct store *s, const char *name,
                          bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
bool postgresql_check(struct store *s);
uint64_t postgresql_new_room(struct store *s);
uint64_t postgresql_live_rooms(struct store *s);
struct ask *postgresql_ask(struct store *s, char error[STORE_ERROR_BYTES]);

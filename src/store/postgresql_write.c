/* The writer's thread: a batch is one transaction, sorted by room so that two servers seldom
 * wait for each other crosswise; the database finds it out when they do, and it is done again. An answer is given when the commit's has come. */
#include "core/alloc.h"
#include "store/postgresql.h"
#include "store/rows_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HEAD                                                                                       \
    "(SELECT CASE WHEN body IS NULL THEN 0 ELSE seq END FROM records WHERE room = $1"              \
    " ORDER BY records.seq DESC LIMIT 1)"

/* How a statement's values are called in PREPARE: i a number, t a text, b bytes. */
static const struct {
    const char *values, *sql;
} statements[P_ROWS] = {
    [P_BEGIN] = {"", "BEGIN"},
    [P_COMMIT] = {"", "COMMIT"},
    [P_ROLLBACK] = {"", "ROLLBACK"},
    /* writer, epoch, batch; fails where the epoch is over */
    [P_BATCH] = {"iii", "WITH mine AS (UPDATE writers SET batch = $3 WHERE id = $1 AND epoch = $2"
                        " RETURNING 1) SELECT 1 / count(*) FROM mine"},
    /* room, code, game, record, body; one row if stored */
    [P_CREATE] = {"ittib", "WITH room AS (INSERT INTO rooms (id, code, game) VALUES ($1, $2, $3)"
                           " ON CONFLICT DO NOTHING RETURNING id)"
                           " INSERT INTO records (room, seq, id, body)"
                           " SELECT id, 1, $4, $5 FROM room RETURNING seq"},
    /* room, expected, seq, record, body; seq if stored, else where the room is, negative */
    [P_APPEND] = {"iiiib",
                  "WITH new AS (INSERT INTO records (room, seq, id, body) SELECT $1, $3, $4, $5"
                  " WHERE EXISTS (SELECT 1 FROM records WHERE room = $1 AND seq = $2"
                  "  AND body IS NOT NULL) ON CONFLICT DO NOTHING RETURNING seq)"
                  " SELECT coalesce((SELECT seq FROM new), -" HEAD ", 0)"},
    /* room, when; the last sequence if it was live */
    [P_END] = {"ii", "WITH closed AS (INSERT INTO records (room, seq, id)"
                     "  SELECT $1, seq + 1, 0 FROM records WHERE room = $1 AND body IS NOT NULL"
                     "  ORDER BY seq DESC LIMIT 1 ON CONFLICT DO NOTHING RETURNING seq)"
                     " UPDATE rooms SET last = closed.seq - 1, ended_ms = $2 FROM closed"
                     " WHERE id = $1 RETURNING last"},
    [P_FORGET] = {"i", "WITH gone AS (DELETE FROM rooms WHERE id = $1 RETURNING id), log AS"
                       " (DELETE FROM records WHERE room IN (SELECT id FROM gone))"
                       " SELECT id FROM gone"},
    /* room, name, body; one row if the room is live */
    [P_KEEP_DECK] = {"itb", "WITH live AS (SELECT id FROM rooms WHERE id = $1 AND last IS NULL),"
                            " deck AS (INSERT INTO kept_decks (name, body)"
                            "  SELECT $2, $3 FROM live ON CONFLICT DO NOTHING),"
                            " named AS (INSERT INTO kept_deck_rooms (room, name)"
                            "  SELECT id, $2 FROM live ON CONFLICT DO NOTHING)"
                            " SELECT id FROM live"},
    [P_DROP_DECKS] = {"i", "DELETE FROM kept_decks"
                           " WHERE name IN (SELECT name FROM kept_deck_rooms WHERE room = $1)"
                           " AND NOT EXISTS (SELECT 1 FROM kept_deck_rooms o"
                           "                 WHERE o.name = kept_decks.name AND o.room <> $1)"},
    /* room, node, person */
    [P_HOLD] = {"iii", "INSERT INTO holdings (room, node, person) VALUES ($1, $2, $3)"
                       " ON CONFLICT DO NOTHING"},
    [P_HOLD_ROOM] = {"iii",
                     "WITH due AS (UPDATE rooms SET due_ms = 0 WHERE id = $1 AND due_ms <> 0)"
                     " INSERT INTO holdings (room, node, person) VALUES ($1, $2, $3)"
                     " ON CONFLICT DO NOTHING"},
    [P_UNHOLD] = {"iii", "DELETE FROM holdings WHERE room = $1 AND node = $2 AND person = $3"},
    /* room, node, when it wants attention */
    [P_LET_GO] = {"iii", "WITH gone AS (DELETE FROM holdings WHERE room = $1 AND node = $2)"
                         " UPDATE rooms SET due_ms = $3 WHERE id = $1 AND last IS NULL"},
    [P_UNNAME_DECKS] = {"i", "DELETE FROM kept_deck_rooms WHERE room = $1"},
    /* room, record, seq: as P_APPEND answers */
    [P_FIND_RECORD] = {"iii", "SELECT coalesce((SELECT seq FROM records WHERE room = $1"
                              " AND seq = $3 AND id = $2 AND body IS NOT NULL), -" HEAD ", 0)"},
    [P_FIND_END] = {"ii", "SELECT last FROM rooms WHERE id = $1 AND ended_ms = $2"
                          " AND last IS NOT NULL"},
    [P_BEGIN_BEHIND] = {"", "SET LOCAL synchronous_commit = off"},
    [P_LOCK_POSITION] = {"i", "SELECT pg_advisory_xact_lock($1)"},
    [P_GET_POSITION] = {"i", "SELECT seq FROM history_positions WHERE room = $1"},
    [P_SET_POSITION] = {"iii", "INSERT INTO history_positions (room, seq, ended)"
                               " VALUES ($1, $2, $3) ON CONFLICT (room) DO UPDATE"
                               " SET seq = excluded.seq, ended = excluded.ended"},
};

static int types_of(const char *values, Oid *types)
{
    struct params p = {0};
    for (; *values; values++) {
        if (*values == 'i')
            param_number(&p, 0);
        else if (*values == 't')
            param_text(&p, NULL);
        else
            param_bytes(&p, NULL, 0);
    }
    memcpy(types, p.type, sizeof p.type);
    return p.count;
}

static bool prepare_one(PGconn *conn, int statement, const char *values, const char *sql)
{
    char name[12];
    Oid types[POSTGRESQL_PARAMS_MAX];
    snprintf(name, sizeof name, "s%d", statement);
    PGresult *result = PQprepare(conn, name, sql, types_of(values, types), types);
    bool ok = result_ok(result);
    PQclear(result);
    return ok;
}

static bool prepare_all(PGconn *conn)
{
    bool ok = true;
    for (int i = 0; ok && i < P_ROWS; i++)
        ok = prepare_one(conn, i, statements[i].values, statements[i].sql);
    for (int kind = 0; ok && kind < ROW_KINDS; kind++)
        ok = !rows_sql[kind] || prepare_one(conn, P_ROWS + kind, rows_values((enum row_kind)kind),
                                            postgresql_words(rows_sql[kind]));
    return ok;
}

/* The servers of a house have this lock together; who wants it alone has to wait until none is left,
 * as has a server from before that did not share. It goes with the connection. */
static bool take_house(struct postgresql_store *e, PGconn *conn, char error[STORE_ERROR_BYTES])
{
    for (int tries = 0; tries < 50; tries++) {
        PGresult *result = postgresql_run(
            conn,
            e->alone
                ? "SELECT pg_try_advisory_lock(1280656495, 'ludoteca'::regclass::oid::int)"
                : "SELECT pg_try_advisory_lock_shared(1280656495, 'ludoteca'::regclass::oid::int)",
            NULL);
        bool ok = result_ok(result), taken = ok && result_number(result, 0, 0);
        if (!ok) postgresql_explain(e, conn, result, error);
        PQclear(result);
        if (!ok || taken) return ok;
        usleep(100000); /* who was killed is still being cleared away */
    }
    snprintf(error, STORE_ERROR_BYTES,
             "The house «%s» in the database %s is served by another server; stop that one first.",
             e->house, e->shown);
    return false;
}

/* The first time a writer of our own; later the same with a higher epoch. */
static bool enter(struct postgresql_store *e, PGconn *conn, char error[STORE_ERROR_BYTES])
{
    struct params p = {0};
    param_number(&p, e->id);
    PGresult *result =
        e->id ? postgresql_run(conn,
                               "UPDATE writers SET epoch = epoch + 1 WHERE id = $1"
                               " RETURNING id, epoch, batch",
                               &p)
              : postgresql_run(conn,
                               "WITH long_dead AS (DELETE FROM nodes WHERE seen <"
                               "  clock_timestamp() - interval '30 days' RETURNING id),"
                               " theirs AS (DELETE FROM writers WHERE id IN (TABLE long_dead)),"
                               " me AS (INSERT INTO writers DEFAULT VALUES"
                               "  RETURNING id, epoch, batch),"
                               " node AS (INSERT INTO nodes (id) SELECT id FROM me) TABLE me",
                               NULL);
    bool ok = result_ok(result);
    if (!ok) postgresql_explain(e, conn, result, error);
    if (ok && PQntuples(result) == 0) e->broken = true;
    if (ok && !e->broken) {
        e->id = result_number(result, 0, 0);
        e->epoch = result_number(result, 0, 1);
        e->stored_batch = result_number(result, 0, 2);
    }
    PQclear(result);
    return ok && !e->broken;
}

bool postgresql_writer_open(struct postgresql_store *e, char error[STORE_ERROR_BYTES])
{
    PGconn *conn = postgresql_connect(e, true, error);
    if (!conn) return false;
    bool ok = postgresql_schema_open(e, conn, true, error) && take_house(e, conn, error) &&
              enter(e, conn, error);
    if (ok && !prepare_all(conn)) {
        postgresql_explain(e, conn, NULL, error);
        ok = false;
    }
    if (ok)
        e->writer = conn;
    else
        PQfinish(conn);
    return ok;
}

static void conflict(struct request *r, uint64_t seq, const char *reason)
{
    r->result = STORE_CONFLICT;
    r->seq = seq;
    r->reason = reason;
}

static void accept(struct request *r, int64_t seq)
{
    r->result = STORE_ACCEPTED;
    r->seq = (uint64_t)seq;
    r->reason = NULL;
}

static void decide(struct request *r, const PGresult *result)
{
    int64_t value = result_number(result, 0, 0);
    bool found = PQntuples(result) > 0;
    switch (r->kind) {
    case REQUEST_CREATE:
        if (value > 0)
            accept(r, 1);
        else
            conflict(r, 0, "A live room already has this code.");
        break;
    case REQUEST_APPEND:
        if (value > 0)
            accept(r, value);
        else
            conflict(r, (uint64_t)-value,
                     value ? "The room is at another sequence." : "There is no such live room.");
        break;
    case REQUEST_END:
    case REQUEST_KEEP_DECK:
        if (found)
            accept(r, r->kind == REQUEST_END ? value : 0);
        else
            conflict(r, 0, "There is no such live room.");
        break;
    case REQUEST_FORGET:
        if (found)
            accept(r, 0);
        else
            conflict(r, 0, "There is no such room.");
        break;
    case REQUEST_ROWS:
    case REQUEST_NOTE:
    case REQUEST_HOLD:
    case REQUEST_PROJECT: break;
    }
}

static void send_forget(struct pipeline *p, struct request *r, const struct params *room)
{
    pipeline_send(p, P_FORGET, room, r);
    postgresql_send_list(p, rows_forget_room, (int64_t)r->room);
    pipeline_send(p, P_DROP_DECKS, room, NULL);
    pipeline_send(p, P_UNNAME_DECKS, room, NULL);
}

static void send_hold(struct pipeline *p, int64_t node, struct request *r)
{
    struct params v = {0};
    bool all = r->expected_seq == HOLD_NOTHING;
    accept(r, 0);
    param_number(&v, (int64_t)r->room);
    param_number(&v, node);
    param_number(&v, all ? r->now_ms : (int64_t)r->expected_seq);
    int hold = r->expected_seq ? P_HOLD : P_HOLD_ROOM;
    pipeline_send(p, all ? P_LET_GO : r->last ? hold : P_UNHOLD, &v, NULL);
}

static void send_one(struct pipeline *p, int64_t node, struct request *r)
{
    struct params v = {0};
    param_number(&v, (int64_t)r->room);
    switch (r->kind) {
    case REQUEST_CREATE:
        param_text(&v, r->code);
        param_text(&v, r->game);
        param_number(&v, (int64_t)r->record_id);
        param_bytes(&v, r->body, r->len);
        pipeline_send(p, P_CREATE, &v, r);
        break;
    case REQUEST_APPEND:
        param_number(&v, (int64_t)r->expected_seq);
        param_number(&v, (int64_t)(r->expected_seq + 1));
        param_number(&v, (int64_t)r->record_id);
        param_bytes(&v, r->body, r->len);
        pipeline_send(p, P_APPEND, &v, r);
        break;
    case REQUEST_END:
        param_number(&v, r->now_ms);
        pipeline_send(p, P_END, &v, r);
        break;
    case REQUEST_KEEP_DECK:
        param_text(&v, r->deck);
        param_bytes(&v, r->body, r->len);
        pipeline_send(p, P_KEEP_DECK, &v, r);
        break;
    case REQUEST_FORGET: send_forget(p, r, &v); break;
    case REQUEST_ROWS:
        accept(r, 0);
        postgresql_send_rows(p, r);
        break;
    case REQUEST_HOLD: send_hold(p, node, r); break;
    case REQUEST_NOTE:
    case REQUEST_PROJECT: break; /* goes the other way */
    }
}

/* What is to be stored together, by room and within a room as it came. */
struct batch {
    struct request **list;
    size_t count;
};

static enum outcome send_batch(struct postgresql_store *e, const struct batch *b,
                               const char **reason)
{
    struct pipeline p;
    struct params v = {0};
    param_number(&v, e->id);
    param_number(&v, e->epoch);
    param_number(&v, e->batch);
    pipeline_begin(&p, e->writer);
    pipeline_send(&p, P_BEGIN, NULL, NULL);
    pipeline_send(&p, P_BATCH, &v, NULL);
    for (size_t i = 0; i < b->count; i++)
        send_one(&p, e->id, b->list[i]);
    pipeline_send(&p, P_COMMIT, NULL, NULL);
    enum outcome outcome = pipeline_end(&p, decide, reason);
    if (outcome != OUTCOME_FINE && outcome != OUTCOME_LOST) PQclear(PQexec(e->writer, "ROLLBACK"));
    return outcome;
}

static PGresult *run_prepared(PGconn *conn, int statement, const struct params *v)
{
    char name[12];
    snprintf(name, sizeof name, "s%d", statement);
    return PQexecPrepared(conn, name, v->count, v->value, v->length, v->format, 1);
}

/* The batch is stored, but what became of each was not heard: its record says so. False: the
 * connection broke again. */
static bool settle_one(struct postgresql_store *e, struct request *r)
{
    struct params v = {0};
    bool is_record = r->kind == REQUEST_CREATE || r->kind == REQUEST_APPEND;
    accept(r, 0); /* whatever is done when it is there */
    if (!is_record && r->kind != REQUEST_END) return true;
    param_number(&v, (int64_t)r->room);
    param_number(&v, is_record ? (int64_t)r->record_id : r->now_ms);
    if (is_record) param_number(&v, r->kind == REQUEST_CREATE ? 1 : (int64_t)(r->expected_seq + 1));
    PGresult *result = run_prepared(e->writer, is_record ? P_FIND_RECORD : P_FIND_END, &v);
    bool ok = result_ok(result);
    if (ok) decide(r, result);
    PQclear(result);
    return ok;
}

static bool settle(struct postgresql_store *e, const struct batch *b)
{
    bool ok = true;
    for (size_t i = 0; ok && i < b->count; i++)
        ok = settle_one(e, b->list[i]);
    return ok;
}

static void refuse(const struct batch *b, const char *reason)
{
    for (size_t i = 0; i < b->count; i++) {
        b->list[i]->result = STORE_UNAVAILABLE;
        b->list[i]->seq = 0;
        b->list[i]->reason = reason;
    }
}

static const char gone[] = "The database does not answer.";

static void drop_writer(struct postgresql_store *e)
{
    PQfinish(e->writer);
    e->writer = NULL;
}

/* How far the caller's patience goes. */
static bool wants_to_leave(struct store *s, bool *hurried)
{
    pthread_mutex_lock(&s->lock);
    bool stopping = s->stopping;
    *hurried = s->hurried;
    s->trouble = gone;
    pthread_mutex_unlock(&s->lock);
    return stopping;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void complain(const struct postgresql_store *e, const char *what, const char *detail)
{
    char sentence[STORE_ERROR_BYTES + 100];
    snprintf(sentence, sizeof sentence, "%s%s", what, detail);
    if (e->base.options.complain) e->base.options.complain(e->base.options.ready_arg, sentence);
}

/* A move waits so long for the database before it is refused; one that may be stored already waits
 * until that is known, unless the program wants to end. */
#define PATIENCE_MS 3000
#define HURRIED_MS 10000

static bool have_writer(struct postgresql_store *e, bool in_doubt)
{
    char error[STORE_ERROR_BYTES];
    int64_t since = now_ms();
    bool waited = false;
    while (!e->writer && !e->broken && !postgresql_writer_open(e, error)) {
        bool hurried;
        int64_t patience = in_doubt ? INT64_MAX : PATIENCE_MS;
        if (!waited) complain(e, "Moves wait. ", error);
        waited = true;
        if (wants_to_leave(&e->base, &hurried) || e->broken) return false;
        if (hurried && patience > HURRIED_MS) patience = HURRIED_MS;
        if (now_ms() - since > patience) return false;
        usleep(100000);
    }
    if (waited && e->writer) complain(e, "The database answers again.", "");
    return e->writer && !e->broken;
}

/* Nobody is answered any more: what is true is read by whoever starts again. */
static void break_off(struct postgresql_store *e)
{
    char sentence[STORE_ERROR_BYTES];
    e->broken = true;
    snprintf(sentence, sizeof sentence,
             "This server was silent for so long that the house «%s» in the database %s has "
             "forgotten it.",
             e->house, e->shown);
    if (e->base.options.broken) e->base.options.broken(e->base.options.ready_arg, sentence);
}

static void write_batch(struct postgresql_store *e, const struct batch *b);

/* One of them has a value that the database does not take; the others must not suffer for it. */
static void write_each(struct postgresql_store *e, const struct batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        write_batch(e, &(struct batch){b->list + i, 1});
}

static void write_batch(struct postgresql_store *e, const struct batch *b)
{
    const char *reason = gone;
    bool in_doubt = false;
    e->batch++;
    for (;;) {
        if (!have_writer(e, in_doubt)) break;
        if (in_doubt && e->stored_batch == e->batch) {
            if (settle(e, b)) {
                postgresql_follow_stored(e, b->list, b->count);
                return;
            }
            drop_writer(e);
            continue;
        }
        enum outcome outcome = send_batch(e, b, &reason);
        if (outcome == OUTCOME_FINE) {
            postgresql_follow_stored(e, b->list, b->count);
            return;
        }
        if (outcome == OUTCOME_LOST) {
            in_doubt = true;
            drop_writer(e);
        }
        if (outcome == OUTCOME_VALUE && b->count > 1) {
            write_each(e, b);
            return;
        }
        if (outcome == OUTCOME_VALUE || outcome == OUTCOME_REFUSED) break;
        e->broken = e->broken || outcome == OUTCOME_FENCED;
    }
    refuse(b, reason);
    if (e->broken) break_off(e);
}

/* Where a request goes: a code is free or taken according to what came before, so nothing moves past
 * an end or a creation that follows the other. */
struct place {
    struct request *request;
    size_t stretch, order;
};

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_room(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int by = compare(x->stretch, y->stretch);
    if (!by) by = compare(x->request->room, y->request->room);
    return by ? by : compare(x->order, y->order);
}

/* 1 takes a code, 2 frees one, 0 does neither. */
static int claim(const struct request *r)
{
    if (r->kind == REQUEST_CREATE) return 1;
    return r->kind == REQUEST_END || r->kind == REQUEST_FORGET ? 2 : 0;
}

static struct batch sort(struct request *first)
{
    size_t count = 0, stretch = 0, i = 0;
    int last = 0;
    for (const struct request *r = first; r; r = r->next)
        count++;
    struct place *places = alloc_zero(count, sizeof *places);
    for (struct request *r = first; r; r = r->next, i++) {
        if (claim(r) && last && claim(r) != last) stretch++;
        if (claim(r)) last = claim(r);
        places[i] = (struct place){r, stretch, i};
    }
    qsort(places, count, sizeof *places, by_room);
    struct batch b = {alloc_zero(count, sizeof *b.list), count};
    for (i = 0; i < count; i++)
        b.list[i] = places[i].request;
    free(places);
    return b;
}

void postgresql_commit(struct store *s, struct request *batch)
{
    struct batch b = sort(batch);
    write_batch((struct postgresql_store *)s, &b);
    free(b.list);
}

void postgresql_tidy(struct store *s)
{
    (void)s;
}

#define LOOK_MS 2000

/* Is it still there? Whoever asks how the house is shall know before the next move does. */
int postgresql_rest(struct store *s)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    char error[STORE_ERROR_BYTES];
    if (e->broken) return 0;
    if (e->writer && (!PQconsumeInput(e->writer) || PQstatus(e->writer) != CONNECTION_OK))
        drop_writer(e);
    bool there = e->writer || postgresql_writer_open(e, error);
    if (!there && e->broken) break_off(e);
    pthread_mutex_lock(&s->lock);
    bool before = s->trouble == NULL;
    s->trouble = there ? NULL : gone;
    pthread_mutex_unlock(&s->lock);
    if (before != there) complain(e, there ? "The database answers again." : error, "");
    return LOOK_MS;
}

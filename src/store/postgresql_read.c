/* The caller's thread: each question is one statement, so it reads one snapshot, beside the writer. */
#include "core/alloc.h"
#include "store/heads.h"
#include "store/postgresql.h"

#include <string.h>

static bool failed(struct postgresql_store *e, PGresult *result)
{
    postgresql_explain(e, e->reader, result, e->base.error);
    PQclear(result);
    return false;
}

static bool damaged(struct postgresql_store *e, const char *what, uint64_t room)
{
    return store_fail(&e->base,
                      "The database %s is damaged (%s %llu); it was left as it is: restore it from "
                      "its own backups.",
                      e->shown, what, (unsigned long long)room);
}

/* A connection that broke since the last question is made again, once. */
PGresult *postgresql_question(struct postgresql_store *e, const char *sql, const struct params *p)
{
    PGresult *result = postgresql_run(e->reader, sql, p);
    if (PQstatus(e->reader) == CONNECTION_OK) return result;
    PGconn *again = postgresql_connect(e, false, e->base.error);
    if (!again) return result;
    PQclear(result);
    PQfinish(e->reader);
    e->reader = again;
    return postgresql_run(e->reader, sql, p);
}

#define ROOM "SELECT id, code, game, last IS NULL, ended_ms FROM rooms "

bool postgresql_rooms(struct store *s, bool live_only,
                      bool (*room)(void *arg, const struct store_room *room), void *arg)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    PGresult *result = postgresql_question(
        e, live_only ? ROOM "WHERE last IS NULL ORDER BY id" : ROOM "ORDER BY id", NULL);
    if (!result_ok(result)) return failed(e, result);
    bool more = true;
    for (int i = 0; more && i < PQntuples(result); i++)
        more = room(arg, &(struct store_room){(uint64_t)result_number(result, i, 0),
                                              PQgetvalue(result, i, 1), PQgetvalue(result, i, 2),
                                              result_number(result, i, 3) != 0,
                                              result_number(result, i, 4)});
    PQclear(result);
    return true;
}

static struct store_record record_of(const PGresult *result, int row)
{
    return (struct store_record){(uint64_t)result_number(result, row, 0),
                                 (uint64_t)result_number(result, row, 1),
                                 (uint64_t)result_number(result, row, 2),
                                 PQgetvalue(result, row, 3), (size_t)PQgetlength(result, row, 3)};
}

/* The loading of all live rooms: where each of them is, and who looks on. */
struct loading {
    struct postgresql_store *e;
    struct heads heads;
    bool (*visit)(void *arg, const struct store_record *record);
    void *arg;
};

static bool load_one(struct loading *l, const struct store_record *record)
{
    struct head *head = heads_find(&l->heads, record->room);
    if (!head) head = heads_add(&l->heads, record->room);
    if (record->seq != head->seq + 1) return damaged(l->e, "the order of room", record->room);
    head->seq = record->seq;
    if (l->visit && !l->visit(l->arg, record)) l->visit = NULL;
    return true;
}

static bool load_rows(struct loading *l)
{
    bool ok = true;
    for (PGresult *result; (result = PQgetResult(l->e->reader)); PQclear(result)) {
        if (PQresultStatus(result) == PGRES_SINGLE_TUPLE) {
            struct store_record record = record_of(result, 0);
            ok = ok && load_one(l, &record);
        } else if (!result_ok(result)) {
            postgresql_explain(l->e, l->e->reader, result, l->e->base.error);
            ok = false;
        }
    }
    return ok;
}

static const char live_records[] = "SELECT r.room, r.seq, r.id, r.body FROM records r"
                                   " JOIN rooms ON rooms.id = r.room WHERE rooms.last IS NULL"
                                   " AND r.body IS NOT NULL ORDER BY r.at";

bool postgresql_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                     void *arg)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    struct loading l = {.e = e, .visit = record, .arg = arg};
    if (!record) return true; /* nothing is kept in memory */
    if (!PQsendQueryParams(e->reader, live_records, 0, NULL, NULL, NULL, NULL, 1) ||
        !PQsetSingleRowMode(e->reader))
        return failed(e, NULL);
    bool ok = load_rows(&l);
    heads_free(&l.heads);
    return ok;
}

bool postgresql_read(struct store *s, uint64_t room, uint64_t from_seq,
                     bool (*record)(void *arg, const struct store_record *record), void *arg)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    struct params p = {0};
    param_number(&p, (int64_t)room);
    param_number(&p, (int64_t)from_seq);
    PGresult *result =
        postgresql_question(e,
                            "SELECT room, seq, id, body FROM records WHERE room = $1"
                            " AND seq >= $2 AND body IS NOT NULL"
                            " AND EXISTS (SELECT 1 FROM rooms WHERE rooms.id = $1) ORDER BY seq",
                            &p);
    if (!result_ok(result)) return failed(e, result);
    bool ok = true, more = true;
    for (int i = 0; ok && more && i < PQntuples(result); i++) {
        struct store_record shown = record_of(result, i);
        ok = shown.seq == (from_seq ? from_seq : 1) + (uint64_t)i ||
             damaged(e, "the order of room", room);
        more = ok && record(arg, &shown);
    }
    PQclear(result);
    return ok;
}

/* The first number of the answer; 0 if there is none. */
static bool number(struct postgresql_store *e, const char *sql, const struct params *p,
                   uint64_t *out)
{
    PGresult *result = postgresql_question(e, sql, p);
    if (!result_ok(result)) return failed(e, result);
    *out = (uint64_t)result_number(result, 0, 0);
    PQclear(result);
    return true;
}

bool postgresql_find_code(struct store *s, const char *code, uint64_t *room)
{
    struct params p = {0};
    param_text(&p, code);
    return number(
        (struct postgresql_store *)s,
        "SELECT id FROM rooms WHERE code = $1 ORDER BY last IS NULL DESC, id DESC LIMIT 1", &p,
        room);
}

bool postgresql_find_live(struct store *s, const char *code, uint64_t *room)
{
    struct params p = {0};
    param_text(&p, code);
    return number((struct postgresql_store *)s,
                  "SELECT id FROM rooms WHERE code = $1 AND last IS NULL", &p, room);
}

/* `*more` becomes what the visitor said; it stays if there is no such deck. */
static bool show_deck(struct postgresql_store *e, const char *name,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg, bool *more)
{
    struct params p = {0};
    param_text(&p, name);
    PGresult *result =
        postgresql_question(e, "SELECT name, body FROM kept_decks WHERE name = $1", &p);
    if (!result_ok(result)) return failed(e, result);
    if (PQntuples(result))
        *more = deck(arg, &(struct store_deck){PQgetvalue(result, 0, 0), PQgetvalue(result, 0, 1),
                                               (size_t)PQgetlength(result, 0, 1)});
    PQclear(result);
    return true;
}

bool postgresql_find_deck(struct store *s, const char *name,
                          bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    bool more;
    return show_deck((struct postgresql_store *)s, name, deck, arg, &more);
}

/* They are large: first all names, then one after the other. */
bool postgresql_decks(struct store *s, bool live_only,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    PGresult *names =
        postgresql_question(e,
                            live_only ? "SELECT DISTINCT k.name FROM kept_deck_rooms k JOIN rooms r"
                                        " ON r.id = k.room WHERE r.last IS NULL ORDER BY k.name"
                                      : "SELECT name FROM kept_decks ORDER BY name",
                            NULL);
    if (!result_ok(names)) return failed(e, names);
    bool ok = true, more = true;
    for (int i = 0; ok && more && i < PQntuples(names); i++)
        ok = show_deck(e, PQgetvalue(names, i, 0), deck, arg, &more);
    PQclear(names);
    return ok;
}

/* Rooms whose records are not 1, 2, 3 … up to the end that the room names. */
static const char disorder[] =
    "SELECT rooms.id FROM rooms LEFT JOIN (SELECT room, count(*) AS many, min(seq) AS first,"
    " max(seq) AS last FROM records WHERE body IS NOT NULL GROUP BY room) AS log ON log.room ="
    " rooms.id WHERE log.first IS DISTINCT FROM 1 OR log.many <> log.last"
    " OR coalesce(rooms.last, log.last) <> log.last LIMIT 1";

bool postgresql_check(struct store *s)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    uint64_t room;
    if (!number(e, disorder, NULL, &room)) return false;
    return room == 0 || damaged(e, "the order of room", room);
}

#define ROOMS_BLOCK 100 /* as the sequence in the schema */

uint64_t postgresql_new_room(struct store *s)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    uint64_t first;
    if (e->next_room == e->rooms_end) {
        if (!number(e, "SELECT nextval('room_ids')", NULL, &first)) return 0;
        e->next_room = first;
        e->rooms_end = first + ROOMS_BLOCK;
    }
    return e->next_room++;
}

uint64_t postgresql_live_rooms(struct store *s)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    uint64_t count;
    if (number(e, "SELECT count(*) FROM rooms WHERE last IS NULL", NULL, &count)) e->live = count;
    return e->live;
}

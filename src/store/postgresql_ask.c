#include "core/alloc.h"
#include "store/ask_inside.h"
#include "store/postgresql.h"

#include <stdlib.h>

struct postgresql_ask {
    struct ask base;
    PGconn *conn;
};

/* int8, int4, numeric: sums of numbers are of the last kind. */
static bool is_number(Oid type)
{
    return type == 20 || type == 23 || type == 1700;
}

static void write_row(struct writer *w, const PGresult *result, int row)
{
    write_object(w);
    for (int i = 0; i < PQnfields(result); i++) {
        struct ask_value v = {0};
        const char *text = PQgetvalue(result, row, i);
        if (!PQgetisnull(result, row, i)) {
            v.is_number = is_number(PQftype(result, i));
            v.number = v.is_number ? strtoll(text, NULL, 10) : 0;
            v.text = text;
        }
        ask_value_write(w, PQfname(result, i), &v);
    }
    write_end(w);
}

static void add_values(struct params *p, const char *values, const struct ask_about *about)
{
    const int64_t *number = about->number;
    for (; *values; values++) {
        if (*values == 't')
            param_text(p, about->text);
        else
            param_number(p, *number++);
    }
}

static PGresult *put(PGconn *conn, enum question question, const struct ask_about *about)
{
    const char *sql =
        question == ASK_GAME_ROUNDS ? ask_game_rounds_postgresql : ask_questions[question].sql;
    struct params p = {0};
    add_values(&p, ask_questions[question].values, about);
    return PQexecParams(conn, postgresql_words(sql), p.count, p.type, p.value, p.length, p.format,
                        0);
}

static bool write_rows(struct ask *ask, struct writer *w, enum question question,
                       const struct ask_about *about)
{
    PGconn *conn = ((struct postgresql_ask *)ask)->conn;
    PGresult *result = put(conn, question, about);
    if (PQstatus(conn) != CONNECTION_OK) {
        PQclear(result);
        PQreset(conn);
        result = put(conn, question, about);
    }
    bool ok = result_ok(result);
    for (int i = 0; ok && i < PQntuples(result); i++)
        write_row(w, result, i);
    PQclear(result);
    return ok;
}

static void close_conn(struct ask *ask)
{
    PQfinish(((struct postgresql_ask *)ask)->conn);
    free(ask);
}

static const struct ask_engine engine = {write_rows, close_conn};

struct ask *postgresql_ask(struct store *s, char error[STORE_ERROR_BYTES])
{
    PGconn *conn = postgresql_connect((const struct postgresql_store *)s, false, error);
    if (!conn) return NULL;
    struct postgresql_ask *ask = alloc_zero(1, sizeof *ask);
    ask->base.engine = &engine;
    ask->conn = conn;
    return &ask->base;
}

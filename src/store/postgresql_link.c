/* Connections to the database, values in and out, and what may be wrong with it. */
#include "core/alloc.h"
#include "core/buffer.h"
#include "store/postgresql.h"

#include <ctype.h>
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in the server's pg_type.h, which only its own header knows. */
#define TYPE_BYTES 17
#define TYPE_NUMBER 20
#define TYPE_TEXT 25

static int add(struct params *p, Oid type, int format)
{
    p->type[p->count] = type;
    p->format[p->count] = format;
    return p->count++;
}

void param_number(struct params *p, int64_t number)
{
    int i = add(p, TYPE_NUMBER, 1);
    p->number[i] = htobe64((uint64_t)number);
    p->value[i] = (const char *)&p->number[i];
    p->length[i] = sizeof p->number[i];
}

void param_text(struct params *p, const char *text)
{
    p->value[add(p, TYPE_TEXT, 0)] = text;
}

void param_bytes(struct params *p, const char *bytes, size_t len)
{
    int i = add(p, TYPE_BYTES, 1);
    p->value[i] = bytes;
    p->length[i] = (int)len;
}

int64_t result_number(const PGresult *result, int row, int column)
{
    uint64_t big;
    uint32_t small;
    if (row >= PQntuples(result) || PQgetisnull(result, row, column)) return 0;
    const char *value = PQgetvalue(result, row, column);
    if (PQgetlength(result, row, column) == sizeof big)
        return (int64_t)be64toh((memcpy(&big, value, sizeof big), big));
    if (PQgetlength(result, row, column) == sizeof small)
        return (int32_t)be32toh((memcpy(&small, value, sizeof small), small));
    return *value; /* true or false */
}

bool result_ok(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

static const char *option(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0) return options->val ? options->val : "";
    return "";
}

/* A sign that means something in an address, left as it is in a password, takes the address apart in
 * other places: then a piece of the password is where these are. */
static bool is_whole(const PQconninfoOption *options)
{
    const char *host = option(options, "host"), *port = option(options, "port");
    return port[strspn(port, "0123456789,")] == 0 && !strchr(option(options, "dbname"), '@') &&
           (!host[0] || !strchr(host + 1, '@')); /* one that begins with it is an abstract socket */
}

/* What libpq says about an address that it cannot read quotes it, password and all: it is not passed on. */
char *postgresql_describe(const char *address, char error[STORE_ERROR_BYTES])
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    if (!options || !is_whole(options)) {
        snprintf(
            error, STORE_ERROR_BYTES,
            "The address of the store is none that PostgreSQL understands; it is "
            "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, where a : / ? # [ ] @ or %% in user "
            "and password is written as %%3A %%2F %%3F %%23 %%5B %%5D %%40 %%25.");
        PQconninfoFree(options);
        return NULL;
    }
    struct buffer text = {0};
    const char *database = option(options, "dbname"), *host = option(options, "host");
    const char *port = option(options, "port");
    buffer_print(&text, "«%s» on %s%s%s", database[0] ? database : "its user's",
                 host[0] ? host : "this machine", port[0] ? ":" : "", port);
    PQconninfoFree(options);
    char *shown = alloc_copy(buffer_text(&text), text.len + 1);
    buffer_free(&text);
    return shown;
}

static int first_line(const char *text)
{
    return (int)strcspn(text, "\n");
}

static void explain_connecting(const char *shown, const PGconn *conn, char error[STORE_ERROR_BYTES])
{
    const char *detail = PQerrorMessage(conn);
    const char *last = strrchr(detail, ':'); /* what comes before names the address once more */
    bool secret = PQconnectionNeedsPassword(conn) || PQconnectionUsedPassword(conn);
    if (last && last[1] == ' ') detail = last + 2;
    snprintf(error, STORE_ERROR_BYTES,
             secret ? "The database %s did not let us in (%.*s); check user and password in the "
                      "address of the store."
                    : "The database %s cannot be reached (%.*s); check the address of the store, "
                      "and that PostgreSQL runs there.",
             shown, first_line(detail) < 160 ? first_line(detail) : 160, detail);
}

void postgresql_explain(const struct postgresql_store *e, const PGconn *conn,
                        const PGresult *result, char error[STORE_ERROR_BYTES])
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *detail = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (!detail) detail = PQerrorMessage(conn);
    bool no_rights = state && (strcmp(state, "42501") == 0 || strcmp(state, "3F000") == 0);
    if (no_rights)
        snprintf(error, STORE_ERROR_BYTES,
                 "The user «%s» has not the rights it needs in the database %s (%.160s); make it "
                 "the owner of the database, or of a schema of its own.",
                 PQuser(conn), e->shown, detail);
    else
        snprintf(error, STORE_ERROR_BYTES,
                 "The database %s could not be used (%.*s); look into its log.", e->shown,
                 first_line(detail) < 160 ? first_line(detail) : 160, detail);
}

bool postgresql_new_enough(const char *shown, int version, char error[STORE_ERROR_BYTES])
{
    if (version >= POSTGRESQL_VERSION_MIN) return true;
    snprintf(error, STORE_ERROR_BYTES,
             "The database %s runs on PostgreSQL %d; Ludoteca needs version %d or newer.", shown,
             version / 10000, POSTGRESQL_VERSION_MIN / 10000);
    return false;
}

/* A transaction that is answered is on the disk, whatever the server's default. */
static const char session[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')";

static bool greet(const struct postgresql_store *e, PGconn *conn, char error[STORE_ERROR_BYTES])
{
    if (!postgresql_new_enough(e->shown, PQserverVersion(conn), error)) return false;
    const char *encoding = PQparameterStatus(conn, "server_encoding");
    if (!encoding || strcmp(encoding, "UTF8") != 0) {
        snprintf(error, STORE_ERROR_BYTES,
                 "The database %s is in the encoding %s; make one with ENCODING 'UTF8'.", e->shown,
                 encoding ? encoding : "of another kind");
        return false;
    }
    PGresult *result = postgresql_run(conn, session, NULL);
    bool ok = result_ok(result);
    if (!ok) postgresql_explain(e, conn, result, error);
    PQclear(result);
    return ok;
}

static void be_silent(void *arg, const PGresult *notice)
{
    (void)arg;
    (void)notice;
}

PGconn *postgresql_connect(const struct postgresql_store *e, bool write,
                           char error[STORE_ERROR_BYTES])
{
    /* Those before the address may be overruled there. A server that is gone is noticed in seconds. */
    const char *const names[] = {"connect_timeout",      "keepalives_idle",
                                 "keepalives_interval",  "keepalives_count",
                                 "tcp_user_timeout",     "application_name",
                                 "target_session_attrs", "dbname",
                                 "client_encoding",      NULL};
    const char *const values[] = {
        "5",        "5",    "2", "3", "8000", "ludoteca", write ? "read-write" : "any",
        e->address, "UTF8", NULL};
    PGconn *conn = PQconnectdbParams(names, values, 1);
    PQsetNoticeReceiver(conn, be_silent, NULL);
    if (PQstatus(conn) != CONNECTION_OK)
        explain_connecting(e->shown, conn, error);
    else if (greet(e, conn, error))
        return conn;
    PQfinish(conn);
    return NULL;
}

PGresult *postgresql_run(PGconn *conn, const char *sql, const struct params *p)
{
    static const struct params none;
    if (!p) p = &none;
    return PQexecParams(conn, sql, p->count, p->type, p->value, p->length, p->format, 1);
}

const char *postgresql_words(const char *sql)
{
    static _Thread_local char words[2000];
    char *out = words;
    for (int next = 1; *sql && out < words + sizeof words - 5; sql++) {
        *out++ = *sql == '?' ? '$' : *sql;
        if (*sql == '?' && !isdigit((unsigned char)sql[1])) out += sprintf(out, "%d", next++);
    }
    *out = '\0';
    return words;
}

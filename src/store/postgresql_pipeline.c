/* Statements that go out together, as libpq's pipeline mode has it. The connection does not block
 * while sending: the server would wait for us to take results while we wait for it to take more. */
#include "core/alloc.h"
#include "store/postgresql.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pipeline_begin(struct pipeline *p, PGconn *conn)
{
    *p = (struct pipeline){.conn = conn};
    p->sent = PQsetnonblocking(conn, 1) == 0 && PQenterPipelineMode(conn) == 1;
}

static void remember(struct pipeline *p, struct request *about)
{
    if (p->count == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->about = alloc_grow(p->about, p->cap * sizeof *p->about);
    }
    p->about[p->count++] = about;
}

static const struct params none;

void pipeline_send(struct pipeline *p, int statement, const struct params *params,
                   struct request *about)
{
    char name[12];
    if (!params) params = &none;
    snprintf(name, sizeof name, "s%d", statement);
    p->sent = p->sent && PQsendQueryPrepared(p->conn, name, params->count, params->value,
                                             params->length, params->format, 1) == 1;
    remember(p, about);
}

void pipeline_send_sql(struct pipeline *p, const char *sql, const struct params *params)
{
    if (!params) params = &none;
    p->sent = p->sent && PQsendQueryParams(p->conn, sql, params->count, params->type, params->value,
                                           params->length, params->format, 1) == 1;
    remember(p, NULL);
}

/* All that was sent leaves, and what comes meanwhile is taken. */
static bool push_out(PGconn *conn)
{
    int left;
    while ((left = PQflush(conn)) == 1) {
        struct pollfd ready = {.fd = PQsocket(conn), .events = POLLIN | POLLOUT};
        if (poll(&ready, 1, -1) > 0 && ready.revents & (POLLIN | POLLERR | POLLHUP) &&
            !PQconsumeInput(conn))
            return false;
    }
    return left == 0;
}

/* What an error means for all that went out together, and a sentence that is never freed. */
static enum outcome outcome_of(const PGresult *result, const char **reason)
{
    static const struct {
        const char *state; /* or how it begins */
        enum outcome outcome;
        const char *reason;
    } known[] = {
        {"40", OUTCOME_AGAIN, "Two servers were in each other's way."},
        {"22012", OUTCOME_FENCED, "The house has forgotten this server."},
        {"22", OUTCOME_VALUE, "The database cannot hold this value."},
        {"23", OUTCOME_VALUE, "The database cannot hold this value."},
        {"25006", OUTCOME_LOST, "The database has become read-only."},
        {"53100", OUTCOME_REFUSED, "The database's disk is full."},
        {"57P", OUTCOME_LOST, "The database is being stopped."},
        {"58", OUTCOME_REFUSED, "The database's disk could not be written."},
        {"08", OUTCOME_LOST, "The connection to the database broke."},
        {"", OUTCOME_REFUSED, "The database refused it; look into its log."},
    };
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!state) state = "08";
    size_t i = 0;
    while (strncmp(state, known[i].state, strlen(known[i].state)) != 0)
        i++;
    *reason = known[i].reason;
    return known[i].outcome;
}

/* The result of one statement and the NULL behind it. */
static enum outcome take(struct pipeline *p, size_t i,
                         void (*decide)(struct request *r, const PGresult *result),
                         const char **reason)
{
    PGresult *result = PQgetResult(p->conn);
    enum outcome outcome = OUTCOME_FINE;
    if (!result)
        outcome = OUTCOME_LOST;
    else if (!result_ok(result) && PQresultStatus(result) != PGRES_PIPELINE_ABORTED)
        outcome = outcome_of(result, reason);
    else if (result_ok(result) && p->about[i])
        decide(p->about[i], result);
    PQclear(result);
    PGresult *behind = result ? PQgetResult(p->conn) : NULL;
    PQclear(behind);
    return outcome;
}

enum outcome pipeline_end(struct pipeline *p,
                          void (*decide)(struct request *r, const PGresult *result),
                          const char **reason)
{
    enum outcome outcome = OUTCOME_FINE;
    p->sent = p->sent && PQpipelineSync(p->conn) == 1 && push_out(p->conn);
    for (size_t i = 0; p->sent && outcome != OUTCOME_LOST && i < p->count; i++) {
        enum outcome one = take(p, i, decide, reason);
        if (one != OUTCOME_FINE) outcome = one;
    }
    free(p->about);
    if (!p->sent || outcome == OUTCOME_LOST) return OUTCOME_LOST;
    PGresult *sync = PQgetResult(p->conn);
    bool synced = PQresultStatus(sync) == PGRES_PIPELINE_SYNC;
    PQclear(sync);
    return synced && PQexitPipelineMode(p->conn) ? outcome : OUTCOME_LOST;
}

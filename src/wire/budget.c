#include "wire/budget.h"
#include "wire/connection_inside.h"
#include "wire/engine.h"

/* An eighth. Not one by one at the brim: as much room is made each time. */
#define MARGIN 8
#define TELL_MS 10000

/* ---- what is kept ---- */

static void change(struct wire *w, struct account *a, size_t *weight, size_t now)
{
    w->budget.held += now - *weight;
    a->held += now - *weight;
    *weight = now;
}

static size_t parser_bytes(const struct http_parser *p)
{
    return p ? sizeof *p + p->head.cap + p->body.cap + p->line.cap : 0;
}

/* A parcel that is shared is the room's, not this one's. */
static size_t connection_bytes(const struct connection *c)
{
    if (c->end == CONNECTION_DROPPED) return 0; /* on its way out */
    size_t bytes = sizeof *c + c->out.cap + c->in_flight_cap;
    if (c->phase == CONNECTION_WEBSOCKET)
        return bytes + c->ws.frames.message.cap + c->ws.frames.control.cap;
    return bytes + parser_bytes(c->http.parser) + c->http.early.cap;
}

void connection_weigh(struct connection *c)
{
    if (!c->account) return; /* is lost */
    change(c->wire, c->account, &c->weight, connection_bytes(c));
}

void session_weigh(struct session *s)
{
    if (s->closed && !s->weight) return; /* has left its account */
    size_t bytes = s->closed ? 0 : sizeof *s + s->queue.cap;
    change(s->engine->wire, s->account, &s->weight, bytes);
}

/* ---- whose it is ---- */

void connection_join(struct connection *c, uint64_t key)
{
    struct account *a = account_hold(&c->wire->accounts, key);
    c->account = a;
    c->account_next = a->connections;
    c->account_link = &a->connections;
    if (c->account_next) c->account_next->account_link = &c->account_next;
    a->connections = c;
    connection_weigh(c);
}

void connection_part(struct connection *c)
{
    change(c->wire, c->account, &c->weight, 0);
    *c->account_link = c->account_next;
    if (c->account_next) c->account_next->account_link = c->account_link;
    account_release(&c->wire->accounts, c->account);
    c->account = NULL;
}

/* ---- too much ---- */

static size_t pressure(const struct budget *b)
{
    return b->held + (b->fixed < b->max / 2 ? b->fixed : b->max / 2);
}

static struct account *hungriest(struct wire *w)
{
    struct account *most = NULL;
    for (size_t i = 0; i < ACCOUNT_BUCKETS; i++)
        for (struct account *a = w->accounts.bucket[i]; a; a = a->chain)
            if (!most || a->held > most->held) most = a;
    return most;
}

/* Closes the connection or session of this account for which most is kept. */
static void drop_heaviest(struct wire *w, struct account *a)
{
    struct connection *heavy = a->connections;
    struct session *session = a->last;
    for (struct connection *c = heavy; c; c = c->account_next)
        if (c->weight > heavy->weight) heavy = c;
    for (struct session *s = session; s; s = s->older)
        if (s->weight > session->weight) session = s;
    w->budget.dropped++;
    w->budget.untold++;
    if (session && (!heavy || session->weight > heavy->weight))
        session_close(session, "transport error");
    else
        connection_fail(heavy, NULL);
}

static struct account *heavier(struct account *a, size_t bytes)
{
    while (a && a->held <= bytes)
        a = a->chain;
    return a;
}

/* Whoever has nearly as much as the hungriest: an army of equals goes in one pass. A closed session
 * may take its account with it, so each list is begun anew. */
static void drop_pass(struct wire *w, size_t most, size_t enough)
{
    struct account *a;
    for (size_t i = 0; i < ACCOUNT_BUCKETS; i++)
        while (pressure(&w->budget) > enough &&
               (a = heavier(w->accounts.bucket[i], most - most / MARGIN - 1)))
            drop_heaviest(w, a);
}

static void tell(struct wire *w, uint64_t key)
{
    struct budget *b = &w->budget;
    if (!w->hooks.relieved || (b->told_at && w->now - b->told_at < TELL_MS)) return;
    struct address first = address_of_key(key);
    w->hooks.relieved(w->hooks.context, &first, b->untold);
    b->told_at = w->now;
    b->untold = 0;
}

void budget_relieve(struct wire *w)
{
    struct budget *b = &w->budget;
    if (!b->max || pressure(b) <= b->max) return;
    struct account *a = hungriest(w);
    uint64_t first = a ? a->key : 0;
    size_t enough = b->max - b->max / MARGIN;
    for (; a && a->held && pressure(b) > enough; a = hungriest(w))
        drop_pass(w, a->held, enough);
    if (b->untold) tell(w, first);
}

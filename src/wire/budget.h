/* Memory that clients make us keep, counted for the whole server and not only for each of them: what
 * came in and is not whole yet, what waits to be sent. If it is more than the budget, the hungriest
 * goes first: of the address for which most is kept, the connection or session with most. Who is
 * dropped so comes back and is told what it missed; a server without memory is nobody's.
 *
 * What cannot be dropped (decks that hosts brought) counts too, up to half of the budget. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct account;
struct connection;
struct session;
struct wire;

struct budget {
    size_t max;   /* bytes; 0: no limit */
    size_t held;  /* for connections and sessions, of all accounts */
    size_t fixed; /* by whoever is above, for what stays */
    uint64_t dropped;
    uint64_t told_at; /* when the log heard of it last; 0: never */
    uint32_t untold;  /* dropped since then */
};

/* Its account, and what is kept for it: looked at again after whatever may have changed it. */
void connection_join(struct connection *c, uint64_t key);
void connection_part(struct connection *c);
void connection_weigh(struct connection *c);
void session_weigh(struct session *s);
/* Within the budget again, if it was not. Only where nobody on the stack has a connection. */
void budget_relieve(struct wire *w);

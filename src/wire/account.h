/* What one client address has open, and what it may still have done in this turn of the loop.
 *
 * Work is counted: a message, a request, a kilobyte. What a request made of the processor is added,
 * because a page is the work of thirty short answers, and cards that are brought of ten thousand. In
 * each turn every address has the same ration, and among its connections whoever has not had its
 * share comes first. So a house full of people at one address, or one enemy with a hundred
 * connections there, takes no more of a turn than anybody else, and nobody waits longer than a turn
 * lasts. Who used more than there was (a long message is not cut in two) owes it to the turns that
 * follow.
 *
 * An account is there while a connection or a session holds it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ACCOUNT_RATION 512 /* of an address in a turn: some one and a half milliseconds */
/* For so many turns after somebody had to wait, nobody there is served twice in a round. */
#define ACCOUNT_CROWDED 16
#define ACCOUNT_BUCKETS 1024

/* What things cost, besides a unit for each kilobyte that came. */
#define WORK_READ 1
#define WORK_MESSAGE 1
#define WORK_REQUEST 1
#define WORK_NANOS 3000 /* of the processor are a unit, too, */
#define WORK_SENT 256 /* and bytes that are answered: what the kernel does with them is not timed */

struct connection;
struct session;

struct account {
    uint64_t key; /* address_key */
    struct account *chain;
    uint32_t holders;
    struct connection *connections; /* see connection.account_next */
    uint32_t sessions;              /* of all engines */
    struct session *last;           /* the newest of them, see session.older */
    int32_t credit;                 /* work that it may still have in `turn` */
    uint32_t nanos;                 /* of the processor that are not a whole unit yet */
    uint64_t turn;
    uint32_t round;  /* who was served in this round waits until everybody was */
    uint64_t hungry; /* the last turn in which somebody who was not had to wait */
    size_t held;     /* bytes that are kept for its connections and sessions, see budget.h */
};

struct accounts {
    struct account *bucket[ACCOUNT_BUCKETS];
};

/* The account of that key, made if there is none; held once more. */
struct account *account_hold(struct accounts *all, uint64_t key);
void account_release(struct accounts *all, struct account *a);
/* May something be done in this turn for a connection that was served last in `round`? */
bool account_may(struct account *a, uint64_t turn, uint32_t round);
/* It was. */
void account_charge(struct account *a, uint64_t turn, size_t work);
/* It took so much of the processor; returns the units that are full now, which are to be charged. */
size_t account_time(struct account *a, uint64_t nanos);

/* The server around the hall: who listens to which room, what requests are answered with.
 *
 *     requests, events ─▶ routes, sockets ─▶ ask ─▶ hall ─▶ done(): the one who asked
 *                                                       └─▶ told(): listeners of the room
 *
 * One struct site per process, in the caller's memory, on the loop's thread. */
#pragma once

#include "history/projector.h"
#include "net/limit.h"
#include "net/net.h"
#include "room/hall.h"
#include "site/announce.h"
#include "site/bans.h"
#include "site/clock.h"
#include "site/films.h"
#include "site/games.h"
#include "site/metrics.h"
#include "site/moves.h"
#include "wire/socketio.h"

/* What the hall said last, for the operator's page. */
#define COMPLAINTS 16
struct complaints {
    struct complaint {
        int64_t at; /* 0: none */
        char sentence[200];
    } last[COMPLAINTS];
    int next;
};

struct site {
    const struct settings *settings;
    struct games *games;
    struct store *store;
    struct hall *hall;
    struct projector *projector;
    struct net net;
    struct socketio io;
    uv_loop_t *loop;
    uv_async_t store_ready;
    uv_prepare_t before_poll; /* the hall's clock */
    uv_timer_t alarm;         /* wakes the loop for it */
    int64_t alarm_at;         /* 0: it is not set */
    struct deadlines ticks;   /* of rooms whose seconds are counted aloud */
    struct limit creates, joins, guesses, events, reactions, reports, keys, cards;
    struct bans bans;
    struct moves moves;
    struct films films;
    struct admin *admin; /* NULL: there is no operator's page */
    struct announcement announcement;
    struct complaints complaints;
    struct metrics metrics;
    char hosts[400];     /* names we go by, see wire.h */
    char lan_origin[80]; /* "http://192.168.1.7:8080", or "" */
    int64_t started;
    uint32_t imports;   /* files of cards that are being read */
    uint32_t fetches;   /* those of them that come from an address */
    uint32_t thinking;  /* computers that think on other threads, fetches under way */
    uint32_t inquiries; /* questions to the store under way on other threads */
    struct bots_line {
        int at_work;
        uint64_t turn;           /* of the last that began */
        struct thought *first;   /* those that wait until a thread is free */
        struct thought *working; /* and those that have one */
    } bots;
    bool stopping;
};

/* Whose word about clients is believed; returns the setting that cannot be understood, or NULL. */
const char *site_proxies(const struct settings *s, struct proxies *out);
/* False and a sentence in `problem`: the store, or what a game needs, cannot be opened. Listening is up to the caller, on
 * site->net. */
bool site_open(struct site *site, const struct settings *settings, struct games *games,
               uv_loop_t *loop, char problem[STORE_ERROR_BYTES]);
/* Keeps and tells all that is under way, sends everybody away and stops the loop, after three seconds
 * at the latest; who has not read everything by then is cut off. */
void site_stop(struct site *site);
void site_close(struct site *site);

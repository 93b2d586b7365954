/* Figures for whoever runs the server, and their form for Prometheus. */
#pragma once

#include "core/buffer.h"

#include <stdint.h>

struct site;
struct game;

#define METRICS_BUCKETS 12

struct metrics {
    uint64_t events_sent; /* to sockets and streams, each receiver counts */
    uint64_t views_sent;
    uint64_t refused_by_limit;
    uint64_t append_count, append_micros, append_buckets[METRICS_BUCKETS + 1];
    uint32_t streams; /* open now */
};

/* How long a proposal took until it was durable. */
void metrics_append(struct metrics *m, uint64_t micros);
/* One figure with its help, for what games have to say (site/extra.h). */
void metrics_one(struct buffer *out, const char *name, const char *kind, const char *help,
                 uint64_t value);
/* Who is here, in which rooms. */
struct census {
    const struct game *const *games;
    uint64_t rooms[64], playing, people, online, seats, watching, bots;
    size_t resting; /* of the rooms: are not in memory */
};
struct census metrics_census(struct site *site);
void metrics_write(struct site *site, struct buffer *out);

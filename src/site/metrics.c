#include "site/metrics.h"
#include "core/alloc.h"
#include "room/resting.h"
#include "site/extra.h"

#include <inttypes.h>

/* Upper ends of the buckets in microseconds; the last one has none. */
static const uint64_t ends[METRICS_BUCKETS] = {100,   250,   500,   1000,   2500,   5000,
                                               10000, 25000, 50000, 100000, 250000, 1000000};

void metrics_append(struct metrics *m, uint64_t micros)
{
    int i = 0;
    while (i < METRICS_BUCKETS && micros > ends[i])
        i++;
    m->append_buckets[i]++;
    m->append_count++;
    m->append_micros += micros;
}

static void say(struct buffer *out, const char *name, const char *kind, const char *help)
{
    buffer_print(out, "# HELP ludoteca_%s %s\n# TYPE ludoteca_%s %s\n", name, help, name, kind);
}

void metrics_one(struct buffer *out, const char *name, const char *kind, const char *help,
                 uint64_t value)
{
    say(out, name, kind, help);
    buffer_print(out, "ludoteca_%s %" PRIu64 "\n", name, value);
}

static void count_room(void *arg, struct live *live)
{
    struct census *c = arg;
    for (int i = 0; c->games[i]; i++)
        if (c->games[i] == live->room->game) c->rooms[i]++;
    struct room_census one = room_census(live->room);
    c->playing += one.playing;
    c->people += one.people;
    c->online += one.online;
    c->watching += one.watching;
    c->seats += one.seats;
    c->bots += one.bots;
}

static void count_resting(struct census *c, const struct rest_totals *t)
{
    for (int i = 0; c->games[i]; i++)
        c->rooms[i] += t->rooms[i];
    c->playing += t->playing;
    c->people += t->people;
    c->online += t->online;
    c->watching += t->watching;
    c->seats += t->seats;
    c->bots += t->bots;
}

struct census metrics_census(struct site *site)
{
    struct census c = {.games = hall_house(site->hall)->games};
    hall_each(site->hall, count_room, &c);
    count_resting(&c, hall_resting(site->hall, &c.resting));
    return c;
}

static void write_rooms(struct site *site, struct buffer *out)
{
    struct census c = metrics_census(site);
    say(out, "rooms", "gauge", "Open rooms by the game on the table.");
    for (int i = 0; c.games[i]; i++)
        buffer_print(out, "ludoteca_rooms{game=\"%s\"} %" PRIu64 "\n", c.games[i]->name,
                     c.rooms[i]);
    metrics_one(out, "rooms_resting", "gauge", "Open rooms that are not in memory.", c.resting);
    metrics_one(out, "rooms_playing", "gauge", "Rooms in which a game is running.", c.playing);
    say(out, "people", "gauge", "People in rooms.");
    buffer_print(out, "ludoteca_people{state=\"online\"} %" PRIu64 "\n", c.online);
    buffer_print(out, "ludoteca_people{state=\"away\"} %" PRIu64 "\n", c.people - c.online);
    metrics_one(out, "seats", "gauge", "Seats held in running games.", c.seats);
    metrics_one(out, "watchers", "gauge", "People in rooms who have no seat.", c.watching);
    metrics_one(out, "bots", "gauge", "Seats played by computers.", c.bots);
}

static void write_hall(struct site *site, struct buffer *out)
{
    const struct hall_figures *f = hall_figures(site->hall);
    metrics_one(out, "rooms_created_total", "counter", "Rooms created.", f->created);
    metrics_one(out, "rooms_ended_total", "counter", "Rooms ended.", f->ended);
    metrics_one(out, "actions_total", "counter", "Steps accepted and stored.", f->accepted);
    say(out, "refusals_total", "counter", "Proposals refused, by code.");
    for (int i = 1; i <= REFUSAL_CODE_OF_GAME; i++)
        if (f->refusals[i])
            buffer_print(out, "ludoteca_refusals_total{code=\"%s\"} %" PRIu64 "\n",
                         refusal_code_name((enum refusal_code)i), f->refusals[i]);
    metrics_one(out, "limited_total", "counter", "Requests and messages refused by a rate limit.",
                site->metrics.refused_by_limit);
}

static void write_latency(const struct metrics *m, struct buffer *out)
{
    uint64_t sum = 0;
    say(out, "append_seconds", "histogram", "From a person's proposal until it was durable.");
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        sum += m->append_buckets[i];
        buffer_print(out, "ludoteca_append_seconds_bucket{le=\"%g\"} %" PRIu64 "\n",
                     (double)ends[i] / 1e6, sum);
    }
    buffer_print(out, "ludoteca_append_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", m->append_count);
    buffer_print(out, "ludoteca_append_seconds_sum %.6f\n", (double)m->append_micros / 1e6);
    buffer_print(out, "ludoteca_append_seconds_count %" PRIu64 "\n", m->append_count);
}

static void write_turns(const struct net *net, struct buffer *out)
{
    static const uint64_t micros[] = NET_TURN_BUCKETS;
    const struct net_counts *c = &net->counts;
    uint64_t sum = 0;
    say(out, "turn_seconds", "histogram", "Processor time of a turn of the loop.");
    for (size_t i = 0; i < sizeof micros / sizeof *micros; i++) {
        sum += c->turn_buckets[i];
        buffer_print(out, "ludoteca_turn_seconds_bucket{le=\"%g\"} %" PRIu64 "\n",
                     (double)micros[i] / 1e6, sum);
    }
    buffer_print(out, "ludoteca_turn_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", c->turns);
    buffer_print(out, "ludoteca_turn_seconds_sum %.6f\n", (double)c->turn_nanos / 1e9);
    buffer_print(out, "ludoteca_turn_seconds_count %" PRIu64 "\n", c->turns);
    say(out, "loop_seconds_total", "counter", "Processor time of the loop until this moment.");
    buffer_print(out, "ludoteca_loop_seconds_total %.6f\n", (double)net_processor() / 1e9);
    metrics_one(out, "work_total", "counter", "Requests, messages and kilobytes worked on.",
                net->wire.counts.work);
    metrics_one(out, "put_off_total", "counter", "Reads that waited for another turn of the loop.",
                net->wire.counts.put_off);
    metrics_one(out, "paused_total", "counter", "Clients that were not read from for a while.",
                net->wire.counts.paused);
    metrics_one(out, "overrun_total", "counter", "Clients closed because they sent too much.",
                net->wire.counts.overrun);
}

static void write_wire(const struct site *site, struct buffer *out)
{
    const struct wire_counts *w = &site->net.wire.counts;
    say(out, "connections", "gauge", "Open sessions and streams by transport.");
    buffer_print(out, "ludoteca_connections{transport=\"websocket\"} %u\n",
                 site->io.engine.websocket);
    buffer_print(out, "ludoteca_connections{transport=\"polling\"} %u\n", site->io.engine.polling);
    buffer_print(out, "ludoteca_connections{transport=\"sse\"} %u\n", site->metrics.streams);
    metrics_one(out, "sockets", "gauge", "Open network connections.", site->net.connections);
    metrics_one(out, "accepted_total", "counter", "Network connections accepted.",
                site->net.counts.accepted);
    metrics_one(out, "turned_away_total", "counter", "Network connections over a limit.",
                site->net.counts.refused);
    metrics_one(out, "requests_total", "counter", "HTTP requests.", w->requests);
    metrics_one(out, "bad_requests_total", "counter", "Requests malformed, too large or too slow.",
                w->refused_requests);
    metrics_one(out, "messages_in_total", "counter", "Messages from sockets.", w->messages_in);
    metrics_one(out, "parcels_out_total", "counter", "Parcels sent, each receiver counts.",
                w->parcels_out);
    metrics_one(out, "dropped_total", "counter", "Clients dropped because they did not read.",
                w->overflowed);
    metrics_one(out, "memory_dropped_total", "counter",
                "Clients dropped because too much was kept for all.",
                site->net.wire.budget.dropped);
    metrics_one(out, "memory_clients_bytes", "gauge", "Kept for connections and sessions.",
                site->net.wire.budget.held);
    metrics_one(out, "memory_cards_bytes", "gauge", "Kept for cards that hosts brought.",
                site->net.wire.budget.fixed);
    metrics_one(out, "memory_max_bytes", "gauge", "What both may be together; 0: no limit.",
                site->net.wire.budget.max);
    metrics_one(out, "bytes_in_total", "counter", "Bytes received.", w->bytes_in);
    metrics_one(out, "bytes_out_total", "counter", "Bytes sent.", w->bytes_out);
    metrics_one(out, "writes_total", "counter", "System calls that wrote to the network.",
                site->net.counts.writes);
    metrics_one(out, "events_sent_total", "counter", "Events sent, each receiver counts.",
                site->metrics.events_sent);
    metrics_one(out, "views_sent_total", "counter", "Views sent.", site->metrics.views_sent);
}

static void write_store(struct site *site, struct buffer *out)
{
    struct store_figures f = store_figures(site->store);
    metrics_one(out, "store_commits_total", "counter", "Commits to disk.", f.commits);
    metrics_one(out, "store_conflicts_total", "counter", "Appends refused for their sequence.",
                f.conflicts);
    metrics_one(out, "store_unavailable_total", "counter", "Appends that could not be stored.",
                f.unavailable);
    metrics_one(out, "store_waiting", "gauge", "Appends not answered yet.", f.waiting);
    metrics_one(out, "store_memory_bytes", "gauge", "Memory of the store, part of heap_bytes.",
                f.memory);
}

void metrics_write(struct site *site, struct buffer *out)
{
    write_rooms(site, out);
    write_hall(site, out);
    write_latency(&site->metrics, out);
    write_wire(site, out);
    write_turns(&site->net, out);
    write_store(site, out);
    extras_metrics(site, out);
    metrics_one(out, "heap_bytes", "gauge", "Bytes of the heap in use.", alloc_in_use());
    metrics_one(out, "uptime_seconds", "gauge", "Since the start.",
                (uint64_t)(site_now() - site->started) / 1000);
}

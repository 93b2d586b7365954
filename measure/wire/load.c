/* Load for a server that talks to rooms over WebSocket: opens connections, puts them into rooms,
 * lets one member of each room act, and counts what everybody is delivered.
 *
 *     load --port N --pid SERVER [--connections N] [--rooms 4,10] [--rates 10000,0] [--events 1]
 *          [--seconds S] [--path URL] [--hello TEXT] [--join TEXT] [--say TEXT] [--label NAME]
 *          [--repeat N] [--step] [--codes FILE]
 *
 * A rate is members reached a second in all; 0 is saturated: a room acts again as soon as its actor
 * got its own events back. With --step every measurement waits for a line on standard input, so that
 * several servers can be measured in turns. Texts are whole WebSocket messages: %r is the room's
 * number, %c its code (that line of FILE), %t the time in microseconds, %p padding up to --payload
 * bytes, %e the number of events wanted. A message that holds "t":NUMBER is a delivery; one that
 * begins with 43 answers a join. For each combination one line of JSON comes out: CPU of the server
 * per delivery, latencies, memory per connection. */
#include "account.h"
#include "client.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#define LATENCY_MAX 2000000 /* microseconds */
#define CONNECTING_AT_ONCE 200
#define CODE_MAX 16

struct settings {
    int port, pid, connections, payload, repeat;
    bool step;
    double seconds;
    const char *rooms, *rates, *events, *path, *hello, *join, *say, *label, *codes;
};

struct load {
    struct settings set;
    int epoll;
    struct client *clients;
    int ready; /* have joined */
    int room_size, rooms, events;
    int rate;    /* deliveries a second, 0 saturated */
    bool acting; /* rooms may act */
    uint64_t delivered;
    uint32_t *latency; /* how often each was seen */
    char (*codes)[CODE_MAX];
};

/* ---- what is said ---- */

static void say(struct load *l, struct client *c, const char *template)
{
    char text[4096];
    size_t n = 0;
    int padding = l->set.payload - (int)strlen(template) - 10;
    for (const char *t = template; *t && n < sizeof text - 1200; t++) {
        if (*t != '%') {
            text[n++] = *t;
            continue;
        }
        switch (*++t) {
        case 'r': n += (size_t)sprintf(text + n, "%d", c->index / l->room_size); break;
        case 'c': n += (size_t)sprintf(text + n, "%s", l->codes[c->index / l->room_size]); break;
        case 't': n += (size_t)sprintf(text + n, "%" PRIu64, now_us()); break;
        case 'e': n += (size_t)sprintf(text + n, "%d", l->events); break;
        case 'p':
            for (int i = 0; i < padding && i < 1000; i++)
                text[n++] = (char)('a' + i % 26);
            break;
        default: text[n++] = *t;
        }
    }
    client_send(c, text, n);
}

static void act(struct load *l, int room)
{
    say(l, &l->clients[room * l->room_size], l->set.say);
}

static void delivered(struct load *l, struct client *c, const char *number)
{
    uint64_t took = now_us() - strtoull(number, NULL, 10);
    l->delivered++;
    l->latency[took < LATENCY_MAX ? took : LATENCY_MAX]++;
    bool actor = c->index % l->room_size == 0 && c->index / l->room_size < l->rooms;
    if (!actor || l->rate || !l->acting) return;
    if (++c->got < l->events) return;
    c->got = 0;
    act(l, c->index / l->room_size);
}

static void message(struct client *c, char *text, size_t len, void *context)
{
    struct load *l = context;
    const char *number;
    if (len && *text == '2') {
        client_send(c, "3", 1);
    } else if (len && *text == '0') {
        client_send(c, l->set.hello, strlen(l->set.hello));
    } else if (len > 1 && text[0] == '4' && text[1] == '0') {
        say(l, c, l->set.join);
    } else if (len > 1 && text[0] == '4' && text[1] == '3') {
        l->ready++;
    } else if ((number = memmem(text, len, "\"t\":", 4))) {
        delivered(l, c, number + 4);
    }
}

/* ---- turning ---- */

static void turn(struct load *l, int wait_ms)
{
    struct epoll_event events[512];
    int count = epoll_wait(l->epoll, events, 512, wait_ms);
    for (int i = 0; i < count; i++) {
        struct client *c = events[i].data.ptr;
        if (!client_ready(c, l->epoll, events[i].events, message, l)) {
            fprintf(stderr, "load: connection %d was lost\n", c->index);
            exit(1);
        }
    }
}

/* Until everybody has joined. */
static void until_ready(struct load *l, int wanted)
{
    uint64_t limit = now_us() + 60000000;
    while (l->ready < wanted) {
        turn(l, 100);
        if (now_us() < limit) continue;
        fprintf(stderr, "load: only %d of %d are ready\n", l->ready, wanted);
        exit(1);
    }
}

static void connect_all(struct load *l)
{
    l->room_size = atoi(l->set.rooms);
    for (int i = 0; i < l->set.connections; i++) {
        struct client *c = &l->clients[i];
        c->index = i;
        if (!client_connect(c, l->epoll, l->set.port, l->set.path)) {
            perror("load: connect");
            exit(1);
        }
        if (i - l->ready >= CONNECTING_AT_ONCE) until_ready(l, i - CONNECTING_AT_ONCE / 2);
    }
    until_ready(l, l->set.connections);
}

static void rejoin(struct load *l)
{
    l->ready = 0;
    for (int i = 0; i < l->set.connections; i++) {
        say(l, &l->clients[i], l->set.join);
        if (i % 500 == 499) until_ready(l, i - 200);
    }
    until_ready(l, l->set.connections);
}

static void run_for(struct load *l, double seconds)
{
    uint64_t began = now_us(), end = began + (uint64_t)(seconds * 1e6), acted = 0;
    double actions = (double)l->rate / l->room_size;
    if (l->rate == 0 && !l->acting) {
        l->acting = true;
        for (int room = 0; room < l->rooms; room++)
            act(l, room);
    }
    for (uint64_t now; (now = now_us()) < end;) {
        for (; l->rate && (double)acted < (double)(now - began) * actions / 1e6; acted++)
            act(l, (int)((uint64_t)rand() % (unsigned)l->rooms));
        turn(l, 1);
    }
}

/* Lets everything that is on its way arrive. */
static void settle(struct load *l)
{
    uint64_t before;
    l->acting = false;
    do {
        before = l->delivered;
        for (int i = 0; i < 20; i++)
            turn(l, 10);
    } while (l->delivered != before);
    for (int i = 0; i < l->set.connections; i++)
        l->clients[i].got = 0;
}

static uint32_t percentile(const struct load *l, double share)
{
    uint64_t rest = (uint64_t)((double)l->delivered * share);
    for (uint32_t us = 0; us <= LATENCY_MAX; us++) {
        if (l->latency[us] > rest) return us;
        rest -= l->latency[us];
    }
    return LATENCY_MAX;
}

static void measure(struct load *l, double idle_bytes)
{
    l->rooms = l->set.connections / l->room_size;
    l->acting = false;
    run_for(l, 0.4); /* warm up */
    l->delivered = 0;
    memset(l->latency, 0, (LATENCY_MAX + 1) * sizeof *l->latency);
    uint64_t cpu = cpu_ns(l->set.pid), began = now_us();
    run_for(l, l->set.seconds);
    double seconds = (double)(now_us() - began) / 1e6;
    cpu = cpu_ns(l->set.pid) - cpu;
    printf("{\"server\":\"%s\",\"connections\":%d,\"room\":%d,\"rate\":%d,\"events\":%d,"
           "\"deliveriesPerSecond\":%.0f,\"cpuPerDelivery\":%.3f,\"p50\":%u,\"p90\":%u,\"p99\":%u,"
           "\"idleBytes\":%.0f}\n",
           l->set.label, l->set.connections, l->room_size, l->rate, l->events,
           (double)l->delivered / seconds,
           l->delivered ? (double)cpu / 1e3 / (double)l->delivered : 0, percentile(l, 0.5),
           percentile(l, 0.9), percentile(l, 0.99), idle_bytes);
    fflush(stdout);
    settle(l);
}

/* A code a line; as many as there can be rooms. */
static void read_codes(struct load *l)
{
    FILE *f = l->set.codes ? fopen(l->set.codes, "r") : NULL;
    l->codes = calloc((size_t)l->set.connections, sizeof *l->codes);
    for (int i = 0; f && i < l->set.connections && fscanf(f, "%15s", l->codes[i]) == 1;)
        i++;
    if (f) fclose(f);
}

/* Stays alive until it is told to go on. */
static void wait_for_go(struct load *l)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char line[64];
    if (!l->set.step) return;
    while (poll(&input, 1, 0) == 0)
        turn(l, 10);
    if (read(STDIN_FILENO, line, sizeof line) <= 0) exit(0);
}

static int numbers(const char *list, int out[8])
{
    int count = 0;
    for (const char *p = list; p && *p && count < 8; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        out[count++] = atoi(p);
    return count;
}

static void run_plan(struct load *l)
{
    int rooms[8], rates[8], events[8];
    long before = memory_kb(l->set.pid);
    connect_all(l);
    for (int i = 0; i < 30; i++)
        turn(l, 10);
    double idle = (double)(memory_kb(l->set.pid) - before) * 1024 / l->set.connections;
    int room_count = numbers(l->set.rooms, rooms), rate_count = numbers(l->set.rates, rates);
    int event_count = numbers(l->set.events, events);
    for (int r = 0; r < room_count; r++) {
        l->room_size = rooms[r];
        if (r) rejoin(l);
        for (int e = 0; e < event_count; e++)
            for (int i = 0; i < rate_count; i++) {
                l->events = events[e];
                l->rate = rates[i];
                for (int n = 0; n < l->set.repeat; n++) {
                    wait_for_go(l);
                    measure(l, idle);
                }
            }
    }
}

static void read_settings(struct settings *s, int argc, char **argv)
{
    static const struct option names[] = {{"port", 1, NULL, 'p'},
                                          {"pid", 1, NULL, 'i'},
                                          {"connections", 1, NULL, 'c'},
                                          {"rooms", 1, NULL, 'r'},
                                          {"rates", 1, NULL, 'a'},
                                          {"events", 1, NULL, 'e'},
                                          {"seconds", 1, NULL, 's'},
                                          {"path", 1, NULL, 'u'},
                                          {"hello", 1, NULL, 'h'},
                                          {"join", 1, NULL, 'j'},
                                          {"say", 1, NULL, 'y'},
                                          {"label", 1, NULL, 'l'},
                                          {"payload", 1, NULL, 'b'},
                                          {"repeat", 1, NULL, 'n'},
                                          {"step", 0, NULL, 'w'},
                                          {"codes", 1, NULL, 'o'},
                                          {0}};
    for (int letter; (letter = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (letter) {
        case 'p': s->port = atoi(optarg); break;
        case 'i': s->pid = atoi(optarg); break;
        case 'c': s->connections = atoi(optarg); break;
        case 'r': s->rooms = optarg; break;
        case 'a': s->rates = optarg; break;
        case 'e': s->events = optarg; break;
        case 's': s->seconds = atof(optarg); break;
        case 'u': s->path = optarg; break;
        case 'h': s->hello = optarg; break;
        case 'j': s->join = optarg; break;
        case 'y': s->say = optarg; break;
        case 'l': s->label = optarg; break;
        case 'b': s->payload = atoi(optarg); break;
        case 'n': s->repeat = atoi(optarg); break;
        case 'w': s->step = true; break;
        case 'o': s->codes = optarg; break;
        default: exit(2);
        }
}

int main(int argc, char **argv)
{
    struct load l = {.set = {.connections = 1000,
                             .payload = 200,
                             .repeat = 1,
                             .seconds = 3,
                             .rooms = "4",
                             .rates = "10000,0",
                             .events = "1",
                             .label = "server",
                             .path = "/socket.io/?EIO=4&transport=websocket",
                             .hello = "40",
                             .join = "420[\"join\",%r]",
                             .say = "42[\"say%e\",{\"t\":%t,\"p\":\"%p\"}]"}};
    struct rlimit files;
    read_settings(&l.set, argc, argv);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    srand(1);
    l.epoll = epoll_create1(0);
    l.clients = calloc((size_t)l.set.connections, sizeof *l.clients);
    l.latency = calloc(LATENCY_MAX + 1, sizeof *l.latency);
    l.events = 1;
    read_codes(&l);
    run_plan(&l);
    for (int i = 0; i < l.set.connections; i++)
        client_reset(&l.clients[i]);
    free(l.clients);
    free(l.latency);
    free(l.codes);
    return 0;
}

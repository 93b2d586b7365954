/* Plays whole games of Taboo against a server over Socket.IO: rooms of twelve, every player a
 * connection of its own, and measures what the server needs for it.
 *
 *     taboo_play --port N --pid SERVER [--rooms N] [--rate ACTIONS] [--seconds S] [--label NAME]
 *                [--briefly]
 *
 * An action is a card that is judged: correct, buzz or pass. It is complete when the last of the
 * twelve knows. A few rooms warm the server up; then come --rooms more, and two loads: --rate
 * actions a second of all together, and every room as fast as it can. Briefly is without warming up
 * and only the first load, to see whether so many rooms fit. One line of JSON comes out. */
#include "../wire/account.h"
#include "../wire/client.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#define PLAYERS 12
#define WARM_ROOMS 6
/* Compiled code, filled caches, a store that writes where it wrote before. */
#define WARM_SECONDS 6
#define LATENCY_MAX 2000000 /* microseconds */

struct table {
    struct client player[PLAYERS];
    char code[8], card[40];
    int seated, describer;
    bool card_lies;    /* it can be judged */
    int heard;         /* players who know of the action under way; -1: none is */
    uint64_t acted_at; /* microseconds */
    uint64_t act_at;   /* the next action, not before */
};

struct play {
    int port, pid, rooms, rate;
    double seconds;
    const char *label;
    bool briefly;
    int epoll;
    struct table *tables;
    int connected, playing; /* players, tables */
    uint64_t gap;           /* between two actions of a table; 0: at once */
    uint64_t actions, games, received;
    uint32_t *latency; /* how often each was seen */
};

/* ---- the server's own account ---- */

struct cpu {
    double user, system; /* seconds, as the kernel's ticks have it */
};

static struct cpu cpu_split(int pid)
{
    char path[64], line[1000] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f) && strrchr(line, ')'))
        sscanf(strrchr(line, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
               &user, &system);
    if (f) fclose(f);
    double tick = (double)sysconf(_SC_CLK_TCK);
    return (struct cpu){(double)user / tick, (double)system / tick};
}

/* ---- what players say ---- */

__attribute__((format(printf, 2, 3))) static void say(struct client *c, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    client_send(c, text, (size_t)len);
}

/* Describer and buzzers name the card they see; guessers do not know which one it is. */
static void judge(struct play *p, struct table *t, uint64_t now)
{
    int dice = rand() % 10, who = t->describer;
    const char *event = dice == 0 ? "card_skip" : dice == 1 ? "card_buzz" : "card_correct";
    if (dice == 1) who = (t->describer + 1 + 2 * (rand() % 6)) % PLAYERS;
    if (dice > 4) who = (t->describer + 2) % PLAYERS;
    t->card_lies = false;
    t->heard = 0;
    t->acted_at = now;
    t->act_at = now + p->gap;
    if (dice > 4)
        say(&t->player[who], "42[\"%s\",{\"roomCode\":\"%s\"}]", event, t->code);
    else
        say(&t->player[who], "42[\"%s\",{\"roomCode\":\"%s\",\"cardId\":\"%s\"}]", event, t->code,
            t->card);
}

/* ---- what players hear ---- */

static bool copy_field(char *out, size_t size, const char *text, const char *key)
{
    const char *value = strstr(text, key);
    if (!value) return false;
    value += strlen(key);
    size_t len = strcspn(value, "\"");
    if (len >= size) return false;
    memcpy(out, value, len);
    out[len] = 0;
    return true;
}

static bool is(const char *text, const char *event)
{
    return strncmp(text + 4, event, strlen(event)) == 0 && text[4 + strlen(event)] == '"';
}

static void join_next(struct table *t)
{
    if (t->seated == PLAYERS)
        say(&t->player[0], "42[\"start_game\",{\"roomCode\":\"%s\"}]", t->code);
    else
        say(&t->player[t->seated],
            "42[\"join_room\",{\"roomCode\":\"%s\",\"playerName\":\"P%d\",\"teamName\":\"Equipo "
            "%c\"}]",
            t->code, t->seated, t->seated % 2 ? 'B' : 'A');
    t->seated++;
}

static void scored(struct play *p, struct table *t)
{
    if (t->heard < 0 || ++t->heard < PLAYERS) return;
    uint64_t took = now_us() - t->acted_at;
    p->latency[took < LATENCY_MAX ? took : LATENCY_MAX]++;
    p->actions++;
    t->heard = -1;
}

/* The host's connection tells how the game goes on. */
static void host_hears(struct play *p, struct table *t, const char *text)
{
    char name[16];
    if (is(text, "turn_started") && copy_field(name, sizeof name, text, "\"describerName\":\"P")) {
        t->describer = atoi(name);
        say(&t->player[t->describer], "42[\"describer_ready\",{\"roomCode\":\"%s\"}]", t->code);
    } else if (is(text, "turn_ended")) {
        t->card_lies = false;
        if (t->heard == 0) t->heard = -1; /* was too late */
    } else if (is(text, "game_over")) {
        p->games++;
        say(&t->player[0], "42[\"play_again\",{\"roomCode\":\"%s\"}]", t->code);
        say(&t->player[0], "42[\"start_game\",{\"roomCode\":\"%s\"}]", t->code);
    } else if (is(text, "room_created") && copy_field(t->code, 7, text, "\"roomCode\":\"")) {
        join_next(t);
    } else if (is(text, "game_started") && t->seated == PLAYERS + 1) {
        t->seated++;
        p->playing++;
    }
}

static void message(struct client *c, char *text, size_t len, void *context)
{
    struct play *p = context;
    struct table *t = &p->tables[c->index / PLAYERS];
    int number = c->index % PLAYERS;
    if (len == 0) return;
    char after = text[len];
    text[len] = 0;
    p->received++;
    if (*text == '2') {
        client_send(c, "3", 1);
    } else if (*text == '0') {
        client_send(c, "40", 2);
    } else if (strncmp(text, "40", 2) == 0) {
        p->connected++;
    } else if (strncmp(text, "42[\"", 4) == 0) {
        if (is(text, "card_scored"))
            scored(p, t);
        else if (number == t->describer && is(text, "card_revealed"))
            t->card_lies = copy_field(t->card, sizeof t->card, text, "\"id\":\"");
        else if (is(text, "room_joined"))
            join_next(t);
        if (is(text, "error") && strstr(text, "TOO_MANY")) fprintf(stderr, "play: %s\n", text);
        if (number == 0) host_hears(p, t, text);
    }
    text[len] = after;
}

/* ---- turning ---- */

static void turn(struct play *p, int wait_ms)
{
    struct epoll_event events[512];
    int count = epoll_wait(p->epoll, events, 512, wait_ms);
    for (int i = 0; i < count; i++) {
        struct client *c = events[i].data.ptr;
        if (client_ready(c, p->epoll, events[i].events, message, p)) continue;
        fprintf(stderr, "play: connection %d was lost\n", c->index);
        exit(1);
    }
}

static void wait_until(struct play *p, const int *count, int wanted, const char *what)
{
    uint64_t limit = now_us() + 60000000;
    while (*count < wanted) {
        turn(p, 50);
        if (now_us() < limit) continue;
        fprintf(stderr, "play: only %d of %d %s\n", *count, wanted, what);
        exit(1);
    }
}

static void connect_tables(struct play *p, int from, int to)
{
    for (int i = from * PLAYERS; i < to * PLAYERS; i++) {
        struct client *c = &p->tables[i / PLAYERS].player[i % PLAYERS];
        c->index = i;
        if (!client_connect(c, p->epoll, p->port, "/socket.io/?EIO=4&transport=websocket")) {
            perror("play: connect");
            exit(1);
        }
        wait_until(p, &p->connected, i - 50, "connections");
    }
    wait_until(p, &p->connected, to * PLAYERS, "connections");
}

static void open_tables(struct play *p, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct table *t = &p->tables[i];
        t->heard = -1;
        t->seated = 1;
        say(&t->player[0], "42[\"create_room\",{\"playerName\":\"P0\"}]");
        wait_until(p, &p->playing, i - 8, "rooms");
    }
    wait_until(p, &p->playing, to, "rooms");
}

static void rest(struct play *p, double seconds)
{
    for (uint64_t end = now_us() + (uint64_t)(seconds * 1e6); now_us() < end;)
        turn(p, 20);
}

/* All tables up to `tables` play. */
static void play_for(struct play *p, int tables, int rate, double seconds)
{
    uint64_t now = now_us(), end = now + (uint64_t)(seconds * 1e6);
    p->gap = rate ? 1000000ull * (unsigned)tables / (unsigned)rate : 0;
    for (int i = 0; i < tables; i++) /* not all in the same moment */
        p->tables[i].act_at = p->gap ? now + (uint64_t)rand() % p->gap : 0;
    while ((now = now_us()) < end) {
        for (int i = 0; i < tables; i++) {
            struct table *t = &p->tables[i];
            if (t->card_lies && t->heard < 0 && t->act_at <= now) judge(p, t, now);
        }
        turn(p, 1);
    }
}

static uint32_t percentile(const struct play *p, double share)
{
    uint64_t rank = (uint64_t)((double)p->actions * share);
    for (uint32_t us = 0; us <= LATENCY_MAX; us++) {
        if (p->latency[us] > rank) return us;
        rank -= p->latency[us];
    }
    return LATENCY_MAX;
}

static void measure(struct play *p, const char *load, int rate)
{
    int tables = WARM_ROOMS + p->rooms;
    play_for(p, tables, rate, 0.5);
    p->actions = p->received = 0;
    memset(p->latency, 0, (LATENCY_MAX + 1) * sizeof *p->latency);
    struct cpu before = cpu_split(p->pid);
    uint64_t cpu = cpu_ns(p->pid), began = now_us();
    play_for(p, tables, rate, p->seconds);
    double took = (double)(now_us() - began) / 1e6, each = 1e6 / (double)(p->actions + !p->actions);
    struct cpu after = cpu_split(p->pid);
    cpu = cpu_ns(p->pid) - cpu;
    printf("\"%s\":{\"actionsPerSecond\":%.1f,\"messagesPerSecond\":%.0f,\"cpuPerAction\":%.2f,"
           "\"userPerAction\":%.2f,\"systemPerAction\":%.2f,\"p50\":%u,\"p99\":%u},",
           load, (double)p->actions / took, (double)p->received / took, (double)cpu / 1e9 * each,
           (after.user - before.user) * each, (after.system - before.system) * each,
           percentile(p, 0.5), percentile(p, 0.99));
}

static void run(struct play *p)
{
    int first = WARM_ROOMS, rooms = p->rooms, all = first + rooms;
    connect_tables(p, 0, first);
    open_tables(p, 0, first);
    if (!p->briefly) play_for(p, first, 0, WARM_SECONDS);
    rest(p, 0.5);
    double empty = (double)memory_kb(p->pid);
    connect_tables(p, first, all);
    rest(p, 1);
    double connected = (double)memory_kb(p->pid);
    open_tables(p, first, all);
    rest(p, 1);
    double seated = (double)memory_kb(p->pid);
    printf("{\"server\":\"%s\",\"rooms\":%d,", p->label, rooms);
    p->games = 0;
    measure(p, "paced", p->rate);
    if (!p->briefly) measure(p, "saturated", 0);
    rest(p, 1);
    printf("\"games\":%" PRIu64 ",\"startKb\":%.0f,\"playerKb\":%.2f,\"roomKb\":%.2f,"
           "\"roomWithPlayersKb\":%.2f,\"playedKb\":%.2f}\n",
           p->games, empty, (connected - empty) / rooms / PLAYERS, (seated - connected) / rooms,
           (seated - empty) / rooms, ((double)memory_kb(p->pid) - empty) / rooms);
}

static void read_arguments(struct play *p, int argc, char **argv)
{
    static const struct option names[] = {{"port", 1, NULL, 'p'},    {"pid", 1, NULL, 'i'},
                                          {"rooms", 1, NULL, 'r'},   {"rate", 1, NULL, 'a'},
                                          {"seconds", 1, NULL, 's'}, {"label", 1, NULL, 'l'},
                                          {"briefly", 0, NULL, 'b'}, {0}};
    for (int letter; (letter = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (letter) {
        case 'p': p->port = atoi(optarg); break;
        case 'i': p->pid = atoi(optarg); break;
        case 'r': p->rooms = atoi(optarg); break;
        case 'a': p->rate = atoi(optarg); break;
        case 's': p->seconds = atof(optarg); break;
        case 'l': p->label = optarg; break;
        case 'b': p->briefly = true; break;
        default: exit(2);
        }
}

int main(int argc, char **argv)
{
    struct play p = {.rooms = 50, .rate = 200, .seconds = 5, .label = "server"};
    struct rlimit files;
    read_arguments(&p, argc, argv);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    srand(1);
    p.epoll = epoll_create1(0);
    int tables = WARM_ROOMS + p.rooms;
    p.tables = calloc((size_t)tables, sizeof *p.tables);
    p.latency = calloc(LATENCY_MAX + 1, sizeof *p.latency);
    run(&p);
    for (int i = 0; i < tables * PLAYERS; i++)
        client_reset(&p.tables[i / PLAYERS].player[i % PLAYERS]);
    free(p.tables);
    free(p.latency);
    return 0;
}

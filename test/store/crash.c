/* Shown means kept: a child appends for many rooms and reports every acknowledgement through a
 * pipe; it is killed with SIGKILL at a random moment, 200 times on the same store. After every kill
 * no acknowledged record is missing, none is doubled, every sequence is dense. */
#include "help.h"

#include "core/alloc.h"
#include "core/chance.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROOMS 50
#define KILLS 200
#define KNOWN_MAX 40000 /* rooms over the whole run, and numbers that nobody took */
#define ROOM_RECORDS_MAX 120

enum { SAID_STORED, SAID_ENDED, SAID_FORGETTING, SAID_FORGOTTEN };

/* What the child says; small enough that a pipe takes it whole or not at all. */
struct said {
    uint64_t what, room, seq, id;
};

/* What the parent was told about a room. */
struct known {
    uint64_t seq;
    uint64_t ids[ROOM_RECORDS_MAX + 1]; /* of the acknowledged ones, by sequence */
    bool ended, forgetting, forgotten;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the child ---- */

struct table {
    uint64_t room, seq, id;
    bool busy;
};

static struct table tables[ROOMS];
static struct store *store;
static struct chance chance;
static uint64_t next_id;
static int report;

static void say(uint64_t what, uint64_t room, uint64_t seq, uint64_t id)
{
    struct said said = {what, room, seq, id};
    if (write(report, &said, sizeof said) != sizeof said) _exit(4);
}

static void stored(void *arg, const struct store_answer *answer)
{
    struct table *t = arg;
    if (answer->result != STORE_ACCEPTED) _exit(5);
    say(SAID_STORED, answer->room, answer->seq, t->id);
    t->seq = answer->seq;
    t->busy = false;
}

static void closed(void *arg, const struct store_answer *answer)
{
    struct table *t = arg;
    if (answer->result != STORE_ACCEPTED) _exit(6);
    say(SAID_ENDED, answer->room, answer->seq, 0);
    t->room = 0;
    t->busy = false;
}

static void gone(void *arg, const struct store_answer *answer)
{
    struct table *t = arg;
    if (answer->result != STORE_ACCEPTED) _exit(7);
    say(SAID_FORGOTTEN, answer->room, 0, 0);
    t->room = 0;
    t->busy = false;
}

static const char *body_for(uint64_t id, size_t *len)
{
    static char body[2000];
    *len = (size_t)snprintf(body, sizeof body, "{\"id\":%llu,\"pad\":\"%*s\"}",
                            (unsigned long long)id, (int)(id * 7919 % 1500), "");
    return body;
}

static void act(size_t slot)
{
    struct table *t = &tables[slot];
    t->busy = true;
    t->id = next_id++;
    size_t len;
    const char *body = body_for(t->id, &len);
    if (t->room == 0) {
        char code[20];
        snprintf(code, sizeof code, "T%llu", (unsigned long long)t->id);
        t->room = store_create(store, code, "test", t->id, body, len, stored, t);
    } else if (t->seq >= ROOM_RECORDS_MAX || chance_below(&chance, 200) == 0) {
        if (chance_below(&chance, 2))
            store_end(store, t->room, 1, closed, t);
        else {
            say(SAID_FORGETTING, t->room, 0, 0);
            store_forget(store, t->room, gone, t);
        }
    } else {
        store_append(store, t->room, t->seq, t->id, body, len, stored, t);
    }
}

static bool take_seat(void *arg, const struct store_record *record)
{
    (void)arg;
    struct table *free_table = NULL;
    for (size_t i = 0; i < ROOMS; i++) {
        if (tables[i].room == record->room) {
            tables[i].seq = record->seq;
            return true;
        }
        if (!free_table && tables[i].room == 0) free_table = &tables[i];
    }
    if (!free_table) _exit(8);
    free_table->room = record->room;
    free_table->seq = record->seq;
    return true;
}

static _Noreturn void live_until_killed(const char *folder, unsigned round)
{
    char error[STORE_ERROR_BYTES];
    store = store_open(&(struct store_options){.place = folder}, error);
    if (!store) {
        fprintf(stderr, "%s\n", error);
        _exit(2);
    }
    if (!store_load(store, take_seat, NULL)) _exit(3);
    chance_init(&chance, (const uint8_t[CHANCE_SEED_BYTES]){2}, round);
    next_id = (uint64_t)round << 32 | 1;
    for (;;) {
        for (size_t i = 0; i < ROOMS; i++)
            if (!tables[i].busy) act(i);
        struct timespec pause = {0, (long)chance_below(&chance, 4000000)};
        nanosleep(&pause, NULL);
        store_drain(store);
    }
}

/* ---- the parent ---- */

static struct known *known;
static uint64_t acknowledged;

static void hear(const struct said *said)
{
    assert_true(said->room < KNOWN_MAX);
    struct known *k = &known[said->room];
    if (said->what == SAID_STORED) {
        assert_true(said->seq > k->seq && said->seq <= ROOM_RECORDS_MAX);
        k->seq = said->seq;
        k->ids[said->seq] = said->id;
        acknowledged++;
    }
    k->ended |= said->what == SAID_ENDED;
    k->forgetting |= said->what == SAID_FORGETTING; /* asked for, perhaps not done */
    k->forgotten |= said->what == SAID_FORGOTTEN;
}

/* Listens for `seconds`, and on a slow machine until `enough` records were acknowledged; kills, and
 * hears the rest of what had been said. */
static void listen_and_kill(pid_t child, int from, double seconds, uint64_t enough)
{
    double until = now() + seconds, at_last = now() + 10;
    bool killed = false;
    enough += acknowledged;
    for (;;) {
        struct pollfd p = {from, POLLIN, 0};
        double left = until - now();
        if (left <= 0 && acknowledged < enough && now() < at_last) left = 0.001;
        if (!killed && left <= 0) {
            assert_int_equal(kill(child, SIGKILL), 0);
            killed = true;
        }
        if (poll(&p, 1, killed ? 5000 : (int)(left * 1e3) + 1) <= 0) continue;
        struct said said[100];
        ssize_t got = read(from, said, sizeof said);
        if (got == 0) break;
        assert_true(got > 0 && (size_t)got % sizeof *said == 0);
        for (size_t i = 0; i < (size_t)got / sizeof *said; i++)
            hear(&said[i]);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        fail_msg("the child ended by itself: %x", (unsigned)status);
}

struct found {
    uint64_t room, seq, id;
};

/* Records of one room: dense, ids growing (so none is there twice), and those we were told. */
static bool check_record(void *arg, const struct store_record *record)
{
    struct found *f = arg;
    assert_int_equal(record->room, f->room);
    assert_int_equal(record->seq, f->seq + 1);
    assert_true(record->id > f->id);
    size_t len;
    const char *body = body_for(record->id, &len);
    assert_int_equal(record->len, len);
    assert_memory_equal(record->body, body, len);
    uint64_t told = known[f->room].ids[record->seq];
    if (told) assert_int_equal(told, record->id);
    f->seq = record->seq;
    f->id = record->id;
    return true;
}

static bool live[KNOWN_MAX];

static bool note_room(void *arg, const struct store_room *room)
{
    (void)arg;
    assert_true(room->id < KNOWN_MAX);
    assert_false(known[room->id].forgotten);
    live[room->id] = room->live;
    return true;
}

static void check_room(struct store *s, uint64_t room)
{
    struct known *k = &known[room];
    struct found f = {room, 0, 0};
    if (!store_read(s, room, 1, check_record, &f)) fail_msg("%s", store_error(s));
    k->forgotten |= k->forgetting && f.seq == 0;
    if (k->forgotten ? f.seq != 0 : f.seq < k->seq)
        fail_msg("room %d: %d acknowledged, %d there", (int)room, (int)k->seq, (int)f.seq);
    if (k->ended) assert_false(live[room]);
}

static void check_rooms(struct store *s, bool ended_too)
{
    memset(live, 0, sizeof live);
    assert_true(store_rooms(s, false, note_room, NULL));
    for (uint64_t room = 1; room < KNOWN_MAX; room++)
        if (live[room] || (known[room].seq > 0 && (!known[room].ended || ended_too)))
            check_room(s, room);
}

static void kill_after_kill(void **state)
{
    (void)state;
    char *folder = places_are_folders() ? folder_make_on_disk() : place_make();
    known = alloc_zero(KNOWN_MAX, sizeof *known);
    struct chance moments;
    chance_init(&moments, (const uint8_t[CHANCE_SEED_BYTES]){3}, 0);
    for (unsigned round = 1; round <= KILLS; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            report = ends[1];
            live_until_killed(folder, round);
        }
        close(ends[1]);
        /* every fourth dies whenever it is time, perhaps while it opens the store */
        listen_and_kill(child, ends[0], 0.001 + chance_below(&moments, 100000) * 1e-6,
                        round % 4 ? 15 : 0);
        close(ends[0]);
        struct store *s = open_ok(folder);
        bool everything = round % 20 == 0;
        check_rooms(s, everything);
        if (everything && !store_check(s)) fail_msg("%s", store_error(s));
        store_close(s);
    }
    print_message("%d kills, %llu records acknowledged\n", KILLS, (unsigned long long)acknowledged);
    assert_true(acknowledged > 2000);
    free(known);
    place_drop(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kill_after_kill)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* How fast records become durable, against the plain way of one commit per record, and how fast
 * they are read back at the start.
 *
 * usage: append [FOLDER]     the folder to measure in (default: a fresh one in the current folder)
 *
 * Closed loop: every room has one append in flight and sends the next when it is answered, as the
 * rooms of the server do. Latency is from store_append to the answer in store_drain. */
#include "store/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 4.0
#define LATENCIES_MAX 8000000
#define LOAD_ROOMS 100000
#define LOAD_RECORDS 20

static const char body[] =
    "{\"time\":1763245678901,\"seat\":3,\"verb\":\"card_correct\",\"args\":{\"cardId\":\"es-0417\","
    "\"by\":\"Marta\"},\"note\":\"as long as most\"}";

struct figures {
    double per_second, p50, p99; /* latencies in ms */
};

static float *latencies;
static size_t latency_count;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What this thread itself used; on a shared machine the steadier figure. */
static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void note_latency(double seconds)
{
    if (latency_count < LATENCIES_MAX) latencies[latency_count++] = (float)(seconds * 1e3);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static struct figures summary(double seconds, size_t count)
{
    qsort(latencies, latency_count, sizeof *latencies, by_size);
    struct figures f = {(double)count / seconds, latencies[latency_count / 2],
                        latencies[latency_count * 99 / 100]};
    latency_count = 0;
    return f;
}

/* The thread that sleeps until the store has answers. */
static pthread_mutex_t bell_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static bool rung;

static void ring(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&bell_lock);
    rung = true;
    pthread_cond_signal(&bell);
    pthread_mutex_unlock(&bell_lock);
}

static void wait_and_drain(struct store *s)
{
    pthread_mutex_lock(&bell_lock);
    while (!rung)
        pthread_cond_wait(&bell, &bell_lock);
    rung = false;
    pthread_mutex_unlock(&bell_lock);
    store_drain(s);
}

struct room {
    uint64_t id, seq;
    double sent;
};

static struct store *measured;
static double until;
static size_t in_flight, answered_count;

static void answered(void *arg, const struct store_answer *answer)
{
    struct room *room = arg;
    double t = now();
    if (answer->result != STORE_ACCEPTED) give_up("append", answer->reason);
    note_latency(t - room->sent);
    answered_count++;
    room->seq = answer->seq;
    if (t >= until) {
        in_flight--;
        return;
    }
    room->sent = t;
    store_append(measured, room->id, room->seq, room->seq, body, sizeof body - 1, answered, room);
}

static void created(void *arg, const struct store_answer *answer)
{
    if (answer->result != STORE_ACCEPTED) give_up("create", answer->reason);
    ((struct room *)arg)->seq = 1;
    in_flight--;
}

static struct store *open_store(const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct store *s = store_open(
        &(struct store_options){.place = folder, .ready = ring, .waiting_bytes_max = 1u << 30},
        error);
    if (!s) give_up(folder, error);
    return s;
}

static struct room *make_rooms(struct store *s, size_t count, const char *prefix)
{
    struct room *rooms = calloc(count, sizeof *rooms);
    for (size_t i = 0; i < count; i++) {
        char code[32];
        snprintf(code, sizeof code, "%s%zu", prefix, i);
        in_flight++;
        rooms[i].id = store_create(s, code, "taboo", i, body, sizeof body - 1, created, &rooms[i]);
    }
    while (in_flight)
        wait_and_drain(s);
    return rooms;
}

static struct figures measure_store(const char *folder, size_t room_count)
{
    struct store *s = measured = open_store(folder);
    char prefix[32];
    snprintf(prefix, sizeof prefix, "of%zu-", room_count);
    struct room *rooms = make_rooms(s, room_count, prefix);
    double start = now();
    until = start + SECONDS;
    answered_count = 0;
    for (size_t i = 0; i < room_count; i++) {
        in_flight++;
        rooms[i].sent = now();
        store_append(s, rooms[i].id, 1, i, body, sizeof body - 1, answered, &rooms[i]);
    }
    while (in_flight)
        wait_and_drain(s);
    struct figures f = summary(now() - start, answered_count);
    store_close(s);
    free(rooms);
    return f;
}

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL)) give_up(sql, sqlite3_errmsg(db));
}

/* The plain way: a table with a key of room and sequence, one transaction per append. All rooms ask
 * at once and are served in turn, so each waits for all the others. */
static struct figures measure_plain(const char *folder, size_t room_count)
{
    char file[600];
    snprintf(file, sizeof file, "%s/plain.db", folder);
    sqlite3 *db;
    if (sqlite3_open(file, &db)) give_up(file, sqlite3_errmsg(db));
    run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "DROP TABLE IF EXISTS records;"
            "CREATE TABLE records (room INTEGER, seq INTEGER, id INTEGER, body TEXT,"
            " PRIMARY KEY (room, seq)) WITHOUT ROWID");
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(db, "INSERT INTO records VALUES (?, ?, ?, ?)", -1, &insert, NULL))
        give_up(file, sqlite3_errmsg(db));
    struct room *rooms = calloc(room_count, sizeof *rooms);
    double start = now(), t = start;
    size_t count = 0;
    for (size_t i = 0; i < room_count; i++)
        rooms[i].sent = start;
    for (; t - start < SECONDS; count++) {
        struct room *room = &rooms[count % room_count];
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)(count % room_count));
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)++room->seq);
        sqlite3_bind_int64(insert, 3, (sqlite3_int64)count);
        sqlite3_bind_text(insert, 4, body, sizeof body - 1, SQLITE_STATIC);
        sqlite3_step(insert);
        if (sqlite3_reset(insert)) give_up("insert", sqlite3_errmsg(db));
        t = now();
        note_latency(t - room->sent);
        room->sent = t;
    }
    struct figures f = summary(t - start, count);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    free(rooms);
    return f;
}

static void appended(void *arg, const struct store_answer *answer)
{
    if (answer->result != STORE_ACCEPTED) give_up("append", answer->reason);
    ((struct room *)arg)->seq = answer->seq;
    in_flight--;
}

static bool count_record(void *arg, const struct store_record *record)
{
    (void)record;
    ++*(size_t *)arg;
    return true;
}

static void measure_load(const char *folder)
{
    struct store *s = open_store(folder);
    double start = now();
    struct room *rooms = make_rooms(s, LOAD_ROOMS, "load-");
    for (int n = 1; n < LOAD_RECORDS; n++) {
        for (size_t i = 0; i < LOAD_ROOMS; i++) {
            in_flight++;
            store_append(s, rooms[i].id, (uint64_t)n, i, body, sizeof body - 1, appended,
                         &rooms[i]);
        }
        while (in_flight)
            wait_and_drain(s);
    }
    store_close(s);
    double written = now() - start;
    printf("\n%d rooms of %d records written in %.2f s (%.0f records/s, all at once)\n", LOAD_ROOMS,
           LOAD_RECORDS, written, LOAD_ROOMS * LOAD_RECORDS / written);

    start = now();
    s = open_store(folder);
    double opened = now() - start;
    size_t count = 0;
    double used = processor_time();
    if (!store_load(s, count_record, &count)) give_up(folder, store_error(s));
    double loaded = now() - start;
    used = processor_time() - used;
    printf("opened in %.3f s, %zu records loaded and checked in %.2f s "
           "(%.2f µs each, %.2f µs of processor)\n",
           opened, count, loaded - opened, (loaded - opened) * 1e6 / (double)count,
           used * 1e6 / (double)count);
    start = now();
    size_t read = 0;
    for (size_t i = 0; i < 1000; i++)
        if (!store_read(s, rooms[i * 97].id, 1, count_record, &read))
            give_up("read", store_error(s));
    printf("reading one room's %d records: %.1f µs\n", LOAD_RECORDS, (now() - start) * 1e3);
    store_close(s);
    free(rooms);
}

static void clear(const char *folder)
{
    static const char *const names[] = {"ludoteca.db",      "ludoteca.db-wal", "ludoteca.db-shm",
                                        "ludoteca.db-lock", "plain.db",        "plain.db-wal",
                                        "plain.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
}

int main(int argc, char **argv)
{
    char made[] = "bench-store-XXXXXX";
    const char *folder = argc > 1 ? argv[1] : mkdtemp(made);
    if (!folder) give_up("mkdtemp", "no folder to measure in");
    latencies = malloc(LATENCIES_MAX * sizeof *latencies);
    printf("appends of %zu bytes, synchronous=FULL, %.0f s each\n\n", sizeof body - 1, SECONDS);
    printf("%10s | %33s | %33s | %s\n", "rooms", "one commit for all that waits",
           "one commit per append", "ratio");
    printf("%10s | %11s %10s %10s | %11s %10s %10s |\n", "at once", "per second", "p50 ms",
           "p99 ms", "per second", "p50 ms", "p99 ms");
    static const size_t counts[] = {1, 100, 10000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct figures ours = measure_store(folder, counts[i]);
        struct figures plain = measure_plain(folder, counts[i]);
        printf("%10zu | %11.0f %10.2f %10.2f | %11.0f %10.2f %10.2f | %.1f\n", counts[i],
               ours.per_second, ours.p50, ours.p99, plain.per_second, plain.p50, plain.p99,
               ours.per_second / plain.per_second);
        fflush(stdout);
        clear(folder);
    }
    measure_load(folder);
    clear(folder);
    if (folder == made) rmdir(made);
    free(latencies);
}

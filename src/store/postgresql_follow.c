/* What the other servers of the house do. A thread with a connection of its own
 *
 *     writer ──stored: rooms──▶ NOTIFY ─ ─ a hint ─ ─▶ looks at those it watches ──▶ caller
 *                                                      and every two seconds at all
 *
 * beats, so that the others know that this server lives, and reads the records that follow those it
 * knows. A hint may be lost: what is told was always read, and a gap is closed by reading. */
#include "core/alloc.h"
#include "core/buffer.h"
#include "store/heads.h"
#include "store/postgresql.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MS 2000    /* so often at every room that is watched */
#define REMIND_LOOKS 5  /* so often everybody is told of the others, though nothing changed */
#define HINT_BYTES 7000 /* of 8000 that a NOTIFY can carry */
#define OTHERS_MAX 256  /* connections in one room that are told */
#define DEAD "interval '6 seconds'"
#define LONG_DEAD "interval '60 seconds'"
#define CHANNEL "ludoteca"

/* For the caller: a record, or who else there is. */
struct news {
    struct news *next;
    struct store_record record; /* id 0 and no body: see others */
    struct store_others others;
    uint16_t people[OTHERS_MAX], ours[OTHERS_MAX];
    bool is_record;
    char body[];
};

struct postgresql_follow {
    pthread_t thread;
    PGconn *conn; /* the thread's; NULL: to be opened */
    int64_t looked_at;
    int looks;

    int wake;             /* an eventfd: something is in `rooms`, `hinted` or `stored` */
    pthread_mutex_t lock; /* over the rest */
    bool stopping;
    struct heads rooms; /* watched: the last record known; `at`: what was last told of the others */
    struct buffer hinted; /* rooms to look at, as uint64_t */
    struct buffer asked;  /* of them, those that somebody waits for */
    struct buffer stored; /* rooms to tell of, as uint64_t */
    struct news *first, **end;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void wake_up(struct postgresql_follow *f)
{
    uint64_t one = 1;
    ssize_t written = write(f->wake, &one, sizeof one);
    (void)written; /* it is full: then it is awake */
}

/* ---- the thread ---- */

static void add_news(struct postgresql_follow *f, struct news *news)
{
    news->next = NULL;
    *f->end = news;
    f->end = &news->next;
}

static bool run(PGconn *conn, const char *sql, const struct params *p)
{
    PGresult *result = postgresql_run(conn, sql, p);
    bool ok = result_ok(result);
    PQclear(result);
    return ok;
}

/* The rooms that are to be looked at, as two arrays for the database: their numbers, and the last
 * record of each that is known. Under the lock. */
struct looking {
    struct buffer rooms, seqs, asked;
    size_t count;
};

static void look_at(struct looking *l, const struct head *head)
{
    char sign = l->count++ ? ',' : '{';
    buffer_print(&l->rooms, "%c%llu", sign, (unsigned long long)head->room);
    buffer_print(&l->seqs, "%c%llu", sign, (unsigned long long)head->seq);
}

static void choose(struct postgresql_follow *f, bool all, struct looking *l)
{
    pthread_mutex_lock(&f->lock);
    for (size_t i = 0; all && f->rooms.slots && i <= f->rooms.mask; i++)
        if (f->rooms.slots[i].room) look_at(l, &f->rooms.slots[i]);
    for (size_t i = 0; !all && i < f->hinted.len; i += sizeof(uint64_t)) {
        uint64_t room;
        memcpy(&room, f->hinted.data + i, sizeof room);
        const struct head *head = heads_find(&f->rooms, room);
        if (head) look_at(l, head);
    }
    buffer_clear(&f->hinted);
    l->asked = f->asked;
    f->asked = (struct buffer){0};
    pthread_mutex_unlock(&f->lock);
    if (l->count) buffer_add_byte(&l->rooms, '}');
    if (l->count) buffer_add_byte(&l->seqs, '}');
}

static struct news *record_news(const PGresult *result, int row)
{
    size_t len = (size_t)PQgetlength(result, row, 3);
    struct news *news = alloc_zero(1, sizeof *news + len + 1);
    memcpy(news->body, PQgetvalue(result, row, 3), len);
    news->is_record = true;
    news->record = (struct store_record){(uint64_t)result_number(result, row, 0),
                                         (uint64_t)result_number(result, row, 1),
                                         (uint64_t)result_number(result, row, 2), news->body, len};
    return news;
}

/* Under the lock. What was watched anew meanwhile is read again from where it is now. */
static void take_record(struct postgresql_follow *f, const PGresult *result, int row)
{
    uint64_t room = (uint64_t)result_number(result, row, 0);
    uint64_t seq = (uint64_t)result_number(result, row, 1);
    struct head *head = heads_find(&f->rooms, room);
    if (!head || seq <= head->seq) return;
    if (seq > head->seq + 1) {
        buffer_add(&f->hinted, &room, sizeof room);
        return;
    }
    head->seq = seq;
    add_news(f, record_news(result, row));
}

static bool read_records(struct postgresql_follow *f, struct looking *l)
{
    struct params p = {0};
    param_text(&p, buffer_text(&l->rooms));
    param_text(&p, buffer_text(&l->seqs));
    PGresult *result = postgresql_run(
        f->conn,
        "SELECT room, seq, id, body FROM unnest($1::text::bigint[], $2::text::bigint[]) AS w (r, s)"
        " JOIN records ON room = r AND seq > s AND body IS NOT NULL ORDER BY room, seq",
        &p);
    bool ok = result_ok(result);
    pthread_mutex_lock(&f->lock);
    for (int i = 0; ok && i < PQntuples(result); i++)
        take_record(f, result, i);
    pthread_mutex_unlock(&f->lock);
    PQclear(result);
    return ok;
}

/* Rows (room, node, person, whether it lives) of one room, from `row` on; returns where they end. */
static int read_room(const PGresult *result, int row, int64_t me, struct news *news)
{
    int64_t room = result_number(result, row, 0), before = 0;
    struct store_others *o = &news->others;
    *o = (struct store_others){.people = news->people, .ours = news->ours};
    for (; row < PQntuples(result) && result_number(result, row, 0) == room; row++) {
        int64_t node = result_number(result, row, 1), person = result_number(result, row, 2);
        if (node == me && !person) o->held = true;
        if (node == me && person && o->ours_count < OTHERS_MAX)
            news->ours[o->ours_count++] = (uint16_t)person;
        if (node == me || !result_number(result, row, 3)) continue;
        if (node < me && node != before) o->before++;
        before = node;
        if (person && o->people_count < OTHERS_MAX)
            news->people[o->people_count++] = (uint16_t)person;
    }
    return row;
}

static int64_t sum_of(const struct store_others *o)
{
    uint64_t h = 14695981039346656037u ^ (uint64_t)o->before << 1 ^ o->held;
    for (size_t i = 0; i < o->people_count; i++)
        h = (h ^ o->people[i]) * 1099511628211u;
    for (size_t i = 0; i < o->ours_count; i++)
        h = (h ^ (o->ours[i] + 70000u)) * 1099511628211u;
    return (int64_t)(h | 1);
}

static bool is_asked(const struct looking *l, uint64_t room)
{
    bool found = false;
    for (size_t i = 0; !found && i < l->asked.len; i += sizeof room)
        found = memcmp(l->asked.data + i, &room, sizeof room) == 0;
    return found;
}

static bool read_others(struct postgresql_follow *f, struct looking *l, int64_t me, bool remind)
{
    struct params p = {0};
    param_text(&p, buffer_text(&l->rooms));
    PGresult *result = postgresql_run(
        f->conn,
        "SELECT r, coalesce(node, 0), coalesce(person, 0), coalesce(seen > clock_timestamp() - " DEAD
        ", false) FROM unnest($1::text::bigint[]) AS w (r) LEFT JOIN holdings ON room = r"
        " LEFT JOIN nodes ON nodes.id = node ORDER BY r, node, person",
        &p);
    bool ok = result_ok(result);
    pthread_mutex_lock(&f->lock);
    for (int row = 0; ok && row < PQntuples(result);) {
        struct news *news = alloc_zero(1, sizeof *news);
        news->record.room = (uint64_t)result_number(result, row, 0);
        row = read_room(result, row, me, news);
        struct head *head = heads_find(&f->rooms, news->record.room);
        int64_t sum = sum_of(&news->others);
        news->others.asked = is_asked(l, news->record.room);
        if (head && (remind || news->others.asked || head->at != sum)) {
            head->at = sum;
            add_news(f, news);
        } else {
            free(news);
        }
    }
    pthread_mutex_unlock(&f->lock);
    PQclear(result);
    return ok;
}

/* False: the connection is no good any more. */
static bool look(struct postgresql_store *e, struct postgresql_follow *f, bool all)
{
    struct looking l = {0};
    choose(f, all, &l);
    bool ok = true;
    bool remind = all && ++f->looks % REMIND_LOOKS == 0;
    if (l.count) ok = read_records(f, &l) && read_others(f, &l, e->id, remind);
    buffer_free(&l.rooms);
    buffer_free(&l.seqs);
    buffer_free(&l.asked);
    pthread_mutex_lock(&f->lock);
    bool any = f->first;
    pthread_mutex_unlock(&f->lock);
    if (any) queue_ready(&e->base);
    return ok;
}

/* This server lives; what those left who do not any more is cleared away. */
static bool beat(struct postgresql_store *e, struct postgresql_follow *f)
{
    struct params p = {0};
    param_number(&p, e->id);
    return run(f->conn,
               "INSERT INTO nodes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE"
               " SET seen = clock_timestamp()",
               &p) &&
           run(f->conn,
               "DELETE FROM holdings WHERE node IN (SELECT node FROM holdings"
               " EXCEPT SELECT id FROM nodes WHERE seen > clock_timestamp() - " LONG_DEAD ")",
               NULL);
}

/* Their numbers as text, as many as one NOTIFY takes; `from` moves on. */
static void write_hint(const struct buffer *rooms, size_t *from, struct buffer *out)
{
    uint64_t room, last = 0;
    for (; *from < rooms->len && out->len < HINT_BYTES; *from += sizeof room) {
        memcpy(&room, rooms->data + *from, sizeof room);
        if (room != last) buffer_print(out, " %llu", (unsigned long long)room);
        last = room;
    }
}

static bool tell_others(struct postgresql_store *e, struct postgresql_follow *f)
{
    struct buffer rooms, text = {0};
    bool ok = true;
    pthread_mutex_lock(&f->lock);
    rooms = f->stored;
    f->stored = (struct buffer){0};
    pthread_mutex_unlock(&f->lock);
    for (size_t from = 0; ok && from < rooms.len;) {
        struct params p = {0};
        buffer_clear(&text);
        buffer_print(&text, "%lld", (long long)e->id);
        write_hint(&rooms, &from, &text);
        param_text(&p, buffer_text(&text));
        ok = run(f->conn, "SELECT pg_notify('" CHANNEL "', $1)", &p);
    }
    buffer_free(&rooms);
    buffer_free(&text);
    return ok;
}

/* «node room room …»; what is none is passed over: anybody may say something there. */
static void hear(const struct postgresql_store *e, struct postgresql_follow *f, const char *hint)
{
    char *rest;
    long long from = strtoll(hint, &rest, 10);
    if (from == e->id) return;
    pthread_mutex_lock(&f->lock);
    while (*rest == ' ') {
        uint64_t room = strtoull(rest + 1, &rest, 10);
        if (heads_find(&f->rooms, room)) buffer_add(&f->hinted, &room, sizeof room);
    }
    pthread_mutex_unlock(&f->lock);
}

static bool listen_to(struct postgresql_store *e, struct postgresql_follow *f)
{
    char error[STORE_ERROR_BYTES];
    f->conn = postgresql_connect(e, true, error);
    if (!f->conn) return false;
    /* Nothing that is written here would be missed after a crash. */
    return run(f->conn, "SET synchronous_commit = off", NULL) &&
           run(f->conn, "LISTEN " CHANNEL, NULL);
}

static void sleep_until(struct postgresql_follow *f, int64_t at)
{
    struct pollfd ready[2] = {{.fd = f->wake, .events = POLLIN},
                              {.fd = f->conn ? PQsocket(f->conn) : -1, .events = POLLIN}};
    int64_t wait = at - now_ms();
    uint64_t count;
    if (wait > 0) poll(ready, 2, (int)wait);
    if (ready[0].revents && read(f->wake, &count, sizeof count) < 0) return;
}

static bool turn(struct postgresql_store *e, struct postgresql_follow *f)
{
    if (!f->conn && !listen_to(e, f)) return false;
    if (!PQconsumeInput(f->conn)) return false;
    for (PGnotify *n; (n = PQnotifies(f->conn)); PQfreemem(n))
        hear(e, f, n->extra);
    bool all = now_ms() - f->looked_at >= LOOK_MS;
    if (all) f->looked_at = now_ms();
    if (all && !beat(e, f)) return false;
    pthread_mutex_lock(&f->lock);
    bool hinted = f->hinted.len, stored = f->stored.len;
    pthread_mutex_unlock(&f->lock);
    return (!stored || tell_others(e, f)) && ((!all && !hinted) || look(e, f, all));
}

static bool stops(struct postgresql_follow *f)
{
    pthread_mutex_lock(&f->lock);
    bool stopping = f->stopping;
    pthread_mutex_unlock(&f->lock);
    return stopping;
}

/* Nothing more comes from here: the others need not wait until it is silent for long. */
static void say_goodbye(struct postgresql_store *e, struct postgresql_follow *f)
{
    struct params p = {0};
    param_number(&p, e->id);
    if (!f->conn) return;
    run(f->conn, "DELETE FROM holdings WHERE node = $1", &p);
    run(f->conn, "UPDATE nodes SET seen = seen - " LONG_DEAD " WHERE id = $1", &p);
    tell_others(e, f);
}

static void *follow_main(void *arg)
{
    struct postgresql_store *e = arg;
    struct postgresql_follow *f = e->follow;
    while (!stops(f)) {
        int64_t next = f->looked_at + LOOK_MS;
        if (!turn(e, f)) {
            PQfinish(f->conn);
            f->conn = NULL;
            f->looked_at = 0; /* first of all, when it is there again */
            next = now_ms() + 200;
        }
        if (!stops(f)) sleep_until(f, next);
    }
    say_goodbye(e, f);
    PQfinish(f->conn);
    return NULL;
}

/* ---- the caller ---- */

static struct postgresql_follow *begin(struct postgresql_store *e)
{
    if (e->follow) return e->follow;
    struct postgresql_follow *f = alloc_zero(1, sizeof *f);
    f->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    f->end = &f->first;
    pthread_mutex_init(&f->lock, NULL);
    pthread_mutex_lock(&e->base.lock); /* the writer looks at it */
    e->follow = f;
    pthread_mutex_unlock(&e->base.lock);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&f->thread, NULL, follow_main, e) != 0) {
        fputs("ludoteca: no thread to follow the other servers\n", stderr);
        abort();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return f;
}

void postgresql_watch(struct store *s, uint64_t room, uint64_t seq)
{
    struct postgresql_follow *f = begin((struct postgresql_store *)s);
    pthread_mutex_lock(&f->lock);
    struct head *head = heads_find(&f->rooms, room);
    if (!head) head = heads_add(&f->rooms, room);
    head->seq = seq;
    head->at = 0;
    buffer_add(&f->hinted, &room, sizeof room);
    pthread_mutex_unlock(&f->lock);
    wake_up(f);
}

void postgresql_unwatch(struct store *s, uint64_t room)
{
    struct postgresql_follow *f = ((struct postgresql_store *)s)->follow;
    pthread_mutex_lock(&f->lock);
    heads_remove(&f->rooms, room);
    pthread_mutex_unlock(&f->lock);
}

void postgresql_look(struct store *s, uint64_t room)
{
    struct postgresql_follow *f = begin((struct postgresql_store *)s);
    pthread_mutex_lock(&f->lock);
    buffer_add(&f->hinted, &room, sizeof room);
    buffer_add(&f->asked, &room, sizeof room);
    pthread_mutex_unlock(&f->lock);
    wake_up(f);
}

void postgresql_deliver(struct store *s)
{
    struct postgresql_follow *f = ((struct postgresql_store *)s)->follow;
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    struct news *news = f->first;
    f->first = NULL;
    f->end = &f->first;
    pthread_mutex_unlock(&f->lock);
    for (struct news *next; news; news = next) {
        next = news->next;
        if (news->is_record)
            followers_tell(s, &news->record);
        else
            followers_tell_others(s, news->record.room, &news->others);
        free(news);
    }
}

bool postgresql_unheld(struct store *s, int64_t now,
                       bool (*room)(void *arg, const struct store_room *room), void *arg)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    struct params p = {0};
    begin(e);
    param_number(&p, now);
    param_number(&p, e->id);
    PGresult *result = postgresql_question(
        e,
        "WITH alive AS (SELECT id FROM nodes WHERE seen > clock_timestamp() - " DEAD ")"
        " SELECT id, code, game FROM rooms WHERE last IS NULL AND due_ms <= $1"
        " AND NOT EXISTS (SELECT 1 FROM alive WHERE id < $2)"
        " AND NOT EXISTS (SELECT 1 FROM holdings WHERE room = rooms.id AND (node = $2 OR node IN"
        "  (TABLE alive))) ORDER BY due_ms LIMIT 50",
        &p);
    bool ok = result_ok(result), more = true;
    if (!ok) postgresql_explain(e, e->reader, result, e->base.error);
    for (int i = 0; ok && more && i < PQntuples(result); i++)
        more = room(arg, &(struct store_room){(uint64_t)result_number(result, i, 0),
                                              PQgetvalue(result, i, 1), PQgetvalue(result, i, 2),
                                              true, 0});
    PQclear(result);
    return ok;
}

void postgresql_follow_end(struct postgresql_store *e)
{
    struct postgresql_follow *f = e->follow;
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    f->stopping = true;
    pthread_mutex_unlock(&f->lock);
    wake_up(f);
    pthread_join(f->thread, NULL);
    for (struct news *news = f->first, *next; news; news = next) {
        next = news->next;
        free(news);
    }
    heads_free(&f->rooms);
    buffer_free(&f->hinted);
    buffer_free(&f->asked);
    buffer_free(&f->stored);
    pthread_mutex_destroy(&f->lock);
    close(f->wake);
    free(f);
}

/* ---- the writer ---- */

static void note_stored(struct postgresql_follow *f, const struct request *r)
{
    bool is_record = r->kind == REQUEST_CREATE || r->kind == REQUEST_APPEND;
    if (r->result != STORE_ACCEPTED || (!is_record && r->kind != REQUEST_HOLD)) return;
    struct head *head = heads_find(&f->rooms, r->room);
    if (head && is_record && r->seq > head->seq) head->seq = r->seq;
    buffer_add(&f->stored, &r->room, sizeof r->room);
}

void postgresql_follow_stored(struct postgresql_store *e, struct request *const *list, size_t count)
{
    pthread_mutex_lock(&e->base.lock);
    struct postgresql_follow *f = e->follow;
    pthread_mutex_unlock(&e->base.lock);
    if (!f) return;
    pthread_mutex_lock(&f->lock);
    for (size_t i = 0; i < count; i++)
        note_stored(f, list[i]);
    pthread_mutex_unlock(&f->lock);
    wake_up(f);
}

/* A second folder that follows the store, seconds behind: on another disk, on a stick. It is a store
 * itself, so restoring is copying, and in need it is served as it is.
 *
 * A thread of its own with connections of its own: the writer never waits for a slow stick. It copies
 * what is new, in one transaction; so what it has is always a state that the store had. Tables of
 * history are not copied: they follow from the records, and whoever serves the copy makes them. */
#include "store/copy.h"

#include "core/alloc.h"
#include "store/sqlite.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GATHER_MS 2000 /* from a commit until it is copied */
#define AGAIN_MS 10000 /* after a failure */

struct copy {
    char *from, *to, *folder; /* two files, and where the second one is */
    void (*complain)(void *arg, const char *sentence);
    void *complain_arg;
    pthread_t thread;
    pthread_mutex_t lock; /* over the next five */
    pthread_cond_t work;
    bool changed, stopping, failed;
    uint64_t copies;
    bool strange; /* it is not a copy of this store */
    sqlite3 *db;  /* the copy, with the store attached as «live»; NULL: to be opened */
};

/* Rooms that were forgotten go first, so that numbers which came back are free. */
static const char *const steps[] = {
    "BEGIN IMMEDIATE",
    "DELETE FROM main.records WHERE room IN"
    " (SELECT id FROM main.rooms EXCEPT SELECT id FROM live.rooms)",
    "DELETE FROM main.rooms WHERE id NOT IN (SELECT id FROM live.rooms)",
    "DELETE FROM main.kept_deck_rooms WHERE room NOT IN (SELECT id FROM live.rooms)",
    "DELETE FROM main.kept_decks WHERE name NOT IN (SELECT name FROM live.kept_decks)",
    "REPLACE INTO main.rooms SELECT * FROM live.rooms EXCEPT SELECT * FROM main.rooms",
    "INSERT INTO main.records SELECT * FROM live.records"
    " WHERE at > (SELECT coalesce(max(at), 0) FROM main.records)",
    "INSERT INTO main.kept_decks SELECT * FROM live.kept_decks"
    " WHERE name NOT IN (SELECT name FROM main.kept_decks)",
    "REPLACE INTO main.kept_deck_rooms SELECT * FROM live.kept_deck_rooms"
    " EXCEPT SELECT * FROM main.kept_deck_rooms",
    "REPLACE INTO main.reports SELECT * FROM live.reports EXCEPT SELECT * FROM main.reports",
    "REPLACE INTO main.bans SELECT * FROM live.bans EXCEPT SELECT * FROM main.bans",
    "REPLACE INTO main.audit SELECT * FROM live.audit EXCEPT SELECT * FROM main.audit",
    "COMMIT",
};

/* 1 if the copy is of another store, or reaches further than this one; 0 if all is well. */
static const char strange[] =
    "SELECT EXISTS (SELECT 1 FROM (SELECT c.id AS a, l.id AS b, c.sum AS s, l.sum AS t"
    "   FROM main.records c JOIN live.records l ON l.at = c.at ORDER BY c.at DESC LIMIT 1)"
    "  WHERE a <> b OR s <> t)"
    " OR EXISTS (SELECT 1 FROM main.records c"
    "  WHERE c.at > (SELECT coalesce(max(at), 0) FROM live.records)"
    "  AND (c.room IN (SELECT id FROM live.rooms) OR c.room >"
    "   (SELECT coalesce(max(seq), 0) FROM live.sqlite_sequence WHERE name = 'rooms')))";

static int run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int attach(sqlite3 *db, const char *file)
{
    sqlite3_stmt *st = NULL;
    int code = sqlite3_prepare_v2(db, "ATTACH ?1 AS live", -1, &st, NULL);
    if (code != SQLITE_OK) return code;
    sqlite3_bind_text(st, 1, file, -1, SQLITE_STATIC);
    sqlite3_step(st);
    return sqlite3_finalize(st);
}

static int ask(sqlite3 *db, const char *sql, bool *yes)
{
    sqlite3_stmt *st = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    *yes = code == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW && sqlite3_column_int(st, 0);
    int end = sqlite3_finalize(st);
    return code == SQLITE_OK ? end : code;
}

static void close_db(struct copy *c)
{
    sqlite3_close(c->db);
    c->db = NULL;
}

static bool open_db(struct copy *c, char error[STORE_ERROR_BYTES])
{
    c->strange = false;
    if (!sqlite_make_folder(c->folder, error)) return false;
    c->db = sqlite_connect(c->to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!c->db || !sqlite_schema_open(c->db, c->to, true, error)) return false;
    int code = run(c->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
    if (code == SQLITE_OK) code = attach(c->db, c->from);
    if (code == SQLITE_OK) code = ask(c->db, strange, &c->strange);
    if (code != SQLITE_OK) sqlite_explain(error, c->to, c->db, code);
    if (c->strange)
        snprintf(
            error, STORE_ERROR_BYTES,
            "The copy %s is of another store, or reaches further than %s: then that has lost "
            "something, and the copy should be put in its place (ludoteca restore). Nothing was "
            "changed; name an empty folder with --copy-to to go on without it.",
            c->to, c->from);
    sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return code == SQLITE_OK && !c->strange;
}

static bool copy_once(struct copy *c, char error[STORE_ERROR_BYTES])
{
    int code = SQLITE_OK;
    if (!c->db && !open_db(c, error)) {
        close_db(c);
        return false;
    }
    for (size_t i = 0; code == SQLITE_OK && i < sizeof steps / sizeof *steps; i++)
        code = run(c->db, steps[i]);
    if (code == SQLITE_OK) return true;
    sqlite_explain(error, c->to, c->db, code);
    close_db(c); /* rolls back; a stick that comes back is opened again */
    return false;
}

/* Once when it begins to fail, and once when it goes again. */
static void report(struct copy *c, bool ok, const char *error)
{
    pthread_mutex_lock(&c->lock);
    bool before = c->failed;
    c->failed = !ok;
    if (ok) c->copies++;
    pthread_mutex_unlock(&c->lock);
    char sentence[STORE_ERROR_BYTES + 60];
    if (ok == !before || !c->complain) return;
    snprintf(sentence, sizeof sentence, ok ? "The copy is kept again." : "The copy is not kept: %s",
             error);
    c->complain(c->complain_arg, sentence);
}

/* Under the lock. */
static void wait_ms(struct copy *c, int64_t ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + ms * 1000000;
    t = (struct timespec){t.tv_sec + (time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    for (int over = 0; !c->stopping && !over;)
        over = pthread_cond_timedwait(&c->work, &c->lock, &t);
}

static void *copier(void *arg)
{
    struct copy *c = arg;
    char error[STORE_ERROR_BYTES];
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (!c->changed && !c->stopping)
            pthread_cond_wait(&c->work, &c->lock);
        if (!c->changed) break;
        wait_ms(c, c->failed ? AGAIN_MS : GATHER_MS);
        bool last = c->stopping;
        c->changed = false;
        pthread_mutex_unlock(&c->lock);
        bool ok = copy_once(c, error);
        report(c, ok, error);
        pthread_mutex_lock(&c->lock);
        if (!ok && !last) c->changed = true;
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static char *file_in(const char *folder)
{
    size_t size = strlen(folder) + sizeof "/" SQLITE_STORE_FILE;
    char *file = alloc_grow(NULL, size);
    snprintf(file, size, "%s/" SQLITE_STORE_FILE, folder);
    return file;
}

static bool start(struct copy *c)
{
    sigset_t all, before; /* signals are the caller's thread's business */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&c->thread, NULL, copier, c) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static void free_copy(struct copy *c)
{
    close_db(c);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c->from);
    free(c->to);
    free(c->folder);
    free(c);
}

struct copy *copy_open(const char *from_file, const struct store_options *options,
                       char error[STORE_ERROR_BYTES])
{
    struct copy *c = alloc_zero(1, sizeof *c);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&c->lock, NULL);
    c->from = strdup(from_file);
    c->to = file_in(options->copy_to);
    c->complain = options->complain;
    c->complain_arg = options->ready_arg;
    c->folder = strdup(options->copy_to);
    bool ok = copy_once(c, error);
    if (!ok && !c->strange) { /* a stick that is not there yet: people can play meanwhile */
        report(c, false, error);
        c->changed = true;
        ok = true;
    }
    if (ok && !start(c)) {
        snprintf(error, STORE_ERROR_BYTES, "There is no thread for the copy of the store.");
        ok = false;
    }
    if (ok) return c;
    free_copy(c);
    return NULL;
}

void copy_changed(struct copy *c)
{
    pthread_mutex_lock(&c->lock);
    bool wake = !c->changed;
    c->changed = true;
    pthread_mutex_unlock(&c->lock);
    if (wake) pthread_cond_signal(&c->work);
}

bool copy_is_kept(struct copy *c)
{
    pthread_mutex_lock(&c->lock);
    bool kept = !c->failed;
    pthread_mutex_unlock(&c->lock);
    return kept;
}

void copy_close(struct copy *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_mutex_unlock(&c->lock);
    pthread_cond_signal(&c->work);
    pthread_join(c->thread, NULL);
    free_copy(c);
}

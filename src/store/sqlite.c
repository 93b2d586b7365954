#include "store/sqlite.h"

#include "core/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUSY_MS 5000
#define QUICK_CHECK_BYTES (64 << 20)

static char *join(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 1;
    char *out = alloc_grow(NULL, size);
    snprintf(out, size, "%s%s", a, b);
    return out;
}

/* Makes the folder and those above it. */
static bool make_folder(const char *place, char error[STORE_ERROR_BYTES])
{
    char *path = join(place, "/");
    int problem = 0;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        problem = mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
        *slash = '/';
    }
    struct stat info;
    if (!problem && stat(path, &info) != 0) problem = errno;
    free(path);
    if (problem)
        snprintf(error, STORE_ERROR_BYTES,
                 "The data folder %s cannot be made (%s); make it yourself or choose another.",
                 place, strerror(problem));
    return !problem;
}

static bool may_write(const char *place, const char *file, char error[STORE_ERROR_BYTES])
{
    if (access(place, W_OK | X_OK) != 0) {
        snprintf(error, STORE_ERROR_BYTES,
                 "The data folder %s cannot be written (%s); give this user write access to it or "
                 "choose another.",
                 place, strerror(errno));
        return false;
    }
    if (access(file, W_OK) != 0 && errno != ENOENT) {
        sqlite_explain(error, file, NULL, SQLITE_READONLY);
        return false;
    }
    return true;
}

/* One process serves a store. The lock is a file of its own, because SQLite's locks on the database
 * vanish when any other descriptor of it is closed; it goes away with the process. */
static int lock(const char *file, char error[STORE_ERROR_BYTES])
{
    char *name = join(file, "-lock");
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        snprintf(error, STORE_ERROR_BYTES,
                 "The lock file %s cannot be opened (%s); give this user write access to it.", name,
                 strerror(errno));
        free(name);
        return -1;
    }
    free(name);
    char holder[16] = "";
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        int len = snprintf(holder, sizeof holder, "%d\n", (int)getpid());
        if (ftruncate(fd, 0) != 0 || pwrite(fd, holder, (size_t)len, 0) != len)
            return fd; /* it only serves the sentence below */
        return fd;
    }
    if (pread(fd, holder, sizeof holder - 1, 0) < 0) holder[0] = '\0';
    holder[strspn(holder, "0123456789")] = '\0';
    snprintf(error, STORE_ERROR_BYTES,
             "The store %s is in use by another server (process %s); stop that one first or choose "
             "another folder.",
             file, holder[0] ? holder : "unknown");
    close(fd);
    return -1;
}

sqlite3 *sqlite_connect(const char *file, int flags, char error[STORE_ERROR_BYTES])
{
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(file, &db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_busy_timeout(db, BUSY_MS);
        /* Until we know that the file is ours, closing must not write to it. */
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        code = sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA trusted_schema=OFF", NULL, NULL,
                            NULL);
    }
    if (code == SQLITE_OK) return db;
    sqlite_explain(error, file, db, code);
    sqlite3_close(db);
    return NULL;
}

bool sqlite_prepare_all(sqlite3 *db, const char *const *sql, sqlite3_stmt **out, int count)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL))
            return false;
    return true;
}

static int note_wal(void *arg, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    ((struct sqlite_store *)arg)->wal_pages = pages;
    return SQLITE_OK;
}

/* A small file is looked over whole before anything is written to it (0.1 s at most); in a large
 * one loading notices what concerns live rooms, and store_check the rest. */
static bool looks_healthy(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    struct stat info;
    if (stat(e->file, &info) != 0 || info.st_size > QUICK_CHECK_BYTES) return true;
    return sqlite_healthy(e->writer, e->file, "PRAGMA quick_check(1)", error);
}

static bool open_writer(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    e->writer = sqlite_connect(e->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!e->writer || !sqlite_schema_open(e->writer, e->file, true, error) ||
        !looks_healthy(e, error))
        return false;
    int code = sqlite3_exec(e->writer,
                            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                            "PRAGMA journal_size_limit=67108864",
                            NULL, NULL, NULL);
    sqlite3_wal_hook(e->writer, note_wal, e);
    sqlite3_db_config(e->writer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    if (code != SQLITE_OK || !sqlite_prepare_all(e->writer, sqlite_write_sql, e->write, W_COUNT)) {
        sqlite_explain(error, e->file, e->writer, sqlite3_errcode(e->writer));
        return false;
    }
    return true;
}

/* What the writer counts on from. */
static bool read_counters(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    sqlite3_stmt *st = NULL;
    sqlite3_prepare_v2(e->reader,
                       "SELECT coalesce((SELECT max(at) FROM records), 0),"
                       " max(coalesce((SELECT max(id) FROM rooms), 0),"
                       "     coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'rooms'), 0))",
                       -1, &st, NULL);
    if (st && sqlite3_step(st) == SQLITE_ROW) {
        e->next_at = sqlite3_column_int64(st, 0) + 1;
        e->next_room = (uint64_t)sqlite3_column_int64(st, 1) + 1;
    }
    if (sqlite3_finalize(st) == SQLITE_OK && e->next_room) return true;
    sqlite_explain(error, e->file, e->reader, sqlite3_errcode(e->reader));
    return false;
}

static bool open_reader(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    e->reader = sqlite_connect(e->file, SQLITE_OPEN_READONLY, error);
    if (!e->reader || !sqlite_schema_open(e->reader, e->file, false, error)) return false;
    if (!sqlite_prepare_all(e->reader, sqlite_read_sql, e->read, R_COUNT)) {
        sqlite_explain(error, e->file, e->reader, sqlite3_errcode(e->reader));
        return false;
    }
    return read_counters(e, error);
}

static void close_all(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    for (int i = 0; i < R_COUNT; i++)
        sqlite3_finalize(e->read[i]);
    for (int i = 0; i < W_COUNT; i++)
        sqlite3_finalize(e->write[i]);
    for (int i = 0; i < ROW_KINDS; i++)
        sqlite3_finalize(e->rows[i]);
    sqlite3_close(e->reader);
    sqlite3_close(e->writer); /* last, so that it empties the write-ahead log */
    if (e->lock_fd >= 0) close(e->lock_fd);
    pthread_mutex_destroy(&e->heads_lock);
    heads_free(&e->heads);
    free(e->file);
    free(e);
}

static bool open_existing(struct sqlite_store *e, const char *place, char error[STORE_ERROR_BYTES])
{
    if (access(e->file, F_OK) == 0) return open_reader(e, error);
    snprintf(error, STORE_ERROR_BYTES,
             "There is no store in %s (%s); name the folder of a server with --data.", place,
             strerror(errno));
    return false;
}

static struct store *open_store(const struct store_options *options, char error[STORE_ERROR_BYTES])
{
    struct sqlite_store *e = alloc_zero(1, sizeof *e);
    const char *place = options->place[0] ? options->place : ".";
    pthread_mutex_init(&e->heads_lock, NULL);
    e->lock_fd = -1;
    e->file = join(place, "/" SQLITE_STORE_FILE);
    bool ok;
    if (options->mode == STORE_READ)
        ok = open_existing(e, place, error);
    else
        ok = make_folder(place, error) && may_write(place, e->file, error) &&
             (e->lock_fd = lock(e->file, error)) >= 0 && open_writer(e, error) &&
             open_reader(e, error);
    if (ok) return &e->base;
    close_all(&e->base);
    return NULL;
}

static bool prepare(struct store *s)
{
    return ((struct sqlite_store *)s)->loaded || sqlite_load(s, NULL, NULL);
}

static uint64_t new_room(struct store *s)
{
    return ((struct sqlite_store *)s)->next_room++;
}

static uint64_t live_rooms(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    pthread_mutex_lock(&e->heads_lock);
    uint64_t count = e->heads.count;
    pthread_mutex_unlock(&e->heads_lock);
    return count;
}

static uint64_t memory(struct store *s)
{
    (void)s;
    return (uint64_t)sqlite3_memory_used();
}

const struct store_engine store_sqlite = {
    .prefix = "",
    .open = open_store,
    .close = close_all,
    .rooms = sqlite_rooms,
    .load = sqlite_load,
    .read = sqlite_read,
    .find_code = sqlite_find_code,
    .decks = sqlite_decks,
    .find_deck = sqlite_find_deck,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .prepare = prepare,
    .new_room = new_room,
    .live_rooms = live_rooms,
    .memory = memory,
    .ask = sqlite_ask,
    .commit = sqlite_commit,
    .behind = sqlite_behind,
    .tidy = sqlite_tidy,
};

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

#define QUICK_CHECK_BYTES (64 << 20)

static char *join(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 1;
    char *out = alloc_grow(NULL, size);
    snprintf(out, size, "%s%s", a, b);
    return out;
}

/* Makes the folder and those above it. */
bool sqlite_make_folder(const char *place, char error[STORE_ERROR_BYTES])
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
int sqlite_lock(const char *file, char error[STORE_ERROR_BYTES])
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
        sqlite3_busy_timeout(db, SQLITE_BUSY_MS);
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
    if (stat(e->file, &info) != 0 || info.st_size > e->check_bytes) return true;
    return sqlite_healthy(e->writer, e->file, "PRAGMA quick_check(1)", error);
}

/* Before anything is written: is it what was left behind? If not, that may have been accepted. */
static bool connect_writer(struct sqlite_store *e, const struct store_options *options,
                           char error[STORE_ERROR_BYTES])
{
    struct mark mark = sqlite_mark_read(e);
    bool whole = sqlite_mark_holds(e, NULL, &mark, error);
    if (!whole && !options->accept_loss) return false;
    e->writer = sqlite_connect(e->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!e->writer) return false;
    whole = whole && sqlite_mark_holds(e, e->writer, &mark, error);
    if (!whole && !options->accept_loss) return false;
    char sentence[STORE_ERROR_BYTES];
    snprintf(sentence, sizeof sentence,
             "Some of the store %s is lost, as was accepted: it had reached record %lld.", e->file,
             (long long)mark.at);
    if (!whole && options->complain) options->complain(options->ready_arg, sentence);
    return true;
}

/* Whatever lies in the log is written once more, into the database: after a sync that failed, the
 * system may hold what the disk does not have. */
static bool write_again(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    sqlite3_busy_timeout(e->writer, 0);
    int code = sqlite3_wal_checkpoint_v2(e->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(e->writer, SQLITE_BUSY_MS);
    if ((code & 0xff) != SQLITE_IOERR) return true;
    sqlite_explain(error, e->file, e->writer, code);
    return false;
}

static bool open_writer(struct sqlite_store *e, const struct store_options *options,
                        char error[STORE_ERROR_BYTES])
{
    if (!connect_writer(e, options, error) ||
        !sqlite_schema_open(e->writer, e->file, true, error) || !looks_healthy(e, error))
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
    if (!write_again(e, error) || !sqlite_mark_start(e, error)) return false;
    sqlite_mark_now(e);
    return true;
}

static bool open_copy(struct sqlite_store *e, const struct store_options *options,
                      char error[STORE_ERROR_BYTES])
{
    if (!options->copy_to || !options->copy_to[0]) return true;
    e->copy = copy_open(e->file, options, error);
    return e->copy != NULL;
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

/* `mark`: what it has to hold; NULL where that was looked at. */
static bool open_reader(struct sqlite_store *e, const struct mark *mark,
                        char error[STORE_ERROR_BYTES])
{
    e->reader = sqlite_connect(e->file, SQLITE_OPEN_READONLY, error);
    if (!e->reader || (mark && !sqlite_mark_holds(e, e->reader, mark, error)) ||
        !sqlite_schema_open(e->reader, e->file, false, error))
        return false;
    if (!sqlite_prepare_all(e->reader, sqlite_read_sql, e->read, R_COUNT)) {
        sqlite_explain(error, e->file, e->reader, sqlite3_errcode(e->reader));
        return false;
    }
    return read_counters(e, error);
}

static void stand_in_drop(struct sqlite_store *e)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-mark"};
    for (size_t i = 0; e->stand_in && i < sizeof ends / sizeof *ends; i++) {
        char *name = join(e->file, ends[i]);
        unlink(name);
        free(name);
    }
    if (e->stand_in) rmdir(e->stand_in);
    free(e->stand_in);
}

/* SQLite cannot read a log in a folder that it cannot write to: we read a copy of both elsewhere. */
static bool stand_in_make(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    static const char *const ends[] = {"", "-wal", "-mark"};
    const char *where = getenv("TMPDIR");
    char *folder = join(where && where[0] ? where : "/tmp", "/ludoteca-read-XXXXXX");
    bool ok = mkdtemp(folder) != NULL;
    char *file = join(folder, "/" SQLITE_STORE_FILE);
    for (size_t i = 0; ok && i < sizeof ends / sizeof *ends; i++) {
        char *from = join(e->file, ends[i]), *to = join(file, ends[i]);
        ok = access(from, F_OK) != 0 || sqlite_copy_file(from, to);
        free(from);
        free(to);
    }
    if (!ok)
        snprintf(
            error, STORE_ERROR_BYTES,
            "The store %s is in a folder that cannot be written, and could not be copied to %s "
            "to be read (%s); name a place for that with TMPDIR.",
            e->file, folder, strerror(errno));
    free(e->file);
    e->file = file;
    e->stand_in = folder;
    return ok;
}

static void close_all(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    while (!e->broken && sqlite_index_write(e, true))
        ;
    for (int i = 0; i < R_COUNT; i++)
        sqlite3_finalize(e->read[i]);
    for (int i = 0; i < W_COUNT; i++)
        sqlite3_finalize(e->write[i]);
    for (int i = 0; i < ROW_KINDS; i++)
        sqlite3_finalize(e->rows[i]);
    copy_close(e->copy);
    sqlite_index_free(e);
    if (e->mark.fd >= 0 && !e->broken) sqlite_mark_now(e);
    mark_close(&e->mark);
    sqlite3_close(e->reader);
    sqlite3_close(e->writer); /* last, so that it empties the write-ahead log */
    stand_in_drop(e);
    if (e->lock_fd >= 0) close(e->lock_fd);
    pthread_mutex_destroy(&e->heads_lock);
    heads_free(&e->heads);
    free(e->file);
    free(e);
}

static bool open_as_left(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    struct mark mark = sqlite_mark_read(e);
    if (open_reader(e, &mark, error)) return true;
    struct mark again = sqlite_mark_read(e);
    if (again.number == mark.number) return false;
    sqlite3_close(e->reader); /* a server forgot rooms meanwhile */
    return open_reader(e, &again, error);
}

static bool open_existing(struct sqlite_store *e, const char *place, char error[STORE_ERROR_BYTES])
{
    struct mark mark = sqlite_mark_read(e);
    if (!sqlite_mark_holds(e, NULL, &mark, error)) return false;
    if (access(e->file, F_OK) == 0) {
        if (access(place, W_OK) != 0 && !stand_in_make(e, error)) return false;
        return open_as_left(e, error);
    }
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
    e->lock_fd = e->mark.fd = -1;
    e->check_bytes = options->check_bytes ? options->check_bytes : QUICK_CHECK_BYTES;
    e->file = join(place, "/" SQLITE_STORE_FILE);
    bool ok;
    if (options->mode == STORE_READ)
        ok = open_existing(e, place, error);
    else
        ok = sqlite_make_folder(place, error) && may_write(place, e->file, error) &&
             (e->lock_fd = sqlite_lock(e->file, error)) >= 0 && open_writer(e, options, error) &&
             open_reader(e, NULL, error) && open_copy(e, options, error);
    if (ok) return &e->base;
    close_all(&e->base);
    return NULL;
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

static bool copied(struct store *s)
{
    return copy_is_kept(((struct sqlite_store *)s)->copy);
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
    .prepare = sqlite_prepare,
    .index = sqlite_index,
    .new_room = new_room,
    .live_rooms = live_rooms,
    .memory = memory,
    .ask = sqlite_ask,
    .commit = sqlite_commit,
    .behind = sqlite_behind,
    .tidy = sqlite_tidy,
    .rest = sqlite_rest,
    .copied = copied,
};

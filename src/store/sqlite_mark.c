/* Is the file what was left behind? The high-water mark says what it held at least (mark.h); what it
 * does hold is asked for here. Damage in the write-ahead log, a log that was removed, an older copy in
 * the place of the file: SQLite takes each for a store that never was longer. */
#include "store/sqlite.h"

#include "core/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* While appends come without a pause; a store that rests marks at once. */
#define MARK_EVERY_MS 1000

/* Counts that never fall while rooms come and go: of rooms, reports, bans and decisions. Records of
 * forgotten rooms are gone, so before that the mark is lowered. */
static const char counts[] = "SELECT coalesce((SELECT max(at) FROM records), 0),"
                             " coalesce((SELECT sum(seq) FROM sqlite_sequence), 0)";

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int sqlite_counts(sqlite3 *db, struct mark *out)
{
    sqlite3_stmt *st = NULL;
    *out = (struct mark){0};
    int code = sqlite3_prepare_v2(db, counts, -1, &st, NULL);
    if (code == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        *out = (struct mark){1, sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1)};
    int end = sqlite3_finalize(st);
    return code == SQLITE_OK ? end : code;
}

static char *mark_name(const struct sqlite_store *e)
{
    size_t size = strlen(e->file) + sizeof "-mark";
    char *name = alloc_grow(NULL, size);
    snprintf(name, size, "%s-mark", e->file);
    return name;
}

struct mark sqlite_mark_read(const struct sqlite_store *e)
{
    char *name = mark_name(e);
    struct mark mark = mark_read(name);
    free(name);
    return mark;
}

static bool empty(const char *file)
{
    struct stat info;
    return stat(file, &info) != 0 ? errno == ENOENT : info.st_size == 0;
}

bool sqlite_mark_holds(const struct sqlite_store *e, sqlite3 *db, const struct mark *mark,
                       char error[STORE_ERROR_BYTES])
{
    struct mark there = {0};
    char what[120];
    if (!mark->number) return true;
    if (empty(e->file)) {
        snprintf(what, sizeof what, "it is empty or gone");
    } else {
        if (!db) return true;
        int code = sqlite_counts(db, &there);
        if (code != SQLITE_OK && code != SQLITE_ERROR) return true; /* whoever reads on says how */
        if (there.at >= mark->at && there.rows >= mark->rows) return true;
        if (there.at < mark->at)
            snprintf(what, sizeof what, "it ends with record %lld", (long long)there.at);
        else
            snprintf(what, sizeof what, "some of its latest rooms or reports are missing");
    }
    snprintf(error, STORE_ERROR_BYTES,
             "The store %s is not as it was left: %s and had reached %lld, so its file or its -wal "
             "was removed, damaged or replaced; keep a copy of the folder and restore a backup "
             "(ludoteca restore), or start once with --accept-loss to go on with what is there.",
             e->file, what, (long long)mark->at);
    return false;
}

bool sqlite_mark_start(struct sqlite_store *e, char error[STORE_ERROR_BYTES])
{
    char *name = mark_name(e);
    bool ok = mark_open(&e->mark, name);
    if (!ok)
        snprintf(error, STORE_ERROR_BYTES,
                 "The file %s cannot be opened (%s); give this user write access to it.", name,
                 strerror(errno));
    free(name);
    return ok;
}

void sqlite_mark_now(struct sqlite_store *e)
{
    struct mark there;
    e->marked_ms = now_ms();
    if (sqlite_counts(e->writer, &there) == SQLITE_OK)
        e->unmarked = !mark_write(&e->mark, there.at, there.rows);
}

void sqlite_mark_sometimes(struct sqlite_store *e)
{
    e->unmarked = true;
    if (now_ms() - e->marked_ms >= MARK_EVERY_MS) sqlite_mark_now(e);
}

bool sqlite_mark_lower(struct sqlite_store *e)
{
    e->unmarked = true;
    return mark_write(&e->mark, 0, e->mark.last.rows);
}

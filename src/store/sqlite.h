/* The embedded engine, shared by its files:
 *     sqlite.c         opening, locking, closing; the engine's table
 *     sqlite_schema.c  tables, versions, what is wrong with a file
 *     sqlite_write.c   the writer's thread: one transaction per batch
 *     sqlite_rows.c    the writer's thread: the tables beside the log
 *     sqlite_read.c    the caller's thread: loading, reading, checking, copying
 *     sqlite_index.c   where every live room stands, on both threads
 *     sqlite_mark.c    is the file what was left behind?
 *     sqlite_copy.c    a thread of its own: the folder that follows
 *     sqlite_decks.c   what rooms name instead of holding it, on both threads
 *     sqlite_ask.c     any thread: questions to the tables beside the log
 *
 * Records lie in the order they came, each pointing to its room's previous one; nothing is indexed
 * by room, because then every commit would dirty a page per room:
 *
 *     rooms    id 7 → first 1            heads (memory)  room 7: at 5, seq 3
 *     records  at 1 (7,1) ◀─ at 2 (9,1)…     at 4 (7,2) ◀─┐
 *                    ▲────────── prev ──────────┘  at 5 (7,3) prev 4
 *
 * Each row carries a checksum of all its values: SQLite notices damage to its own structure, the
 * checksum notices damage to ours. */
#pragma once

#include "store/copy.h"
#include "store/engine.h"
#include "store/heads.h"
#include "store/mark.h"
#include "store/rows.h"

#include <sqlite3.h>

#define SQLITE_STORE_FILE "ludoteca.db"
#define SQLITE_BUSY_MS 5000

/* Statements of the writer, and of the caller's thread. */
enum {
    W_BEGIN,
    W_COMMIT,
    W_ROLLBACK,
    W_ADD_ROOM,
    W_ADD_RECORD,
    W_GET_ROOM,
    W_END_ROOM,
    W_GET_PREV,
    W_DROP_RECORD,
    W_DROP_ROOM,
    W_ADD_DECK,
    W_NAME_DECK,
    W_DROP_DECKS,
    W_UNNAME_DECKS,
    W_GET_POSITION,
    W_SET_POSITION,
    W_HEAD,
    W_NOTE,
    W_DROP_NOTE,
    W_COUNT
};
enum {
    R_BEGIN,
    R_COMMIT,
    R_ROOM,
    R_RECORD,
    R_CODE,
    R_LIVE,
    R_ALL,
    R_SCAN,
    R_DECK,
    R_DECKS,
    R_LIVE_DECKS,
    R_UPTO,
    R_LINKS,
    R_RESTING,
    R_NOTE,
    R_LIVE_COUNT,
    R_COUNT
};

struct room_list {
    uint64_t *rooms;
    size_t count, cap;
};

/* Rooms on their way into the rows that say where each stands (sqlite_index.c). */
struct sqlite_index {
    struct room_list listed; /* got a record since `listed_from` */
    struct room_list going;  /* being written; up to `done` they are */
    size_t done, taken;
    int64_t listed_from, going_upto;
    int64_t upto; /* so far the rows are complete */
};

struct sqlite_store {
    struct store base;
    char *file;
    int lock_fd; /* -1 when only reading */

    sqlite3 *reader; /* the caller's thread */
    sqlite3_stmt *read[R_COUNT];
    bool loaded; /* heads are known */
    uint64_t next_room;

    sqlite3 *writer; /* the writer's thread; NULL when only reading */
    sqlite3_stmt *write[W_COUNT];
    sqlite3_stmt *rows[ROW_KINDS]; /* prepared when first needed */
    int64_t next_at;
    int wal_pages; /* as of the last commit */
    struct mark_file mark;
    bool unmarked; /* there is more than the mark says */
    bool unrested; /* something was committed since it last came to rest */
    bool broken;   /* what the disk holds is not known */
    int64_t marked_ms;
    struct copy *copy; /* NULL: none is kept */
    char *stand_in; /* a folder with a copy of one that cannot be written, for reading; or NULL */

    pthread_mutex_t heads_lock; /* held by the writer to change, by the caller to look */
    struct heads heads;
    struct sqlite_index index; /* under the same lock */
    int64_t check_bytes;       /* up to this size all of it is read at the start */
};

/* What may be wrong with a file, in one sentence. */
void sqlite_explain(char error[STORE_ERROR_BYTES], const char *file, sqlite3 *db, int code);
void sqlite_explain_damage(char error[STORE_ERROR_BYTES], const char *file, const char *detail);
/* SQLite's own check of its structure: PRAGMA quick_check or integrity_check. */
bool sqlite_healthy(sqlite3 *db, const char *file, const char *pragma,
                    char error[STORE_ERROR_BYTES]);
/* What it holds, as a mark would say it. */
int sqlite_counts(sqlite3 *db, struct mark *out);
struct mark sqlite_mark_read(const struct sqlite_store *e);
/* False and a sentence if there is less than the mark says; `db` may be NULL before it is open. */
bool sqlite_mark_holds(const struct sqlite_store *e, sqlite3 *db, const struct mark *mark,
                       char error[STORE_ERROR_BYTES]);
bool sqlite_mark_start(struct sqlite_store *e, char error[STORE_ERROR_BYTES]);
void sqlite_mark_now(struct sqlite_store *e);
/* After a commit: now, unless that was a moment ago. */
void sqlite_mark_sometimes(struct sqlite_store *e);
/* Before records may go: claims none. Only then may they. */
bool sqlite_mark_lower(struct sqlite_store *e);
/* One process serves a store. -1 and a sentence, or the descriptor that holds it. */
int sqlite_lock(const char *file, char error[STORE_ERROR_BYTES]);
bool sqlite_copy_file(const char *from, const char *to);
bool sqlite_make_folder(const char *place, char error[STORE_ERROR_BYTES]);

/* Checks that the file is ours and of a version this program knows; brings it up to date if
 * `write`. Changes nothing in a file that is not ours. */
bool sqlite_schema_open(sqlite3 *db, const char *file, bool write, char error[STORE_ERROR_BYTES]);
/* Runs the steps that the file has not seen, all or none. */
bool sqlite_migrate(sqlite3 *db, const char *file, const char *const *steps, int count,
                    char error[STORE_ERROR_BYTES]);

/* Writes the version again, within a transaction: something to write that changes nothing. */
int sqlite_touch(sqlite3 *db);

bool sqlite_prepare_all(sqlite3 *db, const char *const *sql, sqlite3_stmt **out, int count);
extern const char *const sqlite_write_sql[W_COUNT];
extern const char *const sqlite_read_sql[R_COUNT];

void sqlite_commit(struct store *s, struct request *batch);
void sqlite_tidy(struct store *s);
int sqlite_rest(struct store *s);
bool sqlite_behind(struct store *s, struct request *batch);
int sqlite_add_rows(struct sqlite_store *e, const struct request *r);
/* What the tables beside the log know of a room that is forgotten. */
int sqlite_forget_rows(struct sqlite_store *e, uint64_t room);
struct ask *sqlite_ask(struct store *s, char error[STORE_ERROR_BYTES]);
sqlite3 *sqlite_connect(const char *file, int flags, char error[STORE_ERROR_BYTES]);

bool sqlite_rooms(struct store *s, bool live_only,
                  bool (*room)(void *arg, const struct store_room *room), void *arg);
bool sqlite_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                 void *arg);
bool sqlite_read(struct store *s, uint64_t room, uint64_t from_seq,
                 bool (*record)(void *arg, const struct store_record *record), void *arg);
bool sqlite_find_code(struct store *s, const char *code, uint64_t *room);
bool sqlite_check(struct store *s);

/* Makes the heads known, from the rows of the index where they fit. */
bool sqlite_prepare(struct store *s);
bool sqlite_index(struct store *s,
                  bool (*room)(void *arg, const struct store_room *room, const char *note),
                  void *arg);
/* Under the lock, when the heads were read from all records: every room is to be written. */
void sqlite_index_begin(struct sqlite_store *e);
/* Under the lock, before a head goes on to another record. */
void sqlite_index_moved(struct sqlite_store *e, const struct head *before);
/* Some more rows, if many have gathered or now is a good time; true if there may be others. */
bool sqlite_index_write(struct sqlite_store *e, bool now);
/* Within the writer's transaction: what the caller noted of a room. */
int sqlite_index_note(struct sqlite_store *e, const struct request *r);
void sqlite_index_free(struct sqlite_store *e);
bool sqlite_backup(struct store *s, const char *file);

/* Within the writer's transaction; SQLite's code. */
int sqlite_keep_deck(struct sqlite_store *e, const struct request *r);
int sqlite_forget_decks(struct sqlite_store *e, uint64_t room);
bool sqlite_decks(struct store *s, bool live_only,
                  bool (*deck)(void *arg, const struct store_deck *deck), void *arg);
bool sqlite_find_deck(struct store *s, const char *name,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg);

/* Checksums of rows. */
struct room_row {
    uint64_t id;
    int64_t first, last, ended_ms; /* last and ended_ms are 0 while it is live */
    const char *code, *game;
};
uint32_t sqlite_room_sum(const struct room_row *row);
uint32_t sqlite_record_sum(int64_t prev, const struct store_record *record);
uint32_t sqlite_index_sum(uint64_t room, int64_t at, uint64_t seq, const char *note);
uint32_t sqlite_deck_sum(const struct store_deck *deck);

/* The writer's thread: rows beside the log.
 *
 * Two ways lead here. What somebody decided (a report, a ban) is committed with the records of the
 * moment and synced with them. What follows from records is written behind them, in transactions of
 * its own that are not synced: if the power goes, position and rows are lost together and are made
 * again from the log. */
#include "store/rows_sql.h"
#include "store/sqlite.h"

static int run(sqlite3_stmt *st)
{
    sqlite3_step(st);
    int code = sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return code;
}

/* Statements that are rare are not kept. */
static int run_list(struct sqlite_store *e, const char *const *list, int64_t room)
{
    int code = SQLITE_OK;
    for (; *list && code == SQLITE_OK; list++) {
        sqlite3_stmt *st = NULL;
        code = sqlite3_prepare_v2(e->writer, *list, -1, &st, NULL);
        if (code != SQLITE_OK) break;
        sqlite3_bind_int64(st, 1, room);
        code = run(st);
        sqlite3_finalize(st);
    }
    return code;
}

int sqlite_forget_rows(struct sqlite_store *e, uint64_t room)
{
    return run_list(e, rows_forget_room, (int64_t)room);
}

static int add_row(struct sqlite_store *e, const struct row *row)
{
    if (row->kind == ROW_CLEAR_ROOM) return run_list(e, rows_clear_room, row->value[0].number);
    if (row->kind == ROW_RECOUNT) return run_list(e, rows_recount, 0);
    sqlite3_stmt **st = &e->rows[row->kind];
    int code = *st ? SQLITE_OK
                   : sqlite3_prepare_v3(e->writer, rows_sql[row->kind], -1,
                                        SQLITE_PREPARE_PERSISTENT, st, NULL);
    if (code != SQLITE_OK) return code;
    for (int i = 0; i < row->count; i++) {
        const struct row_value *v = &row->value[i];
        if (v->text)
            sqlite3_bind_text(*st, i + 1, v->text, (int)v->number, SQLITE_STATIC);
        else if (v->is_text)
            sqlite3_bind_null(*st, i + 1);
        else
            sqlite3_bind_int64(*st, i + 1, v->number);
    }
    return run(*st);
}

int sqlite_add_rows(struct sqlite_store *e, const struct request *r)
{
    struct row row;
    int code = SQLITE_OK;
    for (size_t at = 0; code == SQLITE_OK && rows_next(r->body, r->len, &at, &row);)
        code = add_row(e, &row);
    return code;
}

/* Where the room's projection stands; 0: nowhere yet. */
static int get_position(struct sqlite_store *e, uint64_t room, uint64_t *seq)
{
    sqlite3_stmt *st = e->write[W_GET_POSITION];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)room);
    *seq = sqlite3_step(st) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    return sqlite3_reset(st);
}

static int set_position(struct sqlite_store *e, const struct request *r)
{
    sqlite3_stmt *st = e->write[W_SET_POSITION];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)r->room);
    sqlite3_bind_int64(st, 2, (sqlite3_int64)r->seq);
    sqlite3_bind_int64(st, 3, r->last);
    return run(st);
}

/* Rows are applied only onto the position they were made for: never twice, never with a gap. */
static int project(struct sqlite_store *e, const struct request *r)
{
    uint64_t seq;
    int code = get_position(e, r->room, &seq);
    if (code != SQLITE_OK || seq != r->expected_seq) return code;
    code = sqlite_add_rows(e, r);
    return code == SQLITE_OK ? set_position(e, r) : code;
}

bool sqlite_behind(struct store *s, struct request *batch)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    sqlite3_exec(e->writer, "PRAGMA synchronous=NORMAL", NULL, NULL, NULL);
    int code = run(e->write[W_BEGIN]);
    for (const struct request *r = batch; r && code == SQLITE_OK; r = r->next)
        code = r->kind == REQUEST_NOTE ? sqlite_index_note(e, r) : project(e, r);
    if (code == SQLITE_OK) code = run(e->write[W_COMMIT]);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(e->writer)) run(e->write[W_ROLLBACK]);
    sqlite3_exec(e->writer, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    return code == SQLITE_OK;
}

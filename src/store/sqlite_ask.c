#include "core/alloc.h"
#include "store/ask_inside.h"
#include "store/sqlite.h"

#include <stdlib.h>

struct sqlite_ask {
    struct ask base;
    sqlite3 *db;
};

static void bind(sqlite3_stmt *st, const char *values, const struct ask_about *about)
{
    const int64_t *number = about->number;
    for (int i = 1; *values; values++, i++) {
        if (*values == 't')
            sqlite3_bind_text(st, i, about->text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(st, i, *number++);
    }
}

static void write_value(struct writer *w, sqlite3_stmt *st, int column)
{
    int type = sqlite3_column_type(st, column);
    bool is_number = type == SQLITE_INTEGER;
    struct ask_value v = {.is_number = is_number};
    if (is_number)
        v.number = sqlite3_column_int64(st, column);
    else if (type != SQLITE_NULL)
        v.text = (const char *)sqlite3_column_text(st, column);
    ask_value_write(w, sqlite3_column_name(st, column), &v);
}

static bool write_rows(struct ask *ask, struct writer *w, enum question question,
                       const struct ask_about *about)
{
    sqlite3_stmt *st = NULL;
    sqlite3 *db = ((struct sqlite_ask *)ask)->db;
    int code = sqlite3_prepare_v2(db, ask_questions[question].sql, -1, &st, NULL);
    if (code != SQLITE_OK) return false;
    bind(st, ask_questions[question].values, about);
    while (sqlite3_step(st) == SQLITE_ROW) {
        write_object(w);
        for (int i = 0; i < sqlite3_column_count(st); i++)
            write_value(w, st, i);
        write_end(w);
    }
    return sqlite3_finalize(st) == SQLITE_OK;
}

static void close_db(struct ask *ask)
{
    sqlite3_close(((struct sqlite_ask *)ask)->db);
    free(ask);
}

static const struct ask_engine engine = {write_rows, close_db};

struct ask *sqlite_ask(struct store *s, char error[STORE_ERROR_BYTES])
{
    const struct sqlite_store *e = (const struct sqlite_store *)s;
    sqlite3 *db = sqlite_connect(e->file, SQLITE_OPEN_READONLY, error);
    if (!db) return NULL;
    struct sqlite_ask *ask = alloc_zero(1, sizeof *ask);
    ask->base.engine = &engine;
    ask->db = db;
    return &ask->base;
}

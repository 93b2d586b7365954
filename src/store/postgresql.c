#include "store/postgresql.h"

#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_HOUSE "ludoteca"

static char *copy_text(const char *text)
{
    return alloc_copy(text, strlen(text) + 1);
}

static void close_all(struct store *s)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    postgresql_follow_end(e);
    PQfinish(e->reader);
    PQfinish(e->writer);
    free(e->address);
    free(e->shown);
    free(e->house);
    free(e);
}

static bool open_reader(struct postgresql_store *e, char error[STORE_ERROR_BYTES])
{
    e->reader = postgresql_connect(e, false, error);
    return e->reader && postgresql_schema_open(e, e->reader, false, error);
}

static struct store *open_store(const struct store_options *options, char error[STORE_ERROR_BYTES])
{
    char *shown = postgresql_describe(options->place, error);
    if (!shown) return NULL;
    struct postgresql_store *e = alloc_zero(1, sizeof *e);
    e->shown = shown;
    e->address = copy_text(options->place);
    e->house = copy_text(options->house && options->house[0] ? options->house : DEFAULT_HOUSE);
    bool ok = true;
    if (options->copy_to && options->copy_to[0]) {
        snprintf(error, STORE_ERROR_BYTES,
                 "A copy is kept only of a store in a folder; a database has standbys of its own: "
                 "leave --copy-to away.");
        ok = false;
    }
    e->alone = options->mode == STORE_ALONE;
    if (ok && options->mode != STORE_READ) ok = postgresql_writer_open(e, error);
    if (ok && open_reader(e, error)) return &e->base;
    close_all(&e->base);
    return NULL;
}

static bool backup(struct store *s, const char *file)
{
    const struct postgresql_store *e = (const struct postgresql_store *)s;
    return store_fail(s, "The database %s is copied by its own tools: pg_dump --file %s ADDRESS.",
                      e->shown, file);
}

static bool prepare(struct store *s)
{
    (void)s;
    return true;
}

static uint64_t memory(struct store *s)
{
    (void)s;
    return 0; /* the database's memory is not ours */
}

static bool copied(struct store *s)
{
    (void)s;
    return false;
}

const struct store_engine store_postgresql = {
    .prefix = "postgresql://",
    .open = open_store,
    .close = close_all,
    .rooms = postgresql_rooms,
    .load = postgresql_load,
    .read = postgresql_read,
    .find_code = postgresql_find_code,
    .decks = postgresql_decks,
    .find_deck = postgresql_find_deck,
    .check = postgresql_check,
    .backup = backup,
    .prepare = prepare,
    .new_room = postgresql_new_room,
    .live_rooms = postgresql_live_rooms,
    .memory = memory,
    .ask = postgresql_ask,
    .commit = postgresql_commit,
    .behind = postgresql_behind,
    .tidy = postgresql_tidy,
    .rest = postgresql_rest,
    .copied = copied,
    .watch = postgresql_watch,
    .find_live = postgresql_find_live,
    .unwatch = postgresql_unwatch,
    .look = postgresql_look,
    .deliver = postgresql_deliver,
    .unheld = postgresql_unheld,
};

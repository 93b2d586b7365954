/* Decks that rooms name instead of holding them: large, immutable, each kept once. */
#include "store/sqlite.h"

#include <stdio.h>

static int run(sqlite3_stmt *st)
{
    sqlite3_step(st);
    return sqlite3_reset(st);
}

int sqlite_keep_deck(struct sqlite_store *e, const struct request *r)
{
    struct store_deck deck = {r->deck, r->body, r->len};
    sqlite3_stmt *add = e->write[W_ADD_DECK], *name = e->write[W_NAME_DECK];
    sqlite3_bind_text(add, 1, deck.name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add, 2, sqlite_deck_sum(&deck));
    sqlite3_bind_text(add, 3, deck.body, (int)deck.len, SQLITE_STATIC);
    int code = run(add);
    if (code != SQLITE_OK) return code;
    sqlite3_bind_int64(name, 1, (sqlite3_int64)r->room);
    sqlite3_bind_text(name, 2, deck.name, -1, SQLITE_STATIC);
    return run(name);
}

int sqlite_forget_decks(struct sqlite_store *e, uint64_t room)
{
    sqlite3_bind_int64(e->write[W_DROP_DECKS], 1, (sqlite3_int64)room);
    sqlite3_bind_int64(e->write[W_UNNAME_DECKS], 1, (sqlite3_int64)room);
    int code = run(e->write[W_DROP_DECKS]);
    return code == SQLITE_OK ? run(e->write[W_UNNAME_DECKS]) : code;
}

/* Every deck of a statement to a function that returns false to stop. */
static bool each(struct sqlite_store *e, sqlite3_stmt *st,
                 bool (*visit)(void *arg, const struct store_deck *deck), void *arg)
{
    bool ok = true, more = true;
    while (ok && more && sqlite3_step(st) == SQLITE_ROW) {
        struct store_deck deck = {(const char *)sqlite3_column_text(st, 0),
                                  (const char *)sqlite3_column_text(st, 2),
                                  (size_t)sqlite3_column_bytes(st, 2)};
        ok = deck.name && deck.body && sqlite3_column_int64(st, 1) == sqlite_deck_sum(&deck);
        if (!ok) {
            char detail[STORE_DECK_NAME_BYTES_MAX + 20];
            snprintf(detail, sizeof detail, "deck %.79s", deck.name ? deck.name : "?");
            sqlite_explain_damage(e->base.error, e->file, detail);
        }
        more = ok && visit(arg, &deck);
    }
    if (sqlite3_reset(st) != SQLITE_OK && ok) {
        sqlite_explain(e->base.error, e->file, e->reader, sqlite3_errcode(e->reader));
        return false;
    }
    return ok;
}

bool sqlite_decks(struct store *s, bool live_only,
                  bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    return each(e, e->read[live_only ? R_LIVE_DECKS : R_DECKS], deck, arg);
}

bool sqlite_find_deck(struct store *s, const char *name,
                      bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    sqlite3_bind_text(e->read[R_DECK], 1, name, -1, SQLITE_TRANSIENT);
    return each(e, e->read[R_DECK], deck, arg);
}

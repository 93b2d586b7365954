#include "store/sqlite.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

/* «Ludo» */
#define APPLICATION_ID 0x4c75646f

/* Step n brings a file from version n to n + 1. Steps are only ever added, never edited: files in
 * the field have already run them. */
static const char *const steps[] = {
    /* AUTOINCREMENT: a room's id does not come back when the room is forgotten. */
    "CREATE TABLE rooms ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  code TEXT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  first INTEGER NOT NULL,"
    "  last INTEGER,"
    "  ended_ms INTEGER NOT NULL DEFAULT 0,"
    "  sum INTEGER NOT NULL);"
    "CREATE UNIQUE INDEX rooms_live ON rooms (code) WHERE last IS NULL;"
    "CREATE INDEX rooms_code ON rooms (code);"
    "CREATE TABLE records ("
    "  at INTEGER PRIMARY KEY,"
    "  prev INTEGER NOT NULL,"
    "  room INTEGER NOT NULL,"
    "  seq INTEGER NOT NULL,"
    "  id INTEGER NOT NULL,"
    "  sum INTEGER NOT NULL,"
    "  body TEXT NOT NULL);",

    /* History: what the log says, as tables (docs/history.md). Ids are texts, times are Unix
     * milliseconds. Rooms that have ended by now played no game that history knows. */
    "CREATE TABLE decks ("
    "  id TEXT PRIMARY KEY,"
    "  game TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  language TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE cards ("
    "  id TEXT PRIMARY KEY,"
    "  text TEXT NOT NULL,"
    "  type TEXT NOT NULL CHECK (type IN ('black', 'white')),"
    "  pick INTEGER NOT NULL DEFAULT 1,"
    "  deck_id TEXT REFERENCES decks (id),"
    "  user_made INTEGER NOT NULL DEFAULT 0,"
    "  room INTEGER,"
    "  plays INTEGER NOT NULL DEFAULT 0,"
    "  wins INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX cards_plays ON cards (type, plays);"
    "CREATE INDEX cards_room ON cards (room) WHERE room IS NOT NULL;"
    "CREATE TABLE players ("
    "  id TEXT PRIMARY KEY,"
    "  room INTEGER NOT NULL,"
    "  name TEXT) WITHOUT ROWID;"
    "CREATE INDEX players_room ON players (room);"
    "CREATE TABLE game_sessions ("
    "  id TEXT PRIMARY KEY,"
    "  room INTEGER NOT NULL,"
    "  code TEXT NOT NULL,"
    "  host_id TEXT REFERENCES players (id),"
    "  state TEXT NOT NULL CHECK (state IN ('lobby', 'in_progress', 'completed')),"
    "  score_limit INTEGER NOT NULL DEFAULT 5,"
    "  enable_rando INTEGER NOT NULL DEFAULT 0,"
    "  tournament INTEGER NOT NULL DEFAULT 0,"
    "  finished INTEGER NOT NULL DEFAULT 0,"
    "  created_at INTEGER NOT NULL,"
    "  updated_at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX game_sessions_code ON game_sessions (code);"
    "CREATE INDEX game_sessions_room ON game_sessions (room);"
    "CREATE TABLE player_sessions ("
    "  id TEXT PRIMARY KEY,"
    "  game_session_id TEXT NOT NULL REFERENCES game_sessions (id),"
    "  player_id TEXT NOT NULL REFERENCES players (id),"
    "  score INTEGER NOT NULL DEFAULT 0,"
    "  is_active INTEGER NOT NULL DEFAULT 1,"
    "  is_winner INTEGER NOT NULL DEFAULT 0,"
    "  joined_at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX player_sessions_game ON player_sessions (game_session_id);"
    "CREATE INDEX player_sessions_player ON player_sessions (player_id);"
    "CREATE TABLE rounds ("
    "  id TEXT PRIMARY KEY,"
    "  game_session_id TEXT NOT NULL REFERENCES game_sessions (id),"
    "  round_number INTEGER NOT NULL,"
    "  black_card_id TEXT REFERENCES cards (id),"
    "  card_czar_id TEXT REFERENCES player_sessions (id),"
    "  phase TEXT NOT NULL CHECK (phase IN ('waiting_for_responses', 'judging', 'completed')),"
    "  winner_response_id TEXT REFERENCES responses (id),"
    "  created_at INTEGER NOT NULL,"
    "  completed_at INTEGER) WITHOUT ROWID;"
    "CREATE INDEX rounds_game ON rounds (game_session_id);"
    "CREATE TABLE responses ("
    "  id TEXT PRIMARY KEY,"
    "  round_id TEXT NOT NULL REFERENCES rounds (id),"
    "  player_session_id TEXT NOT NULL REFERENCES player_sessions (id),"
    "  submitted_at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX responses_round ON responses (round_id);"
    "CREATE INDEX responses_player ON responses (player_session_id);"
    "CREATE TABLE response_cards ("
    "  id TEXT PRIMARY KEY,"
    "  player_session_id TEXT NOT NULL REFERENCES player_sessions (id),"
    "  card_id TEXT NOT NULL REFERENCES cards (id),"
    "  response_id TEXT REFERENCES responses (id),"
    "  position INTEGER NOT NULL,"
    "  created_at INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX response_cards_response ON response_cards (response_id);"
    "CREATE INDEX response_cards_card ON response_cards (card_id);"
    "CREATE TABLE history_positions ("
    "  room INTEGER PRIMARY KEY,"
    "  seq INTEGER NOT NULL,"
    "  ended INTEGER NOT NULL DEFAULT 0);"
    "INSERT INTO history_positions (room, seq, ended)"
    "  SELECT id, 0, 1 FROM rooms WHERE last IS NOT NULL;"
    /* Moderation: what was reported and what the operator decided. */
    "CREATE TABLE reports ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL,"
    "  room INTEGER NOT NULL,"
    "  code TEXT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  reporter TEXT NOT NULL,"
    "  kind TEXT NOT NULL CHECK (kind IN ('card', 'player')),"
    "  what TEXT NOT NULL,"
    "  label TEXT NOT NULL,"
    "  player TEXT,"
    "  device TEXT,"
    "  address TEXT,"
    "  reason TEXT NOT NULL,"
    "  decision TEXT,"
    "  decided_at INTEGER);"
    "CREATE INDEX reports_open ON reports (at) WHERE decision IS NULL;"
    "CREATE INDEX reports_room ON reports (room);"
    "CREATE TABLE bans ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  kind TEXT NOT NULL CHECK (kind IN ('card', 'deck', 'device', 'address')),"
    "  what TEXT NOT NULL,"
    "  label TEXT NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  until INTEGER NOT NULL DEFAULT 0,"
    "  why TEXT NOT NULL,"
    "  lifted_at INTEGER);"
    "CREATE TABLE audit ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL,"
    "  action TEXT NOT NULL,"
    "  what TEXT NOT NULL,"
    "  detail TEXT NOT NULL);",

    "CREATE INDEX rounds_black_card ON rounds (black_card_id);",

    /* Decks that hosts brought, each once, and for which rooms. */
    "CREATE TABLE kept_decks ("
    "  name TEXT PRIMARY KEY,"
    "  sum INTEGER NOT NULL,"
    "  body TEXT NOT NULL);"
    "CREATE TABLE kept_deck_rooms ("
    "  room INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  PRIMARY KEY (room, name)) WITHOUT ROWID;"
    "CREATE INDEX kept_deck_rooms_name ON kept_deck_rooms (name);",

    /* Where each live room stands, and what the caller noted of it (sqlite_index.c). */
    "CREATE TABLE resting ("
    "  room INTEGER PRIMARY KEY,"
    "  at INTEGER NOT NULL,"
    "  seq INTEGER NOT NULL,"
    "  note TEXT NOT NULL,"
    "  sum INTEGER NOT NULL);",
};
#define VERSION ((int)(sizeof steps / sizeof *steps))

/* Odd multiplication and xor of a shift are both one-to-one, so no single change can hide. */
static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

static uint64_t mix_bytes(uint64_t h, const char *bytes, size_t len)
{
    h = mix(h, len);
    uint64_t word;
    for (; len >= sizeof word; bytes += sizeof word, len -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        h = mix(h, le64toh(word));
    }
    word = 0;
    memcpy(&word, bytes, len);
    return mix(h, le64toh(word));
}

uint32_t sqlite_room_sum(const struct room_row *row)
{
    uint64_t h = mix(mix(mix(mix(1, row->id), (uint64_t)row->first), (uint64_t)row->last),
                     (uint64_t)row->ended_ms);
    h = mix_bytes(h, row->code, strlen(row->code));
    return (uint32_t)mix_bytes(h, row->game, strlen(row->game));
}

uint32_t sqlite_record_sum(int64_t prev, const struct store_record *record)
{
    uint64_t h = mix(mix(mix(mix(2, (uint64_t)prev), record->room), record->seq), record->id);
    return (uint32_t)mix_bytes(h, record->body, record->len);
}

uint32_t sqlite_index_sum(uint64_t room, int64_t at, uint64_t seq, const char *note)
{
    return (uint32_t)mix_bytes(mix(mix(mix(4, room), (uint64_t)at), seq), note, strlen(note));
}

uint32_t sqlite_deck_sum(const struct store_deck *deck)
{
    return (uint32_t)mix_bytes(mix_bytes(3, deck->name, strlen(deck->name)), deck->body, deck->len);
}

void sqlite_explain_damage(char error[STORE_ERROR_BYTES], const char *file, const char *detail)
{
    snprintf(
        error, STORE_ERROR_BYTES,
        "The store %s is damaged (%.120s); it was left as it is: keep a copy of it and restore a "
        "backup, or choose another folder.",
        file, detail);
}

void sqlite_explain(char error[STORE_ERROR_BYTES], const char *file, sqlite3 *db, int code)
{
    const char *detail = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        snprintf(error, STORE_ERROR_BYTES,
                 "%s is not a Ludoteca store, or its beginning is damaged; it was left as it is: "
                 "restore a backup, move it away, or choose another folder.",
                 file);
        return;
    case SQLITE_CORRUPT: sqlite_explain_damage(error, file, detail); return;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        snprintf(error, STORE_ERROR_BYTES,
                 "The store %s cannot be written by this user; give it write access to the file "
                 "and its folder, or choose another folder.",
                 file);
        return;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        snprintf(error, STORE_ERROR_BYTES,
                 "The store %s is locked by another program; close that program and try again.",
                 file);
        return;
    case SQLITE_FULL:
        snprintf(error, STORE_ERROR_BYTES,
                 "The disk of the store %s is full; make some space and try again.", file);
        return;
    default:
        snprintf(
            error, STORE_ERROR_BYTES,
            "The store %s cannot be used (%.120s); check the disk and the rights on the folder.",
            file, detail);
    }
}

/* A pragma or query that gives one number; -1 with *code set if it fails. */
static sqlite3_int64 number(sqlite3 *db, const char *sql, int *code)
{
    sqlite3_stmt *st = NULL;
    sqlite3_int64 value = -1;
    *code = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    if (*code == SQLITE_OK) {
        *code = sqlite3_step(st);
        if (*code == SQLITE_ROW) {
            value = sqlite3_column_int64(st, 0);
            *code = SQLITE_OK;
        }
    }
    int end = sqlite3_finalize(st);
    if (*code == SQLITE_OK) *code = end;
    return value;
}

static int run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

bool sqlite_migrate(sqlite3 *db, const char *file, const char *const *todo, int count,
                    char error[STORE_ERROR_BYTES])
{
    int code = run(db, "BEGIN IMMEDIATE");
    int version = code == SQLITE_OK ? (int)number(db, "PRAGMA user_version", &code) : 0;
    for (; code == SQLITE_OK && version < count; version++)
        code = run(db, todo[version]);
    char finish[100];
    snprintf(finish, sizeof finish, "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             APPLICATION_ID, count);
    if (code == SQLITE_OK) code = run(db, finish);
    if (code == SQLITE_OK) return true;
    sqlite_explain(error, file, db, code);
    if (!sqlite3_get_autocommit(db)) run(db, "ROLLBACK");
    return false;
}

int sqlite_touch(sqlite3 *db)
{
    char sql[60];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", VERSION);
    return run(db, sql);
}

static int first_line(void *arg, int count, char **values, char **names)
{
    (void)names;
    char *line = arg;
    if (count > 0 && values[0] && !line[0])
        snprintf(line, STORE_ERROR_BYTES / 2, "%.*s", (int)strcspn(values[0], "\n"), values[0]);
    return 0;
}

bool sqlite_healthy(sqlite3 *db, const char *file, const char *pragma,
                    char error[STORE_ERROR_BYTES])
{
    char line[STORE_ERROR_BYTES / 2] = "";
    int code = sqlite3_exec(db, pragma, first_line, line, NULL);
    if (code == SQLITE_OK && strcmp(line, "ok") == 0) return true;
    if (code != SQLITE_OK)
        sqlite_explain(error, file, db, code);
    else
        sqlite_explain_damage(error, file, line);
    return false;
}

bool sqlite_schema_open(sqlite3 *db, const char *file, bool write, char error[STORE_ERROR_BYTES])
{
    int code;
    sqlite3_int64 owner = number(db, "PRAGMA application_id", &code);
    sqlite3_int64 version = code ? 0 : number(db, "PRAGMA user_version", &code);
    sqlite3_int64 objects = code ? 0 : number(db, "SELECT count(*) FROM sqlite_schema", &code);
    if (code != SQLITE_OK) {
        sqlite_explain(error, file, db, code);
        return false;
    }
    bool is_new = owner == 0 && version == 0 && objects == 0;
    if (!is_new && owner != APPLICATION_ID) {
        sqlite_explain(error, file, db, SQLITE_NOTADB);
        return false;
    }
    if (version > VERSION) {
        snprintf(error, STORE_ERROR_BYTES,
                 "The store %s was written by a newer Ludoteca (version %d of its tables, this "
                 "program knows %d); start the newer program, or restore an older backup.",
                 file, (int)version, VERSION);
        return false;
    }
    if (version == VERSION) return true;
    if (!write) {
        snprintf(error, STORE_ERROR_BYTES, "The store %s is %s; start the server on it once.", file,
                 is_new ? "still empty" : "of an older Ludoteca");
        return false;
    }
    return sqlite_migrate(db, file, steps, VERSION, error);
}

/* The tables of a house, their version, and whose house it is. */
#include "store/postgresql.h"

#include <stdio.h>
#include <string.h>

#define TEXT "TEXT COLLATE \"C\""

/* Step n brings a house from version n to n + 1. Steps are only ever added, never edited: databases
 * in the field have already run them. */
static const char *const steps[] = {
    /* Numbers of rooms go out in blocks of a hundred, so that a server has its own; they do not come
     * back. */
    "CREATE SEQUENCE room_ids INCREMENT BY 100;"
    "CREATE TABLE rooms ("
    "  id BIGINT PRIMARY KEY CHECK (id > 0),"
    "  code " TEXT " NOT NULL,"
    "  game " TEXT " NOT NULL,"
    "  last BIGINT,"
    "  ended_ms BIGINT NOT NULL DEFAULT 0);"
    "CREATE UNIQUE INDEX rooms_live ON rooms (code) WHERE last IS NULL;"
    "CREATE INDEX rooms_code ON rooms (code);"
    "CREATE TABLE records ("
    "  room BIGINT NOT NULL,"
    "  seq BIGINT NOT NULL,"
    "  id BIGINT NOT NULL,"
    "  at BIGINT GENERATED ALWAYS AS IDENTITY,"
    "  body BYTEA,"
    "  PRIMARY KEY (room, seq));"
    "CREATE TABLE writers ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  epoch BIGINT NOT NULL DEFAULT 1,"
    "  batch BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 50);"
    "CREATE TABLE kept_decks (name " TEXT " PRIMARY KEY, body BYTEA NOT NULL);"
    "CREATE TABLE kept_deck_rooms ("
    "  room BIGINT NOT NULL,"
    "  name " TEXT " NOT NULL,"
    "  PRIMARY KEY (room, name));"
    "CREATE INDEX kept_deck_rooms_name ON kept_deck_rooms (name);"
    /* History: what the log says, as tables (docs/history.md). Ids are texts, times are Unix
     * milliseconds. */
    "CREATE TABLE decks ("
    "  id " TEXT " PRIMARY KEY,"
    "  game " TEXT " NOT NULL,"
    "  name " TEXT " NOT NULL,"
    "  language " TEXT " NOT NULL);"
    "CREATE TABLE cards ("
    "  id " TEXT " PRIMARY KEY,"
    "  text " TEXT " NOT NULL,"
    "  type " TEXT " NOT NULL CHECK (type IN ('black', 'white')),"
    "  pick BIGINT NOT NULL DEFAULT 1,"
    "  deck_id " TEXT ","
    "  user_made BIGINT NOT NULL DEFAULT 0,"
    "  room BIGINT,"
    "  plays BIGINT NOT NULL DEFAULT 0,"
    "  wins BIGINT NOT NULL DEFAULT 0);"
    "CREATE INDEX cards_plays ON cards (type, plays);"
    "CREATE INDEX cards_room ON cards (room) WHERE room IS NOT NULL;"
    "CREATE TABLE players ("
    "  id " TEXT " PRIMARY KEY,"
    "  room BIGINT NOT NULL,"
    "  name " TEXT ");"
    "CREATE INDEX players_room ON players (room);"
    "CREATE TABLE game_sessions ("
    "  id " TEXT " PRIMARY KEY,"
    "  room BIGINT NOT NULL,"
    "  code " TEXT " NOT NULL,"
    "  host_id " TEXT ","
    "  state " TEXT " NOT NULL CHECK (state IN ('lobby', 'in_progress', 'completed')),"
    "  score_limit BIGINT NOT NULL DEFAULT 5,"
    "  enable_rando BIGINT NOT NULL DEFAULT 0,"
    "  tournament BIGINT NOT NULL DEFAULT 0,"
    "  finished BIGINT NOT NULL DEFAULT 0,"
    "  created_at BIGINT NOT NULL,"
    "  updated_at BIGINT NOT NULL);"
    "CREATE INDEX game_sessions_code ON game_sessions (code);"
    "CREATE INDEX game_sessions_room ON game_sessions (room);"
    "CREATE TABLE player_sessions ("
    "  id " TEXT " PRIMARY KEY,"
    "  game_session_id " TEXT " NOT NULL,"
    "  player_id " TEXT " NOT NULL,"
    "  score BIGINT NOT NULL DEFAULT 0,"
    "  is_active BIGINT NOT NULL DEFAULT 1,"
    "  is_winner BIGINT NOT NULL DEFAULT 0,"
    "  joined_at BIGINT NOT NULL);"
    "CREATE INDEX player_sessions_game ON player_sessions (game_session_id);"
    "CREATE INDEX player_sessions_player ON player_sessions (player_id);"
    "CREATE TABLE rounds ("
    "  id " TEXT " PRIMARY KEY,"
    "  game_session_id " TEXT " NOT NULL,"
    "  round_number BIGINT NOT NULL,"
    "  black_card_id " TEXT ","
    "  card_czar_id " TEXT ","
    "  phase " TEXT " NOT NULL CHECK (phase IN ('waiting_for_responses', 'judging', 'completed')),"
    "  winner_response_id " TEXT ","
    "  created_at BIGINT NOT NULL,"
    "  completed_at BIGINT);"
    "CREATE INDEX rounds_game ON rounds (game_session_id);"
    "CREATE INDEX rounds_black_card ON rounds (black_card_id);"
    "CREATE TABLE responses ("
    "  id " TEXT " PRIMARY KEY,"
    "  round_id " TEXT " NOT NULL,"
    "  player_session_id " TEXT " NOT NULL,"
    "  submitted_at BIGINT NOT NULL);"
    "CREATE INDEX responses_round ON responses (round_id);"
    "CREATE INDEX responses_player ON responses (player_session_id);"
    "CREATE TABLE response_cards ("
    "  id " TEXT " PRIMARY KEY,"
    "  player_session_id " TEXT " NOT NULL,"
    "  card_id " TEXT " NOT NULL,"
    "  response_id " TEXT ","
    "  position BIGINT NOT NULL,"
    "  created_at BIGINT NOT NULL);"
    "CREATE INDEX response_cards_response ON response_cards (response_id);"
    "CREATE INDEX response_cards_card ON response_cards (card_id);"
    "CREATE TABLE history_positions ("
    "  room BIGINT PRIMARY KEY,"
    "  seq BIGINT NOT NULL,"
    "  ended BIGINT NOT NULL DEFAULT 0);"
    /* Moderation: what was reported and what the operator decided. */
    "CREATE TABLE reports ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  at BIGINT NOT NULL,"
    "  room BIGINT NOT NULL,"
    "  code " TEXT " NOT NULL,"
    "  game " TEXT " NOT NULL,"
    "  reporter " TEXT " NOT NULL,"
    "  kind " TEXT " NOT NULL CHECK (kind IN ('card', 'player')),"
    "  what " TEXT " NOT NULL,"
    "  label " TEXT " NOT NULL,"
    "  player " TEXT ","
    "  device " TEXT ","
    "  address " TEXT ","
    "  reason " TEXT " NOT NULL,"
    "  decision " TEXT ","
    "  decided_at BIGINT);"
    "CREATE INDEX reports_open ON reports (at) WHERE decision IS NULL;"
    "CREATE INDEX reports_room ON reports (room);"
    "CREATE TABLE bans ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  kind " TEXT " NOT NULL CHECK (kind IN ('card', 'deck', 'device', 'address')),"
    "  what " TEXT " NOT NULL,"
    "  label " TEXT " NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  until BIGINT NOT NULL DEFAULT 0,"
    "  why " TEXT " NOT NULL,"
    "  lifted_at BIGINT);"
    "CREATE TABLE audit ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  at BIGINT NOT NULL,"
    "  action " TEXT " NOT NULL,"
    "  what " TEXT " NOT NULL,"
    "  detail " TEXT " NOT NULL);",
    /* Several servers: which of them live, which rooms each holds (person 0) and who is connected to
     * it; and when a room that none holds wants attention, 0: at once. */
    "CREATE TABLE nodes ("
    "  id BIGINT PRIMARY KEY,"
    "  seen TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()) WITH (fillfactor = 50);"
    "CREATE TABLE holdings ("
    "  room BIGINT NOT NULL,"
    "  node BIGINT NOT NULL,"
    "  person BIGINT NOT NULL,"
    "  PRIMARY KEY (room, node, person));"
    "CREATE INDEX holdings_node ON holdings (node);"
    "ALTER TABLE rooms ADD COLUMN due_ms BIGINT NOT NULL DEFAULT 0;"
    "CREATE INDEX rooms_due ON rooms (due_ms) WHERE last IS NULL;",
};
#define VERSION ((int)(sizeof steps / sizeof *steps))

/* What is there: the version, 0 for an empty place, and the house's name. */
struct found {
    int version;
    char house[100];
};

static bool explain(const struct postgresql_store *e, PGconn *conn, PGresult *result,
                    char error[STORE_ERROR_BYTES])
{
    postgresql_explain(e, conn, result, error);
    PQclear(result);
    return false;
}

/* One statement or several; *out becomes the last one's result. */
static bool run(const struct postgresql_store *e, PGconn *conn, const char *sql,
                char error[STORE_ERROR_BYTES])
{
    PGresult *result = PQexec(conn, sql);
    if (!result_ok(result)) return explain(e, conn, result, error);
    PQclear(result);
    return true;
}

static bool look(const struct postgresql_store *e, PGconn *conn, struct found *found,
                 char error[STORE_ERROR_BYTES])
{
    *found = (struct found){0};
    PGresult *result = postgresql_run(conn, "SELECT to_regclass('ludoteca') IS NOT NULL", NULL);
    if (!result_ok(result)) return explain(e, conn, result, error);
    bool exists = result_number(result, 0, 0) != 0;
    PQclear(result);
    if (!exists) return true;
    result = postgresql_run(conn, "SELECT version, house FROM ludoteca", NULL);
    if (!result_ok(result)) return explain(e, conn, result, error);
    found->version = (int)result_number(result, 0, 0);
    if (PQntuples(result))
        snprintf(found->house, sizeof found->house, "%s", PQgetvalue(result, 0, 1));
    PQclear(result);
    return true;
}

static bool fits(const struct postgresql_store *e, const struct found *found,
                 char error[STORE_ERROR_BYTES])
{
    if (found->version > VERSION)
        snprintf(error, STORE_ERROR_BYTES,
                 "The database %s was written by a newer Ludoteca (version %d of its tables, this "
                 "program knows %d); start the newer program.",
                 e->shown, found->version, VERSION);
    else if (found->version && strcmp(found->house, e->house) != 0)
        snprintf(error, STORE_ERROR_BYTES,
                 "The database %s is the house «%s», and this server is told to be «%s»; say "
                 "--house %s, or give each house a database or schema of its own.",
                 e->shown, found->house, e->house, found->house);
    else
        return true;
    return false;
}

/* Within a transaction that nobody else can be in at the same time. */
static bool migrate(const struct postgresql_store *e, PGconn *conn, char error[STORE_ERROR_BYTES])
{
    struct found found;
    if (!run(e, conn, "SELECT pg_advisory_xact_lock(1280656495)", error) ||
        !look(e, conn, &found, error) || !fits(e, &found, error))
        return false;
    if (found.version == 0 &&
        !run(e, conn, "CREATE TABLE ludoteca (house " TEXT " NOT NULL, version INTEGER NOT NULL)",
             error))
        return false;
    for (int i = found.version; i < VERSION; i++)
        if (!run(e, conn, steps[i], error)) return false;
    struct params p = {0};
    param_text(&p, e->house);
    param_number(&p, VERSION);
    PGresult *result =
        postgresql_run(conn,
                       found.version ? "UPDATE ludoteca SET house = $1, version = $2"
                                     : "INSERT INTO ludoteca (house, version) VALUES ($1, $2)",
                       &p);
    if (!result_ok(result)) return explain(e, conn, result, error);
    PQclear(result);
    return true;
}

bool postgresql_schema_open(const struct postgresql_store *e, PGconn *conn, bool write,
                            char error[STORE_ERROR_BYTES])
{
    struct found found;
    if (!look(e, conn, &found, error) || !fits(e, &found, error)) return false;
    if (found.version == VERSION) return true;
    if (!write) {
        snprintf(error, STORE_ERROR_BYTES, "The database %s is %s; start the server on it once.",
                 e->shown, found.version ? "of an older Ludoteca" : "still empty");
        return false;
    }
    bool ok =
        run(e, conn, "BEGIN", error) && migrate(e, conn, error) && run(e, conn, "COMMIT", error);
    if (!ok) PQclear(PQexec(conn, "ROLLBACK"));
    return ok;
}

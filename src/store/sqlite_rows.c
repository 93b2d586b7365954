/* The writer's thread: rows beside the log. The one file with the SQL that writes them.
 *
 * Two ways lead here. What somebody decided (a report, a ban) is committed with the records of the
 * moment and synced with them. What follows from records is written behind them, in transactions of
 * its own that are not synced: if the power goes, position and rows are lost together and are made
 * again from the log. */
#include "store/rows.h"
#include "store/sqlite.h"

static const char *const sql[ROW_KINDS] = {
    [ROW_DECK] = "INSERT INTO decks (id, game, name, language) VALUES (?,?,?,?)"
                 " ON CONFLICT (id) DO NOTHING",
    [ROW_CARD] = "INSERT INTO cards (id, text, type, pick, deck_id, user_made, room)"
                 " VALUES (?,?,?,?,?,?, nullif(?,0)) ON CONFLICT (id) DO NOTHING",
    [ROW_PLAYER] = "INSERT INTO players (id, room, name) VALUES (?,?,?)"
                   " ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    [ROW_GAME] = "INSERT INTO game_sessions (id, room, code, host_id, state, score_limit,"
                 " enable_rando, tournament, created_at, updated_at)"
                 " VALUES (?1,?2,?3,?4,'in_progress',?5,?6,?7,?8,?8) ON CONFLICT (id) DO NOTHING",
    [ROW_GAME_END] = "UPDATE game_sessions SET state = 'completed', updated_at = ?2, finished = ?3"
                     " WHERE id = ?1",
    [ROW_SESSION] = "INSERT INTO player_sessions (id, game_session_id, player_id, score, is_active,"
                    " is_winner, joined_at) VALUES (?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET"
                    " score = excluded.score, is_active = excluded.is_active,"
                    " is_winner = excluded.is_winner",
    [ROW_ROUND] = "INSERT INTO rounds (id, game_session_id, round_number, black_card_id,"
                  " card_czar_id, phase, created_at)"
                  " VALUES (?,?,?,?,?,'waiting_for_responses',?) ON CONFLICT (id) DO NOTHING",
    [ROW_ROUND_PHASE] = "UPDATE rounds SET phase = ?2, winner_response_id = ?3,"
                        " completed_at = CASE ?2 WHEN 'completed' THEN ?4 END WHERE id = ?1",
    [ROW_RESPONSE] = "INSERT INTO responses (id, round_id, player_session_id, submitted_at)"
                     " VALUES (?,?,?,?) ON CONFLICT (id) DO NOTHING",
    [ROW_RESPONSE_CARD] =
        "INSERT INTO response_cards (id, player_session_id, card_id, response_id, position,"
        " created_at) VALUES (?,?,?,?,?,?) ON CONFLICT (id) DO NOTHING",
    [ROW_CARD_PLAYED] = "UPDATE cards SET plays = plays + ?2, wins = wins + ?3 WHERE id = ?1",
    [ROW_REPORT] =
        "INSERT INTO reports (at, room, code, game, reporter, kind, what, label, player, device,"
        " address, reason) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
    [ROW_DECIDED] = "UPDATE reports SET decision = ?2, decided_at = ?3"
                    " WHERE id = ?1 AND decision IS NULL",
    [ROW_BAN] = "INSERT INTO bans (kind, what, label, at, until, why) VALUES (?,?,?,?,?,?)",
    [ROW_LIFT] = "UPDATE bans SET lifted_at = ?2 WHERE id = ?1 AND lifted_at IS NULL",
    [ROW_AUDIT] = "INSERT INTO audit (at, action, what, detail) VALUES (?,?,?,?)",
};

/* What belongs to one room, before its log is projected again. */
static const char *const clear_room[] = {
    "DELETE FROM response_cards WHERE response_id IN (SELECT responses.id FROM responses"
    " JOIN rounds ON rounds.id = round_id JOIN game_sessions ON game_sessions.id ="
    " game_session_id WHERE room = ?1)",
    "DELETE FROM responses WHERE round_id IN (SELECT rounds.id FROM rounds JOIN game_sessions"
    " ON game_sessions.id = game_session_id WHERE room = ?1)",
    "DELETE FROM rounds WHERE game_session_id IN (SELECT id FROM game_sessions WHERE room = ?1)",
    "DELETE FROM player_sessions WHERE game_session_id IN"
    " (SELECT id FROM game_sessions WHERE room = ?1)",
    "DELETE FROM game_sessions WHERE room = ?1",
    "DELETE FROM players WHERE room = ?1",
    "DELETE FROM cards WHERE room = ?1",
    "DELETE FROM history_positions WHERE room = ?1",
    NULL,
};

/* Names, and what people wrote themselves, go with the room; what was played stays. */
static const char *const forget_room[] = {
    "UPDATE players SET name = NULL WHERE room = ?1",
    "UPDATE cards SET text = '' WHERE room = ?1",
    "UPDATE reports SET label = '', reason = '', player = NULL, device = NULL, address = NULL"
    " WHERE room = ?1 AND (decision IS NOT NULL OR kind = 'player')",
    "DELETE FROM history_positions WHERE room = ?1",
    NULL,
};

static const char *const recount[] = {
    "UPDATE cards SET"
    " plays = (SELECT count(*) FROM response_cards WHERE card_id = cards.id),"
    " wins = (SELECT count(*) FROM response_cards JOIN responses ON responses.id = response_id"
    "  JOIN rounds ON rounds.id = round_id"
    "  WHERE card_id = cards.id AND winner_response_id = response_id) WHERE type = 'white'",
    "UPDATE cards SET"
    " plays = (SELECT count(*) FROM rounds WHERE black_card_id = cards.id),"
    " wins = (SELECT count(*) FROM rounds WHERE black_card_id = cards.id"
    "  AND winner_response_id IS NOT NULL) WHERE type = 'black'",
    NULL,
};

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
    return run_list(e, forget_room, (int64_t)room);
}

static int add_row(struct sqlite_store *e, const struct row *row)
{
    if (row->kind == ROW_CLEAR_ROOM) return run_list(e, clear_room, row->value[0].number);
    if (row->kind == ROW_RECOUNT) return run_list(e, recount, 0);
    sqlite3_stmt **st = &e->rows[row->kind];
    int code = *st ? SQLITE_OK
                   : sqlite3_prepare_v3(e->writer, sql[row->kind], -1, SQLITE_PREPARE_PERSISTENT,
                                        st, NULL);
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
        code = project(e, r);
    if (code == SQLITE_OK) code = run(e->write[W_COMMIT]);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(e->writer)) run(e->write[W_ROLLBACK]);
    sqlite3_exec(e->writer, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    return code == SQLITE_OK;
}

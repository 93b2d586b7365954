/* The one file with the SQL that reads the tables beside the log. */
#include "core/alloc.h"
#include "store/ask.h"
#include "store/sqlite.h"

#include <stdlib.h>

struct ask {
    sqlite3 *db;
};

#define CARD                                                                                       \
    "SELECT cards.id, cards.text, type, pick, plays, wins,"                                        \
    " coalesce(decks.name, '') AS deck, coalesce(decks.language, '') AS language"                  \
    " FROM cards LEFT JOIN decks ON decks.id = deck_id WHERE user_made = 0"
#define CARDS CARD " AND type = ?1 AND plays >= ?2 ORDER BY "

static const struct {
    const char *values, *sql;
} questions[QUESTION_COUNT] = {
    [ASK_GAMES] = {"i", "SELECT id, code, state, score_limit AS scoreLimit,"
                        " enable_rando AS isRando, tournament AS isTournament,"
                        " finished AS isFinished, created_at AS startedAt, updated_at AS endedAt,"
                        " (SELECT count(*) FROM rounds WHERE game_session_id = game_sessions.id"
                        "  AND phase = 'completed') AS rounds"
                        " FROM game_sessions WHERE room = ?1 ORDER BY created_at DESC, id DESC"
                        " LIMIT 100"},
    [ASK_GAME_SCORES] =
        {"i", "SELECT game_session_id AS game, coalesce(players.name, '') AS name,"
              " players.id AS player, score, is_active AS isActive,"
              " is_winner AS isWinner FROM player_sessions"
              " JOIN players ON players.id = player_id"
              " JOIN game_sessions ON game_sessions.id = game_session_id"
              " WHERE game_sessions.room = ?1"
              " ORDER BY created_at DESC, game, score DESC, joined_at, player LIMIT 1600"},
    [ASK_GAME_ROUNDS] =
        {"i", "SELECT rounds.game_session_id AS game, round_number AS round, black.text AS"
              " black, coalesce(players.name, '') AS winner,"
              " (SELECT json_group_array(text) FROM (SELECT white.text FROM"
              "  response_cards JOIN cards AS white ON white.id = card_id"
              "  WHERE response_id = winner_response_id ORDER BY position)) AS cards"
              " FROM rounds JOIN cards AS black ON black.id = black_card_id"
              " JOIN game_sessions ON game_sessions.id = rounds.game_session_id"
              " LEFT JOIN responses ON responses.id = winner_response_id"
              " LEFT JOIN player_sessions ON player_sessions.id ="
              "  responses.player_session_id"
              " LEFT JOIN players ON players.id = player_id"
              " WHERE game_sessions.room = ?1 AND phase = 'completed'"
              " ORDER BY game_sessions.created_at DESC, round_number LIMIT 2000"},
    [ASK_LEADERBOARD] = {"i", "SELECT players.id AS player, coalesce(players.name, '') AS name,"
                              " count(*) AS games, sum(is_winner) AS wins, sum(score) AS points"
                              " FROM player_sessions JOIN players ON players.id = player_id"
                              " JOIN game_sessions ON game_sessions.id = game_session_id"
                              " WHERE game_sessions.room = ?1 AND finished = 1"
                              " GROUP BY players.id ORDER BY wins DESC, points DESC, games, name"},
    [ASK_CARD] = {"t", CARD " AND cards.id = ?1"},
    [ASK_CARDS_BY_PLAYS] = {"tii", CARDS "plays DESC, cards.id LIMIT ?3"},
    [ASK_CARDS_BY_WINS] = {"tii", CARDS "wins DESC, plays, cards.id LIMIT ?3"},
    [ASK_CARDS_BY_RATE] = {"tii",
                           CARDS "wins * 1.0 / max(plays, 1) DESC, plays DESC, cards.id LIMIT ?3"},
    [ASK_POSITIONS] = {"", "SELECT room, seq FROM history_positions WHERE ended = 0"},
    [ASK_ENDED_BEHIND] = {"", "SELECT id AS room FROM rooms WHERE last IS NOT NULL AND id NOT IN"
                              " (SELECT room FROM history_positions WHERE ended = 1) ORDER BY id"},
    [ASK_REPORTS] = {"i", "SELECT id, at, code, game, reporter, kind, what, label, player, device,"
                          " reason, decision, decided_at AS decidedAt,"
                          " (SELECT count(*) FROM reports AS same WHERE same.kind = reports.kind"
                          "  AND same.what = reports.what AND same.decision IS NULL) AS times"
                          " FROM reports WHERE (decision IS NOT NULL) = ?1"
                          " ORDER BY at DESC, id DESC LIMIT 200"},
    [ASK_REPORT] = {"i", "SELECT id, at, room, code, game, kind, what, label, player, device,"
                         " address, reason, decision FROM reports WHERE id = ?1"},
    [ASK_BANS] = {"i", "SELECT id, kind, what, label, at, until, why FROM bans"
                       " WHERE lifted_at IS NULL AND (until = 0 OR until > ?1) ORDER BY id DESC"},
    [ASK_AUDIT] = {"", "SELECT at, action, what, detail FROM audit ORDER BY id DESC LIMIT 200"},
    [ASK_DECKS] = {"", "SELECT id, game, name, language FROM decks ORDER BY game, language, name"},
};

struct ask *sqlite_ask(struct store *s, char error[STORE_ERROR_BYTES])
{
    const struct sqlite_store *e = (const struct sqlite_store *)s;
    sqlite3 *db = sqlite_connect(e->file, SQLITE_OPEN_READONLY, error);
    if (!db) return NULL;
    struct ask *ask = alloc_zero(1, sizeof *ask);
    ask->db = db;
    return ask;
}

void ask_close(struct ask *ask)
{
    if (!ask) return;
    sqlite3_close(ask->db);
    free(ask);
}

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
    const char *name = sqlite3_column_name(st, column);
    write_key(w, name);
    if (sqlite3_column_type(st, column) == SQLITE_NULL)
        write_null(w);
    else if (strncmp(name, "is", 2) == 0)
        write_bool(w, sqlite3_column_int64(st, column) != 0);
    else if (strcmp(name, "cards") == 0) /* made by SQLite's own JSON functions */
        write_raw(w, (const char *)sqlite3_column_text(st, column),
                  (size_t)sqlite3_column_bytes(st, column));
    else if (sqlite3_column_type(st, column) == SQLITE_INTEGER)
        write_int(w, sqlite3_column_int64(st, column));
    else
        write_string(w, (const char *)sqlite3_column_text(st, column));
}

bool ask_write(struct ask *ask, struct writer *w, enum question question, struct ask_about about)
{
    sqlite3_stmt *st = NULL;
    write_array(w);
    int code = sqlite3_prepare_v2(ask->db, questions[question].sql, -1, &st, NULL);
    if (code == SQLITE_OK) {
        bind(st, questions[question].values, &about);
        while (sqlite3_step(st) == SQLITE_ROW) {
            write_object(w);
            for (int i = 0; i < sqlite3_column_count(st); i++)
                write_value(w, st, i);
            write_end(w);
        }
    }
    write_end(w);
    int end = sqlite3_finalize(st);
    return code == SQLITE_OK && end == SQLITE_OK;
}

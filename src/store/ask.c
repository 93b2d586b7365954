/* The one file with the SQL that reads the tables beside the log, in words that every engine
 * understands; values are ?1, as SQLite has them. */
#include "store/ask_inside.h"

#include <string.h>

#define CARD                                                                                       \
    "SELECT cards.id, cards.text, type, pick, plays, wins,"                                        \
    " coalesce(decks.name, '') AS deck, coalesce(decks.language, '') AS language"                  \
    " FROM cards LEFT JOIN decks ON decks.id = deck_id WHERE user_made = 0"
#define CARDS CARD " AND type = ?1 AND plays >= ?2 ORDER BY "

/* Engines differ in how they make a JSON array of a column. */
#define ROUNDS(array_of_text)                                                                      \
    "SELECT rounds.game_session_id AS game, round_number AS round, black.text AS"                  \
    " black, coalesce(players.name, '') AS winner,"                                                \
    " (SELECT " array_of_text " FROM (SELECT white.text FROM"                                      \
    "  response_cards JOIN cards AS white ON white.id = card_id"                                   \
    "  WHERE response_id = winner_response_id ORDER BY position) AS chosen) AS cards"              \
    " FROM rounds JOIN cards AS black ON black.id = black_card_id"                                 \
    " JOIN game_sessions ON game_sessions.id = rounds.game_session_id"                             \
    " LEFT JOIN responses ON responses.id = winner_response_id"                                    \
    " LEFT JOIN player_sessions ON player_sessions.id ="                                           \
    "  responses.player_session_id"                                                                \
    " LEFT JOIN players ON players.id = player_id"                                                 \
    " WHERE game_sessions.room = ?1 AND phase = 'completed'"                                       \
    " ORDER BY game_sessions.created_at DESC, round_number LIMIT 2000"

const char ask_game_rounds_postgresql[] = ROUNDS("coalesce(json_agg(text)::text, '[]')");

const struct ask_question ask_questions[QUESTION_COUNT] = {
    [ASK_GAMES] =
        {"i", "SELECT id, code, state, score_limit AS \"scoreLimit\","
              " enable_rando AS \"isRando\", tournament AS \"isTournament\","
              " finished AS \"isFinished\", created_at AS \"startedAt\", updated_at AS \"endedAt\","
              " (SELECT count(*) FROM rounds WHERE game_session_id = game_sessions.id"
              "  AND phase = 'completed') AS rounds"
              " FROM game_sessions WHERE room = ?1 ORDER BY created_at DESC, id DESC"
              " LIMIT 100"},
    [ASK_GAME_SCORES] =
        {"i", "SELECT game_session_id AS game, coalesce(players.name, '') AS name,"
              " players.id AS player, score, is_active AS \"isActive\","
              " is_winner AS \"isWinner\" FROM player_sessions"
              " JOIN players ON players.id = player_id"
              " JOIN game_sessions ON game_sessions.id = game_session_id"
              " WHERE game_sessions.room = ?1"
              " ORDER BY created_at DESC, game, score DESC, joined_at, player LIMIT 1600"},
    [ASK_GAME_ROUNDS] = {"i", ROUNDS("json_group_array(text)")},
    [ASK_LEADERBOARD] = {"i", "SELECT players.id AS player, coalesce(players.name, '') AS name,"
                              " count(*) AS games, sum(is_winner) AS wins, sum(score) AS points"
                              " FROM player_sessions JOIN players ON players.id = player_id"
                              " JOIN game_sessions ON game_sessions.id = game_session_id"
                              " WHERE game_sessions.room = ?1 AND finished = 1"
                              " GROUP BY players.id ORDER BY wins DESC, points DESC, games, name"},
    [ASK_CARD] = {"t", CARD " AND cards.id = ?1"},
    [ASK_CARDS_BY_PLAYS] = {"tii", CARDS "plays DESC, cards.id LIMIT ?3"},
    [ASK_CARDS_BY_WINS] = {"tii", CARDS "wins DESC, plays, cards.id LIMIT ?3"},
    [ASK_CARDS_BY_RATE] =
        {"tii", CARDS
         "wins * 1.0 / CASE WHEN plays > 0 THEN plays ELSE 1 END DESC, plays DESC, cards.id LIMIT ?3"},
    [ASK_POSITIONS] = {"", "SELECT room, seq FROM history_positions WHERE ended = 0"},
    [ASK_ENDED_BEHIND] = {"", "SELECT id AS room FROM rooms WHERE last IS NOT NULL AND id NOT IN"
                              " (SELECT room FROM history_positions WHERE ended = 1) ORDER BY id"},
    [ASK_REPORTS] = {"i", "SELECT id, at, code, game, reporter, kind, what, label, player, device,"
                          " reason, decision, decided_at AS \"decidedAt\","
                          " (SELECT count(*) FROM reports AS same WHERE same.kind = reports.kind"
                          "  AND same.what = reports.what AND same.decision IS NULL) AS times"
                          " FROM reports WHERE CASE WHEN decision IS NULL THEN 0 ELSE 1 END = ?1"
                          " ORDER BY at DESC, id DESC LIMIT 200"},
    [ASK_REPORT] = {"i", "SELECT id, at, room, code, game, kind, what, label, player, device,"
                         " address, reason, decision FROM reports WHERE id = ?1"},
    [ASK_BANS] = {"i", "SELECT id, kind, what, label, at, until, why FROM bans"
                       " WHERE lifted_at IS NULL AND (until = 0 OR until > ?1) ORDER BY id DESC"},
    [ASK_AUDIT] = {"", "SELECT at, action, what, detail FROM audit ORDER BY id DESC LIMIT 200"},
    [ASK_DECKS] = {"", "SELECT id, game, name, language FROM decks ORDER BY game, language, name"},
};

static bool starts_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

void ask_value_write(struct writer *w, const char *name, const struct ask_value *v)
{
    write_key(w, name);
    if (!v->text && !v->is_number)
        write_null(w);
    else if (starts_with(name, "is"))
        write_bool(w, v->number != 0);
    else if (v->is_number)
        write_int(w, v->number);
    else if (strcmp(name, "cards") == 0) /* made by the engine's own JSON functions */
        write_raw(w, v->text, strlen(v->text));
    else
        write_string(w, v->text);
}

bool ask_write(struct ask *ask, struct writer *w, enum question question, struct ask_about about)
{
    write_array(w);
    bool ok = ask->engine->rows(ask, w, question, &about);
    write_end(w);
    return ok;
}

void ask_close(struct ask *ask)
{
    if (ask) ask->engine->close(ask);
}

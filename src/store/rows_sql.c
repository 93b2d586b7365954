#include "store/rows_sql.h"

const char *const rows_sql[ROW_KINDS] = {
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
const char *const rows_clear_room[] = {
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
const char *const rows_forget_room[] = {
    "UPDATE players SET name = NULL WHERE room = ?1",
    "UPDATE cards SET text = '' WHERE room = ?1",
    "UPDATE reports SET label = '', reason = '', player = NULL, device = NULL, address = NULL"
    " WHERE room = ?1 AND (decision IS NOT NULL OR kind = 'player')",
    "DELETE FROM history_positions WHERE room = ?1",
    NULL,
};

const char *const rows_recount[] = {
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

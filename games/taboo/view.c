#include "view.h"
#include "awards.h"
#include "notice.h"
#include "pile.h"
#include "settings.h"
#include "taboo.h"

static const char *const phase_names[] = {"WAITING_FOR_DESCRIBER", "TURN_ACTIVE", "TURN_ENDED",
                                          "GAME_OVER"};
static const char *const role_names[] = {"watcher", "describer", "guesser", "buzzer"};
static const char *const result_names[] = {"correct", "buzz", "skip", "timeout", "interrupted"};

static const char *winner_name(const struct taboo *t)
{
    return t->winner == WINNER_TIE ? "tie" : taboo_team_names[t->winner];
}

static const char *seat_name(const struct game_table *table, int seat)
{
    return seat >= 0 && seat < table->seats ? table->seat[seat].name : "";
}

static void put_scores(const struct taboo *t, const char *key, struct writer *out)
{
    put_object(out, key);
    for (int team = 0; team < TABOO_TEAMS; team++)
        put_int(out, taboo_team_names[team], t->team[team].score);
    write_end(out);
}

static void put_team_stats(const struct taboo *t, struct writer *out)
{
    put_object(out, "teamStats");
    for (int team = 0; team < TABOO_TEAMS; team++) {
        put_object(out, taboo_team_names[team]);
        put_int(out, "correct", t->team[team].correct);
        put_int(out, "buzz", t->team[team].buzz);
        put_int(out, "skip", t->team[team].skip);
        put_int(out, "turns", t->team[team].turns);
        write_end(out);
    }
    write_end(out);
}

static void put_player_stats(const struct taboo *t, const struct game_table *table,
                             struct writer *out)
{
    put_array(out, "playerStats");
    for (int seat = 0; seat < table->seats; seat++) {
        int team = taboo_team_of(t, seat);
        if (team < 0) continue;
        write_object(out);
        put_string(out, "id", table->seat[seat].id);
        put_string(out, "name", table->seat[seat].name);
        put_string(out, "team", taboo_team_names[team]);
        put_int(out, "cardsDescribed", t->player[seat].described);
        put_int(out, "cardsGuessed", t->player[seat].guessed);
        write_end(out);
    }
    write_end(out);
}

static void put_person(const char *key, int seat, const struct game_table *table,
                       struct writer *out)
{
    write_key(out, key);
    if (seat < 0 || seat >= table->seats) {
        write_null(out);
        return;
    }
    write_object(out);
    put_string(out, "id", table->seat[seat].id);
    put_string(out, "name", table->seat[seat].name);
    write_end(out);
}

static void put_card(const char *key, uint32_t card, const struct game_table *table,
                     struct writer *out)
{
    write_key(out, key);
    card_write(table_card(table, card), out);
}

static void put_asked_by(const struct taboo *t, const struct taboo_played *p, struct writer *out)
{
    put_array(out, "askedBy");
    for (int team = 0; team < TABOO_TEAMS; team++)
        if (p->asked & t->team[team].seats) write_string(out, taboo_team_names[team]);
    write_end(out);
}

static void put_review(const struct taboo *t, int viewer, const struct game_table *table,
                       struct writer *out)
{
    put_array(out, "review");
    /* While the turn runs nobody looks back: guessers would learn what was passed. */
    int entries = t->phase == TABOO_ACTIVE ? 0 : t->review_count;
    for (int i = 0; i < entries; i++) {
        const struct taboo_played *p = &t->review[i];
        write_object(out);
        put_card("card", p->card, table, out);
        put_string(out, "result", result_names[p->result]);
        put_bool(out, "struck", p->struck);
        put_asked_by(t, p, out);
        put_bool(out, "mayStrike", taboo_may_strike(t, viewer, i));
        write_end(out);
    }
    write_end(out);
}

/* A word that scored was said aloud; one that was passed or buzzed waits for the review. */
static void put_guessed(const struct taboo *t, const struct game_table *table, struct writer *out)
{
    put_array(out, "guessed");
    for (int i = 0; t->phase == TABOO_ACTIVE && i < t->review_count; i++)
        if (t->review[i].result == RESULT_CORRECT)
            write_string(out, table_card(table, t->review[i].card)->word);
    write_end(out);
}

static void put_may(const struct taboo *t, int viewer, struct writer *out)
{
    enum taboo_role role = taboo_role(t, viewer);
    bool active = t->phase == TABOO_ACTIVE, strike = false;
    for (int i = 0; i < t->review_count; i++)
        strike = strike || taboo_may_strike(t, viewer, i);
    put_array(out, "may");
    if (t->phase == TABOO_WAITING && role == ROLE_DESCRIBER) write_string(out, "describer_ready");
    if (active && (role == ROLE_DESCRIBER || role == ROLE_GUESSER))
        write_string(out, "card_correct");
    if (active && role == ROLE_BUZZER) write_string(out, "card_buzz");
    if (active && role == ROLE_DESCRIBER) write_string(out, "card_skip");
    if (strike) write_string(out, "strike_card");
    write_end(out);
}

static void put_moment(const char *key, int64_t at, const struct game_table *table,
                       struct writer *out)
{
    write_key(out, key);
    if (at)
        write_int(out, at + table->clock_offset);
    else
        write_null(out);
}

static void put_turn(const struct taboo *t, const struct game_table *table, struct writer *out)
{
    bool over = t->phase == TABOO_OVER;
    put_int(out, "turnNumber", t->turn_number);
    put_string(out, "activeTeam", taboo_team_names[t->active]);
    put_person("describer", over ? -1 : t->describer, table, out);
    put_string(out, "nextTeam", taboo_team_names[!t->active]);
    put_person("nextDescriber", over ? -1 : taboo_next_describer(t, !t->active), table, out);
    put_moment("deadline", t->deadline, table, out);
    put_moment("lostUntil", t->lost_until, table, out);
}

static void write_notice(const struct taboo_notice *n, const struct game_table *table,
                         struct writer *out)
{
    put_string(out, "kind", notice_name(n));
    put_int(out, "turnNumber", n->turn);
    put_string(out, "team", taboo_team_names[n->team]);
    put_person("who", n->seat, table, out);
    put_person("next", n->next, table, out);
}

static void put_notices(const struct taboo *t, const struct game_table *table, struct writer *out)
{
    put_array(out, "notices");
    for (int i = 0; i < t->notices; i++) {
        write_object(out);
        write_notice(&t->notice[i], table, out);
        write_end(out);
    }
    write_end(out);
}

void taboo_view(const void *state, int viewer, const struct game_table *table, struct writer *out)
{
    const struct taboo *t = state;
    int coming = taboo_coming_to(t, viewer), team = coming < 0 ? taboo_team_of(t, viewer) : coming;
    write_object(out);
    put_string(out, "phase", phase_names[t->phase]);
    put_string(out, "mode", t->mode == TABOO_DECK ? "deck" : "score");
    put_int(out, "scoreLimit", t->score_limit);
    put_int(out, "turnSeconds", t->turn_ms / 1000);
    put_string(out, "role", role_names[taboo_role(t, viewer)]);
    write_key(out, "team");
    team < 0 ? write_null(out) : write_string(out, taboo_team_names[team]);
    put_bool(out, "coming", coming >= 0);
    put_turn(t, table, out);
    put_int(out, "cardNumber", t->card_number);
    if (taboo_sees_card(t, viewer)) {
        put_card("card", t->card, table, out);
    } else {
        write_key(out, "card");
        write_null(out);
    }
    put_may(t, viewer, out);
    put_scores(t, "scores", out);
    put_team_stats(t, out);
    put_player_stats(t, table, out);
    put_guessed(t, table, out);
    put_review(t, viewer, table, out);
    put_notices(t, table, out);
    put_int(out, "cardsLeft", taboo_cards_left(t));
    put_bool(out, "suddenDeath", t->sudden);
    write_key(out, "winner");
    t->phase == TABOO_OVER ? write_string(out, winner_name(t)) : write_null(out);
    if (t->phase == TABOO_OVER) taboo_awards(t, table, out);
    write_end(out);
}

static void tell_judged(const struct taboo *t, const struct game_table *table,
                        struct game_says *says, const char *event)
{
    struct writer *out = says_begin(says, event, AUDIENCE_ALL);
    put_string(out, "cardId", table_card(table, t->told_card)->id);
    put_string(out, "result", result_names[t->told_result]);
    if (t->told_result == RESULT_CORRECT)
        put_string(out, "word", table_card(table, t->told_card)->word);
    put_scores(t, "scores", out);
    put_team_stats(t, out);
    says_end(says);
}

static void tell_strike(const struct taboo *t, const char *event, const struct taboo_played *p,
                        const struct game_table *table, struct game_says *says)
{
    struct writer *out = says_begin(says, event, AUDIENCE_ALL);
    put_string(out, "cardId", table_card(table, p->card)->id);
    put_asked_by(t, p, out);
    says_end(says);
}

static void tell_strikes_lapsed(const struct taboo *t, const struct game_table *table,
                                struct game_says *says)
{
    for (int i = 0; i < t->told_review; i++)
        if (taboo_half_asked(&t->review[i]))
            tell_strike(t, "strike_lapsed", &t->review[i], table, says);
}

static void tell_turn_started(const struct taboo *t, const struct game_table *table,
                              struct game_says *says)
{
    struct writer *out = says_begin(says, "turn_started", AUDIENCE_ALL);
    put_string(out, "activeTeam", taboo_team_names[t->active]);
    put_string(out, "describerName", seat_name(table, t->describer));
    put_int(out, "turnNumber", t->turn_number);
    says_end(says);
}

static void tell_turn_ended(const struct taboo *t, const struct game_table *table,
                            struct game_says *says)
{
    struct writer *out = says_begin(says, "turn_ended", AUDIENCE_ALL);
    put_scores(t, "scores", out);
    put_team_stats(t, out);
    put_string(out, "nextTeam", taboo_team_names[!t->active]);
    put_string(out, "nextDescriberName", seat_name(table, taboo_next_describer(t, !t->active)));
    says_end(says);
}

static void tell_card_revealed(const struct taboo *t, const struct game_table *table,
                               struct game_says *says)
{
    uint32_t audience = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (taboo_sees_card(t, seat)) audience |= SEAT_BIT(seat);
    struct writer *out = says_begin(says, "card_revealed", audience);
    put_card("card", t->card, table, out);
    says_end(says);
}

static void tell_game_over(const struct taboo *t, const struct game_table *table,
                           struct game_says *says)
{
    struct writer *out = says_begin(says, "game_over", AUDIENCE_ALL);
    put_scores(t, "finalScores", out);
    put_team_stats(t, out);
    put_player_stats(t, table, out);
    put_string(out, "winner", winner_name(t));
    says_end(says);
}

static void tell_cards_ready(const struct taboo *t, struct game_says *says)
{
    struct writer *out = says_begin(says, "cards_ready", AUDIENCE_ALL);
    put_int(out, "totalCards", t->total);
    says_end(says);
}

static void tell_describer_lost(const struct taboo *t, const struct game_table *table,
                                struct game_says *says)
{
    struct writer *out = says_begin(says, "describer_lost", AUDIENCE_ALL);
    put_string(out, "describerName", seat_name(table, t->describer));
    put_moment("until", t->lost_until, table, out);
    says_end(says);
}

static void tell_describer_back(const struct taboo *t, const struct game_table *table,
                                struct game_says *says)
{
    struct writer *out = says_begin(says, "describer_back", AUDIENCE_ALL);
    put_string(out, "describerName", seat_name(table, t->describer));
    says_end(says);
}

static void tell_notice(const struct taboo *t, const struct game_table *table,
                        struct game_says *says)
{
    struct writer *out = says_begin(says, "turn_notice", AUDIENCE_ALL);
    write_notice(&t->notice[t->notices - 1], table, out);
    says_end(says);
}

void taboo_tell(const void *state, const struct game_table *table, struct game_says *says)
{
    const struct taboo *t = state;
    if (t->told & TOLD_STRIKE_ASKED)
        tell_strike(t, "strike_asked", &t->review[t->told_entry], table, says);
    if (t->told & TOLD_STRIKE_LAPSED) tell_strikes_lapsed(t, table, says);
    if (t->told & TOLD_CARD_STRUCK) tell_judged(t, table, says, "card_struck");
    if (t->told & TOLD_CARD_SCORED) tell_judged(t, table, says, "card_scored");
    if (t->told & TOLD_DESCRIBER_LOST) tell_describer_lost(t, table, says);
    if (t->told & TOLD_DESCRIBER_BACK) tell_describer_back(t, table, says);
    if (t->told & TOLD_TURN_ENDED) tell_turn_ended(t, table, says);
    if (t->told & TOLD_TURN_STARTED) tell_turn_started(t, table, says);
    if (t->told & TOLD_CARD_REVEALED) tell_card_revealed(t, table, says);
    if (t->told & TOLD_GAME_OVER) tell_game_over(t, table, says);
    if (t->told & TOLD_CARDS_READY) tell_cards_ready(t, says);
    if (t->told & TOLD_NOTICE) tell_notice(t, table, says);
}

#include "view.h"

static const char *const void_names[] = {"czar_left", "no_responses", "not_judged"};

/* An event about somebody that says no more than who. */
static struct writer *begin_about(const char *event, int author, uint32_t audience,
                                  const struct game_table *table, struct game_says *says)
{
    struct writer *out = says_begin(says, event, audience);
    cah_put_author(out, "playerId", table, author);
    return out;
}

static void tell_about(const char *event, int author, uint32_t audience,
                       const struct game_table *table, struct game_says *says)
{
    begin_about(event, author, audience, table, says);
    says_end(says);
}

static void tell_started(const struct cah *g, const struct game_table *table,
                         struct game_says *says)
{
    struct writer *out = says_begin(says, "game-started", AUDIENCE_ALL);
    cah_put_author(out, "firstCzarId", table, g->czar);
    cah_put_black(out, "firstBlackCard", g->black_card, table);
    says_end(says);
}

static void tell_round(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    struct writer *out = says_begin(says, "round-started", AUDIENCE_ALL);
    cah_put_id(out, "roundId", g->round_id);
    put_int(out, "round", g->round);
    cah_put_black(out, "blackCard", g->black_card, table);
    cah_put_author(out, "czarId", table, g->czar);
    says_end(says);
    for (int i = 0; i < g->response_count; i++) /* a Rando does not have to think */
        tell_about("card-submitted", g->response[i].author, AUDIENCE_ALL, table, says);
}

static void tell_each(const char *event, uint32_t seats, const struct game_table *table,
                      struct game_says *says)
{
    for (int s = 0; s < CAH_SEATS; s++)
        if (seats & SEAT_BIT(s)) tell_about(event, s, AUDIENCE_ALL, table, says);
}

static void tell_rejected(const struct cah *g, const struct game_table *table,
                          struct game_says *says)
{
    for (int s = 0; s < CAH_SEATS; s++)
        if (g->told_rejected & SEAT_BIT(s))
            tell_about("blank-rejected", s, cah_members(g, s), table, says);
    tell_each("card-taken-back", g->told_rejected, table, says);
}

/* To the host alone. */
static void tell_blank(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    for (int i = cah_next_asked(g, -1); i >= 0 && table->host >= 0; i = cah_next_asked(g, i)) {
        const struct cah_response *r = &g->response[i];
        struct writer *out = says_begin(says, "blank-submitted", SEAT_BIT(table->host));
        cah_put_id(out, "roundId", g->round_id);
        cah_put_id(out, "responseId", r->id);
        cah_put_cards(out, r->card, r->count, r->text, table, true);
        says_end(says);
    }
}

/* To the czars; where God is dead, to every player; never to those who watch. */
static void tell_all(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    uint32_t czar = g->czar >= 0 ? cah_members(g, g->czar) & g->playing : 0;
    struct writer *out = says_begin(says, "all-submitted", g->czar >= 0 ? czar : cah_present(g));
    cah_put_id(out, "roundId", g->round_id);
    put_array(out, "responses");
    for (int i = 0; i < g->response_count; i++) {
        write_object(out);
        cah_put_response(out, &g->response[i], table);
        write_end(out);
    }
    write_end(out);
    says_end(says);
    out = says_begin(says, "judging-started", AUDIENCE_ALL);
    cah_put_id(out, "roundId", g->round_id);
    put_int(out, "responses", g->response_count);
    says_end(says);
}

static void tell_revealed(const struct cah *g, const struct game_table *table,
                          struct game_says *says)
{
    for (int i = g->told_entry; i < g->revealed; i++) {
        struct writer *out = says_begin(says, "response-revealed", AUDIENCE_ALL);
        cah_put_id(out, "roundId", g->round_id);
        put_object(out, "response");
        cah_put_response(out, &g->response[i], table);
        write_end(out);
        put_int(out, "revealed", i + 1);
        put_int(out, "of", g->response_count);
        says_end(says);
    }
}

/* Somebody's response and the points that came of it. */
static void tell_outcome(const struct cah *g, const char *event, int entry,
                         const struct game_table *table, struct game_says *says)
{
    struct writer *out = says_begin(says, event, AUDIENCE_ALL);
    cah_put_id(out, "roundId", g->round_id);
    cah_put_author(out, "winnerId", table, entry < 0 ? -1 : g->response[entry].author);
    write_key(out, "winningResponse");
    if (entry < 0) {
        write_null(out);
    } else {
        write_object(out);
        cah_put_response(out, &g->response[entry], table);
        write_end(out);
    }
    cah_put_scores(out, "newScores", g, table);
    says_end(says);
}

static void tell_points(const struct cah *g, const char *event, const struct game_table *table,
                        struct game_says *says)
{
    struct writer *out = begin_about(event, g->told_seat, AUDIENCE_ALL, table, says);
    cah_put_scores(out, "newScores", g, table);
    says_end(says);
}

static void tell_never(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    struct writer *out = begin_about("never-have-i-ever", g->told_seat, AUDIENCE_ALL, table, says);
    cah_put_cards(out, &g->never_card, 1, "", table, false);
    says_end(says);
}

static void tell_pointed(const struct cah *g, const struct game_table *table,
                         struct game_says *says)
{
    char id[CAH_ID_BYTES];
    uint16_t card = g->finger[g->told_seat];
    struct writer *out =
        begin_about("pointed", g->told_seat, cah_members(g, g->told_seat), table, says);
    write_key(out, "cardId");
    if (card == CAH_NO_CARD) {
        write_null(out);
    } else {
        cah_white_id(table, card, id);
        write_string(out, id);
    }
    says_end(says);
}

static void tell_void(const struct cah *g, struct game_says *says)
{
    struct writer *out = says_begin(says, "round-void", AUDIENCE_ALL);
    cah_put_id(out, "roundId", g->told_round);
    put_string(out, "reason", void_names[g->told_why]);
    says_end(says);
}

static void tell_ended(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    struct writer *out = says_begin(says, "game-ended", AUDIENCE_ALL);
    cah_put_leaders(out, g, table);
    cah_put_scores(out, "finalScores", g, table);
    says_end(says);
}

static void tell_plain(const struct cah *g, const char *event, struct game_says *says)
{
    cah_put_id(says_begin(says, event, AUDIENCE_ALL), "roundId", g->round_id);
    says_end(says);
}

static void tell_cards(const struct cah *g, const struct game_table *table, struct game_says *says)
{
    int seat = g->told_seat;
    if (g->told & TOLD_SUBMITTED) tell_about("card-submitted", seat, AUDIENCE_ALL, table, says);
    if (g->told & TOLD_TAKEN_BACK) tell_about("card-taken-back", seat, AUDIENCE_ALL, table, says);
    if (g->told & TOLD_BLANK) tell_blank(g, table, says);
    if (g->told & TOLD_APPROVED)
        tell_about("blank-approved", seat, cah_members(g, seat), table, says);
    if (g->told & TOLD_REJECTED) tell_rejected(g, table, says);
    if (g->told & TOLD_SKIPPED) tell_each("player-skipped", g->told_skipped, table, says);
    if (g->told & TOLD_POINTED) tell_pointed(g, table, says);
    if (g->told & TOLD_NEVER) tell_never(g, table, says);
    if (g->told & TOLD_CONFESSED) tell_points(g, "confessed", table, says);
    if (g->told & TOLD_REBOOTED) tell_points(g, "hand-rebooted", table, says);
    if (g->told & TOLD_SHUFFLED) tell_plain(g, "deck-shuffled", says);
}

void cah_tell(const void *state, const struct game_table *table, struct game_says *says)
{
    const struct cah *g = state;
    tell_cards(g, table, says);
    if (g->told & TOLD_CZAR) tell_about("czar-changed", g->czar, AUDIENCE_ALL, table, says);
    if (g->told & TOLD_ALL) tell_all(g, table, says);
    if (g->told & TOLD_REVEALED) tell_revealed(g, table, says);
    if (g->told & TOLD_VOTED) tell_about("vote-cast", g->told_seat, AUDIENCE_ALL, table, says);
    if (g->told & TOLD_WINNER) tell_outcome(g, "round-winner", g->winner, table, says);
    if (g->told & TOLD_HAPPY) tell_outcome(g, "happy-ending", g->happy, table, says);
    if (g->told & TOLD_VOID) tell_void(g, says);
    if (g->told & TOLD_STARTED) tell_started(g, table, says);
    if (g->told & TOLD_ROUND) tell_round(g, table, says);
    if (g->told & TOLD_ENDED) tell_ended(g, table, says);
}

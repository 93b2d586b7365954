#include "view.h"
#include "awards.h"

static const char *const phase_names[] = {"waiting_for_responses", "judging", "completed",
                                          "completed"};

static void put_number(struct writer *out, const char *key, int64_t value, bool there)
{
    write_key(out, key);
    there ? write_int(out, value) : write_null(out);
}

static int votes_for(const struct cah *g, int entry)
{
    int votes = 0;
    for (int s = 0; s < CAH_SEATS; s++)
        votes += g->vote[s] == entry;
    return votes;
}

/* In the order in which they are revealed; what this viewer may not see yet is left out. */
static void put_responses(const struct cah *g, int viewer, const struct game_table *table,
                          struct writer *out)
{
    bool all = g->phase != PHASE_JUDGING || cah_is_czar(g, viewer);
    int own = cah_response_of(g, viewer), shown = all ? g->response_count : g->revealed;
    if (g->phase == PHASE_WAITING) shown = 0;
    put_array(out, "responses");
    for (int i = 0; i < shown; i++) {
        write_object(out);
        cah_put_response(out, &g->response[i], table);
        put_bool(out, "revealed", i < g->revealed);
        if (i == own) put_bool(out, "own", true);
        if (cah_knows_author(g, viewer, i))
            cah_put_author(out, "playerId", table, g->response[i].author);
        if (g->phase >= PHASE_COMPLETED && !g->vote_open) put_int(out, "votes", votes_for(g, i));
        write_end(out);
    }
    write_end(out);
    put_int(out, "responseCount", g->phase == PHASE_WAITING ? 0 : g->response_count);
    put_int(out, "revealed", g->revealed);
}

/* What he and his partner have laid down, in any phase. */
static void put_own(const struct cah *g, int viewer, const struct game_table *table,
                    struct writer *out)
{
    int own = cah_response_of(g, viewer);
    write_key(out, "yourResponse");
    if (own < 0) {
        write_null(out);
        return;
    }
    const struct cah_response *r = &g->response[own];
    write_object(out);
    cah_put_author(out, "playerId", table, r->author);
    cah_put_cards(out, r->card, r->count, r->text, table, false);
    put_bool(out, "pending", r->pending);
    write_end(out);
}

static void put_finger(const struct cah *g, int seat, const struct game_table *table,
                       const char *key, struct writer *out)
{
    char id[CAH_ID_BYTES];
    write_key(out, key);
    if (g->finger[seat] == CAH_NO_CARD) {
        write_null(out);
        return;
    }
    cah_white_id(table, g->finger[seat], id);
    write_string(out, id);
}

static void put_partner(const struct cah *g, int viewer, const struct game_table *table,
                        struct writer *out)
{
    int mate = cah_mate(g, viewer);
    if (!cah_has(g, RULE_PAIRS)) return;
    put_array(out, "pairs");
    for (int s = 0; s < CAH_SEATS; s += 2)
        if (g->seats & SEAT_BIT(s)) {
            write_array(out);
            write_string(out, table->seat[s].id);
            if (g->seats & SEAT_BIT(s + 1)) write_string(out, table->seat[s + 1].id);
            write_end(out);
        }
    write_end(out);
    if (viewer >= 0) put_finger(g, viewer, table, "pointing", out);
    write_key(out, "partner");
    if (mate < 0) {
        write_null(out);
        return;
    }
    write_object(out);
    put_string(out, "id", table->seat[mate].id);
    cah_put_hand(out, "hand", &g->hand[mate], table);
    put_finger(g, mate, table, "pointing", out);
    write_end(out);
}

static void put_votes(const struct cah *g, int viewer, const struct game_table *table,
                      struct writer *out)
{
    uint32_t voted = 0;
    for (int s = 0; s < CAH_SEATS; s++)
        if (g->vote[s] >= 0) voted |= SEAT_BIT(s);
    put_bool(out, "voting", cah_voters(g) != 0);
    cah_put_seats(out, "voted", table, voted);
    write_key(out, "yourVote");
    char id[17];
    if (viewer >= 0 && g->vote[viewer] >= 0) {
        cah_id_text(g->response[g->vote[viewer]].id, id);
        write_string(out, id);
    } else {
        write_null(out);
    }
}

static void put_pending(const struct cah *g, int viewer, const struct game_table *table,
                        struct writer *out)
{
    if (!cah_has(g, RULE_APPROVE) || viewer < 0 || viewer != table->host) return;
    put_array(out, "pending");
    for (int i = cah_next_asked(g, -1); i >= 0; i = cah_next_asked(g, i)) {
        const struct cah_response *r = &g->response[i];
        write_object(out);
        cah_put_id(out, "id", r->id);
        cah_put_cards(out, r->card, r->count, r->text, table, true);
        write_end(out);
    }
    write_end(out);
    put_number(out, "approveBy", g->approve_by + table->clock_offset, g->approve_by != 0);
}

static void put_never(const struct cah *g, const struct game_table *table, struct writer *out)
{
    if (!cah_has(g, RULE_NEVER)) return;
    write_key(out, "never");
    if (g->never_card == CAH_NO_CARD) {
        write_null(out);
        return;
    }
    write_object(out);
    cah_put_author(out, "playerId", table, g->never_by);
    cah_put_cards(out, &g->never_card, 1, "", table, false);
    cah_put_seats(out, "confessed", table, g->confessed);
    write_end(out);
}

static void put_outcome(const char *key, const struct cah *g, int entry,
                        const struct game_table *table, struct writer *out)
{
    write_key(out, key);
    if (entry < 0) {
        write_null(out);
        return;
    }
    write_object(out);
    cah_put_author(out, "playerId", table, g->response[entry].author);
    cah_put_response(out, &g->response[entry], table);
    write_end(out);
}

static void put_history(const struct cah *g, const struct game_table *table, struct writer *out)
{
    put_array(out, "history");
    for (int i = 0; i < g->past_count; i++) {
        const struct cah_past *p = &g->past[i];
        write_object(out);
        put_int(out, "round", p->round);
        cah_put_black(out, "blackCard", p->black, table);
        cah_put_author(out, "winnerId", table, p->winner);
        cah_put_cards(out, p->card, p->count, p->text, table, false);
        write_end(out);
    }
    write_end(out);
}

static void put_tournament(const struct cah *g, struct writer *out)
{
    if (!cah_has(g, RULE_TOURNAMENT)) return;
    put_object(out, "tournament");
    put_int(out, "game", g->games);
    put_object(out, "wins");
    for (int i = 0; i < g->wins_count; i++)
        put_int(out, g->wins[i].id, g->wins[i].wins);
    write_end(out);
    write_end(out);
}

static void put_if(struct writer *out, const char *verb, struct refusal r)
{
    if (!refused(&r)) write_string(out, verb);
}

static void put_may(const struct cah *g, int viewer, const struct game_table *table,
                    struct writer *out)
{
    put_array(out, "may");
    if (viewer >= 0 && !(g->left & SEAT_BIT(viewer))) {
        int own = cah_response_of(g, viewer);
        bool back = own >= 0 && g->phase == PHASE_WAITING && !g->closed && !g->response[own].fixed;
        if (cah_submitters(g) & SEAT_BIT(viewer)) write_string(out, "submit_response");
        if (back && g->playing & SEAT_BIT(viewer)) write_string(out, "take_back");
        if (g->revealed < g->response_count) put_if(out, "reveal", cah_may_judge(g, viewer));
        put_if(out, "judge_winner", cah_may_judge(g, viewer));
        if (cah_voters(g) & SEAT_BIT(viewer)) write_string(out, "vote");
        put_if(out, "next_round", cah_may_go_on(g, viewer, table));
        put_if(out, "reboot_hand", cah_may_reboot(g, viewer));
        put_if(out, "never_have_i_ever", cah_may_never(g, viewer));
        put_if(out, "confess", cah_may_confess(g, viewer));
        put_if(out, "point_at", cah_may_point(g, viewer));
        if (cah_asked(g)) put_if(out, "approve", cah_may_approve(g, viewer, table));
    }
    write_end(out);
}

static uint32_t submitted(const struct cah *g)
{
    uint32_t seats = 0;
    for (int i = 0; i < g->response_count; i++)
        seats |= cah_members(g, g->response[i].author);
    return seats;
}

/* Who has laid cards down: no secret, in the order of the seats. */
static void put_submitted(const struct cah *g, const struct game_table *table, struct writer *out)
{
    put_array(out, "submitted");
    for (int s = 0; s < CAH_SEATS; s++)
        if (submitted(g) & SEAT_BIT(s)) write_string(out, table->seat[s].id);
    for (int a = CAH_SEATS; a < CAH_AUTHORS; a++)
        for (int i = 0; i < g->response_count; i++)
            if (g->response[i].author == a) write_string(out, cah_author_id(table, a));
    write_end(out);
    uint32_t czar = g->phase == PHASE_JUDGING && g->czar >= 0
                        ? cah_members(g, g->czar) & g->playing & cah_present(g)
                        : 0;
    cah_put_seats(out, "waitingFor", table,
                  cah_awaited(g) & (cah_submitters(g) | cah_voters(g) | czar));
}

static void put_round(const struct cah *g, const struct game_table *table, struct writer *out)
{
    put_int(out, "round", g->round);
    cah_put_id(out, "roundId", g->round_id);
    cah_put_black(out, "blackCard", g->black_card, table);
    cah_put_author(out, "czarId", table, g->czar);
    put_bool(out, "packingHeat", cah_has(g, RULE_PACKING_HEAT) && g->pick == 2);
    put_int(out, "scoreLimit", g->score_limit);
    put_number(out, "endsAt", g->ends_at + table->clock_offset, g->ends_at != 0);
    put_number(out, "deadline", g->deadline + table->clock_offset, g->deadline != 0);
}

void cah_view(const void *state, int viewer, const struct game_table *table, struct writer *out)
{
    const struct cah *g = state;
    static const struct cah_hand nothing;
    write_object(out);
    put_string(out, "phase", phase_names[g->phase]);
    put_round(g, table, out);
    cah_put_hand(out, "hand", viewer >= 0 ? &g->hand[viewer] : &nothing, table);
    put_own(g, viewer, table, out);
    put_partner(g, viewer, table, out);
    put_submitted(g, table, out);
    put_responses(g, viewer, table, out);
    put_votes(g, viewer, table, out);
    put_pending(g, viewer, table, out);
    put_never(g, table, out);
    put_outcome("winningResponse", g, g->winner, table, out);
    put_outcome("happyResponse", g, g->happy, table, out);
    cah_put_scores(out, "scores", g, table);
    cah_put_seats(out, "players", table, cah_present(g));
    put_may(g, viewer, table, out);
    put_history(g, table, out);
    put_tournament(g, out);
    put_bool(out, "over", g->phase == PHASE_OVER);
    if (g->phase == PHASE_OVER) cah_put_leaders(out, g, table);
    if (g->phase == PHASE_OVER) cah_awards(g, table, out);
    write_end(out);
}

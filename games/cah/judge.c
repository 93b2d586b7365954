/* The czar's word, everybody's vote, and on to the next round. */
#include "refusals.h"
#include "round.h"

static struct refusal in_phase(const struct cah *g, enum cah_phase phase)
{
    if (g->phase == PHASE_OVER) return REFUSE(GAME_OVER);
    return g->phase == phase ? ACCEPTED : REFUSE(WRONG_PHASE);
}

struct refusal cah_may_judge(const struct cah *g, int seat)
{
    struct refusal r = in_phase(g, PHASE_JUDGING);
    if (refused(&r)) return r;
    return cah_is_czar(g, seat) ? ACCEPTED : REFUSE_OWN(NOT_CZAR);
}

struct refusal cah_reveal(struct cah *g, int seat, bool all)
{
    struct refusal r = cah_may_judge(g, seat);
    if (refused(&r)) return r;
    if (g->revealed == g->response_count) return REFUSE(STALE);
    g->told = TOLD_REVEALED;
    g->told_entry = g->revealed;
    g->revealed = (uint8_t)(all ? g->response_count : g->revealed + 1);
    return ACCEPTED;
}

struct refusal cah_judge(struct cah *g, int seat, int entry, const struct game_context *context)
{
    struct refusal r = cah_may_judge(g, seat);
    if (refused(&r)) return r;
    if (entry < 0) return REFUSE_OWN(NO_SUCH_RESPONSE);
    g->told = 0;
    cah_round_decide(g, entry, context);
    return ACCEPTED;
}

struct refusal cah_may_vote(const struct cah *g, int seat)
{
    if (g->phase == PHASE_OVER) return REFUSE(GAME_OVER);
    bool open = g->phase == PHASE_JUDGING ? cah_has(g, RULE_GOD_IS_DEAD)
                                          : g->phase == PHASE_COMPLETED && g->vote_open;
    if (!open || !(g->playing & SEAT_BIT(seat))) return REFUSE(WRONG_PHASE);
    if (cah_is_czar(g, seat))
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "The czar has chosen; the others vote."),
            "cah.no.czarVote");
    return g->vote[seat] < 0 ? ACCEPTED : REFUSE_OWN(ALREADY_SUBMITTED);
}

struct refusal cah_vote(struct cah *g, int seat, int entry, const struct game_context *context)
{
    struct refusal r = cah_may_vote(g, seat);
    if (refused(&r)) return r;
    if (entry < 0) return REFUSE_OWN(NO_SUCH_RESPONSE);
    if (entry == cah_response_of(g, seat)) return REFUSE_OWN(OWN_RESPONSE);
    if (!cah_can_win(g, entry, seat)) return REFUSE_OWN(NO_SUCH_RESPONSE);
    g->vote[seat] = (int8_t)entry;
    g->told = TOLD_VOTED;
    g->told_seat = (int8_t)seat;
    cah_round_check_votes(g, context);
    return ACCEPTED;
}

struct refusal cah_may_go_on(const struct cah *g, int seat, const struct game_table *table)
{
    struct refusal r = in_phase(g, PHASE_COMPLETED);
    if (refused(&r)) return r;
    return cah_is_czar(g, seat) || seat == table->host ? ACCEPTED : REFUSE_OWN(NOT_CZAR);
}

struct refusal cah_next_round(struct cah *g, int seat, const struct game_context *context)
{
    struct refusal r = cah_may_go_on(g, seat, context->table);
    if (refused(&r)) return r;
    g->told = 0;
    if (g->vote_open)
        cah_round_close_vote(g, context);
    else if (!cah_round_check_end(g, context))
        cah_round_begin(g, context);
    return ACCEPTED;
}

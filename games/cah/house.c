/* House rules that do not belong to a phase: a new hand for a point, confessions, partners. */
#include "pile.h"
#include "refusals.h"
#include "round.h"

#include <string.h>

static struct refusal not_played(const struct cah *g, enum cah_rule rule)
{
    if (g->phase == PHASE_OVER) return REFUSE(GAME_OVER);
    if (cah_has(g, rule)) return ACCEPTED;
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "This game is played without that rule."),
        "cah.no.rule");
}

/* His hand is another one now, so what he has laid down cannot go back into it. */
static void fix_response(struct cah *g, int seat)
{
    for (int i = 0; i < g->response_count; i++)
        if (g->response[i].author == seat && g->phase == PHASE_WAITING) g->response[i].fixed = 1;
}

struct refusal cah_may_reboot(const struct cah *g, int seat)
{
    struct refusal r = not_played(g, RULE_REBOOT_FOR_POINT);
    if (refused(&r)) return r;
    if (g->score[cah_side(g, seat)] > 0) return ACCEPTED;
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "A new hand costs a point, and you have none."),
        "cah.no.point");
}

struct refusal cah_reboot_hand(struct cah *g, int seat, const struct game_context *context)
{
    struct refusal r = cah_may_reboot(g, seat);
    if (refused(&r)) return r;
    struct cah_hand *hand = &g->hand[seat];
    int count = hand->count > CAH_HAND ? hand->count : CAH_HAND;
    g->told = TOLD_REBOOTED;
    g->told_seat = (int8_t)seat;
    g->score[cah_side(g, seat)]--;
    fix_response(g, seat);
    while (hand->count)
        cah_hand_remove(g, seat, hand->card[hand->count - 1]);
    cah_hand_fill(g, seat, count, context);
    cah_round_check_submissions(g, context);
    return ACCEPTED;
}

struct refusal cah_may_never(const struct cah *g, int seat)
{
    struct refusal r = not_played(g, RULE_NEVER);
    if (refused(&r)) return r;
    return g->never_used & SEAT_BIT(seat) ? REFUSE_OWN(ALREADY_SUBMITTED) : ACCEPTED;
}

struct refusal cah_never(struct cah *g, int seat, uint16_t card, const struct game_context *context)
{
    struct refusal r = cah_may_never(g, seat);
    if (refused(&r)) return r;
    if (cah_hand_find(&g->hand[seat], card) < 0) return REFUSE_OWN(NOT_IN_HAND);
    if (card >= CAH_BLANK)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "There is nothing to read on a blank card."),
            "cah.no.neverBlank");
    g->told = TOLD_NEVER;
    g->told_seat = (int8_t)seat;
    fix_response(g, seat);
    cah_hand_remove(g, seat, card);
    g->never_used |= (uint16_t)SEAT_BIT(seat);
    g->never_by = (int8_t)seat;
    g->never_card = card;
    g->confessed = 0;
    cah_hand_fill(g, seat, CAH_HAND, context);
    cah_round_check_submissions(g, context);
    return ACCEPTED;
}

struct refusal cah_may_confess(const struct cah *g, int seat)
{
    struct refusal r = not_played(g, RULE_NEVER);
    if (refused(&r)) return r;
    if (g->never_card == CAH_NO_CARD) return REFUSE(WRONG_PHASE);
    if (seat == g->never_by)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "It is for the others to confess."),
            "cah.no.confess");
    return g->confessed & SEAT_BIT(seat) ? REFUSE_OWN(ALREADY_SUBMITTED) : ACCEPTED;
}

struct refusal cah_confess(struct cah *g, int seat)
{
    struct refusal r = cah_may_confess(g, seat);
    if (refused(&r)) return r;
    int16_t *score = &g->score[cah_side(g, seat)];
    if (*score < INT16_MAX) ++*score;
    g->confessed |= (uint16_t)SEAT_BIT(seat);
    g->told = TOLD_CONFESSED;
    g->told_seat = (int8_t)seat;
    return ACCEPTED;
}

struct refusal cah_may_point(const struct cah *g, int seat)
{
    (void)seat;
    struct refusal r = not_played(g, RULE_PAIRS);
    if (refused(&r)) return r;
    return g->phase == PHASE_WAITING ? ACCEPTED : REFUSE(WRONG_PHASE);
}

struct refusal cah_point_at(struct cah *g, int seat, uint16_t card)
{
    struct refusal r = cah_may_point(g, seat);
    if (refused(&r)) return r;
    int mate = cah_mate(g, seat);
    bool held = cah_hand_find(&g->hand[seat], card) >= 0 ||
                (mate >= 0 && cah_hand_find(&g->hand[mate], card) >= 0);
    if (card != CAH_NO_CARD && !held) return REFUSE_OWN(NOT_IN_HAND);
    g->finger[seat] = card;
    g->told = TOLD_POINTED;
    g->told_seat = (int8_t)seat;
    return ACCEPTED;
}

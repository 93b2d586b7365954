/* Laying cards down, taking them back, and what the host says about blanks. */
#include "pile.h"
#include "refusals.h"
#include "round.h"

#include <string.h>

static struct refusal in_phase(const struct cah *g, enum cah_phase phase)
{
    if (g->phase == PHASE_OVER) return REFUSE(GAME_OVER);
    return g->phase == phase ? ACCEPTED : REFUSE(WRONG_PHASE);
}

/* Everybody's business in a round, except for who has just sat down. */
static struct refusal in_round(const struct cah *g, int seat)
{
    if (g->playing & SEAT_BIT(seat)) return ACCEPTED;
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_WRONG_PHASE, "You play from the next round on."),
        "cah.no.nextRound");
}

struct refusal cah_may_submit(const struct cah *g, int seat)
{
    struct refusal r = in_phase(g, PHASE_WAITING);
    if (!refused(&r)) r = in_round(g, seat);
    if (refused(&r)) return r;
    if (cah_is_czar(g, seat)) return REFUSE_OWN(CZAR_CANNOT_SUBMIT);
    if (cah_response_of(g, seat) >= 0) return REFUSE_OWN(ALREADY_SUBMITTED);
    return g->closed ? REFUSE(WRONG_PHASE) : ACCEPTED;
}

static struct refusal check_number(const struct cah *g, int count)
{
    bool heat = cah_has(g, RULE_PACKING_HEAT) && g->pick == 2;
    if (count == g->pick || (heat && count == 3)) return ACCEPTED;
    struct refusal no = heat ? refusal_saying(REFUSE_OWN(WRONG_NUMBER), "Play 2 cards, or 3.")
                             : refusal_saying(REFUSE_OWN(WRONG_NUMBER), "Play exactly %d card%s.",
                                              g->pick, g->pick == 1 ? "" : "s");
    return refusal_with_number(refusal_keyed(no, heat ? "cah.no.numberHeat" : "cah.no.number"),
                               "count", g->pick);
}

static struct refusal check_cards(const struct cah *g, int seat, const struct cah_offer *offer)
{
    for (int i = 0; i < offer->count; i++)
        for (int j = 0; j < i; j++)
            if (offer->card[i] == offer->card[j] && offer->card[i] != CAH_NO_CARD)
                return REFUSE_OWN(SAME_CARD);
    for (int i = 0; i < offer->count; i++)
        if (cah_hand_find(&g->hand[seat], offer->card[i]) < 0) return REFUSE_OWN(NOT_IN_HAND);
    return ACCEPTED;
}

static bool has_blank(const struct cah_offer *offer)
{
    bool any = false;
    for (int i = 0; i < offer->count; i++)
        any = any || offer->card[i] >= CAH_BLANK;
    return any;
}

struct refusal cah_check_offer(const struct cah *g, int seat, const struct cah_offer *offer)
{
    struct refusal r = check_number(g, offer->count);
    if (!refused(&r)) r = check_cards(g, seat, offer);
    if (refused(&r) || !has_blank(offer) || !(g->rejected & SEAT_BIT(seat))) return r;
    return refusal_keyed(refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE,
                                       "The host did not like it: printed cards in this round."),
                         "cah.no.blankAgain");
}

static uint64_t own_id(struct chance *chance)
{
    uint64_t high = chance_word(chance);
    return high << 32 | chance_word(chance);
}

static void lay_down(struct cah *g, int seat, const struct cah_offer *offer,
                     const struct game_context *context)
{
    struct cah_response *r = &g->response[g->response_count++];
    struct cah_hand *hand = &g->hand[seat];
    memset(r, 0, sizeof *r);
    r->id = own_id(context->chance);
    memcpy(&r->before, hand, sizeof r->before);
    memcpy(r->text, offer->text, sizeof r->text);
    r->author = (int8_t)seat;
    r->count = (uint8_t)offer->count;
    for (int i = 0; i < offer->count; i++) {
        r->card[i] = offer->card[i];
        cah_hand_remove(g, seat, offer->card[i]);
    }
    int kept = hand->count;
    cah_hand_fill(g, seat, CAH_HAND, context);
    r->drawn = (uint8_t)(hand->count - kept);
}

struct refusal cah_submit(struct cah *g, int seat, const struct cah_offer *offer,
                          const struct game_context *context)
{
    struct refusal r = cah_may_submit(g, seat);
    if (!refused(&r)) r = cah_check_offer(g, seat, offer);
    if (refused(&r)) return r;
    cah_note_host(g, context);
    g->told = TOLD_SUBMITTED;
    g->told_seat = (int8_t)seat;
    lay_down(g, seat, offer, context);
    if (cah_has(g, RULE_APPROVE) && has_blank(offer) && seat != context->table->host)
        g->response[g->response_count - 1].pending = PENDING_LATER;
    cah_round_check_submissions(g, context);
    return ACCEPTED;
}

static void forget_response(struct cah *g, int entry)
{
    size_t after = (size_t)(--g->response_count - entry);
    memmove(&g->response[entry], &g->response[entry + 1], after * sizeof g->response[0]);
    memset(&g->response[g->response_count], 0, sizeof g->response[0]);
    if (!cah_asked(g)) g->approve_by = 0;
}

/* The last drawn goes back first, so that the first drawn lies on top. */
void cah_response_return(struct cah *g, int entry)
{
    struct cah_response *r = &g->response[entry];
    struct cah_hand *hand = &g->hand[r->author];
    if (!r->fixed) {
        for (int i = 0; i < r->drawn; i++)
            cah_pile_put_on_top(g, hand->card[hand->count - 1 - i]);
        memcpy(hand, &r->before, sizeof *hand);
    } else { /* the hand is another one: as many as it can hold come back */
        for (int i = 0; i < r->count; i++)
            if (hand->count < CAH_HAND_MAX)
                hand->card[hand->count++] = r->card[i];
            else
                cah_pile_free(g, r->card[i]);
    }
    for (int s = 0; s < CAH_SEATS; s++) {
        bool held = false;
        for (int m = 0; m < CAH_SEATS; m++)
            held = held || cah_hand_find(&g->hand[m], g->finger[s]) >= 0;
        if (!held) g->finger[s] = CAH_NO_CARD;
    }
    forget_response(g, entry);
}

struct refusal cah_take_back(struct cah *g, int seat, const struct game_context *context)
{
    struct refusal r = in_phase(g, PHASE_WAITING);
    if (!refused(&r)) r = in_round(g, seat);
    if (refused(&r)) return r;
    if (cah_is_czar(g, seat)) return REFUSE_OWN(CZAR_CANNOT_SUBMIT);
    int entry = cah_response_of(g, seat);
    if (entry < 0) return REFUSE(STALE);
    if (g->closed) return REFUSE(WRONG_PHASE);
    if (g->left & SEAT_BIT(g->response[entry].author)) return REFUSE(STALE);
    if (g->response[entry].fixed)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE,
                                           "Your hand has changed since; this one stays played."),
                             "cah.no.takeBack");
    g->told = TOLD_TAKEN_BACK;
    g->told_seat = g->response[entry].author;
    cah_response_return(g, entry);
    cah_round_check_submissions(g, context);
    return ACCEPTED;
}

struct refusal cah_may_approve(const struct cah *g, int seat, const struct game_table *table)
{
    struct refusal r = in_phase(g, PHASE_WAITING);
    if (refused(&r)) return r;
    if (!cah_has(g, RULE_APPROVE)) return REFUSE(ILLEGAL_MOVE);
    return seat == table->host ? ACCEPTED : REFUSE(NOT_HOST);
}

struct refusal cah_approve(struct cah *g, int seat, int entry, bool yes,
                           const struct game_context *context)
{
    struct refusal r = cah_may_approve(g, seat, context->table);
    if (refused(&r)) return r;
    if (entry < 0 || g->response[entry].pending != PENDING_ASKED)
        return REFUSE_OWN(NO_SUCH_RESPONSE);
    g->told_seat = g->response[entry].author;
    g->told_rejected = (uint16_t)SEAT_BIT(g->told_seat);
    g->told = yes ? TOLD_APPROVED : TOLD_REJECTED;
    if (yes) {
        g->response[entry].pending = PENDING_NO;
    } else {
        g->rejected |= (uint16_t)cah_members(g, g->told_seat);
        cah_response_return(g, entry);
    }
    if (!cah_asked(g)) g->approve_by = 0;
    cah_round_check_submissions(g, context);
    return ACCEPTED;
}

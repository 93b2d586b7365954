/* What somebody could do in a seat: anything that the rules accept, or what the computer likes. */
#include "computer.h"
#include "talk.h"
#include "view.h"

#include <stdio.h>
#include <string.h>

static bool plain(int verb, struct game_move *out)
{
    out->verb = verb;
    strcpy(out->with, "{}");
    return true;
}

static bool one_in(uint32_t n, const struct game_context *context)
{
    return chance_below(context->chance, n) == 0;
}

static bool name_card(int verb, uint16_t card, const struct game_context *context,
                      struct game_move *out)
{
    char id[CAH_ID_BYTES];
    cah_white_id(context->table, card, id);
    out->verb = verb;
    snprintf(out->with, sizeof out->with, "{\"cardId\":\"%s\"}", id);
    return true;
}

static bool name_response(int verb, const struct cah *g, int entry, struct game_move *out)
{
    char id[17];
    cah_id_text(g->response[entry].id, id);
    out->verb = verb;
    snprintf(out->with, sizeof out->with, "{\"responseId\":\"%s\"}", id);
    return true;
}

/* On a blank among them stands `text`. */
static bool name_cards(const struct cah *g, const uint16_t *card, int count, const char *text,
                       const struct game_context *context, struct game_move *out)
{
    char ids[3 * CAH_ID_BYTES + 16] = "", texts[3 * CAH_ID_BYTES + 32] = "", id[CAH_ID_BYTES];
    char round[17];
    for (int i = 0; i < count; i++) {
        cah_white_id(context->table, card[i], id);
        snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s\"%s\"", i ? "," : "", id);
        if (card[i] < CAH_BLANK) continue;
        snprintf(texts + strlen(texts), sizeof texts - strlen(texts), "%s\"%s\":\"%s\"",
                 texts[0] ? "," : "", id, text);
    }
    cah_id_text(g->round_id, round);
    out->verb = VERB_SUBMIT;
    snprintf(out->with, sizeof out->with, "{\"roundId\":\"%s\",\"cardIds\":[%s],\"texts\":{%s}}",
             round, ids, texts);
    return true;
}

static bool suggest_cards(const struct cah *g, int seat, const struct game_context *context,
                          struct game_move *out)
{
    struct cah_hand hand = {0};
    for (int i = 0; i < g->hand[seat].count; i++)
        if (g->hand[seat].card[i] < CAH_BLANK || !(g->rejected & SEAT_BIT(seat)))
            hand.card[hand.count++] = g->hand[seat].card[i];
    int count = g->pick;
    if (cah_has(g, RULE_PACKING_HEAT) && count == 2 && hand.count > 2)
        count += (int)chance_below(context->chance, 2);
    chance_shuffle(context->chance, hand.card, hand.count, sizeof hand.card[0]);
    char letter[] = {(char)('a' + chance_below(context->chance, 26)), 0};
    return name_cards(g, hand.card, count, letter, context, out);
}

static bool suggest_vote(const struct cah *g, int seat, const struct game_context *context,
                         struct game_move *out)
{
    int entry;
    do
        entry = (int)chance_below(context->chance, g->response_count);
    while (!cah_can_win(g, entry, seat));
    return name_response(VERB_VOTE, g, entry, out);
}

static bool suggest_judgement(const struct cah *g, const struct game_context *context,
                              struct game_move *out)
{
    bool all = one_in(4, context);
    int entry = (int)chance_below(context->chance, g->response_count);
    if (g->revealed == g->response_count || one_in(4, context))
        return name_response(VERB_JUDGE, g, entry, out);
    plain(VERB_REVEAL, out);
    if (all) strcpy(out->with, "{\"all\":true}");
    return true;
}

/* What nobody waits for. */
static bool suggest_extra(const struct cah *g, int seat, const struct game_context *context,
                          struct game_move *out)
{
    const struct cah_hand *hand = &g->hand[seat];
    struct refusal never = cah_may_never(g, seat), confess = cah_may_confess(g, seat);
    struct refusal reboot = cah_may_reboot(g, seat), point = cah_may_point(g, seat);
    uint16_t any = hand->count ? hand->card[chance_below(context->chance, hand->count)] : CAH_BLANK;
    if (!refused(&confess) && one_in(3, context)) return plain(VERB_CONFESS, out);
    if (!refused(&never) && any < CAH_BLANK && one_in(10, context))
        return name_card(VERB_NEVER, any, context, out);
    if (!refused(&reboot) && one_in(30, context)) return plain(VERB_REBOOT, out);
    if (!refused(&point) && hand->count && one_in(6, context))
        return name_card(VERB_POINT, any, context, out);
    return false;
}

static bool may_take_back(const struct cah *g, int seat)
{
    int own = cah_response_of(g, seat);
    return g->phase == PHASE_WAITING && !g->closed && own >= 0 && g->playing & SEAT_BIT(seat) &&
           !g->response[own].fixed && cah_present(g) & SEAT_BIT(g->response[own].author);
}

/* At random. */
static bool suggest_anything(const struct cah *g, int seat, const struct game_context *context,
                             struct game_move *out)
{
    if (suggest_extra(g, seat, context, out)) return true;
    if (cah_submitters(g) & SEAT_BIT(seat)) return suggest_cards(g, seat, context, out);
    if (cah_voters(g) & SEAT_BIT(seat)) return suggest_vote(g, seat, context, out);
    struct refusal judge = cah_may_judge(g, seat);
    if (!refused(&judge)) return suggest_judgement(g, context, out);
    struct refusal host = cah_may_approve(g, seat, context->table);
    if (!refused(&host) && cah_asked(g))
        return name_response(one_in(4, context) ? VERB_REJECT : VERB_APPROVE, g,
                             cah_next_asked(g, -1), out);
    struct refusal next = cah_may_go_on(g, seat, context->table);
    if (!refused(&next) && one_in(4, context)) return plain(VERB_NEXT, out);
    if (may_take_back(g, seat) && one_in(12, context)) return plain(VERB_TAKE_BACK, out);
    return false;
}

bool cah_suggest(const void *state, int seat, int level, const struct game_context *context,
                 struct game_move *out)
{
    const struct cah *g = state;
    if (g->phase == PHASE_OVER || !(cah_present(g) & SEAT_BIT(seat))) return false;
    if (level < 1) return suggest_anything(g, seat, context, out);
    struct cah_choice choice = cah_computer(g, seat, level > 3 ? 3 : level, context);
    switch (choice.deed) {
    case CAH_WAITS: return false;
    case CAH_PLAYS: return name_cards(g, choice.card, choice.count, "…", context, out);
    case CAH_REVEALS: return plain(VERB_REVEAL, out);
    case CAH_JUDGES: return name_response(VERB_JUDGE, g, choice.entry, out);
    case CAH_VOTES: return name_response(VERB_VOTE, g, choice.entry, out);
    case CAH_APPROVES: return name_response(VERB_APPROVE, g, choice.entry, out);
    }
    return false;
}

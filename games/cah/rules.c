#include "rules.h"
#include "pile.h"
#include "round.h"

#include <string.h>

static uint16_t read_rules(const int32_t *set)
{
    static const struct {
        enum cah_setting setting;
        enum cah_rule rule;
    } switches[] = {
        {SET_GOD_IS_DEAD, RULE_GOD_IS_DEAD},
        {SET_REBOOT, RULE_REBOOT},
        {SET_PACKING_HEAT, RULE_PACKING_HEAT},
        {SET_REBOOT_FOR_POINT, RULE_REBOOT_FOR_POINT},
        {SET_HAPPY_ENDING, RULE_HAPPY_ENDING},
        {SET_NEVER_HAVE_I_EVER, RULE_NEVER},
        {SET_PAIRS, RULE_PAIRS},
        {SET_TOURNAMENT, RULE_TOURNAMENT},
        {SET_APPROVE_BLANKS, RULE_APPROVE},
        {SET_LOSERS_STAY_HIDDEN, RULE_LOSERS_HIDDEN},
    };
    unsigned rules = 0;
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (set[switches[i].setting]) rules |= switches[i].rule;
    return (uint16_t)rules;
}

static void read_settings(struct cah *g, const struct game_context *context)
{
    const int32_t *set = context->table->settings;
    bool sudden = set[SET_SUDDEN_DEATH] && context->table->seats >= 8;
    g->rules = read_rules(set);
    g->score_limit = (uint16_t)(sudden ? 3 : set[SET_SCORE_LIMIT]);
    g->rounds = (uint16_t)set[SET_ROUNDS];
    if (set[SET_MINUTES]) g->ends_at = cah_clock_after(context, set[SET_MINUTES] * 60000LL);
    g->randos = (uint8_t)set[SET_RANDO];
    g->speed_ms = set[SET_SPEED_SECONDS] * 1000;
    g->blanks = (uint8_t)set[SET_BLANKS];
}

/* What cannot be played together, said before anybody is dealt a card. */
static struct refusal check_settings(const struct cah *g, const struct game_table *table)
{
    if (cah_has(g, RULE_GOD_IS_DEAD) && cah_has(g, RULE_HAPPY_ENDING))
        return refusal_keyed(
            refuse_saying(
                REFUSAL_CODE_BAD_SETTING,
                "God Is Dead and Happy Ending would both have everybody vote; choose one."),
            "cah.no.twoVotes");
    if (cah_has(g, RULE_PAIRS) && table->seats < 4)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_NEED_MORE_PLAYERS, "Pairs need at least four players."),
            "cah.no.pairs");
    return ACCEPTED;
}

/* Ten in each hand, and enough besides for everybody to answer the longest question. */
static struct refusal check_cards(const struct cah *g, const struct game_table *table)
{
    int players = table->seats + g->randos, needed = players * (CAH_HAND + CAH_PICK_MAX);
    bool any_black = false;
    for (size_t i = 0; i < sizeof g->black / sizeof g->black[0]; i++)
        any_black = any_black || g->black[i];
    if (any_black && (int)cah_pile_left(g) >= needed) return ACCEPTED;
    struct refusal no =
        refuse_saying(REFUSAL_CODE_DECK_EMPTY,
                      "This game needs a black card and at least %d white ones.", needed);
    return refusal_with_number(refusal_keyed(no, "cah.no.cards"), "count", needed);
}

static void carry_on_tournament(struct cah *g, const struct cah *before)
{
    g->games = 1;
    if (!before || !cah_has(g, RULE_TOURNAMENT) || !(before->rules & RULE_TOURNAMENT)) return;
    g->games = before->games + 1;
    g->wins_count = before->wins_count;
    memcpy(g->wins, before->wins, sizeof g->wins);
}

/* The first czar of this game sits next to the last one's. */
static void go_on_from_czar(struct cah *g, const struct cah *before, const struct game_table *table)
{
    bool sits = before->czar >= 0 && before->czar < table->seats;
    if (sits && !cah_has(g, RULE_GOD_IS_DEAD)) g->czar = before->czar;
}

static void note_computers(struct cah *g, const struct game_table *table)
{
    g->computers = 0;
    for (int s = 0; cah_has(g, RULE_PAIRS) && s < table->seats && s < CAH_SEATS; s++)
        if (table->seat[s].computer) g->computers |= SEAT_BIT(s);
}

struct refusal cah_init(struct cah *g, const struct game_context *context)
{
    const struct game_table *table = context->table;
    read_settings(g, context);
    g->once = !context->version || context->version >= 3;
    struct refusal no = check_settings(g, table);
    if (refused(&no)) return no;
    cah_pile_fill(g, table);
    no = check_cards(g, table);
    if (refused(&no)) return no;
    carry_on_tournament(g, context->previous);
    cah_note_host(g, context);
    note_computers(g, table);
    for (int s = 0; s < table->seats && s < CAH_SEATS; s++) {
        g->seats |= (uint16_t)SEAT_BIT(s);
        if (table->seat[s].away) g->away |= (uint16_t)SEAT_BIT(s);
    }
    /* whoever sits before the first czar is drawn, the next one is czar */
    g->czar = (int8_t)(cah_has(g, RULE_GOD_IS_DEAD)
                           ? -1
                           : (int)chance_below(context->chance, (uint32_t)table->seats));
    if (context->again) go_on_from_czar(g, context->previous, table);
    g->told = TOLD_STARTED;
    cah_round_begin(g, context);
    return ACCEPTED;
}

static void time_is_up(struct cah *g, const struct game_context *context)
{
    switch ((enum cah_phase)g->phase) {
    case PHASE_WAITING:
        if (cah_submitters(g)) g->told |= TOLD_SKIPPED;
        g->told_skipped = (uint16_t)cah_submitters(g);
        g->closed = 1;
        g->deadline = 0;
        cah_round_check_submissions(g, context);
        break;
    case PHASE_JUDGING:
        if (cah_has(g, RULE_GOD_IS_DEAD))
            cah_round_close_vote(g, context);
        else
            cah_round_void(g, VOID_NOT_JUDGED, context);
        break;
    case PHASE_COMPLETED:
        if (g->vote_open)
            cah_round_close_vote(g, context);
        else if (!cah_round_check_end(g, context))
            cah_round_begin(g, context);
        break;
    case PHASE_OVER: break;
    }
}

static void wake(struct cah *g, const struct game_context *context)
{
    uint64_t round = g->round_id;
    enum cah_phase phase = g->phase;
    bool due = g->deadline && context->now >= g->deadline;
    if (g->phase == PHASE_WAITING && g->approve_by && context->now >= g->approve_by) {
        cah_reject_pending(g);
        cah_round_check_submissions(g, context);
    }
    if (due && g->phase == phase && g->round_id == round) time_is_up(g, context);
}

static void seat_left(struct cah *g, int seat, const struct game_context *context)
{
    bool was_czar = cah_is_czar(g, seat), judged = g->phase == PHASE_COMPLETED;
    g->left |= (uint16_t)SEAT_BIT(seat);
    g->playing &= (uint16_t)~SEAT_BIT(seat);
    g->away &= (uint16_t)~SEAT_BIT(seat);
    g->finger[seat] = CAH_NO_CARD;
    if (g->phase == PHASE_OVER) return;
    if (__builtin_popcount(cah_present(g)) < CAH_PLAYERS_MIN) {
        cah_game_end(g, context);
        return;
    }
    if (was_czar && !judged) {
        uint32_t mate = cah_members(g, seat) & g->playing;
        if (!mate) {
            cah_round_void(g, VOID_CZAR_LEFT, context);
            return;
        }
        if (seat == g->czar) {
            g->czar = (int8_t)__builtin_ctz(mate);
            g->told |= TOLD_CZAR;
        }
    }
    cah_round_check_submissions(g, context);
    cah_round_check_votes(g, context);
}

/* He plays from the next round on, with the cards he had if they were not needed. */
static void seat_back(struct cah *g, int seat, const struct game_context *context)
{
    g->away &= (uint16_t)~SEAT_BIT(seat);
    if (!(g->left & SEAT_BIT(seat)) || g->phase == PHASE_OVER) return;
    g->left &= (uint16_t)~SEAT_BIT(seat);
    cah_hand_fill(g, seat, CAH_HAND, context);
}

static void seat_new(struct cah *g, int seat, const struct game_context *context)
{
    if (g->phase == PHASE_OVER || seat >= CAH_SEATS) return;
    g->seats |= (uint16_t)SEAT_BIT(seat);
    cah_hand_fill(g, seat, CAH_HAND, context);
}

void cah_happen(struct cah *g, enum game_news news, int seat, const struct game_context *context)
{
    g->told = 0;
    g->told_rejected = g->told_skipped = 0;
    cah_note_host(g, context);
    note_computers(g, context->table);
    switch (news) {
    case NEWS_WAKE: wake(g, context); break;
    case NEWS_SEAT_AWAY: g->away |= (uint16_t)SEAT_BIT(seat); break;
    case NEWS_SEAT_BACK: seat_back(g, seat, context); break;
    case NEWS_SEAT_LEFT: seat_left(g, seat, context); break;
    case NEWS_SEAT_NEW: seat_new(g, seat, context); break;
    case NEWS_DECK: cah_pile_deck_added(g, context->table); break;
    }
}

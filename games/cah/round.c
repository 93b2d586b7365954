#include "round.h"
#include "pile.h"

#include <string.h>

int64_t cah_clock_after(const struct game_context *context, int64_t ms)
{
    int64_t at = context->now + ms;
    return at ? at : 1; /* 0 would mean never */
}

void cah_note_host(struct cah *g, const struct game_context *context)
{
    int host = context->table->host;
    g->host = (int8_t)(host < CAH_SEATS ? host : -1);
}

void cah_hand_fill(struct cah *g, int seat, int count, const struct game_context *context)
{
    struct cah_hand *hand = &g->hand[seat];
    while (hand->count < count) {
        uint16_t card = cah_pile_draw(g, context);
        if (card == CAH_NO_CARD) return;
        hand->card[hand->count++] = card;
    }
}

/* Places that are no longer used are zeroed: equal hands are equal bytes. */
void cah_hand_remove(struct cah *g, int seat, uint16_t card)
{
    struct cah_hand *hand = &g->hand[seat];
    int at = cah_hand_find(hand, card);
    if (at < 0) return;
    hand->count--;
    for (int i = at; i < hand->count; i++)
        hand->card[i] = hand->card[i + 1];
    hand->card[hand->count] = 0;
    for (int s = 0; s < CAH_SEATS; s++)
        if (g->finger[s] == card) g->finger[s] = CAH_NO_CARD;
}

/* What was played goes to the discarded ones; a blank that was written on is used up. */
static void clear_responses(struct cah *g)
{
    for (int r = 0; r < g->response_count; r++)
        for (int i = 0; i < g->response[r].count; i++)
            if (g->response[r].card[i] >= CAH_BLANK)
                g->blank_used |= 1ull << (g->response[r].card[i] - CAH_BLANK);
    memset(g->response, 0, sizeof g->response);
    g->response_count = g->revealed = 0;
}

static uint64_t random_id(struct chance *chance)
{
    uint64_t high = chance_word(chance);
    return high << 32 | chance_word(chance);
}

/* His answer counts from its first card on: what is in it is not shuffled while he draws the next. */
static void rando_submits(struct cah *g, int author, const struct game_context *context)
{
    struct cah_response *r = &g->response[g->response_count++];
    for (r->count = 0; r->count < g->pick; r->count++) {
        r->card[r->count] = cah_pile_draw_printed(g, context);
        if (r->card[r->count] == CAH_NO_CARD) { /* not enough cards: he passes */
            for (int i = 0; i < r->count; i++)
                cah_pile_put_on_top(g, r->card[i]);
            memset(r, 0, sizeof *r);
            g->response_count--;
            return;
        }
    }
    r->author = (int8_t)author;
    r->id = random_id(context->chance);
}

/* A side of which somebody is here, rather than one of which somebody may come back. */
static bool may_be_czar(const struct cah *g, int seat, uint32_t among)
{
    return cah_side(g, seat) == seat && cah_members(g, seat) & among;
}

static int next_czar(const struct cah *g)
{
    uint32_t here = cah_present(g) & (uint32_t)~g->away;
    uint32_t among = here ? here : cah_present(g);
    int seat = cah_side(g, g->czar);
    do
        seat = (seat + 1) % CAH_SEATS;
    while (!may_be_czar(g, seat, among));
    return __builtin_ctz(cah_members(g, seat) & among);
}

static void draw_hands(struct cah *g, const struct game_context *context)
{
    bool more = cah_has(g, RULE_REBOOT) && g->pick > 1;
    for (int s = 0; s < CAH_SEATS; s++) {
        if (!(g->playing & SEAT_BIT(s))) continue;
        cah_hand_fill(g, s, CAH_HAND + (more && !cah_is_czar(g, s) ? g->pick - 1 : 0), context);
    }
}

static void clear_round(struct cah *g)
{
    clear_responses(g);
    g->never_card = CAH_NO_CARD;
    g->never_used = g->confessed = g->rejected = 0;
    g->closed = 0;
    g->never_by = g->winner = g->happy = -1;
    g->vote_open = 0;
    g->deadline = g->approve_by = 0;
    memset(g->vote, -1, sizeof g->vote);
    memset(g->finger, 0xff, sizeof g->finger);
}

void cah_round_begin(struct cah *g, const struct game_context *context)
{
    clear_round(g);
    g->phase = PHASE_WAITING;
    g->round++;
    g->round_id = random_id(context->chance);
    g->playing = (uint16_t)cah_present(g);
    if (!cah_has(g, RULE_GOD_IS_DEAD)) g->czar = (int8_t)next_czar(g);
    uint16_t black = cah_pile_draw_black(g, context);
    if (black != CAH_NO_CARD) {
        g->black_card = black;
        g->pick = (uint8_t)cah_card_pick(context->table, black);
        draw_hands(g, context);
    }
    if (black == CAH_NO_CARD || !cah_submitters(g)) { /* a round nobody could answer */
        cah_game_end(g, context);
        return;
    }
    for (int i = 0; i < g->randos; i++)
        rando_submits(g, CAH_SEATS + i, context);
    if (g->speed_ms) g->deadline = cah_clock_after(context, g->speed_ms);
    g->told |= TOLD_ROUND;
}

void cah_reject_pending(struct cah *g)
{
    for (int i = g->response_count - 1; i >= 0; i--) {
        if (!g->response[i].pending) continue;
        g->told |= TOLD_REJECTED;
        g->told_rejected |= (uint16_t)SEAT_BIT(g->response[i].author);
        g->rejected |= (uint16_t)cah_members(g, g->response[i].author);
        cah_response_return(g, i);
    }
    g->approve_by = 0;
}

/* Now that everybody has played. Without a host at the table there is nobody to ask. */
static void ask_host(struct cah *g, const struct game_context *context)
{
    if (context->table->host < 0) {
        cah_reject_pending(g);
        return;
    }
    if (cah_asked(g) == cah_pending(g)) return;
    for (int i = 0; i < g->response_count; i++)
        if (g->response[i].pending) g->response[i].pending = PENDING_ASKED;
    g->approve_by = cah_clock_after(context, CAH_APPROVE_MS);
    g->told |= TOLD_BLANK;
}

void cah_round_check_submissions(struct cah *g, const struct game_context *context)
{
    if (g->phase != PHASE_WAITING || cah_submitters(g)) return;
    if (cah_pending(g)) ask_host(g, context);
    if (!cah_submitters(g) && !cah_pending(g)) cah_round_begin_judging(g, context);
}

static int32_t judge_ms(const struct cah *g)
{
    if (!g->speed_ms) return CAH_JUDGE_MS;
    return 2 * g->speed_ms > CAH_JUDGE_SPEED_MS ? 2 * g->speed_ms : CAH_JUDGE_SPEED_MS;
}

static void swap_responses(struct cah *g, int a, int b)
{
    struct cah_response kept;
    if (a == b) return;
    memcpy(&kept, &g->response[a], sizeof kept);
    memcpy(&g->response[a], &g->response[b], sizeof kept);
    memcpy(&g->response[b], &kept, sizeof kept);
}

/* In an order that says nothing, under ids that nobody has seen; what could be taken back until now
 * is forgotten. */
static void shuffle_responses(struct cah *g, struct chance *chance)
{
    for (int i = g->response_count - 1; i > 0; i--)
        swap_responses(g, i, (int)chance_below(chance, (uint32_t)i + 1));
    for (int i = 0; i < g->response_count; i++) {
        struct cah_response *r = &g->response[i];
        r->id = random_id(chance);
        memset(&r->before, 0, sizeof r->before);
        r->drawn = r->fixed = 0;
    }
}

void cah_round_begin_judging(struct cah *g, const struct game_context *context)
{
    if (g->response_count == 0) {
        cah_round_void(g, VOID_NO_RESPONSES, context);
        return;
    }
    g->phase = PHASE_JUDGING;
    g->approve_by = 0;
    memset(g->finger, 0xff, sizeof g->finger);
    shuffle_responses(g, context->chance);
    g->revealed = cah_has(g, RULE_GOD_IS_DEAD) ? g->response_count : 0;
    g->deadline = cah_clock_after(context, judge_ms(g));
    g->told |= TOLD_ALL;
    if (cah_has(g, RULE_GOD_IS_DEAD)) cah_round_check_votes(g, context);
}

void cah_round_void(struct cah *g, enum cah_void why, const struct game_context *context)
{
    g->told |= TOLD_VOID;
    g->told_why = (uint8_t)why;
    g->told_round = g->round_id;
    if (!cah_round_check_end(g, context)) cah_round_begin(g, context);
}

static void remember(struct cah *g, int winner)
{
    if (g->past_count == CAH_PAST_MAX)
        memmove(&g->past[0], &g->past[1], sizeof g->past[0] * --g->past_count);
    struct cah_past *p = &g->past[g->past_count++];
    memset(p, 0, sizeof *p);
    p->round = g->round;
    p->black = g->black_card;
    p->winner = -1;
    if (winner < 0) return;
    const struct cah_response *r = &g->response[winner];
    p->winner = r->author;
    p->count = r->count;
    memcpy(p->card, r->card, sizeof p->card);
    memcpy(p->text, r->text, sizeof p->text);
}

static void give_point(struct cah *g, int entry)
{
    int16_t *score = &g->score[cah_side(g, g->response[entry].author)];
    if (*score < INT16_MAX) ++*score;
}

static void begin_moment(struct cah *g, const struct game_context *context)
{
    g->vote_open = 0;
    g->deadline = cah_clock_after(context, g->speed_ms ? CAH_MOMENT_SPEED_MS : CAH_MOMENT_MS);
    cah_round_check_end(g, context);
}

/* The others' favourite among what lost, if there is a choice and somebody to make it. */
static bool begin_happy_ending(struct cah *g, const struct game_context *context)
{
    if (!cah_has(g, RULE_HAPPY_ENDING) || g->winner < 0 || g->response_count < 3) return false;
    memset(g->vote, -1, sizeof g->vote);
    g->vote_open = 1;
    if (cah_voters(g)) {
        g->deadline = cah_clock_after(context, g->speed_ms ? g->speed_ms : CAH_VOTE_MS);
        return true;
    }
    g->vote_open = 0;
    return false;
}

void cah_round_decide(struct cah *g, int winner, const struct game_context *context)
{
    g->phase = PHASE_COMPLETED;
    g->winner = (int8_t)winner;
    g->revealed = g->response_count;
    g->told |= TOLD_WINNER;
    remember(g, winner);
    if (winner >= 0) {
        give_point(g, winner);
        if (g->response[winner].author >= CAH_SEATS)
            g->gone[g->black_card / 64] |= 1ull << (g->black_card % 64);
    }
    if (!begin_happy_ending(g, context)) begin_moment(g, context);
}

/* The one with the most votes; -1 if there are several, or no vote at all. */
static int most_voted(const struct cah *g)
{
    int votes[CAH_AUTHORS] = {0}, best = -1, most = 0;
    for (int s = 0; s < CAH_SEATS; s++)
        if (g->vote[s] >= 0) votes[g->vote[s]]++;
    for (int i = 0; i < g->response_count; i++) {
        if (votes[i] == most) best = -1;
        if (votes[i] <= most) continue;
        most = votes[i];
        best = i;
    }
    return best;
}

void cah_round_close_vote(struct cah *g, const struct game_context *context)
{
    int best = most_voted(g);
    if (g->phase == PHASE_JUDGING) {
        cah_round_decide(g, best, context);
        return;
    }
    g->happy = (int8_t)best;
    if (best >= 0) give_point(g, best);
    g->told |= TOLD_HAPPY;
    begin_moment(g, context);
}

void cah_round_check_votes(struct cah *g, const struct game_context *context)
{
    bool open = g->phase == PHASE_JUDGING ? cah_has(g, RULE_GOD_IS_DEAD)
                                          : g->phase == PHASE_COMPLETED && g->vote_open;
    if (open && !cah_voters(g)) cah_round_close_vote(g, context);
}

bool cah_round_check_end(struct cah *g, const struct game_context *context)
{
    bool end = g->rounds && g->round >= g->rounds;
    for (int a = 0; a < CAH_AUTHORS; a++)
        end = end || g->score[a] >= g->score_limit;
    if (g->ends_at && context->now >= g->ends_at) end = true;
    if (end) cah_game_end(g, context);
    return end;
}

static void count_win(struct cah *g, const char *id)
{
    int i = 0;
    while (i < g->wins_count && strcmp(g->wins[i].id, id) != 0)
        i++;
    if (i == CAH_WINS_MAX || strlen(id) >= sizeof g->wins[i].id) return;
    if (i == g->wins_count) strcpy(g->wins[g->wins_count++].id, id);
    g->wins[i].wins++;
}

void cah_game_end(struct cah *g, const struct game_context *context)
{
    if (g->phase != PHASE_COMPLETED) clear_round(g); /* nobody has judged: it stays a secret */
    g->phase = PHASE_OVER;
    g->vote_open = 0;
    g->deadline = g->approve_by = 0;
    g->told |= TOLD_ENDED;
    uint32_t leaders = cah_leaders(g);
    for (int s = 0; s < context->table->seats && cah_has(g, RULE_TOURNAMENT); s++)
        if (leaders & SEAT_BIT(cah_side(g, s))) count_win(g, context->table->seat[s].id);
}

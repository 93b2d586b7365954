/* Who is who, and who may what: questions to the state. */
#include "rules.h"

bool cah_has(const struct cah *g, enum cah_rule rule)
{
    return g->rules & rule;
}

int cah_side(const struct cah *g, int author)
{
    return author < CAH_SEATS && cah_has(g, RULE_PAIRS) ? author & ~1 : author;
}

uint32_t cah_members(const struct cah *g, int author)
{
    if (author < 0 || author >= CAH_SEATS) return 0;
    uint32_t own = SEAT_BIT(author);
    if (cah_has(g, RULE_PAIRS)) own |= SEAT_BIT(author ^ 1);
    return own & g->seats;
}

uint32_t cah_present(const struct cah *g)
{
    return g->seats & (uint32_t)~g->left;
}

int cah_mate(const struct cah *g, int seat)
{
    if (seat < 0 || !cah_has(g, RULE_PAIRS)) return -1;
    return cah_present(g) & SEAT_BIT(seat ^ 1) ? seat ^ 1 : -1;
}

bool cah_is_czar(const struct cah *g, int seat)
{
    if (seat < 0 || g->czar < 0) return false;
    return cah_members(g, g->czar) & g->playing & SEAT_BIT(seat);
}

static bool own(const struct cah *g, int seat, int entry)
{
    return seat >= 0 && cah_members(g, g->response[entry].author) & SEAT_BIT(seat);
}

int cah_response_of(const struct cah *g, int seat)
{
    for (int i = 0; i < g->response_count; i++)
        if (own(g, seat, i)) return i;
    return -1;
}

/* Who was turned down has only printed cards to play. */
static bool has_enough(const struct cah *g, int seat)
{
    int count = 0;
    for (int i = 0; i < g->hand[seat].count; i++)
        count += g->hand[seat].card[i] < CAH_BLANK || !(g->rejected & SEAT_BIT(seat));
    return count >= g->pick;
}

uint32_t cah_submitters(const struct cah *g)
{
    uint32_t who = 0;
    if (g->phase != PHASE_WAITING || g->closed) return 0;
    for (int s = 0; s < CAH_SEATS; s++) {
        if (!(g->playing & cah_present(g) & SEAT_BIT(s)) || cah_is_czar(g, s)) continue;
        if (!has_enough(g, s) || cah_response_of(g, s) >= 0) continue;
        who |= SEAT_BIT(s);
    }
    return who;
}

static bool is_voting(const struct cah *g)
{
    if (g->phase == PHASE_JUDGING) return cah_has(g, RULE_GOD_IS_DEAD);
    return g->phase == PHASE_COMPLETED && g->vote_open;
}

bool cah_can_win(const struct cah *g, int entry, int seat)
{
    if (!is_voting(g) || entry < 0 || entry >= g->response_count) return false;
    return !(g->phase == PHASE_COMPLETED && entry == g->winner) && !own(g, seat, entry);
}

uint32_t cah_voters(const struct cah *g)
{
    uint32_t who = 0;
    if (!is_voting(g)) return 0;
    for (int s = 0; s < CAH_SEATS; s++) {
        if (!(g->playing & cah_present(g) & SEAT_BIT(s)) || cah_is_czar(g, s)) continue;
        for (int i = 0; i < g->response_count && g->vote[s] < 0; i++)
            if (cah_can_win(g, i, s)) who |= SEAT_BIT(s);
    }
    return who;
}

uint32_t cah_pending(const struct cah *g)
{
    uint32_t which = 0;
    for (int i = 0; i < g->response_count; i++)
        if (g->response[i].pending) which |= SEAT_BIT(i);
    return which;
}

uint32_t cah_asked(const struct cah *g)
{
    uint32_t which = 0;
    for (int i = 0; i < g->response_count; i++)
        if (g->response[i].pending == PENDING_ASKED) which |= SEAT_BIT(i);
    return which;
}

/* Everybody who could do something now that others wait for. */
static uint32_t able(const struct cah *g)
{
    uint32_t who = cah_submitters(g) | cah_voters(g);
    if (g->phase == PHASE_WAITING && cah_asked(g) && g->host >= 0)
        who |= SEAT_BIT(g->host) & cah_present(g);
    if (g->phase == PHASE_JUDGING && g->czar >= 0)
        who |= cah_members(g, g->czar) & g->playing & cah_present(g);
    return who;
}

/* A computer beside somebody who is there and can do it: what the two of them do together is that one's
 * to say. */
bool cah_follows(const struct cah *g, int seat)
{
    int mate = cah_mate(g, seat);
    return mate >= 0 && g->computers & SEAT_BIT(seat) &&
           !((g->computers | g->away) & SEAT_BIT(mate)) && able(g) & SEAT_BIT(mate);
}

uint32_t cah_awaited(const struct cah *g)
{
    uint32_t who = able(g);
    for (int s = 0; s < CAH_SEATS; s++)
        if (cah_follows(g, s)) who &= ~(SEAT_BIT(s) & ~cah_voters(g));
    return who;
}

bool cah_sees(const struct cah *g, int viewer, int entry)
{
    if (own(g, viewer, entry)) return true;
    if (g->phase == PHASE_WAITING) return false;
    return g->phase != PHASE_JUDGING || entry < g->revealed || cah_is_czar(g, viewer);
}

bool cah_knows_author(const struct cah *g, int viewer, int entry)
{
    if (own(g, viewer, entry)) return true;
    if (g->phase == PHASE_WAITING) return true; /* who has submitted is no secret, what is one */
    if (g->phase == PHASE_JUDGING) return false;
    if (entry == g->winner || entry == g->happy) return true;
    return !g->vote_open && !cah_has(g, RULE_LOSERS_HIDDEN);
}

uint32_t cah_leaders(const struct cah *g)
{
    uint32_t who = 0;
    int most = 1;
    for (int a = 0; a < CAH_SEATS + g->randos; a++) {
        if (cah_side(g, a) != a || g->score[a] < most) continue;
        if (g->score[a] > most) who = 0;
        most = g->score[a];
        who |= SEAT_BIT(a);
    }
    return who;
}

int cah_hand_find(const struct cah_hand *hand, uint16_t card)
{
    for (int i = 0; i < hand->count; i++)
        if (hand->card[i] == card) return i;
    return -1;
}

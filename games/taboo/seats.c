/* Who is who, and who may what: questions to the state. */
#include "pile.h"
#include "rules.h"

bool taboo_present(const struct taboo *t, int seat)
{
    return !((t->away | t->left) & SEAT_BIT(seat));
}

uint32_t taboo_present_of(const struct taboo *t, int team)
{
    return t->team[team].seats & (uint32_t) ~(t->away | t->left);
}

int taboo_team_of(const struct taboo *t, int seat)
{
    if (seat < 0 || seat >= TABOO_SEATS) return -1;
    for (int team = 0; team < TABOO_TEAMS; team++)
        if (t->team[team].seats & SEAT_BIT(seat)) return team;
    return -1;
}

int taboo_coming_to(const struct taboo *t, int seat)
{
    for (int team = 0; team < TABOO_TEAMS && seat >= 0 && seat < TABOO_SEATS; team++)
        if (t->coming[team] & SEAT_BIT(seat)) return team;
    return -1;
}

enum taboo_role taboo_role(const struct taboo *t, int seat)
{
    int team = taboo_team_of(t, seat);
    if (team < 0 || t->phase == TABOO_OVER || (t->left & SEAT_BIT(seat))) return ROLE_WATCHER;
    if (team != t->active) return ROLE_BUZZER;
    return seat == t->describer ? ROLE_DESCRIBER : ROLE_GUESSER;
}

bool taboo_sees_card(const struct taboo *t, int seat)
{
    enum taboo_role role = taboo_role(t, seat);
    return t->phase == TABOO_ACTIVE && (role == ROLE_DESCRIBER || role == ROLE_BUZZER);
}

uint32_t taboo_cards_left(const struct taboo *t)
{
    return t->mode == TABOO_DECK ? t->deck_left : pile_fresh(t);
}

/* Longest without a turn first, then by seat: between two turns of one player everybody who stayed
 * has had one, and who comes back is neither passed over nor made to catch up. */
static int longest_waiting(const struct taboo *t, uint32_t among)
{
    int best = -1;
    for (int seat = 0; seat < TABOO_SEATS; seat++) {
        if (!(among & SEAT_BIT(seat))) continue;
        if (best < 0 || t->player[seat].last_turn < t->player[best].last_turn) best = seat;
    }
    return best;
}

int taboo_next_describer(const struct taboo *t, int team)
{
    int best = longest_waiting(t, taboo_present_of(t, team));
    return best >= 0 ? best : longest_waiting(t, t->team[team].seats & (uint32_t)~t->left);
}

int64_t taboo_wake_at(const struct taboo *t)
{
    bool sooner = t->lost_until && (!t->deadline || t->lost_until < t->deadline);
    return sooner ? t->lost_until : t->deadline;
}

bool taboo_half_asked(const struct taboo_played *p)
{
    return p->asked && !p->struck;
}

bool taboo_may_strike(const struct taboo *t, int seat, int entry)
{
    if (t->phase != TABOO_WAITING && t->phase != TABOO_ENDED) return false;
    if (entry < 0 || entry >= t->review_count) return false;
    if (taboo_team_of(t, seat) < 0 || (t->left & SEAT_BIT(seat))) return false;
    const struct taboo_played *p = &t->review[entry];
    return !p->struck && !(p->asked & SEAT_BIT(seat)) &&
           (p->result == RESULT_CORRECT || p->result == RESULT_BUZZ);
}

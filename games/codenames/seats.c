/* Who is who, and who may what: questions to the state. */
#include "rules.h"

int codenames_team_of(const struct codenames *g, int seat)
{
    if (seat < 0 || seat >= CODENAMES_SEATS) return -1;
    for (int team = 0; team < CODENAMES_TEAMS; team++)
        if (g->members[team] & SEAT_BIT(seat)) return team;
    return -1;
}

enum codenames_role codenames_role(const struct codenames *g, int seat)
{
    int team = codenames_team_of(g, seat);
    if (team < 0) return ROLE_NONE;
    return g->spymaster[team] == seat ? ROLE_SPYMASTER : ROLE_OPERATIVE;
}

/* Not in SETUP, where one could take the role, look, and give it back. */
bool codenames_sees_key(const struct codenames *g, int viewer)
{
    if (g->phase == PHASE_COMPLETE) return true;
    return g->phase != PHASE_SETUP && codenames_role(g, viewer) == ROLE_SPYMASTER;
}

uint32_t codenames_staying(const struct codenames *g, int team)
{
    return g->members[team] & (uint32_t)~g->left;
}

int codenames_next(const struct codenames *g, int team, int seat)
{
    uint32_t among = codenames_staying(g, team) & ~SEAT_BIT(seat);
    if (among & (uint32_t)~g->away) among &= (uint32_t)~g->away;
    for (int step = 1; step <= CODENAMES_SEATS; step++) {
        int next = (seat + step) % CODENAMES_SEATS;
        if (among & SEAT_BIT(next)) return next;
    }
    return seat;
}

/* Of those seats the ones with somebody behind them, as far as they are connected. */
static uint32_t people(const struct codenames *g, uint32_t seats)
{
    return seats & (uint32_t) ~(g->computers | g->away);
}

/* Beside people a computer shows once where it would point; after as many cards as the clue has,
 * not even that. */
static uint32_t silent(const struct codenames *g, uint32_t seats)
{
    const struct codenames_turn *turn = codenames_turn(g);
    bool done = turn->count > 0 && turn->guesses >= turn->count;
    uint32_t pointing = 0;
    for (int seat = 0; seat < CODENAMES_SEATS; seat++)
        if (g->finger[seat]) pointing |= SEAT_BIT(seat);
    return people(g, seats) ? seats & g->computers & (done ? ~0u : pointing) : 0;
}

/* One guesser is enough: those who are away are not waited for while others are there. */
static uint32_t guessers(const struct codenames *g)
{
    uint32_t all = codenames_staying(g, g->current) & ~SEAT_BIT(g->spymaster[g->current]);
    uint32_t present = all & (uint32_t)~g->away;
    return present ? present & ~silent(g, present) : all;
}

/* For a team whose clues a computer gives, its people say when it begins. */
static uint32_t heralds(const struct codenames *g, int team)
{
    uint32_t spymaster = SEAT_BIT(g->spymaster[team]);
    uint32_t others = people(g, codenames_staying(g, team));
    return spymaster & g->computers && others ? others : spymaster;
}

uint32_t codenames_awaited(const struct codenames *g)
{
    uint32_t awaited = 0;
    switch ((enum codenames_phase)g->phase) {
    case PHASE_SETUP:
        for (int team = 0; team < CODENAMES_TEAMS; team++)
            if (!g->ready[team]) awaited |= heralds(g, team);
        return awaited;
    case PHASE_CLUE: return SEAT_BIT(g->spymaster[g->current]);
    case PHASE_GUESSES: return guessers(g);
    case PHASE_COMPLETE: return 0;
    }
    return 0;
}

bool codenames_is_revealed(const struct codenames *g, int position)
{
    return g->revealed >> position & 1;
}

const struct codenames_turn *codenames_turn(const struct codenames *g)
{
    return g->turn_count ? &g->turn[g->turn_count - 1] : NULL;
}

int codenames_guesses_left(const struct codenames *g)
{
    const struct codenames_turn *turn = codenames_turn(g);
    if (g->phase != PHASE_GUESSES || turn->count <= 0) return -1;
    return turn->count + 1 - turn->guesses;
}

/* The role first: what one may never do, then what cannot be done now, then whose turn it is. */
static struct refusal may(const struct codenames *g, int seat, enum codenames_role role,
                          enum codenames_phase phase)
{
    if (g->phase == PHASE_COMPLETE) return REFUSE(GAME_OVER);
    if (g->phase == PHASE_SETUP) return REFUSE(WRONG_PHASE);
    if (codenames_role(g, seat) != role)
        return role == ROLE_SPYMASTER ? REFUSE_OWN(NOT_SPYMASTER) : REFUSE_OWN(NOT_OPERATIVE);
    if (g->phase != phase) return REFUSE(WRONG_PHASE);
    if (codenames_team_of(g, seat) != g->current) return REFUSE(NOT_YOUR_TURN);
    return ACCEPTED;
}

struct refusal codenames_may_clue(const struct codenames *g, int seat)
{
    return may(g, seat, ROLE_SPYMASTER, PHASE_CLUE);
}

struct refusal codenames_may_guess(const struct codenames *g, int seat)
{
    return may(g, seat, ROLE_OPERATIVE, PHASE_GUESSES);
}

struct refusal codenames_may_end_turn(const struct codenames *g, int seat)
{
    struct refusal r = codenames_may_guess(g, seat);
    if (!refused(&r) && codenames_turn(g)->guesses == 0) return REFUSE_OWN(GUESS_FIRST);
    return r;
}

bool codenames_may_take(const struct codenames *g, int seat)
{
    return g->phase == PHASE_SETUP && codenames_role(g, seat) == ROLE_OPERATIVE;
}

bool codenames_may_ready(const struct codenames *g, int seat)
{
    int team = codenames_team_of(g, seat);
    if (g->phase != PHASE_SETUP || team < 0 || g->ready[team]) return false;
    return (heralds(g, team) | SEAT_BIT(g->spymaster[team])) & SEAT_BIT(seat);
}

struct refusal codenames_try_clue(const struct codenames *g, const char *clue,
                                  const struct game_table *table)
{
    for (int i = 0; i < BOARD_CARDS; i++) {
        if (codenames_is_revealed(g, i)) continue;
        struct refusal r = clue_check(clue, board_word(&g->card[i], table));
        if (refused(&r)) return r;
    }
    return ACCEPTED;
}

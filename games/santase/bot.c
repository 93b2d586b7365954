#include "bot.h"

#include "belief.h"
#include "habit.h"
#include "hide.h"
#include "search.h"
#include "solver.h"

#define NEAR_THE_END 5 /* cards of the stock */

/* How each strength thinks. A turn of the search takes about a microsecond. */
struct strength {
    unsigned slips;  /* in 256: puts down any card */
    int turns;       /* of the search while cards are hidden; 0: plays by habit */
    unsigned wild;   /* in 256, as struct habit has it */
    int worlds;      /* solved exactly when closed with hidden cards left; 0: searches */
    bool exact;      /* solves the end once everything is known */
    bool exact_ends; /* also within the search */
    bool thorough;   /* looks at every choice, expects others to close, reads what they do not do */
};

static const struct strength strengths[] = {
    [BOT_EASY] = {.slips = 80},
    [BOT_CASUAL] = {.slips = 16, .turns = 56, .wild = 64},
    [BOT_MEDIUM] = {.turns = 120, .wild = 64, .exact = true},
    [BOT_HARD] = {.turns = 3000, .wild = 64, .worlds = 80, .exact = true, .exact_ends = true},
    [BOT_MASTER] = {.turns = 24000,
                    .wild = 16,
                    .worlds = 400,
                    .exact = true,
                    .exact_ends = true,
                    .thorough = true},
};

static bool has_sixty_six(const struct bout *bout, int seat)
{
    return bout_may_claim(bout, seat) && bout_counted(bout, seat) >= SIXTY_SIX;
}

/* Any legal action, except that nobody claims what he has not got, and closes seldom. */
static uint8_t choose_any(const struct bout *bout, int seat, struct chance *chance)
{
    uint64_t legal = bout_legal(bout, seat);
    if (bout_counted(bout, seat) < SIXTY_SIX) legal &= ~ACT_BIT(ACT_CLAIM);
    if (legal & ~ACT_BIT(ACT_CLOSE) && chance_below(chance, 4)) legal &= ~ACT_BIT(ACT_CLOSE);
    return legal ? habit_pick(legal, chance) : NO_ACTION;
}

/* A marriage's card is led with declaring it. */
static uint8_t lead_of(const struct bout *bout, uint8_t card)
{
    uint64_t legal = bout_legal(bout, bout_turn(bout));
    return legal & ACT_BIT(ACT_MARRY + card) ? (uint8_t)(ACT_MARRY + card) : card;
}

/* Solves as many worlds as there are to imagine; one is enough when nothing is hidden. Among equals
 * the card a quick player would choose is best. */
static void solve(const struct bout *bout, int worlds, const struct search_plan *plan,
                  struct chance *chance, struct search_ratings *out)
{
    int seat = bout_turn(bout);
    uint32_t cards = (uint32_t)bout_legal(bout, seat) & (ACT_BIT(CARDS) - 1);
    int sums[CARDS] = {0};
    for (int i = 0; i < worlds; i++) {
        struct bout world = search_imagine(bout, plan, chance);
        int8_t worth[CARDS];
        solver_rate(&world, worth);
        for (uint32_t left = cards; left; left &= left - 1) {
            int one = worth[cards_first(left)];
            if (one > plan->needs[seat]) one = plan->needs[seat];
            if (-one > plan->needs[!seat]) one = -plan->needs[!seat];
            sums[cards_first(left)] += one;
        }
    }
    uint8_t best = (uint8_t)(habit_action(bout) % CARDS);
    out->choices = 0;
    for (; cards; cards &= cards - 1) {
        uint8_t card = cards_first(cards), action = lead_of(bout, card);
        if (sums[card] > sums[best]) best = card;
        out->choices |= ACT_BIT(action);
        out->worth[action] = (float)sums[card] / (float)worlds;
    }
    out->best = lead_of(bout, best);
}

/* Who has more than one choice looks ahead. */
static void rate(const struct match *match, const struct strength *how, struct chance *chance,
                 struct search_ratings *out)
{
    const struct bout *bout = &match->bout;
    struct belief belief;
    struct search_plan plan = {
        .turns = how->turns,
        .habit = {.wild = how->wild, .closes = how->thorough},
        .exact_ends = how->exact_ends,
        .even = how->thorough,
        .needs = {match->match_to - match->score[0], match->match_to - match->score[1]}};
    if (how->thorough) {
        belief_form(&belief, match, bout_turn(bout));
        plan.belief = &belief;
    }
    /* Most walks then end in the solver, which takes its time. */
    if (how->thorough && bout->deal.stock_left <= NEAR_THE_END) plan.turns /= 2;
    bool simple = bout->married == NO_SUIT || bout->led != NO_CARD;
    if (simple && bout->deal.stock_left == 0 && how->exact)
        solve(bout, 1, &plan, chance, out);
    else if (simple && bout->deal.closed && how->worlds)
        solve(bout, how->worlds, &plan, chance, out);
    else
        search_rate(bout, &plan, chance, out);
}

static uint8_t think(const struct match *match, const struct strength *how, struct chance *chance)
{
    const struct bout *bout = &match->bout;
    uint64_t choices = habit_choices(bout);
    if (!(choices & (choices - 1))) return (uint8_t)__builtin_ctzll(choices);
    if ((chance_word(chance) & 0xff) < how->slips)
        return habit_pick(choices & ~ACT_BIT(ACT_CLOSE), chance);
    if (how->turns == 0) return habit_action(bout);
    struct search_ratings ratings;
    rate(match, how, chance, &ratings);
    return ratings.best;
}

/* A marriage that makes 66 is declared first and claimed next, before a card is led. */
static uint8_t declare_to_claim(const struct bout *bout, int seat, uint8_t action)
{
    if (action < ACT_MARRY || action >= ACT_DECLARE || bout->options.auto_claim) return action;
    unsigned suit = card_suit((uint8_t)(action - ACT_MARRY));
    int points = bout_counted(bout, seat) + marriage_points(suit, bout->deal.trump_suit);
    return points >= SIXTY_SIX ? (uint8_t)(ACT_DECLARE + suit) : action;
}

uint8_t bot_choose(const struct match *match, int seat, enum bot_level level, struct chance *chance)
{
    const struct bout *bout = &match->bout;
    if (match->phase != PLAYING) return NO_ACTION;
    if (has_sixty_six(bout, seat)) return ACT_CLAIM;
    if (bout_turn(bout) != seat) return NO_ACTION;
    if (level <= BOT_RANDOM || level >= BOT_LEVELS) return choose_any(bout, seat, chance);
    return declare_to_claim(bout, seat, think(match, &strengths[level], chance));
}

bool bot_rate(const struct match *match, struct chance *chance, struct search_ratings *out)
{
    const struct bout *bout = &match->bout;
    if (match->phase != PLAYING) return false;
    int seat = bout_turn(bout);
    uint64_t choices = habit_choices(bout);
    if (has_sixty_six(bout, seat)) choices = ACT_BIT(ACT_CLAIM);
    out->choices = 0;
    out->best = (uint8_t)__builtin_ctzll(choices);
    if (choices & (choices - 1)) rate(match, &strengths[BOT_MASTER], chance, out);
    return true;
}

#include "bot.h"

#include "habit.h"
#include "hide.h"
#include "search.h"
#include "solver.h"

/* How each strength thinks. A turn of the search takes about two microseconds. */
struct strength {
    unsigned slips;  /* in 256: puts down any card */
    int turns;       /* of the search while cards are hidden; 0: plays by habit */
    unsigned wild;   /* in 256, as habit_play_out has it */
    int worlds;      /* solved exactly when closed with hidden cards left; 0: searches */
    bool exact;      /* solves the end once everything is known */
    bool exact_ends; /* also within the search */
};

static const struct strength strengths[] = {
    [BOT_EASY] = {.slips = 80},
    [BOT_MEDIUM] = {.turns = 120, .wild = 64, .exact = true},
    [BOT_HARD] = {.turns = 3000, .wild = 64, .worlds = 80, .exact = true, .exact_ends = true},
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

/* The card with the highest sum; among equals the one a quick player would choose. */
static uint8_t best_card(const struct bout *bout, const int sums[CARDS])
{
    uint8_t usual = (uint8_t)(habit_action(bout) % CARDS), best = usual;
    uint32_t cards = (uint32_t)bout_legal(bout, bout_turn(bout)) & (ACT_BIT(CARDS) - 1);
    for (; cards; cards &= cards - 1)
        if (sums[cards_first(cards)] > sums[best]) best = cards_first(cards);
    uint64_t legal = bout_legal(bout, bout_turn(bout));
    return legal & ACT_BIT(ACT_MARRY + best) ? (uint8_t)(ACT_MARRY + best) : best;
}

/* Solves as many worlds as there are to imagine; one is enough when nothing is hidden. */
static uint8_t solve(const struct bout *bout, int worlds, const int needs[2], struct chance *chance)
{
    int sums[CARDS] = {0};
    int seat = bout_turn(bout);
    uint32_t cards = (uint32_t)bout_legal(bout, seat) & (ACT_BIT(CARDS) - 1);
    for (int i = 0; i < worlds; i++) {
        struct bout world = *bout;
        int8_t worth[CARDS];
        bout_rehide(&world, seat, chance);
        solver_rate(&world, worth);
        for (uint32_t left = cards; left; left &= left - 1) {
            int one = worth[cards_first(left)];
            if (one > needs[seat]) one = needs[seat];
            if (-one > needs[!seat]) one = -needs[!seat];
            sums[cards_first(left)] += one;
        }
    }
    return best_card(bout, sums);
}

static uint8_t think(const struct match *match, const struct strength *how, struct chance *chance)
{
    const struct bout *bout = &match->bout;
    uint64_t choices = habit_choices(bout);
    if (!(choices & (choices - 1))) return (uint8_t)__builtin_ctzll(choices);
    if ((chance_word(chance) & 0xff) < how->slips)
        return habit_pick(choices & ~ACT_BIT(ACT_CLOSE), chance);
    if (how->turns == 0) return habit_action(bout);
    struct search_plan plan = {
        .turns = how->turns,
        .wild = how->wild,
        .exact_ends = how->exact_ends,
        .needs = {match->match_to - match->score[0], match->match_to - match->score[1]}};
    bool simple = bout->married == NO_SUIT || bout->led != NO_CARD;
    if (simple && bout->deal.stock_left == 0 && how->exact)
        return solve(bout, 1, plan.needs, chance);
    if (simple && bout->deal.closed && how->worlds)
        return solve(bout, how->worlds, plan.needs, chance);
    return search_action(bout, &plan, chance);
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
    if (level <= BOT_RANDOM) return choose_any(bout, seat, chance);
    if (level > BOT_HARD) level = BOT_HARD;
    return declare_to_claim(bout, seat, think(match, &strengths[level], chance));
}

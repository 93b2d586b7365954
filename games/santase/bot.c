#include "bot.h"

/* Any legal action, except that nobody claims what he has not got. */
static uint8_t choose_any(const struct bout *bout, int seat, struct chance *chance)
{
    uint64_t legal = bout_legal(bout, seat);
    if (bout_counted(bout, seat) < SIXTY_SIX) legal &= ~ACT_BIT(ACT_CLAIM);
    if (!legal) return NO_ACTION;
    uint32_t count = (uint32_t)__builtin_popcountll(legal);
    for (uint32_t skip = chance_below(chance, count); skip; skip--)
        legal &= legal - 1;
    return (uint8_t)__builtin_ctzll(legal);
}

uint8_t bot_choose(const struct match *match, int seat, enum bot_level level, struct chance *chance)
{
    (void)level;
    if (match->phase != PLAYING) return NO_ACTION;
    return choose_any(&match->bout, seat, chance);
}

#include "room/level.h"

static const uint8_t usual[] = {LEVEL_EASY, LEVEL_MEDIUM, LEVEL_HARD, 0};

const uint8_t *level_list(const struct game *game)
{
    return game->levels ? game->levels : usual;
}

bool level_known(const struct game *game, int level)
{
    for (const uint8_t *one = level_list(game); *one; one++)
        if (*one == level) return true;
    return false;
}

static int strength(int level)
{
    static const uint8_t order[LEVELS] = {[LEVEL_EASY] = 1,
                                          [LEVEL_CASUAL] = 2,
                                          [LEVEL_MEDIUM] = 3,
                                          [LEVEL_HARD] = 4,
                                          [LEVEL_MASTER] = 5};
    return level > 0 && level < LEVELS ? order[level] : 0;
}

int level_for(const struct game *game, int level)
{
    const uint8_t *list = level_list(game);
    int best = list[0];
    for (; *list; list++)
        if (strength(*list) <= strength(level)) best = *list;
    return best;
}

/* Crypta as the house sees it: a page of its own, and a command. */
#include "crypta/command.h"
#include "game.h"
#include "site/extra.h"

static const char *const languages[] = {"it", "en", NULL};

const struct game crypta_game = {
    .name = "crypta",
    .box = {.minutes_min = 10,
            .minutes_max = 20,
            .languages = languages,
            .mood = "honey",
            .address = "/crypta"},
    .seats_min = 2,
    .seats_max = 4,
};

static const struct extra_command commands[] = {
    {"crypta", crypta_command, "print dungeons: crypta CODE… or crypta --from A --to B"},
    {0},
};

const struct game_extra crypta_extra = {.commands = commands};

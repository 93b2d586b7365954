#include "shelf.h"
#include "site/extra.h"

#define GAME(name) extern const struct game name##_game;
#define GAME_WITH_EXTRA(name)                                                                      \
    GAME(name)                                                                                     \
    extern const struct game_extra name##_extra;
#include "games_list.h"
#undef GAME
#undef GAME_WITH_EXTRA

static const struct game_entry entries[] = {
#define GAME(name) {&name##_game, NULL},
#define GAME_WITH_EXTRA(name) {&name##_game, &name##_extra},
#include "games_list.h"
    {0},
};

const struct games_shelf house_shelf = {entries, deck_files, &asset_files};

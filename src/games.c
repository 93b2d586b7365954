#include "games.h"
#include "core/alloc.h"
#include "core/log.h"
#include "decks.h"

#include <stdlib.h>
#include <string.h>

#include "codenames/codenames.h"
#include "coming/coming.h"
#include "santase/santase.h"
#include "taboo/taboo.h"

/* A sixth game is one more line. */
static const struct game *const table[] = {
    &taboo_game,
    &santase_game,
    &codenames_game,
    &coming_cah,
};
#define GAMES (sizeof table / sizeof table[0])

struct games {
    struct game game[GAMES];
    const struct game *list[GAMES + 1];
    const char *names[GAMES + 1];
    struct house house;
    struct settings settings;
};

static void set_taboo(struct game *game, const struct settings *s)
{
    game->team_min = (int)s->team_min;
    game->team_max = (int)s->team_max;
    if (game->team_max < game->team_min) game->team_max = game->team_min;
    game->seats_min = game->teams * game->team_min;
}

static void set_times(struct game *game, const struct settings *s)
{
    if (s->grace_ms >= 0) game->grace_ms = s->grace_ms;
    if (s->expiry_ms >= 0) game->idle_ms = s->expiry_ms;
}

static void add_decks(struct games *g)
{
    for (const struct deck_file *file = deck_files; file->game; file++) {
        const struct game *game = house_game(&g->house, file->game);
        const struct game_deck *deck;
        json_error_t problem;
        json_t *json = json_loadb(file->bytes, file->len, 0, &problem);
        struct refusal refusal = REFUSE(BAD_REQUEST);
        if (game && json) refusal = shelf_add(g->house.shelf, game, file->name, json, &deck);
        json_decref(json);
        if (game && refused(&refusal))
            log_line(LOG_ERROR, "games", "the deck %s/%s cannot be read: %s", file->game,
                     file->name, refusal_sentence(&refusal));
    }
}

struct games *games_new(const struct settings *settings)
{
    struct games *g = alloc_zero(1, sizeof *g);
    if (settings)
        g->settings = *settings;
    else
        settings_defaults(&g->settings);
    for (size_t i = 0; i < GAMES; i++) {
        g->game[i] = *table[i];
        g->list[i] = &g->game[i];
        g->names[i] = g->game[i].name;
        set_times(&g->game[i], &g->settings);
        if (strcmp(g->game[i].name, "taboo") == 0) set_taboo(&g->game[i], &g->settings);
    }
    g->house = (struct house){g->list, shelf_new()};
    add_decks(g);
    return g;
}

void games_free(struct games *games)
{
    if (!games) return;
    shelf_free(games->house.shelf);
    free(games);
}

const struct house *games_house(const struct games *games)
{
    return &games->house;
}

bool games_is_coming(const struct games *games, const char *name)
{
    const struct game *game = house_game(&games->house, name);
    return game && coming_is(game);
}

const char *const *games_names(const struct games *games)
{
    return games->names;
}

/* Only what differs from what the game itself says. */
static void put_default(json_t *to, const struct game *game, const char *key, int64_t value)
{
    const struct game_setting *setting = game->settings;
    while (setting->key && strcmp(setting->key, key) != 0)
        setting++;
    if (setting->key && setting->initial != value)
        json_object_set_new(to, key, json_integer(value));
}

json_t *games_defaults(const struct games *games, const char *name)
{
    const struct game *game = house_game(&games->house, name);
    if (!game || strcmp(name, "taboo") != 0) return NULL;
    json_t *values = json_object();
    put_default(values, game, "turnSeconds", games->settings.turn_seconds);
    put_default(values, game, "scoreLimit", games->settings.score_limit);
    put_default(values, game, "turnEndPauseMs", games->settings.turn_pause_ms);
    if (json_object_size(values)) return values;
    json_decref(values);
    return NULL;
}

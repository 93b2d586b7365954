#include "site/games.h"
#include "core/alloc.h"
#include "core/log.h"
#include "site/extra.h"

#include <stdlib.h>
#include <string.h>

struct games {
    int count, extras;
    struct game *game;                 /* copies, in the order of the shelf */
    const struct game **all, **played; /* with and without those that are pages; end with NULL */
    struct games_extra *extra;
    struct setting_group *groups; /* of the extras; ends with rows NULL */
    struct house house;
    const struct asset_files *files;
    const struct deck_file *decks;
};

static void add_decks(struct games *g, const struct deck_file *file)
{
    for (; file && file->game; file++) {
        const struct game *game = house_game(&g->house, file->game);
        const struct game_deck *deck;
        if (!game || !game->deck_read) continue;
        json_error_t problem;
        json_t *json = json_loadb(file->bytes, file->len, 0, &problem);
        struct refusal refusal = REFUSE(BAD_REQUEST);
        if (json && file->past) refusal = shelf_add_past(g->house.shelf, game, json);
        if (json && !file->past) refusal = shelf_add(g->house.shelf, game, file->name, json, &deck);
        json_decref(json);
        if (refused(&refusal))
            log_line(LOG_ERROR, "games", "the deck %s/%s cannot be read: %s", file->game,
                     file->name, refusal_sentence(&refusal));
    }
}

static void add_extra(struct games *g, const struct game *game, const struct game_extra *extra)
{
    size_t size = extra->own_size ? extra->own_size : 1;
    struct games_extra *e = &g->extra[g->extras++];
    *e = (struct games_extra){extra, game, alloc_zero(1, size)};
    if (!extra->settings) return;
    struct setting_group *group = g->groups;
    while (group->rows)
        group++;
    *group = (struct setting_group){extra->settings, e->own};
    setting_group_defaults(group);
}

static void add_game(struct games *g, const struct game_entry *entry)
{
    struct game *game = &g->game[g->count];
    int played = 0;
    while (g->played[played])
        played++;
    *game = *entry->game;
    g->all[g->count++] = game;
    if (!game->box.address) g->played[played] = game;
    if (entry->extra) add_extra(g, game, entry->extra);
}

struct games *games_new(const struct games_shelf *shelf)
{
    struct games *g = alloc_zero(1, sizeof *g);
    size_t count = 0;
    while (shelf->entries[count].game)
        count++;
    g->game = alloc_zero(count + 1, sizeof *g->game);
    g->all = alloc_zero(count + 1, sizeof(struct game *));
    g->played = alloc_zero(count + 1, sizeof(struct game *));
    g->extra = alloc_zero(count + 1, sizeof *g->extra);
    g->groups = alloc_zero(count + 1, sizeof *g->groups);
    for (size_t i = 0; i < count; i++)
        add_game(g, &shelf->entries[i]);
    g->files = shelf->files;
    g->house = (struct house){.games = g->played, .shelf = shelf_new()};
    g->decks = shelf->decks;
    add_decks(g, shelf->decks);
    return g;
}

void games_free(struct games *games)
{
    if (!games) return;
    for (int i = 0; i < games->extras; i++)
        free(games->extra[i].own);
    shelf_free(games->house.shelf);
    free(games->groups);
    free(games->extra);
    free(games->played);
    free(games->all);
    free(games->game);
    free(games);
}

const struct deck_file *games_deck_file(const struct games *games, const struct game_deck *deck)
{
    for (const struct deck_file *file = games->decks; file && file->game; file++)
        if (!file->past && strcmp(file->game, deck->game->name) == 0 &&
            strcmp(file->name, deck->name) == 0)
            return file;
    return NULL;
}

const struct setting_group *games_settings(const struct games *games)
{
    return games->groups;
}

void games_settle(struct games *games, const struct settings *settings)
{
    for (int i = 0; i < games->count; i++) {
        if (settings->grace_ms >= 0) games->game[i].grace_ms = settings->grace_ms;
        if (settings->expiry_ms >= 0) games->game[i].idle_ms = settings->expiry_ms;
    }
    games->house.idle_with_people = settings->expiry_ms >= 0;
    for (int i = 0; i < games->extras; i++) {
        const struct games_extra *e = &games->extra[i];
        if (e->extra->settle) e->extra->settle(&games->game[e->game - games->game], e->own);
    }
}

const struct house *games_house(const struct games *games)
{
    return &games->house;
}

const struct asset_files *games_files(const struct games *games)
{
    return games->files;
}

const struct game *const *games_all(const struct games *games)
{
    return games->all;
}

bool games_extra(const struct games *games, int at, struct games_extra *out)
{
    if (at >= games->extras) return false;
    *out = games->extra[at];
    return true;
}

void *games_own(const struct games *games, const struct game_extra *extra)
{
    for (int i = 0; i < games->extras; i++)
        if (games->extra[i].extra == extra) return games->extra[i].own;
    return NULL;
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

/* Cards and words in the language that the host reads, where the game has them. */
static void put_language(json_t *to, const struct game *game, const char *language)
{
    const struct game_setting *setting = game->settings;
    while (setting && setting->key && strcmp(setting->key, "language") != 0)
        setting++;
    if (!setting || !setting->key || setting->kind != SETTING_CHOICE) return;
    for (int i = 0; setting->choices[i]; i++)
        if (strcmp(setting->choices[i], language) == 0)
            json_object_set_new(to, "language", json_string(language));
}

static void put_extra(json_t *to, const struct games_extra *e, bool page)
{
    const struct extra_default *d = e->extra->defaults;
    const struct page_default *p = page ? e->extra->page_defaults : NULL;
    for (; d && d->setting; d++)
        put_default(to, e->game, d->setting, *(int64_t *)((char *)e->own + d->offset));
    for (; p && p->setting; p++)
        put_default(to, e->game, p->setting, p->value);
}

json_t *games_defaults(const struct games *games, const char *name, const char *language, bool page)
{
    json_t *values = json_object();
    const struct game *game = house_game(&games->house, name);
    if (game && language) put_language(values, game, language);
    for (int i = 0; i < games->extras; i++)
        if (strcmp(games->extra[i].game->name, name) == 0)
            put_extra(values, &games->extra[i], page);
    if (json_object_size(values)) return values;
    json_decref(values);
    return NULL;
}

void games_ban(struct games *games, const struct house_bans *bans)
{
    games->house.bans = bans;
}

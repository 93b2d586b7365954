#include "site/room_page.h"
#include "room/level.h"
#include "room/preset.h"

#include <stdio.h>

static struct page_person shown(const struct room *room, const struct person *p)
{
    return (struct page_person){
        .id = p->id,
        .name = p->name,
        .avatar = p->avatar,
        .team = p->team,
        .bot = p->bot,
        .evening = p->evening,
        .host = p->number == room->host,
        .online = !p->away_since,
        .watching = room->phase == ROOM_LOBBY ? p->watching : p->seat < 0,
    };
}

static void fill_out(struct room_page *out, const struct room *room)
{
    for (int i = 0; i < room->people + room->left; i++)
        if (room->person[i].out) out->out[out->page.out_count++] = shown(room, &room->person[i]);
    out->page.out = out->out;
}

void room_page_returning(struct room_page *out, const struct person *left)
{
    out->returning = (struct page_person){.name = left->name, .avatar = left->avatar};
    out->page.returning = &out->returning;
}

static void fill_people(struct room_page *out, const struct room *room, uint16_t person)
{
    struct page_room *page = &out->page;
    page->you = -1;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->gone) continue;
        if (p->number == person) page->you = page->people_count;
        out->votes[page->people_count] = p->vote ? p->vote->name : NULL;
        out->people[page->people_count++] = shown(room, p);
    }
    page->people = out->people;
    page->votes = out->votes;
}

int room_page_settings(struct page_setting out[GAME_SETTINGS_MAX], const struct game *game,
                       const int32_t *values, bool secrets)
{
    static const enum page_setting_kind kinds[] = {[SETTING_NUMBER] = PAGE_NUMBER,
                                                   [SETTING_SWITCH] = PAGE_SWITCH,
                                                   [SETTING_CHOICE] = PAGE_CHOICE,
                                                   [SETTING_MILLISECONDS] = PAGE_MILLISECONDS,
                                                   [SETTING_SECRET] = PAGE_NUMBER};
    int count = 0;
    bool (*counts)(int, const int32_t *) = game->setting_counts;
    for (const struct game_setting *s = game->settings; s && s->key; s++) {
        int at = (int)(s - game->settings);
        bool secret = s->kind == SETTING_SECRET;
        if (secret && !secrets) continue;
        out[count++] = (struct page_setting){.key = s->key,
                                             .kind = kinds[s->kind],
                                             .value = values[at],
                                             .min = s->min,
                                             .max = s->max,
                                             .choices = s->choices,
                                             .idle = counts && !counts(at, values),
                                             .secret = secret};
    }
    return count;
}

static void fill_settings(struct room_page *out, const struct room *room)
{
    bool may_set = out->page.is_host && room->phase == ROOM_LOBBY;
    out->page.settings = out->settings;
    out->page.setting_count =
        room_page_settings(out->settings, room->game, room->settings, may_set);
}

static void fill_presets(struct room_page *out, const struct room *room)
{
    const struct game_preset *p = room->game->presets;
    out->page.presets = out->presets;
    for (; p && p->key && out->page.preset_count < ROOM_PAGE_PRESETS_MAX; p++)
        out->presets[out->page.preset_count++] =
            (struct page_preset){p->key, preset_holds(room->game, p, room->settings)};
}

static void fill_games(struct page_game out[ROOM_PAGE_GAMES_MAX + 1],
                       const struct game *const *game)
{
    int count = 0;
    for (; *game && count < ROOM_PAGE_GAMES_MAX; game++)
        out[count++] =
            (struct page_game){(*game)->name, (*game)->seats_min, (*game)->seats_max,
                               (*game)->box,  (*game)->bots,      (*game)->bots_language};
    out[count] = (struct page_game){0};
}

void room_page_shelf(struct page_game out[ROOM_PAGE_GAMES_MAX + 1], const struct games *games)
{
    fill_games(out, games_all(games));
}

/* In the order they came. */
static void fill_decks(struct room_page *out, const struct room *room, const struct house *house)
{
    for (int i = 0; i < room->own_decks; i++) {
        const struct game_deck *deck = room->own_deck[i];
        if (deck->game != room->game || deck->name[0]) continue;
        bool banned = house && house_bans_deck(house, deck);
        out->decks[out->page.own_deck_count++] =
            (struct page_deck){deck->hash,
                               deck->title,
                               deck->language,
                               (int)deck->count,
                               !banned && room->game->deck_fits(deck, room->settings),
                               banned};
    }
    out->page.own_decks = out->decks;
}

static uint32_t mix(uint32_t hash, const void *bytes, size_t len)
{
    for (const unsigned char *p = bytes; len > 0; p++, len--)
        hash = (hash ^ *p) * 16777619u;
    return hash;
}

/* Over all that the list of packs depends on. */
static void mark_packs(struct page_room *page, const struct room *room)
{
    uint32_t hash = mix(2166136261u, room->settings, sizeof room->settings);
    for (int i = 0; i < room->own_decks; i++)
        hash = mix(hash, room->own_deck[i]->hash, sizeof room->own_deck[i]->hash);
    for (int i = 0; room->packs && i < room->packs->count; i++) {
        hash = mix(hash, room->packs->chosen[i].deck->hash, sizeof room->own_deck[0]->hash);
        hash = mix(hash, &room->packs->chosen[i].set, sizeof room->packs->chosen[i].set);
    }
    snprintf(page->packs_mark, sizeof page->packs_mark, "%08x", hash);
}

/* Who may start, and with what: a choice that leaves too few cards is no less in the way than a
 * player who is missing. */
static void fill_cards(struct page_room *page, const struct room *room, const struct house *house)
{
    struct refusal enough = room_enough(house, room, &page->cards_in_play);
    if (!refused(&page->missing)) page->missing = enough;
}

void room_page_fill(struct room_page *out, const struct room *room, uint16_t person,
                    const char *host_token, const struct games *games)
{
    const struct game *game = room->game;
    struct refusal puzzled = room_may_computers(room);
    out->page = (struct page_room){
        .code = room->code,
        .game = game->name,
        .box = game->box,
        .state = room->phase == ROOM_PLAYING ? PAGE_PLAYING
                 : room->phase == ROOM_OVER  ? PAGE_OVER
                                             : PAGE_LOBBY,
        .is_host = person && person == room->host,
        .host_token = host_token && *host_token ? host_token : NULL,
        .team_count = game->teams,
        .teams = game->team_names,
        .team_max = game->team_max,
        .seats_min = game->seats_min,
        .seats_max = game->seats_max,
        .bots = game->bots,
        .levels = level_list(game),
        .bots_language = refused(&puzzled) ? game->bots_language : NULL,
        .bots_beginner = room_computers_begin(room),
        .latecomers = room_takes_latecomers(room),
        .games_played = room->games_played,
        .remembers = game->facts,
        .imports = game->deck_import,
        .own_cards = (int)room_own_cards(room),
        .cards_in_play = -1,
    };
    out->page.missing = room_missing(room, &out->page.missing_team, &out->page.missing_count);
    if (games && room->phase == ROOM_LOBBY) fill_cards(&out->page, room, games_house(games));
    if (games) fill_games(out->games, games_house(games)->games);
    if (games) out->page.games = out->games;
    for (int t = 0; t < game->teams; t++)
        out->page.team_lacks[t] = room_team_lacks(room, t);
    if (game->deck_import) fill_decks(out, room, games ? games_house(games) : NULL);
    fill_people(out, room, person);
    fill_out(out, room);
    for (int i = 0; i < game->teams && i < ROOM_TEAMS_MAX; i++)
        out->page.team_called[i] = room->team_name[i][0] ? room->team_name[i] : NULL;
    if (game->deck_pack) mark_packs(&out->page, room);
    fill_settings(out, room);
    fill_presets(out, room);
}

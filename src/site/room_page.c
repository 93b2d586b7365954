#include "site/room_page.h"

static void fill_people(struct room_page *out, const struct room *room, uint16_t person)
{
    struct page_room *page = &out->page;
    page->you = -1;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->gone) continue;
        if (p->number == person) page->you = page->people_count;
        out->people[page->people_count++] = (struct page_person){
            .id = p->id,
            .name = p->name,
            .team = p->team,
            .bot = p->bot,
            .evening = p->evening,
            .host = p->number == room->host,
            .online = !p->away_since,
            .watching = room->phase == ROOM_LOBBY ? p->watching : p->seat < 0,
        };
    }
    page->people = out->people;
}

static void fill_settings(struct room_page *out, const struct room *room)
{
    static const enum page_setting_kind kinds[] = {[SETTING_NUMBER] = PAGE_NUMBER,
                                                   [SETTING_SWITCH] = PAGE_SWITCH,
                                                   [SETTING_CHOICE] = PAGE_CHOICE,
                                                   [SETTING_MILLISECONDS] = PAGE_MILLISECONDS,
                                                   [SETTING_SECRET] = PAGE_NUMBER};
    int count = 0;
    bool may_set = out->page.is_host && room->phase == ROOM_LOBBY;
    for (const struct game_setting *s = room->game->settings; s && s->key; s++) {
        int value = room->settings[s - room->game->settings];
        if (s->kind == SETTING_SECRET && !may_set) continue;
        out->settings[count++] =
            (struct page_setting){s->key, kinds[s->kind], value, s->min, s->max, s->choices};
    }
    out->page.settings = out->settings;
    out->page.setting_count = count;
}

static void fill_games(struct page_game out[ROOM_PAGE_GAMES_MAX + 1],
                       const struct game *const *game)
{
    int count = 0;
    for (; *game && count < ROOM_PAGE_GAMES_MAX; game++)
        out[count++] =
            (struct page_game){(*game)->name, (*game)->seats_min, (*game)->seats_max, (*game)->box};
    out[count] = (struct page_game){0};
}

void room_page_shelf(struct page_game out[ROOM_PAGE_GAMES_MAX + 1], const struct games *games)
{
    fill_games(out, games_all(games));
}

void room_page_fill(struct room_page *out, const struct room *room, uint16_t person,
                    const char *host_token, const struct games *games)
{
    const struct game *game = room->game;
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
        .games_played = room->games_played,
        .imports = game->deck_import,
        .own_cards = (int)room_own_cards(room),
    };
    out->page.missing = room_missing(room, &out->page.missing_team, &out->page.missing_count);
    if (games) fill_games(out->games, games_house(games)->games);
    if (games) out->page.games = out->games;
    fill_people(out, room, person);
    fill_settings(out, room);
}

/* A room as the pages want it: plain structs, filled from the room for one viewer. Points into the
 * room; good until the room's next step. */
#pragma once

#include "site/games.h"
#include "site/pages/page.h"

#define ROOM_PAGE_GAMES_MAX 31
#define ROOM_PAGE_PRESETS_MAX 16

struct room_page {
    struct page_room page;
    struct page_person people[ROOM_PEOPLE_MAX];
    struct page_person out[ROOM_PEOPLE_MAX + ROOM_LEFT_MAX];
    struct page_person returning;
    const char *votes[ROOM_PEOPLE_MAX];
    struct page_setting settings[GAME_SETTINGS_MAX];
    struct page_preset presets[ROOM_PAGE_PRESETS_MAX];
    struct page_deck decks[ROOM_DECKS_MAX];
    struct page_game games[ROOM_PAGE_GAMES_MAX + 1];
};

/* The shelf as a page shows it; ends with a game without a name. */
void room_page_shelf(struct page_game out[ROOM_PAGE_GAMES_MAX + 1], const struct games *games);
/* `host_token` is the viewer's own, or NULL; `games` NULL: none are offered. */
void room_page_fill(struct room_page *out, const struct room *room, uint16_t person,
                    const char *host_token, const struct games *games);
/* A game's settings as pages show them; says how many. `secrets`: those that only a host sees, too. */
int room_page_settings(struct page_setting out[GAME_SETTINGS_MAX], const struct game *game,
                       const int32_t *values, bool secrets);
/* Who stands at the door of a filled page was here before. */
void room_page_returning(struct room_page *out, const struct person *left);

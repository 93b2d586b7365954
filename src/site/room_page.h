/* A room as the pages want it: plain structs, filled from the room for one viewer. Points into the
 * room; good until the room's next step. */
#pragma once

#include "room/room.h"
#include "site/pages/page.h"

struct room_page {
    struct page_room page;
    struct page_person people[ROOM_PEOPLE_MAX];
    struct page_setting settings[GAME_SETTINGS_MAX];
};

/* `host_token` is the viewer's own, or NULL. */
void room_page_fill(struct room_page *out, const struct room *room, uint16_t person,
                    const char *host_token, const char *const *games);

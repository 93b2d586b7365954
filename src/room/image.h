/* A room between two games as JSON, for a file that somebody keeps: its people with their names and
 * places, settings, decks by their hashes. No tokens, and nothing of a game's state: that comes of the
 * records that follow. What is read was brought by a stranger and is believed in nothing. */
#pragma once

#include "room/room.h"

#define IMAGE_TIME_MAX (1ll << 46) /* in the year 4199 */
#define IMAGE_NUMBER_MAX 40000     /* of people, so that all who may still come have one */

/* One object. Of the room's own decks those of that game. */
void image_write(const struct room *room, const struct game *game, struct writer *w);
/* The room, in its lobby, or NULL: no such room could be. Its decks are on the shelf already. */
struct room *image_read(const struct house *house, const json_t *json);

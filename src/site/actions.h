/* What people ask of a room, by the name of the event: the one table behind Socket.IO and HTTP. */
#pragma once

#include "room/room.h"

/* Fills in the step that `event` with this payload (an object) is, for that person. What the step
 * points to belongs to the payload and the event's name. Anything that is not an event of the house
 * is taken for a verb of the game on the table. */
struct refusal action_step(const struct room *room, const char *event, json_t *payload,
                           uint16_t person, struct step *step);
/* Takes out what only says who and where: a record never holds a token. */
void action_strip(json_t *payload);
/* Texts of a form become what the game's settings want: numbers, true and false. */
void action_coerce(const struct game *game, json_t *values);
/* The settings among the fields of a form that creates or configures a room: a new object. */
json_t *action_settings(const struct game *game, const json_t *payload);

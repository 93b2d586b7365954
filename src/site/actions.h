/* What people ask of a room, by the name of the event: the one table behind Socket.IO and HTTP. */
#pragma once

#include "room/room.h"

/* Fills in the step that `event` with this payload (an object) is, for that person. What the step
 * points to belongs to the payload and the event's name. Anything that is not an event of the house
 * is taken for a verb of the game on the table. What only says who and where is taken out of the
 * payload: a record never holds a token. */
struct refusal action_step(const struct room *room, const char *event, json_t *payload,
                           uint16_t person, struct step *step);
/* The payload that a form's texts stand for: a new object. */
json_t *action_read_form(const struct game *game, const char *event, const json_t *form);
bool action_is_yes(const char *text); /* of a form; NULL is not */
/* Texts of a form become what the game's settings want: numbers, true and false. */
void action_coerce(const struct game *game, json_t *values);
/* The settings among the fields of a form that creates or configures a room: a new object. */
json_t *action_settings(const struct game *game, const json_t *payload);

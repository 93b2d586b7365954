/* The picture of a player: an SVG that depends on the name and on nothing else but the mood, so that
 * every server, page and phone draws the same face for the same name. */
#pragma once

#include "core/buffer.h"

enum avatar_mood { FACE_CALM, FACE_HAPPY, FACE_SAD };

/* «happy», «sad»; anything else, or NULL, is calm. */
enum avatar_mood avatar_mood(const char *word);
void avatar_svg(struct buffer *out, const char *name, enum avatar_mood mood);

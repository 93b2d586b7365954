/* The picture of a player: an SVG that depends on the name alone, so that every server, page and
 * phone draws the same face for the same name. */
#pragma once

#include "core/buffer.h"

void avatar_svg(struct buffer *out, const char *name);

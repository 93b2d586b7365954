/* A QR code as an SVG of one path, dark on white in every colour scheme, with its quiet zone. */
#pragma once

#include "core/buffer.h"

#include <stdbool.h>

/* False, with nothing written, if the text does not fit into a QR code. */
bool qr_svg(struct buffer *out, const char *text);

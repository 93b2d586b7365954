/* A deck in our own shape, written for other programs. */
#pragma once

#include "core/buffer.h"
#include "core/refusal.h"

#include <jansson.h>

/* JSON Against Humanity's compact form: each text once, packs naming them by place. Appends to
 * `out`. */
void cah_export_compact(const json_t *deck, struct buffer *out);

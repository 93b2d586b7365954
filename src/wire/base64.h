/* Base64 with padding, as Engine.IO uses it in polls. */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

void base64_write(struct buffer *out, struct span bytes);
/* Decodes `text` in place and returns the length, or -1 if it is not base64. */
long base64_decode(char *text, size_t len);

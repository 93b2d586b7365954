/* Server-Sent Events: the text that goes down a stream. Every line ending in `data` (CR LF, CR, LF)
 * begins a new data line, so an event cannot be broken out of; line endings in names are dropped.
 */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

#include <stdint.h>

#define SSE_HEARTBEAT_MS 25000

/* `id` below 0: none; `name` NULL: none («message» for the browser). */
void sse_event(struct buffer *out, int64_t id, const char *name, struct span data);
void sse_retry(struct buffer *out, uint32_t milliseconds);
/* The number in Last-Event-ID, or -1. */
int64_t sse_last_id(struct span field);

/* Cards that a host brings: how much of them a request may hold, and what the store has of them. */
#pragma once

#include "core/buffer.h"
#include "game.h"
#include "wire/http.h"

struct visit;

/* The wire's hook: the host of a room whose game takes cards may send a large file of them, and anybody
 * that of a saved game. Everybody else, and everything else, has the usual limit; so nobody learns from it which rooms there are. */
uint32_t imports_body_max(void *site, const struct http_request *r);

/* A deck's JSON, of the house's files or of the store. False: it is no longer there, or cannot be read. */
bool deck_text(struct visit *v, const struct game_deck *deck, struct buffer *out);

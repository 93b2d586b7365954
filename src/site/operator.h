/* What the operator sees of the running house: how it fares, its rooms and who is in them. Of a game
 * only its name and phase: what lies on a table is nobody's business but the players'. */
#pragma once

#include "site/site.h"

#include <jansson.h>

#define OPERATOR_ROOMS 200 /* that were used last */

/* Adds "house" and "rooms" to what the page shows. */
void operator_look(struct site *site, int64_t now, json_t *found);
/* The hall complains: the last sentences are shown. */
void operator_complaint(struct site *site, const char *sentence, int64_t now);

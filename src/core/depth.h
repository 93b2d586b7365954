/* How deep JSON from outside may go: the bodies of requests, the payloads of events, what a record
 * holds of them. One limit for all, far below the one of the JSON library, which counts a level more
 * in a record than in the body that it came from. */
#pragma once

#include "core/refusal.h"

#include <jansson.h>

#define JSON_DEPTH_MAX 32 /* objects and arrays in each other */

/* Refused if it is deeper. NULL is not. */
struct refusal depth_check(const json_t *json);
/* The same refusal, for what the JSON library would not even read. */
struct refusal depth_refusal(void);

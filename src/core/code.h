/* Room codes: six characters that cannot be mistaken for one another when read aloud. */
#pragma once

#include "core/chance.h"

#include <stdbool.h>

#define CODE_LENGTH 6
#define CODE_ALPHABET "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

/* Writes a code and its terminating zero. */
void code_draw(char out[CODE_LENGTH + 1], struct chance *chance);
/* What a person typed, as it would have been issued: trimmed, upper-cased, inner spaces and hyphens
 * dropped, O read as 0. False if no room can have it; `out` is then empty. */
bool code_normalise(char out[CODE_LENGTH + 1], const char *typed);

/* What may be a clue: one word of letters, of any script, that says no word on the board.
 * Nothing here is owned or kept. */
#pragma once

#include "refusals.h"

#define CLUE_LETTERS_MAX 30
#define CLUE_BYTES_MAX 120 /* without the terminating zero; marks count here, not as letters */
#define CLUE_UNLIMITED (-1)

/* How a clue and a word on the board get in each other's way. */
enum clue_clash { CLUE_FREE, CLUE_IS_WORD, CLUE_IN_WORD, CLUE_HOLDS_WORD };

/* Makes of what was typed the clue as it is shown: normalised, trimmed, invisible characters gone.
 * Refused with INVALID_CLUE if it is not one word of letters. */
struct refusal clue_read(char out[CLUE_BYTES_MAX + 1], const char *typed);
/* Of two texts, case and accents set aside. A word of several parts («Nueva York») counts as a
 * whole («nuevayork») and part by part. */
enum clue_clash clue_against(const char *clue, const char *word);
/* The refusal of a clue that clashes with that word; accepted if it does not. */
struct refusal clue_check(const char *clue, const char *word);

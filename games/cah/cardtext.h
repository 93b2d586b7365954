/* The text of a card as other programs keep it, made plain: entities and the few tags that occur
 * become the letters they stand for, pairs of stars and of underscores that only emphasise go, line
 * breaks become spaces. A blank to fill in is one `_`, however long it was drawn. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum card_text { TEXT_MARKED, TEXT_PLAIN }; /* plain: our own, where a star is a star */

#define CARD_BYTES_MAX 300
#define CARD_PICK_MAX 3

/* A white card. False if nothing is left, or more than a card can hold. */
bool cardtext_white(char out[CARD_BYTES_MAX + 1], const char *raw, enum card_text kind);

/* A black card with its blanks; `*pick` is how many cards the source says it takes, 0 if it does
 * not say, and afterwards how many it does take. Blanks that are missing are put at its end. NULL if
 * all is well, else why the card is of no use: an English sentence. */
const char *cardtext_black(char out[CARD_BYTES_MAX + 1], const char *raw, enum card_text kind,
                           int *pick);

/* How many blanks there are in a text that is plain already. */
int cardtext_blanks(const char *text);

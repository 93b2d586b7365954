/* Decks that hosts bring, choose from and take home: the columns of struct game about them. */
#pragma once

#include "game.h"

/* In the language of the room's cards, in any form of import.h. */
struct refusal cah_deck_import(const int32_t *settings, const struct deck_source *from,
                               struct buffer *deck, struct deck_yield *yield);
/* Cards that the rating allows, of the packs in play; refused if there are none to begin with. */
struct refusal cah_deck_enough(const struct game_table *table, uint32_t *cards);
bool cah_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out);
/* «jah»: JSON Against Humanity, compact. */
bool cah_deck_export(const json_t *deck, const char *form, struct buffer *out);

/* Decks that hosts brought, between the store, where each lies once under its game and its hash, and
 * the shelf. What is on the shelf stays there as long as the program runs; at a start only those are
 * put on it that rooms name. */
#pragma once

#include "room/hall.h"

/* «cah/0123…»: under what a deck is kept. */
void kept_name(char out[STORE_DECK_NAME_BYTES_MAX + 1], const struct game_deck *deck);

/* A record of this room that was written by another server may name a deck that is not on our shelf:
 * puts it there. */
void kept_bring(struct hall *hall, const struct room *room, const char *record, size_t len);

/* Puts every deck that is kept for a room, or for a live one, on the shelf. A deck that the game
 * does not read any more is passed over, with a sentence to `complain` (NULL: to nobody). False if
 * the store could not be read. */
bool kept_load(struct store *store, const struct house *house, bool live_only,
               const struct hall_hooks *complain);

/* A game that is over as one file, to be kept and to be watched on any Ludoteca. JSON lines:
 *
 *     {"ludoteca":"game","format":1,"game":"taboo","version":3,"from":41,"to":312,…}
 *     {"room":{…}}        as it was before the game (image.h)
 *     {"deck":{…}}        each deck that was brought: game, hash and cards
 *     {"do":"start",…}    the records, as in the log but without tokens
 *     {"sha256":"…"}      of all that stands before
 *
 * A game that goes on from the one before it (cards that were seen) has that one's records, too: a
 * state is never written, so a file can say nothing that could not have been played. The sum finds
 * damage, not lies; a lie has to be a legal game. */
#pragma once

#include "room/replay.h"

#define SAVED_FORMAT 1
#define SAVED_BYTES_MAX (4u << 20)
#define SAVED_RECORDS_MAX 20000
#define SAVED_DEPTH_MAX 40

/* The JSON of a deck that was brought to a room; false: it cannot be found. */
struct saved_decks {
    bool (*text)(void *arg, const struct game_deck *deck, struct buffer *out);
    void *arg;
};

/* Refused if what the seats knew stays secret, or it would be too large. */
struct refusal saved_write(struct replay *r, const struct replay_game *game,
                           const struct saved_decks *decks, struct buffer *out);

/* Reads a file as far as that is possible without playing it. Then replay_fold, then saved_check. */
struct refusal saved_open(const struct house *house, const char *text, size_t len,
                          struct replay **out, uint32_t *from);
/* Was it the game that began with record `from`, from beginning to end? */
struct refusal saved_check(struct replay *r, uint32_t from);

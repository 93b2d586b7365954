/* Chance that nobody could choose: the server and every phone add to it, and afterwards anybody can
 * check it. docs/fair.md says what that proves.
 *
 *     MIX a phone's commitment ──▶ SEAL no more of them ──▶ REVEAL its number ──▶ START
 *         (the first: the server's seed)   what will be dealt is fixed      the key of all of them
 *
 * Between SEAL and START there are only REVEALs; any other step makes the seal void. A room in which
 * no phone takes part has none of this, and plays as it always did. */
#pragma once

#include "core/chance.h"
#include "core/writer.h"

#include <stdbool.h>
#include <stdint.h>

#define PROOF_BYTES 32 /* of a number, of its SHA-256 and of the key */

struct room;

/* What one person's phone adds. */
struct proof_part {
    uint16_t number; /* the person's */
    bool revealed;
    uint8_t commit[PROOF_BYTES]; /* SHA-256 of what it will reveal */
    uint8_t random[PROOF_BYTES]; /* once it has */
};

struct room_proof {
    uint8_t seed[PROOF_BYTES];  /* the server's: secret until the game is over */
    uint8_t terms[PROOF_BYTES]; /* SHA-256 of what will be dealt, and to whom */
    bool sealed;
    bool spent;     /* the game on the table, or the last one, came of it */
    uint32_t draws; /* steps of that game that asked for chance */
    int count;
    struct proof_part part[]; /* by the people's numbers */
};

void sha256(uint8_t out[PROOF_BYTES], const void *bytes, size_t len);
/* The seed of a game's chance, from all that was revealed. */
void proof_key(const struct room_proof *proof, uint8_t key[CHANCE_SEED_BYTES]);
/* Are there commitments of people who are here, and no seal yet? */
bool proof_wants_seal(const struct room *room);
/* Is the next game to be dealt from this? */
bool proof_is_sealed(const struct room *room);
/* What the room's state says of it. */
void proof_write(const struct room *room, struct writer *w);

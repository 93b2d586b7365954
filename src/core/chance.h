/* Chance as an argument: a ChaCha20 key stream (RFC 8439 block function, 64-bit counter).
 * The same seed and number give the same draws on every machine; nothing here asks the system.
 * A room's game has one seed in its log, and the record with sequence n draws from stream n. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHANCE_SEED_BYTES 32

struct chance {
    uint32_t input[16];
    uint32_t block[16];
    uint32_t used; /* words of `block` already given out; 16 means: make the next block */
};

void chance_init(struct chance *c, const uint8_t seed[CHANCE_SEED_BYTES], uint64_t stream);
/* Was anything drawn since? */
bool chance_was_used(const struct chance *c);
uint32_t chance_word(struct chance *c);
/* Uniform in 0 … n-1 without bias; n must not be 0. */
uint32_t chance_below(struct chance *c, uint32_t n);
/* Fisher–Yates over `count` items of `size` bytes (size at most 64). */
void chance_shuffle(struct chance *c, void *items, size_t count, size_t size);
/* About normal, around 0: four dice; `deviation` is its standard deviation. */
int chance_stray(struct chance *c, int deviation);

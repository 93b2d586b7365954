/* SHA-256 (FIPS 180-4) under nettle's names: see wasm/sha256.c. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define SHA256_DIGEST_SIZE 32

struct sha256_ctx {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[64];
};

void sha256_init(struct sha256_ctx *sha);
void sha256_update(struct sha256_ctx *sha, size_t len, const uint8_t *bytes);
void sha256_digest(struct sha256_ctx *sha, size_t len, uint8_t *out);

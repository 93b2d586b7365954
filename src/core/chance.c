#include "core/chance.h"

#include <string.h>

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

static void make_block(struct chance *c)
{
    uint32_t x[16];
    memcpy(x, c->input, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(&x[i], &x[4 + i], &x[8 + i], &x[12 + i]);
        for (int i = 0; i < 4; i++)
            quarter(&x[i], &x[4 + (i + 1) % 4], &x[8 + (i + 2) % 4], &x[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; i++)
        c->block[i] = x[i] + c->input[i];
    if (++c->input[12] == 0) c->input[13]++;
    c->used = 0;
}

static uint32_t little_endian(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void chance_init(struct chance *c, const uint8_t seed[CHANCE_SEED_BYTES], uint64_t stream)
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(c->input, constants, sizeof constants);
    for (int i = 0; i < 8; i++)
        c->input[4 + i] = little_endian(seed + 4 * i);
    c->input[12] = c->input[13] = 0;
    c->input[14] = (uint32_t)stream;
    c->input[15] = (uint32_t)(stream >> 32);
    c->used = 16;
}

bool chance_was_used(const struct chance *c)
{
    return c->input[12] || c->input[13];
}

uint32_t chance_word(struct chance *c)
{
    if (c->used == 16) make_block(c);
    return c->block[c->used++];
}

uint32_t chance_below(struct chance *c, uint32_t n)
{
    /* Draws under 2^32 mod n would favour small results; they are drawn again. */
    uint32_t unfair = -n % n;
    uint32_t word;
    do
        word = chance_word(c);
    while (word < unfair);
    return word % n;
}

void chance_shuffle(struct chance *c, void *items, size_t count, size_t size)
{
    unsigned char *base = items, swap[64];
    for (size_t i = count; i > 1; i--) {
        size_t j = chance_below(c, (uint32_t)i);
        memcpy(swap, base + (i - 1) * size, size);
        memcpy(base + (i - 1) * size, base + j * size, size);
        memcpy(base + j * size, swap, size);
    }
}

int chance_stray(struct chance *c, int deviation)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int)chance_below(c, 257) - 128;
    return sum * deviation / 148;
}

#include "core/token.h"
#include "core/hex.h"

#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void random_bytes(void *out, unsigned len)
{
    char *p = out;
    while (len > 0) {
        ssize_t got = getrandom(p, len, 0);
        if (got <= 0) {
            perror("ludoteca: getrandom");
            abort();
        }
        p += got;
        len -= (unsigned)got;
    }
}

void hex_write(char *out, const uint8_t *bytes, unsigned len)
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < len; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * len] = 0;
}

bool hex_read(uint8_t *out, unsigned len, const char *text)
{
    for (unsigned i = 0; i < len; i++) {
        int high = hex_digit(text[2 * i]);
        int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0) return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * len] == 0;
}

void token_draw(char out[TOKEN_TEXT_LENGTH + 1])
{
    uint8_t raw[16];
    char hex[33];
    random_bytes(raw, sizeof raw);
    raw[6] = (uint8_t)((raw[6] & 0x0f) | 0x40);
    raw[8] = (uint8_t)((raw[8] & 0x3f) | 0x80);
    hex_write(hex, raw, sizeof raw);
    snprintf(out, TOKEN_TEXT_LENGTH + 1, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12,
             hex + 16, hex + 20);
}

bool token_hash(uint8_t out[TOKEN_HASH_BYTES], const char *text)
{
    uint8_t lower[TOKEN_TEXT_LENGTH];
    for (int i = 0; i < TOKEN_TEXT_LENGTH; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : hex_digit(text[i]) < 0) return false;
        lower[i] = (uint8_t)(text[i] >= 'A' && text[i] <= 'F' ? text[i] + 32 : text[i]);
    }
    if (text[TOKEN_TEXT_LENGTH] != 0) return false;
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, sizeof lower, lower);
    sha256_digest(&sha, TOKEN_HASH_BYTES, out);
    return true;
}

static void digest(uint8_t *out, unsigned size, const void *bytes, size_t len)
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, len, bytes);
    sha256_digest(&sha, size, out);
}

bool secret_matches(const char *a, const char *b)
{
    uint8_t x[SHA256_DIGEST_SIZE], y[SHA256_DIGEST_SIZE];
    digest(x, sizeof x, a, strlen(a));
    digest(y, sizeof y, b, strlen(b));
    return memeql_sec(x, y, sizeof x);
}

void digest_write(char out[DIGEST_TEXT_LENGTH + 1], const void *bytes, unsigned len)
{
    uint8_t hash[DIGEST_TEXT_LENGTH / 2];
    digest(hash, sizeof hash, bytes, len);
    hex_write(out, hash, sizeof hash);
}

void sum_write(char out[SUM_TEXT_LENGTH + 1], const void *bytes, size_t len)
{
    uint8_t hash[SUM_TEXT_LENGTH / 2];
    digest(hash, sizeof hash, bytes, len);
    hex_write(out, hash, sizeof hash);
}

bool token_matches(const uint8_t a[TOKEN_HASH_BYTES], const uint8_t b[TOKEN_HASH_BYTES])
{
    return memeql_sec(a, b, TOKEN_HASH_BYTES);
}

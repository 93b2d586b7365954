/* Secrets that prove a seat: 128 random bits, shown to their owner once as a UUID, stored hashed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKEN_TEXT_LENGTH 36
#define TOKEN_HASH_BYTES 16

/* The kernel's random bytes; the only place where the program asks for them. Ends the program if
 * there are none, because everything that follows would be guessable. */
void random_bytes(void *out, unsigned len);

/* Writes a fresh token in the form of a version 4 UUID, with a terminating zero. */
void token_draw(char out[TOKEN_TEXT_LENGTH + 1]);
/* The first half of SHA-256 over the lower-cased text. False if `text` has not a token's form. */
bool token_hash(uint8_t out[TOKEN_HASH_BYTES], const char *text);
/* Equal? In a time that does not depend on where they differ. */
bool token_matches(const uint8_t a[TOKEN_HASH_BYTES], const uint8_t b[TOKEN_HASH_BYTES]);

/* The same of two passwords of any length; neither may be NULL. */
bool secret_matches(const char *a, const char *b);
/* The first half of SHA-256 over the bytes, in hexadecimal. */
#define DIGEST_TEXT_LENGTH 32
void digest_write(char out[DIGEST_TEXT_LENGTH + 1], const void *bytes, unsigned len);

/* All of SHA-256 over the bytes. */
#define SUM_TEXT_LENGTH 64
void sum_write(char out[SUM_TEXT_LENGTH + 1], const void *bytes, size_t len);

/* Lower-case hexadecimal of `len` bytes and a zero; the reverse is false on anything else. */
void hex_write(char *out, const uint8_t *bytes, unsigned len);
bool hex_read(uint8_t *out, unsigned len, const char *text);

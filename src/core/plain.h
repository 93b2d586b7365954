/* JSON in its plainest form, read in place: no spaces, no escapes, whole numbers that are not
 * negative. This is how step_write and most clients write; jansson, which reads all the rest, is
 * three times slower. Every function takes what it names off the front, or returns false or NULL
 * for «not in the plain form», after which the bytes are of no more use. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct plain {
    char *at, *end;
};

bool plain_take(struct plain *s, char c);
bool plain_word(struct plain *s, const char *word);
/* A string; its closing quote becomes the terminating zero. */
bool plain_text(struct plain *s, const char **out);
bool plain_number(struct plain *s, int64_t *out);
/* Any value with at most `depth` objects and arrays in each other; the caller's to json_decref. */
json_t *plain_json(struct plain *s, int depth);

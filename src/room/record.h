/* The fields of one record, taken out of its line of JSON. At a restart millions of lines are read
 * before the first guest can come in, so the form that step_write gives them is read in place
 * (plain.h); every other valid JSON object is read by jansson, to the same fields.
 *
 * The record owns its text and payloads until record_free, or until it is read again. */
#pragma once

#include "core/buffer.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#define RECORD_FIELDS_MAX 12

enum record_kind { RECORD_NUMBER, RECORD_TEXT, RECORD_TRUE, RECORD_JSON };

struct record_field {
    const char *key;
    enum record_kind kind;
    union {
        int64_t number;
        const char *text;
        const json_t *json; /* object or array */
    };
};

struct record {
    int count;
    struct record_field field[RECORD_FIELDS_MAX];
    /* the record's own */
    struct buffer line;
    json_t *owned[RECORD_FIELDS_MAX];
    int owned_count;
};

/* False if it is not a JSON object, or one with more or other fields than a record can have. */
bool record_read(struct record *record, const char *text, size_t len);
void record_free(struct record *record);

/* What a field holds; `missing`, NULL or false if it is not there or is of another kind. */
int64_t record_number(const struct record *record, const char *key, int64_t missing);
const char *record_text(const struct record *record, const char *key);
bool record_true(const struct record *record, const char *key);
const json_t *record_json(const struct record *record, const char *key);

/* JSON, under the names of jansson and with its ownership, as far as rules and rooms use it. Numbers are
 * whole: no log and no deck has others. See wasm/json.c. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;
typedef struct json_t json_t;
typedef long long json_int_t;
typedef struct {
    int line;
    char text[1];
} json_error_t;
struct json_t {
    json_type type;
    int refcount; /* -1: one of the three constants */
};

#define JSON_REJECT_DUPLICATES 1
#define JSON_ALLOW_NUL 8
#define JSON_DECODE_ANY 4
#define JSON_COMPACT 32
#define JSON_SORT_KEYS 128
#define JSON_ENCODE_ANY 512

#define json_typeof(json) ((json)->type)
#define json_is_object(json) ((json) && json_typeof(json) == JSON_OBJECT)
#define json_is_array(json) ((json) && json_typeof(json) == JSON_ARRAY)
#define json_is_string(json) ((json) && json_typeof(json) == JSON_STRING)
#define json_is_integer(json) ((json) && json_typeof(json) == JSON_INTEGER)
#define json_is_number(json) json_is_integer(json)
#define json_is_true(json) ((json) && json_typeof(json) == JSON_TRUE)
#define json_is_false(json) ((json) && json_typeof(json) == JSON_FALSE)
#define json_is_boolean(json) (json_is_true(json) || json_is_false(json))
#define json_boolean_value json_is_true
#define json_is_null(json) ((json) && json_typeof(json) == JSON_NULL)

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_integer(json_int_t value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
#define json_boolean(value) ((value) ? json_true() : json_false())
void json_delete(json_t *json);
static inline json_t *json_incref(json_t *json)
{
    if (json && json->refcount > 0) json->refcount++;
    return json;
}
static inline void json_decref(json_t *json)
{
    if (json && json->refcount > 0 && --json->refcount == 0) json_delete(json);
}

size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
int json_object_set_new(json_t *object, const char *key, json_t *value);
static inline int json_object_set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, json_incref(value));
}
#define json_object_set_new_nocheck json_object_set_new
#define json_string_nocheck json_string
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *iter);
const char *json_object_iter_key(void *iter);
json_t *json_object_iter_value(void *iter);
void *json_object_key_to_iter(const char *key);
#define json_object_foreach(object, key, value)                                                    \
    for (void *at_ = json_object_iter((json_t *)(object));                                         \
         at_ && ((key) = json_object_iter_key(at_)) && ((value) = json_object_iter_value(at_));    \
         at_ = json_object_iter_next((json_t *)(object), at_))
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
int json_array_append_new(json_t *array, json_t *value);
#define json_array_foreach(array, index, value)                                                    \
    for ((index) = 0;                                                                              \
         (index) < json_array_size(array) && ((value) = json_array_get(array, index)); (index)++)

const char *json_string_value(const json_t *json);
size_t json_string_length(const json_t *json);
json_int_t json_integer_value(const json_t *json);

json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error);
char *json_dumps(const json_t *json, size_t flags);

#include "core/write_json.h"
#include "core/alloc.h"

#include <stdlib.h>
#include <string.h>

#define KEYS_USUALLY 16

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void write_members(struct writer *w, const json_t *object)
{
    const char *few[KEYS_USUALLY], **keys = few, *key;
    size_t count = json_object_size(object), i = 0;
    json_t *value;
    if (count > KEYS_USUALLY) keys = alloc_zero(count, sizeof *keys);
    json_object_foreach((json_t *)object, key, value) keys[i++] = key;
    if (count > 1) qsort(keys, count, sizeof *keys, by_text);
    for (i = 0; i < count; i++) {
        write_key(w, keys[i]);
        write_json(w, json_object_get(object, keys[i]));
    }
    if (keys != few) free(keys);
}

static void leave_to_jansson(struct writer *w, const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (text)
        write_raw(w, text, strlen(text));
    else
        write_null(w);
    free(text);
}

void write_json(struct writer *w, const json_t *json)
{
    size_t i;
    json_t *item;
    if (w->depth == WRITER_DEPTH_MAX) {
        leave_to_jansson(w, json);
        return;
    }
    switch (json ? json_typeof(json) : JSON_NULL) {
    case JSON_OBJECT:
        write_object(w);
        write_members(w, json);
        write_end(w);
        return;
    case JSON_ARRAY:
        write_array(w);
        json_array_foreach(json, i, item) write_json(w, item);
        write_end(w);
        return;
    case JSON_STRING: write_string_n(w, json_string_value(json), json_string_length(json)); return;
    case JSON_INTEGER: write_int(w, json_integer_value(json)); return;
    case JSON_REAL: leave_to_jansson(w, json); return;
    case JSON_TRUE: write_bool(w, true); return;
    case JSON_FALSE: write_bool(w, false); return;
    case JSON_NULL: write_null(w); return;
    }
}

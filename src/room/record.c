#include "room/record.h"
#include "core/plain.h"

#include <string.h>

#define RECORD_DEPTH_MAX 8 /* of payloads; deeper ones are left to jansson */

static json_t *own(struct record *r, json_t *json)
{
    if (json) r->owned[r->owned_count++] = json;
    return json;
}

static bool take_value(struct record *r, struct plain *s, struct record_field *field)
{
    switch (s->at < s->end ? *s->at : 0) {
    case '"': field->kind = RECORD_TEXT; return plain_text(s, &field->text);
    case '{':
    case '[':
        field->kind = RECORD_JSON;
        return (field->json = own(r, plain_json(s, RECORD_DEPTH_MAX)));
    case 't': field->kind = RECORD_TRUE; return plain_word(s, "true");
    default: field->kind = RECORD_NUMBER; return plain_number(s, &field->number);
    }
}

/* The keys of a record mostly differ in their first letter. */
static bool same(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

static bool has(const struct record *r, const char *key)
{
    for (int i = 0; i < r->count; i++)
        if (same(r->field[i].key, key)) return true;
    return false;
}

static bool read_plain(struct record *r, const char *text, size_t len)
{
    if (len == 0) return false;
    buffer_clear(&r->line);
    buffer_add(&r->line, text, len);
    struct plain s = {r->line.data, r->line.data + len};
    if (!plain_take(&s, '{')) return false;
    do {
        struct record_field field = {0};
        if (r->count == RECORD_FIELDS_MAX) return false;
        if (!plain_text(&s, &field.key) || !plain_take(&s, ':') || has(r, field.key)) return false;
        if (!take_value(r, &s, &field)) return false;
        r->field[r->count++] = field;
    } while (plain_take(&s, ','));
    return plain_take(&s, '}') && s.at == s.end;
}

static bool read_any(struct record *r, const char *text, size_t len)
{
    /* A payload may hold \u0000, and what was stored has to be read again. */
    json_t *object = own(r, json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL));
    const char *key;
    json_t *value;
    if (!json_is_object(object) || json_object_size(object) > RECORD_FIELDS_MAX) return false;
    json_object_foreach(object, key, value)
    {
        struct record_field *field = &r->field[r->count];
        field->key = key;
        if (json_is_integer(value))
            field->kind = RECORD_NUMBER, field->number = json_integer_value(value);
        else if (json_is_string(value))
            field->kind = RECORD_TEXT, field->text = json_string_value(value);
        else if (json_is_true(value))
            field->kind = RECORD_TRUE;
        else if (json_is_object(value) || json_is_array(value))
            field->kind = RECORD_JSON, field->json = value;
        else
            continue; /* false and null say as much as nothing */
        r->count++;
    }
    return true;
}

static void forget(struct record *r)
{
    for (int i = 0; i < r->owned_count; i++)
        json_decref(r->owned[i]);
    r->owned_count = r->count = 0;
}

bool record_read(struct record *record, const char *text, size_t len)
{
    forget(record);
    if (read_plain(record, text, len)) return true;
    forget(record);
    return read_any(record, text, len);
}

void record_free(struct record *record)
{
    forget(record);
    buffer_free(&record->line);
}

static const struct record_field *find(const struct record *r, const char *key,
                                       enum record_kind kind)
{
    for (int i = 0; i < r->count; i++)
        if (same(r->field[i].key, key)) return r->field[i].kind == kind ? &r->field[i] : NULL;
    return NULL;
}

int64_t record_number(const struct record *record, const char *key, int64_t missing)
{
    const struct record_field *field = find(record, key, RECORD_NUMBER);
    return field ? field->number : missing;
}

const char *record_text(const struct record *record, const char *key)
{
    const struct record_field *field = find(record, key, RECORD_TEXT);
    return field ? field->text : NULL;
}

bool record_true(const struct record *record, const char *key)
{
    return find(record, key, RECORD_TRUE) != NULL;
}

const json_t *record_json(const struct record *record, const char *key)
{
    const struct record_field *field = find(record, key, RECORD_JSON);
    return field ? field->json : NULL;
}

#include "core/refusal.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct refusal_kind table[] = {
#define X(code, family, status, sentence) {#code, REFUSAL_##family, status, sentence, NULL},
    REFUSALS(X)
#undef X
};

static const struct refusal_kind *kind_of(const struct refusal *r)
{
    return r->kind ? r->kind : &table[r->code];
}

/* Takes away the beginning of a character whose end did not fit. */
static void cut_cleanly(char *text)
{
    size_t len = strlen(text), start = len;
    while (start > 0 && len - start < 4 && (text[start - 1] & 0xc0) == 0x80)
        start--;
    if (start > 0 && (text[start - 1] & 0x80) && !text_is_utf8(text + start - 1, len - start + 1))
        text[start - 1] = 0;
}

static void say(struct refusal *r, const char *format, va_list args)
{
    int need = vsnprintf(r->detail, sizeof r->detail, format, args);
    if (need >= (int)sizeof r->detail) cut_cleanly(r->detail);
}

struct refusal refuse_saying(enum refusal_code code, const char *format, ...)
{
    struct refusal r = {.code = code};
    va_list args;
    va_start(args, format);
    say(&r, format, args);
    va_end(args);
    return r;
}

struct refusal refusal_of_game(const struct refusal_kind *kinds, int code)
{
    const struct refusal_kind *kind = &kinds[code - REFUSAL_CODE_OF_GAME];
    return (struct refusal){.code = (enum refusal_code)code, .kind = kind, .key = kind->key};
}

struct refusal refusal_saying(struct refusal r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(&r, format, args);
    va_end(args);
    return r;
}

struct refusal refusal_keyed(struct refusal r, const char *key)
{
    r.key = key;
    return r;
}

static size_t values_length(const struct refusal *r)
{
    struct refusal_value value;
    int at = 0;
    while (refusal_next_value(r, &at, &value))
        ;
    return (size_t)at;
}

struct refusal refusal_with(struct refusal r, struct refusal_value value)
{
    const char *const parts[] = {value.name, value.text, value.key ? value.key : ""};
    size_t at = values_length(&r), need = 1; /* the empty name at the end */
    for (int i = 0; i < 3; i++)
        need += strlen(parts[i]) + 1;
    if (at + need > sizeof r.values) r.key = NULL;
    for (int i = 0; r.key && i < 3; i++) {
        size_t len = strlen(parts[i]) + 1;
        memcpy(r.values + at, parts[i], len);
        at += len;
    }
    return r;
}

struct refusal refusal_with_number(struct refusal r, const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return refusal_with(r, (struct refusal_value){name, text, NULL});
}

bool refusal_next_value(const struct refusal *r, int *at, struct refusal_value *out)
{
    const char *text = r->values + *at;
    if (!*text) return false;
    out->name = text;
    out->text = out->name + strlen(out->name) + 1;
    out->key = out->text + strlen(out->text) + 1;
    *at += (int)(out->key + strlen(out->key) + 1 - text);
    if (!*out->key) out->key = NULL;
    return true;
}

const char *refusal_code_name(enum refusal_code code)
{
    return code < REFUSAL_CODE_OF_GAME ? table[code].name : "OF_GAME";
}

const char *refusal_name(const struct refusal *r)
{
    return kind_of(r)->name;
}

enum refusal_family refusal_family(const struct refusal *r)
{
    return kind_of(r)->family;
}

int refusal_status(const struct refusal *r)
{
    return kind_of(r)->status;
}

const char *refusal_sentence(const struct refusal *r)
{
    return r->detail[0] ? r->detail : kind_of(r)->sentence;
}

#include "core/refusal.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    enum refusal_family family;
    int status;
    const char *sentence;
} table[] = {
#define X(code, family, status, sentence) {#code, REFUSAL_##family, status, sentence},
    REFUSALS(X)
#undef X
};

/* Takes away the beginning of a character whose end did not fit. */
static void cut_cleanly(char *text)
{
    size_t len = strlen(text), start = len;
    while (start > 0 && len - start < 4 && (text[start - 1] & 0xc0) == 0x80)
        start--;
    if (start > 0 && (text[start - 1] & 0x80) && !text_is_utf8(text + start - 1, len - start + 1))
        text[start - 1] = 0;
}

struct refusal refuse_saying(enum refusal_code code, const char *format, ...)
{
    struct refusal r = {code, ""};
    va_list args;
    va_start(args, format);
    int need = vsnprintf(r.detail, sizeof r.detail, format, args);
    va_end(args);
    if (need >= (int)sizeof r.detail) cut_cleanly(r.detail);
    return r;
}

const char *refusal_name(enum refusal_code code)
{
    return table[code].name;
}

enum refusal_family refusal_family(enum refusal_code code)
{
    return table[code].family;
}

int refusal_status(enum refusal_code code)
{
    return table[code].status;
}

const char *refusal_sentence(const struct refusal *r)
{
    return r->detail[0] ? r->detail : table[r->code].sentence;
}

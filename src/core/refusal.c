#include "core/refusal.h"

#include <stdarg.h>
#include <stdio.h>

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

struct refusal refuse_saying(enum refusal_code code, const char *format, ...)
{
    struct refusal r = {code, ""};
    va_list args;
    va_start(args, format);
    vsnprintf(r.detail, sizeof r.detail, format, args);
    va_end(args);
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

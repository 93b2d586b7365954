#include "wire/form.h"
#include "core/hex.h"

int percent_decode(char *out, size_t cap, struct span in, bool plus)
{
    size_t n = 0;
    if (cap == 0) return -1;
    for (size_t i = 0; i < in.len; i++) {
        char c = in.at[i];
        if (c == '+' && plus) {
            c = ' ';
        } else if (c == '%') {
            int high = i + 2 < in.len ? hex_digit(in.at[i + 1]) : -1;
            int low = i + 2 < in.len ? hex_digit(in.at[i + 2]) : -1;
            if (high < 0 || low < 0) goto refuse;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (c == 0 || n + 1 >= cap) goto refuse;
        out[n++] = c;
    }
    out[n] = 0;
    return (int)n;
refuse:
    out[0] = 0;
    return -1;
}

/* The first value of that name, as it stands; `at` is NULL if there is none. */
static struct span raw_value(struct span form, const char *name)
{
    char key[64];
    while (form.len) {
        struct span value = span_cut(&form, '&');
        struct span raw = span_cut(&value, '=');
        if (percent_decode(key, sizeof key, raw, true) >= 0 && strcmp(key, name) == 0) return value;
    }
    return (struct span){0};
}

int form_value(char *out, size_t cap, struct span form, const char *name)
{
    struct span value = raw_value(form, name);
    if (cap) out[0] = 0;
    return value.at ? percent_decode(out, cap, value, true) : -1;
}

bool form_has(struct span form, const char *name)
{
    return raw_value(form, name).at != NULL;
}

int cookie_value(char *out, size_t cap, struct span cookies, const char *name)
{
    if (cap) out[0] = 0;
    while (cookies.len) {
        struct span value = span_cut(&cookies, ';');
        while (value.len && *value.at == ' ')
            value.at++, value.len--;
        struct span key = span_cut(&value, '=');
        if (!span_is(key, name)) continue;
        if (value.len >= 2 && value.at[0] == '"' && value.at[value.len - 1] == '"')
            value.at++, value.len -= 2;
        if (value.len >= cap || memchr(value.at, 0, value.len)) return -1;
        memcpy(out, value.at, value.len);
        out[value.len] = 0;
        return (int)value.len;
    }
    return -1;
}

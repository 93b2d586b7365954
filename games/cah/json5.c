#include "json5.h"
#include "core/buffer.h"
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct reader {
    const char *at, *end;
    struct buffer word; /* the text or number being read, where it is not taken as it stands */
    const char *what;   /* of the first thing that is wrong */
};

static json_t *wrong(struct reader *r, const char *what)
{
    if (!r->what) r->what = what;
    return NULL;
}

static bool begins(const struct reader *r, const char *with)
{
    size_t len = strlen(with);
    return (size_t)(r->end - r->at) >= len && memcmp(r->at, with, len) == 0;
}

/* White space is ASCII's, and what Unicode has: all but one of those take three bytes. */
static size_t space_len(const struct reader *r)
{
    static const char *const others[] = {"\xc2\xa0",     "\xef\xbb\xbf", "\xe2\x80\xa8",
                                         "\xe2\x80\xa9", "\xe3\x80\x80", "\xe1\x9a\x80",
                                         "\xe2\x80\xaf", "\xe2\x81\x9f"};
    if (r->at == r->end) return 0;
    if (strchr(" \t\n\v\f\r", *r->at)) return *r->at != 0;
    if (!(*r->at & 0x80)) return 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(r, others[i])) return strlen(others[i]);
    bool quad = begins(r, "\xe2\x80") && r->end - r->at >= 3 && (unsigned char)r->at[2] <= 0x8a;
    return quad ? 3 : 0;
}

static bool skip_comment(struct reader *r)
{
    if (begins(r, "//")) {
        while (r->at < r->end && *r->at != '\n' && *r->at != '\r')
            r->at++;
        return true;
    }
    const char *close = memmem(r->at + 2, (size_t)(r->end - r->at) - 2, "*/", 2);
    if (!close) {
        wrong(r, "a comment has no end");
        return false;
    }
    r->at = close + 2;
    return true;
}

static void skip(struct reader *r)
{
    for (;;) {
        size_t space = space_len(r);
        r->at += space;
        if (space) continue;
        if (!begins(r, "//") && !begins(r, "/*")) return;
        if (!skip_comment(r)) return;
    }
}

static bool take(struct reader *r, char c)
{
    skip(r);
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static void add_letter(struct buffer *out, uint32_t c)
{
    if (c == 0 || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff) c = 0xfffd;
    if (c < 0x80) {
        buffer_add_byte(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    buffer_add_byte(out, (char)(lead[more] | c >> 6 * more));
    while (more-- > 0)
        buffer_add_byte(out, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

/* That many hexadecimal digits. */
static bool hex(struct reader *r, int digits, uint32_t *value)
{
    *value = 0;
    for (; digits > 0; digits--, r->at++) {
        if (r->at == r->end || !isxdigit((unsigned char)*r->at)) return false;
        int digit = isdigit((unsigned char)*r->at) ? *r->at - '0' : (*r->at | 0x20) - 'a' + 10;
        *value = *value << 4 | (uint32_t)digit;
    }
    return true;
}

/* Behind \u: a letter may take two of them. */
static bool unicode_escape(struct reader *r)
{
    uint32_t high, low;
    if (!hex(r, 4, &high)) return false;
    const char *behind = r->at;
    if (high >= 0xd800 && high < 0xdc00 && begins(r, "\\u")) {
        r->at += 2;
        if (hex(r, 4, &low) && low >= 0xdc00 && low < 0xe000) {
            add_letter(&r->word, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            return true;
        }
        r->at = behind; /* the second one is a letter of its own, or none */
    }
    add_letter(&r->word, high);
    return true;
}

/* Behind the backslash. */
static bool escape(struct reader *r)
{
    static const char from[] = "bfnrtv0", to[] = "\b\f\n\r\t\v";
    if (r->at == r->end) return false;
    char c = *r->at++;
    uint32_t code;
    const char *known = strchr(from, c);
    if (c == 'u') return unicode_escape(r);
    if (c == 'x') {
        if (!hex(r, 2, &code)) return false;
        add_letter(&r->word, code);
    } else if (c == '\r') { /* the line goes on */
        if (r->at < r->end && *r->at == '\n') r->at++;
    } else if (c == '0') {
        add_letter(&r->word, 0);
    } else if (known) {
        buffer_add_byte(&r->word, to[known - from]);
    } else if (c != '\n') {
        buffer_add_byte(&r->word, c);
    }
    return true;
}

/* Behind the opening quote. The text is in the source itself, or in `word` if something had to be
 * replaced. */
static bool quoted(struct reader *r, char quote, const char **text, size_t *len)
{
    const char *from = r->at;
    bool plain = true;
    buffer_clear(&r->word);
    for (; r->at < r->end; from = r->at) {
        while (r->at < r->end && *r->at != quote && *r->at != '\\' && *r->at != '\n' &&
               *r->at != '\r')
            r->at++;
        if (r->at == r->end || *r->at == '\n' || *r->at == '\r') break;
        size_t piece = (size_t)(r->at - from);
        if (*r->at == quote && plain) {
            *text = from;
            *len = piece;
            r->at++;
            return true;
        }
        buffer_add(&r->word, from, piece);
        if (*r->at++ == quote) {
            *text = r->word.len ? r->word.data : "";
            *len = r->word.len;
            return true;
        }
        plain = false;
        if (!escape(r)) {
            wrong(r, "an escape is not complete");
            return false;
        }
    }
    wrong(r, "a quotation mark is not closed");
    return false;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 0x80;
}

static size_t word_len(const struct reader *r)
{
    const char *at = r->at;
    while (at < r->end && in_word(*at))
        at++;
    return (size_t)(at - r->at);
}

static bool key(struct reader *r, const char **text, size_t *len)
{
    skip(r);
    if (r->at < r->end && (*r->at == '"' || *r->at == '\'')) {
        char quote = *r->at++;
        return quoted(r, quote, text, len);
    }
    *text = r->at;
    *len = word_len(r);
    if (*len == 0 || isdigit((unsigned char)**text)) {
        wrong(r, "a key is missing");
        return false;
    }
    r->at += *len;
    return true;
}

static json_t *value(struct reader *r, int depth);

static bool member(struct reader *r, json_t *object, int depth)
{
    const char *text;
    size_t len;
    if (!key(r, &text, &len)) return false;
    char *name = strndup(text, len); /* the value may use the same buffer */
    json_t *json = NULL;
    if (!take(r, ':'))
        wrong(r, "a colon is missing");
    else
        json = value(r, depth);
    bool ok = json && json_object_setn_new_nocheck(object, name, len, json) == 0;
    free(name);
    return ok;
}

static bool element(struct reader *r, json_t *array, int depth)
{
    json_t *json = value(r, depth);
    return json && json_array_append_new(array, json) == 0;
}

/* Behind the opening bracket. */
static json_t *container(struct reader *r, json_t *json, char close, int depth)
{
    bool object = close == '}';
    if (depth == JSON5_DEPTH_MAX) wrong(r, "there are too many brackets in each other");
    while (!r->what) {
        if (take(r, close)) return json;
        if (!(object ? member(r, json, depth + 1) : element(r, json, depth + 1))) break;
        if (take(r, close)) return json;
        if (!take(r, ',')) wrong(r, "a comma or a closing bracket is missing");
    }
    json_decref(json);
    return NULL;
}

/* A whole number where it fits, else a real one. */
static json_t *decimal(struct reader *r, const char *digits, size_t len, bool minus)
{
    buffer_clear(&r->word);
    if (minus) buffer_add_byte(&r->word, '-');
    buffer_add(&r->word, digits, len);
    const char *text = buffer_text(&r->word);
    char *end;
    bool whole =
        !memchr(digits, '.', len) && !memchr(digits, 'e', len) && !memchr(digits, 'E', len);
    if (whole) {
        errno = 0;
        long long number = strtoll(text, &end, 10);
        if (errno == 0 && *end == 0) return json_integer(number);
    }
    double real = strtod(text, &end);
    if (*end) return wrong(r, "a number is not well formed");
    return isfinite(real) ? json_real(real) : json_null();
}

static json_t *hexadecimal(struct reader *r, size_t len, bool minus)
{
    uint32_t high = 0, low;
    r->at += 2;
    len -= 2;
    if (len == 0 || len > 15) return wrong(r, "a number is not well formed");
    int first = len > 7 ? (int)len - 7 : 0;
    if (!hex(r, first, &high) || !hex(r, (int)len - first, &low))
        return wrong(r, "a number is not well formed");
    json_int_t number = (json_int_t)high << 28 | (json_int_t)low;
    return json_integer(minus ? -number : number);
}

static size_t number_len(const struct reader *r)
{
    const char *at = r->at;
    for (; at < r->end; at++) {
        bool sign = (*at == '-' || *at == '+') && at > r->at && (at[-1] | 0x20) == 'e';
        if (!isalnum((unsigned char)*at) && *at != '.' && !sign) break;
    }
    return (size_t)(at - r->at);
}

static json_t *number(struct reader *r)
{
    bool minus = *r->at == '-';
    if (*r->at == '-' || *r->at == '+') r->at++;
    if (begins(r, "Infinity") || begins(r, "NaN")) {
        r->at += word_len(r);
        return json_null();
    }
    size_t len = number_len(r);
    if (begins(r, "0x") || begins(r, "0X")) return hexadecimal(r, len, minus);
    bool digit = len && (isdigit((unsigned char)*r->at) ||
                         (len > 1 && *r->at == '.' && isdigit((unsigned char)r->at[1])));
    if (!digit) return wrong(r, "a value is missing");
    if (len > 400) return wrong(r, "a number is too long");
    const char *digits = r->at;
    r->at += len;
    return decimal(r, digits, len, minus);
}

static json_t *word(struct reader *r)
{
    static const struct {
        const char *text;
        json_t *(*make)(void);
    } words[] = {{"true", json_true},
                 {"false", json_false},
                 {"null", json_null},
                 {"Infinity", json_null},
                 {"NaN", json_null}};
    size_t len = word_len(r);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (len == strlen(words[i].text) && begins(r, words[i].text)) {
            r->at += len;
            return words[i].make();
        }
    return number(r);
}

static json_t *value(struct reader *r, int depth)
{
    skip(r);
    if (r->at == r->end) return wrong(r, "a value is missing");
    const char *text;
    size_t len;
    switch (*r->at) {
    case '{': r->at++; return container(r, json_object(), '}', depth);
    case '[': r->at++; return container(r, json_array(), ']', depth);
    case '"':
    case '\'': {
        char quote = *r->at++;
        return quoted(r, quote, &text, &len) ? json_stringn_nocheck(text, len) : NULL;
    }
    default: return word(r);
    }
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        if (*text == '\n' || (*text == '\r' && (text + 1 == at || text[1] != '\n'))) line++;
    return line;
}

json_t *json5_read(const char *text, size_t len, struct json5_error *error)
{
    struct reader r = {.at = text, .end = text + len};
    json_t *json = NULL;
    if (!text_is_utf8(text, len) || memchr(text, 0, len))
        wrong(&r, "it is not UTF-8 text");
    else
        json = value(&r, 0);
    if (json) skip(&r);
    if (json && (r.at < r.end || r.what)) {
        json_decref(json);
        json = wrong(&r, "there is something behind the end");
    }
    if (!json) *error = (struct json5_error){line_of(text, r.at), r.what};
    buffer_free(&r.word);
    return json;
}

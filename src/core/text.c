#include "core/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* On one letter; living languages need two, piles of them cover other lines. */
#define MARKS_MAX 3

bool text_is_utf8(const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        if ((unsigned char)text[i] < 0x80) {
            i++;
            continue;
        }
        utf8proc_int32_t point;
        utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text + i,
                                              (utf8proc_ssize_t)(len - i), &point);
        if (n <= 0) return false;
        i += (size_t)n;
    }
    return true;
}

static bool is_invisible(utf8proc_int32_t point)
{
    switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN: return true;
    default:
        /* Fillers that are letters by category and nothing to the eye. */
        return point == 0x115f || point == 0x1160 || point == 0x3164 || point == 0xffa0 ||
               point == 0x2800 || point == 0x034f || (point >= 0xfe00 && point <= 0xfe0f);
    }
}

static bool is_picture(utf8proc_int32_t point)
{
    utf8proc_category_t c = utf8proc_category(point);
    return c == UTF8PROC_CATEGORY_SO || c == UTF8PROC_CATEGORY_SM || c == UTF8PROC_CATEGORY_SK;
}

static bool is_mark(utf8proc_int32_t point)
{
    utf8proc_category_t c = utf8proc_category(point);
    return c == UTF8PROC_CATEGORY_MN || c == UTF8PROC_CATEGORY_ME;
}

/* Emoji are joined by U+200D and coloured by U+FE0F: invisible, but part of a picture. Anywhere
 * else they only make two names that look the same. */
static bool joins(utf8proc_int32_t last, int marks, utf8proc_int32_t point,
                  const utf8proc_uint8_t *rest)
{
    utf8proc_int32_t next;
    /* The frame of a key needs both; it will not be there if that is more than a letter may have. */
    bool framed = last && marks + 2 <= MARKS_MAX && strncmp((const char *)rest, "\u20e3", 3) == 0;
    if (point == 0xfe0f) return is_picture(last) || framed;
    if (point != 0x200d || (!is_picture(last) && last != 0xfe0f)) return false;
    return utf8proc_iterate(rest, -1, &next) > 0 && is_picture(next);
}

static bool is_space(utf8proc_int32_t point)
{
    utf8proc_category_t c = utf8proc_category(point);
    return point == '\t' || point == '\n' || point == '\r' || c == UTF8PROC_CATEGORY_ZS ||
           c == UTF8PROC_CATEGORY_ZL || c == UTF8PROC_CATEGORY_ZP;
}

/* One pass over normalised text: drops what cannot be seen and marks beyond the third on a letter,
 * folds white space, counts letters. Returns the length, -1 if it does not fit. */
static int squeeze(char *out, size_t cap, const utf8proc_uint8_t *text, int *letters)
{
    size_t len = 0;
    bool space = false;
    int marks = 0;
    utf8proc_int32_t last = 0, state = 0;
    *letters = 0;
    for (utf8proc_int32_t point; *text;) {
        utf8proc_ssize_t n = utf8proc_iterate(text, -1, &point);
        if (n <= 0) return -1;
        text += n;
        if (is_space(point)) {
            space = last != 0;
            continue;
        }
        if (is_invisible(point) && (space || !joins(last, marks, point, text))) continue;
        marks = is_mark(point) ? marks + 1 : 0;
        if (marks > MARKS_MAX) continue;
        if (space) {
            if (len + 1 >= cap) return -1;
            out[len++] = ' ';
            ++*letters;
            last = ' ';
            state = 0;
            space = false;
        }
        if (!last || utf8proc_grapheme_break_stateful(last, point, &state)) ++*letters;
        last = point;
        if (len + 4 >= cap) return -1;
        len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)out + len);
    }
    out[len] = 0;
    return (int)len;
}

/* What `squeeze` does, for text of nothing but visible ASCII and spaces: its own normal form, and
 * most of what people type. -2 if it is not. */
static int squeeze_ascii(char *out, size_t cap, const char *text, bool lower)
{
    size_t len = 0;
    for (; *text; text++) {
        char c = *text;
        if (c < ' ' || c > '~') return -2;
        if (c == ' ' && (len == 0 || out[len - 1] == ' ')) continue;
        if (len + 4 >= cap) return -2; /* let the other one say whether it fits */
        out[len++] = lower && c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    if (len && out[len - 1] == ' ') len--;
    out[len] = 0;
    return (int)len;
}

/* Normalised again, because what was dropped may have stood between a letter and its accent. */
bool text_clean(char *out, size_t cap, int letters_max, const char *typed)
{
    out[0] = 0;
    if (strlen(typed) > 4096) return false;
    int plain = squeeze_ascii(out, cap, typed, false);
    if (plain > 0 && plain <= letters_max) return true;
    out[0] = 0;
    if (plain >= 0) return false;
    utf8proc_uint8_t *normal = utf8proc_NFC((const utf8proc_uint8_t *)typed);
    if (!normal) return false;
    int letters;
    char roomy[4096];
    int len = squeeze(roomy, sizeof roomy, normal, &letters);
    free(normal);
    if (len <= 0 || letters > letters_max) return false;
    normal = utf8proc_NFC((const utf8proc_uint8_t *)roomy);
    size_t size = normal ? strlen((const char *)normal) + 1 : SIZE_MAX;
    /* A name of accents alone would sit on its neighbour. */
    utf8proc_int32_t first = 0;
    if (normal) utf8proc_iterate(normal, -1, &first);
    bool ok = size <= cap && !is_mark(first);
    if (ok) memcpy(out, normal, size);
    free(normal);
    return ok;
}

bool text_clean_name(char out[NAME_BYTES_MAX + 1], const char *typed)
{
    return text_clean(out, NAME_BYTES_MAX + 1, NAME_LETTERS_MAX, typed);
}

int text_fold(char *out, size_t cap, const char *text)
{
    int plain = squeeze_ascii(out, cap, text, true);
    if (plain >= 0) return plain;
    utf8proc_uint8_t *folded = NULL;
    out[0] = 0;
    utf8proc_ssize_t n =
        utf8proc_map((const utf8proc_uint8_t *)text, 0, &folded,
                     UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                         UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    if (n < 0) return -1;
    int letters;
    int len = squeeze(out, cap, folded, &letters);
    free(folded);
    return len;
}

#define COMPARE_BYTES 512

bool text_same(const char *a, const char *b)
{
    char x[COMPARE_BYTES], y[COMPARE_BYTES];
    int n = text_fold(x, sizeof x, a), m = text_fold(y, sizeof y, b);
    return n >= 0 && n == m && memcmp(x, y, (size_t)n) == 0;
}

char *text_line(char **rest)
{
    char *line = *rest, *end = line ? strpbrk(line, "\r\n") : NULL;
    *rest = NULL;
    if (!end) return line;
    *rest = end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1);
    *end = 0;
    return line;
}

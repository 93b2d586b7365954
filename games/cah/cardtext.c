#include "cardtext.h"
#include "core/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#define RAW_BYTES_MAX 2000 /* with all its markup; what is longer was no card */

/* Those that word processors and web forms leave behind in English, Spanish, Italian and around. */
static const struct {
    const char *name, *text;
} entities[] = {
    {"amp", "&"},    {"lt", "<"},     {"gt", ">"},     {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},   {"hellip", "…"}, {"mdash", "—"},  {"ndash", "–"},  {"lsquo", "‘"},
    {"rsquo", "’"},  {"ldquo", "“"},  {"rdquo", "”"},  {"laquo", "«"},  {"raquo", "»"},
    {"bull", "•"},   {"copy", "©"},   {"reg", "®"},    {"trade", "™"},  {"deg", "°"},
    {"iexcl", "¡"},  {"iquest", "¿"}, {"euro", "€"},   {"pound", "£"},  {"cent", "¢"},
    {"frac12", "½"}, {"times", "×"},  {"ordm", "º"},   {"ordf", "ª"},   {"szlig", "ß"},
    {"aacute", "á"}, {"eacute", "é"}, {"iacute", "í"}, {"oacute", "ó"}, {"uacute", "ú"},
    {"Aacute", "Á"}, {"Eacute", "É"}, {"Iacute", "Í"}, {"Oacute", "Ó"}, {"Uacute", "Ú"},
    {"agrave", "à"}, {"egrave", "è"}, {"igrave", "ì"}, {"ograve", "ò"}, {"ugrave", "ù"},
    {"Agrave", "À"}, {"Egrave", "È"}, {"Igrave", "Ì"}, {"Ograve", "Ò"}, {"Ugrave", "Ù"},
    {"auml", "ä"},   {"euml", "ë"},   {"iuml", "ï"},   {"ouml", "ö"},   {"uuml", "ü"},
    {"Auml", "Ä"},   {"Ouml", "Ö"},   {"Uuml", "Ü"},   {"acirc", "â"},  {"ecirc", "ê"},
    {"icirc", "î"},  {"ocirc", "ô"},  {"ucirc", "û"},  {"ntilde", "ñ"}, {"Ntilde", "Ñ"},
    {"atilde", "ã"}, {"otilde", "õ"}, {"ccedil", "ç"}, {"Ccedil", "Ç"}, {"aring", "å"},
    {"oslash", "ø"}, {"aelig", "æ"},  {"oelig", "œ"},  {"zwnj", ""},    {"shy", ""},
};

static const struct {
    const char *name, *text;
} tags[] = {{"br", " "}, {"p", " "},     {"i", ""},     {"b", ""},    {"u", ""},
            {"em", ""},  {"strong", ""}, {"small", ""}, {"span", ""}, {"s", ""}};

/* A text that is being made; too much of it is noticed, never written. */
struct plaintext {
    char text[RAW_BYTES_MAX + 1];
    size_t len;
};

static bool add(struct plaintext *p, const char *bytes, size_t len)
{
    if (p->len + len > RAW_BYTES_MAX) return false;
    memcpy(p->text + p->len, bytes, len);
    p->len += len;
    return true;
}

/* Behind `&#`. Returns the bytes it took, with the semicolon; 0: it is no entity. */
static size_t numeric(struct plaintext *p, const char *at)
{
    bool hex = *at == 'x' || *at == 'X';
    char *end;
    if (!isxdigit((unsigned char)at[hex])) return 0;
    unsigned long code = strtoul(at + hex, &end, hex ? 16 : 10);
    utf8proc_uint8_t bytes[4];
    if (*end != ';' || end - at > 9 || code == 0 || !utf8proc_codepoint_valid((int32_t)code))
        return 0;
    utf8proc_ssize_t len = utf8proc_encode_char((int32_t)code, bytes);
    return add(p, (const char *)bytes, (size_t)len) ? (size_t)(end - at) + 1 : 0;
}

/* Behind `&`. */
static size_t entity(struct plaintext *p, const char *at)
{
    if (*at == '#') {
        size_t len = numeric(p, at + 1);
        return len ? len + 1 : 0;
    }
    size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (at[len] != ';') return 0;
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i].name) == len && memcmp(entities[i].name, at, len) == 0)
            return add(p, entities[i].text, strlen(entities[i].text)) ? len + 1 : 0;
    return 0;
}

/* Behind `<`: one of the known tags, opening or closing. */
static size_t tag(struct plaintext *p, const char *at)
{
    const char *name = at + (*at == '/');
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *close = strchr(name, '>');
    if (!close || close - name > 60 || (name[len] != '>' && name[len] != ' ' && name[len] != '/'))
        return 0;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strlen(tags[i].name) == len && strncasecmp(tags[i].name, name, len) == 0)
            return add(p, tags[i].text, strlen(tags[i].text)) ? (size_t)(close - at) + 1 : 0;
    return 0;
}

static bool unmark(struct plaintext *p, const char *raw)
{
    for (size_t took; *raw; raw += took) {
        took = *raw == '&' ? entity(p, raw + 1) : *raw == '<' ? tag(p, raw + 1) : 0;
        if (took) {
            took++;
        } else {
            took = 1;
            if (!add(p, raw, 1)) return false;
        }
    }
    p->text[p->len] = 0;
    return true;
}

static size_t run_of(const char *at, char c)
{
    size_t len = 0;
    while (at[len] == c)
        len++;
    return len;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c & 0x80;
}

/* As many stars as those at `at`, further on, that close what they open; or NULL. */
static char *closing(const char *text, char *at, size_t len)
{
    if (!at[len] || isspace((unsigned char)at[len]) || (at > text && is_letter(at[-1])))
        return NULL;
    for (char *other = at + len; (other = strchr(other, '*'));) {
        size_t found = run_of(other, '*');
        if (found == len && !isspace((unsigned char)other[-1]) && !is_letter(other[len]))
            return other;
        other += found;
    }
    return NULL;
}

static void cut(char *at, size_t len)
{
    memmove(at, at + len, strlen(at + len) + 1);
}

/* **so** and *so*, around whole words. A star that stands alone, or inside a word, stays. */
static void unstar(char *text)
{
    for (char *at = text; (at = strchr(at, '*'));) {
        size_t len = run_of(at, '*');
        char *other = len <= 3 ? closing(text, at, len) : NULL;
        if (!other) {
            at += len;
            continue;
        }
        cut(other, len);
        cut(at, len);
    }
}

int cardtext_blanks(const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strchr(at, '_')); at += run_of(at, '_'))
        count++;
    return count;
}

/* _so_: at the edges of a word, with letters inside. Only where there are more underscores than
 * blanks, else they are blanks. */
static void unscore(char *text, int blanks)
{
    for (char *at = text; cardtext_blanks(text) > blanks && (at = strchr(at, '_'));) {
        size_t len = run_of(at, '_');
        bool opens = len <= 2 && (at == text || !is_letter(at[-1])) && is_letter(at[len]);
        char *other = opens ? strchr(at + len, '_') : NULL;
        bool pair =
            other && run_of(other, '_') == len && is_letter(other[-1]) && !is_letter(other[len]);
        if (!pair) {
            at += len;
            continue;
        }
        cut(other, len);
        cut(at, len);
    }
}

/* snake_case: between two letters, and again only where there are too many. */
static void unsnake(char *text, int blanks)
{
    for (char *at = text; cardtext_blanks(text) > blanks && (at = strchr(at, '_'));) {
        size_t len = run_of(at, '_');
        if (len == 1 && at > text && is_letter(at[-1]) && is_letter(at[1]))
            *at++ = ' ';
        else
            at += len;
    }
}

static void shorten_blanks(char *text)
{
    for (char *at = text; (at = strchr(at, '_')); at++)
        cut(at, run_of(at, '_') - 1);
}

/* Puts what is missing at the end: «Why?» becomes «Why? _». */
static bool append_blanks(char out[CARD_BYTES_MAX + 1], int missing)
{
    size_t len = strlen(out);
    if (len + 2 * (size_t)missing > CARD_BYTES_MAX) return false;
    while (missing-- > 0)
        strcat(out, " _");
    return true;
}

static bool make_plain(struct plaintext *p, const char *raw, enum card_text kind)
{
    p->len = 0;
    if (kind == TEXT_PLAIN) return add(p, raw, strlen(raw) + 1);
    if (!unmark(p, raw)) return false;
    unstar(p->text);
    return true;
}

bool cardtext_white(char out[CARD_BYTES_MAX + 1], const char *raw, enum card_text kind)
{
    struct plaintext p;
    if (!make_plain(&p, raw, kind)) return false;
    if (kind == TEXT_MARKED) unscore(p.text, 0);
    return text_clean(out, CARD_BYTES_MAX + 1, CARD_BYTES_MAX, p.text) &&
           out[strspn(out, "_ .")] != 0;
}

const char *cardtext_black(char out[CARD_BYTES_MAX + 1], const char *raw, enum card_text kind,
                           int *pick)
{
    struct plaintext p;
    if (*pick > CARD_PICK_MAX) return "It takes more than 3 cards.";
    if (!make_plain(&p, raw, kind)) return "It is longer than 300 bytes.";
    if (kind == TEXT_MARKED && *pick > 0) {
        unscore(p.text, *pick);
        unsnake(p.text, *pick);
    }
    shorten_blanks(p.text);
    if (p.text[strspn(p.text, " \t\r\n")] == 0) return "It has no text.";
    if (!text_clean(out, CARD_BYTES_MAX + 1, CARD_BYTES_MAX, p.text))
        return "It is longer than 300 bytes, or has nothing that can be read.";
    shorten_blanks(out); /* what cannot be seen may have stood between two */
    int blanks = cardtext_blanks(out);
    if (blanks > CARD_PICK_MAX && *pick == 0) return "It takes more than 3 cards.";
    if (*pick == 0) *pick = blanks ? blanks : 1;
    if (blanks < *pick && !append_blanks(out, *pick - blanks))
        return "It is longer than 300 bytes.";
    return NULL;
}

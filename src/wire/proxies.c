#include "wire/proxies.h"

#include <stdlib.h>

#define IPV4_BITS 96 /* before those of an IPv4 address */

/* ---- which they are ---- */

static bool read_bits(struct span text, unsigned most, unsigned *bits)
{
    char copy[4] = "", *end;
    if (text.len == 0 || text.len > 3 || text.at[0] < '0' || text.at[0] > '9') return false;
    memcpy(copy, text.at, text.len);
    unsigned long number = strtoul(copy, &end, 10);
    *bits = (unsigned)number;
    return *end == 0 && number <= most;
}

static bool read_network(struct network *n, struct span text)
{
    struct span prefix = {0};
    const char *slash = memchr(text.at, '/', text.len);
    *n = (struct network){.bits = 128};
    if (span_is(text, "unix")) return true;
    if (slash) {
        prefix = (struct span){slash + 1, text.len - (size_t)(slash + 1 - text.at)};
        text.len = (size_t)(slash - text.at);
    }
    if (!address_parse(&n->address, text)) return false;
    unsigned least = address_is_ipv4(&n->address) ? IPV4_BITS : 0, bits = 128 - least;
    if (slash && !read_bits(prefix, 128 - least, &bits)) return false;
    n->bits = (uint8_t)(least + bits);
    return true;
}

bool proxies_add(struct proxies *p, const char *text)
{
    for (;;) {
        text += strspn(text, " ");
        size_t len = strcspn(text, ","), word = len;
        while (word && text[word - 1] == ' ')
            word--;
        if (p->count == PROXIES_MAX) return false;
        if (!read_network(&p->list[p->count], (struct span){text, word})) return false;
        p->count++;
        if (!text[len]) return true;
        text += len + 1;
    }
}

static bool covers(const struct network *n, const struct address *a)
{
    unsigned whole = n->bits / 8, rest = n->bits % 8;
    if (memcmp(n->address.bytes, a->bytes, whole) != 0) return false;
    return !rest || (n->address.bytes[whole] ^ a->bytes[whole]) >> (8 - rest) == 0;
}

bool proxies_have(const struct proxies *p, const struct address *a)
{
    for (unsigned i = 0; i < p->count; i++)
        if (covers(&p->list[i], a)) return true;
    return false;
}

/* ---- what they say ---- */

static struct span trimmed(struct span s)
{
    while (s.len && (*s.at == ' ' || *s.at == '\t'))
        s.at++, s.len--;
    while (s.len && (s.at[s.len - 1] == ' ' || s.at[s.len - 1] == '\t'))
        s.len--;
    return s;
}

/* Cuts what stands behind the last separator off; the separators in quotes are none. */
static struct span cut_last(struct span *list, char separator)
{
    size_t at = 0;
    bool quoted = false, found = false;
    for (size_t i = 0; i < list->len; i++) {
        if (list->at[i] == '"') quoted = !quoted;
        if (quoted || list->at[i] != separator) continue;
        at = i;
        found = true;
    }
    struct span last = *list;
    if (found) last = (struct span){list->at + at + 1, list->len - at - 1};
    list->len = found ? at : 0;
    return trimmed(last);
}

/* Of a Forwarded element (for=192.0.2.1;proto=https) the address; RFC 7239. */
static struct span for_of(struct span element)
{
    while (element.len) {
        struct span pair = cut_last(&element, ';');
        if (pair.len < 4 || strncasecmp(pair.at, "for=", 4) != 0) continue;
        struct span value = {pair.at + 4, pair.len - 4};
        bool quoted = value.len >= 2 && value.at[0] == '"' && value.at[value.len - 1] == '"';
        return quoted ? (struct span){value.at + 1, value.len - 2} : value;
    }
    return element;
}

/* From the right, over all lines of that name, to the first that is none of ours. */
static struct address walk(const struct proxies *p, const struct address *peer,
                           const struct http_request *r, const char *name, bool elements)
{
    struct address last = *peer, told;
    for (unsigned i = r->field_count; i-- > 0;) {
        struct span list = r->fields[i].value;
        if (!span_is_nocase(r->fields[i].name, name)) continue;
        while (list.len) {
            struct span entry = cut_last(&list, ',');
            if (!address_parse(&told, elements ? for_of(entry) : entry)) return last;
            last = told;
            if (!proxies_have(p, &told)) return last;
        }
    }
    return last;
}

struct address proxies_client(const struct proxies *p, const struct address *peer,
                              const struct http_request *r)
{
    if (!proxies_have(p, peer)) return *peer;
    bool usual = http_field(r, "X-Forwarded-For").at, standard = http_field(r, "Forwarded").at;
    struct address by_usual = walk(p, peer, r, "X-Forwarded-For", false);
    if (!standard) return by_usual;
    struct address by_standard = walk(p, peer, r, "Forwarded", true);
    bool agree = memcmp(&by_usual, &by_standard, sizeof by_usual) == 0;
    /* a proxy that writes one of them passes the other on as the client wrote it */
    return !usual || agree ? by_standard : *peer;
}

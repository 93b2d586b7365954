#include "wire/address.h"

#include <arpa/inet.h>

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool address_is_ipv4(const struct address *a)
{
    return memcmp(a->bytes, mapped, sizeof mapped) == 0;
}

uint64_t address_key(const struct address *a)
{
    /* as a /64 below ::/32, where nobody lives */
    unsigned char prefix[8] = {0};
    memcpy(prefix + (address_is_ipv4(a) ? 4 : 0), a->bytes + (address_is_ipv4(a) ? 12 : 0),
           address_is_ipv4(a) ? 4 : 8);
    uint64_t key;
    memcpy(&key, prefix, sizeof key);
    return key;
}

struct address address_of_key(uint64_t key)
{
    static const unsigned char nowhere[4];
    struct address a = {{0}};
    unsigned char prefix[8];
    memcpy(prefix, &key, sizeof prefix);
    if (key && memcmp(prefix, nowhere, sizeof nowhere) == 0) {
        memcpy(a.bytes, mapped, sizeof mapped);
        memcpy(a.bytes + 12, prefix + 4, 4);
    } else {
        memcpy(a.bytes, prefix, sizeof prefix);
    }
    return a;
}

const char *address_text(const struct address *a, char out[46])
{
    static const struct address none;
    if (memcmp(a, &none, sizeof none) == 0) return strcpy(out, "unix");
    if (address_is_ipv4(a))
        inet_ntop(AF_INET, a->bytes + 12, out, 46);
    else
        inet_ntop(AF_INET6, a->bytes, out, 46);
    return out;
}

bool address_parse(struct address *a, struct span text)
{
    char copy[64];
    const char *colon = memchr(text.at, ':', text.len);
    const char *dot = memchr(text.at, '.', text.len);
    if (text.len && *text.at == '[') {
        const char *end = memchr(text.at, ']', text.len);
        if (!end) return false;
        text = (struct span){text.at + 1, (size_t)(end - text.at) - 1};
    } else if (colon && dot && dot < colon) {
        text.len = (size_t)(colon - text.at);
    }
    if (text.len == 0 || text.len >= sizeof copy) return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = 0;
    memcpy(a->bytes, mapped, sizeof mapped);
    if (inet_pton(AF_INET, copy, a->bytes + 12) == 1) return true;
    return inet_pton(AF_INET6, copy, a->bytes) == 1;
}

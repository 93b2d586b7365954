#include "wire/utf8.h"

#include <string.h>

/* What the lead byte promises: RFC 3629, section 4. */
static bool lead(struct utf8 *u, unsigned char byte)
{
    u->low = 0x80;
    u->high = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) {
        u->wanted = 1;
    } else if (byte >= 0xe0 && byte <= 0xef) {
        u->wanted = 2;
        if (byte == 0xe0) u->low = 0xa0;
        if (byte == 0xed) u->high = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
        u->wanted = 3;
        if (byte == 0xf0) u->low = 0x90;
        if (byte == 0xf4) u->high = 0x8f;
    } else {
        return false;
    }
    return true;
}

/* How many bytes from here are ASCII, eight at a time. */
static size_t ascii_run(const char *bytes, size_t len)
{
    size_t i = 0;
    for (uint64_t eight; len - i >= 8; i += 8) {
        memcpy(&eight, bytes + i, 8);
        if (eight & 0x8080808080808080u) break;
    }
    while (i < len && !(bytes[i] & 0x80))
        i++;
    return i;
}

bool utf8_feed(struct utf8 *u, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (u->wanted == 0) {
            i += ascii_run(bytes + i, len - i);
            if (i == len) return true;
            if (!lead(u, (unsigned char)bytes[i])) return false;
            continue;
        }
        if (byte < u->low || byte > u->high) return false;
        u->low = 0x80;
        u->high = 0xbf;
        u->wanted--;
    }
    return true;
}

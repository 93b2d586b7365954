#include "wire/parcel.h"
#include "core/alloc.h"
#include "wire/base64.h"
#include "wire/websocket.h"

#include <stdlib.h>

#define SEPARATOR 0x1e

struct parcel *parcel_new(void)
{
    static uint64_t last_id;
    struct parcel *p = alloc_zero(1, sizeof *p);
    p->refs = 1;
    p->id = ++last_id;
    return p;
}

void parcel_add_text(struct parcel *p, const char *packet, size_t len)
{
    websocket_write(&p->frames, WEBSOCKET_TEXT, packet, len);
}

void parcel_add_binary(struct parcel *p, const void *bytes, size_t len)
{
    websocket_write(&p->frames, WEBSOCKET_BINARY, bytes, len);
}

struct span parcel_frames(const struct parcel *p)
{
    return (struct span){p->frames.data, p->frames.len};
}

/* Our own frames are whole and unmasked: only the length has to be read back. */
static struct span next_frame(struct span *rest, bool *text)
{
    const unsigned char *h = (const unsigned char *)rest->at;
    size_t len = h[1], head = 2;
    if (len == 126) {
        len = (size_t)h[2] << 8 | h[3];
        head = 4;
    } else if (len == 127) {
        len = 0;
        for (int i = 2; i < 10; i++)
            len = len << 8 | h[i];
        head = 10;
    }
    *text = (h[0] & 15) == WEBSOCKET_TEXT;
    struct span payload = {rest->at + head, len};
    rest->at += head + len;
    rest->len -= head + len;
    return payload;
}

struct span parcel_payload(struct parcel *p)
{
    struct span rest = parcel_frames(p);
    bool text;
    if (p->payload.len == 0 && rest.len) {
        struct span whole = next_frame(&rest, &text);
        if (text && rest.len == 0) return whole; /* the usual case needs no second form */
        rest = parcel_frames(p);
        while (rest.len) {
            struct span packet = next_frame(&rest, &text);
            if (p->payload.len) buffer_add_byte(&p->payload, SEPARATOR);
            if (text) {
                buffer_add(&p->payload, packet.at, packet.len);
            } else {
                buffer_add_byte(&p->payload, 'b');
                base64_write(&p->payload, packet);
            }
        }
    }
    return (struct span){p->payload.data, p->payload.len};
}

struct parcel *parcel_joined(struct parcel *first, struct parcel *second)
{
    if (first->joined_to == second->id) return first->both;
    struct parcel *both = parcel_new();
    buffer_reserve(&both->frames, first->frames.len + second->frames.len);
    buffer_add(&both->frames, first->frames.data, first->frames.len);
    buffer_add(&both->frames, second->frames.data, second->frames.len);
    parcel_release(first->both);
    first->joined_to = second->id; /* not held: in another order the two would hold each other */
    first->both = both;
    return both;
}

struct parcel *parcel_hold(struct parcel *p)
{
    p->refs++;
    return p;
}

void parcel_release(struct parcel *p)
{
    if (!p || --p->refs) return;
    parcel_release(p->both);
    buffer_free(&p->frames);
    buffer_free(&p->payload);
    free(p);
}

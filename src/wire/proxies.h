/* Proxies of our own: between us and the clients, so that every connection comes from one of them. What
 * they say about a client is believed; the same words from anybody else are somebody's invention.
 *
 *     X-Forwarded-For: 6.6.6.6, 203.0.113.9, 10.0.0.2     the last one was written by who talks to us
 *                      claimed  the client   one of ours
 *
 * Read from the right, the first address that is none of ours is the client: what stands before it is
 * its own claim. */
#pragma once

#include "wire/address.h"
#include "wire/http.h"

#define PROXIES_MAX 64

struct proxies {
    struct network {
        struct address address;
        uint8_t bits; /* of the 128 that count */
    } list[PROXIES_MAX];
    unsigned count;
};

/* One of "10.0.0.0/8", "192.168.1.7", "2001:db8::/32", "unix", or several with commas between them.
 * False: it is none, or there are too many. */
bool proxies_add(struct proxies *p, const char *text);
bool proxies_have(const struct proxies *p, const struct address *a);
/* Who sent this request by a connection from `peer`. From a proxy without a word about that, or with
 * two that differ (X-Forwarded-For and Forwarded), it is the proxy itself. */
struct address proxies_client(const struct proxies *p, const struct address *peer,
                              const struct http_request *r);

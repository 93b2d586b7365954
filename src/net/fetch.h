/* A text from an address that somebody typed, by libcurl. Whoever may type addresses may not reach
 * through us what only we can reach: the address that is connected to is looked at after its name
 * was resolved, at every redirection again, so a name that changes its mind finds nothing.
 * It blocks until there is an answer and so runs on another thread than the loop's. */
#pragma once

#include "core/buffer.h"
#include "core/refusal.h"

#include <stdbool.h>
#include <sys/socket.h>

struct fetch_rules {
    const char *hosts;  /* "any", or names with commas; one that begins with a dot: all below it */
    size_t bytes_max;   /* of the text */
    long timeout_ms;    /* of all together */
    bool also_loopback; /* for tests only, whose server runs beside them */
};

/* Appends the text at that address (http or https) to `out`, which stays as it was if refused. */
struct refusal fetch_text(const char *url, const struct fetch_rules *rules, struct buffer *out);

/* May it be reached: neither private, loopback, link-local, multicast nor reserved? */
bool fetch_address_is_public(const struct sockaddr *address);
/* Does the list (see above) name this host, in any case? */
bool fetch_host_is_allowed(const char *hosts, const char *host);

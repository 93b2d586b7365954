/* Addresses of clients. */
#pragma once

#include "wire/span.h"

#include <stdint.h>

/* As 16 bytes, IPv4 mapped into IPv6; all zero for a unix socket. */
struct address {
    unsigned char bytes[16];
};

/* One number per client for limits and counts: IPv4 whole, IPv6 by its /64. */
uint64_t address_key(const struct address *a);
/* The address, or the first of the network, that has this key. */
struct address address_of_key(uint64_t key);
/* Readable form; `out` has room for 46 bytes. "unix" for a unix socket. */
const char *address_text(const struct address *a, char out[46]);
/* "1.2.3.4", "1.2.3.4:5678", "2001:db8::1" or "[2001:db8::1]:443". */
bool address_parse(struct address *a, struct span text);
bool address_is_ipv4(const struct address *a);

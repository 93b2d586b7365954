/* Cards that a host brings: how much of them a request may hold. */
#pragma once

#include "wire/http.h"

/* The wire's hook: the host of a room whose game takes cards may send a large file of them. Everybody
 * else, and everything else, has the usual limit; so nobody learns from it which rooms there are. */
uint32_t imports_body_max(void *site, const struct http_request *r);

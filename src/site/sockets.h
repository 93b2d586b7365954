/* Socket.IO: what clients say, and what they are told. See docs/protocol.md. */
#pragma once

#include "site/site.h"

void sockets_open(struct site *site);

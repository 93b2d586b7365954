/* The small JSON answers that sockets and HTTP have in common. */
#pragma once

#include "room/hall.h"

/* {"code":…,"message":…} */
void json_refusal(struct writer *w, const struct refusal *refusal);
/* The fields of room_created and room_joined, into an open object. Tokens may be NULL. */
void json_entry(struct writer *w, const struct room *room, uint16_t person, const char *token,
                const char *host_token);

/* What the operator has banned, as it stands in the store; kept in memory because every door asks.
 * {0} is an empty list. */
#pragma once

#include "core/refusal.h"
#include "room/room.h"
#include "site/devices.h"

#include <jansson.h>

enum ban_kind { BAN_CARD, BAN_DECK, BAN_DEVICE, BAN_ADDRESS, BAN_KINDS };
extern const char *const ban_words[BAN_KINDS + 1]; /* ends with NULL */

struct ban {
    enum ban_kind kind;
    char what[80]; /* a card's id, a deck's hash, the hash of a device or an address */
    int64_t until; /* 0: for ever */
};

struct bans {
    struct ban *list;
    int count;
    const char **cards, **decks; /* of those, for the rooms; end with NULL */
    struct house_bans house;
};

/* From the rows of ASK_BANS. */
void bans_take(struct bans *bans, const json_t *rows);
void bans_free(struct bans *bans);
const struct ban *bans_find(const struct bans *bans, enum ban_kind kind, const char *what,
                            int64_t now);
/* May somebody with this device open or join rooms? Else a refusal that says until when not. */
struct refusal bans_door(const struct bans *bans, const struct device *device, int64_t now);

#include "site/bans.h"
#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const ban_words[BAN_KINDS + 1] = {"card", "deck", "device", "address", NULL};

static bool read_ban(struct ban *out, const json_t *row)
{
    const char *kind = json_string_value(json_object_get(row, "kind"));
    const char *what = json_string_value(json_object_get(row, "what"));
    out->until = json_integer_value(json_object_get(row, "until"));
    for (int i = 0; kind && what && i < BAN_KINDS; i++) {
        if (strcmp(kind, ban_words[i]) != 0) continue;
        out->kind = (enum ban_kind)i;
        snprintf(out->what, sizeof out->what, "%s", what);
        return true;
    }
    return false;
}

static const char **whats(const struct bans *bans, enum ban_kind kind)
{
    const char **list = alloc_zero((size_t)bans->count + 1, sizeof *list);
    for (int i = 0, n = 0; i < bans->count; i++)
        if (bans->list[i].kind == kind) list[n++] = bans->list[i].what;
    return list;
}

void bans_take(struct bans *bans, const json_t *rows)
{
    bans_free(bans);
    bans->list = alloc_zero(json_array_size(rows) + 1, sizeof *bans->list);
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (read_ban(&bans->list[bans->count], json_array_get(rows, i))) bans->count++;
    bans->cards = whats(bans, BAN_CARD);
    bans->decks = whats(bans, BAN_DECK);
    bans->house = (struct house_bans){bans->cards, bans->decks};
}

void bans_free(struct bans *bans)
{
    free(bans->list);
    free(bans->cards);
    free(bans->decks);
    *bans = (struct bans){0};
}

const struct ban *bans_find(const struct bans *bans, enum ban_kind kind, const char *what,
                            int64_t now)
{
    for (int i = 0; i < bans->count; i++) {
        const struct ban *ban = &bans->list[i];
        if (ban->kind == kind && (!ban->until || ban->until > now) && strcmp(ban->what, what) == 0)
            return ban;
    }
    return NULL;
}

struct refusal bans_door(const struct bans *bans, const struct device *device, int64_t now)
{
    const struct ban *ban = device->hash[0] ? bans_find(bans, BAN_DEVICE, device->hash, now) : NULL;
    if (!ban) ban = bans_find(bans, BAN_ADDRESS, device->address, now);
    if (!ban) return ACCEPTED;
    if (!ban->until) return REFUSE(BANNED);
    char until[40];
    time_t seconds = (time_t)(ban->until / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(until, sizeof until, "%Y-%m-%d %H:%M UTC", &utc);
    struct refusal no = refuse_saying(REFUSAL_CODE_BANNED,
                                      "This device may not open or join rooms until %s.", until);
    return refusal_with(refusal_keyed(no, "error.BANNED.until"),
                        (struct refusal_value){"until", until, NULL});
}

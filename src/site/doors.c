#include "site/doors.h"

#include <string.h>

#define ADDRESSES 16384
#define PEOPLE 65536
#define EVENTS_AT_ONCE 3 /* seconds' worth */
#define REACTIONS_AT_ONCE 3
#define REACTION_MS 2000
#define REPORTS_AT_ONCE 5
#define REPORT_MS 120000
#define KEYS_AT_ONCE 8 /* wrong keys to the operator's page */
#define KEY_MS 30000
/* Cards of one address: a part of what there may be, all at once if need be, and anew in a day. The
 * largest collections that people have are some thirty thousand. */
#define CARDS_PART 4
#define CARDS_LEAST 40000
#define DAY_MS 86400000

/* `count` per `ms`, all of them at once if need be. */
static void limit_per(struct limit *limit, int64_t count, int64_t ms, int64_t burst, uint32_t keys)
{
    uint32_t refill = count ? (uint32_t)(ms / count) : 0;
    limit_init(limit, (uint32_t)(burst ? burst : 1), refill, keys);
}

void doors_open(struct site *site)
{
    const struct settings *s = site->settings;
    limit_per(&site->creates, s->creates_per_minute, 60000, s->creates_per_minute, ADDRESSES);
    limit_per(&site->joins, s->joins_per_minute, 60000, s->joins_per_minute, ADDRESSES);
    limit_per(&site->guesses, s->guesses_per_minute, 60000, s->guesses_per_minute, ADDRESSES);
    limit_per(&site->events, s->events_per_second, 1000, s->events_per_second * EVENTS_AT_ONCE,
              PEOPLE);
    limit_init(&site->reactions, REACTIONS_AT_ONCE, REACTION_MS, PEOPLE);
    limit_init(&site->reports, REPORTS_AT_ONCE, REPORT_MS, ADDRESSES);
    limit_init(&site->keys, KEYS_AT_ONCE, KEY_MS, ADDRESSES);
    int64_t cards = s->own_cards_max / CARDS_PART;
    if (cards < CARDS_LEAST) cards = CARDS_LEAST;
    limit_per(&site->cards, cards, DAY_MS, cards, ADDRESSES);
}

void doors_close(struct site *site)
{
    limit_free(&site->creates);
    limit_free(&site->joins);
    limit_free(&site->guesses);
    limit_free(&site->events);
    limit_free(&site->reactions);
    limit_free(&site->reports);
    limit_free(&site->keys);
    limit_free(&site->cards);
}

static bool take_many(struct site *site, struct limit *limit, uint64_t key, uint32_t cost)
{
    if (limit_take(limit, key, cost, site->net.wire.now)) return true;
    site->metrics.refused_by_limit++;
    return false;
}

static bool take(struct site *site, struct limit *limit, uint64_t key)
{
    return take_many(site, limit, key, 1);
}

static uint64_t person_key(const struct live *live, uint16_t person)
{
    return live->room->id * 0x9e3779b97f4a7c15u + person;
}

struct live *doors_find(struct site *site, uint64_t key, const char *typed,
                        const struct proof *proof, struct refusal *why)
{
    bool guessed = !doors_may_guess(site, key);
    struct live *live = typed ? hall_find(site->hall, typed) : NULL;
    if (live && (!guessed || proof->inside(proof->arg, live->room))) return live;
    if (guessed) {
        site->metrics.refused_by_limit++;
        *why = REFUSE(TOO_MANY_REQUESTS);
        return NULL;
    }
    limit_take(&site->guesses, key, 1, site->net.wire.now);
    *why = REFUSE(ROOM_NOT_FOUND);
    return NULL;
}

bool doors_may_guess(struct site *site, uint64_t key)
{
    return !limit_wait(&site->guesses, key, 1, site->net.wire.now);
}

bool doors_may_create(struct site *site, uint64_t key)
{
    return take(site, &site->creates, key);
}

bool doors_may_join(struct site *site, uint64_t key)
{
    return take(site, &site->joins, key);
}

bool doors_may_act(struct site *site, uint64_t key, const struct live *live, uint16_t person)
{
    if (live && person) key = person_key(live, person);
    return take(site, &site->events, key);
}

bool doors_may_react(struct site *site, const struct live *live, uint16_t person)
{
    return take(site, &site->reactions, person_key(live, person));
}

bool doors_may_report(struct site *site, const struct live *live, uint16_t person)
{
    return take(site, &site->reports, person_key(live, person));
}

bool doors_may_bring(struct site *site, uint64_t key, uint32_t cards)
{
    return take_many(site, &site->cards, key, cards);
}

struct refusal doors_banned(const struct site *site, const struct device *device, int64_t now)
{
    return bans_door(&site->bans, device, now);
}

struct refusal doors_put_out(const struct live *live, const struct device *device)
{
    const struct room *room = live->room;
    for (int i = 0; device->hash[0] && i < room->people + room->left; i++) {
        if (!room->person[i].out) continue;
        const struct device *had = devices_find(live->site, room->person[i].number);
        if (had && strcmp(had->hash, device->hash) == 0) return REFUSE(PUT_OUT);
    }
    return ACCEPTED;
}

bool doors_may_try_key(struct site *site, uint64_t key)
{
    return !limit_wait(&site->keys, key, 1, site->net.wire.now);
}

void doors_wrong_key(struct site *site, uint64_t key)
{
    take(site, &site->keys, key);
}

/* The limits at the doors: how often one address may create, come in, or guess a code. There are
 * 32^6 codes; with 10,000 rooms open one guess in 107,000 finds one, so at 20 wrong guesses a
 * minute an address finds one room in about four days. Codes that exist cost nothing. */
#pragma once

#include "site/site.h"

void doors_open(struct site *site);
void doors_close(struct site *site);

/* Says whether who asks has a place in that room: a token of 128 bits nobody guesses. */
struct proof {
    bool (*inside)(void *arg, const struct room *room);
    void *arg;
};

/* The room with that code, or NULL and why not. `key` is the address_key of who asks. From an address
 * with too many wrong guesses only who has a place there finds a room: everybody in a flat has the
 * same address. All others hear the same, whether there is such a room or not. */
struct live *doors_find(struct site *site, uint64_t key, const char *typed,
                        const struct proof *proof, struct refusal *why);
/* Has this address not yet guessed too many codes? */
bool doors_may_guess(struct site *site, uint64_t key);
bool doors_may_create(struct site *site, uint64_t key);
bool doors_may_join(struct site *site, uint64_t key);
/* One more message of a person, or of an address that is nobody yet (live NULL or person 0). */
bool doors_may_act(struct site *site, uint64_t key, const struct live *live, uint16_t person);
/* One more reaction of a person: a few at once, then one every other second. */
bool doors_may_react(struct site *site, const struct live *live, uint16_t person);
/* One more report of a person. */
bool doors_may_report(struct site *site, const struct live *live, uint16_t person);
/* So many cards more that this address brings: they stay in memory until the next start. */
bool doors_may_bring(struct site *site, uint64_t key, uint32_t cards);
/* Does the operator let somebody with this device open or join rooms? */
struct refusal doors_banned(const struct site *site, const struct device *device, int64_t now);
/* Has the host of this room put out somebody with this device? */
struct refusal doors_put_out(const struct live *live, const struct device *device);
/* May this address try a key of the operator's page? A wrong one costs. */
bool doors_may_try_key(struct site *site, uint64_t key);
void doors_wrong_key(struct site *site, uint64_t key);

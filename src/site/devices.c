#include "site/devices.h"
#include "core/alloc.h"
#include "site/listeners.h"
#include "wire/form.h"
#include "wire/reply.h"

#include <stdlib.h>

#define COOKIE "device"
#define KEEP_SECONDS (400L * 86400) /* the longest that browsers allow */

struct device_notes {
    int count;
    struct {
        uint16_t person;
        struct device device;
    } note[];
};

struct device device_of(struct span cookies, uint64_t address)
{
    struct device device = {0};
    char token[TOKEN_TEXT_LENGTH + 1];
    uint8_t hash[TOKEN_HASH_BYTES];
    if (cookie_value(token, sizeof token, cookies, COOKIE) > 0 && token_hash(hash, token))
        hex_write(device.hash, hash, sizeof hash);
    digest_write(device.address, &address, sizeof address);
    return device;
}

void device_give(struct buffer *headers, bool secure)
{
    char token[TOKEN_TEXT_LENGTH + 1];
    token_draw(token);
    reply_cookie(headers, COOKIE, token, "/", KEEP_SECONDS, secure);
}

static struct device *find(const struct listeners *list, uint16_t person)
{
    struct device_notes *notes = list->devices;
    for (int i = 0; notes && i < notes->count; i++)
        if (notes->note[i].person == person) return &notes->note[i].device;
    return NULL;
}

void devices_note(struct listeners *list, uint16_t person, const struct device *device)
{
    struct device *known = find(list, person);
    if (!known) {
        int count = list->devices ? list->devices->count : 0;
        struct device_notes *notes = list->devices;
        notes = alloc_grow(notes, sizeof *notes + (size_t)(count + 1) * sizeof notes->note[0]);
        notes->count = count + 1;
        notes->note[count].person = person;
        list->devices = notes;
        known = &notes->note[count].device;
        *known = *device;
    }
    /* a program that comes back without its cookie is still the one it was */
    if (device->hash[0]) memcpy(known->hash, device->hash, sizeof known->hash);
    memcpy(known->address, device->address, sizeof known->address);
}

const struct device *devices_find(const struct listeners *list, uint16_t person)
{
    return list ? find(list, person) : NULL;
}

void devices_name(const struct live *live, struct step *step)
{
    const struct device *device =
        step->kind == STEP_KICK ? devices_find(live->site, step->who) : NULL;
    if (device && device->hash[0]) step->kick.device = device->hash;
}

void devices_recall(struct site *site, struct live *live)
{
    struct device device = {0};
    if (live->room->last.kind != STEP_KICK || !live->room->last.device[0]) return;
    memcpy(device.hash, live->room->last.device, sizeof device.hash);
    devices_note(listeners_of(site, live), live->room->last.who, &device);
}

void devices_free(struct listeners *list)
{
    free(list->devices);
    list->devices = NULL;
}

/* By which browser somebody came in. A device is a random number that the browser keeps in a cookie;
 * only a hash of it is known here, in memory, and only while the room is open. It is written down
 * when its person is reported, and when it is put out of a room: in that room's log, by which it stays
 * out after the room has rested. A program without cookies has only its address. */
#pragma once

#include "core/token.h"
#include "wire/http.h"

#include <stdint.h>

struct device {
    char hash[DIGEST_TEXT_LENGTH + 1];    /* "": unknown */
    char address[DIGEST_TEXT_LENGTH + 1]; /* hash of the address */
};

struct device_notes;
struct listeners;
struct live;
struct site;
struct step;

/* Who asks, by the Cookie field and address_key of the request. */
struct device device_of(struct span cookies, uint64_t address);
/* Adds a cookie with a new device to the headers of an answer. */
void device_give(struct buffer *headers, bool secure);

void devices_note(struct listeners *list, uint16_t person, const struct device *device);
/* NULL: nobody has seen this person since the start. */
const struct device *devices_find(const struct listeners *list, uint16_t person);
/* Names in a step that puts somebody out the browser that stays out with them. */
void devices_name(const struct live *live, struct step *step);
/* A record was read again: who was put out by it had that browser. */
void devices_recall(struct site *site, struct live *live);
void devices_free(struct listeners *list);

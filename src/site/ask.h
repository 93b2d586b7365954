/* The one way in: whoever wants something of a room, by event, form or REST, asks for it here.
 *
 *     sockets, forms, REST ─▶ limit ─▶ step ─▶ hall ─▶ measured ─▶ done()
 *
 * Every question is answered once, by `done`, from inside the call or later. Once it is, whatever
 * the asker's own memory was may be gone: nothing that was given in is looked at again. */
#pragma once

#include "site/devices.h"
#include "site/site.h"

struct asker {
    struct site *site;
    uint64_t key; /* address_key of who asks */
    const struct device *device;
    struct live *live; /* the room that is asked; NULL: none */
    uint16_t person;   /* who the asker is there; 0: nobody */
    bool named;        /* said which room is meant */
    bool form;         /* all values of the payload are texts */
    int64_t now;
    const char *language; /* of the page that asks; NULL: a program, or nobody said */
    bool page;            /* somebody in front of one of our pages, and no program */
};

/* May this message be looked at? One more counts, whatever it says. */
struct refusal ask_allowed(const struct asker *who, const json_t *payload);
/* An event of the house or a verb of the game, see actions.h, or a reaction, which is no step. The payload is an object, or is
 * refused; what only says who and where is taken out of it. */
void ask_room(const struct asker *who, const char *event, json_t *payload, struct hall_done done);
struct newcomer;
/* A new room, with the house's defaults where `settings` (an object or NULL) says nothing else. */
void ask_create(const struct asker *who, const char *game, const struct newcomer *host,
                const json_t *settings, struct hall_done done);
/* What somebody says who comes in. */
struct newcomer {
    const char *name;
    const json_t *team; /* a text, or anything that says nothing: any team */
    bool watch;
    const char *avatar; /* one that is no avatar says nothing */
};
/* A place in the room. */
void ask_join(const struct asker *who, const struct newcomer *newcomer, struct hall_done done);
/* The place of somebody who left that room. `as` NULL: as they were. */
void ask_return(const struct asker *who, uint16_t left, const struct newcomer *as,
                struct hall_done done);
/* A step that was made elsewhere. */
void ask_step(const struct asker *who, const struct step *step, struct hall_done done);

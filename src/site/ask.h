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
/* An event of the house or a verb of the game, see actions.h. The payload is an object, or is
 * refused; what only says who and where is taken out of it. */
void ask_room(const struct asker *who, const char *event, json_t *payload, struct hall_done done);
/* A new room, with the house's defaults where `settings` (an object or NULL) says nothing else. */
void ask_create(const struct asker *who, const char *game, const char *name, const json_t *settings,
                struct hall_done done);
/* A place in the room. `team` is a text, or anything that says nothing: any team. */
void ask_join(const struct asker *who, const char *name, const json_t *team, bool watch,
              struct hall_done done);
/* A step that was made elsewhere. */
void ask_step(const struct asker *who, const struct step *step, struct hall_done done);

#include "site/reactions.h"
#include "site/doors.h"
#include "site/listeners.h"

#include <string.h>

static const char *const kinds[] = {"clap", "laugh", "wow", "heart", "fire", "sad"};

/* One of ours: what is passed on is never what was sent. */
static const char *known(const char *kind)
{
    for (size_t i = 0; kind && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0) return kinds[i];
    return NULL;
}

static void tell(struct listeners *list, const struct person *p, const char *kind)
{
    struct buffer json = {0};
    struct writer w = writer_to(&json);
    write_object(&w);
    put_string(&w, "id", p->id);
    put_string(&w, "kind", kind);
    write_end(&w);
    listeners_say(list, 0, "reaction", buffer_text(&json));
    buffer_free(&json);
}

struct refusal reaction_show(struct site *site, struct live *live, uint16_t person,
                             const json_t *payload)
{
    const char *kind = known(json_string_value(json_object_get(payload, "kind")));
    const struct person *p = room_person(live->room, person);
    if (!kind || !p) return REFUSE(BAD_REQUEST);
    if (!room_may_react(live->room, p)) return REFUSE(WRONG_PHASE);
    if (!doors_may_react(site, live, person)) return REFUSE(TOO_MANY_REQUESTS);
    tell(listeners_of(site, live), p, kind);
    return ACCEPTED;
}

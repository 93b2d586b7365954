#include "site/reports.h"
#include "facts.h"
#include "site/doors.h"
#include "site/listeners.h"

#include <inttypes.h>
#include <stdio.h>

#define REASON_BYTES 400
#define TEXT_BYTES 1000

/* What is reported, and whom it concerns. */
struct subject {
    const char *kind;
    char what[80], label[TEXT_BYTES];
    const struct person *person; /* whose device it may come to; NULL: nobody's */
};

/* At most so many bytes of it, no half letter. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t len = strnlen(text, size - 1);
    while (text[len] && len && ((unsigned char)text[len] & 0xc0) == 0x80)
        len--;
    memcpy(out, text, len);
    out[len] = 0;
}

/* An object with that id and a text, anywhere in what this person sees. */
static const json_t *find_card(const json_t *in, const char *id)
{
    const char *key;
    json_t *value;
    const json_t *found = NULL;
    const char *own = json_string_value(json_object_get(in, "id"));
    if (own && strcmp(own, id) == 0 && json_is_string(json_object_get(in, "text"))) return in;
    json_object_foreach((json_t *)in, key, value) if (!found) found = find_card(value, id);
    for (size_t i = 0; !found && i < json_array_size(in); i++)
        found = find_card(json_array_get(in, i), id);
    return found;
}

/* Who wrote that during the game; NULL if nobody did. */
static const struct person *writer_of(const struct room *room, const char *text)
{
    struct game_table table;
    struct facts facts = {0};
    if (!room->game->facts || !room->state) return NULL;
    room_table(room, &table);
    room->game->facts(room->state, &table, &facts);
    for (int i = 0; i < facts.responses; i++)
        for (int c = 0; c < facts.response[i].cards; c++) {
            const struct fact_card *card = &facts.response[i].card[c];
            bool his = !card->deck && card->text && strcmp(card->text, text) == 0;
            if (his && facts.response[i].author < FACT_GUEST)
                return room_seat(room, facts.response[i].author);
        }
    return NULL;
}

static struct refusal about_card(struct subject *s, const struct room *room, uint16_t person,
                                 const char *id, int64_t now)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    room_write_view(room, room_person((struct room *)room, person), now, &w);
    json_t *view = json_loadb(text.data, text.len, 0, NULL);
    buffer_free(&text);
    const json_t *card = find_card(view, id);
    bool found = card != NULL;
    if (found) {
        s->kind = "card";
        copy_text(s->what, sizeof s->what, id);
        copy_text(s->label, sizeof s->label, json_string_value(json_object_get(card, "text")));
        s->person = writer_of(room, s->label);
    }
    json_decref(view);
    return found ? ACCEPTED : REFUSE(NO_SUCH_CARD);
}

static struct refusal about_person(struct subject *s, const struct room *room, const char *id)
{
    s->person = room_person_by_id(room, id);
    if (!s->person) return REFUSE(UNKNOWN_PERSON);
    s->kind = "player";
    snprintf(s->what, sizeof s->what, "%" PRIu64 ".%s", room->id, s->person->id);
    copy_text(s->label, sizeof s->label, s->person->name);
    return ACCEPTED;
}

static const char *text_of(const json_t *payload, const char *key)
{
    return json_string_value(json_object_get(payload, key));
}

struct refusal report_rows(struct site *site, struct live *live, uint16_t person,
                           const json_t *payload, int64_t now, struct rows *rows)
{
    const struct room *room = live->room;
    const char *card = text_of(payload, "cardId"), *id = text_of(payload, "id");
    const char *given = text_of(payload, "reason");
    char reason[REASON_BYTES];
    struct subject s = {0};
    const struct person *by = room_person(live->room, person);
    if (!by) return REFUSE(NOT_IN_ROOM);
    if (!card == !id) return REFUSE(BAD_REQUEST);
    struct refusal refusal =
        card ? about_card(&s, room, person, card, now) : about_person(&s, room, id);
    if (refused(&refusal)) return refusal;
    if (!doors_may_report(site, live, person)) return REFUSE(TOO_MANY_REQUESTS);
    const struct device *device =
        s.person ? devices_find(listeners_of(site, live), s.person->number) : NULL;
    copy_text(reason, sizeof reason, given ? given : "");
    rows_add(rows, ROW_REPORT, now, (int64_t)room->id, room->code, room->game->name, by->id, s.kind,
             s.what, s.label, s.person ? s.person->id : NULL,
             device && device->hash[0] ? device->hash : NULL, device ? device->address : NULL,
             reason);
    return ACCEPTED;
}

/* What somebody missed is told again from the records: they are folded from a room that was kept in
 * memory, or else from the first one on. */
#include "room/hall_inside.h"

#include <limits.h>

struct missed {
    struct live *live;
    struct room *room; /* NULL before its first record */
    struct game_says says;
    uint16_t person;
    uint32_t seq;
    int part;
    void (*event)(void *arg, const char *name, const char *text, size_t len);
    void *arg;
};

void live_replace_room(struct live *live, struct room *after)
{
    struct room *before = live->room;
    live->room = after;
    if (!before || before->seq % HALL_PAST_STEPS) {
        room_free(before);
        return;
    }
    room_free(live->past[0]);
    live->past[0] = live->past[1];
    live->past[1] = before;
}

/* The latest room that we have from which nothing is missing. */
static const struct room *begin_with(const struct live *live, uint32_t seq)
{
    const struct room *rooms[] = {live->room, live->past[1], live->past[0]};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i] && rooms[i]->seq <= seq) return rooms[i];
    return NULL;
}

static void tell_missed(struct missed *m)
{
    const struct person *person = room_person(m->room, m->person);
    if (m->room->seq < m->seq || (m->person && !person)) return; /* had not come in yet */
    room_tell(m->room, &m->says);
    for (size_t i = 0; i < says_count(&m->says); i++) {
        struct says_event e = says_event(&m->says, i);
        if (m->room->seq == m->seq && (int)i <= m->part) continue;
        if (says_reaches(e.audience, person ? person->seat : GAME_CROWD))
            m->event(m->arg, e.name, e.text, e.len);
    }
}

static bool fold_missed(void *arg, const struct store_record *record)
{
    struct missed *m = arg;
    if (record->seq > m->live->room->seq) return false; /* durable, but not shown to anybody yet */
    struct folding *folding = &m->live->hall->folding;
    fold_record(folding, &m->room, record->room, record->body, record->len);
    if (!m->room) return false;
    tell_missed(m);
    return true;
}

bool hall_missed(struct live *live, uint16_t person, uint32_t seq, int part,
                 void (*event)(void *arg, const char *name, const char *text, size_t len),
                 void *arg)
{
    struct missed m = {live, NULL, {0}, person, seq, part, event, arg};
    /* Who has seen all of a step needs only what follows it. */
    const struct room *from = begin_with(live, part == INT_MAX && seq < UINT32_MAX ? seq + 1 : seq);
    bool read = true;
    says_init(&m.says, 0);
    if (from) {
        m.room = room_clone(from);
        tell_missed(&m);
    }
    if (from != live->room)
        read = store_read(live->hall->store, live->room->id, from ? from->seq + 1 : 1, fold_missed,
                          &m);
    says_free(&m.says);
    room_free(m.room);
    return read;
}

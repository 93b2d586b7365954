#include "room/verify.h"
#include "room/fold.h"
#include "room/kept.h"

struct replay {
    struct folding *folding;
    const struct store_room *about;
    FILE *out;
    struct room *room;
    struct verify_result *result;
    bool begun, changed, differing, broken;
};

static bool replay_record(void *arg, const struct store_record *record)
{
    struct replay *r = arg;
    r->result->records++;
    r->begun = true;
    enum fold result = fold_record(r->folding, &r->room, record->room, record->body, record->len);
    if (result != FOLD_FINE) fprintf(r->out, "%s: %s\n", r->about->code, r->folding->why);
    r->differing |= result == FOLD_DIFFERS;
    r->broken |= result == FOLD_BROKEN;
    r->changed |= r->room && r->room->rules_changed;
    return r->room != NULL;
}

struct verification {
    struct store *store;
    struct folding folding;
    FILE *out;
    struct verify_result *result;
    bool readable;
    uint64_t seen, part, parts; /* every `parts`th room is ours */
};

static bool verify_room(void *arg, const struct store_room *room)
{
    struct verification *v = arg;
    if (v->seen++ % v->parts != v->part) return true;
    struct replay r = {.folding = &v->folding, .about = room, .out = v->out, .result = v->result};
    v->readable = store_read(v->store, room->id, 1, replay_record, &r);
    room_free(r.room);
    v->result->rooms++;
    v->result->changed += r.changed && !r.differing && !r.broken;
    v->result->differing += r.differing;
    v->result->broken += r.broken || (v->readable && !r.begun);
    return v->readable;
}

bool verify_part(struct store *store, const struct house *house, int part, int parts, FILE *out,
                 struct verify_result *result)
{
    struct verification v = {.store = store,
                             .folding = {.house = house},
                             .out = out,
                             .result = result,
                             .readable = true,
                             .part = (uint64_t)part,
                             .parts = (uint64_t)parts};
    *result = (struct verify_result){0};
    bool read = kept_load(store, house, false, NULL) &&
                store_rooms(store, false, verify_room, &v) && v.readable;
    folding_free(&v.folding);
    return read;
}

bool verify_store(struct store *store, const struct house *house, FILE *out,
                  struct verify_result *result)
{
    return verify_part(store, house, 0, 1, out, result);
}

#include "room/fold.h"

#include <stdio.h>

static enum fold broken(char why[160], const char *what, const char *detail)
{
    snprintf(why, 160, "%s: %s", what, detail);
    return FOLD_BROKEN;
}

static enum fold fold_step(const struct house *house, struct room **room, uint64_t id,
                           const struct step *step, char why[160])
{
    struct refusal refusal;
    if (!*room) {
        *room = room_create(house, id, step, &refusal);
        return *room ? FOLD_FINE : broken(why, step_word(step->kind), refusal_sentence(&refusal));
    }
    if (step->time < (*room)->time)
        return broken(why, step_word(step->kind), "time runs backwards");
    refusal = room_apply(house, room, step);
    bool differs = refused(&refusal) && step_is_of_game(step->kind);
    if (refused(&refusal) && !differs)
        return broken(why, step_word(step->kind), refusal_sentence(&refusal));
    if (differs) (*room)->seq++, (*room)->time = step->time;
    differs |= !(*room)->rules_changed && step->check != room_check(*room);
    if (!differs) return FOLD_FINE;
    snprintf(why, 160, "record %u (%s) does not come out as it did when it was played",
             (*room)->seq, step_word(step->kind));
    room_give_up(*room);
    return FOLD_DIFFERS;
}

enum fold fold_record(struct folding *f, struct room **room, uint64_t id, const char *body,
                      size_t len)
{
    struct step step;
    if (!record_read(&f->record, body, len)) return broken(f->why, "not a record", "not JSON");
    if (!step_read(&step, &f->record)) return broken(f->why, "no step", "unknown or incomplete");
    return fold_step(f->house, room, id, &step, f->why);
}

void folding_free(struct folding *f)
{
    record_free(&f->record);
}

#include "room/fold.h"
#include "room/image.h"

#include <stdio.h>
#include <string.h>

/* Its number is taken all the same, and its time where it has one. */
static void pass_over(struct room *room, uint32_t seq, int64_t time, bool give_up)
{
    room->seq = seq;
    if (time > room->time) room->time = time;
    if (give_up) room_give_up(room);
    memset(&room->last, 0, sizeof room->last);
    room->last.kind = STEP_STOP;
    room->last.news = give_up;
}

static enum fold broken(struct folding *f, struct room *room, const char *word, const char *what)
{
    uint32_t seq = room ? room->seq + 1 : 1;
    snprintf(f->why, sizeof f->why, "record %u%s%s cannot be used: %s", seq, word ? ", " : "",
             word ? word : "", what);
    if (room) pass_over(room, seq, 0, room->phase == ROOM_PLAYING || room->phase == ROOM_OVER);
    return FOLD_BROKEN;
}

static enum fold differs(struct folding *f, struct room *room, const struct step *step,
                         uint32_t seq)
{
    snprintf(f->why, sizeof f->why, "record %u (%s) does not come out as it did when it was played",
             seq, step_word(step->kind));
    pass_over(room, seq, step->time, true);
    return FOLD_DIFFERS;
}

static enum fold fold_step(struct folding *f, struct room **room, uint64_t id,
                           const struct step *step)
{
    struct refusal refusal;
    if (!*room) {
        *room = room_create(f->house, id, step, &refusal);
        if (*room) return FOLD_FINE;
        return broken(f, NULL, step_word(step->kind), refusal_sentence(&refusal));
    }
    uint32_t seq = (*room)->seq + 1;
    if (step->time < (*room)->time)
        return broken(f, *room, step_word(step->kind), "time runs backwards");
    refusal = room_apply(f->house, room, step);
    bool of_game =
        step_is_of_game(step->kind) || step->kind == STEP_START || step->kind == STEP_NEXT;
    if (refused(&refusal) && !of_game)
        return broken(f, *room, step_word(step->kind), refusal_sentence(&refusal));
    bool same = !refused(&refusal) && ((*room)->rules_changed || step->check == room_check(*room));
    return same ? FOLD_FINE : differs(f, *room, step, seq);
}

/* Sums of what a stranger wrote must not overflow. */
static bool sensible(const struct step *step)
{
    return step->time >= 0 && step->time <= IMAGE_TIME_MAX && step->who <= IMAGE_NUMBER_MAX;
}

enum fold fold_record(struct folding *f, struct room **room, uint64_t id, const char *body,
                      size_t len)
{
    struct step step;
    if (!record_read(&f->record, body, len)) return broken(f, *room, NULL, "it is not JSON");
    if (!step_read(&step, &f->record))
        return broken(f, *room, NULL, "it is no step, or not a whole one");
    step.foreign = f->foreign;
    if (f->foreign && !sensible(&step))
        return broken(f, *room, NULL, "it has numbers out of range");
    return fold_step(f, room, id, &step);
}

void folding_free(struct folding *f)
{
    record_free(&f->record);
}

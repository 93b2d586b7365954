#include "room/draft.h"
#include "core/depth.h"
#include "room/verb.h"

static bool read_back(struct draft *d)
{
    bool read =
        record_read(&d->record, d->line.data, d->line.len) && step_read(&d->step, &d->record);
    d->step.stored = false;
    return read;
}

struct refusal draft_make(struct draft *draft, const struct step *step, const struct game *game)
{
    if (draft->line.cap > 2 * DRAFT_BYTES_MAX) draft_free(draft); /* there were cards in it */
    struct step kept = *step;
    json_t *with = NULL;
    if (step->kind == STEP_ACT)
        kept.act.with = with = verb_payload(verb_find(game, step->act.verb), step->act.with);
    struct refusal refusal = depth_check(with);
    buffer_clear(&draft->line);
    if (!refused(&refusal)) step_write(&kept, &draft->line);
    json_decref(with);
    if (refused(&refusal)) return refusal;
    bool cards = step->kind == STEP_DECK || step->kind == STEP_IMPORT || step->kind == STEP_START ||
                 step->kind == STEP_NEXT;
    if (!cards && draft->line.len > DRAFT_BYTES_MAX) {
        buffer_free(&draft->line);
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "That message is too long.");
    }
    if (!read_back(draft))
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "That message could not be stored.");
    return ACCEPTED;
}

void draft_free(struct draft *draft)
{
    record_free(&draft->record);
    buffer_free(&draft->line);
}

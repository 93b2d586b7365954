/* Lines of a log: read in place and by jansson they must have the same fields, and what is a step
 * must come out of step_write as the same step. */
#include "../test/room/record_same.h"
#include "room/step.h"

#include <stdint.h>
#include <stdlib.h>

static void check_step(const struct step *step)
{
    struct buffer first = {0}, second = {0};
    struct record record = {0};
    struct step again;
    step_write(step, &first);
    if (!record_read(&record, first.data, first.len) || !step_read(&again, &record)) abort();
    step_write(&again, &second);
    if (first.len != second.len || memcmp(first.data, second.data, first.len) != 0) abort();
    record_free(&record);
    buffer_free(&first);
    buffer_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record = {0};
    struct step step;
    if (!record_same((const char *)data, size)) abort();
    if (record_read(&record, (const char *)data, size) && step_read(&step, &record))
        check_step(&step);
    record_free(&record);
    return 0;
}

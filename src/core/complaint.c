#include "core/complaint.h"

#include <stdio.h>
#include <string.h>

#define SHOWN_BYTES 40

void complaint_write(char *out, size_t cap, int line, const char *word, const char *why)
{
    int at = line ? snprintf(out, cap, "Line %d: ", line) : 0;
    size_t shown = strlen(word);
    if (shown > SHOWN_BYTES)
        for (shown = SHOWN_BYTES; shown > 0 && (word[shown] & 0xc0) == 0x80;)
            shown--;
    snprintf(out + at, cap - (size_t)at, "«%.*s»: %s", (int)shown, word, why);
}

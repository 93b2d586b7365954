#include "core/complaint.h"

#include <stdio.h>
#include <string.h>

#define SHOWN_BYTES 40

static int shown_bytes(const char *word)
{
    size_t shown = strlen(word);
    if (shown > SHOWN_BYTES)
        for (shown = SHOWN_BYTES; shown > 0 && (word[shown] & 0xc0) == 0x80;)
            shown--;
    return (int)shown;
}

void complaint_write(char *out, size_t cap, int line, const char *word, const char *why)
{
    int at = line ? snprintf(out, cap, "Line %d: ", line) : 0;
    snprintf(out + at, cap - (size_t)at, "«%.*s»: %s", shown_bytes(word), word, why);
}

void faults_add(struct faults *all, int line, const char *word, const char *why, const char *key)
{
    if (all->count == FAULTS_MAX) return;
    struct fault *c = &all->of[all->count++];
    c->line = line;
    c->why = key;
    snprintf(c->about, sizeof c->about, "%.*s", shown_bytes(word), word);
    complaint_write(c->sentence, sizeof c->sentence, line, word, why);
}

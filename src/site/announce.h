/* What the operator tells everybody: a sentence, or that the server restarts soon. It is kept in
 * memory alone: a restart is what ends it. {0}: nothing. */
#pragma once

#include "core/writer.h"

#include <stdbool.h>
#include <stdint.h>

#define ANNOUNCEMENT_LETTERS 200
#define ANNOUNCEMENT_BYTES 801
#define ANNOUNCEMENT_MINUTES_MAX 1440

struct site;
struct listener;

struct announcement {
    char text[ANNOUNCEMENT_BYTES]; /* "": none */
    int64_t restart_at;            /* 0: no restart */
    int64_t until;                 /* a sentence does not stand for ever */
};

/* Tells everybody who listens, and greets with it whoever comes. `minutes` 0: no restart. False if
 * there is nothing to tell, or too much. */
bool announcement_make(struct site *site, const char *text, int64_t minutes, int64_t now);
void announcement_withdraw(struct site *site);
/* One who has just come hears what the others heard. */
void announcement_greet(struct site *site, struct listener *l, int64_t now);

/* Does it still stand? */
bool announcement_stands(const struct announcement *a, int64_t now);
/* Minutes until the restart, rounded up; 0: none is announced. */
int64_t announcement_minutes(const struct announcement *a, int64_t now);
/* {text, restartInMs}: both null if it does not stand. */
void announcement_write(const struct announcement *a, int64_t now, struct writer *w);

/* What was of no use in somebody's file, so that they can mend it: one sentence for programs, and its
 * parts for people, who read the reason in their own language. */
#pragma once

#include <stddef.h>

#define FAULTS_MAX 20

struct fault {
    int line;        /* 0: it has none */
    const char *why; /* a literal: the key of the reason in the catalogues; NULL: it has none */
    char about[48];  /* the word; a long one is cut, at a whole letter */
    char sentence[160];
};

/* The first of them, in their order. */
struct faults {
    int count;
    struct fault of[FAULTS_MAX];
};

/* «Line 3: «WORD»: why», without the line if it is 0; a long word is cut, at a whole letter. */
void complaint_write(char *out, size_t cap, int line, const char *word, const char *why);
/* One more, if there is room. `key` may be NULL. */
void faults_add(struct faults *all, int line, const char *word, const char *why, const char *key);

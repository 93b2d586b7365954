/* What a word means to the computer, in each of our languages: a few places in the table of English
 * words. English words are in it themselves; those of the other languages go through senses/senses.txt,
 * written by hand: a word on a card is near a clue if one of its senses is. */
#pragma once

#include "core/vectors.h"

#include <stdbool.h>
#include <stddef.h>

#define SENSES_MAX 6

struct senses {
    int count; /* 0: the word is not known */
    int place[SENSES_MAX];
};

/* One that the computer may say. */
struct sense_word {
    const char *said; /* as people write it */
    const char *folded;
    struct senses means;
    int familiar; /* as vectors_familiar; 0: not to be said */
};

/* The word, or the one that it looks like a form of. Folded. */
void senses_find(const char *language, const char *folded, struct senses *out);
/* «gatas» and «gato», folded: the same but for an ending. */
bool senses_is_form(const char *a, const char *b);
int senses_alike(const struct senses *a, const struct senses *b, enum vectors_ear ears);
/* The words of that language by number. */
int senses_words(const char *language);
struct sense_word senses_word(const char *language, int number);

/* What embed.py makes of senses.txt; the last table has no language. */
struct sense_entry {
    const char *said, *folded, *english; /* «bank bench» */
};
struct sense_table {
    const char *language;
    const struct sense_entry *entry; /* by `folded` */
    size_t count;
};
extern const struct sense_table senses_tables[];

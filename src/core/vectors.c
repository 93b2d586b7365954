#include "core/vectors.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NAME_BYTES 16
#define NAME_LETTERS_MAX 14
#define FAMILIAR (NAME_BYTES - 1)

struct head {
    char magic[8];
    uint32_t words, ear, spread[2];
    uint32_t unused[2];
};

extern const char vectors_bytes[];

static const struct head *head(void)
{
    return (const struct head *)vectors_bytes;
}

static const char *name(int place)
{
    return vectors_bytes + sizeof(struct head) + (size_t)place * NAME_BYTES;
}

const signed char *vectors_heard(int place)
{
    const char *rows = name((int)head()->words);
    return (const signed char *)rows + (size_t)place * (2 * VECTORS_EAR);
}

int vectors_spread(int ear)
{
    return (int)head()->spread[ear];
}

int vectors_count(void)
{
    return (int)head()->words;
}

const char *vectors_word(int place)
{
    return name(place);
}

int vectors_familiar(int place)
{
    return (unsigned char)name(place)[FAMILIAR];
}

static int find(const char *word)
{
    int low = 0, high = vectors_count() - 1;
    while (low <= high) {
        int middle = (low + high) / 2, order = strcmp(word, name(middle));
        if (!order) return middle;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return -1;
}

static const struct {
    const char *ending, *instead;
} forms[] = {{"ies", "y"}, {"es", ""}, {"s", ""},  {"ing", ""},
             {"ing", "e"}, {"ed", ""}, {"ed", "e"}};

int vectors_find(const char *word)
{
    char base[NAME_BYTES];
    size_t letters = strlen(word);
    int place = letters <= NAME_LETTERS_MAX ? find(word) : -1;
    for (size_t i = 0; place < 0 && i < sizeof forms / sizeof forms[0]; i++) {
        size_t ending = strlen(forms[i].ending);
        if (letters > NAME_LETTERS_MAX || letters < ending + 3) continue;
        if (strcmp(word + letters - ending, forms[i].ending) != 0) continue;
        snprintf(base, sizeof base, "%.*s%s", (int)(letters - ending), word, forms[i].instead);
        place = find(base);
    }
    return place;
}

static int product(const signed char *a, const signed char *b)
{
    int sum = 0;
    for (int i = 0; i < VECTORS_EAR; i++)
        sum += a[i] * b[i];
    return sum;
}

int vectors_alike(int a, int b, enum vectors_ear ears)
{
    int sum = 0;
    for (int ear = 0; ear < 2; ear++)
        if (ears >> ear & 1)
            sum += product(vectors_heard(a) + ear * VECTORS_EAR,
                           vectors_heard(b) + ear * VECTORS_EAR) *
                   VECTORS_ONE / vectors_spread(ear);
    return sum;
}

#include "core/meaning.h"

#include <math.h>
#include <string.h>

#define WORD_LETTERS_MAX 24
#define WORD_LETTERS_MIN 3
#define LENGTH 190 /* of a word's numbers, see vectors/make.mjs */
#define COMMON 60  /* as vectors_familiar counts: from here on a word says less and less */
#define HALF 30.0f

static float weight(int place)
{
    int familiar = vectors_familiar(place);
    if (!familiar) return 0.5f;
    return familiar <= COMMON ? 1 : 1 / (1 + (float)(familiar - COMMON) / HALF);
}

static void add(struct meaning *m, const char *word)
{
    int place = vectors_find(word);
    if (place < 0) return;
    const signed char *heard = vectors_heard(place);
    float much = weight(place);
    for (int i = 0; i < 2 * VECTORS_EAR; i++)
        m->heard[i] += much * (float)heard[i];
    m->words++;
}

static void make_one_long(float *ear)
{
    float square = 0;
    for (int i = 0; i < VECTORS_EAR; i++)
        square += ear[i] * ear[i];
    float length = sqrtf(square);
    for (int i = 0; i < VECTORS_EAR && length > 0; i++)
        ear[i] /= length;
}

static int lower(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    return c >= 'a' && c <= 'z' ? c : 0;
}

void meaning_of(struct meaning *out, const char *sentence)
{
    char word[WORD_LETTERS_MAX + 1];
    size_t letters = 0;
    memset(out, 0, sizeof *out);
    for (const char *c = sentence;; c++) {
        int letter = lower(*c);
        if (letter && letters < WORD_LETTERS_MAX) word[letters] = (char)letter;
        if (letter) {
            letters++;
            continue;
        }
        if (letters >= WORD_LETTERS_MIN && letters <= WORD_LETTERS_MAX) {
            word[letters] = 0;
            add(out, word);
        }
        letters = 0;
        if (!*c) break;
    }
    make_one_long(out->heard);
    make_one_long(out->heard + VECTORS_EAR);
}

float meaning_alike(const struct meaning *a, const struct meaning *b)
{
    float sum = 0;
    for (int ear = 0; ear < 2; ear++) {
        float product = 0;
        for (int i = ear * VECTORS_EAR; i < (ear + 1) * VECTORS_EAR; i++)
            product += a->heard[i] * b->heard[i];
        sum += product * (LENGTH * LENGTH * VECTORS_ONE) / (float)vectors_spread(ear);
    }
    return sum;
}

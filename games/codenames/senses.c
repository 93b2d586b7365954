#include "senses.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* NULL: English, or nothing that it knows. */
static const struct sense_table *table_of(const char *language)
{
    for (const struct sense_table *t = senses_tables; t->language; t++)
        if (strcmp(t->language, language) == 0) return t;
    return NULL;
}

static void add(struct senses *out, const char *english)
{
    int place = vectors_find(english);
    if (place >= 0 && out->count < SENSES_MAX) out->place[out->count++] = place;
}

static void read_senses(const char *list, struct senses *out)
{
    char word[32];
    out->count = 0;
    for (list += strspn(list, " "); *list; list += strspn(list, " ")) {
        size_t letters = strcspn(list, " ");
        snprintf(word, sizeof word, "%.*s", (int)letters, list);
        add(out, word);
        list += letters;
    }
}

/* No ending has a digit in it: «mar 2» is not «mar». */
static int letters_in(const char *text)
{
    int count = 0;
    for (; *text; text++) {
        if (!(*text & 0x80) && (*text < 'a' || *text > 'z')) return INT_MAX;
        count += (*text & 0xc0) != 0x80;
    }
    return count;
}

bool senses_is_form(const char *a, const char *b)
{
    int same = 0, letters = 0;
    for (; a[same] && a[same] == b[same]; same++)
        letters += (a[same] & 0xc0) != 0x80;
    while ((a[same] & 0xc0) == 0x80 || (b[same] & 0xc0) == 0x80) { /* within a letter */
        same--;
        letters -= (a[same] & 0xc0) != 0x80;
    }
    int ending =
        letters_in(a + same) > letters_in(b + same) ? letters_in(a + same) : letters_in(b + same);
    return letters >= 3 && ending <= (letters == 3 ? 1 : 2);
}

/* Where the word is, or would be. */
static size_t search(const struct sense_table *t, const char *folded)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(t->entry[middle].folded, folded) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void senses_find(const char *language, const char *folded, struct senses *out)
{
    const struct sense_table *t = table_of(language);
    out->count = 0;
    if (!t && strcmp(language, "en") == 0) add(out, folded);
    if (!t) return;
    size_t at = search(t, folded);
    bool found = at < t->count && strcmp(t->entry[at].folded, folded) == 0;
    if (!found && at < t->count && senses_is_form(folded, t->entry[at].folded))
        found = true;
    else if (!found && at > 0 && senses_is_form(folded, t->entry[at - 1].folded)) {
        found = true;
        at--;
    }
    if (found) read_senses(t->entry[at].english, out);
}

int senses_alike(const struct senses *a, const struct senses *b, enum vectors_ear ears)
{
    int best = INT_MIN;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            int alike = vectors_alike(a->place[i], b->place[k], ears);
            if (alike > best) best = alike;
        }
    return best;
}

int senses_words(const char *language)
{
    const struct sense_table *t = table_of(language);
    return t ? (int)t->count : vectors_count();
}

struct sense_word senses_word(const char *language, int number)
{
    const struct sense_table *t = table_of(language);
    struct sense_word word = {.familiar = 1};
    if (!t) {
        word.said = word.folded = vectors_word(number);
        word.means = (struct senses){1, {number}};
        word.familiar = vectors_familiar(number);
        return word;
    }
    word.said = t->entry[number].said;
    word.folded = t->entry[number].folded;
    read_senses(t->entry[number].english, &word.means);
    for (int i = 0; i < word.means.count; i++)
        if (vectors_familiar(word.means.place[i]) > word.familiar)
            word.familiar = vectors_familiar(word.means.place[i]);
    return word;
}

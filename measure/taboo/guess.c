/* Would a computer be fun to describe words to? Clue words are typed one after the other; it proposes the
 * word of the deck that is likest to all of them together. As clue words stand the card's own forbidden
 * ones, which no describer may say: nobody's clues are nearer, so this flatters it.
 * usage: guess DECK.json … */
#include "core/vectors.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define CARDS_MAX 1000
#define CLUES_MAX 5

struct card {
    int word;            /* its place in the table of words */
    int clue[CLUES_MAX]; /* those that are known */
    int clues;
};

static struct card cards[CARDS_MAX];
static int count, unknown;

static int place_of(const char *text)
{
    char folded[32];
    size_t n = strlen(text);
    if (n >= sizeof folded) return -1;
    for (size_t i = 0; i <= n; i++)
        folded[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    return vectors_find(folded);
}

static void take(const json_t *json)
{
    struct card card = {.word = place_of(json_string_value(json_object_get(json, "word")))};
    const json_t *list = json_object_get(json, "tabooWords");
    for (size_t i = 0; i < json_array_size(list) && card.clues < CLUES_MAX; i++) {
        int place = place_of(json_string_value(json_array_get(list, i)));
        if (place >= 0) card.clue[card.clues++] = place;
    }
    if (card.word >= 0 && card.clues && count < CARDS_MAX)
        cards[count++] = card;
    else
        unknown++;
}

static int likeness(int word, const struct card *card, int clues)
{
    int sum = 0;
    for (int k = 0; k < clues; k++)
        sum += vectors_alike(word, card->clue[k], EAR_BOTH);
    return sum;
}

/* How many of the deck's words it would have proposed before the right one. */
static int before(const struct card *card, int clues)
{
    int own = likeness(card->word, card, clues), better = 0;
    for (int i = 0; i < count; i++)
        better += cards[i].word != card->word && likeness(cards[i].word, card, clues) >= own;
    return better;
}

static void measure(int clues)
{
    int first = 0, three = 0, of = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i].clues < clues) continue;
        int at = before(&cards[i], clues);
        of++;
        first += at == 0;
        three += at < 3;
    }
    if (of)
        printf(
            "%d clue words, %3d cards among %d words: first guess right %4.1f %%, in three %4.1f %%\n",
            clues, of, count, 100.0 * first / of, 100.0 * three / of);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        json_t *deck = json_load_file(argv[i], 0, NULL), *list = json_object_get(deck, "cards");
        for (size_t k = 0; k < json_array_size(list); k++)
            take(json_array_get(list, k));
        json_decref(deck);
    }
    printf("%d cards whose word it knows, %d others\n", count, unknown);
    for (int clues = 1; clues <= CLUES_MAX; clues++)
        measure(clues);
    return count == 0;
}

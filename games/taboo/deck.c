#include "deck.h"
#include "core/alloc.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)
#define WHY(key, ...) refusal_keyed(BAD(__VA_ARGS__), key)

/* Copies a text as it may be shown; false if it is missing, empty, too long or not text. */
static bool take(char out[CARD_TEXT_MAX + 1], const json_t *json)
{
    const char *text = json_string_value(json);
    if (!text || strlen(text) != json_string_length(json)) return false;
    return text_clean(out, CARD_TEXT_MAX + 1, CARD_TEXT_MAX, text);
}

static bool is_uuid(const char *text)
{
    for (int i = 0; i < 36; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (!text[i] || (dash ? text[i] != '-' : !strchr("0123456789abcdefABCDEF", text[i])))
            return false;
    }
    return text[36] == 0;
}

bool card_is_difficulty(const char *word)
{
    return strcmp(word, "easy") == 0 || strcmp(word, "medium") == 0 || strcmp(word, "hard") == 0;
}

struct refusal card_check(const struct taboo_card *card)
{
    if (card->taboo_count < CARD_TABOO_MIN || card->taboo_count > CARD_TABOO_MAX)
        return WHY("taboo.why.count", "A card needs %d to %d forbidden words.", CARD_TABOO_MIN,
                   CARD_TABOO_MAX);
    char word[CARD_TEXT_MAX * 4], folded[CARD_TABOO_MAX][CARD_TEXT_MAX * 4];
    if (text_fold(word, sizeof word, card->word) <= 0)
        return WHY("taboo.why.unreadable", "The word is not readable.");
    for (int i = 0; i < card->taboo_count; i++) {
        if (text_fold(folded[i], sizeof folded[i], card->taboo[i]) <= 0)
            return WHY("taboo.why.unreadable", "A forbidden word is not readable.");
        if (strstr(folded[i], word))
            return WHY("taboo.why.givesAway", "The forbidden word «%.40s» gives the word away.",
                       card->taboo[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(folded[i], folded[j]) == 0)
                return WHY("taboo.why.twice", "The forbidden word «%.40s» stands there twice.",
                           card->taboo[i]);
    }
    return ACCEPTED;
}

struct refusal card_read(struct taboo_card *card, const json_t *json)
{
    memset(card, 0, sizeof *card);
    const char *id = json_string_value(json_object_get(json, "id"));
    if (!id || !is_uuid(id)) return BAD("A card's id has to be a UUID.");
    strcpy(card->id, id);
    if (!take(card->word, json_object_get(json, "word"))) return BAD("A card needs a word.");
    const json_t *list = json_object_get(json, "tabooWords");
    if (!json_is_array(list) || json_array_size(list) > CARD_TABOO_MAX)
        return BAD("A card needs %d to %d forbidden words.", CARD_TABOO_MIN, CARD_TABOO_MAX);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!take(card->taboo[card->taboo_count++], json_array_get(list, i)))
            return BAD("A forbidden word is missing or too long.");
    if (!take(card->category, json_object_get(json, "category")))
        return BAD("A card needs a category.");
    const char *level = json_string_value(json_object_get(json, "difficulty"));
    if (!level || !card_is_difficulty(level))
        return BAD("A card's difficulty is easy, medium or hard.");
    strcpy(card->difficulty, level);
    return card_check(card);
}

void card_write(const struct taboo_card *card, struct writer *out)
{
    write_object(out);
    put_string(out, "id", card->id);
    put_string(out, "word", card->word);
    put_array(out, "tabooWords");
    for (int i = 0; i < card->taboo_count; i++)
        write_string(out, card->taboo[i]);
    write_end(out);
    put_string(out, "category", card->category);
    put_string(out, "difficulty", card->difficulty);
    write_end(out);
}

bool taboo_deck_fits(const struct game_deck *deck, const int32_t *settings)
{
    int32_t source = settings[SET_SOURCE];
    bool house = deck->name && deck->name[0];
    bool children = house && strstr(deck->name, "-children");
    if (source != SOURCE_ALL && house != (source == SOURCE_HOUSE)) return false;
    if (house && children != (settings[SET_DECK] == DECK_CHILDREN)) return false;
    return strcmp(deck->language, taboo_languages[settings[SET_LANGUAGE]]) == 0;
}

struct folded {
    char text[CARD_TEXT_MAX * 4];
    size_t card;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct folded *)a)->text, ((const struct folded *)b)->text);
}

/* No id and no word twice: a turn would show the same card again, or two cards answer to one id. */
static struct refusal check_distinct(const struct taboo_card *cards, size_t count)
{
    struct folded *sorted = alloc_zero(count, sizeof *sorted);
    struct refusal answer = ACCEPTED;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            sorted[i].card = i;
            text_fold(sorted[i].text, sizeof sorted[i].text, pass ? cards[i].id : cards[i].word);
        }
        qsort(sorted, count, sizeof *sorted, by_text);
        for (size_t i = 1; i < count && !refused(&answer); i++)
            if (by_text(&sorted[i - 1], &sorted[i]) == 0)
                answer = BAD("The card «%.40s» stands there twice%s.", cards[sorted[i].card].word,
                             pass ? ", by its id" : "");
    }
    free(sorted);
    return answer;
}

/* Cards of one subject and one difficulty are a pack; the last one takes in what is beyond. */
static void divide(struct taboo_card *cards, size_t count)
{
    int packs = 0;
    for (size_t i = 0; i < count; i++) {
        size_t like = 0;
        while (like < i && (strcmp(cards[like].category, cards[i].category) != 0 ||
                            strcmp(cards[like].difficulty, cards[i].difficulty) != 0))
            like++;
        if (like == i && packs < GAME_PACKS_MAX) packs++;
        cards[i].pack = like < i ? cards[like].pack : (uint8_t)(packs - 1);
    }
}

bool taboo_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out)
{
    const struct taboo_card *cards = deck->content;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < deck->count; i++) {
        if (cards[i].pack != place) continue;
        if (!out->white++) {
            out->name = cards[i].category;
            out->level = cards[i].difficulty;
        }
    }
    return out->white > 0;
}

struct refusal taboo_deck_read(struct game_deck *deck, const json_t *json)
{
    const json_t *list = json_object_get(json, "cards");
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *language = json_string_value(json_object_get(json, "language"));
    size_t count = json_array_size(list);
    if (!game || strcmp(game, "taboo") != 0) return BAD("This is not a deck for Taboo.");
    if (!language || strlen(language) < 2 || strlen(language) >= sizeof deck->language)
        return BAD("A deck needs its language.");
    if (count == 0) return BAD("A deck needs cards.");
    if (count > CARD_CARDS_MAX) return BAD("A deck has at most %d cards.", CARD_CARDS_MAX);

    struct taboo_card *cards = alloc_zero(count, sizeof *cards);
    struct refusal answer = ACCEPTED;
    for (size_t i = 0; i < count && !refused(&answer); i++) {
        struct refusal r = card_read(&cards[i], json_array_get(list, i));
        if (refused(&r)) answer = BAD("Card %zu: %.100s", i + 1, r.detail);
    }
    if (!refused(&answer)) answer = check_distinct(cards, count);
    if (refused(&answer)) {
        free(cards);
        return answer;
    }
    divide(cards, count);
    strcpy(deck->language, language);
    deck->count = (uint32_t)count;
    deck->content = cards;
    return ACCEPTED;
}

static const struct pack_set *packs_of(const struct game_table *table, int deck)
{
    return table->packs ? &table->packs[deck] : NULL;
}

uint32_t table_deck_cards(const struct game_table *table, int deck)
{
    const struct pack_set *packs = packs_of(table, deck);
    const struct taboo_card *cards = table->deck[deck]->content;
    uint32_t total = 0;
    if (!packs) return table->deck[deck]->count;
    for (uint32_t i = 0; i < table->deck[deck]->count; i++)
        total += pack_set_has(packs, cards[i].pack);
    return total;
}

uint32_t table_cards(const struct game_table *table)
{
    uint32_t total = 0;
    for (int i = 0; i < table->decks; i++)
        total += table_deck_cards(table, i);
    return total < CARD_CARDS_MAX ? total : CARD_CARDS_MAX;
}

/* The card with `number` in play before it, from *number on down; NULL if there are not so many. */
static const struct taboo_card *nth(const struct game_table *table, int deck, uint32_t *number)
{
    const struct pack_set *packs = packs_of(table, deck);
    const struct taboo_card *cards = table->deck[deck]->content;
    for (uint32_t i = 0; i < table->deck[deck]->count; i++)
        if (pack_set_has(packs, cards[i].pack) && (*number)-- == 0) return &cards[i];
    return NULL;
}

const struct taboo_card *table_card(const struct game_table *table, uint32_t number)
{
    for (int i = 0; i < table->decks; i++) {
        const struct taboo_card *card = table->packs ? nth(table, i, &number) : NULL;
        if (card) return card;
        if (table->packs) continue;
        if (number < table->deck[i]->count)
            return (const struct taboo_card *)table->deck[i]->content + number;
        number -= table->deck[i]->count;
    }
    return NULL;
}

int table_find_card(const struct game_table *table, const char *id)
{
    int number = 0;
    for (int deck = 0; deck < table->decks; deck++) {
        const struct pack_set *packs = packs_of(table, deck);
        const struct taboo_card *cards = table->deck[deck]->content;
        for (uint32_t i = 0; i < table->deck[deck]->count && number < CARD_CARDS_MAX; i++) {
            if (packs && !pack_set_has(packs, cards[i].pack)) continue;
            if (strcmp(cards[i].id, id) == 0) return number;
            number++;
        }
    }
    return -1;
}

struct refusal taboo_deck_enough(const struct game_table *table, uint32_t *cards)
{
    uint32_t all = 0;
    for (int i = 0; i < table->decks; i++)
        all += table->deck[i]->count;
    *cards = table_cards(table);
    uint32_t least = all < CARD_CHOICE_MIN ? all : CARD_CHOICE_MIN;
    if (*cards == 0 && table->settings[SET_SOURCE] == SOURCE_OWN && all == 0)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_DECK_EMPTY, "There are no cards of your own in this room."),
            "taboo.noOwnCards");
    if (all == 0)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_DECK_EMPTY, "No cards are chosen."),
                             "taboo.noneChosen");
    if (*cards >= least) return ACCEPTED;
    struct refusal no =
        refuse_saying(REFUSAL_CODE_DECK_EMPTY,
                      "The choice leaves %u cards; at least %u are needed.", *cards, least);
    no = refusal_with_number(refusal_keyed(no, "taboo.tooFewCards"), "count", (int)*cards);
    return refusal_with_number(no, "least", (int)least);
}

#include "import.h"
#include "columns.h"
#include "core/alloc.h"
#include "core/complaint.h"
#include "core/letters.h"
#include "core/text.h"
#include "core/token.h"
#include "core/typed_json.h"
#include "settings.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

struct import {
    const struct import_options *options;
    struct taboo_card *cards; /* room for CARD_CARDS_MAX */
    int *line_of;             /* of each card; 0: the file has no lines that mean anything */
    struct deck_yield *yield;
    int line;
};

/* Problems are told with their places, so that somebody can mend the file. */
static void complain_at(struct import *in, int line, const char *word, const char *why,
                        const char *key)
{
    struct deck_yield *y = in->yield;
    faults_add(&y->problems, line, word, why, key);
    if (y->dropped++ > 0) return;
    y->line = line;
    complaint_write(y->first_problem, sizeof y->first_problem, line, word, why);
}

static void complain(struct import *in, const char *word, const char *why, const char *key)
{
    complain_at(in, in->line, word, why, key);
}

/* In the form of a version 4 UUID, as cards have it, with the bits taken from the word's hash. */
static void make_id(char out[37], const char *language, const char *word)
{
    struct sha256_ctx sha;
    uint8_t digest[16];
    char hex[33];
    sha256_init(&sha);
    sha256_update(&sha, strlen(language) + 1, (const uint8_t *)language);
    sha256_update(&sha, strlen(word), (const uint8_t *)word);
    sha256_digest(&sha, sizeof digest, digest);
    digest[6] = (uint8_t)((digest[6] & 0x0f) | 0x40);
    digest[8] = (uint8_t)((digest[8] & 0x3f) | 0x80);
    hex_write(hex, digest, sizeof digest);
    snprintf(out, 37, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}

/* What a source may say about a card besides its words. */
struct notes {
    const char *category, *difficulty; /* NULL: nothing */
};

static void take_notes(struct import *in, struct taboo_card *card, const struct notes *notes)
{
    const char *category = notes->category ? notes->category : in->options->category;
    const char *level = notes->difficulty;
    if (!category || !text_clean(card->category, sizeof card->category, CARD_TEXT_MAX, category))
        strcpy(card->category, "general");
    bool known = level && card_is_difficulty(level);
    strcpy(card->difficulty, known ? level : "medium");
}

/* Takes a finished list of forbidden words; whatever is wrong drops the card. */
static void add_card(struct import *in, const char *word, const char *const *taboo, size_t count,
                     const struct notes *notes)
{
    if (in->yield->kept == CARD_CARDS_MAX) {
        complain(in, word, "The deck is full.", "cards.why.full");
        return;
    }
    struct taboo_card *card = &in->cards[in->yield->kept];
    char clean[CARD_TEXT_MAX + 1];
    memset(card, 0, sizeof *card);
    bool good = text_clean(clean, sizeof clean, CARD_TEXT_MAX, word) &&
                letters_upper(card->word, sizeof card->word, clean) && count <= CARD_TABOO_MAX;
    for (size_t i = 0; good && i < count; i++)
        good = text_clean(clean, sizeof clean, CARD_TEXT_MAX, taboo[i]) &&
               letters_lower(card->taboo[card->taboo_count++], CARD_TEXT_MAX + 1, clean);
    if (!good) {
        complain(in, word, "Its word or its forbidden words are missing, too many or too long.",
                 "taboo.why.length");
        return;
    }
    struct refusal r = card_check(card);
    if (refused(&r)) {
        complain(in, word, r.detail, r.key);
        return;
    }
    take_notes(in, card, notes);
    make_id(card->id, in->options->language, card->word);
    in->line_of[in->yield->kept++] = in->line;
}

static void read_words(struct import *in, const char *word, const json_t *list,
                       const struct notes *notes)
{
    const char *taboo[CARD_TABOO_MAX + 1];
    size_t count = json_array_size(list);
    bool texts = json_is_array(list) && count <= CARD_TABOO_MAX;
    for (size_t i = 0; texts && i < count; i++)
        texts = (taboo[i] = json_string_value(json_array_get(list, i))) != NULL;
    if (texts)
        add_card(in, word, taboo, count, notes);
    else
        complain(in, word, "It needs a list of 2 to 6 forbidden words.", "taboo.why.count");
}

/* {"Word": […]}, or the same once more for each category. */
static void read_object(struct import *in, const json_t *json, const char *category)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        if (json_is_object(value) && !category)
            read_object(in, value, key);
        else
            read_words(in, key, value, &(struct notes){category, NULL});
    }
}

/* Cards as we write them ourselves; what is missing gets its usual value. */
static void read_cards(struct import *in, const json_t *list)
{
    size_t i;
    json_t *card;
    json_array_foreach(list, i, card)
    {
        const char *word = json_string_value(json_object_get(card, "word"));
        struct notes notes = {json_string_value(json_object_get(card, "category")),
                              json_string_value(json_object_get(card, "difficulty"))};
        read_words(in, word ? word : "", json_object_get(card, "tabooWords"), &notes);
    }
}

static void read_json(struct import *in, const json_t *json)
{
    const json_t *cards = json_object_get(json, "cards");
    const char *game = json_string_value(json_object_get(json, "game"));
    if (json_is_array(json))
        read_cards(in, json);
    else if (game && json_is_array(cards))
        read_cards(in, cards);
    else
        read_object(in, json, NULL);
}

/* Names of the first column, as tables have them. */
static bool is_heading(const char *word)
{
    static const char *const names[] = {"word", "palabra", "parola", "дума", NULL};
    for (int i = 0; names[i]; i++)
        if (text_same(word, names[i])) return true;
    return false;
}

static void read_line(struct import *in, char *line)
{
    static const struct notes none;
    const char *part[CARD_TABOO_MAX + 2];
    struct columns columns = columns_split(line, part, CARD_TABOO_MAX + 2);
    if (columns.count == 0) return;
    if (columns.open)
        complain(in, part[0], "A quotation mark is not closed.", "cards.why.quote");
    else if (columns.count < 2)
        complain(in, part[0], "A line has the form Word|a:b:c or Word,a,b,c.", "taboo.why.form");
    else if (!(in->line == 1 && columns.table && is_heading(part[0])))
        add_card(in, part[0], part + 1, columns.count - 1, &none);
}

static void read_lines(struct import *in, char *text)
{
    for (char *line; (line = text_line(&text));) {
        in->line++;
        read_line(in, line);
    }
    in->line = 0;
}

struct entry {
    char folded[CARD_TEXT_MAX * 4];
    int card;
};

static int by_word(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = strcmp(x->folded, y->folded);
    return order ? order : x->card - y->card;
}

/* Keeps the first of several cards with the same word after folding. */
static void drop_repeated(struct import *in)
{
    int count = in->yield->kept, kept = 0;
    struct entry *entries = alloc_zero((size_t)count, sizeof *entries);
    for (int i = 0; i < count; i++) {
        entries[i].card = i;
        text_fold(entries[i].folded, sizeof entries[i].folded, in->cards[i].word);
    }
    qsort(entries, (size_t)count, sizeof *entries, by_word);
    for (int i = 1; i < count; i++)
        if (strcmp(entries[i - 1].folded, entries[i].folded) == 0) {
            struct taboo_card *again = &in->cards[entries[i].card];
            complain_at(in, in->line_of[entries[i].card], again->word,
                        "The word stands there twice.", "cards.why.repeated");
            again->word[0] = 0;
        }
    for (int i = 0; i < count; i++)
        if (in->cards[i].word[0]) in->cards[kept++] = in->cards[i];
    in->yield->kept = kept;
    free(entries);
}

/* The cards that were there stay unless one came with the same word. What is wrong with them now, if
 * anything, is not the news: nobody is told. */
static void keep_base(struct import *in, struct deck_yield *unheard)
{
    if (!in->options->base) return;
    *unheard = *in->yield;
    in->yield = unheard;
    read_cards(in, json_object_get(in->options->base, "cards"));
    drop_repeated(in);
}

static void write_deck(const struct import *in, struct buffer *out)
{
    struct writer w = writer_to(out);
    write_object(&w);
    put_string(&w, "game", "taboo");
    put_string(&w, "language", in->options->language);
    put_string(&w, "name", in->options->name);
    put_string(&w, "rating", "mature"); /* nobody has looked at it */
    put_string(&w, "author", "unknown");
    put_string(&w, "licence", "unknown");
    put_array(&w, "cards");
    for (int i = 0; i < in->yield->kept; i++)
        card_write(&in->cards[i], &w);
    write_end(&w);
    write_end(&w);
}

static struct refusal read_all(struct import *in, char *text)
{
    char first = text[strspn(text, " \t\r\n")];
    if (first != '{' && first != '[') {
        read_lines(in, text);
        return ACCEPTED;
    }
    json_error_t error;
    json_t *json = typed_json(text, strlen(text), JSON_REJECT_DUPLICATES, &error);
    if (!json && json_error_code(&error) == json_error_duplicate_key) {
        /* jansson would keep the last of two; people are told which word it was */
        complain_at(in, error.line, "", "A word stands there twice.", "cards.why.repeated");
        json = typed_json(text, strlen(text), 0, &error);
    }
    if (!json) return BAD("Line %d is not JSON.", error.line);
    read_json(in, json);
    json_decref(json);
    return ACCEPTED;
}

struct refusal taboo_import(const struct import_options *options, const char *text, size_t len,
                            struct buffer *deck, struct deck_yield *yield)
{
    memset(yield, 0, sizeof *yield);
    if (len > IMPORT_BYTES_MAX) return BAD("The file is too large.");
    if (!text_is_utf8(text, len) || memchr(text, 0, len)) return BAD("The file is not UTF-8 text.");
    struct import in = {options, alloc_zero(CARD_CARDS_MAX, sizeof *in.cards),
                        alloc_zero(CARD_CARDS_MAX, sizeof *in.line_of), yield, 0};
    struct buffer copy = {0};
    buffer_add(&copy, text, len);
    char *start = (char *)buffer_text(&copy);
    if (strncmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    struct refusal r = read_all(&in, start);
    if (yield->kept > 0) {
        struct deck_yield unheard;
        drop_repeated(&in);
        keep_base(&in, &unheard);
        write_deck(&in, deck);
    } else if (!refused(&r) && yield->dropped) {
        r = BAD("No card is usable. %.90s", yield->first_problem);
    } else if (!refused(&r)) {
        r = BAD("There is no card in this file.");
    }
    buffer_free(&copy);
    free(in.line_of);
    free(in.cards);
    return r;
}

struct refusal taboo_deck_import(const int32_t *settings, const struct deck_source *from,
                                 struct buffer *deck, struct deck_yield *yield)
{
    struct import_options options = {taboo_languages[settings[SET_LANGUAGE]], from->name, NULL,
                                     from->base};
    return taboo_import(&options, from->text, from->len, deck, yield);
}

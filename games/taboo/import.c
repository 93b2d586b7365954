#include "import.h"
#include "core/alloc.h"
#include "core/token.h"
#include "letters.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

struct import {
    const struct import_options *options;
    struct taboo_card *cards; /* room for CARD_CARDS_MAX */
    struct import_yield *yield;
};

static void complain(struct import *in, const char *word, const char *why)
{
    if (in->yield->dropped++ == 0)
        snprintf(in->yield->first_problem, sizeof in->yield->first_problem, "«%.40s»: %s", word,
                 why);
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

/* Takes a finished list of forbidden words; whatever is wrong drops the card. */
static void add_card(struct import *in, const char *word, const char *const *taboo, size_t count)
{
    if (in->yield->kept == CARD_CARDS_MAX) {
        complain(in, word, "The deck is full.");
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
        complain(in, word, "Its word or its forbidden words are missing, too many or too long.");
        return;
    }
    struct refusal r = card_check(card);
    if (refused(&r)) {
        complain(in, word, r.detail);
        return;
    }
    const char *category = in->options->category;
    if (!category || !text_clean(card->category, sizeof card->category, CARD_TEXT_MAX, category))
        strcpy(card->category, "general");
    strcpy(card->difficulty, "medium");
    make_id(card->id, in->options->language, card->word);
    in->yield->kept++;
}

static void read_object(struct import *in, const json_t *json)
{
    const char *word;
    json_t *list;
    json_object_foreach((json_t *)json, word, list)
    {
        const char *taboo[CARD_TABOO_MAX + 1];
        size_t count = json_array_size(list);
        bool texts = json_is_array(list) && count <= CARD_TABOO_MAX;
        for (size_t i = 0; texts && i < count; i++)
            texts = (taboo[i] = json_string_value(json_array_get(list, i))) != NULL;
        if (texts)
            add_card(in, word, taboo, count);
        else
            complain(in, word, "It needs a list of 2 to 6 forbidden words.");
    }
}

/* Splits `line` in place at every `mark`; returns how many pieces there are, at most `max`. */
static size_t split(char *line, char mark, const char **pieces, size_t max)
{
    size_t count = 0;
    while (line && count < max) {
        pieces[count++] = line;
        line = strchr(line, mark);
        if (line) *line++ = 0;
    }
    return count;
}

static void read_lines(struct import *in, char *text)
{
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        if (line[strspn(line, " \t")] == 0) continue;
        const char *taboo[CARD_TABOO_MAX + 1];
        char *list = strchr(line, '|');
        if (!list) {
            complain(in, line, "A line has the form Word|a:b:c.");
            continue;
        }
        *list++ = 0;
        add_card(in, line, taboo, split(list, ':', taboo, CARD_TABOO_MAX + 1));
    }
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
            complain(in, again->word, "The word stands there twice.");
            again->word[0] = 0;
        }
    for (int i = 0; i < count; i++)
        if (in->cards[i].word[0]) in->cards[kept++] = in->cards[i];
    in->yield->kept = kept;
    free(entries);
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

struct refusal taboo_import(const struct import_options *options, const char *text, size_t len,
                            struct buffer *deck, struct import_yield *yield)
{
    memset(yield, 0, sizeof *yield);
    if (len > IMPORT_BYTES_MAX) return BAD("The file is too large.");
    if (!text_is_utf8(text, len) || memchr(text, 0, len)) return BAD("The file is not UTF-8 text.");
    struct import in = {options, alloc_zero(CARD_CARDS_MAX, sizeof *in.cards), yield};
    struct buffer copy = {0};
    buffer_add(&copy, text, len);
    char *start = (char *)buffer_text(&copy);
    if (strncmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    bool is_json = start[strspn(start, " \t\r\n")] == '{';
    json_error_t error;
    json_t *json = is_json ? json_loads(start, 0, &error) : NULL;
    struct refusal r = ACCEPTED;
    if (is_json && !json)
        r = BAD("Line %d is not JSON.", error.line);
    else if (json)
        read_object(&in, json);
    else
        read_lines(&in, start);
    if (yield->kept > 0) drop_repeated(&in);
    if (yield->kept > 0)
        write_deck(&in, deck);
    else if (!refused(&r))
        r = BAD("There is no usable card in this file.");
    json_decref(json);
    buffer_free(&copy);
    free(in.cards);
    return r;
}

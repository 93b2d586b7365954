#include "import.h"
#include "core/alloc.h"
#include "core/complaint.h"
#include "core/text.h"
#include "core/typed_json.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)
#define SLOTS 32768 /* a power of two, more than twice WORDS_MAX */

struct import {
    struct deck_yield *yield;
    int line;            /* of the word that is read; 0: the file has no lines that mean anything */
    struct writer *list; /* words that are kept, in their order */
    struct buffer folded; /* each with its zero */
    uint32_t *slots;      /* hash table of places in `folded`, plus one */
};

static void complain(struct import *in, const char *word, const char *why, const char *key)
{
    struct deck_yield *y = in->yield;
    faults_add(&y->problems, in->line, word, why, key);
    if (y->dropped++ > 0) return;
    y->line = in->line;
    complaint_write(y->first_problem, sizeof y->first_problem, in->line, word, why);
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return h ^ h >> 15;
}

/* Remembers it; false if it was there. */
static bool is_new(struct import *in, const char *folded)
{
    uint32_t slot = hash(folded) % SLOTS;
    for (; in->slots[slot]; slot = (slot + 1) % SLOTS)
        if (strcmp(in->folded.data + in->slots[slot] - 1, folded) == 0) return false;
    in->slots[slot] = (uint32_t)in->folded.len + 1;
    buffer_add(&in->folded, folded, strlen(folded) + 1);
    return true;
}

static void add_word(struct import *in, const char *typed)
{
    char shown[WORD_BYTES_MAX + 1], folded[WORD_BYTES_MAX + 1];
    if (in->yield->kept == WORDS_MAX)
        complain(in, typed, "The list is full.", "cards.why.full");
    else if (!codenames_word_clean(shown, typed) || !codenames_word_fold(folded, shown))
        complain(in, typed, "A word has letters or digits, and at most 24 characters.",
                 "codenames.why.word");
    else if (!is_new(in, folded))
        complain(in, typed, "The word stands there twice.", "cards.why.repeated");
    else {
        write_string(in->list, shown);
        in->yield->kept++;
    }
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == 0;
}

/* Parts the line in place. */
static void add_line(struct import *in, char *line)
{
    for (char *word; (word = strsep(&line, ",;\t"));)
        if (!is_blank(word)) add_word(in, word);
}

static void read_lines(struct import *in, char *text)
{
    for (char *line; (line = text_line(&text));) {
        in->line++;
        add_line(in, line);
    }
    in->line = 0;
}

/* A text with commas, or a list of texts. `name` is the set's, for a complaint. */
static void read_set(struct import *in, const char *name, const json_t *set)
{
    size_t i;
    json_t *word;
    if (json_is_string(set)) {
        char *line = alloc_copy(json_string_value(set), json_string_length(set) + 1);
        for (char *c = line; *c; c++)
            if (*c == '\n' || *c == '\r') *c = ',';
        add_line(in, line);
        free(line);
        return;
    }
    if (!json_is_array(set))
        complain(in, name, "A set is a text with words, or a list of them.", "codenames.why.set");
    json_array_foreach(set, i, word)
    {
        if (json_is_string(word))
            add_word(in, json_string_value(word));
        else
            complain(in, name, "A word has to be a text.", "codenames.why.set");
    }
}

static struct refusal read_json(struct import *in, const json_t *json)
{
    const char *name, *game = json_string_value(json_object_get(json, "game"));
    json_t *set, *own = json_object_get(json, "words");
    if (game && strcmp(game, "codenames") != 0) return BAD("These are not words for Codenames.");
    if (json_is_array(json) || json_is_array(own)) {
        read_set(in, "", json_is_array(json) ? json : own);
        return ACCEPTED;
    }
    json_object_foreach((json_t *)json, name, set) read_set(in, name, set);
    return ACCEPTED;
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
    if (!json && json_error_code(&error) == json_error_duplicate_key)
        return BAD("Line %d: a set has the name of another one.", error.line);
    if (!json) return BAD("Line %d is not JSON.", error.line);
    struct refusal r = read_json(in, json);
    json_decref(json);
    return r;
}

/* The words that were there, after the new ones; how many. What is wrong with them is not the news. */
static int keep_base(struct import *in, const json_t *base)
{
    char shown[WORD_BYTES_MAX + 1], folded[WORD_BYTES_MAX + 1];
    int kept = 0;
    size_t i;
    json_t *word;
    json_array_foreach(json_object_get(base, "words"), i, word)
    {
        const char *typed = json_string_value(word);
        if (in->yield->kept + kept == WORDS_MAX) break;
        if (!typed || !codenames_word_clean(shown, typed)) continue;
        if (!codenames_word_fold(folded, shown) || !is_new(in, folded)) continue;
        write_string(in->list, shown);
        kept++;
    }
    return kept;
}

static struct refusal check_enough(const struct deck_yield *yield, int old)
{
    if (yield->kept > 0 && yield->kept + old >= WORDS_MIN) return ACCEPTED;
    if (yield->kept + yield->dropped == 0) return BAD("There is no word in this file.");
    return BAD("%d different words of at least %d. %s", yield->kept, WORDS_MIN,
               yield->first_problem);
}

static void begin_deck(struct writer *w, const char *language, const char *name)
{
    write_object(w);
    put_string(w, "game", "codenames");
    put_string(w, "language", language);
    put_string(w, "name", name);
    put_string(w, "rating", "mature"); /* nobody has looked at it */
    put_string(w, "author", "unknown");
    put_string(w, "licence", "unknown");
    put_array(w, "words");
}

struct refusal codenames_import(const char *language, const struct deck_source *from,
                                struct buffer *deck, struct deck_yield *yield)
{
    const char *text = from->text;
    size_t len = from->len;
    memset(yield, 0, sizeof *yield);
    if (len > IMPORT_BYTES_MAX) return BAD("The file is too large.");
    if (!text_is_utf8(text, len) || memchr(text, 0, len)) return BAD("The file is not UTF-8 text.");
    size_t before = deck->len;
    struct writer w = writer_to(deck);
    begin_deck(&w, language, from->name);
    struct import in = {yield, 0, &w, {0}, alloc_zero(SLOTS, sizeof *in.slots)};
    struct buffer copy = {0};
    buffer_add(&copy, text, len);
    char *start = (char *)buffer_text(&copy);
    if (strncmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    struct refusal r = read_all(&in, start);
    int old = keep_base(&in, from->base);
    write_end(&w);
    write_end(&w);
    if (!refused(&r)) r = check_enough(yield, old);
    if (refused(&r)) deck->len = before;
    buffer_free(&copy);
    buffer_free(&in.folded);
    free(in.slots);
    return r;
}

struct refusal codenames_deck_import(const int32_t *settings, const struct deck_source *from,
                                     struct buffer *deck, struct deck_yield *yield)
{
    return codenames_import(codenames_languages[settings[CODENAMES_SET_LANGUAGE]], from, deck,
                            yield);
}

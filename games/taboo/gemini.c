#include "gemini.h"
#include "core/alloc.h"
#include "core/letters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AVOID_MAX                                                                                  \
    400 /* words named in a request: the newest ones, the rest is checked afterwards */
#define TEXT_MAX (1 << 20)

#define FAILED(...) refusal_saying(REFUSE_OWN(CARD_API_FAILED), __VA_ARGS__)

static const struct {
    const char *code, *name;
} languages[] = {{"es", "Spanish"}, {"en", "English"}, {"it", "Italian"}, {"bg", "Bulgarian"}};

static const char *language_name(const char *code)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(languages[i].code, code) == 0) return languages[i].name;
    return code;
}

static const struct taboo_card *cards_of(const struct game_deck *deck)
{
    return deck->content;
}

static void write_prompt(const struct gemini_ask *ask, struct writer *w)
{
    struct buffer text = {0};
    buffer_print(&text,
                 "Write %d cards for the word game Taboo in %s. Each card has a word or a short "
                 "expression to be guessed (a noun or concept that everybody knows, in capital "
                 "letters), exactly %d forbidden words (in small letters, the clues one would "
                 "think of first; no two alike; none may be, contain or share its stem with the "
                 "word), a category (one word in %s, small letters) and a difficulty (easy, medium "
                 "or hard). Suitable for families: no brands, no living people, nothing offensive. "
                 "Mix categories and difficulties.",
                 ask->count, language_name(ask->language), CARD_TABOO_USUAL,
                 language_name(ask->language));
    int room = AVOID_MAX;
    for (int d = ask->known_count - 1; d >= 0; d--)
        for (uint32_t i = ask->known[d]->count; i-- > 0 && room > 0; room--) {
            buffer_add_text(&text, room == AVOID_MAX ? " Do not use these words: " : ", ");
            buffer_add_text(&text, cards_of(ask->known[d])[i].word);
        }
    put_string(w, "text", buffer_text(&text));
    buffer_free(&text);
}

static void put_type(struct writer *w, const char *key, const char *type)
{
    put_object(w, key);
    put_string(w, "type", type);
    write_end(w);
}

static void write_schema(struct writer *w)
{
    static const char *const fields[] = {"word", "tabooWords", "category", "difficulty"};
    put_object(w, "responseSchema");
    put_string(w, "type", "ARRAY");
    put_object(w, "items");
    put_string(w, "type", "OBJECT");
    put_object(w, "properties");
    put_type(w, "word", "STRING");
    put_object(w, "tabooWords");
    put_string(w, "type", "ARRAY");
    put_type(w, "items", "STRING");
    put_int(w, "minItems", CARD_TABOO_USUAL);
    put_int(w, "maxItems", CARD_TABOO_USUAL);
    write_end(w);
    put_type(w, "category", "STRING");
    put_object(w, "difficulty");
    put_string(w, "type", "STRING");
    put_string(w, "format", "enum");
    put_array(w, "enum");
    write_string(w, "easy");
    write_string(w, "medium");
    write_string(w, "hard");
    write_end(w);
    write_end(w);
    write_end(w); /* properties */
    put_array(w, "required");
    for (int i = 0; i < 4; i++)
        write_string(w, fields[i]);
    write_end(w);
    write_end(w); /* items */
    write_end(w);
}

void gemini_request(const struct gemini_ask *ask, struct buffer *body)
{
    struct writer w = writer_to(body);
    write_object(&w);
    put_array(&w, "contents");
    write_object(&w);
    put_string(&w, "role", "user");
    put_array(&w, "parts");
    write_object(&w);
    write_prompt(ask, &w);
    write_end(&w);
    write_end(&w);
    write_end(&w);
    write_end(&w); /* contents */
    put_object(&w, "generationConfig");
    put_int(&w, "temperature", 1);
    put_string(&w, "responseMimeType", "application/json");
    write_schema(&w);
    write_end(&w);
    write_end(&w);
}

/* The model's text, put together from the parts of the first candidate. */
static struct refusal find_text(const json_t *answer, struct buffer *text)
{
    const json_t *candidate = json_array_get(json_object_get(answer, "candidates"), 0);
    const json_t *parts = json_object_get(json_object_get(candidate, "content"), "parts");
    const char *reason = json_string_value(json_object_get(candidate, "finishReason"));
    if (json_object_get(answer, "error")) return FAILED("Gemini answered with an error.");
    if (!candidate) return FAILED("Gemini answered without a candidate.");
    for (size_t i = 0; i < json_array_size(parts); i++) {
        const json_t *part = json_array_get(parts, i);
        const char *piece = json_string_value(json_object_get(part, "text"));
        if (piece && !json_is_true(json_object_get(part, "thought"))) buffer_add_text(text, piece);
        if (text->len > TEXT_MAX) return FAILED("Gemini's answer is too long.");
    }
    if (reason && strcmp(reason, "MAX_TOKENS") == 0) return FAILED("Gemini's answer was cut off.");
    if (text->len == 0) return FAILED("Gemini's answer is empty or was blocked.");
    return ACCEPTED;
}

/* Models like to put JSON into a Markdown fence although asked not to. */
static const char *without_fence(struct buffer *text)
{
    char *from = (char *)buffer_text(text);
    from += strspn(from, " \t\r\n");
    if (strncmp(from, "```", 3) != 0) return from;
    from = strchr(from, '\n');
    if (!from) return "";
    char *to = strstr(from, "```");
    if (to) *to = 0;
    return from;
}

static void draw_id(char out[37], struct chance *chance)
{
    uint32_t a = chance_word(chance), b = chance_word(chance), c = chance_word(chance),
             d = chance_word(chance);
    snprintf(out, 37, "%08x-%04x-4%03x-%04x-%04x%08x", a, b >> 16, b & 0xfff,
             (c >> 16 & 0x3fff) | 0x8000, c & 0xffff, d);
}

/* A clean text of one kind of letters; false if it is none. */
static bool take(char out[CARD_TEXT_MAX + 1], const json_t *json,
                 bool (*change)(char *out, size_t cap, const char *text))
{
    char clean[CARD_TEXT_MAX + 1];
    const char *text = json_string_value(json);
    return text && text_clean(clean, sizeof clean, CARD_TEXT_MAX, text) &&
           change(out, CARD_TEXT_MAX + 1, clean);
}

static bool read_answer_card(struct taboo_card *card, const json_t *json)
{
    memset(card, 0, sizeof *card);
    const json_t *list = json_object_get(json, "tabooWords");
    if (json_array_size(list) != CARD_TABOO_USUAL) return false;
    if (!take(card->word, json_object_get(json, "word"), letters_upper)) return false;
    for (size_t i = 0; i < CARD_TABOO_USUAL; i++)
        if (!take(card->taboo[i], json_array_get(list, i), letters_lower)) return false;
    card->taboo_count = CARD_TABOO_USUAL;
    if (!take(card->category, json_object_get(json, "category"), letters_lower)) return false;
    char level[CARD_TEXT_MAX + 1];
    if (!take(level, json_object_get(json, "difficulty"), letters_lower)) return false;
    if (!card_is_difficulty(level)) return false;
    strcpy(card->difficulty, level);
    struct refusal r = card_check(card);
    return !refused(&r);
}

static bool is_known(const struct gemini_ask *ask, const struct taboo_card *card)
{
    for (int d = 0; d < ask->known_count; d++)
        for (uint32_t i = 0; i < ask->known[d]->count; i++)
            if (text_same(cards_of(ask->known[d])[i].word, card->word)) return true;
    return false;
}

static void write_deck(const struct gemini_ask *ask, const struct taboo_card *cards, int count,
                       struct buffer *out)
{
    struct writer w = writer_to(out);
    write_object(&w);
    put_string(&w, "game", "taboo");
    put_string(&w, "language", ask->language);
    put_string(&w, "name", "Gemini");
    put_string(&w, "rating", "family");
    put_string(&w, "author", "Gemini");
    put_string(&w, "licence", "none");
    put_array(&w, "cards");
    for (int i = 0; i < count; i++)
        card_write(&cards[i], &w);
    write_end(&w);
    write_end(&w);
}

static void keep_good(const struct gemini_ask *ask, const json_t *list, struct chance *chance,
                      struct taboo_card *cards, struct gemini_yield *yield)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        struct taboo_card *card = &cards[yield->kept];
        bool good = yield->kept < GEMINI_CARDS_MAX && i < 10 * GEMINI_CARDS_MAX &&
                    read_answer_card(card, json_array_get(list, i)) && !is_known(ask, card);
        for (int j = 0; good && j < yield->kept; j++)
            good = !text_same(cards[j].word, card->word);
        if (good) {
            draw_id(card->id, chance);
            yield->kept++;
        } else {
            yield->dropped++;
        }
    }
}

struct refusal gemini_answer(const struct gemini_ask *ask, const char *answer, size_t len,
                             struct chance *chance, struct buffer *deck, struct gemini_yield *yield)
{
    *yield = (struct gemini_yield){0};
    json_t *json = json_loadb(answer, len, 0, NULL);
    if (!json) return FAILED("Gemini's answer is not JSON.");
    struct buffer text = {0};
    struct refusal r = find_text(json, &text);
    json_decref(json);
    if (!refused(&r)) {
        json = json_loads(without_fence(&text), 0, NULL);
        if (!json) r = FAILED("The cards in Gemini's answer are not JSON.");
    }
    buffer_free(&text);
    if (refused(&r)) return r;

    const json_t *list = json_is_object(json) ? json_object_get(json, "cards") : json;
    struct taboo_card *cards = alloc_zero(GEMINI_CARDS_MAX + 1, sizeof *cards);
    keep_good(ask, list, chance, cards, yield);
    if (yield->kept == 0)
        r = FAILED("Gemini's answer holds no usable card.");
    else
        write_deck(ask, cards, yield->kept, deck);
    free(cards);
    json_decref(json);
    return r;
}

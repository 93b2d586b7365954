#include "words.h"
#include "core/alloc.h"
#include "core/letters.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

const char *const codenames_languages[] = {"es", "it", "en", "bg", NULL};
const char *const codenames_sources[] = {"all", "house", "own", NULL};

static bool says_something(const char *text)
{
    utf8proc_int32_t point;
    for (utf8proc_ssize_t n; *text; text += n) {
        n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &point);
        if (n <= 0) return false;
        utf8proc_category_t c = utf8proc_category(point);
        if (c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO) return true;
        if (c >= UTF8PROC_CATEGORY_ND && c <= UTF8PROC_CATEGORY_NO) return true;
    }
    return false;
}

bool codenames_word_clean(char shown[WORD_BYTES_MAX + 1], const char *typed)
{
    char clean[WORD_BYTES_MAX + 1];
    return text_clean(clean, sizeof clean, WORD_LETTERS_MAX, typed) && says_something(clean) &&
           letters_upper(shown, WORD_BYTES_MAX + 1, clean);
}

bool codenames_word_fold(char folded[WORD_BYTES_MAX + 1], const char *shown)
{
    return text_fold(folded, WORD_BYTES_MAX + 1, shown) > 0;
}

const char *codenames_word(const struct game_deck *deck, uint32_t index)
{
    return ((const struct codenames_words *)deck->content)->word[index].shown;
}

const char *codenames_word_folded(const struct game_deck *deck, uint32_t index)
{
    return ((const struct codenames_words *)deck->content)->word[index].folded;
}

bool codenames_deck_fits(const struct game_deck *deck, const int32_t *settings)
{
    int32_t source = settings[CODENAMES_SET_WORDS];
    bool house = deck->name && deck->name[0];
    if (source != WORDS_ALL && house != (source == WORDS_HOUSE)) return false;
    /* A host who brings words has seen them: they are not of the room's language alone. */
    return !house ||
           strcmp(deck->language, codenames_languages[settings[CODENAMES_SET_LANGUAGE]]) == 0;
}

bool codenames_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out)
{
    *out = (struct deck_pack){.name = deck->title, .white = deck->count};
    return place == 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A word that is in two lists counts once. */
static uint32_t count_different(const struct game_table *table, uint32_t all)
{
    const char **folded = alloc_zero(all, sizeof *folded);
    uint32_t at = 0, different = 0;
    for (int d = 0; d < table->decks; d++)
        for (uint32_t i = 0; i < table->deck[d]->count; i++)
            folded[at++] = codenames_word_folded(table->deck[d], i);
    qsort(folded, all, sizeof *folded, by_text);
    for (uint32_t i = 0; i < all; i++)
        different += i == 0 || strcmp(folded[i - 1], folded[i]) != 0;
    free(folded);
    return different;
}

struct refusal codenames_deck_enough(const struct game_table *table, uint32_t *words)
{
    uint32_t all = 0;
    for (int i = 0; i < table->decks; i++)
        all += table->deck[i]->count;
    *words = table->decks > 1 ? count_different(table, all) : all;
    if (all > 0) return ACCEPTED; /* no list is too short for a board */
    bool own = table->settings[CODENAMES_SET_WORDS] == WORDS_OWN;
    return refusal_keyed(refuse_saying(REFUSAL_CODE_DECK_EMPTY, "%s",
                                       own ? "There are no words of your own in this room."
                                           : "No list of words is chosen."),
                         own ? "codenames.noOwnWords" : "codenames.noWords");
}

/* Equal ones stay in their order. */
static int by_folded(const void *a, const void *b)
{
    const struct codenames_text *const *x = a, *const *y = b;
    int order = strcmp((*x)->folded, (*y)->folded);
    return order ? order : (*x > *y) - (*x < *y);
}

/* A board shows a word once, whatever its case and accents. */
static struct refusal check_distinct(const struct codenames_words *words)
{
    struct refusal answer = ACCEPTED;
    const struct codenames_text **sorted = alloc_zero(words->count, sizeof(void *));
    for (uint32_t i = 0; i < words->count; i++)
        sorted[i] = &words->word[i];
    qsort(sorted, words->count, sizeof(void *), by_folded);
    for (uint32_t i = 1; i < words->count && !refused(&answer); i++)
        if (strcmp(sorted[i - 1]->folded, sorted[i]->folded) == 0)
            answer = BAD("This word stands there twice: «%s»", sorted[i]->shown);
    free(sorted);
    return answer;
}

/* Both forms of all words, one behind the other, each with its zero. */
static struct refusal read_texts(const json_t *list, struct buffer *texts)
{
    char shown[WORD_BYTES_MAX + 1], folded[WORD_BYTES_MAX + 1];
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *json = json_array_get(list, i);
        const char *typed = json_string_value(json);
        if (!typed || strlen(typed) != json_string_length(json) ||
            !codenames_word_clean(shown, typed) || !codenames_word_fold(folded, shown))
            return BAD("Word %zu is none: it needs 1 to %d characters.", i + 1, WORD_LETTERS_MAX);
        buffer_add(texts, shown, strlen(shown) + 1);
        buffer_add(texts, folded, strlen(folded) + 1);
    }
    return ACCEPTED;
}

static struct codenames_words *make_table(size_t count, const struct buffer *texts)
{
    struct codenames_words *words;
    size_t head = sizeof *words + count * sizeof words->word[0];
    words = alloc_zero(1, head + texts->len);
    char *text = (char *)words + head;
    memcpy(text, texts->data, texts->len);
    words->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        words->word[i].shown = text;
        text += strlen(text) + 1;
        words->word[i].folded = text;
        text += strlen(text) + 1;
    }
    return words;
}

struct refusal codenames_deck_read(struct game_deck *deck, const json_t *json)
{
    const json_t *list = json_object_get(json, "words");
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *language = json_string_value(json_object_get(json, "language"));
    size_t count = json_array_size(list);
    if (game && strcmp(game, "codenames") != 0) return BAD("These are not words for Codenames.");
    if (!language || strlen(language) < 2 || strlen(language) >= sizeof deck->language)
        return BAD("A word list needs its language.");
    if (count < WORDS_MIN) return BAD("A word list needs at least %d words.", WORDS_MIN);
    if (count > WORDS_MAX) return BAD("A word list has at most %d words.", WORDS_MAX);
    struct buffer texts = {0};
    struct codenames_words *words = NULL;
    struct refusal answer = read_texts(list, &texts);
    if (!refused(&answer)) {
        words = make_table(count, &texts);
        answer = check_distinct(words);
    }
    buffer_free(&texts);
    if (refused(&answer)) {
        free(words);
        return answer;
    }
    strcpy(deck->language, language);
    deck->count = (uint32_t)count;
    deck->content = words;
    deck->extra = deck->name && strchr(deck->name, '-') != NULL; /* «es-food»: about one thing */
    return ACCEPTED;
}

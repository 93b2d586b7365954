/* What is asked of Gemini, and what is made of its answers; without a network. */
#include "core/letters.h"
#include "fixture.h"
#include "gemini.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct
try {
    struct refusal refusal;
    struct gemini_yield yield;
    struct buffer deck;
};

static struct chance fixed_chance(void)
{
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {5};
    chance_init(&chance, seed, 0);
    return chance;
}

static struct try read_answer(const struct gemini_ask *ask, const char *answer, size_t len)
{
    struct try t = {0};
    struct chance chance = fixed_chance();
    t.refusal = gemini_answer(ask, answer, len, &chance, &t.deck, &t.yield);
    return t;
}

/* An answer of one candidate whose text is `cards`. */
static char *wrap(const char *cards)
{
    json_t *json = json_pack("{s:[{s:{s:[{s:s}],s:s},s:s}]}", "candidates", "content", "parts",
                             "text", cards, "role", "model", "finishReason", "STOP");
    char *text = json_dumps(json, 0);
    json_decref(json);
    return text;
}

static const struct gemini_ask plain = {.language = "es", .count = 20};

static void request_asks_for_what_we_need(void **unused)
{
    (void)unused;
    struct game_deck deck = {0};
    const struct game_deck *known[] = {&deck};
    json_t *json = deck_json("PALABRA", 3, "es");
    struct refusal r = taboo_game.deck_read(&deck, json);
    assert_false(refused(&r));
    json_decref(json);
    struct gemini_ask ask = {"es", 20, known, 1};
    struct buffer body = {0};
    gemini_request(&ask, &body);
    json = json_loadb(body.data, body.len, 0, NULL);
    assert_non_null(json);
    const json_t *content = json_array_get(json_object_get(json, "contents"), 0);
    assert_string_equal(json_string_value(json_object_get(content, "role")), "user");
    const char *text = json_string_value(
        json_object_get(json_array_get(json_object_get(content, "parts"), 0), "text"));
    assert_non_null(strstr(text, "Write 20 cards"));
    assert_non_null(strstr(text, "in Spanish"));
    assert_non_null(strstr(text, "Do not use these words: PALABRA2, PALABRA1, PALABRA0"));
    const json_t *config = json_object_get(json, "generationConfig");
    assert_string_equal(json_string_value(json_object_get(config, "responseMimeType")),
                        "application/json");
    const json_t *items = json_object_get(json_object_get(config, "responseSchema"), "items");
    assert_int_equal(json_array_size(json_object_get(items, "required")), 4);
    json_decref(json);
    buffer_free(&body);
    free((void *)deck.content);
}

static void request_stays_small(void **unused)
{
    (void)unused;
    struct game_deck deck = {0};
    const struct game_deck *known[] = {&deck};
    json_t *json = deck_json("PALABRA", CARD_CARDS_MAX, "es");
    struct refusal r = taboo_game.deck_read(&deck, json);
    assert_false(refused(&r));
    json_decref(json);
    struct gemini_ask ask = {"it", 5, known, 1};
    struct buffer body = {0};
    gemini_request(&ask, &body);
    assert_in_range(body.len, 4000, 8000);
    buffer_free(&body);
    free((void *)deck.content);
}

#define WORDS "\"tabooWords\":[\"Luz\",\"día\",\"calor\",\"cielo\",\"astro\"],"
#define REST "\"category\":\"Naturaleza\",\"difficulty\":\"easy\"}"

static void good_cards_become_a_deck(void **unused)
{
    (void)unused;
    char *answer = wrap("[{\"word\":\"camión\"," WORDS REST ",{\"word\":\"ÁRBOL\"," WORDS REST "]");
    struct try t = read_answer(&plain, answer, strlen(answer));
    assert_string_equal(refusal_sentence(&t.refusal), "Done.");
    assert_int_equal(t.yield.kept, 2);
    assert_int_equal(t.yield.dropped, 0);
    assert_non_null(strstr(buffer_text(&t.deck),
                           "\"word\":\"CAMIÓN\",\"tabooWords\":[\"luz\",\"día\",\"calor\","
                           "\"cielo\",\"astro\"],\"category\":\"naturaleza\","
                           "\"difficulty\":\"easy\"}"));
    json_t *json = json_loads(buffer_text(&t.deck), 0, NULL);
    struct game_deck deck = {0};
    struct refusal r = taboo_game.deck_read(&deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    const struct taboo_card *cards = deck.content;
    assert_int_equal(cards[0].id[14], '4');
    assert_non_null(strchr("89ab", cards[0].id[19]));
    assert_string_not_equal(cards[0].id, cards[1].id);
    free((void *)deck.content);
    json_decref(json);
    buffer_free(&t.deck);
    free(answer);
}

static void same_answer_and_chance_give_the_same_deck(void **unused)
{
    (void)unused;
    char *answer = wrap("[{\"word\":\"camión\"," WORDS REST "]");
    struct try a = read_answer(&plain, answer, strlen(answer));
    struct try b = read_answer(&plain, answer, strlen(answer));
    assert_string_equal(buffer_text(&a.deck), buffer_text(&b.deck));
    buffer_free(&a.deck);
    buffer_free(&b.deck);
    free(answer);
}

static void bad_cards_are_dropped(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "null",
        "7",
        "[]",
        "\"SOL\"",
        "{}",
        "{\"word\":\"SOL\"," REST,
        "{\"word\":\"\"," WORDS REST,
        "{\"word\":5," WORDS REST,
        "{\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\"]," REST,
        "{\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]," REST,
        "{\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\",7]," REST,
        "{\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\",\"Á\"]," REST,
        "{\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\",\"soles\"]," REST,
        "{\"word\":\"SOL\"," WORDS "\"category\":\"x\",\"difficulty\":\"fácil\"}",
        "{\"word\":\"SOL\"," WORDS "\"difficulty\":\"easy\"}",
        "{\"word\":\"LUNA\"," WORDS REST,        /* comes twice: «good» has it */
        "{\"word\":\"\\u00e1rbol\"," WORDS REST, /* known, but for accents and case */
    };
    struct game_deck deck = {0};
    const struct game_deck *known[] = {&deck};
    json_t *json =
        json_loads("{\"game\":\"taboo\",\"language\":\"es\",\"cards\":[{\"id\":"
                   "\"f174ece2-4060-4574-af18-62f0f02f2a9a\",\"word\":\"ARBOL\"," WORDS REST "]}",
                   0, NULL);
    struct refusal r = taboo_game.deck_read(&deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    json_decref(json);
    struct gemini_ask ask = {"es", 20, known, 1};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct buffer list = {0};
        buffer_print(&list, "[{\"word\":\"luna\"," WORDS REST ",%s]", bad[i]);
        char *answer = wrap(buffer_text(&list));
        struct try t = read_answer(&ask, answer, strlen(answer));
        assert_string_equal(refusal_sentence(&t.refusal), "Done.");
        assert_int_equal(t.yield.kept, 1);
        assert_int_equal(t.yield.dropped, 1);
        buffer_free(&t.deck);
        buffer_free(&list);
        free(answer);
    }
    free((void *)deck.content);
}

static void refuses(const char *answer, const char *sentence)
{
    struct try t = read_answer(&plain, answer, strlen(answer));
    assert_int_equal(t.refusal.code, REFUSAL_CODE_CARD_API_FAILED);
    assert_string_equal(refusal_sentence(&t.refusal), sentence);
    assert_int_equal(t.deck.len, 0);
    buffer_free(&t.deck);
}

static void bad_answers_are_refused(void **unused)
{
    (void)unused;
    refuses("", "Gemini's answer is not JSON.");
    refuses("<html>", "Gemini's answer is not JSON.");
    refuses("[]", "Gemini answered without a candidate.");
    refuses("{}", "Gemini answered without a candidate.");
    refuses("{\"candidates\":{}}", "Gemini answered without a candidate.");
    refuses("{\"error\":{\"message\":\"secret\"}}", "Gemini answered with an error.");
    refuses("{\"candidates\":[{\"finishReason\":\"SAFETY\"}]}",
            "Gemini's answer is empty or was blocked.");
    refuses("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"[\"}]},"
            "\"finishReason\":\"MAX_TOKENS\"}]}",
            "Gemini's answer was cut off.");
    char *answer = wrap("[{\"word\":");
    refuses(answer, "The cards in Gemini's answer are not JSON.");
    free(answer);
    answer = wrap("{\"cards\":[]}");
    refuses(answer, "Gemini's answer holds no usable card.");
    free(answer);
    answer = wrap("```");
    refuses(answer, "The cards in Gemini's answer are not JSON.");
    free(answer);
}

static void fences_objects_and_parts_are_understood(void **unused)
{
    (void)unused;
    char *answer = wrap("```json\n[{\"word\":\"sol\","
                        "\"tabooWords\":[\"a\",\"b\",\"c\",\"d\","
                        "\"e\"]," REST "]\n```\n");
    struct try t = read_answer(&plain, answer, strlen(answer));
    assert_int_equal(t.yield.kept, 1);
    buffer_free(&t.deck);
    free(answer);
    answer = wrap("{\"cards\":[{\"word\":\"mar\"," WORDS REST "]}");
    t = read_answer(&plain, answer, strlen(answer));
    assert_int_equal(t.yield.kept, 1);
    buffer_free(&t.deck);
    free(answer);
    const char *parts = "{\"candidates\":[{\"content\":{\"parts\":["
                        "{\"text\":\"Let me think [\",\"thought\":true},"
                        "{\"text\":\"[{\\\"word\\\":\\\"mar\\\",\\\"tabooWords\\\":[\\\"a\\\",\"},"
                        "{\"text\":\"\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"e\\\"],\\\"category\\\":"
                        "\\\"x\\\",\\\"difficulty\\\":\\\"hard\\\"}]\"}]}}]}";
    t = read_answer(&plain, parts, strlen(parts));
    assert_int_equal(t.yield.kept, 1);
    buffer_free(&t.deck);
}

static void answers_cut_anywhere_do_no_harm(void **unused)
{
    (void)unused;
    char *answer = wrap("[{\"word\":\"camión\"," WORDS REST ",{\"word\":\"ÁRBOL\"," WORDS REST "]");
    size_t len = strlen(answer);
    for (size_t cut = 0; cut <= len; cut++) {
        char *exact = malloc(cut ? cut : 1); /* so that reading one byte too far is noticed */
        memcpy(exact, answer, cut);
        struct try t = read_answer(&plain, exact, cut);
        assert_int_equal(refused(&t.refusal), cut < len);
        buffer_free(&t.deck);
        free(exact);
    }
    free(answer);
}

static void very_many_cards_are_capped(void **unused)
{
    (void)unused;
    struct buffer list = {0};
    buffer_add_text(&list, "[");
    for (int i = 0; i < 500; i++)
        buffer_print(&list, "%s{\"word\":\"nuevo %d\"," WORDS REST, i ? "," : "", i);
    buffer_add_text(&list, "]");
    char *answer = wrap(buffer_text(&list));
    struct try t = read_answer(&plain, answer, strlen(answer));
    assert_int_equal(t.yield.kept, GEMINI_CARDS_MAX);
    assert_int_equal(t.yield.dropped, 500 - GEMINI_CARDS_MAX);
    buffer_free(&t.deck);
    buffer_free(&list);
    free(answer);
}

static void letters_change_beyond_ascii(void **unused)
{
    (void)unused;
    char out[32];
    assert_true(letters_upper(out, sizeof out, "piñata égal ж"));
    assert_string_equal(out, "PIÑATA ÉGAL Ж");
    assert_true(letters_lower(out, sizeof out, "ÁRBOL Ü"));
    assert_string_equal(out, "árbol ü");
    assert_false(letters_upper(out, 5, "áéí"));
    assert_string_equal(out, "");
    assert_true(letters_upper(out, 7, "áéí"));
    assert_false(letters_upper(out, sizeof out, "a\xff"));
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_asks_for_what_we_need),
        cmocka_unit_test(request_stays_small),
        cmocka_unit_test(good_cards_become_a_deck),
        cmocka_unit_test(same_answer_and_chance_give_the_same_deck),
        cmocka_unit_test(bad_cards_are_dropped),
        cmocka_unit_test(bad_answers_are_refused),
        cmocka_unit_test(fences_objects_and_parts_are_understood),
        cmocka_unit_test(answers_cut_anywhere_do_no_harm),
        cmocka_unit_test(very_many_cards_are_capped),
        cmocka_unit_test(letters_change_beyond_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

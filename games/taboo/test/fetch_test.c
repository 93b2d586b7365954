/* The request over a real socket, against gemini-server.mjs, which misbehaves as told. */
#include "fetch.h"
#include "fixture.h"
#include "gemini.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define KEY "a-key-nobody-may-see"

struct server {
    pid_t pid;
    int input;
    char url[64];
};

static int start_server(void **state)
{
    static struct server server;
    int to[2], from[2];
    if (pipe(to) || pipe(from)) return -1;
    server.pid = fork();
    if (server.pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        unsetenv("LD_PRELOAD");
        execlp("node", "node", getenv("GEMINI_SERVER"), (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    server.input = to[1];
    FILE *lines = fdopen(from[0], "r");
    int port = 0;
    bool up = fscanf(lines, "%d", &port) == 1;
    fclose(lines);
    snprintf(server.url, sizeof server.url, "http://127.0.0.1:%d", port);
    *state = &server;
    setenv("no_proxy", "*", 1);
    return up ? 0 : -1;
}

static int stop_server(void **state)
{
    struct server *server = *state;
    close(server->input); /* it ends with its input */
    return waitpid(server->pid, NULL, 0) == server->pid ? 0 : -1;
}

static struct refusal fetch(void **state, const char *model, struct buffer *answer)
{
    struct server *server = *state;
    bool waits = model && (strcmp(model, "slow") == 0 || strcmp(model, "drip") == 0);
    struct gemini_config config = {KEY, model, server->url, waits ? 400 : 20000, 0};
    struct gemini_ask ask = {.language = "es", .count = 3};
    struct buffer body = {0};
    gemini_request(&ask, &body);
    struct refusal r = gemini_fetch(&config, body.data, body.len, answer);
    buffer_free(&body);
    return r;
}

static void fails(void **state, const char *model, const char *sentence)
{
    struct buffer answer = {0};
    struct refusal r = fetch(state, model, &answer);
    assert_string_equal(refusal_sentence(&r), sentence);
    assert_int_equal(r.code, REFUSAL_CODE_CARD_API_FAILED);
    assert_int_equal(answer.len, 0);
    assert_null(strstr(r.detail, KEY));
    buffer_free(&answer);
}

static void cards_arrive(void **state)
{
    struct buffer answer = {0}, deck = {0};
    struct gemini_yield yield;
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {1};
    chance_init(&chance, seed, 0);
    struct gemini_ask ask = {.language = "es", .count = 3};
    struct refusal r = fetch(state, NULL, &answer);
    assert_string_equal(refusal_sentence(&r), "Done.");
    r = gemini_answer(&ask, answer.data, answer.len, &chance, &deck, &yield);
    assert_string_equal(refusal_sentence(&r), "Done.");
    assert_int_equal(yield.kept, 3);
    assert_non_null(strstr(buffer_text(&deck), "\"word\":\"LUNA\""));
    buffer_free(&answer);
    buffer_free(&deck);
}

static void half_a_deck_of_rubbish_leaves_the_other_half(void **state)
{
    struct game_deck known_deck = {0};
    const struct game_deck *known[] = {&known_deck};
    json_t *json = deck_json("CONOCIDA", 1, "es");
    json_object_set_new(json_array_get(json_object_get(json, "cards"), 0), "word",
                        json_string("CONOCIDA"));
    struct refusal r = taboo_game.deck_read(&known_deck, json);
    assert_false(refused(&r));
    json_decref(json);
    struct buffer answer = {0}, deck = {0};
    struct gemini_yield yield;
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {1};
    chance_init(&chance, seed, 0);
    struct gemini_ask ask = {"es", 14, known, 1};
    r = fetch(state, "half", &answer);
    assert_string_equal(refusal_sentence(&r), "Done.");
    r = gemini_answer(&ask, answer.data, answer.len, &chance, &deck, &yield);
    assert_string_equal(refusal_sentence(&r), "Done.");
    assert_int_equal(yield.kept, 3);
    assert_int_equal(yield.dropped, 11);
    const char *text = buffer_text(&deck);
    assert_non_null(strstr(text, "\"MANZANA\""));
    assert_non_null(strstr(text, "\"CEREZA\""));
    assert_non_null(strstr(text, "\"NÍSPERO\",\"tabooWords\":[\"á\",\"b\",\"c\",\"d\",\"e\"]"));
    buffer_free(&answer);
    buffer_free(&deck);
    free((void *)known_deck.content);
}

static void failures_have_sentences(void **state)
{
    fails(state, "quota", "Gemini's quota is used up for now (429).");
    fails(state, "broken", "Gemini has trouble of its own (500).");
    fails(state, "overloaded", "Gemini has trouble of its own (503).");
    fails(state, "forbidden", "Gemini does not accept the key (403).");
    fails(state, "no-such-model", "Gemini does not know the model (404).");
    fails(state, "away", "Gemini did not accept the request (302).");
    fails(state, "html", "Gemini answered with something other than JSON.");
    fails(state, "truncated", "Gemini's answer broke off.");
    fails(state, "huge", "Gemini's answer is too long.");
    fails(state, "a/../b", "The name of Gemini's model is not well formed.");
}

static void answers_that_are_no_cards_are_refused(void **state)
{
    static const struct {
        const char *model, *sentence;
    } cases[] = {{"garbage", "Gemini's answer is not JSON."},
                 {"bad-cards", "The cards in Gemini's answer are not JSON."},
                 {"cut-off", "Gemini's answer was cut off."},
                 {"blocked", "Gemini answered without a candidate."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer answer = {0}, deck = {0};
        struct gemini_yield yield;
        struct chance chance = {0};
        struct gemini_ask ask = {.language = "es", .count = 3};
        struct refusal r = fetch(state, cases[i].model, &answer);
        assert_string_equal(refusal_sentence(&r), "Done.");
        r = gemini_answer(&ask, answer.data, answer.len, &chance, &deck, &yield);
        assert_string_equal(refusal_sentence(&r), cases[i].sentence);
        buffer_free(&answer);
        buffer_free(&deck);
    }
}

static void nobody_waits_for_ever(void **state)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    fails(state, "slow", "Gemini did not answer in time.");
    fails(state, "drip", "Gemini did not answer in time.");
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_in_range(after.tv_sec - before.tv_sec, 0, 15);
}

static void configuration_is_checked(void **state)
{
    struct server *server = *state;
    struct buffer answer = {0};
    struct gemini_config config = {NULL, NULL, server->url, 20000, 0};
    struct refusal r = gemini_fetch(&config, "{}", 2, &answer);
    assert_string_equal(refusal_sentence(&r), "There is no key for Gemini.");
    config.key = "a\r\nx-evil: 1";
    r = gemini_fetch(&config, "{}", 2, &answer);
    assert_string_equal(refusal_sentence(&r), "The key for Gemini is not well formed.");
    config.key = "wrong";
    r = gemini_fetch(&config, "{}", 2, &answer);
    assert_string_equal(refusal_sentence(&r), "Gemini did not accept the request (400).");
    config.key = KEY;
    config.base_url = "http://127.0.0.1:1/";
    r = gemini_fetch(&config, "{}", 2, &answer);
    assert_int_equal(r.code, REFUSAL_CODE_CARD_API_FAILED);
    assert_non_null(strstr(r.detail, "cannot be reached"));
    config.base_url = "file:///etc";
    r = gemini_fetch(&config, "{}", 2, &answer);
    assert_non_null(strstr(r.detail, "cannot be reached"));
    assert_int_equal(answer.len, 0);
    buffer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_arrive),
        cmocka_unit_test(half_a_deck_of_rubbish_leaves_the_other_half),
        cmocka_unit_test(failures_have_sentences),
        cmocka_unit_test(answers_that_are_no_cards_are_refused),
        cmocka_unit_test(nobody_waits_for_ever),
        cmocka_unit_test(configuration_is_checked),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}

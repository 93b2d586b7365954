/* Every way to be told no, with its code: section 9 of the specification, and the roles. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const verbs[] = {"submit_clue", "point_at", "make_guess", "end_turn"};
static const char *const payloads[] = {"{\"text\":\"selva\",\"count\":1}", "{\"position\":0}",
                                       "{\"position\":0}", "{}"};

static void all_verbs_get(struct fixture *f, int seat, enum refusal_code code)
{
    for (int i = 0; i < 4; i++)
        assert_int_equal(act(f, seat, verbs[i], payloads[i]), code);
}

static void in_setup_nothing_is_played(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 60);
    f->settings[SET_CHOOSE] = 1;
    fixture_start(f);
    for (int seat = 0; seat < 4; seat++)
        all_verbs_get(f, seat, REFUSAL_CODE_WRONG_PHASE);
    assert_int_equal(act(f, 2, "ready", NULL), REFUSAL_CODE_NOT_SPYMASTER);
    assert_int_equal(act(f, 0, "take_spymaster", NULL), REFUSAL_CODE_STALE);
    assert_int_equal(act(f, 0, "ready", NULL), OK);
    assert_int_equal(act(f, 0, "ready", NULL), REFUSAL_CODE_STALE);
}

static void after_setup_nobody_chooses(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(act(f, seat, "take_spymaster", NULL), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, seat, "ready", NULL), REFUSAL_CODE_WRONG_PHASE);
    }
}

static void guesses_wait_for_a_clue(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    for (int seat = 2; seat < 4; seat++) {
        assert_int_equal(clue(f, seat, "selva", 1), REFUSAL_CODE_NOT_SPYMASTER);
        assert_int_equal(guess(f, seat, 0), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, seat, "point_at", "{\"position\":0}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, seat, "end_turn", NULL), REFUSAL_CODE_WRONG_PHASE);
    }
    assert_int_equal(guess(f, 0, 0), REFUSAL_CODE_NOT_OPERATIVE);
    assert_int_equal(clue(f, 1, "selva", 1), REFUSAL_CODE_NOT_YOUR_TURN);
    assert_int_equal(clue(f, 0, "selva", 1), OK);
}

static void while_guessing_each_has_his_place(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 1);
    assert_int_equal(clue(f, 0, "selva", 1), REFUSAL_CODE_WRONG_PHASE);
    assert_int_equal(clue(f, 1, "selva", 1), REFUSAL_CODE_WRONG_PHASE);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(act(f, 0, verbs[i], payloads[i]), REFUSAL_CODE_NOT_OPERATIVE);
        assert_int_equal(act(f, 1, verbs[i], payloads[i]), REFUSAL_CODE_NOT_OPERATIVE);
        assert_int_equal(act(f, 3, verbs[i], payloads[i]), REFUSAL_CODE_NOT_YOUR_TURN);
    }
    assert_int_equal(act(f, 2, "end_turn", NULL), REFUSAL_CODE_GUESS_FIRST);
}

static void positions_are_0_to_24(void **state)
{
    struct fixture *f = *state;
    static const char *const outside[] = {
        "{\"position\":-1}", "{\"position\":25}", "{\"position\":9223372036854775807}",
        "{\"position\":-9223372036854775808}", "{\"position\":4294967296}"};
    static const char *const wrong[] = {"{}", "{\"position\":\"3\"}", "{\"position\":3.0}",
                                        "{\"position\":true}", "{\"position\":[3]}"};
    start(f, 4);
    clue(f, 0, "selva", 9);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(act(f, 2, "make_guess", outside[i]), REFUSAL_CODE_OUT_OF_RANGE);
        assert_int_equal(act(f, 2, "point_at", outside[i]), REFUSAL_CODE_OUT_OF_RANGE);
        assert_int_equal(act(f, 2, "make_guess", wrong[i]), REFUSAL_CODE_BAD_REQUEST);
        assert_int_equal(act(f, 2, "point_at", wrong[i]), REFUSAL_CODE_BAD_REQUEST);
    }
    assert_int_equal(act(f, 2, "make_guess", "{\"position\":null}"), REFUSAL_CODE_BAD_REQUEST);
    int card = hidden(f, CARD_RED);
    assert_int_equal(guess(f, 2, card), OK);
    assert_int_equal(guess(f, 2, card), REFUSAL_CODE_ALREADY_REVEALED);
    char payload[40];
    snprintf(payload, sizeof payload, "{\"position\":%d}", card);
    assert_int_equal(act(f, 2, "point_at", payload), REFUSAL_CODE_ALREADY_REVEALED);
}

static void after_the_end_nothing_is_played(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 1);
    guess(f, 2, hidden(f, CARD_ASSASSIN));
    for (int seat = 0; seat < 4; seat++) {
        all_verbs_get(f, seat, REFUSAL_CODE_GAME_OVER);
        assert_int_equal(act(f, seat, "take_spymaster", NULL), REFUSAL_CODE_GAME_OVER);
        assert_int_equal(act(f, seat, "ready", NULL), REFUSAL_CODE_GAME_OVER);
    }
}

static void refused_for(struct fixture *f, const char *payload, const char *key)
{
    assert_int_equal(act(f, 0, "submit_clue", payload), REFUSAL_CODE_INVALID_CLUE);
    assert_string_equal(f->last.key, key);
}

static void clues_say_what_is_wrong_with_them(void **state)
{
    struct fixture *f = *state;
    char payload[200];
    start(f, 4);
    const char *word = board_word(&f->state.card[7], &f->table); /* MESA.. */
    refused_for(f, "{\"count\":1}", "codenames.clue.empty");
    refused_for(f, "{\"text\":null,\"count\":1}", "codenames.clue.empty");
    refused_for(f, "{\"text\":3,\"count\":1}", "codenames.clue.empty");
    refused_for(f, "{\"text\":\"  \",\"count\":1}", "codenames.clue.empty");
    refused_for(f, "{\"text\":\"dos palabras\",\"count\":1}", "codenames.clue.letters");
    refused_for(f, "{\"text\":\"sel\\u0000va\",\"count\":1}", "codenames.clue.letters");
    refused_for(f, "{\"text\":\"selva\"}", "codenames.clue.count");
    static const char *const counts[] = {"-1",   "10",   "1.0", "\"3\"",      "\"Unlimited\"",
                                         "null", "true", "[1]", "99999999999"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        snprintf(payload, sizeof payload, "{\"text\":\"selva\",\"count\":%s}", counts[i]);
        refused_for(f, payload, "codenames.clue.count");
    }
    snprintf(payload, sizeof payload, "{\"text\":\"%s\",\"count\":1}", word);
    refused_for(f, payload, "codenames.clue.onBoard");
    struct refusal_value value;
    int at = 0;
    assert_true(refusal_next_value(&f->last, &at, &value));
    assert_string_equal(value.name, "word");
    assert_string_equal(value.text, word);
    refused_for(f, "{\"text\":\"mes\",\"count\":1}", "codenames.clue.inside");
    snprintf(payload, sizeof payload, "{\"text\":\"sobre%s\",\"count\":1}", word);
    refused_for(f, payload, "codenames.clue.contains");
    assert_int_equal(f->state.phase, PHASE_CLUE);
}

/* What is turned over no longer stands in a clue's way. */
static void revealed_words_may_be_said(void **state)
{
    struct fixture *f = *state;
    static const char *const words[] = {
        "LEÓN",   "SOL",   "RÍO",   "NUBE",  "MESA",   "CASA",  "FLOR",  "PERA",  "GATO",
        "BARCO",  "TREN",  "LIBRO", "RELOJ", "PUENTE", "NIEVE", "FUEGO", "TORRE", "CAMPO",
        "ESPADA", "REINA", "CIRCO", "PIANO", "BOSQUE", "MAPA",  "DUNA"};
    struct game_deck deck = {0};
    fixture_init(f, 4, 25);
    make_deck_of(&deck, words, BOARD_CARDS);
    f->table.deck[0] = &deck;
    assert_int_equal(fixture_start(f).code, OK);
    int card = hidden(f, CARD_NEUTRAL);
    const char *word = board_word(&f->state.card[card], &f->table);
    assert_int_equal(clue(f, 0, word, 1), REFUSAL_CODE_INVALID_CLUE);
    assert_int_equal(clue(f, 0, "xilófono", 1), OK);
    assert_int_equal(guess(f, 2, card), OK);
    assert_int_equal(clue(f, 1, word, 1), OK);
    free((void *)deck.content);
}

static void a_board_needs_25_words(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 25);
    f->table.decks = 0;
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
    assert_string_equal(r.key, "codenames.no.words");
    f->table.decks = 1;
    assert_int_equal(fixture_start(f).code, OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(in_setup_nothing_is_played),
        at_table(after_setup_nobody_chooses),
        at_table(guesses_wait_for_a_clue),
        at_table(while_guessing_each_has_his_place),
        at_table(positions_are_0_to_24),
        at_table(after_the_end_nothing_is_played),
        at_table(clues_say_what_is_wrong_with_them),
        at_table(revealed_words_may_be_said),
        at_table(a_board_needs_25_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

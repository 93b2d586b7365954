/* What cannot be done now, and why: the phase is looked at first. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int player(const struct fixture *f, int nth)
{
    return (f->state.czar + 1 + nth) % f->table.seats;
}

static void the_phase_comes_first(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    int czar = f->state.czar, seat = player(f, 0);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(act(f, s, "judge_winner", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "reveal", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "vote", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "next_round", "{}"), REFUSAL_CODE_WRONG_PHASE);
    }
    submit_all(f);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(act(f, s, "submit_response", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "take_back", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "vote", "{}"), REFUSAL_CODE_WRONG_PHASE);
    }
    assert_int_equal(act(f, seat, "judge_winner", "{}"), REFUSAL_CODE_NOT_CZAR);
    assert_int_equal(act(f, czar, "judge_winner", "{}"), REFUSAL_CODE_NO_SUCH_RESPONSE);
    judge(f, 0);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(act(f, s, "judge_winner", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "submit_response", "{}"), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(f, s, "take_back", "{}"), REFUSAL_CODE_WRONG_PHASE);
    }
    f->table.host = czar;
    assert_int_equal(act(f, seat, "next_round", "{}"), REFUSAL_CODE_NOT_CZAR);
}

static void the_czar_plays_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    const char *payloads[] = {"{}", "{\"cardIds\":[]}", "{\"cardIds\":7}"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(act(f, f->state.czar, "submit_response", payloads[i]),
                         REFUSAL_CODE_CZAR_CANNOT_SUBMIT);
    assert_int_equal(act(f, f->state.czar, "take_back", NULL), REFUSAL_CODE_CZAR_CANNOT_SUBMIT);
}

static void the_number_of_cards_is_said(void **state)
{
    struct fixture *f = *state;
    const int one[] = {0, -1}, three[] = {0, 1, 2, -1};
    start(f, 3, 2);
    int seat = player(f, 0);
    assert_int_equal(act(f, seat, "submit_response", offer(f, seat, one)),
                     REFUSAL_CODE_WRONG_NUMBER);
    assert_string_equal(f->last.detail, "Play exactly 2 cards.");
    assert_string_equal(f->last.key, "cah.no.number");
    assert_int_equal(act(f, seat, "submit_response", offer(f, seat, three)),
                     REFUSAL_CODE_WRONG_NUMBER);
    char many[600] = "{\"cardIds\":[\"x\"";
    for (int i = 0; i < 60; i++)
        strcat(many, ",\"x\"");
    strcat(many, "]}");
    assert_int_equal(act(f, seat, "submit_response", many), REFUSAL_CODE_WRONG_NUMBER);
    assert_int_equal(act(f, seat, "submit_response", "{}"), REFUSAL_CODE_BAD_REQUEST);
}

static void only_ones_own_cards_and_each_once(void **state)
{
    struct fixture *f = *state;
    const int twice[] = {4, 4, -1}, two[] = {0, 1, -1};
    start(f, 3, 2);
    int seat = player(f, 0), other = player(f, 1);
    assert_int_equal(act(f, seat, "submit_response", offer(f, seat, twice)),
                     REFUSAL_CODE_SAME_CARD);
    assert_int_equal(act(f, seat, "submit_response", offer(f, other, two)),
                     REFUSAL_CODE_NOT_IN_HAND);
    assert_int_equal(act(f, seat, "submit_response", "{\"cardIds\":[1,null]}"),
                     REFUSAL_CODE_NOT_IN_HAND);
    assert_int_equal(act(f, seat, "submit_response", "{\"cardIds\":[\"x\",\"x\"]}"),
                     REFUSAL_CODE_NOT_IN_HAND);
    assert_int_equal(submit(f, seat), REFUSAL_CODE_OK);
    assert_int_equal(submit(f, seat), REFUSAL_CODE_ALREADY_SUBMITTED);
    assert_int_equal(act(f, seat, "submit_response", "{}"), REFUSAL_CODE_ALREADY_SUBMITTED);
}

/* Before anything else: who means another round is late, whatever he wants. */
static void another_round_is_stale(void **state)
{
    struct fixture *f = *state;
    static const char *const verbs[] = {
        "submit_response", "take_back",         "reveal",  "judge_winner", "vote",    "next_round",
        "reboot_hand",     "never_have_i_ever", "confess", "point_at",     "approve", "reject"};
    static const char *const payloads[] = {"{\"roundId\":\"0123456789abcdef\"}",
                                           "{\"roundId\":\"\"}", "{\"roundId\":5}"};
    start(f, 3, 1);
    for (int phase = 0; phase < 3; phase++) {
        for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
            for (int p = 0; p < 3; p++)
                assert_int_equal(act(f, (int)i % 3, verbs[i], payloads[p]), REFUSAL_CODE_STALE);
        if (phase == 0) submit_all(f);
        if (phase == 1) judge(f, 0);
    }
    char id[17], with[60];
    cah_id_text(f->state.round_id, id);
    snprintf(with, sizeof with, "{\"roundId\":\"%s\"}", id);
    assert_int_equal(act(f, f->state.czar, "next_round", with), REFUSAL_CODE_OK);
    assert_int_equal(act(f, f->state.czar, "next_round", with), REFUSAL_CODE_STALE);
    assert_int_equal(act(f, f->state.czar, "next_round", "{\"roundId\":null}"),
                     REFUSAL_CODE_WRONG_PHASE);
}

static void nothing_to_take_back_is_late(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 1);
    int seat = player(f, 0);
    assert_int_equal(act(f, seat, "take_back", NULL), REFUSAL_CODE_STALE);
    submit(f, seat);
    assert_int_equal(act(f, seat, "take_back", NULL), REFUSAL_CODE_OK);
    assert_int_equal(act(f, seat, "take_back", NULL), REFUSAL_CODE_STALE);
}

static void after_the_end_there_is_nothing_to_do(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 1);
    f->state.score[player(f, 0)] = 4;
    win_round(f, player(f, 0));
    assert_int_equal(f->state.phase, PHASE_OVER);
    for (int i = 0; cah_game.verbs[i].name; i++)
        assert_int_equal(act(f, 0, cah_game.verbs[i].name, "{}"), REFUSAL_CODE_GAME_OVER);
}

static void too_few_cards_are_said_before_the_deal(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 3, 38, 5, 1);
    struct refusal r = fixture_start(&f);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
    assert_string_equal(r.key, "cah.no.cards");
    fixture_free(&f);
    fixture_init(&f, 3, 39, 5, 1);
    r = fixture_start(&f);
    assert_int_equal(r.code, REFUSAL_CODE_OK);
    fixture_free(&f);
    fixture_init(&f, 3, 100, 5, 4); /* all of them ask for too many */
    r = fixture_start(&f);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(the_phase_comes_first),
        at_table(the_czar_plays_nothing),
        at_table(the_number_of_cards_is_said),
        at_table(only_ones_own_cards_and_each_once),
        at_table(another_round_is_stale),
        at_table(nothing_to_take_back_is_late),
        at_table(after_the_end_there_is_nothing_to_do),
        cmocka_unit_test(too_few_cards_are_said_before_the_deal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

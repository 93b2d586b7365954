/* The review after a turn: a card that was judged wrongly is struck when both teams say so. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STALE REFUSAL_CODE_STALE

static void strike(struct fixture *f, int seat, uint32_t card, enum refusal_code expected)
{
    char payload[80];
    names_card(payload, f, card);
    assert_int_equal(act(f, seat, "strike_card", payload), expected);
}

static void both_teams_strike_a_card(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 30);
    act(f, 0, "describer_ready", NULL);
    uint32_t right = f->state.card;
    act(f, 2, "card_correct", NULL);
    uint32_t wrong = f->state.card;
    act(f, 1, "card_buzz", NULL);
    uint32_t passed = f->state.card;
    strike(f, 1, right, REFUSAL_CODE_WRONG_PHASE);
    act(f, 0, "card_skip", NULL);
    uint32_t open = f->state.card;
    wake(f);
    strike(f, 1, passed, REFUSAL_CODE_ILLEGAL_MOVE);
    strike(f, 1, open, REFUSAL_CODE_ILLEGAL_MOVE);
    assert_int_equal(act(f, 1, "strike_card", "{}"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(act(f, 1, "strike_card", "{\"cardId\":\"x\"}"), REFUSAL_CODE_ILLEGAL_MOVE);
    strike(f, 1, right, OK);
    assert_non_null(strstr(heard(f, 2, "strike_asked"), "\"askedBy\":[\"Equipo B\"]"));
    assert_null(heard(f, 2, "card_struck"));
    strike(f, 1, right, STALE);
    strike(f, 3, right, OK); /* the same team twice is still one team */
    assert_int_equal(f->state.team[0].score, 0);
    strike(f, 0, right, OK);
    const char *struck = heard(f, GAME_CROWD, "card_struck");
    assert_non_null(strstr(struck, "\"result\":\"correct\",\"word\":\""));
    assert_non_null(strstr(struck, ",\"scores\":{\"Equipo A\":-1,\"Equipo B\":0}"));
    assert_int_equal(f->state.team[0].correct, 0);
    assert_int_equal(f->state.player[0].described, 0);
    assert_int_equal(f->state.player[2].guessed, 0);
    strike(f, 2, right, STALE);
    wake(f); /* still possible while the next describer is awaited */
    strike(f, 2, wrong, OK);
    strike(f, 1, wrong, OK);
    assert_int_equal(f->state.team[0].score, 0);
    assert_int_equal(f->state.team[0].buzz, 0);
    act(f, 1, "describer_ready", NULL);
    strike(f, 2, wrong, REFUSAL_CODE_WRONG_PHASE);
}

static int times_heard(const struct fixture *f, const char *event)
{
    int times = 0;
    for (size_t i = 0; i < says_count(&f->says); i++)
        if (strcmp(says_event(&f->says, i).name, event) == 0) times++;
    return times;
}

static void strike_asked_by_one_team_lapses(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 30);
    act(f, 0, "describer_ready", NULL);
    uint32_t first = f->state.card;
    act(f, 2, "card_correct", NULL);
    uint32_t second = f->state.card;
    act(f, 1, "card_buzz", NULL);
    uint32_t third = f->state.card;
    act(f, 2, "card_correct", NULL);
    wake(f);
    wake(f);
    strike(f, 2, first, OK);
    strike(f, 1, first, OK); /* agreed */
    strike(f, 0, second, OK);
    strike(f, 1, third, OK);
    assert_int_equal(f->state.team[0].score, 0);
    assert_int_equal(act(f, 1, "describer_ready", NULL), OK); /* it never blocks */
    assert_int_equal(f->state.team[0].score, 0);
    assert_non_null(heard(f, 1, "card_revealed"));
    char expected[200];
    for (int viewer = GAME_CROWD; viewer < 4; viewer++) {
        const char *lapsed = heard(f, viewer, "strike_lapsed");
        snprintf(expected, sizeof expected, "\"cardId\":\"%s\",\"askedBy\":[\"Equipo A\"]",
                 card_id(f, second));
        assert_non_null(lapsed);
        assert_non_null(strstr(lapsed, expected));
    }
    assert_int_equal(times_heard(f, "strike_lapsed"), 2);
    strike(f, 2, second, REFUSAL_CODE_WRONG_PHASE);
    assert_int_equal(act(f, 1, "card_skip", NULL), OK);
    assert_null(heard(f, 0, "strike_lapsed"));
    wake(f);
    wake(f);
    act(f, 2, "describer_ready", NULL);
    assert_null(heard(f, 0, "strike_lapsed")); /* nobody had asked */
}

static void strike_may_end_the_game(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 30);
    f->settings[SET_SCORE_LIMIT] = 2;
    fixture_start(f);
    act(f, 0, "describer_ready", NULL);
    uint32_t wrong = f->state.card;
    act(f, 1, "card_buzz", NULL);
    act(f, 2, "card_correct", NULL);
    act(f, 2, "card_correct", NULL);
    assert_int_equal(f->state.team[0].score, 1);
    wake(f);
    strike(f, 2, wrong, OK);
    strike(f, 3, wrong, OK);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_non_null(heard(f, 0, "game_over"));
    strike(f, 0, wrong, REFUSAL_CODE_GAME_OVER);
}

static void strike_may_break_the_draw(void **state)
{
    struct fixture *f = *state;
    play_deck(f, 8, 2, 2);
    assert_true(f->state.sudden);
    uint32_t card = f->state.review[0].card;
    strike(f, 2, card, OK);
    strike(f, 3, card, OK);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_int_equal(f->state.winner, WINNER_A);
}

static void review_keeps_the_last_cards(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 100);
    act(f, 0, "describer_ready", NULL);
    for (int i = 0; i < 80; i++)
        act(f, 0, "card_skip", NULL);
    uint32_t last = f->state.card;
    wake(f);
    assert_int_equal(f->state.review_count, TABOO_REVIEW_MAX);
    assert_int_equal(f->state.review[TABOO_REVIEW_MAX - 1].card, last);
    assert_int_equal(f->state.review[TABOO_REVIEW_MAX - 1].result, RESULT_TIMEOUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(both_teams_strike_a_card),    at_table(strike_asked_by_one_team_lapses),
        at_table(strike_may_end_the_game),     at_table(strike_may_break_the_draw),
        at_table(review_keeps_the_last_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Who is not there is not waited for: gone in each phase, the czar, the host; back; late. */
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

static void who_leaves_before_playing_is_not_awaited(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int gone = player(f, 3);
    for (int i = 0; i < 3; i++)
        submit(f, player(f, i));
    news(f, NEWS_SEAT_AWAY, gone);
    assert_int_equal(cah_game.pulse(&f->state).awaited, SEAT_BIT(gone)); /* he may come back */
    news(f, NEWS_SEAT_LEFT, gone);
    assert_int_equal(f->state.phase, PHASE_JUDGING);
    assert_non_null(heard(f, f->state.czar, "all-submitted"));
}

static void a_leavers_answer_stays(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int gone = player(f, 0);
    submit(f, gone);
    news(f, NEWS_SEAT_LEFT, gone);
    submit_all(f);
    assert_int_equal(f->state.response_count, 4);
    judge(f, entry_of(f, gone));
    assert_int_equal(f->state.score[gone], 1);
    wake(f);
    assert_false(f->state.playing & SEAT_BIT(gone));
}

static void the_czar_leaves(enum cah_phase phase)
{
    struct fixture f;
    start(&f, 5, 1);
    int czar = f.state.czar;
    uint64_t round = f.state.round_id;
    submit(&f, player(&f, 0));
    uint16_t played = f.state.response[0].card[0];
    if (phase == PHASE_JUDGING) submit_all(&f);
    news(&f, NEWS_SEAT_LEFT, czar);
    assert_non_null(strstr(heard(&f, GAME_CROWD, "round-void"), "czar_left"));
    assert_non_null(heard(&f, GAME_CROWD, "round-started"));
    assert_int_equal(f.state.phase, PHASE_WAITING);
    assert_int_equal(f.state.czar, (czar + 1) % 5);
    assert_int_equal(f.state.round, 2);
    assert_true(f.state.round_id != round);
    assert_int_equal(f.state.response_count, 0);
    assert_int_equal(f.state.past_count, 0);
    assert_false(f.state.white[played / 64] >> (played % 64) & 1); /* discarded, not free again */
    for (int s = 0; s < 5; s++) {
        assert_int_equal(f.state.score[s], 0);
        assert_int_equal(cah_hand_find(&f.state.hand[s], played), -1);
    }
    fixture_free(&f);
}

static void a_round_without_its_czar_is_void(void **unused)
{
    (void)unused;
    the_czar_leaves(PHASE_WAITING);
    the_czar_leaves(PHASE_JUDGING);
}

static void a_czar_who_leaves_after_judging_changes_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int czar = f->state.czar;
    submit_all(f);
    judge(f, 0);
    news(f, NEWS_SEAT_LEFT, czar);
    assert_null(heard(f, 0, "round-void"));
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    wake(f);
    assert_int_equal(f->state.czar, (czar + 1) % 5);
}

static void who_is_away_does_not_become_czar(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    int czar = f->state.czar;
    news(f, NEWS_SEAT_AWAY, (czar + 1) % 4);
    win_round(f, (czar + 2) % 4);
    assert_int_equal(f->state.czar, (czar + 2) % 4);
}

static void a_voter_who_leaves_is_not_awaited(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 200, 40, 1);
    f->settings[SET_GOD_IS_DEAD] = 1;
    fixture_start(f);
    submit_all(f);
    vote(f, 0, entry_of(f, 3));
    vote(f, 1, entry_of(f, 3));
    vote(f, 2, entry_of(f, 0));
    news(f, NEWS_SEAT_LEFT, 3);
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    assert_int_equal(f->state.score[3], 1); /* his answer stays */
}

static void with_fewer_than_three_it_is_over(void **unused)
{
    (void)unused;
    for (int phase = PHASE_WAITING; phase <= PHASE_COMPLETED; phase++) {
        struct fixture f;
        start(&f, 4, 1);
        int leader = player(&f, 0);
        win_round(&f, leader);
        if (phase >= PHASE_JUDGING) submit_all(&f);
        if (phase == PHASE_COMPLETED)
            judge(&f, entry_of(&f, leader) < 0 ? 0 : entry_of(&f, leader));
        for (int s = 0, gone = 0; gone < 2; s++)
            if (s != leader) news(&f, NEWS_SEAT_LEFT, s), gone++;
        assert_int_equal(f.state.phase, PHASE_OVER);
        const char *told = heard(&f, leader, "game-ended");
        assert_non_null(strstr(told, "\"finalScores\":{\"p1\""));
        assert_non_null(strstr(told, "\"p4\":"));
        assert_true(cah_game.pulse(&f.state).winners & SEAT_BIT(leader));
        fixture_free(&f);
    }
}

/* What was played and not judged is not shown because the game stops. */
static void an_end_before_judging_shows_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 1);
    int seat = player(f, 0), gone = player(f, 1);
    char id[CAH_ID_BYTES];
    cah_white_id(&f->table, f->state.hand[seat].card[0], id);
    submit(f, seat);
    news(f, NEWS_SEAT_LEFT, gone);
    assert_int_equal(f->state.phase, PHASE_OVER);
    assert_null(strstr(view_of(f, GAME_CROWD), id));
    assert_null(strstr(view_of(f, f->state.czar), id));
}

static void the_host_may_leave_at_any_time(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int host = player(f, 0);
    f->table.host = host;
    submit_all(f);
    f->table.host = player(f, 1);
    news(f, NEWS_SEAT_LEFT, host);
    assert_int_equal(f->state.phase, PHASE_JUDGING);
    judge(f, 0);
    assert_int_equal(act(f, player(f, 2), "next_round", NULL), REFUSAL_CODE_NOT_CZAR);
    assert_int_equal(act(f, f->table.host, "next_round", NULL), REFUSAL_CODE_OK);
    f->table.host = -1; /* the next one only watches */
    submit_all(f);
    judge(f, 0);
    wake(f);
    assert_int_equal(f->state.round, 3);
}

static void who_comes_back_has_his_cards_and_plays_on(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int seat = player(f, 0);
    struct cah_hand hand = f->state.hand[seat];
    news(f, NEWS_SEAT_LEFT, seat);
    news(f, NEWS_SEAT_BACK, seat);
    assert_memory_equal(&f->state.hand[seat], &hand, sizeof hand);
    assert_false(cah_submitters(&f->state) & SEAT_BIT(seat));
    assert_int_equal(submit(f, seat), REFUSAL_CODE_WRONG_PHASE);
    win_round(f, player(f, 1));
    assert_true(cah_submitters(&f->state) & SEAT_BIT(seat) || f->state.czar == seat);
}

static void latecomers_have_ten_and_wait_for_the_next_round(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 1);
    int before = f->state.czar;
    join(f);
    assert_int_equal(f->state.hand[3].count, 10);
    assert_int_equal(submit(f, 3), REFUSAL_CODE_WRONG_PHASE);
    assert_non_null(strstr(view_of(f, GAME_CROWD), "\"p4\":0"));
    submit_all(f);
    assert_int_equal(f->state.response_count, 2);
    judge(f, 0);
    wake(f);
    if (before == 2)
        assert_int_equal(f->state.czar, 3);
    else
        assert_true(cah_submitters(&f->state) & SEAT_BIT(3));
    while (f->table.seats < 10)
        join(f);
    assert_int_equal(f->state.seats, 1023);
}

/* A second half of a pair comes in while the first is playing. */
static void a_latecomer_becomes_somebodys_partner(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 5, 200, 40, 1);
    f->settings[SET_PAIRS] = 1;
    fixture_start(f);
    join(f);
    assert_int_equal(cah_mate(&f->state, 4), 5);
    assert_int_equal(submit(f, 5), REFUSAL_CODE_WRONG_PHASE);
    submit_all(f);
    judge(f, 0);
    wake(f);
    assert_true(f->state.playing & SEAT_BIT(5));
}

static void everybody_may_leave(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 1);
    for (int s = 0; s < 6; s++) {
        news(f, NEWS_SEAT_LEFT, s);
        assert_false(cah_game.pulse(&f->state).awaited & ~cah_present(&f->state));
    }
    assert_true(cah_game.pulse(&f->state).over);
    assert_int_equal(cah_game.pulse(&f->state).winners, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(who_leaves_before_playing_is_not_awaited),
        at_table(a_leavers_answer_stays),
        cmocka_unit_test(a_round_without_its_czar_is_void),
        at_table(a_czar_who_leaves_after_judging_changes_nothing),
        at_table(who_is_away_does_not_become_czar),
        at_table(a_voter_who_leaves_is_not_awaited),
        cmocka_unit_test(with_fewer_than_three_it_is_over),
        at_table(an_end_before_judging_shows_nothing),
        at_table(the_host_may_leave_at_any_time),
        at_table(who_comes_back_has_his_cards_and_plays_on),
        at_table(latecomers_have_ten_and_wait_for_the_next_round),
        at_table(a_latecomer_becomes_somebodys_partner),
        at_table(everybody_may_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

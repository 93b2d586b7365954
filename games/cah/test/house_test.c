/* The house rules, one by one. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void begin(struct fixture *f, int seats, int pick, enum cah_setting setting, int32_t value)
{
    fixture_init(f, seats, 200, 40, pick);
    f->settings[setting] = value;
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
}

static int player(const struct fixture *f, int nth)
{
    return (f->state.czar + 1 + nth) % f->table.seats;
}

static void randos_play_and_score_under_their_own_ids(void **state)
{
    struct fixture *f = *state;
    begin(f, 3, 2, SET_RANDO, 3);
    assert_int_equal(f->state.response_count, 3);
    assert_non_null(heard(f, 0, "card-submitted"));
    submit_all(f);
    assert_int_equal(f->state.response_count, 5);
    uint16_t black = f->state.black_card;
    assert_int_equal(judge(f, entry_of(f, CAH_SEATS + 1)), REFUSAL_CODE_OK);
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-winner"), "\"winnerId\":\"rando2\""));
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-winner"), "\"rando1\":0,\"rando2\":1"));
    assert_true(f->state.gone[black / 64] >> (black % 64) & 1);
    for (int round = 0; round < 12; round++) {
        wake(f);
        assert_in_range(f->state.czar, 0, 2);
        submit_all(f);
        judge(f, entry_of(f, player(f, 0)));
        if (f->state.phase == PHASE_OVER) break;
    }
}

/* Each black card a Rando has won is gone; without one there is nothing more to play. */
static void black_cards_that_a_rando_won_do_not_return(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 200, 3, 1);
    f->settings[SET_RANDO] = 1;
    fixture_start(f);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(f->state.phase, PHASE_WAITING);
        win_round(f, CAH_SEATS);
    }
    assert_int_equal(f->state.phase, PHASE_OVER);
    assert_non_null(strstr(heard(f, 0, "game-ended"), "\"winnerId\":\"rando1\""));
    assert_int_equal(cah_game.pulse(&f->state).winners, 0);
}

static void reboot_gives_more_to_choose_from(void **unused)
{
    (void)unused;
    struct fixture f;
    for (int pick = 1; pick <= 3; pick++) {
        begin(&f, 4, pick, SET_REBOOT, 1);
        for (int s = 0; s < 4; s++)
            assert_int_equal(f.state.hand[s].count, s == f.state.czar ? 10 : 9 + pick);
        int seat = player(&f, 0);
        submit(&f, seat);
        assert_int_equal(f.state.hand[seat].count, 10);
        assert_int_equal(act(&f, seat, "take_back", NULL), REFUSAL_CODE_OK);
        assert_int_equal(f.state.hand[seat].count, 9 + pick);
        submit_all(&f);
        fixture_free(&f);
    }
}

static void packing_heat_allows_a_third_card(void **unused)
{
    (void)unused;
    const int three[] = {0, 1, 2, -1}, one[] = {0, -1};
    struct fixture f;
    begin(&f, 3, 2, SET_PACKING_HEAT, 1);
    int seat = player(&f, 0);
    assert_int_equal(act(&f, seat, "submit_response", offer(&f, seat, one)),
                     REFUSAL_CODE_WRONG_NUMBER);
    assert_int_equal(act(&f, seat, "submit_response", offer(&f, seat, three)), REFUSAL_CODE_OK);
    assert_int_equal(f.state.hand[seat].count, 10);
    assert_int_equal(submit(&f, player(&f, 1)), REFUSAL_CODE_OK);
    assert_int_equal(f.state.response[entry_of(&f, seat)].count, 3);
    fixture_free(&f);
    begin(&f, 3, 1, SET_PACKING_HEAT, 1);
    seat = player(&f, 0);
    assert_int_equal(act(&f, seat, "submit_response", offer(&f, seat, three)),
                     REFUSAL_CODE_WRONG_NUMBER);
    fixture_free(&f);
}

static void a_new_hand_costs_a_point(void **unused)
{
    (void)unused;
    struct fixture f;
    begin(&f, 3, 1, SET_REBOOT_FOR_POINT, 1);
    int seat = player(&f, 0);
    assert_int_equal(act(&f, seat, "reboot_hand", NULL), REFUSAL_CODE_ILLEGAL_MOVE);
    win_round(&f, seat);
    assert_int_equal(f.state.score[seat], 1);
    struct cah_hand before = f.state.hand[seat];
    assert_int_equal(act(&f, seat, "reboot_hand", NULL), REFUSAL_CODE_OK);
    assert_int_equal(f.state.score[seat], 0);
    assert_int_equal(f.state.hand[seat].count, 10);
    for (int i = 0; i < before.count; i++)
        assert_int_equal(cah_hand_find(&f.state.hand[seat], before.card[i]), -1);
    assert_non_null(heard(&f, GAME_CROWD, "hand-rebooted"));
    fixture_free(&f);
    start(&f, 3, 1);
    f.state.score[0] = 1;
    assert_int_equal(act(&f, 0, "reboot_hand", NULL), REFUSAL_CODE_ILLEGAL_MOVE);
    fixture_free(&f);
}

static void a_rebooted_hand_takes_nothing_back(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, 1, SET_REBOOT_FOR_POINT, 1);
    int seat = player(f, 0);
    f->state.score[seat] = 2;
    submit(f, seat);
    assert_int_equal(act(f, seat, "reboot_hand", NULL), REFUSAL_CODE_OK);
    assert_int_equal(act(f, seat, "take_back", NULL), REFUSAL_CODE_ILLEGAL_MOVE);
    submit_all(f);
    assert_int_equal(f->state.response_count, 3);
}

static void happy_ending_gives_the_favourite_a_point(void **state)
{
    struct fixture *f = *state;
    begin(f, 5, 1, SET_HAPPY_ENDING, 1);
    int czar = f->state.czar, winner = player(f, 0), a = player(f, 1), b = player(f, 2);
    int c = player(f, 3);
    submit_all(f);
    judge(f, entry_of(f, winner));
    assert_true(f->state.vote_open);
    assert_int_equal(cah_game.pulse(&f->state).awaited,
                     SEAT_BIT(winner) | SEAT_BIT(a) | SEAT_BIT(b) | SEAT_BIT(c));
    assert_int_equal(vote(f, czar, entry_of(f, a)), REFUSAL_CODE_ILLEGAL_MOVE);
    assert_int_equal(vote(f, b, entry_of(f, winner)), REFUSAL_CODE_NO_SUCH_RESPONSE);
    assert_int_equal(vote(f, a, entry_of(f, a)), REFUSAL_CODE_OWN_RESPONSE);
    assert_int_equal(vote(f, winner, entry_of(f, a)), REFUSAL_CODE_OK);
    assert_int_equal(vote(f, b, entry_of(f, a)), REFUSAL_CODE_OK);
    assert_int_equal(vote(f, a, entry_of(f, b)), REFUSAL_CODE_OK);
    json_t *view = view_json(f, c);
    json_t *loser = json_array_get(json_object_get(view, "responses"), (size_t)entry_of(f, a));
    assert_null(json_object_get(loser, "playerId"));
    json_decref(view);
    assert_int_equal(vote(f, c, entry_of(f, a)), REFUSAL_CODE_OK);
    assert_non_null(strstr(heard(f, GAME_CROWD, "happy-ending"), f->id[a]));
    assert_int_equal(f->state.score[a], 1);
    assert_int_equal(f->state.score[winner], 1);
    assert_false(f->state.vote_open);
}

static void happy_ending_ends_by_itself_and_early(void **state)
{
    struct fixture *f = *state;
    begin(f, 5, 1, SET_HAPPY_ENDING, 1);
    submit_all(f);
    judge(f, 0);
    wake(f);
    assert_non_null(strstr(heard(f, 0, "happy-ending"), "\"winnerId\":null"));
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    wake(f);
    submit_all(f);
    judge(f, 0);
    assert_int_equal(act(f, f->state.czar, "next_round", NULL), REFUSAL_CODE_OK);
    assert_non_null(heard(f, 0, "happy-ending"));
    assert_int_equal(act(f, f->state.czar, "next_round", NULL), REFUSAL_CODE_OK);
    assert_int_equal(f->state.round, 3);
}

static void the_limit_waits_for_the_happy_ending(void **state)
{
    struct fixture *f = *state;
    begin(f, 5, 1, SET_HAPPY_ENDING, 1);
    int winner = player(f, 0), favourite = player(f, 1);
    f->state.score[winner] = f->state.score[favourite] = 4;
    submit_all(f);
    judge(f, entry_of(f, winner));
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    vote(f, player(f, 2), entry_of(f, favourite));
    wake(f);
    assert_int_equal(f->state.phase, PHASE_OVER);
    assert_int_equal(cah_game.pulse(&f->state).winners, SEAT_BIT(winner) | SEAT_BIT(favourite));
}

static void read_out(struct fixture *f, int seat, int expected)
{
    char id[CAH_ID_BYTES], with[60];
    cah_white_id(&f->table, f->state.hand[seat].card[3], id);
    snprintf(with, sizeof with, "{\"cardId\":\"%s\"}", id);
    assert_int_equal(act(f, seat, "never_have_i_ever", with), expected);
}

static void never_have_i_ever(void **unused)
{
    (void)unused;
    struct fixture f;
    begin(&f, 4, 1, SET_NEVER_HAVE_I_EVER, 1);
    int seat = player(&f, 0), sinner = player(&f, 1);
    assert_int_equal(act(&f, sinner, "confess", NULL), REFUSAL_CODE_WRONG_PHASE);
    uint16_t card = f.state.hand[seat].card[3];
    read_out(&f, seat, REFUSAL_CODE_OK);
    assert_int_equal(f.state.never_card, card);
    assert_int_equal(f.state.hand[seat].count, 10);
    assert_int_equal(cah_hand_find(&f.state.hand[seat], card), -1);
    assert_non_null(heard(&f, GAME_CROWD, "never-have-i-ever"));
    assert_int_equal(act(&f, sinner, "confess", NULL), REFUSAL_CODE_OK);
    assert_int_equal(act(&f, sinner, "confess", NULL), REFUSAL_CODE_ALREADY_SUBMITTED);
    assert_int_equal(act(&f, seat, "confess", NULL), REFUSAL_CODE_ILLEGAL_MOVE);
    assert_int_equal(act(&f, f.state.czar, "confess", NULL), REFUSAL_CODE_OK);
    assert_int_equal(f.state.score[sinner], 1);
    read_out(&f, seat, REFUSAL_CODE_ALREADY_SUBMITTED);
    read_out(&f, sinner, REFUSAL_CODE_OK);
    assert_int_equal(act(&f, seat, "confess", NULL), REFUSAL_CODE_OK);
    win_round(&f, seat);
    assert_int_equal(f.state.never_card, CAH_NO_CARD);
    read_out(&f, seat, REFUSAL_CODE_OK);
    fixture_free(&f);
    start(&f, 4, 1);
    read_out(&f, 0, REFUSAL_CODE_ILLEGAL_MOVE);
    fixture_free(&f);
}

static void confessions_count_when_the_round_is_decided(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, 1, SET_NEVER_HAVE_I_EVER, 1);
    int seat = player(f, 0), sinner = player(f, 1);
    f->state.score[sinner] = 4;
    read_out(f, seat, REFUSAL_CODE_OK);
    act(f, sinner, "confess", NULL);
    assert_int_equal(f->state.phase, PHASE_WAITING);
    submit_all(f);
    judge(f, entry_of(f, seat));
    assert_int_equal(f->state.phase, PHASE_OVER);
    assert_int_equal(cah_game.pulse(&f->state).winners, SEAT_BIT(sinner));
}

static void god_is_dead(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, 1, SET_GOD_IS_DEAD, 1);
    assert_int_equal(f->state.czar, -1);
    assert_non_null(strstr(heard(f, 0, "game-started"), "\"firstCzarId\":null"));
    submit_all(f);
    assert_int_equal(f->state.response_count, 4);
    for (int s = 0; s < 4; s++)
        assert_non_null(heard(f, s, "all-submitted"));
    assert_null(heard(f, GAME_CROWD, "all-submitted"));
    assert_int_equal(act(f, 0, "judge_winner", "{}"), REFUSAL_CODE_NOT_CZAR);
    assert_int_equal(act(f, 0, "reveal", "{}"), REFUSAL_CODE_NOT_CZAR);
    for (int s = 0; s < 4; s++)
        assert_int_equal(vote(f, s, entry_of(f, s == 2 ? 1 : 2)), REFUSAL_CODE_OK);
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    assert_int_equal(f->state.score[2], 1);
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-winner"), "\"winnerId\":\"p3\""));
    assert_int_equal(act(f, 3, "next_round", NULL), REFUSAL_CODE_NOT_CZAR);
    assert_int_equal(act(f, 0, "next_round", NULL), REFUSAL_CODE_OK); /* the host */
}

static void where_god_is_dead_a_tie_is_nobodys(void **state)
{
    struct fixture *f = *state;
    begin(f, 3, 1, SET_GOD_IS_DEAD, 1);
    submit_all(f);
    for (int s = 0; s < 3; s++)
        vote(f, s, entry_of(f, (s + 1) % 3));
    const char *told = heard(f, GAME_CROWD, "round-winner");
    assert_non_null(strstr(told, "\"winnerId\":null,\"winningResponse\":null"));
    assert_int_equal(f->state.past[0].winner, -1);
    wake(f);
    assert_int_equal(f->state.round, 2);
}

static void what_does_not_go_together_is_refused(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 200, 40, 1);
    f->settings[SET_GOD_IS_DEAD] = f->settings[SET_HAPPY_ENDING] = 1;
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, REFUSAL_CODE_BAD_SETTING);
    assert_string_equal(r.key, "cah.no.twoVotes");
    f->settings[SET_HAPPY_ENDING] = 0;
    f->settings[SET_PAIRS] = 1;
    f->table.seats = 3;
    r = fixture_start(f);
    assert_string_equal(r.key, "cah.no.pairs");
}

static void nothing_is_read_out_from_a_blank(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 200, 40, 1);
    f->settings[SET_NEVER_HAVE_I_EVER] = 1;
    f->settings[SET_BLANKS] = 5;
    fixture_start(f);
    int seat = player(f, 0);
    f->state.hand[seat].card[3] = CAH_BLANK + 2;
    read_out(f, seat, REFUSAL_CODE_ILLEGAL_MOVE);
    assert_string_equal(f->last.key, "cah.no.neverBlank");
    assert_int_equal(f->state.never_used, 0);
}

/* All who answered are gone, and who came meanwhile does not vote on it. */
static void without_voters_there_is_no_happy_ending(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, 1, SET_HAPPY_ENDING, 1);
    int czar = f->state.czar;
    submit_all(f);
    for (int i = 0; i < 3; i++)
        join(f);
    for (int s = 0; s < 4; s++)
        if (s != czar) news(f, NEWS_SEAT_LEFT, s);
    assert_int_equal(f->state.phase, PHASE_JUDGING);
    judge(f, 0);
    assert_false(f->state.vote_open);
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    wake(f);
    assert_int_equal(f->state.round, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(randos_play_and_score_under_their_own_ids),
        at_table(black_cards_that_a_rando_won_do_not_return),
        cmocka_unit_test(reboot_gives_more_to_choose_from),
        cmocka_unit_test(packing_heat_allows_a_third_card),
        cmocka_unit_test(a_new_hand_costs_a_point),
        at_table(a_rebooted_hand_takes_nothing_back),
        at_table(happy_ending_gives_the_favourite_a_point),
        at_table(happy_ending_ends_by_itself_and_early),
        at_table(the_limit_waits_for_the_happy_ending),
        cmocka_unit_test(never_have_i_ever),
        at_table(confessions_count_when_the_round_is_decided),
        at_table(god_is_dead),
        at_table(where_god_is_dead_a_tie_is_nobodys),
        at_table(what_does_not_go_together_is_refused),
        at_table(nothing_is_read_out_from_a_blank),
        at_table(without_voters_there_is_no_happy_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

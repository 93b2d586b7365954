/* The base game: deal, czar, submissions, judging, points, and how it ends. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int others(const struct fixture *f, int nth)
{
    return (f->state.czar + 1 + nth) % f->table.seats;
}

static void everybody_has_ten_and_one_is_czar(void **unused)
{
    (void)unused;
    struct fixture f;
    for (int seats = 3; seats <= 10; seats++) {
        start(&f, seats, 1);
        for (int s = 0; s < seats; s++)
            assert_int_equal(f.state.hand[s].count, 10);
        assert_in_range(f.state.czar, 0, seats - 1);
        assert_int_equal(f.state.round, 1);
        assert_non_null(heard(&f, GAME_CROWD, "game-started"));
        assert_non_null(heard(&f, 0, "round-started"));
        assert_int_equal(cah_game.pulse(&f.state).awaited,
                         (SEAT_BIT(seats) - 1) & ~SEAT_BIT(f.state.czar));
        fixture_free(&f);
    }
}

static void the_first_czar_is_drawn(void **unused)
{
    (void)unused;
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct fixture f;
        fixture_init(&f, 5, 200, 40, 1);
        f.steps = seed;
        memset(&f.state, 0, sizeof f.state);
        fixture_start(&f);
        seen |= SEAT_BIT(f.state.czar);
        fixture_free(&f);
    }
    assert_int_equal(seen, 31);
}

static void the_next_in_join_order_is_czar(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    f->state.score_limit = 50;
    for (int round = 1; round < 9; round++) {
        int czar = f->state.czar;
        win_round(f, others(f, 0));
        assert_int_equal(f->state.czar, (czar + 1) % 4);
        assert_int_equal(f->state.round, round + 1);
    }
}

static void cards_stay_in_their_order(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 3);
    int seat = others(f, 0);
    const struct cah_hand hand = f->state.hand[seat];
    const int places[] = {7, 2, 4, -1};
    assert_int_equal(act(f, seat, "submit_response", offer(f, seat, places)), REFUSAL_CODE_OK);
    submit_all(f);
    const struct cah_response *r = &f->state.response[entry_of(f, seat)];
    for (int i = 0; i < 3; i++)
        assert_int_equal(r->card[i], hand.card[places[i]]);
    assert_int_equal(f->state.hand[seat].count, 10);
    assert_int_equal(f->state.hand[seat].card[0], hand.card[0]);
    assert_int_equal(f->state.hand[seat].card[2], hand.card[3]);
}

static void judging_begins_with_the_last_one(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    int czar = f->state.czar;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(f->state.phase, PHASE_WAITING);
        assert_int_equal(submit(f, others(f, i)), REFUSAL_CODE_OK);
        for (int s = 0; s < 4; s++)
            assert_non_null(heard(f, s, "card-submitted"));
    }
    assert_int_equal(f->state.phase, PHASE_JUDGING);
    assert_non_null(heard(f, czar, "all-submitted"));
    assert_null(heard(f, others(f, 0), "all-submitted"));
    assert_null(heard(f, GAME_CROWD, "all-submitted"));
    assert_non_null(heard(f, GAME_CROWD, "judging-started"));
    assert_int_equal(cah_game.pulse(&f->state).awaited, SEAT_BIT(czar));
}

static void the_order_of_answers_is_not_that_of_playing(void **unused)
{
    (void)unused;
    int first_is_first = 0;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        struct fixture f;
        fixture_init(&f, 4, 200, 40, 1);
        fixture_start(&f);
        f.steps = 1000 * seed;
        int first = others(&f, 0);
        for (int i = 0; i < 3; i++)
            submit(&f, others(&f, i));
        first_is_first += entry_of(&f, first) == 0;
        fixture_free(&f);
    }
    assert_in_range(first_is_first, 15, 45); /* a third of them: 30 */
}

static void a_winner_has_a_point_and_the_round_is_remembered(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 2);
    int winner = others(f, 1);
    submit_all(f);
    struct cah_response r = f->state.response[entry_of(f, winner)];
    assert_int_equal(judge(f, entry_of(f, winner)), REFUSAL_CODE_OK);
    assert_int_equal(f->state.phase, PHASE_COMPLETED);
    assert_int_equal(f->state.score[winner], 1);
    assert_int_equal(f->state.past_count, 1);
    assert_int_equal(f->state.past[0].winner, winner);
    assert_memory_equal(f->state.past[0].card, r.card, sizeof r.card);
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-winner"), f->id[winner]));
    wake(f);
    assert_int_equal(f->state.phase, PHASE_WAITING);
    assert_int_equal(f->state.round, 2);
}

static void the_czar_reveals_one_by_one_or_all(void **state)
{
    struct fixture *f = *state;
    start(f, 5, 1);
    int czar = f->state.czar, other = others(f, 0);
    submit_all(f);
    assert_int_equal(act(f, czar, "reveal", NULL), REFUSAL_CODE_OK);
    assert_non_null(heard(f, GAME_CROWD, "response-revealed"));
    json_t *view = view_json(f, other), *judge_view = view_json(f, czar);
    assert_int_equal(json_array_size(json_object_get(view, "responses")), 1);
    assert_int_equal(json_array_size(json_object_get(judge_view, "responses")), 4);
    json_decref(view);
    json_decref(judge_view);
    assert_int_equal(act(f, czar, "reveal", "{\"all\":true}"), REFUSAL_CODE_OK);
    assert_int_equal(says_count(&f->says), 3);
    assert_int_equal(act(f, czar, "reveal", NULL), REFUSAL_CODE_STALE);
    assert_int_equal(judge(f, 3), REFUSAL_CODE_OK);
}

static void who_reaches_the_limit_wins(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 200, 40, 1);
    f->settings[SET_SCORE_LIMIT] = 3;
    fixture_start(f);
    for (int i = 0; f->state.phase != PHASE_OVER; i++) {
        assert_in_range(i, 0, 9);
        win_round(f, f->state.czar == 1 ? 2 : 1);
    }
    assert_int_equal(f->state.score[1], 3);
    assert_non_null(heard(f, GAME_CROWD, "round-winner"));
    assert_non_null(strstr(heard(f, GAME_CROWD, "game-ended"), "\"winnerId\":\"p2\""));
    struct game_pulse pulse = cah_game.pulse(&f->state);
    assert_true(pulse.over);
    assert_int_equal(pulse.winners, SEAT_BIT(1));
    assert_int_equal(pulse.wake_at, 0);
}

static void rounds_and_minutes_end_it_too(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 3, 200, 40, 1);
    f.settings[SET_ROUNDS] = 2;
    fixture_start(&f);
    int first = others(&f, 0);
    win_round(&f, first);
    assert_int_equal(f.state.phase, PHASE_WAITING);
    win_round(&f, f.state.czar == first ? others(&f, 0) : first);
    assert_int_equal(f.state.phase, PHASE_OVER);
    fixture_free(&f);

    fixture_init(&f, 3, 200, 40, 1);
    f.settings[SET_MINUTES] = 1;
    fixture_start(&f);
    first = others(&f, 0);
    f.now += 59000;
    win_round(&f, first); /* the moment of the winner is over after the minute */
    assert_int_equal(f.state.phase, PHASE_OVER);
    assert_int_equal(cah_game.pulse(&f.state).winners, SEAT_BIT(first));
    fixture_free(&f);
}

static void a_draw_has_no_winner(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 200, 40, 1);
    f->settings[SET_ROUNDS] = 2;
    fixture_start(f);
    int one = others(f, 0), two = others(f, 1);
    win_round(f, one);
    win_round(f, two == f->state.czar ? f->state.czar : two);
    assert_int_equal(f->state.phase, PHASE_OVER);
    assert_non_null(strstr(heard(f, 0, "game-ended"), "\"winnerId\":null"));
    assert_int_equal(cah_game.pulse(&f->state).winners, SEAT_BIT(one) | SEAT_BIT(two));
}

static void sudden_death_is_for_eight(void **unused)
{
    (void)unused;
    struct fixture f;
    for (int seats = 7; seats <= 8; seats++) {
        fixture_init(&f, seats, 200, 40, 1);
        f.settings[SET_SUDDEN_DEATH] = 1;
        fixture_start(&f);
        assert_int_equal(f.state.score_limit, seats == 8 ? 3 : 5);
        fixture_free(&f);
    }
}

static void taking_back_restores_hand_and_pile(void **state)
{
    struct fixture *f = *state;
    start(f, 3, 3);
    int seat = others(f, 0);
    const int places[] = {9, 0, 5, -1};
    struct cah_hand before = f->state.hand[seat];
    act(f, seat, "submit_response", offer(f, seat, places));
    struct cah_hand after = f->state.hand[seat];
    assert_int_equal(act(f, seat, "take_back", NULL), REFUSAL_CODE_OK);
    assert_non_null(heard(f, GAME_CROWD, "card-taken-back"));
    assert_memory_equal(&f->state.hand[seat], &before, sizeof before);
    act(f, seat, "submit_response", offer(f, seat, places));
    assert_memory_equal(&f->state.hand[seat], &after, sizeof after);
}

static void a_round_id_is_never_used_again(void **state)
{
    struct fixture *f = *state;
    uint64_t seen[40];
    int count = 0;
    fixture_init(f, 3, 200, 40, 1);
    for (int game = 0; game < 4; game++) {
        fixture_start(f);
        while (f->state.phase != PHASE_OVER) {
            for (int i = 0; i < count; i++)
                assert_true(seen[i] != f->state.round_id);
            seen[count++] = f->state.round_id;
            win_round(f, f->state.czar ? 0 : 1);
        }
    }
    assert_in_range(count, 20, 40);
}

static void played_again_the_next_one_is_czar(void **state)
{
    struct fixture *f = *state;
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {1};
    start(f, 5, 1);
    chance_init(&chance, seed, 0);
    for (int last = 0; last < 5; last++) {
        struct cah next = {0};
        f->state.czar = (int8_t)last;
        struct game_context c = {
            .chance = &chance, .table = &f->table, .previous = &f->state, .again = true};
        struct refusal r = cah_game.init(&next, &c);
        assert_false(refused(&r));
        assert_int_equal(next.czar, (last + 1) % 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_ten_and_one_is_czar),
        cmocka_unit_test(the_first_czar_is_drawn),
        at_table(the_next_in_join_order_is_czar),
        at_table(played_again_the_next_one_is_czar),
        at_table(cards_stay_in_their_order),
        at_table(judging_begins_with_the_last_one),
        cmocka_unit_test(the_order_of_answers_is_not_that_of_playing),
        at_table(a_winner_has_a_point_and_the_round_is_remembered),
        at_table(the_czar_reveals_one_by_one_or_all),
        at_table(who_reaches_the_limit_wins),
        cmocka_unit_test(rounds_and_minutes_end_it_too),
        at_table(a_draw_has_no_winner),
        cmocka_unit_test(sudden_death_is_for_eight),
        at_table(taking_back_restores_hand_and_pile),
        at_table(a_round_id_is_never_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

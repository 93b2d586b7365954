/* People who go, come back and never get ready: nobody waits for them for long. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void play_turn(struct fixture *f)
{
    assert_int_equal(act(f, f->state.describer, "describer_ready", NULL), OK);
    wake(f);
    wake(f);
}

static void describer_away_ends_the_turn(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    act(f, 0, "describer_ready", NULL);
    act(f, 0, "card_correct", NULL);
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_non_null(heard(f, 1, "turn_ended"));
    assert_int_equal(f->state.team[0].score, 1);
    news(f, NEWS_SEAT_BACK, 0); /* back within the grace: plays on with the next turn */
    assert_int_equal(f->state.phase, TABOO_ENDED);
    wake(f);
    assert_int_equal(f->state.describer, 1);
    play_turn(f);
    assert_int_equal(f->state.describer, 2);
}

static void describer_leaving_ends_the_turn(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    act(f, 0, "describer_ready", NULL);
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_int_equal(taboo_game.pulse(&f->state).awaited, 0);
}

static void absent_describer_is_replaced_before_the_turn(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 40);
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.describer, 2);
    assert_non_null(strstr(heard(f, 1, "turn_started"), "\"describerName\":\"Carla\""));
    assert_non_null(strstr(heard(f, 1, "turn_started"), "\"turnNumber\":1"));
    news(f, NEWS_SEAT_BACK, 0); /* Carla was asked and stays */
    assert_int_equal(f->state.describer, 2);
    play_turn(f);
    play_turn(f);
    assert_int_equal(f->state.describer, 0); /* who missed a turn has the next one, once */
    play_turn(f);
    play_turn(f);
    assert_int_equal(f->state.describer, 4);
}

static void others_away_change_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    act(f, 0, "describer_ready", NULL);
    news(f, NEWS_SEAT_LEFT, 2); /* the last guesser */
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    news(f, NEWS_SEAT_AWAY, 1);
    news(f, NEWS_SEAT_AWAY, 3); /* the last buzzer */
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    assert_int_equal(act(f, 0, "card_correct", NULL), OK);
    assert_int_equal(f->state.player[2].guessed, 0);
}

static void team_of_one_describes_every_time(void **state)
{
    struct fixture *f = *state;
    static const int expected[] = {0, 3, 2, 3, 0, 3};
    start(f, 4, 40);
    news(f, NEWS_SEAT_LEFT, 1);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(f->state.describer, expected[i]);
        play_turn(f);
    }
}

static void empty_team_forfeits(void **unused)
{
    (void)unused;
    for (int phase = TABOO_WAITING; phase <= TABOO_ENDED; phase++) {
        struct fixture f;
        start(&f, 4, 40);
        if (phase >= TABOO_ACTIVE) act(&f, 0, "describer_ready", NULL);
        if (phase >= TABOO_ENDED) wake(&f);
        assert_int_equal(f.state.phase, phase);
        news(&f, NEWS_SEAT_LEFT, 3);
        assert_int_equal(f.state.phase, phase);
        news(&f, NEWS_SEAT_LEFT, 1);
        assert_int_equal(f.state.phase, TABOO_OVER);
        assert_non_null(strstr(heard(&f, 0, "game_over"), "\"winner\":\"Equipo A\""));
        assert_int_equal(f.state.card, TABOO_NO_CARD);
        fixture_free(&f);
    }
}

static void idle_describer_is_passed_over(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    int64_t began = f->now;
    wake(f);
    assert_int_equal(f->now, began + TABOO_READY_MS);
    assert_int_equal(f->state.describer, 2);
    assert_int_equal(f->state.turn_number, 1);
    wake(f); /* nobody of A gets ready: B's turn */
    assert_int_equal(f->state.active, 1);
    assert_int_equal(f->state.describer, 1);
    assert_int_equal(f->state.turn_number, 2);
    play_turn(f);
    assert_int_equal(f->state.describer, 0);
}

static void absent_team_is_waited_for_and_then_passed_over(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    news(f, NEWS_SEAT_AWAY, 2);
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.phase, TABOO_WAITING);
    assert_int_equal(f->state.active, 0);
    news(f, NEWS_SEAT_BACK, 2); /* whoever comes first describes */
    assert_int_equal(f->state.describer, 2);
    news(f, NEWS_SEAT_AWAY, 2);
    wake(f);
    assert_int_equal(f->state.active, 1);
}

static void deserted_room_sleeps(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    for (int seat = 3; seat >= 0; seat--)
        news(f, NEWS_SEAT_AWAY, seat);
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, 0);
    news(f, NEWS_SEAT_BACK, 3);
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, f->now + TABOO_READY_MS);
    wake(f);
    assert_int_equal(f->state.describer, 3);
}

static void who_left_may_return(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.describer, 2);
    assert_non_null(strstr(view_of(f, 0), "\"role\":\"watcher\""));
    assert_int_equal(act(f, 0, "describer_ready", NULL), REFUSAL_CODE_NOT_YOUR_TURN);
    news(f, NEWS_SEAT_BACK, 0);
    assert_non_null(strstr(view_of(f, 0), "\"role\":\"guesser\""));
}

/* The room says once more, within the same step, who is away; the turn is announced all the same.
 */
static void starts_without_those_away(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 6, 20);
    f->table.seat[0].away = true;
    fixture_start(f);
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.describer, 2);
    assert_non_null(strstr(heard(f, 1, "turn_started"), "\"describerName\":\"Carla\""));
}

/* Between two turns of one player everybody of the team who was there all the time has had one. */
static void rotation_stays_fair(void **state)
{
    struct fixture *f = *state;
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {3};
    chance_init(&chance, seed, 0);
    start(f, 12, 40);
    f->state.score_limit = 1000;
    /* waiting[a][b]: b has been there since a's last turn and had none */
    bool waiting[12][12] = {0};
    bool had[12] = {0};
    for (int turn = 0; turn < 2000; turn++) {
        for (int seat = 0; seat < 12; seat++) {
            bool out = !taboo_present(&f->state, seat);
            if (chance_below(&chance, out ? 3 : 8)) continue;
            if (f->state.phase == TABOO_OVER) break;
            if (__builtin_popcount(taboo_present_of(&f->state, seat % 2)) < 3 && !out) continue;
            news(f, out ? NEWS_SEAT_BACK : NEWS_SEAT_AWAY, seat);
            for (int a = 0; a < 12; a++)
                waiting[a][seat] = false;
        }
        int d = f->state.describer;
        for (int b = 0; b < 12; b++)
            assert_false(had[d] && waiting[d][b]);
        had[d] = true;
        for (int a = 0; a < 12; a++)
            waiting[a][d] = false;
        for (int b = d % 2; b < 12; b += 2)
            waiting[d][b] = b != d && taboo_present(&f->state, b);
        play_turn(f);
    }
    for (int seat = 0; seat < 12; seat++)
        assert_true(f->state.player[seat].last_turn > 1900);
}

/* A blip: who describes has a moment to come back, and the turn goes on. */
static void start_with_grace(struct fixture *f, int seats)
{
    fixture_init(f, seats, 40);
    f->settings[SET_LOST_MS] = 5000;
    fixture_start(f);
}

static void describer_who_comes_back_in_time_plays_on(void **state)
{
    struct fixture *f = *state;
    start_with_grace(f, 4);
    act(f, 0, "describer_ready", NULL);
    uint16_t card = f->state.card;
    int64_t end = f->state.deadline;
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    assert_non_null(strstr(heard(f, 1, "describer_lost"), "\"describerName\":\"Ana\""));
    assert_null(heard(f, 1, "turn_ended"));
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, f->now + 5000);
    assert_non_null(strstr(view_of(f, GAME_CROWD), "\"lostUntil\":1010000"));
    f->now += 4999;
    news(f, NEWS_SEAT_BACK, 0);
    assert_non_null(heard(f, 2, "describer_back"));
    assert_non_null(strstr(view_of(f, 0), "\"lostUntil\":null"));
    assert_int_equal(f->state.card, card);
    assert_int_equal(f->state.deadline, end); /* the clock ran on, and nothing was added */
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, end);
    assert_int_equal(f->state.notices, 0);
}

static void describer_who_stays_away_ends_the_turn(void **state)
{
    struct fixture *f = *state;
    start_with_grace(f, 4);
    act(f, 0, "describer_ready", NULL);
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(act(f, 2, "card_correct", NULL), OK); /* it was said before the line broke */
    wake(f);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_non_null(heard(f, 1, "turn_ended"));
    assert_non_null(strstr(heard(f, 1, "turn_notice"), "\"kind\":\"turnAway\""));
    const char *seen = view_of(f, 3);
    assert_non_null(strstr(seen, "\"result\":\"interrupted\""));
    assert_null(strstr(seen, "\"result\":\"timeout\""));
    assert_non_null(strstr(seen, "\"notices\":[{\"kind\":\"turnAway\",\"turnNumber\":1,\"team\":"
                                 "\"Equipo A\",\"who\":{\"id\":\"p1\",\"name\":\"Ana\"}"));
}

static void time_is_up_while_the_describer_is_away(void **state)
{
    struct fixture *f = *state;
    start_with_grace(f, 4);
    act(f, 0, "describer_ready", NULL);
    f->now = f->state.deadline - 1000;
    news(f, NEWS_SEAT_AWAY, 0);
    wake(f);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_int_equal(f->state.lost_until, 0);
    assert_non_null(strstr(view_of(f, 3), "\"result\":\"timeout\""));
    assert_int_equal(f->state.notices, 0);
    wake(f);
    assert_int_equal(f->state.describer, 1);
}

static void describer_who_leaves_is_not_waited_for(void **state)
{
    struct fixture *f = *state;
    start_with_grace(f, 4);
    act(f, 0, "describer_ready", NULL);
    news(f, NEWS_SEAT_AWAY, 0);
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_non_null(strstr(heard(f, 1, "turn_notice"), "\"kind\":\"turnLeft\""));
}

static void describer_is_waited_for_before_the_turn_too(void **state)
{
    struct fixture *f = *state;
    start_with_grace(f, 6);
    int64_t ready_by = f->state.deadline;
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(f->state.describer, 0);
    news(f, NEWS_SEAT_AWAY, 2);
    news(f, NEWS_SEAT_BACK, 2); /* nobody takes the place meanwhile */
    assert_int_equal(f->state.describer, 0);
    news(f, NEWS_SEAT_BACK, 0);
    assert_int_equal(f->state.describer, 0);
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, ready_by);
    news(f, NEWS_SEAT_AWAY, 0);
    wake(f);
    assert_int_equal(f->state.describer, 2);
    assert_non_null(strstr(heard(f, 1, "turn_notice"), "\"kind\":\"away\""));
    assert_non_null(strstr(heard(f, 1, "turn_notice"), "\"next\":{\"id\":\"p3\""));
}

/* Who looks at the table later reads why, and the oldest reason goes first. */
static void reasons_are_kept(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    wake(f);
    assert_non_null(strstr(heard(f, 3, "turn_notice"), "\"kind\":\"notReady\""));
    assert_non_null(strstr(view_of(f, GAME_CROWD), "{\"kind\":\"notReady\",\"turnNumber\":1,"
                                                   "\"team\":\"Equipo A\",\"who\":{\"id\":\"p1\","
                                                   "\"name\":\"Ana\"},\"next\":{\"id\":\"p3\""));
    wake(f);
    assert_non_null(strstr(heard(f, 3, "turn_notice"), "\"kind\":\"teamNotReady\""));
    assert_int_equal(f->state.notices, 2);
    for (int i = 0; i < TABOO_NOTICES_MAX; i++)
        wake(f);
    assert_int_equal(f->state.notices, TABOO_NOTICES_MAX);
    assert_int_equal(f->state.notice[0].turn, 2);
    news(f, NEWS_SEAT_LEFT, 1);
    news(f, NEWS_SEAT_LEFT, 3);
    assert_non_null(strstr(heard(f, 0, "turn_notice"), "\"kind\":\"forfeit\""));
    assert_non_null(strstr(view_of(f, GAME_CROWD), "{\"kind\":\"forfeit\""));
}

static void who_comes_late_plays_from_the_next_turn_on(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 40);
    act(f, 0, "describer_ready", NULL);
    news(f, NEWS_SEAT_NEW, 6); /* Equipo A, which guesses */
    news(f, NEWS_SEAT_NEW, 7); /* Equipo B, which would see the card */
    for (int seat = 6; seat <= 7; seat++) {
        assert_int_equal(taboo_role(&f->state, seat), ROLE_WATCHER);
        assert_false(taboo_sees_card(&f->state, seat));
        assert_non_null(strstr(view_of(f, seat), "\"coming\":true"));
        assert_non_null(strstr(view_of(f, seat), "\"may\":[]"));
    }
    assert_non_null(strstr(view_of(f, 7), "\"team\":\"Equipo B\",\"coming\":true"));
    assert_non_null(strstr(view_of(f, 2), "\"coming\":false"));
    assert_int_equal(act(f, 7, "card_buzz", NULL), REFUSAL_CODE_NOT_YOUR_TURN);
    act(f, 0, "card_correct", NULL);
    wake(f);
    assert_int_equal(f->state.player[6].guessed, 0);
    wake(f);
    assert_int_equal(taboo_role(&f->state, 6), ROLE_BUZZER);
    assert_int_equal(taboo_role(&f->state, 7), ROLE_GUESSER);
    assert_non_null(strstr(view_of(f, 7), "\"coming\":false"));
    act(f, 1, "describer_ready", NULL);
    assert_true(taboo_sees_card(&f->state, 6));
    assert_int_equal(act(f, 7, "card_correct", NULL), OK);
    assert_int_equal(f->state.player[7].guessed, 1);
}

static void who_comes_late_describes_after_all_the_others(void **state)
{
    struct fixture *f = *state;
    static const int expected[] = {0, 1, 2, 3, 4, 1, 0, 3, 2, 1, 4, 3};
    start(f, 4, 40);
    news(f, NEWS_SEAT_NEW, 4); /* before the first turn: still after who was here */
    assert_int_equal(taboo_role(&f->state, 4), ROLE_GUESSER);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(f->state.describer, expected[i]);
        play_turn(f);
    }
}

static void who_comes_late_saves_a_team_that_left(void **unused)
{
    (void)unused;
    struct fixture f;
    for (int goes_too = 0; goes_too < 2; goes_too++) {
        start(&f, 4, 40);
        act(&f, 0, "describer_ready", NULL);
        f.table.seat[4].team = 1;
        news(&f, NEWS_SEAT_NEW, 4);
        news(&f, NEWS_SEAT_LEFT, 1);
        news(&f, NEWS_SEAT_LEFT, 3);
        assert_int_equal(f.state.phase, TABOO_ACTIVE);
        if (goes_too) news(&f, NEWS_SEAT_LEFT, 4);
        for (int i = 0; i < 2 && !goes_too; i++)
            wake(&f);
        assert_int_equal(f.state.phase, goes_too ? TABOO_OVER : TABOO_WAITING);
        assert_int_equal(goes_too ? f.state.winner : f.state.describer, goes_too ? WINNER_A : 4);
        fixture_free(&f);
    }
}

static void who_comes_late_describes_for_who_is_away(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 40);
    news(f, NEWS_SEAT_AWAY, 0);
    news(f, NEWS_SEAT_AWAY, 2);
    news(f, NEWS_SEAT_NEW, 4);
    assert_int_equal(f->state.describer, 4);
    assert_int_equal(act(f, 4, "describer_ready", NULL), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(describer_away_ends_the_turn),
        at_table(describer_leaving_ends_the_turn),
        at_table(absent_describer_is_replaced_before_the_turn),
        at_table(others_away_change_nothing),
        at_table(team_of_one_describes_every_time),
        cmocka_unit_test(empty_team_forfeits),
        at_table(idle_describer_is_passed_over),
        at_table(absent_team_is_waited_for_and_then_passed_over),
        at_table(deserted_room_sleeps),
        at_table(who_left_may_return),
        at_table(starts_without_those_away),
        at_table(rotation_stays_fair),
        at_table(describer_who_comes_back_in_time_plays_on),
        at_table(describer_who_stays_away_ends_the_turn),
        at_table(time_is_up_while_the_describer_is_away),
        at_table(describer_who_leaves_is_not_waited_for),
        at_table(describer_is_waited_for_before_the_turn_too),
        at_table(reasons_are_kept),
        at_table(who_comes_late_plays_from_the_next_turn_on),
        at_table(who_comes_late_describes_after_all_the_others),
        cmocka_unit_test(who_comes_late_saves_a_team_that_left),
        at_table(who_comes_late_describes_for_who_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

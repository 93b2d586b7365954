/* How it begins, who comes and goes, and what the clock does. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void setup(struct fixture *f, int seats)
{
    fixture_init(f, seats, 60);
    f->settings[SET_CHOOSE] = 1;
    assert_int_equal(fixture_start(f).code, OK);
}

static void teams_choose_who_gives_clues(void **state)
{
    struct fixture *f = *state;
    setup(f, 6);
    struct game_pulse p = codenames_game.pulse(&f->state);
    assert_int_equal(p.awaited, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(p.wake_at, 5000 + CODENAMES_SETUP_MS);
    assert_null(strstr(view_of(f, 0), "\"type\":\"")); /* nobody peeks before it is settled */
    assert_int_equal(act(f, 4, "take_spymaster", NULL), OK);
    assert_string_equal(heard(f, 1, "spymaster_chosen"),
                        "{\"seq\":2,\"part\":0,\"team\":\"red\",\"seat\":4}");
    assert_int_equal(act(f, 1, "ready", NULL), OK);
    assert_string_equal(heard(f, 0, "spymaster_ready"), "{\"seq\":3,\"part\":0,\"team\":\"blue\"}");
    assert_int_equal(act(f, 5, "take_spymaster", NULL), OK); /* another one has to be ready again */
    assert_int_equal(act(f, 4, "ready", NULL), OK);
    assert_int_equal(f->state.phase, PHASE_SETUP);
    assert_int_equal(act(f, 5, "ready", NULL), OK);
    assert_int_equal(f->state.phase, PHASE_CLUE);
    assert_non_null(heard(f, GAME_CROWD, "game_ready"));
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(4));
    assert_int_equal(codenames_game.pulse(&f->state).wake_at, 0);
}

static void after_a_minute_play_begins(void **state)
{
    struct fixture *f = *state;
    setup(f, 4);
    wake(f);
    assert_int_equal(f->state.phase, PHASE_CLUE);
    assert_string_equal(heard(f, 2, "game_ready"),
                        "{\"seq\":2,\"part\":0,\"startingTeam\":\"red\"}");
}

static void the_role_goes_round_from_game_to_game(void **state)
{
    struct fixture *f = *state;
    static const int red[] = {0, 2, 4, 0}, blue[] = {1, 3, 5, 1};
    struct codenames last;
    fixture_init(f, 6, 60);
    for (int game = 0; game < 4; game++) {
        assert_int_equal(fixture_start(f).code, OK);
        assert_int_equal(f->state.spymaster[0], red[game]);
        assert_int_equal(f->state.spymaster[1], blue[game]);
        memcpy(&last, &f->state, sizeof last);
        f->previous = &last;
    }
}

static void a_spymaster_who_leaves_is_replaced(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 6, 60);
    f->settings[SET_CLUE_SECONDS] = 30;
    fixture_start(f);
    f->now += 20000;
    news(f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(0)); /* may come back */
    news(f, NEWS_SEAT_LEFT, 0);
    assert_string_equal(heard(f, 1, "spymaster_changed"),
                        "{\"seq\":3,\"part\":0,\"team\":\"red\",\"seat\":2}");
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(2));
    assert_int_equal(codenames_game.pulse(&f->state).wake_at, f->now + 30000);
    assert_non_null(strstr(view_of(f, 2), "\"type\":\"assassin\""));
    assert_int_equal(clue(f, 2, "selva", 1), OK);
    news(f, NEWS_SEAT_BACK, 0); /* as one who guesses */
    assert_null(strstr(view_of(f, 0), "\"type\":\""));
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(0) | SEAT_BIT(4));
    assert_int_equal(guess(f, 0, hidden(f, CARD_RED)), OK);
}

static void who_knows_the_key_shows_no_reactions(void **state)
{
    struct fixture *f = *state;
    setup(f, 6);
    assert_int_equal(codenames_game.pulse(&f->state).quiet, 0); /* nobody has seen it yet */
    wake(f);
    assert_int_equal(codenames_game.pulse(&f->state).quiet, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(clue(f, 0, "selva", 1), OK);
    news(f, NEWS_SEAT_LEFT, 0);
    news(f, NEWS_SEAT_BACK, 0); /* as one who guesses, and still knows */
    assert_int_equal(codenames_game.pulse(&f->state).quiet,
                     SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2));
    assert_int_equal(guess(f, 4, hidden(f, CARD_ASSASSIN)), OK);
    assert_int_equal(codenames_game.pulse(&f->state).quiet, 0); /* now everybody knows */
}

static void the_connected_go_first_as_replacement(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    news(f, NEWS_SEAT_AWAY, 2);
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.spymaster[0], 4);
}

/* His clue stays, and one of the others has become the next spymaster. */
static void a_clue_outlives_its_giver(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    clue(f, 0, "selva", 2);
    act(f, 2, "point_at", "{\"position\":3}");
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.phase, PHASE_GUESSES);
    assert_int_equal(f->state.spymaster[0], 2);
    assert_non_null(strstr(view_of(f, 1), "\"pointing\":[]"));
    assert_int_equal(guess(f, 2, 0), REFUSAL_CODE_NOT_OPERATIVE);
    assert_int_equal(codenames_guesses_left(&f->state), 3);
    assert_int_equal(guess(f, 4, hidden(f, CARD_RED)), OK);
}

static void a_team_of_one_forfeits(void **unused)
{
    (void)unused;
    for (int leaver = 0; leaver < 4; leaver++) {
        struct fixture f;
        start(&f, 4);
        if (leaver % 2) clue(&f, 0, "selva", 2);
        news(&f, NEWS_SEAT_LEFT, leaver);
        assert_int_equal(f.state.phase, PHASE_COMPLETE);
        const char *over = heard(&f, GAME_CROWD, "codenames_over");
        assert_non_null(strstr(over, leaver % 2 ? "\"winner\":\"red\",\"wonBy\":\"forfeit\""
                                                : "\"winner\":\"blue\",\"wonBy\":\"forfeit\""));
        assert_null(heard(&f, 0, "spymaster_changed"));
        fixture_free(&f);
    }
}

static void setup_survives_leavers_too(void **state)
{
    struct fixture *f = *state;
    setup(f, 6);
    act(f, 0, "ready", NULL);
    news(f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f->state.spymaster[0], 2);
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(1) | SEAT_BIT(2));
    news(f, NEWS_SEAT_LEFT, 4);
    assert_int_equal(f->state.phase, PHASE_COMPLETE);
    assert_int_equal(f->state.winner, 1);
}

static void who_comes_late_guesses(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 2);
    assert_int_equal(codenames_role(&f->state, 4), ROLE_NONE);
    news(f, NEWS_SEAT_NEW, 4);
    assert_non_null(strstr(view_of(f, 4), "\"you\":{\"team\":\"red\",\"role\":\"operative\"}"));
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(2) | SEAT_BIT(4));
    news(f, NEWS_SEAT_LEFT, 2); /* two are left, because one came late */
    assert_int_equal(f->state.phase, PHASE_GUESSES);
    assert_int_equal(guess(f, 4, hidden(f, CARD_RED)), OK);
}

static void nobody_waits_for_who_is_away(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    clue(f, 0, "selva", 2);
    news(f, NEWS_SEAT_AWAY, 2);
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(4));
    news(f, NEWS_SEAT_AWAY, 4); /* there is nobody else */
    assert_int_equal(codenames_game.pulse(&f->state).awaited, SEAT_BIT(2) | SEAT_BIT(4));
}

static void time_passes_the_turn_on(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 60);
    f->settings[SET_CLUE_SECONDS] = 30;
    f->settings[SET_GUESS_SECONDS] = 45;
    fixture_start(f);
    assert_int_equal(codenames_game.pulse(&f->state).wake_at, 35000);
    assert_non_null(strstr(view_of(f, 1), "\"deadline\":1035000}"));
    wake(f);
    assert_string_equal(heard(f, 1, "turn_ended"),
                        "{\"seq\":2,\"part\":0,\"team\":\"red\",\"why\":\"time\"}");
    assert_int_equal(clue(f, 1, "selva", 3), OK);
    assert_int_equal(codenames_game.pulse(&f->state).wake_at, 80000);
    f->now += 40000;
    guess(f, 3, hidden(f, CARD_BLUE)); /* a guess gives no more time */
    assert_int_equal(codenames_game.pulse(&f->state).wake_at, 80000);
    wake(f);
    assert_string_equal(heard(f, 1, "turn_ended"),
                        "{\"seq\":5,\"part\":0,\"team\":\"blue\",\"why\":\"time\"}");
    assert_int_equal(f->state.current, 0);
}

static void a_wake_up_that_comes_early_does_nothing(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 60);
    f->settings[SET_CLUE_SECONDS] = 30;
    fixture_start(f);
    f->now += 29999;
    news(f, NEWS_WAKE, 0);
    assert_int_equal(f->state.current, 0);
    assert_null(heard(f, 0, "turn_ended"));
}

static void words_that_come_late_change_no_board(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    int decks = f->table.decks;
    struct codenames before = f->state;
    f->table.decks = 1;
    news(f, NEWS_DECK, -1);
    before.told = f->state.told;
    assert_memory_equal(&f->state, &before, sizeof before);
    assert_null(heard(f, GAME_CROWD, "game_ready"));
    f->table.decks = decks;
}

static void the_last_of_a_team_is_followed_by_nobody(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    assert_int_equal(codenames_next(&f->state, 0, 0), 2);
    f->state.left = SEAT_BIT(2) | SEAT_BIT(4);
    assert_int_equal(codenames_next(&f->state, 0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(teams_choose_who_gives_clues),
        at_table(after_a_minute_play_begins),
        at_table(the_role_goes_round_from_game_to_game),
        at_table(a_spymaster_who_leaves_is_replaced),
        at_table(who_knows_the_key_shows_no_reactions),
        at_table(the_connected_go_first_as_replacement),
        at_table(a_clue_outlives_its_giver),
        cmocka_unit_test(a_team_of_one_forfeits),
        at_table(setup_survives_leavers_too),
        at_table(who_comes_late_guesses),
        at_table(nobody_waits_for_who_is_away),
        at_table(time_passes_the_turn_on),
        at_table(a_wake_up_that_comes_early_does_nothing),
        at_table(words_that_come_late_change_no_board),
        at_table(the_last_of_a_team_is_followed_by_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

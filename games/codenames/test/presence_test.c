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

static void teams_choose_who_gives_clues(void **unused)
{
    (void)unused;
    struct fixture f;
    setup(&f, 6);
    struct game_pulse p = codenames_game.pulse(&f.state);
    assert_int_equal(p.awaited, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(p.wake_at, 5000 + CODENAMES_SETUP_MS);
    assert_null(strstr(view_of(&f, 0), "\"type\":\"")); /* nobody peeks before it is settled */
    assert_int_equal(act(&f, 4, "take_spymaster", NULL), OK);
    assert_string_equal(heard(&f, 1, "spymaster_chosen"),
                        "{\"seq\":2,\"part\":0,\"team\":\"red\",\"seat\":4}");
    assert_int_equal(act(&f, 1, "ready", NULL), OK);
    assert_string_equal(heard(&f, 0, "spymaster_ready"),
                        "{\"seq\":3,\"part\":0,\"team\":\"blue\"}");
    assert_int_equal(act(&f, 5, "take_spymaster", NULL),
                     OK); /* another one has to be ready again */
    assert_int_equal(act(&f, 4, "ready", NULL), OK);
    assert_int_equal(f.state.phase, PHASE_SETUP);
    assert_int_equal(act(&f, 5, "ready", NULL), OK);
    assert_int_equal(f.state.phase, PHASE_CLUE);
    assert_non_null(heard(&f, GAME_CROWD, "game_ready"));
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(4));
    assert_int_equal(codenames_game.pulse(&f.state).wake_at, 0);
    fixture_free(&f);
}

static void after_a_minute_play_begins(void **unused)
{
    (void)unused;
    struct fixture f;
    setup(&f, 4);
    wake(&f);
    assert_int_equal(f.state.phase, PHASE_CLUE);
    assert_string_equal(heard(&f, 2, "game_ready"),
                        "{\"seq\":2,\"part\":0,\"startingTeam\":\"red\"}");
    fixture_free(&f);
}

static void the_role_goes_round_from_game_to_game(void **unused)
{
    (void)unused;
    static const int red[] = {0, 2, 4, 0}, blue[] = {1, 3, 5, 1};
    struct fixture f;
    struct codenames last;
    fixture_init(&f, 6, 60);
    for (int game = 0; game < 4; game++) {
        assert_int_equal(fixture_start(&f).code, OK);
        assert_int_equal(f.state.spymaster[0], red[game]);
        assert_int_equal(f.state.spymaster[1], blue[game]);
        memcpy(&last, &f.state, sizeof last);
        f.previous = &last;
    }
    fixture_free(&f);
}

static void a_spymaster_who_leaves_is_replaced(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 6, 60);
    f.settings[SET_CLUE_SECONDS] = 30;
    fixture_start(&f);
    f.now += 20000;
    news(&f, NEWS_SEAT_AWAY, 0);
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(0)); /* may come back */
    news(&f, NEWS_SEAT_LEFT, 0);
    assert_string_equal(heard(&f, 1, "spymaster_changed"),
                        "{\"seq\":3,\"part\":0,\"team\":\"red\",\"seat\":2}");
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(2));
    assert_int_equal(codenames_game.pulse(&f.state).wake_at, f.now + 30000);
    assert_non_null(strstr(view_of(&f, 2), "\"type\":\"assassin\""));
    assert_int_equal(clue(&f, 2, "selva", 1), OK);
    news(&f, NEWS_SEAT_BACK, 0); /* as one who guesses */
    assert_null(strstr(view_of(&f, 0), "\"type\":\""));
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(0) | SEAT_BIT(4));
    assert_int_equal(guess(&f, 0, hidden(&f, CARD_RED)), OK);
    fixture_free(&f);
}

static void who_knows_the_key_shows_no_reactions(void **unused)
{
    (void)unused;
    struct fixture f;
    setup(&f, 6);
    assert_int_equal(codenames_game.pulse(&f.state).quiet, 0); /* nobody has seen it yet */
    wake(&f);
    assert_int_equal(codenames_game.pulse(&f.state).quiet, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(clue(&f, 0, "selva", 1), OK);
    news(&f, NEWS_SEAT_LEFT, 0);
    news(&f, NEWS_SEAT_BACK, 0); /* as one who guesses, and still knows */
    assert_int_equal(codenames_game.pulse(&f.state).quiet, SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2));
    assert_int_equal(guess(&f, 4, hidden(&f, CARD_ASSASSIN)), OK);
    assert_int_equal(codenames_game.pulse(&f.state).quiet, 0); /* now everybody knows */
    fixture_free(&f);
}

static void the_connected_go_first_as_replacement(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 6);
    news(&f, NEWS_SEAT_AWAY, 2);
    news(&f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f.state.spymaster[0], 4);
    fixture_free(&f);
}

/* His clue stays, and one of the others has become the next spymaster. */
static void a_clue_outlives_its_giver(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 6);
    clue(&f, 0, "selva", 2);
    act(&f, 2, "point_at", "{\"position\":3}");
    news(&f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f.state.phase, PHASE_GUESSES);
    assert_int_equal(f.state.spymaster[0], 2);
    assert_non_null(strstr(view_of(&f, 1), "\"pointing\":[]"));
    assert_int_equal(guess(&f, 2, 0), REFUSAL_CODE_NOT_OPERATIVE);
    assert_int_equal(codenames_guesses_left(&f.state), 3);
    assert_int_equal(guess(&f, 4, hidden(&f, CARD_RED)), OK);
    fixture_free(&f);
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

static void setup_survives_leavers_too(void **unused)
{
    (void)unused;
    struct fixture f;
    setup(&f, 6);
    act(&f, 0, "ready", NULL);
    news(&f, NEWS_SEAT_LEFT, 0);
    assert_int_equal(f.state.spymaster[0], 2);
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(1) | SEAT_BIT(2));
    news(&f, NEWS_SEAT_LEFT, 4);
    assert_int_equal(f.state.phase, PHASE_COMPLETE);
    assert_int_equal(f.state.winner, 1);
    fixture_free(&f);
}

static void who_comes_late_guesses(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 4);
    clue(&f, 0, "selva", 2);
    assert_int_equal(codenames_role(&f.state, 4), ROLE_NONE);
    news(&f, NEWS_SEAT_NEW, 4);
    assert_non_null(strstr(view_of(&f, 4), "\"you\":{\"team\":\"red\",\"role\":\"operative\"}"));
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(2) | SEAT_BIT(4));
    news(&f, NEWS_SEAT_LEFT, 2); /* two are left, because one came late */
    assert_int_equal(f.state.phase, PHASE_GUESSES);
    assert_int_equal(guess(&f, 4, hidden(&f, CARD_RED)), OK);
    fixture_free(&f);
}

static void nobody_waits_for_who_is_away(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 6);
    clue(&f, 0, "selva", 2);
    news(&f, NEWS_SEAT_AWAY, 2);
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(4));
    news(&f, NEWS_SEAT_AWAY, 4); /* there is nobody else */
    assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(2) | SEAT_BIT(4));
    fixture_free(&f);
}

static void time_passes_the_turn_on(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    f.settings[SET_CLUE_SECONDS] = 30;
    f.settings[SET_GUESS_SECONDS] = 45;
    fixture_start(&f);
    assert_int_equal(codenames_game.pulse(&f.state).wake_at, 35000);
    assert_non_null(strstr(view_of(&f, 1), "\"deadline\":1035000}"));
    wake(&f);
    assert_string_equal(heard(&f, 1, "turn_ended"),
                        "{\"seq\":2,\"part\":0,\"team\":\"red\",\"why\":\"time\"}");
    assert_int_equal(clue(&f, 1, "selva", 3), OK);
    assert_int_equal(codenames_game.pulse(&f.state).wake_at, 80000);
    f.now += 40000;
    guess(&f, 3, hidden(&f, CARD_BLUE)); /* a guess gives no more time */
    assert_int_equal(codenames_game.pulse(&f.state).wake_at, 80000);
    wake(&f);
    assert_string_equal(heard(&f, 1, "turn_ended"),
                        "{\"seq\":5,\"part\":0,\"team\":\"blue\",\"why\":\"time\"}");
    assert_int_equal(f.state.current, 0);
    fixture_free(&f);
}

static void a_wake_up_that_comes_early_does_nothing(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    f.settings[SET_CLUE_SECONDS] = 30;
    fixture_start(&f);
    f.now += 29999;
    news(&f, NEWS_WAKE, 0);
    assert_int_equal(f.state.current, 0);
    assert_null(heard(&f, 0, "turn_ended"));
    fixture_free(&f);
}

static void words_that_come_late_change_no_board(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 4);
    int decks = f.table.decks;
    struct codenames before = f.state;
    f.table.decks = 1;
    news(&f, NEWS_DECK, -1);
    before.told = f.state.told;
    assert_memory_equal(&f.state, &before, sizeof before);
    assert_null(heard(&f, GAME_CROWD, "game_ready"));
    f.table.decks = decks;
    fixture_free(&f);
}

static void the_last_of_a_team_is_followed_by_nobody(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 6);
    assert_int_equal(codenames_next(&f.state, 0, 0), 2);
    f.state.left = SEAT_BIT(2) | SEAT_BIT(4);
    assert_int_equal(codenames_next(&f.state, 0, 0), 0);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams_choose_who_gives_clues),
        cmocka_unit_test(after_a_minute_play_begins),
        cmocka_unit_test(the_role_goes_round_from_game_to_game),
        cmocka_unit_test(a_spymaster_who_leaves_is_replaced),
        cmocka_unit_test(who_knows_the_key_shows_no_reactions),
        cmocka_unit_test(the_connected_go_first_as_replacement),
        cmocka_unit_test(a_clue_outlives_its_giver),
        cmocka_unit_test(a_team_of_one_forfeits),
        cmocka_unit_test(setup_survives_leavers_too),
        cmocka_unit_test(who_comes_late_guesses),
        cmocka_unit_test(nobody_waits_for_who_is_away),
        cmocka_unit_test(time_passes_the_turn_on),
        cmocka_unit_test(a_wake_up_that_comes_early_does_nothing),
        cmocka_unit_test(words_that_come_late_change_no_board),
        cmocka_unit_test(the_last_of_a_team_is_followed_by_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

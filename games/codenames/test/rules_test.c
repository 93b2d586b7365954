/* Turns, guesses and endings; leavers and the beginning have a file of their own. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void begins_with_the_team_that_has_nine(void **unused)
{
    (void)unused;
    for (int team = 0; team < 2; team++) {
        struct fixture f;
        fixture_init(&f, 4, 60);
        f.settings[SET_START] = START_RED + team;
        assert_int_equal(fixture_start(&f).code, OK);
        assert_int_equal(f.state.phase, PHASE_CLUE);
        assert_int_equal(f.state.current, team);
        assert_int_equal(f.state.remaining[team], 9);
        assert_int_equal(f.state.remaining[!team], 8);
        assert_int_equal(codenames_game.pulse(&f.state).awaited, SEAT_BIT(team));
        assert_string_equal(heard(&f, GAME_CROWD, "turn_began"),
                            team ? "{\"seq\":1,\"part\":1,\"team\":\"blue\"}"
                                 : "{\"seq\":1,\"part\":1,\"team\":\"red\"}");
        fixture_free(&f);
    }
}

static void a_clue_of_two_allows_three_guesses(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    assert_int_equal(clue(f, 0, "selva", 2), OK);
    assert_string_equal(
        heard(f, 3, "clue_given"),
        "{\"seq\":2,\"part\":0,\"team\":\"red\",\"text\":\"selva\",\"count\":2,\"by\":0}");
    for (int left = 3; left > 0; left--) {
        assert_int_equal(codenames_guesses_left(&f->state), left);
        assert_int_equal(f->state.current, 0);
        assert_int_equal(guess(f, 2, hidden(f, CARD_RED)), OK);
    }
    assert_string_equal(heard(f, 1, "turn_ended"),
                        "{\"seq\":5,\"part\":1,\"team\":\"red\",\"why\":\"limit\"}");
    assert_int_equal(f->state.phase, PHASE_CLUE);
    assert_int_equal(f->state.current, 1);
    assert_int_equal(f->state.remaining[0], 6);
}

static void nine_allows_all_there_are(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    assert_int_equal(clue(f, 0, "selva", 9), OK);
    for (int i = 0; i < 9; i++)
        assert_int_equal(guess(f, 2, hidden(f, CARD_RED)), OK);
    assert_int_equal(f->state.phase, PHASE_COMPLETE);
    assert_int_equal(f->state.winner, 0);
}

/* 0 and unlimited: at least one, and no end. */
static void zero_and_unlimited_have_no_limit(void **unused)
{
    (void)unused;
    static const int counts[] = {0, CLUE_UNLIMITED};
    for (int i = 0; i < 2; i++) {
        struct fixture f;
        start(&f, 4);
        assert_int_equal(clue(&f, 0, "selva", counts[i]), OK);
        assert_int_equal(codenames_guesses_left(&f.state), -1);
        assert_non_null(strstr(view_of(&f, 2), "\"guesses\":0,\"guessesLeft\":null"));
        assert_int_equal(act(&f, 2, "end_turn", NULL), REFUSAL_CODE_GUESS_FIRST);
        for (int n = 0; n < 8; n++) {
            assert_int_equal(guess(&f, 2, hidden(&f, CARD_RED)), OK);
            assert_int_equal(f.state.phase, PHASE_GUESSES);
        }
        assert_int_equal(act(&f, 2, "end_turn", NULL), OK);
        assert_string_equal(heard(&f, 0, "turn_ended"),
                            "{\"seq\":11,\"part\":0,\"team\":\"red\",\"why\":\"stopped\"}");
        fixture_free(&f);
    }
}

static void a_neutral_card_ends_the_turn(void **state)
{
    struct fixture *f = *state;
    char wanted[200];
    start(f, 4);
    clue(f, 0, "selva", 3);
    int position = hidden(f, CARD_NEUTRAL);
    assert_int_equal(guess(f, 2, position), OK);
    snprintf(wanted, sizeof wanted,
             "{\"seq\":3,\"part\":0,\"position\":%d,\"word\":\"%s\",\"type\":\"neutral\","
             "\"team\":\"red\",\"by\":2,\"redAgentsRemaining\":9,\"blueAgentsRemaining\":8}",
             position, board_word(&f->state.card[position], &f->table));
    assert_string_equal(heard(f, GAME_CROWD, "card_revealed"), wanted);
    assert_string_equal(heard(f, 0, "turn_ended"),
                        "{\"seq\":3,\"part\":1,\"team\":\"red\",\"why\":\"neutral\"}");
    assert_string_equal(heard(f, 0, "turn_began"), "{\"seq\":3,\"part\":2,\"team\":\"blue\"}");
}

static void an_agent_of_the_others_is_theirs(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 3);
    assert_int_equal(guess(f, 2, hidden(f, CARD_BLUE)), OK);
    assert_int_equal(f->state.remaining[1], 7);
    assert_string_equal(heard(f, 0, "turn_ended"),
                        "{\"seq\":3,\"part\":1,\"team\":\"red\",\"why\":\"mistake\"}");
    assert_int_equal(f->state.current, 1);
}

static void the_assassin_loses_at_once(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 3);
    assert_int_equal(guess(f, 2, hidden(f, CARD_ASSASSIN)), OK);
    assert_int_equal(f->state.phase, PHASE_COMPLETE);
    const char *over = heard(f, GAME_CROWD, "codenames_over");
    assert_non_null(strstr(over, "\"winner\":\"blue\",\"wonBy\":\"assassin\",\"board\":["));
    assert_null(heard(f, 0, "turn_ended"));
    struct game_pulse p = codenames_game.pulse(&f->state);
    assert_true(p.over);
    assert_int_equal(p.winners, SEAT_BIT(1) | SEAT_BIT(3));
    assert_int_equal(p.awaited, 0);
    /* everybody sees everything now */
    assert_null(strstr(view_of(f, GAME_CROWD), "\"type\":null"));
}

/* Red finds blue's last agent: blue has won, though it is red's turn. */
static void the_others_last_agent_is_their_victory(void **state)
{
    struct fixture *f = *state;
    start(f, 4);
    clue(f, 0, "selva", 1);
    guess(f, 2, hidden(f, CARD_NEUTRAL));
    clue(f, 1, "selva", 9);
    for (int i = 0; i < 7; i++)
        assert_int_equal(guess(f, 3, hidden(f, CARD_BLUE)), OK);
    act(f, 3, "end_turn", NULL);
    clue(f, 0, "selva", 1);
    assert_int_equal(guess(f, 2, hidden(f, CARD_BLUE)), OK);
    assert_int_equal(f->state.phase, PHASE_COMPLETE);
    assert_int_equal(f->state.winner, 1);
    assert_int_equal(f->state.won_by, WHY_AGENTS);
}

static void spymasters_see_the_key_and_nobody_else(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    for (int seat = GAME_CROWD; seat < 6; seat++) {
        bool hides = strstr(view_of(f, seat), "\"type\":null") != NULL;
        assert_int_equal(hides, seat != 0 && seat != 1);
        bool says = strstr(view_of(f, seat), "\"type\":\"assassin\"") != NULL;
        assert_int_equal(says, seat == 0 || seat == 1);
    }
}

static void fingers_are_seen_and_taken_back(void **state)
{
    struct fixture *f = *state;
    start(f, 6);
    clue(f, 0, "selva", 2);
    int card = hidden(f, CARD_RED);
    char payload[40], wanted[60];
    snprintf(payload, sizeof payload, "{\"position\":%d}", card);
    snprintf(wanted, sizeof wanted, "{\"seq\":3,\"part\":0,\"seat\":2,\"position\":%d}", card);
    assert_int_equal(act(f, 2, "point_at", payload), OK);
    assert_string_equal(heard(f, 1, "pointed"), wanted);
    assert_int_equal(act(f, 4, "point_at", payload), OK);
    snprintf(wanted, sizeof wanted,
             "\"pointing\":[{\"seat\":2,\"position\":%d},{\"seat\":4,\"position\":%d}]", card,
             card);
    assert_non_null(strstr(view_of(f, GAME_CROWD), wanted));
    assert_int_equal(act(f, 4, "point_at", "{\"position\":null}"), OK);
    assert_string_equal(heard(f, 0, "pointed"),
                        "{\"seq\":5,\"part\":0,\"seat\":4,\"position\":null}");
    guess(f, 4, card); /* revealed: nobody points at it any more */
    assert_non_null(strstr(view_of(f, 0), "\"pointing\":[]"));
    snprintf(payload, sizeof payload, "{\"position\":%d}", hidden(f, CARD_BLUE));
    assert_int_equal(act(f, 2, "point_at", payload), OK);
    assert_int_equal(act(f, 4, "end_turn", NULL), OK);
    assert_non_null(strstr(view_of(f, 0), "\"pointing\":[]"));
}

static void history_tells_every_turn(void **state)
{
    struct fixture *f = *state;
    char wanted[600];
    fixture_init(f, 4, 60);
    f->settings[SET_CLUE_SECONDS] = 20;
    fixture_start(f);
    wake(f); /* red says nothing */
    clue(f, 1, "selva", 2);
    int blue = hidden(f, CARD_BLUE);
    guess(f, 3, blue);
    act(f, 3, "end_turn", NULL);
    clue(f, 0, "río", CLUE_UNLIMITED);
    snprintf(
        wanted, sizeof wanted,
        "\"clueHistory\":[{\"team\":\"blue\",\"text\":\"selva\",\"count\":2,\"by\":1,\"at\":"
        "1025000},"
        "{\"team\":\"red\",\"text\":\"río\",\"count\":-1,\"by\":0,\"at\":1025000}],"
        "\"turnHistory\":[{\"team\":\"red\",\"clue\":null,\"guesses\":[],\"why\":\"time\"},"
        "{\"team\":\"blue\",\"clue\":0,\"guesses\":[{\"position\":%d,\"type\":\"blue\",\"by\":3}],"
        "\"why\":\"stopped\"},{\"team\":\"red\",\"clue\":1,\"guesses\":[],\"why\":null}],",
        blue);
    assert_non_null(strstr(view_of(f, GAME_CROWD), wanted));
}

/* A hundred turns without a word: the guesses and their turns stay, the newest turns too. */
static void idle_turns_are_forgotten_first(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 60);
    f->settings[SET_CLUE_SECONDS] = 1;
    fixture_start(f);
    clue(f, 0, "selva", 1);
    guess(f, 2, hidden(f, CARD_NEUTRAL));
    for (int i = 0; i < 100; i++)
        wake(f);
    assert_int_equal(f->state.turn_count, CODENAMES_TURNS_MAX);
    assert_string_equal(f->state.turn[0].clue, "selva");
    assert_int_equal(f->state.turn[0].guesses, 1);
    for (int i = 1; i < CODENAMES_TURNS_MAX; i++)
        assert_int_equal(f->state.turn[i].team, i % 2);
    assert_int_equal(f->state.current, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_with_the_team_that_has_nine),
        at_table(a_clue_of_two_allows_three_guesses),
        at_table(nine_allows_all_there_are),
        cmocka_unit_test(zero_and_unlimited_have_no_limit),
        at_table(a_neutral_card_ends_the_turn),
        at_table(an_agent_of_the_others_is_theirs),
        at_table(the_assassin_loses_at_once),
        at_table(the_others_last_agent_is_their_victory),
        at_table(spymasters_see_the_key_and_nobody_else),
        at_table(fingers_are_seen_and_taken_back),
        at_table(history_tells_every_turn),
        at_table(idle_turns_are_forgotten_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

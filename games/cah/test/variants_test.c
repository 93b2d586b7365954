/* Speed, pairs, tournament, and blank cards. */
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

static void begin(struct fixture *f, int seats, enum cah_setting setting, int32_t value)
{
    fixture_init(f, seats, 200, 40, 1);
    f->settings[setting] = value;
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
}

static void nobody_is_hurried_unless_asked_for(void **state)
{
    struct fixture *f = *state;
    begin(f, 3, SET_SPEED_SECONDS, 0);
    assert_int_equal(cah_game.pulse(&f->state).wake_at, 0);
    assert_non_null(strstr(view_of(f, 0), "\"deadline\":null"));
}

static void who_is_too_slow_is_passed_over(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, SET_SPEED_SECONDS, 30);
    int slow = player(f, 2);
    assert_int_equal(cah_game.pulse(&f->state).wake_at, f->now + 30000);
    json_t *view = view_json(f, 0);
    assert_int_equal(json_integer_value(json_object_get(view, "deadline")),
                     f->now + 30000 + f->table.clock_offset);
    json_decref(view);
    submit(f, player(f, 0));
    submit(f, player(f, 1));
    wake(f);
    assert_int_equal(f->state.phase, PHASE_JUDGING);
    assert_int_equal(f->state.response_count, 2);
    assert_non_null(strstr(heard(f, GAME_CROWD, "player-skipped"), f->id[slow]));
    assert_int_equal(submit(f, slow), REFUSAL_CODE_WRONG_PHASE);
}

static void a_round_without_answers_is_void(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, SET_SPEED_SECONDS, 30);
    int czar = f->state.czar;
    wake(f);
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-void"), "no_responses"));
    assert_non_null(heard(f, GAME_CROWD, "round-started"));
    assert_int_equal(f->state.czar, (czar + 1) % 4);
}

static void a_czar_who_does_not_judge_loses_the_round(void **unused)
{
    (void)unused;
    struct fixture f;
    for (int speed = 0; speed <= 30; speed += 30) {
        begin(&f, 4, SET_SPEED_SECONDS, speed);
        int czar = f.state.czar;
        submit_all(&f);
        assert_int_equal(cah_game.pulse(&f.state).wake_at, f.now + (speed ? 60000 : 600000));
        wake(&f);
        assert_non_null(strstr(heard(&f, GAME_CROWD, "round-void"), "not_judged"));
        assert_int_equal(f.state.czar, (czar + 1) % 4);
        for (int s = 0; s < 4; s++)
            assert_int_equal(f.state.score[s], 0);
        fixture_free(&f);
    }
}

static void votes_that_are_in_count_when_time_is_up(void **state)
{
    struct fixture *f = *state;
    begin(f, 4, SET_GOD_IS_DEAD, 1);
    submit_all(f);
    vote(f, 0, entry_of(f, 3));
    wake(f);
    assert_int_equal(f->state.score[3], 1);
}

static void partners_see_each_others_hand(void **state)
{
    struct fixture *f = *state;
    begin(f, 6, SET_PAIRS, 1);
    int one = f->state.czar < 2 ? 2 : 0, two = one + 1;
    json_t *view = view_json(f, one), *partner = json_object_get(view, "partner");
    assert_string_equal(json_string_value(json_object_get(partner, "id")), f->id[two]);
    assert_int_equal(json_array_size(json_object_get(partner, "hand")), 10);
    assert_int_equal(json_array_size(json_object_get(view, "pairs")), 3);
    json_decref(view);
    char id[CAH_ID_BYTES], with[60];
    cah_white_id(&f->table, f->state.hand[two].card[4], id);
    snprintf(with, sizeof with, "{\"cardId\":\"%s\"}", id);
    assert_int_equal(act(f, one, "point_at", with), REFUSAL_CODE_OK);
    assert_non_null(strstr(heard(f, two, "pointed"), id));
    assert_null(heard(f, (two + 1) % 6, "pointed"));
    assert_null(heard(f, GAME_CROWD, "pointed"));
    int stranger = (two + 1) % 6;
    assert_int_equal(act(f, stranger, "point_at", with), REFUSAL_CODE_NOT_IN_HAND);
    assert_int_equal(act(f, one, "point_at", "{\"cardId\":null}"), REFUSAL_CODE_OK);
}

static void a_pair_plays_once_and_scores_together(void **state)
{
    struct fixture *f = *state;
    begin(f, 6, SET_PAIRS, 1);
    int czar = f->state.czar, lead = czar & ~1, one = (lead + 2) % 6;
    assert_int_equal(submit(f, lead), REFUSAL_CODE_CZAR_CANNOT_SUBMIT);
    assert_int_equal(submit(f, lead + 1), REFUSAL_CODE_CZAR_CANNOT_SUBMIT);
    assert_int_equal(submit(f, one + 1), REFUSAL_CODE_OK);
    assert_int_equal(submit(f, one), REFUSAL_CODE_ALREADY_SUBMITTED);
    assert_int_equal(act(f, one, "take_back", NULL), REFUSAL_CODE_OK);
    assert_int_equal(submit(f, one), REFUSAL_CODE_OK);
    submit_all(f);
    assert_int_equal(f->state.response_count, 2);
    assert_int_equal(cah_game.pulse(&f->state).awaited, SEAT_BIT(lead) | SEAT_BIT(lead + 1));
    f->state.czar = (int8_t)(lead + 1); /* either may */
    assert_int_equal(judge(f, entry_of(f, one)), REFUSAL_CODE_OK);
    json_t *view = view_json(f, GAME_CROWD), *scores = json_object_get(view, "scores");
    assert_int_equal(json_integer_value(json_object_get(scores, f->id[one])), 1);
    assert_int_equal(json_integer_value(json_object_get(scores, f->id[one + 1])), 1);
    assert_int_equal(json_integer_value(json_object_get(scores, f->id[lead])), 0);
    json_decref(view);
    wake(f);
    assert_int_equal(f->state.czar & ~1, (lead + 2) % 6);
}

static void a_pair_wins_together(void **state)
{
    struct fixture *f = *state;
    begin(f, 5, SET_PAIRS, 1);
    for (int i = 0; f->state.phase != PHASE_OVER; i++) {
        assert_in_range(i, 0, 20);
        submit_all(f);
        int entry = -1;
        for (int r = 0; r < f->state.response_count; r++)
            if (f->state.response[r].author / 2 == 1) entry = r;
        judge(f, entry < 0 ? 0 : entry);
        if (f->state.phase == PHASE_COMPLETED) wake(f);
    }
    assert_int_equal(cah_game.pulse(&f->state).winners, SEAT_BIT(2) | SEAT_BIT(3));
    assert_non_null(strstr(heard(f, 0, "game-ended"), "\"winnerIds\":[\"p3\",\"p4\"]"));
}

static void of_two_czars_one_is_enough(void **state)
{
    struct fixture *f = *state;
    begin(f, 6, SET_PAIRS, 1);
    int czar = f->state.czar;
    news(f, NEWS_SEAT_LEFT, czar);
    assert_null(heard(f, 0, "round-void"));
    assert_int_equal(f->state.czar, czar ^ 1);
    assert_non_null(heard(f, GAME_CROWD, "czar-changed"));
    news(f, NEWS_SEAT_LEFT, czar ^ 1);
    assert_non_null(heard(f, 0, "round-void"));
}

static int64_t wins_of(struct fixture *f, const char *id)
{
    json_t *view = view_json(f, GAME_CROWD);
    json_t *wins = json_object_get(json_object_get(view, "tournament"), "wins");
    int64_t n = json_integer_value(json_object_get(wins, id));
    json_decref(view);
    return n;
}

static void a_tournament_counts_games(void **state)
{
    struct fixture *f = *state;
    begin(f, 3, SET_TOURNAMENT, 1);
    for (int game = 1; game <= 3; game++) {
        int winner = game == 2 ? 2 : 1;
        while (f->state.phase != PHASE_OVER)
            win_round(f, f->state.czar == winner ? (winner + 1) % 3 : winner);
        assert_int_equal(f->state.games, game);
        if (game < 3) fixture_start(f);
    }
    assert_int_equal(wins_of(f, "p2"), 2);
    assert_int_equal(wins_of(f, "p3"), 1);
    f->settings[SET_TOURNAMENT] = 0;
    fixture_start(f);
    f->settings[SET_TOURNAMENT] = 1;
    fixture_start(f);
    assert_int_equal(f->state.games, 1);
    assert_int_equal(wins_of(f, "p2"), 0);
}

/* Puts a blank into that seat's hand, in the place of its first card. */
static void give_blank(struct fixture *f, int seat, int number)
{
    uint16_t card = f->state.hand[seat].card[0];
    f->state.white[card / 64] |= 1ull << (card % 64);
    f->state.blank &= ~(1ull << number);
    f->state.hand[seat].card[0] = (uint16_t)(CAH_BLANK + number);
}

static void begin_blanks(struct fixture *f, bool approve)
{
    fixture_init(f, 4, 200, 40, 1);
    f->settings[SET_BLANKS] = 50;
    f->settings[SET_APPROVE_BLANKS] = approve;
    fixture_start(f);
    for (int s = 0; s < 4; s++) /* whatever blanks were dealt go back */
        for (int i = 0; i < f->state.hand[s].count; i++)
            if (f->state.hand[s].card[i] >= CAH_BLANK) {
                uint16_t card = (uint16_t)(150 + 10 * s + i);
                f->state.white[card / 64] &= ~(1ull << (card % 64));
                f->state.hand[s].card[i] = card;
            }
}

static void what_is_written_on_a_blank_is_shown_and_marked(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, false);
    int seat = player(f, 0);
    give_blank(f, seat, 3);
    assert_non_null(strstr(view_of(f, seat), "{\"id\":\"blank-4\",\"text\":\"\",\"blank\":true}"));
    const char *bad[] = {"{\"cardIds\":[\"blank-4\"]}", "{\"cardIds\":[\"blank-4\"],\"texts\":{}}",
                         "{\"cardIds\":[\"blank-4\"],\"texts\":{\"blank-4\":\" \\u202e \"}}",
                         "{\"cardIds\":[\"blank-4\"],\"texts\":{\"blank-4\":7}}"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(act(f, seat, "submit_response", bad[i]), REFUSAL_CODE_BAD_REQUEST);
    char with[400] = "{\"cardIds\":[\"blank-4\"],\"texts\":{\"blank-4\":\"";
    for (int i = 0; i < 141; i++)
        strcat(with, "x");
    strcat(with, "\"}}");
    assert_int_equal(act(f, seat, "submit_response", with), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(act(f, seat, "submit_response",
                         "{\"cardIds\":[\"blank-4\"],\"texts\":{\"blank-4\":\"  My   own \"}}"),
                     REFUSAL_CODE_OK);
    submit_all(f);
    const char *told = heard(f, f->state.czar, "all-submitted");
    assert_non_null(strstr(told, "{\"id\":\"blank-4\",\"text\":\"My own\",\"blank\":true}"));
    judge(f, entry_of(f, seat));
    assert_non_null(strstr(heard(f, GAME_CROWD, "round-winner"), "My own"));
    wake(f);
    assert_non_null(strstr(view_of(f, GAME_CROWD), "My own")); /* in the history */
    assert_true(f->state.blank_used >> 3 & 1);
}

static void a_blank_is_played_once_in_a_game(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 40, 40, 1);
    f->settings[SET_BLANKS] = 6;
    f->settings[SET_SCORE_LIMIT] = 50;
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
    uint64_t played = 0;
    for (int round = 0; round < 60; round++) {
        submit_all(f);
        for (int i = 0; i < f->state.response_count; i++) {
            uint16_t card = f->state.response[i].card[0];
            if (card < CAH_BLANK) continue;
            assert_false(played >> (card - CAH_BLANK) & 1);
            played |= 1ull << (card - CAH_BLANK);
        }
        judge(f, round % f->state.response_count);
        wake(f);
    }
    assert_int_equal(played, 63);
}

static void propose_blank(struct fixture *f, int seat, int number)
{
    char with[100];
    give_blank(f, seat, number);
    snprintf(with, sizeof with,
             "{\"cardIds\":[\"blank-%d\"],\"texts\":{\"blank-%d\":\"words of %d\"}}", number + 1,
             number + 1, seat);
    assert_int_equal(act(f, seat, "submit_response", with), REFUSAL_CODE_OK);
}

static const char *pending_id(const struct fixture *f, int seat)
{
    static char with[60];
    char id[17];
    cah_id_text(f->state.response[entry_of(f, seat)].id, id);
    snprintf(with, sizeof with, "{\"responseId\":\"%s\"}", id);
    return with;
}

static void the_host_sees_blanks_first(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, true);
    f->table.host = f->state.czar;
    int host = f->state.czar, seat = player(f, 0), other = player(f, 1);
    propose_blank(f, seat, 3);
    assert_null(heard(f, host, "blank-submitted")); /* he could see whose it is */
    assert_int_equal(act(f, host, "approve", pending_id(f, seat)), REFUSAL_CODE_NO_SUCH_RESPONSE);
    submit(f, other);
    submit(f, player(f, 2));
    assert_non_null(strstr(heard(f, host, "blank-submitted"), "words of"));
    assert_null(heard(f, other, "blank-submitted"));
    assert_null(heard(f, GAME_CROWD, "blank-submitted"));
    assert_non_null(strstr(view_of(f, host), "words of"));
    assert_null(strstr(view_of(f, other), "words of"));
    assert_int_equal(f->state.phase, PHASE_WAITING);
    assert_int_equal(cah_game.pulse(&f->state).awaited, SEAT_BIT(host));
    assert_int_equal(act(f, other, "approve", pending_id(f, seat)), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(act(f, host, "approve", "{\"responseId\":\"x\"}"),
                     REFUSAL_CODE_NO_SUCH_RESPONSE);
    assert_int_equal(act(f, host, "approve", pending_id(f, seat)), REFUSAL_CODE_OK);
    assert_non_null(heard(f, seat, "blank-approved"));
    assert_int_equal(f->state.phase, PHASE_JUDGING);
}

static void what_the_host_rejects_is_played_again(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, true);
    f->table.host = f->state.czar;
    int host = f->state.czar, seat = player(f, 0);
    propose_blank(f, seat, 3);
    submit(f, player(f, 1));
    submit(f, player(f, 2));
    assert_int_equal(act(f, host, "reject", pending_id(f, seat)), REFUSAL_CODE_OK);
    assert_non_null(heard(f, seat, "blank-rejected"));
    assert_null(heard(f, GAME_CROWD, "blank-rejected"));
    assert_non_null(heard(f, GAME_CROWD, "card-taken-back"));
    assert_int_equal(f->state.hand[seat].card[0], CAH_BLANK + 3);
    assert_int_equal(f->state.approve_by, 0);
    assert_int_equal(cah_submitters(&f->state), SEAT_BIT(seat));
    assert_int_equal(submit(f, seat), REFUSAL_CODE_ILLEGAL_MOVE); /* that one again */
    const int printed[] = {1, -1};
    assert_int_equal(act(f, seat, "submit_response", offer(f, seat, printed)), REFUSAL_CODE_OK);
    assert_int_equal(f->state.phase, PHASE_JUDGING);
}

static void a_host_who_does_not_look_rejects(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, true);
    f->table.host = f->state.czar;
    int seat = player(f, 0);
    propose_blank(f, seat, 3);
    submit(f, player(f, 1));
    submit(f, player(f, 2));
    assert_int_equal(cah_game.pulse(&f->state).wake_at, f->now + CAH_APPROVE_MS);
    wake(f);
    assert_non_null(heard(f, seat, "blank-rejected"));
    assert_int_equal(cah_submitters(&f->state), SEAT_BIT(seat));
}

/* Nobody waits for a host who is not at the table. */
static void without_a_host_no_blank_is_shown(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, true);
    f->table.host = -1;
    int seat = player(f, 0);
    propose_blank(f, seat, 3);
    submit(f, player(f, 1));
    submit(f, player(f, 2));
    assert_non_null(heard(f, seat, "blank-rejected"));
    assert_int_equal(cah_submitters(&f->state), SEAT_BIT(seat));
}

/* After the time nobody plays again, but what is written has to be looked at all the same. */
static void time_and_blanks(void **unused)
{
    (void)unused;
    for (int yes = 0; yes < 2; yes++) {
        struct fixture f;
        begin_blanks(&f, true);
        f.state.speed_ms = 30000;
        f.state.deadline = f.now + 30000;
        f.table.host = f.state.czar;
        int host = f.state.czar, seat = player(&f, 0);
        propose_blank(&f, seat, 3);
        submit(&f, player(&f, 1));
        wake(&f);
        assert_non_null(heard(&f, GAME_CROWD, "player-skipped"));
        assert_non_null(heard(&f, host, "blank-submitted"));
        assert_int_equal(f.state.phase, PHASE_WAITING);
        assert_int_equal(act(&f, seat, "take_back", NULL), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(submit(&f, player(&f, 2)), REFUSAL_CODE_WRONG_PHASE);
        assert_int_equal(act(&f, host, yes ? "approve" : "reject", pending_id(&f, seat)),
                         REFUSAL_CODE_OK);
        assert_int_equal(f.state.phase, PHASE_JUDGING);
        assert_int_equal(f.state.response_count, 1 + yes);
        fixture_free(&f);
    }
}

static void a_hosts_own_blank_needs_no_host(void **state)
{
    struct fixture *f = *state;
    begin_blanks(f, true);
    int seat = player(f, 0);
    f->table.host = seat;
    propose_blank(f, seat, 3);
    assert_int_equal(cah_pending(&f->state), 0);
}

/* With a new hand there is no room for all that comes back: the rest is discarded. */
static void a_full_hand_takes_back_what_it_can(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 200, 40, 3);
    f->settings[SET_BLANKS] = 1;
    f->settings[SET_APPROVE_BLANKS] = f->settings[SET_REBOOT_FOR_POINT] = 1;
    fixture_start(f);
    int host = f->table.host = f->state.czar, seat = player(f, 0);
    int holder = -1;
    for (int s = 0; s < 4; s++) /* only one blank: it may have been dealt */
        if (cah_hand_find(&f->state.hand[s], CAH_BLANK) >= 0) holder = s;
    if (holder < 0)
        give_blank(f, seat, 0);
    else {
        int at = cah_hand_find(&f->state.hand[holder], CAH_BLANK);
        f->state.hand[holder].card[at] = f->state.hand[seat].card[0];
        f->state.hand[seat].card[0] = CAH_BLANK;
    }
    f->state.score[seat] = 1;
    char id[2][CAH_ID_BYTES], with[200];
    uint16_t played[3] = {CAH_BLANK, f->state.hand[seat].card[1], f->state.hand[seat].card[2]};
    cah_white_id(&f->table, played[1], id[0]);
    cah_white_id(&f->table, played[2], id[1]);
    snprintf(with, sizeof with,
             "{\"cardIds\":[\"blank-1\",\"%s\",\"%s\"],\"texts\":{\"blank-1\":\"Mine\"}}", id[0],
             id[1]);
    assert_int_equal(act(f, seat, "submit_response", with), REFUSAL_CODE_OK);
    assert_int_equal(act(f, seat, "reboot_hand", NULL), REFUSAL_CODE_OK);
    int held = f->state.hand[seat].count;
    submit(f, player(f, 1));
    submit(f, player(f, 2));
    assert_int_equal(act(f, host, "reject", pending_id(f, seat)), REFUSAL_CODE_OK);
    assert_int_equal(held, CAH_HAND);
    assert_int_equal(f->state.hand[seat].count, CAH_HAND_MAX);
    assert_true(cah_hand_find(&f->state.hand[seat], played[1]) >= 0);
    assert_int_equal(cah_hand_find(&f->state.hand[seat], played[2]), -1);
    assert_true(f->state.white[played[2] / 64] >> (played[2] % 64) & 1);
    assert_int_equal(cah_submitters(&f->state), SEAT_BIT(seat));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(nobody_is_hurried_unless_asked_for),
        at_table(who_is_too_slow_is_passed_over),
        at_table(a_round_without_answers_is_void),
        cmocka_unit_test(a_czar_who_does_not_judge_loses_the_round),
        at_table(votes_that_are_in_count_when_time_is_up),
        at_table(partners_see_each_others_hand),
        at_table(a_pair_plays_once_and_scores_together),
        at_table(a_pair_wins_together),
        at_table(of_two_czars_one_is_enough),
        at_table(a_tournament_counts_games),
        at_table(what_is_written_on_a_blank_is_shown_and_marked),
        at_table(a_blank_is_played_once_in_a_game),
        at_table(the_host_sees_blanks_first),
        at_table(what_the_host_rejects_is_played_again),
        at_table(a_host_who_does_not_look_rejects),
        at_table(without_a_host_no_blank_is_shown),
        cmocka_unit_test(time_and_blanks),
        at_table(a_hosts_own_blank_needs_no_host),
        at_table(a_full_hand_takes_back_what_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

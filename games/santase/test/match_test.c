/* Deal after deal: who deals, the score on paper, reviews, deadlines, leavers. */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define NOW 5000

static void accepted(struct refusal no)
{
    if (refused(&no)) fail_msg("%s", refusal_sentence(&no));
}

static struct match begin(struct match_settings settings)
{
    struct match match;
    memset(&match, 0, sizeof match);
    struct chance chance = dice(9);
    match_begin(&match, &settings, NOW, &chance);
    return match;
}

/* Ends the present deal in favour of a seat, or of nobody. */
static void win(struct match *match, int winner, int worth)
{
    struct bout *bout = &match->bout;
    int seat = winner == NOBODY ? 0 : winner;
    *bout = scene("AH", "9H", "", "", SPADES);
    bout->leader = (uint8_t)seat;
    if (seat) bout->deal.hand[0] = cards("9H"), bout->deal.hand[1] = cards("AH");
    bout->tricks[0] = bout->tricks[1] = 1;
    if (worth == 3) bout->tricks[!seat] = 0;
    bout->deal.points[seat] = winner == NOBODY ? 44 : 50;
    bout->deal.points[!seat] = winner == NOBODY ? 65 : worth == 1 ? 40 : 10;
    accepted(match_act(match, seat, PLAY("AH"), NOW));
    accepted(match_act(match, !seat, PLAY("9H"), NOW));
    assert_true(bout_ended(bout));
    assert_int_equal(bout->winner, winner);
}

static void go_on(struct match *match, uint8_t seed)
{
    struct chance chance = dice(seed);
    accepted(match_confirm(match, 0, NOW, &chance));
    assert_int_equal(match->phase, REVIEW);
    accepted(match_confirm(match, 1, NOW, &chance));
    assert_int_equal(match->phase, PLAYING);
}

static void the_non_dealer_leads(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    assert_int_equal(match.phase, PLAYING);
    assert_int_equal(bout_turn(&match.bout), !match.dealer);
    assert_int_equal(match.deal_number, 1);
    assert_int_equal(match.event[0].kind, EVENT_DEAL_STARTED);
    assert_int_equal(match.wake_at, 0);
}

static void chance_chooses_the_first_dealer(void **s)
{
    (void)s;
    int dealers[2] = {0};
    for (uint8_t seed = 0; seed < 100; seed++) {
        struct match match;
        memset(&match, 0, sizeof match);
        struct match_settings settings = usual_match();
        struct chance chance = dice(seed);
        match_begin(&match, &settings, NOW, &chance);
        dealers[match.dealer]++;
    }
    assert_in_range(dealers[0], 25, 75);
}

static void next_dealer_by_setting(void **s)
{
    (void)s;
    const struct {
        enum next_deal rule;
        int dealer, winner, next;
    } rows[] = {
        {WINNER_DEALS, 0, 0, 0},         {WINNER_DEALS, 0, 1, 1},      {LOSER_DEALS, 0, 0, 1},
        {LOSER_DEALS, 0, 1, 0},          {DEAL_ALTERNATES, 0, 0, 1},   {DEAL_ALTERNATES, 0, 1, 1},
        {DEAL_ALTERNATES, 1, 1, 0},      {WINNER_DEALS, 1, NOBODY, 1}, {LOSER_DEALS, 0, NOBODY, 0},
        {DEAL_ALTERNATES, 1, NOBODY, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct match_settings settings = usual_match();
        settings.next_deal = (uint8_t)rows[i].rule;
        struct match match = begin(settings);
        match.dealer = (uint8_t)rows[i].dealer;
        win(&match, rows[i].winner, 1);
        go_on(&match, 2);
        assert_int_equal(match.dealer, rows[i].next);
        assert_int_equal(bout_turn(&match.bout), !rows[i].next);
        assert_int_equal(match.deal_number, 2);
    }
}

static void play_to(int points, int deals)
{
    struct match_settings settings = usual_match();
    settings.match_to = (uint8_t)points;
    struct match match = begin(settings);
    for (int i = 0; i < deals; i++) {
        assert_int_equal(match.phase, PLAYING);
        win(&match, 1, 2);
        if (i < deals - 1) go_on(&match, (uint8_t)i);
    }
    assert_int_equal(match.phase, OVER);
    assert_int_equal(match.winner, 1);
    assert_int_equal(match.score[1], 2 * deals);
    assert_int_equal(match.papers, deals);
    assert_int_equal(match.wake_at, 0);
    assert_int_equal(match.event[match.events - 1].kind, EVENT_MATCH_ENDED);
    struct refusal no = match_act(&match, 0, PLAY("AH"), NOW);
    assert_int_equal(no.code, REFUSAL_CODE_GAME_OVER);
    struct chance chance = dice(1);
    no = match_confirm(&match, 0, NOW, &chance);
    assert_int_equal(no.code, REFUSAL_CODE_GAME_OVER);
}

static void a_match_goes_to_11_or_7(void **s)
{
    (void)s;
    play_to(11, 6);
    play_to(7, 4);
}

static void a_drawn_deal_scores_nothing(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    uint8_t dealer = match.dealer;
    win(&match, NOBODY, 0);
    assert_int_equal(match.phase, REVIEW);
    assert_int_equal(match.score[0] + match.score[1], 0);
    assert_int_equal(match.paper[0].reason, END_DRAWN);
    go_on(&match, 1);
    assert_int_equal(match.dealer, dealer);
}

static void paper_keeps_every_scoring_deal(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    for (int i = 0; i < 10; i++) {
        win(&match, 0, 1), go_on(&match, 1);
        win(&match, 1, 1), go_on(&match, 1);
    }
    for (int i = 0; i < 40; i++)
        win(&match, NOBODY, 0), go_on(&match, 1);
    assert_int_equal(match.papers, PAPER_MAX);
    win(&match, 0, 1);
    assert_int_equal(match.phase, OVER);
    int scored = 0;
    for (int i = 0; i < match.papers; i++)
        scored += match.paper[i].worth;
    assert_int_equal(scored, 21);
    assert_int_equal(match.paper[PAPER_MAX - 1].winner, 0);
}

static void a_review_ends_by_itself(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    win(&match, 0, 1);
    assert_int_equal(match.wake_at, NOW + REVIEW_MS);
    struct chance chance = dice(5);
    match_wake(&match, match.wake_at - 1, &chance); /* too early: nothing */
    assert_int_equal(match.phase, REVIEW);
    match_wake(&match, match.wake_at, &chance);
    assert_int_equal(match.phase, PLAYING);
    assert_int_equal(match.deal_number, 2);
}

static void confirming_twice_is_stale(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    struct chance chance = dice(5);
    struct refusal no = match_confirm(&match, 0, NOW, &chance);
    assert_string_equal(refusal_sentence(&no), "This deal has not ended yet.");
    win(&match, 0, 1);
    accepted(match_confirm(&match, 0, NOW, &chance));
    no = match_confirm(&match, 0, NOW, &chance);
    assert_int_equal(no.code, REFUSAL_CODE_STALE);
    no = match_act(&match, 0, PLAY("AH"), NOW);
    assert_string_equal(refusal_sentence(&no), "This deal has ended.");
}

static void whoever_leaves_forfeits(void **s)
{
    (void)s;
    for (int seat = 0; seat < 2; seat++)
        for (int review = 0; review < 2; review++) {
            struct match match = begin(usual_match());
            if (review) win(&match, seat, 1);
            match_leave(&match, seat);
            assert_int_equal(match.phase, OVER);
            assert_int_equal(match.winner, !seat);
            assert_int_equal(match.papers, 1);
            assert_int_equal(match.wake_at, 0);
            assert_int_equal(match.event[match.events - 1].kind, EVENT_MATCH_ENDED);
            match_leave(&match, !seat); /* the second to leave has still won */
            assert_int_equal(match.winner, !seat);
            assert_int_equal(match.events, 0);
        }
}

static void a_late_player_gets_a_card_played(void **s)
{
    (void)s;
    struct match_settings settings = usual_match();
    settings.turn_seconds = 30;
    struct match match = begin(settings);
    int seat = bout_turn(&match.bout);
    assert_int_equal(match.wake_at, NOW + 30000);
    struct chance chance = dice(5);
    match_wake(&match, NOW + 30000, &chance);
    assert_int_equal(match.event[0].kind, EVENT_TIME_UP);
    assert_int_equal(match.event[0].seat, seat);
    assert_int_equal(match.event[1].kind, EVENT_CARD_PLAYED);
    assert_int_equal(bout_turn(&match.bout), !seat);
    assert_int_equal(match.wake_at, NOW + 60000);
    match_wake(&match, NOW + 60000, &chance);
    assert_int_equal(match_tricks(&match), 1);
    assert_int_equal(match.event[2].kind, EVENT_TRICK_WON);
    assert_int_equal(match.event[3].kind, EVENT_CARDS_DRAWN);
}

static void time_runs_on_through_chained_moves(void **s)
{
    (void)s;
    struct bout b = scene("9S QS AH", "9H JD AD", "9C JC QC", "KS", SPADES);
    struct match match = scene_match(&b);
    match.turn_seconds = 30;
    match.wake_at = 31000;
    accepted(match_act(&match, 0, ACT_EXCHANGE, 6000));
    accepted(match_act(&match, 0, ACT_CLOSE, 7000));
    accepted(match_act(&match, 0, DECLARE(SPADES), 8000));
    assert_int_equal(match.wake_at, 31000);
    struct chance chance = dice(5);
    match_wake(&match, 31000, &chance); /* leads from the marriage */
    assert_true(match.bout.led == card("KS") || match.bout.led == card("QS"));
    assert_int_equal(match.wake_at, 61000);
}

static void a_refusal_changes_nothing(void **s)
{
    (void)s;
    struct match match = begin(usual_match());
    struct match before;
    memcpy(&before, &match, sizeof match);
    int refusals = 0;
    for (int seat = 0; seat < 2; seat++)
        for (uint8_t action = 0; action < ACTIONS; action++) {
            if (bout_legal(&match.bout, seat) & ACT_BIT(action)) continue;
            struct refusal no = match_act(&match, seat, action, NOW);
            assert_true(refused(&no));
            assert_memory_equal(&match, &before, sizeof match);
            refusals++;
        }
    assert_int_equal(refusals, 2 * ACTIONS - 6);
}

static void a_state_is_small(void **s)
{
    (void)s;
    assert_in_range(sizeof(struct match), 1, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_non_dealer_leads),
        cmocka_unit_test(chance_chooses_the_first_dealer),
        cmocka_unit_test(next_dealer_by_setting),
        cmocka_unit_test(a_match_goes_to_11_or_7),
        cmocka_unit_test(a_drawn_deal_scores_nothing),
        cmocka_unit_test(paper_keeps_every_scoring_deal),
        cmocka_unit_test(a_review_ends_by_itself),
        cmocka_unit_test(confirming_twice_is_stale),
        cmocka_unit_test(whoever_leaves_forfeits),
        cmocka_unit_test(a_late_player_gets_a_card_played),
        cmocka_unit_test(time_runs_on_through_chained_moves),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(a_state_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

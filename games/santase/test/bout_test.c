/* One deal, row by row of the rules. */
#include "santase/explain.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Plays or fails with the rules' own sentence. */
static void act(struct bout *bout, int seat, uint8_t action)
{
    struct refusal no = bout_refuse(bout, seat, action);
    if (refused(&no)) fail_msg("seat %d: %s", seat, refusal_sentence(&no));
    bout_act(bout, seat, action);
}

static void refused_with(const struct bout *bout, int seat, uint8_t action, const char *sentence)
{
    struct refusal no = bout_refuse(bout, seat, action);
    assert_string_equal(refusal_sentence(&no), sentence);
    assert_false(bout_legal(bout, seat) & ACT_BIT(action));
}

static void ended_with(const struct bout *bout, int winner, int worth, enum end_reason reason)
{
    assert_int_equal(bout->reason, reason);
    assert_int_equal(bout->winner, winner);
    assert_int_equal(bout->worth, worth);
    assert_true(bout_legal(bout, 0) == 0 && bout_legal(bout, 1) == 0);
}

#define OPEN_STOCK "9C JC QC 9D JD"

static void open_stock_allows_any_card(void **s)
{
    (void)s;
    struct bout b = scene("KH AS", "QH 9S", OPEN_STOCK, "10S", SPADES);
    act(&b, 0, PLAY("KH"));
    assert_int_equal(bout_turn(&b), 1);
    assert_true(bout_legal(&b, 1) == cards("QH 9S"));
    refused_with(&b, 0, PLAY("AS"), "It is not your turn.");
    refused_with(&b, 1, PLAY("KH"), "You do not hold the king of hearts.");
    act(&b, 1, PLAY("QH"));
    assert_int_equal(b.leader, 0);
    assert_int_equal(b.deal.points[0], 7);
    assert_int_equal(b.drawn[0], card("9C")); /* the winner draws first */
    assert_int_equal(b.drawn[1], card("JC"));
    assert_int_equal(bout_hand(&b, 0), cards("AS 9C"));
}

static void strict_following_is_explained(void **s)
{
    (void)s;
    struct bout b = scene("KS 9D", "10S JS 9H", "", "", CLUBS);
    act(&b, 0, PLAY("KS"));
    refused_with(&b, 1, PLAY("9H"), "Follow suit: you hold the ten of spades.");
    refused_with(&b, 1, PLAY("JS"), "Beat it: you hold the ten of spades.");
    b = scene("KS 9D", "QS JS 9H", "", "", CLUBS);
    act(&b, 0, PLAY("KS"));
    refused_with(&b, 1, PLAY("9H"), "Follow suit: you hold the jack and queen of spades.");
    b = scene("KS 9D", "QC AC JC 9H", "", "", CLUBS);
    act(&b, 0, PLAY("KS"));
    refused_with(&b, 1, PLAY("9H"), "Trump it: you hold the jack, queen and ace of clubs.");
    assert_int_equal(card_why_not(&b, card("9H")), WHY_TRUMP);
    b = scene("KS 9D", "9H AD", "", "", CLUBS);
    act(&b, 0, PLAY("KS"));
    assert_true(bout_legal(&b, 1) == cards("9H AD"));
}

static void the_last_card_drawn_is_the_turned_one(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "QH KC", "9C", "10S", SPADES);
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("QH"));
    assert_int_equal(b.deal.hand[1], cards("KC 10S"));
    assert_int_equal(b.shown[1], cards("10S"));
    assert_true(deal_is_strict(&b.deal));
    act(&b, 0, PLAY("KD"));
    refused_with(&b, 1, PLAY("KC"), "Trump it: you hold the ten of spades.");
}

static void marriage_is_declared_by_leading_from_it(void **s)
{
    (void)s;
    struct bout b = scene("KH QH KS QS AD", "9H JH 10H AH 9S", OPEN_STOCK, "10S", SPADES);
    refused_with(&b, 0, MARRY("AD"), "A marriage is declared by leading its king or queen.");
    refused_with(&b, 0, DECLARE(CLUBS), "You do not hold king and queen of clubs.");
    act(&b, 0, MARRY("QH"));
    assert_int_equal(b.deal.points[0], 20);
    assert_int_equal(b.shown[0], cards("KH QH"));
    act(&b, 1, PLAY("AH"));
    assert_int_equal(b.shown[0], cards("KH"));
    assert_int_equal(b.married, NO_SUIT);

    b = scene("KH QH KS QS AD", "9H JH 10H AH 9S", OPEN_STOCK, "10S", SPADES);
    act(&b, 0, DECLARE(SPADES));
    assert_int_equal(b.deal.points[0], 40);
    refused_with(&b, 0, PLAY("KH"),
                 "Lead from the marriage you declared: the queen and king of spades.");
    refused_with(&b, 0, DECLARE(HEARTS), "You have already declared a marriage; lead from it.");
    act(&b, 0, PLAY("KS"));
    act(&b, 1, PLAY("9S"));
    assert_int_equal(b.deal.points[0], 44);
    refused_with(&b, 0, DECLARE(SPADES), "You do not hold king and queen of spades.");
}

static void leading_a_king_without_declaring_declares_nothing(void **s)
{
    (void)s;
    struct bout b = scene("KH QH", "9H JH", OPEN_STOCK, "10S", SPADES);
    act(&b, 0, PLAY("KH"));
    assert_int_equal(b.deal.points[0], 0);
    refused_with(&b, 0, ACT_CLAIM, "66 is claimed after winning a trick or declaring a marriage.");
}

static void nothing_special_in_the_first_trick(void **s)
{
    (void)s;
    struct bout b = scene("KH QH 9S", "9H JH AH", OPEN_STOCK, "10S", SPADES);
    b.tricks[0] = 0;
    refused_with(&b, 0, DECLARE(HEARTS), "No marriage in the first trick.");
    refused_with(&b, 0, MARRY("KH"), "No marriage in the first trick.");
    refused_with(&b, 0, ACT_EXCHANGE, "You cannot exchange: not in the first trick.");
    refused_with(&b, 0, ACT_CLOSE, "You cannot close: not in the first trick.");
    refused_with(&b, 0, ACT_CLAIM, "66 is claimed after winning a trick or declaring a marriage.");
}

static void followers_have_no_special_moves(void **s)
{
    (void)s;
    struct bout b = scene("AH KS", "KD QD 9S", OPEN_STOCK, "10S", SPADES);
    b.tricks[1] = 2;
    act(&b, 0, PLAY("AH"));
    refused_with(&b, 1, DECLARE(DIAMONDS), "A marriage is declared when you lead.");
    refused_with(&b, 1, ACT_EXCHANGE, "You cannot exchange: only when you lead.");
    refused_with(&b, 1, ACT_CLOSE, "You cannot close: only when you lead.");
    refused_with(&b, 1, ACT_CLAIM, "66 is claimed after winning a trick or declaring a marriage.");
}

static void marriages_after_closing_are_a_switch(void **s)
{
    (void)s;
    struct bout b = scene("KH QH", "9H JH", OPEN_STOCK, "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, MARRY("KH"));
    assert_int_equal(b.deal.points[0], 20);
    b = scene("KH QH", "9H JH", OPEN_STOCK, "10S", SPADES);
    b.options.marriage_after_close = 0;
    assert_true(bout_legal(&b, 0) & ACT_BIT(MARRY("KH")));
    act(&b, 0, ACT_CLOSE);
    refused_with(&b, 0, MARRY("KH"), "No marriages once the stock is closed or used up.");
    b = scene("KH QH", "9H JH", "", "", SPADES);
    b.options.marriage_after_close = 0;
    refused_with(&b, 0, DECLARE(HEARTS), "No marriages once the stock is closed or used up.");
}

static void marriages_count_once_their_owner_has_a_trick(void **s)
{
    (void)s;
    struct bout b = scene("KH QH", "9H JH", OPEN_STOCK, "10S", SPADES);
    b.deal.points[1] = 40;
    assert_int_equal(bout_counted(&b, 1), 0);
    b.tricks[1] = 1;
    assert_int_equal(bout_counted(&b, 1), 40);
}

static void the_nine_takes_the_turned_card(void **s)
{
    (void)s;
    struct bout b = scene("9S KH", "9H JH", "9C JC QC", "10S", SPADES);
    act(&b, 0, ACT_EXCHANGE);
    assert_int_equal(b.deal.hand[0], cards("10S KH"));
    assert_int_equal(b.deal.trump_card, card("9S"));
    assert_int_equal(b.shown[0], cards("10S"));
    refused_with(&b, 0, ACT_EXCHANGE, "You cannot exchange: you do not hold the nine of trumps.");
    b = scene("9S KH", "9H JH", "9C", "10S", SPADES);
    refused_with(&b, 0, ACT_EXCHANGE,
                 "You cannot exchange: two cards or fewer are left in the stock.");
    b = scene("9S KH", "9H JH", "9C JC QC", "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    refused_with(&b, 0, ACT_EXCHANGE, "You cannot exchange: the stock is closed.");
}

static void closing_stops_drawing_and_makes_following_strict(void **s)
{
    (void)s;
    struct bout b = scene("AH KH", "9H JD", "9C JC QC", "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    assert_int_equal(b.closer, 0);
    refused_with(&b, 0, ACT_CLOSE, "You cannot close: the stock is closed.");
    act(&b, 0, PLAY("AH"));
    refused_with(&b, 1, PLAY("JD"), "Follow suit: you hold the nine of hearts.");
    act(&b, 1, PLAY("9H"));
    assert_int_equal(b.deal.stock_left, 3);
    assert_int_equal(cards_count(b.deal.hand[0]), 1);
    b = scene("AH KH", "9H JD", "9C", "10S", SPADES);
    refused_with(&b, 0, ACT_CLOSE, "You cannot close: two cards or fewer are left in the stock.");
}

static void exchange_close_and_marriage_can_be_chained(void **s)
{
    (void)s;
    struct bout b = scene("9S QS AH", "9H JD AD", "9C JC QC", "KS", SPADES);
    act(&b, 0, ACT_EXCHANGE);
    act(&b, 0, DECLARE(SPADES));
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("QS"));
    assert_int_equal(b.deal.points[0], 40);
    assert_int_equal(b.closer, 0);
}

static void the_last_trick_gives_ten_unless_closed(void **s)
{
    (void)s;
    struct bout b = scene("AH", "9H", "", "", SPADES);
    b.deal.points[0] = 54, b.deal.points[1] = 55, b.tricks[1] = 3;
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("9H"));
    assert_int_equal(b.deal.points[0], 54 + 11 + 10);
    ended_with(&b, 0, 1, END_PLAYED_OUT);

    b = scene("AH", "9H", "9C JC QC", "10S", SPADES);
    b.deal.points[0] = 54, b.tricks[1] = 3;
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("9H"));
    assert_int_equal(b.deal.points[0], 65);
    ended_with(&b, 1, 3, END_CLOSER_FAILED);
}

static void sixty_six_is_claimed_after_a_trick(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.deal.points[0] = 45, b.deal.points[1] = 33, b.tricks[1] = 2;
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("10H"));
    assert_false(bout_ended(&b)); /* has 66, has not said so */
    act(&b, 0, ACT_CLAIM);
    ended_with(&b, 0, 1, END_CLAIMED);
}

static void sixty_six_is_claimed_after_a_marriage(void **s)
{
    (void)s;
    struct bout b = scene("KH QH AD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.deal.points[0] = 46;
    struct bout led = b;
    act(&b, 0, DECLARE(HEARTS));
    act(&b, 0, ACT_CLAIM);
    ended_with(&b, 0, 3, END_CLAIMED);
    act(&led, 0, MARRY("KH")); /* also with the card already on the table */
    assert_true(bout_legal(&led, 0) == ACT_BIT(ACT_CLAIM));
    act(&led, 0, ACT_CLAIM);
    ended_with(&led, 0, 3, END_CLAIMED);
}

static void the_table_can_count_instead(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.options.auto_claim = 1;
    b.deal.points[0] = 45, b.tricks[1] = 1, b.deal.points[1] = 10;
    refused_with(&b, 0, ACT_CLAIM, "The table counts here: 66 need not be claimed.");
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("10H"));
    ended_with(&b, 0, 2, END_CLAIMED);
    b = scene("KH QH AD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.options.auto_claim = 1;
    b.deal.points[0] = 46;
    act(&b, 0, MARRY("KH"));
    ended_with(&b, 0, 3, END_CLAIMED);
}

static void a_false_claim_gives_two_or_three(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.deal.points[0] = 65;
    act(&b, 0, ACT_CLAIM);
    ended_with(&b, 1, 2, END_FALSE_CLAIM);

    b = scene("AH KD", "10H 9H", OPEN_STOCK, "10S", SPADES);
    b.tricks[0] = 0, b.tricks[1] = 1; /* has led without a trick: not reachable, but the rule */
    act(&b, 0, ACT_CLAIM);
    ended_with(&b, 1, 3, END_FALSE_CLAIM);

    b = scene("AH KD", "10H 9H", "9C JC QC", "10S", SPADES); /* by the closer: a failed close */
    b.tricks[1] = 1;
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, ACT_CLAIM);
    ended_with(&b, 1, 3, END_FALSE_CLAIM);
}

static void the_losers_points_decide_the_worth(void **s)
{
    (void)s;
    const struct {
        int threshold, points, tricks, worth;
    } rows[] = {{33, 33, 2, 1}, {33, 32, 2, 2}, {33, 0, 1, 2},  {33, 0, 0, 3},
                {31, 32, 2, 1}, {31, 31, 2, 1}, {31, 30, 2, 2}, {33, 40, 0, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bout b = scene("AH KD", "10H 9H", OPEN_STOCK, "10S", SPADES);
        b.options.threshold = (uint8_t)rows[i].threshold;
        b.deal.points[0] = 66;
        b.deal.points[1] = (uint8_t)rows[i].points;
        b.tricks[1] = (uint8_t)rows[i].tricks;
        act(&b, 0, ACT_CLAIM);
        ended_with(&b, 0, rows[i].worth, END_CLAIMED);
    }
}

static struct bout closed_and_lost(int tricks_then, bool classic)
{
    struct bout b = scene("9H KD", "10H AD", "9C JC QC", "10S", SPADES);
    b.options.failed_close_classic = classic;
    b.tricks[1] = (uint8_t)tricks_then;
    b.deal.points[0] = 50, b.deal.points[1] = 56;
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("9H"));
    act(&b, 1, PLAY("10H"));
    return b;
}

static void a_failed_close_gives_three_or_classic(void **s)
{
    (void)s;
    const struct {
        int tricks_then;
        bool classic;
        int worth;
    } rows[] = {{1, false, 3}, {0, false, 3}, {1, true, 2}, {0, true, 3}};
    for (size_t i = 0; i < 4; i++) {
        struct bout b = closed_and_lost(rows[i].tricks_then, rows[i].classic);
        act(&b, 1, ACT_CLAIM); /* the opponent has 66 first */
        ended_with(&b, 1, rows[i].worth, END_CLOSER_FAILED);
        b = closed_and_lost(rows[i].tricks_then, rows[i].classic);
        act(&b, 1, PLAY("AD")); /* nobody claims, the closer has not enough */
        act(&b, 0, PLAY("KD"));
        ended_with(&b, 1, rows[i].worth, END_CLOSER_FAILED);
    }
}

static void a_false_claim_against_the_closer_is_a_plain_one(void **s)
{
    (void)s;
    struct bout b = closed_and_lost(1, false);
    b.deal.points[1] = 65;
    act(&b, 1, ACT_CLAIM);
    ended_with(&b, 0, 2, END_FALSE_CLAIM);
}

static void a_closer_who_got_there_without_claiming_wins(void **s)
{
    (void)s;
    struct bout b = scene("AH", "9H", "9C JC QC", "10S", SPADES);
    b.deal.points[0] = 55;
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("9H"));
    ended_with(&b, 0, 3, END_PLAYED_OUT);
}

static void sixty_five_all_is_nobodys(void **s)
{
    (void)s;
    struct bout b = scene("AH", "9H", "", "", SPADES);
    b.deal.points[0] = 44, b.deal.points[1] = 65, b.tricks[1] = 4;
    act(&b, 0, PLAY("AH"));
    act(&b, 1, PLAY("9H"));
    ended_with(&b, NOBODY, 0, END_DRAWN);
}

static void voids_become_known(void **s)
{
    (void)s;
    struct bout b = scene("KH QD 9S", "JH AS 9D", "9C JC QC", "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("KH"));
    act(&b, 1, PLAY("JH")); /* below the king: no ten, no ace */
    assert_int_equal(b.denied[1], cards("10H AH"));
    act(&b, 0, PLAY("QD"));
    act(&b, 1, PLAY("9D"));
    assert_int_equal(b.denied[1], cards("10H AH KD 10D AD"));
    b = scene("KH QD 9C", "9S KD JC", "JD JC QC", "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("KH"));
    act(&b, 1, PLAY("9S")); /* trumped: no hearts */
    assert_int_equal(b.denied[1], suit_cards(HEARTS));
    b = scene("KH QD 9C", "9D KD JC", "JD JC QC", "10S", SPADES);
    act(&b, 0, ACT_CLOSE);
    act(&b, 0, PLAY("KH"));
    act(&b, 1, PLAY("9D")); /* neither hearts nor trumps */
    assert_int_equal(b.denied[1], suit_cards(HEARTS) | suit_cards(SPADES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_stock_allows_any_card),
        cmocka_unit_test(strict_following_is_explained),
        cmocka_unit_test(the_last_card_drawn_is_the_turned_one),
        cmocka_unit_test(marriage_is_declared_by_leading_from_it),
        cmocka_unit_test(leading_a_king_without_declaring_declares_nothing),
        cmocka_unit_test(nothing_special_in_the_first_trick),
        cmocka_unit_test(followers_have_no_special_moves),
        cmocka_unit_test(marriages_after_closing_are_a_switch),
        cmocka_unit_test(marriages_count_once_their_owner_has_a_trick),
        cmocka_unit_test(the_nine_takes_the_turned_card),
        cmocka_unit_test(closing_stops_drawing_and_makes_following_strict),
        cmocka_unit_test(exchange_close_and_marriage_can_be_chained),
        cmocka_unit_test(the_last_trick_gives_ten_unless_closed),
        cmocka_unit_test(sixty_six_is_claimed_after_a_trick),
        cmocka_unit_test(sixty_six_is_claimed_after_a_marriage),
        cmocka_unit_test(the_table_can_count_instead),
        cmocka_unit_test(a_false_claim_gives_two_or_three),
        cmocka_unit_test(the_losers_points_decide_the_worth),
        cmocka_unit_test(a_failed_close_gives_three_or_classic),
        cmocka_unit_test(a_false_claim_against_the_closer_is_a_plain_one),
        cmocka_unit_test(a_closer_who_got_there_without_claiming_wins),
        cmocka_unit_test(sixty_five_all_is_nobodys),
        cmocka_unit_test(voids_become_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
